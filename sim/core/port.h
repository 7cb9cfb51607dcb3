/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * Definitions for kernel and userland: sim/core takes all that it uses from outside from this file,
 * so that the same files build into the kernel module and into the userland library.
 */
#ifndef SS_PORT_H
#define SS_PORT_H

#include <seastar/types.h>

/*
 * SS_SIMULATOR: the build has what only the simulator asks for: batches and their phases, traces,
 * replies, split messages.  Conditions with it, as with IS_ENABLED(), leave the code out of the
 * module.
 */
#ifdef __KERNEL__
#define SS_SIMULATOR	0
#else
#define SS_SIMULATOR	1
#endif

#ifdef __KERNEL__

#include <linux/bug.h>
#include <linux/build_bug.h>
#include <linux/compiler.h>
#include <linux/errno.h>
#include <linux/limits.h>
#include <linux/sched.h>
#include <linux/string.h>

#include <asm/byteorder.h>

/* Report a broken law of the model, which is a fault of the code; nothing is corrected. */
#define ss_broken(cond)	WARN_ON_ONCE(cond)

/* Let other tasks run; called now and then in long loops. */
static inline void ss_relax(void)
{
	cond_resched();
}

/* Read the eight bytes at @p, which is aligned, as a word whose lowest byte is the first. */
static inline u64 ss_bytes(const u8 *p)
{
	return le64_to_cpup((const __le64 *)p);
}

#else

#include <assert.h>
#include <errno.h>
#include <string.h>

#ifndef U64_MAX
#define U64_MAX		UINT64_MAX
#endif
#ifndef U32_MAX
#define U32_MAX		UINT32_MAX
#endif
#ifndef likely
#define likely(x)	__builtin_expect(!!(x), 1)
#define unlikely(x)	__builtin_expect(!!(x), 0)
#endif

#ifndef __aligned
#define __aligned(x)	__attribute__((__aligned__(x)))
#endif

#ifndef noinline
#define noinline	__attribute__((__noinline__))
#endif

#ifndef __always_inline
#define __always_inline	inline __attribute__((__always_inline__))
#endif

static inline bool ss_broken(bool cond)
{
	assert(!cond);
	return cond;
}

static inline void ss_relax(void)
{
}

static inline u64 ss_bytes(const u8 *p)
{
#if __BYTE_ORDER__ == __ORDER_BIG_ENDIAN__
	return __builtin_bswap64(*(const u64 *)p);
#else
	return *(const u64 *)p;
#endif
}

#endif /* __KERNEL__ */

#endif /* SS_PORT_H */

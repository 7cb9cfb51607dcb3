/* SPDX-License-Identifier: GPL-2.0-only */
/* The kernel's names of integer types and bits, and static_assert(), for kernel and userland. */
#ifndef SEASTAR_TYPES_H
#define SEASTAR_TYPES_H

#ifdef __KERNEL__

#include <linux/bits.h>
#include <linux/build_bug.h>
#include <linux/types.h>

#else

#include <assert.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

typedef uint8_t u8;
typedef int16_t s16;
typedef uint16_t u16;
typedef uint32_t u32;
typedef uint64_t u64;
typedef int64_t s64;

#ifndef BIT_ULL
#define BIT_ULL(n)	(1ULL << (n))
#endif

#endif /* __KERNEL__ */

#endif /* SEASTAR_TYPES_H */

/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * A channel that carries a flits in b cycles, exactly: time is counted in
 * units of 1/a cycle, so no fraction of a flit is lost (docs/model.md, section 4).
 */
#ifndef SS_RATE_H
#define SS_RATE_H

#include "port.h"

struct ss_rate {
	u32 a, b;	/* a <= b */
};

/* Return the first cycle in which a channel that is taken until @next is free. */
static inline u64 ss_rate_free(struct ss_rate r, u64 next)
{
	return r.a == 1 ? next : next / r.a;
}

/* Return the start, in units of 1/a cycle, of a packet put on the channel in free cycle @t. */
static inline u64 ss_rate_start(struct ss_rate r, u64 next, u64 t)
{
	return next > r.a * t ? next : r.a * t;
}

/* Return the cycle in which flit @i of a packet started at @start is sent. */
static inline u64 ss_rate_flit(struct ss_rate r, u64 start, u32 i)
{
	start += (u64)i * r.b;
	return r.a == 1 ? start : start / r.a;
}

/* Count the flits, of @len started at @start, that are sent in cycles before @t. */
static inline u32 ss_rate_sent(struct ss_rate r, u64 start, u32 len, u64 t)
{
	u64 n;

	if (r.a * t <= start)
		return 0;
	n = r.a * t - start;
	if (r.b != 1)
		n = (n + r.b - 1) / r.b;
	return n < len ? n : len;
}

#endif /* SS_RATE_H */

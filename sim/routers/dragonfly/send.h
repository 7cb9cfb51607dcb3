/* SPDX-License-Identifier: GPL-2.0-only */
/* Effects of a router on other routers, and on itself in later cycles. */
#ifndef DRF_SEND_H
#define DRF_SEND_H

#include "router.h"

static __always_inline void drf_append(const struct ss_fabric *f, struct drf_list *list, u32 i)
{
	f->pool[i].next = 0;
	if (list->first)
		f->pool[list->last].next = i;
	else
		list->first = i;
	list->last = i;
}

/* Remove the first packet of non-empty @list. */
static __always_inline u32 drf_take_first(const struct ss_fabric *f, struct drf_list *list)
{
	u32 i = list->first;

	list->first = f->pool[i].next;
	return i;
}

/* Mark cycle @t in the wheel of @rt, and return the cycle's events to add to. */
static __always_inline struct drf_due *drf_mark(const struct drf_fabric *df, struct drf_router *rt,
						u64 t)
{
	ss_wheel_mark(drf_busy_of(df, rt), df->wheel_shift, t);
	return drf_due_of(df, rt, t);
}

/* Send packet @i, whose route is set, to the input @port, where it is ready in cycle @t. */
static __always_inline void drf_come(const struct ss_fabric *f, struct drf_router *rt, u32 port,
				     u32 i, u64 t)
{
	const struct drf_fabric *df = drf_fabric(f);

	drf_append(f, &drf_port_of(df, rt, port)->coming, i);
	drf_mark(df, rt, t)->ready |= 1ULL << port;
}

#endif /* DRF_SEND_H */

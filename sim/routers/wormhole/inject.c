// SPDX-License-Identifier: GPL-2.0-only
/*
 * Injection from a node into its injection queues: one packet after the other, flit by flit, while
 * the queue of the packet's class has room.
 */
#include "router.h"

u64 whr_room(struct ss_fabric *f, u32 r, u32 dest, u32 class_, u32 flits, u64 t, u32 *vc)
{
	const struct whr_injector *in = &whr_router_at(f, r)->injector;

	(void)dest;
	(void)flits;
	*vc = class_;
	return in->packet || !in->room[class_] ? SS_NEVER : t;
}

/* Wake the source of node @r, from cycle @t on, if it waits to inject a packet of @class_. */
static void wake_source(struct ss_fabric *f, u32 r, u32 class_, u64 t)
{
	if (ss_source_waits(&f->source[r], class_))
		ss_source_room(f, r, class_, t);
}

/* Send, in cycle @t, the next flit of the packet that node @r is injecting. */
static void send_flit(struct ss_fabric *f, u32 r, u64 t)
{
	const struct whr_fabric *w = whr_fabric(f);
	struct whr_router *rt = whr_router_at(f, r);
	struct whr_injector *in = &rt->injector;
	struct ss_source *s = &f->source[r];
	u32 slot = WHR_SLOT(SEASTAR_PORT_PROC, in->class_, 0);
	u64 asks = t + w->inject, next;

	if (!in->sent) {
		struct whr_due *due = whr_due_of(f, rt, asks);

		due->heads |= 1ULL << slot;
		due->packet[WHR_LINK(slot)] = in->packet;
		whr_plan(f, rt, asks);
	}
	whr_due_of(f, rt, asks + w->connect)->flits |= 1ULL << slot;
	whr_plan(f, rt, asks + w->connect);
	in->room[in->class_]--;
	s->channel = ss_rate_start(f->inject, s->channel, t) + f->inject.b;
	next = ss_rate_free(f->inject, s->channel);
	if (++in->sent < ss_packet_flits(&f->pool[in->packet])) {
		whr_plan(f, rt, next);
		return;
	}
	in->packet = 0;
	for (u32 c = 0; c < f->cfg.classes; c++)
		if (in->room[c])
			wake_source(f, r, c, next);
}

void whr_inject(struct ss_fabric *f, u32 r, u32 vc, u32 i, u64 t)
{
	struct whr_injector *in = &whr_router_at(f, r)->injector;

	in->packet = i;
	in->sent = 0;
	in->class_ = vc;
	f->pool[i].next = 0;
	send_flit(f, r, t);
}

void whr_inject_more(struct ss_fabric *f, u32 r, u64 t)
{
	const struct whr_injector *in = &whr_router_at(f, r)->injector;

	if (in->room[in->class_] && ss_rate_free(f->inject, f->source[r].channel) <= t)
		send_flit(f, r, t);
}

void whr_inject_room(struct ss_fabric *f, u32 r, u32 class_, u64 t)
{
	struct whr_router *rt = whr_router_at(f, r);
	struct whr_injector *in = &rt->injector;

	if (in->room[class_]++)
		return;
	if (!in->packet)
		wake_source(f, r, class_, t);
	else if (in->class_ == class_)
		whr_plan(f, rt, t);
}

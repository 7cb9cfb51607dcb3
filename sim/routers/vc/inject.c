// SPDX-License-Identifier: GPL-2.0-only
/*
 * The way from a node into input proc: one packet after the other, flit by flit, as there are
 * credits.
 */
#include "visit.h"

/* The VCs of @class_ on which a packet of @flits may begin. */
static u32 vcs_with_room(const struct ss_fabric *f, const struct vcr_injector *in, u32 class_,
			 u32 flits)
{
	u32 set = ss_vcs_of_class(f->cfg.vcs, class_) & in->room;
	u32 needs = ss_flow_begins(f->cfg.flow, flits);

	if (needs == 1)
		return set;
	for (u32 left = set; left; left &= left - 1)
		if (in->credits[ss_lowest(left)] < needs)
			set ^= left & -left;
	return set;
}

u64 vcr_room(struct ss_fabric *f, u32 r, u32 dest, u32 class_, u32 flits, u64 t, u32 *vc)
{
	const struct vcr_injector *in = &vcr_router_at(f, r)->injector;
	u32 set = vcs_with_room(f, in, class_, flits);

	(void)dest;
	/* any VC will do: who waits, waits for all alike */
	*vc = 0;
	if (in->packet || !set)
		return SS_NEVER;
	*vc = ss_round_robin(set, in->vc + 1);
	return t;
}

/* Whoever waits for room looks again in cycle @t. */
static void tell_room(struct ss_fabric *f, u32 r, u64 t)
{
	if (ss_source_waits(&f->source[r], 0))
		ss_source_room(f, r, 0, t);
}

/* The packet that is being injected sends a flit in cycle @t. */
static void send_flit(struct ss_fabric *f, u32 r, u64 t)
{
	struct vcr_router *rt = vcr_router_at(f, r);
	struct vcr_injector *in = &rt->injector;
	struct ss_source *s = &f->source[r];
	u64 when = t + f->cfg.link_delay, next;
	struct vcr_due *due = vcr_due_of(f, rt, when);

	vcr_due_flit(due, vcr_slot(f, SEASTAR_PORT_PROC, in->vc), in->sent ? 0 : in->packet);
	vcr_plan(f, rt, when);
	if (!--in->credits[in->vc])
		in->room &= ~(1U << in->vc);
	s->channel = ss_rate_start(f->inject, s->channel, t) + f->inject.b;
	next = ss_rate_free(f->inject, s->channel);
	if (++in->sent == ss_packet_flits(&f->pool[in->packet])) {
		in->packet = 0;
		tell_room(f, r, next);
	} else {
		vcr_plan(f, rt, next);
	}
}

void vcr_inject(struct ss_fabric *f, u32 r, u32 vc, u32 i, u64 t)
{
	struct vcr_injector *in = &vcr_router_at(f, r)->injector;

	in->packet = i;
	in->sent = 0;
	in->vc = vc;
	send_flit(f, r, t);
}

void vcr_inject_more(struct ss_fabric *f, u32 r, u64 t)
{
	const struct vcr_injector *in = &vcr_router_at(f, r)->injector;

	if (in->credits[in->vc] && ss_rate_free(f->inject, f->source[r].channel) <= t)
		send_flit(f, r, t);
}

void vcr_inject_credit(struct ss_fabric *f, u32 r, u32 vc, u64 t)
{
	struct vcr_injector *in = &vcr_router_at(f, r)->injector;

	in->credits[vc]++;
	in->room |= 1U << vc;
	if (!in->packet)
		tell_room(f, r, t);
}

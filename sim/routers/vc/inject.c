// SPDX-License-Identifier: GPL-2.0-only
/*
 * Injection from a node into its input: one packet after the other, flit by flit, as there are
 * credits.
 */
#include "visit.h"

/* Return the VCs of @class_ with enough credits to begin a packet of @flits flits. */
static u32 vcs_with_room(const struct ss_fabric *f, const struct vcr_injector *in, u32 class_,
			 u32 flits)
{
	u32 set = ss_vcs_of_class(f->cfg.vcs, class_) & in->room;
	u32 needs = ss_flow_begins(f->cfg.vc.flow, flits);

	if (needs == 1)
		return set;
	for (u32 left = set; left; left &= left - 1)
		if (in->credits[ss_lowest(left)] < needs)
			set ^= left & -left;
	return set;
}

u64 vcr_room(struct ss_fabric *f, u32 node, u32 dest, u32 class_, u32 flits, u64 t, u32 *vc)
{
	const struct vcr_router *rt = vcr_router_of(f, node);
	const struct vcr_injector *in = &rt->injector[vcr_nth(rt, node)];
	u32 set = vcs_with_room(f, in, class_, flits);

	(void)dest;
	/* a source without room waits for VC 0, which stands for all VCs */
	*vc = 0;
	if (in->packet || !set)
		return SS_NEVER;
	*vc = ss_round_robin(set, in->vc + 1);
	return t;
}

/* Wake @node in cycle @t if it waits for room. */
static void wake_source(struct ss_fabric *f, u32 node, u64 t)
{
	if (ss_source_waits(&f->source[node], 0))
		ss_source_room(f, node, 0, t);
}

/* Send the next flit of the packet that node @number of @rt is injecting. */
static void send_flit(struct ss_fabric *f, struct vcr_router *rt, u32 number, u64 t)
{
	u32 nth = vcr_known_nth(number), node = vcr_first_node(rt) + nth;
	struct vcr_injector *in = &rt->injector[nth];
	struct ss_source *s = &f->source[node];
	u64 when = t + f->cfg.link_delay, next;
	struct vcr_due *due = vcr_due_of(f, rt, when);

	vcr_due_flit(due, vcr_slot(f, nth, in->vc), in->sent ? 0 : in->packet);
	vcr_plan(f, rt, when);
	if (!--in->credits[in->vc])
		in->room &= ~(1U << in->vc);
	s->channel = ss_rate_start(f->inject, s->channel, t) + f->inject.b;
	next = ss_rate_free(f->inject, s->channel);
	if (++in->sent == ss_packet_flits(&f->pool[in->packet])) {
		in->packet = 0;
		wake_source(f, node, next);
	} else {
		vcr_plan(f, rt, next);
	}
}

void vcr_inject(struct ss_fabric *f, u32 node, u32 vc, u32 i, u64 t)
{
	struct vcr_router *rt = vcr_router_of(f, node);
	struct vcr_injector *in = &rt->injector[vcr_nth(rt, node)];

	in->packet = i;
	in->sent = 0;
	in->vc = vc;
	send_flit(f, rt, vcr_nth(rt, node), t);
}

void vcr_inject_more(struct ss_fabric *f, struct vcr_router *rt, u32 number, u64 t)
{
	u32 nth = vcr_known_nth(number);
	const struct vcr_injector *in = &rt->injector[nth];
	const struct ss_source *s = &f->source[vcr_first_node(rt) + nth];

	if (in->credits[in->vc] && ss_rate_free(f->inject, s->channel) <= t)
		send_flit(f, rt, nth, t);
}

void vcr_inject_credit(struct ss_fabric *f, struct vcr_router *rt, u32 number, u32 vc, u64 t)
{
	u32 nth = vcr_known_nth(number);
	struct vcr_injector *in = &rt->injector[nth];

	in->credits[vc]++;
	in->room |= 1U << vc;
	if (!in->packet)
		wake_source(f, vcr_first_node(rt) + nth, t);
}

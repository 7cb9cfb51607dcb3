// SPDX-License-Identifier: GPL-2.0-only
/*
 * Running a router, cycle by cycle where there is something to do; the phases are those of
 * docs/vc-router.md.
 */
#include "allocate_switch.h"
#include "allocate_vcs.h"

/* The first packet of @vc at input @port, VC @v, is at the front from cycle @t on. */
static __always_inline void begin_packet(const struct vcr_visit *x, struct vcr_vc *vc, u32 port,
					 u32 v, u64 t)
{
	const struct ss_routing *routing = &vcr_fabric(x->f)->routing;
	const struct ss_config *cfg = &x->f->cfg;
	const struct ss_packet *p = &x->f->pool[vc->first];
	u32 class_ = v / cfg->vcs, half = ss_vc_is_upper(cfg->vcs, v) && routing->vcs > 1;
	u64 toss = SS_HDR_GET(p->header, TID) << 32 | SS_HDR_SOURCE(p->header) << 8;
	struct ss_hop hop = ss_route_tossed(routing, x->r, port, half,
					    SS_HDR_GET(p->header, DEST), toss);

	vc->out = hop.port;
	if (hop.port == SEASTAR_PORT_PROC || routing->mesh >> ss_port_dim(hop.port) & 1)
		vc->wants = ss_vcs_of_class(cfg->vcs, class_);
	else
		vc->wants = ss_vcs_of_half(cfg->vcs, class_, hop.vc);
	vc->state = VCR_WAITING;
	vc->when = t + cfg->routing_delay;
	vc->sent = 0;
	x->rt->waiting[port] |= 1U << v;
	vcr_plan(x->f, x->rt, vc->when);
}

/* A flit arrives at input @port on VC @v; if it is a packet's first, that is packet @i. */
static __always_inline void take_flit(const struct vcr_visit *x, u32 port, u32 v, u32 i, u64 t)
{
	struct vcr_tally *tally = &x->rt->tally[port];
	struct vcr_vc *vc = vc_of(x, port, v);
	u32 reg = vcr_register(x->f, v);

	tally->flits[reg]++;
	vc->flits++;
	if (i) {
		tally->pkts[reg]++;
		x->f->pool[i].arrival = t;
		if (vc->first)
			x->f->pool[vc->last].next = i;
		vc->last = i;
		if (vc->state == VCR_IDLE) {
			vc->first = i;
			begin_packet(x, vc, port, v, t);
		}
	}
	if (vc->state == VCR_ACTIVE)
		x->rt->active[port] |= 1U << v;
}

/* Take in what cycle @t brings. */
static __always_inline void take_due(const struct vcr_visit *x, struct vcr_due *due, u64 t)
{
	for (u32 port = 0; port < SS_PORTS; port++) {
		if (due->credit[port]) {
			u32 v = due->credit[port] - 1;

			due->credit[port] = 0;
			if (port == SEASTAR_PORT_PROC)
				vcr_inject_credit(x->f, x->r, v, t);
			else
				out_vc_of(x, port, v)->credits++;
		}
		if (due->flit[port]) {
			u32 v = due->flit[port] - 1, i = due->head[port];

			due->flit[port] = 0;
			due->head[port] = 0;
			take_flit(x, port, v, i, t);
		}
	}
}

/* A place in the buffer of VC @v of input @port is free: its credit goes back. */
static __always_inline void send_credit(const struct vcr_visit *x, u32 port, u32 v, u64 t)
{
	u32 output = x->f->wire[SS_PORT_ID(x->r, port)].to;
	u64 when = t + vcr_fabric(x->f)->credit_delay;

	if (port == SEASTAR_PORT_PROC) {
		vcr_due_of(x->f, x->rt, when)->credit[port] = v + 1;
		vcr_plan(x->f, x->rt, when);
	} else if (likely(ss_in_region(x->g, SS_PORT_ROUTER(output)))) {
		vcr_take_credit(x->f, x->g, output, when << 8 | v);
	} else {
		ss_post_credit(x->f, x->g, output, when << 8 | v);
	}
}

/* A flit of packet @i goes to the node. */
static __always_inline void eject(const struct vcr_visit *x, u32 i, u32 class_, bool is_last, u64 t)
{
	u64 start = ss_rate_start(x->f->eject, x->rt->next, t), when;
	struct vcr_due *due;

	x->rt->next = start + x->f->eject.b;
	if (!is_last)
		return;
	when = t + vcr_fabric(x->f)->flit_delay + 1;
	due = vcr_due_of(x->f, x->rt, when);
	due->delivered = i;
	due->class_ = class_;
	vcr_plan(x->f, x->rt, when);
}

/* A flit of packet @i, its first or not, goes to VC @v of what is behind output @port. */
static __always_inline void send_flit(const struct vcr_visit *x, u32 port, u32 v, u32 i,
				      bool is_first, bool is_last, u64 t)
{
	u32 input = x->f->wire[SS_PORT_ID(x->r, port)].to;
	u64 when = t + vcr_fabric(x->f)->flit_delay;

	out_vc_of(x, port, v)->credits--;
	if (likely(ss_in_region(x->g, SS_PORT_ROUTER(input)))) {
		if (is_first)
			vcr_take_packet(x->f, x->g, input, v, i, when);
		else
			vcr_take_flit(x->f, x->g, input, v, when);
		return;
	}
	/* the packet is there from now on, and here until its last flit has left */
	if (is_first) {
		ss_post_packet(x->f, x->g, input, v, &x->f->pool[i], when);
		x->g->in_use--;
	} else {
		ss_post_flit(x->f, x->g, input, v, when);
	}
	if (is_last) {
		x->g->in_use++;
		ss_packet_free(x->f, x->g, i);
	}
}

/* The first packet of VC @v of input @port has left: the next one is at the front. */
static __always_inline void end_packet(const struct vcr_visit *x, struct vcr_vc *vc, u32 port,
				       u32 v, u64 t)
{
	u32 next = vc->first == vc->last ? 0 : x->f->pool[vc->first].next;

	x->rt->active[port] &= ~(1U << v);
	x->rt->taken[vc->out] &= ~(1U << vc->out_vc);
	out_vc_of(x, vc->out, vc->out_vc)->holder = VCR_NOBODY;
	x->f->pool[vc->first].next = 0;
	vc->first = next;
	vc->state = VCR_IDLE;
	if (next)
		begin_packet(x, vc, port, v, t + 1);
}

/* VC @v of input @port passes a flit in cycle @t. */
static __always_inline void pass_flit(const struct vcr_visit *x, u32 port, u32 v, u64 t)
{
	struct vcr_vc *vc = vc_of(x, port, v);
	u32 i = vc->first, out = vc->out, out_vc = vc->out_vc;
	struct ss_packet *p = &x->f->pool[i];
	bool is_first = !vc->sent, is_last = ++vc->sent == ss_packet_flits(p);

	if (is_first) {
		x->rt->tally[out].sent++;
		x->rt->tally[out].waited += t - p->arrival;
	}
	if (!--vc->flits)
		x->rt->active[port] &= ~(1U << v);
	send_credit(x, port, v, t);
	if (is_last)
		end_packet(x, vc, port, v, t);
	if (out == SEASTAR_PORT_PROC)
		eject(x, i, v / x->f->cfg.vcs, is_last, t);
	else
		send_flit(x, out, out_vc, i, is_first, is_last, t);
}

/* Outputs @starved have flits that want them, but no credits. */
static __always_inline void count_stalls(const struct vcr_visit *x, u32 starved, u64 t)
{
	u32 changed = starved ^ x->rt->stalled;

	x->rt->stalled = starved;
	for (; changed; changed &= changed - 1) {
		struct vcr_tally *tally = &x->rt->tally[ss_lowest(changed)];

		if (starved >> ss_lowest(changed) & 1)
			tally->stalled_since = t;
		else
			tally->stalled += t - tally->stalled_since;
	}
}

/* Switch allocation in cycle @t.  Return: was anything granted? */
static __always_inline bool pass_flits(const struct vcr_visit *x, u64 t)
{
	struct switch_requests q;
	u8 winner[SS_PORTS];
	bool any = ask_for_switch(x, t, &q);

	count_stalls(x, q.starved, t);
	if (!any)
		return false;
	for (u32 set = allocate_switch(x, &q, winner); set; set &= set - 1)
		pass_flit(x, ss_lowest(set), winner[ss_lowest(set)], t);
	return true;
}

/* Everything that happens in cycle @t.  Return: how much it was. */
static __always_inline u32 run_cycle(const struct vcr_visit *x, u64 t)
{
	const struct ss_source *source = &x->f->source[x->r];
	struct vcr_due *due = vcr_due_of(x->f, x->rt, t);
	u32 events = 1, delivered = due->delivered;
	bool granted;

	ss_wheel_unmark(vcr_busy_of(x->f, x->rt), ss_wheel_entry(vcr_fabric(x->f)->wheel, t));
	take_due(x, due, t);
	if (x->rt->injector.packet)
		vcr_inject_more(x->f, x->r, t);
	if (unlikely(source->reply_at <= t))
		ss_reply_run(x->f, x->r, t);
	if (source->at <= t)
		ss_source_run(x->f, x->g, x->r, t);
	granted = allocate_vcs(x, t);
	granted |= pass_flits(x, t);
	if (granted)
		vcr_plan(x->f, x->rt, t + 1);
	if (delivered) {
		due->delivered = 0;
		ss_source_deliver(x->f, x->g, x->r, delivered, due->class_, t);
		events++;
	}
	return events;
}

static __always_inline u64 next_at(const struct vcr_visit *x, u64 from)
{
	u64 next = ss_wheel_next(vcr_busy_of(x->f, x->rt), vcr_fabric(x->f)->wheel, from);
	const struct ss_source *source = &x->f->source[x->r];

	if (source->reply_at < next)
		next = source->reply_at;
	return source->at < next ? source->at : next;
}

void vcr_run(struct ss_fabric *f, struct ss_region *g, u32 r, u64 from, u64 end)
{
	const struct vcr_visit x = {
		.f = f,
		.g = g,
		.rt = vcr_router_at(f, r),
		.r = r,
		.vcs = vcr_fabric(f)->vcs,
		.ages = f->cfg.priority == SS_PRIORITY_AGE,
	};
	u32 events = 0;
	u64 t = next_at(&x, from);

	while (t < end) {
		events += run_cycle(&x, t);
		t = next_at(&x, t + 1);
	}
	/* a look for nothing is work, too */
	g->events += events ? events : 1;
	if (t != SS_NEVER)
		ss_remind(f, g, r, t);
}

/* Router @r is to be looked at in cycle @t. */
static void wake(struct ss_fabric *f, struct ss_region *g, u32 r, u64 t)
{
	vcr_plan(f, vcr_router_at(f, r), t);
	ss_agenda_add(&g->agenda, r - g->first, t);
}

void vcr_take_packet(struct ss_fabric *f, struct ss_region *g, u32 input, u32 vc, u32 i, u64 t)
{
	u32 r = SS_PORT_ROUTER(input), port = SS_PORT_OF(input);
	struct vcr_due *due = vcr_due_of(f, vcr_router_at(f, r), t);

	due->head[port] = i;
	due->flit[port] = vc + 1;
	wake(f, g, r, t);
}

void vcr_take_flit(struct ss_fabric *f, struct ss_region *g, u32 input, u32 vc, u64 t)
{
	u32 r = SS_PORT_ROUTER(input);

	vcr_due_of(f, vcr_router_at(f, r), t)->flit[SS_PORT_OF(input)] = vc + 1;
	wake(f, g, r, t);
}

/* A credit is its cycle of arrival and, in 8 bits, its VC. */
void vcr_take_credit(struct ss_fabric *f, struct ss_region *g, u32 output, u64 credit)
{
	u32 r = SS_PORT_ROUTER(output);
	u64 t = credit >> 8;

	vcr_due_of(f, vcr_router_at(f, r), t)->credit[SS_PORT_OF(output)] = (credit & 255) + 1;
	wake(f, g, r, t);
}

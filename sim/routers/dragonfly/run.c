// SPDX-License-Identifier: GPL-2.0-only
/* The run of a router for a window of cycles (docs/dragonfly-router.md, section 3). */
#include "adapt.h"
#include "shared.h"
#include "usage.h"

/* Let a packet enter the queue of its VC of input @port. */
static __always_inline void enter_queue(struct drf_visit *x, u32 port)
{
	struct drf_port *p = drf_port_of(x->df, x->rt, port);
	struct drf_count *count = &x->rt->count[drf_class(x->f, port)];
	u32 i = drf_take_first(x->f, &p->coming), vc = drf_vc(x->f->pool[i].route);
	u32 counted = vc < DRF_CLASS_VCS ? vc : DRF_CLASS_VCS - 1;
	struct drf_slot *s = drf_slot_at(p, vc);

	count->packets[counted]++;
	count->flits[counted] += ss_packet_flits(&x->f->pool[i]);
	if (unlikely(x->f->cfg.usage))
		drf_count_arrival(x, port, vc, ss_packet_flits(&x->f->pool[i]));
	x->f->pool[i].next = 0;
	if (s->first) {
		x->f->pool[s->last].next = i;
		s->last = i;
		return;
	}
	s->first = i;
	s->last = i;
	drf_front(x, p, port, vc);
	x->rt->look = x->t;
}

static void free_further(struct drf_visit *x, struct drf_port *p, u32 port, u16 credit)
{
	bool minimal = credit & DRF_CREDIT_MINIMAL;
	u32 vc, flits;

	credit &= ~DRF_CREDIT_FLAGS;
	vc = DRF_CREDIT_VC(credit);
	flits = DRF_CREDIT_FLITS(credit);
	if (minimal)
		drf_minimal(x->df, p)[vc] -= flits;
	if (x->df->shares)
		drf_free_room(x->df, p, port, vc, flits);
	else
		drf_slot_at(p, vc)->free += flits;
}

/*
 * Take a credit that has come, and those that came together with it, with the counts of
 * &drf_fabric.further.
 */
static noinline void count_further(struct drf_visit *x, struct drf_port *p, u32 port, u16 credit)
{
	free_further(x, p, port, credit);
	while (p->credit_count) {
		credit = drf_credit_at(x->df, x->rt, port, p->credit_first);
		if (!(credit & DRF_CREDIT_TOGETHER))
			return;
		p->credit_first++;
		p->credit_count--;
		free_further(x, p, port, credit);
	}
}

static __always_inline void count_credits(struct drf_visit *x, u32 port)
{
	struct drf_port *p = drf_port_of(x->df, x->rt, port);
	u32 credit = drf_credit_at(x->df, x->rt, port, p->credit_first++);

	p->credit_count--;
	if (unlikely(x->df->further)) {
		count_further(x, p, port, credit);
		return;
	}
	drf_slot_at(p, DRF_CREDIT_VC(credit))->free += DRF_CREDIT_FLITS(credit);
}

static __always_inline void deliver(struct drf_visit *x, u32 port)
{
	struct drf_port *p = drf_port_of(x->df, x->rt, port);
	u32 i = drf_take_first(x->f, &p->delivering);
	bool reply = drf_is_reply(&x->f->pool[i]);

	if (unlikely(p->owed) && x->f->pool[i].awaited && !reply) {
		p->owed--;
		if (x->t + 1 < x->rt->look)
			x->rt->look = x->t + 1;
	}
	ss_source_deliver(x->f, x->g, x->nodes + port, i, reply, x->t);
	drf_note_node(x, x->nodes + port);
}

/*
 * Return true if another packet of node's port @port becomes ready in this cycle, as a reply beside
 * a request may.
 */
static __always_inline bool has_another(const struct drf_visit *x, u32 port)
{
	u32 i = drf_port_of(x->df, x->rt, port)->coming.first;

	return i && drf_since(x->f->pool[i].route, x->t) == x->f->cfg.router_delay;
}

/*
 * Handle the events that the wheel has for this cycle (phase 1).  Returns the ports whose nodes get
 * packets.
 */
static __always_inline u64 arrive(struct drf_visit *x)
{
	struct drf_due *due = drf_due_of(x->df, x->rt, x->t);
	u64 credits = due->gets & ~x->df->nodes, delivered = due->gets & x->df->nodes;

	for (u64 left = due->ready; left; left &= left - 1)
		enter_queue(x, drf_lowest(left));
	for (u64 left = due->ready & x->df->nodes; unlikely(left); left &= left - 1)
		if (has_another(x, drf_lowest(left)))
			enter_queue(x, drf_lowest(left));
	for (u64 left = credits; left; left &= left - 1)
		count_credits(x, drf_lowest(left));
	x->rt->changed |= credits != 0;
	if (credits && (x->rt->waiting || x->df->words))
		x->rt->look = x->t;
	due->ready = 0;
	due->gets = 0;
	ss_wheel_unmark(drf_busy_of(x->df, x->rt), ss_wheel_entry(x->df->wheel_shift, x->t));
	return delivered;
}

/* Visit the nodes (phase 3), and find the next cycle of a visit. */
static __always_inline void run_sources(struct drf_visit *x)
{
	u64 next = SS_NEVER;

	for (u32 n = x->nodes; n - x->nodes < x->f->topo.per_router; n++) {
		struct ss_source *s = &x->f->source[n];

		/* a packet that is dropped takes no time: another can be born in the same cycle */
		while (s->at <= x->t)
			ss_source_run(x->f, x->g, n, x->t);
		if (s->at < next)
			next = s->at;
	}
	x->rt->sources = next;
}

static __always_inline bool is_due(const struct drf_visit *x)
{
	u32 i = ss_wheel_entry(x->df->wheel_shift, x->t);

	return drf_busy_of(x->df, x->rt)[i / 64] >> (i % 64) & 1;
}

static __always_inline u64 next_at(const struct drf_visit *x, u64 from)
{
	u64 next = ss_wheel_next(drf_busy_of(x->df, x->rt), x->df->wheel_shift, from);

	if (x->rt->look < next)
		next = x->rt->look;
	return x->rt->sources < next ? x->rt->sources : next;
}

void drf_run(struct ss_fabric *f, struct ss_region *g, u32 r, u64 from, u64 end)
{
	struct drf_visit x = {
		.f = f, .df = drf_fabric(f), .g = g, .rt = drf_router_at(f, r), .r = r,
		.nodes = ss_first_node(&f->topo, r), .t = from,
	};
	u64 next;

	/* events elsewhere may have given a node work */
	x.rt->sources = from;
	next = next_at(&x, from);
	while (next < end) {
		u64 delivered = 0;

		x.t = next;
		if (x.df->filters)
			drf_filter(&x);
		if (is_due(&x))
			delivered = arrive(&x);
		if (x.rt->look <= x.t)
			drf_allocate(&x);
		if (x.rt->sources <= x.t)
			run_sources(&x);
		/* a delivery affects nodes from the next cycle on */
		for (; delivered; delivered &= delivered - 1)
			deliver(&x, drf_lowest(delivered));
		g->events++;
		next = next_at(&x, x.t + 1);
	}
	if (next != SS_NEVER)
		ss_remind(f, g, r, next);
}

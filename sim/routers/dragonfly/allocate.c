// SPDX-License-Identifier: GPL-2.0-only
/*
 * The allocator: separable, inputs first (docs/dragonfly-router.md, section 4).
 */
#include "visit.h"

static __always_inline void wake_at(struct drf_visit *x, u64 t)
{
	if (t < x->wake)
		x->wake = t;
}

/* Forget the packets that have left the output queue of @o before this cycle. */
static __always_inline void fold(const struct drf_visit *x, struct drf_port *o, const u32 *ring)
{
	drf_empty(o, x->t);
	while (o->queue_count && drf_leaving_in(ring[o->queue_first], x->t) < 0) {
		u32 flits = drf_leaving_flits(ring[o->queue_first]);

		o->taken = x->t + drf_leaving_in(ring[o->queue_first], x->t) + flits;
		o->used -= flits;
		o->queue_first = (o->queue_first + 1) & ((1U << x->df->queue_shift) - 1);
		o->queue_count--;
	}
}

/* Are there places for @flits in the output queue of port @out? */
static __always_inline bool has_places(struct drf_visit *x, struct drf_port *o, u32 out, u32 flits)
{
	const u32 *ring = drf_queue_of(x->df, x->rt, out);

	if (o->used + flits <= x->f->cfg.output_depth)
		return true;
	fold(x, o, ring);
	if (o->used + flits <= x->f->cfg.output_depth)
		return true;
	wake_at(x, x->t + drf_leaving_in(ring[o->queue_first], x->t) + 1);
	return false;
}

/* Does the node at port @out take no packet, where that is what its output waits for? */
static __always_inline bool is_idle(struct drf_visit *x, struct drf_port *o, u32 out)
{
	fold(x, o, drf_queue_of(x->df, x->rt, out));
	if (o->taken <= x->t)
		return true;
	wake_at(x, o->taken);
	return false;
}

/* Can the first packet of @s go? */
static __always_inline bool can_go(struct drf_visit *x, const struct drf_slot *s)
{
	struct drf_port *o = drf_port_of(x->df, x->rt, s->out);
	u32 flits;

	if (o->out_free > x->t) {
		wake_at(x, o->out_free);
		return false;
	}
	if (x->df->idle >> s->out & 1 && !is_idle(x, o, s->out))
		return false;
	flits = ss_packet_flits(&x->f->pool[s->first]);
	if (!(x->df->nodes >> s->out & 1) &&
	    drf_slot_of(x->df, x->rt, s->out, s->out_vc)->free < flits)
		return false;
	return has_places(x, o, s->out, flits);
}

/* The one of @from, in @order, that has been served longest ago. */
static u32 least_recent(const u8 *order, u64 from)
{
	while (!(from >> *order & 1))
		order++;
	return *order;
}

/* @who of the @count in @order has been served. */
static void serve(u8 *order, u32 count, u32 who)
{
	u32 i = 0;

	while (order[i] != who)
		i++;
	for (; i + 1 < count; i++)
		order[i] = order[i + 1];
	order[i] = who;
}

/* The birth of the first packet of VC @vc of input @in. */
static u64 birth_of(const struct drf_visit *x, u32 in, u32 vc)
{
	return x->f->pool[drf_slot_of(x->df, x->rt, in, vc)->first].birth;
}

/* Which VCs of input @in can go, as bits; if turns decide, the first of them is all that counts. */
static __always_inline u32 who_can(struct drf_visit *x, u32 in, const struct drf_port *p)
{
	const struct drf_slot *s = drf_slot_of(x->df, x->rt, in, 0);
	bool first = x->f->cfg.priority == SS_PRIORITY_TURN;
	u32 can = 0;

	for (u32 left = p->vcs; left; ) {
		u32 vc = drf_from_turn(left, p->in_turn);

		left &= ~(1U << vc);
		if (!can_go(x, s + vc))
			continue;
		can |= 1U << vc;
		if (first)
			break;
	}
	return can;
}

/* The VC of input @in that its arbiter chooses, or DRF_NOBODY. */
static __always_inline u32 choose_vc(struct drf_visit *x, u32 in)
{
	const struct drf_port *p = drf_port_of(x->df, x->rt, in);
	u32 can = who_can(x, in, p), best;

	if (!can)
		return DRF_NOBODY;
	best = drf_lowest(can);
	if (!(can & (can - 1)))
		return best;
	if (x->f->cfg.priority == SS_PRIORITY_RECENT)
		return least_recent(drf_input_order(x->df, x->rt, in), can);
	for (u32 left = can & (can - 1); left; left &= left - 1)
		if (birth_of(x, in, drf_lowest(left)) < birth_of(x, in, best))
			best = drf_lowest(left);
	return best;
}

/* The arbiter of input @in has served VC @vc. */
static __always_inline void serve_vc(struct drf_visit *x, u32 in, u32 vc)
{
	u32 vcs;

	if (x->f->cfg.priority == SS_PRIORITY_AGE)
		return;
	vcs = drf_vcs(&x->f->cfg, drf_class(x->f, in));
	if (x->f->cfg.priority == SS_PRIORITY_RECENT)
		serve(drf_input_order(x->df, x->rt, in), vcs, vc);
	else
		drf_port_of(x->df, x->rt, in)->in_turn = vc + 1 == vcs ? 0 : vc + 1;
}

/**
 * struct requests - of a pass
 * @losers: inputs that have requested an output in vain, as bits
 * @outputs: that are requested
 * @inputs: by output: those who request it
 * @vc: by input: of the packet that does
 */
struct requests {
	u64 losers;
	u64 outputs;
	u64 inputs[DRF_MAX_PORTS];
	u8 vc[DRF_MAX_PORTS];
};

/* Requests of the inputs in @from. */
static __always_inline void make_requests(struct drf_visit *x, struct requests *q, u64 from)
{
	q->outputs = 0;
	q->losers = 0;
	for (u64 left = from; left; left &= left - 1) {
		u32 in = drf_lowest(left), vc, out;

		if (drf_port_of(x->df, x->rt, in)->in_free > x->t) {
			wake_at(x, drf_port_of(x->df, x->rt, in)->in_free);
			continue;
		}
		vc = choose_vc(x, in);
		if (vc == DRF_NOBODY)
			continue;
		if (x->f->cfg.pointer == SS_POINTER_REQUEST)
			serve_vc(x, in, vc);
		out = drf_slot_of(x->df, x->rt, in, vc)->out;
		if (!(q->outputs >> out & 1))
			q->inputs[out] = 0;
		q->outputs |= 1ULL << out;
		q->inputs[out] |= 1ULL << in;
		q->losers |= 1ULL << in;
		q->vc[in] = vc;
	}
}

/* The input whose request output @out grants. */
static __always_inline u32 choose_input(const struct drf_visit *x, const struct requests *q,
					u32 out)
{
	u64 from = q->inputs[out];
	u32 best;

	if (x->f->cfg.transit && from & ~x->df->nodes)
		from &= ~x->df->nodes;
	if (!(from & (from - 1)))
		return drf_lowest(from);
	if (x->f->cfg.priority == SS_PRIORITY_TURN)
		return drf_from_turn(from, drf_port_of(x->df, x->rt, out)->out_turn);
	if (x->f->cfg.priority == SS_PRIORITY_RECENT)
		return least_recent(drf_output_order(x->df, x->rt, out), from);
	best = drf_lowest(from);
	for (from &= from - 1; from; from &= from - 1) {
		u32 in = drf_lowest(from);

		if (birth_of(x, in, q->vc[in]) < birth_of(x, best, q->vc[best]))
			best = in;
	}
	return best;
}

/* The arbiter of output @out has served input @in. */
static __always_inline void serve_input(const struct drf_visit *x, u32 out, u32 in)
{
	if (x->f->cfg.priority == SS_PRIORITY_RECENT)
		serve(drf_output_order(x->df, x->rt, out), x->df->ports, in);
	else if (x->f->cfg.priority == SS_PRIORITY_TURN)
		drf_port_of(x->df, x->rt, out)->out_turn = in + 1 == x->df->ports ? 0 : in + 1;
}

/*
 * Who could request nothing in a pass cannot in a later one of the same cycle, since grants only
 * take: so each pass after the first is of those that requested in vain.
 */
void drf_allocate(struct drf_visit *x)
{
	struct requests q;
	bool any = false;

	q.losers = x->rt->waiting;
	x->wake = SS_NEVER;
	for (u32 i = 0; i < x->f->cfg.iterations && q.losers; i++) {
		make_requests(x, &q, q.losers);
		any |= q.outputs;
		for (; q.outputs; q.outputs &= q.outputs - 1) {
			u32 out = drf_lowest(q.outputs), in = choose_input(x, &q, out);

			q.losers &= ~(1ULL << in);
			serve_input(x, out, in);
			if (x->f->cfg.pointer == SS_POINTER_GRANT)
				serve_vc(x, in, q.vc[in]);
			drf_grant(x, in, q.vc[in]);
		}
	}
	if (!x->rt->waiting)
		x->rt->look = SS_NEVER;
	else
		x->rt->look = any ? x->t + 1 : x->wake;
}

// SPDX-License-Identifier: GPL-2.0-only
/*
 * The allocator: separable, inputs first (docs/dragonfly-router.md, section 4).
 */
#include "adapt.h"
#include "flexible.h"
#include "ready.h"
#include "usage.h"

/* Return the member of @from, in @order, that has been served longest ago. */
static u32 least_recent(const u8 *order, u64 from)
{
	while (!(from >> *order & 1))
		order++;
	return *order;
}

/* Record that @who of the @count in @order was served. */
static void serve(u8 *order, u32 count, u32 who)
{
	u32 i = 0;

	while (order[i] != who)
		i++;
	for (; i + 1 < count; i++)
		order[i] = order[i + 1];
	order[i] = who;
}

/*
 * Return the birth of the first packet of VC @vc of input @in.  For a reply it is its own, not that
 * of its request.
 */
static u64 birth_of(const struct drf_visit *x, u32 in, u32 vc)
{
	const struct ss_packet *p = &x->f->pool[drf_slot_of(x->df, x->rt, in, vc)->first];

	return p->birth + (drf_is_reply(p) ? p->waited : 0);
}

/*
 * Return true if the first packet of VC @vc of @p, which is input @in, can be granted in this pass;
 * @hop is set to its hop.
 */
static __always_inline bool attempt(struct drf_visit *x, const struct drf_port *p, u32 in, u32 vc,
				    struct drf_hop *hop)
{
	const struct drf_slot *s = drf_slot_at(p, vc);

	if (x->df->chooses && s->hop.flags & DRF_OPEN) {
		if (x->df->routing->attempt(x, in, vc, hop))
			return true;
		drf_wake_at(x, x->t + 1);
		return false;
	}
	*hop = s->hop;
	if (unlikely(x->df->flexible)) {
		if (drf_flex_go(x, in, vc, hop))
			return true;
		/* after a grant that takes the last credits it may go minimally */
		if (s->hop.place)
			drf_wake_at(x, x->t + 1);
		return false;
	}
	return drf_can_go(x, hop, ss_packet_flits(&x->f->pool[s->first]));
}

/* Find the VCs of input @in that have packets, none of which crosses. */
static u32 idle_vcs(struct drf_visit *x, u32 in, const struct drf_port *p)
{
	const u64 *until = drf_until(x->df, x->rt, in);
	u32 idle = p->vcs;

	for (u32 left = p->vcs; left; left &= left - 1) {
		u32 vc = drf_lowest(left);

		if (until[vc] <= x->t)
			continue;
		idle &= ~(1U << vc);
		drf_wake_at(x, until[vc]);
	}
	return idle;
}

/*
 * Find the VCs of input @in that can be granted, as bits, and their hops.  If turns decide, only
 * the first of them counts, unless all are to be counted.
 */
static __always_inline u32 who_can(struct drf_visit *x, u32 in, const struct drf_port *p,
				   struct drf_hop *hop, bool counted, bool wide)
{
	bool first = !counted && x->df->in_priority == SS_PRIORITY_TURN;
	u32 can = 0;

	for (u32 left = wide ? idle_vcs(x, in, p) : p->vcs; left; ) {
		u32 vc = drf_from_turn(left, p->in_turn);

		left &= ~(1U << vc);
		if (!attempt(x, p, in, vc, hop + vc))
			continue;
		can |= 1U << vc;
		if (first)
			break;
	}
	return can;
}

/* Choose a VC from non-empty @can, by the arbiter of input @in. */
static __always_inline u32 choose_vc(const struct drf_visit *x, u32 in, u32 can)
{
	u32 best = drf_lowest(can);

	if (!(can & (can - 1)))
		return best;
	if (x->df->in_priority == SS_PRIORITY_RECENT)
		return least_recent(drf_input_order(x->df, x->rt, in), can);
	if (x->df->in_priority == SS_PRIORITY_TURN)
		return drf_from_turn(can, drf_port_of(x->df, x->rt, in)->in_turn);
	for (u32 left = can & (can - 1); left; left &= left - 1)
		if (birth_of(x, in, drf_lowest(left)) < birth_of(x, in, best))
			best = drf_lowest(left);
	return best;
}

/* Record in the arbiter of input @in that VC @vc was served. */
static __always_inline void serve_vc(struct drf_visit *x, u32 in, u32 vc)
{
	u32 vcs;

	if (x->df->in_priority == SS_PRIORITY_AGE)
		return;
	vcs = drf_vcs(&x->f->cfg, drf_class(x->f, in));
	if (x->df->in_priority == SS_PRIORITY_RECENT)
		serve(drf_input_order(x->df, x->rt, in), vcs, vc);
	else
		drf_port_of(x->df, x->rt, in)->in_turn = vc + 1 == vcs ? 0 : vc + 1;
}

/**
 * struct requests - requests of a pass
 * @losers: inputs that have requested an output in vain, as bits
 * @outputs: outputs that are requested
 * @inputs: by output: inputs that request it
 * @vc: by input: VC of the requesting packet
 * @hop: by input: its hop
 */
struct requests {
	u64 losers;
	u64 outputs;
	u64 inputs[DRF_MAX_PORTS];
	u8 vc[DRF_MAX_PORTS];
	struct drf_hop hop[DRF_MAX_PORTS];
};

/* Collect the requests of the inputs in @from. */
static __always_inline void make_requests(struct drf_visit *x, struct requests *q, u64 from,
					  bool counted, bool wide)
{
	q->outputs = 0;
	q->losers = 0;
	for (u64 left = from; left; left &= left - 1) {
		u32 in = drf_lowest(left), vc, out, can;
		const struct drf_port *p = drf_port_of(x->df, x->rt, in);
		struct drf_hop hop[DRF_MAX_VCS];

		if (p->in_free > x->t) {
			drf_wake_at(x, p->in_free);
			continue;
		}
		can = who_can(x, in, p, hop, counted, wide);
		if (!can)
			continue;
		vc = choose_vc(x, in, can);
		if (counted)
			drf_count_requests(x, in, can, hop[vc].out);
		if (x->f->cfg.dragonfly.pointer == SS_POINTER_REQUEST)
			serve_vc(x, in, vc);
		q->hop[in] = hop[vc];
		out = hop[vc].out;
		if (!(q->outputs >> out & 1))
			q->inputs[out] = 0;
		q->outputs |= 1ULL << out;
		q->inputs[out] |= 1ULL << in;
		q->losers |= 1ULL << in;
		q->vc[in] = vc;
	}
}

/*
 * Return the pointer of the arbiter of output @out for requests of input @in. Where transit goes
 * first, nodes have a pointer of their own. An order by service needs no second one: a grant to
 * transit leaves the order of the nodes among themselves as it is.
 */
static __always_inline u8 *turn_of(const struct drf_visit *x, u32 out, u32 in)
{
	if (unlikely(x->f->cfg.dragonfly.transit) && x->df->nodes >> in & 1)
		return drf_node_turn(x->df, x->rt, out);
	return &drf_port_of(x->df, x->rt, out)->out_turn;
}

/* Choose the input whose request output @out grants. */
static __always_inline u32 choose_input(const struct drf_visit *x, const struct requests *q,
					u32 out)
{
	u64 from = q->inputs[out];
	u32 best;

	if (x->f->cfg.dragonfly.transit && from & ~x->df->nodes)
		from &= ~x->df->nodes;
	if (!(from & (from - 1)))
		return drf_lowest(from);
	if (x->f->cfg.priority == SS_PRIORITY_TURN)
		return drf_from_turn(from, *turn_of(x, out, drf_lowest(from)));
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

/* Record in the arbiter of output @out that input @in was served. */
static __always_inline void serve_input(const struct drf_visit *x, u32 out, u32 in)
{
	if (x->f->cfg.priority == SS_PRIORITY_RECENT)
		serve(drf_output_order(x->df, x->rt, out), x->df->ports, in);
	else if (x->f->cfg.priority == SS_PRIORITY_TURN)
		*turn_of(x, out, in) = in + 1 == x->df->ports ? 0 : in + 1;
}

/*
 * Note that a packet of VC @vc of input @in crosses until in_free, and set that to the cycle from
 * which on fewer packets of the input cross than may.
 */
static void cross(struct drf_visit *x, u32 in, u32 vc)
{
	struct drf_port *p = drf_port_of(x->df, x->rt, in);
	u32 most = x->f->cfg.dragonfly.input_speedup;
	u64 *until = drf_until(x->df, x->rt, in);

	until[vc] = p->in_free;
	p->in_free = 0;
	for (u32 i = 0; i < x->df->slots; i++) {
		u32 as_long = 0;

		for (u32 k = 0; k < x->df->slots; k++)
			as_long += until[k] >= until[i];
		if (as_long >= most && until[i] > p->in_free)
			p->in_free = until[i];
	}
}

/* Grant @hop to the first packet of VC @vc of input @in. */
static __always_inline void grant(struct drf_visit *x, u32 in, u32 vc, const struct drf_hop *hop,
				  bool counted, bool wide)
{
	const struct drf_port *p = drf_port_of(x->df, x->rt, in);
	const struct drf_slot *s = drf_slot_at(p, vc);

	if (counted)
		drf_count_grant(x, in, vc, hop->out);
	drf_grant(x, in, vc, hop);
	if (wide)
		cross(x, in, vc);
	x->open &= ~(1ULL << hop->out);
	if (p->vcs)
		drf_wake_at(x, wide && p->in_free <= x->t ? x->t + 1 : p->in_free);
	/* the packet behind it is decided on as soon as it is at the front */
	if (s->first && s->hop.flags & DRF_OPEN && !x->df->chooses)
		drf_wake_at(x, x->t + 1);
}

/*
 * Allocate in passes.  An input that can request nothing in a pass cannot do so in a later pass of
 * the same cycle, since grants only take room.  So later passes are for the inputs whose requests
 * were not granted.  They are for all inputs in four cases: each attempt chooses a hop anew; a
 * grant at a node's port makes room for a reply; a grant takes the room of an opportunistic hop, so
 * that its packet may take the minimal hop; or, with @wide, an input that was granted a packet may
 * request for another one.
 */
static __always_inline void allocate(struct drf_visit *x, bool counted, bool wide)
{
	u64 from = x->rt->waiting;
	struct requests q;

	q.losers = 0;
	for (x->pass = 0; x->pass < x->f->cfg.dragonfly.iterations && from; x->pass++) {
		make_requests(x, &q, from, counted, wide);
		for (; q.outputs; q.outputs &= q.outputs - 1) {
			u32 out = drf_lowest(q.outputs), in = choose_input(x, &q, out);

			q.losers &= ~(1ULL << in);
			serve_input(x, out, in);
			if (x->f->cfg.dragonfly.pointer == SS_POINTER_GRANT)
				serve_vc(x, in, q.vc[in]);
			grant(x, in, q.vc[in], &q.hop[in], counted, wide);
		}
		from = wide || x->df->chooses || x->df->reverts || x->f->traffic->replies ?
		       x->rt->waiting : q.losers;
	}
	if (q.losers)
		drf_wake_at(x, x->t + 1);
}

/*
 * Allocate with counts, or with several packets of an input crossing at once.  A function of its
 * own, so that runs without either do not pay for it.
 */
static noinline void allocate_further(struct drf_visit *x)
{
	x->given = 0;
	allocate(x, x->f->cfg.usage, x->df->wide);
}

void drf_allocate(struct drf_visit *x)
{
	struct drf_level level[DRF_MAX_PORTS];

	x->level = level;
	x->wake = SS_NEVER;
	x->known = 0;
	x->open = 0;
	if (x->df->adapts)
		drf_observe(x);
	if (unlikely(x->df->allocates_further))
		allocate_further(x);
	else
		allocate(x, false, false);
	if (x->df->adapts)
		drf_watch(x);
	x->rt->look = x->wake;
}

// SPDX-License-Identifier: GPL-2.0-only
/*
 * The run of a router, cycle by cycle where it has events; the phases are those of
 * docs/vc-router.md.
 */
#include "allocate_switch.h"
#include "allocate_vcs.h"

#ifdef VCR_WIDE

/* Return a random number for the route of packet @p, the same in every router. */
static u64 toss_of(const struct ss_fabric *f, const struct ss_packet *p)
{
	u64 key = ss_rng_key(f->cfg.seed, ss_header_source(&f->topo, p->header));

	return ss_rng_draw(ss_rng_key(key, SS_STREAM_ROUTES),
			   (u64)p->birth << SS_HDR_TID_BITS | SS_HDR_GET(p->header, TID));
}

/* Find the way of packet @p, the first one of @vc: to its node, or by the topology's route. */
static __always_inline void find_way(const struct vcr_visit *x, struct vcr_vc *vc,
				     const struct ss_packet *p)
{
	const struct ss_topology *t = &x->f->topo;
	u32 dest = ss_header_dest(t, p->header), class_ = vc->reg / 2, stage = vc->stage;
	struct ss_step step = {
		.routing = x->f->cfg.routing,
		.router = x->r,
		.source = ss_header_source(t, p->header),
		.dest = dest,
	};
	struct vcr_way way = { 0 };

	if (ss_router_of(t, dest) == x->r) {
		way.out = dest - x->rt->first;
		way.wants = ss_vcs_of_class(x->f->cfg.vcs, class_);
	} else {
		step.toss = toss_of(x->f, p);
		way.out = t->ops->route(t, &step, &stage);
		way.wants = vcr_fabric(x->f)->stage[class_][stage];
	}
	way.line = VCR_LINE_OUT(way.out);
	vc->way = way;
}

#else

/*
 * Return the number of the way of packet @p, the first one of @vc, into a ring.  The table of turns
 * has no entry for it.
 */
static noinline u32 way_by_rule(const struct ss_routing *routing, u32 r, const struct vcr_vc *vc,
				const struct ss_packet *p)
{
	u64 toss = SS_HDR_GET(p->header, TID) << 32 | SS_HDR_SOURCE(p->header) << 8;
	struct ss_hop hop = ss_route_tossed(routing, r, vc->port, vc->reg & 1,
					    SS_HDR_GET(p->header, DEST), toss);

	return VCR_WAY(hop.port, hop.vc);
}

/*
 * Return the number of the way of packet @p, the first one of @vc, in a cube: to the node, straight
 * on, or into a ring.
 */
static __always_inline u32 way_in_cube(const struct vcr_visit *x, const struct vcr_vc *vc,
				       const struct ss_packet *p)
{
	const struct ss_routing *routing = &vcr_fabric(x->f)->routing;
	u64 here = routing->place[x->r], there = routing->place[SS_HDR_GET(p->header, DEST)];
	u64 apart = (here ^ there) << (64 - SS_PLACE_DATELINES);
	u32 dim, turn;

	if (!apart)
		return VCR_WAY(SEASTAR_PORT_PROC, 0);
	dim = (ss_lowest(apart) - (64 - SS_PLACE_DATELINES)) / 16;
	if (dim == vc->dim)
		return vc->ahead | (here >> (SS_PLACE_DATELINES + dim) & 1);
	turn = ss_route_turn(routing, dim, here, there);
	if (likely(turn >> SS_TURN_KNOWN & 1))
		return VCR_WAY(turn & SS_TURN_PORT, turn >> SS_TURN_UPPER & 1);
	return way_by_rule(routing, x->r, vc, p);
}

/*
 * Find the way of packet @p in a cube.  The compiler copies the table's entry as one word; it would
 * not if a function returned the structure.
 */
static __always_inline void find_way(const struct vcr_visit *x, struct vcr_vc *vc,
				     const struct ss_packet *p)
{
	u32 way = way_in_cube(x, vc, p);

	vc->way = vcr_fabric(x->f)->way[vc->reg][way];
}

#endif /* VCR_WIDE */

/* Begin the first packet of @vc, which is at the front from cycle @t on. */
static __always_inline void begin_packet(const struct vcr_visit *x, struct vcr_vc *vc, u64 t)
{
	const struct ss_packet *p = &x->f->pool[vc->first];

	find_way(x, vc, p);
	vc->when = t + x->f->cfg.vc.routing_delay;
	vc->left = ss_packet_flits(p);
	vc->begun = false;
	set_add(x, &x->rt->waiting, vc);
	plan(x, vc->when);
}

/* Take a flit that arrives in @vc: packet @i's first flit, or a later one if @i is 0. */
static __always_inline void take_flit(const struct vcr_visit *x, struct vcr_vc *vc, u32 i, u64 t)
{
	vc->arrived++;
	vc->flits++;
	if (!i) {
		/* a buffer that had flits before is in @waiting or @ready already */
		if (vc->flits == 1)
			set_add(x, &x->rt->ready, vc);
		return;
	}
	vc->pkts++;
	x->f->pool[i].arrival = t;
	if (vc->first) {
		x->f->pool[vc->last].next = i;
		vc->last = i;
		return;
	}
	vc->first = i;
	vc->last = i;
	begin_packet(x, vc, t);
}

/* Take in the arrivals of cycle @t. */
static __always_inline void take_due(const struct vcr_visit *x, struct vcr_due *due, u64 t)
{
	u32 flits = due->flits;

	due->flits = 0;
	for (u32 nth = 0; nth < vcr_nodes(x->rt); nth++) {
		u64 credit = due->credit[nth];

		if (VCR_CREDIT_AT(credit) == t && credit)
			vcr_inject_credit(x->f, x->rt, nth,
					  VCR_CREDIT_SLOT(credit) - nth * x->vcs, t);
	}
	for (u32 i = 0; i < flits; i++)
		take_flit(x, x->vc + due->flit[i], due->head[i], t);
}

/*
 * Plan a visit to router @to in cycle @t.  If its wheel has that cycle already, the agenda needs no
 * entry: it has the router's next event, and each visit to the router adds the one after that.
 */
static __always_inline void wake(struct ss_region *g, struct vcr_router *to, u32 wheel, u64 t)
{
	if (!vcr_mark(vcr_busy_of(to, wheel), wheel, t))
		ss_agenda_add(&g->agenda, to->number - g->first, t);
}

/*
 * Send a flit to buffer @slot of router @to, where it arrives in cycle @t: the first flit of packet
 * @i, or a later one if @i is 0.
 */
static __always_inline void bring_flit(const struct ss_fabric *f, struct ss_region *g,
				       struct vcr_router *to, u32 slot, u32 i, u32 wheel, u64 t)
{
	vcr_due_flit(vcr_due_of(f, to, t), slot, i);
	wake(g, to, wheel, t);
}

/*
 * Send a credit for VC @slot of output @port to router @to, where it arrives in cycle @t.  If the
 * port is a node's, the credit is for this node.
 */
static __always_inline void bring_credit(const struct ss_fabric *f, struct ss_region *g,
					 struct vcr_router *to, u32 port, u32 slot, u32 wheel,
					 u64 t)
{
	vcr_due_of(f, to, t)->credit[port] = VCR_CREDIT(slot, t);
	if (!vcr_is_node(to, port)) {
		to->out_vc[slot].credits++;
		if (likely(!(to->hungry >> port & 1)))
			return;
	}
	wake(g, to, wheel, t);
}

void vcr_take_packet(struct ss_fabric *f, struct ss_region *g, u32 input, u32 vc, u32 i, u64 t)
{
	bring_flit(f, g, vcr_router_at(f, VCR_PORT_ROUTER(input)),
		   vcr_slot(f, VCR_PORT_OF(input), vc), i, vcr_fabric(f)->wheel, t);
}

void vcr_take_flit(struct ss_fabric *f, struct ss_region *g, u32 input, u32 vc, u64 t)
{
	vcr_take_packet(f, g, input, vc, 0, t);
}

/* Take @credit, with its VC in the lowest 8 bits and its cycle of arrival in the others. */
void vcr_take_credit(struct ss_fabric *f, struct ss_region *g, u32 output, u64 credit)
{
	bring_credit(f, g, vcr_router_at(f, VCR_PORT_ROUTER(output)), VCR_PORT_OF(output),
		     vcr_slot(f, VCR_PORT_OF(output), credit & 255), vcr_fabric(f)->wheel,
		     credit >> 8);
}

/* Return the credit for a place in buffer @vc to the sender of its flits, in cycle @t. */
static __always_inline void send_credit(const struct vcr_visit *x, const struct vcr_vc *vc, u64 t)
{
	struct vcr_router *to = x->rt->peer[vc->port];
	u64 when = t + vcr_fabric(x->f)->credit_delay;

	if (likely(to))
		bring_credit(x->f, x->g, to, x->rt->peer_port[vc->port],
			     x->rt->peer_slot[vc->port] + vc->vc, x->wheel, when);
	else
		ss_post_credit(x->f, x->g, x->f->wire[VCR_PORT_ID(x->r, vc->port)].to,
			       when << 8 | vc->vc);
}

/* Send a flit of the first packet of @vc to a node. */
static __always_inline void eject(const struct vcr_visit *x, const struct vcr_vc *vc, u64 t)
{
	u32 nth = vc->way.out;
	u64 start = ss_rate_start(x->f->eject, x->rt->next[nth], t), when;
	struct vcr_due *due;

	x->rt->next[nth] = start + x->f->eject.b;
	if (vc->left > 1)
		return;
	when = t + vcr_fabric(x->f)->flit_delay + 1;
	due = vcr_due_of(x->f, x->rt, when);
	due->delivered[nth] = vc->first;
	due->class_[nth] = vc->reg / 2;
	plan(x, when);
}

/* Send a flit of the first packet of @vc to another region, which it reaches in cycle @when. */
static __always_inline void post_flit(const struct vcr_visit *x, const struct vcr_vc *vc,
				      u64 when)
{
	u32 input = x->f->wire[VCR_PORT_ID(x->r, vc->way.out)].to;

	if (vc->begun) {
		ss_post_flit(x->f, x->g, input, vc->out_vc, when);
		return;
	}
	/* the packet is in that region from now on, and in this one until its last flit has left */
	ss_post_packet(x->f, x->g, input, vc->out_vc, &x->f->pool[vc->first], when);
	x->g->in_use--;
}

/* Send a flit of the first packet of @vc through its output. */
static __always_inline void send_flit(const struct vcr_visit *x, const struct vcr_vc *vc, u64 t)
{
	struct vcr_router *to = x->rt->peer[vc->way.out];
	u64 when = t + vcr_fabric(x->f)->flit_delay;

	x->rt->out_vc[vc->out_slot].credits--;
	if (likely(to))
		bring_flit(x->f, x->g, to, x->rt->peer_slot[vc->way.out] + vc->out_vc,
			   vc->begun ? 0 : vc->first, x->wheel, when);
	else
		post_flit(x, vc, when);
}

/* End the first packet of @vc, whose last flit has left, and begin the next one. */
static __always_inline void end_packet(const struct vcr_visit *x, struct vcr_vc *vc, u64 t)
{
	u32 i = vc->first;

	x->rt->free[vc->way.out] |= 1U << vc->out_vc;
	vc->first = i == vc->last ? 0 : x->f->pool[i].next;
	if (unlikely(!x->rt->peer[vc->way.out])) {
		x->g->in_use++;
		ss_packet_free(x->f, x->g, i);
	}
	if (vc->first)
		begin_packet(x, vc, t + 1);
}

/* Add the flits of the first packet of @vc, which begins to leave, to its output's @carried. */
static __always_inline void count_carried(const struct vcr_visit *x, const struct vcr_vc *vc)
{
#ifdef VCR_WIDE
	x->rt->tally[vc->way.out].carried += vc->left;
#else
	(void)x;
	(void)vc;
#endif
}

/* Pass a flit of @vc through the crossbar in cycle @t. */
static __always_inline void pass_flit(const struct vcr_visit *x, struct vcr_vc *vc, u64 t)
{
	u32 out = vc->way.out;

	move_turns(x, vc);
	if (!vc->begun) {
		x->rt->tally[out].sent++;
		x->rt->tally[out].waited += t - x->f->pool[vc->first].arrival;
		count_carried(x, vc);
	}
	if (!--vc->flits || vc->left == 1)
		set_remove(x, &x->rt->ready, vc);
	send_credit(x, vc, t);
	if (vcr_is_node(x->rt, vc->way.out))
		eject(x, vc, t);
	else
		send_flit(x, vc, t);
	if (--vc->left)
		vc->begun = true;
	else
		end_packet(x, vc, t);
}

/* Count outputs @starved as stalled: they have flits, but no credits for them. */
static __always_inline void count_stalls(const struct vcr_visit *x, VCR_PORT_SET starved, u64 t)
{
	VCR_PORT_SET changed = starved ^ x->rt->stalled;

	x->rt->stalled = starved;
	for (; changed; changed &= changed - 1) {
		struct vcr_tally *tally = &x->rt->tally[ss_lowest(changed)];

		if (starved >> ss_lowest(changed) & 1)
			tally->stalled_since = t;
		else
			tally->stalled += t - tally->stalled_since;
	}
}

/*
 * Allocate the switch in cycle @t to buffers in @ready, and pass their flits.  Returns true if
 * there was a grant.
 */
static __always_inline bool pass_flits(const struct vcr_visit *x, const struct vcr_set *ready,
				       u64 t)
{
	struct switch_requests q;

	ask_for_switch(x, ready, t, &q);
	count_stalls(x, q.starved, t);
	if (q.shared)
		settle_switch(x, &q);
	for (struct vcr_vc **vc = q.vc; vc < q.end; vc++)
		pass_flit(x, *vc, t);
	return q.end > q.vc;
}

/* Let nodes inject in cycle @t. */
static __always_inline void run_sources(const struct vcr_visit *x, u64 t)
{
	for (u32 nth = 0; nth < vcr_nodes(x->rt); nth++) {
		u32 node = vcr_first_node(x->rt) + nth;
		const struct ss_source *source = &x->f->source[node];

		if (x->rt->injector[nth].packet)
			vcr_inject_more(x->f, x->rt, nth, t);
		if (unlikely(source->reply_at <= t))
			ss_reply_run(x->f, node, t);
		if (source->at <= t)
			ss_source_run(x->f, x->g, node, t);
	}
}

/* Deliver packets to nodes in cycle @t.  Returns their number. */
static __always_inline u32 deliver(const struct vcr_visit *x, struct vcr_due *due, u64 t)
{
	u32 n = 0;

	for (u32 nth = 0; nth < vcr_nodes(x->rt); nth++) {
		u32 delivered = due->delivered[nth];

		if (!delivered)
			continue;
		due->delivered[nth] = 0;
		ss_source_deliver(x->f, x->g, vcr_first_node(x->rt) + nth, delivered,
				  due->class_[nth], t);
		n++;
	}
	return n;
}

/* Handle all events of cycle @t.  Returns their number. */
static __always_inline u32 run_cycle(const struct vcr_visit *x, u64 t)
{
	struct vcr_due *due = vcr_due_of(x->f, x->rt, t);
	/*
	 * a packet that comes to the front in this cycle does not request a VC in it; one that is
	 * given a VC does not request the switch
	 */
	struct vcr_set waiting = x->rt->waiting, ready;
	bool granted;

	ss_wheel_unmark(x->busy, ss_wheel_entry(x->wheel, t));
	x->rt->hungry = 0;
	take_due(x, due, t);
	run_sources(x, t);
	ready = x->rt->ready;
	granted = allocate_vcs(x, &waiting, t);
	if (granted)
		plan(x, t + x->f->cfg.vc.vc_delay);
	granted |= pass_flits(x, &ready, t);
	if (granted)
		plan(x, t + 1);
	return 1 + deliver(x, due, t);
}

/* Return the first cycle from @from on that has events: usually @from itself. */
static __always_inline u64 next_at(const struct vcr_visit *x, u64 from)
{
	u32 i = ss_wheel_entry(x->wheel, from);
	u64 next;

	if (x->busy[i / 64] >> i % 64 & 1)
		return from;
	next = ss_wheel_next(x->busy, x->wheel, from);
	for (u32 nth = 0; nth < vcr_nodes(x->rt); nth++) {
		const struct ss_source *source = &x->f->source[vcr_first_node(x->rt) + nth];

		if (source->reply_at < next)
			next = source->reply_at;
		if (source->at < next)
			next = source->at;
	}
	return next;
}

/* Run a router.  @is_usual is a constant at each call, so the compiler removes the tests for it. */
static __always_inline void run(struct ss_fabric *f, struct ss_region *g, u32 r, u64 from, u64 end,
				bool is_usual)
{
	u32 wheel = is_usual ? SS_WHEEL_LEAST : vcr_fabric(f)->wheel, events = 0;
	struct vcr_router *rt = vcr_router_at(f, r);
	const struct vcr_visit x = {
		.f = f,
		.g = g,
		.rt = rt,
		.busy = vcr_busy_of(rt, wheel),
		.vc = vcr_vcs_of(rt),
		.r = r,
		.vcs = vcr_fabric(f)->vcs,
		.wheel = wheel,
		.in_flight = vcr_fabric(f)->in_flight,
		.words = is_usual ? 1 : (vcr_slots(f) + 63) / 64,
		.ages = !is_usual && f->cfg.priority == SS_PRIORITY_AGE,
		.input_first = !is_usual && f->cfg.vc.allocator == SS_ALLOCATE_INPUT,
		.whole = !is_usual && f->cfg.vc.flow == SS_FLOW_CUT_THROUGH,
	};
	u64 t;

	for (t = next_at(&x, from); t < end; t = next_at(&x, t + 1))
		events += run_cycle(&x, t);
	/* a visit without events counts as one, since it takes time, too */
	g->events += events ? events : 1;
	if (t != SS_NEVER)
		ss_remind(f, g, r, t);
}

void vcr_run(struct ss_fabric *f, struct ss_region *g, u32 r, u64 from, u64 end)
{
	if (vcr_fabric(f)->is_usual)
		run(f, g, r, from, end, true);
	else
		run(f, g, r, from, end, false);
}

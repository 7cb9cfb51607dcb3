// SPDX-License-Identifier: GPL-2.0-only
/*
 * The datapath by events; engine.h tells how.  The handlers below follow the
 * phases of docs/model.md, section 4.  Those that take @shift (log2 of the VCs of
 * a port) are compiled once for the hardware's four VCs and once for any.
 */
#include "arbiter.h"
#include "engine.h"

/* Slots of VC 0 of each of the inputs, for 2, 4 and 8 VCs a port. */
static u64 slots_of_vc0(u32 shift)
{
	u64 set = 0;

	for (u32 in = 0; in < SS_PORTS; in++)
		set |= 1ULL << (in << shift);
	return set;
}

/*
 * Run Procedure 1 on the headers that arrived in router @r before cycle @t.
 * Returns when the first of the others arrives, or SS_NEVER.
 */
static u64 stamp_arrived(struct ss_fabric *f, u32 r, u64 t)
{
	struct ss_router *router = &f->router[r];
	u64 next = SS_NEVER;

	for (u32 port = 0; port < SS_PORTS; port++) {
		for (u32 v = 0; v < ss_vcs(f); v++) {
			struct ss_vc *vc = ss_vc_at(f, SS_PORT_ID(r, port), v);
			u32 bias = router->bias[ss_vc_class(f, v)][port];

			for (u32 i = vc->first; i; i = f->pool[i].next) {
				struct ss_packet *p = &f->pool[i];

				if (p->arrival >= t) {
					if (p->arrival < next)
						next = p->arrival;
					break;
				}
				if (p->stamped)
					continue;
				p->header = ss_age_arrive(&router->age, p->header,
							  bias, p->arrival);
				p->stamped = 1;
			}
		}
	}
	return next;
}

static void tell_age(const struct ss_fabric *f, enum ss_age_event event, u32 r, u64 t)
{
	if (f->on_age)
		f->on_age(f->age_ctx, event, r, t);
}

/* See to the wraps of router @r's timestamp up to cycle @t. */
static inline void age_advance(struct ss_fabric *f, u32 r, u64 t)
{
	struct ss_age *age = &f->router[r].age;

	while (unlikely(age->wrap <= t)) {
		u64 wrap = age->wrap, next = stamp_arrived(f, r, wrap);

		if (age->packet_count[0] || age->packet_count[1])
			ss_age_wrap(age);
		else
			wrap = ss_age_wrap_idle(age, next < t ? next : t);
		tell_age(f, age->wrap == U64_MAX ? SS_CLOCK_INHIBIT : SS_CLOCK_EPOCH, r, wrap);
	}
}

void ss_age_sync(struct ss_fabric *f, u32 r, u64 t)
{
	if (!t)
		return;
	age_advance(f, r, t - 1);
	stamp_arrived(f, r, t);
}

static __always_inline void plan_input(struct ss_fabric *f, u32 input, u64 t)
{
	ss_wheel_add(&f->wheels, SS_PORT_ROUTER(input), t, SS_DO_INPUT(SS_PORT_OF(input)));
}

static __always_inline void plan_output(struct ss_fabric *f, u32 output, u64 t)
{
	ss_wheel_add(&f->wheels, SS_PORT_ROUTER(output), t, SS_DO_OUTPUT(SS_PORT_OF(output)));
}

/* The head of @vc, number @v of @input, arrived in @arrival: say when it is routed. */
static __always_inline void expect_head(struct ss_fabric *f, u32 input, u32 v,
					struct ss_vc *vc, u64 arrival)
{
	u64 routed = arrival + f->cfg.router_delay;

	vc->state = SS_HEAD_COMING;
	vc->until = routed > vc->since ? routed : vc->since;
	f->input[input].expected |= 1U << v;
	plan_input(f, input, vc->until);
}

static __always_inline void append(struct ss_fabric *f, u32 input, u32 v, u32 i, u64 t,
				   u32 shift)
{
	struct ss_vc *vc = &f->vc[input << shift | v];
	struct ss_packet *p = &f->pool[i];

	p->arrival = t;
	p->vc = v;
	p->stamped = 0;
	p->next = 0;
	vc->pkts++;
	vc->flits += ss_packet_flits(p);
	if (vc->first) {
		f->pool[vc->last].next = i;
	} else {
		vc->first = i;
		expect_head(f, input, v, vc, t);
	}
	vc->last = i;
}

void ss_input_append(struct ss_fabric *f, struct ss_region *g, u32 input, u32 vc, u32 p, u64 t)
{
	append(f, input, vc, p, t, f->vc_shift);
	ss_remind(f, g, SS_PORT_ROUTER(input), t + f->cfg.router_delay);
}

/* Flits that have left the staging slot @slot of @output before @t but count in used. */
static __always_inline u32 staging_left(const struct ss_output *o, struct ss_rate rate,
					u32 slot, u64 t)
{
	if (!o->tx_len || o->tx_slot != slot)
		return 0;
	return ss_rate_sent(rate, o->start, o->tx_len, t);
}

u32 ss_staging_used(const struct ss_fabric *f, u32 output, u32 slot, u64 t)
{
	return ss_staging_at(f, output, slot)->used -
	       staging_left(&f->output[output], ss_output_rate(f, output), slot,
			    t);
}

/*
 * The cycle in which the packet now leaving from @s will have made space for
 * a whole packet, or SS_NEVER if it will not do.
 */
static __always_inline u64 space_when(const struct ss_fabric *f, const struct ss_output *o,
				      struct ss_rate rate, const struct ss_staging *s)
{
	u32 want = s->used + f->cfg.max_packet - f->cfg.staging_depth;

	if (want > o->tx_len)
		return SS_NEVER;
	return ss_rate_flit(rate, o->start, want - 1) + 1;
}

/*
 * From cycle @t on, judge whether the head of VC @v of @input, which is expected,
 * has staging space: blocked or ready.
 */
static __always_inline void judge_head(struct ss_fabric *f, u32 input, u32 v, u64 t, u32 shift)
{
	struct ss_vc *vc = &f->vc[input << shift | v];
	u32 output = (input & ~7U) | vc->out;
	struct ss_output *o = &f->output[output];
	struct ss_staging *s = &f->staging[output * (SS_PORTS << shift) + vc->slot];
	struct ss_rate rate = ss_output_rate(f, output);
	u32 left = staging_left(o, rate, vc->slot, t);

	if (s->used - left + f->cfg.max_packet <= f->cfg.staging_depth) {
		vc->state = SS_HEAD_READY;
		f->input[input].expected &= ~(1U << v);
		f->input[input].ready |= 1U << v;
		return;
	}
	vc->state = SS_HEAD_BLOCKED;
	vc->since = t;
	vc->until = SS_NEVER;
	if (o->tx_len && o->tx_slot == vc->slot)
		vc->until = space_when(f, o, rate, s);
	if (vc->until == SS_NEVER)
		s->waiting |= 1U << v;
	else
		plan_input(f, input, vc->until);
}

/* Phase 3: heads that are routed now, or have the space they waited for. */
static __always_inline void heads(struct ss_fabric *f, u32 input, u64 t, u32 shift)
{
	for (u32 set = f->input[input].expected; set; set &= set - 1) {
		u32 v = ss_lowest(set);
		struct ss_vc *vc = &f->vc[input << shift | v];

		if (vc->until > t)
			continue;
		if (vc->state == SS_HEAD_COMING) {
			u32 dest = SS_HDR_GET(f->pool[vc->first].header, DEST);
			struct ss_hop hop = ss_route(&f->routing, SS_PORT_ROUTER(input),
						     SS_PORT_OF(input), v, dest);

			vc->out = hop.port;
			vc->slot = SS_PORT_OF(input) << shift | hop.vc;
		} else {
			vc->blocked += t - vc->since;
		}
		judge_head(f, input, v, t, shift);
	}
}

/*
 * See whether the credits known to be coming to @output end the wait of @vc. Returns
 * when, or SS_NEVER.
 */
static __always_inline u64 end_wait(struct ss_fabric *f, u32 output, u32 vc)
{
	struct ss_output *o = &f->output[output];
	u64 when = ss_credits_when(&o->credits, ss_ramps_of(f, output), f->ramps_size, vc,
				   f->cfg.max_packet);

	if (when == SS_NEVER) {
		o->starved |= 1U << vc;
	} else {
		o->starved &= ~(1U << vc);
		plan_output(f, output, when);
	}
	return when;
}

static __always_inline void credit(struct ss_fabric *f, struct ss_region *g, u32 output, u64 ramp)
{
	struct ss_output *o = &f->output[output];
	u64 when;

	/* the output may not have come further than the window's beginning */
	ss_credits_add(&o->credits, ss_ramps_of(f, output), f->ramps_size, f->now, ramp);
	if (likely(!(o->starved >> SS_RAMP_VC(ramp) & 1)))
		return;
	when = end_wait(f, output, SS_RAMP_VC(ramp));
	if (when != SS_NEVER)
		ss_remind(f, g, SS_PORT_ROUTER(output), when);
}

void ss_output_credit(struct ss_fabric *f, struct ss_region *g, u32 output, u64 ramp)
{
	credit(f, g, output, ramp);
}

/* The first flit of a packet of @len leaves @vc of @input: credits go back. */
static __always_inline void return_credits(struct ss_fabric *f, struct ss_region *g, u32 input,
					   u32 vc, u32 len, u64 t)
{
	u32 output = f->input[input].peer;
	u64 ramp = SS_RAMP(t + f->cfg.link_delay, vc, len);

	if (SS_PORT_OF(input) == SEASTAR_PORT_PROC)
		ss_source_credit(f, SS_PORT_ROUTER(input), vc, len, t);
	else if (likely(ss_in_region(g, SS_PORT_ROUTER(output))))
		credit(f, g, output, ramp);
	else
		ss_post_credit(f, g, output, ramp);
}

/* The input's other ready heads that want the staging buffer just taken. */
static __always_inline void judge_others(struct ss_fabric *f, u32 input, u32 out, u32 slot,
					 u64 t, u32 shift)
{
	struct ss_input *in = &f->input[input];

	for (u32 set = in->ready; set; set &= set - 1) {
		u32 v = ss_lowest(set), id = input << shift | v;

		if (f->vc[id].out != out || f->vc[id].slot != slot)
			continue;
		in->ready &= ~(1U << v);
		in->expected |= 1U << v;
		judge_head(f, input, v, t + 1, shift);
	}
}

/* Put packet @i of @len flits into a staging buffer; tell the output if it is the first. */
static __always_inline void stage(struct ss_fabric *f, u32 output, u32 slot, u32 i, u32 len,
				  u64 t, u32 shift)
{
	struct ss_staging *s = &f->staging[output * (SS_PORTS << shift) + slot];
	struct ss_output *o = &f->output[output];

	s->used += len;
	f->pool[i].next = 0;
	if (s->first) {
		f->pool[s->last].next = i;
	} else {
		u64 free = ss_rate_free(ss_output_rate(f, output), o->next);

		s->first = i;
		o->occupied |= 1ULL << slot;
		plan_output(f, output, free > t ? free : t);
	}
	s->last = i;
}

/* Phase 3: an input port that is free moves a packet to staging. */
static __always_inline void move(struct ss_fabric *f, struct ss_region *g, u32 input, u64 t,
				 u32 shift)
{
	struct ss_input *in = &f->input[input];
	u32 r = SS_PORT_ROUTER(input), v, len, i;
	struct ss_router *router = &f->router[r];
	struct ss_packet *p;
	struct ss_vc *vc;

	v = ss_round_robin(in->ready, in->pointer);
	in->pointer = (v + 1) & ((1U << shift) - 1);
	in->ready &= ~(1U << v);

	vc = &f->vc[input << shift | v];
	i = vc->first;
	p = &f->pool[i];
	len = ss_packet_flits(p);
	if (!p->stamped) {
		age_advance(f, r, t);
		if (!p->stamped) {	/* the advance may have done it */
			u32 bias = router->bias[ss_vc_class(f, v)][SS_PORT_OF(input)];

			p->header = ss_age_arrive(&router->age, p->header, bias, p->arrival);
		}
	}
	in->busy_until = t + len;
	in->tail = p->arrival + len;
	in->tail_vc = v;
	vc->first = p->next;
	vc->since = t + len;
	if (vc->first)
		expect_head(f, input, v, vc, f->pool[vc->first].arrival);
	else
		vc->state = SS_HEAD_NONE;
	return_credits(f, g, input, v, len, t);
	stage(f, (input & ~7U) | vc->out, vc->slot, i, len, t, shift);
	if (in->ready)
		judge_others(f, input, vc->out, vc->slot, t, shift);
}

static __always_inline void input_event(struct ss_fabric *f, struct ss_region *g, u32 input,
					u64 t, u32 shift)
{
	struct ss_input *in = &f->input[input];

	heads(f, input, t, shift);
	if (in->ready && in->busy_until <= t)
		move(f, g, input, t, shift);
	if (in->ready)
		plan_input(f, input, in->busy_until);
}

/* Nobody at @output has credits: wait for them, and count from now on. */
static void stall(struct ss_fabric *f, u32 output, u64 t, u32 shift)
{
	struct ss_output *o = &f->output[output];

	if (o->stalled_since == SS_NEVER)
		o->stalled_since = t;
	for (u32 v = 0; v < 1U << shift; v++)
		if (o->occupied >> v & slots_of_vc0(shift))
			end_wait(f, output, v);
}

/* Slots of @output whose VC has send credits for a packet of any size. */
static __always_inline u64 candidates(struct ss_fabric *f, u32 output, u64 t, u32 shift)
{
	struct ss_output *o = &f->output[output];
	const u64 *ramps = ss_ramps_of(f, output);
	u64 set = 0, all = slots_of_vc0(shift);

	if (SS_PORT_OF(output) == SEASTAR_PORT_PROC)
		return o->occupied;
	ss_credits_fold(&o->credits, ramps, f->ramps_size, t);
	for (u32 v = 0; v < 1U << shift; v++)
		if (ss_credits_at(&o->credits, ramps, v, t) >= f->cfg.max_packet)
			set |= all << v;
	return o->occupied & set;
}

/* Procedure 2 over @set: the oldest, ties by the age pointer. */
static __always_inline u32 oldest(const struct ss_fabric *f, u32 output, u64 set,
				  u32 timestamp, u32 *age, u32 shift)
{
	const struct ss_staging *s = &f->staging[output * (SS_PORTS << shift)];
	const struct ss_output *o = &f->output[output];
	u32 epoch = f->router[SS_PORT_ROUTER(output)].age.epoch;
	u64 after = set >> o->age_pointer << o->age_pointer;
	u64 part[2] = { after, set & ~after };
	u32 winner = 0;
	int best = -1;

	for (u32 k = 0; k < 2; k++) {
		for (; part[k]; part[k] &= part[k] - 1) {
			u32 slot = ss_lowest(part[k]);
			int a = ss_age_now(f->pool[s[slot].first].header, epoch,
					   timestamp);

			if (a > best) {
				best = a;
				winner = slot;
			}
		}
	}
	*age = best;
	return winner;
}

/* The packet granted goes to its processor. */
static __always_inline void eject(struct ss_fabric *f, u32 output, u32 i, u32 len)
{
	u32 r = SS_PORT_ROUTER(output);
	struct ss_source *s = &f->source[r];

	f->pool[i].next = 0;
	s->delivering = i;
	s->deliver_at = ss_rate_flit(f->eject, f->output[output].start, len - 1);
	ss_wheel_add(&f->wheels, r, s->deliver_at, SS_DO_DELIVER);
}

/* Tell the input VCs in @s->waiting when the packet now leaving makes space. */
static __always_inline void promise_space(struct ss_fabric *f, u32 output, u32 slot,
					  struct ss_staging *s, u32 shift)
{
	u32 input = (output & ~7U) | slot >> shift;
	u64 when = space_when(f, &f->output[output], ss_output_rate(f, output), s);

	if (when == SS_NEVER)
		return;
	for (u32 set = s->waiting; set; set &= set - 1)
		f->vc[input << shift | ss_lowest(set)].until = when;
	plan_input(f, input, when);
	s->waiting = 0;
}

/* @p leaves router @r at @new_age, perhaps the last that held its clock. */
static __always_inline void depart(struct ss_fabric *f, u32 r, struct ss_packet *p,
				   u32 new_age, u64 t)
{
	struct ss_age *age = &f->router[r].age;
	bool held = age->counts_from == U64_MAX;

	p->header = ss_age_depart(age, p->header, new_age, t);
	if (unlikely(held && age->counts_from != U64_MAX))
		tell_age(f, SS_CLOCK_RELEASE, r, t);
}

/* Packet @i, granted by @output, goes to the buffer at the other end of the link. */
static __always_inline void send(struct ss_fabric *f, struct ss_region *g, u32 output, u32 v,
				 u32 i, u32 len, u64 t, u32 shift)
{
	struct ss_output *o = &f->output[output];
	u64 arrival = t + f->cfg.link_delay;

	o->credits.have[v] -= len;
	if (likely(ss_in_region(g, SS_PORT_ROUTER(o->peer)))) {
		append(f, o->peer, v, i, arrival, shift);
		ss_remind(f, g, SS_PORT_ROUTER(o->peer), arrival + f->cfg.router_delay);
	} else {
		ss_post_packet(f, g, o->peer, v, &f->pool[i], arrival);
		ss_packet_free(f, g, i);
	}
}

static __always_inline void grant(struct ss_fabric *f, struct ss_region *g, u32 output, u32 slot,
				  u32 age, u64 t, u32 shift)
{
	struct ss_output *o = &f->output[output];
	struct ss_staging *s = &f->staging[output * (SS_PORTS << shift)];
	struct ss_rate rate = ss_output_rate(f, output);
	u32 v = slot & ((1U << shift) - 1), i, len;
	struct ss_packet *p;

	if (o->stalled_since != SS_NEVER) {
		o->stalled += t - o->stalled_since;
		o->stalled_since = SS_NEVER;
	}
	/* the packet before has left altogether */
	s[o->tx_slot].used -= o->tx_len;

	s += slot;
	i = s->first;
	p = &f->pool[i];
	len = ss_packet_flits(p);
	s->first = p->next;
	if (!s->first)
		o->occupied &= ~(1ULL << slot);
	depart(f, SS_PORT_ROUTER(output), p, age, t);
	o->age_bin[age >> 6]++;
	o->grants = (o->grants + 1) & 63;
	o->tx_slot = slot;
	o->tx_len = len;
	o->start = ss_rate_start(rate, o->next, t);
	o->next = o->start + (u64)len * rate.b;
	if (s->waiting)
		promise_space(f, output, slot, s, shift);
	if (o->occupied)
		plan_output(f, output, ss_rate_free(rate, o->next));
	if (SS_PORT_OF(output) == SEASTAR_PORT_PROC)
		eject(f, output, i, len);
	else
		send(f, g, output, v, i, len, t, shift);
}

/* Phase 4: an output that may be free grants a packet, if it can. */
static __always_inline void output_event(struct ss_fabric *f, struct ss_region *g, u32 output,
					 u64 t, u32 shift)
{
	u32 r = SS_PORT_ROUTER(output), slots = (u32)SS_PORTS << shift, timestamp, slot, age;
	struct ss_output *o = &f->output[output];
	u64 free = ss_rate_free(ss_output_rate(f, output), o->next), set;
	struct ss_age *clock = &f->router[r].age;

	/* not free: looked at for credits, and it will be looked at when it is free */
	if (!o->occupied || free > t)
		return;
	set = candidates(f, output, t, shift);
	if (!set) {
		stall(f, output, t, shift);
		return;
	}
	age_advance(f, r, t);
	timestamp = ss_age_timestamp(clock, t);
	if (clock->select >> o->grants & 1 && !ss_age_inhibited(clock, t)) {
		slot = oldest(f, output, set, timestamp, &age, shift);
		o->age_pointer = ss_slot_after(slot, slots);
	} else {
		u32 front;

		slot = ss_round_robin(set, o->rr_pointer);
		front = ss_staging_at(f, output, slot)->first;
		age = ss_age_now(f->pool[front].header, clock->epoch, timestamp);
		o->rr_pointer = ss_slot_after(slot, slots);
	}
	grant(f, g, output, slot, age, t, shift);
}

/* Everything that happens at router @r in cycle @t, phase by phase. */
static __always_inline void run_cycle(struct ss_fabric *f, struct ss_region *g, u32 r, u64 t,
				      u32 shift)
{
	u16 *what = ss_wheel_at(&f->wheels, r, t);
	u32 port;

	if (unlikely(f->source[r].at <= t)) {
		ss_source_run(f, g, r, t);
		g->events++;
	}
	for (u32 set = *what & SS_DO_INPUTS; set; set &= set - 1, g->events++) {
		port = ss_lowest(set);
		input_event(f, g, SS_PORT_ID(r, port), t, shift);
	}
	/* with what they have planned for this very cycle */
	for (u32 set = *what & SS_DO_OUTPUTS; set; set &= set - 1, g->events++) {
		port = ss_lowest(set) - SS_DO_OUTPUT_SHIFT;
		output_event(f, g, SS_PORT_ID(r, port), t, shift);
	}
	/* last, since a one-flit packet granted now leaves now */
	if (*what & SS_DO_DELIVER) {
		ss_source_deliver(f, g, r, t);
		g->events++;
	}
	ss_wheel_clear(&f->wheels, r, t);
}

static __always_inline u64 next_at(struct ss_fabric *f, u32 r, u64 from)
{
	u64 next = ss_wheel_next(&f->wheels, r, from), source = f->source[r].at;

	return source < next ? source : next;
}

static __always_inline void run(struct ss_fabric *f, struct ss_region *g, u32 r, u64 from,
				u64 end, u32 shift)
{
	u64 t = next_at(f, r, from);

	while (t < end) {
		run_cycle(f, g, r, t, shift);
		t = next_at(f, r, t + 1);
	}
	if (t != SS_NEVER)
		ss_remind(f, g, r, t);
}

void ss_router_run(struct ss_fabric *f, struct ss_region *g, u32 r, u64 from, u64 end)
{
	if (f->vc_shift == 2)
		run(f, g, r, from, end, 2);
	else
		run(f, g, r, from, end, f->vc_shift);
}

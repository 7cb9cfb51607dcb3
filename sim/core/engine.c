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

/* Set SS_EV_HEAD for the head of @vc, which arrived in @arrival. */
static __always_inline void expect_head(struct ss_fabric *f, u32 id, struct ss_vc *vc,
					u64 arrival)
{
	u64 routed = arrival + f->cfg.router_delay;

	vc->state = SS_HEAD_COMING;
	ss_wheel_add(&f->wheel, SS_EV_HEAD, id, &vc->link,
		     routed > vc->since ? routed : vc->since);
}

static __always_inline void append(struct ss_fabric *f, u32 input, u32 v, u32 i, u64 t,
				   u32 shift)
{
	u32 id = input << shift | v;
	struct ss_vc *vc = &f->vc[id];
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
		expect_head(f, id, vc, t);
	}
	vc->last = i;
}

void ss_input_append(struct ss_fabric *f, u32 input, u32 vc, u32 p, u64 t)
{
	append(f, input, vc, p, t, f->vc_shift);
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

static __always_inline void input_wake(struct ss_fabric *f, u32 input, u64 t)
{
	struct ss_input *in = &f->input[input];

	if (in->pending)
		return;
	in->pending = true;
	ss_wheel_add(&f->wheel, SS_EV_INPUT, input, &in->link,
		     in->busy_until > t ? in->busy_until : t);
}

/*
 * From cycle @t on, judge whether the head of @vc has staging space: blocked
 * or ready.
 */
static __always_inline void judge_head(struct ss_fabric *f, u32 id, u64 t, u32 shift)
{
	struct ss_vc *vc = &f->vc[id];
	u32 input = id >> shift, v = id & ((1U << shift) - 1);
	u32 output = (input & ~7U) | vc->out;
	struct ss_output *o = &f->output[output];
	struct ss_staging *s = &f->staging[output * (SS_PORTS << shift) + vc->slot];
	struct ss_rate rate = ss_output_rate(f, output);
	u32 left = staging_left(o, rate, vc->slot, t);

	if (s->used - left + f->cfg.max_packet <= f->cfg.staging_depth) {
		vc->state = SS_HEAD_READY;
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
		ss_wheel_add(&f->wheel, SS_EV_HEAD, id, &vc->link, vc->until);
}

/* Phase 3: a head is routed, or the space it waited for is there. */
static __always_inline void head_event(struct ss_fabric *f, u32 id, u64 t, u32 shift)
{
	struct ss_vc *vc = &f->vc[id];
	u32 input = id >> shift, v = id & ((1U << shift) - 1);

	if (vc->state == SS_HEAD_COMING) {
		u32 dest = SS_HDR_GET(f->pool[vc->first].header, DEST);
		struct ss_hop hop = ss_route(&f->routing, SS_PORT_ROUTER(input),
					     SS_PORT_OF(input), v, dest);

		vc->out = hop.port;
		vc->slot = SS_PORT_OF(input) << shift | hop.vc;
	} else {
		vc->blocked += t - vc->since;
	}
	judge_head(f, id, t, shift);
	if (vc->state == SS_HEAD_READY)
		input_wake(f, input, t);
}

static __always_inline void output_wake(struct ss_fabric *f, u32 output, u32 cause, u64 t)
{
	struct ss_output *o = &f->output[output];

	if (o->pending >> cause & 1)
		return;
	o->pending |= 1U << cause;
	ss_wheel_add(&f->wheel, SS_EV_OUTPUT, SS_OUTPUT_ID(output, cause),
		     &o->link[cause], t);
}

/* The first flit of a packet of @len leaves @vc of @input: credits go back. */
static __always_inline void return_credits(struct ss_fabric *f, u32 input, u32 vc, u32 len,
					   u64 t)
{
	u32 output = f->input[input].peer;
	struct ss_output *o;
	u64 *ramps, when;

	if (SS_PORT_OF(input) == SEASTAR_PORT_PROC) {
		ss_source_credit(f, SS_PORT_ROUTER(input), vc, len, t);
		return;
	}
	o = &f->output[output];
	ramps = ss_ramps_of(f, output);
	ss_credits_add(&o->credits, ramps, f->ramp_mask, t,
		       SS_RAMP(t + f->cfg.link_delay, vc, len));
	if (likely(!(o->starved >> vc & 1)))
		return;
	when = ss_credits_when(&o->credits, ramps, f->ramp_mask, vc,
			       f->cfg.max_packet);
	if (when != SS_NEVER) {
		o->starved &= ~(1U << vc);
		output_wake(f, output, 1 + vc, when);
	}
}

/* The input's other ready heads that want the staging buffer just taken. */
static __always_inline void judge_others(struct ss_fabric *f, u32 input, u32 out, u32 slot,
					 u64 t, u32 shift)
{
	struct ss_input *in = &f->input[input];

	for (u32 set = in->ready; set; set &= set - 1) {
		u32 id = input << shift | ss_lowest(set);

		if (f->vc[id].out != out || f->vc[id].slot != slot)
			continue;
		in->ready &= ~(1U << ss_lowest(set));
		judge_head(f, id, t + 1, shift);
	}
}

/* Phase 3: an input port that is free moves a packet to staging. */
static __always_inline void input_event(struct ss_fabric *f, u32 input, u64 t, u32 shift)
{
	struct ss_input *in = &f->input[input];
	u32 r = SS_PORT_ROUTER(input), v, output, len, i;
	struct ss_router *router = &f->router[r];
	struct ss_staging *s;
	struct ss_output *o;
	struct ss_packet *p;
	struct ss_vc *vc;

	in->pending = false;
	if (!in->ready)
		return;
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
		expect_head(f, input << shift | v, vc,
			    f->pool[vc->first].arrival);
	else
		vc->state = SS_HEAD_NONE;
	return_credits(f, input, v, len, t);

	output = (input & ~7U) | vc->out;
	o = &f->output[output];
	s = &f->staging[output * (SS_PORTS << shift) + vc->slot];
	s->used += len;
	p->next = 0;
	if (s->first) {
		f->pool[s->last].next = i;
	} else {
		u64 free = ss_rate_free(ss_output_rate(f, output), o->next);

		s->first = i;
		o->occupied |= 1ULL << vc->slot;
		output_wake(f, output, 0, free > t ? free : t);
	}
	s->last = i;

	if (in->ready) {
		judge_others(f, input, vc->out, vc->slot, t, shift);
		if (in->ready)
			input_wake(f, input, t);
	}
}

/* Nobody at @output has credits: wait for them, and count from now on. */
static void stall(struct ss_fabric *f, u32 output, u64 t, u32 shift)
{
	struct ss_output *o = &f->output[output];
	const u64 *ramps = ss_ramps_of(f, output);

	if (o->stalled_since == SS_NEVER)
		o->stalled_since = t;
	for (u32 v = 0; v < 1U << shift; v++) {
		u64 when;

		if (!(o->occupied >> v & slots_of_vc0(shift)))
			continue;
		when = ss_credits_when(&o->credits, ramps, f->ramp_mask, v,
				       f->cfg.max_packet);
		if (when == SS_NEVER)
			o->starved |= 1U << v;
		else
			output_wake(f, output, 1 + v, when);
	}
}

/* Slots of @output whose VC has send credits for a packet of any size. */
static __always_inline u64 candidates(struct ss_fabric *f, u32 output, u64 t, u32 shift)
{
	struct ss_output *o = &f->output[output];
	const u64 *ramps = ss_ramps_of(f, output);
	u64 set = 0, all = slots_of_vc0(shift);

	if (SS_PORT_OF(output) == SEASTAR_PORT_PROC)
		return o->occupied;
	ss_credits_fold(&o->credits, ramps, f->ramp_mask, t);
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

	s->delivering = i;
	s->deliver_at = ss_rate_flit(f->eject, f->output[output].start, len - 1);
	ss_wheel_add(&f->wheel, SS_EV_DELIVER, r, &s->deliver_link,
		     s->deliver_at);
}

/* Tell the input VCs in @s->waiting when the packet now leaving makes space. */
static __always_inline void promise_space(struct ss_fabric *f, u32 output, u32 slot,
					  struct ss_staging *s, u32 shift)
{
	u32 input = (output & ~7U) | slot >> shift;
	u64 when = space_when(f, &f->output[output], ss_output_rate(f, output), s);

	if (when == SS_NEVER)
		return;
	for (u32 set = s->waiting; set; set &= set - 1) {
		u32 id = input << shift | ss_lowest(set);

		f->vc[id].until = when;
		ss_wheel_add(&f->wheel, SS_EV_HEAD, id, &f->vc[id].link, when);
	}
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

static __always_inline void grant(struct ss_fabric *f, u32 output, u32 slot, u32 age, u64 t,
				  u32 shift)
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
	o->waited += t - p->arrival;
	o->grants = (o->grants + 1) & 63;
	o->tx_slot = slot;
	o->tx_len = len;
	o->start = ss_rate_start(rate, o->next, t);
	o->next = o->start + (u64)len * rate.b;
	if (s->waiting)
		promise_space(f, output, slot, s, shift);
	if (o->occupied)
		output_wake(f, output, 0, ss_rate_free(rate, o->next));

	if (SS_PORT_OF(output) == SEASTAR_PORT_PROC) {
		eject(f, output, i, len);
	} else {
		o->credits.have[v] -= len;
		append(f, o->peer, v, i, t + f->cfg.link_delay, shift);
	}
}

/* Phase 4: an output that may be free grants a packet, if it can. */
static __always_inline void output_event(struct ss_fabric *f, u32 id, u64 t, u32 shift)
{
	u32 output = id >> 4, slots = (u32)SS_PORTS << shift;
	struct ss_output *o = &f->output[output];
	u32 r = SS_PORT_ROUTER(output), timestamp, slot, age;
	u64 free = ss_rate_free(ss_output_rate(f, output), o->next), set;
	struct ss_age *clock = &f->router[r].age;

	o->pending &= ~(1U << (id & 15));
	if (!o->occupied)
		return;
	if (free > t) {
		/* granted in this very cycle, for another cause */
		output_wake(f, output, 0, free);
		return;
	}
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
	grant(f, output, slot, age, t, shift);
}

/* An object that events of a kind happen to. */
static __always_inline const void *object_of(struct ss_fabric *f, u32 kind, u32 id)
{
	switch (kind) {
	case SS_EV_HEAD:
		return &f->vc[id];
	case SS_EV_INPUT:
		return &f->input[id];
	case SS_EV_OUTPUT:
		return &f->output[id >> 4];
	default:
		return &f->source[id];
	}
}

/* What comes after that object on a list of them. */
static __always_inline u32 link_of(struct ss_fabric *f, u32 kind, u32 id)
{
	switch (kind) {
	case SS_EV_REPLY:
		return f->source[id].reply_link;
	case SS_EV_SOURCE:
		return f->source[id].link;
	case SS_EV_HEAD:
		return f->vc[id].link;
	case SS_EV_INPUT:
		return f->input[id].link;
	case SS_EV_OUTPUT:
		return f->output[id >> 4].link[id & 15];
	default:
		return f->source[id].deliver_link;
	}
}

/*
 * Take the first object off a list of slot @s; false if there is none.  The
 * one after it is fetched meanwhile: what is linked here is seldom in the cache.
 */
static __always_inline bool pop(struct ss_fabric *f, struct ss_slot *s, u32 kind, u32 *id)
{
	u32 first = s->first[kind];

	if (!first)
		return false;
	*id = first - 1;
	s->first[kind] = link_of(f, kind, *id);
	if (s->first[kind])
		__builtin_prefetch(object_of(f, kind, s->first[kind] - 1));
	f->events++;
	return true;
}

/* Everything that happens in cycle @t, phase by phase. */
static __always_inline void run_cycle(struct ss_fabric *f, u64 t, u32 shift)
{
	u32 i = t & f->wheel.mask, id;
	struct ss_slot *s = &f->wheel.slot[i];

	while (pop(f, s, SS_EV_REPLY, &id))
		ss_reply_run(f, id, t);
	while (pop(f, s, SS_EV_SOURCE, &id))
		ss_source_run(f, id, t);
	ss_relax();
	while (pop(f, s, SS_EV_HEAD, &id))
		head_event(f, id, t, shift);
	ss_relax();
	while (pop(f, s, SS_EV_INPUT, &id))
		input_event(f, id, t, shift);
	ss_relax();
	while (pop(f, s, SS_EV_OUTPUT, &id))
		output_event(f, id, t, shift);
	ss_relax();
	/* last, since a one-flit packet granted now leaves now */
	while (pop(f, s, SS_EV_DELIVER, &id))
		ss_source_deliver(f, id, t);
	f->wheel.busy[i / 64] &= ~(1ULL << (i % 64));
}

static __always_inline void run(struct ss_fabric *f, u64 end, u64 events,
				u32 shift)
{
	while (f->events < events &&
	       (f->now = ss_wheel_next(&f->wheel, f->now, end)) < end) {
		run_cycle(f, f->now, shift);
		f->now++;
		ss_source_tally(f);
	}
}

void ss_fabric_run_for(struct ss_fabric *f, u64 cycles, u64 events)
{
	u64 left = SS_MAX_CYCLES - f->now;
	u64 end = f->now + (cycles < left ? cycles : left);
	u64 limit = f->events + events < events ? U64_MAX : f->events + events;

	if (f->vc_shift == 2)
		run(f, end, limit, 2);
	else
		run(f, end, limit, f->vc_shift);
}

void ss_fabric_run(struct ss_fabric *f, u64 cycles)
{
	ss_fabric_run_for(f, cycles, U64_MAX);
}

// SPDX-License-Identifier: GPL-2.0-only
/*
 * The datapath by events; engine.h tells how.  The handlers below follow the
 * phases of docs/model.md, section 4.  They are compiled once for the hardware's four
 * VCs and delays that fit its wheel, and once for any.
 */
#include "arbiter.h"
#include "engine.h"

/**
 * struct ss_visit - a router while it is run
 * @f: its fabric
 * @g: its region
 * @rt: the router
 * @pool: of packets
 * @r: its number
 * @shift: log2 of the VCs of a port
 * @wheel: log2 of the wheel's size
 */
struct ss_visit {
	struct ss_fabric *f;
	struct ss_region *g;
	struct ss_router *rt;
	struct ss_packet *pool;
	u32 r;
	u32 shift;
	u32 wheel;
};

/* Have @what done in cycle @t, less than a turn of the wheel away. */
static __always_inline void plan(const struct ss_visit *x, u64 t, u32 what)
{
	ss_wheel_add(ss_wheel_of(x->rt, x->wheel), ss_busy_of(x->rt, x->wheel), x->wheel, t, what);
}

static __always_inline struct ss_vc *vc_of(const struct ss_visit *x, u32 port, u32 v)
{
	return ss_vc_of(x->rt, port, v);
}

static __always_inline struct ss_staging *staging_of(const struct ss_visit *x, u32 port, u32 slot)
{
	return ss_staging_of(x->rt, port, slot, x->shift);
}

static __always_inline u64 *ramps_of(const struct ss_visit *x, u32 port)
{
	return ss_ramps_of(x->f, x->rt, port, x->shift);
}

/* Slots of VC 0 of each of the inputs, for 2, 4 and 8 VCs a port. */
static __always_inline u64 slots_of_vc0(u32 shift)
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
	struct ss_router *router = ss_router_at(f, r);
	u64 next = SS_NEVER;

	for (u32 port = 0; port < SS_PORTS; port++) {
		for (u32 v = 0; v < ss_vcs(f); v++) {
			struct ss_vc *vc = ss_vc_of(router, port, v);
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
static void age_wrap(struct ss_fabric *f, u32 r, u64 t)
{
	struct ss_age *age = &ss_router_at(f, r)->age;

	while (age->wrap <= t) {
		u64 wrap = age->wrap, next = stamp_arrived(f, r, wrap);

		if (age->packet_count[0] || age->packet_count[1])
			ss_age_wrap(age);
		else
			wrap = ss_age_wrap_idle(age, next < t ? next : t);
		tell_age(f, age->wrap == U64_MAX ? SS_CLOCK_INHIBIT : SS_CLOCK_EPOCH, r, wrap);
	}
}

static __always_inline void age_advance(const struct ss_visit *x, u64 t)
{
	if (unlikely(x->rt->age.wrap <= t))
		age_wrap(x->f, x->r, t);
}

void ss_age_sync(struct ss_fabric *f, u32 r, u64 t)
{
	if (!t)
		return;
	age_wrap(f, r, t - 1);
	stamp_arrived(f, r, t);
}

/*
 * Packet @p becomes the head of VC @v of input @port: say where it goes and when it is
 * routed, which is returned.
 */
static __always_inline u64 expect_head(const struct ss_visit *x, u32 port, u32 v,
				       struct ss_vc *vc, const struct ss_packet *p)
{
	struct ss_hop hop = ss_route(&x->f->routing, x->r, port, v, SS_HDR_GET(p->header, DEST));
	u64 routed = p->arrival + x->f->cfg.router_delay;

	if (routed < vc->when)
		routed = vc->when;
	vc->state = SS_HEAD_COMING;
	vc->when = routed;
	vc->out = hop.port;
	vc->slot = port << x->shift | hop.vc;
	x->rt->input[port].expected |= 1U << v;
	plan(x, routed, SS_DO_INPUT(port));
	return routed;
}

/*
 * Put packet @i, whose header arrives in cycle @t, into VC @v of input @port.  Returns
 * when there is something new to do, or 0.
 */
static __always_inline u64 append(const struct ss_visit *x, u32 port, u32 v, u32 i, u64 t)
{
	struct ss_packet *p = &x->pool[i];
	struct ss_vc *vc = vc_of(x, port, v);

	p->arrival = t;
	p->stamped = 0;
	p->next = 0;
	if (vc->first) {
		x->pool[vc->last].next = i;
		vc->last = i;
		return 0;
	}
	vc->first = i;
	vc->last = i;
	return expect_head(x, port, v, vc, p);
}

/* A visit to router @r. */
static __always_inline struct ss_visit visit(struct ss_fabric *f, struct ss_region *g, u32 r,
					     u32 shift, u32 wheel)
{
	struct ss_visit x = {
		.f = f,
		.g = g,
		.rt = ss_router_at(f, r),
		.pool = f->pool,
		.r = r,
		.shift = shift,
		.wheel = wheel,
	};

	return x;
}

/* The same, for a router that is not the one being run. */
static __always_inline void append_far(struct ss_visit x, u32 port, u32 v, u32 i, u64 t)
{
	u64 when = append(&x, port, v, i, t);

	if (when)
		ss_agenda_add(&x.g->agenda, x.r - x.g->first, when);
}

void ss_input_append(struct ss_fabric *f, struct ss_region *g, u32 input, u32 vc, u32 p, u64 t)
{
	append_far(visit(f, g, SS_PORT_ROUTER(input), f->vc_shift, f->wheel),
		   SS_PORT_OF(input), vc, p, t);
}

void ss_proc_append(struct ss_fabric *f, u32 r, u32 vc, u32 p, u64 t)
{
	const struct ss_visit x = visit(f, NULL, r, f->vc_shift, f->wheel);

	append(&x, SEASTAR_PORT_PROC, vc, p, t);
}

/* Flits that have left the staging slot @slot of @o before @t but count in used. */
static __always_inline u32 staging_left(const struct ss_output *o, struct ss_rate rate,
					u32 slot, u64 t)
{
	if (!o->tx_len || o->tx_slot != slot)
		return 0;
	return ss_rate_sent(rate, ss_output_start(o, rate), o->tx_len, t);
}

u32 ss_staging_used(const struct ss_fabric *f, u32 r, u32 port, u32 slot, u64 t)
{
	struct ss_router *router = ss_router_at(f, r);

	return ss_staging_of(router, port, slot, f->vc_shift)->used -
	       staging_left(&router->output[port], ss_output_rate(f, port), slot, t);
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
	return ss_rate_flit(rate, ss_output_start(o, rate), want - 1) + 1;
}

/* The head of VC @v of input @port, which is expected, has no staging space from @t on. */
static void block_head(const struct ss_visit *x, u32 port, u32 v, u64 t)
{
	struct ss_vc *vc = vc_of(x, port, v);
	const struct ss_output *o = &x->rt->output[vc->out];
	struct ss_staging *s = staging_of(x, vc->out, vc->slot);

	vc->state = SS_HEAD_BLOCKED;
	vc->blocked -= t;
	vc->when = SS_NEVER;
	if (o->tx_len && o->tx_slot == vc->slot)
		vc->when = space_when(x->f, o, ss_output_rate(x->f, vc->out), s);
	if (vc->when == SS_NEVER)
		s->waiting |= 1U << v;
	else
		plan(x, vc->when, SS_DO_INPUT(port));
}

/* Does staging buffer @slot of output @port lack space for a packet in cycle @t? */
static __always_inline bool is_full(const struct ss_visit *x, u32 port, u32 slot, u64 t)
{
	const struct ss_fabric *f = x->f;
	u32 used = staging_of(x, port, slot)->used;

	if (used + f->cfg.max_packet <= f->cfg.staging_depth)
		return false;
	used -= staging_left(&x->rt->output[port], ss_output_rate(f, port), slot, t);
	return used + f->cfg.max_packet > f->cfg.staging_depth;
}

/*
 * From cycle @t on, judge whether the head of VC @v of input @port, which is expected,
 * has staging space: blocked or ready.
 */
static __always_inline void judge_head(const struct ss_visit *x, u32 port, u32 v, u64 t)
{
	struct ss_input *in = &x->rt->input[port];
	struct ss_vc *vc = vc_of(x, port, v);

	if (is_full(x, vc->out, vc->slot, t)) {
		block_head(x, port, v, t);
		return;
	}
	vc->state = SS_HEAD_READY;
	in->expected &= ~(1U << v);
	in->ready |= 1U << v;
}

/* Phase 3: heads that are routed now, or have the space they waited for. */
static __always_inline void heads(const struct ss_visit *x, u32 port, u64 t)
{
	for (u32 set = x->rt->input[port].expected; set; set &= set - 1) {
		u32 v = ss_lowest(set);
		struct ss_vc *vc = vc_of(x, port, v);

		if (vc->when > t)
			continue;
		if (vc->state == SS_HEAD_BLOCKED)
			vc->blocked += t;
		judge_head(x, port, v, t);
	}
}

/*
 * See whether the credits known to be coming to output @port end the wait of @vc.
 * Returns when, or SS_NEVER.
 */
static u64 end_wait(const struct ss_visit *x, u32 port, u32 vc)
{
	struct ss_output *o = &x->rt->output[port];
	u64 when = ss_credits_when(&o->credits, ramps_of(x, port), x->f->ramps_size, vc,
				   x->f->cfg.max_packet);

	if (when == SS_NEVER) {
		o->starved |= 1U << vc;
	} else {
		o->starved &= ~(1U << vc);
		plan(x, when, SS_DO_OUTPUT(port));
	}
	return when;
}

/* Credits are coming to output @port of a router that is not the one being run. */
static __always_inline void credit(struct ss_visit x, u32 port, u64 ramp)
{
	struct ss_output *o = &x.rt->output[port];
	u64 when;

	/* the output may not have come further than the window's beginning */
	ss_credits_add(&o->credits, ramps_of(&x, port), x.f->ramps_size, x.f->now,
		       x.f->cfg.max_packet, ramp);
	if (likely(!(o->starved >> SS_RAMP_VC(ramp) & 1)))
		return;
	when = end_wait(&x, port, SS_RAMP_VC(ramp));
	if (when != SS_NEVER)
		ss_agenda_add(&x.g->agenda, x.r - x.g->first, when);
}

void ss_output_credit(struct ss_fabric *f, struct ss_region *g, u32 output, u64 ramp)
{
	credit(visit(f, g, SS_PORT_ROUTER(output), f->vc_shift, f->wheel),
	       SS_PORT_OF(output), ramp);
}

/* The first flit of a packet of @len leaves VC @v of input @port: credits go back. */
static __always_inline void return_credits(const struct ss_visit *x, u32 port, u32 v, u32 len,
					   u64 t)
{
	u32 output = x->rt->input[port].peer;
	u64 ramp = SS_RAMP(t + x->f->cfg.link_delay, v, len);

	if (port == SEASTAR_PORT_PROC)
		ss_source_credit(x->f, x->r, v, len, t);
	else if (likely(ss_in_region(x->g, SS_PORT_ROUTER(output))))
		credit(visit(x->f, x->g, SS_PORT_ROUTER(output), x->shift, x->wheel),
		       SS_PORT_OF(output), ramp);
	else
		ss_post_credit(x->f, x->g, output, ramp);
}

/* The input's other ready heads that want the staging buffer just taken. */
static __always_inline void judge_others(const struct ss_visit *x, u32 port, u32 out, u32 slot,
					 u64 t)
{
	struct ss_input *in = &x->rt->input[port];

	for (u32 set = in->ready; set; set &= set - 1) {
		u32 v = ss_lowest(set);
		const struct ss_vc *vc = vc_of(x, port, v);

		if (vc->out != out || vc->slot != slot)
			continue;
		in->ready &= ~(1U << v);
		in->expected |= 1U << v;
		judge_head(x, port, v, t + 1);
	}
}

/* Put packet @i of @len flits into a staging buffer; tell the output if it is the first. */
static __always_inline void stage(const struct ss_visit *x, u32 port, u32 slot, u32 i, u32 len,
				  u64 t)
{
	struct ss_staging *s = staging_of(x, port, slot);
	struct ss_output *o = &x->rt->output[port];

	s->used += len;
	if (s->last) {
		x->pool[i].next = x->pool[s->last].next;
		x->pool[s->last].next = i;
	} else {
		u64 free = ss_output_free(x->f, o, port);

		x->pool[i].next = i;
		o->occupied |= 1ULL << slot;
		plan(x, free > t ? free : t, SS_DO_OUTPUT(port));
	}
	s->last = i;
}

/* Phase 3: an input port that is free moves a packet to staging. */
static __always_inline void move(const struct ss_visit *x, u32 port, u64 t)
{
	struct ss_input *in = &x->rt->input[port];
	u32 v = ss_round_robin(in->ready, in->pointer);
	struct ss_vc *vc = vc_of(x, port, v);
	u32 i = vc->first, out = vc->out, slot = vc->slot, len;
	struct ss_packet *p = &x->pool[i];

	in->pointer = (v + 1) & ((1U << x->shift) - 1);
	in->ready &= ~(1U << v);
	len = ss_packet_flits(p);
	if (!p->stamped) {
		age_advance(x, t);
		if (!p->stamped) {	/* the advance may have done it */
			u32 bias = x->rt->bias[ss_vc_class(x->f, v)][port];

			p->header = ss_age_arrive(&x->rt->age, p->header, bias, p->arrival);
		}
	}
	in->busy_until = t + len;
	in->tail = p->arrival + len;
	in->tail_vc = v;
	vc->pkts++;
	vc->flits += len;
	vc->first = p->next;
	vc->when = t + len;
	if (vc->first) {
		/* it may be needed in the next cycle already, too late for fetch.c */
		__builtin_prefetch(&x->pool[x->pool[vc->first].next]);
		expect_head(x, port, v, vc, &x->pool[vc->first]);
	} else {
		vc->state = SS_HEAD_NONE;
	}
	return_credits(x, port, v, len, t);
	stage(x, out, slot, i, len, t);
	if (in->ready)
		judge_others(x, port, out, slot, t);
}

static __always_inline void input_event(const struct ss_visit *x, u32 port, u64 t)
{
	struct ss_input *in = &x->rt->input[port];

	heads(x, port, t);
	if (in->ready && in->busy_until <= t)
		move(x, port, t);
	if (in->ready)
		plan(x, in->busy_until, SS_DO_INPUT(port));
}

/* Nobody at output @port has credits: wait for them, and count from now on. */
static void stall(const struct ss_visit *x, u32 port, u64 t)
{
	struct ss_output *o = &x->rt->output[port];

	if (!o->is_stalled)
		x->rt->tally[port].stalled_since = t;
	o->is_stalled = true;
	for (u32 v = 0; v < 1U << x->shift; v++)
		if (o->occupied >> v & slots_of_vc0(x->shift))
			end_wait(x, port, v);
}

/* Slots of output @port whose VC has send credits for a packet of any size. */
static __always_inline u64 candidates(const struct ss_visit *x, u32 port, u64 t)
{
	struct ss_output *o = &x->rt->output[port];
	const u64 *ramps = ramps_of(x, port);
	u64 set = o->occupied;
	u32 want = x->f->cfg.max_packet;

	if (port == SEASTAR_PORT_PROC)
		return set;
	if (!o->credits.poor)
		return set;
	ss_credits_fold(&o->credits, ramps, x->f->ramps_size, t, want);
	for (u32 poor = o->credits.poor; poor; poor &= poor - 1) {
		u32 v = ss_lowest(poor);

		if (ss_credits_at(&o->credits, ramps, v, t) < want)
			set &= ~(slots_of_vc0(x->shift) << v);
	}
	return set;
}

static __always_inline u32 age_of(const struct ss_visit *x, u32 port, u32 slot, u32 timestamp)
{
	u32 first = x->pool[staging_of(x, port, slot)->last].next;
	u64 header = x->pool[first].header;

	return ss_age_now(header, x->rt->age.epoch, timestamp);
}

/* Procedure 2 over @set: the oldest, ties by the age pointer. */
static __always_inline u32 oldest(const struct ss_visit *x, u32 port, u64 set, u32 timestamp,
				  u32 *age)
{
	u32 pointer = x->rt->output[port].age_pointer, winner = 0;
	u64 after = set >> pointer << pointer;
	u64 part[2] = { after, set & ~after };
	int best = -1;

	for (u32 k = 0; k < 2; k++) {
		for (; part[k]; part[k] &= part[k] - 1) {
			u32 slot = ss_lowest(part[k]);
			int a = age_of(x, port, slot, timestamp);

			if (a > best) {
				best = a;
				winner = slot;
			}
		}
	}
	*age = best;
	return winner;
}

/* Choose one of @set, by the policy of this grant; its age goes to @age. */
static __always_inline u32 choose(const struct ss_visit *x, u32 port, u64 set, u64 t, u32 *age)
{
	u32 slots = (u32)SS_PORTS << x->shift, slot, timestamp;
	struct ss_output *o = &x->rt->output[port];
	const struct ss_age *clock = &x->rt->age;

	age_advance(x, t);
	timestamp = ss_age_timestamp(clock, t);
	if (clock->select >> o->grants & 1 && !ss_age_inhibited(clock, t)) {
		if (set & (set - 1)) {
			slot = oldest(x, port, set, timestamp, age);
		} else {
			slot = ss_lowest(set);
			*age = age_of(x, port, slot, timestamp);
		}
		o->age_pointer = ss_slot_after(slot, slots);
	} else {
		slot = ss_round_robin(set, o->rr_pointer);
		*age = age_of(x, port, slot, timestamp);
		o->rr_pointer = ss_slot_after(slot, slots);
	}
	return slot;
}

/* The packet granted, which started at @start, goes to its processor. */
static __always_inline void eject(const struct ss_visit *x, u32 i, u32 len, u64 start)
{
	struct ss_source *s = &x->f->source[x->r];

	x->pool[i].next = 0;
	s->delivering = i;
	s->deliver_at = ss_rate_flit(x->f->eject, start, len - 1);
	plan(x, s->deliver_at, SS_DO_DELIVER);
}

/* Packet @i, granted by output @port, goes to the buffer at the other end of the link. */
static __always_inline void send(const struct ss_visit *x, u32 port, u32 v, u32 i, u32 len, u64 t)
{
	struct ss_output *o = &x->rt->output[port];
	u32 r = SS_PORT_ROUTER(o->peer);

	t += x->f->cfg.link_delay;
	ss_credits_spend(&o->credits, v, len, x->f->cfg.max_packet);
	if (likely(ss_in_region(x->g, r))) {
		append_far(visit(x->f, x->g, r, x->shift, x->wheel), SS_PORT_OF(o->peer), v, i, t);
	} else {
		ss_post_packet(x->f, x->g, o->peer, v, &x->pool[i], t);
		ss_packet_free(x->f, x->g, i);
	}
}

/* Tell the input VCs that wait for a staging buffer when the packet now leaving makes space. */
static void promise_space(const struct ss_visit *x, u32 port, u32 slot)
{
	struct ss_staging *s = staging_of(x, port, slot);
	u32 input = slot >> x->shift;
	u64 when = space_when(x->f, &x->rt->output[port], ss_output_rate(x->f, port), s);

	if (when == SS_NEVER)
		return;
	for (u32 set = s->waiting; set; set &= set - 1)
		vc_of(x, input, ss_lowest(set))->when = when;
	s->waiting = 0;
	plan(x, when, SS_DO_INPUT(input));
}

/* Packet @p leaves at @new_age, perhaps the last that held the clock. */
static __always_inline void depart(const struct ss_visit *x, struct ss_packet *p, u32 new_age,
				   u64 t)
{
	struct ss_age *age = &x->rt->age;
	bool held = age->counts_from == U64_MAX;

	p->header = ss_age_depart(age, p->header, new_age, t);
	if (unlikely(held && age->counts_from != U64_MAX))
		tell_age(x->f, SS_CLOCK_RELEASE, x->r, t);
}

static __always_inline void grant(const struct ss_visit *x, u32 port, u32 slot, u32 age, u64 t)
{
	struct ss_output *o = &x->rt->output[port];
	struct ss_staging *s = staging_of(x, port, slot);
	struct ss_rate rate = ss_output_rate(x->f, port);
	u32 i = x->pool[s->last].next, len;
	struct ss_tally *tally = &x->rt->tally[port];
	struct ss_packet *p = &x->pool[i];
	u64 start;

	if (unlikely(o->is_stalled)) {
		tally->stalled += t - tally->stalled_since;
		o->is_stalled = false;
	}
	/* the packet before has left altogether */
	staging_of(x, port, o->tx_slot)->used -= o->tx_len;

	len = ss_packet_flits(p);
	if (i == s->last) {
		s->last = 0;
		o->occupied &= ~(1ULL << slot);
	} else {
		x->pool[s->last].next = p->next;
	}
	depart(x, p, age, t);
	tally->age_bin[age >> 6]++;
	tally->waited += t - p->arrival;
	o->grants = (o->grants + 1) & 63;
	o->tx_slot = slot;
	o->tx_len = len;
	start = ss_rate_start(rate, o->next, t);
	o->next = start + (u64)len * rate.b;
	if (unlikely(s->waiting))
		promise_space(x, port, slot);
	if (o->occupied)
		plan(x, ss_output_free(x->f, o, port), SS_DO_OUTPUT(port));
	if (port == SEASTAR_PORT_PROC)
		eject(x, i, len, start);
	else
		send(x, port, slot & ((1U << x->shift) - 1), i, len, t);
}

/* Phase 4: an output that may be free grants a packet, if it can. */
static __always_inline void output_event(const struct ss_visit *x, u32 port, u64 t)
{
	struct ss_output *o = &x->rt->output[port];
	u32 slot, age;
	u64 set;

	/* not free: looked at for credits, and it will be looked at when it is free */
	if (!o->occupied || ss_output_free(x->f, o, port) > t)
		return;
	set = candidates(x, port, t);
	if (!set) {
		stall(x, port, t);
		return;
	}
	slot = choose(x, port, set, t, &age);
	grant(x, port, slot, age, t);
}

/* Everything that happens in cycle @t, phase by phase. Returns how much it was. */
static __always_inline u32 run_cycle(const struct ss_visit *x, u64 t)
{
	u16 *wheel = ss_wheel_of(x->rt, x->wheel);
	u16 *what = &wheel[t & ((1U << x->wheel) - 1)];
	const struct ss_source *source = &x->f->source[x->r];
	u32 events = 0;

	if (unlikely(source->reply_at <= t)) {
		ss_reply_run(x->f, x->r, t);
		events++;
	}
	if (source->at <= t) {
		ss_source_run(x->f, x->g, x->r, t);
		events++;
	}
	for (u32 set = *what & SS_DO_INPUTS; set; set &= set - 1, events++)
		input_event(x, ss_lowest(set), t);
	/* with what they have planned for this very cycle */
	for (u32 set = *what & SS_DO_LINKS; set; set &= set - 1, events++) {
		u32 port = ss_lowest(set) - SS_DO_OUTPUT_SHIFT;

		if (port == SEASTAR_PORT_PROC)
			__builtin_unreachable();
		output_event(x, port, t);
	}
	if (*what & SS_DO_OUTPUT(SEASTAR_PORT_PROC)) {
		output_event(x, SEASTAR_PORT_PROC, t);
		events++;
	}
	/* last, since a one-flit packet granted now leaves now */
	if (*what & SS_DO_DELIVER) {
		ss_source_deliver(x->f, x->g, x->r, t);
		events++;
	}
	ss_wheel_clear(wheel, ss_busy_of(x->rt, x->wheel), x->wheel, t);
	return events;
}

static __always_inline u64 next_at(const struct ss_visit *x, u64 from)
{
	u64 next = ss_wheel_next(ss_busy_of(x->rt, x->wheel), x->wheel, from);
	const struct ss_source *source = &x->f->source[x->r];

	if (source->reply_at < next)
		next = source->reply_at;
	return source->at < next ? source->at : next;
}

static __always_inline void run(struct ss_fabric *f, struct ss_region *g, u32 r, u64 from,
				u64 end, u32 shift, u32 wheel)
{
	const struct ss_visit x = visit(f, g, r, shift, wheel);
	u64 t = next_at(&x, from);
	u32 events = 0;

	while (t < end) {
		events += run_cycle(&x, t);
		t = next_at(&x, t + 1);
	}
	/* a look for nothing is work, too */
	g->events += events ? events : 1;
	if (t != SS_NEVER)
		ss_remind(f, g, r, t);
}

void ss_router_run(struct ss_fabric *f, struct ss_region *g, u32 r, u64 from, u64 end)
{
	if (f->vc_shift == 2 && f->wheel == SS_WHEEL_LEAST)
		run(f, g, r, from, end, 2, SS_WHEEL_LEAST);
	else
		run(f, g, r, from, end, f->vc_shift, f->wheel);
}

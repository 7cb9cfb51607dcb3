// SPDX-License-Identifier: GPL-2.0-only
/*
 * Adaptive routing in a Dragonfly, attempt by attempt: docs/dragonfly-adaptive.md.
 */
#include "dragonfly.h"

#define M(name, right, wrong)	MUTATE(o->mutant, name, right, wrong)

#define UNIT	65536		/* scale of filtered contention counters: one packet */

static u32 first_global(const struct oracle *o)
{
	return df_shape(o)->p + df_shape(o)->a - 1;
}

/* Section 1: occupancy. */

u64 df_occupancy_of_vc(const struct router *r, u32 port, u32 vc)
{
	return df_most(r->o, port) - df_space(r, port, vc);
}

u64 df_occupancy_of_port(const struct router *r, u32 port)
{
	u64 sum = 0;

	for (u32 vc = 0; vc < df_vcs(r->o, port); vc++)
		sum += df_occupancy_of_vc(r, port, vc);
	return sum;
}

static bool senses_ports(const struct oracle *o)
{
	bool port = o->cfg.dragonfly.adaptive.sense_port;

	return M(DF_SENSING, port, !port);
}

/* Return C, the occupancy, of a hop. */
u64 df_occupancy(const struct router *r, struct df_hop hop)
{
	return senses_ports(r->o) ? df_occupancy_of_port(r, hop.port) :
				    df_occupancy_of_vc(r, hop.port, hop.vc);
}

/* Return Z, the capacity, of a hop. */
static u64 capacity(const struct oracle *o, struct df_hop hop)
{
	return (u64)df_most(o, hop.port) * (senses_ports(o) ? df_vcs(o, hop.port) : 1);
}

/* Return the phits of minimally routed packets in @vcs VCs behind @port, from VC @first on. */
static u64 minimal_at(const struct router *r, u32 port, u32 first, u32 vcs)
{
	u64 sum = 0;

	for (u32 vc = first; vc < first + vcs; vc++)
		sum += r->dragonfly->port[port].minimal[vc];
	return sum;
}

/* Return the occupancy of the link at @port that decides on congestion for packets of @class_. */
static u64 occupancy_of_link(const struct router *r, u32 port, u32 class_)
{
	const struct packet one = { .class_ = class_ };
	bool of_port = r->o->cfg.dragonfly.adaptive.sense_port;

	if (df_counts_minimal(r->o))
		return minimal_at(r, port, of_port ? 0 : df_first_vc(r->o, port, &one),
				  of_port ? df_vcs(r->o, port) : 1);

	return r->o->cfg.dragonfly.adaptive.sense_port ? df_occupancy_of_port(r, port) :
		df_occupancy_of_vc(r, port, df_first_vc(r->o, port, &one));
}

static bool finds_congested(const struct router *r, u32 port, u32 class_)
{
	const struct oracle *o = r->o;
	const struct ss_adaptive *a = &o->cfg.dragonfly.adaptive;
	u64 all = 0, vcs = a->sense_port ? M(DF_CONGESTED_VCS, df_vcs(o, port), 1) : 1;
	u64 limit, own = 100 * df_shape(o)->h * occupancy_of_link(r, port, class_);

	for (u32 i = first_global(o); i < df_ports(o); i++)
		all += occupancy_of_link(r, i, class_);
	limit = M(DF_LINK_PERCENT, a->link_percent, 100) * all +
		100 * df_shape(o)->h * vcs * a->link_packets * o->cfg.max_packet;
	return own > limit || (M(DF_CONGESTED, false, true) && own == limit);
}

/* Return true if @r knows that global link @port of @of is congested for packets of @class_. */
bool df_knows_congested(const struct router *r, const struct router *of, u32 port, u32 class_)
{
	const struct oracle *o = r->o;
	u32 for_ = M(DF_REPLY_CONGESTED, class_, 0);
	u64 age = of == r ? M(DF_PB_OWN, 0, 1) : M(DF_PB_DELAY, o->cfg.link_delay, 0);

	if (of == r && M(DF_CONGESTED_LATE, false, true))
		return finds_congested(r, port, for_);
	if (o->now < age)
		return false;
	return of->dragonfly->congested[(o->now - age) % DF_HISTORY][for_][port];
}

/* Section 6: contention counters. */

/* Count a packet at input @i for output @out, and for the group of its destination. */
static void count_packet(struct router *r, u32 i, u32 out, u32 dest)
{
	const struct oracle *o = r->o;
	struct df_router *d = r->dragonfly;
	u32 group = df_group(o, df_router_of(o, dest));
	bool local = !df_is_node(o, i) && !df_is_global(o, i);

	d->contention[out]++;
	if (group != df_group(o, r->id) && M(DF_ECTN_PORTS, !local, true))
		d->wanting[group]++;
}

static void count_vc(struct router *r, u32 i, u32 vc)
{
	const struct oracle *o = r->o;
	struct df_port *in = &r->dragonfly->port[i];
	u32 dest;

	if (in->passes_until[vc] > o->now) {
		u32 out = M(DF_CONTENTION_REAL, df_minimal_port(r, in->passing_dest[vc]),
			    in->passing_out[vc]);

		if (M(DF_CONTENTION_PASSING, true, false))
			count_packet(r, i, out, in->passing_dest[vc]);
		return;
	}
	if (!in->queue[vc].count)
		return;
	dest = fifo_at(&in->queue[vc], 0)->packet->dest;
	count_packet(r, i, df_minimal_port(r, dest), dest);
}

/* Update F, the filtered counters, with the present ones. */
static void filter(struct router *r)
{
	const struct oracle *o = r->o;
	struct df_router *d = r->dragonfly;
	u32 given = o->cfg.dragonfly.adaptive.alpha;
	u64 alpha = M(DF_ALPHA, given, 100 - given);

	for (u32 i = 0; i < df_ports(o); i++)
		d->filtered[i] = (alpha * d->filtered[i] +
				  (100 - alpha) * UNIT * d->contention[i]) / 100;
}

static void count_contention(struct router *r)
{
	const struct oracle *o = r->o;
	struct df_router *d = r->dragonfly;

	if (M(DF_FILTER_LATE, true, false))
		filter(r);
	memset(d->contention, 0, sizeof(d->contention));
	memset(d->wanting, 0, sizeof(d->wanting));
	for (u32 i = 0; i < df_ports(o); i++)
		for (u32 vc = 0; vc < df_vcs(o, i); vc++)
			count_vc(r, i, vc);
	if (M(DF_FILTER_LATE, false, true))
		filter(r);
}

/* Observe occupancies and counters, before the first pass of a cycle. */
void df_sense(struct router *r)
{
	const struct oracle *o = r->o;
	struct df_router *d = r->dragonfly;
	u32 period = o->cfg.dragonfly.adaptive.period;

	for (u32 i = first_global(o); i < df_ports(o); i++)
		for (u32 k = 0; k < SS_CLASSES; k++)
			d->congested[o->now % DF_HISTORY][k][i] = finds_congested(r, i, k);
	count_contention(r);
	/* routers use the last two exchanges only: overwrite the older one */
	if (o->now % period == 0)
		memcpy(d->sent[o->now / period % 2], d->wanting, sizeof(d->wanting));
}

/* Return P of router @other, its packets for @group, by its last exchange that has arrived. */
static u32 wanting_of(const struct router *other, u32 group)
{
	const struct oracle *o = other->o;
	u64 way = M(DF_ECTN_DELAY, o->cfg.link_delay, 0);

	if (M(DF_ECTN_PERIOD, false, true))
		return other->dragonfly->wanting[group];
	if (o->now < way)
		return 0;
	return other->dragonfly->sent[(o->now - way) / o->cfg.dragonfly.adaptive.period % 2][group];
}

/* Return S, the sum of P for @group over all routers in the group of @r. */
static u32 wanting_in_group(const struct router *r, u32 group)
{
	const struct oracle *o = r->o;
	u32 first = df_group(o, r->id) * df_shape(o)->a;
	u32 sum = r->dragonfly->wanting[group];

	for (u32 id = first; id < first + df_shape(o)->a; id++)
		if (id != r->id)
			sum += wanting_of(&o->router[id], group);
	return sum;
}

/* Section 2: an attempt. */

u64 df_draw(const struct df_asker *a, u32 j)
{
	const struct oracle *o = a->r->o;
	u64 key = o->node[a->r->id * df_shape(o)->p].source.key;
	u64 pass = M(DF_PASS, a->pass, 0);

	return ss_rng_draw(ss_rng_key(key, SS_STREAM_ATTEMPTS),
			   (((4 * o->now + pass) * 64 + a->in) * 16 + a->vc) * 4 + j);
}

/* Return true if the packet can go by the VC of @hop or, in a flexible order, by any up to that. */
static bool can_go(const struct df_asker *a, struct df_hop hop)
{
	u32 limit = hop.vc;

	if (!df_flexible(a->r->o) || df_is_node(a->r->o, hop.port))
		return df_can_go(a->r, a->p, hop);
	for (hop.vc = 0; hop.vc <= limit; hop.vc++)
		if (df_can_go(a->r, a->p, hop))
			return true;
	return false;
}

/* Section 6: triggers. */

static bool credits_release(const struct df_asker *a, struct df_hop minimal)
{
	struct oracle *o = a->r->o;
	u64 filled = 100 * df_occupancy(a->r, minimal);

	if (M(DF_RELEASE_FREE, can_go(a, minimal), false))
		return false;
	if (filled < M(DF_LEAST, o->cfg.dragonfly.adaptive.least_percent, 0) * capacity(o, minimal))
		return false;
	if (!df_is_global(o, minimal.port) || M(DF_RELEASE_GLOBAL, false, true) ||
	    df_knows_congested(a->r, a->r, minimal.port, a->p->class_))
		return true;
	o->seen[SEEN_DF_NOT_CONGESTED]++;
	return false;
}

static bool credits_admit(const struct router *r, struct df_hop minimal, struct df_hop hop)
{
	const struct oracle *o = r->o;
	u64 other = 100 * df_occupancy(r, hop) * capacity(o, minimal);
	u64 most = M(DF_CANDIDATE_PERCENT, o->cfg.dragonfly.adaptive.candidate_percent, 100) *
		   df_occupancy(r, minimal) * capacity(o, hop);

	return other < most || (M(DF_ADMIT_EQUAL, true, false) && other == most);
}

static bool is_contended(const struct router *r, u32 port)
{
	const struct oracle *o = r->o;
	const struct df_router *d = r->dragonfly;
	u64 threshold = o->cfg.dragonfly.adaptive.contention + M(DF_CONTENTION, 0, 1);

	if (o->cfg.dragonfly.adaptive.trigger == SS_TRIGGER_FILTERED)
		return M(DF_FILTERED, d->filtered[port] >= UNIT * threshold,
			 d->contention[port] >= threshold);
	return d->contention[port] >= threshold;
}

/*
 * Return true if so many packets in this group are for the group of the packet's destination that
 * the packet may be misrouted.
 */
static bool group_releases(const struct df_asker *a)
{
	const struct oracle *o = a->r->o;
	u32 group = df_group(o, df_router_of(o, a->p->dest));

	return M(DF_ECTN_NODE, df_is_node(o, a->in), true) && group != df_group(o, a->r->id) &&
	       wanting_in_group(a->r, group) >= o->cfg.dragonfly.adaptive.group_contention;
}

static bool is_released(const struct df_asker *a, struct df_hop minimal)
{
	struct oracle *o = a->r->o;
	u32 trigger = o->cfg.dragonfly.adaptive.trigger;
	bool credits = trigger == SS_TRIGGER_CREDITS || M(DF_HYBRID, trigger == SS_TRIGGER_HYBRID,
							  false);
	bool contended = trigger != SS_TRIGGER_CREDITS && is_contended(a->r, minimal.port);
	bool released = contended;

	if (!contended && trigger == SS_TRIGGER_ECTN && group_releases(a)) {
		o->seen[SEEN_DF_ECTN]++;
		released = true;
	}
	if (!contended && credits && credits_release(a, minimal)) {
		o->seen[SEEN_DF_CREDITS_ALONE] += trigger == SS_TRIGGER_HYBRID;
		released = true;
	}
	if (released)
		o->seen[SEEN_DF_BY_CREDITS + trigger]++;
	return released;
}

static bool is_admitted(const struct df_asker *a, struct df_hop minimal, struct df_hop hop)
{
	const struct oracle *o = a->r->o;

	switch (o->cfg.dragonfly.adaptive.trigger) {
	case SS_TRIGGER_CREDITS:
		return credits_admit(a->r, minimal, hop);
	case SS_TRIGGER_HYBRID:
		return M(DF_HYBRID_ADMIT, is_contended(a->r, minimal.port), false) ||
		       credits_admit(a->r, minimal, hop);
	}
	return M(DF_ADMIT_CONTENDED, !is_contended(a->r, hop.port), true);
}

/* Section 5: PAR and OLM. */

/* Ports of one type by which a packet may be misrouted.  If it is forced, all are admitted. */
struct range {
	u32 first, count;
	bool forced;
};

static struct range globals(const struct oracle *o, bool forced)
{
	return (struct range){ first_global(o), df_shape(o)->h, forced };
}

static struct range locals(const struct oracle *o)
{
	return (struct range){ df_shape(o)->p, df_shape(o)->a - 1, false };
}

static bool is_candidate(const struct df_asker *a, const struct range *range,
			 struct df_hop minimal, u32 port)
{
	const struct oracle *o = a->r->o;
	struct df_hop hop = df_other_hop(a->r, a->p, port);

	if (port == minimal.port && M(DF_CANDIDATE_MINIMAL, !range->forced, false))
		return false;
	if (!can_go(a, hop))
		return false;
	return range->forced || is_admitted(a, minimal, hop);
}

/* Draw one of the candidates into @hop; false if there is none. */
static bool pick(const struct df_asker *a, struct range range, struct df_hop minimal,
		 struct df_hop *hop)
{
	const struct oracle *o = a->r->o;
	bool one = o->cfg.dragonfly.adaptive.one_candidate;
	u32 list[DF_MOST_PORTS], n = 0;

	for (u32 port = range.first; port < range.first + range.count; port++)
		if (M(DF_CANDIDATES, one, !one) || is_candidate(a, &range, minimal, port))
			list[n++] = port;
	if (!n)
		return false;
	*hop = df_other_hop(a->r, a->p, list[ss_rng_below(df_draw(a, 1), n)]);
	return M(DF_CANDIDATES, !one, one) || is_candidate(a, &range, minimal, hop->port);
}

/*
 * Return true if the packet may be misrouted by a global port, false if by a local one (section 5,
 * second table).
 */
static bool goes_global(const struct df_asker *a)
{
	const struct oracle *o = a->r->o;
	u32 routers = df_shape(o)->a, drawn;

	switch (o->cfg.dragonfly.adaptive.misrouting) {
	case SS_MISROUTE_CRG:
		return true;
	case SS_MISROUTE_NRG:
		return false;
	case SS_MISROUTE_MM:
		return M(DF_MM, df_is_node(o, a->in), !df_is_node(o, a->in));
	}
	drawn = ss_rng_below(df_draw(a, 0), routers);
	return M(DF_RRG, drawn == routers - 1, drawn == 0);
}

static bool may_go_local(const struct df_asker *a, struct df_hop minimal)
{
	const struct oracle *o = a->r->o;
	bool there = df_group(o, df_router_of(o, a->p->dest)) == df_group(o, a->r->id);
	bool par = !df_routing(o)->opportunistic, went = a->p->went_local;
	bool role = o->cfg.dragonfly.order == SS_ORDER_ROLE;

	if (!M(DF_LOCAL_MISROUTING, o->cfg.dragonfly.adaptive.local_misrouting, 0) ||
	    df_is_global(o, minimal.port))
		return false;
	/* the mutants misroute only where VCs suffice */
	return !M(DF_LOCAL_ONCE, went, went && par) &&
	       !M(DF_PAR_THERE, par && there, par && there && !role);
}

static struct df_attempt forced_attempt(const struct df_asker *a, struct df_hop minimal)
{
	struct oracle *o = a->r->o;
	struct df_attempt attempt = { .way = DF_FORCED };

	attempt.waits = !pick(a, globals(o, true), minimal, &attempt.hop);
	if (attempt.waits && df_flexible(o)) {
		o->seen[SEEN_DF_FLEX_FORCED]++;
		return (struct df_attempt){ .hop = minimal };
	}
	o->seen[SEEN_DF_FORCED_WAITS] += attempt.waits;
	return attempt;
}

static struct df_attempt transit_attempt(const struct df_asker *a)
{
	struct oracle *o = a->r->o;
	struct df_attempt attempt = { .hop = df_next_hop(a->r, a->p) }, other = { 0 };
	struct df_hop minimal = attempt.hop;
	u32 group = df_group(o, df_router_of(o, a->p->dest));
	struct range range;

	if (a->p->forced)
		return forced_attempt(a, minimal);
	if (!a->p->crossed && group != df_group(o, a->r->id))
		other.way = goes_global(a) ? DF_OFF_GLOBAL : DF_OFF_LOCAL_SOURCE;
	else if (may_go_local(a, minimal))
		other.way = DF_OFF_LOCAL;
	if (other.way == DF_ON || !is_released(a, minimal))
		return attempt;
	range = other.way == DF_OFF_GLOBAL ? globals(o, false) : locals(o);
	if (pick(a, range, minimal, &other.hop))
		return other;
	o->seen[SEEN_DF_NO_CANDIDATE]++;
	return attempt;
}

struct df_attempt df_attempt(const struct df_asker *a)
{
	struct oracle *o = a->r->o;
	bool node = df_is_node(o, a->in), arrived = df_router_of(o, a->p->dest) == a->r->id;

	if (arrived && (df_adapts(o) || (node && o->cfg.dragonfly.adaptive.redraw)) && !a->p->via)
		return (struct df_attempt){ .hop.port = a->p->dest % df_shape(o)->p };
	if (df_routing(o)->in_transit)
		return transit_attempt(a);
	if (node && (df_adapts(o) || o->cfg.dragonfly.adaptive.redraw) && !df_is_decided_once(o))
		return df_source_attempt(a);
	return (struct df_attempt){ .hop = df_next_hop(a->r, a->p), .via = a->p->via };
}

/* Section 8: counts of misrouted packets, and the state of packets. */

static u32 local_count(const struct router *r, const struct packet *p)
{
	const struct oracle *o = r->o;
	bool there = df_group(o, df_router_of(o, p->dest)) == df_group(o, r->id);

	return M(DF_LOCAL_WHERE, there, !there) ? SS_MISROUTE_LOCAL_DESTINATION :
						  SS_MISROUTE_LOCAL_INTERMEDIATE;
}

/* Return the counter of a grant if it leaves the minimal path, or else SS_MISROUTES. */
static u32 count_of_grant(const struct df_asker *a, const struct df_attempt *attempt)
{
	const struct oracle *o = a->r->o;
	bool node = df_is_node(o, a->in);

	switch (attempt->way) {
	case DF_ON:
		return node && attempt->via ? SS_MISROUTE_AT_SOURCE : SS_MISROUTES;
	case DF_OFF_GLOBAL:
		return node ? SS_MISROUTE_AT_SOURCE : SS_MISROUTE_IN_TRANSIT;
	case DF_FORCED:
		return M(DF_FORCED_COUNT, SS_MISROUTE_IN_TRANSIT, SS_MISROUTES);
	case DF_OFF_LOCAL_SOURCE:
		return SS_MISROUTE_LOCAL_SOURCE;
	case DF_OFF_LOCAL:
		return local_count(a->r, a->p);
	}
	return SS_MISROUTES;
}

void df_granted(const struct df_asker *a, const struct df_attempt *attempt, struct packet *p)
{
	struct oracle *o = a->r->o;
	u32 out = attempt->hop.port, count = count_of_grant(a, attempt);

	p->via = attempt->via;
	/* without a VC for its intermediate router, a packet may go minimally */
	if (df_is_node(o, a->in) && !attempt->via)
		p->misrouted = false;
	if (count != SS_MISROUTES) {
		a->r->dragonfly->misroutes[count]++;
		o->seen[SEEN_DF_AT_NODE + count - SS_MISROUTE_AT_SOURCE]++;
		p->misrouted = M(DF_MISROUTED_FLAG, true, false);
	}
	p->forced |= attempt->way == DF_OFF_LOCAL_SOURCE;
	p->went_local |= attempt->way == DF_OFF_LOCAL;
	if (df_is_global(o, out)) {
		o->seen[SEEN_DF_FORCED] += p->forced;
		p->crossed = true;
		p->forced = M(DF_FORCED_STAYS, false, p->forced);
		p->went_local = M(DF_LOCAL_STAYS, false, p->went_local);
	}
	if (df_is_node(o, out))
		a->r->dragonfly->misroutes[SS_MISROUTED] += M(DF_MISROUTED, p->misrouted, 1);
	o->seen[SEEN_DF_OLM_BACK] += !df_is_node(o, out) && attempt->hop.place == p->place;
}

// SPDX-License-Identifier: GPL-2.0-only
/*
 * The proof of tables finds what a naive one finds, which follows the packet of each pair from its
 * source to its end, hop by hop: in tables as they are made, and in tables with random entries.
 */
#include <stdlib.h>
#include <string.h>

#include "test.h"

#include "sim/base/memory.h"
#include "sim/core/rng.h"
#include "sim/route/check.h"
#include "sim/route/direction.h"
#include "sim/route/generate.h"
#include "sim/route/step.h"
#include "sim/route/turns.h"

enum outcome { GOES_ON, HOME, IN_REGION, DROPPED, LOST };

/**
 * struct naive - a naive proof
 * @p: the plan
 * @t: the tables
 * @found: the findings
 * @channels: number of channels
 * @dest: destination of the packet
 * @outside: packets are followed up to the region of @dest only
 * @seen: by channel: its faults were counted for the present destination
 * @leads: by channel and output: a packet needs the output's channel on VC0 (1) or VC1 (2)
 * @path: channels of the present packet
 * @steps: number of channels in @path
 */
struct naive {
	const struct route_plan *p;
	const struct route_tables *t;
	struct route_proof found;
	u32 channels;
	u32 dest;
	bool outside;
	bool *seen;
	u8 (*leads)[SEASTAR_PORTS];
	u32 *path;
	u32 steps;
};

static u32 region_of(const struct naive *n, u32 router)
{
	return route_region_of(n->p, router);
}

static void find(struct naive *n, enum route_fault fault, u32 channel)
{
	if (!n->found.fault[fault]++)
		n->found.example[fault] = (struct route_example){
			.router = route_channel_router(channel),
			.in = SS_PORT_OF(route_channel_port(channel)),
			.vc = route_channel_vc(channel), .dest = n->dest,
		};
}

static u8 entry_of(const struct naive *n, u32 channel)
{
	return route_step_entry(n->p, n->t, channel, n->dest);
}

static bool crosses(const struct naive *n, u32 channel)
{
	return route_is_dateline(n->p, route_channel_router(channel),
				 ss_route_port(entry_of(n, channel)));
}

static u32 next_of(const struct naive *n, u32 channel)
{
	u32 router = route_channel_router(channel), port = ss_route_port(entry_of(n, channel));
	u32 vc = route_step_vc(entry_of(n, channel), channel);

	return ROUTE_CHANNEL(SS_PORT_ID(route_behind(n->p, router, port), ss_opposite(port)),
			     crosses(n, channel) ? 1 : vc);
}

/* Return the fault of a packet in @channel, or ROUTE_FAULTS if there is none. */
static enum route_fault fault_of(const struct naive *n, u32 channel)
{
	u32 router = route_channel_router(channel), in = SS_PORT_OF(route_channel_port(channel));
	u8 entry = entry_of(n, channel);
	u32 port = ss_route_port(entry);

	if (!ss_route_is_entry(entry))
		return ROUTE_BAD_ENTRY;
	if (port == SEASTAR_PORT_PROC)
		return router == n->dest ? ROUTE_FAULTS : ROUTE_BAD_HOME;
	if (route_behind(n->p, router, port) == SS_NO_ROUTER)
		return ROUTE_NO_LINK;
	if (port == in)
		return ROUTE_BACK;
	if (!route_may_turn(n->p, router, in, port))
		return ROUTE_BAD_TURN;
	return crosses(n, channel) && route_step_vc(entry, channel) ? ROUTE_BAD_DATELINE :
								     ROUTE_FAULTS;
}

/* Return the outcome of a packet that comes to @channel. */
static enum outcome look(const struct naive *n, u32 channel)
{
	enum route_fault fault;

	if (n->outside && region_of(n, route_channel_router(channel)) == region_of(n, n->dest))
		return IN_REGION;
	if (entry_of(n, channel) == SS_ROUTE_NONE)
		return DROPPED;
	fault = fault_of(n, channel);
	if (fault != ROUTE_FAULTS && fault != ROUTE_BAD_TURN)
		return LOST;
	return ss_route_port(entry_of(n, channel)) == SEASTAR_PORT_PROC ? HOME : GOES_ON;
}

static bool was_here(const struct naive *n, u32 channel)
{
	for (u32 i = 0; i < n->steps; i++)
		if (n->path[i] == channel)
			return true;
	return false;
}

/* Follow a packet from @channel to its end, which @last receives. */
static enum outcome follow(struct naive *n, u32 channel, u32 *last)
{
	enum outcome outcome = look(n, channel);

	for (n->steps = 0; outcome == GOES_ON; outcome = look(n, channel)) {
		u32 port = ss_route_port(entry_of(n, channel));

		n->path[n->steps++] = channel;
		channel = next_of(n, n->path[n->steps - 1]);
		n->leads[n->path[n->steps - 1]][port] |= 1 << route_channel_vc(channel);
		if (was_here(n, channel)) {
			outcome = LOST;
			break;
		}
	}
	*last = channel;
	return outcome;
}

/* Return the dimensions of the hops from step @i of the path on, as bits. */
static u32 dims_from(const struct naive *n, u32 i)
{
	u32 set = 0;

	for (; i < n->steps; i++)
		set |= 1U << ss_port_dim(ss_route_port(entry_of(n, n->path[i])));
	return set;
}

/* Count the faults of the path, which ends in @last, in channels that were not seen before. */
static void count_faults(struct naive *n, u32 last, enum outcome outcome)
{
	bool circles = was_here(n, last);
	u32 fresh = 0;

	while (fresh < n->steps && !n->seen[n->path[fresh]])
		fresh++;
	for (u32 i = 0; i < fresh; i++)
		if (fault_of(n, n->path[i]) != ROUTE_FAULTS)
			find(n, fault_of(n, n->path[i]), n->path[i]);
	if (fresh == n->steps && !circles && outcome != IN_REGION && !n->seen[last]) {
		if (outcome == LOST)
			find(n, fault_of(n, last), last);
		n->seen[last] = true;
	}
	for (u32 i = fresh; i-- > 0;) {
		u32 dim = ss_port_dim(ss_route_port(entry_of(n, n->path[i])));

		if (circles && i + 1 == n->steps)
			find(n, ROUTE_CIRCLING, n->path[i]);
		else if (crosses(n, n->path[i]) && dims_from(n, i + 1) & ((1U << dim) - 1))
			find(n, ROUTE_BAD_ORDER, n->path[i]);
		n->seen[n->path[i]] = true;
	}
}

/* Follow a packet from @channel, count its faults, and add its hops to @hops. */
static enum outcome walk(struct naive *n, u32 channel, u32 *last, u32 *hops)
{
	enum outcome outcome = follow(n, channel, last);

	count_faults(n, *last, outcome);
	*hops += n->steps;
	return outcome;
}

static bool is_whole(const struct naive *n)
{
	for (u32 i = 0; i < n->p->topo.routers; i++)
		if (n->p->down[i])
			return false;
	return true;
}

static void judge(struct naive *n, u32 source, enum outcome outcome, u32 hops)
{
	if (source == n->dest)
		return;
	n->found.unroutable += outcome == DROPPED;
	n->found.lost += outcome == LOST;
	if (outcome != HOME)
		return;
	n->found.delivered++;
	n->found.hops += hops;
	if (is_whole(n) && hops > route_distance(n->p, source, n->dest))
		find(n, ROUTE_LONGER,
		     ROUTE_CHANNEL(SS_PORT_ID(source, SEASTAR_PORT_PROC), 0));
}

/* Follow the packets of the routers in the region of @n->dest, or, if @far, of the others. */
static void check_from(struct naive *n, bool far)
{
	for (u32 i = 0; i < n->p->topo.routers; i++) {
		u32 channel = ROUTE_CHANNEL(SS_PORT_ID(i, SEASTAR_PORT_PROC), 0), hops = 0;
		enum outcome outcome = IN_REGION;

		if ((region_of(n, i) != region_of(n, n->dest)) != far)
			continue;
		if (far) {
			n->outside = true;
			outcome = follow(n, channel, &channel);
			hops = n->steps;
			n->outside = false;
		}
		if (outcome == IN_REGION)
			outcome = walk(n, channel, &channel, &hops);
		judge(n, i, outcome, hops);
	}
}

/*
 * Count the faults on the way to the region of @n->dest, once for all destinations that have the
 * same global entries.
 */
static void check_outside(struct naive *n)
{
	n->outside = true;
	memset(n->seen, 0, n->channels * sizeof(*n->seen));
	for (u32 i = 0; i < n->p->topo.routers; i++) {
		u32 last, hops = 0;

		if (region_of(n, i) != region_of(n, n->dest))
			walk(n, ROUTE_CHANNEL(SS_PORT_ID(i, SEASTAR_PORT_PROC), 0), &last, &hops);
	}
	n->outside = false;
}

/* Check the destinations of a region whose node ids are odd, or even. */
static void check_goals(struct naive *n, u32 region, bool odd)
{
	bool first = true;

	for (u32 i = 0; i < n->p->topo.routers; i++) {
		if (region_of(n, i) != region || (n->p->nid[i] & 1) != odd)
			continue;
		n->dest = i;
		if (first)
			check_outside(n);
		first = false;
		memset(n->seen, 0, n->channels * sizeof(*n->seen));
		check_from(n, false);
		check_from(n, true);
	}
}

static struct route_proof naive_check(const struct route_plan *p, const struct route_tables *t)
{
	u32 routers = p->topo.routers, channels = routers << (SS_PORT_SHIFT + 1);
	struct naive n = {
		.p = p, .t = t, .channels = channels,
		.seen = sim_alloc(channels, sizeof(*n.seen)),
		.leads = sim_alloc(channels, sizeof(*n.leads)),
		.path = sim_alloc(channels + 1, sizeof(*n.path)),
	};

	n.found.pairs = (u64)routers * (routers - 1);
	for (u32 region = 0; region < SS_ROUTE_REGIONS; region++)
		for (u32 odd = 0; odd < 2; odd++)
			check_goals(&n, region, odd);
	for (u32 i = 0; i < channels; i++)
		for (u32 port = 0; port < SEASTAR_PORTS; port++)
			n.found.dependencies += __builtin_popcount(n.leads[i][port]);
	free(n.seen);
	free(n.leads);
	free(n.path);
	return n.found;
}

static void check_same(const struct route_plan *p, const struct route_tables *t)
{
	struct route_proof expected = naive_check(p, t), *proof = route_check(p, t);

	assert_int_equal(proof->pairs, expected.pairs);
	assert_int_equal(proof->delivered, expected.delivered);
	assert_int_equal(proof->unroutable, expected.unroutable);
	assert_int_equal(proof->lost, expected.lost);
	assert_int_equal(proof->hops, expected.hops);
	assert_int_equal(proof->dependencies, expected.dependencies);
	for (u32 i = 0; i < ROUTE_FAULTS; i++) {
		/* where packets circle, the order of hops begins anywhere */
		if (i == ROUTE_BAD_ORDER && expected.fault[ROUTE_CIRCLING])
			continue;
		if (proof->fault[i] != expected.fault[i])
			fail_msg("%s: %llu, not %llu", route_fault_words[i],
				 (unsigned long long)proof->fault[i],
				 (unsigned long long)expected.fault[i]);
		assert_memory_equal(&proof->example[i], &expected.example[i],
				    sizeof(proof->example[i]));
	}
	route_proof_free(proof);
}

static struct route_plan *plan(const char *keys)
{
	struct route_plan *p = route_plan_new();
	char *words = strdup(keys), *rest = words, *word;
	struct sim_error err;

	while ((word = strsep(&rest, " ")))
		if (!route_plan_set(p, word, &err))
			fail_msg("%s", err.text);
	free(words);
	if (!route_plan_check(p, &err))
		fail_msg("%s", err.text);
	return p;
}

/*
 * Give random inputs random entries, most of which a table may have: a few inputs, or, if @many, so
 * many for one destination that packets circle.
 */
static void spoil(struct route_tables *t, const struct route_plan *p, u64 key, bool many)
{
	u32 goal = ss_rng_below(ss_rng_draw(key, 0), p->topo.routers);
	u64 drawn = 1;

	for (u32 n = many ? 20 * p->topo.routers : 5; n; n--) {
		u32 router = ss_rng_below(ss_rng_draw(key, drawn++), p->topo.routers);
		u32 in = ss_rng_below(ss_rng_draw(key, drawn++), SEASTAR_PORTS);
		u32 dest = ss_rng_below(ss_rng_draw(key, drawn++), p->topo.routers);
		u32 port = ss_rng_below(ss_rng_draw(key, drawn++), 8);
		u32 vc = ss_rng_below(ss_rng_draw(key, drawn++), 4);

		route_tables_set_local(t, SS_PORT_ID(router, in), p->nid[many ? goal : dest],
				       vc < 3 || port < 4 ? ss_route_entry(port, vc) :
							    SS_ROUTE_NONE);
	}
}

/* Route all packets for a random router along +x until they come there. */
static void go_plus(struct route_tables *t, const struct route_plan *p, u64 key)
{
	u32 goal = ss_rng_below(ss_rng_draw(key, 0), p->topo.routers);

	for (u32 id = 0; id < p->topo.routers << SS_PORT_SHIFT; id++)
		if (SS_PORT_ROUTER(id) != goal && SS_PORT_OF(id) < SEASTAR_PORTS)
			route_tables_set_local(t, id, p->nid[goal],
					       ss_route_entry(SEASTAR_PORT_XP, SS_ROUTE_VC0));
}

static void faults_are_those_of_a_naive_walk(void **state)
{
	static const char *const plans[] = {
		"topology=4x4x4", "topology=3x2x5 assignment=v0", "topology=4x3x2 mesh=xz",
		"topology=6x3x2 regions=0-2,3-5", "topology=5x4x2 regions=0-1,2,3-4 ids=zyx",
		"topology=4x4x4 down=5:+x,9:-z", "topology=5x1x1",
		"topology=4x4x3 ties=plus ids=random:3",
	};
	u64 kinds[ROUTE_FAULTS] = { 0 };

	(void)state;
	for (u32 i = 0; i < sizeof(plans) / sizeof(plans[0]); i++) {
		struct route_plan *p = plan(plans[i]);

		for (u32 sample = 0; sample < 40; sample++) {
			struct route_missing missing = { 0 };
			struct route_tables *t = route_generate(p, &missing);
			struct route_proof seen;

			if (sample % 8 == 4)
				go_plus(t, p, ss_rng_key(i, sample));
			else if (sample)
				spoil(t, p, ss_rng_key(i, sample), sample % 8 == 0);
			check_same(p, t);
			seen = naive_check(p, t);
			for (u32 k = 0; k < ROUTE_FAULTS; k++)
				kinds[k] += seen.fault[k];
			route_tables_free(t);
		}
		route_plan_free(p);
	}
	for (u32 k = 0; k < ROUTE_FAULTS; k++)
		if (!kinds[k])
			fail_msg("no random tables had the fault '%s'", route_fault_words[k]);
}

static const struct CMUnitTest tests[] = {
	cmocka_unit_test(faults_are_those_of_a_naive_walk),
};

int main(void)
{
	return cmocka_run_group_tests(tests, NULL, NULL);
}

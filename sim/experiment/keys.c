// SPDX-License-Identifier: GPL-2.0-only
/* The table of an experiment's keys; keys_lookup.c looks them up. */
#include "sim/graph500/equations.h"
#include "sim/parts/link/go_back_n.h"
#include "sim/route/plan.h"
#include "sim/routers/dragonfly/dragonfly.h"
#include "sim/topology/cube.h"
#include "sim/topology/hyperx.h"

#include "values.h"

/* Routers, as bits. */
#define ROUTER(name)	BIT_ULL(SIM_ROUTER_##name)

/* Words of patterns and what they stand for; in order, for the bits of NEEDS(). */
enum pattern_place {
	NONE, UNIFORM, ALL_TO_ONE, NEIGHBOUR, COMPLEMENT, TORNADO, PERMUTATION, BIT_REVERSAL,
	SHUFFLE, TRANSPOSE, HOT_SPOTS, UNIFORM_SELF, ADVERSARIAL, TRACE, ALL_TO_ALL, ALL_REDUCE, FFT,
	GRAPH500, PATTERN_PLACES
};

static const char *const pattern_words[PATTERN_PLACES + 1] = {
	[NONE] = "none",
	[UNIFORM] = "uniform",
	[ALL_TO_ONE] = "all-to-one",
	[NEIGHBOUR] = "neighbour",
	[COMPLEMENT] = "complement",
	[TORNADO] = "tornado",
	[PERMUTATION] = "permutation",
	[BIT_REVERSAL] = "bit-reversal",
	[SHUFFLE] = "shuffle",
	[TRANSPOSE] = "transpose",
	[HOT_SPOTS] = "hot-spots",
	[UNIFORM_SELF] = "uniform-self",
	[ADVERSARIAL] = "adversarial",
	[TRACE] = "trace",
	[ALL_TO_ALL] = "all-to-all",
	[ALL_REDUCE] = "all-reduce",
	[FFT] = "fft",
	[GRAPH500] = "graph500",
};

static const u32 pattern_values[PATTERN_PLACES] = {
	[NONE] = SEASTAR_PATTERN_NONE,
	[UNIFORM] = SEASTAR_PATTERN_UNIFORM,
	[ALL_TO_ONE] = SEASTAR_PATTERN_ALL_TO_ONE,
	[NEIGHBOUR] = SEASTAR_PATTERN_NEIGHBOUR,
	[COMPLEMENT] = SEASTAR_PATTERN_COMPLEMENT,
	[TORNADO] = SEASTAR_PATTERN_TORNADO,
	[PERMUTATION] = SEASTAR_PATTERN_PERMUTATION,
	[BIT_REVERSAL] = SEASTAR_PATTERN_BIT_REVERSAL,
	[SHUFFLE] = SEASTAR_PATTERN_SHUFFLE,
	[TRANSPOSE] = SEASTAR_PATTERN_TRANSPOSE,
	[HOT_SPOTS] = SS_PATTERN_HOT_SPOTS,
	[UNIFORM_SELF] = SS_PATTERN_UNIFORM_SELF,
	[ADVERSARIAL] = SS_PATTERN_ADVERSARIAL,
	[TRACE] = SS_PATTERN_TRACE,
	[ALL_TO_ALL] = SS_PATTERN_ALL_TO_ALL,
	[ALL_REDUCE] = SS_PATTERN_ALL_REDUCE,
	[FFT] = SS_PATTERN_FFT,
	[GRAPH500] = SS_PATTERN_GRAPH500,
};

/* All routers, except for @routers. */
#define BUT(routers)	((BIT_ULL(SIM_ROUTERS) - 1) & ~(routers))
#define CUBES		BUT(ROUTER(DRAGONFLY))

static const u32 pattern_routers[PATTERN_PLACES] = {
	[NEIGHBOUR] = CUBES, [COMPLEMENT] = CUBES, [TORNADO] = CUBES, [TRANSPOSE] = CUBES,
	[UNIFORM_SELF] = ROUTER(TORUS),
	[ADVERSARIAL] = ROUTER(DRAGONFLY),
};

#define OF_PROGRAM	NEEDS("pattern", BIT_ULL(TRACE)), .of_programs = true

#define EXCHANGES	(BIT_ULL(ALL_TO_ALL) | BIT_ULL(ALL_REDUCE) | BIT_ULL(FFT))
#define COLLECTIVES	(EXCHANGES | BIT_ULL(GRAPH500))

enum source_place { OPEN, CLOSED, BATCH, SOURCE_PLACES };

static const char *const source_words[SOURCE_PLACES + 1] = {
	[OPEN] = "open",
	[CLOSED] = "closed",
	[BATCH] = "batch",
};

static const u32 source_values[SOURCE_PLACES] = {
	[OPEN] = SEASTAR_SOURCE_OPEN,
	[CLOSED] = SEASTAR_SOURCE_CLOSED,
	[BATCH] = SS_SOURCE_BATCH,
};

static const char *const reply_words[] = { "first", "turns", NULL };
static const char *const deadlock_words[] = { "refused", "allowed", NULL };

#define ROUTER_WORD(name, word)	[SIM_ROUTER_##name] = #word,
static const char *const router_words[] = { SIM_EACH_ROUTER(ROUTER_WORD) NULL };

/* The Dragonfly's routings: their words, their routers, help, and those that have any of @with. */
#define ROUTING_WORD(with, name, file, word, has, text)		[SS_ROUTE_##name] = word,
#define ROUTING_ROUTER(with, name, file, word, has, text)	[SS_ROUTE_##name] = ROUTER(DRAGONFLY),
#define ROUTING_HELP(with, name, file, word, has, text)		word ": " text "; "
#define ROUTING_BIT(with, name, file, word, has, text)	\
	| ((has) & (with) ? BIT_ULL(SS_ROUTE_##name) : 0)
#define ROUTINGS(with)		(0 SS_DRAGONFLY_ROUTINGS(ROUTING_BIT, with))

static const char *const routing_words[] = {
	[SS_ROUTE_MINAD] = "minad", [SS_ROUTE_GOAL] = "goal", [SS_ROUTE_GAL] = "gal",
	[SS_ROUTE_CQR] = "cqr", [SS_ROUTE_DOR] = "dor", [SS_ROUTE_ADAPTIVE] = "adaptive",
	[SS_ROUTE_HASH] = "hash", [SS_ROUTE_RANDOM] = "random",
	SS_DRAGONFLY_ROUTINGS(ROUTING_WORD, 0)
	NULL
};

static const u32 routing_routers[] = {
	[SS_ROUTE_MINAD] = ROUTER(TORUS), [SS_ROUTE_GOAL] = ROUTER(TORUS),
	[SS_ROUTE_GAL] = ROUTER(TORUS), [SS_ROUTE_CQR] = ROUTER(TORUS),
	[SS_ROUTE_DOR] = ROUTER(BUBBLE) | ROUTER(WORMHOLE),
	[SS_ROUTE_ADAPTIVE] = ROUTER(BUBBLE) | ROUTER(WORMHOLE),
	[SS_ROUTE_HASH] = ROUTER(VC), [SS_ROUTE_RANDOM] = ROUTER(VC),
	SS_DRAGONFLY_ROUTINGS(ROUTING_ROUTER, 0)
};

static const char *const crossbar_words[] = {
	[SS_CROSSBAR_OAC] = "oac", [SS_CROSSBAR_SIC] = "sic", [SS_CROSSBAR_WAVE] = "wavefront", NULL
};

static const char *const bubble_words[] = {
	[SS_BUBBLE_TWO] = "two", [SS_BUBBLE_ONE] = "one", [SS_BUBBLE_CRITICAL] = "critical", NULL
};

static const char *const occupancy_words[] = {
	[SS_OCCUPANCY_ALL] = "all", [SS_OCCUPANCY_FREE] = "free", NULL
};

static const char *const discipline_words[] = {
	[SS_DISCIPLINE_FIFO] = "fifo", [SS_DISCIPLINE_OLDEST] = "oldest", NULL
};

static const char *const stars_words[] = {
	[SS_STARS_LOWEST] = "lowest", [SS_STARS_HIGHEST] = "highest", NULL
};

static const char *const arrivals_words[] = {
	[SS_ARRIVALS_BERNOULLI] = "bernoulli", [SS_ARRIVALS_POISSON] = "poisson", NULL
};

static const char *const ties_words[] = {
	[SS_TIES_PAIR] = "pair", [SS_TIES_PACKET] = "packet", [SS_TIES_PLUS] = "plus", NULL
};

static const char *const flow_words[] = {
	[SS_FLOW_WORMHOLE] = "wormhole", [SS_FLOW_CUT_THROUGH] = "cut-through", NULL
};

static const char *const allocator_words[] = {
	[SS_ALLOCATE_OUTPUT] = "output-first", [SS_ALLOCATE_INPUT] = "input-first", NULL
};

static const char *const priority_words[] = {
	[SS_PRIORITY_TURN] = "round-robin", [SS_PRIORITY_AGE] = "oldest",
	[SS_PRIORITY_RECENT] = "least-recent", NULL
};

static const char *const input_priority_words[] = {
	[SS_INPUT_PRIORITY_SAME] = "same",
	[SS_INPUT_PRIORITY_OWN + SS_PRIORITY_TURN] = "round-robin",
	[SS_INPUT_PRIORITY_OWN + SS_PRIORITY_AGE] = "oldest",
	[SS_INPUT_PRIORITY_OWN + SS_PRIORITY_RECENT] = "least-recent", NULL
};

static const u32 priority_routers[] = {
	[SS_PRIORITY_TURN] = 0, [SS_PRIORITY_AGE] = ROUTER(VC) | ROUTER(DRAGONFLY),
	[SS_PRIORITY_RECENT] = ROUTER(BUBBLE) | ROUTER(DRAGONFLY),
};

static const char *const arrangement_words[] = {
	[SS_ARRANGE_PALM] = "palm", [SS_ARRANGE_CONSECUTIVE] = "consecutive", NULL
};

static const char *const transit_words[] = { "equal", "first", NULL };

static const char *const pointer_words[] = {
	[SS_POINTER_GRANT] = "grant", [SS_POINTER_REQUEST] = "request", NULL
};

static const char *const valiant_words[] = {
	[SS_VALIANT_SOURCE] = "source", [SS_VALIANT_OUTSIDE] = "outside",
	[SS_VALIANT_DESTINATION] = "destination", NULL
};

static const char *const sink_words[] = {
	[SS_SINK_PORT] = "port", [SS_SINK_IDLE] = "idle", NULL
};

static const char *const rules_words[] = {
	[SS_DRAGONFLY_TEXT] = "text", [SS_DRAGONFLY_SIMULATOR] = "simulator", NULL
};

static const char *const order_words[] = {
	[SS_ORDER_LOWEST] = "lowest", [SS_ORDER_ROLE] = "role",
	[SS_ORDER_FLEXIBLE] = "flexible", NULL
};

static const char *const vc_select_words[] = {
	[SS_SELECT_JSQ] = "jsq", [SS_SELECT_HIGHEST] = "highest", [SS_SELECT_LOWEST] = "lowest",
	[SS_SELECT_RANDOM] = "random", [SS_SELECT_JSQ_HIGHEST] = "jsq-highest", NULL
};

static const char *const inject_select_words[] = {
	[SS_INJECT_DESTINATION] = "destination", [SS_INJECT_RANDOM] = "random",
	[SS_INJECT_JSQ] = "jsq", NULL
};

static const char *const vc_limit_words[] = { "path", "group", NULL };

static const char *const output_time_words[] = {
	[SS_OUTPUT_TAIL] = "tail", [SS_OUTPUT_CROSSBAR] = "crossbar", NULL
};

static const char *const entry_words[] = {
	[SS_ENTRY_WHOLE] = "whole", [SS_ENTRY_FLITS] = "flits", NULL
};

static const char *const misrouting_words[] = {
	[SS_MISROUTE_RRG] = "rrg", [SS_MISROUTE_CRG] = "crg", [SS_MISROUTE_NRG] = "nrg",
	[SS_MISROUTE_MM] = "mm", NULL
};

static const char *const trigger_words[] = {
	[SS_TRIGGER_CREDITS] = "credits", [SS_TRIGGER_BASE] = "base",
	[SS_TRIGGER_FILTERED] = "filtered", [SS_TRIGGER_HYBRID] = "hybrid",
	[SS_TRIGGER_ECTN] = "ectn", NULL
};

static const char *const sensing_words[] = { "vc", "port", NULL };
static const char *const comparison_words[] = { "factor", "hops", NULL };
static const char *const hop_count_words[] = { "actual", "consecutive", NULL };
static const char *const buffers_words[] = { "static", "shared", NULL };
static const char *const decision_words[] = { "once", "always", NULL };
static const char *const candidates_words[] = { "all", "one", NULL };
static const char *const yes_words[] = { "no", "yes", NULL };

static const char *const full_words[] = { "wait", "drop", NULL };

static const char *const arbiter_words[] = {
	[SS_ARBITER_FLAT] = "flat", [SS_ARBITER_STAGED] = "staged", NULL
};

static const char *const assignment_words[] = {
	[SS_ASSIGN_LOWER] = "lower", [SS_ASSIGN_BALANCED] = "balanced",
	[SS_ASSIGN_CROSSING] = "crossing",
	[SIM_ASSIGN_TABLES + ROUTE_V0] = "v0", [SIM_ASSIGN_TABLES + ROUTE_V1] = "v1",
	[SIM_ASSIGN_TABLES + ROUTE_V2] = "v2", [SIM_ASSIGN_TABLES + ROUTE_V3] = "v3",
	[SIM_ASSIGN_TABLES + ROUTE_COUNTED] = "counted", NULL
};

static const u32 assignment_routers[] = {
	[SS_ASSIGN_CROSSING] = ROUTER(VC),
	[SIM_ASSIGN_TABLES + ROUTE_V0] = ROUTER(SEASTAR),
	[SIM_ASSIGN_TABLES + ROUTE_V1] = ROUTER(SEASTAR),
	[SIM_ASSIGN_TABLES + ROUTE_V2] = ROUTER(SEASTAR),
	[SIM_ASSIGN_TABLES + ROUTE_V3] = ROUTER(SEASTAR),
	[SIM_ASSIGN_TABLES + ROUTE_COUNTED] = ROUTER(SEASTAR),
};

static const char *const auto_words[] = { "auto", NULL };
static const char *const none_words[] = { "none", NULL };

static const char *const series_words[] = {
	[SIM_SERIES_DELIVERY] = "delivery", [SIM_SERIES_BIRTH] = "birth", NULL
};

static const char *const reordering_words[] = {
	[SIM_REORDERING_IGNORED] = "ignored", [SIM_REORDERING_COUNTED] = "counted", NULL
};

static const char *const usage_words[] = { "ignored", "counted", NULL };

static const char *const detail_words[] = {
	[SIM_DETAIL_SUMMARY] = "summary", [SIM_DETAIL_FULL] = "full", NULL
};

#define FIELD(structure, field)	\
	.offset = offsetof(struct structure, field), \
	.size = sizeof(((struct structure *)0)->field)
#define NUMBER(low, high)	.type = &sim_type_number, .min = (low), .max = (high)
#define DECIMAL(n, low, high)	\
	.type = &sim_type_decimal, .digits = (n), .min = (low), .max = (high)
#define CHOICE(list)		.type = &sim_type_choice, .words = (list)
#define PATTERN	\
	CHOICE(pattern_words), .values = pattern_values, .word_routers = pattern_routers
#define NEEDS(key, bits)	.needs = (key), .among = (bits)
#define TRAFFIC			NEEDS("pattern", ~BIT_ULL(NONE))

#define OF_SEASTAR		NEEDS("router", BIT_ULL(SIM_ROUTER_SEASTAR))
#define OF_VC			NEEDS("router", BIT_ULL(SIM_ROUTER_VC))
#define OF_TORUS		NEEDS("router", ROUTER(TORUS))
#define OF_BUBBLE		NEEDS("router", ROUTER(BUBBLE))
#define OF_DATELINES		NEEDS("router", ROUTER(SEASTAR) | ROUTER(VC)), .topology = &ss_cube_topology
#define EXPERT			.expert = true
#define OF_DRAGONFLY		NEEDS("router", ROUTER(DRAGONFLY))
#define OF_ROUTINGS(with)	NEEDS("routing", ROUTINGS(with))
#define WITH_VIAS		OF_ROUTINGS(SS_ROUTING_VALIANT)
#define OF_UGAL			OF_ROUTINGS(SS_ROUTING_AT_SOURCE)
#define OF_TRANSIT		OF_ROUTINGS(SS_ROUTING_IN_TRANSIT)
#define WITH_LINKS		OF_ROUTINGS(SS_ROUTING_BY_LINKS | SS_ROUTING_IN_TRANSIT)
#define OF_CREDITS		NEEDS("trigger", BIT_ULL(SS_TRIGGER_CREDITS) |	\
				      BIT_ULL(SS_TRIGGER_HYBRID))
#define OF_COUNTERS		NEEDS("trigger", ~BIT_ULL(SS_TRIGGER_CREDITS))
#define OF_ECTN			NEEDS("trigger", BIT_ULL(SS_TRIGGER_ECTN))
#define OF_CUBES		NEEDS("router", CUBES)
#define WITH_PRIORITY		NEEDS("router", ROUTER(VC) | ROUTER(BUBBLE) | ROUTER(DRAGONFLY))
#define WITH_VCS		NEEDS("router", BUT(ROUTER(TORUS) | ROUTER(BUBBLE)))
#define WITH_CLASSES		NEEDS("router", ROUTER(VC) | ROUTER(BUBBLE) | ROUTER(WORMHOLE))
#define WITH_ROUTINGS		NEEDS("router", BUT(ROUTER(SEASTAR))), .by_topology = true
#define WITH_DELAY		NEEDS("router", BUT(ROUTER(VC) | ROUTER(TORUS)))
#define BUT_TORUS		NEEDS("router", BUT(ROUTER(TORUS)))
#define MAY_DEADLOCK		NEEDS("router", BUT(ROUTER(TORUS)))
#define WITH_RESPONSES		.only = BUT(ROUTER(TORUS) | ROUTER(DRAGONFLY))
#define WITH_REPLIES		.only = BUT(ROUTER(TORUS))
#define OF_TABLES		\
	NEEDS("assignment", ~(BIT_ULL(SIM_ASSIGN_TABLES) - 1)), .topology = &ss_cube_topology

#define DRAWN			.void_by = BIT_ULL(TRACE)
#define OF_SEARCH		NEEDS("pattern", BIT_ULL(GRAPH500))

#define OF_PART(n)		NEEDS("pattern" n, ~BIT_ULL(NONE))

/* A further part of the traffic: the keys called "...2" and so on. */
#define PART(n, i)								\
	{ "pattern" n, SIM_GROUP_TRAFFIC, FIELD(sim_settings, traffic.part[i].pattern),	\
	  PATTERN, .unit = "", TRAFFIC, DRAWN,					\
	  .part = (i) + 2,							\
	  .help = "pattern of part " n " of the traffic, mixed with the others" },	\
	{ "weight" n, SIM_GROUP_TRAFFIC, FIELD(sim_settings, traffic.part[i].weight), \
	  NUMBER(1, 1000000), .unit = "", OF_PART(n), .part = (i) + 2, .help = "share of packets of part " n }, \
	{ "target" n, SIM_GROUP_TRAFFIC, FIELD(sim_settings, traffic.part[i].target), \
	  NUMBER(0, SIM_MAX_NODES - 1), .unit = "node",				\
	  NEEDS("pattern" n, BIT_ULL(ALL_TO_ONE)), .part = (i) + 2,		\
	  .help = "destination of all packets of part " n },			\
	{ "distance" n, SIM_GROUP_TRAFFIC, FIELD(sim_settings, traffic.part[i].distance), \
	  NUMBER(1, SIM_MAX_GROUPS - 1), .unit = "groups",			\
	  NEEDS("pattern" n, BIT_ULL(ADVERSARIAL)), .part = (i) + 2, .help = "distance of part " n }, \
	{ "groups" n, SIM_GROUP_TRAFFIC, FIELD(sim_settings, traffic.part[i].groups), \
	  NUMBER(1, SIM_MAX_GROUPS - 1), .unit = "groups",			\
	  NEEDS("pattern" n, BIT_ULL(ADVERSARIAL)), .part = (i) + 2, .help = "groups of part " n }, \
	{ "spots" n, SIM_GROUP_TRAFFIC, FIELD(sim_settings, spots[(i) + 1]),	\
	  .type = &sim_type_spots, .max = SIM_MAX_NODES - 1, .unit = "nodes",	\
	  NEEDS("pattern" n, BIT_ULL(HOT_SPOTS)), .part = (i) + 2, .help = "hot spots of part " n }, \
	{ "lengths" n, SIM_GROUP_TRAFFIC, FIELD(sim_settings, traffic.part[i].lengths), \
	  .type = &sim_type_lengths, .max = 1000000, .unit = "flits", OF_PART(n), \
	  .part = (i) + 2, .help = "lengths of packets of part " n },				\
	{ "requests" n, SIM_GROUP_TRAFFIC, FIELD(sim_settings, traffic.part[i].requests), \
	  DECIMAL(4, 0, SEASTAR_PPM), .unit = "%", OF_PART(n), WITH_RESPONSES,	\
	  .part = (i) + 2, .help = "share of requests among the packets of part " n }

const struct sim_key sim_keys[] = {
	{ "router", SIM_GROUP_FABRIC, FIELD(sim_experiment, router), CHOICE(router_words),
	  .unit = "",
	  .help = "kind of router; seastar: that of the Cray XT (docs/model.md); vc: a textbook's input-queued virtual-channel router (docs/vc-router.md); torus: an output-queued router with adaptive routing (docs/torus-router.md); bubble: the adaptive Bubble router of Puente et al. and its deterministic sibling (docs/bubble-router.md); wormhole: the wormhole routers of their comparison (docs/wormhole-router.md); dragonfly: routers of a Dragonfly (docs/dragonfly-router.md). Defaults of the fabric's keys depend on the router" },
	{ "topology", SIM_GROUP_FABRIC, .offset = offsetof(struct sim_experiment, config.topology),
	  .size = offsetof(struct ss_config, size[3]) - offsetof(struct ss_config, topology),
	  .type = &sim_type_topology, .max = SEASTAR_MAX_ROUTERS, .unit = "routers", OF_CUBES,
	  .help = "routers along x, y, z; at most 32768 in all; or another topology, with router = vc: hyperx:KXxKYxKZ: each router has a link to all others in its row of x, y or z; fat-tree:KxN: N levels of switches with K ports down and K up, with K to the power of N nodes; dragonfly:PxAxH is the key 'dragonfly'" },
	{ "mesh", SIM_GROUP_FABRIC, FIELD(sim_experiment, config.size[SS_MESH]),
	  .type = &sim_type_mesh, .unit = "", OF_DATELINES,
	  .help = "dimensions without the links that close the ring; the others are tori" },
	{ "concentration", SIM_GROUP_FABRIC, FIELD(sim_experiment, config.size[SS_CONCENTRATION]),
	  NUMBER(1, SS_HYPERX_PORTS - 1), .unit = "nodes", OF_VC, .topology = &ss_hyperx_topology,
	  .help = "nodes of a router, 1 unless given" },
	{ "rules", SIM_GROUP_FABRIC, FIELD(sim_experiment, rules), CHOICE(rules_words),
	  .unit = "", OF_DRAGONFLY,
	  .help = "defaults where the thesis and its simulator differ; text: router_delay 5, pointer grant, valiant destination, order role, sink port, output_time tail, entry whole, comparison factor, decision once, candidates all, sensing vc, hop_count actual; simulator: 0, request, source, lowest, idle, crossbar, flits, hops, always, one, port, consecutive" },
	{ "dragonfly", SIM_GROUP_FABRIC,
	  .offset = offsetof(struct sim_experiment, config.size), .size = 3 * sizeof(u32),
	  .type = &sim_type_sizes, .unit = "", OF_DRAGONFLY,
	  .help = "shape of a Dragonfly: P nodes of a router, A routers of a group, H global links of a router, which make A H + 1 groups; H alone: P = H and A = 2 H; P and H are at most 16, A 32" },
	{ "arrangement", SIM_GROUP_FABRIC, FIELD(sim_experiment, config.size[3]),
	  CHOICE(arrangement_words), .unit = "", OF_DRAGONFLY,
	  .help = "destinations of global links; palm: link k of a group leads k + 1 groups back; consecutive: the links lead to groups 0, 1, 2 and so on" },
	{ "vcs", SIM_GROUP_FABRIC, FIELD(sim_experiment, config.vcs), NUMBER(1, 16), .unit = "",
	  WITH_VCS,
	  .help = "virtual channels per class: 1, 2 or 4; with router = vc, 1 to 16 in all classes; with router = wormhole, 2, or 3 if routing = adaptive, or one less; with router = dragonfly, those of a local port, as many as routing needs or more, up to 16" },
	{ "global_vcs", SIM_GROUP_FABRIC, FIELD(sim_experiment, config.dragonfly.global_vcs),
	  NUMBER(1, 16), .unit = "", OF_DRAGONFLY,
	  .help = "virtual channels of a global port, as many as routing needs or more" },
	{ "reply_vcs", SIM_GROUP_FABRIC, FIELD(sim_experiment, config.dragonfly.reply_vcs),
	  NUMBER(0, 15), .unit = "", OF_DRAGONFLY,
	  .help = "virtual channels of a local port for replies; they follow those of requests; by default as many as routing needs, if there are replies; 0: replies share those of requests, and may deadlock" },
	{ "reply_global_vcs", SIM_GROUP_FABRIC, FIELD(sim_experiment, config.dragonfly.reply_global_vcs),
	  NUMBER(0, 15), .unit = "", OF_DRAGONFLY,
	  .help = "virtual channels of a global port for replies; they follow global_vcs" },
	{ "inject_vcs", SIM_GROUP_FABRIC, FIELD(sim_experiment, config.dragonfly.inject_vcs),
	  NUMBER(1, 16), .unit = "", OF_DRAGONFLY,
	  .help = "virtual channels of a node's port; with replies, the first half is for requests" },
	{ "input_speedup", SIM_GROUP_FABRIC, FIELD(sim_experiment, config.dragonfly.input_speedup),
	  NUMBER(1, 4), .unit = "packets", OF_DRAGONFLY,
	  .help = "packets of an input that cross at a time, on different virtual channels; an input requests one output per pass" },
	{ "inject_select", SIM_GROUP_FABRIC, FIELD(sim_experiment, config.dragonfly.inject_select),
	  CHOICE(inject_select_words), .unit = "", OF_DRAGONFLY,
	  .help = "virtual channel of a node's port that a packet enters; destination: by the number of its destination, as in FOGSim; random: a random one; jsq: the one with most room, of several the lowest" },
	{ "classes", SIM_GROUP_FABRIC, FIELD(sim_experiment, config.classes), NUMBER(1, 2),
	  .unit = "", WITH_CLASSES,
	  .help = "classes of packets; each has VCs of its own, with router = bubble or wormhole a network of its own; with 1 all packets are requests" },
	{ "routing", SIM_GROUP_FABRIC, FIELD(sim_experiment, config.routing),
	  CHOICE(routing_words), .word_routers = routing_routers, .unit = "", WITH_ROUTINGS,
	  .help = "ways of packets. router = torus: minad: the shortest directions; goal: random, shorter ones more often; gal: by the lengths of injection queues; cqr: by the lengths of the channels' queues. router = bubble, wormhole: dor: dimension order; adaptive: any shortest way. topology = hyperx: min: dimension order; val: to a random router by dimension order, and on from there. topology = fat-tree: hash: up by a hash of source and destination; random: up by any port. router = dragonfly: " SS_DRAGONFLY_ROUTINGS(ROUTING_HELP, 0) "see docs/dragonfly-adaptive.md" },
	{ "valiant", SIM_GROUP_FABRIC, FIELD(sim_experiment, config.dragonfly.valiant),
	  CHOICE(valiant_words), .unit = "", EXPERT, WITH_VIAS,
	  .help = "group excluded for the random router or group; source: the source's, unless the destination is in it, too; outside: the source's; destination: the destination's" },
	{ "misrouting", SIM_GROUP_FABRIC, FIELD(sim_experiment, config.dragonfly.adaptive.misrouting),
	  CHOICE(misrouting_words), .unit = "",
	  OF_ROUTINGS(SS_ROUTING_VALIANT | SS_ROUTING_IN_TRANSIT),
	  .help = "global links by which packets leave the shortest way; rrg: any of the group; crg: those of the router; nrg: those of the other routers of the group; mm (where routers decide in transit): crg at the source, then nrg" },
	{ "local_misrouting", SIM_GROUP_FABRIC,
	  FIELD(sim_experiment, config.dragonfly.adaptive.local_misrouting), CHOICE(yes_words),
	  .unit = "", OF_TRANSIT,
	  .help = "detours by local links; yes: packets may leave the shortest way by a local link in other groups than the source's" },
	{ "trigger", SIM_GROUP_FABRIC, FIELD(sim_experiment, config.dragonfly.adaptive.trigger),
	  CHOICE(trigger_words), .unit = "", OF_TRANSIT,
	  .help = "reason for a packet to leave the shortest way; credits: occupancy; base: contention counters; filtered: their moving means; hybrid: counters or occupancy; ectn: counters, and at the source their sum over the group" },
	{ "sensing", SIM_GROUP_FABRIC, FIELD(sim_experiment, config.dragonfly.adaptive.sense_port),
	  CHOICE(sensing_words), .unit = "", OF_ROUTINGS(SS_ROUTING_ADAPTS),
	  .help = "occupancy of a hop: that of its VC, or of all VCs of the port; comparison = hops compares VCs, whatever this is" },
	{ "comparison", SIM_GROUP_FABRIC, FIELD(sim_experiment, config.dragonfly.adaptive.compare_hops),
	  CHOICE(comparison_words), .unit = "", EXPERT, OF_UGAL,
	  .help = "comparison of the occupancies of two ways; factor: that of the way by a random router times 'factor'; hops: each times the links of its way" },
	{ "factor", SIM_GROUP_FABRIC, FIELD(sim_experiment, config.dragonfly.adaptive.factor),
	  DECIMAL(2, 0, 10000), .unit = "", NEEDS("comparison", BIT_ULL(0)),
	  .help = "factor of the occupancy of the way by a random router" },
	{ "hop_count", SIM_GROUP_FABRIC, FIELD(sim_experiment, config.dragonfly.adaptive.consecutive_hops),
	  CHOICE(hop_count_words), .unit = "", EXPERT, NEEDS("comparison", BIT_ULL(1)),
	  .help = "number of links of the shortest way, for comparison = hops; consecutive: as if arrangement = consecutive, as in FOGSim" },
	{ "ugal_bias", SIM_GROUP_FABRIC, FIELD(sim_experiment, config.dragonfly.adaptive.bias),
	  NUMBER(0, 4096), .unit = "packets", OF_UGAL,
	  .help = "advantage of the shortest way; a packet leaves it only if it is worse by more than this" },
	{ "decision", SIM_GROUP_FABRIC, FIELD(sim_experiment, config.dragonfly.adaptive.always),
	  CHOICE(decision_words), .unit = "", EXPERT, OF_UGAL,
	  .help = "time at which the source's router chooses a way; once: when a packet comes to the front; always: in each attempt to let it go" },
	{ "redraw", SIM_GROUP_FABRIC, FIELD(sim_experiment, config.dragonfly.adaptive.redraw),
	  CHOICE(yes_words), .unit = "", OF_ROUTINGS(SS_ROUTING_BY_ROUTER),
	  .help = "draws of the random router; yes: a new one in each attempt to let a packet go" },
	{ "min_cred", SIM_GROUP_FABRIC, FIELD(sim_experiment, config.dragonfly.adaptive.min_cred),
	  CHOICE(yes_words), .unit = "", OF_ROUTINGS(SS_ROUTING_BY_LINKS),
	  .help = "packets that count for congested links; yes: only those on the shortest way (minCred)" },
	{ "candidates", SIM_GROUP_FABRIC, FIELD(sim_experiment, config.dragonfly.adaptive.one_candidate),
	  CHOICE(candidates_words), .unit = "", EXPERT, OF_TRANSIT,
	  .help = "ports by which a packet may leave the shortest way in an attempt; one: one random port, if it is suitable; all: a random one of the suitable ports" },
	{ "link_percent", SIM_GROUP_FABRIC, FIELD(sim_experiment, config.dragonfly.adaptive.link_percent),
	  NUMBER(0, 10000), .unit = "%", WITH_LINKS,
	  .help = "threshold of congested links; a global link is congested if its occupancy is above this share of the mean of the router's global links, by more than 'link_packets'" },
	{ "link_packets", SIM_GROUP_FABRIC, FIELD(sim_experiment, config.dragonfly.adaptive.link_packets),
	  NUMBER(0, 4096), .unit = "packets", WITH_LINKS,
	  .help = "margin of congested links: see link_percent" },
	{ "least_percent", SIM_GROUP_FABRIC, FIELD(sim_experiment, config.dragonfly.adaptive.least_percent),
	  NUMBER(0, 100), .unit = "%", OF_CREDITS,
	  .help = "least occupancy for a detour; a packet stays on the shortest way if the occupancy of its next queue is below this" },
	{ "candidate_percent", SIM_GROUP_FABRIC,
	  FIELD(sim_experiment, config.dragonfly.adaptive.candidate_percent), NUMBER(0, 10000),
	  .unit = "%", OF_CREDITS,
	  .help = "highest occupancy of a detour; that of the queue by which a packet leaves the shortest way, as a share of that of the shortest way's next queue" },
	{ "contention", SIM_GROUP_FABRIC, FIELD(sim_experiment, config.dragonfly.adaptive.contention),
	  NUMBER(1, 1024), .unit = "packets", OF_COUNTERS,
	  .help = "contention at which packets leave the shortest way; packets at the fronts of the router's queues that want the same output; use at most p, the nodes of a router: 2 or 3 with h = 2, 6 with h = 6 or more" },
	{ "group_contention", SIM_GROUP_FABRIC,
	  FIELD(sim_experiment, config.dragonfly.adaptive.group_contention), NUMBER(1, 65535),
	  .unit = "packets", OF_ECTN,
	  .help = "contention of a group at which packets leave the shortest way; packets at the fronts of its queues that want the same group" },
	{ "exchange_period", SIM_GROUP_FABRIC, FIELD(sim_experiment, config.dragonfly.adaptive.period),
	  NUMBER(1, 65535), .unit = "cycles", OF_ECTN,
	  .help = "time between two exchanges of contention counts in a group" },
	{ "alpha", SIM_GROUP_FABRIC, FIELD(sim_experiment, config.dragonfly.adaptive.alpha), NUMBER(0, 99),
	  .unit = "%", NEEDS("trigger", BIT_ULL(SS_TRIGGER_FILTERED)),
	  .help = "share of the former cycle's mean in the mean of a cycle" },
	{ "order", SIM_GROUP_FABRIC, FIELD(sim_experiment, config.dragonfly.order), CHOICE(order_words),
	  .unit = "", OF_DRAGONFLY,
	  .help = "VC of a hop, in the order that excludes deadlock; lowest: the first one after the VC of the hop before; role: the one of the hop's part in the longest way; flexible: any from which the packet can still reach its destination (FlexVC)" },
	{ "vc_select", SIM_GROUP_FABRIC, FIELD(sim_experiment, config.dragonfly.vc_select),
	  CHOICE(vc_select_words), .unit = "", NEEDS("order", BIT_ULL(SS_ORDER_FLEXIBLE)),
	  .help = "choice among several VCs with room for the packet; jsq: the one with most room, of several the lowest; jsq-highest: of several the highest, as in FOGSim; highest, lowest: by number; random: any" },
	{ "vc_limit", SIM_GROUP_FABRIC, FIELD(sim_experiment, config.dragonfly.vc_limit_group),
	  CHOICE(vc_limit_words), .unit = "", EXPERT, NEEDS("order", BIT_ULL(SS_ORDER_FLEXIBLE)),
	  .help = "VCs of a packet within its source's group; path: those that its path allows, as in the thesis; group: requests without replies have those before the first global VC, and replies one fewer, as in FOGSim" },
	{ "threshold", SIM_GROUP_FABRIC, FIELD(sim_experiment, config.torus.threshold),
	  DECIMAL(2, 1, SS_TORUS_MAX_THRESHOLD), .unit = "flits",
	  NEEDS("routing", BIT_ULL(SS_ROUTE_GAL) | BIT_ULL(SS_ROUTE_CQR)),
	  .help = "threshold of an algorithm; cqr: directions whose queues are longer than the mean by this number of flits are not taken; gal: packets that an injection queue holds (no default)" },
	{ "occupancy", SIM_GROUP_FABRIC, FIELD(sim_experiment, config.torus.occupancy),
	  CHOICE(occupancy_words), .unit = "", NEEDS("routing", BIT_ULL(SS_ROUTE_CQR)),
	  .help = "length of a channel's queues; all: flits of its three VCs; free: flits of the open VC only" },
	{ "discipline", SIM_GROUP_FABRIC, FIELD(sim_experiment, config.torus.discipline),
	  CHOICE(discipline_words), .unit = "", OF_TORUS,
	  .help = "flits that may leave a queue; fifo: the one that came first; oldest: any, and of all in a channel's queues the oldest that has a place in a next queue leaves" },
	{ "stars", SIM_GROUP_FABRIC, FIELD(sim_experiment, config.torus.stars),
	  CHOICE(stars_words), .unit = "", OF_TORUS,
	  .help = "dimension in which a packet may take star channels; lowest: of x, y, z the first in which it has to move; highest: the last" },
	{ "crossbar", SIM_GROUP_FABRIC, FIELD(sim_experiment, config.escape.crossbar),
	  CHOICE(crossbar_words), .unit = "", NEEDS("routing", BIT_ULL(SS_ROUTE_ADAPTIVE)),
	  .help = "arbiters of the crossbar; oac: each output has an arbiter, and an input asks for one output per cycle; sic: one arbiter for all connects one input per cycle; wavefront: one arbiter for all connects as many as it can (router = bubble)" },
	{ "bubble", SIM_GROUP_FABRIC, FIELD(sim_experiment, config.escape.bubble), CHOICE(bubble_words),
	  .unit = "", OF_BUBBLE,
	  .help = "free places that a packet needs in a queue to enter its ring; two; one: as many as to go on along it, so rings may deadlock; critical: one that is not the ring's critical bubble" },
	{ "patience", SIM_GROUP_FABRIC, FIELD(sim_experiment, config.escape.patience),
	  NUMBER(1, 1000000000), .unit = "cycles", NEEDS("crossbar", BIT_ULL(SS_CROSSBAR_OAC)),
	  .help = "refusals after which a packet sticks to what it asks for; router = bubble: to each of its queues in turn, for as many cycles; router = wormhole: to its escape queue" },
	{ "ties", SIM_GROUP_FABRIC, FIELD(sim_experiment, config.ties), CHOICE(ties_words),
	  .unit = "", WITH_CLASSES, .topology = &ss_cube_topology,
	  .help = "choice between two ways around a ring of equal length; pair: by the packet's router (with router = bubble or wormhole: its source) and destination; packet: by a coin for each packet; plus: the + direction" },
	{ "flow", SIM_GROUP_FABRIC, FIELD(sim_experiment, config.vc.flow), CHOICE(flow_words),
	  .unit = "", OF_VC,
	  .help = "flow control; wormhole: a packet moves on flit by flit; cut-through: when there is room for all of it" },
	{ "allocator", SIM_GROUP_FABRIC, FIELD(sim_experiment, config.vc.allocator),
	  CHOICE(allocator_words), .unit = "", OF_VC,
	  .help = "side that chooses first when VCs and the switch are allocated" },
	{ "priority", SIM_GROUP_FABRIC, FIELD(sim_experiment, config.priority),
	  CHOICE(priority_words), .word_routers = priority_routers, .unit = "", WITH_PRIORITY,
	  .help = "candidate that arbiters prefer; oldest: the packet that was born first; least-recent: the candidate served longest ago, the default of router = bubble with routing = adaptive and crossbar = oac" },
	{ "input_priority", SIM_GROUP_FABRIC, FIELD(sim_experiment, config.dragonfly.input_priority),
	  CHOICE(input_priority_words), .unit = "", OF_DRAGONFLY,
	  .help = "virtual channel that an input's arbiter prefers; same: by 'priority'; otherwise by this, and 'priority' is that of outputs' arbiters" },
	{ "transit", SIM_GROUP_FABRIC, FIELD(sim_experiment, config.dragonfly.transit),
	  CHOICE(transit_words), .unit = "", OF_DRAGONFLY,
	  .help = "priority of packets from other routers over those from nodes; first: outputs prefer them (in-transit priority); equal: they do not" },
	{ "pointer", SIM_GROUP_FABRIC, FIELD(sim_experiment, config.dragonfly.pointer),
	  CHOICE(pointer_words), .unit = "", EXPERT, OF_DRAGONFLY,
	  .help = "time at which an input's arbiter moves to the next VC; grant: when the output grants its request; request: when it requests" },
	{ "sink", SIM_GROUP_FABRIC, FIELD(sim_experiment, config.dragonfly.sink), CHOICE(sink_words),
	  .unit = "", EXPERT, OF_DRAGONFLY,
	  .help = "grants of the output to a node; port: as of any output; idle: only while the node receives no packet, even if one passes the crossbar" },
	{ "output_time", SIM_GROUP_FABRIC, FIELD(sim_experiment, config.dragonfly.output_time),
	  CHOICE(output_time_words), .unit = "", EXPERT, OF_DRAGONFLY,
	  .help = "time for which a grant makes an output busy; tail: until the tail has passed the crossbar; crossbar: as if all of the packet had arrived" },
	{ "entry", SIM_GROUP_FABRIC, FIELD(sim_experiment, config.dragonfly.entry), CHOICE(entry_words),
	  .unit = "", EXPERT, OF_DRAGONFLY,
	  .help = "arrival of a node's packet at its port: whole, or a flit per cycle" },
	{ "passes", SIM_GROUP_FABRIC, FIELD(sim_experiment, config.dragonfly.iterations),
	  NUMBER(1, 4), .unit = "", OF_DRAGONFLY, .help = "passes of the allocator in a cycle" },
	{ "speedup", SIM_GROUP_FABRIC, FIELD(sim_experiment, config.dragonfly.speedup), NUMBER(1, 2),
	  .unit = "", OF_DRAGONFLY,
	  .help = "flits of a packet that pass the crossbar in a cycle" },
	{ "deadlock", SIM_GROUP_FABRIC, FIELD(sim_experiment, config.may_deadlock),
	  CHOICE(deadlock_words), .unit = "", MAY_DEADLOCK,
	  .help = "fabrics that can deadlock; allowed: the fabric may be one of them: a torus of radix 4 or more with vcs = 1 or bubble = one, or with router = wormhole one VC less than usual, or a Dragonfly where less than a packet is 'reserved' for a VC, or where order = flexible has fewer VCs than routing needs" },
	{ "arbiter", SIM_GROUP_FABRIC, FIELD(sim_experiment, config.seastar.arbiter), CHOICE(arbiter_words),
	  .unit = "", OF_SEASTAR,
	  .help = "arbiter of an output; flat: one round robin over all inputs and VCs; staged: first the VC, then the input (docs/model.md, section 5)" },
	{ "assignment", SIM_GROUP_FABRIC, FIELD(sim_experiment, config.assignment),
	  CHOICE(assignment_words), .word_routers = assignment_routers, .unit = "", OF_DATELINES,
	  .help = "VC of a packet; lower: it starts each ring on its class's lower VC; balanced: a packet that will not cross the dateline starts on either VC (docs/model.md, section 3); crossing (router = vc): a packet that will cross it is on the upper VCs all along the ring, others on the lower; v0 to v3 and counted (router = seastar): look-up tables with this assignment route packets (docs/routing.md), and packets without a route are dropped; with vcs = 1 there is no choice" },
	{ "dateline", SIM_GROUP_FABRIC, FIELD(sim_experiment, routes.dateline),
	  .type = &sim_type_routes, .words = auto_words, .unit = "", OF_TABLES,
	  .help = "coordinates of the datelines of x, y, z, as in 10,11,15; auto: the last of each, unless a link that is down asks for another" },
	{ "regions", SIM_GROUP_FABRIC, FIELD(sim_experiment, routes.regions),
	  .type = &sim_type_routes, .words = auto_words, .unit = "", OF_TABLES,
	  .help = "planes of x to which one entry routes, as in 0-5,6-10; auto: as few regions as possible" },
	{ "down", SIM_GROUP_FABRIC, FIELD(sim_experiment, routes.down),
	  .type = &sim_type_routes, .words = none_words, .unit = "", OF_TABLES,
	  .help = "links that the tables lead around, both directions, as in 5:+x,90:-z: router and port" },
	{ "max_packet", SIM_GROUP_FABRIC, FIELD(sim_experiment, config.max_packet),
	  NUMBER(1, SS_MAX_FLITS), .unit = "flits", BUT_TORUS,
	  .help = "the largest packet, with router = seastar at most 9 flits; there every packet, however short, waits for space and credits for the largest one" },
	{ "input_depth", SIM_GROUP_FABRIC, FIELD(sim_experiment, config.input_depth),
	  NUMBER(1, 4096), .unit = "flits",
	  .help = "input buffer of a port and VC; with router = torus, queue of a channel and VC; with router = wormhole, escape VCs have half of that; with router = dragonfly, of a local port" },
	{ "global_depth", SIM_GROUP_FABRIC, FIELD(sim_experiment, config.dragonfly.global_depth),
	  NUMBER(1, 4096), .unit = "flits", OF_DRAGONFLY,
	  .help = "input buffer of a global port and VC" },
	{ "inject_depth", SIM_GROUP_FABRIC, FIELD(sim_experiment, config.dragonfly.inject_depth),
	  NUMBER(1, 4096), .unit = "flits", OF_DRAGONFLY,
	  .help = "input buffer of a node's port and VC" },
	{ "output_depth", SIM_GROUP_FABRIC, FIELD(sim_experiment, config.dragonfly.output_depth),
	  NUMBER(0, 4096), .unit = "flits", OF_DRAGONFLY,
	  .help = "output buffer of a port; 0: none, and packets wait in input buffers alone (with speedup = 1)" },
	{ "buffers", SIM_GROUP_FABRIC, FIELD(sim_experiment, config.dragonfly.shared), CHOICE(buffers_words),
	  .unit = "", OF_DRAGONFLY,
	  .help = "input buffers of local and global ports; static: each VC has its own; shared: the VCs of a port share the memory of all (DAMQ), of which each VC keeps 'reserved'" },
	{ "reserved", SIM_GROUP_FABRIC, FIELD(sim_experiment, config.dragonfly.reserved), NUMBER(0, 100),
	  .unit = "%", NEEDS("buffers", BIT_ULL(1)),
	  .help = "share of a VC's input buffer that no other VC may use; if it is less than a packet, packets can deadlock, and 'deadlock' must be allowed" },
	{ "staging_depth", SIM_GROUP_FABRIC, FIELD(sim_experiment, config.seastar.staging_depth),
	  NUMBER(1, 255), .unit = "flits", OF_SEASTAR, .help = "staging buffer of an output, input and VC" },
	{ "router_delay", SIM_GROUP_FABRIC, FIELD(sim_experiment, config.router_delay),
	  NUMBER(0, 255), .unit = "cycles",
	  WITH_DELAY,
	  .help = "time from a header's arrival until it may move (0 only with router = dragonfly); with router = bubble or wormhole, until it may move from the next router, including the link" },
	{ "routing_delay", SIM_GROUP_FABRIC, FIELD(sim_experiment, config.vc.routing_delay),
	  NUMBER(1, 255), .unit = "cycles", OF_VC,
	  .help = "time from a header's arrival until it may ask for a VC" },
	{ "vc_delay", SIM_GROUP_FABRIC, FIELD(sim_experiment, config.vc.vc_delay),
	  NUMBER(1, 255), .unit = "cycles", OF_VC,
	  .help = "time from a VC's allocation until the packet may ask for the switch" },
	{ "switch_delay", SIM_GROUP_FABRIC, FIELD(sim_experiment, config.vc.switch_delay),
	  NUMBER(1, 255), .unit = "cycles", OF_VC,
	  .help = "time from the switch's allocation until a flit leaves its buffer" },
	{ "traversal_delay", SIM_GROUP_FABRIC, FIELD(sim_experiment, config.vc.traversal_delay),
	  NUMBER(1, 255), .unit = "cycles", OF_VC, .help = "time of a flit through the switch" },
	{ "link_delay", SIM_GROUP_FABRIC, FIELD(sim_experiment, config.link_delay),
	  NUMBER(1, 255), .unit = "cycles", BUT_TORUS,
	  .help = "time of a flit or a credit on a link; with router = dragonfly, on a local link" },
	{ "global_delay", SIM_GROUP_FABRIC, FIELD(sim_experiment, config.dragonfly.global_delay),
	  NUMBER(1, 255), .unit = "cycles", OF_DRAGONFLY,
	  .help = "time of a flit or a credit on a global link" },
	{ "crossbar_delay", SIM_GROUP_FABRIC, FIELD(sim_experiment, config.dragonfly.crossbar_delay),
	  NUMBER(1, 255), .unit = "cycles", OF_DRAGONFLY,
	  .help = "time from a grant until the header is in the output buffer" },
	{ "cycle_time", SIM_GROUP_FABRIC, FIELD(sim_experiment, cycle_time),
	  DECIMAL(3, 0, 1000000), .unit = "ns",
	  .help = "cycle time of the router, for figures in ns, and for the ns in which programs and pattern = graph500 compute: other traffic does not depend on it; 0: not known" },
	{ "bit_errors", SIM_GROUP_FABRIC, FIELD(sim_experiment, config.seastar.bit_errors),
	  DECIMAL(12, 0, SS_BIT_ERRORS_MAX), .unit = "errors/bit", OF_SEASTAR,
	  .help = "share of the bits on a link that arrive wrong, as in 0.000001; links send again what the receiver finds wrong (docs/model.md, section 9)" },
	{ "lossy", SIM_GROUP_FABRIC, FIELD(sim_experiment, lossy),
	  .type = &sim_type_routes, .words = none_words, .unit = "", OF_SEASTAR,
	  .help = "links over which bits arrive wrong; both directions, as in 5:+x:0.0001,90:-z:0.01: router, port, and the share that bit_errors is for all others" },
	{ "eject", SIM_GROUP_FABRIC, FIELD(sim_experiment, config.eject),
	  .type = &sim_type_rate, .max = 255, .unit = "flits/cycles", OF_CUBES,
	  .help = "rate at which a processor takes flits; with router = torus also unlimited" },
	{ "inject", SIM_GROUP_FABRIC, FIELD(sim_experiment, config.inject),
	  .type = &sim_type_rate, .max = 255, .unit = "flits/cycles", OF_CUBES,
	  .help = "rate at which a processor sends flits" },

	{ "pattern", SIM_GROUP_TRAFFIC, FIELD(sim_settings, traffic.pattern),
	  PATTERN, .unit = "",
	  .help = "traffic pattern: the destinations of each node (docs/model.md, section 6)" },
	{ "target", SIM_GROUP_TRAFFIC, FIELD(sim_settings, traffic.target),
	  NUMBER(0, SIM_MAX_NODES - 1), .unit = "node",
	  NEEDS("pattern", BIT_ULL(ALL_TO_ONE)), .help = "destination of all nodes" },
	{ "distance", SIM_GROUP_TRAFFIC, FIELD(sim_settings, traffic.distance),
	  NUMBER(1, SIM_MAX_GROUPS - 1), .unit = "groups",
	  NEEDS("pattern", BIT_ULL(ADVERSARIAL)),
	  .help = "distance from a node's group to the first group to which it sends: 1 is ADV+1 of the literature" },
	{ "groups", SIM_GROUP_TRAFFIC, FIELD(sim_settings, traffic.groups),
	  NUMBER(1, SIM_MAX_GROUPS - 1), .unit = "groups",
	  NEEDS("pattern", BIT_ULL(ADVERSARIAL)),
	  .help = "number of groups to which a node sends, from that one on; h of them are ADVc, h - 1 are FOGSim's ADVc" },
	{ "permutation", SIM_GROUP_TRAFFIC, .size = sizeof(struct sim_settings),
	  .type = &sim_type_permutation, .unit = "nodes",
	  NEEDS("pattern", BIT_ULL(PERMUTATION) | COLLECTIVES),
	  .help = "destinations of nodes 0, 1, ..., separated by commas or white space; in phases, the nodes of ranks 0, 1, ..." },
	{ "trace", SIM_GROUP_TRAFFIC, FIELD(sim_settings, trace), .type = &sim_type_path,
	  .unit = "", NEEDS("pattern", BIT_ULL(TRACE)),
	  .help = "file of messages, or of a program in the format GOAL (docs/traces.md); '-' is standard input; a path starts at the working directory" },
	{ "compute", SIM_GROUP_TRAFFIC, FIELD(sim_settings, program.compute),
	  DECIMAL(6, 0, 1000000000), .unit = "", OF_PROGRAM,
	  .help = "factor of the times in which a program computes" },
	{ "flit_bytes", SIM_GROUP_TRAFFIC, FIELD(sim_settings, program.flit_bytes),
	  NUMBER(1, 65536), .unit = "bytes", OF_PROGRAM,
	  .help = "bytes of a program's message that a flit carries; the default is the same for all routers, but phits of router = bubble and wormhole have 16 bits: flit_bytes=2" },
	{ "eager", SIM_GROUP_TRAFFIC, FIELD(sim_settings, program.eager),
	  NUMBER(0, U64_MAX), .unit = "bytes", OF_PROGRAM,
	  .help = "size of a program's message from which on its send waits for the receiver" },
	{ "placement", SIM_GROUP_TRAFFIC, FIELD(sim_settings, program.placement),
	  .type = &sim_type_path, .unit = "", OF_PROGRAM,
	  .help = "nodes of a program's ranks; linear: rank r is node r; random: any, by 'seed'; otherwise a file with the nodes of ranks 0, 1, ..." },
	{ "source", SIM_GROUP_TRAFFIC, FIELD(sim_settings, traffic.source),
	  CHOICE(source_words), .values = source_values, .unit = "", TRAFFIC,
	  .help = "births of packets; open: at random; closed: when one is delivered; batch: a number of them at once" },
	{ "arrivals", SIM_GROUP_TRAFFIC, FIELD(sim_settings, traffic.arrivals),
	  CHOICE(arrivals_words), .unit = "", NEEDS("source", BIT_ULL(OPEN)), DRAWN,
	  .help = "births of packets per source and cycle; bernoulli: one or none; poisson: any number" },
	{ "load", SIM_GROUP_TRAFFIC, FIELD(sim_settings, traffic.load),
	  DECIMAL(6, 1, SS_MAX_LOAD), .unit = "flits/node/cycle",
	  NEEDS("source", BIT_ULL(OPEN)), DRAWN,
	  .help = "load offered by each node; above 1 only with arrivals = poisson" },
	{ "queue", SIM_GROUP_TRAFFIC, FIELD(sim_settings, traffic.queue),
	  NUMBER(0, 65535), .unit = "packets",
	  NEEDS("source", BIT_ULL(OPEN)), DRAWN,
	  .help = "packets that may wait at a source; further ones are dropped; 0 is no bound" },
	{ "full", SIM_GROUP_TRAFFIC, FIELD(sim_settings, traffic.drops), CHOICE(full_words),
	  .unit = "", OF_DRAGONFLY, DRAWN,
	  .help = "packets for which the node's port has no room at their birth: dropped, or waiting; in bursts, drop: no packet is born until there is room" },
	{ "window", SIM_GROUP_TRAFFIC, FIELD(sim_settings, traffic.window),
	  NUMBER(0, 4096), .unit = "packets",
	  NEEDS("source", BIT_ULL(CLOSED)), .bounds_replies = true,
	  .help = "packets outstanding per node, or requests that wait for replies; with router = dragonfly and open sources the default is 0, no bound" },
	{ "burst", SIM_GROUP_TRAFFIC, FIELD(sim_settings, traffic.burst), NUMBER(0, 65535),
	  .unit = "packets", NEEDS("source", BIT_ULL(OPEN)), DRAWN,
	  .help = "mean length of bursts, which go to one node; 0 is none" },
	{ "batch", SIM_GROUP_TRAFFIC, FIELD(sim_settings, traffic.batch), NUMBER(1, U32_MAX),
	  .unit = "packets", NEEDS("source", BIT_ULL(BATCH)), .void_by = BIT_ULL(GRAPH500),
	  .help = "packets that each node sends in all; in phases, packets of a message" },
	{ "ranks", SIM_GROUP_TRAFFIC, FIELD(sim_settings, traffic.ranks),
	  NUMBER(0, SIM_MAX_NODES), .unit = "nodes", NEEDS("pattern", COLLECTIVES),
	  .help = "ranks that take part; 0 is all nodes" },
	{ "rows", SIM_GROUP_TRAFFIC, FIELD(sim_settings, traffic.rows),
	  NUMBER(1, SIM_MAX_NODES), .unit = "", NEEDS("pattern", BIT_ULL(FFT)),
	  .help = "rows of the grid of nodes; must divide the number of nodes" },
	{ "iterations", SIM_GROUP_TRAFFIC, FIELD(sim_settings, traffic.iterations),
	  NUMBER(1, 4096), .unit = "", NEEDS("pattern", EXCHANGES),
	  .help = "repetitions of all phases" },
	{ "scale", SIM_GROUP_TRAFFIC, FIELD(sim_settings, search.scale), NUMBER(4, 32),
	  .unit = "", OF_SEARCH,
	  .help = "log2 of the vertices of the graph that is searched (docs/graph500.md); with model = measured at most 22" },
	{ "edge_factor", SIM_GROUP_TRAFFIC, FIELD(sim_settings, search.edge_factor),
	  NUMBER(1, 64), .unit = "", OF_SEARCH, .help = "edges per vertex" },
	{ "model", SIM_GROUP_TRAFFIC, FIELD(sim_settings, search.model),
	  CHOICE(graph500_model_words), .unit = "", OF_SEARCH,
	  .help = "origin of the edges of a level; printed: the thesis' equations; simulator: the equations of its simulator; measured: a graph is generated and searched" },
	{ "root_degree", SIM_GROUP_TRAFFIC, FIELD(sim_settings, search.root_degree),
	  NUMBER(0, 1000000), .unit = "", OF_SEARCH,
	  .help = "edges of the vertex with which the search begins; 0: drawn" },
	{ "coalescing", SIM_GROUP_TRAFFIC, FIELD(sim_settings, search.coalescing),
	  NUMBER(1, 65535), .unit = "queries", OF_SEARCH,
	  .help = "queries in a message, of 'lengths' flits, at most" },
	{ "query_time", SIM_GROUP_TRAFFIC, FIELD(sim_settings, search.query_time),
	  DECIMAL(3, 1, 1000000), .unit = "ns", OF_SEARCH,
	  .help = "time that a node's processor takes to make or to take in a query" },
	{ "spots", SIM_GROUP_TRAFFIC, FIELD(sim_settings, spots[0]), .type = &sim_type_spots,
	  .max = SIM_MAX_NODES - 1, .unit = "nodes",
	  NEEDS("pattern", BIT_ULL(HOT_SPOTS)), .help = "the hot spots, all equally likely" },
	{ "lengths", SIM_GROUP_TRAFFIC, FIELD(sim_settings, traffic.lengths),
	  .type = &sim_type_lengths, .max = 1000000, .unit = "flits", TRAFFIC, DRAWN,
	  .help = "length of all packets, or up to nine lengths, each with its weight; the default is that of max_packet" },
	{ "requests", SIM_GROUP_TRAFFIC, FIELD(sim_settings, traffic.requests),
	  DECIMAL(4, 0, SEASTAR_PPM), .unit = "%", TRAFFIC, WITH_RESPONSES, DRAWN,
	  .help = "share of requests among the packets; the others are responses" },
	{ "reply", SIM_GROUP_TRAFFIC, FIELD(sim_settings, traffic.reply),
	  .type = &sim_type_reply, .max = 1000000, .unit = "flits",
	  NEEDS("source", BIT_ULL(OPEN) | BIT_ULL(CLOSED)), WITH_REPLIES,
	  .help = "lengths of the responses to requests" },
	{ "reply_order", SIM_GROUP_TRAFFIC, FIELD(sim_settings, traffic.reply_turns),
	  CHOICE(reply_words), .unit = "",
	  NEEDS("source", BIT_ULL(OPEN) | BIT_ULL(CLOSED)), WITH_RESPONSES,
	  .help = "order of a node's replies and requests; first: replies before a node's own requests; turns: in turn with them" },
	{ "reply_queue", SIM_GROUP_TRAFFIC, FIELD(sim_settings, traffic.reply_queue),
	  NUMBER(0, 65535), .unit = "packets",
	  NEEDS("source", BIT_ULL(OPEN) | BIT_ULL(CLOSED)), .only = ROUTER(SEASTAR),
	  .help = "replies that may wait at a node; further requests stay in the network; 0 is no bound" },
	{ "weight", SIM_GROUP_TRAFFIC, FIELD(sim_settings, traffic.weight),
	  NUMBER(1, 1000000), .unit = "", TRAFFIC, DRAWN,
	  .help = "share of packets of this part, relative to the weights of the other parts" },
	PART("2", 0), PART("3", 1), PART("4", 2),
	{ "ack_delay", SIM_GROUP_FABRIC, FIELD(sim_experiment, config.ack_delay),
	  NUMBER(1, 65535), .unit = "cycles",
	  .help = "time from a delivery until a closed source replaces the packet" },

	{ "select", SIM_GROUP_AGING, FIELD(sim_settings, aging.select),
	  .type = &sim_type_select, .unit = "", OF_SEASTAR,
	  .help = "arbitration of outputs (AGE_RR_SELECT): by age, by round robin, or a mask whose bit g is for grant g modulo 64" },
	{ "period", SIM_GROUP_AGING, FIELD(sim_settings, aging.period),
	  NUMBER(0, U32_MAX), .unit = "cycles", OF_SEASTAR,
	  .help = "cycles per tick of the age clock (AGE_CLOCK_PERIOD); 0 is 2^32" },
	{ "bias", SIM_GROUP_AGING, FIELD(sim_settings, aging.bias),
	  .type = &sim_type_bias, .max = SS_MAX_BIAS, .unit = "ages", OF_SEASTAR,
	  .help = "age added on arrival, 0 to 7: N at all ports, X/Y/Z such as 3/2/1, or PROC,+X,-X,+Y,-Y,+Z,-Z; for both classes, or as requests:responses" },

	{ "seed", SIM_GROUP_RUN, FIELD(sim_experiment, config.seed), NUMBER(0, U64_MAX),
	  .unit = "", .help = "seed of the random numbers" },
	{ "warmup", SIM_GROUP_RUN, FIELD(sim_experiment, warmup), .type = &sim_type_cycles,
	  .min = 0, .max = SIM_MAX_CYCLES, .unit = "cycles",
	  .help = "cycles before measuring; auto: until the fabric is in steady state" },
	{ "measure", SIM_GROUP_RUN, FIELD(sim_experiment, measure), .type = &sim_type_cycles,
	  .min = 1, .max = SIM_MAX_CYCLES, .unit = "cycles",
	  .help = "measured cycles; auto: until the means have the given precision" },
	{ "precision", SIM_GROUP_RUN, FIELD(sim_experiment, precision),
	  DECIMAL(4, 100, 500000), .unit = "%",
	  .help = "precision that auto aims at: half of the 95 % interval over the mean; a drift beyond it is no steady state; a value other than 2 is required of a fixed measure, too" },
	{ "batches", SIM_GROUP_RUN, FIELD(sim_experiment, batches), NUMBER(4, 1000),
	  .unit = "", .help = "equal parts of the measured cycles; an even number" },
	{ "max_cycles", SIM_GROUP_RUN, FIELD(sim_experiment, max_cycles),
	  NUMBER(1, SIM_MAX_CYCLES), .unit = "cycles",
	  .help = "cycles that auto may take in all; the verdict says what was not reached by then" },
	{ "interval", SIM_GROUP_RUN, FIELD(sim_experiment, interval),
	  NUMBER(0, SIM_MAX_CYCLES), .unit = "cycles",
	  .help = "cycles per point of the time series; 0 is no series" },
	{ "series", SIM_GROUP_RUN, FIELD(sim_experiment, series), CHOICE(series_words),
	  .unit = "",
	  .help = "packets whose latencies a point of the time series has: those delivered then, or born then" },
	{ "timeline", SIM_GROUP_RUN, FIELD(sim_experiment, timeline),
	  NUMBER(0, SIM_MAX_BINS), .unit = "bins", OF_PROGRAM, EXPERT,
	  .help = "most time bins of a timeline of each rank of a program; 0 is no timeline" },
	{ "reordering", SIM_GROUP_RUN, FIELD(sim_experiment, reordering),
	  CHOICE(reordering_words), .unit = "",
	  .help = "packets out of order; counted: the result has those that others of their pair of nodes overtook" },
	{ "usage", SIM_GROUP_RUN, FIELD(sim_experiment, config.usage), CHOICE(usage_words),
	  .unit = "", OF_DRAGONFLY,
	  .help = "use of queues, virtual channels and allocators; counted: the result has the mean flits in queues, the use of virtual channels, and the requests and grants of the allocator" },
	{ "detail", SIM_GROUP_RUN, FIELD(sim_experiment, detail), CHOICE(detail_words),
	  .unit = "", .help = "extent of the result; full: with values by node and by link" },
};

const u32 sim_key_count = sizeof(sim_keys) / sizeof(sim_keys[0]);
_Static_assert(sizeof(sim_keys) / sizeof(sim_keys[0]) <= SIM_MAX_KEYS, "too many keys");

const char *const sim_group_names[SIM_GROUPS] = {
	[SIM_GROUP_FABRIC] = "fabric",
	[SIM_GROUP_TRAFFIC] = "traffic",
	[SIM_GROUP_AGING] = "aging",
	[SIM_GROUP_RUN] = "run",
};

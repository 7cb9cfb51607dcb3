// SPDX-License-Identifier: GPL-2.0-only
/*
 * Which routing a set of VCs supports with FlexVC: Tables 5.1 to 5.4, by the check that
 * `seastar-sim route check` makes.
 */
#include <stdlib.h>
#include <string.h>

#include "sim/base/memory.h"
#include "sim/paper/list.h"
#include "sim/route/vcs.h"

/* Figures of the tables' words. */
enum support { X = 1 + SS_FLEXVC_UNSUPPORTED, OPP = 1 + SS_FLEXVC_OPPORTUNISTIC,
	       SAFE = 1 + SS_FLEXVC_SAFE };

enum column { REQUESTS, REPLIES, WORSE, CHANNELS, DEPENDENCIES, CIRCLE };
enum row { MIN, VAL, IN_TRNS, OLM };

static bool check(const char *word, struct sim_error *err)
{
	struct route_vcs v = route_vcs_default();

	return route_vcs_set(&v, word, err);
}

static bool set(struct route_vcs *v, const char *keys, struct sim_error *err)
{
	char *words = sim_copy(keys), *rest = words, *word;
	bool ok = true;

	*v = route_vcs_default();
	while (ok && (word = strsep(&rest, " ")))
		ok = route_vcs_set(v, word, err);
	free(words);
	return ok && route_vcs_finish(v, err);
}

static bool figures(u32 part, const char *keys, u32 seed, double *cells, struct sim_error *err)
{
	struct route_vcs_proof *proof;
	struct route_vcs v;

	(void)part;
	(void)seed;
	if (!set(&v, keys, err))
		return false;
	proof = route_vcs_prove(&v, err);
	if (!proof)
		return false;
	cells[REQUESTS] = 1 + proof->kind[SS_FLEXVC_REQUEST];
	cells[REPLIES] = v.replies ? 1 + proof->kind[SS_FLEXVC_REPLY] : NAN;
	cells[WORSE] = fmin(cells[REQUESTS], cells[REPLIES]);
	cells[CHANNELS] = proof->channels;
	cells[DEPENDENCIES] = proof->dependencies;
	cells[CIRCLE] = proof->cycle_length;
	route_vcs_free(proof);
	return true;
}

const struct paper_measure measure_vcs = {
	.command = "seastar-sim route check", .check = check, .figures = figures,
};

static const struct paper_column columns[] = {
	[REQUESTS] = { .name = "requests", .unit = "1 to 3" },
	[REPLIES] = { .name = "replies", .unit = "1 to 3" },
	[WORSE] = { .name = "worse", .unit = "1 to 3" },
	[CHANNELS] = { .name = "channels", .unit = "" },
	[DEPENDENCIES] = { .name = "depend", .unit = "" },
	[CIRCLE] = { .name = "circle", .unit = "channels" },
	{ 0 }
};

static const struct paper_row diameter_2[] = {
	[MIN] = { .name = "MIN", .keys = "routing=min" },
	[VAL] = { .name = "VAL", .keys = "routing=val" },
	[IN_TRNS] = { .name = "In-Trns", .keys = "routing=par" },
	{ 0 }
};

static const struct paper_row dragonfly[] = {
	[MIN] = { .name = "MIN", .keys = "routing=min" },
	[VAL] = { .name = "VAL", .keys = "routing=val" },
	[IN_TRNS] = { .name = "In-Trns", .keys = "routing=par" },
	[OLM] = { .name = "OLM (ours)", .keys = "routing=olm" },
	{ 0 }
};

#define SET(label, words, sentence, figures) \
	{ .name = label, .keys = words, .what = sentence, .paper = figures }
#define CELL(in, of, what, at, value) \
	{ \
		.text = what " as in the thesis", .part = in, .a = { of, at }, .alone = true, \
		.least = value, .most = value, .paper = value, \
	}
#define CELLS(in, at, min, val, transit) \
	CELL(in, MIN, "MIN", at, min), CELL(in, VAL, "VAL", at, val), \
	CELL(in, IN_TRNS, "In-Trns", at, transit)
#define FREE(of, what) \
	{ \
		.text = what " without a circle", .part = PAPER_EVERY, .a = { of, CIRCLE }, \
		.alone = true, .least = 0, .most = 0, \
	}
#define ALL_FREE	FREE(MIN, "MIN"), FREE(VAL, "VAL"), FREE(IN_TRNS, "In-Trns")

#define FIGURES	"1 is unsupported, 2 opportunistic and 3 safe, of the worst hop; channels, the dependencies between them, and those of a circle, if there is one. "

/* One class on a network of diameter 2, and on the Dragonfly; and two on each. */
#define ALONE(at, min, val, transit) \
	{ [MIN] = { [at] = min }, [VAL] = { [at] = val }, [IN_TRNS] = { [at] = transit } }
#define BOTH(min, val, val_reply, transit, transit_reply) \
	{ \
		[MIN] = { [REQUESTS] = min, [REPLIES] = min }, \
		[VAL] = { [REQUESTS] = val, [REPLIES] = val_reply }, \
		[IN_TRNS] = { [REQUESTS] = transit, [REPLIES] = transit_reply }, \
	}

static const double paper_5_1[][PAPER_ROWS][PAPER_COLUMNS] = {
	ALONE(REQUESTS, SAFE, X, X), ALONE(REQUESTS, SAFE, OPP, OPP),
	ALONE(REQUESTS, SAFE, SAFE, OPP), ALONE(REQUESTS, SAFE, SAFE, SAFE),
};

#define LINE(n) "router=diameter-2 vcs=" #n
static const struct paper_part parts_5_1[] = {
	SET("2 VCs", LINE(2), "All that minimal paths need.", paper_5_1[0]),
	SET("3 VCs", LINE(3), "One more.", paper_5_1[1]),
	SET("4 VCs", LINE(4), "All that Valiant paths need.", paper_5_1[2]),
	SET("5 VCs", LINE(5), "All that in-transit routing needs.", paper_5_1[3]),
	{ 0 }
};

static const struct paper_claim claims_5_1[] = {
	CELLS(0, REQUESTS, SAFE, X, X), CELLS(1, REQUESTS, SAFE, OPP, OPP),
	CELLS(2, REQUESTS, SAFE, SAFE, OPP), CELLS(3, REQUESTS, SAFE, SAFE, SAFE),
	ALL_FREE, { 0 }
};

const struct paper_reproduction paper_table5_1 = {
	.name = "table5.1",
	.place = "sec. 5.1, Table 5.1",
	.title = "which routing sets of VCs support with FlexVC in networks of diameter 2",
	.note = FIGURES "The network is the Petersen graph; in-transit routing is a minimal hop, and then Valiant routing.",
	.seeds = 1, .measure = &measure_vcs,
	.column = columns, .row = diameter_2, .part = parts_5_1, .claim = claims_5_1,
};

static const double paper_5_2[][PAPER_ROWS][PAPER_COLUMNS] = {
	ALONE(WORSE, SAFE, X, X), ALONE(WORSE, SAFE, OPP, OPP), ALONE(WORSE, SAFE, OPP, OPP),
	ALONE(WORSE, SAFE, SAFE, OPP), ALONE(WORSE, SAFE, SAFE, SAFE),
};

#define TWO_LINES(n, m) LINE(n) " reply_vcs=" #m
static const struct paper_part parts_5_2[] = {
	SET("2+2 VCs", TWO_LINES(2, 2), "4 VCs.", paper_5_2[0]),
	SET("3+2 VCs", TWO_LINES(3, 2), "5 VCs.", paper_5_2[1]),
	SET("3+3 VCs", TWO_LINES(3, 3), "6 VCs.", paper_5_2[2]),
	SET("4+4 VCs", TWO_LINES(4, 4), "8 VCs.", paper_5_2[3]),
	SET("5+5 VCs", TWO_LINES(5, 5), "10 VCs.", paper_5_2[4]),
	{ 0 }
};

static const struct paper_claim claims_5_2[] = {
	CELLS(0, WORSE, SAFE, X, X), CELLS(1, WORSE, SAFE, OPP, OPP),
	CELLS(2, WORSE, SAFE, OPP, OPP), CELLS(3, WORSE, SAFE, SAFE, OPP),
	CELLS(4, WORSE, SAFE, SAFE, SAFE), ALL_FREE, { 0 }
};

const struct paper_reproduction paper_table5_2 = {
	.name = "table5.2",
	.place = "sec. 5.1, Table 5.2",
	.title = "which routing sets of VCs support with FlexVC, requests and replies, in networks of diameter 2",
	.note = FIGURES "The thesis' table has one word for both classes: it is compared with the worse. Requests have the first VCs, and replies those after the plus.",
	.seeds = 1, .measure = &measure_vcs,
	.column = columns, .row = diameter_2, .part = parts_5_2, .claim = claims_5_2,
};

static const double paper_5_3[][PAPER_ROWS][PAPER_COLUMNS] = {
	ALONE(REQUESTS, SAFE, X, X), ALONE(REQUESTS, SAFE, X, X), ALONE(REQUESTS, SAFE, X, X),
	ALONE(REQUESTS, SAFE, OPP, OPP), ALONE(REQUESTS, SAFE, SAFE, OPP),
	ALONE(REQUESTS, SAFE, SAFE, SAFE),
};

#define PORTS(l, g) "router=dragonfly dragonfly=2 vcs=" #l " global_vcs=" #g
static const struct paper_part parts_5_3[] = {
	SET("2/1 VCs", PORTS(2, 1), "All that minimal paths need.", paper_5_3[0]),
	SET("3/1 VCs", PORTS(3, 1), "One local VC more.", paper_5_3[1]),
	SET("2/2 VCs", PORTS(2, 2), "One global VC more.", paper_5_3[2]),
	SET("3/2 VCs", PORTS(3, 2), "One of each more.", paper_5_3[3]),
	SET("4/2 VCs", PORTS(4, 2), "All that Valiant paths need.", paper_5_3[4]),
	SET("5/2 VCs", PORTS(5, 2), "All that in-transit routing needs.", paper_5_3[5]),
	{ 0 }
};

static const struct paper_claim claims_5_3[] = {
	CELLS(0, REQUESTS, SAFE, X, X), CELLS(1, REQUESTS, SAFE, X, X),
	CELLS(2, REQUESTS, SAFE, X, X), CELLS(3, REQUESTS, SAFE, OPP, OPP),
	CELLS(4, REQUESTS, SAFE, SAFE, OPP), CELLS(5, REQUESTS, SAFE, SAFE, SAFE),
	ALL_FREE, FREE(OLM, "OLM"), { 0 }
};

const struct paper_reproduction paper_table5_3 = {
	.name = "table5.3",
	.place = "sec. 5.1, Table 5.3",
	.title = "which routing sets of VCs support with FlexVC in a Dragonfly",
	.note = FIGURES "VCs of local and of global ports; h = 2. In-transit routing is the progressive one (PAR), whose longest path the table is about.",
	.seeds = 1, .measure = &measure_vcs,
	.column = columns, .row = dragonfly, .part = parts_5_3, .claim = claims_5_3,
};

static const double paper_5_4[][PAPER_ROWS][PAPER_COLUMNS] = {
	BOTH(SAFE, X, OPP, X, OPP), BOTH(SAFE, OPP, OPP, OPP, OPP),
	BOTH(SAFE, SAFE, SAFE, OPP, OPP), BOTH(SAFE, SAFE, SAFE, SAFE, SAFE),
};

#define TWO_PORTS(l, g, m, n) PORTS(l, g) " reply_vcs=" #m " reply_global_vcs=" #n
static const struct paper_part parts_5_4[] = {
	SET("2/1+2/1 VCs", TWO_PORTS(2, 1, 2, 1), "4/2 VCs.", paper_5_4[0]),
	SET("3/2+2/1 VCs", TWO_PORTS(3, 2, 2, 1), "5/3 VCs.", paper_5_4[1]),
	SET("4/2+4/2 VCs", TWO_PORTS(4, 2, 4, 2), "8/4 VCs.", paper_5_4[2]),
	SET("5/2+5/2 VCs", TWO_PORTS(5, 2, 5, 2), "10/4 VCs.", paper_5_4[3]),
	{ 0 }
};

#define TWO_CELLS(in, min, val, val_reply, transit, transit_reply) \
	CELL(in, MIN, "requests, MIN", REQUESTS, min), CELL(in, MIN, "replies, MIN", REPLIES, min), \
	CELL(in, VAL, "requests, VAL", REQUESTS, val), \
	CELL(in, VAL, "replies, VAL", REPLIES, val_reply), \
	CELL(in, IN_TRNS, "requests, In-Trns", REQUESTS, transit), \
	CELL(in, IN_TRNS, "replies, In-Trns", REPLIES, transit_reply)

static const struct paper_claim claims_5_4[] = {
	TWO_CELLS(0, SAFE, X, OPP, X, OPP), TWO_CELLS(1, SAFE, OPP, OPP, OPP, OPP),
	TWO_CELLS(2, SAFE, SAFE, SAFE, OPP, OPP), TWO_CELLS(3, SAFE, SAFE, SAFE, SAFE, SAFE),
	ALL_FREE, FREE(OLM, "OLM"), { 0 }
};

const struct paper_reproduction paper_table5_4 = {
	.name = "table5.4",
	.place = "sec. 5.1, Table 5.4",
	.title = "which routing sets of VCs support with FlexVC, requests and replies, in a Dragonfly",
	.note = FIGURES "VCs of local and of global ports of requests, and, after the plus, of replies; h = 2. In-transit routing is the progressive one (PAR).",
	.seeds = 1, .measure = &measure_vcs,
	.column = columns, .row = dragonfly, .part = parts_5_4, .claim = claims_5_4,
};

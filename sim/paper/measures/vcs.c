// SPDX-License-Identifier: GPL-2.0-only
/*
 * Which routing a set of VCs supports with FlexVC, by the check that `seastar-sim route check` makes:
 * 1 unsupported, 2 opportunistic, 3 safe.
 */
#include "sim/paper/measures.h"
#include "sim/route/vcs.h"

enum column { REQUESTS, REPLIES, WORSE, CHANNELS, DEPENDENCIES, CIRCLE };

static bool check(const char *word, struct sim_error *err)
{
	struct route_vcs v = route_vcs_default();

	return route_vcs_set(&v, word, err);
}

static bool set(void *v, const char *key, struct sim_error *err)
{
	return route_vcs_set(v, key, err);
}

static bool figures(u32 part, const char *keys, u32 seed, double *cells, struct sim_error *err)
{
	struct route_vcs v = route_vcs_default();
	struct route_vcs_proof *proof;

	(void)part;
	(void)seed;
	if (!paper_each_key(keys, set, &v, err) || !route_vcs_finish(&v, err))
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
	.name = "virtual channels", .command = "seastar-sim route check", .check = check,
	.figures = figures,
};

// SPDX-License-Identifier: GPL-2.0-only
/*
 * The routing that a set of VCs supports with FlexVC, by the check of `seastar-sim route check`:
 * 1 unsupported, 2 opportunistic, 3 safe.
 */
#include "sim/base/json.h"
#include "sim/paper/measures.h"
#include "sim/route/vcs.h"

static bool check(const char *word, struct sim_error *err)
{
	struct route_vcs v = route_vcs_default();

	return route_vcs_set(&v, word, err);
}

static bool set(void *v, const char *key, struct sim_error *err)
{
	return route_vcs_set(v, key, err);
}

static bool figures(const struct paper_measuring *of, struct json_object *to, struct sim_error *err)
{
	struct route_vcs v = route_vcs_default();
	struct route_vcs_proof *proof;
	double requests, replies;

	if (!paper_each_key(of->keys, set, &v, err) || !route_vcs_finish(&v, err))
		return false;
	proof = route_vcs_prove(&v, err);
	if (!proof)
		return false;
	requests = 1 + proof->kind[SS_FLEXVC_REQUEST];
	replies = v.replies ? 1 + proof->kind[SS_FLEXVC_REPLY] : NAN;
	json_put_real(to, "requests", requests);
	json_put_real(to, "replies", replies);
	json_put_real(to, "worse", fmin(requests, replies));
	json_put_u64(to, "channels", proof->channels);
	json_put_u64(to, "dependencies", proof->dependencies);
	json_put_u64(to, "circle", proof->cycle_length);
	route_vcs_free(proof);
	return true;
}

const struct paper_measure measure_vcs = {
	.name = "virtual channels", .command = "seastar-sim route check", .check = check,
	.figures = figures,
};

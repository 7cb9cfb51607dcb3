// SPDX-License-Identifier: GPL-2.0-only
/* Rules by which the load of a run counts as stable. */
#include <string.h>

#include "results.h"
#include "stable.h"

#define ACCEPTED	0.98	/* share of the offered load */

const struct stable_words stable_words[STABLE_RULES] = {
	[STABLE_BY_VERDICT] = {
		"verdict", "the verdict of its run is not saturated, starved, lossy, idle or deadlock"
	},
	[STABLE_BY_ACCEPTED] = {
		"accepted", "98 % or more of the flits offered while measured are accepted"
	},
};

/*
 * Return true if nearly all of the offered load is accepted.  If no node sends, both are null: that
 * is not stable.
 */
static bool by_accepted(struct json_object *result)
{
	return result_number(result, "load.accepted") >=
	       ACCEPTED * result_number(result, "load.offered");
}

static bool is_among(const char *verdict, const char *const *list)
{
	while (*list && strcmp(verdict, *list))
		list++;
	return *list;
}

static bool by_verdict(struct json_object *result)
{
	static const char *const beyond[] = {
		"saturated", "starved", "lossy", "idle", "deadlock", NULL
	};
	const char *is = result_text(result, "verdict.is");

	if (is_among(is, beyond))
		return false;
	/* queues that are filling, but were never full, hide an overload */
	return strcmp(is, "not steady") || strcmp(result_text(result, "experiment.full"), "drop") ||
	       by_accepted(result);
}

bool result_is_stable(struct json_object *result, enum stable_rule rule)
{
	return rule == STABLE_BY_VERDICT ? by_verdict(result) : by_accepted(result);
}

bool verdict_is_settled(const char *verdict)
{
	static const char *const unsettled[] = {
		"saturated", "starved", "deadlock", "transient", NULL
	};

	return !is_among(verdict, unsettled);
}

// SPDX-License-Identifier: GPL-2.0-only
/*
 * Checks of the keys that a fabric is built from: by its kind of router, and by rules that only an
 * experiment's keys can break.
 */
#include <stdlib.h>
#include <string.h>

#include "sim/base/memory.h"
#include "sim/topology/list.h"

#include "assign.h"
#include "check.h"
#include "keys.h"

/* Require a threshold for gal, which has no usual one. */
static bool check_threshold(const struct sim_experiment *e, struct sim_error *err)
{
	if (e->router != SIM_ROUTER_TORUS || e->config.routing != SS_ROUTE_GAL ||
	    e->phase[0].origin[sim_key_find("threshold")].level)
		return true;
	return sim_fail_at(err, later(e, 0, "routing", "routing"),
			   "'routing' = gal needs 'threshold': the packets that an injection queue holds, such as 16");
}

/* Make "A, B or C" of the words of @k for the router, for the caller to free. */
static char *list_words(const struct sim_key *k, u32 router)
{
	const char *last = NULL;
	char *text;
	size_t size;
	FILE *to = sim_need(open_memstream(&text, &size));

	for (u32 i = 0; k->words[i]; i++) {
		if (!sim_word_is_of_router(k, i, router))
			continue;
		if (last)
			fprintf(to, "%s%s", ftell(to) ? ", " : "", last);
		last = k->words[i];
	}
	if (last)
		fprintf(to, "%s%s", ftell(to) ? " or " : "", last);
	fclose(to);
	return sim_need(text);
}

/* Refuse words of the fabric's choices that belong to other routers. */
static bool check_words(const struct sim_experiment *e, struct sim_error *err)
{
	const struct sim_key *routers = &sim_keys[sim_key_find("router")];

	for (u32 i = 0; i < sim_key_count; i++) {
		const struct sim_key *k = &sim_keys[i], *because;
		const u32 *value = sim_key_field(k, e, 0);
		char *words;

		if (k->group != SIM_GROUP_FABRIC || !k->word_routers ||
		    !sim_key_applies(k, e, 0, &because) ||
		    sim_word_is_of_router(k, sim_key_chosen(k, *value), e->router))
			continue;
		words = list_words(k, e->router);
		sim_fail_at(err, later(e, 0, k->name, "router"),
			    "'router' = %s has no such '%s': give %s", routers->words[e->router],
			    k->name, words);
		free(words);
		return false;
	}
	return true;
}

/* Check that there is a kind of @e's router for its topology. */
static bool check_topology(const struct sim_experiment *e, struct sim_error *err)
{
	const struct ss_topology_ops *t = e->config.topology;

	return !t->routings || e->router == SIM_ROUTER_VC ||
	       sim_fail_at(err, later(e, 0, "topology", "router"),
			   "'topology' = %s: only 'router' = vc builds %s", t->name,
			   t->view->title);
}

/* Check that the topology has the chosen routing. */
static bool check_routing(const struct sim_experiment *e, struct sim_error *err)
{
	const struct sim_key *k = &sim_keys[sim_key_find("routing")];
	const struct ss_topology_ops *t = e->config.topology;
	char words[80] = "";

	if (e->router != SIM_ROUTER_VC || !t->routings)
		return true;
	for (const struct ss_topology_routing *w = t->routings; w->word; w++) {
		if (!strcmp(w->word, k->words[e->config.routing]))
			return true;
		snprintf(words + strlen(words), sizeof(words) - strlen(words), "%s%s",
			 w == t->routings ? "" : w[1].word ? ", " : " or ", w->word);
	}
	return sim_fail_at(err, later(e, 0, "routing", "topology"),
			   "'topology' = %s has no such 'routing': give %s", t->name, words);
}

/* Return true if 'router_delay' has a meaning and may not be 0. */
static bool has_delay(const struct sim_experiment *e)
{
	return !sim_router_ops(e)->without_delay &&
	       sim_key_is_of_router(&sim_keys[sim_key_find("router_delay")], e->router);
}

bool check_router(const struct sim_experiment *e, struct sim_error *err)
{
	const struct sim_router_ops *ops = sim_router_ops(e);

	if (!e->config.router_delay && has_delay(e))
		return sim_fail_at(err, later(e, 0, "router_delay", "router"),
				   "'router_delay' = 0: only 'router' = dragonfly has routers without delay: give 1 to 255");
	return check_topology(e, err) && check_routing(e, err) && check_words(e, err) &&
	       check_threshold(e, err) && sim_check_config(e, err) &&
	       (!ops->check || ops->check(e, err));
}

bool sim_experiment_warns(const struct sim_experiment *e, char *text, size_t room)
{
	const struct sim_router_ops *ops = sim_router_ops(e);

	return ops->warns && ops->warns(e, text, room);
}

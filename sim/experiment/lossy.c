// SPDX-License-Identifier: GPL-2.0-only
/* Links of an experiment over which bits arrive wrong: the key "lossy". */
#include <stdlib.h>
#include <string.h>

#include "sim/base/memory.h"
#include "sim/base/text.h"
#include "sim/topology/cube.h"
#include "sim/parts/link/go_back_n.h"
#include "sim/route/plan.h"

#include "experiment.h"

#define RATE_DIGITS	12	/* as `bit_errors` has */

/* Parse ROUTER:PORT:RATE in @word, which is cut; @l has room for both directions. */
static bool parse_link(const struct ss_topology *topo, char *word, struct sim_lossy *l,
		       struct sim_error *err)
{
	char *rate = strrchr(word, ':');

	if (!rate || rate == strchr(word, ':'))
		return sim_fail(err, "lossy: '%s' is not ROUTER:PORT:RATE, as in 12:+x:0.0001",
				word);
	*rate++ = '\0';
	if (!route_link_parse(topo, "lossy", word, &l->router, &l->port, err))
		return false;
	if (!text_decimal(rate, RATE_DIGITS, &l->bit_errors) || l->bit_errors > SS_BIT_ERRORS_MAX)
		return sim_fail(err, "lossy: '%s' is not a number from 0 to 0.01", rate);
	l[1] = (struct sim_lossy){
		ss_neighbour(topo, l->router, l->port), ss_opposite(l->port), l->bit_errors
	};
	return true;
}

struct sim_lossy *sim_lossy_links(const struct sim_experiment *e, u32 *n, struct sim_error *err)
{
	struct sim_lossy *links = sim_alloc(strlen(e->lossy) + 2, sizeof(*links));
	char *copy = sim_copy(e->lossy), *rest = copy, *word;
	struct ss_topology topo;
	bool ok = true;

	ss_config_topology(&e->config, &topo);
	for (*n = 0; ok && *e->lossy && (word = strsep(&rest, ",")); *n += 2)
		ok = parse_link(&topo, word, &links[*n], err);
	free(copy);
	if (ok)
		return links;
	free(links);
	return NULL;
}

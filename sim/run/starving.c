// SPDX-License-Identifier: GPL-2.0-only
#include <math.h>

#include "bunch.h"
#include "starving.h"

#define OPEN_SHARE	0.9	/* share of what an open source offers: less is starving */
#define CHANCE		5	/* standard deviations; chance exceeds them once in millions */
#define CLOSED_SHARE	0.05	/* share of the mean of all: less is starving, if closed */
#define CLOSED_LEAST	20	/* least mean packets of a sender; then 0 has a chance of 10^-8 */

static const struct ss_traffic *traffic(const struct sim_result *r)
{
	return &r->experiment->phase[r->experiment->phases - 1].settings.traffic;
}

static bool changes_while_measured(const struct sim_result *r)
{
	return r->experiment->phase[r->experiment->phases - 1].at > r->warmup;
}

u64 sim_served(const struct sim_result *r, u32 node)
{
	const struct sim_own *own = &r->own[node];

	/* a closed source generates a packet for each one that is served */
	if (traffic(r)->source == SEASTAR_SOURCE_CLOSED)
		return own->born;
	return own->unserved < own->born ? own->born - own->unserved : 0;
}

static double mean_served(const struct sim_result *r)
{
	u64 sum = 0;

	for (u32 i = 0; i < r->nodes; i++)
		if (r->sends[i])
			sum += sim_served(r, i);
	return sim_ratio(sum, r->senders);
}

static enum sim_starving_rule rule_of(const struct sim_result *r, double mean)
{
	const struct ss_traffic *t = traffic(r);

	if (!r->senders || t->source == SS_SOURCE_BATCH ||
	    sim_has_end(r->experiment) || changes_while_measured(r))
		return SIM_STARVING_NOT_JUDGED;
	if (t->source != SEASTAR_SOURCE_CLOSED)
		return SIM_STARVING_BY_OFFERED;
	return mean >= CLOSED_LEAST ? SIM_STARVING_BY_MEAN : SIM_STARVING_NOT_JUDGED;
}

/*
 * Return true if an open source starves.  Births and services are counts, taken as Poisson
 * variates.  So if a source is served as fast as it generates packets, its backlog grows by a few
 * standard deviations of their difference at most.  Bursts of B packets widen the deviation by
 * sqrt(2 B - 1), split messages by the square root of their bunch.
 */
bool sim_open_starves(u64 born, u64 unserved, u32 burst, double bunch)
{
	double chance = CHANCE * sqrt(2.0 * born * bunch * (burst ? 2.0 * burst - 1 : 1));

	return born && born - (double)unserved < OPEN_SHARE * born && unserved > chance;
}

static bool starves(const struct sim_result *r, enum sim_starving_rule rule, u32 node,
		    double share)
{
	const struct sim_experiment *e = r->experiment;
	const struct sim_own *own = &r->own[node];

	if (rule == SIM_STARVING_BY_MEAN)
		return share < CLOSED_SHARE;
	return sim_open_starves(own->born, own->unserved, traffic(r)->burst,
				sim_bunch(&e->config, &e->phase[e->phases - 1].settings));
}

struct sim_starving sim_starving(const struct sim_result *r)
{
	double mean = mean_served(r);
	struct sim_starving s = { .rule = rule_of(r, mean), .share = NAN };

	if (s.rule == SIM_STARVING_NOT_JUDGED)
		return s;
	for (u32 i = 0; i < r->nodes; i++) {
		double share;

		if (!r->sends[i])
			continue;
		share = sim_ratio(sim_served(r, i),
				  s.rule == SIM_STARVING_BY_MEAN ? mean : r->own[i].born);
		s.senders += starves(r, s.rule, i, share);
		s.silent += r->own[i].born && !r->own[i].flits;
		if (share < s.share || (isnan(s.share) && !isnan(share))) {
			s.share = share;
			s.worst = i;
		}
	}
	return s;
}

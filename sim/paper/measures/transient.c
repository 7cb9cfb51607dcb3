// SPDX-License-Identifier: GPL-2.0-only
/*
 * How soon packets leave the shortest way when uniform traffic turns adversarial, or take it again
 * when it turns uniform; and does latency swing after that, and for how long?
 */
#include "sim/base/json.h"
#include "sim/base/memory.h"

#include "course.h"

#define LEFT	200	/* cycles after the change, when packets leave the shortest way */
#define SPAN	3000	/* cycles in which swings are looked for */

/* Return the cycles from the change to the end of the first interval with 90 % of share @end. */
static double reaction(const struct course *c, double end)
{
	u32 i = COURSE_LAST / COURSE_INTERVAL;

	while (i < c->points - 1 && c->misrouted[i] < 0.9 * end)
		i++;
	return (i + 1) * COURSE_INTERVAL - COURSE_LAST;
}

/* Put the mean of the share from cycle @from to @to after the change. */
static void put_share(struct json_object *to, const char *name, const struct course *c, int from,
		      int end)
{
	json_put_real(to, name, course_mean(c->misrouted, from, end));
}

static void put_transient(struct json_object *to, const struct course *c)
{
	int last = course_end(c);
	double share = course_mean(c->misrouted, last - COURSE_END, last);
	double former = course_mean(c->latency, -COURSE_LAST, 0);
	double latency = course_mean(c->latency, last - COURSE_END, last);
	double swing, period;

	course_swing(c->latency, 500, last, &swing, &period);
	put_share(to, "before", c, -COURSE_LAST, 0);
	put_share(to, "0_50", c, 0, 50);
	put_share(to, "50_100", c, 50, 100);
	put_share(to, "100_200", c, 100, 200);
	put_share(to, "200_400", c, 200, 400);
	put_share(to, "400_800", c, 400, 800);
	json_put_real(to, "end", share);
	json_put_real(to, "reaction", reaction(c, share));
	json_put_real(to, "former", former);
	json_put_real(to, "latency", latency);
	json_put_real(to, "settled", course_settled(c, c->latency, former, latency));
	json_put_real(to, "swing", swing);
	json_put_real(to, "period", period);
}

static bool transient_figures(const struct paper_measuring *of, struct json_object *to,
			      struct sim_error *err)
{
	struct course *c = sim_alloc(1, sizeof(*c));
	bool ok = course_run("adversarial", of->keys, of->seed, c, err);

	if (ok)
		put_transient(to, c);
	free(c);
	return ok;
}

static void put_oscillation(struct json_object *to, const struct course *c)
{
	int last = course_end(c);
	double early, late, period, share, other;

	course_swing(c->latency, LEFT, LEFT + SPAN, &early, &period);
	course_swing(c->latency, last - SPAN, last, &late, &other);
	course_swing(c->misrouted, LEFT, LEFT + SPAN, &other, &share);
	json_put_real(to, "former", course_mean(c->latency, -COURSE_LAST, 0));
	json_put_real(to, "latency", course_mean(c->latency, last - SPAN, last));
	json_put_real(to, "early", early);
	json_put_real(to, "late", late);
	json_put_real(to, "period", period);
	json_put_real(to, "period_of_share", share);
}

static bool oscillation_figures(const struct paper_measuring *of, struct json_object *to,
				struct sim_error *err)
{
	struct course *c = sim_alloc(1, sizeof(*c));
	bool ok = course_run("adversarial", of->keys, of->seed, c, err) &&
		  (course_end(c) >= LEFT + SPAN ||
		   sim_fail(err, "swings are looked for in %u cycles: make measure longer", SPAN));

	if (ok)
		put_oscillation(to, c);
	free(c);
	return ok;
}

/* Return the cycles from the change until a tenth is left of the way of the share to @end. */
static double way_back(const struct course *c, double before, double end)
{
	u32 i = COURSE_LAST / COURSE_INTERVAL;

	while (i < c->points - 1 && c->misrouted[i] - end > 0.1 * (before - end))
		i++;
	return (i + 1) * COURSE_INTERVAL - COURSE_LAST;
}

static void put_return(struct json_object *to, const struct course *c)
{
	int last = course_end(c);
	double former = course_mean(c->latency, -COURSE_LAST, 0);
	double latency = course_mean(c->latency, last - COURSE_END, last);
	double before = course_mean(c->misrouted, -COURSE_LAST, 0);
	double share = course_mean(c->misrouted, last - COURSE_END, last);

	json_put_real(to, "before", before);
	put_share(to, "0_50", c, 0, 50);
	put_share(to, "50_100", c, 50, 100);
	put_share(to, "100_200", c, 100, 200);
	put_share(to, "200_400", c, 200, 400);
	json_put_real(to, "end", share);
	json_put_real(to, "back", way_back(c, before, share));
	json_put_real(to, "former", former);
	json_put_real(to, "latency", latency);
	json_put_real(to, "settled", course_settled(c, c->latency, former, latency));
}

static bool return_figures(const struct paper_measuring *of, struct json_object *to,
			   struct sim_error *err)
{
	struct course *c = sim_alloc(1, sizeof(*c));
	bool ok = course_run("uniform", of->keys, of->seed, c, err);

	if (ok)
		put_return(to, c);
	free(c);
	return ok;
}

const struct paper_measure measure_transient = {
	.name = "transient", .command = "seastar-sim run docs/experiments/transient.sim",
	.check = paper_is_key, .runs = 1, .figures = transient_figures,
};

const struct paper_measure measure_oscillation = {
	.name = "oscillation", .command = "seastar-sim run docs/experiments/transient.sim",
	.check = paper_is_key, .runs = 1, .figures = oscillation_figures,
};

const struct paper_measure measure_return = {
	.name = "return", .command = "seastar-sim run docs/experiments/transient.sim",
	.check = paper_is_key, .runs = 1, .figures = return_figures,
};

// SPDX-License-Identifier: GPL-2.0-only
/*
 * How soon packets leave the shortest way when uniform traffic turns adversarial; and does latency
 * swing after that, and for how long?
 */
#include "sim/base/memory.h"

#include "course.h"

#define LEFT	200	/* cycles after the change, when packets leave the shortest way */
#define SPAN	3000	/* cycles in which swings are looked for */

enum transient_column {
	BEFORE, AT_50, AT_100, AT_200, AT_400, AT_800, END, REACTION, FORMER, LATENCY, SETTLED,
	SWING, PERIOD
};

enum oscillation_column {
	SWING_BEFORE, SWING_LATENCY, SWING_EARLY, SWING_LATE, SWING_PERIOD, SWING_SHARE
};

/* The end of the first interval after the change in which the share is 90 % of what it comes to. */
static double reaction(const struct course *c, double end)
{
	u32 i = COURSE_LAST / COURSE_INTERVAL;

	while (i < c->points - 1 && c->misrouted[i] < 0.9 * end)
		i++;
	return (i + 1) * COURSE_INTERVAL - COURSE_LAST;
}

static bool transient_figures(u32 part, const char *keys, u32 seed, double *cells,
			      struct sim_error *err)
{
	struct course *c = sim_alloc(1, sizeof(*c));
	bool ok = course_run(keys, seed, c, err);
	int last = course_end(c);

	(void)part;
	if (ok) {
		cells[BEFORE] = course_mean(c->misrouted, -COURSE_LAST, 0);
		cells[AT_50] = course_mean(c->misrouted, 0, 50);
		cells[AT_100] = course_mean(c->misrouted, 50, 100);
		cells[AT_200] = course_mean(c->misrouted, 100, 200);
		cells[AT_400] = course_mean(c->misrouted, 200, 400);
		cells[AT_800] = course_mean(c->misrouted, 400, 800);
		cells[END] = course_mean(c->misrouted, last - COURSE_END, last);
		cells[FORMER] = course_mean(c->latency, -COURSE_LAST, 0);
		cells[LATENCY] = course_mean(c->latency, last - COURSE_END, last);
		cells[SETTLED] = course_settled(c, c->latency, cells[FORMER], cells[LATENCY]);
		cells[REACTION] = reaction(c, cells[END]);
		course_swing(c->latency, 500, last, &cells[SWING], &cells[PERIOD]);
	}
	free(c);
	return ok;
}

static bool oscillation_figures(u32 part, const char *keys, u32 seed, double *cells,
				struct sim_error *err)
{
	struct course *c = sim_alloc(1, sizeof(*c));
	bool ok = course_run(keys, seed, c, err);
	int last = course_end(c);
	double other;

	(void)part;
	if (ok && last < LEFT + SPAN)
		ok = sim_fail(err, "swings are looked for in %u cycles: make measure longer", SPAN);
	if (ok) {
		cells[SWING_BEFORE] = course_mean(c->latency, -COURSE_LAST, 0);
		cells[SWING_LATENCY] = course_mean(c->latency, last - SPAN, last);
		course_swing(c->latency, LEFT, LEFT + SPAN, &cells[SWING_EARLY], &cells[SWING_PERIOD]);
		course_swing(c->latency, last - SPAN, last, &cells[SWING_LATE], &other);
		course_swing(c->misrouted, LEFT, LEFT + SPAN, &other, &cells[SWING_SHARE]);
	}
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

// SPDX-License-Identifier: GPL-2.0-only
/* Does latency swing after uniform traffic has turned adversarial, and for how long? */
#include "sim/base/memory.h"

#include "course.h"

#define SETTLED	200	/* cycles after the change, when packets leave the shortest way */
#define SPAN	3000	/* cycles in which swings are looked for */

enum column { BEFORE, LATENCY, EARLY, LATE, PERIOD, SHARE };

static bool figures(u32 part, const char *keys, u32 seed, double *cells, struct sim_error *err)
{
	struct course *c = sim_alloc(1, sizeof(*c));
	bool ok = course_run(keys, seed, c, err);
	int last = course_end(c);
	double other;

	(void)part;
	if (ok && last < SETTLED + SPAN)
		ok = sim_fail(err, "swings are looked for in %u cycles: make measure longer", SPAN);
	if (ok) {
		cells[BEFORE] = course_mean(c->latency, -COURSE_LAST, 0);
		cells[LATENCY] = course_mean(c->latency, last - SPAN, last);
		course_swing(c->latency, SETTLED, SETTLED + SPAN, &cells[EARLY], &cells[PERIOD]);
		course_swing(c->latency, last - SPAN, last, &cells[LATE], &other);
		course_swing(c->misrouted, SETTLED, SETTLED + SPAN, &other, &cells[SHARE]);
	}
	free(c);
	return ok;
}

const struct paper_measure measure_oscillation = COURSE_MEASURE(figures);

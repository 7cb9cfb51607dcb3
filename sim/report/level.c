// SPDX-License-Identifier: GPL-2.0-only
/* The runs of an experiment at one load, with one seed or several. */
#include <math.h>

#include "sim/result/stable.h"

#include "level.h"

static double load_of(const struct curve *c, u32 member)
{
	return result_number(c->member[member], "experiment.load");
}

struct level level_at(const struct curve *c, u32 from)
{
	struct level l = { .load = NAN };

	if (from >= c->count)
		return l;
	l.load = load_of(c, from);
	l.run = &c->member[from];
	while (from + l.runs < c->count && load_of(c, from + l.runs) == l.load)
		l.runs++;
	return l;
}

struct level level_highest(const struct curve *c)
{
	u32 i = c->count ? c->count - 1 : 0;

	while (i && load_of(c, i - 1) == load_of(c, i))
		i--;
	return level_at(c, i);
}

bool level_is_stable(const struct level *l)
{
	u32 i;

	for (i = 0; i < l->runs; i++) {
		if (!result_is_stable(l->run[i], STABLE_BY_VERDICT))
			return false;
	}
	return l->runs;
}

double level_mean(const struct level *l, double (*of)(struct json_object *result),
		  const char *path)
{
	double sum = 0;
	u32 i;

	for (i = 0; i < l->runs; i++)
		sum += of ? of(l->run[i]) : result_number(l->run[i], path);
	return l->runs ? sum / l->runs : NAN;
}

void level_limits(const struct curve *c, double *stable, double *beyond)
{
	struct level l;
	u32 i;

	*stable = NAN;
	*beyond = NAN;
	for (i = 0; i < c->count; i += l.runs) {
		l = level_at(c, i);
		if (!level_is_stable(&l)) {
			*beyond = l.load;
			return;
		}
		*stable = l.load;
	}
}

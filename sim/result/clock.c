// SPDX-License-Identifier: GPL-2.0-only
/* The cycle times of results. */
#include <math.h>

#include "clock.h"

double clock_cycle(struct json_object *result)
{
	double cycle = result_number(result, "ns.cycle");

	return cycle > 0 ? cycle : NAN;
}

bool clocks_differ(const struct results *s)
{
	return !results_agree(s, "cycle_time");
}

struct json_object *clock_first_unknown(const struct results *s)
{
	for (u32 i = 0; i < s->count; i++)
		if (isnan(clock_cycle(s->at[i])))
			return s->at[i];
	return NULL;
}

bool clocks_known(const struct results *s)
{
	return !clock_first_unknown(s);
}

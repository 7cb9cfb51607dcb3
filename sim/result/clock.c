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

u32 clocks_unknown(const struct results *s)
{
	u32 i = 0;

	while (i < s->count && !isnan(clock_cycle(s->at[i])))
		i++;
	return i;
}

// SPDX-License-Identifier: GPL-2.0-only
#include <math.h>
#include <stdlib.h>

#include "tools/seastar/base/out.h"
#include "tools/seastar/base/print.h"
#include "tools/seastar/counters/reading.h"
#include "tools/seastar/device/device.h"

#include "heat.h"
#include "map.h"

static struct device device_of(const struct sample_query *q, const struct sample *s)
{
	struct device d;
	struct nl nl;

	nl_open(&nl);
	device_read(&nl, q->dev, &d);
	nl_close(&nl);
	if (d.routers != s->n)
		die("%s was replaced meanwhile", q->dev);
	return d;
}

bool map_instead(const struct sample_query *q, enum grouping by)
{
	return by == BY_ROUTER && !q->one_router && print_columns() && !print_is_json();
}

void map_show(const struct map *m, const struct sample_query *q, const struct sample *s)
{
	struct device d = device_of(q, s);
	struct groups groups = groups_sum(s, BY_ROUTER, m->ports);
	double *value = allocate(d.core.routers, sizeof(*value));
	const struct heat heat = {
		.what = m->what, .unit = m->unit, .topology = &d.topology,
		.value = value, .digits = m->digits,
	};
	size_t i;

	for (i = 0; i < d.core.routers; i++)
		value[i] = i < groups.n ? m->value(&groups.group[i], m->which) : NAN;
	out_open(NULL);
	sample_head(q, s, m->interval, m->cycles);
	heat_out(&heat);
	out_close();
	free(value);
	groups_free(&groups);
}

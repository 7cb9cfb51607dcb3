// SPDX-License-Identifier: GPL-2.0-only
#include "tools/lib/names.h"
#include "tools/seastar/device/device.h"

#include "query.h"

/* Refusal of a map that would not show all routers. */
#define MAP_ALL_ROUTERS	"a map shows all routers: leave out 'router', 'by', 'sort' and 'top'"

/* Keywords that have no effect on a map. */
#define OF_TABLES	\
	(1 << COUNTS_ROUTER | 1 << COUNTS_BY | 1 << COUNTS_SORT | 1 << COUNTS_TOP)

static void counts_take(struct args *a, const struct keyword *table, size_t which,
			struct counts_query *q)
{
	const struct keyword *k = &table[which];

	switch (which) {
	case COUNTS_ROUTER:
		q->of.one_router = true;
		q->of.router = args_router(a, k->name, q->of.dev);
		break;
	case COUNTS_PORT:
		q->ports = 1u << keyword_choice(a, k);
		break;
	case COUNTS_BY:
		q->by = args_choice(a, "grouping", k->words);
		break;
	case COUNTS_MAP:
		q->map = args_choice(a, "map", k->words);
		break;
	case COUNTS_INTERVAL:
		q->interval_ms = keyword_number(a, k);
		break;
	case COUNTS_SINCE:
		q->of.since = args_value(a, "the mark's name");
		break;
	case COUNTS_SORT:
		q->sort = args_choice(a, "sorting", k->words);
		break;
	case COUNTS_RISING:
		q->rising = true;
		break;
	case COUNTS_TOP:
		q->top = keyword_number(a, k);
		break;
	}
}

void args_counts(struct args *a, const struct keyword *table, enum grouping by,
		 struct counts_query *q)
{
	uint64_t seen = 0;

	*q = (struct counts_query){
		.of.dev = args_device(a), .ports = (1u << SEASTAR_PORTS) - 1, .by = by,
		.map = NO_MAP,
	};
	while (args_more(a))
		counts_take(a, table, keyword_take(a, table, &seen), q);
	if (q->interval_ms && q->of.since)
		args_die(a, INTERVAL_OR_SINCE);
	if (q->map != NO_MAP && (seen & OF_TABLES))
		args_die(a, MAP_ALL_ROUTERS);
}

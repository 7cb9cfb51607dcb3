/* SPDX-License-Identifier: GPL-2.0-only */
/* The keywords that "stats show" and "hist show" share. */
#ifndef COUNTERS_QUERY_H
#define COUNTERS_QUERY_H

#include "tools/seastar/base/keyword.h"

#include "group.h"
#include "reading.h"

#define NO_MAP	(-1)

/**
 * struct counts_query - the requested counts
 * @of: device, router and mark
 * @ports: ports that count: bit p for port p
 * @by: kind of groups to sum up
 * @interval_ms: milliseconds to count, from now on; 0: count since creation, or the mark
 * @map: index of the word of "map", or NO_MAP
 * @sort: index in sorting_names
 * @rising: sort the least first
 * @top: number of groups to show; 0: all
 */
struct counts_query {
	struct sample_query of;
	uint32_t ports;
	enum grouping by;
	uint64_t interval_ms;
	int map;
	int sort;
	bool rising;
	uint64_t top;
};

enum {
	COUNTS_ROUTER, COUNTS_PORT, COUNTS_BY, COUNTS_MAP, COUNTS_INTERVAL, COUNTS_SINCE,
	COUNTS_SORT, COUNTS_RISING, COUNTS_TOP
};

/* Keywords for the period of counting, also for commands without maps and groups. */
#define KEYWORD_INTERVAL							\
	{ .name = "interval", .value = "SECONDS", .min = INTERVAL_MIN,		\
	  .max = INTERVAL_MAX, .digits = 3, .unit = "seconds",			\
	  .help = "count during this time, from now on" }
#define KEYWORD_SINCE								\
	{ .name = "since", .value = "MARK", .place = KEYWORD_OR,		\
	  .help = "count from this mark on ('mark add' sets it)" }

/* Keywords for the order and the number of a table's rows. */
#define KEYWORD_SORT								\
	{ .name = "sort", .words = sorting_names, .help = "sort lines by this, greatest first" }
#define KEYWORD_RISING								\
	{ .name = "rising", .help = "sort the least first: find nodes and links that get little" }
#define KEYWORD_TOP								\
	{ .name = "top", .value = "N", .min = 1, .max = UINT32_MAX,		\
	  .help = "print only the first N lines" }

/* Keywords of a command; @map_words are the values of "map". */
#define COUNTS_KEYWORDS(map_words, map_help)					\
	[COUNTS_ROUTER] = { .name = "router", .value = "N|X,Y,Z",		\
			    .help = "show this router only" },			\
	[COUNTS_PORT] = { .name = "port", .words = port_names, .help = "show this port only" },	\
	[COUNTS_BY] = { .name = "by", .words = grouping_names,			\
			.help = "print a line per port, dimension, fabric or router" },	\
	[COUNTS_MAP] = { .name = "map", .words = map_words, .help = map_help },	\
	[COUNTS_INTERVAL] = KEYWORD_INTERVAL,					\
	[COUNTS_SINCE] = KEYWORD_SINCE

/*
 * Take the device and the keywords of @table, which begins with COUNTS_KEYWORDS; @by is the default
 * grouping.
 */
void args_counts(struct args *a, const struct keyword *table, enum grouping by,
		 struct counts_query *q);

#endif /* COUNTERS_QUERY_H */

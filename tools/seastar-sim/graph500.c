// SPDX-License-Identifier: GPL-2.0-only
/* seastar-sim graph500: compare the equations of Graph500 traffic with searches of graphs. */
#include <stdlib.h>

#include "sim/base/json.h"
#include "sim/graph500/compare.h"

#include "cmd.h"

struct request {
	struct graph500_compare compare;
	struct command_options shared;
};

static const struct argp_option options[] = {
	OPTION_JSON("Print JSON (docs/sim-graph500.schema.json)"),
	{ 0 }
};

static error_t take_option(int key, char *arg, struct argp_state *state)
{
	struct request *q = state->input;
	struct sim_error err;

	switch (key) {
	case ARGP_KEY_ARG:
		if (!graph500_compare_set(&q->compare, arg, &err))
			exit(complain(EXIT_FAILURE, "%s", err.text));
		return 0;
	default:
		return command_option(&q->shared, key, arg);
	}
}

static const struct argp parser = {
	.options = options,
	.parser = take_option,
	.args_doc = "[KEY=VALUE...]",
	.doc = "Generate a graph of Graph500, search it breadth first, and print the edges that each level explores beside those of the equations of Fuentes' thesis.\v  scale=16           log2 of the vertices, 4 to 22\n  edge_factor=16     edges per vertex\n  processes=72       that share the graph\n  degrees=1,10,100   of the roots, within 10 %\n  roots=30           that are searched from, of each degree\n  seed=1             of the graph and of the roots",
};

int cmd_graph500(int argc, char **argv)
{
	struct request q = { .compare = graph500_compare_default() };
	struct graph500_found *found;
	struct json_object *o;

	command_parse(&parser, argc, argv, &q);
	found = malloc(sizeof(*found));
	if (!found)
		return complain(EXIT_FAILURE, "out of memory");
	graph500_find(&q.compare, found);
	if (q.shared.json) {
		o = graph500_compare_json(&q.compare, found);
		json_print_line(o, stdout);
		json_object_put(o);
	} else {
		graph500_compare_text(&q.compare, found, stdout);
	}
	free(found);
	return EXIT_SUCCESS;
}

// SPDX-License-Identifier: GPL-2.0-only
/* seastar suggest: aging parameters for a topology and its load, and why. */
#include <string.h>

#include "sim/base/text.h"

#include "tools/seastar/base/command.h"
#include "tools/seastar/base/print.h"
#include "tools/seastar/counters/reading.h"
#include "tools/seastar/device/topology.h"
#include "tools/seastar/suggest/show.h"

#include "cmd.h"

/* The words of "seastar suggest". */
struct suggest_query {
	const char *name;	/* name of the device; NULL: the only one there is */
	u64 interval_ms;
	struct suggest_device dev;	/* with @has_topology only its topology is set */
	bool has_topology;
};

/* Set the topology; a dimension that is left out has a radix of 1. */
static void set_topology(const struct args *a, const struct topology *t, struct suggest_query *q)
{
	u32 radix[SEASTAR_DIMS] = { 1, 1, 1 };
	const char *why;

	memcpy(radix, t->radix, t->dims * sizeof(*radix));
	ss_config_default(&q->dev.cfg, radix[0], radix[1], radix[2], t->mesh);
	why = ss_config_check(&q->dev.cfg);
	if (why)
		args_die(a, "topology: %s", why);
}

enum { INTERVAL, TOPOLOGY, MESH };

static const struct keyword suggest_keywords[] = {
	[INTERVAL] = { .name = "interval", .value = "SECONDS", .min = INTERVAL_MIN,
		       .max = INTERVAL_MAX, .digits = 3, .unit = "seconds",
		       .help = "measure the load of the device for this time" },
	[TOPOLOGY] = { .name = "topology", .value = "KX[xKY[xKZ]]", .place = KEYWORD_OR,
		       .unit = "routers", .help = "suggest for this topology, without a device" },
	[MESH] = { .name = "mesh", .value = "none|LETTERS", .place = KEYWORD_WITH,
		   .help = "dimensions (of x, y, z) that are meshes, not rings" },
	{ 0 }
};

static bool comes_keyword(const struct args *a)
{
	const struct keyword *k;

	for (k = suggest_keywords; k->name; k++)
		if (args_comes(a, k->name))
			return true;
	return false;
}

/* Take the first word as a device's name, unless it is or resembles a keyword. */
static const char *take_name(struct args *a)
{
	const char *const words[] = {
		suggest_keywords[INTERVAL].name, suggest_keywords[TOPOLOGY].name,
		suggest_keywords[MESH].name, NULL
	};
	struct args rest = *a;

	if (!args_more(a) || **a->word == '-' || comes_keyword(a))
		return NULL;
	rest.word++;
	if (args_more(&rest) && !comes_keyword(&rest) && text_nearest(*a->word, words))
		return NULL;
	return args_device(a);
}

static void suggest_parse_query(struct args *a, struct suggest_query *q)
{
	struct topology t = { 0 }, mesh = { 0 };
	uint64_t seen = 0;

	q->name = take_name(a);
	while (args_more(a)) {
		switch (keyword_take(a, suggest_keywords, &seen)) {
		case TOPOLOGY:
			args_topology(a, &t);
			break;
		case MESH:
			args_mesh(a, &mesh);
			break;
		case INTERVAL:
			q->interval_ms = keyword_number(a, &suggest_keywords[INTERVAL]);
			break;
		}
	}
	q->has_topology = t.dims;
	if (!q->has_topology && mesh.mesh)
		args_die(a, "'mesh' goes with a topology, which is missing");
	if (q->has_topology && (q->name || q->interval_ms))
		args_die(a, "a device has its own topology: give one of the two");
	t.mesh = mesh.mesh;
	if (q->has_topology)
		set_topology(a, &t, q);
}

static void suggest_show(struct args *a)
{
	struct suggest_query q = { 0 };
	struct suggestion s;

	suggest_parse_query(a, &q);
	if (!q.has_topology)
		suggest_device_read(q.name, q.interval_ms, &q.dev);
	if (!suggest(&q.dev.cfg, q.dev.has_load ? &q.dev.load : NULL, &s))
		die("a fabric of one router has no links: there is nothing to arbitrate by age");
	suggest_out(&q.dev, &s);
}

static const struct command suggest_command = {
	.name = "", .run = suggest_show, .usage = "[DEV]",
	.help = "Derive period and biases from topology and load, equation by equation",
	.keywords = suggest_keywords,
};

void cmd_suggest(struct args *a)
{
	object_run_only("suggest", &suggest_command, a);
}

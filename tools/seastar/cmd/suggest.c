// SPDX-License-Identifier: GPL-2.0-only
/* seastar suggest: aging parameters for a topology and its load, and why. */
#include <inttypes.h>
#include <stdio.h>
#include <string.h>

#include "sim/base/text.h"

#include "tools/seastar/base/command.h"
#include "tools/seastar/base/print.h"
#include "tools/seastar/counters/reading.h"
#include "tools/seastar/device/topology.h"
#include "tools/seastar/suggest/device.h"
#include "tools/seastar/suggest/rules.h"
#include "tools/seastar/suggest/steps.h"

#include "cmd.h"

#define CONFIRM_SECONDS	60

/* What is asked for, and of which device it is, if of any. */
struct suggest_query {
	const char *name;
	u64 interval_ms;
	bool has_device;
	struct suggest_device dev;
};

/* What the paper measured after it had derived the period, and what our model finds. */
static const struct suggest_found {
	u32 period;
	u32 latency;
} found[] = {	/* SC07, Table 5, with biases 3/2/1 */
	{ 8, 5007 },
	{ 16, 5101 },
};

#define FOUND_ROUND_ROBIN	7301	/* ns */
#define FOUND_PERIOD_SPREAD	9	/* per cent: docs/reproduction.md */
#define FOUND_BIAS_SPREAD	3

static const char found_text[] =
	"What measurement then found better\n"
	"  The paper, on a machine of 11x12x16 in production (Table 5): period 8 with\n"
	"  3/2/1 was best, a latency of %u ns where round robin had %u; 16 came\n"
	"  next, %u ns. So its rule gave the order of magnitude, not the best.\n"
	"  Our model of that machine, all queues full: biases change the mean latency by\n"
	"  less than %u %%, periods from 4 to 16 by less than %u %%.\n";

static void command_text(const struct suggest_query *q, const struct suggestion *s, char *text,
			 size_t size)
{
	snprintf(text, size, "seastar age set %s%s period %u bias %u/%u/%u confirm %u",
		 q->has_device ? q->dev.name : "DEV",
		 q->has_device && !q->dev.by_age ? " select age" : "", s->period,
		 s->dim[0].bias, s->dim[1].bias, s->dim[2].bias, CONFIRM_SECONDS);
}

static struct topology suggest_topology_of(const struct ss_config *cfg)
{
	struct topology t = { .dims = SEASTAR_DIMS, .mesh = cfg->mesh };

	memcpy(t.radix, cfg->radix, sizeof(t.radix));
	return t;
}

static void suggest_head_text(const struct suggest_query *q)
{
	struct topology t = suggest_topology_of(&q->dev.cfg);
	char text[TOPOLOGY_TEXT_MAX];

	topology_text(&t, text);
	if (q->has_device)
		printf("%s: ", q->dev.name);
	printf("%s, %u routers\n", text, ss_config_routers(&q->dev.cfg));
	puts("Eq. and sec. are those of Abts & Weisser, SC07; seastar-suggest(8) explains the others");
}

static void step_text(const struct step *step)
{
	printf("  %-9s %s = %s%s%s = %.6g%s%s\n", step->source, step->symbol, step->form,
	       *step->numbers ? " = " : "", step->numbers, step->value, *step->unit ? " " : "",
	       step->unit);
}

/* Section 3 of the paper takes its hops from uniform traffic. */
static bool is_foreseen(const char *pattern)
{
	return !*pattern || !strcmp(pattern, "uniform") || !strcmp(pattern, "none");
}

static void load_text(const struct suggest_query *q, const struct suggestion *s)
{
	const struct suggest_load *load = &q->dev.load;

	if (!q->dev.has_load)
		puts("\nNo packets were counted: all queues are taken for full.");
	else if (!load->present)
		printf("\nPackets queue for no longer than they are routed, %u cycles: that is no load to\n"
		       "tune by, and all queues are taken for full.\n", q->dev.cfg.router_delay);
	else
		printf("\nThe period is for the load of these %" PRIu64 " cycles.\n", load->cycles);
	if (s->ended)
		printf("Ages come to their end: %.1f %% of the packets were sent at age 255, the greatest, and of\n"
		       "those with others beside them %.1f %% were chosen by round robin, since the age clock\n"
		       "was held.\n", 100.0 * load->saturated / load->sent,
		       100.0 * load->inhibited / load->contested);
	if (s->longer)
		printf("The period in force, %u, is too short for this load. It is at least doubled; then look again.\n",
		       load->period);
	else if (s->ended)
		printf("That is since the device came: 'seastar suggest %s interval 10' tells whether the period\n"
		       "in force, %u, is too short now.\n", q->dev.name, load->period);
	if (!is_foreseen(q->dev.pattern))
		printf("The biases are for packets between all routers alike, and the traffic is %s: try first\n"
		       "what they do to it, 'seastar whatif %s'.\n", q->dev.pattern, q->dev.name);
}

static void suggest_show_text(const struct suggest_query *q, const struct suggestion *s,
			      const struct steps *steps)
{
	const char *topic = "";
	char command[128];
	unsigned int i;

	suggest_head_text(q);
	for (i = 0; i < steps->n; i++) {
		if (strcmp(topic, steps->step[i].topic)) {
			topic = steps->step[i].topic;
			printf("\n%s\n", topic);
		}
		step_text(&steps->step[i]);
	}
	if (q->has_device)
		load_text(q, s);
	putchar('\n');
	printf(found_text, found[0].latency, FOUND_ROUND_ROBIN, found[1].latency,
	       FOUND_BIAS_SPREAD, FOUND_PERIOD_SPREAD);
	command_text(q, s, command, sizeof(command));
	printf("\n%s\n", command);
}

static struct json_object *dimensions_json(const struct suggest_query *q,
					   const struct suggestion *s)
{
	struct json_object *list = json_object_new_array();

	for (u32 d = 0; d < SEASTAR_DIMS; d++) {
		const struct suggest_dim *dim = &s->dim[d];
		struct json_object *o = json_object_new_object();
		const char name[] = { "xyz"[d], 0 };

		json_add_str(o, "name", name);
		json_add_u64(o, "radix", q->dev.cfg.radix[d]);
		json_object_object_add(o, "mesh",
				       json_object_new_boolean(q->dev.cfg.mesh >> d & 1));
		json_add_real(o, "hops", dim->hops, 6);
		json_add_u64(o, "whole_hops", dim->whole_hops);
		json_add_real(o, "mean_hops", dim->mean_hops, 6);
		json_add_real(o, "channel_load", dim->load, 6);
		json_add_real(o, "ejected", dim->ejected, 9);
		json_add_real(o, "channel_gbps", dim->channel, 6);
		json_add_real(o, "useful_gbps", dim->useful, 6);
		json_add_u64(o, "bias", dim->bias);
		if (q->dev.has_load) {
			json_add_real(o, "counted_hops", q->dev.load.hops[d], 6);
			json_add_real(o, "wait", q->dev.load.wait[d], 6);
		}
		json_object_array_add(list, o);
	}
	return list;
}

static struct json_object *load_json(const struct suggest_device *dev)
{
	const struct suggest_load *load = &dev->load;
	struct json_object *o = json_object_new_object();

	json_add_u64(o, "cycles", load->cycles);
	json_add_real(o, "network_latency", load->latency, 6);
	json_add_real(o, "flits", load->flits, 6);
	json_add_real(o, "queueing", load->queueing, 6);
	json_object_object_add(o, "used", json_object_new_boolean(load->present));
	json_add_u64(o, "period", load->period);
	json_add_u64(o, "granted", load->sent);
	json_add_u64(o, "contested", load->contested);
	json_add_u64(o, "inhibited", load->inhibited);
	json_add_u64(o, "saturated", load->saturated);
	json_object_object_add(o, "pattern", *dev->pattern ?
			       json_object_new_string(dev->pattern) : NULL);
	return o;
}

static struct json_object *steps_json(const struct steps *steps)
{
	struct json_object *list = json_object_new_array();

	for (unsigned int i = 0; i < steps->n; i++) {
		const struct step *step = &steps->step[i];
		struct json_object *o = json_object_new_object();

		json_add_str(o, "topic", step->topic);
		json_add_str(o, "symbol", step->symbol);
		json_add_str(o, "form", step->form);
		json_add_str(o, "numbers", step->numbers);
		json_add_real(o, "value", step->value, 9);
		json_add_str(o, "unit", step->unit);
		json_add_str(o, "source", step->source);
		json_object_array_add(list, o);
	}
	return list;
}

static struct json_object *suggest_found_json(void)
{
	struct json_object *o = json_object_new_object(), *list = json_object_new_array();

	for (size_t i = 0; i < sizeof(found) / sizeof(found[0]); i++) {
		struct json_object *row = json_object_new_object();

		json_add_u64(row, "period", found[i].period);
		json_add_u64(row, "latency_ns", found[i].latency);
		json_object_array_add(list, row);
	}
	json_add_str(o, "topology", "11x12x16");
	json_add_str(o, "bias", "3/2/1");
	json_object_object_add(o, "periods", list);
	json_add_u64(o, "round_robin_latency_ns", FOUND_ROUND_ROBIN);
	json_add_u64(o, "model_bias_percent", FOUND_BIAS_SPREAD);
	json_add_u64(o, "model_period_percent", FOUND_PERIOD_SPREAD);
	return o;
}

static void suggest_show_json(const struct suggest_query *q, const struct suggestion *s,
			      const struct steps *steps)
{
	struct json_object *o = json_object_new_object();
	struct topology t = suggest_topology_of(&q->dev.cfg);
	char text[128];

	if (q->has_device)
		json_add_str(o, "device", q->dev.name);
	topology_text(&t, text);
	json_add_str(o, "topology", text);
	json_add_u64(o, "routers", ss_config_routers(&q->dev.cfg));
	json_object_object_add(o, "dimensions", dimensions_json(q, s));
	json_add_real(o, "hops", s->hops, 6);
	json_add_u64(o, "whole_hops", s->whole_hops);
	json_add_real(o, "mean_hops", s->mean_hops, 6);
	json_add_real(o, "mean_hops_to_others", s->other_hops, 6);
	json_add_u64(o, "bias_lowered", s->lowered);
	json_add_u64(o, "bias_age", s->bias_age);
	json_add_real(o, "ticks_a_hop", s->ticks, 6);
	json_add_u64(o, "full_queue_cycles", s->full_cycles);
	if (q->dev.has_load)
		json_object_object_add(o, "load", load_json(&q->dev));
	json_add_real(o, "cycles_a_hop", s->cycles, 6);
	json_add_u64(o, "period", s->period);
	json_object_object_add(o, "longer", json_object_new_boolean(s->longer));
	json_object_object_add(o, "steps", steps_json(steps));
	json_object_object_add(o, "measured_then", suggest_found_json());
	command_text(q, s, text, sizeof(text));
	json_add_str(o, "command", text);
	print_json(o);
}

/* A dimension that is left out has a radix of 1. */
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
		       .help = "the load of the device in this time" },
	[TOPOLOGY] = { .name = "topology", .value = "KX[xKY[xKZ]]", .place = KEYWORD_OR,
		       .unit = "routers", .help = "of a fabric that need not be there" },
	[MESH] = { .name = "mesh", .value = "none|LETTERS", .place = KEYWORD_WITH,
		   .help = "its dimensions, of x, y and z, that are no rings" },
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

/* The first word is a device's name, unless it is a keyword, or looks like one mistyped. */
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
	q->has_device = !t.dims;
	if (q->has_device && mesh.mesh)
		args_die(a, "'mesh' goes with a topology, which is missing");
	if (!q->has_device && (q->name || q->interval_ms))
		args_die(a, "a device has its own topology: give one of the two");
	t.mesh = mesh.mesh;
	if (!q->has_device)
		set_topology(a, &t, q);
}

static void suggest_show(struct args *a)
{
	struct suggest_query q = { 0 };
	struct suggestion s;
	struct steps steps;

	suggest_parse_query(a, &q);
	if (q.has_device)
		suggest_device_read(q.name, q.interval_ms, &q.dev);
	if (!suggest(&q.dev.cfg, q.dev.has_load ? &q.dev.load : NULL, &s))
		die("a fabric of one router has no links: there is nothing to arbitrate by age");
	suggest_steps(&q.dev.cfg, q.dev.has_load ? &q.dev.load : NULL, &s, &steps);
	if (print_is_json())
		suggest_show_json(&q, &s, &steps);
	else
		suggest_show_text(&q, &s, &steps);
}

static const struct command suggest_command = {
	.name = "", .run = suggest_show, .usage = "[DEV]",
	.help = "Derive period and biases from topology and load, equation by equation",
	.keywords = suggest_keywords,
};

void cmd_suggest(struct args *a)
{
	cmd_run_only("suggest", &suggest_command, a);
}

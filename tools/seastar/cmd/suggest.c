// SPDX-License-Identifier: GPL-2.0-only
/* seastar suggest: aging parameters for a topology and its load, and why. */
#include <inttypes.h>
#include <stdio.h>
#include <string.h>

#include "sim/base/text.h"

#include "tools/seastar/base/command.h"
#include "tools/seastar/base/out.h"
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

static void dimensions_out(const struct suggest_query *q, const struct suggestion *s)
{
	out_list("dimensions");
	for (u32 d = 0; d < SEASTAR_DIMS; d++) {
		const struct suggest_dim *dim = &s->dim[d];
		const char name[] = { "xyz"[d], 0 };

		out_row();
		out_str("name", NULL, name);
		out_u64("radix", NULL, q->dev.cfg.radix[d]);
		out_bool("mesh", q->dev.cfg.mesh >> d & 1);
		out_real("hops", 6, NULL, 0, dim->hops);
		out_u64("whole_hops", NULL, dim->whole_hops);
		out_real("mean_hops", 6, NULL, 0, dim->mean_hops);
		out_real("channel_load", 6, NULL, 0, dim->load);
		out_real("ejected", 9, NULL, 0, dim->ejected);
		out_real("channel_gbps", 6, NULL, 0, dim->channel);
		out_real("useful_gbps", 6, NULL, 0, dim->useful);
		out_u64("bias", NULL, dim->bias);
		if (q->dev.has_load) {
			out_real("counted_hops", 6, NULL, 0, q->dev.load.hops[d]);
			out_real("wait", 6, NULL, 0, q->dev.load.wait[d]);
		}
		out_close();
	}
	out_close();
}

static void load_out(const struct suggest_device *dev)
{
	const struct suggest_load *load = &dev->load;

	out_open("load");
	out_u64("cycles", NULL, load->cycles);
	out_real("network_latency", 6, NULL, 0, load->latency);
	out_real("flits", 6, NULL, 0, load->flits);
	out_real("queueing", 6, NULL, 0, load->queueing);
	out_bool("used", load->present);
	out_u64("period", NULL, load->period);
	out_u64("granted", NULL, load->sent);
	out_u64("contested", NULL, load->contested);
	out_u64("inhibited", NULL, load->inhibited);
	out_u64("saturated", NULL, load->saturated);
	out_str("pattern", NULL, *dev->pattern ? dev->pattern : NULL);
	out_close();
}

static void steps_out(const struct steps *steps)
{
	out_list("steps");
	for (unsigned int i = 0; i < steps->n; i++) {
		const struct step *step = &steps->step[i];

		out_row();
		out_str("topic", NULL, step->topic);
		out_str("symbol", NULL, step->symbol);
		out_str("form", NULL, step->form);
		out_str("numbers", NULL, step->numbers);
		out_real("value", 9, NULL, 0, step->value);
		out_str("unit", NULL, step->unit);
		out_str("source", NULL, step->source);
		out_close();
	}
	out_close();
}

static void suggest_found_out(void)
{
	out_open("measured_then");
	out_str("topology", NULL, "11x12x16");
	out_str("bias", NULL, "3/2/1");
	out_list("periods");
	for (size_t i = 0; i < sizeof(found) / sizeof(found[0]); i++) {
		out_row();
		out_u64("period", NULL, found[i].period);
		out_u64("latency_ns", NULL, found[i].latency);
		out_close();
	}
	out_close();
	out_u64("round_robin_latency_ns", NULL, FOUND_ROUND_ROBIN);
	out_u64("model_bias_percent", NULL, FOUND_BIAS_SPREAD);
	out_u64("model_period_percent", NULL, FOUND_PERIOD_SPREAD);
	out_close();
}

static void suggest_show_json(const struct suggest_query *q, const struct suggestion *s,
			      const struct steps *steps)
{
	struct topology t = suggest_topology_of(&q->dev.cfg);
	char text[128];

	out_open(NULL);
	if (q->has_device)
		out_str("device", NULL, q->dev.name);
	topology_text(&t, text);
	out_str("topology", NULL, text);
	out_u64("routers", NULL, ss_config_routers(&q->dev.cfg));
	dimensions_out(q, s);
	out_real("hops", 6, NULL, 0, s->hops);
	out_u64("whole_hops", NULL, s->whole_hops);
	out_real("mean_hops", 6, NULL, 0, s->mean_hops);
	out_real("mean_hops_to_others", 6, NULL, 0, s->other_hops);
	out_u64("bias_lowered", NULL, s->lowered);
	out_u64("bias_age", NULL, s->bias_age);
	out_real("ticks_a_hop", 6, NULL, 0, s->ticks);
	out_u64("full_queue_cycles", NULL, s->full_cycles);
	if (q->dev.has_load)
		load_out(&q->dev);
	out_real("cycles_a_hop", 6, NULL, 0, s->cycles);
	out_u64("period", NULL, s->period);
	out_bool("longer", s->longer);
	steps_out(steps);
	suggest_found_out();
	command_text(q, s, text, sizeof(text));
	out_str("command", NULL, text);
	out_close();
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

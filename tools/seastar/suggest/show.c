// SPDX-License-Identifier: GPL-2.0-only
#include <inttypes.h>
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "tools/seastar/base/out.h"
#include "tools/seastar/device/topology.h"

#include "show.h"
#include "steps.h"

#define CONFIRM_SECONDS	60

static void head_out(const struct suggest_device *dev)
{
	struct topology t = { .dims = SEASTAR_DIMS, .mesh = dev->cfg.size[SS_MESH] };
	char text[TOPOLOGY_TEXT_MAX];

	memcpy(t.radix, dev->cfg.size, sizeof(t.radix));
	topology_text(&t, text);
	if (*dev->name)
		out_str("device", "%s: ", dev->name);
	out_str("topology", "%s, ", text);
	out_u64("routers", "%s routers\n", ss_config_routers(&dev->cfg));
	out_text("Eq. and sec. are those of Abts & Weisser, SC07; seastar-suggest(8) explains the others\n");
}

static void dimensions_out(const struct suggest_device *dev, const struct suggestion *s)
{
	out_list("dimensions");
	for (u32 d = 0; d < SEASTAR_DIMS; d++) {
		const struct suggest_dim *dim = &s->dim[d];
		const char name[] = { "xyz"[d], 0 };

		out_row();
		out_str("name", NULL, name);
		out_u64("radix", NULL, dev->cfg.size[d]);
		out_bool("mesh", dev->cfg.size[SS_MESH] >> d & 1);
		out_fraction("hops", 6, dim->hops);
		out_u64("whole_hops", NULL, dim->whole_hops);
		out_fraction("mean_hops", 6, dim->mean_hops);
		out_fraction("channel_load", 6, dim->load);
		out_fraction("ejected", 9, dim->ejected);
		out_fraction("channel_gbps", 6, dim->channel);
		out_fraction("useful_gbps", 6, dim->useful);
		out_u64("bias", NULL, dim->bias);
		if (dev->has_load) {
			out_fraction("counted_hops", 6, dev->load.hops[d]);
			out_fraction("wait", 6, dev->load.wait[d]);
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
	out_fraction("network_latency", 6, load->latency);
	out_fraction("flits", 6, load->flits);
	out_fraction("queueing", 6, load->queueing);
	out_bool("used", load->present);
	out_u64("period", NULL, load->period);
	out_u64("granted", NULL, load->sent);
	out_u64("contested", NULL, load->contested);
	out_u64("inhibited", NULL, load->inhibited);
	out_u64("saturated", NULL, load->saturated);
	out_str("pattern", NULL, *dev->pattern ? dev->pattern : NULL);
	out_close();
}

/* Print the derived values; in text they are among the steps. */
static void derived_out(const struct suggest_device *dev, const struct suggestion *s)
{
	dimensions_out(dev, s);
	out_fraction("hops", 6, s->hops);
	out_u64("whole_hops", NULL, s->whole_hops);
	out_fraction("mean_hops", 6, s->mean_hops);
	out_fraction("mean_hops_to_others", 6, s->other_hops);
	out_u64("bias_lowered", NULL, s->lowered);
	out_u64("bias_age", NULL, s->bias_age);
	out_fraction("ticks_a_hop", 6, s->ticks);
	out_u64("full_queue_cycles", NULL, s->full_cycles);
	if (dev->has_load)
		load_out(dev);
	out_fraction("cycles_a_hop", 6, s->cycles);
	out_u64("period", NULL, s->period);
	out_bool("longer", s->longer);
}

/* Output " Eq. 5 H_x = k_x/4 = 11/4 = 2.75 hops". */
static void step_out(const struct step *step)
{
	out_row();
	out_text("  %-9s ", step->source);
	out_str("topic", NULL, step->topic);
	out_str("symbol", "%s = ", step->symbol);
	out_str("form", "%s = ", step->form);
	out_str("numbers", *step->numbers ? "%s = " : NULL, step->numbers);
	if (isfinite(step->value))
		out_text("%.6g", step->value);
	else
		out_text("-, no packets");
	out_fraction("value", 9, step->value);
	out_str("unit", *step->unit && isfinite(step->value) ? " %s" : NULL, step->unit);
	out_str("source", NULL, step->source);
	out_text("\n");
	out_close();
}

static void steps_out(const struct suggest_device *dev, const struct suggestion *s)
{
	const char *topic = "";
	struct steps steps;

	suggest_steps(&dev->cfg, dev->has_load ? &dev->load : NULL, s, &steps);
	out_list("steps");
	for (unsigned int i = 0; i < steps.n; i++) {
		if (strcmp(topic, steps.step[i].topic)) {
			topic = steps.step[i].topic;
			out_text("\n%s\n", topic);
		}
		step_out(&steps.step[i]);
	}
	out_close();
}

/*
 * Return true if section 3 of the paper, which computes hops for uniform traffic, covers the
 * pattern.
 */
static bool is_foreseen(const char *pattern)
{
	return !*pattern || !strcmp(pattern, "uniform") || !strcmp(pattern, "none");
}

static void load_text(const struct suggest_device *dev, const struct suggestion *s)
{
	const struct suggest_load *load = &dev->load;

	if (!dev->has_load)
		out_text("\nNo packets were counted: all queues are taken for full.\n");
	else if (!load->present)
		out_text("\nPackets queue for no longer than they are routed, %u cycles: that is no load to\n"
			 "tune by, and all queues are taken for full.\n", dev->cfg.router_delay);
	else
		out_text("\nThe period is for the load of these %" PRIu64 " cycles.\n",
			 load->cycles);
	if (s->ended)
		out_text("Ages come to their end: %.1f %% of the packets were sent at age 255, the greatest, and of\n"
			 "those with others beside them %.1f %% were chosen by round robin, since the age clock\n"
			 "was held.\n", 100.0 * load->saturated / load->sent,
			 100.0 * load->inhibited / load->contested);
	if (s->longer)
		out_text("The period in force, %u, is too short for this load. It is at least doubled; then look again.\n",
			 load->period);
	else if (s->ended)
		out_text("That is since the device came: 'seastar suggest %s interval 10' shows whether the period\n"
			 "in force, %u, is too short now.\n", dev->name, load->period);
	if (!is_foreseen(dev->pattern))
		out_text("The biases are for packets between all routers alike, and the traffic is %s: try first\n"
			 "what they do to it, 'seastar whatif %s'.\n", dev->pattern, dev->name);
}

/* Print measurements of the paper, which found shorter periods better, and results of our model. */
static void found_out(void)
{
	static const struct {
		u32 period;
		u32 latency;
	} found[] = {	/* SC07, Table 5 */
		{ 8, 5007 },
		{ 16, 5101 },
	};

	out_text("\nWhat measurement then found better\n");
	out_open("measured_then");
	out_str("topology", "  The paper, on a machine of %s in production (Table 5), with", "11x12x16");
	out_str("bias", " biases %s.\n  Latency with ", "3/2/1");
	out_list("periods");
	for (size_t i = 0; i < sizeof(found) / sizeof(found[0]); i++) {
		out_row();
		out_u64("period", "period %s: ", found[i].period);
		out_u64("latency_ns", "%s ns, ", found[i].latency);
		out_close();
	}
	out_close();
	out_u64("round_robin_latency_ns", "round robin: %s ns.\n", 7301);
	out_text("  So its rule gave the order of magnitude, not the best.\n");
	/* docs/reproduction.md */
	out_u64("model_bias_percent", "  Our model of that machine, all queues full: biases change the mean latency by\n"
		"  less than %s %, ", 3);
	out_u64("model_period_percent", "periods from 4 to 16 by less than %s %.\n", 9);
	out_close();
}

static void command_out(const struct suggest_device *dev, const struct suggestion *s)
{
	char text[128];

	snprintf(text, sizeof(text), "seastar age set %s%s period %u bias %u/%u/%u confirm %u",
		 *dev->name ? dev->name : "DEV", *dev->name && !dev->by_age ? " select age" : "",
		 s->period, s->dim[0].bias, s->dim[1].bias, s->dim[2].bias, CONFIRM_SECONDS);
	out_str("command", "\n%s\n", text);
}

void suggest_out(const struct suggest_device *dev, const struct suggestion *s)
{
	out_open(NULL);
	head_out(dev);
	derived_out(dev, s);
	steps_out(dev, s);
	if (*dev->name)
		load_text(dev, s);
	found_out();
	command_out(dev, s);
	out_close();
}

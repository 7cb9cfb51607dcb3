// SPDX-License-Identifier: GPL-2.0-only
/* Taking a snapshot of a live device. */
#include <inttypes.h>
#include <string.h>

#include <seastar/version.h>

#include "tools/lib/names.h"
#include "tools/seastar/aging/registers.h"
#include "tools/seastar/base/out.h"
#include "tools/seastar/base/print.h"
#include "tools/seastar/base/wait.h"
#include "tools/seastar/clock/state.h"
#include "tools/seastar/clock/step.h"
#include "tools/seastar/counters/reading.h"
#include "tools/seastar/counters/sums.h"
#include "tools/seastar/device/guard.h"
#include "tools/seastar/device/show.h"
#include "tools/seastar/link/links.h"
#include "tools/seastar/netlink/replies.h"
#include "tools/seastar/route/tables.h"
#include "tools/seastar/traffic/traffic.h"

#include "snapshot.h"

#define POLL_MS		50

static void keep_dev(const struct nlmsghdr *reply, void *ctx)
{
	struct json_object **o = ctx;

	out_keep();
	out_open(NULL);
	dev_out(reply);
	out_close();
	*o = out_kept();
}

static struct json_object *read_dev(struct nl *nl, const char *dev)
{
	struct json_object *o = NULL;
	struct snl_msg m;

	snl_start(&m, SEASTAR_CMD_DEV_GET);
	snl_put_str(&m, SEASTAR_A_DEV_NAME, dev);
	nl_do(nl, &m, keep_dev, &o);
	return o;
}

static uint64_t cycle_of(struct nl *nl, const char *dev)
{
	struct json_object *o = read_dev(nl, dev);
	uint64_t cycle = json_object_get_uint64(json_object_object_get(o, "cycle"));

	json_object_put(o);
	return cycle;
}

bool snapshot_stands(struct nl *nl, const char *dev, uint64_t *cycle)
{
	if (!clock_stands(nl, dev))
		return false;
	*cycle = cycle_of(nl, dev);
	return true;
}

static void wait_cycles(struct nl *nl, const char *dev, uint64_t end)
{
	for (;;) {
		/* read the state before the cycle: if the step is over, the cycle is its end */
		bool stands = clock_stands(nl, dev);
		uint64_t now = cycle_of(nl, dev);

		if (now >= end)
			return;
		if (stands)
			die("the clock of %s was stopped at cycle %" PRIu64 ", %" PRIu64
			    " cycles before there were enough", dev, now, end - now);
		wait_ms(POLL_MS);
	}
}

static void snapshot_port_out(const struct sample *s, unsigned int port)
{
	uint64_t sum[SEASTAR_COUNTERS] = { 0 };
	size_t i, k;

	for (i = 0; i < s->n; i++)
		for (k = 0; k < SEASTAR_COUNTERS; k++)
			sum[k] += s->router[i].counter[port][k];
	out_row();
	out_str("port", NULL, port_names[port]);
	out_u64s("vc_packets", &sum[SEASTAR_COUNTER_VC0_PKTS], 4);
	out_u64s("vc_flits", &sum[SEASTAR_COUNTER_VC0_FLITS], 4);
	out_u64s("vc_blocked", &sum[SEASTAR_COUNTER_VC0_BLOCKED], 4);
	outputs_out(sum);
	out_u64s("ages", &sum[SEASTAR_COUNTER_AGE_BIN0], 4);
	arbitration_out(sum);
	out_close();
}

static void sources_object(const struct reading *before, const struct reading *after)
{
	struct sources s = after->sources;

	sources_subtract(&s, &before->sources);
	out_open("sources");
	out_u64("cycles", NULL, after->sources.cycle - before->sources.cycle);
	sources_out(&s);
	out_u64s("histogram", s.histogram, SEASTAR_LAT_BINS);
	out_close();
}

static struct json_object *counted_json(const struct reading *before, struct reading *after)
{
	unsigned int port;

	out_keep();
	out_open(NULL);
	out_u64("first_cycle", NULL, before->sample.cycle);
	out_u64("cycles", NULL, after->sample.cycle - before->sample.cycle);
	out_bool("gap", after->sample.flags & ~before->sample.flags & SEASTAR_STATS_FLAG_GAP);
	sample_subtract(&after->sample, &before->sample);
	out_list("ports");
	for (port = 0; port < SEASTAR_PORTS; port++)
		snapshot_port_out(&after->sample, port);
	out_close();
	if (after->has_sources)
		sources_object(before, after);
	else
		out_unknown("sources", NULL);
	out_close();
	return out_kept();
}

static void check_clock(const char *dev, bool steps, bool stands)
{
	if (stands && !steps)
		die(CLOCK_STANDS ", or give a 'step'", dev, dev);
	if (!stands && steps)
		die("step: the clock of %s does not stand still: 'seastar clock stop %s' stops it, or leave out 'step'",
		    dev, dev);
}

static void step(struct nl *nl, const char *dev, uint64_t cycles)
{
	struct snl_msg m;

	snl_start(&m, SEASTAR_CMD_CLOCK_SET);
	snl_put_str(&m, SEASTAR_A_CLOCK_DEV, dev);
	snl_put_u32(&m, SEASTAR_A_CLOCK_STATE, SEASTAR_CLOCK_STEPPING);
	snl_put_u64(&m, SEASTAR_A_CLOCK_STEPS, cycles);
	step_and_wait(nl, dev, &m);
}

static struct json_object *snapshot_count(struct nl *nl, const char *dev,
					  const struct snapshot_span *span, uint64_t *generation)
{
	const struct sample_query q = { .dev = dev };
	struct reading before, after;
	struct json_object *o;
	struct guard guard;
	bool stands;

	guard_start(&guard, dev);
	reading_take(nl, &q, &before);
	stands = clock_stands(nl, dev) && cycle_of(nl, dev) == before.sample.cycle;
	check_clock(dev, span->step, stands);
	if (span->step)
		step(nl, dev, span->step);
	else if (span->cycles)
		wait_cycles(nl, dev, before.sample.cycle + span->cycles);
	else
		guard_wait(&guard, span->ms);
	reading_take_later(nl, &q, &before, span->cycles ? span->cycles : 1, &after);
	guard_end(&guard);
	*generation = after.sample.generation;
	o = counted_json(&before, &after);
	sample_free(&before.sample);
	sample_free(&after.sample);
	return o;
}

static bool snapshot_is_same(struct json_object *a, struct json_object *b)
{
	return !strcmp(json_object_to_json_string(a), json_object_to_json_string(b));
}

/*
 * Add the words of the plan, from which the model makes the same tables.  Refuse links that went
 * down after the tables were made, since in the model no link does.
 */
static void snapshot_add_routes(const char *dev, const struct routing *r, const char *down)
{
	const char *known = strstr(r->plan, "down=");

	if (r->loaded && !*r->plan)
		die("the rules behind the tables of %s are not known: make tables with 'seastar route rebuild %s commit'",
		    dev, dev);
	if (strcmp(known ? known + strlen("down=") : "", down))
		die("links of %s are or were down, and its routes do not avoid them: 'seastar route rebuild %s commit' makes others",
		    dev, dev);
	out_str("routes", NULL, r->loaded ? r->plan : "rule");
}

struct json_object *snapshot_take(struct nl *nl, const char *dev,
				  const struct snapshot_span *span)
{
	struct json_object *device, *traffic, *counted, *later;
	struct agings agings = { 0 };
	struct routing routing;
	struct device d;
	uint64_t generation;
	char *down, *lossy;

	device_read(nl, dev, &d);
	down = links_down(nl, &d, NULL);
	routing_read(nl, dev, &routing);
	device = read_dev(nl, dev);
	traffic = traffic_read(nl, dev);
	agings_read(nl, dev, &agings);
	counted = snapshot_count(nl, dev, span, &generation);
	/* a change of traffic also makes a new generation: report it before a change of settings */
	later = traffic_read(nl, dev);
	if (!snapshot_is_same(traffic, later))
		die("the traffic of %s changed while it was counted: try again when nothing changes it",
		    dev);
	if (agings.generation != generation ||
	    (!routing.in_registers && routing.generation != generation) ||
	    json_object_get_uint64(json_object_object_get(device, "generation")) != generation)
		die("the settings of %s changed while it was counted: try again when nothing changes them",
		    dev);
	json_object_put(later);
	lossy = links_lossy(nl, &d);
	out_keep();
	out_open(NULL);
	out_u64("snapshot", NULL, 1);
	out_str("version", NULL, SEASTAR_VERSION);
	out_tree("device", device);
	agings_out(&agings);
	if (!routing.in_registers)
		snapshot_add_routes(dev, &routing, down);
	if (*lossy)
		out_str("lossy", NULL, lossy);
	out_tree("traffic", traffic);
	out_tree("counted", counted);
	out_close();
	free(down);
	free(lossy);
	agings_free(&agings);
	return out_kept();
}

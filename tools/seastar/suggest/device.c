// SPDX-License-Identifier: GPL-2.0-only
#include <math.h>
#include <stdio.h>

#include "tools/seastar/aging/registers.h"
#include "tools/seastar/aging/settings.h"
#include "tools/seastar/base/print.h"
#include "tools/seastar/counters/reading.h"
#include "tools/seastar/counters/sums.h"
#include "tools/seastar/netlink/nl.h"
#include "tools/seastar/traffic/traffic.h"

#include "device.h"

/* The devices that answer, and the last of them. */
struct suggest_devices {
	unsigned int n;
	struct suggest_device *dev;
};

/*
 * Parse a parameter into @value, which keeps its default if the device does not report it, as
 * hardware.
 */
static void take_u32(const struct nlattr *a, u32 *value)
{
	if (a)
		*value = snl_u32(a);
}

static void take_config(const struct nlattr **tb, struct ss_config *cfg)
{
	const struct nlattr *soft[SEASTAR_A_SOFT_MAX + 1];
	u32 radix[SEASTAR_DIMS] = { 1, 1, 1 };

	snl_nested(tb[SEASTAR_A_DEV_SOFT], soft, SEASTAR_A_SOFT_MAX);
	snl_array(tb[SEASTAR_A_DEV_RADIX], radix, SEASTAR_DIMS, sizeof(u32));
	ss_config_default(cfg, radix[0], radix[1], radix[2], snl_u32(tb[SEASTAR_A_DEV_MESH]));
	take_u32(tb[SEASTAR_A_DEV_VCS], &cfg->vcs);
	take_u32(soft[SEASTAR_A_SOFT_INPUT_DEPTH], &cfg->input_depth);
	take_u32(soft[SEASTAR_A_SOFT_STAGING_DEPTH], &cfg->seastar.staging_depth);
	take_u32(tb[SEASTAR_A_DEV_MAX_PACKET], &cfg->max_packet);
	take_u32(soft[SEASTAR_A_SOFT_ROUTER_DELAY], &cfg->router_delay);
	take_u32(soft[SEASTAR_A_SOFT_LINK_DELAY], &cfg->link_delay);
	snl_array(soft[SEASTAR_A_SOFT_EJECT], cfg->eject, 2, sizeof(u32));
}

static void suggest_take_device(const struct nlmsghdr *reply, void *ctx)
{
	const struct nlattr *tb[SEASTAR_A_DEV_MAX + 1];
	struct suggest_devices *found = ctx;

	snl_attributes(reply, tb, SEASTAR_A_DEV_MAX);
	snprintf(found->dev->name, sizeof(found->dev->name), "%s",
		 snl_str(tb[SEASTAR_A_DEV_NAME]));
	take_config(tb, &found->dev->cfg);
	found->n++;
}

static void suggest_forget_devices(void *ctx)
{
	struct suggest_devices *found = ctx;

	found->n = 0;
}

static void read_config(struct nl *nl, const char *name, struct suggest_device *dev)
{
	struct suggest_devices found = { .dev = dev };
	struct snl_msg m;

	snl_start(&m, SEASTAR_CMD_DEV_GET);
	if (name) {
		snl_put_str(&m, SEASTAR_A_DEV_NAME, name);
		nl_do(nl, &m, suggest_take_device, &found);
		return;
	}
	nl_dump(nl, &m, suggest_forget_devices, suggest_take_device, &found);
	if (!found.n)
		die("there is no device: name a topology, or make a device with 'seastar dev add'");
	if (found.n > 1)
		die("there are %u devices: name one, or give a topology", found.n);
}

static void read_aging(struct nl *nl, struct suggest_device *dev)
{
	struct agings all = { 0 };
	size_t i;

	dev->by_age = true;
	agings_read(nl, dev->name, &all);
	for (i = 0; i < all.n; i++) {
		dev->by_age &= all.aging[i].select == SELECT_AGE;
		if (all.aging[i].period > dev->load.period)
			dev->load.period = all.aging[i].period;
	}
	agings_free(&all);
	if (!dev->by_age)
		dev->load.period = 0;
}

/* Sums over all routers, by kind of port. */
struct device_sums {
	u64 packets;	/* packets of both classes */
	u64 requests;
	u64 stalled;	/* cycles in which requests are blocked, T_stall in Eq. 17 */
};

static struct device_sums sum_ports(const struct sample *s, u32 first, u32 n)
{
	struct device_sums sums = { 0 };

	for (size_t i = 0; i < s->n; i++) {
		for (u32 port = first; port < first + n; port++) {
			const uint64_t *c = s->router[i].counter[port];

			for (u32 vc = 0; vc < 2; vc++) {
				sums.requests += c[SEASTAR_COUNTER_VC0_PKTS + vc];
				sums.stalled += c[SEASTAR_COUNTER_VC0_BLOCKED + vc];
			}
			for (u32 vc = 0; vc < 4; vc++)
				sums.packets += c[SEASTAR_COUNTER_VC0_PKTS + vc];
		}
	}
	return sums;
}

static void take_grants(const struct sample *s, struct suggest_load *load)
{
	for (size_t i = 0; i < s->n; i++) {
		for (u32 port = 0; port < SEASTAR_PORTS; port++) {
			const uint64_t *c = s->router[i].counter[port];

			load->sent += packets_sent(c);
			load->contested += c[SEASTAR_COUNTER_CONTESTED];
			load->inhibited += c[SEASTAR_COUNTER_INHIBITED];
			load->saturated += c[SEASTAR_COUNTER_SATURATED];
		}
	}
}

static void take_load(const struct reading *r, struct suggest_device *dev)
{
	u64 injected = sum_ports(&r->sample, SEASTAR_PORT_PROC, 1).packets;
	struct suggest_load *load = &dev->load;

	dev->has_load = injected && (!r->has_sources || r->sources.delivered);
	if (!dev->has_load)
		return;
	load->cycles = r->cycles;
	for (u32 d = 0; d < SEASTAR_DIMS; d++) {
		struct device_sums sums = sum_ports(&r->sample, SEASTAR_PORT_XP + 2 * d, 2);

		load->hops[d] = (double)sums.packets / injected;
		load->wait[d] = (double)sums.stalled / sums.requests;
	}
	take_grants(&r->sample, load);
	load->latency = NAN;
	load->flits = NAN;
	if (r->has_sources) {
		load->latency = moments_mean(&r->sources.network);
		load->flits = (double)r->sources.flits / r->sources.delivered;
	}
	suggest_queueing(&dev->cfg, load);
}

static void read_pattern(struct nl *nl, struct suggest_device *dev)
{
	struct json_object *traffic = traffic_read(nl, dev->name);

	if (traffic)
		snprintf(dev->pattern, sizeof(dev->pattern), "%s",
			 json_object_get_string(json_object_object_get(traffic, "pattern")));
	json_object_put(traffic);
}

void suggest_device_read(const char *name, u64 interval_ms, struct suggest_device *dev)
{
	struct sample_query q = { .dev = dev->name };
	struct reading r;
	struct nl nl;

	*dev = (struct suggest_device){ 0 };
	nl_open(&nl);
	read_config(&nl, name, dev);
	read_aging(&nl, dev);
	read_pattern(&nl, dev);
	reading_interval(&nl, &q, interval_ms, &r);
	nl_close(&nl);
	dev->load.recent = interval_ms;
	take_load(&r, dev);
	sample_free(&r.sample);
}

// SPDX-License-Identifier: GPL-2.0-only
/* Metrics of devices: their parameters, the age of their readings, links, and commits that wait. */
#include <stdio.h>

#include "tools/lib/names.h"
#include "tools/seastar-exporter/base/now.h"

#include "metrics.h"

static void devices_begin(struct page *p, const struct fabric *fab)
{
	page_sample(p, "");
	page_label(p, "device", fab->name);
}

static void mesh_letters(uint32_t mesh, char letters[SEASTAR_DIMS + 1])
{
	unsigned int dim;
	char *at = letters;

	for (dim = 0; dim < SEASTAR_DIMS; dim++) {
		if (mesh >> dim & 1)
			*at++ = 'x' + dim;
	}
	*at = '\0';
}

static void info(struct page *p, const struct exporter *e)
{
	char topology[36], mesh[SEASTAR_DIMS + 1];
	const struct fabric *fab;

	page_family(p, "xtnet_device_info", "gauge",
		    "A device: its backend, routers along x, y and z, and which of these dimensions are meshes; always 1.");
	for (fab = e->fabrics; fab; fab = fab->next) {
		snprintf(topology, sizeof(topology), "%ux%ux%u", fab->radix[0], fab->radix[1],
			 fab->radix[2]);
		mesh_letters(fab->mesh, mesh);
		devices_begin(p, fab);
		page_label_u64(p, "id", fab->id);
		page_label(p, "backend", fab->hardware ? "mmio" : "soft");
		page_label(p, "topology", topology);
		page_label(p, "mesh", mesh);
		page_u64(p, 1);
	}
	page_family(p, "xtnet_device_routers", "gauge", "Routers of the device.");
	for (fab = e->fabrics; fab; fab = fab->next) {
		devices_begin(p, fab);
		page_u64(p, fab->routers);
	}
	page_family(p, "xtnet_device_lost", "gauge",
		    "1 if the hardware does not answer, else 0.");
	for (fab = e->fabrics; fab; fab = fab->next) {
		devices_begin(p, fab);
		page_u64(p, fab->lost);
	}
}

static void sample(struct page *p, const struct exporter *e)
{
	const struct fabric *fab;

	page_family(p, "xtnet_sample_timestamp_seconds", "gauge",
		    "When the counters of the device were sampled, in seconds since 1970.");
	for (fab = e->fabrics; fab; fab = fab->next) {
		if (!fab->counters.valid)
			continue;
		devices_begin(p, fab);
		page_real(p, fab->counters.time / 1e9);
	}
	page_family(p, "xtnet_sample_gaps_total", "counter",
		    "Samples of the registers that lack counts, because the sample before was too old or a router was reset.");
	for (fab = e->fabrics; fab; fab = fab->next) {
		if (!fab->counters.valid)
			continue;
		devices_begin(p, fab);
		page_u64(p, fab->counters.gaps);
	}
	page_family(p, "xtnet_sample_failures_total", "counter",
		    "Failed samples of the registers, up to the last successful one.");
	for (fab = e->fabrics; fab; fab = fab->next) {
		if (!fab->counters.valid)
			continue;
		devices_begin(p, fab);
		page_u64(p, fab->counters.failed);
	}
}

static uint8_t down(const struct links *l, uint32_t router)
{
	return l->present[router] & ~l->up[router];
}

static uint64_t links_down(const struct fabric *fab)
{
	uint64_t n = 0;
	uint32_t router;

	for (router = 0; fab->links.valid && router < fab->routers; router++)
		n += __builtin_popcount(down(&fab->links, router));
	return n;
}

static void each_down(struct page *p, const struct fabric *fab)
{
	uint32_t router, port;

	for (router = 0; fab->links.valid && router < fab->routers; router++) {
		for (port = 0; port < SEASTAR_PORTS; port++) {
			if (!(down(&fab->links, router) >> port & 1))
				continue;
			devices_begin(p, fab);
			page_label_u64(p, "router", router);
			page_label(p, "port", port_names[port]);
			page_u64(p, 1);
		}
	}
}

static void links(struct page *p, const struct exporter *e)
{
	const struct fabric *fab;

	page_family(p, "xtnet_links_down", "gauge",
		    "Ports with a link that is down.");
	for (fab = e->fabrics; fab; fab = fab->next) {
		if (!fab->links.valid)
			continue;
		devices_begin(p, fab);
		page_u64(p, links_down(fab));
	}
	page_family(p, "xtnet_link_down", "gauge", "A port whose link is down; always 1.");
	for (fab = e->fabrics; fab; fab = fab->next)
		each_down(p, fab);
	page_family(p, "xtnet_link_changes_total", "counter",
		    "Changes of the link of a port to down or up since the device appeared.");
	for (fab = e->fabrics; fab; fab = fab->next) {
		devices_begin(p, fab);
		page_label(p, "to", "down");
		page_u64(p, fab->links.downs);
		devices_begin(p, fab);
		page_label(p, "to", "up");
		page_u64(p, fab->links.ups);
	}
}

static void errors(struct page *p, const struct exporter *e)
{
	const struct fabric *fab;

	page_family(p, "xtnet_links_lossy", "gauge",
		    "Ports whose link is set to corrupt bits (LINK_BIT_ERRORS).");
	for (fab = e->fabrics; fab; fab = fab->next) {
		if (!fab->links.valid)
			continue;
		devices_begin(p, fab);
		page_u64(p, fab->links.lossy);
	}
	page_family(p, "xtnet_link_retries_total", "counter",
		    "Micropackets that links have sent again because the receiver found an error.");
	for (fab = e->fabrics; fab; fab = fab->next) {
		if (!fab->links.valid)
			continue;
		devices_begin(p, fab);
		page_u64(p, fab->links.retries);
	}
	page_family(p, "xtnet_link_undetected_errors_total", "counter",
		    "Wrong micropackets that were accepted; only a software fabric can count them.");
	for (fab = e->fabrics; fab; fab = fab->next) {
		if (!fab->links.valid)
			continue;
		devices_begin(p, fab);
		page_u64(p, fab->links.undetected);
	}
}

static void dropped(struct page *p, const struct exporter *e)
{
	const struct fabric *fab;
	const uint64_t *lost;
	bool valid;
	size_t i;

	page_family(p, "xtnet_packets_lost_total", "counter",
		    "Packets dropped by routers, by reason: no route in the look-up table, a second crossing of a dateline, or a link that is down.");
	for (fab = e->fabrics; fab; fab = fab->next) {
		lost = fab->hardware ? fab->links.dropped : fab->sources.lost;
		valid = fab->hardware ? fab->links.valid : fab->sources.valid;
		for (i = 0; valid && i < SEASTAR_DROPS; i++) {
			devices_begin(p, fab);
			page_label(p, "reason", drop_names[i]);
			page_u64(p, lost[i]);
		}
	}
}

/*
 * Put the commits that wait. A commit past its deadline counts as undone, even if that could not be
 * read.
 */
static void commits(struct page *p, const struct exporter *e)
{
	double deadline, now = now_real();
	size_t i;

	page_family(p, "xtnet_commit_deadline_timestamp_seconds", "gauge",
		    "When a commit is undone unless it is confirmed, in seconds since 1970.");
	for (i = 0; i < e->commits.n; i++) {
		const struct commit *c = &e->commits.commit[i];

		deadline = e->commits_read + c->remaining / 1e3;
		if (deadline < now)
			continue;
		page_sample(p, "");
		page_label(p, "device", c->dev);
		page_label_u64(p, "commit", c->id);
		page_real(p, deadline);
	}
}

void metrics_devices(struct page *p, const struct exporter *e)
{
	info(p, e);
	sample(p, e);
	links(p, e);
	errors(p, e);
	dropped(p, e);
	commits(p, e);
}

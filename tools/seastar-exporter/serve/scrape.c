// SPDX-License-Identifier: GPL-2.0-only
/* A scrape: parts that cannot be read keep their last values, and the failure is counted. */
#include <errno.h>
#include <string.h>

#include "tools/seastar-exporter/base/now.h"
#include "tools/seastar-exporter/metrics/metrics.h"
#include "tools/seastar-exporter/read/links.h"

#include "scrape.h"

static void read_fabric(struct exporter *e, struct fabric *fab)
{
	struct snl *nl = &e->nl;

	memset(fab->error, 0, sizeof(fab->error));
	fab->error[PART_COUNTERS] = fabric_read_counters(fab);
	fab->error[PART_AGING] = fabric_read_aging(nl, fab);
	fab->error[PART_SOURCES] = fabric_read_sources(nl, fab);
	fab->error[PART_TRAFFIC] = fabric_read_traffic(nl, fab);
	fab->error[PART_CLOCK] = fabric_read_clock(nl, fab);
	fab->error[PART_LINKS] = fabric_read_links(nl, fab);
}

static bool has_gone(const struct fabric *fab)
{
	unsigned int part;

	for (part = 0; part < PARTS; part++) {
		if (fab->error[part] == -ENODEV)
			return true;
	}
	return false;
}

static void read_fabrics(struct exporter *e)
{
	struct fabric *fab;
	bool gone = false;

	for (fab = e->fabrics; fab; fab = fab->next)
		read_fabric(e, fab);
	for (fab = e->fabrics; fab; fab = fab->next)
		gone |= has_gone(fab);
	/* a device that was deleted meanwhile is no failure */
	if (gone)
		e->failed[PART_DEVICES] |= fabrics_read(&e->nl, &e->fabrics, e->ports);
}

static void read_all(struct exporter *e)
{
	if (family_open(&e->nl)) {
		e->failed[PART_MODULE] = true;
		/* all commits that waited were undone when the module went */
		commits_free(&e->commits);
		return;
	}
	if (e->module != e->nl.family)
		fabrics_free(&e->fabrics);
	e->module = e->nl.family;
	e->failed[PART_DEVICES] = fabrics_read(&e->nl, &e->fabrics, e->ports);
	if (!e->failed[PART_DEVICES])
		read_fabrics(e);
	e->failed[PART_COMMITS] = commits_read(&e->nl, &e->commits);
	if (!e->failed[PART_COMMITS])
		e->commits_read = now_real();
}

static void scrape_count_errors(struct exporter *e)
{
	const struct fabric *fab;
	unsigned int part;

	for (part = 0; part < PARTS; part++) {
		e->errors[part] += e->failed[part];
		for (fab = e->fabrics; fab; fab = fab->next) {
			if (!fab->error[part])
				continue;
			e->failed[part] = true;
			e->errors[part]++;
		}
	}
}

static void forget_errors(struct exporter *e)
{
	struct fabric *fab;

	memset(e->failed, 0, sizeof(e->failed));
	for (fab = e->fabrics; fab; fab = fab->next)
		memset(fab->error, 0, sizeof(fab->error));
}

void exporter_scrape(struct exporter *e, struct page *p)
{
	double begin = now_monotonic();

	forget_errors(e);
	read_all(e);
	scrape_count_errors(e);
	metrics_devices(p, e);
	metrics_settings(p, e);
	metrics_counters(p, e);
	metrics_activity(p, e);
	if (e->ports)
		metrics_ports(p, e);
	metrics_exporter(p, e);
	metrics_process(p, e);
	page_family(p, "xtnet_scrape_duration_seconds", "gauge",
		    "Time that this scrape has taken.");
	page_sample(p, "");
	page_real(p, now_monotonic() - begin);
}

void exporter_close(struct exporter *e)
{
	fabrics_free(&e->fabrics);
	commits_free(&e->commits);
	snl_close(&e->nl);
}

/* SPDX-License-Identifier: GPL-2.0-only */
/* What a scrape reads, keeps, and shows. */
#ifndef EXPORTER_H
#define EXPORTER_H

#include "commits.h"
#include "fabric.h"
#include "page.h"

/**
 * struct exporter - all there is between two scrapes
 * @ports: which ports have series of their own; NULL: none
 * @family: how to reach the driver
 * @module: id of the family that @fabrics are of: another module counts its devices anew
 * @fabrics: the devices
 * @commits: those that wait to be confirmed
 * @commits_read: when, in seconds of the monotonic clock
 * @failed: which parts the latest scrape could not read
 * @errors: how often that was so
 */
struct exporter {
	const regex_t *ports;
	struct family family;
	int module;
	struct fabric *fabrics;
	struct commits commits;
	double commits_read;
	bool failed[PARTS];
	uint64_t errors[PARTS];
};

/* Read what can be read, and put all that is known on the page. */
void exporter_scrape(struct exporter *e, struct page *p);
void exporter_close(struct exporter *e);

/* Seconds of the monotonic clock, and of the one on the wall. */
double now_monotonic(void);
double now_real(void);

/* The families of metrics. */
void metrics_devices(struct page *p, const struct exporter *e);
void metrics_settings(struct page *p, const struct exporter *e);
void metrics_counters(struct page *p, const struct exporter *e);
void metrics_ports(struct page *p, const struct exporter *e);
void metrics_activity(struct page *p, const struct exporter *e);
void metrics_exporter(struct page *p, const struct exporter *e);
void metrics_process(struct page *p);

#endif /* EXPORTER_H */

/* SPDX-License-Identifier: GPL-2.0-only */
/* The state that scrapes read, and keep for the next one. */
#ifndef EXPORTER_READ_EXPORTER_H
#define EXPORTER_READ_EXPORTER_H

#include "tools/seastar-exporter/base/options.h"

#include "commits.h"
#include "fabric.h"

/**
 * struct exporter - all there is between two scrapes
 * @routers: of which devices routers have series of their own
 * @ports: which ports have series of their own; NULL: none
 * @nl: how to reach the driver
 * @module: id of the family that @fabrics are of: another module counts its devices anew
 * @fabrics: the devices
 * @commits: those that wait to be confirmed
 * @commits_read: when, in seconds since 1970
 * @failed: which parts the latest scrape could not read
 * @errors: how often that was so
 */
struct exporter {
	enum routers routers;
	const regex_t *ports;
	struct snl nl;
	int module;
	struct fabric *fabrics;
	struct commits commits;
	double commits_read;
	bool failed[PARTS];
	uint64_t errors[PARTS];
};

#endif /* EXPORTER_READ_EXPORTER_H */

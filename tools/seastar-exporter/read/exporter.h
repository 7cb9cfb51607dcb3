/* SPDX-License-Identifier: GPL-2.0-only */
/* The state that a scrape updates and keeps for the next one. */
#ifndef EXPORTER_READ_EXPORTER_H
#define EXPORTER_READ_EXPORTER_H

#include "tools/seastar-exporter/base/options.h"

#include "commits.h"
#include "fabric.h"

/**
 * struct exporter - the state between two scrapes
 * @routers: devices whose routers have series of their own
 * @ports: regular expression for ports that have series of their own; NULL: none
 * @started: time at which the process started, in seconds since 1970
 * @nl: connection to the driver
 * @module: id of the netlink family when @fabrics were read; another module counts its devices anew
 * @fabrics: the devices
 * @commits: commits that wait to be confirmed
 * @commits_read: time at which @commits were read, in seconds since 1970
 * @failed: parts that the latest scrape could not read
 * @errors: number of failures to read each part
 */
struct exporter {
	enum routers routers;
	const regex_t *ports;
	double started;
	struct snl nl;
	int module;
	struct fabric *fabrics;
	struct commits commits;
	double commits_read;
	bool failed[PARTS];
	uint64_t errors[PARTS];
};

#endif /* EXPORTER_READ_EXPORTER_H */

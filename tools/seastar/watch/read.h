/* SPDX-License-Identifier: GPL-2.0-only */
/* The readings of seastar watch, which survive the removal of devices and of the module. */
#ifndef WATCH_READ_H
#define WATCH_READ_H

#include "tools/seastar/aging/bias.h"

#include "model.h"

/* Settings of the first router, and the number of routers that differ. */
struct watch_settings {
	bool known;
	uint64_t generation;
	uint32_t period;
	uint64_t select;
	uint8_t bias[CLASSES][SEASTAR_PORTS];
	size_t routers, differ;		/* number of routers; routers with other settings */
};

struct watch_clock {
	bool known;		/* false of hardware, whose clock always runs */
	uint32_t state;
	uint64_t remaining;
};

/* A commit that waits to be confirmed. */
struct watch_commit {
	uint64_t id;
	uint64_t deadline;	/* clock_ms() when it is undone */
	bool ours;		/* the commit changes the device being shown */
};

/**
 * struct watch_source - connection to the kernel, and the facts read
 * @nl: connection for requests
 * @open: @nl is open
 * @device: list of devices
 * @devices: number of devices
 * @clock: clock of the device read last
 * @settings: settings of the device read last
 * @commit: commits that wait to be confirmed
 * @commits: number of commits
 * @why: sentence with the reason why there is no reading
 */
struct watch_source {
	struct nl nl;
	bool open;
	struct watch_device *device;
	size_t devices;
	struct watch_clock clock;
	struct watch_settings settings;
	struct watch_commit *commit;
	size_t commits;
	char why[256];
};

enum watch_result {
	WATCH_READ,
	WATCH_ABSENT,		/* there is no such device, or the module is not loaded */
	WATCH_FAILED,		/* failed temporarily: try again */
	WATCH_UNREAD,		/* not read yet */
};

/* Read device @name. If it is "", read the first device and set @name to its name. */
enum watch_result watch_read(struct watch_source *w, char name[SEASTAR_NAME_MAX + 1],
			     struct watch_reading *r);

/* Read the list of devices. */
void watch_read_devices(struct watch_source *w);

/* A follower of events that survives the removal of the module. */
struct watch_events {
	struct nl nl;
	bool open;
};

/* Follow events, if the module is loaded by now. */
void watch_events_open(struct watch_events *e);

/*
 * Take all events that have arrived, and set @what to the sentence of the last one.  Returns true
 * if there were any.
 */
bool watch_events(struct watch_events *e, char *what, size_t size);
void watch_events_close(struct watch_events *e);

void watch_close(struct watch_source *w);

#endif /* WATCH_READ_H */

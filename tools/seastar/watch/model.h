/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * The model of seastar watch: it computes the rows and numbers to show from readings of a device.
 * The model uses neither the kernel nor a terminal.
 */
#ifndef WATCH_MODEL_H
#define WATCH_MODEL_H

#include "tools/lib/names.h"
#include "tools/seastar/counters/group.h"
#include "tools/seastar/counters/sample.h"
#include "tools/seastar/counters/sources.h"
#include "tools/seastar/device/device.h"
#include "tools/seastar/device/topology.h"

/* The kinds of rows of the table. */
enum watch_object { WATCH_DIMENSIONS, WATCH_PORTS, WATCH_ROUTERS, WATCH_LINKS, WATCH_OBJECTS };

/* Begin of the counts: the previous reading, the user's mark, or the creation of the device. */
enum watch_since { WATCH_INTERVAL, WATCH_MARK, WATCH_CREATION, WATCH_SINCES };

/* Columns of the table: those of enum metric, and the share of cycles with a flit. */
enum { WATCH_LOAD = METRICS, WATCH_COLUMNS };
#define WATCH_UNSORTED	(-1)

/**
 * struct watch_device - a device in the list
 * @name: name of the device
 * @backend: "soft" or "mmio"
 * @id: unique id; a later device may have the same name
 * @topology: topology of the fabric
 * @lost: the hardware does not answer any more
 */
struct watch_device {
	char name[SEASTAR_NAME_MAX + 1];
	char backend[16];
	uint64_t id;
	struct topology topology;
	bool lost;
};

/**
 * struct watch_reading - a device at an instant
 * @device: device that was read
 * @sample: counters of the device
 * @until: time of the last reading with these counters, in nanoseconds since 1970; later than the
 *	sample if the clock stands
 * @has_sources: the driver sees the traffic sources
 * @sources: counts of the traffic sources
 */
struct watch_reading {
	struct watch_device device;
	struct sample sample;
	uint64_t until;
	bool has_sources;
	struct sources sources;
};

/**
 * struct watch_model - the readings, and the user's choices
 * @now: the last reading
 * @before: the reading before the last; while the clock stands, the last one of an earlier cycle
 * @mark: reading at the user's mark
 * @has_now: @now is a reading; @has_before and @has_mark say the same of @before and @mark
 * @object: kind of rows of the table
 * @since: beginning of the counts
 * @sort: column to sort by or WATCH_UNSORTED, for the table of each object
 */
struct watch_model {
	struct watch_reading now, before, mark;
	bool has_now, has_before, has_mark;
	enum watch_object object;
	enum watch_since since;
	int sort[WATCH_OBJECTS];
};

struct watch_row {
	char name[PLACE_TEXT_MAX + 4];
	size_t order;		/* index before sorting */
	double value[WATCH_COLUMNS];
};

/**
 * struct watch_view - the numbers to show
 * @since: begin of the counts; WATCH_CREATION if there is no earlier reading or mark
 * @cycles: cycles that the counts cover
 * @seconds: seconds that the counts cover, without those in which the clock stood
 * @per_second: counts of @row are per second
 * @speed: recent speed of the clock in cycles per second; NaN: unknown
 * @gap: some counts are missing
 * @bin: packets sent, by age
 * @sent: packets sent, all ages
 * @group: names of the dimensions, NULL where the fabric does not have the dimension
 * @wait: cycles blocked per packet, by dimension
 * @stall: cycles stalled per packet sent, by dimension
 * @injected: flits injected per node per cycle, by the counters
 * @accepted: flits delivered per node per cycle, by the sources; NaN: unknown
 * @has_sources: @sources are known
 * @sources: counts of the traffic sources
 * @row: rows of the table
 * @rows: number of rows
 */
struct watch_view {
	enum watch_since since;
	uint64_t cycles;
	double seconds;
	bool per_second;
	double speed;
	bool gap;
	uint64_t bin[SEASTAR_AGE_BINS], sent;
	const char *group[PORT_GROUPS];
	double wait[PORT_GROUPS], stall[PORT_GROUPS];
	double injected, accepted;
	bool has_sources;
	struct sources sources;
	struct watch_row *row;
	size_t rows;
};

void watch_model_start(struct watch_model *m);

/* Take over a reading and its memory.  A reading of another device replaces all earlier ones. */
void watch_model_take(struct watch_model *m, struct watch_reading *r);

/* Forget all readings, since the device is gone. */
void watch_model_forget(struct watch_model *m);

/* Set the user's mark to the last reading. */
void watch_model_mark(struct watch_model *m);

/* Sort by the next column, or the one before it (@step -1); after the last, by none. */
void watch_model_sort(struct watch_model *m, int step);

/* Fill in the view to be drawn; released by watch_view_free(). */
void watch_model_view(const struct watch_model *m, struct watch_view *v);
void watch_view_free(struct watch_view *v);

#endif /* WATCH_MODEL_H */

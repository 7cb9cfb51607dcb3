/* SPDX-License-Identifier: GPL-2.0-only */
/* A fabric that runs through the phases of an experiment. */
#ifndef SIM_RUNNER_H
#define SIM_RUNNER_H

#include "crew.h"
#include "feed.h"
#include "job.h"
#include "result.h"

/**
 * struct runner - a run under way
 * @e: the experiment
 * @f: fabric of the experiment
 * @tables: look-up tables that route packets, or NULL
 * @loaded: look-up tables in the form that the fabric uses
 * @nid: node ids of the look-up tables
 * @feed: reader of the messages of a trace, or NULL
 * @job: program that sends the messages instead of a trace, or NULL
 * @crew: crew that runs the fabric
 * @threads: number of threads of the crew
 * @watch: receiver of the progress, or NULL
 * @measure: counts of each region; NULL for a region of another process
 * @r: result of the run, as far as it is known
 * @phase: number of the phase in force
 * @slice: cycles between looks at the fabric: the usual time that a packet takes
 * @since: deliveries since the last runner_take()
 * @point: deliveries of the point of the time series under way
 * @point_from: first cycle of the point under way
 * @senders: number of sources that now have a destination
 * @accounted: totals at the last runner_account()
 * @accounted_flits: flits of the messages of a trace or a program at that time
 * @accounted_at: cycle of that time
 */
struct runner {
	const struct sim_experiment *e;
	struct ss_fabric *f;
	struct route_tables *tables;
	struct ss_tables loaded;
	u16 *nid;
	struct feed *feed;
	struct job *job;
	struct sim_crew *crew;
	u32 threads;
	const struct sim_watch *watch;
	struct sim_measure **measure;
	struct sim_result *r;
	u32 phase;
	u64 slice;
	struct sim_tally since;
	struct sim_tally point;
	u64 point_from;
	u32 senders;
	struct sim_totals accounted;
	u64 accounted_flits;
	u64 accounted_at;
};

/*
 * Do sim_run() in two steps, sim_begin() and sim_finish(), for callers with work in between, such
 * as runner_advance().  Instead of the second step, sim_drop() ends the run without a result.
 */
bool sim_begin(struct runner *run, const struct sim_experiment *e, u32 threads,
	       const struct sim_watch *watch, struct sim_error *err);
struct sim_result *sim_finish(struct runner *run, struct sim_error *err);
void sim_drop(struct runner *run);

/* Make the fabric, in the first phase. */
bool runner_begin(struct runner *run, struct sim_error *err);
void runner_end(struct runner *run);

/* Begin to count deliveries; runner_settle() puts the counts into the result. */
void runner_measure(struct runner *run);
void runner_settle(struct runner *run);

/* Run up to cycle @end, with the phases, points and messages of a trace that are due until then. */
bool runner_advance(struct runner *run, u64 end, struct sim_error *err);

/* At the end, also note the messages that wait at sources, if messages are written. */
void runner_write_waiting(struct runner *run);

/* Return the deliveries since the last call. */
struct sim_tally runner_take(struct runner *run);

/* Return the flits of the messages that a trace or a program has given so far. */
u64 runner_traced_flits(const struct runner *run);

/*
 * Add to the result the packets born and the cycles of senders since the last call, under the
 * traffic in force.
 */
void runner_account(struct runner *run);

/* End a point of the time series. */
void runner_end_point(struct runner *run);

static inline u64 runner_now(const struct runner *run)
{
	return ss_fabric_now(run->f);
}

#endif /* SIM_RUNNER_H */

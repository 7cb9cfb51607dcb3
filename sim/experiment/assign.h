/* SPDX-License-Identifier: GPL-2.0-only */
/* Assignment of values to an experiment, for the readers of text. */
#ifndef SIM_ASSIGN_H
#define SIM_ASSIGN_H

#include "experiment.h"

struct sim_key_writer;

/*
 * Sources of values.  A value from a later source on this list overrides one from an earlier
 * source.  So a key that all points of a sweep share is left out of points in which a list makes it
 * void.
 */
enum sim_level {
	SIM_LEVEL_DEFAULT,
	SIM_LEVEL_FILE,
	SIM_LEVEL_FILE_LIST,	/* a value of a list */
	SIM_LEVEL_SHARED,	/* on the command line of a sweep, the only value */
	SIM_LEVEL_COMMAND,
};

/* Set a sentence that begins with the place of the mistake; returns false. */
bool sim_fail_at(struct sim_error *err, const struct sim_origin *at, const char *fmt, ...)
	__attribute__((format(printf, 3, 4)));

/* Keep a copy of @name with the experiment, for origins to point to. */
const char *sim_keep_name(struct sim_experiment *e, const char *name);

/* Set key @name, found @at, in @phase; its value is @columns further on. */
bool sim_assign(struct sim_experiment *e, u32 phase, const char *name, const char *value,
		const struct sim_origin *at, u32 columns, struct sim_error *err);

/* Begin a phase in cycle @at, which must come after the others. */
bool sim_add_phase(struct sim_experiment *e, u64 at, const struct sim_origin *where,
		   struct sim_error *err);

/*
 * Return the value of key @i as text that @w writes, or NULL if it is not to be printed for phase
 * @phase.
 */
const char *sim_key_in_force(struct sim_key_writer *w, const struct sim_experiment *e, u32 i,
			     u32 phase);

/* Read the experiment of a result. */
bool sim_read_json(struct sim_experiment *e, const char *name, const char *text,
		   struct sim_error *err);

#endif /* SIM_ASSIGN_H */

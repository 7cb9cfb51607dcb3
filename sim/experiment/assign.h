/* SPDX-License-Identifier: GPL-2.0-only */
/* How the readers of text put values into an experiment. */
#ifndef SIM_ASSIGN_H
#define SIM_ASSIGN_H

#include "experiment.h"

/*
 * A value that is given later on this list overrides one that is given before.  So a key that all
 * points of a sweep share is left out of those in which a list makes it void.
 */
enum sim_level {
	SIM_LEVEL_DEFAULT,
	SIM_LEVEL_FILE,
	SIM_LEVEL_FILE_LIST,	/* a value of a list */
	SIM_LEVEL_SHARED,	/* on the command line of a sweep, the only value */
	SIM_LEVEL_COMMAND,
};

/* A sentence that begins with where the mistake is; returns false. */
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

/* Is key @i to be printed for phase @phase? */
bool sim_key_in_force(const struct sim_experiment *e, u32 i, u32 phase);

/* Read the experiment of a result. */
bool sim_read_json(struct sim_experiment *e, const char *name, const char *text,
		   struct sim_error *err);

#endif /* SIM_ASSIGN_H */

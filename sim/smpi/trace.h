/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * A time-independent trace is a main file, whose lines are the paths of other files, one per rank
 * from 0 on.  Each line of these is an action: the rank, a name, and numbers, separated by blanks.
 * Lines that are blank or begin with '#' are ignored.
 */
#ifndef SIM_SMPI_TRACE_H
#define SIM_SMPI_TRACE_H

#include "sim/archive/archive.h"
#include "sim/base/line_reader.h"
#include "sim/program/table.h"

#define SMPI_ANY_SOURCE	-555	/* as SMPI's MPI_ANY_SOURCE */
#define SMPI_NO_RANK	-333	/* any source in a trace, and MPI_PROC_NULL */
#define SMPI_ANY_TAG	-444	/* as SMPI's MPI_ANY_TAG */

/* Kinds of actions, by the events that they become. */
enum action_kind {
	ACTION_NOTHING,
	ACTION_INIT,
	ACTION_FINALIZE,
	ACTION_COMPUTE,
	ACTION_SLEEP,
	ACTION_SEND,
	ACTION_RECEIVE,
	ACTION_SEND_RECEIVE,
	ACTION_WAIT,
	ACTION_TEST,
	ACTION_WAIT_ALL,
	ACTION_WAIT_ANY,
	ACTION_OPERATION,	/* a collective one */
	ACTION_COUNTED,		/* is counted, and not replayed */
};

/**
 * struct action - an action of the format
 * @name: its name, of which letters may be capital
 * @kind: &enum action_kind
 * @least: least number of fields behind the name
 * @most: greatest number of these fields; 0 with @least 0: none
 * @call: name that programs have for the call
 * @class: &enum call_class of the call
 * @begins: a later wait ends the operation
 * @operation: &enum operation of a collective operation
 */
struct action {
	const char *name;
	enum action_kind kind;
	u32 least;
	u32 most;
	const char *call;
	enum call_class class;
	bool begins;
	enum operation operation;
};

/**
 * struct smpi_line - the fields of a line
 * @field: fields: the rank, the name of the action, and its numbers
 * @fields: number of fields
 * @room: places in @field
 * @action: action of this name
 */
struct smpi_line {
	char **field;
	u32 fields;
	u32 room;
	const struct action *action;
};

/**
 * struct smpi_trace - the parts of a trace that its archive does not have
 * @waits: by rank: lines of tests that are taken as waits
 */
struct smpi_trace {
	struct table *waits;
};

/* Open a file; it must not be a pipe, since it is read several times. */
bool smpi_open(struct line_reader *lines, const char *path, struct sim_error *err);
void smpi_close(struct line_reader *lines);

/*
 * Read the next action of @rank.  *end: there is none.  Its name is known, and it has as many
 * fields as actions of this name have.
 */
bool smpi_next(struct line_reader *lines, u32 rank, struct smpi_line *line, bool *end,
	       struct sim_error *err);

/* Read a whole number. */
bool smpi_integer(const char *text, s64 least, s64 most, s64 *value);

/* Read a decimal number that is not negative, with or without an exponent. */
bool smpi_amount(const char *text, double most, double *value);

/*
 * Read what the waits or tests of a rank name: the other end of a message, or SMPI_ANY_SOURCE, its
 * tag, and whether the rank can be its sender and its receiver.  It is neither of a message to
 * MPI_PROC_NULL.  Tags below 0 except for any tag are collective operations.
 */
struct smpi_named {
	s64 peer;
	s64 tag;
	bool sends;
	bool receives;
};

/* Return true if a wait or test is for a send to MPI_PROC_NULL, which is nothing. */
static inline bool smpi_is_nothing(const struct smpi_named *of)
{
	return !of->sends && !of->receives && of->tag >= 0;
}

bool smpi_read_named(const struct archive *a, const struct line_reader *lines, u32 rank,
		     const struct smpi_line *line, struct smpi_named *of, struct sim_error *err);

/* Read the main file, and the files of the ranks once. */
bool smpi_survey(struct archive *a, struct smpi_trace *t, struct sim_error *err);

#endif /* SIM_SMPI_TRACE_H */

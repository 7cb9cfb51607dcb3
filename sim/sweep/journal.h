/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * A file of results that is also a journal: a line per result, with its experiment, which
 * identifies it.  A sweep that was stopped goes on with the file; a line that was cut short does
 * not count.
 */
#ifndef SIM_JOURNAL_H
#define SIM_JOURNAL_H

#include <stdio.h>

#include <json-c/json.h>

#include <seastar/types.h>

#include "sim/base/error.h"

/**
 * struct journal_line - where a result stands
 * @number: number by which lines are sorted, from 1 on; 0: no journal_find() has asked for the line
 * @offset: offset of the line in the file, in bytes
 * @size: bytes of the line, with its end
 */
struct journal_line {
	u32 number;
	u64 offset;
	u64 size;
};

/**
 * struct journal - a file of results that is also a journal
 * @path: path of the file
 * @file: the open file, locked against others
 * @size: bytes of the whole lines
 * @count: number of lines
 * @line: the lines
 * @known: places in @line, by experiment
 */
struct journal {
	const char *path;
	FILE *file;
	u64 size;
	u32 count;
	struct journal_line *line;
	struct json_object *known;
};

/**
 * journal_open() - open the file, or make it
 * @j: the journal
 * @path: path of the file; lives as long as the journal
 * @err: receives the reason for a failure: the file has other contents, or another process writes
 * it
 */
bool journal_open(struct journal *j, const char *path, struct sim_error *err);

/*
 * Find the line with the result of an experiment, as sim_experiment_print() prints it.  It is
 * sorted by @number from now on, or by the lowest that was given for it.
 */
bool journal_find(struct journal *j, const char *experiment, u32 number, u32 *line);

/* Add the result of an experiment, a line without its end, unless the file has it already. */
bool journal_add(struct journal *j, const char *experiment, u32 number, const char *line,
		 size_t size, struct sim_error *err);

/* Return a line, without its end, to be freed; NULL if it cannot be read. */
char *journal_read(struct journal *j, u32 line, struct sim_error *err);

/* Sort the lines by their numbers, so that they do not depend on the order of completion. */
bool journal_sort(struct journal *j, struct sim_error *err);

void journal_close(struct journal *j);

#endif /* SIM_JOURNAL_H */

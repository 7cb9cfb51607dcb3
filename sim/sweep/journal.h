/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * The file of a sweep's results, which is its journal as well: a line a result, whole or not
 * counted, each with its experiment, by which it is known again.
 */
#ifndef SIM_JOURNAL_H
#define SIM_JOURNAL_H

#include "points.h"

/**
 * struct journal_line - where a result stands
 * @point: whose it is
 * @offset: in the file
 * @size: with the end of line
 */
struct journal_line {
	u32 point;
	u64 offset;
	u64 size;
};

/**
 * struct journal - the file
 * @path: of the file
 * @file: open, and locked against other sweeps
 * @size: of the whole lines
 * @count: how many they are
 * @line: each
 */
struct journal {
	const char *path;
	FILE *file;
	u64 size;
	u32 count;
	struct journal_line *line;
};

/**
 * journal_open() - open a sweep's file, or make it
 * @j: the journal
 * @path: of the file; lives as long as the journal
 * @points: of the sweep
 * @done: receives for each point whether its result is there
 * @err: why not: it has results of something else, or another sweep is at it
 */
bool journal_open(struct journal *j, const char *path, const struct sweep_points *points,
		  bool *done, struct sim_error *err);

/* Add a result, a line without its end. */
bool journal_add(struct journal *j, u32 point, const char *line, size_t size,
		 struct sim_error *err);

/* Put the lines into the order of the points, so that it tells nothing of who was first. */
bool journal_sort(struct journal *j, struct sim_error *err);

void journal_close(struct journal *j);

#endif /* SIM_JOURNAL_H */

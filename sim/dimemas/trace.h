/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * A trace of Dimemas is lines of text, whose fields colons separate.  The first line has the tasks
 * and their threads:
 *
 *	#DIMEMAS:"NAME":1,OFFSET:TASKS(THREADS,...),COMMUNICATORS[,...]
 *
 * Then come definitions, d:KIND:..., and records, KIND:TASK:THREAD:..., in the order of each
 * thread.  OFFSET is the byte from which on lines s:TASK:... have the places of the records of each
 * thread.
 */
#ifndef SIM_DIMEMAS_TRACE_H
#define SIM_DIMEMAS_TRACE_H

#include "sim/archive/archive.h"
#include "sim/base/line_reader.h"
#include "sim/program/table.h"

/**
 * struct trace_run - lines of one task, one after another
 * @line: number of the first line
 * @offset: place of the first line in the file, in bytes
 * @lines: number of lines
 */
struct trace_run {
	u64 line;
	u64 offset;
	u64 lines;
};

/**
 * struct trace_task - a task
 * @first: number of its first thread among all threads
 * @threads: number of threads
 * @run: runs of lines
 * @runs: number of runs
 */
struct trace_task {
	u32 first;
	u32 threads;
	struct trace_run *run;
	u64 runs;
};

/* A communicator by its number in the trace: its place in &struct archive. */
struct trace_comm {
	struct table_item item;
	u32 place;
};

/**
 * struct trace - the parts of a trace that its archive does not have
 * @task: tasks, by number
 * @threads: number of threads of all tasks
 * @taken: by task: number of communicators when one last got this task as a member
 * @comm: communicators by their number in the trace
 * @has_offsets: lines with offsets end the file
 * @head: lines of the first line and the definitions
 * @body: place of the line behind the head, in bytes
 */
struct trace {
	struct trace_task *task;
	u32 threads;
	u32 *taken;
	struct table comm;
	bool has_offsets;
	u64 head;
	u64 body;
};

/* Open the file of a trace. */
bool trace_open(struct line_reader *lines, const char *path, struct sim_error *err);
void trace_close(struct line_reader *lines);

/* Read the next line; *end: there is none.  A line without its end is refused: the file was cut. */
bool trace_line(struct line_reader *lines, bool *end, struct sim_error *err);

/* Cut @text at each colon: return the number of fields, or @most + 1 if there are more. */
u32 trace_split(char *text, char **field, u32 most);

/* Read digits, and nothing else, that are a number up to @most. */
bool trace_number(const char *text, u64 most, u64 *value);

/* Read the first line and the definitions. */
bool trace_read_head(struct archive *a, struct trace *t, struct line_reader *lines,
		     struct sim_error *err);

#endif /* SIM_DIMEMAS_TRACE_H */

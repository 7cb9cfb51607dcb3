/* SPDX-License-Identifier: GPL-2.0-only */
/* Traces of messages, docs/traces.md, read message by message. */
#ifndef SIM_TRACE_READ_H
#define SIM_TRACE_READ_H

#include <stdio.h>

#include "fabric.h"

#include "sim/base/error.h"

struct trace_reader;

enum trace_part {
	TRACE_LINE,	/* a message or a pause */
	TRACE_END,
	TRACE_BAD,
};

/* Open the file @path, "-" for standard input; NULL, and a sentence, if it is no trace. */
struct trace_reader *trace_reader_open(const char *path, struct sim_error *err);

/*
 * Read a trace from an open file, which trace_reader_next() closes at the end; @path is for
 * messages.
 */
struct trace_reader *trace_reader_of(FILE *from, const char *path, struct sim_error *err);
void trace_reader_close(struct trace_reader *t);

/*
 * Read the next message or pause into @b.  On failure a sentence says what is wrong, in which line.
 */
enum trace_part trace_reader_next(struct trace_reader *t, struct ss_birth *b,
				  struct sim_error *err);

/* Refuse the message that was read last; returns false. */
bool trace_reader_refuse(const struct trace_reader *t, const char *why, struct sim_error *err);

#endif /* SIM_TRACE_READ_H */

/* SPDX-License-Identifier: GPL-2.0-only */
/* The messages of a run, written as a trace (docs/traces.md). */
#ifndef SIM_TRACE_WRITE_H
#define SIM_TRACE_WRITE_H

#include "fabric.h"

#include "sim/base/error.h"

struct trace_writer;

/*
 * Begin the file @path, "-" for standard output; NULL, and a sentence, if it cannot be written.
 * Without @path there is no file: what is noted goes to another process' writer.
 */
struct trace_writer *trace_writer_create(const char *path, struct sim_error *err);

/* For ss_region_on_message(): what notes the messages of a region, and its context. */
void trace_writer_note(void *ctx, const struct ss_birth *b);
void *trace_writer_region(struct trace_writer *w, u32 region);

/* Messages of a region that are noted here. */
u64 trace_writer_noted(const struct trace_writer *w, u32 region);

/* Have so many been noted, with @others elsewhere, that it is worth while to write some? */
bool trace_writer_is_full(const struct trace_writer *w, u64 others);

/*
 * Messages of a region go from the writer of one rank to that of another: those that are noted
 * here, which has none afterwards, but keeps them there until it notes the next; and room for @n
 * more there, to be filled.  @bytes is their size.
 */
void *trace_writer_give(struct trace_writer *w, u32 region, size_t *bytes);
void *trace_writer_room(struct trace_writer *w, u32 region, u64 n, size_t *bytes);

/* Write the messages that are born before cycle @before, none of which is still to be noted. */
void trace_writer_flush(struct trace_writer *w, u64 before);

/* Write what is left, and end; or, if not @whole, leave no file.  False: that could not be done. */
bool trace_writer_finish(struct trace_writer *w, bool whole, struct sim_error *err);

#endif /* SIM_TRACE_WRITE_H */

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

/* Note a message of a region; a callback for ss_region_on_message(). */
void trace_writer_note(void *ctx, const struct ss_birth *b);
void *trace_writer_region(struct trace_writer *w, u32 region);

/* Return the number of messages of a region that are noted here. */
u64 trace_writer_noted(const struct trace_writer *w, u32 region);

/*
 * Return true if so many are noted, with @others in other processes, that writing some is worth it.
 */
bool trace_writer_is_full(const struct trace_writer *w, u64 others);

/*
 * Move messages of a region from the writer of one rank to that of another.  The first function
 * returns the noted messages, which stay valid until the next one is noted; the second one returns
 * room for @n more messages, to be filled.  @bytes receives their size.
 */
void *trace_writer_give(struct trace_writer *w, u32 region, size_t *bytes);
void *trace_writer_room(struct trace_writer *w, u32 region, u64 n, size_t *bytes);

/* Write the messages that are born before cycle @before, none of which is still to be noted. */
void trace_writer_flush(struct trace_writer *w, u64 before);

/*
 * Write the remaining messages, and end; if not @whole, remove the file.  Returns false on failure.
 */
bool trace_writer_finish(struct trace_writer *w, bool whole, struct sim_error *err);

#endif /* SIM_TRACE_WRITE_H */

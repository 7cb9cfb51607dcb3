/* SPDX-License-Identifier: GPL-2.0-only */
/* The messages of a run, written as a trace (docs/traces.md). */
#ifndef SIM_TRACE_WRITE_H
#define SIM_TRACE_WRITE_H

#include "fabric.h"

#include "sim/base/error.h"

struct trace_writer;

/* Begin the file @path, "-" for standard output; NULL, and a sentence, if it cannot be written. */
struct trace_writer *trace_writer_create(const char *path, struct sim_error *err);

/* For ss_region_on_message(): what notes the messages of a region, and its context. */
void trace_writer_note(void *ctx, const struct ss_birth *b);
void *trace_writer_region(struct trace_writer *w, u32 region);

/* Have so many been noted that it is worth while to write some? */
bool trace_writer_is_full(const struct trace_writer *w);

/* Write the messages that are born before cycle @before, none of which is still to be noted. */
void trace_writer_flush(struct trace_writer *w, u64 before);

/* Write what is left, and end; or, if not @whole, leave no file.  False: that could not be done. */
bool trace_writer_finish(struct trace_writer *w, bool whole, struct sim_error *err);

#endif /* SIM_TRACE_WRITE_H */

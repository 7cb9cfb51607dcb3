/* SPDX-License-Identifier: GPL-2.0-only */
/* The kinds of traces, for users who give one to a command that reads another. */
#ifndef SIM_TRACE_KIND_H
#define SIM_TRACE_KIND_H

#include <stddef.h>

#include <seastar/types.h>

#include "sim/base/error.h"

enum trace_kind {
	TRACE_KIND_OTHER,	/* none of these, or no file that can be read twice */
	TRACE_KIND_FOLDER,
	TRACE_KIND_MESSAGES,
	TRACE_KIND_PROGRAM,
	TRACE_KIND_PARAVER,
	TRACE_KIND_DIMEMAS,
	TRACE_KIND_SMPI,
	TRACE_KIND_SMPI_RANK,	/* actions, where others have the paths of the ranks' files */
	TRACE_KIND_OTF2,
};

/* Recognize the kind of the file @path by its first line. */
enum trace_kind trace_kind_of(const char *path);

/* Recognize the kind of a trace by its first @size bytes, or only the first line of them. */
enum trace_kind trace_kind_of_head(const char *head, size_t size);

/* Return true if @path is standard input or a pipe: its contents are gone once they are read. */
bool trace_reads_once(const char *path);

/*
 * Return true if so many @experiments can read the trace @path; otherwise, as with a pipe, fail
 * with a sentence.
 */
bool trace_serves(const char *path, u32 experiments, struct sim_error *err);

/*
 * Fail, with a sentence that names the command that takes a trace of @kind, which is not
 * TRACE_KIND_OTHER.  Returns false.
 */
bool trace_kind_refuse(const char *path, enum trace_kind kind, struct sim_error *err);

#endif /* SIM_TRACE_KIND_H */

/* SPDX-License-Identifier: GPL-2.0-only */
/* Archives, made programs in the format GOAL (docs/traces.md, section 6). */
#ifndef SIM_ARCHIVE_CONVERT_H
#define SIM_ARCHIVE_CONVERT_H

#include "gather.h"
#include "messages.h"
#include "phases.h"

/**
 * struct archive_options - how to convert
 * @algorithm: &enum collective_algorithm of each kind of collective operations
 * @trusts_clocks: messages that are received before they are sent are an error
 * @range: phases that are converted
 * @by_size: only its size decides whether a send waits for its receiver, when the program is run
 * @flops: computing per second, in the unit of a trace that has amounts and no times
 * @derived_bytes: bytes of an element of datatypes that the program makes, or 0: not known
 */
struct archive_options {
	u32 algorithm[COLLECTIVE_KINDS];
	bool trusts_clocks;
	struct phase_range range;
	bool by_size;
	double flops;
	u64 derived_bytes;
};

/**
 * struct archive_found - what an archive has
 * @ranks: number of ranks of the program
 * @messages: messages between ranks
 * @gather: collective operations
 * @counts: calls, times, and what is not replayed, of the whole program
 * @computing: nanoseconds between calls, in the range
 * @all: nanoseconds of all threads, in the range
 * @phases: phases of the program, which the caller frees
 * @not_replayed: the tracer's own count of calls that it does not record, or NULL; the caller
 *	frees it
 * @guessed: waits whose operation the records lack: the oldest one is taken
 */
struct archive_found {
	u32 ranks;
	struct messages_found messages;
	struct gather_found gather;
	struct order_counts counts;
	u64 computing;
	u64 all;
	struct phases_found phases;
	char *not_replayed;
	u64 guessed;
};

/*
 * Convert the archive at @path to a program @to, "-" for standard output; NULL: only read it.  A
 * file is FILE.part until it is whole.
 */
bool archive_convert(const struct archive_format *format, const char *path, const char *to,
		     const struct archive_options *o, struct archive_found *found,
		     struct sim_error *err);

#endif /* SIM_ARCHIVE_CONVERT_H */

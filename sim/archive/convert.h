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
 */
struct archive_options {
	u32 algorithm[COLLECTIVE_KINDS];
	bool trusts_clocks;
	struct phase_range range;
	bool by_size;
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
};

/*
 * Convert the archive at @path to a program @to, "-" for standard output; NULL: only read it.  A
 * file is FILE.part until it is whole.
 */
bool archive_convert(const struct archive_format *format, const char *path, const char *to,
		     const struct archive_options *o, struct archive_found *found,
		     struct sim_error *err);

#endif /* SIM_ARCHIVE_CONVERT_H */

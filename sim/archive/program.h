/* SPDX-License-Identifier: GPL-2.0-only */
/* The operations of a rank, written as those of a program in the format GOAL (docs/traces.md). */
#ifndef SIM_ARCHIVE_PROGRAM_H
#define SIM_ARCHIVE_PROGRAM_H

#include <stdio.h>

#include "gather.h"
#include "messages.h"

/**
 * struct program_source - what a rank's operations refer to
 * @archive: archive with the communicators
 * @messages: matching with the numbers of tags
 * @gather: collective operations
 * @algorithm: &enum collective_algorithm of each kind of collective operations
 * @by_size: sends do not say that they wait for their receivers
 */
struct program_source {
	const struct archive *archive;
	struct messages *messages;
	const struct gather *gather;
	const u32 *algorithm;
	bool by_size;
};

struct program_writer;

/* Begin the block of a rank. */
struct program_writer *program_writer_new(const struct program_source *from, u32 rank, FILE *to);
bool program_writer_step(struct program_writer *w, const struct step *s);

/* Write that phase @number begins with the next operations of @thread. */
void program_writer_phase(struct program_writer *w, u32 thread, u64 number);

/* End the block; false if it cannot be written. */
bool program_writer_end(struct program_writer *w);

#endif /* SIM_ARCHIVE_PROGRAM_H */

/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * Communicators: their identifiers in the archive, on which their members agree, and the ranks of
 * the world that they consist of.
 */
#ifndef SEASTAR_MPI_COMMS_H
#define SEASTAR_MPI_COMMS_H

#include "tools/seastar-mpi/map.h"
#include "tools/seastar-mpi/tracer.h"
#include "tools/seastar-mpi/words.h"

enum {
	COMM_WORLD_ID,
	COMM_SELF_ID,
	COMM_FIRST_ID,	/* the first identifier of communicators that the program makes */
};

/**
 * struct comm - a communicator of the program
 * @entry: handle of the communicator
 * @id: identifier in records: COMM_FIRST_ID, plus the leader's rank in the world, plus the size of
 *	the world times the number of communicators that the leader had led before
 * @rank: rank of this process in the communicator
 * @size: number of ranks of this process' group
 * @remote: ranks of the remote group; 0: no intercommunicator
 * @leads: this process defines the communicator, and keeps its name
 */
struct comm {
	struct map_entry entry;
	uint32_t id;
	int rank;
	int size;
	int remote;
	bool leads;
};

void comms_begin(void);
const struct comm *comm_find(MPI_Comm handle);
const struct comm *comm_made(MPI_Comm handle, uint32_t parent);
void comm_forget(MPI_Comm handle);

/* State of the agreement on the identifier of a communicator that is still being made. */
struct comm_offer {
	uint64_t id;
	MPI_Request request;
};

struct comm_offer *comm_offer(MPI_Comm parent);
const struct comm *comm_taken(MPI_Comm handle, struct comm_offer *offer);

/*
 * Append to @words, for the definitions, the groups and communicators that this process has led.
 * comms_led_count() returns the number of these communicators, and comms_known() the identifiers of
 * all communicators in its records, except for MPI's own.
 */
void comms_led(struct words *words);
uint64_t comms_led_count(void);
const uint32_t *comms_known(size_t *n);

#endif

/* SPDX-License-Identifier: GPL-2.0-only */
/* Requests and matched messages that are under way, and the records of their completion. */
#ifndef SEASTAR_MPI_REQUESTS_H
#define SEASTAR_MPI_REQUESTS_H

#include "tools/seastar-mpi/comms.h"
#include "tools/seastar-mpi/volume.h"

enum request_kind {
	REQUEST_NOTHING, /* not recorded: no peer, or no known communicator */
	REQUEST_SEND,
	REQUEST_RECEIVE,
	REQUEST_COLLECTIVE,
	REQUEST_COPY, /* MPI_Comm_idup */
};

/**
 * struct request - an operation that the program will complete
 * @entry: handle of the request
 * @kind: kind of the operation
 * @persistent: the request may be started again
 * @active: the request has been started
 * @cancelled: MPI has been asked to cancel the request
 * @id: identifier in records, unique among the requests of this process
 * @comm: identifier of the communicator
 * @peer: rank of the receiver in the communicator
 * @tag: tag of the message
 * @bytes: bytes of the message
 * @operation: kind of a collective operation
 * @root: root of a collective operation
 * @volume: bytes of a collective operation
 * @copy: where MPI_Comm_idup stores the handle of the communicator
 * @offer: agreement on the identifier of the communicator that MPI_Comm_idup makes
 */
struct request {
	struct map_entry entry;
	enum request_kind kind;
	bool persistent;
	bool active;
	bool cancelled;
	uint64_t id;
	uint32_t comm;
	uint32_t peer;
	uint32_t tag;
	uint64_t bytes;
	OTF2_CollectiveOp operation;
	uint32_t root;
	struct volume volume;
	MPI_Comm *copy;
	struct comm_offer *offer;
};

uint64_t request_id(void);
uint64_t type_bytes(int count, MPI_Datatype type);
void request_add(MPI_Request handle, const struct request *request);
void request_start(struct location *at, MPI_Request handle);
void request_complete(struct location *at, MPI_Request handle, const MPI_Status *status);
void request_untested(struct location *at, MPI_Request handle);
void request_cancel(MPI_Request handle);
void request_release(struct location *at, MPI_Request handle);

void record_send_started(struct location *at, const struct request *request);
void record_received(struct location *at, const struct comm *comm, const MPI_Status *status);
void record_received_for(struct location *at, const struct request *request,
			 const MPI_Status *status);

void message_add(MPI_Message handle, MPI_Comm comm);
const struct comm *message_take(MPI_Message handle);

#endif

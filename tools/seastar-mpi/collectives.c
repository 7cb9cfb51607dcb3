// SPDX-License-Identifier: GPL-2.0-only
/* Wrappers of collective operations, blocking and non-blocking, from their table. */
#include "tools/seastar-mpi/requests.h"

/*
 * Find the communicator of a collective operation; NULL, and counted, if it has processes of other
 * worlds.
 */
static const struct comm *collective_comm(struct location *at, enum call call, MPI_Comm handle)
{
	const struct comm *comm = comm_find(handle);

	if (!comm)
		call_refuse(at, call);
	return comm;
}

#define COLLECTIVE(name, started, otf2, role, from, parameters, arguments, bytes) \
	WRAPPER(name, parameters) \
	{ \
		struct location *at = call_enter(CALL_##name); \
		struct volume v = { 0 }; \
		const struct comm *c; \
		int code; \
\
		if (!at) \
			return real.name(arguments); \
		c = collective_comm(at, CALL_##name, comm); \
		if (c) { \
			v = bytes; \
			OTF2_EvtWriter_MpiCollectiveBegin(at->writer, NULL, at->time); \
		} \
		call_begin(at); \
		code = real.name(arguments); \
		call_end(at); \
		if (c) \
			OTF2_EvtWriter_MpiCollectiveEnd(at->writer, NULL, at->time, \
							OTF2_COLLECTIVE_OP_##otf2, c->id, \
							volume_root(from), v.sent, v.received); \
		call_leave(at, CALL_##name); \
		return code; \
	} \
\
	WRAPPER(started, parameters, MPI_Request *handle) \
	{ \
		struct location *at = call_enter(CALL_##started); \
		struct request request = { 0 }; \
		const struct comm *c; \
		int code; \
\
		if (!at) \
			return real.started(arguments, handle); \
		c = collective_comm(at, CALL_##started, comm); \
		if (c) { \
			request = (struct request){ \
				.kind = REQUEST_COLLECTIVE, \
				.id = request_id(), \
				.comm = c->id, \
				.operation = OTF2_COLLECTIVE_OP_##otf2, \
				.root = volume_root(from), \
				.volume = bytes, \
			}; \
			OTF2_EvtWriter_NonBlockingCollectiveRequest(at->writer, NULL, at->time, \
								    request.id); \
		} \
		call_begin(at); \
		code = real.started(arguments, handle); \
		call_end(at); \
		if (code == MPI_SUCCESS) \
			request_add(*handle, &request); \
		call_leave(at, CALL_##started); \
		return code; \
	}

#include "tools/seastar-mpi/collectives.def"

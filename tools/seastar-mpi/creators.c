// SPDX-License-Identifier: GPL-2.0-only
/*
 * Wrappers of calls that make and free communicators. A communicator has an identifier if all of
 * its processes are known to be in MPI_COMM_WORLD, that is, if it was made from a communicator with
 * an identifier.
 */
#include "tools/seastar-mpi/requests.h"

/*
 * Agree on the communicator that a call has made, and end the records of the call. The call was
 * collective on @on or, if that is NULL, on the new communicator.
 */
static void record_created(struct location *at, int code, MPI_Comm handle,
			   const struct comm *parent, const struct comm *on)
{
	const struct comm *made = code == MPI_SUCCESS ? comm_made(handle, parent->id) : NULL;

	at->time = clock_now();
	if (made)
		OTF2_EvtWriter_CommCreate(at->writer, NULL, at->time, made->id);
	if (!on)
		on = made ? made : comm_find(MPI_COMM_SELF);
	OTF2_EvtWriter_MpiCollectiveEnd(at->writer, NULL, at->time,
					OTF2_COLLECTIVE_OP_CREATE_HANDLE, on->id,
					OTF2_COLLECTIVE_ROOT_NONE, 0, 0);
}

#define CREATOR(name, on, parameters, arguments) \
WRAPPER(name, parameters) \
{ \
	struct location *at = call_enter(CALL_##name); \
	const struct comm *parent; \
	int code; \
\
	if (!at) \
		return real.name(arguments); \
	parent = comm_find(comm); \
	if (parent) \
		OTF2_EvtWriter_MpiCollectiveBegin(at->writer, NULL, at->time); \
	else \
		call_refuse(at, CALL_##name); \
	call_begin(at); \
	code = real.name(arguments); \
	call_end(at); \
	if (parent) \
		record_created(at, code, *made, parent, \
			       (on) == MPI_COMM_NULL ? NULL : parent); \
	call_leave(at, CALL_##name); \
	return code; \
}

#include "tools/seastar-mpi/creators.def"
#undef CREATOR

/*
 * Return true if all processes of both groups are known, where @leader of @comm communicates over
 * @bridge. Context: all members of @comm call it.
 */
static bool groups_known(MPI_Comm comm, const struct comm *local, int leader, MPI_Comm bridge)
{
	int known = 1;

	if (local->rank == leader)
		known = !!comm_find(bridge);
	real.Bcast(&known, 1, MPI_INT, leader, comm);
	return known;
}

WRAPPER(Intercomm_create, MPI_Comm comm, int leader, MPI_Comm bridge, int remote, int tag,
	MPI_Comm *made)
{
	struct location *at = call_enter(CALL_Intercomm_create);
	const struct comm *local;
	int code;

	if (!at)
		return real.Intercomm_create(comm, leader, bridge, remote, tag, made);
	local = comm_find(comm);
	if (local && !groups_known(comm, local, leader, bridge))
		local = NULL;
	if (local)
		OTF2_EvtWriter_MpiCollectiveBegin(at->writer, NULL, at->time);
	else
		call_refuse(at, CALL_Intercomm_create);
	call_begin(at);
	code = real.Intercomm_create(comm, leader, bridge, remote, tag, made);
	call_end(at);
	if (local)
		record_created(at, code, *made, local, NULL);
	call_leave(at, CALL_Intercomm_create);
	return code;
}

WRAPPER(Comm_idup, MPI_Comm comm, MPI_Comm *made, MPI_Request *handle)
{
	struct location *at = call_enter(CALL_Comm_idup);
	struct request request = { .kind = REQUEST_COPY, .copy = made };
	int code;

	if (!at)
		return real.Comm_idup(comm, made, handle);
	request.offer = comm_offer(comm);
	if (request.offer) {
		request.id = request_id();
		request.comm = comm_find(comm)->id;
		OTF2_EvtWriter_NonBlockingCollectiveRequest(at->writer, NULL, at->time, request.id);
	} else {
		request.kind = REQUEST_NOTHING;
		call_refuse(at, CALL_Comm_idup);
	}
	call_begin(at);
	code = real.Comm_idup(comm, made, handle);
	call_end(at);
	if (code == MPI_SUCCESS)
		request_add(*handle, &request);
	call_leave(at, CALL_Comm_idup);
	return code;
}

#define FREE(name) \
WRAPPER(name, MPI_Comm *handle) \
{ \
	struct location *at = call_enter(CALL_##name); \
	const struct comm *comm; \
	uint32_t id = 0; \
	int code; \
\
	if (!at) \
		return real.name(handle); \
	comm = comm_find(*handle); \
	if (comm) { \
		id = comm->id; \
		OTF2_EvtWriter_MpiCollectiveBegin(at->writer, NULL, at->time); \
		OTF2_EvtWriter_CommDestroy(at->writer, NULL, at->time, id); \
		comm_forget(*handle); \
	} \
	call_begin(at); \
	code = real.name(handle); \
	call_end(at); \
	if (comm) \
		OTF2_EvtWriter_MpiCollectiveEnd(at->writer, NULL, at->time, \
						OTF2_COLLECTIVE_OP_DESTROY_HANDLE, id, \
						OTF2_COLLECTIVE_ROOT_NONE, 0, 0); \
	call_leave(at, CALL_##name); \
	return code; \
}

FREE(Comm_free)
FREE(Comm_disconnect)

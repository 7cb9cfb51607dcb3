// SPDX-License-Identifier: GPL-2.0-only
/* Wrappers of sends, receives and probes. */
#include "tools/seastar-mpi/requests.h"

/* Describe a message to @peer. A message to MPI_PROC_NULL is not recorded. */
static struct request describe(struct location *at, enum call call, enum request_kind kind,
			       MPI_Comm handle, int peer, int tag, uint64_t bytes)
{
	const struct comm *comm = comm_find(handle);
	struct request request = { .peer = peer, .tag = tag, .bytes = bytes };

	if (!comm)
		call_refuse(at, call);
	if (!comm || peer == MPI_PROC_NULL)
		return request;
	request.kind = kind;
	request.comm = comm->id;
	request.id = request_id();
	return request;
}

static void record_send(struct location *at, enum call call, MPI_Comm handle, int peer, int tag,
			uint64_t bytes)
{
	const struct comm *comm = comm_find(handle);

	if (!comm)
		call_refuse(at, call);
	else if (peer != MPI_PROC_NULL)
		OTF2_EvtWriter_MpiSend(at->writer, NULL, at->time, peer, comm->id, tag, bytes);
}

static void record_started(struct location *at, const struct request *request)
{
	if (request->kind == REQUEST_SEND)
		record_send_started(at, request);
	else if (request->kind == REQUEST_RECEIVE)
		OTF2_EvtWriter_MpiIrecvRequest(at->writer, NULL, at->time, request->id);
}

/* Record that the sending or the receiving part of MPI_Sendrecv() or its kin is complete. */
static void record_done(struct location *at, const struct request *request,
			const MPI_Status *status)
{
	if (request->kind == REQUEST_SEND)
		OTF2_EvtWriter_MpiIsendComplete(at->writer, NULL, at->time, request->id);
	else if (request->kind == REQUEST_RECEIVE)
		record_received_for(at, request, status);
}

#define SEND(name, started, persistent_name) \
WRAPPER(name, const void *buffer, int n, MPI_Datatype type, int to, int tag, MPI_Comm comm) \
{ \
	struct location *at = call_enter(CALL_##name); \
	int code; \
\
	if (!at) \
		return real.name(buffer, n, type, to, tag, comm); \
	record_send(at, CALL_##name, comm, to, tag, type_bytes(n, type)); \
	call_begin(at); \
	code = real.name(buffer, n, type, to, tag, comm); \
	call_end(at); \
	call_leave(at, CALL_##name); \
	return code; \
} \
\
WRAPPER(started, const void *buffer, int n, MPI_Datatype type, int to, int tag, MPI_Comm comm, \
	MPI_Request *handle) \
{ \
	struct location *at = call_enter(CALL_##started); \
	struct request request; \
	int code; \
\
	if (!at) \
		return real.started(buffer, n, type, to, tag, comm, handle); \
	request = describe(at, CALL_##started, REQUEST_SEND, comm, to, tag, type_bytes(n, type)); \
	record_started(at, &request); \
	call_begin(at); \
	code = real.started(buffer, n, type, to, tag, comm, handle); \
	call_end(at); \
	if (code == MPI_SUCCESS) \
		request_add(*handle, &request); \
	call_leave(at, CALL_##started); \
	return code; \
} \
\
WRAPPER(persistent_name, const void *buffer, int n, MPI_Datatype type, int to, int tag, \
	MPI_Comm comm, MPI_Request *handle) \
{ \
	struct location *at = call_enter(CALL_##persistent_name); \
	struct request request; \
	int code; \
\
	if (!at) \
		return real.persistent_name(buffer, n, type, to, tag, comm, handle); \
	request = describe(at, CALL_##persistent_name, REQUEST_SEND, comm, to, tag, \
			   type_bytes(n, type)); \
	request.persistent = true; \
	call_begin(at); \
	code = real.persistent_name(buffer, n, type, to, tag, comm, handle); \
	call_end(at); \
	if (code == MPI_SUCCESS) \
		request_add(*handle, &request); \
	call_leave(at, CALL_##persistent_name); \
	return code; \
}

#include "tools/seastar-mpi/sends.def"
#undef SEND

WRAPPER(Recv, void *buffer, int n, MPI_Datatype type, int from, int tag, MPI_Comm handle,
	MPI_Status *status)
{
	struct location *at = call_enter(CALL_Recv);
	const struct comm *comm;
	MPI_Status own;
	int code;

	if (!at)
		return real.Recv(buffer, n, type, from, tag, handle, status);
	if (status == MPI_STATUS_IGNORE)
		status = &own;
	comm = comm_find(handle);
	if (!comm)
		call_refuse(at, CALL_Recv);
	call_begin(at);
	code = real.Recv(buffer, n, type, from, tag, handle, status);
	call_end(at);
	if (code == MPI_SUCCESS && comm)
		record_received(at, comm, status);
	call_leave(at, CALL_Recv);
	return code;
}

WRAPPER(Irecv, void *buffer, int n, MPI_Datatype type, int from, int tag, MPI_Comm comm,
	MPI_Request *handle)
{
	struct location *at = call_enter(CALL_Irecv);
	struct request request;
	int code;

	if (!at)
		return real.Irecv(buffer, n, type, from, tag, comm, handle);
	request = describe(at, CALL_Irecv, REQUEST_RECEIVE, comm, from, tag, 0);
	record_started(at, &request);
	call_begin(at);
	code = real.Irecv(buffer, n, type, from, tag, comm, handle);
	call_end(at);
	if (code == MPI_SUCCESS)
		request_add(*handle, &request);
	call_leave(at, CALL_Irecv);
	return code;
}

WRAPPER(Recv_init, void *buffer, int n, MPI_Datatype type, int from, int tag, MPI_Comm comm,
	MPI_Request *handle)
{
	struct location *at = call_enter(CALL_Recv_init);
	struct request request;
	int code;

	if (!at)
		return real.Recv_init(buffer, n, type, from, tag, comm, handle);
	request = describe(at, CALL_Recv_init, REQUEST_RECEIVE, comm, from, tag, 0);
	request.persistent = true;
	call_begin(at);
	code = real.Recv_init(buffer, n, type, from, tag, comm, handle);
	call_end(at);
	if (code == MPI_SUCCESS)
		request_add(*handle, &request);
	call_leave(at, CALL_Recv_init);
	return code;
}

/*
 * A call that sends and receives at once is recorded as two non-blocking operations, as Score-P
 * does: neither waits for the other.
 */
WRAPPER(Sendrecv, const void *sent, int ns, MPI_Datatype send_type, int to, int send_tag,
	void *received, int nr, MPI_Datatype receive_type, int from, int receive_tag, MPI_Comm comm,
	MPI_Status *status)
{
	struct location *at = call_enter(CALL_Sendrecv);
	struct request receive, send;
	MPI_Status own;
	int code;

	if (!at)
		return real.Sendrecv(sent, ns, send_type, to, send_tag, received, nr, receive_type,
				     from, receive_tag, comm, status);
	if (status == MPI_STATUS_IGNORE)
		status = &own;
	receive = describe(at, CALL_Sendrecv, REQUEST_RECEIVE, comm, from, receive_tag, 0);
	send = describe(at, CALL_Sendrecv, REQUEST_SEND, comm, to, send_tag,
			type_bytes(ns, send_type));
	record_started(at, &receive);
	record_started(at, &send);
	call_begin(at);
	code = real.Sendrecv(sent, ns, send_type, to, send_tag, received, nr, receive_type, from,
			     receive_tag, comm, status);
	call_end(at);
	if (code == MPI_SUCCESS) {
		record_done(at, &send, status);
		record_done(at, &receive, status);
	}
	call_leave(at, CALL_Sendrecv);
	return code;
}

WRAPPER(Sendrecv_replace, void *buffer, int n, MPI_Datatype type, int to, int send_tag, int from,
	int receive_tag, MPI_Comm comm, MPI_Status *status)
{
	struct location *at = call_enter(CALL_Sendrecv_replace);
	struct request receive, send;
	MPI_Status own;
	int code;

	if (!at)
		return real.Sendrecv_replace(buffer, n, type, to, send_tag, from, receive_tag, comm,
					     status);
	if (status == MPI_STATUS_IGNORE)
		status = &own;
	receive = describe(at, CALL_Sendrecv_replace, REQUEST_RECEIVE, comm, from, receive_tag, 0);
	send = describe(at, CALL_Sendrecv_replace, REQUEST_SEND, comm, to, send_tag,
			type_bytes(n, type));
	record_started(at, &receive);
	record_started(at, &send);
	call_begin(at);
	code = real.Sendrecv_replace(buffer, n, type, to, send_tag, from, receive_tag, comm,
				     status);
	call_end(at);
	if (code == MPI_SUCCESS) {
		record_done(at, &send, status);
		record_done(at, &receive, status);
	}
	call_leave(at, CALL_Sendrecv_replace);
	return code;
}

FORWARD(Probe, P(int from, int tag, MPI_Comm comm, MPI_Status *status), A(from, tag, comm, status), )

FORWARD(Iprobe, P(int from, int tag, MPI_Comm comm, int *flag, MPI_Status *status),
	A(from, tag, comm, flag, status), )

/* Remember the message that a probe has matched, if it @matched one. */
static void message_matched(bool matched, const MPI_Message *message, MPI_Comm comm)
{
	if (matched)
		message_add(*message, comm);
}

FORWARD(Mprobe, P(int from, int tag, MPI_Comm comm, MPI_Message *message, MPI_Status *status),
	A(from, tag, comm, message, status), message_matched(code == MPI_SUCCESS, message, comm))

FORWARD(Improbe,
	P(int from, int tag, MPI_Comm comm, int *flag, MPI_Message *message, MPI_Status *status),
	A(from, tag, comm, flag, message, status),
	message_matched(code == MPI_SUCCESS && *flag, message, comm))

/*
 * Return the communicator of @message; NULL, and counted, if it has processes outside of the world.
 */
static const struct comm *matched(struct location *at, enum call call, MPI_Message message)
{
	const struct comm *comm = message_take(message);

	if (!comm && message != MPI_MESSAGE_NO_PROC)
		call_refuse(at, call);
	return comm;
}

WRAPPER(Mrecv, void *buffer, int n, MPI_Datatype type, MPI_Message *message, MPI_Status *status)
{
	struct location *at = call_enter(CALL_Mrecv);
	const struct comm *comm;
	MPI_Status own;
	int code;

	if (!at)
		return real.Mrecv(buffer, n, type, message, status);
	if (status == MPI_STATUS_IGNORE)
		status = &own;
	comm = matched(at, CALL_Mrecv, *message);
	call_begin(at);
	code = real.Mrecv(buffer, n, type, message, status);
	call_end(at);
	if (code == MPI_SUCCESS && comm)
		record_received(at, comm, status);
	call_leave(at, CALL_Mrecv);
	return code;
}

WRAPPER(Imrecv, void *buffer, int n, MPI_Datatype type, MPI_Message *message, MPI_Request *handle)
{
	struct location *at = call_enter(CALL_Imrecv);
	struct request request = { 0 };
	const struct comm *comm;
	int code;

	if (!at)
		return real.Imrecv(buffer, n, type, message, handle);
	comm = matched(at, CALL_Imrecv, *message);
	if (comm) {
		request.kind = REQUEST_RECEIVE;
		request.comm = comm->id;
		request.id = request_id();
	}
	record_started(at, &request);
	call_begin(at);
	code = real.Imrecv(buffer, n, type, message, handle);
	call_end(at);
	if (code == MPI_SUCCESS)
		request_add(*handle, &request);
	call_leave(at, CALL_Imrecv);
	return code;
}

// SPDX-License-Identifier: GPL-2.0-only
#include <pthread.h>

#include "tools/seastar-mpi/requests.h"

static struct map requests = { .entry_size = sizeof(struct request) };

/* A message that a probe has matched. */
struct message {
	struct map_entry entry;
	const struct comm *comm;
};

static struct map messages = { .entry_size = sizeof(struct message) };
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;

/* Several threads may start and complete operations. */
static void requests_lock(void)
{
	if (tracer.threads)
		pthread_mutex_lock(&lock);
}

static void requests_unlock(void)
{
	if (tracer.threads)
		pthread_mutex_unlock(&lock);
}

/* Return an identifier that no other operation of this process has. */
uint64_t request_id(void)
{
	static uint64_t last;

	return __atomic_add_fetch(&last, 1, __ATOMIC_RELAXED);
}

/* Return the bytes of @count elements of @type. */
uint64_t type_bytes(int count, MPI_Datatype type)
{
	MPI_Count size;
	int small;

	PMPI_Type_size(type, &small);
	if (small != MPI_UNDEFINED)
		return (uint64_t)small * count;
	PMPI_Type_size_x(type, &size);
	return (uint64_t)size * count;
}

static uint64_t status_bytes(const MPI_Status *status)
{
	MPI_Count large;
	int bytes;

	PMPI_Get_count(status, MPI_BYTE, &bytes);
	if (bytes != MPI_UNDEFINED)
		return bytes;
	return PMPI_Get_elements_x(status, MPI_BYTE, &large) || large < 0 ? 0 : large;
}

/* Record that the message of @request is sent. */
void record_send_started(struct location *at, const struct request *request)
{
	OTF2_EvtWriter_MpiIsend(at->writer, NULL, at->time, request->peer, request->comm,
				request->tag, request->bytes, request->id);
}

/* Record the message of @status, which a blocking call has received. */
void record_received(struct location *at, const struct comm *comm, const MPI_Status *status)
{
	if (status->MPI_SOURCE != MPI_PROC_NULL)
		OTF2_EvtWriter_MpiRecv(at->writer, NULL, at->time, status->MPI_SOURCE, comm->id,
				       status->MPI_TAG, status_bytes(status));
}

/* Record the message of @status, which @request has received. */
void record_received_for(struct location *at, const struct request *request,
			 const MPI_Status *status)
{
	OTF2_EvtWriter_MpiIrecv(at->writer, NULL, at->time, status->MPI_SOURCE, request->comm,
				status->MPI_TAG, status_bytes(status), request->id);
}

/* Store @request, to be recorded when @handle completes. */
void request_add(MPI_Request handle, const struct request *request)
{
	struct request *added;
	struct map_entry entry;

	if (handle == MPI_REQUEST_NULL)
		return;
	requests_lock();
	added = map_add(&requests, MAP_KEY(handle));
	if (added) {
		entry = added->entry;
		*added = *request;
		added->entry = entry;
	}
	requests_unlock();
}

/* Record that the persistent operation of @handle has begun. */
void request_start(struct location *at, MPI_Request handle)
{
	struct request *request;

	requests_lock();
	request = map_find(&requests, MAP_KEY(handle));
	if (request && request->persistent) {
		request->active = true;
		request->cancelled = false;
		request->id = request_id();
		if (request->kind == REQUEST_SEND)
			record_send_started(at, request);
		else if (request->kind == REQUEST_RECEIVE)
			OTF2_EvtWriter_MpiIrecvRequest(at->writer, NULL, at->time, request->id);
	}
	requests_unlock();
}

/* Record that a communicator has been copied. */
static void record_copied(struct location *at, struct request *request)
{
	const struct comm *made = comm_taken(*request->copy, request->offer);

	if (made)
		OTF2_EvtWriter_CommCreate(at->writer, NULL, at->time, made->id);
	OTF2_EvtWriter_NonBlockingCollectiveComplete(
		at->writer, NULL, at->time, OTF2_COLLECTIVE_OP_CREATE_HANDLE, request->comm,
		OTF2_COLLECTIVE_ROOT_NONE, 0, 0, request->id);
}

static bool was_cancelled(const struct request *request, const MPI_Status *status)
{
	int cancelled = 0;

	if (request->cancelled)
		PMPI_Test_cancelled(status, &cancelled);
	return cancelled;
}

static void record_completion(struct location *at, struct request *request,
			      const MPI_Status *status)
{
	if (request->kind == REQUEST_NOTHING)
		return;
	if (was_cancelled(request, status))
		OTF2_EvtWriter_MpiRequestCancelled(at->writer, NULL, at->time, request->id);
	else if (request->kind == REQUEST_SEND)
		OTF2_EvtWriter_MpiIsendComplete(at->writer, NULL, at->time, request->id);
	else if (request->kind == REQUEST_RECEIVE)
		record_received_for(at, request, status);
	else if (request->kind == REQUEST_COPY)
		record_copied(at, request);
	else
		OTF2_EvtWriter_NonBlockingCollectiveComplete(at->writer, NULL, at->time,
							     request->operation, request->comm,
							     request->root, request->volume.sent,
							     request->volume.received, request->id);
}

/*
 * Move the operation of @handle, which completes or is freed, to @taken. Return false if none was
 * under way.
 */
static bool request_take(MPI_Request handle, struct request *taken, bool frees)
{
	struct request *request;

	requests_lock();
	request = map_find(&requests, MAP_KEY(handle));
	if (request) {
		*taken = *request;
		if (request->persistent && !frees)
			request->active = false;
		else
			map_remove(&requests, request);
	}
	requests_unlock();
	return request && (taken->active || !taken->persistent);
}

/* Record that the operation of @handle is complete. */
void request_complete(struct location *at, MPI_Request handle, const MPI_Status *status)
{
	struct request request;

	if (handle != MPI_REQUEST_NULL && request_take(handle, &request, false))
		record_completion(at, &request, status);
}

/* Record that a test found the operation of @handle incomplete. */
void request_untested(struct location *at, MPI_Request handle)
{
	struct request *request;
	uint64_t id = 0;

	if (handle == MPI_REQUEST_NULL)
		return;
	requests_lock();
	request = map_find(&requests, MAP_KEY(handle));
	if (request && request->kind != REQUEST_NOTHING &&
	    (request->active || !request->persistent))
		id = request->id;
	requests_unlock();
	if (id)
		OTF2_EvtWriter_MpiRequestTest(at->writer, NULL, at->time, id);
}

void request_cancel(MPI_Request handle)
{
	struct request *request;

	requests_lock();
	request = map_find(&requests, MAP_KEY(handle));
	if (request)
		request->cancelled = true;
	requests_unlock();
}

/*
 * Forget @handle, which the program frees. The records end its operation here, since its completion
 * will not be seen.
 */
void request_release(struct location *at, MPI_Request handle)
{
	struct request request;

	if (!request_take(handle, &request, true))
		return;
	if (request.kind == REQUEST_SEND)
		OTF2_EvtWriter_MpiIsendComplete(at->writer, NULL, at->time, request.id);
	else if (request.kind == REQUEST_RECEIVE)
		OTF2_EvtWriter_MpiRequestCancelled(at->writer, NULL, at->time, request.id);
}

/* Remember the communicator of a message that a probe has matched. */
void message_add(MPI_Message handle, MPI_Comm comm)
{
	struct message *message;

	if (handle == MPI_MESSAGE_NULL || handle == MPI_MESSAGE_NO_PROC)
		return;
	requests_lock();
	message = map_add(&messages, MAP_KEY(handle));
	if (message)
		message->comm = comm_find(comm);
	requests_unlock();
}

/* Return the communicator of a matched message that is received, or NULL. */
const struct comm *message_take(MPI_Message handle)
{
	const struct comm *comm = NULL;
	struct message *message;

	requests_lock();
	message = map_find(&messages, MAP_KEY(handle));
	if (message) {
		comm = message->comm;
		map_remove(&messages, message);
	}
	requests_unlock();
	return comm;
}

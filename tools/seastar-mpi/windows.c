// SPDX-License-Identifier: GPL-2.0-only
/*
 * Wrappers of calls that make, fence and free windows: their members wait for each other. They are
 * recorded as collective operations of the window's communicator.
 */
#include <pthread.h>

#include "tools/seastar-mpi/comms.h"

/**
 * struct window - a window of the program
 * @entry: handle of the window
 * @comm: identifier of its communicator
 * @allocated: the memory was allocated together with the window
 */
struct window {
	struct map_entry entry;
	uint32_t comm;
	bool allocated;
};

static struct map windows = { .entry_size = sizeof(struct window) };
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;

static void windows_lock(void)
{
	if (tracer.threads)
		pthread_mutex_lock(&lock);
}

static void windows_unlock(void)
{
	if (tracer.threads)
		pthread_mutex_unlock(&lock);
}

static void window_add(MPI_Win handle, uint32_t comm, bool allocated)
{
	struct window *added;

	windows_lock();
	added = map_add(&windows, MAP_KEY(handle));
	if (added) {
		added->comm = comm;
		added->allocated = allocated;
	}
	windows_unlock();
}

/* Find the window of @handle, and forget it if it is freed. Return false if it is not known. */
static bool window_find(MPI_Win handle, struct window *found, bool frees)
{
	struct window *window;

	windows_lock();
	window = map_find(&windows, MAP_KEY(handle));
	if (window) {
		*found = *window;
		if (frees)
			map_remove(&windows, window);
	}
	windows_unlock();
	return window;
}

/* End the records of an operation in which all members of a communicator wait for each other. */
static void record_end(struct location *at, OTF2_CollectiveOp operation, uint32_t comm)
{
	OTF2_EvtWriter_MpiCollectiveEnd(at->writer, NULL, at->time, operation, comm,
					OTF2_COLLECTIVE_ROOT_NONE, 0, 0);
}

#define MAKER(name, allocates, parameters, arguments) \
WRAPPER(name, parameters) \
{ \
	struct location *at = call_enter(CALL_##name); \
	const struct comm *on; \
	uint32_t id = 0; \
	int code; \
\
	if (!at) \
		return real.name(arguments); \
	on = comm_find(comm); \
	if (on) { \
		id = on->id; \
		OTF2_EvtWriter_MpiCollectiveBegin(at->writer, NULL, at->time); \
	} else { \
		call_refuse(at, CALL_##name); \
	} \
	call_begin(at); \
	code = real.name(arguments); \
	call_end(at); \
	if (on) \
		record_end(at, allocates ? OTF2_COLLECTIVE_OP_CREATE_HANDLE_AND_ALLOCATE : \
			   OTF2_COLLECTIVE_OP_CREATE_HANDLE, id); \
	if (on && code == MPI_SUCCESS) \
		window_add(*made, id, allocates); \
	call_leave(at, CALL_##name); \
	return code; \
}

#include "tools/seastar-mpi/windows.def"
#undef MAKER

WRAPPER(Win_fence, int assertion, MPI_Win handle)
{
	struct location *at = call_enter(CALL_Win_fence);
	struct window window;
	bool known;
	int code;

	if (!at)
		return real.Win_fence(assertion, handle);
	known = window_find(handle, &window, false);
	if (known)
		OTF2_EvtWriter_MpiCollectiveBegin(at->writer, NULL, at->time);
	else
		call_refuse(at, CALL_Win_fence);
	call_begin(at);
	code = real.Win_fence(assertion, handle);
	call_end(at);
	if (known)
		record_end(at, OTF2_COLLECTIVE_OP_BARRIER, window.comm);
	call_leave(at, CALL_Win_fence);
	return code;
}

WRAPPER(Win_free, MPI_Win *handle)
{
	struct location *at = call_enter(CALL_Win_free);
	struct window window;
	bool known;
	int code;

	if (!at)
		return real.Win_free(handle);
	known = window_find(*handle, &window, true);
	if (known)
		OTF2_EvtWriter_MpiCollectiveBegin(at->writer, NULL, at->time);
	else
		call_refuse(at, CALL_Win_free);
	call_begin(at);
	code = real.Win_free(handle);
	call_end(at);
	if (known)
		record_end(at, window.allocated ?
			   OTF2_COLLECTIVE_OP_DESTROY_HANDLE_AND_DEALLOCATE :
			   OTF2_COLLECTIVE_OP_DESTROY_HANDLE, window.comm);
	call_leave(at, CALL_Win_free);
	return code;
}

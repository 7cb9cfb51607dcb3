// SPDX-License-Identifier: GPL-2.0-only
/* The archive of all ranks, and the locations of this rank. */
#define _GNU_SOURCE
#include <errno.h>
#include <pthread.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define OTF2_MPI_USE_PMPI
#include <otf2/OTF2_MPI_Collectives.h>
#include <otf2/OTF2_Pthread_Locks.h>

#include "include/seastar/version.h"
#include "tools/seastar-mpi/clocks.h"
#include "tools/seastar-mpi/definitions.h"
#include "tools/seastar-mpi/safety.h"

/*
 * Bytes of a buffer of records, the least that OTF2 allows. Each location has one in memory, which
 * is written to the location's file when it is full.
 */
#define CHUNK	(256 * 1024)

struct tracer tracer;

/* A free chunk to use again, so that the kernel need not clear another one. */
static void **spare;

static char error[256];
static bool running;
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static __thread struct location *mine;

/* Take the writers from all locations, so that later calls record nothing. */
static void locations_end(void)
{
	struct location *at;

	for (at = tracer.locations; at; at = at->next)
		at->writer = NULL;
}

/* Report the first error; the program goes on without records. */
static OTF2_ErrorCode archive_failed(void *data, const char *file, uint64_t line,
				     const char *function, OTF2_ErrorCode code, const char *format,
				     va_list rest)
{
	size_t n;

	(void)data;
	(void)file;
	(void)line;
	(void)function;
	if (error[0])
		return code;
	snprintf(error, sizeof(error), "%s", OTF2_Error_GetDescription(code));
	n = strlen(error);
	if (format[0]) {
		n += snprintf(error + n, sizeof(error) - n, ": ");
		vsnprintf(error + n, sizeof(error) - n, format, rest);
	}
	if (running) {
		locations_end();
		tracer_print("rank %d cannot write to %s and stops recording: %s", tracer.rank,
			     tracer.directory, error);
	}
	return code;
}

static OTF2_FlushType before_flush(void *data, OTF2_FileType type, OTF2_LocationRef location,
				   void *caller, bool final)
{
	(void)data;
	(void)type;
	(void)location;
	(void)caller;
	(void)final;
	return OTF2_FLUSH;
}

static OTF2_TimeStamp after_flush(void *data, OTF2_FileType type, OTF2_LocationRef location)
{
	(void)data;
	(void)type;
	(void)location;
	return clock_now();
}

/*
 * Allocate a buffer's memory: one chunk for records, so that OTF2 writes it before it uses another.
 */
static void *chunk_allocate(void *data, OTF2_FileType type, OTF2_LocationRef location, void **own,
			    uint64_t size)
{
	void **chunk;

	(void)data;
	(void)location;
	(void)size;
	if (type == OTF2_FILETYPE_EVENTS && *own)
		return NULL;
	chunk = __atomic_exchange_n(&spare, NULL, __ATOMIC_ACQ_REL);
	if (!chunk)
		chunk = malloc(sizeof(*chunk) + CHUNK);
	if (!chunk)
		return NULL;
	*chunk = *own;
	*own = chunk;
	return chunk + 1;
}

/* Keep the chunk that a location has filled. */
static void chunk_save(OTF2_LocationRef location, const void *chunk)
{
	struct location *at;

	for (at = tracer.locations; at && at->id != location; at = at->next)
		;
	if (at)
		safety_write(at, chunk, CHUNK);
}

static void chunks_free(void *data, OTF2_FileType type, OTF2_LocationRef location, void **own,
			bool final)
{
	void **chunk = *own, **next;

	(void)data;
	(void)final;
	if (type == OTF2_FILETYPE_EVENTS && chunk)
		chunk_save(location, chunk + 1);
	for (; chunk; chunk = next) {
		next = *chunk;
		free(__atomic_exchange_n(&spare, chunk, __ATOMIC_ACQ_REL));
	}
	*own = NULL;
}

static const OTF2_FlushCallbacks flushing = { before_flush, after_flush };
static const OTF2_MemoryCallbacks memory = { chunk_allocate, chunks_free };

/* Open an archive in @directory; its collective callbacks are not set yet. */
OTF2_Archive *archive_begin(const char *directory)
{
	OTF2_Archive *archive;

	archive = OTF2_Archive_Open(directory, "traces", OTF2_FILEMODE_WRITE, CHUNK, CHUNK,
				    OTF2_SUBSTRATE_POSIX, OTF2_COMPRESSION_NONE);
	if (!archive)
		return NULL;
	OTF2_Archive_SetFlushCallbacks(archive, &flushing, NULL);
	OTF2_Archive_SetMemoryCallbacks(archive, &memory, NULL);
	return archive;
}

static struct location *location_make(uint64_t id)
{
	struct location *at = calloc(1, sizeof(*at));

	if (!at)
		return NULL;
	at->id = id;
	at->writer = OTF2_Archive_GetEvtWriter(tracer.archive, id);
	if (!at->writer || !safety_begin(at)) {
		free(at);
		return NULL;
	}
	at->next = tracer.locations;
	tracer.locations = at;
	return at;
}

/* Find the location of this thread, which has one from its first call on. */
struct location *location_find(void)
{
	static uint64_t threads;

	if (!mine) {
		pthread_mutex_lock(&lock);
		mine = location_make(++threads << 32 | tracer.rank);
		pthread_mutex_unlock(&lock);
	}
	return mine;
}

/* Open the files of this rank. Return false if that failed. */
static bool files_open(void)
{
	tracer.archive = archive_begin(tracer.directory);
	if (!tracer.archive)
		return false;
	if (tracer.threads)
		OTF2_Pthread_Archive_SetLockingCallbacks(tracer.archive, NULL);
	return true;
}

/*
 * Open the archive. Return NULL, or the reason why that is impossible. Context: all ranks call it,
 * and get the same answer.
 */
const char *archive_open(void)
{
	int good;

	OTF2_Error_RegisterCallback(archive_failed, NULL);
	good = clocks_begin();
	if (good)
		clocks_compare(CLOCK_BEGIN);
	good = good && definitions_early();
	good = good && files_open();
	real.Allreduce(MPI_IN_PLACE, &good, 1, MPI_INT, MPI_MIN, tracer.own);
	if (good) {
		OTF2_MPI_Archive_SetCollectiveCallbacks(tracer.archive, tracer.own, MPI_COMM_NULL);
		good = OTF2_Archive_OpenEvtFiles(tracer.archive) == OTF2_SUCCESS;
	}
	if (good) {
		mine = location_make(tracer.rank);
		good = !!mine;
	}
	real.Allreduce(MPI_IN_PLACE, &good, 1, MPI_INT, MPI_MIN, tracer.own);
	if (!good)
		return error[0] ? error : "another rank cannot write its part of the archive";
	running = true;
	return NULL;
}

/*
 * Write the buffers of this process to their files. The archive then lacks definitions of
 * communicators that the program has made. Context: the process ends before MPI_Finalize.
 */
void archive_cut(void)
{
	struct location *at;
	OTF2_EvtWriter *writer;

	tracer.on = false;
	for (at = tracer.locations; at; at = at->next) {
		writer = at->writer;
		at->writer = NULL;
		if (!writer || at->writing)
			continue;
		safety_end(at);
		OTF2_Archive_CloseEvtWriter(tracer.archive, writer);
	}
}

/* Close the event writers; their numbers of records are known then. */
static void events_close(void)
{
	struct location *at;

	for (at = tracer.locations; at; at = at->next) {
		if (!at->writer)
			continue;
		OTF2_EvtWriter_GetNumberOfEvents(at->writer, &at->records);
		safety_end(at);
		OTF2_Archive_CloseEvtWriter(tracer.archive, at->writer);
	}
	OTF2_Archive_CloseEvtFiles(tracer.archive);
}

/* Close the archive. Context: all ranks call it. */
void archive_close(void)
{
	events_close();
	definitions_local();
	definitions_final();
	OTF2_Archive_Close(tracer.archive);
	running = false;
}

/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * The parts of the tracer that all wrappers share: the state of this process, its locations, and
 * the records that begin and end a call.
 */
#ifndef SEASTAR_MPI_TRACER_H
#define SEASTAR_MPI_TRACER_H

#include <limits.h>
#include <mpi.h>
#include <otf2/otf2.h>
#include <stdbool.h>
#include <stdint.h>
#include <sys/types.h>
#include <time.h>

#include "tools/seastar-mpi/real.h"

/**
 * struct location - a stream of records: one per process, or one per thread of a program that
 *	asked for MPI_THREAD_MULTIPLE
 * @next: location made before this one
 * @writer: OTF2's writer of records, with its buffer
 * @id: rank, plus the thread times 2^32
 * @time: nanoseconds of the record that is being written
 * @records: number of records written, once the location is closed
 * @file: file of the records, into which full buffers are written at once
 * @written: bytes written to @file
 * @busy: a traced call is running, so calls within it are MPI's own
 * @writing: a record is being written, so a signal handler must not use OTF2
 * @refused: by call, number of calls that replays omit
 * @handles: requests of the running call, before MPI changes them
 * @statuses: statuses of the requests in @handles
 * @room: number of entries of @handles and @statuses
 */
struct location {
	struct location *next;
	OTF2_EvtWriter *writer;
	uint64_t id;
	OTF2_TimeStamp time;
	uint64_t records;
	int file;
	off_t written;
	bool busy;
	volatile bool writing;
	uint64_t refused[CALLS];
	MPI_Request *handles;
	MPI_Status *statuses;
	int room;
};

/**
 * struct tracer - the state of this process
 * @on: calls are recorded
 * @ending: a signal has come that ends the process, as soon as no record is being written
 * @threads: several threads may call MPI at once
 * @rank: rank of this process in MPI_COMM_WORLD
 * @size: ranks of MPI_COMM_WORLD
 * @own: a copy of MPI_COMM_WORLD for messages of the tracer
 * @world: the group of MPI_COMM_WORLD
 * @archive: the archive of all ranks
 * @directory: path of the archive
 * @locations: locations of this process, the newest first
 * @loaded: time at which the library was loaded, in nanoseconds
 */
struct tracer {
	bool on;
	volatile int ending;
	bool threads;
	int rank;
	int size;
	MPI_Comm own;
	MPI_Group world;
	OTF2_Archive *archive;
	char directory[PATH_MAX];
	struct location *locations;
	OTF2_TimeStamp loaded;
};

extern struct tracer tracer;

/* Tags of the tracer's own messages. */
enum own_tag {
	TAG_CLOCK = 1,
	TAG_OFFSET,
	TAG_WORDS,
};

/* Return the nanoseconds of the clock of this host. */
static inline OTF2_TimeStamp clock_now(void)
{
	struct timespec t;

	clock_gettime(CLOCK_MONOTONIC, &t);
	return (OTF2_TimeStamp)t.tv_sec * 1000000000 + t.tv_nsec;
}

/* main.c */
void tracer_print(const char *format, ...) __attribute__((format(printf, 1, 2)));
void tracer_end(void);

/* archive.c */
const char *archive_open(void);
void archive_close(void);
void archive_cut(void);
struct location *location_find(void);

/* directory.c */
bool directory_make(void);

/*
 * Begin the records of @call. Return NULL if it is not recorded: the tracer is off, or MPI calls
 * itself.
 */
static inline struct location *call_enter(enum call call)
{
	struct location *at;

	if (!tracer.on)
		return NULL;
	at = tracer.threads ? location_find() : tracer.locations;
	if (!at || at->busy)
		return NULL;
	at->busy = true;
	at->writing = true;
	at->time = clock_now();
	OTF2_EvtWriter_Enter(at->writer, NULL, at->time, call);
	return at;
}

/* Mark the transition from the tracer to MPI. */
static inline void call_begin(struct location *at)
{
	at->writing = false;
	if (__builtin_expect(tracer.ending, 0))
		tracer_end();
}

/* Mark the return from MPI: later records have this time. */
static inline void call_end(struct location *at)
{
	at->writing = true;
	at->time = clock_now();
}

/* End the records of @call, at the time of its last record. */
static inline void call_leave(struct location *at, enum call call)
{
	if (tracer.on)
		OTF2_EvtWriter_Leave(at->writer, NULL, at->time, call);
	at->writing = false;
	at->busy = false;
	if (__builtin_expect(tracer.ending, 0))
		tracer_end();
}

/* Count @call among the calls that replays omit. */
static inline void call_refuse(struct location *at, enum call call)
{
	at->refused[call]++;
}

/*
 * Define a wrapper that forwards its call to MPI, and does @record after it. There @code is what
 * MPI has returned, and @at the location.
 */
#define FORWARD(name, parameters, arguments, record) \
WRAPPER(name, parameters) \
{ \
	struct location *at = call_enter(CALL_##name); \
	int code; \
\
	if (!at) \
		return real.name(arguments); \
	call_begin(at); \
	code = real.name(arguments); \
	call_end(at); \
	record; \
	call_leave(at, CALL_##name); \
	return code; \
}

#endif

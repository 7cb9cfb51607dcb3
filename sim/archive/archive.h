/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * An archive of an MPI program: its ranks, communicators and events.  Each format has a reader;
 * what becomes of the events is the same for all formats.
 */
#ifndef SIM_ARCHIVE_H
#define SIM_ARCHIVE_H

#include "fabric.h"

#include "sim/base/error.h"

#define ARCHIVE_NO_COMM	0xffffffffU
#define ARCHIVE_NO_RANK	0xffffffffU
#define ARCHIVE_ANY	0xfffffffeU	/* source or tag of a receive that takes any */

/**
 * struct comm - a communicator
 * @id: number in the archive
 * @name: name in the program, or ""
 * @member: ranks of the world, by rank of the communicator; NULL: each rank has one of its own
 * @members: number of members
 * @remote: ranks of the other group of an intercommunicator; otherwise NULL
 * @remotes: number of remote ranks
 * @number: by ranks of the world in ascending order: numbers of @member, then those of @remote
 */
struct comm {
	u32 id;
	char *name;
	u32 *member;
	u32 members;
	u32 *remote;
	u32 remotes;
	u32 *number;
};

/**
 * struct window - memory that ranks read and write from afar
 * @id: number in the archive
 * @comm: number of its communicator in the archive
 */
struct window {
	u32 id;
	u32 comm;
};

/**
 * struct archive_location - events that come one after another: a thread
 * @id: number in the archive
 * @rank: rank of the world
 * @thread: number of the thread, from 0
 */
struct archive_location {
	u64 id;
	u32 rank;
	u32 thread;
};

/* Classes of calls. */
enum call_class {
	CALL_OUTSIDE,		/* no call of MPI */
	CALL_PLAIN,		/* a call whose messages are recorded, or that has none */
	CALL_BUFFERED,		/* a send that does not wait for its receiver, such as MPI_Bsend */
	CALL_SYNCHRONOUS,	/* a send that waits for its receiver: MPI_Ssend, MPI_Issend */
	CALL_FREES,		/* MPI_Request_free: an operation goes on without its request */
	CALL_COLLECTIVE,	/* a collective operation, which should have a record */
	CALL_ONE_SIDED,
	CALL_IO,
	CALL_LOCAL,		/* a message between threads of a rank */
	CALL_CLASSES,
};

struct archive_format;

/**
 * struct archive - an archive
 * @format: format of the files
 * @path: path that was given
 * @ranks: number of ranks of the program
 * @location: locations, by number in the archive
 * @locations: number of locations
 * @comm: communicators, by number in the archive
 * @comms: number of communicators
 * @window: windows, by number in the archive
 * @windows: number of windows
 * @not_replayed: the tracer's own count of calls that it does not record, or NULL
 * @guessed: waits whose operation the records lack: the oldest one is taken
 * @call: by region, &enum call_class
 * @call_name: by region, the name that programs have for the call, or NULL
 * @calls: regions
 * @resolution: ticks per second
 * @start: tick at which the program began
 * @rank_path: by rank, the file that has its lines; NULL: @path has them
 * @flops: computing per second, in the unit of a trace that has amounts and no times
 * @derived_bytes: bytes of an element of datatypes that the program makes, or 0: not known
 * @own: data of the format's reader, or NULL
 */
struct archive {
	const struct archive_format *format;
	const char *path;
	u32 ranks;
	struct archive_location *location;
	u32 locations;
	struct comm *comm;
	u32 comms;
	struct window *window;
	u32 windows;
	char *not_replayed;
	u64 guessed;
	u8 *call;
	char **call_name;
	u32 calls;
	u64 resolution;
	u64 start;
	char **rank_path;
	double flops;
	u64 derived_bytes;
	void *own;
};

enum event_kind {
	EVENT_ENTER,
	EVENT_LEAVE,
	EVENT_SEND,
	EVENT_SEND_ALONE,	/* a send that no later record ends */
	EVENT_SEND_BEGIN,
	EVENT_SEND_END,
	EVENT_RECEIVE,
	EVENT_RECEIVE_BEGIN,
	EVENT_RECEIVE_END,
	EVENT_CANCEL,
	EVENT_COLLECTIVE,
	EVENT_COLLECTIVE_BEGIN,
	EVENT_COLLECTIVE_END,
	EVENT_MOVE,		/* bytes of a one-sided operation or of a file */
};

/* The role of a collective operation. */
enum operation {
	OPERATION_BARRIER,
	OPERATION_BCAST,
	OPERATION_GATHER,
	OPERATION_GATHERV,
	OPERATION_SCATTER,
	OPERATION_SCATTERV,
	OPERATION_ALLGATHER,
	OPERATION_ALLGATHERV,
	OPERATION_ALLTOALL,
	OPERATION_ALLTOALLV,
	OPERATION_ALLREDUCE,
	OPERATION_REDUCE,
	OPERATION_REDUCE_SCATTER,
	OPERATION_SCAN,
	OPERATION_EXSCAN,
	OPERATION_REDUCE_SCATTER_BLOCK,
	OPERATION_CREATE,	/* members of a communicator or a window wait for each other */
	OPERATION_DESTROY,	/* a communicator is freed, without a wait */
};

/**
 * struct transfer - a message or a collective operation, as one rank sees it
 * @comm: place of its communicator in &struct archive
 * @peer: rank of the world at the other end of a message; of a receive also ARCHIVE_ANY
 * @tag: tag of a message; of a receive also ARCHIVE_ANY
 * @operation: &enum operation of a collective operation
 * @root: root of a collective operation, a rank of the communicator
 * @bytes: bytes that are sent, or that a receive receives
 * @received: bytes that a rank receives in a collective operation
 * @line: line of its record in a file of text, or 0
 * @rendezvous: a send waits for its receiver, however few bytes it has
 */
struct transfer {
	u32 comm;
	u32 peer;
	u32 tag;
	u32 operation;
	u32 root;
	u64 bytes;
	u64 received;
	u64 line;
	bool rendezvous;
};

/**
 * struct event - a record
 * @kind: &enum event_kind
 * @rank: rank of the world
 * @thread: number of the thread
 * @time: nanoseconds from the program's start
 * @request: number of the operation that begins, ends or is cancelled
 * @call: class of a region that is entered or left
 * @name: name of a call that is entered, or NULL: it has none
 * @known: @of of an operation that begins is whole; otherwise it is that of the end
 * @of: the message or collective operation
 */
struct event {
	enum event_kind kind;
	u32 rank;
	u32 thread;
	u64 time;
	u64 request;
	enum call_class call;
	const char *name;
	bool known;
	struct transfer of;
};

/* Take an event; false, with a sentence in @err, ends the reading. */
typedef bool archive_take(void *ctx, const struct event *e, struct sim_error *err);

/**
 * struct archive_format - how archives are read
 * @open: reads the definitions of the archive at a path; NULL, and a sentence: none
 * @read: reads the events of a rank, or of all with ARCHIVE_NO_RANK: in the order of their times,
 *	or rank by rank
 * @free: frees @own of an archive; NULL: it has none
 * @has_lines: events have lines, and times that hold for their thread alone
 * @has_arguments: collective operations have the bytes of the call's arguments: where blocks are
 *	equal, of the rank's own block alone
 * @has_marks: the root of a collective operation is 1 at the root and 0 at others, or at all ranks
 *	the root's rank of the world
 * @has_buffers: receives have the bytes of their buffers, not of their messages
 * @lacks: what the format lacks, so that records of ranks may differ, and the mend; or NULL
 * @own_ends: why a message of a rank to itself may lack an end, and the mend; or NULL
 * @untagged: why a message of tag 0 may lack an end, and the mend; or NULL
 */
struct archive_format {
	struct archive *(*open)(const char *path, struct sim_error *err);
	bool (*read)(const struct archive *a, u32 rank, archive_take *take, void *ctx,
		     struct sim_error *err);
	void (*free)(struct archive *a);
	bool has_lines;
	bool has_arguments;
	bool has_marks;
	bool has_buffers;
	const char *lacks;
	const char *own_ends;
	const char *untagged;
};

/* Read the definitions of the archive at @path; NULL, and a sentence: none. */
struct archive *archive_open(const struct archive_format *format, const char *path,
			     struct sim_error *err);

/* Read the events of all ranks, or of one. */
bool archive_read(const struct archive *a, archive_take *take, void *ctx, struct sim_error *err);
bool archive_read_rank(const struct archive *a, u32 rank, archive_take *take, void *ctx,
		       struct sim_error *err);
void archive_free(struct archive *a);

/* Return the name that programs have for a call: a word, which the caller frees; or NULL. */
char *archive_call_name(const char *text);

/* Return the path of the file with the lines of a rank. */
static inline const char *archive_file(const struct archive *a, u32 rank)
{
	return a->rank_path ? a->rank_path[rank] : a->path;
}

#define ARCHIVE_PLACE	320	/* characters that archive_place() may need */

/* Write into @place where the record of @of is: the file and the line, or the rank and the time. */
const char *archive_place(const struct archive *a, u32 rank, const struct transfer *of, u64 time,
			  char *place);

/* Return the name of a communicator for messages. */
static inline const char *comm_name(const struct comm *c)
{
	return *c->name ? c->name : "a communicator without a name";
}

/* Return the ranks of a communicator, or of both groups of an intercommunicator. */
static inline u32 comm_size(const struct comm *c)
{
	return c->members + c->remotes;
}

/* Return true if several ranks share a communicator, so that its operations are replayed. */
static inline bool comm_is_shared(const struct comm *c)
{
	return c->member && comm_size(c) > 1;
}

/* Return the rank of the world that has @number of comm_size(). */
static inline u32 comm_member(const struct comm *c, u32 number)
{
	return number < c->members ? c->member[number] : c->remote[number - c->members];
}

/* Sort the numbers of @c, so that comm_rank() and comm_peer() find them. */
void comm_index(struct comm *c);

/* Return @rank's number of comm_size(); ARCHIVE_NO_COMM: it has none. */
u32 comm_rank(const struct comm *c, u32 rank);

/*
 * Return the rank of the world that rank @rank addresses by @peer; ARCHIVE_NO_COMM: there is none.
 */
u32 comm_peer(const struct comm *c, u32 rank, u32 peer);

#endif /* SIM_ARCHIVE_H */

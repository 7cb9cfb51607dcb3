// SPDX-License-Identifier: GPL-2.0-only
/* Archives, read by OTF2's library. */
#ifdef SIM_OTF2

#include <inttypes.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#include <otf2/otf2.h>

#include "sim/base/memory.h"
#include "sim/program/table.h"

#include "otf2.h"

#define MOST_RANKS	65536

/* A definition by its number in the archive: text, or members of a group. */
struct named {
	struct table_item item;
	char *text;
	u64 *member;
	u32 members;
	OTF2_GroupType type;
};

/**
 * struct definitions - definitions while they are read
 * @archive: archive that receives the definitions
 * @string: texts
 * @group: groups
 * @process: by rank: location of its process
 * @processes: number of processes
 * @of_group: location group of each of @archive->location
 * @pair: by communicator: its two groups; the second one is undefined except for
 *	intercommunicators
 * @has_clock: the clock's properties have come
 */
struct definitions {
	struct archive *archive;
	struct table string;
	struct table group;
	const struct named *process;
	u32 *of_group;
	u32 (*pair)[2];
	bool has_clock;
};

/* The rank of a location group. */
struct rank {
	struct table_item item;
	u32 rank;
	u32 threads;
};

/* The first error that OTF2's library has described. */
static char said[256];

static OTF2_ErrorCode keep_error(void *ctx, const char *file, u64 line, const char *function,
				 OTF2_ErrorCode code, const char *format, va_list rest)
{
	(void)ctx;
	(void)file;
	(void)line;
	(void)function;
	(void)format;
	(void)rest;
	if (!said[0])
		snprintf(said, sizeof(said), "%s", OTF2_Error_GetDescription(code));
	return code;
}

static bool is_full(u64 n)
{
	return !(n & (n - 1));
}

/* Grow an array that doubles. */
static void *grow(void *p, u32 n, size_t size)
{
	return is_full(n) ? sim_grow(p, n ? 2 * n : 1, size) : p;
}

static OTF2_CallbackCode take_string(void *ctx, OTF2_StringRef self, const char *text)
{
	struct definitions *d = ctx;
	struct named *n = table_get(&d->string, self, sizeof(*n));

	free(n->text);
	n->text = sim_copy(text);
	return OTF2_CALLBACK_SUCCESS;
}

static OTF2_CallbackCode take_group(void *ctx, OTF2_GroupRef self, OTF2_StringRef name,
				    OTF2_GroupType type, OTF2_Paradigm paradigm,
				    OTF2_GroupFlag flags, u32 members, const u64 *member)
{
	struct definitions *d = ctx;
	struct named *n = table_get(&d->group, self, sizeof(*n));

	(void)name;
	(void)flags;
	free(n->member);
	n->member = sim_alloc(members, sizeof(*n->member));
	memcpy(n->member, member, members * sizeof(*n->member));
	n->members = members;
	n->type = type;
	if (type == OTF2_GROUP_TYPE_COMM_LOCATIONS && paradigm == OTF2_PARADIGM_MPI)
		d->process = n;
	return OTF2_CALLBACK_SUCCESS;
}

static OTF2_CallbackCode take_location(void *ctx, OTF2_LocationRef self, OTF2_StringRef name,
				       OTF2_LocationType type, u64 events,
				       OTF2_LocationGroupRef group)
{
	struct definitions *d = ctx;
	struct archive *a = d->archive;

	(void)name;
	(void)events;
	if (type != OTF2_LOCATION_TYPE_CPU_THREAD)
		return OTF2_CALLBACK_SUCCESS;
	a->location = grow(a->location, a->locations, sizeof(*a->location));
	d->of_group = grow(d->of_group, a->locations, sizeof(*d->of_group));
	a->location[a->locations] = (struct archive_location){ .id = self, .rank = ARCHIVE_NO_RANK };
	d->of_group[a->locations++] = group;
	return OTF2_CALLBACK_SUCCESS;
}

static void add_comm(struct definitions *d, u32 id, OTF2_StringRef name, u32 a, u32 b)
{
	struct archive *archive = d->archive;
	const struct named *n = table_find(&d->string, name);
	u32 i = archive->comms++;

	archive->comm = grow(archive->comm, i, sizeof(*archive->comm));
	d->pair = grow(d->pair, i, sizeof(*d->pair));
	archive->comm[i] = (struct comm){ .id = id, .name = sim_copy(n ? n->text : "") };
	d->pair[i][0] = a;
	d->pair[i][1] = b;
}

static OTF2_CallbackCode take_comm(void *ctx, OTF2_CommRef self, OTF2_StringRef name,
				   OTF2_GroupRef group, OTF2_CommRef parent, OTF2_CommFlag flags)
{
	(void)parent;
	(void)flags;
	add_comm(ctx, self, name, group, OTF2_UNDEFINED_GROUP);
	return OTF2_CALLBACK_SUCCESS;
}

static OTF2_CallbackCode take_intercomm(void *ctx, OTF2_CommRef self, OTF2_StringRef name,
					OTF2_GroupRef a, OTF2_GroupRef b, OTF2_CommRef common,
					OTF2_CommFlag flags)
{
	(void)common;
	(void)flags;
	add_comm(ctx, self, name, a, b);
	return OTF2_CALLBACK_SUCCESS;
}

static OTF2_CallbackCode take_window(void *ctx, OTF2_RmaWinRef self, OTF2_StringRef name,
				     OTF2_CommRef comm, OTF2_RmaWinFlag flags)
{
	struct archive *a = ((struct definitions *)ctx)->archive;

	(void)name;
	(void)flags;
	a->window = grow(a->window, a->windows, sizeof(*a->window));
	a->window[a->windows++] = (struct window){ self, comm };
	return OTF2_CALLBACK_SUCCESS;
}

/* Return the class of a point-to-point call. */
static enum call_class class_of_name(const char *name)
{
	if (!strcmp(name, "MPI_Bsend") || !strcmp(name, "MPI_Ibsend"))
		return CALL_BUFFERED;
	if (!strcmp(name, "MPI_Ssend") || !strcmp(name, "MPI_Issend"))
		return CALL_SYNCHRONOUS;
	return strcmp(name, "MPI_Request_free") ? CALL_PLAIN : CALL_FREES;
}

static enum call_class class_of(const char *name, OTF2_RegionRole role, OTF2_Paradigm paradigm)
{
	if (paradigm != OTF2_PARADIGM_MPI)
		return CALL_OUTSIDE;
	switch (role) {
	case OTF2_REGION_ROLE_RMA:
		return CALL_ONE_SIDED;
	case OTF2_REGION_ROLE_FILE_IO:
	case OTF2_REGION_ROLE_FILE_IO_METADATA:
		return CALL_IO;
	case OTF2_REGION_ROLE_BARRIER:
	case OTF2_REGION_ROLE_COLL_ONE2ALL:
	case OTF2_REGION_ROLE_COLL_ALL2ONE:
	case OTF2_REGION_ROLE_COLL_ALL2ALL:
	case OTF2_REGION_ROLE_COLL_OTHER:
		return CALL_COLLECTIVE;
	default:
		return class_of_name(name);
	}
}

static OTF2_CallbackCode take_region(void *ctx, OTF2_RegionRef self, OTF2_StringRef name,
				     OTF2_StringRef canonical, OTF2_StringRef description,
				     OTF2_RegionRole role, OTF2_Paradigm paradigm,
				     OTF2_RegionFlag flags, OTF2_StringRef file, u32 begin, u32 end)
{
	struct definitions *d = ctx;
	const struct named *n = table_find(&d->string, name);
	struct archive *a = d->archive;

	(void)canonical;
	(void)description;
	(void)flags;
	(void)file;
	(void)begin;
	(void)end;
	if (self > 0xffffff)
		return OTF2_CALLBACK_INTERRUPT;
	if (self >= a->calls) {
		a->call = sim_grow(a->call, self + 1, 1);
		memset(a->call + a->calls, CALL_OUTSIDE, self + 1 - a->calls);
		a->call_name = sim_grow(a->call_name, self + 1, sizeof(*a->call_name));
		memset(a->call_name + a->calls, 0,
		       (self + 1 - a->calls) * sizeof(*a->call_name));
		a->calls = self + 1;
	}
	a->call[self] = class_of(n ? n->text : "", role, paradigm);
	free(a->call_name[self]);
	a->call_name[self] = archive_call_name(n ? n->text : "");
	return OTF2_CALLBACK_SUCCESS;
}

static OTF2_CallbackCode take_clock(void *ctx, u64 resolution, u64 start, u64 length, u64 date)
{
	struct definitions *d = ctx;

	(void)length;
	(void)date;
	d->archive->resolution = resolution;
	d->archive->start = start;
	d->has_clock = resolution;
	return OTF2_CALLBACK_SUCCESS;
}

static bool refuse(const char *path, struct sim_error *err, const char *why)
{
	return sim_fail(err, "%.200s: %s%s%s", path, why, said[0] ? ": " : "", said);
}

static int compare_locations(const void *a, const void *b)
{
	const struct archive_location *x = a, *y = b;

	return x->id < y->id ? -1 : x->id > y->id;
}

/* A location by its number in the archive, with its place in the list. */
struct place {
	struct table_item item;
	u32 at;
};

/* Find the rank of each location group with the location of a process. */
static bool find_groups(const struct definitions *d, struct table *by_group)
{
	const struct archive *a = d->archive;
	struct table by_id = { 0 };
	struct place *p;
	struct rank *r;
	bool ok = true;

	for (u32 i = 0; i < a->locations; i++) {
		p = table_get(&by_id, a->location[i].id, sizeof(*p));
		p->at = i;
	}
	for (u32 i = 0; ok && i < a->ranks; i++) {
		p = table_find(&by_id, d->process->member[i]);
		ok = p;
		if (!ok)
			break;
		r = table_get(by_group, d->of_group[p->at], sizeof(*r));
		r->rank = i;
	}
	table_free(&by_id);
	return ok;
}

/* Find the ranks of locations: those of the location groups of processes. */
static bool find_ranks(struct definitions *d, struct sim_error *err)
{
	struct archive *a = d->archive;
	struct table by_group = { 0 };

	if (!d->process || !d->process->members || !d->has_clock)
		return refuse(a->path, err, "it has no records of MPI; trace an MPI program with libseastar-mpi.so or Score-P (docs/mpi-trace.md)");
	if (d->process->members > MOST_RANKS)
		return refuse(a->path, err, "it has more than 65536 ranks, which is the most that can be converted");
	a->ranks = d->process->members;
	if (!find_groups(d, &by_group)) {
		table_free(&by_group);
		return refuse(a->path, err, "it does not define the location of each rank: the archive is damaged; trace the program again");
	}
	for (u32 i = 0; i < a->locations; i++) {
		struct rank *r = table_find(&by_group, d->of_group[i]);

		if (!r)
			continue;
		a->location[i].rank = r->rank;
		a->location[i].thread = r->threads++;
	}
	table_free(&by_group);
	return true;
}

/*
 * Find the members of a group as ranks of the world; NULL: the group is each rank by itself.
 * Returns false if there is no such group.
 */
static bool find_members(const struct definitions *d, u32 group, u32 **member, u32 *members)
{
	const struct named *n = table_find(&d->group, group);

	*member = NULL;
	*members = 1;
	if (!n)
		return false;
	if (n->type == OTF2_GROUP_TYPE_COMM_SELF)
		return true;
	*members = n->members;
	*member = sim_alloc(n->members, sizeof(**member));
	for (u32 i = 0; i < n->members; i++) {
		(*member)[i] = (u32)n->member[i];
		if (n->member[i] >= d->archive->ranks)
			return false;
	}
	return true;
}

static bool find_comms(struct definitions *d, struct sim_error *err)
{
	for (u32 i = 0; i < d->archive->comms; i++) {
		struct comm *c = &d->archive->comm[i];
		bool ok = find_members(d, d->pair[i][0], &c->member, &c->members);

		if (ok && d->pair[i][1] != OTF2_UNDEFINED_GROUP)
			ok = find_members(d, d->pair[i][1], &c->remote, &c->remotes);
		if (!ok)
			return refuse(d->archive->path, err, "a communicator has ranks that are not defined: the archive is damaged; trace the program again");
		comm_index(c);
	}
	return true;
}

static int compare_comms(const void *a, const void *b)
{
	const struct comm *x = a, *y = b;

	return x->id < y->id ? -1 : x->id > y->id;
}

static int compare_windows(const void *a, const void *b)
{
	const struct window *x = a, *y = b;

	return x->id < y->id ? -1 : x->id > y->id;
}

static void free_definitions(struct definitions *d)
{
	for (u32 i = 0; i < d->string.chains; i++)
		for (struct table_item *item = d->string.chain[i]; item; item = item->next)
			free(((struct named *)item)->text);
	for (u32 i = 0; i < d->group.chains; i++)
		for (struct table_item *item = d->group.chain[i]; item; item = item->next)
			free(((struct named *)item)->member);
	table_free(&d->string);
	table_free(&d->group);
	free(d->of_group);
	free(d->pair);
}

static bool read_definitions(struct definitions *d, OTF2_Reader *reader, struct sim_error *err)
{
	OTF2_GlobalDefReaderCallbacks *callbacks = OTF2_GlobalDefReaderCallbacks_New();
	OTF2_GlobalDefReader *from = OTF2_Reader_GetGlobalDefReader(reader);
	struct archive *a = d->archive;
	bool ok;
	u64 n;

	OTF2_GlobalDefReaderCallbacks_SetStringCallback(callbacks, take_string);
	OTF2_GlobalDefReaderCallbacks_SetGroupCallback(callbacks, take_group);
	OTF2_GlobalDefReaderCallbacks_SetLocationCallback(callbacks, take_location);
	OTF2_GlobalDefReaderCallbacks_SetCommCallback(callbacks, take_comm);
	OTF2_GlobalDefReaderCallbacks_SetInterCommCallback(callbacks, take_intercomm);
	OTF2_GlobalDefReaderCallbacks_SetRmaWinCallback(callbacks, take_window);
	OTF2_GlobalDefReaderCallbacks_SetRegionCallback(callbacks, take_region);
	OTF2_GlobalDefReaderCallbacks_SetClockPropertiesCallback(callbacks, take_clock);
	ok = from &&
	     OTF2_Reader_RegisterGlobalDefCallbacks(reader, from, callbacks, d) == OTF2_SUCCESS &&
	     OTF2_Reader_ReadAllGlobalDefinitions(reader, from, &n) == OTF2_SUCCESS;
	OTF2_GlobalDefReaderCallbacks_Delete(callbacks);
	if (!ok)
		return refuse(a->path, err, "its definitions cannot be read: the archive is damaged or was cut; trace the program again");
	if (!find_ranks(d, err) || !find_comms(d, err))
		return false;
	qsort(a->location, a->locations, sizeof(*a->location), compare_locations);
	qsort(a->comm, a->comms, sizeof(*a->comm), compare_comms);
	if (a->windows)
		qsort(a->window, a->windows, sizeof(*a->window), compare_windows);
	return true;
}

static OTF2_Reader *open_reader(const char *path, struct sim_error *err)
{
	OTF2_Reader *reader;

	said[0] = '\0';
	OTF2_Error_RegisterCallback(keep_error, NULL);
	reader = OTF2_Reader_Open(path);
	if (!reader) {
		refuse(path, err, "it cannot be opened as an OTF2 archive of this version; give the file traces.otf2 of an archive, whose directory is whole");
		return NULL;
	}
	OTF2_Reader_SetSerialCollectiveCallbacks(reader);
	return reader;
}

static struct archive *otf2_open(const char *path, struct sim_error *err)
{
	struct definitions d = { .archive = sim_alloc(1, sizeof(*d.archive)) };
	OTF2_Reader *reader = open_reader(path, err);
	bool ok;

	d.archive->path = path;
	ok = reader && read_definitions(&d, reader, err);
	if (ok && OTF2_Reader_GetProperty(reader, "SEASTAR::NOT_REPLAYED",
					  &d.archive->not_replayed) != OTF2_SUCCESS)
		d.archive->not_replayed = NULL;
	if (reader)
		OTF2_Reader_Close(reader);
	free_definitions(&d);
	if (ok)
		return d.archive;
	archive_free(d.archive);
	return NULL;
}

/**
 * struct reading - events while they are read
 * @archive: archive with the definitions
 * @take: function that gets events
 * @ctx: first argument of @take
 * @err: receives the error of @take
 * @refused: @take has ended the reading
 */
struct reading {
	const struct archive *archive;
	archive_take *take;
	void *ctx;
	struct sim_error *err;
	bool refused;
};

static const struct archive_location *find_location(const struct archive *a, u64 id)
{
	const struct archive_location key = { .id = id };
	const struct archive_location *l = bsearch(&key, a->location, a->locations,
						   sizeof(key), compare_locations);

	return l && l->rank != ARCHIVE_NO_RANK ? l : NULL;
}

static u32 find_comm(const struct archive *a, u32 id)
{
	const struct comm key = { .id = id };
	const struct comm *c = bsearch(&key, a->comm, a->comms, sizeof(key), compare_comms);

	return c ? (u32)(c - a->comm) : ARCHIVE_NO_COMM;
}

/* Return the number in the archive of a window's communicator. */
static u32 window_comm(const struct archive *a, u32 id)
{
	const struct window key = { .id = id };
	const struct window *w = NULL;

	if (a->windows)
		w = bsearch(&key, a->window, a->windows, sizeof(key), compare_windows);
	return w ? w->comm : OTF2_UNDEFINED_COMM;
}

static u64 nanoseconds(const struct archive *a, u64 tick)
{
	u64 since = tick > a->start ? tick - a->start : 0;

	return (u64)((unsigned __int128)since * 1000000000 / a->resolution);
}

/* Pass an event on, with its rank, thread, time and communicator filled in. */
static OTF2_CallbackCode pass(struct reading *r, u64 location, u64 tick, struct event e)
{
	const struct archive_location *l = find_location(r->archive, location);

	if (!l)
		return OTF2_CALLBACK_SUCCESS;
	e.rank = l->rank;
	e.thread = l->thread;
	e.time = nanoseconds(r->archive, tick);
	if (r->take(r->ctx, &e, r->err))
		return OTF2_CALLBACK_SUCCESS;
	r->refused = true;
	return OTF2_CALLBACK_INTERRUPT;
}

static OTF2_CallbackCode pass_message(struct reading *r, u64 location, u64 tick,
				      enum event_kind kind, u32 peer, u32 comm, u32 tag, u64 bytes,
				      u64 request)
{
	const struct archive_location *l = find_location(r->archive, location);
	struct event e = {
		.kind = kind,
		.request = request,
		.of = { .comm = find_comm(r->archive, comm), .tag = tag, .bytes = bytes },
	};

	if (l && e.of.comm != ARCHIVE_NO_COMM)
		e.of.peer = comm_peer(&r->archive->comm[e.of.comm], l->rank, peer);
	return pass(r, location, tick, e);
}

#define CALLBACK(name, ...) \
	static OTF2_CallbackCode name(OTF2_LocationRef location, OTF2_TimeStamp time, void *ctx, \
				      OTF2_AttributeList *attributes, ##__VA_ARGS__)
#define UNUSED_ATTRIBUTES ((void)attributes)

static enum call_class call_of(struct reading *r, OTF2_RegionRef region)
{
	return region < r->archive->calls ? r->archive->call[region] : CALL_OUTSIDE;
}

CALLBACK(on_enter, OTF2_RegionRef region)
{
	const struct archive *a = ((struct reading *)ctx)->archive;
	struct event e = { .kind = EVENT_ENTER, .call = call_of(ctx, region) };

	UNUSED_ATTRIBUTES;
	if (region < a->calls)
		e.name = a->call_name[region];
	return pass(ctx, location, time, e);
}

CALLBACK(on_leave, OTF2_RegionRef region)
{
	UNUSED_ATTRIBUTES;
	return pass(ctx, location, time,
		    (struct event){ .kind = EVENT_LEAVE, .call = call_of(ctx, region) });
}

CALLBACK(on_send, u32 peer, OTF2_CommRef comm, u32 tag, u64 bytes)
{
	UNUSED_ATTRIBUTES;
	return pass_message(ctx, location, time, EVENT_SEND, peer, comm, tag, bytes, 0);
}

CALLBACK(on_isend, u32 peer, OTF2_CommRef comm, u32 tag, u64 bytes, u64 request)
{
	UNUSED_ATTRIBUTES;
	return pass_message(ctx, location, time, EVENT_SEND_BEGIN, peer, comm, tag, bytes, request);
}

CALLBACK(on_isend_complete, u64 request)
{
	UNUSED_ATTRIBUTES;
	return pass(ctx, location, time,
		    (struct event){ .kind = EVENT_SEND_END, .request = request });
}

CALLBACK(on_irecv_request, u64 request)
{
	UNUSED_ATTRIBUTES;
	return pass(ctx, location, time,
		    (struct event){ .kind = EVENT_RECEIVE_BEGIN, .request = request });
}

CALLBACK(on_recv, u32 peer, OTF2_CommRef comm, u32 tag, u64 bytes)
{
	UNUSED_ATTRIBUTES;
	return pass_message(ctx, location, time, EVENT_RECEIVE, peer, comm, tag, bytes, 0);
}

CALLBACK(on_irecv, u32 peer, OTF2_CommRef comm, u32 tag, u64 bytes, u64 request)
{
	UNUSED_ATTRIBUTES;
	return pass_message(ctx, location, time, EVENT_RECEIVE_END, peer, comm, tag, bytes,
			    request);
}

CALLBACK(on_cancelled, u64 request)
{
	UNUSED_ATTRIBUTES;
	return pass(ctx, location, time,
		    (struct event){ .kind = EVENT_CANCEL, .request = request });
}

static const u32 operations[] = {
	[OTF2_COLLECTIVE_OP_BARRIER] = OPERATION_BARRIER,
	[OTF2_COLLECTIVE_OP_BCAST] = OPERATION_BCAST,
	[OTF2_COLLECTIVE_OP_GATHER] = OPERATION_GATHER,
	[OTF2_COLLECTIVE_OP_GATHERV] = OPERATION_GATHERV,
	[OTF2_COLLECTIVE_OP_SCATTER] = OPERATION_SCATTER,
	[OTF2_COLLECTIVE_OP_SCATTERV] = OPERATION_SCATTERV,
	[OTF2_COLLECTIVE_OP_ALLGATHER] = OPERATION_ALLGATHER,
	[OTF2_COLLECTIVE_OP_ALLGATHERV] = OPERATION_ALLGATHERV,
	[OTF2_COLLECTIVE_OP_ALLTOALL] = OPERATION_ALLTOALL,
	[OTF2_COLLECTIVE_OP_ALLTOALLV] = OPERATION_ALLTOALLV,
	[OTF2_COLLECTIVE_OP_ALLTOALLW] = OPERATION_ALLTOALLV,
	[OTF2_COLLECTIVE_OP_ALLREDUCE] = OPERATION_ALLREDUCE,
	[OTF2_COLLECTIVE_OP_REDUCE] = OPERATION_REDUCE,
	[OTF2_COLLECTIVE_OP_REDUCE_SCATTER] = OPERATION_REDUCE_SCATTER,
	[OTF2_COLLECTIVE_OP_SCAN] = OPERATION_SCAN,
	[OTF2_COLLECTIVE_OP_EXSCAN] = OPERATION_EXSCAN,
	[OTF2_COLLECTIVE_OP_REDUCE_SCATTER_BLOCK] = OPERATION_REDUCE_SCATTER_BLOCK,
	[OTF2_COLLECTIVE_OP_CREATE_HANDLE] = OPERATION_CREATE,
	[OTF2_COLLECTIVE_OP_DESTROY_HANDLE] = OPERATION_DESTROY,
	[OTF2_COLLECTIVE_OP_ALLOCATE] = OPERATION_CREATE,
	[OTF2_COLLECTIVE_OP_DEALLOCATE] = OPERATION_CREATE,
	[OTF2_COLLECTIVE_OP_CREATE_HANDLE_AND_ALLOCATE] = OPERATION_CREATE,
	[OTF2_COLLECTIVE_OP_DESTROY_HANDLE_AND_DEALLOCATE] = OPERATION_CREATE,
};

/* Pass a collective operation on; one of a newer OTF2 is a call without a record. */
static OTF2_CallbackCode pass_collective(struct reading *r, u64 location, u64 tick,
					 enum event_kind kind, u32 operation,
					 const struct transfer *of, u64 request)
{
	struct event e = { .kind = kind, .request = request, .of = *of };

	if (operation >= sizeof(operations) / sizeof(operations[0]))
		return OTF2_CALLBACK_SUCCESS;
	e.of.comm = find_comm(r->archive, of->comm);
	e.of.operation = operations[operation];
	return pass(r, location, tick, e);
}

CALLBACK(on_collective, OTF2_CollectiveOp operation, OTF2_CommRef comm, u32 root, u64 sent,
	 u64 received)
{
	struct transfer of = {
		.comm = comm, .root = root, .bytes = sent, .received = received,
	};

	UNUSED_ATTRIBUTES;
	return pass_collective(ctx, location, time, EVENT_COLLECTIVE, operation, &of, 0);
}

CALLBACK(on_icollective_request, u64 request)
{
	UNUSED_ATTRIBUTES;
	return pass(ctx, location, time,
		    (struct event){ .kind = EVENT_COLLECTIVE_BEGIN, .request = request });
}

CALLBACK(on_icollective, OTF2_CollectiveOp operation, OTF2_CommRef comm, u32 root, u64 sent,
	 u64 received, u64 request)
{
	struct transfer of = {
		.comm = comm, .root = root, .bytes = sent, .received = received,
	};

	UNUSED_ATTRIBUTES;
	return pass_collective(ctx, location, time, EVENT_COLLECTIVE_END, operation, &of, request);
}

/* Operations on windows wait for all members, and move no bytes by themselves. */
CALLBACK(on_window, OTF2_CollectiveOp operation, OTF2_RmaSyncLevel level, OTF2_RmaWinRef win,
	 u32 root, u64 sent, u64 received)
{
	struct reading *r = ctx;
	struct transfer of = { .comm = window_comm(r->archive, win), .root = root };

	UNUSED_ATTRIBUTES;
	(void)sent;
	(void)received;
	if (!(level & OTF2_RMA_SYNC_LEVEL_PROCESS))
		return OTF2_CALLBACK_SUCCESS;
	return pass_collective(r, location, time, EVENT_COLLECTIVE, operation, &of, 0);
}

static OTF2_CallbackCode pass_bytes(struct reading *r, u64 location, u64 tick, u64 bytes)
{
	return pass(r, location, tick, (struct event){ .kind = EVENT_MOVE, .of.bytes = bytes });
}

CALLBACK(on_put, OTF2_RmaWinRef win, u32 remote, u64 bytes, u64 id)
{
	UNUSED_ATTRIBUTES;
	(void)win;
	(void)remote;
	(void)id;
	return pass_bytes(ctx, location, time, bytes);
}

CALLBACK(on_atomic, OTF2_RmaWinRef win, u32 remote, OTF2_RmaAtomicType type, u64 sent, u64 received,
	 u64 id)
{
	UNUSED_ATTRIBUTES;
	(void)win;
	(void)remote;
	(void)type;
	(void)id;
	return pass_bytes(ctx, location, time, sent + received);
}

CALLBACK(on_io, OTF2_IoHandleRef handle, OTF2_IoOperationMode mode, OTF2_IoOperationFlag flags,
	 u64 bytes, u64 id)
{
	UNUSED_ATTRIBUTES;
	(void)handle;
	(void)mode;
	(void)flags;
	(void)id;
	return pass_bytes(ctx, location, time, bytes == OTF2_UNDEFINED_UINT64 ? 0 : bytes);
}

static OTF2_GlobalEvtReaderCallbacks *callbacks_new(void)
{
	OTF2_GlobalEvtReaderCallbacks *c = OTF2_GlobalEvtReaderCallbacks_New();

#define SET(name, function) OTF2_GlobalEvtReaderCallbacks_Set##name##Callback(c, function)
	SET(Enter, on_enter);
	SET(Leave, on_leave);
	SET(MpiSend, on_send);
	SET(MpiIsend, on_isend);
	SET(MpiIsendComplete, on_isend_complete);
	SET(MpiIrecvRequest, on_irecv_request);
	SET(MpiRecv, on_recv);
	SET(MpiIrecv, on_irecv);
	SET(MpiRequestCancelled, on_cancelled);
	SET(MpiCollectiveEnd, on_collective);
	SET(NonBlockingCollectiveRequest, on_icollective_request);
	SET(NonBlockingCollectiveComplete, on_icollective);
	SET(RmaCollectiveEnd, on_window);
	SET(RmaPut, on_put);
	SET(RmaGet, on_put);
	SET(RmaAtomic, on_atomic);
	SET(IoOperationBegin, on_io);
#undef SET
	return c;
}

/* Return true if a location is of @rank, or of any where @rank is ARCHIVE_NO_RANK. */
static bool is_of(const struct archive_location *l, u32 rank)
{
	return l->rank != ARCHIVE_NO_RANK && (rank == ARCHIVE_NO_RANK || rank == l->rank);
}

/* Read a location's own definitions, which have the offsets of its clock, and open its events. */
static bool open_location(OTF2_Reader *reader, u64 id)
{
	OTF2_DefReader *from = OTF2_Reader_GetDefReader(reader, id);
	bool ok;
	u64 n;

	ok = from && OTF2_Reader_ReadAllLocalDefinitions(reader, from, &n) == OTF2_SUCCESS;
	if (from)
		OTF2_Reader_CloseDefReader(reader, from);
	return ok && OTF2_Reader_GetEvtReader(reader, id);
}

/* Open the events of one rank, or of all. */
static bool open_events(OTF2_Reader *reader, const struct archive *a, u32 rank)
{
	bool ok = true;

	for (u32 i = 0; ok && i < a->locations; i++)
		if (is_of(&a->location[i], rank))
			ok = OTF2_Reader_SelectLocation(reader, a->location[i].id) == OTF2_SUCCESS;
	ok = ok && OTF2_Reader_OpenDefFiles(reader) == OTF2_SUCCESS &&
	     OTF2_Reader_OpenEvtFiles(reader) == OTF2_SUCCESS;
	for (u32 i = 0; ok && i < a->locations; i++)
		if (is_of(&a->location[i], rank))
			ok = open_location(reader, a->location[i].id);
	return ok && OTF2_Reader_CloseDefFiles(reader) == OTF2_SUCCESS;
}

/* Return true if all events of one location can be read. */
static bool is_readable(const struct archive *a, const struct archive_location *l)
{
	OTF2_Reader *reader = OTF2_Reader_Open(a->path);
	OTF2_EvtReader *from = NULL;
	bool ok;
	u64 n;

	if (!reader)
		return false;
	OTF2_Reader_SetSerialCollectiveCallbacks(reader);
	ok = OTF2_Reader_SelectLocation(reader, l->id) == OTF2_SUCCESS &&
	     OTF2_Reader_OpenDefFiles(reader) == OTF2_SUCCESS &&
	     OTF2_Reader_OpenEvtFiles(reader) == OTF2_SUCCESS && open_location(reader, l->id);
	if (ok)
		from = OTF2_Reader_GetEvtReader(reader, l->id);
	ok = from && OTF2_Reader_ReadAllLocalEvents(reader, from, &n) == OTF2_SUCCESS;
	OTF2_Reader_Close(reader);
	return ok;
}

/* Refuse an archive whose events could not be read, with the first location that cannot be. */
static void refuse_events(const struct archive *a, u32 rank, struct sim_error *err)
{
	const struct archive_location *l = a->location, *end = l + a->locations;
	char which[64] = "", why[256];

	while (l < end && (!is_of(l, rank) || is_readable(a, l)))
		l++;
	if (l < end)
		snprintf(which, sizeof(which), " of rank %" PRIu32 " (traces/%" PRIu64 ".evt)", l->rank,
			 l->id);
	snprintf(why, sizeof(why), "its events%s cannot be read: the archive is damaged or was cut; trace the program again",
		 which);
	refuse(a->path, err, why);
}

static bool otf2_read(const struct archive *a, u32 rank, archive_take *take, void *ctx,
		      struct sim_error *err)
{
	struct reading r = { a, take, ctx, err, false };
	OTF2_Reader *reader = open_reader(a->path, err);
	OTF2_GlobalEvtReaderCallbacks *callbacks = callbacks_new();
	OTF2_GlobalEvtReader *from = NULL;
	bool ok = reader && open_events(reader, a, rank);
	u64 n;

	if (ok)
		from = OTF2_Reader_GetGlobalEvtReader(reader);
	ok = from &&
	     OTF2_Reader_RegisterGlobalEvtCallbacks(reader, from, callbacks, &r) == OTF2_SUCCESS &&
	     OTF2_Reader_ReadAllGlobalEvents(reader, from, &n) == OTF2_SUCCESS;
	OTF2_GlobalEvtReaderCallbacks_Delete(callbacks);
	if (reader)
		OTF2_Reader_Close(reader);
	if (reader && !ok && !r.refused)
		refuse_events(a, rank, err);
	return ok;
}

#else

#include "otf2.h"

static struct archive *otf2_open(const char *path, struct sim_error *err)
{
	sim_fail(err, "%.200s: this seastar-sim was built without OTF2; install libopen-trace-format2-dev (make setup-otf2), and build it again",
		 path);
	return NULL;
}

static bool otf2_read(const struct archive *a, u32 rank, archive_take *take, void *ctx,
		      struct sim_error *err)
{
	(void)rank;
	(void)take;
	(void)ctx;
	return sim_fail(err, "%.200s: not read", a->path);
}

#endif /* SIM_OTF2 */

const struct archive_format otf2_format = { .open = otf2_open, .read = otf2_read };

// SPDX-License-Identifier: GPL-2.0-only
/*
 * Records have the bytes of all pairs of ranks, as Score-P counts them (docs/mpi-trace.md): of a
 * broadcast of 12 bytes to 5 ranks the root sends 60.  In place, a rank's own share is left out.
 * Or they have the bytes of the call's arguments, as Extrae counts them.
 */
#include <inttypes.h>
#include <stdio.h>

#include "sim/base/memory.h"

#include "gather.h"

/**
 * struct gathered - a collective operation
 * @c: operation, once all ranks have a record of it
 * @operation: &enum operation
 * @ranks: ranks that have a record so far
 * @root: its root, or the root of the first record
 * @marked: records whose root is not 0
 * @differs: not all records have the same root
 * @line: line of the last record, or 0
 * @last: rank of this record
 * @sent: bytes by rank, until all have a record
 * @received: bytes that ranks receive, likewise
 * @inside: the operation is in the range that is converted
 */
struct gathered {
	struct collective c;
	u32 operation;
	u32 ranks;
	u32 root;
	u32 marked;
	bool differs;
	u64 line;
	u32 last;
	u64 *sent;
	u64 *received;
	bool inside;
};

/**
 * struct gatherer - the collective operations of a communicator
 * @of: operations, by number
 * @count: number of operations
 * @done: by rank: number of operations that it has a record of; NULL: the communicator is
 *	each rank's own
 */
struct gatherer {
	struct gathered *of;
	u64 count;
	u64 *done;
};

struct gather {
	const struct archive *archive;
	struct gatherer *comm;
	struct gather_found found;
};

static const enum collective_kind kinds[] = {
	[OPERATION_BARRIER] = COLLECTIVE_BARRIER,
	[OPERATION_BCAST] = COLLECTIVE_BCAST,
	[OPERATION_GATHER] = COLLECTIVE_GATHER,
	[OPERATION_GATHERV] = COLLECTIVE_GATHER,
	[OPERATION_SCATTER] = COLLECTIVE_SCATTER,
	[OPERATION_SCATTERV] = COLLECTIVE_SCATTER,
	[OPERATION_ALLGATHER] = COLLECTIVE_ALLGATHER,
	[OPERATION_ALLGATHERV] = COLLECTIVE_ALLGATHER,
	[OPERATION_ALLTOALL] = COLLECTIVE_ALLTOALL,
	[OPERATION_ALLTOALLV] = COLLECTIVE_ALLTOALL,
	[OPERATION_ALLREDUCE] = COLLECTIVE_ALLREDUCE,
	[OPERATION_REDUCE] = COLLECTIVE_REDUCE,
	[OPERATION_REDUCE_SCATTER] = COLLECTIVE_REDUCE_SCATTER,
	[OPERATION_SCAN] = COLLECTIVE_SCAN,
	[OPERATION_EXSCAN] = COLLECTIVE_SCAN,
	[OPERATION_REDUCE_SCATTER_BLOCK] = COLLECTIVE_REDUCE_SCATTER,
	[OPERATION_CREATE] = COLLECTIVE_BARRIER,
};

/* Return the greatest of @n numbers, except for the one at @except. */
static u64 greatest(const u64 *bytes, u32 n, u32 except)
{
	u64 most = 0;

	for (u32 i = 0; i < n; i++)
		if (i != except && bytes[i] > most)
			most = bytes[i];
	return most;
}

static u64 sum(const u64 *bytes, u32 n)
{
	u64 all = 0;

	for (u32 i = 0; i < n; i++)
		all += bytes[i];
	return all;
}

/*
 * Return the block that a rank sends to each of @n ranks, itself included unless it is in place.
 * Where the bytes can be either, they are not in place.
 */
static u64 block(u64 bytes, u32 n, u64 *ambiguous)
{
	if (bytes % n)
		return bytes / (n - 1);
	*ambiguous += bytes && !(bytes % (n - 1));
	return bytes / n;
}

/* Return true if @n ranks, of which each sends its share to all, leave out their own shares. */
static bool are_in_place(const u64 *sent, const u64 *all, u32 n)
{
	for (u32 i = 0; i < n; i++)
		if (all[i] != all[0] || sent[i] % n)
			return true;
	return sum(sent, n) != all[0] * n;
}

/* Return true if all shares are equal, and can be larger ones in place. */
static bool can_be_in_place(const u64 *sent, u32 n)
{
	for (u32 i = 0; i < n; i++)
		if (sent[i] != sent[0])
			return false;
	return sent[0] && !(sent[0] % (n - 1));
}

/*
 * Return the shares of ranks, each of which sends its own to all: bytes that the caller frees.
 * Where they can be either, they are not in place.
 */
static u64 *shares(const u64 *sent, const u64 *all, u32 n, u64 *ambiguous)
{
	u64 *share = sim_alloc(n, sizeof(*share));
	bool in_place = are_in_place(sent, all, n);

	*ambiguous += !in_place && can_be_in_place(sent, n);
	for (u32 i = 0; i < n; i++)
		share[i] = sent[i] / (in_place ? n - 1 : n);
	return share;
}

/* Return the bytes of a scan: rank 0 receives its own share alone, or, in place, none. */
static u64 scanned(const struct gathered *g, u32 n)
{
	if (g->operation == OPERATION_SCAN && g->received[0])
		return g->received[0];
	return g->sent[0] / (n - 1);
}

/* Return the block of @n ranks; one that is in place sends none, but receives all blocks. */
static u64 sent_block(const struct gathered *g, u32 n)
{
	u64 sent = greatest(g->sent, n, n);

	return sent ? sent : greatest(g->received, n, n) / n;
}

/* Return true if no rank sends bytes, but some receive them: the operation is in place. */
static bool are_received_alone(const struct gathered *g, u32 n)
{
	return !greatest(g->sent, n, n) && greatest(g->received, n, n);
}

/* Return the blocks of @n ranks; in place no record has them, but only their sum. */
static u64 *sent_blocks(struct gathered *g, u32 n, u64 *equal)
{
	u64 all = greatest(g->received, n, n);

	if (!are_received_alone(g, n))
		return g->sent;
	*equal += g->inside;
	for (u32 i = 0; i < n; i++)
		g->sent[i] = all / n + (i < all % n);
	return g->sent;
}

/* Take the bytes of an operation that records have as the call's arguments, and return its blocks. */
static u64 *take_arguments(struct gather *all, struct gathered *g, u32 n)
{
	struct collective *c = &g->c;

	switch (g->operation) {
	case OPERATION_GATHER:
		c->bytes = greatest(g->sent, n, c->root);
		return NULL;
	case OPERATION_SCATTER:
		c->bytes = greatest(g->received, n, c->root);
		return NULL;
	case OPERATION_ALLGATHER:
	case OPERATION_ALLTOALL:
		c->bytes = sent_block(g, n);
		return NULL;
	case OPERATION_REDUCE_SCATTER_BLOCK:
		c->bytes = greatest(g->received, n, n);
		return NULL;
	case OPERATION_GATHERV:
		return g->sent;
	case OPERATION_ALLGATHERV:
		return sent_blocks(g, n, &all->found.equal);
	case OPERATION_ALLTOALLV:
		/* in place a rank sends as many bytes as it receives */
		return are_received_alone(g, n) ? g->received : g->sent;
	case OPERATION_SCATTERV:
	case OPERATION_REDUCE_SCATTER:
		return g->received;
	case OPERATION_BARRIER:
		return NULL;
	default:
		c->bytes = greatest(g->sent, n, n);
		if (greatest(g->received, n, n) > c->bytes)
			c->bytes = greatest(g->received, n, n);
		return NULL;
	}
}

/* Take the bytes of an operation that records have as Score-P counts them; return its blocks. */
static u64 *take_counts(struct gather *all, struct gathered *g, u32 n)
{
	struct collective *c = &g->c;

	switch (g->operation) {
	case OPERATION_BCAST:
		c->bytes = greatest(g->received, n, n);
		break;
	case OPERATION_GATHER:
	case OPERATION_REDUCE:
		c->bytes = greatest(g->sent, n, g->root);
		break;
	case OPERATION_SCATTER:
		c->bytes = greatest(g->received, n, g->root);
		break;
	case OPERATION_ALLGATHER:
	case OPERATION_ALLTOALL:
	case OPERATION_ALLREDUCE:
	case OPERATION_REDUCE_SCATTER_BLOCK:
		c->bytes = block(greatest(g->received, n, n), n, &all->found.ambiguous);
		break;
	case OPERATION_SCAN:
	case OPERATION_EXSCAN:
		c->bytes = scanned(g, n);
		break;
	case OPERATION_GATHERV:
	case OPERATION_ALLTOALLV:
		return g->sent;
	case OPERATION_SCATTERV:
		return g->received;
	case OPERATION_ALLGATHERV:
		return shares(g->sent, g->received, n, &all->found.ambiguous);
	case OPERATION_REDUCE_SCATTER:
		/* a rank receives its own block of each, and sends all blocks */
		return shares(g->received, g->sent, n, &all->found.ambiguous);
	default:
		break;
	}
	return NULL;
}

/* Take the bytes of an operation out of the records of all ranks, two or more. */
static void take_bytes(struct gather *all, struct gathered *g, u32 n)
{
	u64 *keep = all->archive->format->has_arguments ? take_arguments(all, g, n) :
							  take_counts(all, g, n);

	g->c.by_rank = keep;
	if (keep != g->sent)
		free(g->sent);
	if (keep != g->received)
		free(g->received);
	g->sent = NULL;
	g->received = NULL;
}

static const char damaged[] = "the archive is damaged; trace the program again";

static bool fail(const struct gather *g, u32 rank, const struct step *s, u64 number,
		 const char *why, struct sim_error *err)
{
	char place[ARCHIVE_PLACE];

	return sim_fail(err, "%s: collective operation %" PRIu64 " of %.64s %s: %s",
			archive_place(g->archive, rank, &s->of, s->end, place), number + 1,
			comm_name(&g->archive->comm[s->of.comm]), why,
			g->archive->format->lacks ? g->archive->format->lacks : damaged);
}

/* Find operation @number of a communicator, which this rank may be the first to have. */
static struct gathered *find(struct gatherer *of, u64 number, const struct step *s, u32 members,
			     bool inside)
{
	struct gathered *g;

	if (number < of->count)
		return &of->of[number];
	if (!(of->count & (of->count - 1)))
		of->of = sim_grow(of->of, of->count ? 2 * of->count : 1, sizeof(*of->of));
	g = &of->of[of->count++];
	*g = (struct gathered){
		.c = { .kind = kinds[s->of.operation], .ranks = members },
		.inside = inside,
		.operation = s->of.operation,
		.root = s->of.root,
		.sent = sim_alloc(members, sizeof(*g->sent)),
		.received = sim_alloc(members, sizeof(*g->received)),
	};
	return g;
}

static bool has_root(u32 operation)
{
	return kinds[operation] == COLLECTIVE_BCAST || kinds[operation] == COLLECTIVE_REDUCE ||
	       kinds[operation] == COLLECTIVE_GATHER || kinds[operation] == COLLECTIVE_SCATTER;
}

/*
 * Take the root of an operation that all ranks have a record of, where records have marks of the root
 * or its rank of the world; false: they have neither.
 */
static bool find_root(struct gathered *g, const struct comm *comm)
{
	if (g->differs)
		return g->marked == 1 && g->c.root != ARCHIVE_NO_COMM;
	g->c.root = comm_rank(comm, g->root);
	return g->c.root != ARCHIVE_NO_COMM;
}

/*
 * Take the root of a record; where records have a mark, 1, rank @own of the communicator is the
 * root.
 */
static void take_mark(struct gathered *g, const struct step *s, u32 own)
{
	g->differs |= s->of.root != g->root;
	if (!s->of.root)
		return;
	g->marked++;
	g->c.root = s->of.root == 1 ? own : ARCHIVE_NO_COMM;
}

bool gather_step(struct gather *g, u32 rank, const struct step *s, bool inside,
		 struct sim_error *err)
{
	const struct comm *comm = &g->archive->comm[s->of.comm];
	struct gatherer *of = &g->comm[s->of.comm];
	bool marks = g->archive->format->has_marks;
	u32 own = comm_rank(comm, rank);
	struct gathered *c;
	u64 number;

	if (!comm_is_shared(comm))
		return true;
	if (own == ARCHIVE_NO_COMM)
		return fail(g, rank, s, 0, "is of a communicator that does not have this rank",
			    err);
	if (!of->done)
		of->done = sim_alloc(comm_size(comm), sizeof(*of->done));
	number = of->done[own]++;
	c = find(of, number, s, comm_size(comm), inside);
	if (c->operation != s->of.operation)
		return fail(g, rank, s, number, "is another one than at other ranks", err);
	if (has_root(s->of.operation) && marks) {
		take_mark(c, s, own);
	} else if (has_root(s->of.operation)) {
		if (c->root != s->of.root || c->root >= comm->members)
			return fail(g, rank, s, number, "has another root than at other ranks",
				    err);
		c->c.root = c->root;
	}
	c->line = s->of.line;
	c->last = rank;
	c->sent[own] = s->of.bytes;
	c->received[own] = s->of.received;
	if (++c->ranks < comm_size(comm))
		return true;
	if (has_root(s->of.operation) && marks && !find_root(c, comm))
		return fail(g, rank, s, number, "does not have one root at all its ranks", err);
	g->found.calls[c->c.kind] += c->inside;
	take_bytes(g, c, comm_size(comm));
	return true;
}

/* Write where the last record of an operation is, as far as the archive has lines. */
static const char *place_of(const struct gather *g, const struct gathered *of, char *place)
{
	if (of->line)
		snprintf(place, ARCHIVE_PLACE, "%.200s:%" PRIu64,
			 archive_file(g->archive, of->last), of->line);
	else
		snprintf(place, ARCHIVE_PLACE, "%.200s", g->archive->path);
	return place;
}

static const char was_cut[] = "the program did not end, or the archive was cut; trace the program to its end";

bool gather_end(const struct gather *g, struct gather_found *found, struct sim_error *err)
{
	char place[ARCHIVE_PLACE];

	*found = g->found;
	for (u32 i = 0; i < g->archive->comms; i++) {
		const struct gatherer *of = &g->comm[i];

		for (u64 k = 0; k < of->count; k++)
			if (of->of[k].ranks < of->of[k].c.ranks)
				return sim_fail(err, "%s: collective operation %" PRIu64 " of %.64s (%s) has the records of %u of its %u ranks: %s",
						place_of(g, &of->of[k], place), k + 1,
						comm_name(&g->archive->comm[i]),
						collective_kind_names[of->of[k].c.kind],
						of->of[k].ranks, of->of[k].c.ranks,
						g->archive->format->lacks ? g->archive->format->lacks : was_cut);
	}
	return true;
}

const struct collective *gather_operation(const struct gather *g, u32 comm, u64 number)
{
	return number < g->comm[comm].count ? &g->comm[comm].of[number].c : NULL;
}

bool gather_is_inside(const struct gather *g, u32 comm, u64 number)
{
	return g->comm[comm].of[number].inside;
}

enum collective_kind gather_kind(u32 operation)
{
	return kinds[operation];
}

struct gather *gather_new(const struct archive *a)
{
	struct gather *g = sim_alloc(1, sizeof(*g));

	g->archive = a;
	g->comm = sim_alloc(a->comms, sizeof(*g->comm));
	return g;
}

void gather_free(struct gather *g)
{
	if (!g)
		return;
	for (u32 i = 0; i < g->archive->comms; i++) {
		for (u64 k = 0; k < g->comm[i].count; k++) {
			free((u64 *)g->comm[i].of[k].c.by_rank);
			free(g->comm[i].of[k].sent);
			free(g->comm[i].of[k].received);
		}
		free(g->comm[i].of);
		free(g->comm[i].done);
	}
	free(g->comm);
	free(g);
}

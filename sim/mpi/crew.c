// SPDX-License-Identifier: GPL-2.0-only
/*
 * Ranks of an MPI job that run a fabric, window after window (sim/core/fabric.h): rank i
 * has region i.
 *
 * After each window a rank sends one MPI message to each of its neighbours, whose regions have
 * links to its own: a greeting with the cycle of its next event, then the messages of its region
 * for the other's.  If all ranks are neighbours, each computes from the greetings where the next
 * window begins.  Otherwise windows follow each other without a gap, and all ranks exchange
 * messages only every PERIOD windows: to skip windows without events, and to send messages that are
 * not urgent.  Ranks that are no neighbours exchange only deliveries, which their sources count.
 * If sources wait for deliveries, all ranks are neighbours.
 */
#include <mpi.h>

#include "sim/base/memory.h"
#include "sim/run/crew.h"

#define PERIOD	16	/* windows */

/* Messages that are sent later. */
struct kept {
	struct ss_message *at;
	u32 count;
	u32 room;
};

/**
 * struct sim_crew - this rank's place among those that run a fabric
 * @f: the fabric
 * @regions: number of regions, and of ranks that run them; with 1 no other rank takes part,
 * whatever the job
 * @own: the region of this rank
 * @memory: memory of @said
 * @said: messages of each rank after a window; those of this rank go to the others
 * @room: messages that @said has room for, by rank
 * @linked: regions that have links to @own, as bits
 * @all_linked: every two regions have links to each other
 * @near: neighbours in this run
 * @knows: @near has all other regions, on every rank
 * @kept: messages kept for each rank that is no neighbour
 * @message: MPI type of a message
 * @request: requests that MPI has under way
 */
struct sim_crew {
	struct ss_fabric *f;
	u32 regions;
	u32 own;
	struct ss_message *memory;
	struct ss_message *said[SS_MAX_REGIONS];
	u32 room[SS_MAX_REGIONS];
	u64 linked;
	bool all_linked;
	u64 near;
	bool knows;
	struct kept kept[SS_MAX_REGIONS];
	MPI_Datatype message;
	MPI_Request request[2 * SS_MAX_REGIONS];
};

enum tag {
	TAG_WINDOW = 16,	/* messages after a window; pool.c has its own tags */
	TAG_KEPT,		/* messages that were kept for regions that are no neighbours */
	TAG_GIFT,		/* to the leader */
};

/* The size of the job, and this process in it; one that has not begun is alone. */
static int ranks = 1, rank;

u32 sim_crew_begin(void)
{
	MPI_Init(NULL, NULL);
	MPI_Comm_size(MPI_COMM_WORLD, &ranks);
	MPI_Comm_rank(MPI_COMM_WORLD, &rank);
	return rank;
}

void sim_crew_end(void)
{
	MPI_Finalize();
}

u32 sim_crew_ranks(void)
{
	return ranks;
}

u32 sim_crew_own(u32 regions)
{
	return regions > 1 ? rank + 1 : 0;
}

bool sim_crew_agree(u32 regions, bool ok)
{
	int all = ok;

	if (regions > 1)
		MPI_Allreduce(MPI_IN_PLACE, &all, 1, MPI_INT, MPI_LAND, MPI_COMM_WORLD);
	return all;
}

static bool is_alone(const struct sim_crew *c)
{
	return !c || c->regions == 1;
}

/* Make room for all messages that there can be, and a greeting from or to each other rank. */
static bool make_room(struct sim_crew *c)
{
	size_t all = 0, at = 0;

	for (u32 i = 0; i < c->regions; i++) {
		c->room[i] = ss_region_mail_size(c->f, i) + (i == c->own ? c->regions : 1);
		all += c->room[i];
	}
	c->memory = sim_map(all * sizeof(*c->memory));
	for (u32 i = 0; i < c->regions && c->memory; at += c->room[i++])
		c->said[i] = c->memory + at;
	return sim_crew_agree(c->regions, c->memory);
}

static u64 others(const struct sim_crew *c, u32 region)
{
	return (c->regions < 64 ? (1ULL << c->regions) - 1 : ~0ULL) & ~(1ULL << region);
}

static bool is_near(const struct sim_crew *c, u32 region)
{
	return c->near >> region & 1;
}

static void find_neighbours(struct sim_crew *c)
{
	c->all_linked = true;
	for (u32 i = 0; i < c->regions; i++) {
		u64 linked = ss_region_neighbours(c->f, i);

		c->all_linked &= linked == others(c, i);
		if (i == c->own)
			c->linked = linked;
	}
}

struct sim_crew *sim_crew_new(struct ss_fabric *f)
{
	struct sim_crew *c = sim_alloc(1, sizeof(*c));

	c->f = f;
	c->regions = ss_fabric_config(f)->regions;
	c->own = rank;
	if (is_alone(c))
		return c;
	find_neighbours(c);
	MPI_Type_contiguous(sizeof(struct ss_message), MPI_BYTE, &c->message);
	MPI_Type_commit(&c->message);
	if (make_room(c))
		return c;
	sim_crew_free(c);
	return NULL;
}

void sim_crew_free(struct sim_crew *c)
{
	if (!c)
		return;
	if (!is_alone(c))
		MPI_Type_free(&c->message);
	for (u32 i = 0; i < c->regions; i++)
		free(c->kept[i].at);
	sim_unmap(c->memory);
	free(c);
}

/*
 * Return the first cycle that may have events by the state of this rank; the end of the window at
 * @end, if it has messages for another rank.
 */
static u64 next_here(const struct sim_crew *c, u64 end)
{
	u64 next = ss_region_next(c->f, c->own);

	for (u32 i = 0; i < c->regions; i++)
		if (ss_region_mail(c->f, c->own, i, NULL))
			next = end;
	return next > end ? next : end;
}

/* Write the greeting and the messages for rank @other to @to; returns their number. */
static u32 write_down(const struct sim_crew *c, u32 other, u64 next, struct ss_message *to)
{
	const struct ss_message *m = NULL;
	u32 n = 0;

	to[n++] = (struct ss_message){ .cycle = next };
	while ((m = ss_region_mail(c->f, c->own, other, m)))
		to[n++] = *m;
	return n;
}

/* Apply the @n messages of rank @other; returns the cycle of its next event. */
static u64 act_on(struct sim_crew *c, u32 other, int n)
{
	const struct ss_message *said = c->said[other];

	for (int i = 1; i < n; i++)
		ss_region_take(c->f, c->own, &said[i]);
	return said->cycle;
}

/* Keep the messages for rank @other. */
static void keep(struct sim_crew *c, u32 other)
{
	const struct ss_message *m = NULL;
	struct kept *k = &c->kept[other];

	while ((m = ss_region_mail(c->f, c->own, other, m))) {
		if (k->count == k->room) {
			k->room = k->room ? 2 * k->room : 64;
			k->at = sim_grow(k->at, k->room, sizeof(*k->at));
		}
		k->at[k->count++] = *m;
	}
}

/*
 * Exchange messages with the neighbours after the window that ends at @end; returns when the next
 * one begins, as far as they know.
 */
static u64 exchange(struct sim_crew *c, u64 end)
{
	u64 from = next_here(c, end);
	struct ss_message *out = c->said[c->own];
	MPI_Request *hear = c->request, *say = hear + SS_MAX_REGIONS;

	for (u32 i = 0; i < c->regions; i++) {
		u32 n;

		hear[i] = MPI_REQUEST_NULL;
		say[i] = MPI_REQUEST_NULL;
		if (!is_near(c, i)) {
			keep(c, i);
			continue;
		}
		MPI_Irecv(c->said[i], c->room[i], c->message, i, TAG_WINDOW, MPI_COMM_WORLD,
			  &hear[i]);
		n = write_down(c, i, from, out);
		MPI_Isend(out, n, c->message, i, TAG_WINDOW, MPI_COMM_WORLD, &say[i]);
		out += n;
	}
	for (u32 i = 0; i < c->regions; i++) {
		MPI_Status status;
		u64 next;
		int n;

		if (!is_near(c, i))
			continue;
		MPI_Wait(&hear[i], &status);
		MPI_Get_count(&status, c->message, &n);
		next = act_on(c, i, n);
		if (next < from)
			from = next;
	}
	MPI_Waitall(c->regions, say, MPI_STATUSES_IGNORE);
	return from;
}

/* Send the messages kept for each rank, and apply those received. */
static void exchange_kept(struct sim_crew *c)
{
	MPI_Request *say = c->request;
	int mine[SS_MAX_REGIONS], theirs[SS_MAX_REGIONS];

	for (u32 i = 0; i < c->regions; i++)
		mine[i] = c->kept[i].count;
	MPI_Alltoall(mine, 1, MPI_INT, theirs, 1, MPI_INT, MPI_COMM_WORLD);
	for (u32 i = 0; i < c->regions; i++) {
		say[i] = MPI_REQUEST_NULL;
		if (mine[i])
			MPI_Isend(c->kept[i].at, mine[i], c->message, i, TAG_KEPT, MPI_COMM_WORLD,
				  &say[i]);
	}
	for (u32 i = 0; i < c->regions; i++) {
		struct ss_message *said = theirs[i] ? sim_alloc(theirs[i], sizeof(*said)) : NULL;

		if (said)
			MPI_Recv(said, theirs[i], c->message, i, TAG_KEPT, MPI_COMM_WORLD,
				 MPI_STATUS_IGNORE);
		for (int k = 0; k < theirs[i]; k++)
			ss_region_take(c->f, c->own, &said[k]);
		free(said);
	}
	MPI_Waitall(c->regions, say, MPI_STATUSES_IGNORE);
	for (u32 i = 0; i < c->regions; i++)
		c->kept[i].count = 0;
}

/* Synchronize all ranks; this one and its neighbours have no events before cycle @from. */
static u64 gather(struct sim_crew *c, u64 from)
{
	exchange_kept(c);
	MPI_Allreduce(MPI_IN_PLACE, &from, 1, MPI_UINT64_T, MPI_MIN, MPI_COMM_WORLD);
	return from;
}

void sim_crew_run(struct sim_crew *c, u64 cycles)
{
	u64 from = ss_fabric_now(c->f), left = SS_MAX_CYCLES - from;
	u64 stop = from + (cycles < left ? cycles : left);

	if (is_alone(c)) {
		ss_fabric_run(c->f, cycles);
		return;
	}
	c->knows = c->all_linked || ss_traffic_acknowledges(c->f);
	c->near = c->knows ? others(c, c->own) : c->linked;
	for (u32 windows = 1; from < stop; windows++) {
		u64 end = ss_window_begin(c->f, from, stop);

		ss_region_run(c->f, c->own, end);
		from = exchange(c, end);
		ss_window_end(c->f, end);
		if (!c->knows)
			from = windows % PERIOD && end < stop ? end : gather(c, from);
	}
	ss_fabric_skip(c->f, stop);
}

bool sim_crew_leads(const struct sim_crew *c)
{
	return is_alone(c) || !c->own;
}

void sim_crew_give(struct sim_crew *c, u32 region, void *data, size_t size)
{
	/* the leader has its own values already */
	if (is_alone(c) || !region)
		return;
	if (c->own == region)
		MPI_Send(data, size, MPI_BYTE, 0, TAG_GIFT, MPI_COMM_WORLD);
	else if (!c->own)
		MPI_Recv(data, size, MPI_BYTE, region, TAG_GIFT, MPI_COMM_WORLD,
			 MPI_STATUS_IGNORE);
}

void sim_crew_broadcast(struct sim_crew *c, u32 region, void *data, size_t size)
{
	if (!is_alone(c))
		MPI_Bcast(data, size, MPI_BYTE, region, MPI_COMM_WORLD);
}

void sim_crew_share(struct sim_crew *c, void *array, size_t size)
{
	if (!is_alone(c))
		MPI_Allgather(MPI_IN_PLACE, 0, MPI_BYTE, array, size, MPI_BYTE, MPI_COMM_WORLD);
}

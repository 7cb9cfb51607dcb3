// SPDX-License-Identifier: GPL-2.0-only
/*
 * Communicators that a program makes. Members agree on an identifier by a broadcast in the new
 * communicator, or, where that does not exist yet (MPI_Comm_idup), in its parent.
 */
#include <pthread.h>
#include <stdlib.h>
#include <string.h>

#include "tools/seastar-mpi/comms.h"

/*
 * The identifier that a leader offers for a communicator that records cannot name: it has processes
 * outside of the world, or identifiers or memory have run out.
 */
#define NO_ID	UINT32_MAX

/* A list of ranks of the world; communicators with the same list share it. */
struct group {
	struct group *next;
	uint64_t hash;
	uint32_t number;
	int size;
	int ranks[];
};

/**
 * struct led - a communicator that this process defines, as its leader
 * @id: identifier in records
 * @parent: identifier of the communicator that this one was made of
 * @near: number of the leader's group
 * @far: number of the remote group plus one; 0: no intercommunicator
 * @handle: handle of the communicator; MPI_COMM_NULL once it has been freed
 * @name: name of the communicator when it was freed, or NULL
 */
struct led {
	uint32_t id;
	uint32_t parent;
	uint32_t near;
	uint32_t far;
	MPI_Comm handle;
	char *name;
};

static struct map comms = { .entry_size = sizeof(struct comm) };
static struct comm world, self;
static struct group *groups, **groups_end = &groups;
static uint32_t group_count;
static struct led *led;
static size_t led_count, led_room;
static uint32_t *known;
static size_t known_count, known_room;
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;

/* Lock the communicators, which several threads may make and use. */
static void comms_lock(void)
{
	if (tracer.threads)
		pthread_mutex_lock(&lock);
}

static void comms_unlock(void)
{
	if (tracer.threads)
		pthread_mutex_unlock(&lock);
}

/* Allocate memory; end the program without it, since the other ranks rely on this one. */
static void *memory(size_t size)
{
	void *at = malloc(size);

	if (!at) {
		tracer_print("rank %d has no memory for %zu bytes", tracer.rank, size);
		abort();
	}
	return at;
}

/* Describe the communicators that MPI makes. */
void comms_begin(void)
{
	world = (struct comm){ .id = COMM_WORLD_ID, .rank = tracer.rank, .size = tracer.size };
	self = (struct comm){ .id = COMM_SELF_ID, .size = 1 };
}

/* Find the communicator of @handle, or NULL if it has processes from outside of the world. */
const struct comm *comm_find(MPI_Comm handle)
{
	struct comm *comm;

	if (handle == MPI_COMM_WORLD)
		return &world;
	if (handle == MPI_COMM_SELF)
		return &self;
	comms_lock();
	comm = map_find(&comms, MAP_KEY(handle));
	comms_unlock();
	return comm;
}

/* Make room for one more element of @size bytes in @array. */
static bool make_room(void **array, size_t n, size_t *room, size_t size)
{
	void *grown;

	if (n < *room)
		return true;
	grown = realloc(*array, 2 * (n + 8) * size);
	if (!grown)
		return false;
	*array = grown;
	*room = 2 * (n + 8);
	return true;
}

/* Return the number of a list of ranks of the world, which is stored if it is new. */
static bool group_number(const int *ranks, int size, uint32_t *number)
{
	uint64_t hash = size;
	struct group *group;
	int i;

	for (i = 0; i < size; i++)
		hash = (hash ^ (uint32_t)ranks[i]) * 0x100000001b3ull;
	for (group = groups; group; group = group->next)
		if (group->hash == hash && group->size == size &&
		    !memcmp(group->ranks, ranks, size * sizeof(*ranks)))
			break;
	if (!group) {
		group = malloc(sizeof(*group) + size * sizeof(*ranks));
		if (!group)
			return false;
		*group = (struct group){ .hash = hash, .number = group_count++, .size = size };
		memcpy(group->ranks, ranks, size * sizeof(*ranks));
		*groups_end = group;
		groups_end = &group->next;
	}
	*number = group->number;
	return true;
}

/* Store the ranks of @members, which is freed. Return false if some are not of the world. */
static bool group_of_world(MPI_Group members, uint32_t *number)
{
	int size, i, *from, *to;
	bool found = false;

	PMPI_Group_size(members, &size);
	from = malloc(2 * size * sizeof(*from));
	if (from) {
		to = from + size;
		for (i = 0; i < size; i++)
			from[i] = i;
		PMPI_Group_translate_ranks(members, size, from, tracer.world, to);
		found = true;
		for (i = 0; i < size; i++)
			found &= to[i] != MPI_UNDEFINED;
		found = found && group_number(to, size, number);
	}
	free(from);
	PMPI_Group_free(&members);
	return found;
}

/* Define the communicator of @handle, whose leader this process is. */
static bool comm_lead(MPI_Comm handle, const struct comm *comm, uint32_t parent)
{
	struct led one = { .id = comm->id, .parent = parent, .handle = handle };
	MPI_Group group;

	PMPI_Comm_group(handle, &group);
	if (!group_of_world(group, &one.near))
		return false;
	if (comm->remote) {
		PMPI_Comm_remote_group(handle, &group);
		if (!group_of_world(group, &one.far))
			return false;
		one.far++;
	}
	if (!make_room((void **)&led, led_count, &led_room, sizeof(*led)))
		return false;
	led[led_count++] = one;
	return true;
}

/* Return the identifier of the next communicator that this process leads, or NO_ID. */
static uint32_t next_id(void)
{
	uint64_t id = COMM_FIRST_ID + tracer.rank + led_count * (uint64_t)tracer.size;

	return id < NO_ID ? id : NO_ID;
}

static const struct comm *comm_add(MPI_Comm handle, const struct comm *comm)
{
	struct comm *added = NULL;

	if (make_room((void **)&known, known_count, &known_room, sizeof(*known)))
		added = map_add(&comms, MAP_KEY(handle));
	if (!added)
		return NULL;
	known[known_count++] = comm->id;
	added->id = comm->id;
	added->rank = comm->rank;
	added->size = comm->size;
	added->remote = comm->remote;
	added->leads = comm->leads;
	return added;
}

/* Get the ranks and sizes of the communicator of @handle. */
static struct comm comm_measure(MPI_Comm handle)
{
	struct comm comm = { 0 };
	int inter;

	PMPI_Comm_rank(handle, &comm.rank);
	PMPI_Comm_size(handle, &comm.size);
	PMPI_Comm_test_inter(handle, &inter);
	if (inter)
		PMPI_Comm_remote_size(handle, &comm.remote);
	return comm;
}

/*
 * Agree with all members of a new communicator on its identifier. Return NULL if the records cannot
 * name it. Context: all members call it.
 */
const struct comm *comm_made(MPI_Comm handle, uint32_t parent)
{
	const struct comm *added = NULL;
	struct comm comm;
	MPI_Comm all = handle;
	int rank;

	if (handle == MPI_COMM_NULL)
		return NULL;
	comm = comm_measure(handle);
	if (comm.remote)
		real.Intercomm_merge(handle, 0, &all);
	PMPI_Comm_rank(all, &rank);
	comms_lock();
	if (rank == 0) {
		comm.id = next_id();
		comm.leads = comm.id != NO_ID && comm_lead(handle, &comm, parent);
		if (!comm.leads)
			comm.id = NO_ID;
	}
	comms_unlock();
	real.Bcast(&comm.id, 1, MPI_UINT32_T, 0, all);
	if (comm.remote)
		real.Comm_free(&all);
	comms_lock();
	if (comm.id != NO_ID)
		added = comm_add(handle, &comm);
	comms_unlock();
	return added;
}

/*
 * Begin to agree on the identifier of a copy of @parent. The leader is its first rank, which
 * defines the copy as @parent's group. Return NULL if the records cannot name the copy. Context:
 * all members call it.
 */
struct comm_offer *comm_offer(MPI_Comm parent)
{
	struct comm comm = comm_measure(parent);
	const struct comm *known_parent = comm_find(parent);
	struct comm_offer *offer;

	if (!known_parent || comm.remote)
		return NULL;
	offer = memory(sizeof(*offer));
	offer->id = NO_ID;
	comms_lock();
	if (comm.rank == 0) {
		comm.id = next_id();
		if (comm.id != NO_ID && comm_lead(parent, &comm, known_parent->id)) {
			led[led_count - 1].handle = MPI_COMM_NULL;
			offer->id = comm.id;
		}
	}
	comms_unlock();
	real.Ibcast(&offer->id, 1, MPI_UINT64_T, 0, parent, &offer->request);
	return offer;
}

/* Add the copy that has been made, under the identifier of @offer. */
const struct comm *comm_taken(MPI_Comm handle, struct comm_offer *offer)
{
	const struct comm *added = NULL;
	struct comm comm;

	if (!offer)
		return NULL;
	comm = comm_measure(handle);
	real.Wait(&offer->request, MPI_STATUS_IGNORE);
	comm.id = offer->id;
	free(offer);
	comms_lock();
	if (comm.id != NO_ID)
		added = comm_add(handle, &comm);
	comms_unlock();
	return added;
}

/* Keep the name of a communicator whose handle becomes invalid. */
static void led_name(struct led *one)
{
	char name[MPI_MAX_OBJECT_NAME] = "";
	int length;

	if (one->handle == MPI_COMM_NULL)
		return;
	PMPI_Comm_get_name(one->handle, name, &length);
	if (name[0])
		one->name = strdup(name);
	one->handle = MPI_COMM_NULL;
}

/* Forget the communicator of @handle, which MPI is about to free. */
void comm_forget(MPI_Comm handle)
{
	struct comm *comm;
	size_t i;

	comms_lock();
	comm = map_find(&comms, MAP_KEY(handle));
	if (comm) {
		for (i = led_count; comm->leads && i > 0; i--) {
			if (led[i - 1].handle == handle) {
				led_name(&led[i - 1]);
				break;
			}
		}
		map_remove(&comms, comm);
	}
	comms_unlock();
}

/* Write the groups and communicators that this process defines. */
void comms_led(struct words *words)
{
	const struct group *group;
	size_t i;
	int k;

	words_add(words, group_count);
	for (group = groups; group; group = group->next) {
		words_add(words, group->size);
		for (k = 0; k < group->size; k++)
			words_add(words, group->ranks[k]);
	}
	words_add(words, led_count);
	for (i = 0; i < led_count; i++) {
		led_name(&led[i]);
		words_add(words, led[i].id);
		words_add(words, led[i].parent);
		words_add(words, led[i].near);
		words_add(words, led[i].far);
		words_add_text(words, led[i].name ? led[i].name : "");
	}
}

uint64_t comms_led_count(void)
{
	return led_count;
}

/*
 * Return the identifiers of communicators in records of this process, except for MPI's own
 * communicators.
 */
const uint32_t *comms_known(size_t *n)
{
	*n = known_count;
	return known;
}

// SPDX-License-Identifier: GPL-2.0-only
#include "tools/seastar-mpi/requests.h"

/*
 * Return the number of ranks with which a rank exchanges data, including itself in an
 * intracommunicator.
 */
static int partners(const struct comm *c)
{
	return c->remote ? c->remote : c->size;
}

/* Return true if this rank gathers from, or scatters to, all ranks. */
static bool is_root(const struct comm *c, int root)
{
	return c->remote ? root == MPI_ROOT : root == c->rank;
}

/* Return the bytes of elements, which a rank sends to or receives from each partner. */
static uint64_t sum(const struct comm *c, const int counts[], MPI_Datatype type)
{
	uint64_t elements = 0;
	int i;

	for (i = 0; i < partners(c); i++)
		elements += counts[i];
	return elements * type_bytes(1, type);
}

static struct volume exchanged(struct volume v)
{
	return (struct volume){ .sent = v.received, .received = v.sent };
}

struct volume volume_none(const struct comm *c)
{
	(void)c;
	return (struct volume){ 0 };
}

/* Return the volume of the root, which receives @all bytes, @own of them from itself. */
static struct volume to_root(const struct comm *c, uint64_t own, uint64_t all, bool in_place)
{
	if (c->remote)
		own = 0;
	return (struct volume){
		.sent = in_place ? 0 : own,
		.received = all - (in_place ? own : 0),
	};
}

struct volume volume_gather(const struct comm *c, int sends, MPI_Datatype send_type, int receives,
			    MPI_Datatype receive_type, int root, bool in_place)
{
	uint64_t block;

	if (root == MPI_PROC_NULL)
		return volume_none(c);
	if (!is_root(c, root))
		return (struct volume){ .sent = type_bytes(sends, send_type) };
	block = type_bytes(receives, receive_type);
	return to_root(c, block, block * partners(c), in_place);
}

struct volume volume_gatherv(const struct comm *c, int sends, MPI_Datatype send_type,
			     const int receives[], MPI_Datatype receive_type, int root,
			     bool in_place)
{
	uint64_t own;

	if (root == MPI_PROC_NULL)
		return volume_none(c);
	if (!is_root(c, root))
		return (struct volume){ .sent = type_bytes(sends, send_type) };
	own = c->remote ? 0 : type_bytes(receives[c->rank], receive_type);
	return to_root(c, own, sum(c, receives, receive_type), in_place);
}

struct volume volume_scatter(const struct comm *c, int sends, MPI_Datatype send_type, int receives,
			     MPI_Datatype receive_type, int root, bool in_place)
{
	return exchanged(
		volume_gather(c, receives, receive_type, sends, send_type, root, in_place));
}

struct volume volume_scatterv(const struct comm *c, const int sends[], MPI_Datatype send_type,
			      int receives, MPI_Datatype receive_type, int root, bool in_place)
{
	return exchanged(
		volume_gatherv(c, receives, receive_type, sends, send_type, root, in_place));
}

/*
 * Return the volume of alltoall, allgather and allreduce; in the latter two a rank sends the same
 * data to all.
 */
struct volume volume_alltoall(const struct comm *c, int sends, MPI_Datatype send_type, int receives,
			      MPI_Datatype receive_type, bool in_place)
{
	uint64_t received = type_bytes(receives, receive_type);

	if (in_place) {
		received *= partners(c) - 1;
		return (struct volume){ .sent = received, .received = received };
	}
	return (struct volume){
		.sent = type_bytes(sends, send_type) * partners(c),
		.received = received * partners(c),
	};
}

/* Return the volume of alltoallv and alltoallw; a @stride of 0 means one type for all partners. */
struct volume volume_alltoallv(const struct comm *c, const int sends[],
			       const MPI_Datatype send_types[], const int receives[],
			       const MPI_Datatype receive_types[], int stride, bool in_place)
{
	struct volume v = { 0 };
	int i;

	for (i = 0; i < partners(c); i++) {
		if (in_place && i == c->rank)
			continue;
		v.received += type_bytes(receives[i], receive_types[stride * i]);
		if (!in_place)
			v.sent += type_bytes(sends[i], send_types[stride * i]);
	}
	if (in_place)
		v.sent = v.received;
	return v;
}

struct volume volume_allgatherv(const struct comm *c, int sends, MPI_Datatype send_type,
				const int receives[], MPI_Datatype receive_type, bool in_place)
{
	uint64_t all = sum(c, receives, receive_type), own;

	if (!in_place)
		return (struct volume){ type_bytes(sends, send_type) * partners(c), all };
	own = type_bytes(receives[c->rank], receive_type);
	return (struct volume){ own * (partners(c) - 1), all - own };
}

/* Return the volume of reduce_scatter; a @stride of 0 means equal counts for all ranks. */
struct volume volume_reduce_scatter(const struct comm *c, const int receives[], int stride,
				    MPI_Datatype type, bool in_place)
{
	uint64_t own = type_bytes(receives[stride * c->rank], type);
	struct volume v = { .received = own * partners(c) };
	int i;

	for (i = 0; i < c->size; i++)
		v.sent += type_bytes(receives[stride * i], type);
	if (in_place) {
		v.sent -= own;
		v.received -= own;
	}
	return v;
}

struct volume volume_scan(const struct comm *c, int n, MPI_Datatype type, bool in_place)
{
	uint64_t block = type_bytes(n, type);

	return (struct volume){
		.sent = block * (c->size - c->rank - in_place),
		.received = block * (c->rank + 1 - in_place),
	};
}

/* Convert @root to its form in records. */
uint32_t volume_root(int root)
{
	switch (root) {
	case NO_ROOT:
		return OTF2_COLLECTIVE_ROOT_NONE;
	case MPI_ROOT:
		return OTF2_COLLECTIVE_ROOT_SELF;
	case MPI_PROC_NULL:
		return OTF2_COLLECTIVE_ROOT_THIS_GROUP;
	default:
		return root;
	}
}

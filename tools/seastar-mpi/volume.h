/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * Bytes that a rank sends and receives in a collective operation. They are counted as by Score-P:
 * per pair of ranks, whatever algorithm MPI uses. A rank's data for itself count, too, unless they
 * are in place.
 */
#ifndef SEASTAR_MPI_VOLUME_H
#define SEASTAR_MPI_VOLUME_H

#include "tools/seastar-mpi/comms.h"

struct volume {
	uint64_t sent;
	uint64_t received;
};

/* Root of operations without a root. */
#define NO_ROOT	(-100)

struct volume volume_none(const struct comm *c);
struct volume volume_gather(const struct comm *c, int sends, MPI_Datatype send_type, int receives,
			    MPI_Datatype receive_type, int root, bool in_place);
struct volume volume_gatherv(const struct comm *c, int sends, MPI_Datatype send_type,
			     const int receives[], MPI_Datatype receive_type, int root,
			     bool in_place);
struct volume volume_scatter(const struct comm *c, int sends, MPI_Datatype send_type, int receives,
			     MPI_Datatype receive_type, int root, bool in_place);
struct volume volume_scatterv(const struct comm *c, const int sends[], MPI_Datatype send_type,
			      int receives, MPI_Datatype receive_type, int root, bool in_place);
struct volume volume_alltoall(const struct comm *c, int sends, MPI_Datatype send_type, int receives,
			      MPI_Datatype receive_type, bool in_place);
struct volume volume_alltoallv(const struct comm *c, const int sends[],
			       const MPI_Datatype send_types[], const int receives[],
			       const MPI_Datatype receive_types[], int stride, bool in_place);
struct volume volume_allgatherv(const struct comm *c, int sends, MPI_Datatype send_type,
				const int receives[], MPI_Datatype receive_type, bool in_place);
struct volume volume_reduce_scatter(const struct comm *c, const int receives[], int stride,
				    MPI_Datatype type, bool in_place);
struct volume volume_scan(const struct comm *c, int n, MPI_Datatype type, bool in_place);

uint32_t volume_root(int root);

#endif

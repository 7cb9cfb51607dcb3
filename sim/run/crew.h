/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * A crew runs a fabric, each member one region of it.  Members are the threads of this process
 * (crew.c) or the ranks of an MPI job (mpi/crew.c): a program is linked with one of these files.
 *
 * All ranks execute the whole program, but each has the state of its own region only.  Ranks
 * exchange the data that all need to go on.  The first rank, the leader, gets the counts of all
 * routers and nodes, and prints.
 */
#ifndef SIM_CREW_H
#define SIM_CREW_H

#include "fabric.h"

struct sim_crew;

/*
 * Become a rank of the MPI job of this process, before anything else; sim_crew_end() leaves the
 * job.  Returns the number of this rank, 0 if it is alone.
 */
u32 sim_crew_begin(void);
void sim_crew_end(void);

/*
 * Return the number of ranks that run a fabric together, which is the number of regions, or 0 if
 * threads run it.
 */
u32 sim_crew_ranks(void);

/*
 * Return the value of @own in &struct ss_config, for a fabric of @regions: the number of the only
 * region that this process runs, plus one, or 0 if it runs all.
 */
u32 sim_crew_own(u32 regions);

/* Return true if @ok is true in all processes that run a fabric of @regions. */
bool sim_crew_agree(u32 regions, bool ok);

/* Make a crew with a member per region of @f, one of them the caller; NULL if memory is short. */
struct sim_crew *sim_crew_new(struct ss_fabric *f);

/*
 * Run the fabric by all members, as ss_fabric_run() does.  The result does not depend on their
 * number.
 */
void sim_crew_run(struct sim_crew *c, u64 cycles);

void sim_crew_free(struct sim_crew *c);

/* For the functions below, a crew of NULL means that the caller alone runs the fabric. */

/* Return true if this process reports to the user; of several ranks the first does. */
bool sim_crew_leads(const struct sim_crew *c);

/* Give the leader @data of the process that runs @region. */
void sim_crew_give(struct sim_crew *c, u32 region, void *data, size_t size);

/* Give the leader an array by router, in which each member has filled in its own routers. */
void sim_crew_give_routers(struct sim_crew *c, const struct ss_fabric *f, void *array,
			   size_t size);

/* Give the leader an array by node, in which each member has filled in its own nodes. */
void sim_crew_give_nodes(struct sim_crew *c, const struct ss_fabric *f, void *array, size_t size);

/* Send @data from the process that runs @region to all others. */
void sim_crew_broadcast(struct sim_crew *c, u32 region, void *data, size_t size);

/*
 * Give all members an array by region, @size bytes each, in which each has filled in its own part.
 */
void sim_crew_share(struct sim_crew *c, void *array, size_t size);

/* Return ss_fabric_packets(), after setting the packets of regions that other ranks run. */
u32 sim_crew_packets(struct sim_crew *c, struct ss_fabric *f);

/* Return ss_state_hash() of the whole fabric, whichever ranks run it. */
u64 sim_crew_hash(struct sim_crew *c, struct ss_fabric *f);

#endif /* SIM_CREW_H */

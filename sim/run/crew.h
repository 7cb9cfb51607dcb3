/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * A crew runs a fabric together, each member one region of it: threads of this process
 * (crew.c), or the ranks of an MPI job (mpi/crew.c), whichever the program is linked with.
 *
 * Ranks all go through the whole of a run, and part only here: each has the state of its own
 * region.  What they must all know to go on they tell each other; counts of routers and nodes are
 * given to the first, who leads and tells the user.
 */
#ifndef SIM_CREW_H
#define SIM_CREW_H

#include "fabric.h"

struct sim_crew;

/*
 * Before all else, become a rank of the job this process is in; and part from the others
 * in the end.  Returns the number of this rank, 0 if it is alone.
 */
u32 sim_crew_begin(void);
void sim_crew_end(void);

/* Ranks that run a fabric together, which has as many regions; 0: it is threads that do. */
u32 sim_crew_ranks(void);

/*
 * For @own of &struct ss_config, of a fabric of so many regions: the number plus one of the only
 * one that this process runs, or 0.
 */
u32 sim_crew_own(u32 regions);

/* Is @ok on all who run a fabric of so many regions? */
bool sim_crew_agree(u32 regions, bool ok);

/* One for each region of @f, the caller among them; NULL if there is no memory for it. */
struct sim_crew *sim_crew_new(struct ss_fabric *f);

/* ss_fabric_run() by all of them; the result is the same, however many they are. */
void sim_crew_run(struct sim_crew *c, u64 cycles);

void sim_crew_free(struct sim_crew *c);

/* Without a crew (NULL) it is the caller alone that runs the fabric. */

/* Does this process report to the user?  Of ranks the first does. */
bool sim_crew_leads(const struct sim_crew *c);

/* The thread that runs @region gives the leader @data. */
void sim_crew_give(struct sim_crew *c, u32 region, void *data, size_t size);

/* Have the leader know an array by router, in which each has filled in its own. */
void sim_crew_give_routers(struct sim_crew *c, const struct ss_fabric *f, void *array,
			   size_t size);

/* The same by node. */
void sim_crew_give_nodes(struct sim_crew *c, const struct ss_fabric *f, void *array, size_t size);

/* The thread that runs @region sends @data to all others. */
void sim_crew_tell(struct sim_crew *c, u32 region, void *data, size_t size);

/* Have all know an array by region, @size bytes each, likewise. */
void sim_crew_share(struct sim_crew *c, void *array, size_t size);

/* ss_fabric_packets() of all regions, which the fabric has then heard of, too. */
u32 sim_crew_packets(struct sim_crew *c, struct ss_fabric *f);

/* ss_state_hash() over all regions. */
u64 sim_crew_hash(struct sim_crew *c, struct ss_fabric *f);

#endif /* SIM_CREW_H */

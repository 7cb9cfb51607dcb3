/* SPDX-License-Identifier: GPL-2.0-only */
#ifndef SIM_DEADLOCK_H
#define SIM_DEADLOCK_H

#include "crew.h"

/**
 * struct sim_deadlock - a cycle of buffers, each waiting for the next
 * @at: cycle in which the deadlock was found
 * @count: number of buffers; 0 if there is no deadlock
 * @buffer: buffers of the deadlock; owned
 */
struct sim_deadlock {
	u64 at;
	u32 count;
	struct ss_buffer *buffer;
};

/* Search @f, which @crew runs, for a deadlock.  Returns true, and fills @d, if there is one. */
bool sim_deadlock_find(struct sim_crew *crew, const struct ss_fabric *f, struct sim_deadlock *d);

#endif /* SIM_DEADLOCK_H */

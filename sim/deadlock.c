// SPDX-License-Identifier: GPL-2.0-only
/*
 * Routes being fixed, a packet waits for one buffer at a time.  So what waits for what
 * is a graph with at most one edge from each buffer: whoever follows the edges and
 * comes to a place where the same walk has been, stands on a deadlock.
 */
#include <stdlib.h>

#include "deadlock.h"
#include "memory.h"

/* Where a walk has been: its number, by input buffer. */
struct marks {
	u32 *walk;
	u32 vcs;
};

static u32 *mark_of(const struct marks *m, const struct ss_buffer *b)
{
	return &m->walk[(b->router * SS_PORTS + b->port) * m->vcs + b->vc];
}

/* From input buffer to input buffer, by way of a staging buffer. */
static bool step(const struct ss_fabric *f, struct ss_buffer *b, struct ss_buffer *between)
{
	return ss_waits_for(f, b, between) && ss_waits_for(f, between, b);
}

/* Write down the cycle on which input buffer @first lies. */
static void record(const struct ss_fabric *f, const struct ss_buffer *first,
		   struct sim_deadlock *d)
{
	struct ss_buffer b = *first, between;

	d->at = ss_fabric_now(f);
	do {
		d->buffer = sim_grow(d->buffer, d->count + 2, sizeof(*d->buffer));
		d->buffer[d->count++] = b;
		step(f, &b, &between);
		d->buffer[d->count++] = between;
	} while (b.router != first->router || b.port != first->port || b.vc != first->vc);
}

/* Follow the edges from @b on; true if this walk, the @number-th, comes round. */
static bool walk(const struct ss_fabric *f, const struct marks *m, u32 number,
		 struct ss_buffer *b)
{
	struct ss_buffer between;

	do {
		u32 *mark = mark_of(m, b);

		if (*mark)
			return *mark == number;
		*mark = number;
	} while (step(f, b, &between));
	return false;
}

bool sim_deadlock_find(const struct ss_fabric *f, struct sim_deadlock *d)
{
	u32 vcs = SS_CLASSES * ss_fabric_config(f)->vcs;
	u32 buffers = ss_fabric_routers(f) * SS_PORTS * vcs;
	struct marks m = { sim_alloc(buffers, sizeof(u32)), vcs };
	bool found = false;

	for (u32 i = 0; i < buffers && !found; i++) {
		struct ss_buffer b = {
			.router = i / vcs / SS_PORTS,
			.port = i / vcs % SS_PORTS,
			.vc = i % vcs,
		};

		if (*mark_of(&m, &b))
			continue;
		found = walk(f, &m, i + 1, &b);
		if (found)
			record(f, &b, d);
	}
	free(m.walk);
	return found;
}

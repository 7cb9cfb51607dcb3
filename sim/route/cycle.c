// SPDX-License-Identifier: GPL-2.0-only
#include <stdlib.h>
#include <string.h>

#include "sim/base/memory.h"

#include "cycle.h"
#include "step.h"

/**
 * struct search - a depth-first search from channel to channel
 * @p: the plan
 * @leads: dependencies of each channel, the argument of route_cycle()
 * @left: dependencies of each channel that are still to be followed
 * @on_path: by channel: true if it is in @path
 * @done: by channel: true if it leads to no circle
 * @path: channels from the first one to the present one
 * @depth: number of channels in @path
 */
struct search {
	const struct route_plan *p;
	const u16 *leads;
	u16 *left;
	bool *on_path;
	bool *done;
	u32 *path;
	u32 depth;
};

static u32 follow(const struct search *s, u32 channel, u32 bit)
{
	u32 router = route_channel_router(channel), port = bit / 2;

	return ROUTE_CHANNEL(SS_PORT_ID(s->p->peer[SS_PORT_ID(router, port)], ss_opposite(port)),
			     bit % 2);
}

static void push(struct search *s, u32 channel)
{
	s->path[s->depth++] = channel;
	s->on_path[channel] = true;
	s->left[channel] = s->leads[channel];
}

/*
 * Search for a circle from @channel on.  If there is one, the path ends with it: return the place
 * in the path where it begins.  Otherwise the path is empty afterwards.
 */
static u32 search_from(struct search *s, u32 channel)
{
	push(s, channel);
	while (s->depth) {
		u32 at = s->path[s->depth - 1], next, first = 0;

		if (!s->left[at]) {
			s->done[at] = true;
			s->on_path[at] = false;
			s->depth--;
			continue;
		}
		next = follow(s, at, __builtin_ctz(s->left[at]));
		s->left[at] &= s->left[at] - 1;
		if (s->on_path[next]) {
			while (s->path[first] != next)
				first++;
			return first;
		}
		if (!s->done[next])
			push(s, next);
	}
	return 0;
}

u32 *route_cycle(const struct route_plan *p, const u16 *leads, u32 *length)
{
	u32 channels = p->topo.routers << (SS_PORT_SHIFT + 1), first = 0, *cycle = NULL;
	struct search s = {
		.p = p, .leads = leads, .left = sim_alloc(channels, sizeof(*s.left)),
		.on_path = sim_alloc(channels, sizeof(*s.on_path)),
		.done = sim_alloc(channels, sizeof(*s.done)),
		.path = sim_alloc(channels, sizeof(*s.path)),
	};

	for (u32 i = 0; i < channels && !s.depth; i++)
		if (!s.done[i])
			first = search_from(&s, i);
	*length = s.depth - first;
	if (s.depth) {
		cycle = sim_alloc(*length, sizeof(*cycle));
		memcpy(cycle, s.path + first, *length * sizeof(*cycle));
	}
	free(s.left);
	free(s.on_path);
	free(s.done);
	free(s.path);
	return cycle;
}

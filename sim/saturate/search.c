// SPDX-License-Identifier: GPL-2.0-only
/* The search for the highest stable load, by halving. */
#include "sim/base/memory.h"

#include "search.h"

static enum probe_state state_of_seed(const struct search *s, u32 load, u32 seed)
{
	for (u32 i = 0; i < s->count; i++)
		if (s->probe[i].load == load && s->probe[i].seed == seed)
			return s->probe[i].state;
	return PROBE_NONE;
}

static bool is_known(enum probe_state state)
{
	return state == PROBE_STABLE || state == PROBE_BEYOND;
}

/*
 * Return the state of @load with @seed.  With SEARCH_ALL it is PROBE_NONE until the runs of all
 * seeds have ended: otherwise the next run would depend on which of them ended first.
 */
static enum probe_state state_of(const struct search *s, u32 load, u32 seed)
{
	enum probe_state all = PROBE_STABLE;

	if (seed != SEARCH_ALL)
		return state_of_seed(s, load, seed);
	for (u32 i = 0; i < s->seeds; i++) {
		enum probe_state one = state_of_seed(s, load, i);

		if (!is_known(one))
			return PROBE_NONE;
		if (one == PROBE_BEYOND)
			all = PROBE_BEYOND;
	}
	return all;
}

/* The interval left to search: the highest load known to be stable, the lowest known not to be. */
struct interval {
	u32 stable;
	u32 beyond;
};

static struct interval narrow(const struct search *s, u32 seed)
{
	struct interval left = { 0, s->highest + 1 };
	u32 at = s->highest;

	do {
		switch (state_of(s, at, seed)) {
		case PROBE_STABLE:
			left.stable = at;
			break;
		case PROBE_BEYOND:
			left.beyond = at;
			break;
		default:
			return left;
		}
		at = (left.stable + left.beyond) / 2;
	} while (left.beyond - left.stable > 1);
	return left;
}

u32 search_stable(const struct search *s, u32 seed, u32 *missing)
{
	struct interval left = narrow(s, seed);

	if (left.beyond - left.stable == 1)
		*missing = 0;
	else if (left.beyond > s->highest)
		*missing = s->highest;
	else
		*missing = (left.stable + left.beyond) / 2;
	return left.stable;
}

static bool ask(struct search *s, u32 load, u32 seed, u32 *number)
{
	if (state_of_seed(s, load, seed) != PROBE_NONE)
		return false;
	s->probe = sim_grow(s->probe, s->count + 1, sizeof(s->probe[0]));
	s->probe[s->count] = (struct probe){ load, seed, PROBE_STARTED };
	*number = s->count++;
	return true;
}

/* Ask for a run at @load with the first seed without one.  Returns false if there is none. */
static bool ask_any(struct search *s, u32 load, u32 *number)
{
	for (u32 i = 0; load && i < s->seeds; i++)
		if (ask(s, load, i, number))
			return true;
	return false;
}

bool search_next(struct search *s, u32 *number)
{
	u32 missing;

	if (ask_any(s, s->highest, number) || ask_any(s, s->highest / 2, number))
		return true;
	search_stable(s, SEARCH_ALL, &missing);
	if (ask_any(s, missing, number))
		return true;
	for (u32 i = 0; i < s->seeds; i++) {
		search_stable(s, i, &missing);
		if (missing && ask(s, missing, i, number))
			return true;
	}
	return false;
}

void search_record(struct search *s, u32 number, bool stable)
{
	s->probe[number].state = stable ? PROBE_STABLE : PROBE_BEYOND;
}

static u32 halvings(struct interval left)
{
	u32 n = 0;

	for (u32 width = left.beyond - left.stable; width > 1; width -= width / 2)
		n++;
	return n;
}

u32 search_left(const struct search *s)
{
	u32 n = 0;

	for (u32 i = 0; i < s->seeds; i++)
		n += halvings(narrow(s, i));
	return n;
}

void search_free(struct search *s)
{
	free(s->probe);
}

/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * What there is to do, and where.
 *
 * Nothing that a router does reaches another in less than the link delay, so a
 * router can be run for a whole window of cycles before the next one is: what it
 * touches stays in the cache.  Two levels say what to do: each router has a wheel
 * with what happens in which of its next cycles, and each region (region.c) an
 * agenda with the routers that have something to do in which of the next windows.
 *
 * Both are sets, so what is put in twice is done once.  An entry may turn out to
 * be nothing to do; every handler looks for itself.
 */
#ifndef SS_AGENDA_H
#define SS_AGENDA_H

#include "port.h"

/* What happens at a router in a cycle: a bit each, all in 16. */
#define SS_DO_INPUT(port)	(1U << (port))
#define SS_DO_INPUTS		0x7fU
#define SS_DO_DELIVER		0x80U
#define SS_DO_OUTPUT_SHIFT	8
#define SS_DO_OUTPUT(port)	(1U << (SS_DO_OUTPUT_SHIFT + (port)))
#define SS_DO_OUTPUTS		0x7f00U

/**
 * struct ss_wheels - the wheels of all routers
 * @what: by router and cycle modulo the size of a wheel
 * @busy: by router, a bit for each entry of @what that is not 0
 * @shift: log2 of the size, at least 6
 */
struct ss_wheels {
	u16 *what;
	u64 *busy;
	u32 shift;
};

/* What happens at router @r in cycle @t. */
static inline u16 *ss_wheel_at(const struct ss_wheels *w, u32 r, u64 t)
{
	return &w->what[(size_t)r << w->shift | (t & ((1U << w->shift) - 1))];
}

/* Have @what done at router @r in cycle @t, less than a turn away. */
static inline void ss_wheel_add(const struct ss_wheels *w, u32 r, u64 t, u32 what)
{
	u32 i = t & ((1U << w->shift) - 1);

	*ss_wheel_at(w, r, t) |= what;
	w->busy[((size_t)r << (w->shift - 6)) + i / 64] |= 1ULL << (i % 64);
}

/* It has happened. */
static inline void ss_wheel_clear(const struct ss_wheels *w, u32 r, u64 t)
{
	u32 i = t & ((1U << w->shift) - 1);

	*ss_wheel_at(w, r, t) = 0;
	w->busy[((size_t)r << (w->shift - 6)) + i / 64] &= ~(1ULL << (i % 64));
}

/* The first cycle from @from on in which something happens at @r, or U64_MAX. */
static inline u64 ss_wheel_next(const struct ss_wheels *w, u32 r, u64 from)
{
	const u64 *busy = &w->busy[(size_t)r << (w->shift - 6)];
	u32 words = 1U << (w->shift - 6), bit = from % 64;
	u32 word = from / 64 & (words - 1);
	u64 set = busy[word] >> bit;

	if (set)
		return from + __builtin_ctzll(set);
	from += 64 - bit;
	for (u32 i = 1; i <= words; i++, from += 64) {
		set = busy[(word + i) & (words - 1)];
		if (i == words)		/* round to where we began */
			set &= (1ULL << bit) - 1;
		if (set)
			return from + __builtin_ctzll(set);
	}
	return U64_MAX;
}

/**
 * struct ss_agenda - which routers of a region have something to do
 * @routers: by window modulo @windows, a bit a router
 * @busy: a bit a window: some router is in it
 * @words: of a window's set
 * @windows: a power of two, at least 64
 * @shift: log2 of the cycles of a window
 */
struct ss_agenda {
	u64 *routers;
	u64 *busy;
	u32 words;
	u32 windows;
	u32 shift;
};

static inline u64 *ss_agenda_at(const struct ss_agenda *a, u64 t)
{
	return &a->routers[(t >> a->shift & (a->windows - 1)) * a->words];
}

/* Look at the region's router number @i in cycle @t, or before, as seen from @now. */
static inline void ss_agenda_add(const struct ss_agenda *a, u32 i, u64 t, u64 now)
{
	u64 far = (now >> a->shift) + a->windows - 1;
	u32 window;

	if (t >> a->shift > far)
		t = far << a->shift;
	window = t >> a->shift & (a->windows - 1);
	ss_agenda_at(a, t)[i / 64] |= 1ULL << (i % 64);
	a->busy[window / 64] |= 1ULL << (window % 64);
}

/* The first cycle from @from on of a window with something to do, or U64_MAX. */
static inline u64 ss_agenda_next(const struct ss_agenda *a, u64 from)
{
	u64 window = from >> a->shift;
	u32 left = a->windows;

	while (left) {
		u32 i = window & (a->windows - 1), step = 64 - i % 64;
		u64 set = a->busy[i / 64] >> (i % 64);

		if (set) {
			step = __builtin_ctzll(set);
			if (step >= left)
				break;
			window += step;
			from = from > window << a->shift ? from : window << a->shift;
			return from;
		}
		if (step >= left)
			break;
		left -= step;
		window += step;
	}
	return U64_MAX;
}

#endif /* SS_AGENDA_H */

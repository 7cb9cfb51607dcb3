/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * Future events, by router and cycle.
 *
 * Nothing that a router does reaches another one in less than the link delay.  So a router can be
 * run for a whole window of cycles before the next router is, and its memory stays in the cache.
 * There are two levels.  Each router has a wheel: the events of each of its next cycles.  Each
 * region (region.c) has an agenda: the routers to visit in each of the next windows.
 *
 * An agenda has places for a fixed number of windows, one turn.  If a router has no events for a
 * turn or longer, the agenda notes the later turn in which to look at it again.  So slow sources
 * cause few visits in vain.
 *
 * Both levels are sets, so an event that is put in twice is handled once.  An event may have become
 * void: every handler checks that itself.
 */
#ifndef SS_AGENDA_H
#define SS_AGENDA_H

#include "port.h"

#define SS_WHEEL_LEAST	6	/* log2 of the size of the smallest wheel */

/*
 * A wheel of size 2^shift has the events of each cycle, in a kind's own words, at the cycle modulo
 * the size; @busy has a bit for each cycle with events.
 */

static __always_inline u32 ss_wheel_entry(u32 shift, u64 t)
{
	return t & ((1U << shift) - 1);
}

/* Mark cycle @t in a wheel as one with events.  Returns its entry. */
static __always_inline u32 ss_wheel_mark(u64 *busy, u32 shift, u64 t)
{
	u32 i = ss_wheel_entry(shift, t);

	busy[i / 64] |= 1ULL << (i % 64);
	return i;
}

/* Unmark the cycle of entry @i, whose events were all handled. */
static __always_inline void ss_wheel_unmark(u64 *busy, u32 i)
{
	busy[i / 64] &= ~(1ULL << (i % 64));
}

/* Find the first cycle from @from on that has events, or U64_MAX. */
static __always_inline u64 ss_wheel_next(const u64 *busy, u32 shift, u64 from)
{
	u32 words = 1U << (shift - 6), bit = from % 64, word = from / 64 & (words - 1);
	u64 set = busy[word];

	if (words == 1) {
		set = set >> bit | set << (-bit & 63);
		return set ? from + __builtin_ctzll(set) : U64_MAX;
	}
	set >>= bit;
	if (set)
		return from + __builtin_ctzll(set);
	from += 64 - bit;
	for (u32 i = 1; i <= words; i++, from += 64) {
		set = busy[(word + i) & (words - 1)];
		/* after wrapping around: cycles before @from in the same word */
		if (i == words)
			set &= (1ULL << bit) - 1;
		if (set)
			return from + __builtin_ctzll(set);
	}
	return U64_MAX;
}

/**
 * struct ss_agenda - which routers of a region have something to do
 * @router: bit by window modulo a turn and router: the router has events in that window
 * @any: bit by window: some router has events in it
 * @later: bit by turn modulo SS_AGENDA_TURNS and router: the router is examined when that turn
 *	begins, since it has events in one of the turn's windows or later
 * @any_later: bit by turn: some router is examined when that turn begins
 * @stride: routers in a row of @router, rounded up to 8
 * @windows: log2 of the windows of a turn
 * @last_window: number of a turn's last window; the first one is 0
 * @window: log2 of the cycles of a window
 */
struct ss_agenda {
	u8 *router;
	u8 *any;
	u8 *later;
	u8 *any_later;
	u32 stride;
	u32 windows;
	u32 last_window;
	u32 window;
};

#define SS_AGENDA_TURNS	64

static inline u32 ss_agenda_window(const struct ss_agenda *a, u64 t)
{
	return t >> a->window & a->last_window;
}

static inline u32 ss_agenda_turn(const struct ss_agenda *a, u64 t)
{
	return t >> a->window >> a->windows & (SS_AGENDA_TURNS - 1);
}

static inline u8 *ss_agenda_marks(const struct ss_agenda *a, u64 t)
{
	return a->router + (size_t)ss_agenda_window(a, t) * a->stride;
}

/* Return the marks of the window of cycle @t, less than a turn away, for the caller to set. */
static inline u8 *ss_agenda_open(const struct ss_agenda *a, u64 t)
{
	u32 window = ss_agenda_window(a, t);

	a->any[window] = 1;
	return a->router + (size_t)window * a->stride;
}

/* Schedule a visit to the region's router number @i in cycle @t, less than a turn away. */
static inline void ss_agenda_add(const struct ss_agenda *a, u32 i, u64 t)
{
	ss_agenda_open(a, t)[i] = 1;
}

/*
 * Schedule a visit as ss_agenda_add() does, for a cycle @t any time from the window of @now on.
 * The visit may come earlier.
 */
static inline void ss_agenda_add_later(const struct ss_agenda *a, u32 i, u64 t, u64 now)
{
	u64 turns;
	u32 turn;

	if ((t >> a->window) - (now >> a->window) <= a->last_window) {
		ss_agenda_add(a, i, t);
		return;
	}
	turns = (t >> a->window >> a->windows) - (now >> a->window >> a->windows);
	turn = ss_agenda_turn(a, now);
	turn += turns < SS_AGENDA_TURNS ? turns : SS_AGENDA_TURNS - 1;
	turn %= SS_AGENDA_TURNS;
	a->any_later[turn] = 1;
	a->later[(size_t)turn * a->stride + i] = 1;
}

/*
 * Begin the window of cycle @t.  If it is the first of its turn, take over the routers that were
 * noted for that turn.
 */
static inline void ss_agenda_begin(const struct ss_agenda *a, u64 t)
{
	u32 turn = ss_agenda_turn(a, t);
	u64 *later = (u64 *)(a->later + (size_t)turn * a->stride);
	u64 *marks = (u64 *)ss_agenda_marks(a, t);

	a->any[ss_agenda_window(a, t)] = 0;
	if (likely(!a->any_later[turn]))
		return;
	a->any_later[turn] = 0;
	for (u32 i = 0; i < a->stride / 8; i++) {
		marks[i] |= later[i];
		later[i] = 0;
	}
}

/*
 * Read the marks of the eight routers from @i on, a multiple of eight: a byte each, the first
 * lowest.
 */
static inline u64 ss_agenda_row(const u8 *marks, u32 i)
{
	return ss_bytes(&marks[i]);
}

/* Find the first of eight routers that has a mark in @set. */
static inline u32 ss_agenda_in_row(u64 set)
{
	return __builtin_ctzll(set) / 8;
}

/* Find the first of the @routers from number @i on that has a mark; @routers if none has. */
static inline u32 ss_agenda_marked(const u8 *marks, u32 i, u32 routers)
{
	for (; i < routers && i % 8; i++)
		if (marks[i])
			return i;
	while (i < routers && !ss_agenda_row(marks, i))
		i += 8;
	while (i < routers && !marks[i])
		i++;
	return i < routers ? i : routers;
}

/* Find the first cycle from @from on of a window that has visits, or U64_MAX. */
static inline u64 ss_agenda_next(const struct ss_agenda *a, u64 from)
{
	if (a->any_later[ss_agenda_turn(a, from)])
		return from;
	for (u32 i = 0; i <= a->last_window; i++) {
		if (a->any[ss_agenda_window(a, from)])
			return from;
		from = ((from >> a->window) + 1) << a->window;
		if (!ss_agenda_window(a, from) && a->any_later[ss_agenda_turn(a, from)])
			return from;
	}
	for (u32 i = 1; i < SS_AGENDA_TURNS; i++) {
		from = ((from >> a->window >> a->windows) + 1) << a->windows << a->window;
		if (a->any_later[ss_agenda_turn(a, from)])
			return from;
	}
	return U64_MAX;
}

#endif /* SS_AGENDA_H */

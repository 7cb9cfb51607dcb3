/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * The event wheel: for each cycle to come, who has to be looked at.
 *
 * A slot has one list for each kind of event, run in the order of the kinds,
 * which is the order of a cycle's phases.  Lists are linked through the
 * objects themselves, so there is nothing to allocate: an object is in at most
 * one list, named by its number plus one; 0 ends a list.  Within a list the
 * order does not matter, since objects of one kind do not touch each other.
 */
#ifndef SS_WHEEL_H
#define SS_WHEEL_H

#include "port.h"

enum ss_event {
	SS_EV_REPLY,	/* by router: it may inject a reply */
	SS_EV_SOURCE,	/* by router: the source may inject */
	SS_EV_HEAD,	/* by input VC: its head is routed, or has space again */
	SS_EV_INPUT,	/* by input port: it can move a packet to staging */
	SS_EV_OUTPUT,	/* by output and cause: it can grant */
	SS_EV_DELIVER,	/* by router: the last flit leaves the processor port */
	SS_EVENTS,
};

struct ss_slot {
	u32 first[SS_EVENTS];
};

/**
 * struct ss_wheel - the events of the next @mask + 1 cycles
 * @slot: by cycle modulo the wheel's size
 * @busy: a bit a slot: it has events
 * @mask: size - 1, a power of two less one, at least 63
 */
struct ss_wheel {
	struct ss_slot *slot;
	u64 *busy;
	u32 mask;
};

/* Put the object @id with link @link on the list of @kind for cycle @t. */
static inline void ss_wheel_add(struct ss_wheel *w, enum ss_event kind, u32 id,
				u32 *link, u64 t)
{
	u32 i = t & w->mask;

	*link = w->slot[i].first[kind];
	w->slot[i].first[kind] = id + 1;
	w->busy[i / 64] |= 1ULL << (i % 64);
}

/* The first cycle of @from .. @end - 1 that has events, or @end. */
static inline u64 ss_wheel_next(const struct ss_wheel *w, u64 from, u64 end)
{
	u64 t = from, stop = from + w->mask + 1;

	if (stop > end)
		stop = end;
	while (t < stop) {
		u32 i = t & w->mask;
		u64 word = w->busy[i / 64] >> (i % 64);

		if (word) {
			t += __builtin_ctzll(word);
			return t < stop ? t : end;
		}
		t += 64 - i % 64;
	}
	return end;
}

#endif /* SS_WHEEL_H */

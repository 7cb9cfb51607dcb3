/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * The aging algorithm: Procedures 1, 2 and 3 of Abts & Weisser, SC07, with
 * the corrections of docs/model.md, section 5.
 *
 * Procedure 3 is executed in every clock.  Between two moments at which the timestamp would leave
 * 255 ("wraps") it only counts, so the timestamp is a linear function of time, and is evaluated
 * when it is needed.  Before it is evaluated for cycle t, every wrap up to t must have been
 * executed (ss_age_wrap()), and all headers that arrived before the wrap must have been stamped.
 *
 * Values of a cycle are those after its phase 1.
 */
#ifndef SS_AGE_H
#define SS_AGE_H

#include <seastar/packet.h>

#include "port.h"

/**
 * struct ss_age - aging state of one router
 * @expiry: first expiry of the countdown in this stretch; more follow every @period cycles; U64_MAX
 *	while old packets inhibit the clock
 * @wrap: cycle of the expiry that finds the timestamp at 255
 * @counts_from: first cycle in which Procedure 3 counts down, or does so again; U64_MAX while
 *	inhibited
 * @period: cycles per tick, 1 to 2^32
 * @select: register AGE_RR_SELECT
 * @packet_count: packets in this router, by the epoch in which they arrived
 * @start: timestamp before @expiry
 * @epoch: the current epoch
 */
struct ss_age {
	u64 expiry;
	u64 wrap;
	u64 counts_from;
	u64 period;
	u64 select;
	u32 packet_count[2];
	u8 start;
	u8 epoch;
};

static inline u32 ss_age_timestamp(const struct ss_age *a, u64 t)
{
	u64 late;

	if (t < a->expiry)
		return a->start;
	late = t - a->expiry;
	/* a 32-bit division, where it suffices, is faster */
	if (likely(late <= U32_MAX && a->period <= U32_MAX))
		return a->start + 1 + (u32)late / (u32)a->period;
	return a->start + 1 + (u32)(late / a->period);
}

static inline bool ss_age_inhibited(const struct ss_age *a, u64 t)
{
	return t + 1 < a->counts_from;
}

/* Start a stretch of linear counting with timestamp @start, whose first expiry is @expiry. */
static inline void ss_age_stretch(struct ss_age *a, u32 start, u64 expiry)
{
	a->start = start;
	a->expiry = expiry;
	a->wrap = expiry + (SS_AGE_MAX - start) * a->period;
}

/* Execute a wrap (Procedure 3, lines 10 to 17): the timestamp is 255 and the countdown over. */
static inline void ss_age_wrap(struct ss_age *a)
{
	if (a->packet_count[!a->epoch]) {
		a->start = SS_AGE_MAX;
		a->expiry = U64_MAX;
		a->wrap = U64_MAX;
		a->counts_from = U64_MAX;
	} else {
		a->epoch = !a->epoch;
		ss_age_stretch(a, 0, a->wrap + a->period);
	}
}

/*
 * Execute all wraps up to cycle @until, at least one, while the router is empty, so that nothing
 * can inhibit them.  Returns the cycle of the last wrap.
 */
static inline u64 ss_age_wrap_idle(struct ss_age *a, u64 until)
{
	u64 length = (SS_AGE_MAX + 1) * a->period;
	u64 more = (until - a->wrap) / length;

	a->wrap += more * length;
	until = a->wrap;
	a->epoch ^= more & 1;
	ss_age_wrap(a);
	return until;
}

/* Write AGE_CLOCK_PERIOD before cycle @now; 0 is 2^32 (decrement, then test). */
static inline void ss_age_write_period(struct ss_age *a, u64 now, u32 period)
{
	u64 from = now > a->counts_from ? now : a->counts_from;
	u32 timestamp = now ? ss_age_timestamp(a, now - 1) : 0;

	a->period = period ? period : 1ULL << 32;
	if (a->counts_from != U64_MAX)
		ss_age_stretch(a, timestamp, from + a->period - 1);
}

/* Stamp header @hdr (Procedure 1), which arrived in cycle @t on a port with @bias. */
static inline u64 ss_age_arrive(struct ss_age *a, u64 hdr, u32 bias, u64 t)
{
	u32 age = (hdr & SS_AGE_MASK) + bias;

	if (age > SS_AGE_MAX)
		age = SS_AGE_MAX;
	a->packet_count[a->epoch]++;
	return (hdr & ~SS_AGE_FIELD) | a->epoch * SS_AGE_EPOCH |
	       ((age - ss_age_timestamp(a, t)) & SS_AGE_SUM_MASK);
}

/* Return the age of @hdr under @epoch and @timestamp (Procedure 2, lines 1 to 11). */
static inline u32 ss_age_now(u64 hdr, u32 epoch, u32 timestamp)
{
	u32 rollover = (hdr ^ epoch * SS_AGE_EPOCH) & SS_AGE_EPOCH;
	u32 sum = hdr & SS_AGE_SUM_MASK;

	/* extend the sign; since time has passed, the sum is not negative */
	sum = (sum ^ SS_AGE_BORROW) - SS_AGE_BORROW;
	sum += timestamp + (rollover ? SS_AGE_MAX + 1 : 0);
	return sum < SS_AGE_MAX ? sum : SS_AGE_MAX;
}

/* Let @hdr leave in cycle @t with @new_age (Procedure 2, lines 13 and 14).  Returns the header. */
static inline u64 ss_age_depart(struct ss_age *a, u64 hdr, u32 new_age, u64 t)
{
	a->packet_count[!!(hdr & SS_AGE_EPOCH)]--;
	if (unlikely(a->counts_from == U64_MAX && !a->packet_count[!a->epoch])) {
		/* next cycle ends the inhibition, the one after counts again */
		a->counts_from = t + 2;
		ss_age_stretch(a, SS_AGE_MAX, t + 1 + a->period);
	}
	return (hdr & ~SS_AGE_FIELD) | new_age;
}

/* Return age_clock_period_reg at the beginning of cycle @now. */
static inline u32 ss_age_countdown(const struct ss_age *a, u64 now)
{
	u64 from = now > a->counts_from ? now : a->counts_from;
	u64 next = a->expiry;

	if (a->counts_from == U64_MAX)
		return (u32)a->period;
	if (next < from)
		next += (from - next + a->period - 1) / a->period * a->period;
	return (u32)(next - from + 1);
}

#endif /* SS_AGE_H */

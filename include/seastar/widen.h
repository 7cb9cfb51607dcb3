/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * Widening of registers to 64-bit counters: ss_widen() adds the differences of two readings of the
 * performance registers to the counters.  The halves of age groups and of grants wrap at 2^32.
 *
 * An output grants at most one packet per cycle.  So no half wraps more than once between two
 * readings less than 2^32 cycles apart: the difference modulo 2^32 is the exact count.
 */
#ifndef SEASTAR_WIDEN_H
#define SEASTAR_WIDEN_H

#include <linux/seastar.h>
#include <seastar/counters.h>
#include <seastar/types.h>

/* The performance registers of a router, and its cycle when they were read. */
struct ss_perf {
	u64 reg[SEASTAR_PORTS][SEASTAR_REGS];
	u64 cycle;
};

/* The counters of a router. */
struct ss_counters {
	u64 of[SEASTAR_COUNTERS][SEASTAR_PORTS];
};

/* Return true if the counts between two cycles are exact. */
static inline bool ss_widen_exact(u64 before, u64 after)
{
	return after >= before && after - before <= 0xffffffffULL;
}

/* Return half @half of the registers @reg, seen as an array of 32-bit halves. */
static inline u32 ss_half(const u64 *reg, u32 half)
{
	return reg[half / 2] >> (half % 2 * 32);
}

/* Return true if one of @n registers of 64 bits has gone backwards. */
static inline bool ss_any_less(const u64 *now, const u64 *last, u32 reg, u32 n)
{
	for (u32 end = reg + n; reg < end; reg++)
		if (now[reg] < last[reg])
			return true;
	return false;
}

/* Return true if one of @n halves has counted more grants than there were cycles. */
static inline bool ss_outran(const u64 *now, const u64 *last, u32 half, u32 n, u64 cycles)
{
	for (u32 end = half + n; half < end; half++)
		if (ss_half(now, half) - ss_half(last, half) > cycles)
			return true;
	return false;
}

static inline void ss_add_whole(struct ss_counters *total, u32 port, const u64 *last,
				const u64 *now, u32 counter, u32 reg, u32 n)
{
	for (u32 i = 0; i < n; i++)
		total->of[counter + i][port] += now[reg + i] - last[reg + i];
}

static inline void ss_add_halves(struct ss_counters *total, u32 port, const u64 *last,
				 const u64 *now, u32 counter, u32 half, u32 n)
{
	for (u32 i = 0; i < n; i++)
		total->of[counter + i][port] += ss_half(now, half + i) - ss_half(last, half + i);
}

#define SS_FELL_WHOLE(reg, n)	ss_any_less(now, last, reg, n)
#define SS_FELL_LOW(reg, n)	ss_outran(now, last, SS_HALF_LOW(reg), n, cycles)
#define SS_FELL_HIGH(reg, n)	ss_outran(now, last, SS_HALF_HIGH(reg), n, cycles)
#define SS_FELL_ONE(NAME, name, number, place, reg, ...)	SS_FELL_##place(reg, 1) ||
#define SS_FELL_FOUR(NAME, name, number, place, reg, ...)	SS_FELL_##place(reg, 4) ||

/* Return true if the registers of a port show a reset in the @cycles between two readings. */
static inline bool ss_port_fell(const u64 *last, const u64 *now, u64 cycles)
{
	return SS_COUNTERS(SS_FELL_FOUR, SS_FELL_ONE, SS_FELL_FOUR, SS_FELL_ONE) false;
}

/*
 * Return true if the router was reset between two readings: its cycle or a 64-bit register has gone
 * backwards, or a half has fallen although there were too few cycles for it to wrap.
 */
static inline bool ss_was_reset(const struct ss_perf *last,
				const struct ss_perf *now)
{
	if (now->cycle < last->cycle)
		return true;
	for (u32 port = 0; port < SEASTAR_PORTS; port++)
		if (ss_port_fell(last->reg[port], now->reg[port], now->cycle - last->cycle))
			return true;
	return false;
}

#define SS_ADD_WHOLE(number, reg, n)	ss_add_whole(total, port, last, now, number, reg, n)
#define SS_ADD_LOW(number, reg, n)	\
	ss_add_halves(total, port, last, now, number, SS_HALF_LOW(reg), n)
#define SS_ADD_HIGH(number, reg, n)	\
	ss_add_halves(total, port, last, now, number, SS_HALF_HIGH(reg), n)
#define SS_ADD_ONE(NAME, name, number, place, reg, ...)		SS_ADD_##place(number, reg, 1);
#define SS_ADD_FOUR(NAME, name, number, place, reg, ...)	SS_ADD_##place(number, reg, 4);

static inline void ss_widen_port(struct ss_counters *total, u32 port,
				 const u64 *last, const u64 *now)
{
	SS_COUNTERS(SS_ADD_FOUR, SS_ADD_ONE, SS_ADD_FOUR, SS_ADD_ONE)
}

/**
 * ss_widen() - add the counts between two readings to the counters of a router
 * @total: 64-bit counters to add to
 * @last: registers as of the previous reading
 * @now: registers as of this reading
 *
 * A router that was reset has counted from 0.  Nothing is ever counted twice: of readings
 * less than 2^32 cycles apart, only what was counted before a reset can be missing.
 *
 * Return: true if counts are missing.
 */
static inline bool ss_widen(struct ss_counters *total,
			    const struct ss_perf *last,
			    const struct ss_perf *now)
{
	static const struct ss_perf none;
	bool reset = ss_was_reset(last, now);

	if (reset)
		last = &none;
	for (u32 port = 0; port < SEASTAR_PORTS; port++)
		ss_widen_port(total, port, last->reg[port], now->reg[port]);
	return reset || !ss_widen_exact(last->cycle, now->cycle);
}

#endif /* SEASTAR_WIDEN_H */

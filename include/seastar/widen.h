/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * From registers to counters: adding up what performance registers have counted
 * between two readings, though the halves of age groups and of grants wrap at 2^32.
 *
 * An output grants at most one packet per cycle, so between two readings less than
 * 2^32 cycles apart no half can go round more than once, and the difference modulo
 * 2^32 is what was counted.
 */
#ifndef SEASTAR_WIDEN_H
#define SEASTAR_WIDEN_H

#include <linux/seastar.h>
#include <seastar/types.h>

/* The performance registers of a router, and its cycle when they were read. */
struct ss_perf {
	u64 reg[SEASTAR_PORTS][SEASTAR_REGS];
	u64 cycle;
};

/* Its counters. */
struct ss_counters {
	u64 of[SEASTAR_COUNTERS][SEASTAR_PORTS];
};

/* Is all that was counted between these two cycles known? */
static inline bool ss_widen_exact(u64 before, u64 after)
{
	return after >= before && after - before <= 0xffffffffULL;
}

/* Has the register two counts, of packets sent, in its halves? */
static inline bool ss_is_halved(u32 reg)
{
	return reg == SEASTAR_REG_AGE_GROUP0 || reg == SEASTAR_REG_AGE_GROUP1 ||
	       reg == SEASTAR_REG_GRANTS0 || reg == SEASTAR_REG_GRANTS1;
}

static inline bool ss_any_less(const u64 *now, const u64 *last, u32 from, u32 to)
{
	for (u32 reg = from; reg < to; reg++)
		if (now[reg] < last[reg])
			return true;
	return false;
}

/* Has a half counted more grants than there were cycles? */
static inline bool ss_outran(const u64 *now, const u64 *last, u32 from, u32 to, u64 cycles)
{
	for (u32 reg = from; reg < to; reg++)
		if ((u32)(now[reg] - last[reg]) > cycles ||
		    (u32)((now[reg] >> 32) - (last[reg] >> 32)) > cycles)
			return true;
	return false;
}

/*
 * Was the router reset between two readings?  Then its cycle, or a register of 64 bits,
 * has gone backwards, or a half that fell seems to have gone round in too few cycles.
 */
static inline bool ss_was_reset(const struct ss_perf *last,
				const struct ss_perf *now)
{
	u64 cycles = now->cycle - last->cycle;

	if (now->cycle < last->cycle)
		return true;
	for (u32 port = 0; port < SEASTAR_PORTS; port++) {
		const u64 *n = now->reg[port], *l = last->reg[port];

		if (ss_any_less(n, l, 0, SEASTAR_REG_AGE_GROUP0) ||
		    ss_any_less(n, l, SEASTAR_REG_VC0_PKTS, SEASTAR_REG_GRANTS0) ||
		    ss_outran(n, l, SEASTAR_REG_AGE_GROUP0, SEASTAR_REG_VC0_PKTS, cycles) ||
		    ss_outran(n, l, SEASTAR_REG_GRANTS0, SEASTAR_REGS, cycles))
			return true;
	}
	return false;
}

/* Where the counts of a register go; those of the halves of one go there and beside it. */
static inline u32 ss_counter_of(u32 reg)
{
	if (reg < SEASTAR_REG_AGE_GROUP0)
		return SEASTAR_COUNTER_VC0_BLOCKED + reg;
	if (reg < SEASTAR_REG_VC0_PKTS)
		return SEASTAR_COUNTER_AGE_BIN0 + 2 * (reg - SEASTAR_REG_AGE_GROUP0);
	if (reg < SEASTAR_REG_GRANTS0)
		return SEASTAR_COUNTER_VC0_PKTS + reg - SEASTAR_REG_VC0_PKTS;
	return SEASTAR_COUNTER_CONTESTED + 2 * (reg - SEASTAR_REG_GRANTS0);
}

static inline void ss_add_whole(struct ss_counters *total, u32 port, const u64 *last,
				const u64 *now, u32 from, u32 to)
{
	for (u32 reg = from; reg < to; reg++)
		total->of[ss_counter_of(reg)][port] += now[reg] - last[reg];
}

static inline void ss_add_halves(struct ss_counters *total, u32 port, const u64 *last,
				 const u64 *now, u32 from, u32 to)
{
	for (u32 reg = from; reg < to; reg++) {
		u32 counter = ss_counter_of(reg);

		total->of[counter][port] += (u32)(now[reg] - last[reg]);
		total->of[counter + 1][port] += (u32)((now[reg] >> 32) - (last[reg] >> 32));
	}
}

static inline void ss_widen_port(struct ss_counters *total, u32 port,
				 const u64 *last, const u64 *now)
{
	ss_add_whole(total, port, last, now, 0, SEASTAR_REG_AGE_GROUP0);
	ss_add_halves(total, port, last, now, SEASTAR_REG_AGE_GROUP0, SEASTAR_REG_VC0_PKTS);
	ss_add_whole(total, port, last, now, SEASTAR_REG_VC0_PKTS, SEASTAR_REG_GRANTS0);
	ss_add_halves(total, port, last, now, SEASTAR_REG_GRANTS0, SEASTAR_REGS);
}

/**
 * ss_widen() - add to the counters of a router what it has counted
 * @total: its counters
 * @last: its registers when they were read last
 * @now: its registers now
 *
 * A router that was reset has counted from 0.  Nothing is ever counted twice: of readings
 * less than 2^32 cycles apart, only what was counted before a reset can be missing.
 *
 * Return: whether counts are missing.
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

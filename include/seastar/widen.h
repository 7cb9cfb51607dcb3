/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * From registers to counters: adding up what performance registers have counted
 * between two readings, though the halves of the age groups wrap at 2^32.
 *
 * An output grants at most one packet a cycle, so between two readings less than
 * 2^32 cycles apart no half can go round more than once, and the difference modulo
 * 2^32 is what was counted.
 */
#ifndef SEASTAR_WIDEN_H
#define SEASTAR_WIDEN_H

#include <linux/seastar.h>
#include <seastar/types.h>

/* The performance registers of a router. */
struct ss_perf {
	u64 reg[SEASTAR_PORTS][SEASTAR_REGS];
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

static inline bool ss_is_age_group(u32 reg)
{
	return reg == SEASTAR_REG_AGE_GROUP0 || reg == SEASTAR_REG_AGE_GROUP1;
}

static inline bool ss_any_less(const u64 *now, const u64 *last, u32 from, u32 to)
{
	for (u32 reg = from; reg < to; reg++)
		if (now[reg] < last[reg])
			return true;
	return false;
}

/* A register of 64 bits that has gone backwards was reset, and its router with it. */
static inline bool ss_was_reset(const struct ss_perf *last,
				const struct ss_perf *now)
{
	for (u32 port = 0; port < SEASTAR_PORTS; port++)
		if (ss_any_less(now->reg[port], last->reg[port], 0, SEASTAR_REG_AGE_GROUP0) ||
		    ss_any_less(now->reg[port], last->reg[port], SEASTAR_REG_VC0_PKTS,
				SEASTAR_REGS))
			return true;
	return false;
}

/* Where the counts of a register go; those of an age group go there and beside it. */
static inline u32 ss_counter_of(u32 reg)
{
	if (reg < SEASTAR_REG_AGE_GROUP0)
		return SEASTAR_COUNTER_VC0_BLOCKED + reg;
	if (ss_is_age_group(reg))
		return SEASTAR_COUNTER_AGE_BIN0 + 2 * (reg - SEASTAR_REG_AGE_GROUP0);
	return SEASTAR_COUNTER_VC0_PKTS + reg - SEASTAR_REG_VC0_PKTS;
}

static inline void ss_widen_port(struct ss_counters *total, u32 port,
				 const u64 *last, const u64 *now)
{
	u32 reg = 0;

	for (; reg < SEASTAR_REG_AGE_GROUP0; reg++)
		total->of[ss_counter_of(reg)][port] += now[reg] - last[reg];
	for (; ss_is_age_group(reg); reg++) {
		u32 counter = ss_counter_of(reg);

		total->of[counter][port] += (u32)(now[reg] - last[reg]);
		total->of[counter + 1][port] += (u32)((now[reg] >> 32) - (last[reg] >> 32));
	}
	for (; reg < SEASTAR_REGS; reg++)
		total->of[ss_counter_of(reg)][port] += now[reg] - last[reg];
}

/**
 * ss_widen() - add to the counters of a router what it has counted
 * @total: its counters
 * @last: its registers when they were read last
 * @now: its registers now
 * @reset: it is known to have been reset between: it has counted from 0
 *
 * Return: whether it was reset.
 */
static inline bool ss_widen(struct ss_counters *total,
			    const struct ss_perf *last,
			    const struct ss_perf *now, bool reset)
{
	static const struct ss_perf none;

	if (!reset)
		reset = ss_was_reset(last, now);
	if (reset)
		last = &none;
	for (u32 port = 0; port < SEASTAR_PORTS; port++)
		ss_widen_port(total, port, last->reg[port], now->reg[port]);
	return reset;
}

#endif /* SEASTAR_WIDEN_H */

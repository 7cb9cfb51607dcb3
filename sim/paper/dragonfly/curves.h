/* SPDX-License-Identifier: GPL-2.0-only */
/* What curves over the load have in common: rows are a routing at a load. */
#ifndef SIM_PAPER_DRAGONFLY_CURVES_H
#define SIM_PAPER_DRAGONFLY_CURVES_H

#include "sim/paper/list.h"

enum curve_column { ACCEPTED, LATENCY, MISROUTED };

#define CURVE_COLUMNS \
	[ACCEPTED] = COLUMN("accepted", "phits", "/load/accepted"), \
	[LATENCY] = COLUMN("latency", "cycles", "/latency/mean"), \
	[MISROUTED] = SCALED("misrouted", "%", "/misrouting/packets", 100)

#define CURVE_POINT(label, words, at)	{ .name = label ", " at, .keys = words " load=" at }

/* Row of a routing at a load, both numbered; there are LOADS. */
#define CURVE_AT(routing, load)	((routing) * LOADS + (load))

/* Claims of part @in: a column of a row over that of another one, and of one row alone. */
#define CURVE_OVER(in, what, top, below, column, low, high, ...) \
	{ \
		.text = what, .part = in, .a = { top, column }, .b = { below, column }, \
		.least = low, .most = high, ##__VA_ARGS__ \
	}
#define CURVE_IS(in, what, at, column, low, high, value, ...) \
	{ \
		.text = what, .part = in, .a = { at, column }, .alone = true, .of_means = true, \
		.least = low, .most = high, .paper = value, ##__VA_ARGS__ \
	}

#endif /* SIM_PAPER_DRAGONFLY_CURVES_H */

// SPDX-License-Identifier: GPL-2.0-only
/* What memory shared by VCs carries, by what is reserved for each of them: Figure 5.6. */
#include "routings.h"
#include "sim/paper/list.h"

#define CYCLES		20000

/* Of all cycles asked for, whether or not a deadlock has ended the run. */
enum column { DELIVERED, RAN };
static const struct paper_column columns[] = {
	[DELIVERED] = RATIO("delivered", "phits", "/load/packets_delivered", 8. / CYCLES, "/nodes"),
	[RAN] = COLUMN("ran", "cycles", "/cycles/measured"),
	{ 0 }
};

enum row { NONE, ONE, TWO, THREE, FOUR, FIVE, SIX, SEVEN, ALL, STATIC };
#define SHARED(packets, percent) \
	{ .name = packets, .keys = KEYS_MIN " buffers=shared reserved=" percent }
static const struct paper_row rows[] = {
	[NONE] = SHARED("0", "0 deadlock=allowed"), [ONE] = SHARED("1", "13"), [TWO] = SHARED("2", "25"),
	[THREE] = SHARED("3", "38"), [FOUR] = SHARED("4", "50"), [FIVE] = SHARED("5", "63"),
	[SIX] = SHARED("6", "75"), [SEVEN] = SHARED("7", "88"), [ALL] = SHARED("8", "100"),
	[STATIC] = { .name = "static", .keys = KEYS_MIN },
	{ 0 }
};

#define PART(h, nodes) \
	{ \
		.name = "h = " #h, \
		.keys = "router=dragonfly rules=simulator full=drop detail=summary load=1 warmup=0 " \
			"measure=20000 input_depth=64 global_depth=512 dragonfly=" #h, \
		.what = nodes " nodes.", \
	}
static const struct paper_part parts[] = { PART(2, "72"), PART(3, "342"), { 0 } };

#define OVER_STATIC(label, of, low, high) \
	{ \
		.text = "delivered, " label " over static", .part = PAPER_EVERY, \
		.a = { of, DELIVERED }, .b = { STATIC, DELIVERED }, .least = low, .most = high, \
	}
#define GOES_ON(label, of) \
	{ \
		.text = label ": no deadlock", .part = PAPER_EVERY, .a = { of, RAN }, \
		.alone = true, .least = CYCLES, .most = CYCLES, \
	}
static const struct paper_claim claims[] = {
	{
		.text = "nothing reserved: ends in a deadlock", .part = PAPER_EVERY,
		.a = { NONE, RAN }, .alone = true, .least = 0, .most = CYCLES - 1,
	},
	GOES_ON("1 packet", ONE), GOES_ON("6 packets", SIX),
	OVER_STATIC("2 packets", TWO, 0, 0.99),
	OVER_STATIC("6 packets", SIX, 0.98, 1.05),
	OVER_STATIC("8 packets", ALL, 1, 1),
	{ 0 }
};

const struct paper_reproduction paper_figure5_6 = {
	.name = "figure5.6", .place = "sec. 5.3.2, Figure 5.6",
	.title = "what memory shared by VCs carries, by what is reserved",
	.note = "Uniform traffic at full load, minimal routing over 2/1 VCs. Ports have 128 phits (local) and 512 (global); rows are by the packets of 8 phits that are reserved for each local VC. Delivered is phits per node and cycle of all 20,000 cycles, which a deadlock ends early; the first ones, in which the network fills, count.",
	.seeds = 3,
	.column = columns, .row = rows, .part = parts, .claim = claims,
};

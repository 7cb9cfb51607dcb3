// SPDX-License-Identifier: GPL-2.0-only
/* Seven settings of aging on the machine: Table 5. */
#include "sim/paper/list.h"

enum column { XP, XM, YP, YM, ZP, ZM, VARIANCE, QX, QY, QZ, LATENCY, BY_EQ1, ACCEPTED };
enum row { RR, P4_111, P4_321, P8_111, P8_321, P16_111, P16_321 };
enum part { UNIFORM, MIX, MESSAGES };

/* Variance of the six ports' stalled cycles; the paper's own table gives 169.5 and so on. */
static double variance(const double *ports)
{
	double sum = 0, squares = 0;

	for (u32 i = XP; i <= ZM; i++)
		sum += ports[i];
	for (u32 i = XP; i <= ZM; i++)
		squares += (ports[i] - sum / 6) * (ports[i] - sum / 6);
	return squares / 6;
}

/* Equation 1 with k/4 hops per dimension, a router delay of 50 ns for each and one more. */
static double by_equation_1(const double *cells)
{
	return 2 * (2.75 * cells[QX] + 3 * cells[QY] + 4 * cells[QZ]) + 10.75 * 50;
}

#define STALL(name, port)	COLUMN(name, "stall c", "/ports/" #port "/wait")
#define QUEUE(name, d)		COLUMN(name, "cycles", "/dimensions/" #d "/queueing")

static const struct paper_column columns[] = {
	STALL("+x", 1), STALL("-x", 2), STALL("+y", 3), STALL("-y", 4), STALL("+z", 5),
	STALL("-z", 6),
	{ .name = "variance", .unit = "stall c^2", .derive = variance },
	QUEUE("Q(x)", 0), QUEUE("Q(y)", 1), QUEUE("Q(z)", 2),
	SCALED("latency", "ns", "/network_latency/mean", 1000 * PAPER_CYCLES_US),
	{ .name = "by Eq. 1", .unit = "ns", .derive = by_equation_1 },
	COLUMN("accepted", "flits/c", "/load/accepted"),
	{ 0 }
};

static const struct paper_row rows[] = {
	[RR] = { .name = "round robin", .keys = "select=rr" },
	[P4_111] = { .name = "4, 1/1/1", .keys = "period=4 bias=1" },
	[P4_321] = { .name = "4, 3/2/1", .keys = "period=4 bias=3/2/1" },
	[P8_111] = { .name = "8, 1/1/1", .keys = "period=8 bias=1" },
	[P8_321] = { .name = "8, 3/2/1", .keys = "period=8 bias=3/2/1" },
	[P16_111] = { .name = "16, 1/1/1", .keys = "period=16 bias=1" },
	[P16_321] = { .name = "16, 3/2/1", .keys = "period=16 bias=3/2/1" },
	{ 0 }
};

static const double paper[PAPER_ROWS][PAPER_COLUMNS] = {
	[RR] = { 43.0, 43.1, 18.6, 19.2, 13.2, 12.7, 169.5, 737, 227, 169, 7301, 7305 },
	[P4_111] = { 36.9, 37.0, 20.0, 19.9, 11.7, 11.2, 112.4, 607, 246, 153, 6585, 6576 },
	[P4_321] = { 31.4, 31.6, 17.4, 17.8, 11.7, 11.5, 69.5, 421, 247, 189, 5844, 5847 },
	[P8_111] = { 44.1, 44.1, 21.4, 20.5, 13.2, 13.0, 173.2, 611, 255, 167, 6771, 6764 },
	[P8_321] = { 24.6, 24.7, 15.8, 15.7, 11.6, 11.4, 30.0, 357, 209, 156, 5007, 5003 },
	[P16_111] = { 41.2, 41.5, 24.7, 24.6, 14.5, 14.3, 123.4, 554, 322, 240, 7443, 7436.5 },
	[P16_321] = { 30.5, 30.6, 17.2, 17.1, 10.9, 10.8, 67.5, 378, 217, 148, 5101, 5102.5 },
};

#define MACHINE	"topology=11x12x16 warmup=30000 measure=20000 detail=summary "
#define SMALL	"topology=5x6x8 warmup=5000 measure=5000"

#define MIXED	"Half of the packets go to a neighbour, half to any node, as when jobs in nearest-neighbour and in all-to-all phases share the machine. Each node has 64 outstanding."

static const struct paper_part parts[] = {
	[UNIFORM] = {
		.name = "uniform",
		.keys = MACHINE "source=closed window=128",
		.reduced = SMALL,
		.what = "Every node always has packets to send: with 128 outstanding the network is as full as with 256.",
		.small_what = "Every node always has packets to send.",
		.paper = paper,
	},
	[MIX] = {
		.name = "mix",
		.keys = MACHINE "source=closed window=64 pattern=uniform pattern2=neighbour",
		.reduced = SMALL,
		.what = MIXED " Round robin reaches no steady state: its figures get worse for as long as the run lasts.",
		.small_what = MIXED,
		.paper = paper,
	},
	[MESSAGES] = {
		.name = "messages",
		.keys = MACHINE "source=open load=1 queue=16 burst=64 pattern=uniform pattern2=neighbour",
		.reduced = SMALL,
		.what = "Each node sends one message after the other, out of step with the others: 64 packets (4 KiB) on average, half of the messages to a neighbour, half to any node.",
		.paper = paper,
	},
	{ 0 }
};

#define LITTLE	"Age lets more through and, sources being always ready, about as many more packets in: the time in the network, their quotient, hardly changes."
#define WAITS	"A packet waits 70 to 300 ticks on its way, against 19 of bias by the paper's reckoning: biases hardly change who is older."
#define ALIKE	"All six settings of age are within 9 % of each other here, as 4, 8 and 16 all spread the ages."
#define SHORTER	"It is shorter: by 3 % under uniform traffic, 5 % under the mix, 18 % under messages."
#define LINKS	"Eq. 1 has neither the links' delay (8 cycles per hop here, 156 ns) nor the 9 flits' ejection (43 ns) nor the wait for it."
#define NEAR	"Eq. 1 with k/4 hops is of uniform traffic: half of these packets are meant for a neighbour."
#define ONWARD	"What x no longer holds up waits further on: y and z carry 22 % more."
#define ONWARD2	"What x no longer holds up waits further on: z carries 1.55 times as much."
#define ONWARD3	"What x no longer holds up waits further on: z carries 10 % more."
#define BUSY_Z	"z, with its 16 nodes a ring, is the busiest dimension under uniform traffic: 56 % of its links' time, of y's 42 % (ejection)."

#define ROW_OVER_RR(row, name) { \
	.text = "latency, " name " over round robin", .part = PAPER_EVERY, \
	.a = { row, LATENCY }, .b = { RR, LATENCY }, .most = 1, .why = { LITTLE }, \
}

#define BIAS_AT(period, biased, plain) { \
	.text = "latency at period " period ", 3/2/1 over 1/1/1", .part = PAPER_EVERY, \
	.a = { biased, LATENCY }, .b = { plain, LATENCY }, .most = 1, \
	.why = { WAITS, WAITS, WAITS }, \
}

#define BEST_OVER_RR(name, column, ...) { \
	.text = name ", 8, 3/2/1 over round robin", .part = PAPER_EVERY, \
	.a = { P8_321, column }, .b = { RR, column }, .most = 1, .why = { __VA_ARGS__ }, \
}

#define ORDER(name, first, second, ...) { \
	.text = "round robin: " name, .part = PAPER_EVERY, .a = { RR, first }, \
	.b = { RR, second }, .least = 1, .most = PAPER_MORE, .why = { __VA_ARGS__ }, \
}

static const struct paper_claim claims[] = {
	ROW_OVER_RR(P4_111, "4, 1/1/1"),
	ROW_OVER_RR(P4_321, "4, 3/2/1"),
	ROW_OVER_RR(P8_111, "8, 1/1/1"),
	ROW_OVER_RR(P8_321, "8, 3/2/1"),
	ROW_OVER_RR(P16_321, "16, 3/2/1"),
	{
		.text = "latency, 16, 1/1/1 over round robin: no better",
		.part = PAPER_EVERY, .a = { P16_111, LATENCY }, .b = { RR, LATENCY }, .least = 1,
		.most = PAPER_MORE, .why = { ALIKE, ALIKE, ALIKE },
	},
	BEST_OVER_RR("latency as the paper has it, Eq. 1 of Q", BY_EQ1, LITTLE),
	BIAS_AT("4", P4_321, P4_111),
	BIAS_AT("8", P8_321, P8_111),
	BIAS_AT("16", P16_321, P16_111),
	{
		.text = "latency with 3/2/1, period 8 over 4",
		.part = PAPER_EVERY, .a = { P8_321, LATENCY }, .b = { P4_321, LATENCY }, .most = 1,
		.why = { ALIKE, ALIKE, ALIKE },
	}, {
		.text = "latency with 3/2/1, period 16 nearly as short as with 8",
		.part = PAPER_EVERY, .a = { P16_321, LATENCY }, .b = { P8_321, LATENCY },
		.least = 1, .most = 1.05, .why = { SHORTER, SHORTER, SHORTER },
	}, {
		.text = "round robin: latency over what Eq. 1 makes of Q",
		.part = PAPER_EVERY, .a = { RR, LATENCY }, .b = { RR, BY_EQ1 }, .least = 0.95,
		.most = 1.05, .why = { LINKS, NEAR, NEAR },
	},
	BEST_OVER_RR("Q(x)", QX),
	BEST_OVER_RR("Q(y)", QY, ONWARD),
	BEST_OVER_RR("Q(z)", QZ, ONWARD, ONWARD2, ONWARD3),
	BEST_OVER_RR("stalls of +x", XP),
	BEST_OVER_RR("variance of the ports", VARIANCE),
	ORDER("Q(x) over Q(y)", QX, QY),
	ORDER("Q(y) over Q(z)", QY, QZ),
	ORDER("stalls of +x over +y", XP, YP),
	ORDER("stalls of +y over +z", YP, ZP, BUSY_Z),
	{
		.text = "accepted load, 8, 3/2/1 over round robin",
		.part = PAPER_EVERY, .a = { P8_321, ACCEPTED }, .b = { RR, ACCEPTED }, .least = 1,
		.most = PAPER_MORE,
	},
	{ 0 }
};

#define NOTE	"Stalls are cycles per packet by Eq. 17, Q cycles per hop, latency from injection to delivery; the paper's follows from its Q by Eq. 1, so ours by Eq. 1 stands beside it. The paper measured production jobs and tells nothing of their load."

const struct paper_reproduction paper_table5 = {
	.name = "table5",
	.place = "sec. 4, Table 5",
	.title = "settings of aging (period, bias in x/y/z), 11x12x16 torus",
	.note = NOTE,
	.small_title = "settings of aging (period, bias in x/y/z), 5x6x8 torus",
	.small_note = NOTE " Eq. 1 has the hops of the whole machine in it.",
	.seeds = 5,
	.column = columns, .row = rows, .part = parts, .claim = claims,
};

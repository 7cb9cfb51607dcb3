// SPDX-License-Identifier: GPL-2.0-only
/* Requests and replies over two networks: the traffic of sec. 5.2, without its programs. */
#include "bubble.h"

enum column { LOAD, SENDERS, DONE, PHITS, LATENCY };

#define TRANSACTION	24	/* phits: a request of 4 and a reply of 20 */

static double phits(const double *cells)
{
	return cells[LOAD] * cells[SENDERS];
}

/* Per us, with the cycle in ns. */
static double transactions(const double *cells)
{
	return 1000 * phits(cells) / TRANSACTION;
}

static const struct paper_column columns[] = {
	[LOAD] = COLUMN("accepted", "phits", "/load/accepted"),
	[SENDERS] = COLUMN("senders", "nodes", "/senders"),
	[DONE] = {
		.name = "completed", .unit = "per us", .derive = transactions, .clock = -1,
	},
	[PHITS] = { .name = "of all", .unit = "phits/ns", .derive = phits, .clock = -1 },
	[LATENCY] = {
		.name = "latency", .unit = "ns", .value = "/latency/mean", .scale = 1, .clock = 1,
	},
	{ 0 }
};

static const struct paper_row rows[] = {
	BUBBLE_ROWS("", ""),
	{ 0 }
};

#define LOOP	BUBBLE_TORUS "classes=2 pattern=uniform lengths=4 reply=20 source=closed warmup=5000 measure=20000 "
#define PART(count) \
	{ \
		.name = "window " #count, .keys = LOOP "window=" #count, \
		.reduced = "warmup=200 measure=500", \
		.what = "Requests that a node has outstanding.", \
	}

static const struct paper_part parts[] = {
	PART(1), PART(2), PART(4), PART(8), PART(16),
	{ 0 }
};

#define AHEAD(one, other, name) \
	{ \
		.text = name, .part = PAPER_EVERY, .a = { one, DONE }, .b = { other, DONE }, \
		.least = 1, .most = PAPER_MORE, \
	}

static const struct paper_claim claims[] = {
	AHEAD(BADA_OAC, VCADA_SIC, "transactions of BAda-OAC over VCAda-SIC"),
	AHEAD(BDOR, VCADA_SIC, "transactions of BDOR over VCAda-SIC"),
	AHEAD(VCDOR, VCADA_SIC, "transactions of VCDOR over VCAda-SIC"),
	AHEAD(BADA_OAC, VCDOR, "transactions of BAda-OAC over VCDOR"),
	AHEAD(BADA_OAC, BADA_SIC, "transactions of BAda-OAC over BAda-SIC"),
	AHEAD(VCADA_OAC, VCADA_SIC, "transactions of VCAda-OAC over VCAda-SIC"),
	{ 0 }
};

const struct paper_reproduction paper_reply = {
	.name = "reply",
	.place = "sec. 5.2",
	.title = "requests and replies over two networks on an 8x8 torus",
	.note = "Each node keeps as many requests of 4 phits under way as the window allows, to nodes at random; each is answered with 20 phits over the other network, and then the next is born. Transactions completed per us, and phits accepted per ns, by the cycle times of the paper's Table 2; the latency is the mean of requests and of transactions. The paper runs Radix, FFT and LU on a simulated machine instead.",
	.seeds = 5,
	.column = columns, .row = rows, .part = parts, .claim = claims,
};

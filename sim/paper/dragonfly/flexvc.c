// SPDX-License-Identifier: GPL-2.0-only
/* FlexVC beside fixed VCs and shared memory: Figures 5.7 to 5.9, 5.15 and 5.16. */
#include "flexvc.h"

static const struct paper_column columns[] = { CURVE_COLUMNS, { 0 } };

#define DAMQ			"buffers=shared"

/* Figure 5.7: queues of 32 and 256 phits for each VC. */
enum way { BASE, SHARED, FLEX_2, FLEX_4, FLEX_8 };
static const struct paper_row rows_5_7[] = {
	[BASE] = { .name = "fixed 2/1", .keys = "order=lowest" },
	[SHARED] = { .name = "DAMQ 2/1", .keys = DAMQ },
	[FLEX_2] = { .name = "FlexVC 2/1", .keys = FLEX(2, 1) },
	[FLEX_4] = { .name = "FlexVC 4/2", .keys = FLEX(4, 2) },
	[FLEX_8] = { .name = "FlexVC 8/4", .keys = FLEX(8, 4) },
	{ 0 }
};

/* Figures 5.8 and 5.15: the same memory of a port, whatever its VCs. */
enum memory { M_64, M_128, M_192, M_256, MEMORIES };
#define AT(way, memory)	((way) * MEMORIES + (memory))
#define DEPTHS(label, words, a, b, c, d, e, f, g, h) \
	{ .name = label ", 64/256", .keys = words " input_depth=" #a " global_depth=" #b }, \
	{ .name = label ", 128/512", .keys = words " input_depth=" #c " global_depth=" #d }, \
	{ .name = label ", 192/768", .keys = words " input_depth=" #e " global_depth=" #f }, \
	{ .name = label ", 256/1024", .keys = words " input_depth=" #g " global_depth=" #h }
static const struct paper_row rows_5_8[] = {
	DEPTHS("fixed 2/1", "order=lowest", 32, 256, 64, 512, 96, 768, 128, 1024),
	DEPTHS("DAMQ 2/1", DAMQ, 32, 256, 64, 512, 96, 768, 128, 1024),
	DEPTHS("FlexVC 2/1", FLEX(2, 1), 32, 256, 64, 512, 96, 768, 128, 1024),
	DEPTHS("FlexVC 4/2", FLEX(4, 2), 16, 128, 32, 256, 48, 384, 64, 512),
	DEPTHS("FlexVC 8/4", FLEX(8, 4), 8, 64, 16, 128, 24, 192, 32, 256),
	{ 0 }
};

/* Figure 5.9: VCs of requests and of replies. */
enum classes { R_BASE, R_SHARED, R_2, R_3, R_4 };
static const struct paper_row rows_5_9[] = {
	[R_BASE] = { .name = "fixed 2/1+2/1", .keys = "order=lowest" },
	[R_SHARED] = { .name = "DAMQ 2/1+2/1", .keys = DAMQ },
	[R_2] = { .name = "FlexVC 2/1+2/1", .keys = FLEX(2, 1) },
	[R_3] = { .name = "FlexVC 3/2+2/1", .keys = FLEX(3, 2) },
	[R_4] = { .name = "FlexVC 4/3+2/1", .keys = FLEX(4, 3) },
	{ 0 }
};

/* Figure 5.16 */
enum selection { JSQ, HIGHEST, LOWEST, RANDOM };
#define SELECT(how)	{ .name = how, .keys = FLEX(2, 1) " vc_select=" how }
static const struct paper_row rows_5_16[] = {
	[JSQ] = SELECT("jsq"), [HIGHEST] = SELECT("highest"), [LOWEST] = SELECT("lowest"),
	[RANDOM] = SELECT("random"),
	{ 0 }
};

#define RUN_FOR(h, cycles) \
	"router=dragonfly rules=simulator dragonfly=" #h " full=drop detail=summary " \
	"warmup=" #cycles " measure=" #cycles " "
#define RUN(h)	RUN_FOR(h, 6000)
#define REDUCED	"dragonfly=2 warmup=1500 measure=1500"
#define PART(n, further, sentence) \
	{ .name = n, .keys = RUN(3) further, .reduced = REDUCED, .what = sentence }
/* Of the thesis' size, with one seed. */
#define PART_8(n, further, sentence) \
	{ .name = n, .keys = RUN(8) further, .reduced = REDUCED, .what = sentence, .seeds = 1 }
#define ANSWERED \
	"reply=8 reply_vcs=2 reply_global_vcs=1 load=0.5"

enum part_5_7 { FULL, BURSTS, FULL_8, BURSTS_8 };
static const struct paper_part parts_5_7[] = {
	[FULL] = PART("UN, 1", "load=1", "Uniform traffic at full load."),
	[BURSTS] = PART("BURSTY-UN, 0.4", "load=0.4 burst=5", "Uniform bursts of 5 packets on the mean."),
	[FULL_8] = PART_8("UN, 1, h = 8", "load=1", "The first, at the size of the thesis."),
	[BURSTS_8] = PART_8("BURSTY-UN, 0.4, h = 8", "load=0.4 burst=5", "Bursts, at the size of the thesis."),
	{ 0 }
};

static const struct paper_part parts_5_8[] = {
	PART("speedup 2", "load=1", "Uniform traffic at full load."), { 0 }
};

static const struct paper_part parts_5_15[] = {
	PART("speedup 1", "load=1 speedup=1", "The same through crossbars as fast as links."), { 0 }
};

/* At the thesis' length: with replies it takes tens of thousands of cycles to fill. */
static const struct paper_part parts_5_9[] = {
	{
		.name = "UN", .what = "Uniform requests at 0.5, and as much of replies.",
		.keys = RUN_FOR(3, 60000) ANSWERED, .reduced = REDUCED,
	}, { 0 }
};

#define OVER(what, top, below, column, low, high, value, ...) \
	{ \
		.text = what, .a = { top, column }, .b = { below, column }, .of_means = true, \
		.least = low, .most = high, .paper = value, ##__VA_ARGS__ \
	}
#define SMALLER \
	"Of 342 nodes (h = 3). On the thesis' 16,512 nodes (h = 8) fixed VCs accept less: see Figure 5.7. FOGSim bounds VCs by the group where a packet is; here the path that is left bounds them."
#define LATER_8 \
	"One seed, and 6,000 cycles measured; the thesis measures 60,000."
#define LATER(in, what, way, value) \
	{ \
		.text = "latency of " what " over fixed, within 5 %", .part = in, \
		.a = { way, LATENCY }, .b = { BASE, LATENCY }, .of_means = true, \
		.least = (value) - 0.05, .most = (value) + 0.05, .paper = value, \
		.why = { [BURSTS] = SMALLER, [BURSTS_8] = LATER_8 }, \
	}
#define LATER_ALL(in) \
	LATER(in, "DAMQ", SHARED, 0.952), LATER(in, "FlexVC 2/1", FLEX_2, 0.888), \
	LATER(in, "FlexVC 4/2", FLEX_4, 0.762), LATER(in, "FlexVC 8/4", FLEX_8, 0.724)
#define ACCEPTS_0_9(in) \
	{ \
		.text = "FlexVC 8/4 accepts 0.9, within 5 %", .part = in, .a = { FLEX_8, ACCEPTED }, \
		.alone = true, .of_means = true, .least = 0.855, .most = 0.945, .paper = 0.9, \
		.why = { [FULL] = SMALLER }, \
	}

static const struct paper_claim claims_5_7[] = {
	ACCEPTS_0_9(FULL), LATER_ALL(BURSTS), ACCEPTS_0_9(FULL_8), LATER_ALL(BURSTS_8),
	{ 0 }
};

static const struct paper_claim claims_5_8[] = {
	OVER("FlexVC 2/1 over fixed at 64/256: 8 to 12 % more", AT(FLEX_2, M_64), AT(BASE, M_64), ACCEPTED, 1.08, 1.12, 1.1, .why = { SMALLER }),
	OVER("FlexVC 2/1 at 64/256 over fixed at 192/768, within 3 %", AT(FLEX_2, M_64), AT(BASE, M_192), ACCEPTED, 0.97, 1.03, 1, .why = { SMALLER }),
	OVER("FlexVC 2/1 at 64/256 over DAMQ at 192/768, within 3 %", AT(FLEX_2, M_64), AT(SHARED, M_192), ACCEPTED, 0.97, 1.03, 1, .why = { SMALLER }),
	OVER("FlexVC 8/4 at 64/256 over fixed at 256/1024", AT(FLEX_8, M_64), AT(BASE, M_256), ACCEPTED, 1, PAPER_MORE, 0, .why = { SMALLER }),
	{ 0 }
};

static const struct paper_claim claims_5_9[] = {
	OVER("FlexVC 2/1+2/1 over fixed, 24.6 % more, within 5 %", R_2, R_BASE, ACCEPTED, 1.196, 1.296, 1.246, .why = { SMALLER }),
	OVER("FlexVC 2/1+2/1 over DAMQ, 17.9 % more, within 5 %", R_2, R_SHARED, ACCEPTED, 1.129, 1.229, 1.179, .why = { SMALLER }),
	OVER("FlexVC 3/2+2/1 over 2/1+2/1", R_3, R_2, ACCEPTED, 1, PAPER_MORE, 0),
	OVER("FlexVC 4/3+2/1 over 3/2+2/1", R_4, R_3, ACCEPTED, 1, PAPER_MORE, 0),
	{ 0 }
};

static const struct paper_claim claims_5_15[] = {
	OVER("FlexVC 8/4 over fixed at 64/256: up to 37 % more, within 5 %", AT(FLEX_8, M_64), AT(BASE, M_64), ACCEPTED, 1.32, 1.42, 1.37, .why = { SMALLER }),
	OVER("FlexVC 2/1 over fixed at 64/256", AT(FLEX_2, M_64), AT(BASE, M_64), ACCEPTED, 1, PAPER_MORE, 0),
	{ 0 }
};

static const struct paper_claim claims_5_16[] = {
	OVER("lowest over jsq, 3.4 % less at most", LOWEST, JSQ, ACCEPTED, 0.966, 1, 0, .why = { SMALLER }),
	OVER("random over jsq, within 3.4 %", RANDOM, JSQ, ACCEPTED, 0.966, 1.034, 0, .why = { SMALLER }),
	OVER("highest over jsq, within 3.4 %", HIGHEST, JSQ, ACCEPTED, 0.966, 1.034, 0, .why = { SMALLER }),
	{ 0 }
};

#define PER_VC	"Minimal routing. Each VC has 32 phits (local) and 256 (global)."
#define PER_PORT	"Minimal routing. Rows are by the phits of a local and of a global port, all VCs together."

const struct paper_reproduction paper_figure5_7 =
	FIGURE(5_7, "5.7", "what FlexVC accepts, and how late bursts are", PER_VC);
const struct paper_reproduction paper_figure5_8 =
	FIGURE(5_8, "5.8", "what FlexVC accepts, by memory", PER_PORT);
const struct paper_reproduction paper_figure5_9 =
	FIGURE(5_9, "5.9", "what FlexVC accepts of requests and replies", PER_VC);
#define rows_5_15	rows_5_8
#define parts_5_16	parts_5_9
const struct paper_reproduction paper_figure5_15 =
	FIGURE(5_15, "5.15", "what FlexVC accepts without speedup, by memory", PER_PORT);
const struct paper_reproduction paper_figure5_16 =
	FIGURE(5_16, "5.16", "what FlexVC accepts, by how VCs are selected", PER_VC);

// SPDX-License-Identifier: GPL-2.0-only
/* Does latency swing after uniform traffic has turned adversarial, and for how long? Figure 4.9. */
#include "sim/base/memory.h"

#include "course.h"
#include "routings.h"

#define SETTLED	200	/* cycles after the change, when packets leave the shortest way */
#define SPAN	3000	/* cycles in which swings are looked for */

enum column { BEFORE, LATENCY, EARLY, LATE, PERIOD, SHARE };
enum row { PB, TEXT, ONCE, DELAYED, FAR, ECTN };

static const struct paper_column columns[] = {
	[BEFORE] = { .name = "before", .unit = "cycles" },
	[LATENCY] = { .name = "end", .unit = "cycles" },
	[EARLY] = { .name = "swing", .unit = "cycles" },
	[LATE] = { .name = "at end", .unit = "cycles" },
	[PERIOD] = { .name = "period", .unit = "cycles" },
	[SHARE] = { .name = "of share", .unit = "cycles" },
	{ 0 }
};

static bool figures(u32 part, const char *keys, u32 seed, double *cells, struct sim_error *err)
{
	struct course *c = sim_alloc(1, sizeof(*c));
	bool ok = course_run(keys, seed, c, err);
	int last = course_end(c);
	double other;

	(void)part;
	if (ok && last < SETTLED + SPAN)
		ok = sim_fail(err, "swings are looked for in %u cycles: make measure longer", SPAN);
	if (ok) {
		cells[BEFORE] = course_mean(c->latency, -COURSE_LAST, 0);
		cells[LATENCY] = course_mean(c->latency, last - SPAN, last);
		course_swing(c->latency, SETTLED, SETTLED + SPAN, &cells[EARLY], &cells[PERIOD]);
		course_swing(c->latency, last - SPAN, last, &cells[LATE], &other);
		course_swing(c->misrouted, SETTLED, SETTLED + SPAN, &other, &cells[SHARE]);
	}
	free(c);
	return ok;
}

const struct paper_measure measure_oscillation = COURSE_MEASURE(figures);

static const struct paper_row rows[] = {
	[PB] = { .name = "PB", .keys = KEYS_SRC_RRG },
	[TEXT] = { .name = "PB, text", .keys = KEYS_SRC_RRG " rules=text" },
	[ONCE] = { .name = "PB, decided once", .keys = KEYS_SRC_RRG " decision=once" },
	[DELAYED] = { .name = "PB, routers of 5 cycles", .keys = KEYS_SRC_RRG " router_delay=5" },
	[FAR] = { .name = "PB, local links of 20", .keys = KEYS_SRC_RRG " link_delay=20" },
	[ECTN] = { .name = "ECtN", .keys = KEYS_ECTN },
	{ 0 }
};

static const double theirs[PAPER_ROWS][PAPER_COLUMNS] = { [PB] = { [PERIOD] = 600 } };

static const struct paper_part parts[] = {
	{
		.name = "longer view",
		.keys = "router=dragonfly rules=simulator dragonfly=8 full=drop detail=summary load=0.2 warmup=5000 measure=11000 interval=10 series=birth",
		.reduced = "dragonfly=2 measure=5500",
		.what = "Input buffers of 32 phits on local links, and of 256 on global ones.",
		.paper = theirs,
	},
	{ 0 }
};

static const struct paper_claim claims[] = {
	{
		.text = "PB's latency swings in 600 cycles, within 15 %", .a = { PB, PERIOD },
		.alone = true, .least = 510, .most = 690, .paper = 600,
	}, {
		.text = "PB decided once: in 600 cycles, within 15 %", .a = { ONCE, PERIOD },
		.alone = true, .least = 510, .most = 690, .paper = 600,
	}, {
		.text = "PB with routers of 5 cycles: in 600 cycles, within 15 %",
		.a = { DELAYED, PERIOD }, .alone = true, .least = 510, .most = 690, .paper = 600,
	}, {
		.text = "PB's latency swings in longer periods with longer local links",
		.a = { FAR, PERIOD }, .b = { PB, PERIOD }, .of_means = true,
		.least = 1, .most = PAPER_MORE,
	}, {
		.text = "PB's latency swings less at the end",
		.a = { PB, LATE }, .b = { PB, EARLY }, .of_means = true, .least = 0, .most = 1,
	}, {
		.text = "ECtN's swings at most a quarter as far",
		.a = { ECTN, EARLY }, .b = { PB, EARLY }, .of_means = true, .least = 0, .most = 0.25,
	}, {
		.text = "ECtN's at the end swings at most a quarter as far",
		.a = { ECTN, LATE }, .b = { PB, LATE }, .of_means = true, .least = 0, .most = 0.25,
	}, {
		.text = "ECtN's latency at the end is below PB's",
		.a = { ECTN, LATENCY }, .b = { PB, LATENCY }, .of_means = true, .least = 0, .most = 1,
	},
	{ 0 }
};

const struct paper_reproduction paper_figure4_9 = {
	.name = "figure4.9", .place = "sec. 4.3.2, Figure 4.9",
	.title = "whether latency swings after traffic has turned adversarial",
	.note = "Traffic is uniform, and adversarial from cycle 6,000 on. Latencies are of the packets born in 10 cycles: their mean before the change and in the last 3,000 cycles, and how far they swing about the line that fits them best in the 1,000 cycles around (standard deviation) from 200 to 3,200 cycles after the change and in the last 3,000. The period is that after which latency resembles itself most in the first of these once it has been unlike itself, and likewise that of the share of packets that leave the shortest way. PB, text has the rules of the thesis' text; decided once has that one of them that is on decisions; routers of 5 cycles has the thesis' latency of a router (Table 1.2), which its simulator leaves out; local links of 20 are twice as long as the thesis'.",
	.seeds = 3, .measure = &measure_oscillation,
	.column = columns, .row = rows, .part = parts, .claim = claims,
};

// SPDX-License-Identifier: GPL-2.0-only
/*
 * How soon packets leave the shortest way when uniform traffic turns adversarial, and whether the
 * share of those that do swings: Figures 4.8 to 4.10.
 */
#include "sim/base/memory.h"

#include "chapter4.h"
#include "course.h"

enum column {
	BEFORE, AT_50, AT_100, AT_200, AT_400, AT_800, END, REACTION, FORMER, LATENCY, SETTLED,
	SWING, PERIOD
};

static const struct paper_column columns[] = {
	[BEFORE] = { .name = "before", .unit = "%" },
	[AT_50] = { .name = "0-50", .unit = "%" },
	[AT_100] = { .name = "50-100", .unit = "%" },
	[AT_200] = { .name = "100-200", .unit = "%" },
	[AT_400] = { .name = "200-400", .unit = "%" },
	[AT_800] = { .name = "400-800", .unit = "%" },
	[END] = { .name = "end", .unit = "%" },
	[REACTION] = { .name = "reaction", .unit = "cycles" },
	[FORMER] = { .name = "former", .unit = "cycles" },
	[LATENCY] = { .name = "latency", .unit = "cycles" },
	[SETTLED] = { .name = "settled", .unit = "cycles" },
	[SWING] = { .name = "swing", .unit = "cycles" },
	[PERIOD] = { .name = "period", .unit = "cycles" },
	{ 0 }
};

/* The end of the first interval after the change in which the share is 90 % of what it comes to. */
static double reaction(const struct course *c, double end)
{
	u32 i = COURSE_LAST / COURSE_INTERVAL;

	while (i < c->points - 1 && c->misrouted[i] < 0.9 * end)
		i++;
	return (i + 1) * COURSE_INTERVAL - COURSE_LAST;
}

static bool figures(u32 part, const char *keys, u32 seed, double *cells, struct sim_error *err)
{
	struct course *c = sim_alloc(1, sizeof(*c));
	bool ok = course_run(keys, seed, c, err);
	int last = course_end(c);

	(void)part;
	if (ok) {
		cells[BEFORE] = course_mean(c->misrouted, -COURSE_LAST, 0);
		cells[AT_50] = course_mean(c->misrouted, 0, 50);
		cells[AT_100] = course_mean(c->misrouted, 50, 100);
		cells[AT_200] = course_mean(c->misrouted, 100, 200);
		cells[AT_400] = course_mean(c->misrouted, 200, 400);
		cells[AT_800] = course_mean(c->misrouted, 400, 800);
		cells[END] = course_mean(c->misrouted, last - COURSE_END, last);
		cells[FORMER] = course_mean(c->latency, -COURSE_LAST, 0);
		cells[LATENCY] = course_mean(c->latency, last - COURSE_END, last);
		cells[SETTLED] = course_settled(c, c->latency, cells[FORMER], cells[LATENCY]);
		cells[REACTION] = reaction(c, cells[END]);
		course_swing(c->latency, 500, last, &cells[SWING], &cells[PERIOD]);
	}
	free(c);
	return ok;
}

const struct paper_measure measure_transient = COURSE_MEASURE(figures);

static const struct paper_row rows[] = { ROWS_OF_CHAPTER_4 { 0 } };

/* What the thesis' text says of its figures. */
static const double paper_4_8[PAPER_ROWS][PAPER_COLUMNS] = {
	[PB] = { [REACTION] = 100, [PERIOD] = 600 },
	[OLM] = { [REACTION] = 100, [LATENCY] = 250, [SETTLED] = 100 },
	[BASE] = { [END] = 100, [REACTION] = 10, [SETTLED] = 10 },
	[FILTERED] = { [END] = 100, [REACTION] = 10, [SETTLED] = 10 },
	[HYBRID] = { [END] = 100, [REACTION] = 10, [SETTLED] = 10 },
	[ECTN] = { [END] = 100, [REACTION] = 10, [SETTLED] = 100 },
};

static const double paper_4_10[PAPER_ROWS][PAPER_COLUMNS] = {
	[OLM] = { [REACTION] = 700, [LATENCY] = 350, [SETTLED] = 700 },
	[BASE] = { [REACTION] = 10, [SETTLED] = 10 },
	[FILTERED] = { [REACTION] = 10, [SETTLED] = 10 },
	[HYBRID] = { [REACTION] = 10, [SETTLED] = 10 },
	[ECTN] = { [REACTION] = 10, [SETTLED] = 100 },
};

#define RUN \
	"router=dragonfly rules=simulator dragonfly=8 full=drop detail=summary load=0.2 " \
	"warmup=5000 measure=6000 interval=10 series=birth "
#define REDUCED	"dragonfly=3 measure=4500"

static const struct paper_part parts_4_8[] = {
	{
		.name = "small buffers", .keys = RUN, .reduced = REDUCED,
		.what = "Input buffers of 32 phits on local links, and of 256 on global ones.",
		.paper = paper_4_8,
	},
	{ 0 }
};

static const struct paper_part parts_4_10[] = {
	{
		.name = "large buffers", .keys = RUN "input_depth=256 global_depth=2048",
		.reduced = REDUCED,
		.what = "Input buffers of 256 phits on local links, and of 2,048 on global ones.",
		.paper = paper_4_10,
	},
	{ 0 }
};

#define BY_LATENCY \
	"The share of packets that leave the shortest way is soon what it stays. What takes long is latency, since the few packets that keep to the shortest way fill the queues before them first."

#define SWINGS \
	"PB's latency swings about its end by more than a tenth of the way, so that it is near the end for good only when the swing has died down. Its share of packets that leave the shortest way is there much sooner."

#define FILLS \
	"Most of it has come by then. Queues that are eight times as deep go on to fill, the deepest for thousands of cycles: OLM's latency has gone three quarters of the way after 700."

#define FILLS_THERE \
	FILLS " FOGSim v5 takes as long with h = 3: its latency is beyond its end after 1,000 cycles, and back after 1,600."

#define REACTS(row, label, low, high, value, ...) \
	{ \
		.text = label " reacts within cycles", .a = { row, REACTION }, .alone = true, \
		.of_means = true, .least = low, .most = high, .paper = value, ##__VA_ARGS__ \
	}
#define SETTLES(row, label, low, high, value, ...) \
	{ \
		.text = label "'s latency settles within cycles", .a = { row, SETTLED }, \
		.alone = true, .of_means = true, .least = low, .most = high, .paper = value, \
		##__VA_ARGS__ \
	}
#define AT_ONCE(row, label) \
	REACTS(row, label, 0, 20, 10), SETTLES(row, label, 0, 20, 10, .why = { FILLS })
/* Within twice the share that the thesis' figures give. */
#define SOONER(row, label, share) \
	{ \
		.text = label "'s latency settles sooner than OLM's", .a = { row, SETTLED }, \
		.b = { OLM, SETTLED }, .least = 0, .most = share, .why = { FILLS }, \
	}
#define LEAVES(row, label) \
	{ \
		.text = label " leaves the shortest way with nearly all packets, %", \
		.a = { row, END }, .alone = true, .of_means = true, .least = 95, .most = 100, \
		.paper = 100, \
	}

static const struct paper_claim claims_4_8[] = {
	REACTS(PB, "PB", 50, 200, 100), SETTLES(PB, "PB", 50, 200, 100, .why = { SWINGS }),
	REACTS(OLM, "OLM", 50, 200, 100, .why = { BY_LATENCY }),
	SETTLES(OLM, "OLM", 50, 200, 100),
	AT_ONCE(BASE, "Base"), AT_ONCE(FILTERED, "Filtered"), AT_ONCE(HYBRID, "Hybrid"),
	REACTS(ECTN, "ECtN", 0, 20, 10), SETTLES(ECTN, "ECtN", 50, 200, 100),
	SOONER(BASE, "Base", 0.2), SOONER(FILTERED, "Filtered", 0.2),
	SOONER(HYBRID, "Hybrid", 0.2),
	LEAVES(BASE, "Base"), LEAVES(FILTERED, "Filtered"), LEAVES(HYBRID, "Hybrid"),
	LEAVES(ECTN, "ECtN"),
	{
		.text = "OLM keeps more on the shortest way than Base",
		.a = { OLM, END }, .b = { BASE, END }, .of_means = true, .least = 0, .most = 1,
	}, {
		.text = "PB's latency swings in 600 cycles, within 15 %", .a = { PB, PERIOD },
		.alone = true, .least = 510, .most = 690, .paper = 600,
	}, {
		.text = "ECtN's swings at most a quarter as far",
		.a = { ECTN, SWING }, .b = { PB, SWING }, .of_means = true, .least = 0, .most = 0.25,
	},
	{ 0 }
};

static const struct paper_claim claims_4_10[] = {
	REACTS(OLM, "OLM", 350, 1050, 700, .why = { BY_LATENCY }),
	SETTLES(OLM, "OLM", 350, 1050, 700, .why = { FILLS_THERE }),
	AT_ONCE(BASE, "Base"), AT_ONCE(FILTERED, "Filtered"), AT_ONCE(HYBRID, "Hybrid"),
	REACTS(ECTN, "ECtN", 0, 20, 10), SETTLES(ECTN, "ECtN", 50, 200, 100),
	SOONER(BASE, "Base", 0.028), SOONER(FILTERED, "Filtered", 0.028),
	SOONER(HYBRID, "Hybrid", 0.028),
	{
		.text = "OLM's latency comes to 350 cycles, within 10 %", .a = { OLM, LATENCY },
		.alone = true, .of_means = true, .least = 315, .most = 385, .paper = 350,
	},
	{ 0 }
};

#define NOTE \
	"Traffic is uniform, and adversarial from cycle 6,000 on. Percentages are of the packets born in so many cycles after that, of which these have left the shortest way in the end; before: the 500 cycles before it. The reaction ends with the first 10 cycles that have 90 % of the share at the end. Former is the latency before the change, latency that at the end; it has settled with the first 10 cycles from which on it stays as near the end, the mean of the last 1,000, as a tenth of the way from the former. From 500 cycles on it swings about the line that fits it best in the 1,000 cycles around by its standard deviation, and comes back after the period, at which it resembles itself most once it has been unlike itself. Noise has such a period, too: where the swing is small beside PB's, the period means nothing. The thesis warms up for 60,000 cycles."

#define TRANSIENT(n, digits, where, how) \
	{ \
		.name = "figure4." digits, .place = where, \
		.title = "how soon packets leave the shortest way when traffic turns adversarial, " how, \
		.note = NOTE, .seeds = 3, .measure = &measure_transient, \
		.column = columns, .row = rows, .part = parts_4_##n, .claim = claims_4_##n, \
	}

const struct paper_reproduction paper_figure4_8 =
	TRANSIENT(8, "8", "sec. 4.4, Figure 4.8", "buffers being small");
const struct paper_reproduction paper_figure4_10 =
	TRANSIENT(10, "10", "sec. 4.4, Figure 4.10", "buffers being large");

// SPDX-License-Identifier: GPL-2.0-only
#include "machine.h"
#include "scale.h"

#define MOST_COUNTS	8	/* most numbers of threads: powers of two, and all processors */
#define MOST_ITEMS	32

/**
 * struct item - a listed measurement of one or more fabrics
 * @add: adds the results
 * @w: the named workload, or NULL
 * @series: series of which the item is a point; "": none
 * @at: place in the series, as text
 * @x: place in the series, as a number
 * @keys: keys of the experiment
 * @n: number of fabrics
 * @b: the fabrics
 */
struct item {
	void (*add)(const struct item *it);
	const struct workload *w;
	char series[64];
	char at[32];
	double x;
	char keys[160];
	u32 n;
	struct bench b[MOST_COUNTS];
};

static struct item items[MOST_ITEMS];
static u32 item_count;

static void add_series(const struct bench *b, enum bench_time time, const char *series,
		       const char *at, double x, const char *keys)
{
	struct result r = { .note = keys, .series = series, .x = x };
	char name[160];

	snprintf(name, sizeof(name), "sim.%s.%s.flit_hops_per_s", series, at);
	r.name = name;
	bench_add_rate(b, time, r);
}

static const struct workload *find(const char *name)
{
	const struct workload *w = workload_find(name);

	if (!w)
		die("there is no workload '%s'", name);
	return w;
}

static void add_named(const struct bench *b, const char *name, const char *what, const char *keys)
{
	struct result r = { .note = keys };
	char text[96];

	snprintf(text, sizeof(text), "sim.%s.%s", name, what);
	r.name = text;
	bench_add_rate(b, BENCH_PROCESSOR, r);
}

/* Add the rates of events and of packet-hops per second. */
static void add_other_rates(const struct bench *b, const char *name)
{
	double events[REPEATS], packets[REPEATS];
	char text[96];
	struct result r = { .name = text, .unit = "1/s", .note = "the same run" };

	for (u32 i = 0; i < REPEATS; i++) {
		events[i] = b->sample[i].work.events / bench_seconds(b, i, BENCH_PROCESSOR);
		packets[i] = b->sample[i].work.packets / bench_seconds(b, i, BENCH_PROCESSOR);
	}
	snprintf(text, sizeof(text), "sim.%s.events_per_s", name);
	result_add(&r, events, REPEATS);
	snprintf(text, sizeof(text), "sim.%s.packet_hops_per_s", name);
	result_add(&r, packets, REPEATS);
}

/* Add the memory in use per router, which the process has in use beyond that at its beginning. */
static void add_resident(const struct bench *b, const struct workload *w)
{
	char name[160];

	snprintf(name, sizeof(name), "sim.%.*s.resident_bytes_per_router",
		 (int)strcspn(w->name, "."), w->name);
	result_add_one(name, (double)b->resident / ss_fabric_routers(b->s.run.f), "B",
		       "more in use by the process in steady state than before");
}

/* Add the ratio of the rates of two fabrics in each repetition: common disturbances cancel. */
static void add_ratio(const struct bench *a, const struct bench *b, enum bench_time time,
		      const char *name, const char *note)
{
	struct result r = { .name = name, .unit = "ratio", .note = note };
	double ratio[REPEATS];

	for (u32 i = 0; i < REPEATS; i++)
		ratio[i] = a->sample[i].work.flits / bench_seconds(a, i, time) /
			   (b->sample[i].work.flits / bench_seconds(b, i, time));
	result_add(&r, ratio, REPEATS);
}

static void add_workload(const struct bench *b, const struct workload *w)
{
	add_named(b, w->name, "flit_hops_per_s", w->keys);
	add_other_rates(b, w->name);
}

static struct item *new_item(void (*add)(const struct item *it))
{
	struct item *it = &items[item_count++];

	if (item_count > MOST_ITEMS)
		die("there is more to measure than there is room for");
	it->add = add;
	return it;
}

static void add_one_workload(const struct item *it)
{
	add_workload(&it->b[0], it->w);
}

void bench_workload(const char *name)
{
	struct item *it = new_item(add_one_workload);

	it->w = find(name);
	it->n = 1;
	bench_begin(&it->b[0], it->w->keys, NULL, 1);
}

static void add_statistics(const struct item *it)
{
	char text[160];

	snprintf(text, sizeof(text), "sim.%s.with_statistics", it->w->name);
	add_ratio(&it->b[1], &it->b[0], BENCH_PROCESSOR, text,
		  "rate with all that `seastar-sim run` counts, over that without taken in turn");
}

void bench_statistics(const char *name)
{
	struct item *it = new_item(add_statistics);

	it->w = find(name);
	it->n = 2;
	for (u32 i = 0; i < 2; i++)
		bench_begin(&it->b[i], it->w->keys, NULL, 1);
	subject_observe(&it->b[1].s);
}

static u32 thread_counts(u32 count[MOST_COUNTS])
{
	u32 n = 0, most = machine_processors();

	if (most > SS_MAX_REGIONS)
		most = SS_MAX_REGIONS;
	for (u32 threads = 1; threads < most; threads *= 2)
		count[n++] = threads;
	count[n++] = most;
	return n;
}

static void add_threads(const struct bench *b, u32 n, const struct workload *w)
{
	char series[64], at[16], name[160];

	snprintf(at, sizeof(at), "%.*s", (int)strcspn(w->name, "."), w->name);
	if (strstr(w->keys, SATURATED))
		add_series(&b[0], BENCH_PROCESSOR, "size", at, ss_fabric_routers(b[0].s.run.f),
			   w->keys);
	snprintf(series, sizeof(series), "threads.%s", w->name);
	for (u32 i = 0; i < n; i++) {
		snprintf(at, sizeof(at), "%u", b[i].threads);
		add_series(&b[i], BENCH_CLOCK, series, at, b[i].threads, w->keys);
	}
	for (u32 i = 1; i < n; i++) {
		snprintf(name, sizeof(name), "sim.%.*s.speedup_%u_threads",
			 (int)strcspn(w->name, "."), w->name, b[i].threads);
		add_ratio(&b[i], &b[0], BENCH_CLOCK, name, "rates by the clock, over one thread taken in turn");
	}
}

static void add_all_threads(const struct item *it)
{
	add_workload(&it->b[0], it->w);
	add_resident(&it->b[0], it->w);
	add_threads(it->b, it->n, it->w);
}

void bench_threads(const char *name)
{
	struct item *it = new_item(add_all_threads);
	u32 count[MOST_COUNTS];

	it->w = find(name);
	it->n = thread_counts(count);
	for (u32 i = 0; i < it->n; i++)
		bench_begin(&it->b[i], it->w->keys, NULL, count[i]);
}

static void add_point(const struct item *it)
{
	add_series(&it->b[0], BENCH_PROCESSOR, it->series, it->at, it->x, it->keys);
}

/* Make a point of a series, whose fabric has @keys and @more. */
static struct item *new_point(const char *series, double x, const char *keys, const char *more)
{
	struct item *it = new_item(add_point);

	snprintf(it->series, sizeof(it->series), "%s", series);
	it->x = x;
	it->n = 1;
	bench_begin(&it->b[0], keys, more, 1);
	return it;
}

void bench_sizes(void)
{
	for (u32 log = 6; log < 15; log++) {
		u32 x = 1U << log / 3, y = 1U << (log + 1) / 3, z = 1U << (log + 2) / 3;
		char topology[64];
		struct item *it;

		snprintf(topology, sizeof(topology), "topology=%ux%ux%u", x, y, z);
		it = new_point("size", 1U << log, SATURATED, topology);
		snprintf(it->at, sizeof(it->at), "%ux%ux%u", x, y, z);
		snprintf(it->keys, sizeof(it->keys), "%s", SATURATED);
	}
}

void bench_loads(const char *name, const char *keys)
{
	static const char *const loads[] = { "0.1", "0.2", "0.3", "0.4", "0.5" };
	char series[64], load[32];

	snprintf(series, sizeof(series), "load.%s", name);
	for (size_t i = 0; i < sizeof(loads) / sizeof(loads[0]); i++) {
		struct item *it;

		snprintf(load, sizeof(load), "load=%s", loads[i]);
		it = new_point(series, strtod(loads[i], NULL), keys, load);
		snprintf(it->at, sizeof(it->at), "%s", loads[i]);
		snprintf(it->keys, sizeof(it->keys), "%s %s", keys, load);
	}
}

void bench_all(void)
{
	for (u32 i = 0; i < REPEATS; i++)
		for (u32 k = 0; k < item_count; k++)
			for (u32 j = 0; j < items[k].n; j++)
				bench_repeat(&items[k].b[j], i);
	for (u32 k = 0; k < item_count; k++) {
		items[k].add(&items[k]);
		for (u32 j = 0; j < items[k].n; j++)
			bench_end(&items[k].b[j]);
	}
}

void bench_memory(void)
{
	const struct workload *w = find("32x32x32.9flit");
	struct ss_fabric *f;
	struct ss_traffic t;
	struct subject s;
	double bytes;

	subject_begin(&s, "topology=32x32x32 pattern=none", NULL, 1);
	result_add_one("sim.32x32x32.idle_1e6_cycles", bench_idle(&s), "s", "no traffic");
	subject_end(&s);
	subject_begin(&s, w->keys, NULL, 1);
	f = s.run.f;
	t = sim_traffic(&s.experiment->phase[0].settings);
	bytes = ss_fabric_bytes(ss_fabric_config(f)) + ss_traffic_bytes(f, &t);
	result_add_one("sim.32x32x32.bytes_per_router", bytes / ss_fabric_routers(f), "B",
		       "asked for, for fabric and packets");
	subject_end(&s);
}

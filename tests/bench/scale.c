// SPDX-License-Identifier: GPL-2.0-only
#include "machine.h"
#include "scale.h"

#define MOST_COUNTS	8	/* of threads: powers of two, and all processors */

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

/* The engine, in events and in packets. */
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

/* Memory in use by the whole process, where nothing else is in it. */
static void add_resident(const struct bench *b, const struct workload *w)
{
	char name[160];

	snprintf(name, sizeof(name), "sim.%.*s.resident_bytes_per_router",
		 (int)strcspn(w->name, "."), w->name);
	result_add_one(name, (double)b->resident / ss_fabric_routers(b->s.run.f), "B",
		       "more in use by the process in steady state than before");
}

/* A ratio of rates, repetition by repetition: what slows both at once cancels. */
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

void bench_workload(const char *name)
{
	const struct workload *w = find(name);
	struct bench b;

	bench_begin(&b, w->keys, NULL, 1);
	bench_measure(&b, 1);
	add_workload(&b, w);
	bench_end(&b);
}

void bench_statistics(const char *name)
{
	const struct workload *w = find(name);
	struct bench b[2];
	char text[160];

	for (u32 i = 0; i < 2; i++)
		bench_begin(&b[i], w->keys, NULL, 1);
	subject_observe(&b[1].s);
	bench_measure(b, 2);
	snprintf(text, sizeof(text), "sim.%s.with_statistics", w->name);
	add_ratio(&b[1], &b[0], BENCH_PROCESSOR, text,
		  "rate with all that `seastar-sim run` counts, over that without taken in turn");
	for (u32 i = 0; i < 2; i++)
		bench_end(&b[i]);
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
	add_series(&b[0], BENCH_PROCESSOR, "size", at, ss_fabric_routers(b[0].s.run.f), w->keys);
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

void bench_threads(const char *name)
{
	const struct workload *w = find(name);
	u32 count[MOST_COUNTS], n = thread_counts(count);
	struct bench b[MOST_COUNTS];

	for (u32 i = 0; i < n; i++)
		bench_begin(&b[i], w->keys, NULL, count[i]);
	bench_measure(b, n);
	add_workload(&b[0], w);
	add_resident(&b[0], w);
	add_threads(b, n, w);
	for (u32 i = 0; i < n; i++)
		bench_end(&b[i]);
}

void bench_sizes(void)
{
	for (u32 log = 6; log < 15; log++) {
		u32 x = 1U << log / 3, y = 1U << (log + 1) / 3, z = 1U << (log + 2) / 3;
		char at[32], topology[64];
		struct bench b;

		snprintf(at, sizeof(at), "%ux%ux%u", x, y, z);
		snprintf(topology, sizeof(topology), "topology=%s", at);
		bench_begin(&b, SATURATED, topology, 1);
		bench_measure(&b, 1);
		add_series(&b, BENCH_PROCESSOR, "size", at, 1U << log, SATURATED);
		bench_end(&b);
	}
}

void bench_loads(const char *name, const char *keys)
{
	static const char *const loads[] = { "0.1", "0.2", "0.3", "0.4", "0.5" };
	char series[64], load[32], all[160];
	struct bench b;

	snprintf(series, sizeof(series), "load.%s", name);
	for (size_t i = 0; i < sizeof(loads) / sizeof(loads[0]); i++) {
		snprintf(load, sizeof(load), "load=%s", loads[i]);
		snprintf(all, sizeof(all), "%s %s", keys, load);
		bench_begin(&b, keys, load, 1);
		bench_measure(&b, 1);
		add_series(&b, BENCH_PROCESSOR, series, loads[i], strtod(loads[i], NULL), all);
		bench_end(&b);
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

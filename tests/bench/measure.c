// SPDX-License-Identifier: GPL-2.0-only
#include <time.h>

#include "sim/run/steady.h"

#include "machine.h"
#include "measure.h"

#define SLICE		50	/* cycles of a slice of the warm-up */
#define LEAST		30	/* slices of a warm-up, at least */
#define SLICES		200	/* slices of a warm-up, at most */
#define WATCHED		20	/* number of last slices whose work must not drift */
#define DRIFT		0.01
#define SECONDS		0.4	/* wall time of a repetition */
#define TRIAL_CYCLES	16

bool bench_trial;

static double clock_of(clockid_t id)
{
	struct timespec t;

	clock_gettime(id, &t);
	return t.tv_sec + t.tv_nsec / 1e9;
}

static struct sample run(struct subject *s, u64 cycles)
{
	double wall = clock_of(CLOCK_MONOTONIC), cpu = clock_of(CLOCK_PROCESS_CPUTIME_ID);
	struct sample took;

	sim_crew_run(s->run.crew, cycles);
	took.cpu = clock_of(CLOCK_PROCESS_CPUTIME_ID) - cpu;
	took.wall = clock_of(CLOCK_MONOTONIC) - wall;
	return took;
}

/*
 * Run until the work of the last slices does not drift; return seconds per cycle.  This is shorter
 * than the warm-up of `seastar-sim run`, whose rule needs means of all cycles so far.
 */
static double settle(struct bench *b)
{
	double work[SLICES], wall = 0;
	u32 n;

	for (n = 0; n < SLICES && !b->settled; ) {
		u64 before = ss_fabric_events(b->s.run.f);

		wall += run(&b->s, SLICE).wall;
		work[n++] = ss_fabric_events(b->s.run.f) - before;
		if (n >= LEAST && n % 5 == 0)
			b->settled = !steady_drifts(work + n - WATCHED, WATCHED, DRIFT);
	}
	b->warmup = n * SLICE;
	return wall / b->warmup;
}

void bench_begin(struct bench *b, const char *keys, const char *more, u32 threads)
{
	u64 before = machine_resident();

	memset(b, 0, sizeof(*b));
	b->threads = threads;
	subject_begin(&b->s, keys, more, threads);
	if (bench_trial) {
		b->cycles = TRIAL_CYCLES;
		run(&b->s, b->cycles);
	} else {
		b->cycles = 1 + SECONDS / settle(b);
	}
	b->resident = machine_resident() - before;
}

double bench_idle(struct subject *s)
{
	return run(s, 1000000).cpu;
}

void bench_end(struct bench *b)
{
	subject_end(&b->s);
}

void bench_repeat(struct bench *b, u32 i)
{
	struct work before = subject_done(&b->s), after;

	b->sample[i] = run(&b->s, b->cycles);
	after = subject_done(&b->s);
	b->sample[i].work.events = after.events - before.events;
	b->sample[i].work.packets = after.packets - before.packets;
	b->sample[i].work.flits = after.flits - before.flits;
}

double bench_seconds(const struct bench *b, u32 repeat, enum bench_time time)
{
	return time == BENCH_PROCESSOR ? b->sample[repeat].cpu : b->sample[repeat].wall;
}

void bench_add_rate(const struct bench *b, enum bench_time time, struct result r)
{
	double rate[REPEATS];
	char note[240];

	for (u32 i = 0; i < REPEATS; i++)
		rate[i] = b->sample[i].work.flits / bench_seconds(b, i, time);
	snprintf(note, sizeof(note), "%s; %u thread%s by %s; %s after %llu cycles", r.note,
		 b->threads, b->threads == 1 ? "" : "s",
		 time == BENCH_PROCESSOR ? "processor time" : "the clock",
		 b->settled ? "steady" : "NOT STEADY", (unsigned long long)b->warmup);
	r.note = note;
	r.unit = "1/s";
	result_add(&r, rate, REPEATS);
}

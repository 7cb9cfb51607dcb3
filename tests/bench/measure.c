// SPDX-License-Identifier: GPL-2.0-only
#include <time.h>

#include "sim/steady.h"

#include "machine.h"
#include "measure.h"

#define SLICE		50	/* cycles between looks at a warm-up */
#define SLICES		200	/* at most */
#define SECONDS		0.4	/* of a repetition */
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

/* The work settles by the rule of docs/simulator.md, section 3; returns seconds a cycle. */
static double settle(struct bench *b)
{
	double work[SLICES], wall = 0;
	u32 n, next = STEADY_LEAST;

	for (n = 0; n < SLICES && !b->settled; ) {
		u64 before = ss_fabric_events(b->s.run.f);

		wall += run(&b->s, SLICE).wall;
		work[n++] = ss_fabric_events(b->s.run.f) - before;
		if (n < next)
			continue;
		b->settled = steady_has_settled(work, n);
		next += next / 4;
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

static void repeat(struct bench *b, u32 i)
{
	struct work before = subject_done(&b->s), after;

	b->sample[i] = run(&b->s, b->cycles);
	after = subject_done(&b->s);
	b->sample[i].work.events = after.events - before.events;
	b->sample[i].work.packets = after.packets - before.packets;
	b->sample[i].work.flits = after.flits - before.flits;
}

void bench_measure(struct bench *b, u32 n)
{
	for (u32 i = 0; i < REPEATS; i++)
		for (u32 k = 0; k < n; k++)
			repeat(&b[k], i);
}

double bench_seconds(const struct bench *b, u32 repeat)
{
	return b->threads == 1 ? b->sample[repeat].cpu : b->sample[repeat].wall;
}

void bench_add_rate(const struct bench *b, struct result r)
{
	double rate[REPEATS];
	char note[200];

	for (u32 i = 0; i < REPEATS; i++)
		rate[i] = b->sample[i].work.flits / bench_seconds(b, i);
	snprintf(note, sizeof(note), "%s, %s%u thread%s, %s %llu cycles", r.note,
		 b->threads == 1 ? "processor time of " : "", b->threads,
		 b->threads == 1 ? "" : "s by the clock",
		 b->settled ? "steady after" : "NOT STEADY after",
		 (unsigned long long)b->warmup);
	r.note = note;
	r.unit = "1/s";
	result_add(&r, rate, REPEATS);
}

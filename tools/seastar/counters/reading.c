// SPDX-License-Identifier: GPL-2.0-only
#include "tools/seastar/base/print.h"
#include "tools/seastar/base/wait.h"
#include "tools/seastar/clock/state.h"
#include "tools/seastar/device/guard.h"

#include "reading.h"

/*
 * Limit and interval of the wait for a later sample: while a device runs, readers share a sample
 * for its lifespan.
 */
#define LATER_MS	10000
#define STEP_MS		20

void reading_take(struct nl *nl, const struct sample_query *q, struct reading *r)
{
	*r = (struct reading){ 0 };
	sample_read(nl, q, &r->sample);
	r->cycles = r->sample.cycle - r->sample.since;
	r->has_sources = sources_read(nl, q, r->sample.n, &r->sources);
}

/*
 * Return true if @now is @cycles after @before, or if the clock is stopped, so that it never will
 * be.
 */
static bool is_later(struct nl *nl, const char *dev, uint64_t now, uint64_t before, uint64_t cycles)
{
	return now - before >= cycles || clock_stands(nl, dev);
}

static bool is_reading_later(struct nl *nl, const struct sample_query *q, const struct reading *now,
			     const struct reading *before, uint64_t cycles)
{
	return is_later(nl, q->dev, now->sample.cycle, before->sample.cycle, cycles) &&
	       (!now->has_sources || !before->has_sources ||
		is_later(nl, q->dev, now->sources.cycle, before->sources.cycle, cycles));
}

void reading_take_later(struct nl *nl, const struct sample_query *q,
			const struct reading *before, uint64_t cycles, struct reading *r)
{
	unsigned int ms;

	reading_take(nl, q, r);
	for (ms = 0; ms < LATER_MS && !is_reading_later(nl, q, r, before, cycles); ms += STEP_MS) {
		wait_ms(STEP_MS);
		sample_free(&r->sample);
		reading_take(nl, q, r);
	}
}

static void sample_read_later(struct nl *nl, const struct sample_query *q, uint64_t before,
			      struct sample *s)
{
	unsigned int ms;

	sample_read(nl, q, s);
	for (ms = 0; ms < LATER_MS && !is_later(nl, q->dev, s->cycle, before, 1); ms += STEP_MS) {
		wait_ms(STEP_MS);
		sample_free(s);
		sample_read(nl, q, s);
	}
}

static void warn_if_standing(struct nl *nl, const char *dev, uint64_t cycles)
{
	if (!cycles && clock_stands(nl, dev))
		warn(CLOCK_STANDS, dev, dev);
}

/* Subtract the counts of @before from @after, and free @before. */
static void reading_subtract(struct sample *after, struct sample *before)
{
	sample_subtract(after, before);
	sample_free(before);
}

void reading_interval(struct nl *nl, const struct sample_query *q, uint64_t ms,
		      struct reading *r)
{
	struct reading before;
	struct guard guard;

	if (!ms) {
		reading_take(nl, q, r);
		return;
	}
	guard_start(&guard, q->dev);
	reading_take(nl, q, &before);
	guard_wait(&guard, ms);
	reading_take_later(nl, q, &before, 1, r);
	guard_end(&guard);
	reading_subtract(&r->sample, &before.sample);
	r->cycles -= before.cycles;
	if (r->has_sources) {
		sources_subtract(&r->sources, &before.sources);
		r->sources.marked = true;
	}
	warn_if_standing(nl, q->dev, r->cycles);
}

uint64_t sample_interval(struct nl *nl, const struct sample_query *q, uint64_t ms,
			 struct sample *s)
{
	struct sample before;
	struct guard guard;
	uint64_t first;

	if (!ms) {
		sample_read(nl, q, s);
		return s->cycle - s->since;
	}
	guard_start(&guard, q->dev);
	sample_read(nl, q, &before);
	first = before.cycle;
	guard_wait(&guard, ms);
	sample_read_later(nl, q, first, s);
	guard_end(&guard);
	reading_subtract(s, &before);
	warn_if_standing(nl, q->dev, s->cycle - first);
	return s->cycle - first;
}

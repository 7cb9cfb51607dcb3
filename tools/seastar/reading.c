// SPDX-License-Identifier: GPL-2.0-only
#include <inttypes.h>
#include <stdio.h>

#include "clock_state.h"
#include "guard.h"
#include "print.h"
#include "reading.h"

#define LONGEST_MS	86400000

void reading_take(struct nl *nl, const struct sample_query *q, struct reading *r)
{
	const uint32_t *one = q->one_router ? &q->router : NULL;

	*r = (struct reading){ 0 };
	sample_read(nl, q, &r->sample);
	r->cycles = r->sample.cycle - r->sample.since;
	/* what they have seen since a mark is not known */
	r->has_sources = !q->since && sources_read(nl, q->dev, r->sample.n, one, &r->sources);
}

static void warn_if_standing(struct nl *nl, const char *dev, uint64_t cycles)
{
	if (!cycles && clock_stands(nl, dev))
		warn(CLOCK_STANDS, dev, dev);
}

/* Leave what was counted since @before, which is released. */
static void subtract(struct sample *after, struct sample *before)
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
	reading_take(nl, q, r);
	guard_end(&guard);
	subtract(&r->sample, &before.sample);
	r->cycles -= before.cycles;
	if (r->has_sources)
		sources_subtract(&r->sources, &before.sources);
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
	sample_read(nl, q, s);
	guard_end(&guard);
	subtract(s, &before);
	warn_if_standing(nl, q->dev, s->cycle - first);
	return s->cycle - first;
}

uint64_t args_interval(struct args *a)
{
	return args_decimal(a, "interval", 3, 1, LONGEST_MS);
}

void interval_text(uint64_t cycles)
{
	printf("in the last %" PRIu64 " cycles:\n", cycles);
}

// SPDX-License-Identifier: GPL-2.0-only
#include <inttypes.h>

#include "sim/base/memory.h"

#include "gather.h"
#include "phases.h"

/**
 * struct phases - the phases of a program, while it is read
 * @archive: archive of the program
 * @range: phases that are converted
 * @at: by rank: number of its phase, from 1 on
 * @since: by rank: nanoseconds at which its phase began
 * @until: by rank: nanoseconds of its last record
 * @threads: by rank: its threads
 * @found: phases so far
 * @count: number of phases of the program, once it is known
 */
struct phases {
	const struct archive *archive;
	struct phase_range range;
	u64 *at;
	u64 *since;
	u64 *until;
	u32 *threads;
	struct phases_found found;
	u64 count;
};

u64 phases_at(const struct phases *p, u32 rank)
{
	return p->at[rank];
}

u64 phases_first(const struct phases *p)
{
	return p->range.first;
}

bool phases_are_several(const struct phases *p)
{
	u64 last = p->range.last < p->count ? p->range.last : p->count;

	return last > p->range.first;
}

bool phases_has(const struct phases *p, u32 rank)
{
	return p->at[rank] >= p->range.first && p->at[rank] <= p->range.last;
}

/* Return true if a thread of all ranks waits for all others in @s. */
static bool ends_phase(const struct phases *p, const struct step *s)
{
	const struct comm *c;

	if (s->kind != STEP_COLLECTIVE || !s->blocks || s->of.operation != OPERATION_BARRIER)
		return false;
	c = &p->archive->comm[s->of.comm];
	return c->member && comm_size(c) == p->archive->ranks && p->archive->ranks > 1;
}

static struct phase *phase_at(struct phases *p, u64 number)
{
	struct phases_found *f = &p->found;

	while (f->count < number) {
		if (!(f->count & (f->count - 1)))
			f->of = sim_grow(f->of, f->count ? 2 * f->count : 1, sizeof(*f->of));
		f->of[f->count++] = (struct phase){ 0 };
	}
	return &f->of[number - 1];
}

/* Return true if the operations of a communicator are replayed, and @rank counts them for all. */
static bool is_counted(const struct comm *c, u32 rank)
{
	return comm_is_shared(c) && !comm_rank(c, rank);
}

/* Add the time of @rank's threads from the beginning of its phase until @end to that phase. */
static void add_time(struct phases *p, u32 rank, u64 end)
{
	phase_at(p, p->at[rank])->all += (end - p->since[rank]) * p->threads[rank];
}

void phases_reach(struct phases *p, u32 rank, u64 time)
{
	if (time > p->until[rank])
		p->until[rank] = time;
}

void phases_count(struct phases *p, u32 rank, const struct step *s)
{
	struct phase *phase = phase_at(p, p->at[rank]);

	switch (s->kind) {
	case STEP_COMPUTE:
		phase->computing += s->begin;
		break;
	case STEP_SEND:
		phase->messages++;
		phase->bytes += s->of.bytes;
		break;
	case STEP_COLLECTIVE:
		if (is_counted(&p->archive->comm[s->of.comm], rank))
			phase->calls[gather_kind(s->of.operation)]++;
		break;
	default:
		break;
	}
	if (!ends_phase(p, s))
		return;
	add_time(p, rank, s->end);
	p->since[rank] = s->end;
	p->at[rank]++;
}

bool phases_end(struct phases *p, struct phases_found *found, struct sim_error *err)
{
	for (u32 i = 0; i < p->archive->ranks; i++) {
		add_time(p, i, p->until[i]);
		p->at[i] = 1;
	}
	if (!phases_are_all(&p->range) &&
	    (p->range.first > p->found.count || p->range.last > p->found.count))
		return sim_fail(err, "%.200s: the program has the phases 1 to %" PRIu64 ", and no phase %" PRIu64 "; give some of these, which --phases lists",
				p->archive->path, p->found.count,
				p->range.first > p->found.count ? p->range.first : p->range.last);
	p->count = p->found.count;
	*found = p->found;
	p->found = (struct phases_found){ 0 };
	return true;
}

bool phases_pass(struct phases *p, u32 rank, const struct step *s)
{
	bool has = phases_has(p, rank);

	p->at[rank] += ends_phase(p, s);
	return has;
}

struct phases *phases_new(const struct archive *a, const struct phase_range *range)
{
	struct phases *p = sim_alloc(1, sizeof(*p));

	p->archive = a;
	p->range = *range;
	p->at = sim_alloc(a->ranks, sizeof(*p->at));
	p->since = sim_alloc(a->ranks, sizeof(*p->since));
	p->until = sim_alloc(a->ranks, sizeof(*p->until));
	p->threads = sim_alloc(a->ranks, sizeof(*p->threads));
	for (u32 i = 0; i < a->ranks; i++)
		p->at[i] = 1;
	for (u32 i = 0; i < a->locations; i++)
		p->threads[a->location[i].rank]++;
	return p;
}

void phases_free(struct phases *p)
{
	if (!p)
		return;
	free(p->at);
	free(p->since);
	free(p->until);
	free(p->threads);
	free(p->found.of);
	free(p);
}

// SPDX-License-Identifier: GPL-2.0-only
/*
 * The messages from one rank to another with one tag of one communicator are received in the order in
 * which they are sent.  So those of a range are consecutive among the sends, and among the receives;
 * a message is whole if its number is in both.
 */
#include <inttypes.h>

#include "sim/base/memory.h"
#include "sim/program/table.h"

#include "gather.h"
#include "phases.h"

/* The number of a communicator and a tag. */
struct tag {
	struct table_item item;
	u32 number;
};

/* Operations of one sort in a lane: their number so far, and the numbers of those in the range. */
struct lane_side {
	u64 count;
	u64 from;
	u64 to;
};

/* Messages from one rank to another with one tag of one communicator. */
struct lane {
	struct table_item item;
	struct lane_side send;
	struct lane_side receive;
};

/**
 * struct phases - the phases of a program, while it is read
 * @archive: archive of the program
 * @range: phases that are converted
 * @at: by rank: number of its phase, from 1 on
 * @since: by rank: nanoseconds at which its phase began
 * @until: by rank: nanoseconds at which its last operation ended
 * @found: phases so far
 * @tag: numbers of tags
 * @lane: messages by lane, if the range is a part of the program
 * @bytes: bytes of the messages that were kept
 */
struct phases {
	const struct archive *archive;
	struct phase_range range;
	u64 *at;
	u64 *since;
	u64 *until;
	struct phases_found found;
	struct table tag;
	struct table lane;
	u64 bytes;
};

static bool is_part(const struct phases *p)
{
	return !phases_are_all(&p->range);
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

static struct lane *lane_of(struct phases *p, u32 rank, const struct step *s)
{
	struct tag *t = table_get(&p->tag, (u64)s->of.comm << 32 | s->of.tag, sizeof(*t));
	u64 from = s->kind == STEP_SEND ? rank : s->of.peer;
	u64 to = s->kind == STEP_SEND ? s->of.peer : rank;

	if (!t->number)
		t->number = p->tag.count;
	return table_get(&p->lane, (from * p->archive->ranks + to) << 32 | t->number,
			 sizeof(struct lane));
}

static struct lane_side *side_of(struct lane *l, const struct step *s)
{
	return s->kind == STEP_SEND ? &l->send : &l->receive;
}

/* Count a send or a receive in its lane. */
static void count_in_lane(struct phases *p, u32 rank, const struct step *s)
{
	struct lane_side *side = side_of(lane_of(p, rank, s), s);

	if (phases_has(p, rank)) {
		if (side->from == side->to)
			side->from = side->count;
		side->to = side->count + 1;
	}
	side->count++;
}

void phases_count(struct phases *p, u32 rank, const struct step *s)
{
	struct phase *phase = phase_at(p, p->at[rank]);

	if (s->end > p->until[rank])
		p->until[rank] = s->end;
	switch (s->kind) {
	case STEP_COMPUTE:
		phase->computing += s->begin;
		break;
	case STEP_SEND:
		phase->messages++;
		phase->bytes += s->of.bytes;
		break;
	case STEP_COLLECTIVE:
		if (!comm_rank(&p->archive->comm[s->of.comm], rank))
			phase->calls[gather_kind(s->of.operation)]++;
		break;
	default:
		break;
	}
	if (is_part(p) && (s->kind == STEP_SEND || s->kind == STEP_RECEIVE))
		count_in_lane(p, rank, s);
	if (!ends_phase(p, s))
		return;
	phase->all += p->until[rank] - p->since[rank];
	p->since[rank] = p->until[rank];
	p->at[rank]++;
}

/* Count the messages that an end of the range divides, and let the lanes begin anew. */
static void count_cut(struct phases *p)
{
	for (u32 i = 0; i < p->lane.chains; i++) {
		for (struct table_item *item = p->lane.chain[i]; item; item = item->next) {
			struct lane *l = (struct lane *)item;
			u64 from = l->send.from > l->receive.from ? l->send.from : l->receive.from;
			u64 to = l->send.to < l->receive.to ? l->send.to : l->receive.to;
			u64 whole = from < to ? to - from : 0;

			p->found.messages += whole;
			p->found.cut += l->send.to - l->send.from - whole;
			p->found.cut += l->receive.to - l->receive.from - whole;
			l->send.count = 0;
			l->receive.count = 0;
		}
	}
}

bool phases_end(struct phases *p, struct phases_found *found, struct sim_error *err)
{
	for (u32 i = 0; i < p->archive->ranks; i++) {
		phase_at(p, p->at[i])->all += p->until[i] - p->since[i];
		p->at[i] = 1;
	}
	count_cut(p);
	if (is_part(p) && (p->range.first > p->found.count ||
			   (p->range.last != U64_MAX && p->range.last > p->found.count)))
		return sim_fail(err, "%.200s: the program has the phases 1 to %" PRIu64 ", and no phase %" PRIu64 "; give some of these, which --phases lists",
				p->archive->path, p->found.count,
				p->range.first > p->found.count ? p->range.first : p->range.last);
	*found = p->found;
	p->found = (struct phases_found){ 0 };
	return true;
}

bool phases_keep(struct phases *p, u32 rank, const struct step *s)
{
	bool has = phases_has(p, rank);

	if (is_part(p) && (s->kind == STEP_SEND || s->kind == STEP_RECEIVE)) {
		struct lane *l = lane_of(p, rank, s);
		u64 number = side_of(l, s)->count++;

		has = number >= l->send.from && number < l->send.to &&
		      number >= l->receive.from && number < l->receive.to;
		if (has && s->kind == STEP_SEND)
			p->bytes += s->of.bytes;
	}
	p->at[rank] += ends_phase(p, s);
	return has;
}

u64 phases_bytes(const struct phases *p)
{
	return p->bytes;
}

struct phases *phases_new(const struct archive *a, const struct phase_range *range)
{
	struct phases *p = sim_alloc(1, sizeof(*p));

	p->archive = a;
	p->range = *range;
	p->at = sim_alloc(a->ranks, sizeof(*p->at));
	p->since = sim_alloc(a->ranks, sizeof(*p->since));
	p->until = sim_alloc(a->ranks, sizeof(*p->until));
	for (u32 i = 0; i < a->ranks; i++)
		p->at[i] = 1;
	return p;
}

void phases_free(struct phases *p)
{
	if (!p)
		return;
	free(p->at);
	free(p->since);
	free(p->until);
	free(p->found.of);
	table_free(&p->tag);
	table_free(&p->lane);
	free(p);
}

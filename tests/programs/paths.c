// SPDX-License-Identifier: GPL-2.0-only
/*
 * Find critical paths forwards.  A cause of an event is another event in the same cycle, or the
 * start of a message or of computing that ends in this cycle.  An event with several causes has
 * several paths, all of the same length.
 */
#include <string.h>

#include "naive.h"

struct search {
	const struct draft *d;
	enum mutant mutant;
	const struct history *h;
	struct parts start[MOST_RANKS][MOST_OPS];
	struct parts end[MOST_RANKS][MOST_OPS];
};

static bool is(const struct search *s, enum mutant mutant)
{
	return s->mutant == mutant;
}

static void add(struct parts *to, const struct part *part)
{
	for (int i = 0; i < to->count; i++)
		if (!memcmp(&to->at[i], part, sizeof(*part)))
			return;
	if (to->count == MOST_PATHS)
		to->overflows = true;
	else
		to->at[to->count++] = *part;
}

static void add_all(struct parts *to, const struct parts *from)
{
	to->overflows |= from->overflows;
	for (int i = 0; i < from->count; i++)
		add(to, &from->at[i]);
}

static const struct parts *end_of(struct search *s, int rank, int i);

/* Find the paths up to the start of operation @i. */
static const struct parts *start_of(struct search *s, int rank, int i)
{
	struct parts *p = &s->start[rank][i];
	const struct op *op = &s->d->op[rank][i];
	uint64_t t = s->h->start[rank][i];

	if (p->is_known)
		return p;
	p->is_known = true;
	if (!t)
		add(p, &(struct part){ 0 });
	for (int n = 0; n < op->needs; n++) {
		int other = op->need[n] >> 1;

		if (op->need[n] & 1 && s->h->start[rank][other] == t)
			add_all(p, start_of(s, rank, other));
		else if (!(op->need[n] & 1) && s->h->end[rank][other] == t)
			add_all(p, end_of(s, rank, other));
	}
	for (int other = 0; other < s->d->ops[rank]; other++) {
		const struct op *before = &s->d->op[rank][other];

		if (before->kind == CALC && before->cpu == op->cpu &&
		    s->h->start[rank][other] < t && s->h->end[rank][other] == t &&
		    !is(s, MUTANT_PATH_BUSY))
			add_all(p, end_of(s, rank, other));
	}
	return p;
}

/* Add to @to the paths up to the start of operation @i, each with its message, which ends at @t. */
static void add_message(struct search *s, struct parts *to, int rank, int i, bool rendezvous,
			uint64_t t)
{
	const struct parts *from = start_of(s, rank, i);

	to->overflows |= from->overflows;
	for (int n = 0; n < from->count; n++) {
		struct part part = from->at[n];
		uint64_t cycles = t - s->h->start[rank][i];

		*(rendezvous ? &part.rendezvous : &part.eager) += cycles;
		part.call[s->h->call[rank][i]] += cycles;
		part.messages++;
		add(to, &part);
	}
}

static void add_computing(struct search *s, struct parts *to, int rank, int i)
{
	const struct parts *from = start_of(s, rank, i);

	to->overflows |= from->overflows;
	for (int n = 0; n < from->count; n++) {
		struct part part = from->at[n];

		part.computing += s->h->end[rank][i] - s->h->start[rank][i];
		add(to, &part);
	}
}

static const struct took *message_of(const struct search *s, int rank, int i, bool sends)
{
	for (int n = 0; n < s->h->messages; n++) {
		const struct took *m = &s->h->message[n];

		if (sends ? m->source == rank && m->op == i : m->dest == rank && m->receive == i)
			return m;
	}
	return NULL;
}

/* Return true if the message could be taken before its receive was posted. */
static bool is_late(const struct search *s, const struct took *m)
{
	return s->h->start[m->dest][m->receive] >= m->came + is(s, MUTANT_PATH_EARLY) * 40;
}

/*
 * Find the message that @m had overtaken, and whose first packet let @m be matched; NULL: there is
 * none, or the rest of @m came later.
 */
static const struct took *freed_by(const struct search *s, const struct took *m)
{
	const struct took *last = NULL;

	if (m->seen >= m->came || (!m->rendezvous && m->whole > m->came))
		return NULL;
	if (is(s, MUTANT_PATH_FREED))
		return NULL;
	for (int n = 0; n < s->h->messages; n++) {
		const struct took *other = &s->h->message[n];

		if (other->source == m->source && other->dest == m->dest &&
		    other->number < m->number && other->seen == m->came &&
		    (!last || other->number > last->number))
			last = other;
	}
	return last;
}

/*
 * Add to @to the paths up to the end, at @t, of an operation of message @m, which @first let be
 * matched.  An eager message that was whole in the cycle of its match has two causes.
 */
static void add_freed(struct search *s, struct parts *to, const struct took *m,
		      const struct took *first, uint64_t t)
{
	add_message(s, to, m->source, first->op, m->rendezvous || first->rendezvous, t);
	if (!m->rendezvous && m->whole == m->came)
		add_message(s, to, m->source, m->op, false, t);
}

/* Find the paths up to the end of operation @i. */
static const struct parts *end_of(struct search *s, int rank, int i)
{
	struct parts *p = &s->end[rank][i];
	enum kind kind = s->d->op[rank][i].kind;
	uint64_t t = s->h->end[rank][i];
	const struct took *m = kind == CALC ? NULL : message_of(s, rank, i, kind == SEND);
	bool late = m && m->receive >= 0 && is_late(s, m);
	const struct took *first = m && !late ? freed_by(s, m) : NULL;

	if (p->is_known)
		return p;
	p->is_known = true;
	if (kind == CALC)
		add_computing(s, p, rank, i);
	else if (!m || (!m->rendezvous && kind == SEND) ||
		 (!m->rendezvous && late && t == s->h->start[rank][i]))
		add_all(p, start_of(s, rank, i));
	else if (m->rendezvous && late && !is(s, MUTANT_PATH_SENDER))
		add_message(s, p, m->dest, m->receive, true, t);
	else if (late && is(s, MUTANT_PATH_HALF))
		add_message(s, p, m->dest, m->receive, false, t);
	else if (first)
		add_freed(s, p, m, first, t);
	else
		add_message(s, p, m->source, m->op, m->rendezvous, t);
	return p;
}

void paths_find(const struct draft *d, enum mutant mutant, const struct history *h,
		struct outcome *o)
{
	static struct search s;
	int last = 0;

	memset(&s, 0, sizeof(s));
	s.d = d;
	s.mutant = mutant;
	s.h = h;
	for (int r = 0; r < d->ranks; r++)
		if (o->end[r] > o->end[last])
			last = r;
	for (int i = 0; i < d->ops[last]; i++)
		if (h->end[last][i] == o->end[last])
			add_all(&o->path, end_of(&s, last, i));
	if (!d->ops[last])
		add(&o->path, &(struct part){ 0 });
}

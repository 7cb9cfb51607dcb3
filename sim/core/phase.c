// SPDX-License-Identifier: GPL-2.0-only
/*
 * The progress of each node through the phases of a batch (docs/model.md, section 6).
 *
 * A node may get packets of phases that it has not begun yet.  Two nodes that exchange in a phase
 * do so each time that this kind of phase comes round: each time is a turn.  A node that sends for
 * the next turn has received what the other sent for this turn.  So the other has begun this turn,
 * and the packet is for this turn or the next.  Two counters for each kind of phase suffice, and
 * one bit in a packet says which: the turn's parity.
 *
 * A node beyond the core of an all-reduce sends in one kind of phase and receives in another.  It
 * never sends before it has received the last turn's result, which was sent after all that it had
 * sent had come.  Each level of a search is a turn: a node that sends for the next level has
 * received what the root sent in this one, after all others had reported.
 */
#include "engine.h"

static struct ss_collective *collective(const struct ss_fabric *f)
{
	return &f->traffic->gen.collective;
}

bool ss_phase_turn(const struct ss_fabric *f, u32 r)
{
	return ss_more(f, r)->phase / collective(f)->kinds & 1;
}

/* Find the counter of packets that node @r has received for a phase of @kind and parity @turn. */
static u32 *got(const struct ss_fabric *f, u32 r, u32 kind, bool turn)
{
	return &f->traffic->got[((size_t)r * collective(f)->kinds + kind) * 2 + turn];
}

/* Find the cycle from which on the phase is over at @r; in a search it may be in the future. */
static u64 *done_in(const struct ss_fabric *f, u32 r, u32 phase)
{
	return &f->traffic->phase_done[(size_t)r * collective(f)->phases + phase];
}

/* Find the counter of messages of the phase that @r is in. */
static u32 *got_now(const struct ss_fabric *f, u32 r)
{
	const struct ss_collective *c = collective(f);
	u32 kind = c->pattern == SS_PATTERN_GRAPH500 ? 0 : ss_more(f, r)->phase % c->kinds;

	return got(f, r, kind, ss_phase_turn(f, r));
}

static u32 expects(const struct ss_fabric *f, u32 r, u32 phase)
{
	return ss_collective_expects(collective(f), r, phase) * collective(f)->batch;
}

/* Return how many packets of the phase follow those with queries. */
static u32 after_queries(const struct ss_fabric *f, u32 r)
{
	const struct ss_collective *c = collective(f);
	u32 phase = ss_more(f, r)->phase;

	return ss_collective_sends(c, r, phase) - ss_search_queries(c, r, phase);
}

bool ss_phase_query(const struct ss_fabric *f, u32 r)
{
	return collective(f)->pattern == SS_PATTERN_GRAPH500 &&
	       ss_more(f, r)->left > after_queries(f, r);
}

u32 ss_phase_born(const struct ss_fabric *f, u32 r)
{
	return ss_phase_query(f, r) ? 1 : ss_more(f, r)->left;
}

/* Let the next packet of a search be born in cycle @t, or once its queries are computed. */
static void make(struct ss_fabric *f, u32 r, u64 t)
{
	struct ss_source_more *more = ss_more(f, r);
	struct ss_source *s = &f->source[r];

	if (!ss_phase_query(f, r)) {
		if (more->left == after_queries(f, r))
			more->since = t;
		return;
	}
	s->busy = (s->busy > t ? s->busy : t) + ss_search_work(collective(f), r, more->phase);
	more->since = s->busy;
}

/*
 * Take in a message of queries of a search, which came from node @from in cycle @t.  That delays
 * the next message that the node makes.
 */
static void take_in(struct ss_fabric *f, u32 r, u32 from, bool turn, u64 t)
{
	struct ss_source_more *more = ss_more(f, r);
	struct ss_source *s = &f->source[r];
	u32 phase = more->phase;

	if (ss_phase_turn(f, r) != turn)
		phase += collective(f)->kinds;
	s->busy = (s->busy > t + 1 ? s->busy : t + 1) +
		  ss_search_work(collective(f), from, phase);
	if (more->since > t + 1 && ss_phase_query(f, r))
		more->since = s->busy;
}

/*
 * Begin, in cycle @t, the phases that can begin: a phase without messages is over at once.  In the
 * first phase of a search's level, messages that came early are taken in.
 */
static void go_on(struct ss_fabric *f, u32 r, u64 t)
{
	const struct ss_collective *c = collective(f);
	struct ss_source_more *more = ss_more(f, r);
	const struct ss_source *s = &f->source[r];

	while (more->phase < c->phases && !more->left) {
		u32 *have = got_now(f, r), all = expects(f, r, more->phase);

		if (*have < all)
			return;
		*have -= all;
		if (c->pattern == SS_PATTERN_GRAPH500 && more->phase % 2 == 0 && s->busy > t)
			t = s->busy;
		*done_in(f, r, more->phase++) = t;
		if (more->phase == c->phases)
			return;
		more->since = t;
		more->left = ss_collective_sends(c, r, more->phase) * c->batch;
		make(f, r, t);
	}
}

void ss_phase_start(struct ss_fabric *f, u32 r)
{
	const struct ss_collective *c = collective(f);
	struct ss_source_more *more = ss_more(f, r);

	more->phase = 0;
	more->since = f->now;
	f->source[r].busy = f->now;
	more->left = ss_collective_sends(c, r, 0) * c->batch;
	make(f, r, f->now);
	for (u32 i = 0; i < c->phases; i++)
		*done_in(f, r, i) = SS_NEVER;
	go_on(f, r, f->now);
}

u32 ss_phase_dest(const struct ss_fabric *f, u32 r)
{
	const struct ss_collective *c = collective(f);
	const struct ss_source_more *s = ss_more(f, r);
	u32 message = ss_collective_sends(c, r, s->phase) - 1 - (s->left - 1) / c->batch;

	return ss_collective_dest(c, r, s->phase, message);
}

void ss_phase_sent(struct ss_fabric *f, u32 r, u64 t)
{
	ss_more(f, r)->left--;
	if (collective(f)->pattern == SS_PATTERN_GRAPH500)
		make(f, r, t + 1);
	go_on(f, r, t + 1);
}

bool ss_phase_receive(struct ss_fabric *f, u32 r, const struct ss_packet *p, u64 t)
{
	u32 from = ss_header_source(&f->topo, p->header), phase = ss_more(f, r)->phase;

	++*got(f, r, ss_collective_counter(collective(f), from, r), p->turn);
	if (p->query)
		take_in(f, r, from, p->turn, t);
	go_on(f, r, t + 1);
	return ss_more(f, r)->phase != phase;
}

u32 ss_phase_over(const struct ss_fabric *f, u32 r)
{
	u32 phase = ss_more(f, r)->phase;

	return phase - (phase && *done_in(f, r, phase - 1) > f->now);
}

u32 ss_phase_got(const struct ss_fabric *f, u32 r)
{
	u32 n = 0;

	for (u32 kind = 0; kind < collective(f)->kinds; kind++)
		n += *got(f, r, kind, 0) + *got(f, r, kind, 1);
	if (ss_phase_over(f, r) != ss_more(f, r)->phase)
		n += expects(f, r, ss_more(f, r)->phase - 1);
	return n;
}

u32 ss_traffic_phases(const struct ss_fabric *f)
{
	return f->traffic ? collective(f)->phases : 0;
}

u64 ss_phase_done(const struct ss_fabric *f, u32 node, u32 phase)
{
	if (!f->source[node].sends || *done_in(f, node, phase) > f->now)
		return SS_NEVER;
	return *done_in(f, node, phase);
}

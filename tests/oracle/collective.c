// SPDX-License-Identifier: GPL-2.0-only
/*
 * Batches and the phases of collectives: docs/model.md, section 6.
 */
#include <stdio.h>
#include <stdlib.h>

#include "model.h"

#define M(name, right, wrong)	MUTATE(o->mutant, name, right, wrong)

/* The messages of a node in a phase. */
struct exchange {
	u32 count;		/* messages to send */
	u32 to[SEASTAR_MAX_ROUTERS];
	u32 expected;		/* messages to receive */
};

static u32 ranks(const struct oracle *o)
{
	return o->traffic.ranks ? o->traffic.ranks : o->nodes;
}

static bool is_search(const struct oracle *o)
{
	return o->traffic.pattern == SS_PATTERN_GRAPH500;
}

bool is_collective(const struct oracle *o)
{
	return o->traffic.pattern == SS_PATTERN_ALL_TO_ALL ||
	       o->traffic.pattern == SS_PATTERN_ALL_REDUCE ||
	       o->traffic.pattern == SS_PATTERN_FFT || is_search(o);
}

static u32 rank_of(const struct node *n)
{
	const struct oracle *o = n->o;

	for (u32 i = 0; o->placement && i < o->nodes; i++) {
		if (o->placement[i] == n->id)
			return i;
	}
	return n->id;
}

bool takes_part(const struct node *n)
{
	return rank_of(n) < ranks(n->o);
}

/* Return the number of ranks in the recursive doubling: the greatest power of two of ranks. */
static u32 doubling(const struct oracle *o)
{
	u32 n = 1;

	while (2 * n <= ranks(o))
		n *= 2;
	return n;
}

/* Return the number of steps of the recursive doubling. */
static u32 steps(const struct oracle *o)
{
	u32 n = 0;

	for (u32 d = doubling(o); d > 1; d /= 2)
		n++;
	return n;
}

static u32 phases_of_a_turn(const struct oracle *o)
{
	switch (o->traffic.pattern) {
	case SS_PATTERN_ALL_REDUCE:
		return steps(o) + (doubling(o) < ranks(o) ? 2 : 0);
	case SS_PATTERN_FFT:
	case SS_PATTERN_GRAPH500:
		return 2;
	default:
		return 1;
	}
}

u32 batch_phases(const struct oracle *o)
{
	if (o->traffic.source != SS_SOURCE_BATCH || !o->traffic.pattern)
		return 0;
	if (!is_collective(o))
		return 1;
	if (is_search(o))
		return 2 * o->traffic.levels;
	return phases_of_a_turn(o) * (o->traffic.iterations ? o->traffic.iterations : 1);
}

static void send(struct exchange *x, u32 to)
{
	x->to[x->count++] = to;
}

/* List the messages of @rank in an all-to-all of @n ranks: @first, @first + @stride and so on. */
static void all_to_all(const struct oracle *o, u32 rank, struct exchange *x, u32 first,
		       u32 stride, u32 n)
{
	u32 me = (rank - first) / stride;

	for (u32 i = 1; i < n; i++)
		send(x, first + M(STAGGER, (me + i) % n, i - (i <= me)) * stride);
	x->expected = n - 1;
}

static void all_reduce(const struct oracle *o, u32 rank, u32 phase, struct exchange *x)
{
	u32 core = doubling(o), extra = ranks(o) - core;

	if (extra) {
		if (phase == 0 || phase == steps(o) + 1) {
			bool out = phase == 0;

			if (rank >= core) {
				if (M(FOLD, out, !out))
					send(x, rank - core);
				else
					x->expected = 1;
			} else if (rank < extra) {
				if (M(FOLD, out, !out))
					x->expected = 1;
				else
					send(x, rank + core);
			}
			return;
		}
		phase--;
	}
	if (rank < core) {
		u32 bit = M(DOUBLING, phase, steps(o) - 1 - phase);

		send(x, rank ^ (1U << bit));
		x->expected = 1;
	}
}

/* Return the number of messages with queries that @rank sends in @level. */
static u32 queries(const struct oracle *o, u32 rank, u32 level)
{
	return o->search[level * ranks(o) + rank];
}

/* Return the cycles of work to make, or to process, a message with queries of @rank in @level. */
static u32 work(const struct oracle *o, u32 rank, u32 level)
{
	return o->search[(o->traffic.levels + level) * ranks(o) + rank];
}

/* Return the rank to which @rank sends its message number @message with queries in @level. */
static u32 query_to(const struct oracle *o, u32 rank, u32 level, u32 message)
{
	u64 key = ss_rng_key(o->traffic.search_seed, rank);
	u64 draw = ss_rng_draw(key, ((u64)level << 32) + message);
	u32 to = ss_rng_below(draw, ranks(o) - 1);

	return to < rank ? to : to + M(SEARCH_SELF, 1, 0);
}

/* Return the number of messages with queries that @rank receives in @level. */
static u32 queries_for(const struct oracle *o, u32 rank, u32 level)
{
	u32 n = 0;

	for (u32 from = 0; from < ranks(o); from++)
		for (u32 i = 0; i < queries(o, from, level); i++)
			n += query_to(o, from, level, i) == rank;
	return n;
}

static void all_others(const struct oracle *o, u32 rank, struct exchange *x)
{
	for (u32 i = 1; i < ranks(o); i++)
		send(x, (rank + M(SEARCH_STAGGER, i, ranks(o) - i)) % ranks(o));
}

/*
 * List the messages of @rank in a search.  In an even phase it sends its queries, and notifies all
 * other ranks of their end.  In an odd phase it reports to the root; the root sends the sum to all
 * others.  The root receives the reports before its odd phase begins.
 */
static void search(const struct oracle *o, u32 rank, u32 phase, struct exchange *x)
{
	bool is_root = rank == M(SEARCH_ROOT, o->traffic.root, 0);

	if (phase % 2) {
		x->expected = !is_root;
		if (is_root)
			all_others(o, rank, x);
		else
			send(x, o->traffic.root);
		return;
	}
	for (u32 i = 0; i < queries(o, rank, phase / 2); i++)
		send(x, query_to(o, rank, phase / 2, i));
	all_others(o, rank, x);
	x->expected = o->search[(2 * o->traffic.levels + phase / 2) * ranks(o) + rank];
	x->expected += ranks(o) - 1;
	if (is_root)
		x->expected += M(SEARCH_REPORTS, ranks(o) - 1, 0);
}

static void find_exchange(const struct node *n, u32 phase, struct exchange *x)
{
	const struct oracle *o = n->o;
	u32 columns, rank = rank_of(n);

	x->count = 0;
	x->expected = 0;
	if (!is_search(o))
		phase %= phases_of_a_turn(o);
	switch (o->traffic.pattern) {
	case SS_PATTERN_ALL_TO_ALL:
		all_to_all(o, rank, x, 0, 1, ranks(o));
		break;
	case SS_PATTERN_ALL_REDUCE:
		all_reduce(o, rank, phase, x);
		break;
	case SS_PATTERN_FFT:
		columns = ranks(o) / o->traffic.rows;
		if (phase == M(ROWS_FIRST, 0, 1))
			all_to_all(o, rank, x, rank / columns * columns, 1, columns);
		else
			all_to_all(o, rank, x, rank % columns, columns, o->traffic.rows);
		break;
	case SS_PATTERN_GRAPH500:
		search(o, rank, phase, x);
		break;
	default:
		x->count = 1;	/* a batch of packets, whose pattern chooses destinations */
		break;
	}
	for (u32 i = 0; o->placement && i < x->count; i++)
		x->to[i] = o->placement[x->to[i]];
}

/*
 * Return the number of messages with queries that node @n sends in its phase.  Each is born when
 * the node has done the work on it.
 */
static u32 to_make(const struct node *n)
{
	const struct oracle *o = n->o;

	if (!is_search(o) || n->source.phase % 2 || n->source.phase == batch_phases(o))
		return 0;
	return queries(o, rank_of(n), n->source.phase / 2);
}

/* Schedule packets of the phase up to number @count, all to be born in cycle @when. */
static void bear_rest(struct node *n, u64 count, u64 when)
{
	struct source *s = &n->source;

	while (s->made < count) {
		fifo_push(&s->due, (struct flit){ .cycle = when });
		s->made++;
	}
}

/* Begin the work on the next message with queries; after the last, schedule the other messages. */
static void make(struct node *n, u64 when)
{
	struct oracle *o = n->o;
	struct source *s = &n->source;
	struct exchange x;

	if (s->made < to_make(n)) {
		s->making = M(SEARCH_MAKE, work(o, rank_of(n), s->phase / 2), 1);
		return;
	}
	find_exchange(n, s->phase, &x);
	bear_rest(n, (u64)x.count * (o->traffic.batch + M(BATCH, 0, 1)), when);
}

/* Schedule the packets of the phase that begins in cycle @when. */
static void bear(struct node *n, u64 when)
{
	struct oracle *o = n->o;
	u32 batch = o->traffic.batch + M(BATCH, 0, 1);
	struct source *s = &n->source;
	struct exchange x;

	find_exchange(n, s->phase, &x);
	s->phase_sent = 0;
	s->made = 0;
	for (u32 i = 0; i < x.count * batch && is_collective(o); i++)
		fifo_push(&s->plan, (struct flit){
			.index = s->phase, .vc = x.to[i / batch], .tail = i >= to_make(n),
		});
	make(n, when);
}

u32 search_work_left(const struct node *n)
{
	return n->source.making + n->source.taking;
}

/*
 * Run a cycle of the node's processor.  It processes received messages before it works on messages
 * of its own.
 */
static void compute(struct node *n)
{
	struct oracle *o = n->o;
	struct source *s = &n->source;
	bool makes_first = M(SEARCH_DELAY, false, true) && s->making;

	o->seen[SEEN_SEARCH_DELAYED] += s->taking && s->making;
	if (s->taking && !makes_first) {
		s->taking--;
	} else if (s->making) {
		s->making--;
		if (!s->making)
			bear_rest(n, s->made + 1, o->now + 1);
	}
	s->taking += s->taken;
	s->taken = 0;
	if (!s->making && s->made && s->made == s->phase_sent && s->made <= to_make(n))
		make(n, o->now + 1);
}

static bool is_over(const struct node *n)
{
	const struct oracle *o = n->o;
	const struct source *s = &n->source;
	struct exchange x;

	find_exchange(n, s->phase, &x);
	if (is_search(o) && s->phase % 2 == 0 && M(SEARCH_IDLE, s->taking, 0))
		return false;
	return (M(PHASE_SENT, s->phase_sent, ~0ULL) >= (u64)x.count * o->traffic.batch &&
		M(PHASE_RECEIVED, s->phase_got[s->phase], ~0ULL) >=
		(u64)x.expected * o->traffic.batch);
}

/* End the phases that are over before cycle @when. */
static void go_on(struct node *n, u64 when)
{
	struct oracle *o = n->o;
	struct source *s = &n->source;

	while (s->phase < batch_phases(o) && is_over(n)) {
		o->seen[SEEN_PHASE_EMPTY] += !s->phase_sent;
		s->phase_done[s->phase++] = when;
		o->seen[SEEN_BATCH_DONE] += s->phase == batch_phases(o);
		if (s->phase < batch_phases(o))
			bear(n, when + M(PHASE_LATE, 0, 1));
	}
}

void search_set(struct oracle *o, const struct ss_traffic *t)
{
	u32 n = t->levels * ranks(o);

	free(o->search);
	o->search = NULL;
	if (!is_search(o))
		return;
	o->search = calloc(3 * n, sizeof(*o->search));
	if (!o->search) {
		fprintf(stderr, "oracle: out of memory\n");
		exit(1);
	}
	memcpy(o->search, t->search, 2 * n * sizeof(*o->search));
	for (u32 i = 0; i < n; i++)
		o->search[2 * n + i] = queries_for(o, i % ranks(o), i / ranks(o));
}

void batch_begin(struct node *n)
{
	struct source *s = &n->source;
	u32 phases = batch_phases(n->o);

	s->phase = 0;
	s->phase_got = calloc(phases, sizeof(u64));
	s->phase_done = calloc(phases, sizeof(u64));
	if (!s->phase_got || !s->phase_done) {
		fprintf(stderr, "oracle: out of memory\n");
		exit(1);
	}
	for (u32 i = 0; i < phases; i++)
		s->phase_done[i] = U64_MAX;
	bear(n, n->o->now);
	go_on(n, n->o->now);
}

void batch_end(struct source *s)
{
	fifo_clear(&s->plan);
	s->making = 0;
	s->taking = 0;
	s->taken = 0;
	free(s->phase_got);
	free(s->phase_done);
	s->phase_got = NULL;
	s->phase_done = NULL;
}

/* Set the destination of a packet at its birth, as the collective has planned it. */
void batch_plan(struct node *n, struct packet *p)
{
	struct oracle *o = n->o;
	struct flit plan;

	if (!is_collective(o))
		return;
	plan = fifo_pop(&n->source.plan);
	p->phase = plan.index;
	p->dest = plan.vc;
	p->is_query = !plan.tail;
	o->seen[SEEN_COLLECTIVE_ALL + o->traffic.pattern - SS_PATTERN_ALL_TO_ALL]++;
	o->seen[SEEN_FOLD] += o->traffic.pattern == SS_PATTERN_ALL_REDUCE &&
			      (rank_of(n) >= doubling(o) ||
			       rank_of(&o->node[p->dest]) >= doubling(o));
	o->seen[SEEN_PLACED] += o->placement && rank_of(n) != n->id;
}

void batch_receive(struct node *n, const struct packet *p)
{
	struct oracle *o = n->o;
	struct source *s = &n->source;
	u32 turn = phases_of_a_turn(o);

	o->seen[SEEN_PHASE_AHEAD] += p->phase > s->phase;
	o->seen[SEEN_PHASE_NEXT_TURN] += p->phase >= s->phase + turn;
	if (M(PHASE_TURN, false, p->phase >= s->phase + turn))
		s->phase_got[p->phase - turn]++;
	else if (is_search(o) && rank_of(n) == o->traffic.root)
		/* reports of an odd phase count for the even phase before it */
		s->phase_got[p->phase - p->phase % 2]++;
	else
		s->phase_got[p->phase]++;
	if (is_search(o) && p->is_query)
		s->taken += M(SEARCH_TAKE, work(o, rank_of(&o->node[p->source]), p->phase / 2), 1);
}

/* Advance the batch at the end of a cycle. */
void batch_cycle(struct node *n)
{
	if (!n->source.sends || !batch_phases(n->o))
		return;
	if (is_search(n->o))
		compute(n);
	go_on(n, n->o->now + 1);
}

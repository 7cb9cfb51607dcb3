// SPDX-License-Identifier: GPL-2.0-only
/*
 * Plans of collective operations: their messages bring the required data to each rank; their
 * number, size and depth agree with closed forms; an error in any message is detected.
 *
 * Time is in rounds: a group of steps takes one round, or ends when its last message comes.
 */
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "test.h"

#include "sim/program/collectives.h"

#define MOST	65

/* The set of ranks whose contributions are in a part. */
struct set {
	u64 word[2];
};

/* A message on its way, and the next one of its source and destination. */
struct message {
	struct collective_step step;
	struct set *part;
	u32 comes;
	struct message *next;
};

/*
 * The state of a run.  All-to-all algorithms except Bruck's send from @has to @got; a scan has sums
 * in @has, and its results in @result.
 */
struct world {
	const struct collective *c;
	struct collective_plan plan[MOST];
	struct set has[MOST][MOST];
	struct set got[MOST][MOST];
	struct set result[MOST];
	struct message *first[MOST][MOST];
	struct message *last[MOST][MOST];
	u32 at[MOST];
	u32 time[MOST];
	bool issued[MOST];
	u64 bytes;
	u64 messages;
	u32 rounds;
	char why[128];
};

/* Keep the reason; returns false. */
__attribute__((format(printf, 2, 3)))
static bool is_wrong(struct world *w, const char *format, ...)
{
	va_list rest;

	va_start(rest, format);
	vsnprintf(w->why, sizeof(w->why), format, rest);
	va_end(rest);
	return false;
}

static struct set one(u32 i)
{
	struct set s = { { 0, 0 } };

	s.word[i / 64] = 1ULL << i % 64;
	return s;
}

static struct set up_to(u32 n)
{
	struct set s = { { 0, 0 } };

	for (u32 i = 0; i < n; i++)
		s.word[i / 64] |= 1ULL << i % 64;
	return s;
}

static bool is_equal(struct set a, struct set b)
{
	return a.word[0] == b.word[0] && a.word[1] == b.word[1];
}

static bool is_empty(struct set a)
{
	return !a.word[0] && !a.word[1];
}

static bool meets(struct set a, struct set b)
{
	return a.word[0] & b.word[0] || a.word[1] & b.word[1];
}

static struct set both(struct set a, struct set b)
{
	return (struct set){ { a.word[0] | b.word[0], a.word[1] | b.word[1] } };
}

/* Return the set that stands for the data from @source to @dest. */
static struct set element(u32 source, u32 dest)
{
	return (struct set){ { source + 1, dest + 1 } };
}

static bool is_bruck_exchange(const struct collective *c)
{
	return c->kind == COLLECTIVE_ALLTOALL && collective_choice(c) == COLLECTIVE_BRUCK;
}

static bool is_exchange(const struct collective *c)
{
	return c->kind == COLLECTIVE_ALLTOALL && !is_bruck_exchange(c);
}

/* Return the contents of part @i of rank @r before the operation. */
static struct set initial(const struct collective *c, u32 r, u32 i)
{
	const struct set none = { { 0, 0 } };

	switch (c->kind) {
	case COLLECTIVE_BCAST:
		return r == c->root ? one(r) : none;
	case COLLECTIVE_GATHER:
	case COLLECTIVE_ALLGATHER:
		return r == i ? one(r) : none;
	case COLLECTIVE_SCATTER:
		return r == c->root ? one(i) : none;
	case COLLECTIVE_ALLTOALL:
		return element(r, is_bruck_exchange(c) ? (r + i) % c->ranks : i);
	default:
		return one(r);
	}
}

static bool is_right(const struct world *w, u32 r, u32 i)
{
	const struct collective *c = w->c;
	struct set s = is_exchange(c) ? w->got[r][i] : w->has[r][i];

	switch (c->kind) {
	case COLLECTIVE_BCAST:
		return is_equal(s, one(c->root));
	case COLLECTIVE_GATHER:
		return r != c->root || is_equal(s, one(i));
	case COLLECTIVE_ALLGATHER:
		return is_equal(s, one(i));
	case COLLECTIVE_SCATTER:
		return r != i || is_equal(s, one(i));
	case COLLECTIVE_ALLTOALL:
		return is_equal(s, is_bruck_exchange(c) ?
				element((r + c->ranks - i) % c->ranks, r) : element(i, r));
	case COLLECTIVE_REDUCE:
		return r != c->root || is_equal(s, up_to(c->ranks));
	case COLLECTIVE_REDUCE_SCATTER:
		return r != i || is_equal(s, up_to(c->ranks));
	case COLLECTIVE_SCAN:
		return is_equal(w->result[r], up_to(r + 1));
	default:
		return is_equal(s, up_to(c->ranks));
	}
}

static bool carries(const struct collective_step *s, u32 i, u32 all)
{
	return s->bit ? i & s->bit : (i + all - s->first % all) % all < s->parts;
}

static bool send(struct world *w, u32 r, const struct collective_step *s)
{
	u32 all = w->plan[r].parts;
	struct message *m;

	if (s->peer >= w->c->ranks || s->peer == r)
		return is_wrong(w, "rank %u sends to %u", r, s->peer);
	m = calloc(1, sizeof(*m));
	m->step = *s;
	m->comes = w->time[r] + 1;
	m->part = calloc(all, sizeof(*m->part));
	for (u32 i = 0; i < all; i++)
		m->part[i] = carries(s, i, all) ? w->has[r][i] : (struct set){ { 0, 0 } };
	if (w->first[r][s->peer])
		w->last[r][s->peer]->next = m;
	else
		w->first[r][s->peer] = m;
	w->last[r][s->peer] = m;
	w->bytes += s->bytes;
	w->messages++;
	return true;
}

/* Take @part of a message into place @to of rank @r; return false with a reason if it is wrong. */
static bool take_part(struct world *w, u32 r, const struct collective_step *s, struct set part,
		      u32 to)
{
	struct set *own = is_exchange(w->c) ? &w->got[r][to] : &w->has[r][to];

	if (is_empty(part))
		return is_wrong(w, "rank %u gets a part that %u does not have", r, s->peer);
	if (s->reduces && meets(*own, part))
		return is_wrong(w, "rank %u combines a contribution twice", r);
	if (w->c->kind == COLLECTIVE_SCAN && s->peer < r) {
		if (meets(w->result[r], part))
			return is_wrong(w, "rank %u has a contribution twice", r);
		w->result[r] = both(w->result[r], part);
	}
	*own = s->reduces || w->c->kind == COLLECTIVE_BARRIER ? both(*own, part) : part;
	return true;
}

static bool take(struct world *w, u32 r, const struct collective_step *s)
{
	bool by_pairs = w->c->kind == COLLECTIVE_ALLTOALL && !s->bit;
	struct message *m = w->first[s->peer][r];
	u32 all = w->plan[r].parts, first = by_pairs ? r : s->first;
	bool ok = m->step.bytes == s->bytes && m->step.bit == s->bit &&
		  m->step.reduces == s->reduces &&
		  (s->bit || (m->step.first == first && m->step.parts == s->parts));

	if (!ok)
		is_wrong(w, "rank %u expects another message of %u", r, s->peer);
	for (u32 i = 0; ok && i < all; i++)
		if (carries(&m->step, i, all))
			ok = take_part(w, r, s, m->part[i], by_pairs ? s->first : i);
	w->first[s->peer][r] = m->next;
	free(m->part);
	free(m);
	return ok;
}

/* Return the number of steps of the group that begins with step @at. */
static u32 group_steps(const struct collective_plan *p, u32 at)
{
	u32 n = 0;

	while (at + n < p->steps && p->step[at + n].group == p->step[at].group)
		n++;
	return n;
}

/*
 * Return true if all messages of a group have arrived; *when is then at least the time of the last
 * one.
 */
static bool have_come(const struct world *w, u32 r, const struct collective_step *s, u32 n,
		      u32 *when)
{
	for (u32 i = 0; i < n; i++) {
		if (s[i].sends)
			continue;
		if (s[i].peer >= w->c->ranks || !w->first[s[i].peer][r])
			return false;
		if (w->first[s[i].peer][r]->comes > *when)
			*when = w->first[s[i].peer][r]->comes;
	}
	return true;
}

/* Run rank @r as far as possible; set *moved if it takes a step. */
static bool go(struct world *w, u32 r, bool *moved)
{
	const struct collective_step *s = &w->plan[r].step[w->at[r]];
	u32 n = group_steps(&w->plan[r], w->at[r]), when = w->time[r] + 1;

	for (u32 i = 0; !w->issued[r] && i < n; i++)
		if (s[i].sends && !send(w, r, &s[i]))
			return false;
	w->issued[r] = true;
	if (!n || !have_come(w, r, s, n, &when))
		return true;
	for (u32 i = 0; i < n; i++)
		if (!s[i].sends && !take(w, r, &s[i]))
			return false;
	w->at[r] += n;
	w->time[r] = when;
	w->issued[r] = false;
	if (when > w->rounds)
		w->rounds = when;
	*moved = true;
	return true;
}

static bool is_over(struct world *w)
{
	for (u32 r = 0; r < w->c->ranks; r++) {
		if (w->at[r] < w->plan[r].steps)
			return is_wrong(w, "rank %u waits for ever", r);
		for (u32 i = 0; i < w->c->ranks; i++)
			if (w->first[r][i])
				return is_wrong(w, "rank %u does not get a message of %u", i, r);
	}
	return true;
}

/* Run the plans; return false with a reason if a result is wrong. */
static bool play(struct world *w)
{
	bool moved = true;

	for (u32 r = 0; r < w->c->ranks; r++) {
		w->result[r] = one(r);
		for (u32 i = 0; i < w->plan[r].parts; i++)
			w->has[r][i] = initial(w->c, r, i);
	}
	while (moved) {
		moved = false;
		for (u32 r = 0; r < w->c->ranks; r++)
			if (!go(w, r, &moved))
				return false;
	}
	if (!is_over(w))
		return false;
	for (u32 r = 0; r < w->c->ranks; r++)
		for (u32 i = 0; i < w->plan[r].parts; i++)
			if (!(is_exchange(w->c) && i == r) && !is_right(w, r, i))
				return is_wrong(w, "rank %u has the wrong part %u", r, i);
	return true;
}

static void draw(struct world *w, const struct collective *c)
{
	memset(w, 0, sizeof(*w));
	w->c = c;
	for (u32 r = 0; r < c->ranks; r++)
		collective_plan(c, r, &w->plan[r]);
}

static void discard(struct world *w)
{
	for (u32 r = 0; r < MOST; r++) {
		free(w->plan[r].step);
		for (u32 i = 0; i < MOST; i++) {
			while (w->first[r][i]) {
				struct message *m = w->first[r][i];

				w->first[r][i] = m->next;
				free(m->part);
				free(m);
			}
		}
	}
}

/*
 * Closed forms.  In them n is the number of ranks, p the greatest power of two up to n, and b the
 * bytes of a block or of the whole.
 */

static u64 power(u64 n)
{
	u64 p = 1;

	while (2 * p <= n)
		p *= 2;
	return p;
}

/* Return log2 of n, rounded up. */
static u64 lg(u64 n)
{
	u64 rounds = 0;

	while (1ULL << rounds < n)
		rounds++;
	return rounds;
}

/* Return the sum of the sizes of all subtrees of a binomial tree, except the whole tree. */
static u64 trees(u64 n)
{
	u64 sum = 0;

	for (u64 bit = 1; bit < n; bit *= 2)
		for (u64 v = bit; v < n; v += 2 * bit)
			sum += v + bit < n ? bit : n - v;
	return sum;
}

/*
 * Return the number of one bits in all numbers below n, which is also the number of pairs of ranks
 * that differ in one bit only.
 */
static u64 bits(u64 n)
{
	u64 sum = 0;

	for (u64 i = 0; i < n; i++)
		sum += __builtin_popcountll(i);
	return sum;
}

/**
 * struct form - the closed forms of an algorithm
 * @kind: kind of the operation
 * @algorithm: algorithm of the operation
 * @powers: true if the algorithm is for powers of two of ranks only
 * @messages: number of messages
 * @bytes: bytes of all messages
 * @rounds: number of rounds
 */
struct form {
	enum collective_kind kind;
	enum collective_algorithm algorithm;
	bool powers;
	u64 (*messages)(u64 n, u64 p);
	u64 (*bytes)(u64 n, u64 p, u64 b);
	u64 (*rounds)(u64 n, u64 p);
};

#define FORM(kind, algorithm, powers, name) \
	{ COLLECTIVE_##kind, COLLECTIVE_##algorithm, powers, name##_messages, name##_bytes, \
	  name##_rounds }

#define FORMULAS(name, messages, bytes, rounds) \
	static u64 name##_messages(u64 n, u64 p) { (void)n; (void)p; return messages; } \
	static u64 name##_bytes(u64 n, u64 p, u64 b) { (void)n; (void)p; (void)b; return bytes; } \
	static u64 name##_rounds(u64 n, u64 p) { (void)n; (void)p; return rounds; }

FORMULAS(dissemination, n * lg(n), 0, lg(n))
FORMULAS(linear, n - 1, (n - 1) * b, 1)
FORMULAS(tree, n - 1, (n - 1) * b, lg(n))
FORMULAS(block_tree, n - 1, trees(n) * b, lg(n))
FORMULAS(scatter_ring, n - 1 + n * (n - 1), (trees(n) + n * (n - 1)) * b / n, lg(n) + n - 1)
FORMULAS(scatter_doubling, n - 1 + n * lg(n), (n * lg(n) / 2 + n * (n - 1)) * b / n, 2 * lg(n))
FORMULAS(ring, n * (n - 1), n * (n - 1) * b, n - 1)
FORMULAS(log_gather, n * lg(n), n * (n - 1) * b, lg(n))
FORMULAS(exchange, n * (n - 1), n * (n - 1) * b, 1)
FORMULAS(scattered_exchange, n * (n - 1), n * (n - 1) * b, (n + 31) / 32)
FORMULAS(bruck_exchange, n * lg(n), n * bits(n) * b, lg(n))
FORMULAS(rabenseifner, n - p + p * lg(p) + p - 1, (n - p + p - 1) * b + b * lg(p) / 2,
	 2 * lg(p) + (n > p))
FORMULAS(allreduce_doubling, 2 * (n - p) + p * lg(p), (2 * (n - p) + p * lg(p)) * b,
	 lg(p) + 2 * (n > p))
FORMULAS(allreduce_rabenseifner, 2 * (n - p) + 2 * p * lg(p), 2 * (n - p + p - 1) * b,
	 2 * lg(p) + 2 * (n > p))
FORMULAS(allreduce_ring, 2 * n * (n - 1), 2 * (n - 1) * b, 2 * (n - 1))
FORMULAS(halving, 2 * (n - p) + p * lg(p), (n - p) * n * b + (p - 1) * n * b + (n - p) * b,
	 lg(p) + 2 * (n > p))
FORMULAS(scan_linear, n - 1, (n - 1) * b, n - 1)
FORMULAS(scan_doubling, 2 * bits(n), 2 * bits(n) * b, lg(n))

static const struct form forms[] = {
	FORM(BARRIER, DISSEMINATION, false, dissemination),
	FORM(BCAST, LINEAR, false, linear),
	FORM(BCAST, BINOMIAL, false, tree),
	FORM(BCAST, SCATTER_RING, false, scatter_ring),
	FORM(BCAST, SCATTER_DOUBLING, true, scatter_doubling),
	FORM(GATHER, LINEAR, false, linear),
	FORM(GATHER, BINOMIAL, false, block_tree),
	FORM(SCATTER, LINEAR, false, linear),
	FORM(SCATTER, BINOMIAL, false, block_tree),
	FORM(ALLGATHER, DOUBLING, true, log_gather),
	FORM(ALLGATHER, BRUCK, false, log_gather),
	FORM(ALLGATHER, RING, false, ring),
	FORM(ALLTOALL, LINEAR, false, exchange),
	FORM(ALLTOALL, SCATTERED, false, scattered_exchange),
	FORM(ALLTOALL, PAIRWISE, false, ring),
	FORM(ALLTOALL, BRUCK, false, bruck_exchange),
	FORM(REDUCE, LINEAR, false, linear),
	FORM(REDUCE, BINOMIAL, false, tree),
	FORM(REDUCE, RABENSEIFNER, false, rabenseifner),
	FORM(ALLREDUCE, DOUBLING, false, allreduce_doubling),
	FORM(ALLREDUCE, RABENSEIFNER, false, allreduce_rabenseifner),
	FORM(ALLREDUCE, RING, false, allreduce_ring),
	FORM(REDUCE_SCATTER, HALVING, false, halving),
	FORM(REDUCE_SCATTER, PAIRWISE, false, ring),
	FORM(SCAN, LINEAR, false, scan_linear),
	FORM(SCAN, DOUBLING, false, scan_doubling),
};

#define FORMS (sizeof(forms) / sizeof(forms[0]))

/* Return a number of bytes that is divisible by the number of parts of any algorithm. */
static u64 divisible(u64 n)
{
	return 64 * n;
}

static struct collective operation(const struct form *f, u32 ranks, u32 root)
{
	return (struct collective){
		.kind = f->kind, .algorithm = f->algorithm, .ranks = ranks, .root = root,
		.bytes = divisible(ranks),
	};
}

/* Run the plans; return true if messages, bytes and rounds agree with the closed forms. */
static bool is_as_said(struct world *w, const struct form *f)
{
	u64 n = w->c->ranks, p = power(n), b = w->c->bytes;

	if (!play(w))
		return false;
	if (w->messages != f->messages(n, p))
		return is_wrong(w, "%" PRIu64 " messages, not %" PRIu64, w->messages,
				f->messages(n, p));
	if (w->bytes != f->bytes(n, p, b))
		return is_wrong(w, "%" PRIu64 " bytes, not %" PRIu64, w->bytes, f->bytes(n, p, b));
	if (w->rounds != f->rounds(n, p))
		return is_wrong(w, "%u rounds, not %" PRIu64, w->rounds, f->rounds(n, p));
	return true;
}

static struct world world;

static void describe(const struct form *f, u32 n, u32 root)
{
	print_error("%s by %s of %u ranks, root %u: %s\n", collective_kind_names[f->kind],
		    collective_algorithm_names[f->algorithm], n, root, world.why);
}

static void all_have_closed_forms(void **state)
{
	u32 forms_of_all = 0;

	(void)state;
	for (u32 k = 0; k < COLLECTIVE_KINDS; k++)
		for (u32 a = 1; a < COLLECTIVE_ALGORITHMS; a++)
			forms_of_all += collective_has(k, a);
	assert_int_equal(forms_of_all, FORMS);
	for (u32 i = 0; i < FORMS; i++)
		assert_true(collective_has(forms[i].kind, forms[i].algorithm));
}

static void data_arrive(void **state)
{
	(void)state;
	for (u32 i = 0; i < FORMS; i++) {
		for (u32 n = 2; n <= MOST; n++) {
			u32 roots[] = { 0, 1, n / 2, n - 1 };

			if (forms[i].powers && power(n) != n)
				continue;
			for (u32 k = 0; k < 4; k++) {
				struct collective c = operation(&forms[i], n, roots[k]);
				bool ok;

				draw(&world, &c);
				ok = is_as_said(&world, &forms[i]);
				discard(&world);
				if (!ok)
					describe(&forms[i], n, roots[k]);
				assert_true(ok);
			}
		}
	}
}

/* Results are right, and bytes add up, with blocks of different sizes and indivisible ones. */
static void sizes_differ(void **state)
{
	u64 by_rank[MOST];

	(void)state;
	for (u32 i = 0; i < MOST; i++)
		by_rank[i] = 7 * i + i % 3;
	for (u32 i = 0; i < FORMS; i++) {
		for (u32 n = 2; n <= 19; n++) {
			struct collective c = operation(&forms[i], n, n / 2);
			bool ok;

			c.bytes = 1001;
			if (c.kind == COLLECTIVE_GATHER || c.kind == COLLECTIVE_SCATTER ||
			    c.kind == COLLECTIVE_ALLGATHER || c.kind == COLLECTIVE_ALLTOALL ||
			    c.kind == COLLECTIVE_REDUCE_SCATTER)
				c.by_rank = by_rank;
			draw(&world, &c);
			ok = play(&world);
			if (ok && c.kind == COLLECTIVE_ALLTOALL) {
				u64 sum = 0;

				for (u32 r = 0; r < n; r++)
					sum += by_rank[r] - by_rank[r] / n - (r < by_rank[r] % n);
				ok = world.bytes == sum;
			}
			discard(&world);
			if (!ok)
				describe(&forms[i], n, n / 2);
			assert_true(ok);
		}
	}
}

static void one_rank_sends_nothing(void **state)
{
	(void)state;
	for (u32 i = 0; i < FORMS; i++) {
		struct collective c = operation(&forms[i], 1, 0);
		struct collective_plan p;

		collective_plan(&c, 0, &p);
		assert_int_equal(p.steps, 0);
	}
}

/* Find the @n-th sending step, and the step that receives its message. */
static bool find_pair(struct world *w, u32 n, u32 *source, u32 *at, u32 *dest, u32 *to)
{
	for (u32 r = 0; r < w->c->ranks; r++) {
		for (u32 i = 0; i < w->plan[r].steps; i++) {
			const struct collective_step *s = &w->plan[r].step[i];
			u32 before = 0;

			if (!s->sends || n--)
				continue;
			for (u32 j = 0; j < i; j++)
				before += w->plan[r].step[j].sends &&
					  w->plan[r].step[j].peer == s->peer;
			*source = r;
			*at = i;
			*dest = s->peer;
			for (*to = 0;; ++*to) {
				const struct collective_step *g = &w->plan[*dest].step[*to];

				if (!g->sends && g->peer == r && !before--)
					return true;
			}
		}
	}
	return false;
}

static void drop(struct collective_plan *p, u32 at)
{
	memmove(&p->step[at], &p->step[at + 1], (p->steps - at - 1) * sizeof(*p->step));
	p->steps--;
}

enum mutant { PEER, SIZE, PARTS, SENT_ONLY, NEITHER, REDUCES, MUTANTS };

/* Make an error in message @n; false: there is no such message, or nothing to change. */
static bool mutate(struct world *w, u32 n, enum mutant mutant, bool *changed)
{
	u32 source, at, dest, to;
	struct collective_step *s, *g;

	*changed = true;
	if (!find_pair(w, n, &source, &at, &dest, &to))
		return false;
	s = &w->plan[source].step[at];
	g = &w->plan[dest].step[to];
	switch (mutant) {
	case PEER:	/* another rank receives the message */
		s->peer = (s->peer + 1) % w->c->ranks;
		break;
	case SIZE:	/* the message is longer, at both ends */
		s->bytes += 8;
		g->bytes += 8;
		break;
	case PARTS:	/* wrong parts are sent; harmless if each part is sent twice anyhow */
		*changed = w->plan[source].parts > 1 && s->parts < w->plan[source].parts &&
			   w->c->kind != COLLECTIVE_BCAST && w->c->kind != COLLECTIVE_ALLTOALL;
		s->bit *= 2;
		g->bit = s->bit;
		s->first = (s->first + 1) % w->plan[source].parts;
		g->first = s->first;
		break;
	case SENT_ONLY:
		drop(&w->plan[dest], to);
		break;
	case NEITHER:
		drop(&w->plan[dest], to);
		drop(&w->plan[source], at);
		break;
	case REDUCES:	/* the receiver replaces its data instead of combining */
		*changed = w->c->kind != COLLECTIVE_BARRIER && w->c->kind != COLLECTIVE_ALLTOALL &&
			   w->c->kind != COLLECTIVE_SCAN;
		/* a step that does not combine stays as it is */
		*changed &= s->reduces;
		s->reduces = false;
		g->reduces = false;
		break;
	default:
		break;
	}
	return true;
}

static void errors_are_noticed(void **state)
{
	(void)state;
	for (u32 i = 0; i < FORMS; i++) {
		for (u32 n = 5; n <= 8; n++) {
			struct collective c = operation(&forms[i], n, 1);
			u32 tried = 0;

			if (forms[i].powers && power(n) != n)
				continue;
			for (u32 m = 0; m < MUTANTS; m++) {
				for (u32 at = 0;; at++) {
					bool changed, there, ok;

					draw(&world, &c);
					there = mutate(&world, at, m, &changed);
					ok = there && changed && is_as_said(&world, &forms[i]);
					discard(&world);
					if (!there)
						break;
					tried += changed;
					if (ok)
						print_error("form %u, %u ranks: error %u in message %u\n",
							    i, n, m, at);
					assert_false(ok);
				}
			}
			assert_true(tried >= 4 * (n - 1));
		}
	}
}

/* The choices of MPICH, on both sides of each limit. */
static void chooses_by_size(void **state)
{
	static const struct {
		enum collective_kind kind;
		u32 ranks;
		u64 bytes;
		enum collective_algorithm chosen;
	} of[] = {
		{ COLLECTIVE_BARRIER, 9, 0, COLLECTIVE_DISSEMINATION },
		{ COLLECTIVE_BCAST, 16, 12287, COLLECTIVE_BINOMIAL },
		{ COLLECTIVE_BCAST, 16, 12288, COLLECTIVE_SCATTER_DOUBLING },
		{ COLLECTIVE_BCAST, 15, 12288, COLLECTIVE_SCATTER_RING },
		{ COLLECTIVE_BCAST, 7, 1 << 20, COLLECTIVE_BINOMIAL },
		{ COLLECTIVE_BCAST, 16, 524287, COLLECTIVE_SCATTER_DOUBLING },
		{ COLLECTIVE_BCAST, 16, 524288, COLLECTIVE_SCATTER_RING },
		{ COLLECTIVE_GATHER, 16, 1 << 20, COLLECTIVE_BINOMIAL },
		{ COLLECTIVE_SCATTER, 16, 8, COLLECTIVE_BINOMIAL },
		{ COLLECTIVE_ALLGATHER, 16, 32767, COLLECTIVE_DOUBLING },
		{ COLLECTIVE_ALLGATHER, 16, 32768, COLLECTIVE_RING },
		{ COLLECTIVE_ALLGATHER, 20, 4095, COLLECTIVE_BRUCK },
		{ COLLECTIVE_ALLGATHER, 20, 4096, COLLECTIVE_RING },
		{ COLLECTIVE_ALLTOALL, 8, 256, COLLECTIVE_BRUCK },
		{ COLLECTIVE_ALLTOALL, 7, 256, COLLECTIVE_SCATTERED },
		{ COLLECTIVE_ALLTOALL, 8, 257, COLLECTIVE_SCATTERED },
		{ COLLECTIVE_ALLTOALL, 8, 32768, COLLECTIVE_SCATTERED },
		{ COLLECTIVE_ALLTOALL, 8, 32769, COLLECTIVE_PAIRWISE },
		{ COLLECTIVE_REDUCE, 9, 2048, COLLECTIVE_BINOMIAL },
		{ COLLECTIVE_REDUCE, 9, 2049, COLLECTIVE_RABENSEIFNER },
		{ COLLECTIVE_REDUCE, 512, 2049, COLLECTIVE_BINOMIAL },
		{ COLLECTIVE_ALLREDUCE, 9, 2048, COLLECTIVE_DOUBLING },
		{ COLLECTIVE_ALLREDUCE, 9, 2049, COLLECTIVE_RABENSEIFNER },
		{ COLLECTIVE_REDUCE_SCATTER, 16, 32767, COLLECTIVE_HALVING },
		{ COLLECTIVE_REDUCE_SCATTER, 16, 32768, COLLECTIVE_PAIRWISE },
		{ COLLECTIVE_SCAN, 9, 8, COLLECTIVE_DOUBLING },
	};

	(void)state;
	for (u32 i = 0; i < sizeof(of) / sizeof(of[0]); i++) {
		struct collective c = {
			.kind = of[i].kind, .ranks = of[i].ranks, .bytes = of[i].bytes,
		};

		assert_int_equal(collective_choice(&c), of[i].chosen);
	}
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(all_have_closed_forms),
		cmocka_unit_test(data_arrive),
		cmocka_unit_test(sizes_differ),
		cmocka_unit_test(one_rank_sends_nothing),
		cmocka_unit_test(errors_are_noticed),
		cmocka_unit_test(chooses_by_size),
	};

	cmocka_set_message_output(CM_OUTPUT_TAP);
	return cmocka_run_group_tests(tests, NULL, NULL);
}

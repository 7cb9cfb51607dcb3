// SPDX-License-Identifier: GPL-2.0-only
/*
 * Compare replays of random programs with those of naive.c, by each message and cycle, and check
 * that each deliberate error in naive.c is noticed. The network has no contention, and its packets
 * overtake each other.
 *	programs [-n PROGRAMS] [-s SEED]
 */
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "oracle/tap.h"
#include "sim/core/rng.h"
#include "sim/program/goal.h"
#include "sim/program/replay.h"

#include "naive.h"

#define PROGRAMS	2000
#define DELAYS		40
#define MOST_CYCLES	1000000

uint64_t net_delay(uint64_t seed, int source, int n, int part)
{
	u64 draw = ss_rng_draw(ss_rng_key(seed, source), (u64)n * MOST_PARTS + part);

	/* every other program has a network in which nothing overtakes */
	return seed % 2 ? ss_rng_below(draw, DELAYS) : 5;
}

/* A message in the queue of a node. */
struct queued {
	struct ss_birth b;
	struct ss_mark mark;
	u32 left;
	u32 part;
};

struct packet {
	u64 cycle;
	u32 source;
	u32 dest;
	u32 flits;
	struct ss_mark mark;
};

/* The network of the replay. */
struct net {
	const struct draft *d;
	struct queued queue[MOST_RANKS][MOST_SENT];
	u32 first[MOST_RANKS];
	u32 end[MOST_RANKS];
	struct packet packet[MOST_SENT * MOST_PARTS];
	u32 packets;
	u64 due[MOST_RANKS];
	struct outcome *o;
};

static void take(void *ctx, const struct ss_birth *b, const struct ss_mark *mark)
{
	struct net *net = ctx;

	net->queue[b->source][net->end[b->source]++] = (struct queued){
		.b = *b, .mark = *mark, .left = b->flits,
	};
	net->o->born[net->o->borns++] = (struct born){ b->cycle, b->source, b->dest, b->flits };
}

static void expect(struct net *net, u32 node, u64 when)
{
	if (when < net->due[node])
		net->due[node] = when;
}

static void inject(struct net *net, struct replay *r, u32 node, u64 t)
{
	u32 n = net->first[node];
	struct queued *q = &net->queue[node][n];
	u32 flits = q->left < PACKET ? q->left : PACKET;

	if (n == net->end[node])
		return;
	net->packet[net->packets++] = (struct packet){
		.cycle = t + 1 + net_delay(net->d->seed, node, n, q->part++),
		.source = node, .dest = q->b.dest, .flits = flits, .mark = q->mark,
	};
	q->left -= flits;
	if (q->left)
		return;
	expect(net, node, replay_sent(r, node, q->b.flits, &q->mark, t));
	net->first[node]++;
}

/* Deliver the packets of cycle @t, in half of the programs in reverse order. */
static void deliver(struct net *net, struct replay *r, u64 t)
{
	for (u32 i = 0; i < net->packets; i++) {
		u32 at = net->d->seed & 2 ? net->packets - 1 - i : i;
		const struct packet *p = &net->packet[at];

		if (p->cycle == t)
			expect(net, p->dest, replay_received(r, p->dest, p->source, p->flits,
							     &p->mark, t));
	}
}

static bool goes_on(const struct net *net, u64 t)
{
	for (int n = 0; n < net->d->ranks; n++)
		if (net->due[n] != U64_MAX || net->first[n] < net->end[n])
			return true;
	for (u32 i = 0; i < net->packets; i++)
		if (net->packet[i].cycle >= t)
			return true;
	return false;
}

static void note(struct outcome *o, int rank, const struct replay_stats *s)
{
	o->end[rank] = s->end;
	o->ended += s->end != U64_MAX;
	o->computing[rank] = s->computing;
	o->sending[rank] = s->sending;
	o->waiting[rank] = s->waiting;
	o->messages[rank] = s->messages;
	o->bytes[rank] = s->bytes;
}

/* Note the calls of a rank, whose names have numbers in the order of the program's text. */
static void note_calls(struct outcome *o, int rank, const struct program *p,
		       const struct replay_call *call)
{
	o->has_calls |= !!call;
	for (int i = 0; call && i < CALLS; i++) {
		u32 at = 0;

		while (i && at <= p->calls && (!at || strcmp(p->call[at], draft_names[i])))
			at++;
		if (at <= p->calls)
			o->call[rank][i] = (struct in_call){
				call[at].calls, call[at].messages, call[at].bytes,
				call[at].sending, call[at].waiting,
			};
		if (at <= p->calls)
			o->path.at[0].call[i] += call[at].path;
	}
}

/* Follow the critical path of a program that has ended, and note its sums. */
static void note_path(struct outcome *o, struct replay *r, int ranks)
{
	struct part *part = &o->path.at[0];
	struct replay_stats s;
	struct path path;
	int last = 0;

	for (int n = 0; n < ranks; n++)
		if (o->end[n] > o->end[last])
			last = n;
	replay_path_begin(r, last, &path);
	while (!path.over)
		replay_path_follow(r, path.rank, &path);
	for (int n = 0; n < ranks; n++) {
		replay_read(r, n, &s);
		part->computing += s.path.computing;
		part->eager += s.path.eager;
		part->rendezvous += s.path.rendezvous;
		part->messages += s.path.messages;
	}
	o->path.count = 1;
}

static void note_phases(struct outcome *o, const struct replay *r, const struct draft *d)
{
	for (int n = 0; n < d->ranks; n++) {
		for (int i = 0; i <= d->marks[n]; i++) {
			struct replay_phase p;

			replay_read_phase(r, n, i, &p);
			o->phase[n][i] = (struct in_phase){
				p.left, { p.computing, p.sending, p.waiting },
			};
		}
	}
}

/* Note the timelines of a program that has ended, with the bins of the longest one. */
static void note_timelines(struct outcome *o, const struct replay *r, int ranks)
{
	u64 end = 0;

	for (int n = 0; n < ranks; n++) {
		const struct timeline *l = replay_timeline(r, n);

		end = l->end > end ? l->end : end;
	}
	for (int n = 0; n < ranks; n++) {
		struct timeline *l = replay_timeline(r, n);

		timeline_widen(l, end);
		o->width = 1ULL << l->log2;
		for (u32 i = 0; i < l->bins; i++)
			for (int state = 0; state < STATES; state++)
				o->bin[n][i][state] = l->bin[i].cycles[state];
	}
}

static struct program *parse(const struct draft *d)
{
	bool keeps[MOST_RANKS] = { true, true, true, true, true, true };
	struct program *p = NULL;
	struct sim_error err;
	struct goal *g;
	size_t size;
	char *text;
	FILE *to = open_memstream(&text, &size);

	draft_print(d, to);
	fclose(to);
	to = fmemopen(text, size, "r");
	g = goal_open(to, "draft", &err);
	if (g)
		p = goal_read(g, keeps, &err);
	if (!p)
		printf("# %s\n", err.text);
	fclose(to);
	free(text);
	return p;
}

/* Replay @d; false: its text is not understood. */
static bool replay(const struct draft *d, struct outcome *o)
{
	static const u32 node_of[MOST_RANKS] = { 0, 1, 2, 3, 4, 5 };
	const struct replay_scale scale = {
		.compute = d->compute, .cycle_time = d->cycle_time,
		.flit_bytes = d->flit_bytes, .eager = d->eager,
	};
	static struct net net;
	struct program *p = parse(d);
	struct replay_stats s;
	struct replay *r;

	memset(&net, 0, sizeof(net));
	memset(o, 0, sizeof(*o));
	if (!p)
		return false;
	net.d = d;
	net.o = o;
	r = replay_new(p, node_of, d->ranks, &scale, take, &net);
	replay_record(r, d->bins);
	for (u64 t = 0; goes_on(&net, t) && t < MOST_CYCLES; t++) {
		for (int n = 0; n < d->ranks; n++) {
			if (net.due[n] > t)
				continue;
			net.due[n] = U64_MAX;
			expect(&net, n, replay_run(r, n, t));
		}
		for (int n = 0; n < d->ranks; n++)
			inject(&net, r, n, t);
		deliver(&net, r, t);
	}
	for (int n = 0; n < d->ranks; n++) {
		replay_read(r, n, &s);
		note(o, n, &s);
	}
	if (o->ended == d->ranks) {
		note_path(o, r, d->ranks);
		note_timelines(o, r, d->ranks);
		note_phases(o, r, d);
	}
	for (int n = 0; n < d->ranks; n++)
		note_calls(o, n, replay_program(r), replay_calls(r, n));
	replay_free(r);
	return true;
}

static int by_source(const void *a, const void *b)
{
	const struct born *x = a, *y = b;

	if (x->source != y->source)
		return x->source - y->source;
	return x->cycle < y->cycle ? -1 : x->cycle > y->cycle;
}

/* Sort births by source; those of a source are in order of time already, which is checked. */
static void sort(struct outcome *o)
{
	struct born to[MOST_SENT];
	int n = 0;

	for (int source = 0; source < MOST_RANKS; source++)
		for (int i = 0; i < o->borns; i++)
			if (o->born[i].source == source)
				to[n++] = o->born[i];
	for (int i = 1; i < n; i++)
		if (by_source(&to[i - 1], &to[i]) > 0)
			puts("# births are not in order");
	memcpy(o->born, to, n * sizeof(*to));
}

/* Return true if the calls of a rank are alike; if it never ends, its waiting is not compared. */
static bool are_calls_alike(const struct outcome *naive, const struct outcome *seen, int rank)
{
	bool ends = naive->end[rank] != NEVER, alike = naive->has_calls == seen->has_calls;

	for (int i = 0; naive->has_calls && i < CALLS; i++) {
		const struct in_call *a = &naive->call[rank][i], *b = &seen->call[rank][i];

		alike &= a->calls == b->calls && a->messages == b->messages &&
			 a->bytes == b->bytes;
		alike &= !ends || (a->sending == b->sending && a->waiting == b->waiting);
	}
	return alike;
}

/* Return true if the path that was followed is one of those of the naive replay. */
static bool is_path(const struct outcome *naive, const struct outcome *seen)
{
	struct part path = seen->path.at[0];

	if (naive->ended != seen->ended || naive->path.overflows || !seen->path.count)
		return true;
	for (int i = 0; i < naive->path.count; i++) {
		struct part want = naive->path.at[i];

		if (!naive->has_calls)
			memset(want.call, 0, sizeof(want.call));
		if (!memcmp(&want, &path, sizeof(path)))
			return true;
	}
	return false;
}

/* Return true if the phases of a program that has ended are alike, or if it has none. */
static bool are_phases_alike(const struct draft *d, const struct outcome *naive,
			     const struct outcome *seen)
{
	bool alike = true, any = false;

	for (int r = 0; r < d->ranks; r++)
		any |= d->marks[r];
	for (int r = 0; r < d->ranks && any && naive->width; r++)
		for (int i = 0; i <= d->marks[r]; i++)
			alike &= !memcmp(&naive->phase[r][i], &seen->phase[r][i],
					 sizeof(seen->phase[r][i]));
	return alike;
}

/* Return true if the timelines are alike, or not compared. */
static bool are_timelines_alike(const struct outcome *naive, const struct outcome *seen)
{
	return !naive->width || !seen->width ||
	       (naive->width == seen->width && !memcmp(naive->bin, seen->bin, sizeof(seen->bin)));
}

/* Return true if the outcomes are alike; otherwise, if @print, print how they differ. */
static bool is_alike(const struct draft *d, struct outcome *naive, struct outcome *seen, bool print)
{
	bool alike = true;

	sort(naive);
	sort(seen);
	for (int r = 0; r < d->ranks; r++) {
		u64 want[] = { naive->end[r], naive->computing[r], naive->messages[r],
			       naive->bytes[r] };
		u64 have[] = { seen->end[r], seen->computing[r], seen->messages[r],
			       seen->bytes[r] };

		/* cycles of waiting are not compared for a rank that never ends */
		if (naive->end[r] != NEVER && (naive->sending[r] != seen->sending[r] ||
					       naive->waiting[r] != seen->waiting[r]))
			alike = false;
		alike &= !memcmp(want, have, sizeof(want));
		if (alike && !are_calls_alike(naive, seen, r)) {
			alike = false;
			if (print)
				printf("# seed %" PRIu64 ", rank %d: its calls differ\n", d->seed,
				       r);
			print = false;
		}
		if (!alike && print) {
			printf("# seed %" PRIu64 ", rank %d: expected end %" PRIu64 ", %" PRIu64
			       " %" PRIu64 " %" PRIu64 ", seen %" PRIu64 ", %" PRIu64 " %" PRIu64
			       " %" PRIu64 "\n", d->seed, r, naive->end[r], naive->computing[r],
			       naive->sending[r], naive->waiting[r], seen->end[r],
			       seen->computing[r], seen->sending[r], seen->waiting[r]);
			print = false;
		}
	}
	if (alike && !is_path(naive, seen)) {
		alike = false;
		if (print)
			printf("# seed %" PRIu64 ": its critical path differs\n", d->seed);
		print = false;
	}
	if (alike && seen->ended == d->ranks && !are_phases_alike(d, naive, seen)) {
		alike = false;
		if (print)
			printf("# seed %" PRIu64 ": its phases differ\n", d->seed);
		print = false;
	}
	if (alike && !are_timelines_alike(naive, seen)) {
		alike = false;
		if (print)
			printf("# seed %" PRIu64 ": its timelines differ\n", d->seed);
		print = false;
	}
	for (int i = 0; i < naive->borns && i < seen->borns; i++) {
		const struct born *a = &naive->born[i], *b = &seen->born[i];

		if (a->cycle == b->cycle && a->dest == b->dest && a->flits == b->flits)
			continue;
		alike = false;
		if (print)
			printf("# seed %" PRIu64 ": message %d of all, of rank %d: expected in cycle %"
			       PRIu64 " to %d, seen in %" PRIu64 " to %d\n", d->seed, i, a->source,
			       a->cycle, a->dest, b->cycle, b->dest);
		print = false;
	}
	return alike && naive->borns == seen->borns;
}

static bool compare(u64 seed, enum mutant mutant, bool print, struct outcome *naive)
{
	static struct outcome seen;
	struct draft d;

	draft_draw(&d, seed);
	naive_run(&d, mutant, naive);
	return replay(&d, &seen) && is_alike(&d, naive, &seen, print);
}

static void check_all(struct tap *tap, u64 seed, u32 programs)
{
	u32 alike = 0, ended = 0, messages = 0, paths = 0, timelines = 0;
	struct draft d;

	for (u32 i = 0; i < programs; i++) {
		static struct outcome naive;

		draft_draw(&d, seed + i);
		alike += compare(seed + i, MUTANT_NONE, alike == i, &naive);
		ended += naive.ended == d.ranks;
		messages += naive.borns;
		paths += naive.path.count && !naive.path.overflows;
		timelines += naive.width > 1;
	}
	tap_point(tap, alike == programs, "%u of %u programs are alike", alike, programs);
	tap_point(tap, ended > programs / 2 && ended < programs,
		  "%u of them end, with %u messages in the network", ended, messages);
	tap_point(tap, paths > ended - ended / 10, "%u have few critical paths, one of which is followed",
		  paths);
	tap_point(tap, timelines > ended - ended / 10, "%u have timelines with several cycles in a bin",
		  timelines);
}

static void check_mutant(struct tap *tap, enum mutant mutant, const char *text, u64 seed,
			 u32 programs)
{
	static struct outcome naive;
	u32 i = 0;

	while (i < programs && compare(seed + i, mutant, false, &naive))
		i++;
	tap_point(tap, i < programs, "noticed in program %u: %s", i, text);
}

int main(int argc, char **argv)
{
#define TEXT(name, text)	text,
	static const char *const mutants[] = { MUTANTS(TEXT) };
	u32 programs = PROGRAMS;
	struct tap tap;
	u64 seed = 1;
	int c;

	while ((c = getopt(argc, argv, "n:s:")) != -1) {
		if (c == 'n')
			programs = strtoul(optarg, NULL, 0);
		else if (c == 's')
			seed = strtoull(optarg, NULL, 0);
		else
			return 2;
	}
	tap_begin(&tap);
	check_all(&tap, seed, programs);
	for (u32 m = MUTANT_NONE + 1; m < MUTANT_COUNT; m++)
		check_mutant(&tap, m, mutants[m], seed, programs);
	return tap_done(&tap);
}

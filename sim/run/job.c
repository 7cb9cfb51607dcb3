// SPDX-License-Identifier: GPL-2.0-only
#include <ctype.h>
#include <errno.h>
#include <stdarg.h>

#include "sim/base/memory.h"
#include "sim/base/text.h"
#include "sim/core/rng.h"
#include "sim/program/goal.h"
#include "sim/program/replay.h"

#include "job.h"

#define MOST_NAMED	4	/* most ranks of a circle that are named */
#define FIRST_PLACES	256
#define PLACES_STREAM	U64_MAX	/* stream of random numbers; other streams are numbered as nodes */

/**
 * struct job - a program in a fabric
 * @e: the experiment
 * @from: file of the program
 * @goal: reader of the program, until the program is read
 * @f: the fabric
 * @replay: replay of the program
 * @calls: functions by which the fabric's nodes run the program
 */
struct job {
	const struct sim_experiment *e;
	FILE *from;
	struct goal *goal;
	struct ss_fabric *f;
	struct replay *replay;
	struct ss_program calls;
};

bool job_is_program(FILE *from)
{
	int c = getc(from);

	ungetc(c, from);
	return c == 'n' || c == '/' || c == ' ' || c == '\t' || c == '\r' || c == '\n';
}

static const struct sim_settings *settings(const struct job *job)
{
	return &job->e->phase[0].settings;
}

static bool check(const struct job *job, struct sim_error *err)
{
	const struct sim_experiment *e = job->e;
	u32 ranks = goal_ranks(job->goal), nodes = ss_config_nodes(&e->config);

	if (!e->cycle_time)
		return sim_fail(err, "a program computes in nanoseconds: give 'cycle_time'");
	if (sim_has_replies(settings(job)))
		return sim_fail(err, "messages of a program are not answered: leave out 'reply'");
	if (ranks > nodes)
		return sim_fail(err, "%.200s: the program has %u ranks, and this fabric %u nodes: give a larger one",
				settings(job)->trace, ranks, nodes);
	return true;
}

struct job *job_open(FILE *from, const struct sim_experiment *e, struct sim_error *err)
{
	struct job *job = sim_alloc(1, sizeof(*job));

	job->e = e;
	job->from = from;
	job->goal = goal_open(from, e->phase[0].settings.trace, err);
	if (job->goal && check(job, err))
		return job;
	job_close(job);
	return NULL;
}

void job_close(struct job *job)
{
	if (!job)
		return;
	goal_close(job->goal);
	replay_free(job->replay);
	if (job->from != stdin)
		fclose(job->from);
	free(job);
}

static void place_in_turn(u32 *node_of, u32 ranks)
{
	for (u32 i = 0; i < ranks; i++)
		node_of[i] = i;
}

/* Place the ranks on different random nodes; all placements are equally likely. */
static void place_at_random(u32 *node_of, u32 ranks, u32 nodes, u64 seed)
{
	u64 key = ss_rng_key(seed, PLACES_STREAM);
	u32 *all = sim_alloc(nodes, sizeof(*all));

	place_in_turn(all, nodes);
	for (u32 i = 0; i < ranks; i++) {
		u32 with = i + ss_rng_below(ss_rng_draw(key, i), nodes - i), node = all[with];

		all[with] = all[i];
		node_of[i] = node;
	}
	free(all);
}

static bool refuse_place(const char *path, u32 rank, const char *why, struct sim_error *err)
{
	return sim_fail(err, "%.200s: the node of rank %u %s", path, rank, why);
}

/* Refuse a placement that is no file: @errno is the reason. */
static bool refuse_placement(const char *path, struct sim_error *err)
{
	static const char *const words[] = { "linear", "random", NULL };
	const char *why = strerror(errno), *hint = NULL;
	char small[16] = "";

	for (size_t i = 0; path[i] && i + 1 < sizeof(small); i++)
		small[i] = tolower((unsigned char)path[i]);
	if (errno == ENOENT)
		hint = text_nearest(small, words);
	if (hint)
		return sim_fail(err, "placement: there is no file '%.200s': did you mean '%s'?",
				path, hint);
	return sim_fail(err, "placement: %.200s: %s; give 'linear', 'random' or a file with the node of each rank",
			path, why);
}

/* Read the node of each rank from file @path, which separates them by white space. */
static bool read_places(const char *path, u32 *node_of, u32 ranks, u32 nodes,
			struct sim_error *err)
{
	bool *taken = sim_alloc(nodes, sizeof(*taken)), ok = true;
	FILE *from = fopen(path, "r");
	char word[32];
	u64 node;

	if (!from)
		ok = refuse_placement(path, err);
	for (u32 i = 0; i < ranks && ok; i++) {
		if (fscanf(from, "%31s", word) != 1)
			ok = refuse_place(path, i, "is missing", err);
		else if (!text_number(word, &node) || node >= nodes)
			ok = refuse_place(path, i, "is not one of this fabric", err);
		else if (taken[node])
			ok = refuse_place(path, i, "is also that of another rank", err);
		else
			taken[node] = true;
		node_of[i] = ok ? node : 0;
	}
	if (ok && fscanf(from, "%31s", word) == 1)
		ok = sim_fail(err, "%.200s: there are more nodes than the %u ranks of the program",
			      path, ranks);
	if (from)
		fclose(from);
	free(taken);
	return ok;
}

static bool place(const struct job *job, u32 *node_of, u32 ranks, struct sim_error *err)
{
	const char *placement = settings(job)->program.placement;
	u32 nodes = ss_fabric_nodes(job->f);

	if (!strcmp(placement, "linear"))
		place_in_turn(node_of, ranks);
	else if (!strcmp(placement, "random"))
		place_at_random(node_of, ranks, nodes, job->e->config.seed);
	else
		return read_places(placement, node_of, ranks, nodes, err);
	return true;
}

/* Give a message to fabric @net, and more memory if it needs some. */
static void give(void *net, const struct ss_birth *b, const struct ss_mark *mark)
{
	struct ss_fabric *f = net;

	while (!ss_program_give(f, b, mark)) {
		u32 region = ss_region_of_node(f, b->source), n = ss_trace_places(f, region);

		n = n ? 2 * n : FIRST_PLACES;
		free(ss_trace_extend(f, region, sim_need(malloc(ss_trace_bytes(f, n))), n));
	}
}

static bool read_program(struct job *job, const u32 *node_of, u32 ranks, struct sim_error *err)
{
	const struct sim_program *s = &settings(job)->program;
	const struct replay_scale scale = {
		.compute = s->compute, .cycle_time = job->e->cycle_time,
		.flit_bytes = s->flit_bytes, .eager = s->eager,
	};
	bool *keeps = sim_alloc(ranks, sizeof(*keeps));
	struct program *p;

	for (u32 i = 0; i < ranks; i++)
		keeps[i] = ss_region_is_own(job->f, ss_region_of_node(job->f, node_of[i]));
	p = goal_read(job->goal, keeps, err);
	job->goal = NULL;
	free(keeps);
	if (p)
		job->replay = replay_new(p, node_of, ss_fabric_nodes(job->f), &scale, give,
					 job->f);
	if (p && job->e->timeline)
		replay_record(job->replay, job->e->timeline);
	return p;
}

bool job_begin(struct job *job, struct ss_fabric *f, struct sim_error *err)
{
	u32 ranks = goal_ranks(job->goal), *node_of = sim_alloc(ranks, sizeof(*node_of));
	bool ok;

	job->f = f;
	ok = place(job, node_of, ranks, err) && read_program(job, node_of, ranks, err);
	free(node_of);
	if (!ok)
		return false;
	job->calls = (struct ss_program){
		.run = replay_run, .sent = replay_sent, .received = replay_received,
		.ctx = job->replay,
	};
	for (u32 i = 0; i < ss_fabric_config(f)->regions; i++)
		ss_region_set_program(f, i, &job->calls);
	return true;
}

u64 job_flits(const struct job *job, struct sim_crew *c)
{
	u32 regions = ss_fabric_config(job->f)->regions;
	u64 flits[SS_MAX_REGIONS] = { 0 }, all = 0;

	for (u32 i = 0; i < regions; i++) {
		u32 first, nodes = ss_region_nodes(job->f, i, &first);

		for (u32 n = first; n - first < nodes && ss_region_is_own(job->f, i); n++) {
			struct replay_stats s;

			replay_read(job->replay, n, &s);
			flits[i] += s.flits;
		}
	}
	sim_crew_share(c, flits, sizeof(*flits));
	for (u32 i = 0; i < regions; i++)
		all += flits[i];
	return all;
}

bool job_is_over(const struct job *job)
{
	u32 first, nodes = ss_fabric_own_nodes(job->f, &first);
	bool over = true;

	for (u32 n = first; n - first < nodes && over; n++)
		over = replay_is_done(job->replay, n);
	return over;
}

/*
 * Give the leader an array by rank, in the order of their nodes, in which each process has filled
 * in the ranks that it runs.
 */
static void give_ranks(const struct job *job, struct sim_crew *c, void *array, size_t size)
{
	char *at = array;

	for (u32 i = 0; i < ss_fabric_config(job->f)->regions; i++) {
		u32 first, nodes = ss_region_nodes(job->f, i, &first), ranks = 0;

		for (u32 n = first; n - first < nodes; n++)
			ranks += replay_rank(job->replay, n) != PROGRAM_ANY;
		sim_crew_give(c, i, at, ranks * size);
		at += ranks * size;
	}
}

/* Put the calls of all ranks into the leader's result, from the processes that run them. */
static void settle_calls(const struct job *job, struct sim_crew *c, struct sim_result *r)
{
	const struct program *p = replay_program(job->replay);
	u32 first, nodes = ss_fabric_own_nodes(job->f, &first), names = p->calls + 1;
	struct replay_call *call;

	if (!p->calls)
		return;
	r->calls = p->calls;
	r->call_name = sim_alloc(names, sizeof(*r->call_name));
	for (u32 i = 1; i < names; i++)
		r->call_name[i] = sim_copy(p->call[i]);
	r->rank_call = sim_alloc((size_t)r->ranks * names, sizeof(*r->rank_call));
	call = r->rank_call;
	for (u32 n = 0; n < r->nodes; n++) {
		u32 rank = replay_rank(job->replay, n);

		if (rank == PROGRAM_ANY)
			continue;
		if (n - first < nodes)
			memcpy(call, replay_calls(job->replay, n), names * sizeof(*call));
		r->rank[rank].call = call;
		call += names;
	}
	give_ranks(job, c, r->rank_call, names * sizeof(*r->rank_call));
}

/* Return the cycles that the longest timeline of all processes has recorded. */
static u64 longest_timeline(const struct job *job, struct sim_crew *c)
{
	u32 regions = ss_fabric_config(job->f)->regions;
	u64 end[SS_MAX_REGIONS] = { 0 };

	for (u32 i = 0; i < regions; i++) {
		u32 first, nodes = ss_region_nodes(job->f, i, &first);

		for (u32 n = first; n - first < nodes && ss_region_is_own(job->f, i); n++) {
			const struct timeline *l = replay_timeline(job->replay, n);

			if (l && l->end > end[i])
				end[i] = l->end;
		}
	}
	sim_crew_share(c, end, sizeof(*end));
	for (u32 i = 1; i < regions; i++)
		end[0] = end[i] > end[0] ? end[i] : end[0];
	return end[0];
}

/* Put the timelines of all ranks into the leader's result, with bins of the same width. */
static void settle_timelines(const struct job *job, struct sim_crew *c, struct sim_result *r)
{
	u32 first, nodes = ss_fabric_own_nodes(job->f, &first), bins = job->e->timeline;
	struct timeline_bin *bin;
	u64 end;

	if (!bins)
		return;
	end = longest_timeline(job, c);
	r->timeline_log2 = timeline_log2(bins, end);
	r->timeline_bins = (end + BIT_ULL(r->timeline_log2) - 1) >> r->timeline_log2;
	bins = r->timeline_bins;
	r->timeline = sim_alloc((size_t)r->ranks * bins, sizeof(*r->timeline));
	bin = r->timeline;
	for (u32 n = 0; n < r->nodes; n++) {
		u32 rank = replay_rank(job->replay, n);
		struct timeline *l = n - first < nodes ? replay_timeline(job->replay, n) : NULL;

		if (rank == PROGRAM_ANY)
			continue;
		if (l) {
			timeline_widen(l, end);
			memcpy(bin, l->bin, bins * sizeof(*bin));
		}
		r->rank[rank].timeline = bin;
		bin += bins;
	}
	give_ranks(job, c, r->timeline, bins * sizeof(*r->timeline));
}

/* Put phase @number of all ranks into the leader's @phase; a phase ends after those before it. */
static void settle_phase(const struct job *job, struct sim_crew *c, u32 number,
			 struct sim_result *r)
{
	u32 first, nodes = ss_fabric_own_nodes(job->f, &first);
	struct replay_phase *of = sim_alloc(r->nodes, sizeof(*of));
	struct sim_program_phase *phase = &r->program_phase[number];

	for (u32 n = first; n - first < nodes; n++)
		replay_read_phase(job->replay, n, number, &of[n]);
	sim_crew_give_nodes(c, job->f, of, sizeof(*of));
	phase->end = number ? phase[-1].end : 0;
	for (u32 n = 0; n < r->nodes; n++) {
		phase->end = of[n].left > phase->end ? of[n].left : phase->end;
		phase->computing += of[n].computing;
		phase->sending += of[n].sending;
		phase->waiting += of[n].waiting;
	}
	free(of);
}

static void settle_phases(const struct job *job, struct sim_crew *c, struct sim_result *r)
{
	const struct program *p = replay_program(job->replay);

	if (!p->phases)
		return;
	r->first_phase = p->first_phase;
	r->program_phases = p->phases + 1;
	r->program_phase = sim_alloc(r->program_phases, sizeof(*r->program_phase));
	for (u32 i = 0; i < r->program_phases; i++)
		settle_phase(job, c, i, r);
}

/**
 * struct last - the rank that ends last, of several the lowest
 * @end: cycle in which it ends
 * @rank: number of the rank; PROGRAM_ANY: none ends
 * @node: number of its node
 * @waits: true if a rank does not end
 */
struct last {
	u64 end;
	u32 rank;
	u32 node;
	bool waits;
};

/* Add @add, which is a rank or the last rank of a region, to @last. */
static void add_rank(struct last *last, const struct last *add)
{
	bool waits = last->waits || add->waits;

	if (add->rank != PROGRAM_ANY &&
	    (last->rank == PROGRAM_ANY || add->end > last->end ||
	     (add->end == last->end && add->rank < last->rank)))
		*last = *add;
	last->waits = waits;
}

static struct last last_of_region(const struct job *job, u32 region)
{
	u32 first, nodes = ss_region_nodes(job->f, region, &first);
	struct last last = { .rank = PROGRAM_ANY };

	for (u32 n = first; n - first < nodes; n++) {
		struct last add = { .rank = replay_rank(job->replay, n), .node = n };
		struct replay_stats s;

		if (add.rank == PROGRAM_ANY)
			continue;
		replay_read(job->replay, n, &s);
		add.end = s.end;
		add.waits = s.end == U64_MAX;
		if (add.waits)
			add.rank = PROGRAM_ANY;
		add_rank(&last, &add);
	}
	return last;
}

/* Find the rank that ends last, for all members of the crew. */
static struct last find_last(const struct job *job, struct sim_crew *c)
{
	u32 regions = ss_fabric_config(job->f)->regions;
	struct last last = { .rank = PROGRAM_ANY }, of[SS_MAX_REGIONS] = { 0 };

	for (u32 i = 0; i < regions; i++)
		if (ss_region_is_own(job->f, i))
			of[i] = last_of_region(job, i);
	sim_crew_share(c, of, sizeof(*of));
	for (u32 i = 0; i < regions; i++)
		add_rank(&last, &of[i]);
	return last;
}

/* Follow the critical path of a program that has ended; each region has the part of its ranks. */
static void follow_path(const struct job *job, struct sim_crew *c, const struct last *last)
{
	u32 node = last->node, region = ss_region_of_node(job->f, node);
	struct path path = { 0 };

	if (ss_region_is_own(job->f, region))
		replay_path_begin(job->replay, node, &path);
	sim_crew_broadcast(c, region, &path, sizeof(path));
	while (!path.over) {
		region = ss_region_of_node(job->f, replay_node(job->replay, path.rank));
		while (!path.over && ss_region_is_own(job->f, region) &&
		       ss_region_of_node(job->f, replay_node(job->replay, path.rank)) == region)
			replay_path_follow(job->replay, replay_node(job->replay, path.rank), &path);
		sim_crew_broadcast(c, region, &path, sizeof(path));
	}
}

void job_cut(struct job *job, u64 t)
{
	u32 first, nodes = ss_fabric_own_nodes(job->f, &first);

	for (u32 n = first; n - first < nodes; n++)
		replay_cut(job->replay, n, t);
}

void job_settle(const struct job *job, struct sim_crew *c, struct sim_result *r)
{
	const struct program *p = replay_program(job->replay);
	u32 first, nodes = ss_fabric_own_nodes(job->f, &first);
	struct replay_stats *s = sim_alloc(r->nodes, sizeof(*s));
	const struct last last = find_last(job, c);
	u32 rank;

	if (last.rank != PROGRAM_ANY && !last.waits)
		follow_path(job, c, &last);
	for (u32 n = first; n - first < nodes; n++)
		replay_read(job->replay, n, &s[n]);
	sim_crew_give_nodes(c, job->f, s, sizeof(*s));
	r->ranks = p->ranks;
	r->rank = sim_alloc(r->ranks, sizeof(*r->rank));
	for (u32 n = 0; n < r->nodes; n++) {
		rank = replay_rank(job->replay, n);
		if (rank != PROGRAM_ANY)
			r->rank[rank] = (struct sim_rank){ .node = n, .did = s[n] };
	}
	settle_calls(job, c, r);
	settle_timelines(job, c, r);
	settle_phases(job, c, r);
	r->ended = last.end;
	free(s);
}

/* A text that grows at its end. */
struct sentence {
	char *text;
	size_t room;
};

static void add(struct sentence *s, const char *fmt, ...) __attribute__((format(printf, 2, 3)));

static void add(struct sentence *s, const char *fmt, ...)
{
	size_t length = strlen(s->text);
	va_list ap;

	va_start(ap, fmt);
	vsnprintf(s->text + length, s->room - length, fmt, ap);
	va_end(ap);
}

static void add_tag(struct sentence *s, u32 tag)
{
	if (tag != PROGRAM_ANY)
		add(s, " with tag %u", tag);
}

/* Describe a wait of rank @rank that no operation ends, or a message that it does not receive. */
static void describe_one(struct sentence *s, u32 rank, const struct replay_wait *w)
{
	if (w->kind == REPLAY_UNRECEIVED) {
		add(s, "no operation of rank %u receives a message of rank %u", rank, w->peer);
		add_tag(s, w->tag);
	} else if (w->kind == REPLAY_SEND) {
		add(s, "the send of line %u, of rank %u, waits for rank %u to receive its message",
		    w->line, rank, w->peer);
		add_tag(s, w->tag);
	} else {
		add(s, "the receive of line %u, of rank %u, waits for a message", w->line, rank);
		add_tag(s, w->tag);
		if (w->peer == PROGRAM_ANY)
			add(s, " from any rank, and none comes");
		else
			add(s, " of rank %u, which sends none", w->peer);
	}
}

/* Describe the wait of a rank in a circle. */
static void describe_wait(struct sentence *s, u32 rank, const struct replay_wait *w, bool first)
{
	add(s, first ? "rank %u waits in line %u for " : ", rank %u in line %u for ", rank,
	    w->line);
	add(s, w->kind == REPLAY_SEND ? "rank %u to receive its message" :
	    "a message of rank %u", w->peer);
	add_tag(s, w->tag);
}

static void describe_circle(struct sentence *s, const struct replay_wait *by_rank, u32 first)
{
	u32 i = first, n = 0;

	do {
		const struct replay_wait *w = &by_rank[i];

		if (n < MOST_NAMED)
			describe_wait(s, i, w, !n);
		i = w->peer;
		n++;
	} while (i != first);
	if (n > MOST_NAMED)
		add(s, " and so on, in a circle of %u ranks", n);
	else
		add(s, ": a circle");
}

static bool waits(const struct replay_wait *w)
{
	return w->kind == REPLAY_SEND || w->kind == REPLAY_RECEIVE;
}

/* Describe the circle or the last rank that waits, to which the waits from rank @i on lead. */
static void describe(struct sentence *s, const struct replay_wait *by_rank, u32 ranks, u32 i)
{
	bool *seen = sim_alloc(ranks, sizeof(*seen));

	while (!seen[i] && by_rank[i].peer != PROGRAM_ANY && waits(&by_rank[by_rank[i].peer])) {
		seen[i] = true;
		i = by_rank[i].peer;
	}
	if (seen[i])
		describe_circle(s, by_rank, i);
	else
		describe_one(s, i, &by_rank[i]);
	free(seen);
}

/* Return the first rank that waits or, if none does, the first with a message not received. */
static u32 find_first(const struct replay_wait *by_rank, u32 ranks)
{
	u32 unreceived = ranks;

	for (u32 i = 0; i < ranks; i++) {
		if (waits(&by_rank[i]))
			return i;
		if (by_rank[i].kind == REPLAY_UNRECEIVED && unreceived == ranks)
			unreceived = i;
	}
	return unreceived;
}

bool job_stands(const struct job *job, struct sim_crew *c, char *text, size_t room)
{
	u32 ranks = replay_program(job->replay)->ranks, all = ss_fabric_nodes(job->f), i;
	u32 first, nodes = ss_fabric_own_nodes(job->f, &first);
	struct replay_wait *by_node = sim_alloc(all, sizeof(*by_node));
	struct replay_wait *by_rank = sim_alloc(ranks, sizeof(*by_rank));
	struct sentence s = { text, room };
	bool stands;

	for (u32 n = first; n - first < nodes; n++)
		replay_why(job->replay, n, &by_node[n]);
	sim_crew_give_nodes(c, job->f, by_node, sizeof(*by_node));
	for (u32 n = 0; n < all; n++)
		if (replay_rank(job->replay, n) != PROGRAM_ANY)
			by_rank[replay_rank(job->replay, n)] = by_node[n];
	i = find_first(by_rank, ranks);
	stands = i < ranks;
	sim_crew_broadcast(c, 0, &stands, sizeof(stands));
	if (stands && sim_crew_leads(c) && i < ranks) {
		*text = '\0';
		if (waits(&by_rank[i]))
			describe(&s, by_rank, ranks, i);
		else
			describe_one(&s, i, &by_rank[i]);
	}
	free(by_node);
	free(by_rank);
	return stands;
}

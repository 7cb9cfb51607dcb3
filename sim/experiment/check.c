// SPDX-License-Identifier: GPL-2.0-only
/* Checks of the keys of an experiment against each other. */
#include <string.h>

#include "sim/base/memory.h"
#include "sim/graph500/load.h"
#include "sim/route/plan.h"
#include "sim/topology/cube.h"
#include "sim/topology/list.h"

#include "assign.h"
#include "check.h"
#include "keys.h"
#include "kind.h"
#include "lengths.h"
#include "pattern.h"

#define MOST_WORDS	6	/* words of a choice, named in a message */

/* The key with this name of each part of the traffic. */
#define OF_PARTS(key)	{ key, key "2", key "3", key "4" }

static const char *const requests[SS_MAX_PARTS] = OF_PARTS("requests");
static const char *const patterns[SS_MAX_PARTS] = OF_PARTS("pattern");

const struct sim_origin *later(const struct sim_experiment *e, u32 phase, const char *a,
			       const char *b)
{
	const struct sim_origin *x = &e->phase[phase].origin[sim_key_find(a)];
	const struct sim_origin *y = &e->phase[phase].origin[sim_key_find(b)];

	if (phase && !x->level && !y->level)
		return later(e, phase - 1, a, b);
	if (x->level != y->level)
		return x->level > y->level ? x : y;
	return x->line >= y->line ? x : y;
}

/* Refuse a sweep, whose lists need a value each from the command line to be an experiment. */
static bool check_lists(const struct sim_experiment *e, u32 phase, struct sim_error *err)
{
	for (u32 i = 0; i < sim_key_count; i++) {
		const struct sim_origin *at = &e->phase[phase].origin[i];

		if (at->is_list)
			return sim_fail_at(err, at, "%s: several values are a sweep: 'seastar-sim sweep' runs an experiment with each",
					   sim_keys[i].name);
	}
	return true;
}

/*
 * Write the words of @choice with which @k has a meaning, such as " = par or olm"; empty for none,
 * or many.
 */
static void name_words(const struct sim_key *k, const struct sim_key *choice, u32 router,
		       char *text, size_t room)
{
	u64 among = k->needs && !strcmp(k->needs, choice->name) ? k->among : 0;
	const char *named[MOST_WORDS + 1];
	u32 count = 0;

	*text = '\0';
	for (u32 i = 0; among && choice->words[i] && count <= MOST_WORDS; i++)
		if (among >> i & 1 && sim_word_is_of_router(choice, i, router))
			named[count++] = choice->words[i];
	if (count > MOST_WORDS)
		return;
	for (u32 i = 0, length = 0; i < count; i++)
		length += snprintf(text + length, room - length, "%s%s",
				   !i ? "" : i + 1 < count ? ", " : " or ", named[i]);
}

/* Write the topologies with which @k has a meaning, as the key 'topology' takes them. */
static void name_topologies(const struct sim_key *k, u32 router, char *text, size_t room)
{
	const char *before = "";

	for (const struct ss_topology_ops *const *t = ss_topologies; *t; t++) {
		size_t length = strlen(text);

		if (!sim_key_suits_topology(k, router, *t))
			continue;
		snprintf(text + length, room - length, "%s%s:%s", before, (*t)->name,
			 (*t)->view->key);
		before = " or ";
	}
}

/* Refuse @k, given @at, which a choice makes void. */
static bool fail_void(const struct sim_experiment *e, u32 phase, const struct sim_key *k,
		      const struct sim_key *because, const struct sim_origin *at,
		      struct sim_error *err)
{
	char *value = sim_key_text(because, e, phase), words[160];

	name_words(k, because, e->router, words, sizeof(words));
	if (!strcmp(because->name, "topology"))
		name_topologies(k, e->router, words, sizeof(words));
	if (*words)
		sim_fail_at(err, at, "'%s' has no effect where '%s' is '%s': leave it out, or give '%s' %s",
			    k->name, because->name, value, because->name, words);
	else
		sim_fail_at(err, at, "'%s' has no effect where '%s' is '%s': leave it out",
			    k->name, because->name, value);
	free(value);
	return false;
}

/* Refuse keys that another key makes void, unless that one overrides the source of the keys. */
static bool check_void(const struct sim_experiment *e, u32 phase, struct sim_error *err)
{
	for (u32 i = 0; i < sim_key_count; i++) {
		const struct sim_origin *at = &e->phase[phase].origin[i];
		const struct sim_key *because;
		u32 level = 0;

		if (!at->level || sim_key_applies(&sim_keys[i], e, phase, &because))
			continue;
		for (u32 p = 0; p <= phase; p++)
			if (e->phase[p].origin[because - sim_keys].level)
				level = e->phase[p].origin[because - sim_keys].level;
		if (level <= at->level)
			return fail_void(e, phase, &sim_keys[i], because, at, err);
	}
	return true;
}

/* Return true if @key may have a value other than its default with this router. */
static bool takes(const struct sim_experiment *e, const char *key)
{
	return sim_key_is_of_router(&sim_keys[sim_key_find(key)], e->router);
}

/* Return true if rings of this dimension may deadlock, and that was not allowed. */
static bool may_deadlock(const struct ss_config *c, u32 d)
{
	return c->vcs == 1 && c->size[d] > 3 && !(c->size[SS_MESH] >> d & 1) && !c->may_deadlock;
}

/*
 * Refuse rings that may deadlock, naming all dimensions at once, so that one correction is enough.
 */
static bool check_rings(const struct sim_experiment *e, struct sim_error *err)
{
	const struct ss_config *c = &e->config;
	bool is_cube = c->topology == &ss_cube_topology && takes(e, "mesh");
	char rings[SS_DIMS + 1] = "", mesh[SS_DIMS + 1] = "";

	for (u32 d = 0; d < SS_DIMS && is_cube; d++) {
		if (may_deadlock(c, d))
			rings[strlen(rings)] = "xyz"[d];
		if (may_deadlock(c, d) || c->size[SS_MESH] >> d & 1)
			mesh[strlen(mesh)] = "xyz"[d];
	}
	if (!*rings)
		return true;
	return sim_fail_at(err, later(e, 0, "vcs", "topology"),
			   "'vcs' = 1 may deadlock in %s of 'topology' %ux%ux%u: give 'vcs' 2, 'mesh' %s, or 'deadlock' = allowed",
			   rings, c->size[0], c->size[1], c->size[2], mesh);
}

/* Check the keys of look-up tables. */
static bool check_routes(const struct sim_experiment *e, struct sim_error *err)
{
	struct route_plan *p;
	struct sim_error why;
	char key[16] = "";

	if (!sim_has_tables(e))
		return true;
	p = sim_route_plan(e, &why);
	route_plan_free(p);
	if (p)
		return true;
	snprintf(key, sizeof(key), "%.*s", (int)strcspn(why.text, ":"), why.text);
	if (sim_key_find(key) == sim_key_count)
		return sim_fail(err, "%s", why.text);
	return sim_fail_at(err, later(e, 0, key, key), "%s", why.text);
}

static bool check_lossy(const struct sim_experiment *e, struct sim_error *err)
{
	struct sim_lossy *links;
	struct sim_error why;
	u32 n;

	links = sim_lossy_links(e, &n, &why);
	free(links);
	return links || sim_fail_at(err, later(e, 0, "lossy", "topology"), "%s", why.text);
}

static bool check_fabric(const struct sim_experiment *e, struct sim_error *err)
{
	return check_rings(e, err) && check_router(e, err) && check_routes(e, err) &&
	       check_lossy(e, err);
}

/* Return the key that sets the nodes. */
const char *shape_key(const struct sim_experiment *e)
{
	return sim_shape_key(e->config.topology);
}

/* Refuse the list of @phase if it is no permutation of the nodes. */
static bool check_permutation(const struct sim_experiment *e, u32 phase, struct sim_error *err)
{
	const struct sim_settings *s = &e->phase[phase].settings;
	const struct sim_origin *at = later(e, phase, "permutation", "pattern");
	u32 nodes = ss_config_nodes(&e->config), twice = nodes;
	bool *seen;

	if (!s->listed)
		return sim_fail_at(err, at, "'pattern' = permutation needs the key 'permutation', a list of nodes");
	if (s->listed != nodes)
		return sim_fail_at(err, at, "'permutation' has %u entries, '%s' %u nodes: give each node once%s",
				   s->listed, shape_key(e), nodes,
				   s->traffic.pattern == SEASTAR_PATTERN_PERMUTATION ? "" :
				   "; the first 'ranks' of them take part");
	seen = sim_alloc(nodes, sizeof(*seen));
	for (u32 i = 0; i < nodes; i++) {
		u32 dest = s->permutation[i];

		if (dest >= nodes || seen[dest])
			twice = i;
		else
			seen[dest] = true;
	}
	free(seen);
	if (twice < nodes)
		return sim_fail_at(err, at, "'permutation' must have each node of '%s' once: %u, entry %u, %s",
				   shape_key(e), s->permutation[twice], twice,
				   s->permutation[twice] >= nodes ? "is no node" : "is there twice");
	return true;
}

/* Refuse a batch of more phases or packets than can be counted. */
static bool check_size(const struct sim_experiment *e, u32 phase, struct sim_error *err)
{
	const struct ss_traffic *t = &e->phase[phase].settings.traffic;
	struct ss_collective c;

	ss_collective_init(&c, ss_config_nodes(&e->config), t);
	if (c.phases > SS_MAX_PHASES)
		return sim_fail_at(err, later(e, phase, "pattern", "iterations"),
				   "'iterations' = %u of %u phases each make more than %u phases: give fewer",
				   t->iterations, c.kinds, SS_MAX_PHASES);
	if ((u64)t->batch * c.ranks > U32_MAX)
		return sim_fail_at(err, later(e, phase, "ranks", "batch"),
				   "'batch' = %u packets for each of %u nodes make more than %u: give fewer",
				   t->batch, c.ranks, U32_MAX);
	return true;
}

/* Check the search of a graph. */
static bool check_search(const struct sim_experiment *e, u32 phase, u32 ranks,
			 struct sim_error *err)
{
	const struct sim_search *s = &e->phase[phase].settings.search;
	const struct graph500_size size = { s->scale, s->edge_factor, ranks };
	double queries = graph500_level_queries(&size, graph500_ends(&size));
	double work = (double)s->coalescing * s->query_time;

	if (!e->cycle_time)
		return sim_fail_at(err, later(e, phase, "pattern", "cycle_time"),
				   "'pattern' = graph500: 'query_time' is in ns: give 'cycle_time'");
	if (s->model == GRAPH500_MEASURED && s->scale > GRAPH500_LOAD_SCALE)
		return sim_fail_at(err, later(e, phase, "scale", "model"),
				   "'scale' = %u: with 'model' = measured give at most %u", s->scale,
				   GRAPH500_LOAD_SCALE);
	if (queries / s->coalescing + ranks > SS_MAX_QUERIES)
		return sim_fail_at(err, later(e, phase, "scale", "coalescing"),
				   "'scale' = %u and 'coalescing' = %u make more than %u messages per node: give a lower 'scale' or a higher 'coalescing'",
				   s->scale, s->coalescing, SS_MAX_QUERIES);
	if (work / e->cycle_time > SS_MAX_QUERY_WORK)
		return sim_fail_at(err, later(e, phase, "query_time", "coalescing"),
				   "'coalescing' = %u queries of 'query_time' = %.10g ns take more than %u cycles",
				   s->coalescing, s->query_time / 1000.0, SS_MAX_QUERY_WORK);
	return true;
}

/* Check a pattern that goes in phases: its source, parts, ranks and times. */
static bool check_phases(const struct sim_experiment *e, u32 phase, struct sim_error *err)
{
	const struct sim_settings *s = &e->phase[phase].settings;
	const struct ss_traffic *t = &s->traffic;
	u32 nodes = ss_config_nodes(&e->config), ranks = t->ranks ? t->ranks : nodes;

	if (t->source != SS_SOURCE_BATCH)
		return sim_fail_at(err, later(e, phase, "pattern", "source"),
				   "this 'pattern' goes in phases: it needs 'source' = batch");
	for (u32 i = 1; i < SS_MAX_PARTS; i++)
		if (t->part[i - 1].pattern != SEASTAR_PATTERN_NONE)
			return sim_fail_at(err, later(e, phase, "pattern", patterns[i]),
					   "this 'pattern' goes in phases: it cannot be mixed with '%s'",
					   patterns[i]);
	if (ranks < 2 || ranks > nodes)
		return sim_fail_at(err, later(e, phase, "ranks", shape_key(e)),
				   "'ranks' = %u: give 2 to %u, the nodes of '%s'",
				   ranks, nodes, shape_key(e));
	if (t->pattern == SS_PATTERN_FFT && ranks % t->rows)
		return sim_fail_at(err, later(e, phase, "rows", "ranks"),
				   "'rows' = %u do not divide the %u nodes of 'ranks'", t->rows,
				   ranks);
	if (!(t->pattern == SS_PATTERN_GRAPH500 ? check_search(e, phase, ranks, err) :
						  check_size(e, phase, err)))
		return false;
	return (!s->listed || check_permutation(e, phase, err));
}

/* Check the list of hot spots of part @i. */
static bool check_spots(const struct sim_experiment *e, u32 phase, u32 i, struct sim_error *err)
{
	static const char *const keys[SS_MAX_PARTS] = OF_PARTS("spots");
	const struct sim_spots *s = &e->phase[phase].settings.spots[i];
	const struct sim_origin *at = later(e, phase, keys[i], shape_key(e));

	if (!s->count)
		return sim_fail_at(err, later(e, phase, patterns[i], keys[i]),
				   "'%s' = hot-spots needs the key '%s', a list of nodes",
				   patterns[i], keys[i]);
	for (u32 n = 0; n < s->count; n++) {
		if (s->node[n] >= ss_config_nodes(&e->config))
			return sim_fail_at(err, at, "'%s' has %u, which is no node of '%s'",
					   keys[i], s->node[n], shape_key(e));
		for (u32 k = 0; k < n; k++)
			if (s->node[k] == s->node[n])
				return sim_fail_at(err, at, "'%s' has %u twice", keys[i],
						   s->node[n]);
	}
	return true;
}

/* Refuse packets larger than the largest, unless they are messages that the routers split. */
static bool check_lengths(const struct sim_experiment *e, u32 phase, const char *key,
			  const struct ss_lengths *l, struct sim_error *err)
{
	const struct sim_settings *s = &e->phase[phase].settings;
	u32 i = 0, most = e->config.max_packet;

	while (i < ss_lengths_count(l) && l->flits[i] <= most)
		i++;
	if (i == ss_lengths_count(l))
		return true;
	if (!e->config.kind->splits)
		return sim_fail_at(err, later(e, phase, key, "max_packet"),
				   "'%s' has packets of %u flits, more than 'max_packet' = %u: change one of them",
				   key, l->flits[i], most);
	if (s->traffic.source == SEASTAR_SOURCE_OPEN && !sim_has_replies(s))
		return true;
	return sim_fail_at(err, later(e, phase, key, "max_packet"),
			   "'%s' has messages of %u flits, several packets of 'max_packet' = %u: only 'source' = open without 'reply' sends them",
			   key, l->flits[i], most);
}

/* Return true if the router has @pattern, the value of @key. */
static bool has_pattern(const struct sim_experiment *e, const char *key, u32 pattern)
{
	const struct sim_key *k = &sim_keys[sim_key_find(key)];

	return sim_word_is_of_router(k, sim_key_chosen(k, pattern), e->router);
}

/* Return the reason why a router does not have @pattern, as a format for the key. */
static const char *why_not(u32 pattern)
{
	if (pattern == SS_PATTERN_UNIFORM_SELF)
		return "'%s' = uniform-self: only nodes of 'router' = torus send to themselves";
	if (pattern == SS_PATTERN_ADVERSARIAL)
		return "'%s' = adversarial goes by groups, which only 'router' = dragonfly has";
	return "'%s' goes by dimensions, which 'router' = dragonfly does not have";
}

/*
 * Check the groups of an adversarial pattern, from the one @distance ahead on: none may be the
 * sender's own.
 */
static bool check_adversarial(const struct sim_experiment *e, u32 phase, u32 i,
			      const struct ss_part *p, struct sim_error *err)
{
	static const char *const distances[SS_MAX_PARTS] = OF_PARTS("distance");
	static const char *const groups[SS_MAX_PARTS] = OF_PARTS("groups");
	struct ss_topology t;
	u32 others;

	ss_config_topology(&e->config, &t);
	others = t.routers / t.group - 1;
	if (p->distance + p->groups - 1 <= others)
		return true;
	return sim_fail_at(err, later(e, phase, groups[i], distances[i]),
			   "'%s' = %u and '%s' = %u are more than the %u other groups of '%s'",
			   distances[i], p->distance, groups[i], p->groups, others, shape_key(e));
}

/* Return true if the pattern is defined by dimensions, which some topologies lack. */
static bool goes_by_dimensions(u32 pattern)
{
	return pattern < SEASTAR_PATTERNS && ss_topologies[0]->patterns >> pattern & 1;
}

/* Check a part of the traffic, the first or one beside it. */
static bool check_pattern(const struct sim_experiment *e, u32 phase, u32 i,
			  const struct ss_part *p, struct sim_error *err)
{
	static const char *const targets[SS_MAX_PARTS] = OF_PARTS("target");
	u32 nodes = ss_config_nodes(&e->config);

	if (p->pattern == SEASTAR_PATTERN_ALL_TO_ONE && p->target >= nodes)
		return sim_fail_at(err, later(e, phase, targets[i], shape_key(e)),
				   "'%s' = %u is no node of '%s': it has nodes 0 to %u",
				   targets[i], p->target, shape_key(e), nodes - 1);
	if (p->pattern == SEASTAR_PATTERN_BIT_REVERSAL && nodes & (nodes - 1))
		return sim_fail_at(err, later(e, phase, patterns[i], shape_key(e)),
				   "'%s' = bit-reversal needs a power of two of nodes: '%s' has %u",
				   patterns[i], shape_key(e), nodes);
	if (!has_pattern(e, patterns[i], p->pattern))
		return sim_fail_at(err, later(e, phase, patterns[i], "router"),
				   why_not(p->pattern), patterns[i]);
	if (goes_by_dimensions(p->pattern) && !(e->config.topology->patterns >> p->pattern & 1))
		return sim_fail_at(err, later(e, phase, patterns[i], "topology"),
				   "'%s' goes by dimensions, which %s does not have", patterns[i],
				   e->config.topology->view->title);
	if (p->pattern == SS_PATTERN_ADVERSARIAL && !check_adversarial(e, phase, i, p, err))
		return false;
	return p->pattern != SS_PATTERN_HOT_SPOTS || check_spots(e, phase, i, err);
}

/* Check a further part of the traffic. */
static bool check_beside(const struct sim_experiment *e, u32 phase, u32 i, u32 pattern,
			 struct sim_error *err)
{
	if (pattern == SS_PATTERN_TRACE)
		return sim_fail_at(err, later(e, phase, patterns[i], "pattern"),
				   "'%s' = trace: only 'pattern' can be a trace", patterns[i]);
	if (ss_is_collective(pattern) || pattern == SEASTAR_PATTERN_PERMUTATION)
		return sim_fail_at(err, later(e, phase, patterns[i], "pattern"),
				   "'%s': only 'pattern' can be a pattern %s", patterns[i],
				   ss_is_collective(pattern) ? "that goes in phases" : "with a list");
	return true;
}

static bool check_part(const struct sim_experiment *e, u32 phase, u32 i, struct sim_error *err)
{
	static const char *const lengths[SS_MAX_PARTS] = OF_PARTS("lengths");
	const struct sim_settings *s = &e->phase[phase].settings;
	const struct ss_part p = ss_traffic_part(&s->traffic, i);

	if (p.pattern == SEASTAR_PATTERN_NONE)
		return true;
	if (i && !check_beside(e, phase, i, p.pattern, err))
		return false;
	if (sim_has_replies(s) && p.requests != SEASTAR_PPM)
		return sim_fail_at(err, later(e, phase, requests[i], "reply"),
				   "'%s' is not 100: packets that 'reply' answers must all be requests",
				   requests[i]);
	return check_pattern(e, phase, i, &p, err) &&
	       check_lengths(e, phase, lengths[i], &p.lengths, err);
}

/* Check the bound of the packets outstanding of sources that wait. */
static bool check_window(const struct sim_experiment *e, u32 phase, struct sim_error *err)
{
	const struct sim_settings *s = &e->phase[phase].settings;

	if (s->traffic.window || s->traffic.source == SS_SOURCE_BATCH)
		return true;
	if (s->traffic.source == SEASTAR_SOURCE_CLOSED)
		return sim_fail_at(err, later(e, phase, "window", "source"),
				   "'window' = 0: 'source' = closed sends nothing without a window: give 1 to 4096");
	if (sim_has_replies(s) && !e->config.kind->answers)
		return sim_fail_at(err, later(e, phase, "window", "reply"),
				   "'window' = 0: only nodes of 'router' = dragonfly have room for any number of replies: give 1 to 4096");
	return true;
}

/* Check responses and bounded queues of replies, which not all routers have. */
static bool check_responses(const struct sim_experiment *e, u32 phase, struct sim_error *err)
{
	const struct sim_settings *s = &e->phase[phase].settings;
	struct ss_traffic t = sim_traffic(s);
	const char *key = NULL;

	for (u32 i = 0; i <= t.parts && t.pattern != SEASTAR_PATTERN_NONE; i++)
		if (ss_traffic_part(&t, i).requests != SEASTAR_PPM)
			key = requests[i];
	if (t.reply_queue && !takes(e, "reply_queue"))
		return sim_fail_at(err, later(e, phase, "reply_queue", "router"),
				   "'reply_queue' = %u: only 'router' = seastar holds requests back; give 0",
				   t.reply_queue);
	if (!key && sim_has_replies(s))
		key = "reply";
	if (!key)
		return true;
	if (!takes(e, key))
		return sim_fail_at(err, later(e, phase, key, "router"),
				   "'%s': 'router' = %s carries only requests, without replies: leave it out",
				   key, sim_keys[sim_key_find("router")].words[e->router]);
	if (sim_router_ops(e)->check_replies)
		return sim_router_ops(e)->check_replies(e, phase, &t, err);
	return e->config.classes > 1 ||
	       sim_fail_at(err, later(e, phase, key, "classes"),
			   "'%s': responses need VCs of their own: give 'classes' 2", key);
}

/* Check the dropping of packets at birth. */
static bool check_full(const struct sim_experiment *e, u32 phase, struct sim_error *err)
{
	const struct ss_traffic *t = &e->phase[phase].settings.traffic;

	if (!sim_router_ops(e)->drops || !t->drops)
		return true;
	if (t->source != SEASTAR_SOURCE_OPEN)
		return sim_fail_at(err, later(e, phase, "full", "source"),
				   "'full' = drop: only packets of 'source' = open are dropped");
	if (t->queue)
		return sim_fail_at(err, later(e, phase, "full", "queue"),
				   "'full' = drop and 'queue' = %u: a packet without room is dropped, and does not wait: give 'queue' 0",
				   t->queue);
	return true;
}

/* Check the load of open sources. */
static bool check_load(const struct sim_experiment *e, u32 phase, struct sim_error *err)
{
	const struct ss_traffic *t = &e->phase[phase].settings.traffic;

	if (t->source != SEASTAR_SOURCE_OPEN)
		return true;
	if (t->arrivals == SS_ARRIVALS_BERNOULLI && t->load > SEASTAR_PPM)
		return sim_fail_at(err, later(e, phase, "load", "arrivals"),
				   "'load' = %.10g: with 'arrivals' = bernoulli a source offers one flit per cycle at most: give 'arrivals' poisson, or at most 1",
				   t->load / (double)SEASTAR_PPM);
	if (t->arrivals == SS_ARRIVALS_POISSON && t->burst > 1)
		return sim_fail_at(err, later(e, phase, "burst", "arrivals"),
				   "'burst' = %u: 'arrivals' = poisson has no bursts", t->burst);
	return true;
}

/* Check that a trace is the traffic of the whole run. */
static bool check_trace(const struct sim_experiment *e, u32 phase, struct sim_error *err)
{
	const struct sim_settings *s = &e->phase[phase].settings;

	for (u32 i = 0; i < sim_key_count; i++)
		if (phase && e->phase[phase].origin[i].level &&
		    sim_keys[i].group == SIM_GROUP_TRAFFIC)
			return sim_fail_at(err, &e->phase[phase].origin[i],
					   "'%s' cannot change in mid-run: 'pattern' = trace is the traffic of the whole run",
					   sim_keys[i].name);
	if (!*s->trace)
		return sim_fail_at(err, later(e, phase, "pattern", "trace"),
				   "'pattern' = trace needs the key 'trace', a file (docs/traces.md)");
	if (s->traffic.source != SEASTAR_SOURCE_OPEN)
		return sim_fail_at(err, later(e, phase, "pattern", "source"),
				   "'pattern' = trace: its messages are born when the trace says so: give 'source' = open");
	return true;
}

static bool check_traffic(const struct sim_experiment *e, u32 phase, struct sim_error *err)
{
	const struct sim_settings *s = &e->phase[phase].settings;

	if (sim_is_traced(&e->phase[0].settings) || sim_is_traced(s))
		return check_trace(e, phase, err) && check_window(e, phase, err) &&
		       (!sim_has_replies(s) ||
			check_lengths(e, phase, "reply", &s->traffic.reply, err));
	if (s->traffic.pattern == SEASTAR_PATTERN_NONE)
		return true;
	if (!check_load(e, phase, err) || !check_full(e, phase, err) ||
	    !check_window(e, phase, err))
		return false;
	for (u32 i = 0; i < SS_MAX_PARTS; i++)
		if (!check_part(e, phase, i, err))
			return false;
	if (sim_has_replies(s) && !check_lengths(e, phase, "reply", &s->traffic.reply, err))
		return false;
	if (ss_is_collective(s->traffic.pattern))
		return check_phases(e, phase, err);
	return s->traffic.pattern != SEASTAR_PATTERN_PERMUTATION ||
	       check_permutation(e, phase, err);
}

/* Check that a run with changes in mid-run has a fixed number of warm-up and measured cycles. */
static bool check_changes(const struct sim_experiment *e, struct sim_error *err)
{
	const struct sim_phase *last = &e->phase[e->phases - 1];

	if (e->phases == 1)
		return true;
	if (e->warmup == SIM_AUTO || e->measure == SIM_AUTO)
		return sim_fail_at(err, &e->phase[1].where,
				   "[at %llu] needs '%s' in cycles: with 'auto' the rule would decide which cycles are measured",
				   (unsigned long long)e->phase[1].at,
				   e->warmup == SIM_AUTO ? "warmup" : "measure");
	if (last->at >= e->warmup + e->measure)
		return sim_fail_at(err, &last->where,
				   "[at %llu] comes after the end: 'warmup' and 'measure' are %llu cycles together",
				   (unsigned long long)last->at,
				   (unsigned long long)(e->warmup + e->measure));
	return true;
}

u64 sim_longest(const struct sim_experiment *e)
{
	if (e->warmup == SIM_AUTO || e->measure == SIM_AUTO)
		return e->max_cycles;
	return e->warmup + e->measure;
}

static bool check_length(const struct sim_experiment *e, struct sim_error *err)
{
	const char *given = e->measure == SIM_AUTO ? "warmup" : "measure";
	bool either = (e->warmup == SIM_AUTO) ^ (e->measure == SIM_AUTO);
	u64 least = e->measure == SIM_AUTO ? e->warmup : e->measure;

	if (e->measure != SIM_AUTO && e->measure < e->batches)
		return sim_fail_at(err, later(e, 0, "measure", "batches"),
				   "'measure' = %llu cycles cannot be divided into 'batches' = %u",
				   (unsigned long long)e->measure, e->batches);
	if (either && least >= e->max_cycles)
		return sim_fail_at(err, later(e, 0, "max_cycles", given),
				   "'%s' = %llu leaves nothing of 'max_cycles' = %llu", given,
				   (unsigned long long)least, (unsigned long long)e->max_cycles);
	if (sim_longest(e) > SIM_MAX_CYCLES)
		return sim_fail_at(err, later(e, 0, "warmup", "measure"),
				   "'warmup' and 'measure' are more than %llu cycles together: give less",
				   SIM_MAX_CYCLES);
	return true;
}

static bool check_run(const struct sim_experiment *e, struct sim_error *err)
{
	bool rule = e->warmup == SIM_AUTO || e->measure == SIM_AUTO;

	if (e->batches % 2)
		return sim_fail_at(err, later(e, 0, "batches", "batches"),
				   "'batches' = %u is odd: give an even number", e->batches);
	if (!check_length(e, err))
		return false;
	if (e->series == SIM_SERIES_BIRTH && !e->interval)
		return sim_fail_at(err, later(e, 0, "series", "interval"),
				   "'series' = birth: there is no time series: give 'interval'");
	if (e->timeline && e->detail == SIM_DETAIL_SUMMARY)
		return sim_fail_at(err, later(e, 0, "timeline", "detail"),
				   "'timeline' has values by rank, which 'detail' = summary leaves out: give 'detail' = full");
	if (e->interval && sim_longest(e) / e->interval > SIM_MAX_POINTS)
		return sim_fail_at(err, later(e, 0, "interval", rule ? "max_cycles" : "measure"),
				   "'interval' = %llu would be more than %u points in %llu cycles of '%s'",
				   (unsigned long long)e->interval, SIM_MAX_POINTS,
				   (unsigned long long)sim_longest(e),
				   rule ? "max_cycles" : "warmup' and 'measure");
	return true;
}

bool sim_experiment_check(const struct sim_experiment *e, struct sim_error *err)
{
	for (u32 p = 0; p < e->phases; p++)
		if (!check_lists(e, p, err) || !check_void(e, p, err))
			return false;
	if (!check_fabric(e, err) || !check_run(e, err) || !check_changes(e, err))
		return false;
	for (u32 p = 0; p < e->phases; p++)
		if (!check_responses(e, p, err) || !check_traffic(e, p, err))
			return false;
	return true;
}

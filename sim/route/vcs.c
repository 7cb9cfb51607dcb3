// SPDX-License-Identifier: GPL-2.0-only
#include <stdlib.h>
#include <string.h>

#include "sim/base/memory.h"

#include "network.h"

/*
 * Phases of a packet's routing.  SOURCE: it is at its node's port.  STARTED: it has made a minimal
 * hop within its first group.  VIA: it is on its way to the intermediate router.  FORCED: it has to
 * take a global link here.  ARRIVED: with olm, it has just come into a group.  MINIMAL: it has only
 * minimal hops to go.
 */
enum phase {
	SOURCE,
	STARTED,
	VIA,
	FORCED,
	ARRIVED,
	MINIMAL,
	PHASES,
};

#define MOST_EDGES(w)	((w)->n.degree * ((w)->f->slots + 1) + 1)

/**
 * struct walk - the proof under way
 * @v: set of VCs to prove
 * @n: network of the packets
 * @f: order of VCs
 * @proof: the findings
 * @class_: class of the packets that are followed
 * @via: intermediate router of the packets
 * @seen: set of the places that packets may occupy, by link, destination and phase
 * @fresh: set of the places in @seen that are still to be followed, by link, destination and phase
 * @pending: stack of the states that have fresh places
 * @pending_count: number of states in @pending
 * @edge: by channel: for each next link and place, 1 if the channel depends on it
 */
struct walk {
	const struct route_vcs *v;
	struct network n;
	const struct ss_flexvc *f;
	struct route_vcs_proof *proof;
	u32 class_;
	u32 via;
	u64 *seen;
	u64 *fresh;
	u32 *pending;
	u32 pending_count;
	u8 *edge;
};

/*
 * Packets that have the same hops to choose from: they are on @link, at the input of @router.
 * After the links between routers, @link counts the ports of the nodes.
 */
struct state {
	u32 link;
	u32 router;
	u32 dest;
	u32 phase;
	u64 places;
};

static u32 links(const struct walk *w)
{
	return w->n.routers * (w->n.degree + 1);
}

static u32 path_to(const struct walk *w, u32 from, u32 to)
{
	return w->n.path[from * w->n.routers + to];
}

static u32 next_to(const struct walk *w, u32 from, u32 to)
{
	return w->n.next[from * w->n.routers + to];
}

/* Return path @a with path @b after it. */
static u32 join(u32 a, u32 b)
{
	u32 last = SS_FLEXVC_NO_PATH;

	while (last * 2 <= a)
		last *= 2;
	return a - last + b * last;
}

static void enter(struct walk *w, u32 link, u32 dest, u32 phase, u64 places)
{
	u32 i = (link * w->n.routers + dest) * PHASES + phase;

	places &= ~w->seen[i];
	if (!places)
		return;
	w->seen[i] |= places;
	if (!w->fresh[i])
		w->pending[w->pending_count++] = i;
	w->fresh[i] |= places;
}

static u8 *edges_of(const struct walk *w, u32 link, u32 place)
{
	return w->edge + (size_t)(link * (w->f->slots + 1) + place) * MOST_EDGES(w);
}

static void depend(struct walk *w, const struct state *s, u32 place, u32 port, u32 on)
{
	bool injects = s->link >= w->n.routers * w->n.degree;

	/* no channel waits for a request that is still at its node's port */
	if (!injects || w->class_ == SS_FLEXVC_REPLY)
		edges_of(w, s->link, place)[port * (w->f->slots + 1) + on] = 1;
}

/*
 * Record @hop of packets of @s at place @at that have @path to go, with minimal path @escape after
 * it.
 */
static void note(struct walk *w, const struct state *s, u32 at, u32 path, u32 escape,
		 struct ss_flexvc_hop hop)
{
	struct route_vcs_hop *of = &w->proof->hop[w->class_][path];

	if (!of->seen || hop.kind < of->kind)
		*of = (struct route_vcs_hop){ .kind = hop.kind, .at = at, .escape = escape,
					      .top = of->seen ? of->top : hop.top,
					      .router = s->router, .dest = s->dest };
	of->seen = true;
	of->top = hop.top < of->top ? hop.top : of->top;
	if (hop.kind < w->proof->kind[w->class_])
		w->proof->kind[w->class_] = hop.kind;
}

static u64 places_up_to(const struct walk *w, u32 type, u32 top)
{
	u64 set = 0;

	for (u32 i = 1; i <= top; i++)
		set |= (u64)(w->f->type[i] == type) << i;
	return set;
}

/* Let a packet at place @at go on minimally instead.  Returns false if that path does not fit. */
static bool escape_from(struct walk *w, const struct state *s, u32 at)
{
	u32 path = path_to(w, s->router, s->dest);

	if (path == SS_FLEXVC_NO_PATH)
		return true;
	if (!ss_flexvc_fits(w->f, w->class_, at, path))
		return false;
	depend(w, s, at, next_to(w, s->router, s->dest), w->f->limit[w->class_][path]);
	enter(w, s->link, s->dest, MINIMAL, 1ULL << at);
	return true;
}

/* Let the packets of @s, which plan @path, make a hop by @port into phase @phase. */
static void hop(struct walk *w, const struct state *s, u32 port, u32 path, u32 phase)
{
	u32 link = s->router * w->n.degree + port, to = w->n.to[link];
	u32 escape = path_to(w, to, s->dest);
	u64 after = 0;

	for (u32 at = 0; at <= w->f->slots; at++) {
		struct ss_flexvc_hop h;

		if (!(s->places >> at & 1))
			continue;
		h = ss_flexvc_hop(w->f, w->class_, at, path, escape);
		if (h.kind == SS_FLEXVC_SAFE)
			depend(w, s, at, port, h.top);
		else if (!escape_from(w, s, at))
			h = (struct ss_flexvc_hop){ 0 };
		note(w, s, at, path, escape, h);
		after |= places_up_to(w, w->n.type[link], h.top);
	}
	if (phase == VIA && to == w->via)
		phase = MINIMAL;
	if (to != s->dest || phase == VIA)
		enter(w, link, s->dest, phase, after);
	else if (w->class_ == SS_FLEXVC_REQUEST && w->v->replies)
		for (u32 at = 0; at <= w->f->slots; at++)
			if (after >> at & 1)
				edges_of(w, link, at)[MOST_EDGES(w) - 1] = 1;
}

static bool is_within(const struct walk *w, u32 router, u32 port)
{
	return w->n.to[router * w->n.degree + port] / w->n.group == router / w->n.group;
}

/*
 * Return the path that a packet plans at a minimal hop into @phase.  With PAR, the first hop plans
 * the longest path if it fits, so that the packet can still change to it.
 */
static u32 minimal_path(const struct walk *w, const struct state *s, u32 phase)
{
	u32 path = route_vcs_longest(w->v);

	if (w->v->choice == ROUTE_CHOOSE_PAR && phase == STARTED &&
	    ss_flexvc_fits(w->f, w->class_, 0, path))
		return path;
	return path_to(w, s->router, s->dest);
}

static void go_minimally(struct walk *w, const struct state *s)
{
	u32 port = next_to(w, s->router, s->dest), phase = MINIMAL;
	bool within = is_within(w, s->router, port) || w->n.group == 1;
	bool arrives = w->n.to[s->router * w->n.degree + port] == s->dest;

	if (s->phase == SOURCE && within && !arrives &&
	    (w->v->choice == ROUTE_CHOOSE_PAR || w->v->choice == ROUTE_CHOOSE_OLM))
		phase = STARTED;
	if (w->v->choice == ROUTE_CHOOSE_OLM && !within)
		phase = ARRIVED;
	hop(w, s, port, minimal_path(w, s, phase), phase);
}

static void go_via(struct walk *w, const struct state *s)
{
	u32 path = path_to(w, s->router, w->via);

	if (path != SS_FLEXVC_NO_PATH)
		hop(w, s, next_to(w, s->router, w->via), join(path, path_to(w, w->via, s->dest)),
		    VIA);
}

/* Let packets go by any global link of their router. */
static void go_out(struct walk *w, const struct state *s)
{
	for (u32 port = 0; port < w->n.degree; port++) {
		u32 to = w->n.to[s->router * w->n.degree + port];

		if (!is_within(w, s->router, port))
			hop(w, s, port, ss_flexvc_before(SS_FLEXVC_GLOBAL,
							 path_to(w, to, s->dest)), ARRIVED);
	}
}

/* Let packets go by any local link, and from there by a global link if @out, else minimally. */
static void go_aside(struct walk *w, const struct state *s, bool out)
{
	for (u32 port = 0; port < w->n.degree; port++) {
		u32 to = w->n.to[s->router * w->n.degree + port], rest = path_to(w, to, s->dest);

		if (!is_within(w, s->router, port) || to == s->dest)
			continue;
		if (out)	/* plan for the longest rest of a path */
			rest = join(ss_flexvc_before(SS_FLEXVC_GLOBAL, SS_FLEXVC_NO_PATH),
				    SS_FLEXVC_LGL);
		hop(w, s, port, ss_flexvc_before(SS_FLEXVC_LOCAL, rest), out ? FORCED : MINIMAL);
	}
}

static void choose_olm(struct walk *w, const struct state *s)
{
	bool home = s->router / w->n.group == s->dest / w->n.group;

	if (s->phase != FORCED)
		go_minimally(w, s);
	if ((s->phase == SOURCE || s->phase == STARTED || s->phase == FORCED) && !home)
		go_out(w, s);
	if ((s->phase == SOURCE || s->phase == STARTED) && !home)
		go_aside(w, s, true);
	if (s->phase == ARRIVED || (s->phase == SOURCE && home))
		go_aside(w, s, false);
}

/* Return true if packets of @s may choose the path by the intermediate router. */
static bool may_choose_via(const struct walk *w, const struct state *s)
{
	u32 path = path_to(w, s->router, w->via);

	switch (w->v->choice) {
	case ROUTE_CHOOSE_VAL_GROUP:	/* @via is where its group is entered: path "g" or "lg" */
		return s->phase == SOURCE && (path == 3 || path == 6);
	case ROUTE_CHOOSE_MIN:
		return false;
	default:
		return s->phase == SOURCE || s->phase == STARTED;
	}
}

static void choose(struct walk *w, const struct state *s)
{
	bool valiant = w->v->choice == ROUTE_CHOOSE_VAL || w->v->choice == ROUTE_CHOOSE_VAL_GROUP;

	if (s->phase == VIA) {
		go_via(w, s);
	} else if (s->phase == MINIMAL) {
		go_minimally(w, s);
	} else if (w->v->choice == ROUTE_CHOOSE_OLM) {
		choose_olm(w, s);
	} else {
		if (!valiant)
			go_minimally(w, s);
		if (may_choose_via(w, s))
			go_via(w, s);
	}
}

static struct state state_of(struct walk *w, u32 i)
{
	u32 link = i / PHASES / w->n.routers, n = w->n.routers * w->n.degree;
	struct state s = {
		.link = link, .router = link < n ? w->n.to[link] : link - n,
		.dest = i / PHASES % w->n.routers, .phase = i % PHASES, .places = w->fresh[i],
	};

	w->fresh[i] = 0;
	return s;
}

/* Follow all packets of class @w->class_; those with an intermediate router have @w->via. */
static void follow(struct walk *w)
{
	u32 routers = w->n.routers;

	memset(w->seen, 0, (size_t)links(w) * routers * PHASES * sizeof(*w->seen));
	for (u32 i = 0; i < routers * routers; i++)
		if (i / routers != i % routers)
			enter(w, routers * w->n.degree + i / routers, i % routers, SOURCE, 1);
	while (w->pending_count) {
		struct state s = state_of(w, w->pending[--w->pending_count]);

		choose(w, &s);
	}
}

/* Return the end of edge @i of channel @at: a channel, or a queue of replies. */
static u32 behind(const struct walk *w, u32 at, u32 i)
{
	u32 places = w->f->slots + 1, router = w->n.to[at / places % (w->n.routers * w->n.degree)];

	if (at / places >= w->n.routers * w->n.degree)
		router = at / places - w->n.routers * w->n.degree;
	if (i == MOST_EDGES(w) - 1)
		return (w->n.routers * w->n.degree + router) * places;
	return (router * w->n.degree + i / places) * places + i % places;
}

static void keep_cycle(struct walk *w, const u32 *path, u32 from, u32 depth)
{
	struct route_vcs_proof *proof = w->proof;
	u32 places = w->f->slots + 1, n = w->n.routers * w->n.degree;

	proof->cycle_length = depth - from;
	proof->cycle = sim_alloc(proof->cycle_length, sizeof(*proof->cycle));
	for (u32 i = from; i < depth; i++) {
		u32 link = path[i] / places;

		proof->cycle[i - from] = (struct route_vcs_channel){
			.from = link < n ? link / w->n.degree : link - n,
			.to = link < n ? w->n.to[link] : link - n, .place = path[i] % places,
		};
	}
}

/*
 * Search, depth first, for a circle among the channels that @first leads to.  @at has for each
 * channel the number of the next edge to follow, or MOST_EDGES + 1 if all have been followed.
 */
static bool search(struct walk *w, u32 first, u32 *at, u32 *path)
{
	u32 most = MOST_EDGES(w), depth = 0;

	if (at[first])
		return false;
	path[depth++] = first;
	while (depth) {
		u32 on = path[depth - 1], i = at[on]++, next;

		if (i >= most) {
			at[on] = most + 1;
			depth--;
			continue;
		}
		if (!w->edge[(size_t)on * most + i])
			continue;
		next = behind(w, on, i);
		if (!at[next]) {
			path[depth++] = next;
		} else if (at[next] <= most) {
			u32 from = depth;

			while (from && path[from - 1] != next)
				from--;
			if (from) {
				keep_cycle(w, path, from - 1, depth);
				return true;
			}
		}
	}
	return false;
}

static void find_cycle(struct walk *w)
{
	u32 channels = links(w) * (w->f->slots + 1), most = MOST_EDGES(w);
	u32 *at = sim_alloc(channels, sizeof(*at)), *path = sim_alloc(channels, sizeof(*path));

	for (u32 i = 0; i < channels; i++) {
		u64 n = 0;

		for (u32 j = 0; j < most; j++)
			n += w->edge[(size_t)i * most + j];
		w->proof->channels += n > 0;
		w->proof->dependencies += n;
	}
	for (u32 i = 0; i < channels; i++)
		if (search(w, i, at, path))
			break;
	free(at);
	free(path);
}

struct route_vcs_proof *route_vcs_prove(const struct route_vcs *v, struct sim_error *err)
{
	bool via = v->choice != ROUTE_CHOOSE_MIN && v->choice != ROUTE_CHOOSE_OLM;
	struct walk w = { .v = v };
	size_t states;

	w.proof = sim_alloc(1, sizeof(*w.proof));
	w.f = &w.proof->order;
	for (u32 i = 0; i < SS_FLEXVC_CLASSES; i++)
		w.proof->kind[i] = SS_FLEXVC_SAFE;
	if (ss_flexvc_init(&w.proof->order, &v->count[SS_FLEXVC_REQUEST],
			   &v->count[SS_FLEXVC_REPLY], route_vcs_longest(v))) {
		free(w.proof);
		sim_fail(err, "there are 1 to %u VCs of a type", SS_FLEXVC_VCS);
		return NULL;
	}
	network_init(&w.n, v);
	states = (size_t)links(&w) * w.n.routers * PHASES;
	w.seen = sim_alloc(states, sizeof(*w.seen));
	w.fresh = sim_alloc(states, sizeof(*w.fresh));
	w.pending = sim_alloc(states, sizeof(*w.pending));
	w.edge = sim_alloc((size_t)links(&w) * (w.f->slots + 1), MOST_EDGES(&w));
	for (w.class_ = 0; w.class_ <= v->replies; w.class_++) {
		for (w.via = 0; w.via < (via ? w.n.routers : 1); w.via++)
			follow(&w);
	}
	find_cycle(&w);
	free(w.seen);
	free(w.fresh);
	free(w.pending);
	free(w.edge);
	network_free(&w.n);
	return w.proof;
}

bool route_vcs_holds(const struct route_vcs_proof *proof)
{
	return proof->kind[SS_FLEXVC_REQUEST] && proof->kind[SS_FLEXVC_REPLY] && !proof->cycle;
}

void route_vcs_free(struct route_vcs_proof *proof)
{
	if (!proof)
		return;
	free(proof->cycle);
	free(proof);
}

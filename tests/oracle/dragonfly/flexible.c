// SPDX-License-Identifier: GPL-2.0-only
/*
 * FlexVC, by strings of typed slots: docs/dragonfly-router.md, section 9.
 */
#include <stdio.h>
#include <string.h>

#include "dragonfly.h"

#define M(name, right, wrong)	MUTATE(o->mutant, name, right, wrong)

#define MOST_SLOTS	64
#define MOST_HOPS	16

/* The types of VCs in their order.  Slots lo to hi - 1 are for the class of the packet. */
struct slots {
	char type[MOST_SLOTS + 1];
	int lo, hi;
};

static void append(struct slots *s, char type, u32 times)
{
	while (times--) {
		size_t end = strlen(s->type);

		assert(end < MOST_SLOTS);
		s->type[end] = type;
		s->type[end + 1] = '\0';
	}
}

static u32 count(const char *of, char type)
{
	u32 n = 0;

	for (; *of; of++)
		n += *of == type;
	return n;
}

/*
 * Append the slots of a class: first the VCs beyond those of the longest path that they support,
 * then the VCs of that path.
 */
static void append_class(const struct oracle *o, struct slots *s, u32 locals, u32 globals)
{
	static const char *const ways[] = { "lgllgl", "lglgl", "lgl", "" };
	const char *way = df_order_of(o);

	for (u32 i = 0; count(way, 'l') > locals || count(way, 'g') > globals; i++)
		if (strlen(ways[i]) < strlen(way))
			way = ways[i];
	if (M(DF_FLEX_EXTRA, true, false)) {
		append(s, 'l', locals - count(way, 'l'));
		append(s, 'g', globals - count(way, 'g'));
	}
	for (u32 i = 0; way[i]; i++)
		append(s, way[i], 1);
	if (M(DF_FLEX_EXTRA, false, true)) {
		append(s, 'l', locals - count(way, 'l'));
		append(s, 'g', globals - count(way, 'g'));
	}
}

static struct slots slots_of(const struct oracle *o, u32 class_)
{
	const struct ss_dragonfly_config *own = &o->cfg.dragonfly;
	struct slots s = { 0 };

	append_class(o, &s, o->cfg.vcs, own->global_vcs);
	if (class_ && (own->reply_vcs || own->reply_global_vcs)) {
		s.lo = M(DF_FLEX_ESCAPE_CLASS, strlen(s.type), 0);
		append_class(o, &s, own->reply_vcs, own->reply_global_vcs);
	}
	s.hi = strlen(s.type);
	return s;
}

/* Return true if slots of the class after @after can take @hops in their order. */
static bool fits(const struct slots *s, int after, const char *hops)
{
	for (int i = after + 1; i < s->hi && *hops; i++)
		if (i >= s->lo && s->type[i] == *hops)
			hops++;
	return !*hops;
}

/* Return the highest slot for the first of @hops such that the others fit after it, or -1. */
static int highest(const struct slots *s, const char *hops)
{
	for (int k = s->hi - 1; k >= 0; k--)
		if (s->type[k] == hops[0] && fits(s, k, hops + 1))
			return k;
	return -1;
}

/* List the hop types of the minimal path from @r to router @to or, if @by_group, group @group. */
static const struct router *walk(const struct router *r, u32 to, bool by_group, u32 group,
				 char *hops)
{
	const struct oracle *o = r->o;
	u32 n = strlen(hops);

	while (by_group ? df_group(o, r->id) != group : r->id != to) {
		u32 dest = by_group ? group * df_shape(o)->a : to;
		u32 port = df_port_to(r, dest);

		hops[n++] = df_is_global(o, port) ? 'g' : 'l';
		r = r->dragonfly->port[port].peer;
		assert(n < MOST_HOPS);
	}
	return r;
}

/* List the hop types of the path of @p from @r to its destination, by @via. */
static void plan(const struct router *r, const struct packet *p, u32 via, char *hops)
{
	const struct oracle *o = r->o;

	if (via && df_routing(o)->by_group)
		r = walk(r, 0, true, via - 1, hops);
	else if (via)
		r = walk(r, via - 1, false, 0, hops);
	walk(r, df_router_of(o, p->dest), false, 0, hops);
}

/*
 * Return the slot that @p occupies.  A packet at its node's port is in the slot before the first of
 * its class.
 */
static int slot_at(const struct slots *s, const struct packet *p)
{
	return p->place ? (int)p->place - 1 : s->lo - 1;
}

bool df_flexible(const struct oracle *o)
{
	return o->cfg.dragonfly.order == SS_ORDER_FLEXIBLE;
}

/*
 * Return the slot of a hop after which the minimal path fits nowhere: the last slot of its type.
 */
static int unsupported(struct oracle *o, const struct slots *s, const char *type)
{
	o->seen[SEEN_DF_FLEX_UNSUPPORTED]++;
	return M(DF_FLEX_UNSUPPORTED, highest(s, type), (int)(strchr(s->type, *type) - s->type));
}

/*
 * Return the highest slot that vc_limit=group lets @p take for a local hop from @r in its source's
 * group, on the minimal path to another group.  Elsewhere there is no limit, and the slot is @k.
 */
static int limit_in_group(const struct router *r, const struct packet *p, const struct slots *s,
			  int k)
{
	struct oracle *o = r->o;
	u32 own = df_group(o, r->id);
	int top = k, first = 0;

	if (own != df_group(o, df_router_of(o, p->source)) ||
	    own == df_group(o, df_router_of(o, p->dest)))
		return k;
	o->seen[SEEN_DF_FLEX_GROUP]++;
	while (s->type[first] != 'l')
		first++;
	if (M(DF_LIMIT_REPLY, p->class_, 0)) {
		do
			top--;
		while (top >= 0 && s->type[top] != 'l');
		return top < 0 ? first : top;
	}
	if (M(DF_LIMIT_REQUEST, o->cfg.dragonfly.reply_vcs, 0))
		return k;
	for (int i = 0; i <= k; i++)
		if (s->type[i] == 'g')
			return i ? i - 1 : first;
	return k;
}

static u32 vc_of(const struct slots *s, int slot)
{
	u32 vc = 0;

	for (int i = 0; i < slot; i++)
		vc += s->type[i] == s->type[slot];
	return vc;
}

bool df_flex_limit(const struct router *r, const struct packet *p, u32 via, struct df_hop *hop)
{
	struct oracle *o = r->o;
	struct slots s = slots_of(o, p->class_);
	char hops[MOST_HOPS] = "", escape[MOST_HOPS] = "", start[2] = "";
	int at = slot_at(&s, p), k;
	bool safe;

	plan(r, p, via, hops);
	start[0] = hops[0];
	k = highest(&s, hops);
	/* a packet waits in slots of its class only */
	safe = k > at && k >= s.lo;
	if (!M(DF_FLEX_SAFE, safe, k >= 0)) {
		snprintf(escape, sizeof(escape), "%s", start);
		walk(r->dragonfly->port[hop->port].peer, df_router_of(o, p->dest), false, 0,
		     escape);
		k = highest(&s, M(DF_FLEX_ESCAPE, escape, start));
	}
	assert(o->mutant || k >= 0 || o->cfg.may_deadlock);
	if (k < 0)
		k = unsupported(o, &s, start);
	if (M(DF_LIMIT, o->cfg.dragonfly.vc_limit_group, 0) && safe && !via && start[0] == 'l')
		k = limit_in_group(r, p, &s, k);
	hop->vc = vc_of(&s, k);
	hop->place = k + 1;
	return safe;
}

/* Limit a hop that leaves the minimal path by the hops after it, which are minimal. */
void df_flex_limit_aside(const struct router *r, const struct packet *p, struct df_hop *hop)
{
	struct oracle *o = r->o;
	u32 to = df_router_of(o, p->dest);
	struct slots s = slots_of(o, p->class_);
	bool global = df_is_global(o, hop->port);
	char hops[MOST_HOPS] = "";
	int k;

	/* limit a local hop before the global one by the longest path that may follow */
	if (!global && !p->crossed && df_group(o, to) != df_group(o, r->id)) {
		k = highest(&s, "lglgl");
		if (M(DF_FLEX_SAFE_ASIDE, k > slot_at(&s, p) && k >= s.lo, false)) {
			hop->vc = vc_of(&s, k);
			return;
		}
	}
	hops[0] = global ? 'g' : 'l';
	walk(r->dragonfly->port[hop->port].peer, to, false, 0, hops);
	k = highest(&s, M(DF_FLEX_ESCAPE_ASIDE, hops, "l"));
	assert(k >= 0 || o->cfg.may_deadlock);
	if (k < 0)
		k = unsupported(o, &s, global ? "g" : "l");
	hop->vc = vc_of(&s, k);
}

/* Return the place of VC @vc of type @type in the order, from 1. */
static u32 place_of(const struct slots *s, char type, u32 vc)
{
	u32 place = 0;

	for (;; place++)
		if (s->type[place] == type && vc-- == 0)
			return place + 1;
}

/* Return true if a VC with @room is preferred to the best one so far. */
static bool is_better(const struct oracle *o, u32 room, u32 of_best)
{
	switch (o->cfg.dragonfly.vc_select) {
	case SS_SELECT_HIGHEST:
		return M(DF_SELECT_HIGHEST, true, false);
	case SS_SELECT_JSQ:
		return M(DF_SELECT_JSQ, room > of_best, room < of_best);
	case SS_SELECT_JSQ_HIGHEST:
		return M(DF_SELECT_TIE, room >= of_best, room > of_best);
	}
	return M(DF_SELECT_LOWEST, false, true);
}

/* Choose a VC with room, up to the VC of @hop.  Returns false if there is none. */
static bool choose_vc(const struct df_asker *a, struct df_hop *hop)
{
	struct oracle *o = a->r->o;
	struct slots s = slots_of(o, a->p->class_);
	u32 fit[DF_MOST_VCS], n = 0, best;

	for (u32 vc = 0; vc <= hop->vc; vc++)
		if (df_space(a->r, hop->port, vc) >= a->p->length)
			fit[n++] = vc;
	if (!n)
		return false;
	o->seen[SEEN_DF_FLEX_CHOICE] += n > 1;
	best = fit[0];
	for (u32 i = 1; i < n; i++)
		if (is_better(o, df_space(a->r, hop->port, fit[i]),
			      df_space(a->r, hop->port, best)))
			best = fit[i];
	if (o->cfg.dragonfly.vc_select == SS_SELECT_RANDOM)
		best = fit[ss_rng_below(df_draw(a, 3), n)];
	hop->vc = best;
	hop->place = place_of(&s, df_is_global(o, hop->port) ? 'g' : 'l', best);
	return true;
}

/* Assert that the minimal path fits into the slots after the slot of @p. */
static void assert_escape(const struct router *r, const struct packet *p)
{
	struct slots s = slots_of(r->o, p->class_);
	char hops[MOST_HOPS] = "";

	plan(r, p, 0, hops);
	assert(r->o->mutant || r->o->cfg.may_deadlock || fits(&s, slot_at(&s, p), hops));
}

void df_flex(const struct df_asker *a, struct df_attempt *attempt)
{
	struct oracle *o = a->r->o;
	struct packet minimal = *a->p;
	bool safe;

	if (df_is_node(o, attempt->hop.port))
		return;
	assert_escape(a->r, a->p);
	safe = attempt->way == DF_ON && df_flex_limit(a->r, a->p, attempt->via, &attempt->hop);
	o->seen[SEEN_DF_FLEX_OPPORTUNISTIC] += !safe;
	if (choose_vc(a, &attempt->hop))
		return;
	attempt->waits = true;
	if (M(DF_FLEX_WAITS, safe, true))
		return;
	o->seen[SEEN_DF_FLEX_ESCAPE]++;
	minimal.via = 0;
	attempt->via = 0;
	attempt->hop = df_next_hop(a->r, &minimal);
	attempt->waits = !df_is_node(o, attempt->hop.port) && !choose_vc(a, &attempt->hop);
}

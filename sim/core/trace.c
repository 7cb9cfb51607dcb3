// SPDX-License-Identifier: GPL-2.0-only
/*
 * Sources that bear messages which the caller gives them, instead of drawing any (docs/model.md,
 * section 6).
 *
 * A message has a place from when it is given until it is injected, so that the memory is that of
 * what waits and of what the caller gives ahead.  Regions run side by side, so each has a list of
 * the places that its sources have freed; between runs, places of all lists are taken.
 */
#include "engine.h"

const char *ss_trace_check(const struct ss_fabric *f, const struct ss_birth *b)
{
	if (b->source >= f->topo.nodes)
		return "its source is not a node of this fabric";
	if (b->dest >= f->topo.nodes)
		return "its destination is not a node of this fabric";
	if (b->dest == b->source && !f->cfg.kind->loops)
		return "its destination is its source: these routers deliver nothing to its sender";
	if (b->cycle >= SS_MAX_CYCLES)
		return "its time is beyond the end of a fabric's";
	if (!b->flits || b->flits > SS_MAX_MESSAGE)
		return "a message has 1 to 16777216 flits";
	if (b->class_ >= f->cfg.classes)
		return b->class_ == 1 ? "responses need VCs of their own: a second class" :
		       "its class is neither 0, a request, nor 1, a response";
	if (f->traffic->replies && b->class_)
		return "packets that are answered must all be requests";
	if (f->traffic->replies && b->flits > f->cfg.max_packet)
		return "a message that is answered must be one packet, of max_packet at most";
	return NULL;
}

size_t ss_trace_bytes(u32 places)
{
	return (size_t)places * sizeof(struct ss_trace_place);
}

void *ss_trace_extend(struct ss_fabric *f, void *mem, u32 places)
{
	struct ss_trace *p = &f->trace;
	struct ss_trace_place *old = p->at;

	if (ss_broken(places <= p->count))
		return mem;
	p->at = mem;
	if (old)
		memcpy(mem, old, ss_trace_bytes(p->unused));
	else
		p->unused = 1;
	p->count = places;
	return old;
}

void *ss_trace_mem(const struct ss_fabric *f)
{
	return f->trace.at;
}

/* A place off the list of region @g, or 0. */
static u32 take_free(struct ss_fabric *f, struct ss_region *g)
{
	u32 i = g->free_places;

	if (i)
		g->free_places = f->trace.at[i].next;
	return i;
}

/* A place, of region @g if it has one, or 0. */
static u32 place_new(struct ss_fabric *f, struct ss_region *g)
{
	u32 i = take_free(f, g);

	if (i)
		return i;
	if (f->trace.unused < f->trace.count)
		return f->trace.unused++;
	for (u32 r = 0; r < f->cfg.regions && !i; r++)
		i = take_free(f, &f->region[r]);
	return i;
}

bool ss_trace_give(struct ss_fabric *f, const struct ss_birth *b)
{
	struct ss_region *g = ss_region_of(f, ss_router_of(&f->topo, b->source));
	struct ss_source *s = &f->source[b->source];
	struct ss_trace_place *at;
	u32 i;

	if (ss_broken(b->cycle < f->now) || !ss_region_is_own(f, g->number))
		return true;
	if (!f->trace.at)
		return false;
	i = place_new(f, g);
	if (!i)
		return false;
	at = f->trace.at;
	at[i] = (struct ss_trace_place){ b->cycle, b->dest, b->flits, b->class_, 0 };
	if (s->given)
		at[s->given_last].next = i;
	else
		s->given = i;
	s->given_last = i;
	if (!s->uncounted)
		s->uncounted = i;
	/* with others before it, it is awake or waits for room */
	if (s->given == i) {
		s->at = b->cycle < s->at ? b->cycle : s->at;
		ss_remind_node(f, g, b->source, b->cycle);
	}
	return true;
}

static struct ss_region *region_of(const struct ss_fabric *f, u32 node)
{
	return ss_region_of(f, ss_router_of(&f->topo, node));
}

void ss_trace_advance(struct ss_fabric *f, u32 r)
{
	struct ss_region *g = region_of(f, r);
	struct ss_source *s = &f->source[r];
	u32 i = s->given;

	s->given = f->trace.at[i].next;
	f->trace.at[i].next = g->free_places;
	g->free_places = i;
}

void ss_trace_count(const struct ss_fabric *f, struct ss_source *s, u64 t)
{
	const struct ss_trace_place *at = f->trace.at;

	for (; s->uncounted && at[s->uncounted].cycle < t; s->uncounted = at[s->uncounted].next) {
		s->births++;
		s->split.counted++;
		s->split.queued += ss_split_packets(&f->cfg, at[s->uncounted].flits) - 1;
	}
}

void ss_trace_forget(struct ss_fabric *f, u32 r)
{
	struct ss_region *g = region_of(f, r);
	struct ss_source *s = &f->source[r];

	if (!s->given)
		return;
	f->trace.at[s->given_last].next = g->free_places;
	g->free_places = s->given;
	s->given = 0;
	s->uncounted = 0;
}

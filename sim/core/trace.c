// SPDX-License-Identifier: GPL-2.0-only
/*
 * Sources whose messages the caller gives, instead of random ones (docs/model.md, section 6).
 *
 * A message has a place from when it is given until it is injected, so that the memory is that of
 * what waits and of what the caller gives ahead.  Regions run side by side, so each has a list of
 * the places that its sources have freed; between runs, places of all lists are taken.
 *
 * A pause of a node lasts until the node has received so many flits of the trace.  If it lasts
 * beyond its own cycle, all that the node does after it is as much later: @lag.
 */
#include "engine.h"

static const char *check_pause(const struct ss_fabric *f, const struct ss_birth *b)
{
	if (b->source >= f->topo.nodes)
		return "the node that pauses is not one of this fabric";
	if (b->cycle >= SS_MAX_CYCLES)
		return "its time is beyond the end of a fabric's";
	if (!b->flits || b->flits == U32_MAX)
		return "a pause is for 1 to 4294967294 flits";
	return NULL;
}

const char *ss_trace_check(const struct ss_fabric *f, const struct ss_birth *b)
{
	if (b->class_ == SS_PAUSE)
		return check_pause(f, b);
	if (b->source >= f->topo.nodes)
		return "its source is not a node of this fabric";
	if (b->dest >= f->topo.nodes)
		return "its destination is not a node of this fabric";
	if (b->dest == b->source && !f->cfg.kind->allows_self_traffic)
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

/* Take a place off the list of region @g, or 0. */
static u32 take_free(struct ss_fabric *f, struct ss_region *g)
{
	u32 i = g->free_places;

	if (i)
		g->free_places = f->trace.at[i].next;
	return i;
}

/* Take a place, of region @g if it has one, or 0. */
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

static struct ss_region *region_of(const struct ss_fabric *f, u32 node)
{
	return ss_region_of(f, ss_router_of(&f->topo, node));
}

/* Append place @i to the pauses of @s. */
static void add_pause(struct ss_fabric *f, struct ss_source *s, u32 i)
{
	if (s->pause)
		f->trace.at[s->pause_last].next = i;
	else
		s->pause = i;
	s->pause_last = i;
}

/* Append place @i to the messages of node @r. */
static void add_message(struct ss_fabric *f, u32 r, u32 i)
{
	struct ss_source *s = &f->source[r];

	if (s->given)
		f->trace.at[s->given_last].next = i;
	else
		s->given = i;
	s->given_last = i;
	if (!s->uncounted)
		s->uncounted = i;
	/* with messages before it, the source is awake or waits for room */
	if (s->given == i) {
		u64 birth = ss_trace_birth(f, s);

		s->at = birth < s->at ? birth : s->at;
		ss_remind_node(f, region_of(f, r), r, birth);
	}
}

bool ss_trace_give(struct ss_fabric *f, const struct ss_birth *b)
{
	struct ss_region *g = region_of(f, b->source);
	u32 i;

	/* set in all processes, whether or not they run the node */
	f->trace.pauses |= b->class_ == SS_PAUSE;
	if (ss_broken(b->cycle < f->now) || !ss_region_is_own(f, g->number))
		return true;
	i = f->trace.at ? place_new(f, g) : 0;
	if (!i)
		return false;
	f->trace.at[i] = (struct ss_trace_place){ b->cycle, b->dest, b->flits, b->class_, 0 };
	if (b->class_ == SS_PAUSE)
		add_pause(f, &f->source[b->source], i);
	else
		add_message(f, b->source, i);
	return true;
}

static void free_place(struct ss_fabric *f, u32 r, u32 i)
{
	struct ss_region *g = region_of(f, r);

	f->trace.at[i].next = g->free_places;
	g->free_places = i;
}

void ss_trace_advance(struct ss_fabric *f, u32 r)
{
	struct ss_source *s = &f->source[r];
	u32 i = s->given;

	s->given = f->trace.at[i].next;
	free_place(f, r, i);
}

/* Return the first pause of @s if it is not later than place @i, else 0; with @i 0, in any case. */
static u32 pause_before(const struct ss_fabric *f, const struct ss_source *s, u32 i)
{
	const struct ss_trace_place *at = f->trace.at;

	return s->pause && (!i || at[s->pause].cycle <= at[i].cycle) ? s->pause : 0;
}

u64 ss_trace_birth(const struct ss_fabric *f, const struct ss_source *s)
{
	const struct ss_trace_place *at = f->trace.at, *front;

	if (!s->given)
		return SS_NEVER;
	front = &at[s->given];
	if (s->given != s->uncounted)
		return front->cycle;
	for (u32 i = s->pause; i && at[i].cycle <= front->cycle; i = at[i].next)
		if (s->received < at[i].flits)
			return SS_NEVER;
	return front->cycle + s->lag;
}

bool ss_trace_pauses(const struct ss_fabric *f, u32 node, u32 *flits, u32 *received)
{
	const struct ss_source *s = &f->source[node];
	u32 i = pause_before(f, s, s->uncounted);

	if (!i)
		return false;
	*flits = f->trace.at[i].flits;
	*received = s->received;
	return f->trace.at[i].cycle + s->lag < f->now && *received < *flits;
}

static void end_pause(struct ss_fabric *f, u32 r)
{
	struct ss_source *s = &f->source[r];
	u32 i = s->pause;

	s->pause = f->trace.at[i].next;
	free_place(f, r, i);
}

void ss_trace_count(struct ss_fabric *f, u32 r, u64 t)
{
	struct ss_trace_place *at = f->trace.at;
	struct ss_source *s = &f->source[r];
	u32 i;

	for (;;) {
		i = pause_before(f, s, s->uncounted);
		if (i) {
			if (at[i].cycle + s->lag >= t || s->received < at[i].flits)
				return;
			end_pause(f, r);
			continue;
		}
		i = s->uncounted;
		if (!i || at[i].cycle + s->lag >= t)
			return;
		at[i].cycle += s->lag;
		s->births++;
		s->split.counted++;
		s->split.queued += ss_split_packets(&f->cfg, at[i].flits) - 1;
		s->uncounted = at[i].next;
	}
}

void ss_trace_receive(struct ss_fabric *f, u32 r, u32 flits, u64 t)
{
	const struct ss_trace_place *at = f->trace.at;
	struct ss_source *s = &f->source[r];
	u64 birth;
	u32 i;

	if (!s->pause) {
		s->received += flits;
		return;
	}
	ss_trace_count(f, r, t + 1);
	s->received += flits;
	if (!s->pause)
		return;
	i = pause_before(f, s, s->uncounted);
	if (i && at[i].cycle + s->lag <= t && s->received >= at[i].flits) {
		s->lag = t + 1 - at[i].cycle;
		end_pause(f, r);
	}
	if (s->given != s->uncounted)
		return;
	birth = ss_trace_birth(f, s);
	if (birth < s->at)
		s->at = birth;
}

void ss_trace_forget(struct ss_fabric *f, u32 r)
{
	struct ss_source *s = &f->source[r];

	while (s->given)
		ss_trace_advance(f, r);
	while (s->pause)
		end_pause(f, r);
	s->uncounted = 0;
	s->received = 0;
	s->lag = 0;
}

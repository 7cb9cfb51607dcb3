// SPDX-License-Identifier: GPL-2.0-only
/*
 * Sources whose messages the caller gives, instead of random ones (docs/model.md, section 6).
 *
 * A message has a place from when it is given until it is injected, so that the memory is that of
 * what waits and of what the caller gives ahead.  Regions run side by side, so each has places of
 * its own.
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
		return "its time is after the last cycle that can be simulated";
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
		return "its destination is its source: these routers do not deliver to the sender";
	if (b->cycle >= SS_MAX_CYCLES)
		return "its time is after the last cycle that can be simulated";
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

/* Return the bytes of a place's mark; only places of fabrics whose nodes run programs have one. */
static size_t mark_bytes(const struct ss_fabric *f)
{
	return f->cfg.programs ? sizeof(struct ss_mark) : 0;
}

size_t ss_trace_bytes(const struct ss_fabric *f, u32 places)
{
	return (size_t)places * (sizeof(struct ss_trace_place) + mark_bytes(f));
}

void *ss_trace_extend(struct ss_fabric *f, u32 region, void *mem, u32 places)
{
	struct ss_trace *p = &f->region[region].trace, old = *p;

	if (ss_broken(places <= p->count))
		return mem;
	p->at = mem;
	p->mark = (struct ss_mark *)(p->at + places);
	if (old.at) {
		memcpy(p->at, old.at, old.unused * sizeof(*p->at));
		memcpy(p->mark, old.mark, old.unused * mark_bytes(f));
	} else {
		p->unused = 1;
	}
	p->count = places;
	return old.at;
}

u32 ss_trace_places(const struct ss_fabric *f, u32 region)
{
	return f->region[region].trace.count;
}

void *ss_trace_mem(const struct ss_fabric *f, u32 region)
{
	return f->region[region].trace.at;
}

/* Take an unused place of @p; 0: there is none. */
static u32 place_new(struct ss_trace *p)
{
	u32 i = p->free;

	if (i)
		p->free = p->at[i].next;
	else if (p->unused < p->count)
		i = p->unused++;
	return i;
}

static struct ss_region *region_of(const struct ss_fabric *f, u32 node)
{
	return ss_region_of(f, ss_router_of(&f->topo, node));
}

u32 ss_region_of_node(const struct ss_fabric *f, u32 node)
{
	return region_of(f, node)->number;
}

/* Append place @i to the pauses of @s. */
static void add_pause(struct ss_trace *p, struct ss_source_more *s, u32 i)
{
	if (s->pause)
		p->at[s->pause_last].next = i;
	else
		s->pause = i;
	s->pause_last = i;
}

/* Append place @i to the messages of @s. */
static void add_message(struct ss_trace *p, struct ss_source_more *s, u32 i)
{
	if (s->given)
		p->at[s->given_last].next = i;
	else
		s->given = i;
	s->given_last = i;
	if (!s->uncounted)
		s->uncounted = i;
}

/* Look at the source of node @r when its front message is born. */
static void expect(struct ss_fabric *f, struct ss_region *g, u32 r)
{
	struct ss_source *s = &f->source[r];
	u64 birth = ss_trace_birth(f, s);

	s->at = birth < s->at ? birth : s->at;
	ss_remind_node(f, g, r, birth);
}

bool ss_trace_give(struct ss_fabric *f, const struct ss_birth *b)
{
	struct ss_region *g = region_of(f, b->source);
	struct ss_source_more *s = ss_more(f, b->source);
	struct ss_trace *p = &g->trace;
	u32 i;

	/* set in all processes, whether or not they run the node */
	f->pauses |= b->class_ == SS_PAUSE;
	if (ss_broken(b->cycle < f->now) || !ss_region_is_own(f, g->number))
		return true;
	i = p->at ? place_new(p) : 0;
	if (!i)
		return false;
	p->at[i] = (struct ss_trace_place){ b->cycle, b->dest, b->flits, b->class_, 0 };
	if (b->class_ == SS_PAUSE) {
		add_pause(p, s, i);
		return true;
	}
	add_message(p, s, i);
	/* with others before it, it is awake or waits for room */
	if (s->given == i)
		expect(f, g, b->source);
	return true;
}

bool ss_program_give(struct ss_fabric *f, const struct ss_birth *b, const struct ss_mark *mark)
{
	struct ss_trace *p = &region_of(f, b->source)->trace;
	u32 i = p->at ? place_new(p) : 0;

	if (!i)
		return false;
	p->at[i] = (struct ss_trace_place){ b->cycle, b->dest, b->flits, b->class_, 0 };
	p->mark[i] = *mark;
	add_message(p, ss_more(f, b->source), i);
	return true;
}

static void free_place(struct ss_trace *p, u32 i)
{
	p->at[i].next = p->free;
	p->free = i;
}

static void leave(struct ss_fabric *f, u32 r)
{
	struct ss_trace *p = &region_of(f, r)->trace;
	struct ss_source_more *s = ss_more(f, r);
	u32 i = s->given;

	s->given = p->at[i].next;
	free_place(p, i);
}

/* Return the first pause of @s if it is not later than place @i, else 0; with @i 0, in any case. */
static u32 pause_before(const struct ss_trace_place *at, const struct ss_source_more *s, u32 i)
{
	return s->pause && (!i || at[s->pause].cycle <= at[i].cycle) ? s->pause : 0;
}

u64 ss_trace_birth(const struct ss_fabric *f, const struct ss_source *s)
{
	const struct ss_source_more *more = ss_more_of(f, s);
	const struct ss_trace_place *at, *front;

	if (!more->given)
		return SS_NEVER;
	at = ss_trace_of(f, s)->at;
	front = &at[more->given];
	if (more->given != more->uncounted)
		return front->cycle;
	for (u32 i = more->pause; i && at[i].cycle <= front->cycle; i = at[i].next)
		if (more->received < at[i].flits)
			return SS_NEVER;
	return front->cycle + more->lag;
}

bool ss_trace_pauses(const struct ss_fabric *f, u32 node, u32 *flits, u32 *received)
{
	const struct ss_source_more *s = ss_more(f, node);
	const struct ss_trace_place *at = region_of(f, node)->trace.at;
	u32 i = pause_before(at, s, s->uncounted);

	if (!i)
		return false;
	*flits = at[i].flits;
	*received = s->received;
	return at[i].cycle + s->lag < f->now && *received < *flits;
}

static void end_pause(struct ss_fabric *f, u32 r)
{
	struct ss_trace *p = &region_of(f, r)->trace;
	struct ss_source_more *s = ss_more(f, r);
	u32 i = s->pause;

	s->pause = p->at[i].next;
	free_place(p, i);
}

void ss_trace_count(struct ss_fabric *f, u32 r, u64 t)
{
	struct ss_trace_place *at = region_of(f, r)->trace.at;
	struct ss_source_more *s = ss_more(f, r);
	u32 i;

	for (;;) {
		i = pause_before(at, s, s->uncounted);
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
		f->source[r].births++;
		s->split.counted++;
		s->split.queued += ss_split_packets(&f->cfg, at[i].flits) - 1;
		s->uncounted = at[i].next;
	}
}

/* Count @flits that were delivered to node @r in cycle @t, which may end its pause. */
static void receive(struct ss_fabric *f, u32 r, u32 flits, u64 t)
{
	const struct ss_trace_place *at = region_of(f, r)->trace.at;
	struct ss_source_more *s = ss_more(f, r);
	struct ss_source *source = &f->source[r];
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
	i = pause_before(at, s, s->uncounted);
	if (i && at[i].cycle + s->lag <= t && s->received >= at[i].flits) {
		s->lag = t + 1 - at[i].cycle;
		end_pause(f, r);
	}
	if (s->given != s->uncounted)
		return;
	birth = ss_trace_birth(f, source);
	if (birth < source->at)
		source->at = birth;
}

void ss_trace_forget(struct ss_fabric *f, u32 r)
{
	struct ss_source_more *s = ss_more(f, r);

	while (s->given)
		leave(f, r);
	while (s->pause)
		end_pause(f, r);
	s->uncounted = 0;
	s->received = 0;
	s->lag = 0;
}

void ss_region_set_program(struct ss_fabric *f, u32 region, const struct ss_program *p)
{
	f->region[region].program = p;
}

/* Let the node of @s run its program in cycle @when, or earlier if it is due earlier. */
static void expect_run(struct ss_source *s, u64 when)
{
	if (when < s->due)
		s->due = when;
	if (s->due < s->at)
		s->at = s->due;
}

/* Run the program of node @r if that is due in cycle @t. */
static void run_program(struct ss_fabric *f, u32 r, u64 t)
{
	const struct ss_program *p = region_of(f, r)->program;
	struct ss_source *s = &f->source[r];

	if (p && s->due <= t)
		s->due = p->run(p->ctx, r, t);
	expect_run(s, s->due);
}

void ss_trace_run(struct ss_fabric *f, u32 r, u64 t)
{
	if (ss_is_programmed(f->traffic))
		run_program(f, r, t);
	ss_trace_count(f, r, t + 1);
}

void ss_trace_mark(struct ss_fabric *f, const struct ss_source *s, u32 i)
{
	f->traffic->mark[i] = ss_trace_of(f, s)->mark[ss_more_of(f, s)->given];
}

void ss_trace_advance(struct ss_fabric *f, u32 r, u64 t)
{
	const struct ss_region *g = region_of(f, r);
	u32 i = ss_more(f, r)->given;

	if (ss_is_programmed(f->traffic))
		expect_run(&f->source[r],
			   g->program->sent(g->program->ctx, r, g->trace.at[i].flits,
					    &g->trace.mark[i], t));
	leave(f, r);
}

void ss_trace_receive(struct ss_fabric *f, u32 r, u32 i, u64 t)
{
	const struct ss_program *p = region_of(f, r)->program;
	const struct ss_packet *packet = &f->pool[i];
	u32 flits = ss_packet_flits(packet);

	if (ss_is_programmed(f->traffic))
		expect_run(&f->source[r],
			   p->received(p->ctx, r, ss_header_source(&f->topo, packet->header),
				       flits, &f->traffic->mark[i], t));
	else
		receive(f, r, flits, t);
}

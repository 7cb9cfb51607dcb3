// SPDX-License-Identifier: GPL-2.0-only
/*
 * Replies: a request that is delivered becomes its own reply, in place.  It waits at its receiver
 * in a queue for replies, which shares the way into the router with the node's requests
 * (docs/model.md, section 6); or it enters the router at once (docs/dragonfly-router.md, section
 * 7).
 */
#include "engine.h"

static struct ss_region *region_of(const struct ss_fabric *f, u32 node)
{
	return ss_region_of(f, ss_router_of(&f->topo, node));
}

static void wake(struct ss_source *s, u64 t)
{
	if (t < s->reply_at)
		s->reply_at = t;
}

/* Wake the queue of replies when the channel is free, but not before @t. */
static void wake_when_free(const struct ss_fabric *f, struct ss_source *s, u64 t)
{
	u64 free = ss_rate_free(f->inject, s->channel);

	wake(s, free > t ? free : t);
}

/* Inject reply @i in cycle @t; the router has kept room for it. */
static void answer(struct ss_fabric *f, u32 r, u32 i, u64 t)
{
	struct ss_source_more *s = ss_more(f, r);
	struct ss_packet *p = &f->pool[i];
	u32 flits = ss_packet_flits(p), vc;

	p->header |= SS_HDR_REPLY;
	s->replied++;
	s->reply_flits += flits;
	if (ss_broken(f->cfg.kind->room(f, r, ss_header_dest(&f->topo, p->header), 1, flits, t,
					&vc) != t))
		return;
	ss_source_inject(f, r, vc, i, t);
}

void ss_reply_make(struct ss_fabric *f, u32 r, u32 i, u64 t)
{
	struct ss_source_more *more = ss_more(f, r);
	struct ss_source *s = &f->source[r];
	struct ss_packet *p = &f->pool[i];
	u32 len = ss_gen_reply(&f->traffic->gen, s->key, more->replies++);

	p->header = ss_header_nodes(&f->topo, r, ss_header_source(&f->topo, p->header)) |
		    ss_header_length(len) |
		    SS_HDR_PUT(SS_HDR_GET(p->header, TID), TID);
	p->longer = ss_longer(len);
	p->next = 0;
	if (f->cfg.kind->answers) {
		answer(f, r, i, t);
		return;
	}
	if (more->reply_first) {
		f->pool[more->reply_last].next = i;
	} else {
		more->reply_first = i;
		wake_when_free(f, s, t + 1);
	}
	more->reply_last = i;
}

/* Phase 2, before the source's own packets: inject the first reply if possible. */
void ss_reply_run(struct ss_fabric *f, u32 r, u64 t)
{
	struct ss_source_more *more = ss_more(f, r);
	struct ss_source *s = &f->source[r];
	u32 i = more->reply_first, vc;
	u64 when;

	if (f->traffic->traffic.reply_turns && s->replied_last && s->at <= t)
		ss_source_run(f, region_of(f, r), r, t);

	s->reply_at = SS_NEVER;
	if (!i)
		return;
	if (ss_rate_free(f->inject, s->channel) > t) {
		wake_when_free(f, s, t);
		return;
	}
	when = f->cfg.kind->room(f, r, ss_header_dest(&f->topo, f->pool[i].header), 1,
				 ss_packet_flits(&f->pool[i]), t, &vc);
	if (when > t) {
		if (when == SS_NEVER)
			s->reply_starved = vc + 1;
		wake(s, when);
		return;
	}
	more->reply_first = f->pool[i].next;
	more->replied++;
	more->reply_flits += ss_packet_flits(&f->pool[i]);
	s->replied_last = true;
	if (f->cfg.kind->retry)
		f->cfg.kind->retry(f, r, t);
	ss_source_inject(f, r, vc, i, t);
	if (more->reply_first)
		wake_when_free(f, s, t);
}

void ss_reply_room(struct ss_fabric *f, u32 r, u64 t)
{
	f->source[r].reply_starved = 0;
	wake(&f->source[r], t);
}

void ss_reply_forget(struct ss_fabric *f, u32 r)
{
	struct ss_source_more *more = ss_more(f, r);
	struct ss_source *s = &f->source[r];

	while (more->reply_first) {
		u32 i = more->reply_first;

		more->reply_first = f->pool[i].next;
		more->replies_lost++;
		ss_packet_free(f, region_of(f, r), i);
	}
	s->reply_starved = 0;
	s->reply_at = SS_NEVER;
	more->outstanding = 0;
	if (f->cfg.kind->retry && f->cfg.kind->retry(f, r, f->now))
		ss_remind_node(f, region_of(f, r), r, f->now);
}

u64 ss_reply_waiting(const struct ss_source_more *s)
{
	return s->replies - s->replies_lost - s->replied;
}

// SPDX-License-Identifier: GPL-2.0-only
/*
 * Replies: a request delivered becomes its own reply, in place, and waits at its
 * receiver in a queue of its own, before which that node's requests must yield
 * (docs/model.md, section 6).
 */
#include "engine.h"
#include "inject.h"

static void wake(struct ss_fabric *f, u32 r, u64 t)
{
	struct ss_source *s = &f->source[r];

	if (s->reply_pending || t == SS_NEVER)
		return;
	s->reply_pending = true;
	ss_wheel_add(&f->wheel, SS_EV_REPLY, r, &s->reply_link, ss_within_reach(f, t));
}

/* The first reply may go when the channel is free, but not before @t. */
static void wake_when_free(struct ss_fabric *f, u32 r, u64 t)
{
	u64 free = ss_rate_free(f->inject, f->source[r].channel);

	wake(f, r, free > t ? free : t);
}

void ss_reply_make(struct ss_fabric *f, u32 r, u32 i, u64 t)
{
	struct ss_source *s = &f->source[r];
	struct ss_packet *p = &f->pool[i];
	u32 len = ss_gen_reply(&f->traffic->gen, s->key, s->replies++);

	p->header = SS_HDR_PUT(SS_HDR_SOURCE(p->header), DEST) | SS_HDR_PUT_SOURCE(r) |
		    SS_HDR_PUT(len - 1, LENGTH) |
		    SS_HDR_PUT(SS_HDR_GET(p->header, TID), TID);
	p->next = 0;
	if (s->reply_first) {
		f->pool[s->reply_last].next = i;
	} else {
		s->reply_first = i;
		wake_when_free(f, r, t + 1);
	}
	s->reply_last = i;
}

/* Phase 2, before the source's own packets: inject the first reply if possible. */
void ss_reply_run(struct ss_fabric *f, u32 r, u64 t)
{
	struct ss_source *s = &f->source[r];
	u32 i = s->reply_first, vc;
	u64 when;

	s->reply_pending = false;
	if (!i)
		return;
	if (ss_rate_free(f->inject, s->channel) > t) {
		wake_when_free(f, r, t);
		return;
	}
	vc = ss_route_inject(&f->routing, r, SS_HDR_GET(f->pool[i].header, DEST), 1);
	when = ss_inject_room(f, r, vc, t);
	if (when > t) {
		if (when == SS_NEVER)
			s->reply_starved = vc + 1;
		wake(f, r, when);
		return;
	}
	s->reply_first = f->pool[i].next;
	s->replied++;
	ss_inject(f, r, vc, i, t);
	if (s->reply_first)
		wake_when_free(f, r, t);
}

void ss_reply_credit(struct ss_fabric *f, u32 r, u32 vc, u64 t)
{
	u64 when = ss_inject_room(f, r, vc, t);

	if (when == SS_NEVER)
		return;
	f->source[r].reply_starved = 0;
	wake(f, r, when);
}

void ss_reply_forget(struct ss_fabric *f, u32 r)
{
	struct ss_source *s = &f->source[r];

	while (s->reply_first) {
		u32 i = s->reply_first;

		s->reply_first = f->pool[i].next;
		s->replies_lost++;
		ss_packet_free(f, i);
	}
	s->reply_starved = 0;
	s->reply_pending = false;
	s->outstanding = 0;
}

u64 ss_reply_waiting(const struct ss_source *s)
{
	return s->replies - s->replies_lost - s->replied;
}

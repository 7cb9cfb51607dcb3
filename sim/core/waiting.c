// SPDX-License-Identifier: GPL-2.0-only
/*
 * Waiting messages at a source, which are known before they are drawn, and packets in buffers that
 * wait for other packets.
 */
#include "engine.h"

/**
 * struct ss_cursor - a message in the queue of a source
 * @i: its place there, from 0
 * @first: number of the first message of its burst
 * @slot: unbounded open: slot of its birth
 * @gap: unbounded open: number of the birth after it
 * @given: trace: place of the message in the trace
 */
struct ss_cursor {
	u64 i;
	u64 first;
	u64 slot;
	u64 gap;
	u32 given;
};

static void draw(const struct ss_fabric *f, u32 r, struct ss_cursor *c, struct ss_birth *b)
{
	const struct ss_gen *g = &f->traffic->gen;
	struct ss_source *s = &f->source[r];
	u64 number = s->numbered + c->i;
	struct ss_gen_packet p;

	if (!g->burst_ends || ss_source_begins(f, s, c->i))
		c->first = number;
	p = ss_gen_packet(g, s->key, r, number, c->first);
	b->dest = p.dest;
	b->flits = p.length;
	b->class_ = p.class_;
}

/*
 * Read the message of a batch at @c.  All messages of a phase are born when it begins; the number
 * of messages left gives the destination.
 */
static void read_batch(const struct ss_fabric *f, u32 r, const struct ss_cursor *c,
		       struct ss_birth *b)
{
	struct ss_source_more *s = ss_more(f, r);

	b->cycle = s->since;
	if (!f->traffic->collective)
		return;
	s->left -= c->i;
	b->dest = ss_phase_dest(f, r);
	s->left += c->i;
}

static void read(const struct ss_fabric *f, u32 r, struct ss_cursor *c, struct ss_birth *b)
{
	const struct ss_traffic_mem *m = f->traffic;
	const struct ss_source *s = &f->source[r];

	if (m->traced) {
		const struct ss_trace_place *p = &ss_trace_of(f, s)->at[c->given];

		*b = (struct ss_birth){ p->cycle, r, p->dest, p->flits, p->class_ };
		c->given = p->next;
		return;
	}
	draw(f, r, c, b);
	if (m->batch) {
		read_batch(f, r, c, b);
	} else if (m->ring_size) {
		b->cycle = s->ring[(s->ring_first + c->i) % m->ring_size] & ~SS_BEGINS;
	} else {
		b->cycle = c->slot >> m->gen.slot_shift;
		c->slot += 1 + ss_gen_gap(&m->gen, s->key, c->gap++);
	}
}

void ss_each_waiting(struct ss_fabric *f, u32 node,
		     void (*fn)(void *ctx, const struct ss_birth *b), void *ctx)
{
	const struct ss_source *s = &f->source[node];
	struct ss_cursor c = {
		.first = s->first,
		.slot = s->front,
		.gap = s->front_gap,
		.given = ss_read_more(f, node)->given,
	};
	struct ss_birth b = { .source = node };
	u64 n;

	ss_source_count(f, node, f->now);
	n = ss_source_queued(f, node, f->now);
	for (; c.i < n; c.i++) {
		read(f, node, &c, &b);
		/* the front message may be partly injected */
		if (c.i || !s->sent)
			fn(ctx, &b);
	}
}

u32 ss_fabric_waits(const struct ss_fabric *f)
{
	return f->cfg.kind->waits ? f->cfg.kind->waits(f) : 0;
}

u32 ss_waits_for(const struct ss_fabric *f, const struct ss_buffer *b,
		 struct ss_buffer next[SS_MAX_WAITS], struct ss_buffer *between)
{
	return f->cfg.kind->waits_for(f, b, next, between);
}

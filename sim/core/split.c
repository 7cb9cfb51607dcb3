// SPDX-License-Identifier: GPL-2.0-only
/*
 * Messages longer than a packet, which open sources send as several packets if the kind of router
 * splits them (docs/model.md, section 6).
 *
 * A source counts messages: births, those dropped, those injected.  Statistics count packets, so
 * the further packets of messages are counted here.  The messages in a queue are not stored: each
 * is counted once, when the count is needed, since its length follows from its number.
 */
#include "engine.h"

void ss_split_sent(struct ss_fabric *f, u32 r, u32 flits)
{
	struct ss_split *split = &ss_more(f, r)->split;
	struct ss_source *s = &f->source[r];

	s->packet.length -= flits;
	s->sent++;
	split->injected++;
	if (s->numbered < split->counted)
		split->queued--;
}

/* Begin to count packets at the front message. */
static void start(const struct ss_source *s, struct ss_split *split)
{
	split->counted = s->numbered;
	split->first = s->first;
	split->queued = 0;
}

void ss_split_count(struct ss_fabric *f, u32 r)
{
	struct ss_source *s = &f->source[r];
	struct ss_split *split = &ss_more(f, r)->split;
	const struct ss_gen *g;
	u64 end;

	/* packets of a trace are counted as they are born */
	if (!f->cfg.kind->splits || !f->traffic || !f->traffic->open || f->traffic->traced)
		return;
	g = &f->traffic->gen;
	end = s->numbered + ss_source_queued(f, r, f->now);
	if (split->counted < s->numbered)
		start(s, split);
	for (; split->counted < end; split->counted++) {
		u64 n = split->counted;
		u32 flits;

		if (!g->burst_ends || ss_source_begins(f, s, n - s->numbered))
			split->first = n;
		flits = ss_gen_length(ss_gen_part(g, s->key, r, split->first), s->key, n);
		split->queued += ss_split_packets(&f->cfg, flits) - 1;
		if (n == s->numbered)
			split->queued -= s->sent;
	}
}

void ss_split_forget(struct ss_fabric *f, u32 r)
{
	struct ss_split *split = &ss_more(f, r)->split;

	split->dropped += split->queued;
	split->queued = 0;
	split->counted = 0;
	f->source[r].sent = 0;
}

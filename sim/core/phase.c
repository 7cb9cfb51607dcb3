// SPDX-License-Identifier: GPL-2.0-only
/*
 * Where each node is in the phases of a batch (docs/model.md, section 6).
 *
 * A node may get packets of phases that it has not begun yet.  Two nodes that exchange
 * in a phase do so each time that kind of phase comes round, and one that sends for the
 * next time has what the other sent for this time, so the other has begun this
 * time's, and the packet is for this time or the next.  So two counters for each kind of phase
 * suffice, and one bit in a packet says which: the turn's parity.  (A node beyond the
 * core of an all-reduce sends in one kind of phase and receives in another, but never
 * sends before it has received the last turn's result, which was sent after all it
 * had sent itself had come.)
 */
#include "engine.h"

static struct ss_collective *collective(const struct ss_fabric *f)
{
	return &f->traffic->gen.collective;
}

static u32 kind_of(const struct ss_fabric *f, const struct ss_source *s)
{
	return s->phase % collective(f)->kinds;
}

bool ss_phase_turn(const struct ss_fabric *f, u32 r)
{
	return f->source[r].phase / collective(f)->kinds & 1;
}

/* Packets that node @r has got for a phase of @kind, of this parity. */
static u32 *got(const struct ss_fabric *f, u32 r, u32 kind, bool turn)
{
	return &f->traffic->got[((size_t)r * collective(f)->kinds + kind) * 2 + turn];
}

/* Begin, in cycle @t, the phases that can: one with nothing to do is over at once. */
static void go_on(struct ss_fabric *f, u32 r, u64 t)
{
	const struct ss_collective *c = collective(f);
	struct ss_source *s = &f->source[r];

	while (s->phase < c->phases && !s->left) {
		u32 kind = kind_of(f, s), *have = got(f, r, kind, ss_phase_turn(f, r));

		if (*have < ss_collective_expects(c, r, kind) * c->batch)
			return;
		*have = 0;
		f->traffic->phase_done[(size_t)r * c->phases + s->phase++] = t;
		if (s->phase == c->phases)
			return;
		s->since = t;
		s->left = ss_collective_sends(c, r, kind_of(f, s)) * c->batch;
	}
}

void ss_phase_start(struct ss_fabric *f, u32 r)
{
	const struct ss_collective *c = collective(f);
	struct ss_source *s = &f->source[r];

	s->phase = 0;
	s->since = f->now;
	s->left = ss_collective_sends(c, r, 0) * c->batch;
	for (u32 i = 0; i < c->phases; i++)
		f->traffic->phase_done[(size_t)r * c->phases + i] = SS_NEVER;
	go_on(f, r, f->now);
}

u32 ss_phase_dest(const struct ss_fabric *f, u32 r)
{
	const struct ss_collective *c = collective(f);
	const struct ss_source *s = &f->source[r];
	u32 kind = kind_of(f, s);
	u32 message = ss_collective_sends(c, r, kind) - 1 - (s->left - 1) / c->batch;

	return ss_collective_dest(c, r, kind, message);
}

void ss_phase_sent(struct ss_fabric *f, u32 r, u64 t)
{
	f->source[r].left--;
	go_on(f, r, t + 1);
}

bool ss_phase_receive(struct ss_fabric *f, u32 r, const struct ss_packet *p, u64 t)
{
	u32 from = ss_header_source(&f->topo, p->header), phase = f->source[r].phase;

	++*got(f, r, ss_collective_kind(collective(f), from, r), p->turn);
	go_on(f, r, t + 1);
	return f->source[r].phase != phase;
}

u32 ss_phase_got(const struct ss_fabric *f, u32 r)
{
	u32 n = 0;

	for (u32 kind = 0; kind < collective(f)->kinds; kind++)
		n += *got(f, r, kind, 0) + *got(f, r, kind, 1);
	return n;
}

u32 ss_traffic_phases(const struct ss_fabric *f)
{
	return f->traffic ? collective(f)->phases : 0;
}

u64 ss_phase_done(const struct ss_fabric *f, u32 node, u32 phase)
{
	if (!f->source[node].sends)
		return SS_NEVER;
	return f->traffic->phase_done[(size_t)node * collective(f)->phases + phase];
}

// SPDX-License-Identifier: GPL-2.0-only
/*
 * The output side of a router: phase 4 of docs/model.md, section 4, and the
 * arbitration of section 5.
 */
#include "model.h"

#define M(name, right, wrong)	MUTATE(o->mutant, name, right, wrong)
#define MAX_SLOTS		(SS_PORTS * SS_MAX_VCS)

/* The slots among which an output arbitrates: input * VCs + VC. */
struct contest {
	u32 slots;
	u32 packets;		/* packets at the front of staging buffers */
	u32 candidates;		/* packets that have credits, and may be granted */
	bool candidate[MAX_SLOTS];
	struct new_age age[MAX_SLOTS];
};

bool channel_free(const struct channel *c, u64 t)
{
	u64 a = c->rate[0];

	return c->next <= a * t + a - 1;
}

/* Take a free channel in cycle @t; return the start of the first flit in units of the channel. */
u64 channel_take(struct channel *c, u64 t, u32 flits)
{
	u64 a = c->rate[0], b = c->rate[1];
	u64 start = c->next > a * t ? c->next : a * t;

	c->next = start + b * flits;
	return start;
}

static void gather(struct router *r, u32 port, struct contest *c)
{
	struct oracle *o = r->o;
	struct output *out = &r->out[port];

	c->slots = SS_PORTS * o->vcs;
	c->packets = 0;
	c->candidates = 0;
	for (u32 slot = 0; slot < c->slots; slot++) {
		u32 vc = slot % o->vcs;
		struct fifo *flits = &out->staging[slot / o->vcs][vc].flits;
		struct packet *p;

		c->candidate[slot] = false;
		if (!flits->count)
			continue;
		p = fifo_at(flits, 0)->packet;
		c->packets++;
		c->age[slot] = procedure_2(&r->aging, p->header);
		if (port == SEASTAR_PORT_PROC ? may_deliver(r->node, p) :
		    !M(LINK_DOWN, out->down, false) &&
		    out->credits[vc] >= M(CREDITS_NEEDED, o->cfg.max_packet, p->length)) {
			c->candidate[slot] = true;
			c->candidates++;
		} else if (out->credits[vc] > 0) {
			o->seen[SEEN_PARTIAL_CREDITS]++;
		}
	}
}

static u32 round_robin(const struct contest *c, u32 pointer)
{
	for (u32 i = 0; i < c->slots; i++) {
		u32 slot = (pointer + i) % c->slots;

		if (c->candidate[slot])
			return slot;
	}
	return c->slots;
}

/* Keep only the oldest packets as candidates; return their number: Procedure 2, line 12. */
static u32 keep_oldest(struct oracle *o, struct contest *c)
{
	u32 oldest = M(P2_12, 0, 255);
	u32 left = 0;

	for (u32 slot = 0; slot < c->slots; slot++) {
		u32 age = c->age[slot].age;

		if (c->candidate[slot] &&
		    M(P2_12, age > oldest, age < oldest))
			oldest = age;
	}
	for (u32 slot = 0; slot < c->slots; slot++) {
		if (c->candidate[slot] && c->age[slot].age != oldest)
			c->candidate[slot] = false;
		left += c->candidate[slot];
	}
	o->seen[is_staged(o) ? SEEN_STAGED_TIE : SEEN_AGE_TIE] += left > 1;
	return left;
}

/* Grant by one round robin over all slots, and move its pointer; return the winner. */
static u32 flat_grant(struct oracle *o, struct arbiter *a, const struct contest *c, bool by_age)
{
	u32 first = by_age ? M(AGE_FIRST, a->pointer, 0) : M(RR_FIRST, a->pointer, 0);
	u32 winner = round_robin(c, first);

	if (winner < a->pointer)
		o->seen[by_age ? SEEN_AGE_WRAPPED : SEEN_RR_WRAPPED]++;
	a->pointer = (winner + M(POINTER_AFTER, 1, 0)) % c->slots;
	return winner;
}

/*
 * Arbitrate, and return the winner's slot.  The arbiter of the other policy does not change.
 */
static u32 arbitrate(struct router *r, u32 port, struct contest *c)
{
	struct oracle *o = r->o;
	struct output *out = &r->out[port];
	struct decisions *decisions = &r->decisions[port];
	bool age_bit = r->select >> out->grants & 1;
	bool inhibit = r->aging.inhibit;
	bool by_age = M(INHIBIT_ARBITER, !inhibit, true) &&
		      M(SELECT_BIT, age_bit, !age_bit);
	struct arbiter *a = by_age ? &out->by_age : &out->by_turn;
	u32 winner;

	if (c->candidates > M(COUNT_CONTESTED, 1, 0))
		decisions->contested++;
	if (c->candidates > 1 && inhibit && M(COUNT_INHIBITED, age_bit, true))
		decisions->inhibited++;
	if (c->candidates > 1)
		o->seen[by_age ? SEEN_GRANT_AGE : age_bit && inhibit ?
			SEEN_GRANT_INHIBITED : SEEN_GRANT_RR]++;
	if (by_age && keep_oldest(o, c) > M(COUNT_TIED, 1, 2))
		decisions->tied++;
	winner = is_staged(o) ? staged_grant(o, a, c->candidate) : flat_grant(o, a, c, by_age);
	if (is_staged(o) ? M(STAGED_OTHER, false, true) : M(POINTER_OTHER, false, true)) {
		const struct arbiter both = *a;

		out->by_turn = both;
		out->by_age = both;
	}
	out->grants = (out->grants + M(GRANT_COUNTER, 1, by_age)) %
		      M(GRANT_MODULO, 64, 32);
	o->seen[SEEN_GRANT_COUNTER_WRAP] += out->grants == 0;
	return winner;
}

static void count_age(struct router *r, u32 port, u32 age)
{
	struct oracle *o = r->o;
	u32 bin = M(REG_BINS, age, age - 1) / 64 % 4;
	u64 *reg = &r->regs[port][SEASTAR_REG_AGE_GROUP0 + bin / 2];
	u32 low = *reg, high = *reg >> 32;

	if (bin % 2 == 0)
		low++;
	else
		high++;
	*reg = (u64)high << 32 | low;
	o->seen[SEEN_AGE_GROUP_0 + bin]++;
}

static void grant(struct router *r, u32 port, u32 slot, struct new_age age)
{
	struct oracle *o = r->o;
	struct output *out = &r->out[port];
	struct fifo *flits;

	out->in = slot / o->vcs;
	out->vc = slot % o->vcs;
	flits = &out->staging[out->in][out->vc].flits;
	out->sending = fifo_at(flits, 0)->packet;
	out->sent = 0;
	out->channel.next = M(EJECT_FRACTION, out->channel.next, 0);
	out->start = channel_take(&out->channel, o->now, out->sending->length);
	if (port != SEASTAR_PORT_PROC) {
		u64 late = sender_late(r, port, out->sending->length);

		out->start += late;
		out->channel.next += late;
		out->credits[out->vc] -= M(CREDITS_TAKEN, out->sending->length, 1);
	}
	if (port == SEASTAR_PORT_PROC && out->start % out->channel.rate[0])
		o->seen[SEEN_EJECT_FRACTION]++;
	o->seen[SEEN_ROLLOVER] += age.rollover;
	o->seen[SEEN_AGE_SATURATED] += age.saturation;
	if (age.age >= M(COUNT_SATURATED, 255, 254))
		r->decisions[port].saturated++;
	count_age(r, port, age.age);
	procedure_2_winner(&r->aging, &out->sending->header, age.age);
}

/* Send the next flit of the granted packet. */
static void send_flit(struct router *r, u32 port)
{
	struct oracle *o = r->o;
	struct output *out = &r->out[port];
	struct staging *s = &out->staging[out->in][out->vc];
	u64 a = out->channel.rate[0], b = out->channel.rate[1];
	struct packet *p = out->sending;
	struct flit f;

	if ((out->start + out->sent * b) / a != o->now)
		return;
	f = fifo_pop(&s->flits);
	s->taken--;
	out->sent++;
	if (out->sent == p->length)
		out->sending = NULL;
	if (port != SEASTAR_PORT_PROC) {
		f.vc = out->vc;
		f.cycle = o->now + o->cfg.link_delay;
		fifo_push(&r->neighbour[port]->in[opposite(port)].wire, f);
	} else if (!out->sending) {
		source_delivery(r->node, p);
	}
}

void arbitration(struct router *r)
{
	struct oracle *o = r->o;

	for (u32 port = 0; port < SS_PORTS; port++) {
		struct output *out = &r->out[port];

		if (channel_free(&out->channel, o->now)) {
			struct contest c;

			gather(r, port, &c);
			if (c.packets && !c.candidates)
				r->regs[port][SEASTAR_REG_STALLED] +=
					M(REG_STALLED, 1, 0);
			o->seen[SEEN_STALLED] += c.packets && !c.candidates;
			o->seen[SEEN_PARTLY_STALLED] += c.candidates &&
						c.candidates < c.packets;
			if (c.candidates) {
				u32 winner = arbitrate(r, port, &c);

				grant(r, port, winner, c.age[winner]);
			}
		}
		if (out->sending)
			send_flit(r, port);
	}
}

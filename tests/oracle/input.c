// SPDX-License-Identifier: GPL-2.0-only
/*
 * The input side of a router: phases 2 and 3 of docs/model.md, section 4.
 */
#include <stdlib.h>

#include "model.h"

#define M(name, right, wrong)	MUTATE(o->mutant, name, right, wrong)

u32 vc_register(const struct oracle *o, u32 vc)
{
	u32 vcs = o->cfg.vcs, half = vcs / 2;
	bool past = half != 0 && vc % vcs >= half;

	return 2 * (vc / vcs) + M(REG_SIDE, past, 0);
}

static void header_arrives(struct router *r, u32 port, u32 vc,
			   struct packet *p)
{
	struct oracle *o = r->o;
	bool request = vc < o->cfg.vcs;
	u32 bias = request ? r->aging.REQ_AGE_BIAS[port] :
			     r->aging.RSP_AGE_BIAS[port];

	if ((p->header & SS_AGE_MASK) + bias > SS_AGE_MAX)
		o->seen[SEEN_BIAS_SATURATED]++;
	if (p->source > 127)
		o->seen[SEEN_SOURCE_HIGH]++;
	r->regs[port][SEASTAR_REG_VC0_PKTS + vc_register(o, vc)] +=
		M(REG_PKTS, 1, p->length);
	procedure_1(&r->aging, &p->header, request, port);
	if (p->header & SS_AGE_BORROW)
		o->seen[SEEN_BORROW]++;
}

void flit_arrives(struct router *r, u32 port, struct flit f)
{
	struct oracle *o = r->o;

	if (f.index == 0)
		header_arrives(r, port, f.vc, f.packet);
	r->regs[port][SEASTAR_REG_VC0_FLITS + vc_register(o, f.vc)] +=
		M(REG_FLITS, 1, f.index > 0);
	fifo_push(&r->in[port].buffer[f.vc], f);
}

void arrivals(struct router *r)
{
	struct oracle *o = r->o;

	for (u32 port = 0; port < SS_PORTS; port++) {
		struct fifo *wire = &r->in[port].wire;

		while (wire->count && fifo_at(wire, 0)->cycle == o->now)
			flit_arrives(r, port, fifo_pop(wire));
		for (u32 vc = 0; vc < o->vcs; vc++) {
			struct output *out = &r->out[port];
			struct fifo *back = &out->credit_wire[vc];

			while (back->count && fifo_at(back, 0)->cycle == o->now) {
				fifo_pop(back);
				out->credits[vc]++;
			}
		}
	}
}

/* Send a credit to the sender for a flit that leaves the buffer of (@port, @vc). */
static void send_credit(struct router *r, u32 port, u32 vc)
{
	struct oracle *o = r->o;

	if (port == SEASTAR_PORT_PROC) {
		r->node->source.room[vc]++;
		return;
	}
	fifo_push(&r->neighbour[port]->out[opposite(port)].credit_wire[vc],
		  (struct flit){ .cycle = o->now + o->cfg.link_delay +
					  M(CREDIT_DELAY, 0, 1) });
}

/* Drop a flit; the tail frees the packet. */
static void drop_flit(struct router *r, struct flit f)
{
	if (f.index == 0) {
		f.packet->dropped = true;
		procedure_2_winner(&r->aging, &f.packet->header, 0);
	}
	if (f.tail)
		free(f.packet);
}

/* Move a flit over the crossbar. */
static void pass_flit(struct router *r, u32 port)
{
	struct input *in = &r->in[port];
	struct flit f = fifo_pop(&in->buffer[in->vc]);

	if (f.index == 0 && in->buffer[in->vc].count + 1 < f.packet->length)
		r->o->seen[SEEN_CUT_THROUGH]++;
	if (in->out == NOWHERE)
		drop_flit(r, f);
	else
		fifo_push(&r->out[in->out].staging[port][in->out_vc].flits, f);
	send_credit(r, port, in->vc);
	in->left[in->vc] = r->o->now;
	in->passing--;
}

static void start_passing(struct router *r, u32 port, u32 vc, u32 out,
			  u32 out_vc)
{
	struct oracle *o = r->o;
	struct input *in = &r->in[port];
	struct packet *p = fifo_at(&in->buffer[vc], 0)->packet;
	struct staging *s;

	in->vc = vc;
	in->out = out;
	in->out_vc = out_vc;
	in->passing = p->length;
	if (out == NOWHERE)
		return;
	s = &r->out[out].staging[port][out_vc];
	if (s->flits.count) {
		o->seen[SEEN_STAGING_TWO]++;
		if (fifo_at(&s->flits, s->flits.count - 1)->vc != vc)
			o->seen[SEEN_STAGING_MERGE]++;
	}
	s->taken += p->length;
}

/* Return true if the front of (@port, @vc) is a header whose routing is complete. */
static bool routed(const struct router *r, u32 port, u32 vc)
{
	const struct oracle *o = r->o;
	const struct fifo *buffer = &r->in[port].buffer[vc];
	u64 delay = o->cfg.router_delay + M(ROUTER_DELAY, 0, 1), from, left;

	if (!buffer->count || fifo_at(buffer, 0)->index)
		return false;
	from = fifo_at(buffer, 0)->cycle;
	left = M(ROUTER_SERIAL, from, r->in[port].left[vc]);
	return (from > left ? from : left) + delay <= o->now;
}

static bool staging_full(struct router *r, const struct staging *s,
			 const struct packet *p)
{
	struct oracle *o = r->o;
	u32 room = o->cfg.seastar.staging_depth - s->taken;

	if (room < o->cfg.max_packet && room >= p->length)
		o->seen[SEEN_BLOCKED_PARTLY]++;
	return room < M(STAGING_ROOM, o->cfg.max_packet, p->length);
}

/* Choose one of the VCs that are @ready; o->vcs: none is. */
static u32 choose_vc(struct oracle *o, struct input *in, const bool ready[SS_MAX_VCS])
{
	u32 contest = 0, winner = o->vcs;

	for (u32 vc = 0; vc < o->vcs; vc++)
		contest += ready[vc];
	if (!contest)
		return winner;
	if (M(STAGED_MOVE, is_staged(o), false)) {
		o->seen[SEEN_STAGED_MOVE] += contest > 1;
		return turns_grant(o, &in->turns, ready);
	}
	o->seen[SEEN_INPUT_CONTEST] += contest > 1;
	for (u32 i = 0; i < o->vcs && winner == o->vcs; i++) {
		u32 vc = (M(INPUT_FIRST, in->pointer, 0) + i) % o->vcs;

		if (ready[vc])
			winner = vc;
	}
	in->pointer = (winner + M(INPUT_POINTER, 1, 0)) % o->vcs;
	return winner;
}

static void to_staging_from(struct router *r, u32 port)
{
	struct oracle *o = r->o;
	struct input *in = &r->in[port];
	u32 out[SS_MAX_VCS], out_vc[SS_MAX_VCS];
	enum ss_drop drop[SS_MAX_VCS];
	bool ready[SS_MAX_VCS] = { false };
	u32 blocked = 0;

	for (u32 vc = 0; vc < o->vcs; vc++) {
		struct packet *p;

		if (!routed(r, port, vc))
			continue;
		p = fifo_at(&in->buffer[vc], 0)->packet;
		drop[vc] = route(r, port, vc, p->dest, &out[vc], &out_vc[vc]);
		if (drop[vc])
			out[vc] = NOWHERE;
		ready[vc] = drop[vc] ||
			    !staging_full(r, &r->out[out[vc]].staging[port][out_vc[vc]], p);
		if (ready[vc])
			continue;
		blocked++;
		if (M(BLOCKED_BUSY, true, !in->passing))
			r->regs[port][SEASTAR_REG_VC0_BLOCKED +
				      vc_register(o, vc)] += M(REG_BLOCKED, 1, 0);
	}
	o->seen[SEEN_BLOCKED] += blocked > 0;
	o->seen[SEEN_BLOCKED_TWICE] += blocked > 1;

	if (!in->passing) {
		u32 vc = choose_vc(o, in, ready);

		if (vc < o->vcs) {
			r->dropped[drop[vc]]++;
			start_passing(r, port, vc, out[vc], out_vc[vc]);
		}
	}
	if (in->passing)
		pass_flit(r, port);
}

void to_staging(struct router *r)
{
	for (u32 port = 0; port < SS_PORTS; port++)
		to_staging_from(r, port);
}

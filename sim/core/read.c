// SPDX-License-Identifier: GPL-2.0-only
/*
 * Registers and statistics as they stand before cycle now: what the engine
 * keeps ahead of time or leaves open is corrected here.
 */
#include "engine.h"

/* Cycles before cycle @t that heads of @vc were blocked. */
static u64 blocked_before(const struct ss_vc *vc, u64 t)
{
	if (vc->state != SS_HEAD_BLOCKED)
		return vc->blocked;
	return vc->blocked + (vc->when < t ? vc->when : t);
}

/* Count what has arrived in @vc before cycle @t and is still there. */
static void count_arrived(const struct ss_fabric *f, const struct ss_vc *vc,
			  u64 t, u64 *pkts, u64 *flits)
{
	for (u32 i = vc->first; i && f->pool[i].arrival < t; i = f->pool[i].next) {
		u64 since = t - f->pool[i].arrival;
		u32 len = ss_packet_flits(&f->pool[i]);

		*pkts += 1;
		*flits += since < len ? since : len;
	}
}

static void read_input(const struct ss_fabric *f, u32 input, u64 *reg)
{
	const struct ss_input *in = ss_input_at(f, input);
	u64 t = f->now;

	for (u32 v = 0; v < ss_vcs(f); v++) {
		const struct ss_vc *vc = ss_vc_at(f, input, v);
		u64 *blocked = &reg[SEASTAR_REG_VC0_BLOCKED + ss_vc_reg(f, v)];
		u64 *pkts = &reg[SEASTAR_REG_VC0_PKTS + ss_vc_reg(f, v)];
		u64 *flits = &reg[SEASTAR_REG_VC0_FLITS + ss_vc_reg(f, v)];

		*blocked += blocked_before(vc, t);
		*pkts += vc->pkts;
		*flits += vc->flits;
		count_arrived(f, vc, t, pkts, flits);
	}
	/* the packet moved last may still be arriving: virtual cut-through */
	if (in->tail > t)
		reg[SEASTAR_REG_VC0_FLITS + ss_vc_reg(f, in->tail_vc)] -=
			in->tail - t;
}

static void read_output(const struct ss_fabric *f, u32 output, u64 *reg)
{
	const struct ss_router *r = ss_router_at(f, SS_PORT_ROUTER(output));
	const struct ss_output *o = &r->output[SS_PORT_OF(output)];
	const struct ss_tally *tally = &r->tally[SS_PORT_OF(output)];

	reg[SEASTAR_REG_STALLED] = tally->stalled;
	if (o->is_stalled)
		reg[SEASTAR_REG_STALLED] += f->now - tally->stalled_since;
	reg[SEASTAR_REG_AGE_GROUP0] = (u64)tally->age_bin[1] << 32 | tally->age_bin[0];
	reg[SEASTAR_REG_AGE_GROUP1] = (u64)tally->age_bin[3] << 32 | tally->age_bin[2];
}

void ss_read_port_regs(const struct ss_fabric *f, u32 router, u32 port,
		       u64 regs[SEASTAR_REGS])
{
	memset(regs, 0, sizeof(u64) * SEASTAR_REGS);
	read_input(f, SS_PORT_ID(router, port), regs);
	read_output(f, SS_PORT_ID(router, port), regs);
}

void ss_read_regs(const struct ss_fabric *f, u32 router,
		  u64 regs[SS_PORTS][SEASTAR_REGS])
{
	for (u32 port = 0; port < SS_PORTS; port++)
		ss_read_port_regs(f, router, port, regs[port]);
}

u64 ss_read_waited(const struct ss_fabric *f, u32 router, u32 port)
{
	return ss_router_at(f, router)->tally[port].waited;
}

bool ss_source_sends(const struct ss_fabric *f, u32 router)
{
	return f->source[router].sends;
}

/* The head of an input buffer waits for staging space that nobody has promised. */
static bool head_waits(const struct ss_fabric *f, const struct ss_buffer *b,
		       struct ss_buffer *next)
{
	const struct ss_vc *vc = ss_vc_at(f, SS_PORT_ID(b->router, b->port), b->vc);

	if (vc->state != SS_HEAD_BLOCKED || vc->when != SS_NEVER)
		return false;
	next->router = b->router;
	next->port = vc->out;
	next->vc = vc->slot & (ss_vcs(f) - 1);
	next->staging = true;
	next->input = b->port;
	return true;
}

/* The front of a staging buffer waits for credits that nobody has sent. */
static bool front_waits(const struct ss_fabric *f, const struct ss_buffer *b,
			struct ss_buffer *next)
{
	struct ss_router *r = ss_router_at(f, b->router);
	const struct ss_output *o = &r->output[b->port];
	u32 slot = (u32)b->input << f->vc_shift | b->vc, want = f->cfg.max_packet;

	if (b->port == SEASTAR_PORT_PROC || !ss_staging_of(r, b->port, slot, f->vc_shift)->last)
		return false;
	if (o->credits.have[b->vc] >= (int)want ||
	    ss_credits_when(&o->credits, ss_ramps_of(f, r, b->port, f->vc_shift), f->ramps_size,
			    b->vc, want) != SS_NEVER)
		return false;
	next->router = SS_PORT_ROUTER(o->peer);
	next->port = SS_PORT_OF(o->peer);
	next->vc = b->vc;
	next->staging = false;
	next->input = 0;
	return true;
}

bool ss_waits_for(const struct ss_fabric *f, const struct ss_buffer *b,
		  struct ss_buffer *next)
{
	return b->staging ? front_waits(f, b, next) : head_waits(f, b, next);
}

void ss_read_source(struct ss_fabric *f, u32 router, struct ss_source_stats *s)
{
	const struct ss_source *source = &f->source[router];

	ss_source_count(f, router, f->now);
	*s = source->stats;
	s->stat[SEASTAR_SRC_DROPPED] = source->dropped + source->replies_lost;
	s->stat[SEASTAR_SRC_INJECTED] = source->injected + source->replied;
	s->stat[SEASTAR_SRC_OFFERED] = source->dropped + source->injected + source->replies +
		ss_source_queued(f, router, f->now);
	s->replies = source->replies;
}

void ss_reset_sources(struct ss_fabric *f)
{
	for (u32 r = 0; r < f->topo.routers; r++) {
		memset(&f->source[r].stats, 0, sizeof(f->source[r].stats));
		ss_relax();
	}
}

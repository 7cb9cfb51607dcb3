// SPDX-License-Identifier: GPL-2.0-only
/*
 * Readings of a router at the beginning of the present cycle: its registers, its oldest packet, and
 * the buffers that packets wait for.
 */
#include "sim/core/topology_view.h"

#include "visit.h"

u32 vcr_state(const struct vcr_router *rt, const struct vcr_vc *vc)
{
	if (!vc->first)
		return VCR_IDLE;
	return rt->waiting.word[vc->slot / 64] >> vc->slot % 64 & 1 ? VCR_WAITING : VCR_ACTIVE;
}

static void read_port(const struct ss_fabric *f, struct vcr_router *rt, u32 port, u64 *reg,
		      struct ss_passed *passed)
{
	const struct vcr_tally *tally = &rt->tally[port];

	for (u32 v = 0; v < vcr_fabric(f)->vcs; v++) {
		const struct vcr_vc *vc = vcr_vc_of(f, rt, port, v);

		reg[SEASTAR_REG_VC0_PKTS + vc->reg] += vc->pkts;
		reg[SEASTAR_REG_VC0_FLITS + vc->reg] += vc->arrived;
		reg[SEASTAR_REG_VC0_BLOCKED + vc->reg] += vc->blocked;
		if (vcr_state(rt, vc) == VCR_WAITING && vc->when < f->now)
			reg[SEASTAR_REG_VC0_BLOCKED + vc->reg] += f->now - vc->when;
	}
	reg[SEASTAR_REG_STALLED] += tally->stalled;
	if (rt->stalled >> port & 1)
		reg[SEASTAR_REG_STALLED] += f->now - tally->stalled_since;
	passed->packets += tally->sent;
	passed->waited += tally->waited;
}

void vcr_read(const struct ss_fabric *f, u32 router, u64 regs[SS_PORTS][SEASTAR_REGS],
	      struct ss_passed passed[SS_PORTS])
{
	memset(regs, 0, SS_PORTS * sizeof(*regs));
	memset(passed, 0, SS_PORTS * sizeof(*passed));
	for (u32 port = 0; port < vcr_ports(f); port++) {
		u32 row = f->topo.ops->view->row_of(&f->topo, router, port);

		read_port(f, vcr_router_at(f, router), port, regs[row], &passed[row]);
	}
}

/* Return the earliest of @birth and the births of the packets in @due, a cycle's arrivals. */
static u64 oldest_due(const struct ss_fabric *f, const struct vcr_due *due, u64 birth)
{
	for (u32 i = 0; i < due->flits; i++)
		if (due->head[i])
			birth = ss_older(f, due->head[i], birth);
	for (u32 nth = 0; nth < VCR_NODES; nth++)
		if (due->delivered[nth])
			birth = ss_older(f, due->delivered[nth], birth);
	return birth;
}

u64 vcr_oldest(const struct ss_fabric *f, u32 router, u64 birth)
{
	struct vcr_router *rt = vcr_router_at(f, router);

	for (u32 port = 0; port < vcr_ports(f); port++) {
		for (u32 v = 0; v < vcr_fabric(f)->vcs; v++) {
			const struct vcr_vc *vc = vcr_vc_of(f, rt, port, v);

			for (u32 i = vc->first; i; i = i == vc->last ? 0 : f->pool[i].next)
				birth = ss_older(f, i, birth);
		}
	}
	for (u32 i = 0; i <= vcr_fabric(f)->due_mask; i++)
		birth = oldest_due(f, vcr_due_of(f, rt, i), birth);
	for (u32 nth = 0; nth < vcr_nodes(rt); nth++)
		if (rt->injector[nth].packet)
			birth = ss_older(f, rt->injector[nth].packet, birth);
	return birth;
}

/* Return true if a flit is on its way to VC @vc of input @port. */
static bool is_flit_due(const struct ss_fabric *f, struct vcr_router *rt, u32 port, u32 vc)
{
	u32 slot = vcr_slot(f, port, vc);

	for (u32 i = 0; i <= vcr_fabric(f)->due_mask; i++) {
		const struct vcr_due *due = vcr_due_of(f, rt, i);

		for (u32 n = 0; n < due->flits; n++)
			if (due->flit[n] == slot)
				return true;
	}
	return false;
}

u32 vcr_credits(const struct ss_fabric *f, struct vcr_router *rt, u32 port, u32 vc)
{
	u32 slot = vcr_slot(f, port, vc);
	u64 first;

	return rt->out_vc[slot].credits -
	       vcr_credits_after(f, rt, port, slot, f->now - 1, &first);
}

/*
 * Return true if VC @vc of output @port has fewer than @needs credits, and none is on its way.
 */
static bool lacks_credits(const struct ss_fabric *f, struct vcr_router *rt, u32 port, u32 vc,
			  u32 needs)
{
	u32 credits = vcr_credits(f, rt, port, vc);

	return credits < needs && credits == vcr_out_vc_of(f, rt, port, vc)->credits;
}

static struct ss_buffer buffer(u32 router, u32 port, u32 vc)
{
	return (struct ss_buffer){ .router = router, .port = port, .vc = vc };
}

const struct vcr_vc *vcr_holder(struct vcr_router *rt, u32 port, u32 vc)
{
	const struct vcr_vc *in = vcr_vcs_of(rt);

	if (rt->free[port] >> vc & 1)
		return NULL;
	while (vcr_state(rt, in) != VCR_ACTIVE || in->way.out != port || in->out_vc != vc)
		in++;
	return in;
}

/*
 * Find the buffers that the first packet of @vc waits for while it requests a VC.  These are,
 * for each VC that it may use, the buffer whose packet holds the VC.  If the VC is free, it is the
 * buffer behind it, which lacks room for the packet.  Returns their number, or 0 if the packet does
 * not wait.
 */
static u32 waits_for_vc(const struct ss_fabric *f, struct vcr_router *rt, const struct ss_buffer *b,
			const struct vcr_vc *vc, struct ss_buffer *next)
{
	u32 needs, n = 0;

	if (vc->when >= f->now)
		return 0;
	needs = ss_flow_needs(f->cfg.vc.flow, ss_packet_flits(&f->pool[vc->first]));
	for (u32 set = vc->way.wants; set; set &= set - 1) {
		const struct vcr_vc *holder = vcr_holder(rt, vc->way.out, ss_lowest(set));

		if (holder) {
			next[n++] = buffer(b->router, holder->port, holder->vc);
		} else if (!vcr_is_node(rt, vc->way.out) &&
			   lacks_credits(f, rt, vc->way.out, ss_lowest(set), needs)) {
			u32 to = f->wire[VCR_PORT_ID(b->router, vc->way.out)].to;

			next[n++] = buffer(VCR_PORT_ROUTER(to), VCR_PORT_OF(to), ss_lowest(set));
		} else {
			return 0;
		}
	}
	return n;
}

/*
 * Find the output VC upstream from which the empty input buffer @b waits for the rest of its first
 * packet.  Returns 1, or 0 if @b is a node's or a flit is on its way.
 */
static u32 waits_for_flits(const struct ss_fabric *f, struct vcr_router *rt,
			   const struct ss_buffer *b, struct ss_buffer *next)
{
	u32 from = f->wire[VCR_PORT_ID(b->router, b->port)].to;

	if (vcr_is_node(rt, b->port) || is_flit_due(f, rt, b->port, b->vc))
		return 0;
	*next = buffer(VCR_PORT_ROUTER(from), VCR_PORT_OF(from), b->vc);
	next->output = true;
	return 1;
}

/* Find the input buffer whose packet holds output VC @b.  Returns 1, or 0 if the VC is free. */
static u32 waits_for_holder(struct vcr_router *rt, const struct ss_buffer *b,
			    struct ss_buffer *next)
{
	const struct vcr_vc *holder = vcr_holder(rt, b->port, b->vc);

	if (!holder)
		return 0;
	*next = buffer(b->router, holder->port, holder->vc);
	return 1;
}

u32 vcr_waits_for(const struct ss_fabric *f, const struct ss_buffer *b, struct ss_buffer *next,
		  struct ss_buffer *between)
{
	struct vcr_router *rt = vcr_router_at(f, b->router);
	const struct vcr_vc *vc = vcr_vc_of(f, rt, b->port, b->vc);
	u32 to;

	(void)between;
	if (b->output)
		return waits_for_holder(rt, b, next);
	if (vcr_state(rt, vc) == VCR_WAITING)
		return waits_for_vc(f, rt, b, vc, next);
	if (vcr_state(rt, vc) == VCR_IDLE)
		return 0;
	if (!vc->flits)
		return waits_for_flits(f, rt, b, next);
	if (vcr_is_node(rt, vc->way.out) || !lacks_credits(f, rt, vc->way.out, vc->out_vc, 1))
		return 0;
	to = f->wire[VCR_PORT_ID(b->router, vc->way.out)].to;
	*next = buffer(VCR_PORT_ROUTER(to), VCR_PORT_OF(to), vc->out_vc);
	return 1;
}

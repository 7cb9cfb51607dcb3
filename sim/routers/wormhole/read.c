// SPDX-License-Identifier: GPL-2.0-only
/*
 * Readings of a router at the beginning of the present cycle: its registers, its oldest packet, and
 * the buffers that packets wait for.
 */
#include "router.h"

static void read_port(const struct ss_fabric *f, struct whr_router *rt, u32 port, u64 *reg,
		      struct ss_passed *passed)
{
	const struct whr_tally *tally = &rt->tally[port];

	for (u32 i = 0; i < WHR_REGISTERS; i++) {
		reg[SEASTAR_REG_VC0_PKTS + i] = tally->pkts[i];
		reg[SEASTAR_REG_VC0_BLOCKED + i] = tally->blocked[i];
	}
	for (u32 slot = port << 3; slot < (port + 1) << 3; slot++) {
		const struct whr_in *in = whr_in_of(rt, slot);
		u32 which = WHR_VC(slot) < f->cfg.vcs ? whr_register(f, slot) : 0;

		reg[SEASTAR_REG_VC0_FLITS + which] += in->came;
		if (rt->asking >> slot & 1)
			reg[SEASTAR_REG_VC0_BLOCKED + which] += f->now - in->asked;
	}
	reg[SEASTAR_REG_STALLED] = tally->stalled;
	for (u32 c = 0; c < SS_CLASSES; c++) {
		u32 slot = WHR_SLOT(port, c, 0);

		if (rt->stalled >> slot & 1)
			reg[SEASTAR_REG_STALLED] += f->now - rt->stalled_since[WHR_LINK(slot)];
	}
	passed->packets = tally->sent;
	passed->waited = tally->waited;
}

void whr_read(const struct ss_fabric *f, u32 router, u64 regs[SS_PORTS][SEASTAR_REGS],
	      struct ss_passed passed[SS_PORTS])
{
	memset(regs, 0, SS_PORTS * sizeof(*regs));
	for (u32 port = 0; port < SS_PORTS; port++)
		read_port(f, whr_router_at(f, router), port, regs[port], &passed[port]);
}

/* Return the earliest of @birth and the births of the packets in @due, a cycle's arrivals. */
static u64 oldest_due(const struct ss_fabric *f, const struct whr_due *due, u64 birth)
{
	for (u64 set = due->heads; set; set &= set - 1)
		birth = ss_older(f, due->packet[WHR_LINK(ss_lowest(set))], birth);
	for (u32 c = 0; c < SS_CLASSES; c++)
		if (due->delivered[c])
			birth = ss_older(f, due->delivered[c], birth);
	return birth;
}

u64 whr_oldest(const struct ss_fabric *f, u32 router, u64 birth)
{
	struct whr_router *rt = whr_router_at(f, router);

	for (u32 slot = 0; slot < WHR_SLOTS; slot++) {
		const struct whr_in *in = whr_in_of(rt, slot);

		for (u32 i = in->first; i; i = i == in->last ? 0 : f->pool[i].next)
			birth = ss_older(f, i, birth);
	}
	for (u32 i = 0; i < 1U << whr_fabric(f)->due; i++)
		birth = oldest_due(f, whr_due_of(f, rt, i), birth);
	return rt->injector.packet ? ss_older(f, rt->injector.packet, birth) : birth;
}

/* Return true if a flit is on its way to input @slot or, if @credit, a credit to output @slot. */
static bool is_due(const struct ss_fabric *f, struct whr_router *rt, u32 slot, bool credit)
{
	for (u32 i = 0; i < 1U << whr_fabric(f)->due; i++) {
		const struct whr_due *due = whr_due_of(f, rt, i);

		if ((credit ? due->credits : due->flits) >> slot & 1)
			return true;
	}
	return false;
}

static struct ss_buffer buffer_of(const struct ss_fabric *f, u32 router, u32 slot)
{
	return (struct ss_buffer){
		.router = router, .port = WHR_PORT(slot), .vc = whr_vc(f, slot)
	};
}

/* Return the VC at the other end of @slot's link: an input queue or, if @output, an output. */
static struct ss_buffer beyond(const struct ss_fabric *f, u32 router, u32 slot, bool output)
{
	u32 to = f->wire[SS_PORT_ID(router, WHR_PORT(slot))].to;
	struct ss_buffer b = buffer_of(f, SS_PORT_ROUTER(to),
				       SS_PORT_OF(to) << 3 | WHR_IN_PORT(slot));

	b.output = output;
	return b;
}

/*
 * Find the buffers that the first packet of @in waits for, which requests an output.  For each
 * output that it may use, that is the queue whose packet holds the output or, if the output is
 * free, the queue behind it, which lacks room.  Returns their number, or 0 if the packet does not
 * wait.
 */
static u32 waits_for_outputs(const struct ss_fabric *f, struct whr_router *rt, u32 router,
			     const struct whr_in *in, struct ss_buffer *next)
{
	if (in->asked >= f->now)
		return 0;
	for (u32 i = 0; i < in->options; i++) {
		u32 slot = in->list[i];

		if (whr_is_available(f, rt, in, slot))
			return 0;
		if (rt->taken >> slot & 1) {
			next[i] = buffer_of(f, router, whr_out_of(rt, slot)->holder);
			continue;
		}
		if (is_due(f, rt, slot, true))
			return 0;
		next[i] = beyond(f, router, slot, false);
	}
	return in->options;
}

u32 whr_waits_for(const struct ss_fabric *f, const struct ss_buffer *b, struct ss_buffer *next,
		  struct ss_buffer *between)
{
	struct whr_router *rt = whr_router_at(f, b->router);
	u32 slot = whr_slot(f, b->port, b->vc);
	const struct whr_in *in = whr_in_of(rt, slot);

	(void)between;
	if (b->output) {
		if (!(rt->taken >> slot & 1))
			return 0;
		*next = buffer_of(f, b->router, whr_out_of(rt, slot)->holder);
		return 1;
	}
	if (in->state == WHR_ASKING)
		return waits_for_outputs(f, rt, b->router, in, next);
	if (in->state != WHR_OPEN)
		return 0;
	if (!in->flits) {
		/* the packet waits for its own flits, in the queue upstream that holds this VC */
		if (b->port == SEASTAR_PORT_PROC || is_due(f, rt, slot, false))
			return 0;
		*next = beyond(f, b->router, slot, true);
		return 1;
	}
	if (rt->credit >> in->out & 1 || is_due(f, rt, in->out, true))
		return 0;
	*next = beyond(f, b->router, in->out, false);
	return 1;
}

// SPDX-License-Identifier: GPL-2.0-only
/*
 * Registers as they stand before cycle now, and who waits for whom.
 */
#include "hop.h"

void trs_read(const struct ss_fabric *f, u32 router, u64 regs[SS_PORTS][SEASTAR_REGS],
	      struct ss_passed passed[SS_PORTS])
{
	const struct trs_router *rt = trs_router_at(f, router);

	memset(regs, 0, SS_PORTS * sizeof(*regs));
	for (u32 port = 0; port < SS_PORTS; port++) {
		const struct trs_output *o = &rt->output[port];
		u64 *reg = regs[port];

		for (u32 vc = 0; vc < SS_TORUS_VCS; vc++) {
			const struct trs_queue *q = &rt->queue[TRS_SLOT(port, vc)];

			reg[SEASTAR_REG_VC0_PKTS + vc] = q->entered;
			reg[SEASTAR_REG_VC0_FLITS + vc] = q->entered;
			reg[SEASTAR_REG_VC0_BLOCKED + vc] = q->blocked;
			if (q->flits)
				reg[SEASTAR_REG_VC0_BLOCKED + vc] += f->now - q->since;
		}
		reg[SEASTAR_REG_STALLED] = o->full;
		if (port != SEASTAR_PORT_PROC && !o->all)
			reg[SEASTAR_REG_STALLED] += f->now - o->full_since;
		passed[port].packets = o->sent;
		passed[port].waited = o->waited;
	}
}

u64 trs_oldest(const struct ss_fabric *f, u32 router, u64 birth)
{
	const struct trs_router *rt = trs_router_at(f, router);

	for (u32 set = rt->busy; set; set &= set - 1)
		birth = ss_oldest_in_list(f, rt->queue[ss_lowest(set)].first, birth);
	if (trs_fabric(f)->injection) {
		const struct trs_injection *in = &trs_fabric(f)->injection[router];

		for (u32 set = in->ways; set; set &= set - 1)
			birth = ss_oldest_in_list(f, in->first[ss_lowest(set)], birth);
	}
	return birth;
}

/* The packet at the front waits for a place in any of the queues that it may enter. */
u32 trs_waits_for(const struct ss_fabric *f, const struct ss_buffer *b, struct ss_buffer *next,
		  struct ss_buffer *between)
{
	const struct trs_fabric *tf = trs_fabric(f);
	const struct trs_router *rt = trs_router_at(f, b->router);
	const struct trs_queue *q = &rt->queue[TRS_SLOT(b->port, b->vc)];
	u64 header, from, to, at = tf->place[b->router];
	u32 n = 0;
	bool lowest = true;

	(void)between;
	if (b->output || !q->flits)
		return 0;
	header = f->pool[q->first].header;
	from = tf->place[SS_HDR_SOURCE(header)];
	to = tf->place[SS_HDR_GET(header, DEST)];
	for (u32 d = 0; d < SS_DIMS; d++) {
		u32 minus = header >> d & 1, port = ss_dim_port(d, !minus), input, star;

		if (!ss_place_at(at ^ to, d))
			continue;
		input = f->wire[SS_PORT_ID(b->router, port)].to;
		star = ss_star(ss_place_at(at, d), ss_place_at(from, d), tf->last[d], minus);
		for (u32 vc = 0; vc < SS_TORUS_VCS; vc++) {
			if (vc != SS_STAR_NONE && (!lowest || vc != star))
				continue;
			if (rt->output[port].free[vc])
				return 0;
			next[n++] = (struct ss_buffer){
				.router = SS_PORT_ROUTER(input), .port = SS_PORT_OF(input),
				.vc = vc,
			};
		}
		lowest = false;
	}
	return n;
}

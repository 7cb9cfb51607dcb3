// SPDX-License-Identifier: GPL-2.0-only
/*
 * Readings of registers as of the beginning of the present cycle, and of packets that wait for
 * others.
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

/*
 * Return the queues that packet @i may enter from router @r, as bits by the slot of output and VC.
 */
static u32 trs_may_enter(const struct ss_fabric *f, u32 r, u32 i)
{
	const struct trs_fabric *tf = trs_fabric(f);
	u64 header = f->pool[i].header, at = tf->place[r];
	u64 from = tf->place[SS_HDR_SOURCE(header)], to = tf->place[SS_HDR_GET(header, DEST)];
	bool lowest = true;
	u32 slots = 0;

	for (u32 d = 0; d < SS_DIMS; d++) {
		u32 minus = header >> d & 1, port = ss_dim_port(d, !minus), star;

		if (!ss_place_at(at ^ to, d))
			continue;
		star = ss_star(ss_place_at(at, d), ss_place_at(from, d), tf->last[d], minus);
		slots |= 1U << TRS_SLOT(port, SS_STAR_NONE);
		if (trs_has_stars(trs_fabric(f), at ^ to, d, lowest))
			slots |= 1U << TRS_SLOT(port, star);
		lowest = false;
	}
	return slots;
}

/*
 * Find the queues that the packets of a queue which may leave it wait for: any queue that they may
 * enter.
 */
u32 trs_waits_for(const struct ss_fabric *f, const struct ss_buffer *b, struct ss_buffer *next,
		  struct ss_buffer *between)
{
	const struct trs_router *rt = trs_router_at(f, b->router);
	const struct trs_queue *q = &rt->queue[TRS_SLOT(b->port, b->vc)];
	bool all = f->cfg.torus.discipline == SS_DISCIPLINE_OLDEST;
	u32 n = 0, slots = 0;

	(void)between;
	if (b->output || !q->flits)
		return 0;
	for (u32 i = q->first, left = all ? q->flits : 1; left; i = f->pool[i].next, left--) {
		if (SS_HDR_GET(f->pool[i].header, DEST) == b->router)
			return 0;
		slots |= trs_may_enter(f, b->router, i);
	}
	for (; slots; slots &= slots - 1) {
		u32 slot = ss_lowest(slots);
		u32 input = f->wire[SS_PORT_ID(b->router, TRS_SLOT_PORT(slot))].to;

		if (rt->output[TRS_SLOT_PORT(slot)].free[TRS_SLOT_VC(slot)])
			return 0;
		next[n++] = (struct ss_buffer){
			.router = SS_PORT_ROUTER(input), .port = SS_PORT_OF(input),
			.vc = TRS_SLOT_VC(slot),
		};
	}
	return n;
}

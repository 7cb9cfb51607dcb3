// SPDX-License-Identifier: GPL-2.0-only
/*
 * A router's state as a list of words (docs/model.md, section 8).
 */
#include "router.h"

static void trs_put_queue(const struct ss_fabric *f, const struct trs_queue *q,
			  const struct ss_sink *to)
{
	ss_put(to, q->flits);
	for (u32 i = q->first, n = q->flits; n; i = f->pool[i].next, n--)
		ss_put_packet(to, &f->pool[i]);
	if (q->flits)
		ss_put(to, f->now - q->since);
}

void trs_emit(struct ss_fabric *f, u32 router, const struct ss_sink *to)
{
	const struct trs_router *rt = trs_router_at(f, router);

	for (u32 port = SEASTAR_PORT_XP; port < SS_PORTS; port++) {
		for (u32 vc = 0; vc < SS_TORUS_VCS; vc++) {
			trs_put_queue(f, &rt->queue[TRS_SLOT(port, vc)], to);
			ss_put(to, rt->output[port].free[vc]);
		}
	}
	ss_put(to, ss_left_until(rt->next, f->eject.a * f->now));
}

/* Return the list of the @ways whose first packet, in @next, came first. */
static u32 trs_list_after(const struct ss_fabric *f, const u32 *next, u32 ways)
{
	u32 first = TRS_WAYS;

	for (; ways; ways &= ways - 1) {
		u32 way = ss_lowest(ways);

		if (next[way] && (first == TRS_WAYS ||
				  f->pool[next[way]].arrival < f->pool[next[first]].arrival))
			first = way;
	}
	return first;
}

/* Put the packets in the injection queues, in the order in which they came. */
void trs_emit_injector(struct ss_fabric *f, u32 router, const struct ss_sink *to)
{
	const struct trs_injection *in;
	u32 next[TRS_WAYS], way;

	if (!trs_fabric(f)->injection)
		return;
	in = &trs_fabric(f)->injection[router];
	for (u32 i = 0; i < TRS_WAYS; i++)
		next[i] = in->ways >> i & 1 ? in->first[i] : 0;
	while ((way = trs_list_after(f, next, in->ways)) != TRS_WAYS) {
		ss_put_packet(to, &f->pool[next[way]]);
		next[way] = f->pool[next[way]].next;
	}
	ss_put(to, SS_NEVER);
}

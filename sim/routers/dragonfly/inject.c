// SPDX-License-Identifier: GPL-2.0-only
/*
 * The ports of nodes (docs/dragonfly-router.md, section 6).
 */
#include "sim/core/rng.h"

#include "send.h"

/* Requests have the first half of the VCs, rounded down, if there are replies. */
u32 drf_inject_vc(const struct ss_fabric *f, u32 dest, bool reply)
{
	u32 vcs = f->cfg.dragonfly.inject_vcs, first = 0;

	if (f->traffic->replies) {
		first = reply ? vcs / 2 : 0;
		vcs = reply ? vcs - first : vcs / 2;
	}
	return first + (u64)dest * vcs / f->topo.nodes;
}

u64 drf_room(struct ss_fabric *f, u32 n, u32 dest, u32 class_, u32 flits, u64 t, u32 *vc)
{
	u32 r = ss_router_of(&f->topo, n);

	*vc = drf_inject_vc(f, dest, class_);
	return drf_slot_of(drf_fabric(f), drf_router_at(f, r), n - ss_first_node(&f->topo, r),
			   *vc)->free >= flits ? t : SS_NEVER;
}

u32 drf_entering(const struct ss_fabric *f, u32 n)
{
	u32 r = ss_router_of(&f->topo, n);

	return drf_port_of(drf_fabric(f), drf_router_at(f, r),
			   n - ss_first_node(&f->topo, r))->entering;
}

/* The intermediate router or group, plus one, of packet @p of node @n; 0: there is none yet. */
static u32 intermediate(const struct ss_fabric *f, u32 n, const struct ss_packet *p)
{
	const struct ss_source *s = &f->source[n];
	u32 stream = drf_is_reply(p) ? SS_STREAM_REPLY_ROUTES : SS_STREAM_ROUTES;
	u64 number = drf_is_reply(p) ? s->replies - 1 : s->numbered;

	if (!drf_fabric(f)->draws)
		return 0;
	return drf_draw_via(f, n, SS_HDR_GET(p->header, DEST),
			    ss_rng_draw(ss_rng_key(s->key, stream), number));
}

void drf_inject(struct ss_fabric *f, u32 n, u32 vc, u32 i, u64 t)
{
	u32 r = ss_router_of(&f->topo, n), port = n - ss_first_node(&f->topo, r);
	struct drf_router *rt = drf_router_at(f, r);
	struct ss_packet *p = &f->pool[i];

	if (!drf_is_reply(p))
		f->source[n].channel = t + 1;
	drf_port_of(drf_fabric(f), rt, port)->entering++;
	drf_slot_of(drf_fabric(f), rt, port, vc)->free -= ss_packet_flits(p);
	p->route = drf_make_route(t + 1, 0, intermediate(f, n, p), 0, vc);
	*ss_trail(f->pool, i) = 0;
	drf_come(f, rt, port, i, t + 1 + f->cfg.router_delay);
}

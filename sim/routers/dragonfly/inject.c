// SPDX-License-Identifier: GPL-2.0-only
/*
 * The ports of nodes (docs/dragonfly-router.md, section 6).
 */
#include "sim/core/rng.h"

#include "send.h"

u32 drf_inject_vcs(const struct ss_fabric *f, bool reply, u32 *first)
{
	u32 vcs = f->cfg.dragonfly.inject_vcs, requests = f->traffic->replies ? vcs / 2 : vcs;

	*first = reply ? requests : 0;
	return reply ? vcs - requests : requests;
}

u32 drf_inject_vc(const struct ss_fabric *f, u32 dest, bool reply)
{
	u32 vcs = f->cfg.dragonfly.inject_vcs, first = 0;

	if (f->traffic->replies) {
		first = reply ? vcs / 2 : 0;
		vcs = reply ? vcs - first : vcs / 2;
	}
	return first + (u64)dest * vcs / f->topo.nodes;
}

/* Draw a VC of @vcs for the next packet, or for the reply just made, of node @n. */
static u32 draw_vc(const struct ss_fabric *f, u32 n, bool reply, u32 vcs)
{
	const struct ss_source *s = &f->source[n];
	u64 number = reply ? 2 * (ss_more(f, n)->replies - 1) + 1 : 2 * s->numbered;

	return ss_rng_below(ss_rng_draw(ss_rng_key(s->key, SS_STREAM_INJECT_VCS), number), vcs);
}

/* Find the VC with most room of the @vcs of @port from @first on. */
static u32 shortest_queue(const struct drf_fabric *df, const struct drf_router *rt, u32 port,
			  u32 first, u32 vcs)
{
	const struct drf_slot *s = drf_slot_of(df, rt, port, 0);
	u32 best = first;

	for (u32 vc = first + 1; vc < first + vcs; vc++)
		if (s[vc].free > s[best].free)
			best = vc;
	return best;
}

/* Choose the VC of @port that a packet of node @n enters, whatever its destination. */
static u32 select_vc(const struct ss_fabric *f, const struct drf_router *rt, u32 port, u32 n,
		     bool reply)
{
	u32 first, vcs = drf_inject_vcs(f, reply, &first);

	if (f->cfg.dragonfly.inject_select == SS_INJECT_RANDOM)
		return first + draw_vc(f, n, reply, vcs);
	return shortest_queue(drf_fabric(f), rt, port, first, vcs);
}

/*
 * Find room as drf_room() does, at @port of @rt, where the VC does not depend on the destination.
 */
static noinline u64 select_room(const struct ss_fabric *f, const struct drf_router *rt, u32 port,
				u32 n, u32 class_, u32 flits, u64 t, u32 *vc)
{
	*vc = select_vc(f, rt, port, n, class_);
	if (drf_slot_of(drf_fabric(f), rt, port, *vc)->free >= flits)
		return t;
	*vc = drf_awaited_vc(f, *vc);
	return SS_NEVER;
}

u64 drf_room(struct ss_fabric *f, u32 n, u32 dest, u32 class_, u32 flits, u64 t, u32 *vc)
{
	u32 r = ss_router_of(&f->topo, n), port = n - ss_first_node(&f->topo, r);
	const struct drf_router *rt = drf_router_at(f, r);

	if (unlikely(f->cfg.dragonfly.inject_select != SS_INJECT_DESTINATION))
		return select_room(f, rt, port, n, class_, flits, t, vc);
	*vc = drf_inject_vc(f, dest, class_);
	return drf_slot_of(drf_fabric(f), rt, port, *vc)->free >= flits ? t : SS_NEVER;
}

u32 drf_entering(const struct ss_fabric *f, u32 n)
{
	u32 r = ss_router_of(&f->topo, n);

	return drf_port_of(drf_fabric(f), drf_router_at(f, r),
			   n - ss_first_node(&f->topo, r))->entering;
}

/*
 * Return the intermediate router or group, plus one, of packet @p of node @n; 0: there is none yet.
 */
static u32 intermediate(const struct ss_fabric *f, u32 n, const struct ss_packet *p)
{
	const struct ss_source *s = &f->source[n];
	u32 stream = drf_is_reply(p) ? SS_STREAM_REPLY_ROUTES : SS_STREAM_ROUTES;
	u64 number = drf_is_reply(p) ? ss_more(f, n)->replies - 1 : s->numbered;

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

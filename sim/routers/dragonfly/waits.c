// SPDX-License-Identifier: GPL-2.0-only
/*
 * Waits of packets (docs/dragonfly-router.md, section 7): a packet waits for the buffer behind a
 * link, or a request for the buffer that its reply is to enter.
 */
#include "ready.h"
#include "shared.h"

/*
 * Return the most buffers that a packet waits for; 0 if no packet can wait for ever.  A packet can
 * in four cases: VCs share the memory of a port; FlexVC has too few VCs; replies share the VCs of
 * requests; or there are replies, and packets have fewer VCs in their source's group.  With shared
 * memory a packet waits for all VCs that have some of the pool.  With FlexVC it waits for all VCs
 * that it may take, and for those of the minimal hop that may replace an opportunistic hop.
 */
u32 drf_waits(const struct ss_fabric *f)
{
	const struct ss_dragonfly_config *own = &f->cfg.dragonfly;
	const struct drf_fabric *df = drf_fabric(f);
	u32 local = drf_vcs(&f->cfg, SS_DRAGONFLY_LOCAL);
	u32 global = drf_vcs(&f->cfg, SS_DRAGONFLY_GLOBAL), most = 1;

	if (!own->shared && !df->too_few &&
	    !(f->traffic && f->traffic->replies && (!own->reply_vcs || df->source_limits)))
		return 0;
	if (own->shared || df->flexible)
		most = (local > global ? local : global) << df->reverts;
	if (own->inject_select == SS_INJECT_JSQ)
		most += own->inject_vcs;
	return most;
}

/*
 * Put into @next the VCs of the port in @next[0] that can make room for the reply of a request with
 * hop @hop: any of those that it may enter, or a full one of those that it may be drawn for.
 * Returns their number, or 0 if the request does not wait for that room.
 */
static u32 waits_for_reply(const struct ss_fabric *f, const struct drf_router *rt,
			   const struct drf_hop *hop, struct ss_buffer *next)
{
	u32 select = f->cfg.dragonfly.inject_select, need = f->traffic->longest_reply, n = 0;
	u32 end = select == SS_INJECT_DESTINATION ? hop->vc + 1U : f->cfg.dragonfly.inject_vcs;
	const struct drf_fabric *df = drf_fabric(f);
	struct ss_buffer behind = next[0];

	/* the requests granted there will be delivered, after which it needs less room */
	if (!hop->vc || drf_port_of(df, rt, hop->out)->owed ||
	    drf_has_reply_room(f, rt, hop->out, hop->vc, need))
		return 0;
	for (u32 vc = hop->vc; vc < end; vc++) {
		if (drf_slot_of(df, rt, hop->out, vc)->free >= need)
			continue;
		next[n] = behind;
		next[n++].vc = vc;
		if (select == SS_INJECT_RANDOM)
			break;
	}
	return n;
}

/* Return true if a packet of @flits waits for the credits that hop @hop over a link needs. */
static bool waits_for_credits(const struct ss_fabric *f, const struct drf_router *rt,
			      const struct drf_hop *hop, u32 flits)
{
	const struct drf_fabric *df = drf_fabric(f);

	return !drf_port_of(df, rt, hop->out)->credit_count &&
	       drf_slot_of(df, rt, hop->out, hop->vc)->free < flits;
}

/* Put into @next the VCs of the input in @next[0] that can make room for the packet of hop @hop. */
static u32 waits_for_pool(const struct ss_fabric *f, const struct drf_router *rt,
			  const struct drf_hop *hop, struct ss_buffer *next)
{
	struct ss_buffer behind = next[0];
	const struct drf_fabric *df = drf_fabric(f);
	u32 class_ = drf_class(f, hop->out), n = 1;
	const u16 *taken = drf_taken(df, drf_port_of(df, rt, hop->out));

	if (!taken[hop->vc])
		n = 0;
	for (u32 vc = 0; vc < drf_vcs(&f->cfg, class_); vc++) {
		if (vc == hop->vc || taken[vc] <= df->reserve[class_])
			continue;
		next[n] = behind;
		next[n++].vc = vc;
	}
	return n;
}

/* Return the buffer of VC 0 at the end of hop @hop of router @r. */
static struct ss_buffer behind(const struct ss_fabric *f, u32 r, const struct drf_hop *hop)
{
	u32 port = hop->out;

	if (!(drf_fabric(f)->nodes >> port & 1))
		r = ss_dragonfly_neighbour(ss_dragonfly_of(f->cfg.size), r, port, &port);
	return (struct ss_buffer){ .router = r, .port = port };
}

/*
 * Find the VCs that a packet of @flits waits for with FlexVC, where it may take any VC up to that
 * of @hop: they go to @next.  Returns their number, or 0 if it does not wait.
 */
static u32 waits_for_any(const struct ss_fabric *f, const struct drf_router *rt, u32 r,
			 struct drf_hop *hop, u32 flits, struct ss_buffer *next)
{
	const struct drf_fabric *df = drf_fabric(f);
	u32 class_ = drf_class(f, hop->out), limit = hop->vc, n = 0;
	const u16 *taken = !f->cfg.dragonfly.shared ? NULL :
						      drf_taken(df, drf_port_of(df, rt, hop->out));

	if (df->nodes >> hop->out & 1) {
		next[0] = behind(f, r, hop);
		return waits_for_reply(f, rt, hop, next);
	}
	for (hop->vc = 0; hop->vc < drf_vcs(&f->cfg, class_); hop->vc++) {
		bool may_take = hop->vc <= limit;

		if (may_take && !waits_for_credits(f, rt, hop, flits))
			return 0;
		if (taken && taken[hop->vc] <= (may_take ? 0 : df->reserve[class_]))
			continue;
		if (!taken && !may_take)
			break;
		next[n] = behind(f, r, hop);
		next[n++].vc = hop->vc;
	}
	return n;
}

static u32 flexible_waits(const struct ss_fabric *f, const struct drf_router *rt, u32 r,
			  const struct drf_slot *s, struct ss_buffer *next)
{
	const struct ss_packet *p = &f->pool[s->first];
	struct drf_hop hop = s->hop;
	u32 n = waits_for_any(f, rt, r, &hop, ss_packet_flits(p), next), more;

	if (!n || (drf_fabric(f)->nodes >> s->hop.out & 1) || !s->hop.place)
		return n;
	drf_next_hop(drf_fabric(f), rt, r, p, 0, 0, &hop);
	more = waits_for_any(f, rt, r, &hop, ss_packet_flits(p), next + n);
	return more ? n + more : 0;
}

u32 drf_waits_for(const struct ss_fabric *f, const struct ss_buffer *b, struct ss_buffer *next,
		  struct ss_buffer *between)
{
	const struct drf_fabric *df = drf_fabric(f);
	const struct drf_router *rt = drf_router_at(f, b->router);
	const struct drf_slot *s;

	(void)between;
	if (b->output)
		return 0;
	s = drf_slot_of(df, rt, b->port, b->vc);
	/* a packet that chooses in each attempt may find another path */
	if (!s->first || s->hop.flags & DRF_OPEN)
		return 0;
	if (df->flexible)
		return flexible_waits(f, rt, b->router, s, next);
	*next = behind(f, b->router, &s->hop);
	if (df->nodes >> s->hop.out & 1)
		return waits_for_reply(f, rt, &s->hop, next);
	if (!waits_for_credits(f, rt, &s->hop, ss_packet_flits(&f->pool[s->first])))
		return 0;
	next->vc = s->hop.vc;
	if (f->cfg.dragonfly.shared)
		return waits_for_pool(f, rt, &s->hop, next);
	return 1;
}

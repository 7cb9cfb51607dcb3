// SPDX-License-Identifier: GPL-2.0-only
/*
 * Who waits for whom (docs/dragonfly-router.md, section 7): a packet for the buffer behind a link,
 * or a request for the buffer that its reply is to enter.
 */
#include "shared.h"

/*
 * Nobody waits for ever unless replies share the VCs of requests, or VCs the memory of a port: then
 * a packet waits for all that have some of the pool.
 */
u32 drf_waits(const struct ss_fabric *f)
{
	if (f->cfg.shared)
		return SS_MAX_WAITS;
	return f->traffic && f->traffic->replies && !f->cfg.reply_vcs;
}

/* Does a request wait for the room that hop @hop needs at its node's port for the reply? */
static bool waits_for_reply(const struct ss_fabric *f, const struct drf_router *rt,
			    const struct drf_hop *hop)
{
	const struct drf_fabric *df = drf_fabric(f);

	/* what is owed is delivered in time */
	return hop->vc && !drf_port_of(df, rt, hop->out)->owed &&
	       drf_slot_of(df, rt, hop->out, hop->vc)->free < f->traffic->longest_reply;
}

/* Does a packet of @flits wait for the credits that hop @hop over a link needs? */
static bool waits_for_credits(const struct ss_fabric *f, const struct drf_router *rt,
			      const struct drf_hop *hop, u32 flits)
{
	const struct drf_fabric *df = drf_fabric(f);

	return !drf_port_of(df, rt, hop->out)->credit_count &&
	       drf_slot_of(df, rt, hop->out, hop->vc)->free < flits;
}

/* Which VCs of the input in @next[0] can make room for the packet of hop @hop: they go to @next. */
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

u32 drf_waits_for(const struct ss_fabric *f, const struct ss_buffer *b, struct ss_buffer *next,
		  struct ss_buffer *between)
{
	const struct drf_fabric *df = drf_fabric(f);
	const struct drf_router *rt = drf_router_at(f, b->router);
	const struct drf_slot *s;
	u32 router = b->router, port;

	(void)between;
	if (b->output)
		return 0;
	s = drf_slot_of(df, rt, b->port, b->vc);
	/* who chooses in each attempt may find another way */
	if (!s->first || s->hop.flags & DRF_OPEN)
		return 0;
	port = s->hop.out;
	if (df->nodes >> port & 1) {
		if (!waits_for_reply(f, rt, &s->hop))
			return 0;
	} else {
		/* one of several VCs may do */
		if (df->flexible && (s->hop.vc || s->hop.place))
			return 0;
		if (!waits_for_credits(f, rt, &s->hop, ss_packet_flits(&f->pool[s->first])))
			return 0;
		router = ss_dragonfly_neighbour(&f->cfg.dragonfly, b->router, port, &port);
	}
	*next = (struct ss_buffer){ .router = router, .port = port, .vc = s->hop.vc };
	if (f->cfg.shared && !(df->nodes >> s->hop.out & 1))
		return waits_for_pool(f, rt, &s->hop, next);
	return 1;
}

// SPDX-License-Identifier: GPL-2.0-only
/*
 * Who waits for whom (docs/dragonfly-router.md, section 7): a packet for the buffer behind a link,
 * or a request for the buffer that its reply is to enter.
 */
#include "router.h"

/* Nobody waits for ever unless replies share the VCs of requests. */
u32 drf_waits(const struct ss_fabric *f)
{
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
		if (!waits_for_credits(f, rt, &s->hop, ss_packet_flits(&f->pool[s->first])))
			return 0;
		router = ss_dragonfly_neighbour(&f->cfg.dragonfly, b->router, port, &port);
	}
	*next = (struct ss_buffer){ .router = router, .port = port, .vc = s->hop.vc };
	return 1;
}

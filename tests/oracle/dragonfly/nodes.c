// SPDX-License-Identifier: GPL-2.0-only
/* Nodes' packets and replies: docs/dragonfly-router.md, section 6. */
#include "dragonfly.h"

#define M(name, right, wrong)	MUTATE(o->mutant, name, right, wrong)

bool df_asks(const struct oracle *o, const struct packet *p)
{
	return oracle_has_replies(o) && !p->class_ &&
	       M(DF_REPLY_OLD, p->traffic == o->traffic_number, true);
}

/* Return the first VC of a node's port for packets of @class_; store their number in @vcs. */
static u32 inject_vcs(const struct oracle *o, u32 class_, u32 *vcs)
{
	u32 all = o->cfg.dragonfly.inject_vcs, requests = oracle_has_replies(o) ? all / 2 : all;

	if (!oracle_has_replies(o) || !M(DF_REPLY_INJECT, class_, 0)) {
		*vcs = requests;
		return 0;
	}
	*vcs = all - requests;
	return requests;
}

/* Return the VC of a node's port for a packet of @class_ to @dest, if chosen by destination. */
static u32 inject_vc(const struct oracle *o, u64 dest, u32 class_)
{
	u32 vcs, first = inject_vcs(o, class_, &vcs);

	return first + dest * vcs / o->nodes;
}

static u32 longest_reply(const struct oracle *o)
{
	u32 longest = 0;

	for (u32 i = 0; i < SS_MAX_LENGTHS; i++)
		if (o->traffic.reply.flits[i] > longest)
			longest = o->traffic.reply.flits[i];
	return M(DF_REPLY_LONGEST, longest, o->traffic.reply.flits[0]);
}

/* Return true if @phits fit into each VC that the reply to @p may have to enter. */
static bool has_reply_room(const struct oracle *o, const struct packet *p,
			   const struct df_port *port, u32 phits)
{
	u32 vcs, first = inject_vcs(o, 1, &vcs), rooms = 0;

	if (o->cfg.dragonfly.inject_select == SS_INJECT_DESTINATION)
		return port->room[inject_vc(o, p->source, 1)] >= phits;
	for (u32 vc = first; vc < first + vcs; vc++)
		rooms += port->room[vc] >= phits;
	if (o->cfg.dragonfly.inject_select == SS_INJECT_JSQ)
		return rooms;
	return M(DF_REPLY_DRAWN, rooms == vcs, rooms);
}

bool df_can_be_answered(struct router *r, const struct packet *p, const struct df_port *port)
{
	struct oracle *o = r->o;
	u32 asking = 1;

	for (u32 i = 0; i < port->delivered.count; i++)
		asking += df_asks(o, fifo_at(&port->delivered, i)->packet);
	o->seen[SEEN_DF_REPLY_OWED] += asking > 1;
	if (has_reply_room(o, p, port, M(DF_REPLY_OWED, asking, 1) * longest_reply(o)))
		return true;
	o->seen[SEEN_DF_REPLY_HELD]++;
	return M(DF_REPLY_ROOM, false, true);
}

static struct df_port *port_of(struct router *r, const struct packet *p)
{
	return &r->dragonfly->port[p->source % df_shape(r->o)->p];
}

static u32 drawn_vc(const struct oracle *o, const struct packet *p)
{
	u32 vcs, first = inject_vcs(o, p->class_, &vcs);
	u64 key = ss_rng_key(o->node[p->source].source.key, SS_STREAM_INJECT_VCS);
	u64 n = 2 * p->number + M(DF_INJECT_DRAW, p->class_, 0);

	return first + ss_rng_below(ss_rng_draw(key, n), vcs);
}

static u32 emptiest_vc(const struct oracle *o, const struct df_port *port, u32 class_)
{
	u32 vcs, best = inject_vcs(o, class_, &vcs), end = best + vcs;

	for (u32 vc = best; vc < end; vc++)
		if (port->room[vc] > port->room[best] ||
		    M(DF_INJECT_TIE, false, port->room[vc] == port->room[best]))
			best = vc;
	return best;
}

/* Return the VC of its node's port on which @p enters the router. */
static u32 vc_of(struct router *r, const struct packet *p)
{
	struct oracle *o = r->o;
	u32 vcs, first = inject_vcs(o, p->class_, &vcs), vc;

	switch (o->cfg.dragonfly.inject_select) {
	case SS_INJECT_RANDOM:
		o->seen[SEEN_DF_INJECT_RANDOM] += vcs > 1;
		return drawn_vc(o, p);
	case SS_INJECT_JSQ:
		vc = emptiest_vc(o, port_of(r, p), p->class_);
		o->seen[SEEN_DF_INJECT_JSQ] += vc != first;
		return vc;
	}
	return inject_vc(o, M(DF_INJECT_VC, p->dest, p->source), p->class_);
}

bool df_has_room(struct router *r, const struct packet *p)
{
	struct oracle *o = r->o;

	return port_of(r, p)->room[vc_of(r, p)] >=
	       M(DF_INJECT_ROOM, p->length, o->cfg.max_packet);
}

/* Choose the intermediate router or group, unless it is drawn in each attempt. */
static void choose_via(struct oracle *o, struct packet *p)
{
	u32 stream = p->class_ ? M(DF_REPLY_DRAW, SS_STREAM_REPLY_ROUTES, SS_STREAM_ROUTES) :
				 SS_STREAM_ROUTES;
	u64 key = ss_rng_key(o->node[p->source].source.key, stream);

	o->seen[SEEN_DF_ROUTED_MIN + o->cfg.routing - SS_ROUTE_LISTED]++;
	p->via = 0;
	if (!df_routing(o)->valiant || o->cfg.dragonfly.adaptive.redraw)
		return;
	p->via = df_draw_via(o, p, ss_rng_draw(key, p->number + M(DF_DRAW, 0, 1)));
}

static void enter(struct router *r, struct packet *p)
{
	struct oracle *o = r->o;
	u32 vc = vc_of(r, p);
	bool flits = o->cfg.dragonfly.entry == SS_ENTRY_FLITS;

	choose_via(o, p);
	p->tail_in = o->now + 1 + (M(DF_ENTRY, flits, !flits) ? p->length : 0);
	p->came = o->now + o->cfg.router_delay + M(DF_INJECT, 1, 2);
	port_of(r, p)->room[vc] -= p->length;
	fifo_push(&port_of(r, p)->way, (struct flit){ .packet = p, .vc = vc, .cycle = p->came });
}

void df_inject(struct router *r, struct packet *p)
{
	struct oracle *o = r->o;

	channel_take(&o->node[p->source].source.channel, o->now, 1);
	enter(r, p);
}

void df_answer(struct router *r, struct packet *p)
{
	struct oracle *o = r->o;

	o->seen[SEEN_DF_REPLY]++;
	p->header |= 1 << M(DF_REPLY_BIT, 10, 11);
	p->place = 0;
	p->decided = false;
	p->misrouted = false;
	p->forced = false;
	p->went_local = false;
	p->crossed = false;
	memset(p->waited, 0, sizeof(p->waited));
	memset(p->hops, 0, sizeof(p->hops));
	if (M(DF_REPLY_CHANNEL, false, true))
		channel_take(&o->node[p->source].source.channel, o->now, 1);
	enter(r, p);
	p->came -= M(DF_REPLY_EARLY, 0, 1);
}

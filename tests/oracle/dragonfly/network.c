// SPDX-License-Identifier: GPL-2.0-only
/* Ports, virtual channels and links: docs/dragonfly-router.md, sections 1 and 2. */
#include <stdio.h>
#include <stdlib.h>

#include "dragonfly.h"

#define M(name, right, wrong)	MUTATE(o->mutant, name, right, wrong)

u32 df_ports(const struct oracle *o)
{
	return df_shape(o)->p + df_shape(o)->a - 1 + df_shape(o)->h;
}

bool df_is_node(const struct oracle *o, u32 port)
{
	return port < df_shape(o)->p;
}

bool df_is_global(const struct oracle *o, u32 port)
{
	return port >= df_shape(o)->p + df_shape(o)->a - 1;
}

u32 df_kind_of_port(const struct oracle *o, u32 port)
{
	return df_is_node(o, port) ? 0 : df_is_global(o, port) ? 2 : 1;
}

u32 df_vcs(const struct oracle *o, u32 port)
{
	const struct ss_dragonfly_config *own = &o->cfg.dragonfly;

	return df_is_node(o, port) ? own->inject_vcs :
	       df_is_global(o, port) ? own->global_vcs + own->reply_global_vcs :
				       o->cfg.vcs + own->reply_vcs;
}

u32 df_first_vc(const struct oracle *o, u32 port, const struct packet *p)
{
	if (!p->class_ || !M(DF_REPLY_VCS, o->cfg.dragonfly.reply_vcs, 0))
		return 0;
	return df_is_global(o, port) ? o->cfg.dragonfly.global_vcs : o->cfg.vcs;
}

u32 df_depth(const struct oracle *o, u32 port)
{
	return df_is_node(o, port) ? o->cfg.dragonfly.inject_depth :
	       df_is_global(o, port) ? o->cfg.dragonfly.global_depth : o->cfg.input_depth;
}

/* Return the phits reserved for each VC; all VCs of a port share the rest (section 5). */
u32 df_reserve(const struct oracle *o, u32 port)
{
	if (!o->cfg.dragonfly.shared || df_is_node(o, port))
		return df_depth(o, port);
	return M(DF_SHARED_RESERVE, df_depth(o, port) * o->cfg.dragonfly.reserved / 100, 0);
}

u32 df_most(const struct oracle *o, u32 port)
{
	u32 own = df_reserve(o, port);

	return own + df_vcs(o, port) * (df_depth(o, port) - own);
}

static u32 beyond(u32 used, u32 own)
{
	return used > own ? used - own : 0;
}

u32 df_space(const struct router *r, u32 port, u32 vc)
{
	const struct oracle *o = r->o;
	const struct df_port *out = &r->dragonfly->port[port];
	u32 own = df_reserve(o, port), pool = df_most(o, port) - own;

	for (u32 i = 0; i < df_vcs(o, port); i++)
		pool -= beyond(out->used[i], own);
	return pool + M(DF_SHARED_OWN, beyond(own, out->used[vc]), beyond(own, out->used[0]));
}

u64 df_delay_of(const struct oracle *o, u32 port)
{
	return df_is_global(o, port) ? o->cfg.dragonfly.global_delay : o->cfg.link_delay;
}

static u32 links(const struct oracle *o)
{
	return df_shape(o)->a * df_shape(o)->h;
}

u32 df_groups(const struct oracle *o)
{
	return links(o) + 1;
}

u32 df_group(const struct oracle *o, u32 router)
{
	return router / df_shape(o)->a;
}

u32 df_router_of(const struct oracle *o, u32 node)
{
	return node / df_shape(o)->p;
}

/* Find the other end of global link @k of group @g: group @to, and its link @back. */
static void follow(const struct oracle *o, u32 g, u32 k, u32 *to, u32 *back)
{
	bool palm = df_shape(o)->arrangement == SS_ARRANGE_PALM;
	u32 all = links(o);

	palm = M(DF_ARRANGEMENT, palm, !palm);
	if (palm) {
		u32 shift = M(DF_PALM, 0, 1);
		u32 turned = (k + shift) % all;

		*to = (g + df_groups(o) - (turned + 1)) % df_groups(o);
		*back = (all - 1 - turned + all - shift) % all;
		return;
	}
	*to = k < g ? k : k + 1;
	/* number of the link of group @to that leads to @g */
	*back = g < *to ? g : g - 1;
}

static void wire_locals(struct router *r)
{
	struct oracle *o = r->o;
	u32 a = df_shape(o)->a, first = df_group(o, r->id) * a, port = df_shape(o)->p;

	for (u32 other = first; other < first + a; other++) {
		u32 back = df_shape(o)->p;

		if (other == r->id)
			continue;
		for (u32 i = first; i < r->id; i++)
			back += i != other;
		r->dragonfly->port[port].peer = &o->router[other];
		r->dragonfly->port[port++].peer_port = back;
	}
}

static void wire_globals(struct router *r)
{
	struct oracle *o = r->o;
	u32 a = df_shape(o)->a, h = df_shape(o)->h, first = df_shape(o)->p + a - 1;

	for (u32 i = 0; i < h; i++) {
		u32 to, back;

		follow(o, df_group(o, r->id), r->id % a * h + i, &to, &back);
		r->dragonfly->port[first + i].peer = &o->router[to * a + back / h];
		r->dragonfly->port[first + i].peer_port = first + back % h;
	}
}

void df_init(struct router *r)
{
	const struct oracle *o = r->o;
	struct df_router *d = calloc(1, sizeof(*d));

	if (!d) {
		fprintf(stderr, "oracle: out of memory\n");
		exit(1);
	}
	r->dragonfly = d;
	wire_locals(r);
	wire_globals(r);
	for (u32 i = 0; i < df_ports(o); i++) {
		struct df_port *port = &d->port[i];

		for (u32 k = 0; k < DF_MOST_PORTS; k++) {
			port->in_arbiter.order[k] = k;
			port->out_arbiter.order[k] = k;
			port->node_pointer.order[k] = k;
		}
		for (u32 vc = 0; vc < df_vcs(o, i); vc++) {
			if (df_is_node(o, i))
				port->room[vc] = df_depth(o, i);
		}
	}
}

static void free_packets(struct fifo *f)
{
	for (u32 i = 0; i < f->count; i++)
		free(fifo_at(f, i)->packet);
	fifo_clear(f);
}

void df_free(struct router *r)
{
	for (u32 i = 0; i < df_ports(r->o); i++) {
		struct df_port *port = &r->dragonfly->port[i];

		free_packets(&port->way);
		free_packets(&port->delivered);
		fifo_clear(&port->leaving);
		for (u32 vc = 0; vc < DF_MOST_VCS; vc++) {
			free_packets(&port->queue[vc]);
			fifo_clear(&port->back[vc]);
		}
	}
	free(r->dragonfly);
}

// SPDX-License-Identifier: GPL-2.0-only
/* A HyperX, router by router: docs/vc-router.md, section 6. */
#include "sim/topology/hyperx.h"

#include "oracle/vc/topology.h"

#define M(name, right, wrong)	MUTATE(o->mutant, name, right, wrong)

enum { MIN, VAL };

static u32 per_router(const struct oracle *o)
{
	return o->cfg.size[3];
}

static void place(const struct oracle *o, u32 r, u32 at[3])
{
	const u32 *k = o->cfg.size;

	at[0] = r / k[2] / k[1];
	at[1] = r / k[2] % k[1];
	at[2] = r % k[2];
}

static u32 router_at(const struct oracle *o, const u32 at[3])
{
	return (at[0] * o->cfg.size[1] + at[1]) * o->cfg.size[2] + at[2];
}

static u32 stages(const struct oracle *o)
{
	return o->cfg.routing == VAL ? 2 : 1;
}

static u32 nodes(const struct oracle *o, u32 r)
{
	(void)r;
	return per_router(o);
}

/*
 * Return the router at the other end of a link.  Ports of nodes come first.  Then, dimension by
 * dimension, there is a port for each coordinate but the router's own.
 */
static int peer(const struct oracle *o, u32 r, u32 port, u32 *back)
{
	u32 n = per_router(o), here[3];

	place(o, r, here);
	for (u32 d = 0; d < 3; d++) {
		for (u32 c = 0; c < o->cfg.size[d]; c++) {
			u32 there[3] = { here[0], here[1], here[2] };

			if (c == here[d])
				continue;
			there[d] = c;
			if (n++ != port)
				continue;
			/* the port back is chosen likewise, by this router's coordinate */
			*back = n - 1 - (c - (c > here[d])) + here[d] - (here[d] > c);
			return router_at(o, there);
		}
	}
	return -1;
}

static u32 row(const struct oracle *o, u32 r, u32 port)
{
	u32 first = per_router(o), d = 0;

	(void)r;
	if (port < first)
		return 0;
	for (first += o->cfg.size[0] - 1; port >= first; first += o->cfg.size[d] - 1)
		d++;
	return 1 + d;
}

/* Find the port towards router @to by dimension order: through the first dimension that differs. */
static u32 port_towards(const struct oracle *o, u32 r, u32 to)
{
	u32 here[3], there[3], d = 0, back;

	place(o, r, here);
	place(o, to, there);
	while (here[d] == there[d])
		d++;
	here[d] = there[d];
	for (u32 port = per_router(o);; port++)
		if (peer(o, r, port, &back) == (int)router_at(o, here))
			return port;
}

static u32 way(struct oracle *o, u32 r, const struct packet *p, u32 *stage)
{
	u32 to = p->dest / per_router(o), via;

	if (o->cfg.routing == VAL && *stage == 0) {
		via = ss_rng_below(toss_of(o, p), M(HX_VIA, o->routers, o->routers - 1));
		o->seen[SEEN_HX_VIA] += via == r;
		if (via == r)
			*stage = M(HX_STAGE, 1, 0);
		else
			to = via;
	}
	o->seen[SEEN_HX_SECOND] += *stage;
	return port_towards(o, r, to);
}

static void draw(struct draw *d, struct ss_config *cfg)
{
	do {
		for (u32 i = 0; i < 3; i++)
			cfg->size[i] = draw_once_in(d, 3) ? 1 : draw_range(d, 1, 5);
		cfg->size[3] = draw_once_in(d, 2) ? 1 : draw_range(d, 1, 4);
	} while (cfg->size[0] * cfg->size[1] * cfg->size[2] > 24);
	cfg->routing = draw_range(d, MIN, VAL);
}

const struct oracle_topology oracle_hyperx = {
	.ops = &ss_hyperx_topology,
	.stages = stages,
	.nodes = nodes,
	.peer = peer,
	.row = row,
	.draw = draw,
	.route = way,
};

// SPDX-License-Identifier: GPL-2.0-only
/*
 * Topology and routing: docs/model.md, sections 1 and 3.
 */
#include "model.h"

#define M(name, right, wrong)	MUTATE(o->mutant, name, right, wrong)

static u32 dimension(u32 port)
{
	return (port - 1) / 2;
}

static bool is_mesh(const struct oracle *o, u32 d)
{
	return o->cfg.size[SS_MESH] & (1U << d);
}

u32 opposite(u32 port)
{
	switch (port) {
	case SEASTAR_PORT_XP: return SEASTAR_PORT_XM;
	case SEASTAR_PORT_XM: return SEASTAR_PORT_XP;
	case SEASTAR_PORT_YP: return SEASTAR_PORT_YM;
	case SEASTAR_PORT_YM: return SEASTAR_PORT_YP;
	case SEASTAR_PORT_ZP: return SEASTAR_PORT_ZM;
	case SEASTAR_PORT_ZM: return SEASTAR_PORT_ZP;
	}
	return SEASTAR_PORT_PROC;
}

struct router *find_neighbour(struct oracle *o, u32 id, u32 port)
{
	const u32 *k = o->cfg.size;
	u32 at[SS_DIMS] = { id / (k[1] * k[2]), id / k[2] % k[1], id % k[2] };
	u32 d;

	if (port == SEASTAR_PORT_PROC || k[dimension(port)] == 1)
		return NULL;
	d = dimension(port);
	if (port == SEASTAR_PORT_XP + 2 * d) {
		if (is_mesh(o, d) && at[d] == k[d] - 1)
			return NULL;
		at[d] = (at[d] + 1) % k[d];
	} else {
		if (is_mesh(o, d) && at[d] == 0)
			return NULL;
		at[d] = (at[d] + k[d] - 1) % k[d];
	}
	return &o->router[at[2] + k[2] * (at[1] + k[1] * at[0])];
}

u32 injection_vc(const struct oracle *o, const struct packet *p)
{
	u32 half = o->cfg.vcs / 2;
	u32 first = p->class_ * o->cfg.vcs;

	if (half == 0)
		return first;
	if (o->cfg.assignment == SS_ASSIGN_BALANCED)
		return first + (p->source / M(BALANCED_LANE, 2, 1) + p->dest) % half;
	return first + M(INJECTION_LANE, (p->source ^ p->dest) % half, 0);
}

bool enter_plus(struct router *r, u32 d, const u32 *dest)
{
	struct oracle *o = r->o;
	u32 k = o->cfg.size[d];
	u32 forward = (dest[d] + k - r->at[d]) % k;
	u32 sum = r->at[d];

	if (is_mesh(o, d))
		return dest[d] > r->at[d];
	if (2 * forward != k)
		return M(ROUTE_SHORTER, 2 * forward < k, 2 * forward > k);
	for (u32 other = 0; other < SS_DIMS; other++) {
		if (other != d)
			sum += M(ROUTE_TIE, dest[other], 0);
		if (other > d)
			sum += M(ROUTE_TIE_SOURCE, r->at[other], 0);
	}
	o->seen[sum % 2 ? SEEN_TIE_MINUS : SEEN_TIE_PLUS]++;
	return sum % 2 == M(ROUTE_TIE_SIGN, 0, 1);
}

/*
 * Return true if the packet leaves the dateline node of ring @d along the ring, on its way from @r.
 */
static bool will_cross(const struct router *r, u32 d, u32 dest, bool plus)
{
	struct oracle *o = r->o;
	u32 k = o->cfg.size[d], at;

	if (is_mesh(o, d))
		return false;
	for (at = r->at[d]; at != dest; at = (at + (plus ? 1 : k - 1)) % k) {
		if (at == k - 1)
			return true;
	}
	return M(BALANCED_LAST, false, dest == k - 1);
}

/* Return the offset to the VC of a packet that enters ring @d: 0, or half of the VCs. */
static u32 start(const struct router *r, u32 d, u32 dest, bool plus)
{
	struct oracle *o = r->o;
	u32 half = o->cfg.vcs / 2;
	bool upper = (r->at[d] + M(BALANCED_PAIR, dest / 2, 0)) % 2;

	if (o->cfg.assignment != SS_ASSIGN_BALANCED || will_cross(r, d, dest, plus) || !upper)
		return 0;
	if (half)
		o->seen[SEEN_UPPER_START]++;
	return half;
}

static u8 look_up(const struct router *r, u32 in, u32 dest)
{
	const struct oracle *o = r->o;
	const struct oracle_tables *t = o->tables;
	u32 nid = t->nid[dest];

	if (nid / 4096 == t->nid[r->id] / 4096)
		return t->lut[r->id][M(LUT_INPUT, in, SEASTAR_PORT_PROC)][nid % 4096];
	return t->glut[r->id][in][nid / 4096 * 2 + M(GLUT_ODD, nid % 2, 0)];
}

/* Route by tables, with the dateline: docs/routing.md. */
static enum ss_drop route_by_tables(struct router *r, u32 in, u32 vc, u32 dest, u32 *out,
				    u32 *out_vc)
{
	struct oracle *o = r->o;
	u8 entry = look_up(r, in, dest);
	u32 half = o->cfg.vcs / 2, lower = half ? vc - vc / half % 2 * half : vc;
	u32 d;

	*out = entry & 7;
	if (*out == 7 || entry / 8 % 2 || entry / 16 > 2 ||
	    (*out == SEASTAR_PORT_PROC && dest != r->id) ||
	    (*out != SEASTAR_PORT_PROC && (dest == r->id || !r->neighbour[*out]))) {
		o->seen[SEEN_TABLE_NOWHERE]++;
		return SS_DROP_NO_ROUTE;
	}
	*out_vc = entry >> 4 == 0 ? lower : entry >> 4 == 1 ? lower + half : vc;
	if (*out == SEASTAR_PORT_PROC || !half)
		return SS_DROP_NONE;
	d = dimension(*out);
	if (is_mesh(o, d) || r->at[d] != o->tables->dateline[d])
		return SS_DROP_NONE;
	if (*out_vc != lower) {
		o->seen[SEEN_TABLE_DATELINE]++;
		return M(TABLE_DATELINE, SS_DROP_DATELINE, SS_DROP_NONE);
	}
	*out_vc += half;
	return SS_DROP_NONE;
}

static void route_by_rule(struct router *r, u32 in, u32 vc, u32 dest, u32 *out, u32 *out_vc)
{
	struct oracle *o = r->o;
	const u32 *to = o->router[dest].at;
	u32 vcs = o->cfg.vcs, half = vcs / 2;
	u32 c = vc / vcs;
	u32 lane = half ? vc % half : 0;
	bool goes_on, plus;
	u32 d = 0;

	if (dest == r->id) {
		*out = SEASTAR_PORT_PROC;
		*out_vc = vc;
		return;
	}
	while (to[d] == r->at[d])
		d++;
	goes_on = in != SEASTAR_PORT_PROC && dimension(in) == d;

	if (goes_on) {
		*out = opposite(in);
		*out_vc = vc;
	} else {
		plus = enter_plus(r, d, to);
		*out = (plus ? SEASTAR_PORT_XP : SEASTAR_PORT_XM) + 2 * d;
		*out_vc = c * vcs + M(ROUTE_LANE, lane, 0) + start(r, d, to[d], plus);
	}
	if (!is_mesh(o, d) && vcs != 1 &&
	    r->at[d] == M(ROUTE_DATELINE, o->cfg.size[d] - 1, 0)) {
		*out_vc += M(ROUTE_HALF, half, 0);
		o->seen[goes_on ? SEEN_DATELINE : SEEN_DATELINE_START]++;
	}
	if (!goes_on && in != SEASTAR_PORT_PROC)
		o->seen[SEEN_TURN]++;
}

enum ss_drop route(struct router *r, u32 in, u32 vc, u32 dest, u32 *out, u32 *out_vc)
{
	enum ss_drop drop = SS_DROP_NONE;

	if (r->o->tables)
		drop = route_by_tables(r, in, vc, dest, out, out_vc);
	else
		route_by_rule(r, in, vc, dest, out, out_vc);
	if (drop == SS_DROP_NONE && r->out[*out].drops) {
		r->o->seen[SEEN_LINK_DROP]++;
		return SS_DROP_LINK;
	}
	return drop;
}

bool tossed_plus(struct router *r, u32 d, const struct packet *p)
{
	struct oracle *o = r->o;
	const u32 *to = o->router[p->dest].at;
	u32 k = o->cfg.size[d];
	u64 coin = (SS_HDR_GET(p->header, TID) << 32) + (p->source << 8) + d;

	if (is_mesh(o, d) || o->cfg.ties == SS_TIES_PAIR || 2 * ((to[d] + k - r->at[d]) % k) != k)
		return enter_plus(r, d, to);
	if (o->cfg.ties == SS_TIES_PLUS)
		return true;
	o->seen[SEEN_VC_COIN]++;
	return ss_mix(coin) % 2 == M(VC_COIN, 1, 0);
}

void vc_route(struct router *r, u32 in, bool beyond, const struct packet *p, u32 *out,
	      bool *upper, bool *any)
{
	struct oracle *o = r->o;
	const u32 *to = o->router[p->dest].at;
	bool plus;
	u32 d = 0;

	*any = p->dest == r->id;
	*upper = false;
	*out = SEASTAR_PORT_PROC;
	if (*any)
		return;
	while (to[d] == r->at[d])
		d++;
	*any = is_mesh(o, d);
	if (in != SEASTAR_PORT_PROC && dimension(in) == d) {
		*out = opposite(in);
		*upper = M(VC_STAYS, beyond, false);
	} else {
		plus = tossed_plus(r, d, p);
		*out = (plus ? SEASTAR_PORT_XP : SEASTAR_PORT_XM) + 2 * d;
		if (o->cfg.assignment == SS_ASSIGN_CROSSING)
			*upper = M(VC_CROSSING, will_cross(r, d, to[d], plus), false);
		else if (o->cfg.assignment == SS_ASSIGN_BALANCED)
			*upper = !will_cross(r, d, to[d], plus) && (r->at[d] + to[d] / 2) % 2;
	}
	if (o->cfg.assignment != SS_ASSIGN_CROSSING && r->at[d] == o->cfg.size[d] - 1) {
		*upper = M(VC_DATELINE, true, *upper);
		o->seen[SEEN_VC_DATELINE] += !*any;
	}
	o->seen[SEEN_VC_UPPER] += *upper && !*any;
}

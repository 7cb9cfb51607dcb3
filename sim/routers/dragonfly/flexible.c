// SPDX-License-Identifier: GPL-2.0-only
/*
 * FlexVC: a hop takes any VC up to the highest one from which the packet can still reach its
 * destination (docs/dragonfly-router.md, section 9; Fuentes, thesis, chapter 5).
 */
#include "sim/core/arithmetic.h"
#include "sim/core/rng.h"

#include "adapt.h"
#include "flexible.h"
#include "ready.h"

#define LOCAL_HOP	ss_flexvc_before(SS_FLEXVC_LOCAL, SS_FLEXVC_NO_PATH)
#define GLOBAL_HOP	ss_flexvc_before(SS_FLEXVC_GLOBAL, SS_FLEXVC_NO_PATH)

/* Return the path of @path and then @next. */
static u32 join(u32 path, u32 next)
{
	u32 hops = ss_bits(path) - 1;

	return (path & ~(1U << hops)) | next << hops;
}

/* Return the router of group @to at the end of the link from group @from. */
static u32 entry(const struct drf_fabric *df, u32 from, u32 to)
{
	const struct ss_dragonfly *d = ss_dragonfly_of(df->f.cfg.size);

	return to * d->a + (df->owner[ss_dragonfly_link_to(d, to, from)] >> 8);
}

/* Return the minimal path from router @r to the first router in another group @group. */
static u32 path_to_group(const struct drf_fabric *df, u32 r, u32 group)
{
	u32 leaves = entry(df, group, df->group[r]);

	return leaves == r ? GLOBAL_HOP : join(LOCAL_HOP, GLOBAL_HOP);
}

/* Return the minimal path from router @r to router @to. */
static u32 minimal_path(const struct drf_fabric *df, u32 r, u32 to)
{
	u32 from = df->group[r], group = df->group[to], path;

	if (r == to)
		return SS_FLEXVC_NO_PATH;
	if (from == group)
		return LOCAL_HOP;
	path = path_to_group(df, r, group);
	return entry(df, from, group) == to ? path : join(path, LOCAL_HOP);
}

/* Return the planned path from router @r to router @dest, by router @via - 1 if @via is not 0. */
static u32 planned_path(const struct drf_fabric *df, u32 r, u32 dest, u32 via)
{
	u32 group = via - 1;

	if (!via)
		return minimal_path(df, r, dest);
	if (!df->by_groups)
		return join(minimal_path(df, r, via - 1), minimal_path(df, via - 1, dest));
	return join(path_to_group(df, r, group),
		    minimal_path(df, entry(df, df->group[r], group), dest));
}

u32 drf_flex_place(const struct drf_fabric *df, u64 route)
{
	u32 type = drf_place(route);

	return type ? df->flex.place[type - 1][drf_vc(route)] : 0;
}

static int order_vcs(struct ss_flexvc *flex, const struct ss_config *cfg)
{
	const struct ss_dragonfly_config *own = &cfg->dragonfly;
	const struct ss_flexvc_counts requests = {{ cfg->vcs, own->global_vcs }};
	const struct ss_flexvc_counts replies = {{ own->reply_vcs, own->reply_global_vcs }};

	return ss_flexvc_init(flex, &requests, &replies, drf_longest_path(cfg->routing));
}

/* Return true if each hop of the longest path has a VC after which the minimal path fits. */
static bool is_supported(const struct ss_flexvc *flex, u32 class_, u32 path)
{
	if (!ss_flexvc_fits(flex, class_, 0, SS_FLEXVC_LGL))
		return false;
	for (; path > SS_FLEXVC_NO_PATH; path >>= 1) {
		u32 escape = path >> 1 < SS_FLEXVC_LGL ? path >> 1 : SS_FLEXVC_LGL;

		if (!flex->limit[class_][ss_flexvc_before(ss_flexvc_first(path), escape)])
			return false;
	}
	return true;
}

bool drf_check_reply_vcs(const struct ss_config *cfg, u32 local, u32 global,
			 struct ss_refusal *why)
{
	if (cfg->dragonfly.reply_vcs < local)
		return SS_REFUSE(why,
				 "{reply_vcs} are too few: {routing} needs {0} on local ports to exclude deadlock, or 0 of both kinds, which replies share with requests",
				 "reply_vcs", "routing", local);
	if (cfg->dragonfly.reply_global_vcs < global)
		return SS_REFUSE(why,
				 "{reply_global_vcs} are too few: {routing} needs {0} to exclude deadlock, or 0 of both kinds, which replies share with requests",
				 "reply_global_vcs", "routing", global);
	return true;
}

bool drf_flex_check(const struct ss_config *cfg, struct ss_refusal *why)
{
	u32 path = drf_longest_path(cfg->routing);
	bool minimal = !ss_dragonfly_routing_has(cfg->routing, ~0U);
	struct ss_flexvc flex;

	if (!cfg->vcs || !cfg->dragonfly.global_vcs || order_vcs(&flex, cfg))
		return SS_REFUSE(why,
				 "a link has one virtual channel or more", "vcs", "global_vcs");
	if (cfg->may_deadlock)
		return true;
	if (!is_supported(&flex, SS_FLEXVC_REQUEST, path))
		return SS_REFUSE(why,
				 "{vcs} and {global_vcs} are too few: {routing} with 'order' = flexible needs {0} and {1}, or 'deadlock' = allowed",
				 "order", "routing", minimal ? 2 : 3, minimal ? 1 : 2);
	if (!is_supported(&flex, SS_FLEXVC_REPLY, path))
		return drf_check_reply_vcs(cfg, 2, 1, why) &&
		       SS_REFUSE(why, "replies need more virtual channels in a flexible order, too",
				 "reply_vcs", "reply_global_vcs");
	return true;
}

/*
 * Return the last local VC before the first global one; the first local one, if that comes later.
 */
static u32 top_before_global(const struct ss_flexvc *flex)
{
	u32 place = 1;

	while (place <= flex->slots && flex->type[place] == SS_FLEXVC_LOCAL)
		place++;
	return place > 1 ? flex->vc[place - 1] : 0;
}

void drf_flex_init(struct drf_fabric *df)
{
	const struct ss_config *cfg = &df->f.cfg;
	u32 path = drf_longest_path(cfg->routing);

	df->flexible = cfg->dragonfly.order == SS_ORDER_FLEXIBLE;
	df->reverts = df->flexible && ss_dragonfly_routing_has(cfg->routing, ~0U);
	if (!df->flexible)
		return;
	order_vcs(&df->flex, cfg);
	df->source_limits = cfg->dragonfly.vc_limit_group;
	df->source_top = cfg->dragonfly.reply_vcs ? SS_FLEXVC_VCS : top_before_global(&df->flex);
	for (u32 class_ = 0; class_ < SS_FLEXVC_CLASSES; class_++)
		df->too_few |= !is_supported(&df->flex, class_, path);
}

/*
 * Return true if @hop is a local hop of the minimal path, of a packet that has yet to leave its
 * source's group.
 */
static bool is_limited(const struct drf_fabric *df, u32 r, const struct ss_packet *p,
		       const struct drf_hop *hop)
{
	return df->source_limits && !hop->via && hop->out < drf_first_global(df) &&
	       drf_is_leaving(df, drf_router_at(&df->f, r), p);
}

/* Return the highest VC up to @vc that a packet at its source may take by its path. */
static u32 limit_at_source(const struct drf_fabric *df, const struct ss_packet *p, u32 vc)
{
	if (drf_is_reply(p))
		return vc ? vc - 1 : 0;
	return vc < df->source_top ? vc : df->source_top;
}

/*
 * Return the highest VC of a hop.  A hop that is not supported may take any, where the fabric may
 * deadlock; elsewhere there is no such hop.
 */
static u32 highest_vc(const struct drf_fabric *df, u32 class_, u32 at, u32 path, u32 escape)
{
	u32 top = ss_flexvc_hop(&df->flex, class_, at, path, escape).top;

	if (unlikely(!top))
		top = df->flex.limit[class_][ss_flexvc_before(ss_flexvc_first(path),
							      SS_FLEXVC_NO_PATH)];
	return df->flex.vc[top];
}

void drf_flex_limit(const struct drf_fabric *df, u32 r, const struct ss_packet *p,
		    struct drf_hop *hop)
{
	u32 dest = SS_HDR_GET(p->header, DEST), class_ = drf_is_reply(p);
	u32 at = drf_flex_place(df, p->route), path = planned_path(df, r, dest, hop->via);
	u32 next;

	hop->place = !ss_flexvc_fits(&df->flex, class_, at, path);
	if (likely(!hop->place)) {
		hop->vc = df->flex.vc[df->flex.limit[class_][path]];
		if (unlikely(is_limited(df, r, p, hop)))
			hop->vc = limit_at_source(df, p, hop->vc);
		return;
	}
	next = df->f.wire[r << DRF_PORT_SHIFT | hop->out].to >> DRF_PORT_SHIFT;
	hop->vc = highest_vc(df, class_, at, path, minimal_path(df, next, dest));
}

void drf_flex_limit_aside(const struct drf_fabric *df, u32 r, const struct ss_packet *p,
			  struct drf_hop *hop)
{
	u32 dest = SS_HDR_GET(p->header, DEST), class_ = drf_is_reply(p);
	u32 next = df->f.wire[r << DRF_PORT_SHIFT | hop->out].to >> DRF_PORT_SHIFT;
	u32 type = hop->out >= drf_first_global(df), escape = minimal_path(df, next, dest);
	/* the end of the global link that follows is open: assume the longest path */
	u32 path = hop->flags & DRF_FORCED ? SS_FLEXVC_LGLGL : ss_flexvc_before(type, escape);

	hop->vc = highest_vc(df, class_, drf_flex_place(df, p->route), path, escape);
	hop->place = 0;
}

/* Return the VCs up to @limit of output @out that have credits for @flits, as bits. */
static u32 fitting(const struct drf_visit *x, u32 out, u32 limit, u32 flits)
{
	const struct drf_slot *s = drf_slot_of(x->df, x->rt, out, 0);
	u32 fit = 0;

	for (u32 vc = 0; vc <= limit; vc++)
		fit |= (u32)(s[vc].free >= flits) << vc;
	return fit;
}

bool drf_flex_can_go(struct drf_visit *x, const struct drf_hop *hop, u32 flits)
{
	struct drf_hop first = *hop;
	u32 fit;

	if (!(x->df->nodes >> hop->out & 1)) {
		fit = fitting(x, hop->out, hop->vc, flits);
		if (!fit)
			return false;
		first.vc = drf_lowest(fit);
	}
	return drf_can_go(x, &first, flits);
}

/* Find the VC of @fit with the most credits: of several the lowest, or the highest if @highest. */
static u32 shortest(const struct drf_visit *x, u32 out, u32 fit, bool highest)
{
	const struct drf_slot *s = drf_slot_of(x->df, x->rt, out, 0);
	u32 best = drf_lowest(fit);

	for (fit &= fit - 1; fit; fit &= fit - 1)
		if (s[drf_lowest(fit)].free + highest > s[best].free)
			best = drf_lowest(fit);
	return best;
}

static u32 any(u64 draw, u32 fit)
{
	u32 n = 0;

	for (u32 left = fit; left; left &= left - 1)
		n++;
	for (n = ss_rng_below(draw, n); n; n--)
		fit &= fit - 1;
	return drf_lowest(fit);
}

/* Choose a VC of non-empty @fit for the first packet of VC @vc of @in. */
static u32 choose(const struct drf_visit *x, u32 in, u32 vc, u32 out, u32 fit)
{
	switch (x->f->cfg.dragonfly.vc_select) {
	case SS_SELECT_HIGHEST:
		return ss_bits(fit) - 1;
	case SS_SELECT_LOWEST:
		return drf_lowest(fit);
	case SS_SELECT_RANDOM:
		return any(drf_attempt_draw(x, in, vc, 3), fit);
	default:
		return shortest(x, out, fit,
				x->f->cfg.dragonfly.vc_select == SS_SELECT_JSQ_HIGHEST);
	}
}

static bool is_node(const struct drf_visit *x, u32 out)
{
	return x->df->nodes >> out & 1;
}

bool drf_flex_go(struct drf_visit *x, u32 in, u32 vc, struct drf_hop *hop)
{
	const struct ss_packet *p = &x->f->pool[drf_slot_of(x->df, x->rt, in, vc)->first];
	u32 flits = ss_packet_flits(p);

	/* a packet that must not wait for these VCs goes minimally instead of waiting */
	if (!is_node(x, hop->out) && hop->place && !fitting(x, hop->out, hop->vc, flits))
		drf_next_hop(x->df, x->rt, x->r, p, 0,
			     drf_place(p->route) ? drf_flags(p->route) : 0, hop);
	if (!is_node(x, hop->out)) {
		u32 fit = fitting(x, hop->out, hop->vc, flits);

		if (!fit)
			return false;
		hop->vc = choose(x, in, vc, hop->out, fit);
		hop->place = 1 + (hop->out >= drf_first_global(x->df));
	}
	return drf_can_go(x, hop, flits);
}

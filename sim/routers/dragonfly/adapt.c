// SPDX-License-Identifier: GPL-2.0-only
/*
 * Adaptive routing: the observations of routers, and when they are made
 * (docs/dragonfly-adaptive.md).
 */
#include "sim/core/arithmetic.h"
#include "sim/core/rng.h"

#include "adapt.h"

/* Return true if the routing uses what routers observe when occupancies have changed. */
static bool watches(const struct ss_config *cfg, const struct drf_routing *routing)
{
	if (!ss_dragonfly_routing_has(cfg->routing, SS_ROUTING_IN_TRANSIT))
		return routing->observe;
	return cfg->dragonfly.adaptive.trigger == SS_TRIGGER_CREDITS ||
	       cfg->dragonfly.adaptive.trigger == SS_TRIGGER_HYBRID;
}

void drf_adapt_plan(struct drf_fabric *df, const struct ss_config *cfg, u32 window)
{
	const struct ss_dragonfly_config *own = &cfg->dragonfly;
	bool transit = ss_dragonfly_routing_has(cfg->routing, SS_ROUTING_IN_TRANSIT);
	bool source = ss_dragonfly_routing_has(cfg->routing, SS_ROUTING_AT_SOURCE);
	u32 trigger = own->adaptive.trigger;

	df->routing = drf_routing(cfg->routing);
	df->by_groups = ss_dragonfly_routing_has(cfg->routing, SS_ROUTING_BY_GROUP);
	df->draws = ss_dragonfly_routing_has(cfg->routing, SS_ROUTING_VALIANT) &&
		    !own->adaptive.redraw;
	df->at_source = source;
	df->in_transit = transit;
	df->adapts = transit || source || own->adaptive.redraw;
	df->chooses = transit || own->adaptive.redraw || (source && own->adaptive.always);
	df->counts = transit && trigger != SS_TRIGGER_CREDITS;
	df->filters = transit && trigger == SS_TRIGGER_FILTERED;
	df->watches = watches(cfg, df->routing);
	df->words = df->routing->words ? df->routing->words(cfg) : 0;
	/* a router may be a window ahead of those that read its board */
	df->seen_shift = ss_bits(cfg->link_delay + window + 1);
}

/*
 * Decide, with decision=once, on the packets at nodes' ports that have come to the front of a queue
 * since the last call: their hops are still DRF_OPEN.
 */
static void decide(struct drf_visit *x)
{
	for (u64 left = x->rt->waiting & x->df->nodes; left; left &= left - 1) {
		u32 in = drf_lowest(left);

		for (u32 vcs = drf_port_of(x->df, x->rt, in)->vcs; vcs; vcs &= vcs - 1) {
			struct drf_slot *s = drf_slot_of(x->df, x->rt, in, drf_lowest(vcs));

			if (s->hop.flags & DRF_OPEN)
				drf_decide_once(x, s);
		}
	}
}

void drf_observe(struct drf_visit *x)
{
	if (x->df->counts)
		drf_count_fronts(x);
	if (x->df->watches && x->rt->changed) {
		x->rt->changed = false;
		x->df->routing->observe(x);
	}
	if (!x->df->chooses)
		decide(x);
}

void drf_watch(struct drf_visit *x)
{
	if (x->df->counts)
		drf_watch_counters(x);
	/* other routers are to see a change at once */
	if (x->df->words && x->rt->changed)
		drf_wake_at(x, x->t + 1);
}

u64 drf_attempt_draw(const struct drf_visit *x, u32 in, u32 vc, u32 number)
{
	u64 key = ss_rng_key(x->f->source[x->nodes].key, SS_STREAM_ATTEMPTS);

	return ss_rng_draw(key, (((4 * x->t + x->pass) * 64 + in) * 16 + vc) * 4 + number);
}

struct drf_level drf_occupancy_of_vc(const struct drf_visit *x, const struct drf_hop *hop)
{
	u32 depth = x->df->most[drf_class(x->f, hop->out)];

	return (struct drf_level){
		depth - drf_slot_of(x->df, x->rt, hop->out, hop->vc)->free, depth
	};
}

struct drf_level drf_occupancy(const struct drf_visit *x, const struct drf_hop *hop)
{
	u32 class_ = drf_class(x->f, hop->out), depth = x->df->most[class_];
	const struct drf_slot *s = drf_slot_of(x->df, x->rt, hop->out, 0);
	u32 vcs = drf_vcs(&x->f->cfg, class_), free = 0;

	if (!x->f->cfg.dragonfly.adaptive.sense_port)
		return drf_occupancy_of_vc(x, hop);
	for (u32 vc = 0; vc < vcs; vc++)
		free += s[vc].free;
	return (struct drf_level){ vcs * depth - free, vcs * depth };
}

// SPDX-License-Identifier: GPL-2.0-only
/*
 * The creation of a Dragonfly, and the operations of its routers (sim/core/kind.h).
 */
#include "sim/core/arithmetic.h"

#include "adapt.h"
#include "board.h"
#include "flexible.h"
#include "shared.h"

/* Return the usual settings, as docs/dragonfly-adaptive.md has them in section 7. */
static struct ss_adaptive usual_adaptive(u32 routing, bool text)
{
	bool transit = ss_dragonfly_routing_has(routing, SS_ROUTING_IN_TRANSIT);

	return (struct ss_adaptive){
		.misrouting = transit ? SS_MISROUTE_MM : SS_MISROUTE_RRG,
		.trigger = SS_TRIGGER_CREDITS,
		.sense_port = !text,
		.compare_hops = !text,
		.consecutive_hops = !text,
		.always = !text,
		.one_candidate = !text,
		.factor = 200,
		.link_percent = transit ? 150 : 200,
		.link_packets = 5,
		.candidate_percent = 100,
		.contention = 6,
		.group_contention = 10,
		.period = 100,
		.alpha = 50,
	};
}

void ss_dragonfly_config_default(struct ss_config *cfg, u32 p, u32 a, u32 h, u32 routing, u32 rules)
{
	bool text = rules == SS_DRAGONFLY_TEXT;
	/* Fuentes, Table 1.2; the simulator's hop costs the crossbar's cycles only */
	const struct ss_config usual = {
		.kind = &ss_dragonfly_kind,
		.topology = &ss_dragonfly_topology,
		.size = { p, a, h },
		.vcs = ss_dragonfly_local_vcs(routing),
		.classes = 1,
		.max_packet = 8,
		.input_depth = 32,
		.router_delay = text ? 5 : 0,
		.link_delay = 10,
		.eject = { 1, 1 },
		.inject = { 0, 1 },
		.ack_delay = 100,
		.routing = routing,
		.dragonfly = {
			.global_delay = 100,
			.crossbar_delay = 3,
			.global_depth = 256,
			.inject_depth = 256,
			.output_depth = 32,
			.global_vcs = ss_dragonfly_global_vcs(routing),
			.inject_vcs = 3,
			.reserved = 75,
			.speedup = 2,
			.input_speedup = 1,
			.iterations = 2,
			.pointer = text ? SS_POINTER_GRANT : SS_POINTER_REQUEST,
			.valiant = text ? SS_VALIANT_DESTINATION : SS_VALIANT_SOURCE,
			.order = text ? SS_ORDER_ROLE : SS_ORDER_LOWEST,
			.vc_select = text ? SS_SELECT_JSQ : SS_SELECT_JSQ_HIGHEST,
			.vc_limit_group = !text,
			.sink = text ? SS_SINK_PORT : SS_SINK_IDLE,
			.output_time = text ? SS_OUTPUT_TAIL : SS_OUTPUT_CROSSBAR,
			.entry = text ? SS_ENTRY_WHOLE : SS_ENTRY_FLITS,
			.adaptive = usual_adaptive(routing, text),
		},
		.seed = 1,
		.regions = 1,
	};

	*cfg = usual;
}

static bool check_vc_counts(const struct ss_config *cfg, struct ss_refusal *why)
{
	const struct ss_dragonfly_config *own = &cfg->dragonfly;

	if (cfg->vcs > DRF_MAX_VCS || own->global_vcs > DRF_MAX_VCS ||
	    !ss_is_between(own->inject_vcs, 1, DRF_MAX_VCS))
		return SS_REFUSE(why, "a port has 1 to 16 virtual channels", "vcs", "global_vcs");
	if (own->reply_vcs > DRF_MAX_VCS - cfg->vcs ||
	    own->reply_global_vcs > DRF_MAX_VCS - own->global_vcs)
		return SS_REFUSE(why,
				 "'vcs' and 'reply_vcs', or 'global_vcs' and 'reply_global_vcs', are more than 16 together",
				 "reply_vcs", "vcs");
	return true;
}

static bool check_vcs(const struct ss_config *cfg, struct ss_refusal *why)
{
	const struct ss_dragonfly_config *own = &cfg->dragonfly;
	u32 local = ss_dragonfly_local_vcs(cfg->routing);
	u32 global = ss_dragonfly_global_vcs(cfg->routing);

	if (!check_vc_counts(cfg, why))
		return false;
	if (own->order == SS_ORDER_FLEXIBLE)
		return drf_flex_check(cfg, why);
	if (cfg->vcs < local)
		return SS_REFUSE(why,
				 "{vcs} are too few: {routing} needs {0} on local ports to exclude deadlock",
				 "vcs", "routing", local);
	if (own->global_vcs < global)
		return SS_REFUSE(why,
				 "{global_vcs} are too few: {routing} needs {0} to exclude deadlock",
				 "global_vcs", "routing", global);
	return (!own->reply_vcs && !own->reply_global_vcs) ||
	       drf_check_reply_vcs(cfg, local, global, why);
}

static bool check_redraw(const struct ss_config *cfg, struct ss_refusal *why)
{
	bool source = ss_dragonfly_routing_has(cfg->routing, SS_ROUTING_AT_SOURCE);
	bool draws = ss_dragonfly_routing_has(cfg->routing, SS_ROUTING_BY_ROUTER);

	if (!cfg->dragonfly.adaptive.redraw)
		return true;
	if (!draws)
		return SS_REFUSE(why, "{redraw} is for routing by an intermediate router", "redraw",
				 "routing");
	return !source || cfg->dragonfly.adaptive.always ||
	       SS_REFUSE(why,
			 "{redraw} needs 'decision' = always: a packet that is decided on once has its random router by then",
			 "redraw", "decision");
}

static bool check_limits(const struct ss_config *cfg, struct ss_refusal *why)
{
	const struct ss_adaptive *a = &cfg->dragonfly.adaptive;

	if (a->factor > 10000 || a->link_percent > 10000 || a->candidate_percent > 10000)
		return SS_REFUSE(why, "a factor of occupancies is at most 100", NULL, NULL);
	if (a->bias > 4096 || a->link_packets > 4096)
		return SS_REFUSE(why, "occupancies differ by at most 4096 packets", NULL, NULL);
	if (a->least_percent > 100 || a->alpha > 99)
		return SS_REFUSE(why,
				 "a queue is full at 100 percent, and a mean moves by 1 percent at least",
				 NULL, NULL);
	if (!ss_is_between(a->contention, 1, 1024) || !ss_is_between(a->group_contention, 1, 65535))
		return SS_REFUSE(why,
				 "the thresholds of contention are 1 to 1024, and of a group 1 to 65535",
				 NULL, NULL);
	return true;
}

static bool check_adaptive(const struct ss_config *cfg, struct ss_refusal *why)
{
	const struct ss_adaptive *a = &cfg->dragonfly.adaptive;

	if (!check_limits(cfg, why))
		return false;
	if (a->misrouting >= SS_MISROUTINGS || a->trigger >= SS_TRIGGERS ||
	    (a->local_misrouting | a->sense_port | a->compare_hops | a->consecutive_hops |
	     a->always | a->min_cred | a->one_candidate | a->redraw) > 1)
		return SS_REFUSE(why, "there is no such choice of adaptive routing", NULL, NULL);
	if (a->misrouting == SS_MISROUTE_MM &&
	    !ss_dragonfly_routing_has(cfg->routing, SS_ROUTING_IN_TRANSIT))
		return SS_REFUSE(why,
				 "{misrouting} is for routers that decide in transit, and with {routing} none does: give rrg, crg or nrg",
				 "misrouting", "routing");
	if (a->misrouting == SS_MISROUTE_NRG && ss_dragonfly_of(cfg->size)->a < 2)
		return SS_REFUSE(why,
				 "{misrouting} needs other routers in a group, and those of 'dragonfly' have one",
				 "misrouting", "topology");
	if (!ss_is_between(a->period, 1, 65535))
		return SS_REFUSE(why, "sums of contention are exchanged every 1 to 65535 cycles",
				 NULL, NULL);
	if (a->trigger == SS_TRIGGER_ECTN && a->period < cfg->link_delay)
		return SS_REFUSE(why,
				 "{exchange_period} is less than {link_delay}, which an exchange takes",
				 "exchange_period", "link_delay");
	return check_redraw(cfg, why);
}

/* Check the settings of shared memory; the room of a port is counted in 16 bits. */
static bool check_shared(const struct ss_config *cfg, struct ss_refusal *why)
{
	if (cfg->dragonfly.shared > 1 || cfg->dragonfly.reserved > 100)
		return SS_REFUSE(why, "memory is shared or not, and at most all of it is reserved",
				 NULL, NULL);
	if (!cfg->dragonfly.shared)
		return true;
	if (drf_most(cfg, SS_DRAGONFLY_LOCAL) > 65535)
		return SS_REFUSE(why,
				 "{buffers}: the VCs of a local port share at most 65,535 flits, and those of {input_depth} have {0}",
				 "buffers", "input_depth", drf_most(cfg, SS_DRAGONFLY_LOCAL));
	if (drf_most(cfg, SS_DRAGONFLY_GLOBAL) > 65535)
		return SS_REFUSE(why,
				 "{buffers}: the VCs of a global port share at most 65,535 flits, and those of {global_depth} have {0}",
				 "buffers", "global_depth", drf_most(cfg, SS_DRAGONFLY_GLOBAL));
	return true;
}

static bool check_choices(const struct ss_config *cfg, struct ss_refusal *why)
{
	const struct ss_dragonfly_config *own = &cfg->dragonfly;

	if (!ss_dragonfly_is_routing(cfg->routing))
		return SS_REFUSE(why, "a Dragonfly has no such routing", NULL, NULL);
	if (cfg->priority >= SS_PRIORITIES ||
	    own->input_priority >= SS_INPUT_PRIORITY_OWN + SS_PRIORITIES)
		return SS_REFUSE(why, "there is no such priority of arbiters", NULL, NULL);
	if (own->pointer >= SS_POINTERS || own->valiant >= SS_VALIANTS ||
	    own->order >= SS_ORDERS || own->sink >= SS_SINKS || own->transit > 1 ||
	    own->output_time >= SS_OUTPUT_TIMES || own->entry >= SS_ENTRIES ||
	    own->inject_select >= SS_INJECT_SELECTS)
		return SS_REFUSE(why,
				 "pointer, valiant, order, sink, transit, output_time, entry or inject_select is unknown",
				 NULL, NULL);
	if (cfg->usage > 1)
		return SS_REFUSE(why, "the use of ports is counted or not", NULL, NULL);
	if (own->vc_select >= SS_SELECTS || own->vc_limit_group > 1)
		return SS_REFUSE(why, "there is no such choice among virtual channels", NULL, NULL);
	return check_adaptive(cfg, why) && check_vcs(cfg, why) && check_shared(cfg, why);
}

static bool check_times(const struct ss_config *cfg, struct ss_refusal *why)
{
	const struct ss_dragonfly_config *own = &cfg->dragonfly;

	if (!ss_is_between(own->global_delay, 1, 255))
		return SS_REFUSE(why, "the delay of global links must be 1 to 255 cycles",
				 NULL, NULL);
	if (!ss_is_between(own->crossbar_delay, 1, 255))
		return SS_REFUSE(why, "the crossbar must take 1 to 255 cycles", NULL, NULL);
	if (cfg->router_delay > 255)
		return SS_REFUSE(why, "the router delay must be at most 255 cycles", NULL, NULL);
	if (!ss_is_between(own->speedup, 1, 2))
		return SS_REFUSE(why, "the speedup must be 1 or 2", NULL, NULL);
	if (!ss_is_between(own->input_speedup, 1, 4))
		return SS_REFUSE(why, "an input sends 1 to 4 packets at a time", NULL, NULL);
	if (!ss_is_between(own->iterations, 1, 4))
		return SS_REFUSE(why, "an allocator has 1 to 4 iterations", NULL, NULL);
	if (cfg->eject[0] != 1 || cfg->eject[1] != 1)
		return SS_REFUSE(why, "nodes of a Dragonfly take a flit per cycle",
				 "eject", "router");
	if (cfg->inject[0])
		return SS_REFUSE(why,
				 "nodes of a Dragonfly inject a packet per cycle, whatever its flits",
				 "inject", "router");
	return true;
}

#define TOO_SMALL(depth) \
	"{" depth "} is less than {max_packet}: a packet moves when there is room for all of it"

static bool check_depths(const struct ss_config *cfg, struct ss_refusal *why)
{
	static const char *const sentence[] = {
		TOO_SMALL("input_depth"), TOO_SMALL("global_depth"), TOO_SMALL("inject_depth"),
		TOO_SMALL("output_depth"),
	};
	static const char *const field[] = {
		"input_depth", "global_depth", "inject_depth", "output_depth",
	};
	const u32 depth[] = {
		cfg->input_depth, cfg->dragonfly.global_depth, cfg->dragonfly.inject_depth,
		cfg->dragonfly.output_depth,
	};

	if (!cfg->dragonfly.output_depth && cfg->dragonfly.speedup != 1)
		return SS_REFUSE(why,
				 "{output_depth}: the crossbar is faster than links, which needs queues at outputs: give 'speedup' = 1",
				 "output_depth", "speedup");
	for (u32 i = 0; i < 4; i++) {
		if (i == 3 && !depth[i])
			continue;
		if (depth[i] < cfg->max_packet)
			return SS_REFUSE(why, sentence[i], field[i], "max_packet");
		if (depth[i] > 4096)
			return SS_REFUSE(why, "a queue holds at most 4096 flits", field[i], NULL);
	}
	return true;
}

static bool drf_check(const struct ss_config *cfg, struct ss_refusal *why)
{
	if (cfg->classes != 1)
		return SS_REFUSE(why, "a Dragonfly has one class of packets", NULL, NULL);
	if (!ss_is_between(cfg->max_packet, 1, SS_MAX_FLITS))
		return SS_REFUSE(why, "the largest packet must be 1 to 256 flits", NULL, NULL);
	return check_depths(cfg, why) && check_times(cfg, why) && check_choices(cfg, why);
}

/*
 * Return the delay of the shortest link: a credit sent over it is the first thing to reach another
 * router.
 */
static u32 drf_reach(const struct ss_config *cfg)
{
	return ss_least(cfg->link_delay, cfg->dragonfly.global_delay);
}

/*
 * Return the cycles that a router plans ahead: the last event is the arrival of the last packet of
 * a full output queue.
 */
static u32 drf_ahead(const struct ss_config *cfg, u32 window)
{
	const struct ss_dragonfly_config *own = &cfg->dragonfly;

	return window + own->crossbar_delay + own->output_depth + cfg->max_packet +
	       ss_most(cfg->link_delay, own->global_delay) + cfg->router_delay;
}

static u32 wheel_shift(const struct ss_config *cfg, u32 window)
{
	return ss_most(ss_bits(drf_ahead(cfg, window) + 1), SS_WHEEL_LEAST);
}

static u32 slots_of(const struct ss_config *cfg)
{
	return ss_most(drf_vcs(cfg, SS_DRAGONFLY_NODE),
		       ss_most(drf_vcs(cfg, SS_DRAGONFLY_LOCAL),
			       drf_vcs(cfg, SS_DRAGONFLY_GLOBAL)));
}

/* Return the credits that an input gives back in a cycle at most: one per pass and crossing. */
static u32 credits_at_once(const struct ss_config *cfg)
{
	return ss_least(cfg->dragonfly.input_speedup, cfg->dragonfly.iterations);
}

/* Return the messages per link and cycle beyond one packet and one credit. */
static u32 drf_more_mails(const struct ss_config *cfg)
{
	return credits_at_once(cfg) - 1;
}

/* Return log2 of the places in the ring of credits under way to a port of a class. */
static u32 credit_shift(const struct ss_config *cfg, u32 window, u32 class_)
{
	return ss_bits((drf_delay(cfg, class_) + window) * credits_at_once(cfg));
}

static size_t wheel_bytes(u32 shift)
{
	return ss_lines(sizeof(struct drf_due) << shift) + ss_lines(((size_t)1 << shift) / 8);
}

static u32 class_of(const struct ss_dragonfly *d, u32 port)
{
	return port < d->p ? SS_DRAGONFLY_NODE :
	       port < ss_dragonfly_first_global(d) ? SS_DRAGONFLY_LOCAL : SS_DRAGONFLY_GLOBAL;
}

/* Lay out the rings of credits from @at on.  Returns where they end. */
static size_t plan_credits(struct drf_fabric *df, const struct ss_config *cfg, u32 window,
			   size_t at)
{
	const struct ss_dragonfly *d = ss_dragonfly_of(cfg->size);

	df->credits_are_long = df->flags_credits || cfg->max_packet > DRF_SHORT_CREDIT;
	for (u32 port = d->p; port < df->ports; port++) {
		u32 shift = credit_shift(cfg, window, class_of(d, port));

		df->credits[port].bytes = at;
		df->credits[port].mask = (1U << shift) - 1;
		at += (size_t)1 << shift << df->credits_are_long;
	}
	return ss_lines(at);
}

static void plan_shares(struct drf_fabric *df, const struct ss_config *cfg)
{
	df->shares = cfg->dragonfly.shared;
	for (u32 c = 0; c < SS_DRAGONFLY_PORTS; c++) {
		df->reserve[c] = drf_reserve(cfg, c);
		df->most[c] = drf_most(cfg, c);
	}
}

/*
 * Return the most packets that an output has granted and not sent.  Without a queue they are those
 * on the crossbar, which leave one after the other with a flit each at least.
 */
static u32 queue_packets(const struct ss_config *cfg)
{
	const struct ss_dragonfly_config *own = &cfg->dragonfly;

	return own->output_depth ? own->output_depth : own->crossbar_delay + 2;
}

static u32 in_priority_of(const struct ss_config *cfg)
{
	u32 priority = cfg->dragonfly.input_priority;

	return priority == SS_INPUT_PRIORITY_SAME ? cfg->priority :
						    priority - SS_INPUT_PRIORITY_OWN;
}

/* Lay out the memory behind a router, and note in @df where its parts are.  Returns its end. */
static size_t plan(struct drf_fabric *df, const struct ss_config *cfg, u32 window)
{
	const struct ss_dragonfly_config *own = &cfg->dragonfly;
	u32 in_priority = in_priority_of(cfg);
	bool orders = cfg->priority == SS_PRIORITY_RECENT || in_priority == SS_PRIORITY_RECENT;
	size_t at = sizeof(struct drf_router);

	df->wheel_shift = wheel_shift(cfg, window);
	df->busy_offset = -(long)ss_lines(((size_t)1 << df->wheel_shift) / 8);
	df->ports = ss_dragonfly_ports(ss_dragonfly_of(cfg->size));
	df->slots = slots_of(cfg);
	df->queue_shift = ss_bits(queue_packets(cfg) - 1);
	df->nodes = (1ULL << ss_dragonfly_of(cfg->size)->p) - 1;
	df->whole = own->entry == SS_ENTRY_WHOLE ? df->nodes : 0;
	df->idle = own->sink == SS_SINK_IDLE ? df->nodes : 0;
	plan_shares(df, cfg);
	df->apart = ss_dragonfly_routing_has(cfg->routing, SS_ROUTING_BY_LINKS) &&
		    own->adaptive.min_cred;
	df->wide = own->input_speedup > 1;
	df->further = df->shares || df->apart || df->wide;
	df->allocates_further = df->wide || cfg->usage;
	df->flags_credits = df->apart || df->wide;
	df->port_size = sizeof(struct drf_port) +
			ss_lines(df->slots * (sizeof(struct drf_slot) + df->shares * sizeof(u16) +
					   df->apart * sizeof(u16)) +
			      DRF_NEAR * sizeof(u32));
	at += df->ports * df->port_size;
	at = plan_credits(df, cfg, window, at);
	df->in_priority = in_priority;
	df->order_bytes = at;
	at += orders ? ss_lines((size_t)df->ports * (df->slots + df->ports)) : 0;
	df->turn_bytes = at;
	at += own->transit && cfg->priority == SS_PRIORITY_TURN ? ss_lines(df->ports) : 0;
	df->until_bytes = at;
	at += df->wide ? ss_lines((size_t)df->ports * df->slots * sizeof(u64)) : 0;
	df->usage_bytes = at;
	at += cfg->usage ? ss_lines(SS_DRAGONFLY_PORTS * sizeof(struct ss_usage)) : 0;
	drf_adapt_plan(df, cfg, window);
	df->contention_bytes = at;
	at += df->counts ? ss_lines(drf_contention_bytes(df, cfg)) : 0;
	df->board_bytes = at;
	return at + (df->words ? ss_lines(drf_board_bytes(df)) : 0);
}

static void drf_lay_out(struct ss_layout *l, const struct ss_config *cfg, u32 window,
			struct ss_fabric *f)
{
	size_t n = ss_config_routers(cfg), bytes, before;
	struct drf_fabric counted, *df = f ? drf_fabric(f) : &counted;
	u16 *owner, *group;
	char *routers;
	u32 *queues;

	bytes = plan(df, cfg, window);
	before = wheel_bytes(df->wheel_shift);
	owner = ss_take(l, ss_dragonfly_links(ss_dragonfly_of(cfg->size)), sizeof(*owner));
	group = ss_take(l, n, sizeof(*group));
	routers = ss_take(l, n, before + bytes);
	queues = ss_take(l, (n * df->ports) << df->queue_shift, sizeof(*queues));
	if (!f)
		return;
	df->owner = owner;
	df->group = group;
	df->queues = queues;
	f->router_bytes = before + bytes;
	f->routers = routers + before;
}

static void wire_router(struct ss_fabric *f, u32 r)
{
	const struct ss_dragonfly *d = ss_dragonfly_of(f->cfg.size);

	for (u32 port = 0; port < DRF_MAX_PORTS; port++) {
		struct ss_wire *wire = &f->wire[r << DRF_PORT_SHIFT | port];
		u32 back, to;

		wire->to = SS_NO_ROUTER;
		if (port < d->p || port >= ss_dragonfly_ports(d))
			continue;
		to = ss_dragonfly_neighbour(d, r, port, &back);
		wire->to = to << DRF_PORT_SHIFT | back;
		wire->delay = drf_delay(&f->cfg, drf_class(f, port));
	}
}

static void init_port(struct ss_fabric *f, const struct drf_router *rt, u32 port)
{
	const struct drf_fabric *df = drf_fabric(f);
	u32 class_ = drf_class(f, port), vcs = drf_vcs(&f->cfg, class_);

	for (u32 vc = 0; vc < vcs; vc++)
		drf_slot_of(df, rt, port, vc)->free = df->most[class_];
	if (class_ != SS_DRAGONFLY_NODE)
		drf_port_of(df, rt, port)->pool = df->most[class_] - df->reserve[class_];
	if (f->cfg.priority != SS_PRIORITY_RECENT && df->in_priority != SS_PRIORITY_RECENT)
		return;
	for (u32 i = 0; i < vcs; i++)
		drf_input_order(df, rt, port)[i] = i;
	for (u32 i = 0; i < df->ports; i++)
		drf_output_order(df, rt, port)[i] = i;
}

static void drf_init(struct ss_fabric *f)
{
	const struct ss_dragonfly *d = ss_dragonfly_of(f->cfg.size);
	struct drf_fabric *df = drf_fabric(f);

	drf_order_init(&df->order, &f->cfg);
	drf_flex_init(df);
	for (u32 port = 0; port < df->ports; port++)
		df->class_of[port] = class_of(d, port);
	drf_trail_init(df);
	for (u32 k = 0; k < ss_dragonfly_links(d); k++)
		df->owner[k] = k / d->h << 8 | k % d->h;
	for (u32 r = 0; r < f->topo.routers; r++)
		df->group[r] = r / d->a;
	for (u32 r = f->own.first; r < f->own.end; r++) {
		struct drf_router *rt = drf_router_at(f, r);

		rt->group = r / d->a;
		rt->here = r % d->a;
		rt->look = SS_NEVER;
		rt->sources = SS_NEVER;
		wire_router(f, r);
		for (u32 port = 0; port < df->ports; port++)
			init_port(f, rt, port);
		if (df->counts)
			drf_contention_init(df, rt);
		ss_relax();
	}
}

static u32 drf_transit(const struct ss_config *cfg)
{
	return cfg->router_delay;
}

static u64 drf_typical(const struct ss_config *cfg)
{
	return 4 * (cfg->router_delay + cfg->dragonfly.crossbar_delay) + 2 * cfg->link_delay +
	       cfg->dragonfly.global_delay + cfg->max_packet;
}

static const char *const misroute_words[SS_MISROUTES + 1] = {
	[SS_MISROUTED] = "packets",
	[SS_MISROUTE_AT_SOURCE] = "at_source",
	[SS_MISROUTE_IN_TRANSIT] = "in_transit",
	[SS_MISROUTE_LOCAL_SOURCE] = "local_source",
	[SS_MISROUTE_LOCAL_INTERMEDIATE] = "local_intermediate",
	[SS_MISROUTE_LOCAL_DESTINATION] = "local_destination",
};

/* Return the most packets in the memory of an input. */
static u32 packets_of(const struct ss_config *cfg, u32 class_, u32 shortest)
{
	u32 vcs = drf_vcs(cfg, class_), depth = drf_depth(cfg, class_);

	return cfg->dragonfly.shared ? vcs * depth / shortest : vcs * (depth / shortest);
}

/*
 * Return the most packets in the input queues of a router or under way to them, and in the outputs
 * to its nodes.
 */
static u64 drf_holds(const struct ss_config *cfg, u32 shortest, u32 vcs)
{
	const struct ss_dragonfly *d = ss_dragonfly_of(cfg->size);
	const u32 ports[] = { d->p, d->a - 1, d->h };
	u64 n = (u64)d->p * (queue_packets(cfg) / shortest + 2);

	(void)vcs;
	for (u32 c = 0; c < SS_DRAGONFLY_PORTS; c++)
		n += (u64)ports[c] * packets_of(cfg, c, shortest);
	return n;
}

/* Free the room for replies to requests of former traffic, which are not answered. */
static void forget_replies(const struct ss_fabric *f, struct ss_region *g, struct drf_router *rt,
			   u32 r)
{
	const struct drf_fabric *df = drf_fabric(f);

	for (u32 port = 0; port < df->ports; port++) {
		if (df->nodes >> port & 1)
			drf_port_of(df, rt, port)->owed = 0;
		for (u32 vc = 0; vc < df->slots; vc++) {
			struct drf_hop *hop = &drf_slot_of(df, rt, port, vc)->hop;

			hop->vc = df->nodes >> hop->out & 1 ? 0 : hop->vc;
		}
	}
	if (!rt->waiting)
		return;
	rt->look = f->now;
	ss_remind(f, g, r, f->now);
}

static void drf_adopt(struct ss_fabric *f, struct ss_region *g, struct ss_packet *pool, u32 r)
{
	struct drf_router *rt = drf_router_at(f, r);
	const struct drf_fabric *df = drf_fabric(f);

	for (u32 port = 0; port < df->ports; port++) {
		struct drf_port *p = drf_port_of(df, rt, port);

		ss_adopt_list(f, g, pool, &p->coming.first, &p->coming.last);
		if (df->nodes >> port & 1)
			ss_adopt_list(f, g, pool, &p->delivering.first, &p->delivering.last);
		for (u32 vc = 0; vc < df->slots; vc++) {
			struct drf_slot *s = drf_slot_of(df, rt, port, vc);

			ss_adopt_list(f, g, pool, &s->first, &s->last);
		}
	}
	if (f->traffic->replies)
		forget_replies(f, g, rt, r);
}

static const char *drf_check_replies(const struct ss_config *cfg)
{
	return cfg->dragonfly.inject_vcs < 2 ?
	       "nodes inject replies on VCs of their own: a second one" : NULL;
}

const struct ss_kind ss_dragonfly_kind = {
	.name = "dragonfly",
	.topology = &ss_dragonfly_topology,
	.port_shift = DRF_PORT_SHIFT,
	.fabric_bytes = sizeof(struct drf_fabric),
	.check = drf_check,
	.reach = drf_reach,
	.ahead = drf_ahead,
	.mails = 2,
	.more_mails = drf_more_mails,
	.lay_out = drf_lay_out,
	.init = drf_init,
	.run = drf_run,
	.fetch = drf_fetch,
	.fetch_packet = drf_fetch_packet,
	.fetch_credit = drf_fetch_credit,
	.take_packet = drf_take_packet,
	.take_credit = drf_take_credit,
	.room = drf_room,
	.inject = drf_inject,
	.has_trails = true,
	.report_path = drf_report_path,
	.entering = drf_entering,
	.answers = true,
	.check_replies = drf_check_replies,
	.port_vcs = slots_of,
	.waits = drf_waits,
	.waits_for = drf_waits_for,
	.holds = drf_holds,
	.adopt = drf_adopt,
	.injects_every_cycle = true,
	.read = drf_read,
	.misroute_words = misroute_words,
	.misroutes = drf_misroutes,
	.usage = drf_usage,
	.carried = drf_carried,
	.typical = drf_typical,
	.transit = drf_transit,
	.oldest = drf_oldest,
	.emit = drf_emit,
	.emit_injector = drf_emit_injector,
};

// SPDX-License-Identifier: GPL-2.0-only
/*
 * Creation of an oracle, its clock, its settings and its counters.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "sim/topology/cube.h"

#include "model.h"

#define M(name, right, wrong)	MUTATE(o->mutant, name, right, wrong)

static void *allocate(size_t n, size_t size)
{
	void *mem = calloc(n, size);

	if (!mem) {
		fprintf(stderr, "oracle: out of memory\n");
		exit(1);
	}
	return mem;
}

static const struct oracle_kind *const kinds[] = {
	&oracle_seastar, &oracle_vc, &oracle_torus, &oracle_bubble, &oracle_wormhole,
	&oracle_dragonfly
};

static const struct oracle_kind *kind_of(const struct ss_config *cfg)
{
	u32 i = 0;

	while (strcmp(kinds[i]->kind->name, cfg->kind->name))
		i++;
	return kinds[i];
}

static void router_init(struct oracle *o, u32 id)
{
	const u32 *k = o->cfg.size;
	struct router *r = &o->router[id];

	r->o = o;
	r->id = id;
	r->nodes = ss_nodes_of(&o->topology, id);
	r->node = r->nodes ? &o->node[id * r->nodes] : NULL;
	if (o->cfg.topology != &ss_cube_topology)
		return;
	r->at[0] = id / (k[1] * k[2]);
	r->at[1] = id / k[2] % k[1];
	r->at[2] = id % k[2];

	for (u32 port = 0; port < SS_PORTS; port++)
		r->neighbour[port] = find_neighbour(o, id, port);
}

static void node_init(struct oracle *o, u32 id)
{
	struct node *n = &o->node[id];

	n->o = o;
	n->id = id;
	n->router = &o->router[id / o->topology.per_router];
	source_init(n);
}

static void seastar_init(struct router *r)
{
	struct oracle *o = r->o;

	for (u32 vc = 0; vc < o->vcs; vc++)
		r->node->source.room[vc] = o->cfg.input_depth;
	r->aging.mutant = o->mutant;
	r->aging.AGE_CLK_PERIOD = SS_DEFAULT_PERIOD;
	r->aging.age_clock_period_reg = SS_DEFAULT_PERIOD;
	r->select = ~0ULL;
	for (u32 port = 0; port < SS_PORTS; port++) {
		struct output *out = &r->out[port];
		bool proc = port == SEASTAR_PORT_PROC;

		turns_init(o, &r->in[port].turns);
		turns_init(o, &out->by_turn.vcs);
		turns_init(o, &out->by_age.vcs);
		r->aging.REQ_AGE_BIAS[port] = SS_DEFAULT_BIAS;
		r->aging.RSP_AGE_BIAS[port] = SS_DEFAULT_BIAS;
		out->channel.rate[0] = proc ? o->cfg.eject[0] : 1;
		out->channel.rate[1] = proc ? o->cfg.eject[1] : 1;
		for (u32 vc = 0; vc < o->vcs && r->neighbour[port]; vc++)
			out->credits[vc] = o->cfg.input_depth;
		sender_init(r, port);
	}
}

struct oracle *oracle_new(const struct ss_config *cfg, enum mutant mutant)
{
	struct oracle *o = allocate(1, sizeof(*o));

	o->cfg = *cfg;
	o->kind = kind_of(cfg);
	o->mutant = mutant;
	o->vcs = cfg->classes * cfg->vcs;
	ss_config_topology(cfg, &o->topology);
	o->routers = o->topology.routers;
	o->nodes = o->topology.nodes;
	o->router = allocate(o->routers, sizeof(*o->router));
	o->node = allocate(o->nodes, sizeof(*o->node));
	for (u32 id = 0; id < o->routers; id++)
		router_init(o, id);
	for (u32 id = 0; id < o->nodes; id++)
		node_init(o, id);
	each_router(o, o->kind->init);
	return o;
}

/* Free the packets of a queue; a packet is freed with its tail. */
static void free_packets(struct fifo *f)
{
	for (u32 i = 0; i < f->count; i++) {
		if (fifo_at(f, i)->tail)
			free(fifo_at(f, i)->packet);
	}
	fifo_clear(f);
}

static void node_free(struct node *n)
{
	struct source *s = &n->source;

	for (u32 i = 0; i < s->queue.count; i++)
		free(fifo_at(&s->queue, i)->packet);
	fifo_clear(&s->queue);
	for (u32 i = 0; i < s->replies.count; i++)
		free(fifo_at(&s->replies, i)->packet);
	fifo_clear(&s->replies);
	fifo_clear(&s->due);
	fifo_clear(&s->trace);
	fifo_clear(&s->flits);
	fifo_clear(&s->pauses);
	batch_end(s);
	free(s->entering);
}

static void seastar_free(struct router *r)
{
	for (u32 port = 0; port < SS_PORTS; port++) {
		free_packets(&r->in[port].wire);
		for (u32 vc = 0; vc < r->o->vcs; vc++) {
			free_packets(&r->in[port].buffer[vc]);
			fifo_clear(&r->out[port].credit_wire[vc]);
			for (u32 in = 0; in < SS_PORTS; in++)
				free_packets(&r->out[port].staging[in][vc].flits);
		}
	}
}

void oracle_free(struct oracle *o)
{
	each_node(o, node_free);
	each_router(o, o->kind->free);
	free(o->node);
	free(o->router);
	free(o->lists);
	free(o->search);
	free(o->placement);
	free(o);
}

/* Execute phase 1: the age clock, Procedure 3. */
static void age_clock(struct router *r)
{
	struct oracle *o = r->o;
	struct aging before = r->aging;

	procedure_3(&r->aging);
	o->seen[SEEN_EPOCH_WRAP] += r->aging.epoch != before.epoch;
	o->seen[SEEN_INHIBIT_ON] += r->aging.inhibit && !before.inhibit;
	o->seen[SEEN_INHIBIT_OFF] += !r->aging.inhibit && before.inhibit;
	o->seen[SEEN_PERIOD_ZERO] += r->aging.AGE_CLK_PERIOD == 0;
}

/* Execute phase 2: arrivals and injection. */
static void arrivals_and_injection(struct router *r)
{
	arrivals(r);
	source_cycle(r->node);
}

void each_router(struct oracle *o, void (*phase)(struct router *r))
{
	for (u32 id = 0; id < o->routers; id++)
		phase(&o->router[id]);
}

void each_node(struct oracle *o, void (*phase)(struct node *n))
{
	for (u32 id = 0; id < o->nodes; id++)
		phase(&o->node[id]);
}

static void seastar_cycle(struct oracle *o)
{
	each_router(o, age_clock);
	each_router(o, arrivals_and_injection);
	each_router(o, M(STAGING_FIRST, to_staging, arbitration));
	each_router(o, M(STAGING_FIRST, arbitration, to_staging));
	each_node(o, batch_cycle);
}

void oracle_run(struct oracle *o, u64 cycles)
{
	for (; cycles; cycles--, o->now++)
		o->kind->cycle(o);
}

u32 oracle_routers(const struct oracle *o)
{
	return o->routers;
}

u32 oracle_nodes(const struct oracle *o)
{
	return o->nodes;
}

u64 oracle_now(const struct oracle *o)
{
	return o->now;
}

void oracle_on_delivery(struct oracle *o,
			void (*fn)(void *ctx, const struct ss_delivery *d),
			void *ctx)
{
	o->deliver = fn;
	o->deliver_ctx = ctx;
}

void oracle_set_period(struct oracle *o, u32 router, u32 period)
{
	struct aging *a = &o->router[router].aging;

	a->AGE_CLK_PERIOD = period;
	a->age_clock_period_reg = M(PERIOD_WRITE, period,
				    a->age_clock_period_reg);
}

void oracle_set_select(struct oracle *o, u32 router, u64 select)
{
	o->router[router].select = select;
}

void oracle_set_tables(struct oracle *o, const struct oracle_tables *t)
{
	o->tables = t;
	o->seen[SEEN_TABLE_CHANGE] += o->now > 0;
	for (u32 id = 0; id < o->routers; id++)
		for (u32 port = 0; port < SS_PORTS; port++)
			if (o->router[id].out[port].down)
				links_abandon(&o->router[id], port);
}

void oracle_set_bias(struct oracle *o, u32 router, u32 port, u32 class_,
		     u32 bias)
{
	struct aging *a = &o->router[router].aging;

	if (class_ == 0)
		a->REQ_AGE_BIAS[port] = bias;
	else
		a->RSP_AGE_BIAS[port] = bias;
}

void oracle_set_traffic(struct oracle *o, const struct ss_traffic *t)
{
	o->traffic = *t;
	free(o->lists);
	o->lists = allocate(ss_gen_listed(&o->topology, t) + 1, sizeof(*o->lists));
	ss_gen_init(&o->gen, &o->topology, t, o->lists);
	o->gen.before = M(TRAFFIC_DRAW, o->traffic_number, 0);
	search_set(o, t);
	free(o->placement);
	o->placement = NULL;
	if (is_collective(o) && M(PLACED, t->permutation, NULL)) {
		o->placement = allocate(o->nodes, sizeof(*o->placement));
		memcpy(o->placement, t->permutation, o->nodes * sizeof(*o->placement));
	}
	o->traffic_number++;
	each_node(o, source_set_traffic);
}

void oracle_read_regs(const struct oracle *o, u32 router,
		      u64 regs[SS_PORTS][SEASTAR_REGS])
{
	const struct router *r = &o->router[router];

	memcpy(regs, r->regs, sizeof(r->regs));
	for (u32 port = 0; port < SS_PORTS; port++) {
		const struct decisions *t = &r->decisions[port];

		regs[port][SEASTAR_REG_GRANTS0] = t->contested + ((u64)t->inhibited << 32);
		regs[port][SEASTAR_REG_GRANTS1] = t->tied + ((u64)t->saturated << 32);
	}
}

void oracle_read_passed(const struct oracle *o, u32 router, struct ss_passed passed[SS_PORTS])
{
	memcpy(passed, o->router[router].passed, sizeof(o->router[router].passed));
}

void oracle_read_source(const struct oracle *o, u32 node,
			struct ss_source_stats *s)
{
	const struct source *source = &o->node[node].source;

	*s = source->seen;
	s->stat[SEASTAR_SRC_OFFERED] = source->born + source->more + source->replies_made;
	s->replies = source->replies_made;
	s->replied = source->replied;
	s->reply_flits = source->reply_flits;
	s->stat[SEASTAR_SRC_DROPPED] = source->dropped;
	s->stat[SEASTAR_SRC_INJECTED] = source->injected;
}

u64 oldest_in(const struct fifo *f, u64 birth)
{
	for (u32 i = 0; i < f->count; i++) {
		const struct packet *p = fifo_at(f, i)->packet;

		birth = !p->dropped && p->birth < birth ? p->birth : birth;
	}
	return birth;
}

static u64 oldest_of(const struct node *n, u64 birth)
{
	const struct oracle *o = n->o;
	const struct packet *entering = n->source.entering;

	if (M(OLDEST_QUEUED, true, false))
		birth = oldest_in(&n->source.queue, birth);
	birth = oldest_in(&n->source.replies, birth);
	if (entering && !entering->dropped && entering->birth < birth)
		birth = entering->birth;
	return birth;
}

static u64 seastar_oldest(const struct router *r, u64 birth)
{
	const struct oracle *o = r->o;

	for (u32 port = 0; port < SS_PORTS; port++) {
		const struct output *out = &r->out[port];

		if (M(OLDEST_LINKED, true, false))
			birth = oldest_in(&r->in[port].wire, birth);
		for (u32 vc = 0; vc < o->vcs; vc++) {
			birth = oldest_in(&r->in[port].buffer[vc], birth);
			for (u32 in = 0; in < SS_PORTS && M(OLDEST_STAGED, true, false); in++)
				birth = oldest_in(&out->staging[in][vc].flits, birth);
		}
		if (out->sending && !out->sending->dropped && out->sending->birth < birth)
			birth = out->sending->birth;
	}
	return birth;
}

u64 oracle_oldest_birth(const struct oracle *o)
{
	u64 birth = U64_MAX;

	for (u32 id = 0; id < o->nodes; id++)
		birth = oldest_of(&o->node[id], birth);
	for (u32 id = 0; id < o->routers; id++)
		birth = o->kind->oldest(&o->router[id], birth);
	return birth;
}

u32 oracle_phases(const struct oracle *o)
{
	return batch_phases(o);
}

u64 oracle_phase_done(const struct oracle *o, u32 node, u32 phase)
{
	const struct source *s = &o->node[node].source;

	return s->sends ? s->phase_done[phase] : U64_MAX;
}

u64 oracle_last_delivery(const struct oracle *o, u32 node)
{
	return o->traffic_number ? o->node[node].source.last_delivery : U64_MAX;
}

bool oracle_source_done(const struct oracle *o, u32 node)
{
	const struct source *s = &o->node[node].source;

	if (s->sends && is_traced(o))
		return !s->trace.count && !s->queue.count;
	return !s->sends || (batch_phases(o) && s->phase == batch_phases(o));
}

void oracle_reset_sources(struct oracle *o)
{
	for (u32 id = 0; id < o->nodes; id++) {
		struct ss_source_stats *seen = &o->node[id].source.seen;
		u64 injected = seen->injected;

		memset(seen, 0, sizeof(*seen));
		seen->injected = M(RESET_INJECTED, 0, injected);
	}
}

const u64 *oracle_coverage(const struct oracle *o)
{
	return o->seen;
}

const char *oracle_audit(const struct oracle *o)
{
	return o->kind->audit(o);
}

const struct oracle_kind oracle_seastar = {
	.kind = &ss_seastar_kind,
	.init = seastar_init,
	.free = seastar_free,
	.cycle = seastar_cycle,
	.has_room = seastar_has_room,
	.inject = seastar_inject,
	.enter = seastar_enter,
	.oldest = seastar_oldest,
	.audit = seastar_audit,
	.emit = seastar_emit,
	.emit_injector = seastar_emit_injector,
};

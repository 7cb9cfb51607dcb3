// SPDX-License-Identifier: GPL-2.0-only
/*
 * The run of a router, cycle by cycle where it has events; the phases are those of
 * docs/bubble-router.md, section 5.
 */
#include "arbitrate.h"

/*
 * Let packets begin to request whose time has come by cycle @t, after moving the token up to then.
 */
static __always_inline void begin_to_ask(const struct bub_visit *x, u64 t)
{
	struct bub_net *net = x->net;

	if (x->crossbar == SS_CROSSBAR_SIC)
		ss_token_move(&net->token, net->asking, bub_fabric(x->f)->queues, t);
	for (u32 set = net->coming; set; set &= set - 1) {
		u32 queue = ss_lowest(set);

		if (net->queue[queue].when > t) {
			plan(x, net->queue[queue].when);
			continue;
		}
		net->coming ^= set & -set;
		net->asking |= set & -set;
	}
}

static __always_inline void arbitrate(const struct bub_visit *x, u64 t)
{
	if (!x->net->asking)
		return;
	if (x->crossbar == SS_CROSSBAR_OAC)
		arbitrate_each(x, t);
	else if (x->crossbar == SS_CROSSBAR_SIC)
		arbitrate_one(x, t);
	else
		arbitrate_wave(x, t);
	if (x->net->asking | x->net->stalled | x->net->wants)
		await(x, t);
}

/* Deliver the packets that reach the node in cycle @t. */
static __always_inline void deliver(const struct bub_visit *x, u64 t)
{
	struct bub_net *net = x->net;
	u32 i = net->leaving;

	if (!i)
		return;
	if (x->f->pool[i].arrival <= t) {
		net->leaving = x->f->pool[i].next;
		ss_source_deliver(x->f, x->g, x->r, i, x->class_, t);
	}
	if (net->leaving)
		plan(x, x->f->pool[net->leaving].arrival);
}

/* Turn to the router's part in the network of @class_. */
static __always_inline void turn_to(struct bub_visit *x, u32 class_)
{
	x->class_ = class_;
	x->net = &x->rt->net[class_];
	x->rings = bub_ring_of(x->f, x->r, class_, 0, 0);
}

/* Handle all events of cycle @t. */
static __always_inline void run_cycle(struct bub_visit *x, u32 classes, u64 t)
{
	x->rt->next = SS_NEVER;
	if (unlikely(x->source->reply_at <= t))
		ss_reply_run(x->f, x->r, t);
	if (x->source->at <= t)
		ss_source_run(x->f, x->g, x->r, t);
	for (u32 class_ = 0; class_ < classes; class_++) {
		if (classes > 1)
			turn_to(x, class_);
		begin_to_ask(x, t);
		arbitrate(x, t);
	}
	for (u32 class_ = 0; class_ < classes; class_++) {
		if (classes > 1)
			turn_to(x, class_);
		deliver(x, t);
	}
}

static __always_inline u64 next_at(const struct bub_visit *x)
{
	u64 next = x->rt->next;

	if (x->source->reply_at < next)
		next = x->source->reply_at;
	return x->source->at < next ? x->source->at : next;
}

static __always_inline void run(struct ss_fabric *f, struct ss_region *g, u32 r, u64 end,
				u32 shift, u32 crossbar, u32 classes)
{
	struct bub_visit x = {
		.f = f, .g = g, .rt = bub_router_at(f, r), .source = &f->source[r], .r = r,
		.shift = shift, .crossbar = crossbar,
	};
	u64 t = next_at(&x);

	turn_to(&x, 0);
	/* a visit without events is work, too */
	g->events += t >= end;
	while (t < end) {
		run_cycle(&x, classes, t);
		g->events++;
		t = next_at(&x);
	}
	if (t - f->now < bub_fabric(f)->ahead)
		ss_agenda_add(&g->agenda, r - g->first, t);
	else if (t != SS_NEVER)
		ss_remind(f, g, r, t);
}

/* Compile run() for each case, so that the compiler optimizes it. */
static noinline void run_dor(struct ss_fabric *f, struct ss_region *g, u32 r, u64 end)
{
	run(f, g, r, end, 0, SS_CROSSBAR_OAC, 1);
}

static noinline void run_oac(struct ss_fabric *f, struct ss_region *g, u32 r, u64 end)
{
	run(f, g, r, end, 1, SS_CROSSBAR_OAC, 1);
}

static noinline void run_sic(struct ss_fabric *f, struct ss_region *g, u32 r, u64 end)
{
	run(f, g, r, end, 1, SS_CROSSBAR_SIC, 1);
}

static noinline void run_any(struct ss_fabric *f, struct ss_region *g, u32 r, u64 end)
{
	run(f, g, r, end, bub_fabric(f)->shift, f->cfg.escape.crossbar, f->cfg.classes);
}

bub_runner *bub_runner_of(const struct ss_config *cfg)
{
	if (cfg->classes > 1 || cfg->escape.crossbar == SS_CROSSBAR_WAVE)
		return run_any;
	if (cfg->escape.crossbar == SS_CROSSBAR_SIC)
		return run_sic;
	return cfg->routing == SS_ROUTE_ADAPTIVE ? run_oac : run_dor;
}

void bub_run(struct ss_fabric *f, struct ss_region *g, u32 r, u64 from, u64 end)
{
	(void)from;	/* events due before were handled before */
	bub_fabric(f)->run(f, g, r, end);
}

u64 bub_append(struct ss_fabric *f, u32 r, u32 class_, u32 queue, u32 i, u64 t)
{
	return append(f, r, bub_net_of(f, r, class_), bub_fabric(f)->shift, queue, i, t);
}

void bub_take_packet(struct ss_fabric *f, struct ss_region *g, u32 input, u32 vc, u32 i, u64 t)
{
	u32 shift = bub_fabric(f)->shift;

	take_packet(f, g, input, vc >> shift, shift, vc & ((1U << shift) - 1), i, t);
}

void bub_take_credit(struct ss_fabric *f, struct ss_region *g, u32 output, u64 credit)
{
	take_credit(f, g, output, BUB_CREDIT_CLASS(credit), BUB_CREDIT_VC(credit),
		    BUB_CREDIT_MARKS(credit), BUB_CREDIT_BACK(credit));
}

/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * The router that is being run, for the handlers of its events.
 *
 * Handlers are compiled for the hardware's four VCs and delays that fit its wheel, with either
 * arbiter, and once more for any configuration (run.c): hence the forced inlining.
 */
#ifndef SS_VISIT_H
#define SS_VISIT_H

#include "router.h"

/**
 * struct ss_visit - a router while it is run
 * @f: fabric of the router
 * @g: region of the router
 * @rt: the router
 * @pool: packets of the fabric
 * @r: number of the router
 * @shift: log2 of the VCs per port
 * @wheel: log2 of the entries of its wheel
 * @staged: arbiters are staged; only run() sets this
 * @late: packets may arrive later than the wheel reaches, since links send some of them again
 */
struct ss_visit {
	struct ss_fabric *f;
	struct ss_region *g;
	struct ss_router *rt;
	struct ss_packet *pool;
	u32 r;
	u32 shift;
	u32 wheel;
	bool staged;
	bool late;
};

static __always_inline u64 *wheel_of(const struct ss_visit *x)
{
	return ss_wheel_of(x->rt, x->shift, x->wheel);
}

static __always_inline u64 *busy_of(const struct ss_visit *x)
{
	return ss_busy_of(x->rt, x->shift, x->wheel);
}

/* Plan @what, of SS_DO(), for cycle @t, less than a turn of the wheel away. */
static __always_inline void plan(const struct ss_visit *x, u64 t, u64 what)
{
	u32 i = ss_wheel_mark(busy_of(x), x->wheel, t);

	*ss_entry_do(wheel_of(x), x->shift, i) |= what;
}

/*
 * Return where a step towards cycle @when ends, from cycle @t, the one that is run or the next: at
 * most a wheel's turn ahead.  An event that comes before @when takes the next step.
 */
static __always_inline u64 step(const struct ss_visit *x, u64 t, u64 when)
{
	u64 most = t + (1U << x->wheel) - 2;

	return when < most ? when : most;
}

/*
 * Return where a step towards cycle @when ends, in a router that may be anywhere in the window:
 * always less than a turn ahead of it.
 */
static __always_inline u64 step_far(const struct ss_visit *x, u64 when)
{
	u64 most = x->f->now + (1U << x->wheel) - 2;

	return x->late && when > most ? most : when;
}

/* Plan the judgement of the head of VC and input @from for cycle @t, less than a turn away. */
static __always_inline void plan_head(const struct ss_visit *x, u64 t, u32 from)
{
	u32 i = ss_wheel_mark(busy_of(x), x->wheel, t);

	*ss_entry_heads(wheel_of(x), x->shift, i) |= 1ULL << from;
}

/* Find the buffer of @from, SS_SLOT() of a VC and an input. */
static __always_inline struct ss_vc *vc_of(const struct ss_visit *x, u32 from)
{
	return (struct ss_vc *)(x->rt + 1) + from;
}

static __always_inline struct ss_staging *staging_of(const struct ss_visit *x, u32 port, u32 slot)
{
	return ss_staging_of(x->rt, port, slot, x->shift);
}

static __always_inline u64 *ramps_of(const struct ss_visit *x, u32 port)
{
	return ss_ramps_of(x->f, x->rt, port, x->shift);
}

/* Make a visit to router @r. */
static __always_inline struct ss_visit visit(struct ss_fabric *f, struct ss_region *g, u32 r,
					     u32 shift, u32 wheel)
{
	struct ss_visit x = {
		.f = f,
		.g = g,
		.rt = ss_router_at(f, r),
		.pool = f->pool,
		.r = r,
		.shift = shift,
		.wheel = wheel,
	};

	return x;
}

/*
 * Bring the age clock up to cycle @t; to be called before ages are evaluated in that cycle (age.h).
 */
static __always_inline void age_advance(const struct ss_visit *x, u64 t)
{
	if (unlikely(x->rt->age.wrap <= t))
		ss_age_catch_up(x->f, x->r, t);
}

#endif /* SS_VISIT_H */

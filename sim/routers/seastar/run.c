// SPDX-License-Identifier: GPL-2.0-only
/*
 * The run of a router, cycle by cycle where it has events; engine.h has an overview. The handlers
 * of docs/model.md, section 4, are in input.h and output.h.
 */
#include "input.h"
#include "output.h"

/* Deliver the packet whose last flit leaves output proc. */
static __always_inline void deliver(const struct ss_visit *x, u64 t)
{
	u32 v = SS_SLOT_VC(x->rt->output[SEASTAR_PORT_PROC].tx_slot), i = x->rt->delivering;

	x->rt->delivering = 0;
	ss_source_deliver(x->f, x->g, x->r, i, ss_vc_class(x->f, v), t);
}

/* Handle all events of cycle @t, phase by phase. Returns their number. */
static __always_inline u32 run_cycle(const struct ss_visit *x, u64 t)
{
	u32 i = ss_wheel_entry(x->wheel, t), events = 0, outputs = 0;
	u64 *entry = ss_entry_do(wheel_of(x), x->shift, i);
	u64 *heads = ss_entry_heads(wheel_of(x), x->shift, i);
	const struct ss_source *source = &x->f->source[x->r];
	u64 due;

	if (SS_SIMULATOR && unlikely(source->reply_at <= t)) {
		ss_reply_run(x->f, x->r, t);
		events++;
	}
	if (source->at <= t) {
		ss_source_run(x->f, x->g, x->r, t);
		events++;
	}
	due = ss_heads_of(*heads, x->shift);
	for (u32 set = ss_do_inputs(*entry) | ss_inputs_of_slots(due); set; set &= set - 1) {
		u32 port = ss_lowest(set);

		outputs |= input_event(x, port, due & slots_of_input(port), t);
		events++;
	}
	outputs |= ss_do_outputs(*entry);
	for (u32 set = outputs & SS_LINKS; set; set &= set - 1, events++) {
		u32 port = ss_lowest(set);

		if (port == SEASTAR_PORT_PROC)
			__builtin_unreachable();
		output_event(x, port, t);
	}
	if (outputs & 1U << SEASTAR_PORT_PROC) {
		output_event(x, SEASTAR_PORT_PROC, t);
		events++;
	}
	/* last, since a packet of one flit that is granted now leaves now */
	if (*entry & SS_DO_DELIVER) {
		if (likely(x->rt->deliver_at <= t))
			deliver(x, t);
		else
			plan(x, step(x, t, x->rt->deliver_at), SS_DO_DELIVER);
		events++;
	}
	*entry = 0;
	*heads = 0;
	ss_wheel_unmark(busy_of(x), i);
	return events;
}

static __always_inline u64 next_at(const struct ss_visit *x, u64 from)
{
	u64 next = ss_wheel_next(busy_of(x), x->wheel, from);
	const struct ss_source *source = &x->f->source[x->r];

	if (source->reply_at < next)
		next = source->reply_at;
	return source->at < next ? source->at : next;
}

static __always_inline void run(struct ss_fabric *f, struct ss_region *g, u32 r, u64 from,
				u64 end, u32 shift, u32 wheel, bool staged, bool late)
{
	struct ss_visit x = visit(f, g, r, shift, wheel);
	u32 events = 0;
	u64 t;

	x.staged = staged;
	x.late = late;
	t = next_at(&x, from);
	while (t < end) {
		events += run_cycle(&x, t);
		t = next_at(&x, t + 1);
	}
	/* a visit without events is work, too */
	g->events += events ? events : 1;
	if (t != SS_NEVER)
		ss_remind(f, g, r, t);
}

/* Compile run() for each case, so that the compiler optimizes it. */
static noinline void run_flat(struct ss_fabric *f, struct ss_region *g, u32 r, u64 from, u64 end)
{
	run(f, g, r, from, end, 2, SS_WHEEL_LEAST, false, false);
}

static noinline void run_staged(struct ss_fabric *f, struct ss_region *g, u32 r, u64 from,
				u64 end)
{
	run(f, g, r, from, end, 2, SS_WHEEL_LEAST, true, false);
}

static noinline void run_any(struct ss_fabric *f, struct ss_region *g, u32 r, u64 from, u64 end)
{
	run(f, g, r, from, end, ss_vc_shift(f), ss_wheel_shift(f),
	    f->cfg.seastar.arbiter == SS_ARBITER_STAGED, ss_seastar(f)->is_lossy);
}

void ss_router_run(struct ss_fabric *f, struct ss_region *g, u32 r, u64 from, u64 end)
{
	if (ss_vc_shift(f) != 2 || ss_wheel_shift(f) != SS_WHEEL_LEAST ||
	    ss_seastar(f)->is_lossy)
		run_any(f, g, r, from, end);
	else if (f->cfg.seastar.arbiter == SS_ARBITER_STAGED)
		run_staged(f, g, r, from, end);
	else
		run_flat(f, g, r, from, end);
}

void ss_input_append(struct ss_fabric *f, struct ss_region *g, u32 input, u32 vc, u32 p, u64 t)
{
	struct ss_visit x = visit(f, g, SS_PORT_ROUTER(input), ss_vc_shift(f), ss_wheel_shift(f));

	x.late = true;
	append_far(x, SS_SLOT(vc, SS_PORT_OF(input)), p, t);
}

void ss_proc_append(struct ss_fabric *f, u32 r, u32 vc, u32 p, u64 t)
{
	const struct ss_visit x = visit(f, NULL, r, ss_vc_shift(f), ss_wheel_shift(f));

	append(&x, SS_SLOT(vc, SEASTAR_PORT_PROC), p, t);
}

bool ss_proc_retry(struct ss_fabric *f, u32 r, u64 t)
{
	const struct ss_visit x = visit(f, NULL, r, ss_vc_shift(f), ss_wheel_shift(f));

	if (!x.rt->output[SEASTAR_PORT_PROC].is_stalled)
		return false;
	plan(&x, t, SS_DO_OUTPUT(SEASTAR_PORT_PROC));
	return true;
}

void ss_output_credit(struct ss_fabric *f, struct ss_region *g, u32 output, u64 ramp)
{
	credit(visit(f, g, SS_PORT_ROUTER(output), ss_vc_shift(f), ss_wheel_shift(f)),
	       SS_PORT_OF(output), ramp);
}

u32 ss_staging_used(const struct ss_fabric *f, u32 r, u32 port, u32 slot, u64 t)
{
	const struct ss_visit x = visit((struct ss_fabric *)f, NULL, r, ss_vc_shift(f),
					ss_wheel_shift(f));
	const struct ss_output *o = &x.rt->output[port];
	u32 used = staged_flits(&x, port, slot);

	if (o->tx_slot == slot)
		used += under_way(o, ss_output_rate(f, port), t);
	return used;
}

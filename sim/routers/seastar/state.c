// SPDX-License-Identifier: GPL-2.0-only
/*
 * A router's state as a list of words (docs/model.md, section 8).
 */
#include "router.h"

static void put_aging(struct ss_fabric *f, u32 r, const struct ss_sink *to)
{
	const struct ss_router *router = ss_router_at(f, r);
	const struct ss_age *a = &router->age;

	ss_put(to, (u32)a->period);
	ss_put(to, a->select);
	for (u32 c = 0; c < SS_CLASSES; c++)
		for (u32 port = 0; port < SS_PORTS; port++)
			ss_put(to, router->bias[c][port]);
	ss_put(to, f->now ? ss_age_timestamp(a, f->now - 1) : 0);
	ss_put(to, a->epoch);
	ss_put(to, ss_age_countdown(a, f->now));
	ss_put(to, f->now < a->counts_from);
	ss_put(to, a->packet_count[0]);
	ss_put(to, a->packet_count[1]);
}

static bool has_arrived(const struct ss_fabric *f, u32 i)
{
	return f->pool[i].arrival < f->now;
}

/*
 * Put the packets of @vc whose headers have @arrived or, if that is false, are still on the link.
 */
static void put_buffered(const struct ss_fabric *f, const struct ss_vc *vc,
			 bool arrived, const struct ss_sink *to)
{
	u64 n = 0;

	for (u32 i = vc->first; i; i = f->pool[i].next)
		if (has_arrived(f, i) == arrived)
			n++;
	ss_put(to, n);
	for (u32 i = vc->first; i; i = f->pool[i].next) {
		if (has_arrived(f, i) != arrived)
			continue;
		ss_put_packet(to, &f->pool[i]);
		ss_put(to, f->pool[i].arrival);
	}
}

/* Put the place of each VC in @order, from the least recently granted on. */
static void put_order(const struct ss_fabric *f, u32 order, const struct ss_sink *to)
{
	for (u32 v = 0; v < ss_vcs(f); v++)
		ss_put(to, ss_order_place(order, v, ss_vc_shift(f)));
}

/* Return the slot at which a flat arbiter begins to look, counted by inputs. */
static u32 flat_pointer(const struct ss_fabric *f, u32 pointer)
{
	u32 place = pointer - 1, shift = ss_vc_shift(f);

	if (!pointer)
		return 0;
	return (((place >> 3) << shift | (place & 7)) + 1) % ((u32)SS_PORTS << shift);
}

static void put_arbiter(const struct ss_fabric *f, const struct ss_arbiter *a,
			const struct ss_sink *to)
{
	if (f->cfg.seastar.arbiter != SS_ARBITER_STAGED) {
		ss_put(to, flat_pointer(f, a->pointer));
		return;
	}
	put_order(f, a->order, to);
	for (u32 v = 0; v < ss_vcs(f); v++)
		ss_put(to, (a->pointer >> 4 * v & 15) % SS_PORTS);
}

static void put_input(const struct ss_fabric *f, u32 input,
		      const struct ss_sink *to)
{
	const struct ss_router *router = ss_router_at(f, SS_PORT_ROUTER(input));
	const struct ss_input *in = &router->input[SS_PORT_OF(input)];

	ss_put(to, ss_left_until(in->busy_until, f->now));
	if (f->cfg.seastar.arbiter == SS_ARBITER_STAGED)
		put_order(f, router->vc_order[SS_PORT_OF(input)], to);
	else
		ss_put(to, in->pointer);
	for (u32 v = 0; v < ss_vcs(f); v++) {
		put_buffered(f, ss_vc_at(f, input, v), true, to);
		put_buffered(f, ss_vc_at(f, input, v), false, to);
	}
}

static void put_credits(struct ss_fabric *f, u32 output, const struct ss_sink *to)
{
	const struct ss_credits *c = &ss_output_at(f, output)->credits;
	const u64 *ramps = ss_ramps_of(f, ss_router_at(f, SS_PORT_ROUTER(output)),
				       SS_PORT_OF(output), ss_vc_shift(f));
	u32 delay = f->cfg.link_delay, shift = ss_seastar(f)->ramps_shift;

	for (u32 v = 0; v < ss_vcs(f); v++) {
		u64 coming = 0, when = 0;

		for (u32 i = 0; i >> shift == 0; i++) {
			u64 ramp = ramps[ss_ramp_place(c, shift, i)];
			u64 t = ss_ramp_start(ramp);

			if (ss_ramp_vc(ramp) != v)
				continue;
			/* flits of this ramp that have left the input by now */
			for (u32 k = 0; k < ss_ramp_len(ramp); k++, t++) {
				if (t < f->now || t - delay >= f->now)
					continue;
				coming++;
				when += t - f->now;
			}
		}
		ss_put(to, (f->now ? ss_credits_at(c, ramps, shift, v, f->now - 1) : c->have[v]) +
			   (ss_is_down(f, output) ? SS_WITHHELD : 0));
		ss_put(to, coming);
		ss_put(to, when);
	}
}

static void put_staging(const struct ss_fabric *f, u32 output, u32 slot,
			const struct ss_sink *to)
{
	const struct ss_staging *s = ss_staging_at(f, output, slot);
	u64 n = 0;
	u32 i;

	ss_put(to, ss_staging_used(f, SS_PORT_ROUTER(output), SS_PORT_OF(output), slot, f->now));
	for (i = s->last; i && (!n || i != s->last); i = f->pool[i].next)
		n++;
	ss_put(to, n);
	while (n--) {
		i = f->pool[i].next;
		ss_put_packet(to, &f->pool[i]);
	}
}

static void put_output(struct ss_fabric *f, u32 output, const struct ss_sink *to)
{
	const struct ss_output *o = ss_output_at(f, output);

	ss_put(to, ss_left_until(o->next, ss_output_rate(f, SS_PORT_OF(output)).a * f->now));
	put_arbiter(f, &o->by_turn, to);
	put_arbiter(f, &o->by_age, to);
	ss_put(to, o->grants);
	if (SS_PORT_OF(output) != SEASTAR_PORT_PROC &&
	    ss_output_exists(f, output))
		put_credits(f, output, to);
	for (u32 input = 0; input < SS_PORTS; input++)
		for (u32 v = 0; v < ss_vcs(f); v++)
			put_staging(f, output, SS_SLOT(v, input), to);
}

static void put_delivering(const struct ss_fabric *f, u32 r, const struct ss_sink *to)
{
	const struct ss_router *router = ss_router_at(f, r);

	ss_put(to, router->delivering != 0);
	if (!router->delivering)
		return;
	ss_put_packet(to, &f->pool[router->delivering]);
	ss_put(to, router->deliver_at);
}

static void put_links(const struct ss_router *r, const struct ss_sink *to)
{
	for (u32 why = SS_DROP_NO_ROUTE; why < SS_DROPS; why++)
		ss_put(to, r->dropped[why]);
	ss_put(to, r->down | r->disabled << 8 | r->drops << 16);
}

static void put_sender(struct ss_fabric *f, u32 output, const struct ss_sink *to)
{
	const struct ss_sender *s = &ss_seastar(f)->sender[output];
	bool open = s->half && ss_output_at(f, output)->next >= f->now;

	ss_put(to, s->bit_errors);
	ss_put(to, s->draws);
	ss_put(to, s->next);
	ss_put(to, open);
	ss_put(to, s->retries);
	ss_put(to, s->undetected);
}

void ss_seastar_emit(struct ss_fabric *f, u32 router, const struct ss_sink *to)
{
	ss_age_sync(f, router, f->now);
	put_aging(f, router, to);
	for (u32 port = 0; port < SS_PORTS; port++)
		put_input(f, SS_PORT_ID(router, port), to);
	for (u32 port = 0; port < SS_PORTS; port++)
		put_output(f, SS_PORT_ID(router, port), to);
	put_delivering(f, router, to);
	if (f->cfg.seastar.tables)
		put_links(ss_router_at(f, router), to);
	for (u32 port = 0; ss_seastar(f)->is_lossy && port < SS_PORTS; port++)
		if (port != SEASTAR_PORT_PROC && ss_output_exists(f, SS_PORT_ID(router, port)))
			put_sender(f, SS_PORT_ID(router, port), to);
}

void ss_seastar_emit_injector(struct ss_fabric *f, u32 router, const struct ss_sink *to)
{
	struct ss_injector *in = &ss_seastar(f)->injector[router];

	for (u32 v = 0; v < ss_vcs(f); v++)
		ss_put(to, ss_credits_at(&in->credits, in->ramps, SS_INJECTOR_RAMPS, v,
					 f->now));
}

// SPDX-License-Identifier: GPL-2.0-only
/*
 * Effects of a grant, in this router and in those at the other ends of links
 * (docs/dragonfly-router.md, section 3).
 */
#include "adapt.h"
#include "shared.h"
#include "trail.h"

void drf_take_packet(struct ss_fabric *f, struct ss_region *g, u32 input, u32 vc, u32 i, u64 t)
{
	u32 r = input >> DRF_PORT_SHIFT;
	u64 ready = t + f->cfg.router_delay;

	(void)vc;	/* the route holds the VC */
	drf_come(f, drf_router_at(f, r), input & (DRF_MAX_PORTS - 1), i, ready);
	ss_agenda_add(&g->agenda, r - g->first, ready);
}

static __always_inline void take_credit(struct ss_fabric *f, struct ss_region *g, u32 output,
					u16 credit, u64 t)
{
	u32 r = output >> DRF_PORT_SHIFT, port = output & (DRF_MAX_PORTS - 1);
	struct drf_router *rt = drf_router_at(f, r);
	struct drf_fabric *df = drf_fabric(f);
	struct drf_port *p = drf_port_of(df, rt, port);

	if (ss_broken(p->credit_count > df->credits[port].mask))
		return;
	drf_set_credit(df, rt, port, p->credit_first + p->credit_count++, credit);
	drf_mark(df, rt, t)->gets |= 1ULL << port;
	ss_agenda_add(&g->agenda, r - g->first, t);
}

/* Take a credit: its cycle of arrival, shifted by 16 bits, and its contents in these bits. */
void drf_take_credit(struct ss_fabric *f, struct ss_region *g, u32 output, u64 credit)
{
	take_credit(f, g, output, credit, credit >> 16);
}

/*
 * Take the room for a packet of @flits flits that takes @hop at port @o, where grants change counts
 * beside the free field: see @further of struct drf_fabric.
 */
static void take_further(struct drf_visit *x, struct drf_port *o, const struct drf_hop *hop,
			 u32 flits)
{
	if (x->df->shares)
		drf_take_room(x->df, o, hop->out, hop->vc, flits);
	else
		drf_slot_at(o, hop->vc)->free -= flits;
	if (x->df->apart && !(hop->flags & DRF_MISROUTED))
		drf_minimal(x->df, o)[hop->vc] += flits;
}

/* Return the flags of the credits of a packet with @route that leaves input @in. */
static noinline u16 flags_of(struct drf_visit *x, u32 in, u64 route)
{
	u16 flags = 0;

	if (x->df->apart && !(drf_flags(route) & DRF_MISROUTED))
		flags |= DRF_CREDIT_MINIMAL;
	if (x->df->wide && x->given >> in & 1)
		flags |= DRF_CREDIT_TOGETHER;
	x->given |= 1ULL << in;
	return flags;
}

/*
 * Free the place of a packet of @flits flits in the queue of VC @vc of input @in.  Its credit is
 * sent; or, where a node is connected, the node's source is woken.
 */
static __always_inline void give_back(struct drf_visit *x, struct drf_port *p, u32 in, u32 vc,
				      u32 flits, u64 route)
{
	const struct ss_wire *wire = &x->f->wire[x->r << DRF_PORT_SHIFT | in];
	u16 credit = drf_credit(vc, flits);
	u64 t = x->t + wire->delay;

	if (x->df->nodes >> in & 1) {
		p->entering--;
		drf_slot_at(p, vc)->free += flits;
		vc = drf_awaited_vc(x->f, vc);
		if (ss_source_waits(&x->f->source[x->nodes + in], vc)) {
			ss_source_room(x->f, x->nodes + in, vc, x->t);
			drf_note_node(x, x->nodes + in);
		}
		/* there may be room now for a reply, for which requests wait */
		if (unlikely(x->f->traffic->replies))
			drf_wake_at(x, x->t + 1);
		return;
	}
	if (unlikely(x->df->flags_credits))
		credit |= flags_of(x, in, route);
	if (likely(ss_in_region(x->g, wire->to >> DRF_PORT_SHIFT)))
		take_credit(x->f, x->g, wire->to, credit, t);
	else
		ss_post_credit(x->f, x->g, wire->to, t << 16 | credit);
}

/*
 * Send packet @i, which leaves an output queue by @hop in cycle @t, to the router at the other end.
 */
static __always_inline void send(struct drf_visit *x, const struct drf_hop *hop, u32 i, u64 t)
{
	const struct ss_wire *wire = &x->f->wire[x->r << DRF_PORT_SHIFT | hop->out];
	struct ss_packet *p = &x->f->pool[i];
	u32 flags = hop->flags & ((1U << DRF_FLAGS_BITS) - 1);

	p->route = drf_make_route(t + wire->delay, flags, hop->via, hop->place, hop->vc);
	if (likely(ss_in_region(x->g, wire->to >> DRF_PORT_SHIFT))) {
		drf_take_packet(x->f, x->g, wire->to, hop->vc, i, t + wire->delay);
		return;
	}
	ss_post_packet(x->f, x->g, wire->to, hop->vc, p, t + wire->delay);
	ss_packet_free(x->f, x->g, i);
}

/*
 * Return the cycles that the crossbar takes for a packet of @flits flits that is all in its queue.
 */
static __always_inline u32 crossing(const struct drf_visit *x, u32 flits)
{
	/* the speedup is 1 or 2 */
	return x->f->cfg.dragonfly.speedup > 1 ? (flits + 1) / 2 : flits;
}

/* Return the cycles until the tail of a packet has passed, at least @cycles. */
static __always_inline u32 until_tail(const struct drf_visit *x, u32 in, u64 route, u32 flits,
				      u32 cycles)
{
	u64 since = drf_since(route, x->t);

	if (x->df->whole >> in & 1 || since + cycles >= flits)
		return cycles;
	return flits - since;
}

/*
 * Append a packet of @flits flits to the output queue of port @out.  Returns the cycle in which it
 * leaves.
 */
static __always_inline u64 queue_up(const struct drf_visit *x, struct drf_port *o, u32 out,
				    u32 flits)
{
	u64 leaves = x->t + x->f->cfg.dragonfly.crossbar_delay;

	drf_empty(x->df, o, out, x->t);
	if (o->leaves > leaves)
		leaves = o->leaves;
	o->leaves = leaves + flits;
	*drf_queued(x->df, x->rt, o, out, o->queue_count++) = drf_leaving(leaves, flits);
	o->used += flits;
	return leaves;
}

void drf_grant(struct drf_visit *x, u32 in, u32 vc, const struct drf_hop *hop)
{
	struct drf_port *p = drf_port_of(x->df, x->rt, in);
	struct drf_slot *s = drf_slot_at(p, vc);
	struct drf_port *o = drf_port_of(x->df, x->rt, hop->out);
	struct drf_count *count = &x->rt->count[drf_class(x->f, hop->out)];
	u32 i = s->first, flits = ss_packet_flits(&x->f->pool[i]);
	u64 route = x->f->pool[i].route, leaves;
	u32 cycles = crossing(x, flits);

	drf_note_grant(x, in, hop->out, i);
	/* before drf_front(), so that the packet behind does not count yet */
	if (x->df->counts)
		drf_count_crossing(x, in, vc);
	s->first = x->f->pool[i].next;
	drf_front(x, p, in, vc);
	p->in_free = x->t + until_tail(x, in, route, flits, cycles);
	if (!(x->df->idle >> hop->out & 1))
		o->out_free = x->df->f.cfg.dragonfly.output_time == SS_OUTPUT_TAIL ? p->in_free :
									   x->t + cycles;
	o->granted += flits;
	count->passed.packets++;
	count->passed.waited += drf_since(route, x->t);
	if (hop->flags >> DRF_KIND_SHIFT)
		x->rt->misroutes[hop->flags >> DRF_KIND_SHIFT]++;
	leaves = queue_up(x, o, hop->out, flits);
	if (x->df->nodes >> hop->out & 1) {
		bool misrouted = drf_flags(route) & DRF_MISROUTED;

		x->rt->misroutes[SS_MISROUTED] += misrouted;
		x->f->pool[i].route = drf_last_route(x->t, misrouted);
		o->owed += hop->vc != 0;
		drf_append(x->f, &o->delivering, i);
		drf_mark(x->df, x->rt, leaves + flits)->gets |= 1ULL << hop->out;
	} else {
		if (unlikely(x->df->further))
			take_further(x, o, hop, flits);
		else
			drf_slot_at(o, hop->vc)->free -= flits;
		x->rt->changed = true;
		send(x, hop, i, leaves);
	}
	give_back(x, p, in, vc, flits, route);
}

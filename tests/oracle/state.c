// SPDX-License-Identifier: GPL-2.0-only
/*
 * The words of the state (docs/model.md, section 8), each with its name.
 */
#include "emitter.h"

void emit(struct emitter *e, const char *item, u64 word)
{
	e->at.item = item;
	e->fn(e->ctx, word, &e->at);
}

void emit_packet(struct emitter *e, const struct packet *p)
{
	emit(e, "packet: birth", p->birth);
	emit(e, "packet: injected", p->injected);
	emit(e, "packet: header", p->header);
	if (p->length > 16)
		emit(e, "packet: flits", p->length);
}

static void emit_aging(struct emitter *e, const struct router *r)
{
	const struct aging *a = &r->aging;

	emit(e, "AGE_CLOCK_PERIOD", a->AGE_CLK_PERIOD);
	emit(e, "AGE_RR_SELECT", r->select);
	for (u32 port = 0; port < SS_PORTS; port++)
		emit(e, "REQ_AGE_BIAS", a->REQ_AGE_BIAS[port]);
	for (u32 port = 0; port < SS_PORTS; port++)
		emit(e, "RSP_AGE_BIAS", a->RSP_AGE_BIAS[port]);
	emit(e, "timestamp", a->timestamp);
	emit(e, "epoch", a->epoch);
	emit(e, "age_clock_period_reg", a->age_clock_period_reg);
	emit(e, "inhibit", a->inhibit);
	emit(e, "packet_count[0]", a->packet_count[0]);
	emit(e, "packet_count[1]", a->packet_count[1]);
}

/* Emit the headers in @f that are for @vc, each with its cycle of arrival. */
static void emit_headers(struct emitter *e, const char *item,
			 const struct fifo *f, u32 vc)
{
	u32 n = 0;

	for (u32 i = 0; i < f->count; i++)
		n += fifo_at(f, i)->index == 0 && fifo_at(f, i)->vc == vc;
	emit(e, item, n);
	for (u32 i = 0; i < f->count; i++) {
		if (fifo_at(f, i)->index == 0 && fifo_at(f, i)->vc == vc) {
			emit_packet(e, fifo_at(f, i)->packet);
			emit(e, "packet: arrival", fifo_at(f, i)->cycle);
		}
	}
}

/* Emit the place of each VC in the order of @t, which begins with the one granted longest ago. */
static void emit_turns(struct emitter *e, const struct oracle *o, const char *item,
		       const struct turns *t)
{
	for (u32 vc = 0; vc < o->vcs; vc++) {
		e->at.vc = vc;
		emit(e, item, turns_place(o, t, vc));
	}
	e->at.vc = -1;
}

static void emit_arbiter(struct emitter *e, const struct oracle *o, const char *item,
			 const struct arbiter *a)
{
	if (!is_staged(o)) {
		emit(e, item, a->pointer);
		return;
	}
	emit_turns(e, o, item, &a->vcs);
	for (u32 vc = 0; vc < o->vcs; vc++) {
		e->at.vc = vc;
		emit(e, item, a->input[vc]);
	}
	e->at.vc = -1;
}

/* Return the output that has granted a packet for (@port, @vc), and retries before it; or NULL. */
static const struct output *late_on(const struct router *r, u32 port, u32 vc)
{
	const struct output *out;

	if (port == SEASTAR_PORT_PROC || !r->neighbour[port])
		return NULL;
	out = &r->neighbour[port]->out[opposite(port)];
	return out->sending && !out->sent && out->vc == vc ? out : NULL;
}

/* Emit the packets on the link to (@port, @vc); the last may wait for retries. */
static void emit_wire(struct emitter *e, const struct router *r, u32 port, u32 vc)
{
	const struct output *late = late_on(r, port, vc);
	struct fifo wire = { 0 };

	for (u32 i = 0; i < r->in[port].wire.count; i++)
		fifo_push(&wire, *fifo_at(&r->in[port].wire, i));
	if (late)
		fifo_push(&wire, (struct flit){ .packet = late->sending, .vc = vc,
			  .cycle = late->start + r->o->cfg.link_delay });
	emit_headers(e, "packets on the link", &wire, vc);
	fifo_clear(&wire);
}

static void emit_input(struct emitter *e, const struct router *r, u32 port)
{
	const struct input *in = &r->in[port];

	e->at.port = port;
	emit(e, "input occupied", in->passing);
	if (is_staged(r->o))
		emit_turns(e, r->o, "input's order of VCs", &in->turns);
	else
		emit(e, "input pointer", in->pointer);
	for (u32 vc = 0; vc < r->o->vcs; vc++) {
		e->at.vc = vc;
		emit_headers(e, "packets in the buffer", &in->buffer[vc], vc);
		emit_wire(e, r, port, vc);
	}
	e->at.vc = -1;
}

/* Return the time until a channel is free, in units of 1/rate[0] cycles. */
u64 channel_busy(const struct channel *c, u64 now)
{
	u64 t = c->rate[0] * now;

	return c->next > t ? c->next - t : 0;
}

static void emit_credits(struct emitter *e, const struct router *r, u32 port)
{
	const struct output *out = &r->out[port];

	for (u32 vc = 0; vc < r->o->vcs; vc++) {
		const struct fifo *back = &out->credit_wire[vc];
		u64 sum = 0;

		for (u32 i = 0; i < back->count; i++)
			sum += fifo_at(back, i)->cycle - r->o->now;
		e->at.vc = vc;
		emit(e, "credits held", out->credits[vc]);
		emit(e, "credits on the way back", back->count);
		emit(e, "cycles until they arrive", sum);
	}
	e->at.vc = -1;
}

/* Emit a staging buffer; @granted: a packet that is counted among those on the link, or NULL. */
static void emit_staging(struct emitter *e, const struct staging *s, const struct packet *granted)
{
	u32 n = 0;

	for (u32 i = 0; i < s->flits.count; i++)
		n += fifo_at(&s->flits, i)->index == 0 && fifo_at(&s->flits, i)->packet != granted;
	emit(e, "staging space taken", s->taken);
	emit(e, "packets in staging", n);
	for (u32 i = 0; i < s->flits.count; i++) {
		if (fifo_at(&s->flits, i)->index == 0 && fifo_at(&s->flits, i)->packet != granted)
			emit_packet(e, fifo_at(&s->flits, i)->packet);
	}
}

static void emit_output(struct emitter *e, const struct router *r, u32 port)
{
	const struct output *out = &r->out[port];

	e->at.port = port;
	emit(e, "output not free", channel_busy(&out->channel, r->o->now));
	emit_arbiter(e, r->o, "arbiter by round robin", &out->by_turn);
	emit_arbiter(e, r->o, "arbiter by age", &out->by_age);
	emit(e, "grant counter", out->grants);
	if (r->neighbour[port])
		emit_credits(e, r, port);
	for (u32 in = 0; in < SS_PORTS; in++) {
		for (u32 vc = 0; vc < r->o->vcs; vc++) {
			e->at.input = in;
			e->at.vc = vc;
			emit_staging(e, &out->staging[in][vc], out->sending);
		}
	}
	e->at.input = -1;
	e->at.vc = -1;
}

/* Return the cycle in which the last flit of the packet at proc leaves. */
static u64 delivery_cycle(const struct output *proc)
{
	u64 a = proc->channel.rate[0], b = proc->channel.rate[1];

	return (proc->start + (proc->sending->length - 1) * b) / a;
}

static void emit_delivery(struct emitter *e, const struct output *proc)
{
	emit(e, "packet being delivered", proc->sending ? 1 : 0);
	if (proc->sending) {
		emit_packet(e, proc->sending);
		emit(e, "packet: delivery", delivery_cycle(proc));
	}
}

static void emit_phase(struct emitter *e, const struct node *n)
{
	const struct source *s = &n->source;
	u64 got = 0;

	for (u32 i = s->phase; i < batch_phases(n->o); i++)
		got += s->phase_got[i];
	emit(e, "source: phases over", s->phase);
	emit(e, "source: packets for phases that are not", got);
	if (n->o->traffic.pattern == SS_PATTERN_GRAPH500)
		emit(e, "source: cycles of work left", search_work_left(n));
}

static void emit_replies(struct emitter *e, const struct oracle *o, const struct source *s)
{
	emit(e, "source: replies outstanding", s->outstanding);
	if (o->traffic.reply_turns)
		emit(e, "source: a reply was injected last", s->replied_last);
	emit(e, "source: replies waiting", s->replies.count);
	for (u32 i = 0; i < s->replies.count; i++) {
		emit(e, "reply: birth", fifo_at(&s->replies, i)->packet->birth);
		emit(e, "reply: header", fifo_at(&s->replies, i)->packet->header);
		if (fifo_at(&s->replies, i)->packet->length > 16)
			emit(e, "reply: flits", fifo_at(&s->replies, i)->packet->length);
	}
}

void seastar_emit_injector(struct emitter *e, const struct node *n)
{
	for (u32 vc = 0; vc < n->o->vcs; vc++) {
		e->at.vc = vc;
		emit(e, "source: free flits of input proc", n->source.room[vc]);
	}
	e->at.vc = -1;
}

static void emit_source(struct emitter *e, const struct node *n)
{
	const struct oracle *o = n->o;
	const struct source *s = &n->source;
	u64 sum = 0;

	emit(e, "source: born", s->born + s->more + s->replies_made);
	emit(e, "source: dropped", s->dropped);
	emit(e, "source: injected", s->injected);
	emit(e, "source: queue", source_queued(n));
	emit(e, "source: channel not free", channel_busy(&s->channel, o->now));
	o->kind->emit_injector(e, n);
	if (splits(o))
		emit(e, "source: packets of the front message injected",
		     s->queue.count ? fifo_at(&s->queue, 0)->packet->index : 0);
	if (o->pauses) {
		emit(e, "source: flits received of a trace", s->received);
		emit(e, "source: lag of a trace", source_lag(n));
	}
	emit(e, "source: next birth", s->next_birth);
	if (source_freezes(o))
		emit(e, "source: on", s->on);
	for (u32 i = 0; i < s->due.count; i++)
		sum += fifo_at(&s->due, i)->cycle - o->now;
	if (s->making)
		sum += search_work_left(n);
	emit(e, "source: births due", s->due.count + (s->making > 0));
	emit(e, "source: cycles until they are due", sum);
	if (s->sends && batch_phases(o))
		emit_phase(e, n);
	if (oracle_has_replies(o))
		emit_replies(e, o, s);
}

static void emit_registers(struct emitter *e, const struct oracle *o, const struct router *r)
{
	u64 regs[SS_PORTS][SEASTAR_REGS];

	oracle_read_regs(o, r->id, regs);
	for (u32 port = 0; port < SS_PORTS; port++) {
		e->at.port = port;
		for (u32 reg = 0; reg <= SEASTAR_REG_GRANTS1; reg++) {
			e->at.index = reg;
			emit(e, "register", regs[port][reg]);
		}
	}
	e->at.port = -1;
	e->at.index = -1;
}

static void emit_statistics(struct emitter *e, const struct node *n)
{
	const struct ss_source_stats *seen = &n->source.seen;

	for (u32 i = SEASTAR_SRC_DELIVERED; i < SEASTAR_SRC_STATS; i++) {
		e->at.index = i;
		emit(e, "source statistic", seen->stat[i]);
	}
	for (u32 i = 0; i < SEASTAR_LAT_BINS; i++) {
		e->at.index = i;
		emit(e, "latency histogram", seen->lat_hist[i]);
	}
	e->at.index = -1;
}

static void emit_each_node(struct emitter *e, const struct router *r,
			   void (*part)(struct emitter *e, const struct node *n))
{
	for (u32 i = 0; i < r->nodes; i++) {
		e->at.node = r->node[i].id;
		part(e, &r->node[i]);
	}
	e->at.node = -1;
}

void seastar_emit(struct emitter *e, const struct router *r)
{
	u32 down = 0;

	emit_aging(e, r);
	for (u32 port = 0; port < SS_PORTS; port++)
		emit_input(e, r, port);
	for (u32 port = 0; port < SS_PORTS; port++)
		emit_output(e, r, port);
	e->at.port = -1;
	emit_delivery(e, &r->out[SEASTAR_PORT_PROC]);
	for (u32 why = SS_DROP_NO_ROUTE; why < SS_DROPS && r->o->cfg.seastar.tables; why++)
		emit(e, "packets dropped", r->dropped[why]);
	for (u32 port = 0; port < SS_PORTS; port++)
		down |= r->out[port].down << port;
	if (r->o->cfg.seastar.tables)
		emit(e, "links down", down);
}

static void emit_senders(struct emitter *e, const struct oracle *o, const struct router *r)
{
	for (u32 port = 0; port < SS_PORTS; port++) {
		const struct sender *s = &r->out[port].sender;

		if (port == SEASTAR_PORT_PROC || !r->neighbour[port])
			continue;
		e->at.port = port;
		emit(e, "link: bit errors", s->bit_errors);
		emit(e, "link: distances drawn", s->draws);
		emit(e, "link: good bits to come", s->good);
		emit(e, "link: room in a micropacket", sender_is_open(s, o->now));
		emit(e, "link: sent again", s->retries);
		emit(e, "link: errors not detected", s->undetected);
	}
	e->at.port = -1;
}

void oracle_emit(const struct oracle *o,
		 void (*fn)(void *ctx, u64 word, const struct oracle_place *at),
		 void *ctx)
{
	struct emitter e = {
		.fn = fn,
		.ctx = ctx,
		.at = { .router = -1, .node = -1, .port = -1, .input = -1, .vc = -1,
			.index = -1 },
	};

	emit(&e, "now", o->now);
	for (u32 id = 0; id < o->routers; id++) {
		const struct router *r = &o->router[id];

		e.at.router = id;
		o->kind->emit(&e, r);
		if (o->is_lossy)
			emit_senders(&e, o, r);
		emit_each_node(&e, r, emit_source);
		emit_registers(&e, o, r);
		emit_each_node(&e, r, emit_statistics);
	}
}

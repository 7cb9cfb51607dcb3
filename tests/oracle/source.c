// SPDX-License-Identifier: GPL-2.0-only
/*
 * The source at a processor port: docs/model.md, section 6.
 */
#include <stdio.h>
#include <stdlib.h>

#include "model.h"

#define M(name, right, wrong)	MUTATE(o->mutant, name, right, wrong)

void source_init(struct node *n)
{
	struct oracle *o = n->o;
	struct source *s = &n->source;

	s->last_delivery = U64_MAX;
	s->key = ss_rng_key(o->cfg.seed, n->id);
	/* inject[0] == 0: the channel takes a packet of any length per cycle */
	s->channel.rate[0] = o->cfg.inject[0] ? o->cfg.inject[0] : 1;
	s->channel.rate[1] = o->cfg.inject[1];
}

static bool is_open(const struct oracle *o)
{
	return o->traffic.source == SEASTAR_SOURCE_OPEN;
}

bool is_traced(const struct oracle *o)
{
	return o->traffic.pattern == SS_PATTERN_TRACE;
}

bool splits(const struct oracle *o)
{
	return o->cfg.kind->splits || is_traced(o);
}

/* Return the slots per cycle in which packets may be born: several with Poisson arrivals. */
static u64 slots(const struct oracle *o)
{
	return o->traffic.arrivals == SS_ARRIVALS_POISSON ? M(SLOTS, 256, 128) : 1;
}

/* Draw the slot of the next birth, from slot @from on. */
static u64 open_birth(struct node *n, u64 from)
{
	struct oracle *o = n->o;

	return from + ss_gen_gap(&o->gen, n->source.key,
				 n->source.born + M(DRAW_GAP, 0, 1));
}

void source_set_traffic(struct node *n)
{
	struct oracle *o = n->o;
	struct source *s = &n->source;
	bool had_birth = s->due.count || s->next_birth || s->trace.count;

	while (s->queue.count) {
		o->seen[SEEN_VC_SPLIT_FORGOTTEN] += fifo_at(&s->queue, 0)->packet->index > 0;
		free(fifo_pop(&s->queue).packet);
		s->dropped += M(FORGOTTEN_DROPPED, 1, 0);
		o->seen[SEEN_QUEUE_FORGOTTEN]++;
	}
	o->seen[SEEN_BIRTH_FORGOTTEN] += had_birth;
	replies_forget(n);
	batch_end(s);
	fifo_clear(&s->due);
	fifo_clear(&s->trace);
	fifo_clear(&s->flits);
	fifo_clear(&s->pauses);
	s->received = 0;
	s->before = 0;
	s->lag = 0;
	s->next_birth = 0;
	s->begins = true;
	s->on = false;
	s->last_delivery = U64_MAX;
	s->sends = is_collective(o) ? takes_part(n) : ss_gen_sends(&o->gen, n->id);
	if (!s->sends || is_traced(o))
		return;
	if (is_open(o)) {
		s->next_birth = open_birth(n, o->now * slots(o));
	} else if (o->traffic.source == SS_SOURCE_BATCH) {
		batch_begin(n);
	} else {
		for (u32 i = 0; i < o->traffic.window; i++)
			fifo_push(&s->due, (struct flit){ .cycle = o->now });
	}
}

u32 source_queued(const struct node *n)
{
	const struct fifo *queue = &n->source.queue;
	u32 count = 0;

	if (!splits(n->o))
		return queue->count;
	for (u32 i = 0; i < queue->count; i++)
		count += fifo_at(queue, i)->packet->ends;
	return count;
}

/*
 * Return the part of a header that names nodes: their routers and, in the lowest bits, their
 * numbers there.
 */
u64 header_names(const struct oracle *o, const struct packet *p)
{
	u32 share = o->topology.per_router;

	return SS_HDR_PUT(p->dest / share, DEST) | SS_HDR_PUT_SOURCE(p->source / share) |
	       p->source % share << 5 | p->dest % share;
}

/* Queue packet @index of message @number, which has @left flits left; return the packet's flits. */
static u32 enqueue_packet(struct node *n, const struct ss_gen_packet *drawn, u64 number,
			  u32 index, u32 left)
{
	struct oracle *o = n->o;
	u32 most = o->cfg.max_packet, rest = (left - 1) % most + 1;
	struct packet *p = calloc(1, sizeof(*p));

	if (!p) {
		fprintf(stderr, "oracle: out of memory\n");
		exit(1);
	}
	p->source = n->id;
	p->dest = drawn->dest;
	batch_plan(n, p);
	p->length = left > most ? M(SPLIT_REST, most, rest) : left;
	p->index = index;
	p->ends = p->length == left;
	p->class_ = drawn->class_;
	p->traffic = o->traffic_number;
	p->number = number;
	p->birth = o->now;
	p->header = header_names(o, p) | SS_HDR_PUT(p->length - 1, LENGTH) |
		    SS_HDR_PUT(number + M(SPLIT_TID, 0, index), TID);
	fifo_push(&n->source.queue, (struct flit){ .packet = p });
	return p->length;
}

void oracle_give(struct oracle *o, const struct ss_birth *b)
{
	struct source *s = &o->node[b->source].source;

	if (b->class_ == SS_PAUSE) {
		fifo_push(&s->pauses, (struct flit){ .cycle = b->cycle, .index = b->flits });
		o->pauses = true;
		return;
	}
	fifo_push(&s->trace, (struct flit){
		.cycle = b->cycle + M(TRACE_LATE, 0, 1), .index = b->dest, .vc = b->class_,
	});
	fifo_push(&s->flits, (struct flit){ .index = b->flits });
}

u64 oracle_received(const struct oracle *o, u32 node)
{
	return o->node[node].source.received;
}

/* Return true if a pause before the next message has begun and is not over. */
static bool pauses(struct source *s, struct oracle *o)
{
	struct flit *pause = s->pauses.count ? fifo_at(&s->pauses, 0) : NULL;

	if (!pause || pause->cycle + s->lag > o->now ||
	    (s->trace.count && fifo_at(&s->trace, 0)->cycle < pause->cycle))
		return false;
	return (s->came == o->now ? s->before : s->received) <
	       M(TRACE_PAUSE, pause->index, pause->index - 1);
}

/* End the first pause if it precedes the next message and is over; return false if not. */
static bool end_pause(struct source *s, struct oracle *o)
{
	struct flit *pause = s->pauses.count ? fifo_at(&s->pauses, 0) : NULL;

	if (!pause || pause->cycle + s->lag > o->now || pauses(s, o) ||
	    (s->trace.count && fifo_at(&s->trace, 0)->cycle < pause->cycle))
		return false;
	o->seen[SEEN_TRACE_PAUSE]++;
	o->seen[SEEN_TRACE_LAG] += pause->cycle + s->lag < o->now;
	s->lag = M(TRACE_LAG, o->now - pause->cycle, s->lag);
	fifo_pop(&s->pauses);
	return true;
}

u64 source_lag(const struct node *n)
{
	const struct source *s = &n->source;
	const struct oracle *o = n->o;
	const struct flit *pause = s->pauses.count ? fifo_at(&s->pauses, 0) : NULL;

	if (!pause || pause->cycle + s->lag > o->now || s->received < pause->index ||
	    (s->trace.count && fifo_at(&s->trace, 0)->cycle < pause->cycle))
		return s->lag;
	return o->now - pause->cycle;
}

/* Take the next message, which is born now, from a trace. */
static struct ss_gen_packet given(struct source *s, struct oracle *o)
{
	struct flit f = fifo_pop(&s->trace);
	struct ss_gen_packet p = {
		.dest = f.index,
		.length = fifo_pop(&s->flits).index,
		.class_ = M(TRACE_CLASS, f.vc, 0),
	};

	o->seen[SEEN_TRACE]++;
	o->seen[SEEN_TRACE_SPLIT] += p.length > o->cfg.max_packet;
	o->seen[SEEN_TRACE_TOGETHER] += s->trace.count && fifo_at(&s->trace, 0)->cycle == f.cycle;
	return p;
}

/* Enqueue a message that is born, as one packet or several. */
static void enqueue(struct node *n)
{
	struct oracle *o = n->o;
	struct source *s = &n->source;
	u64 number = s->numbered++, first = s->begins ? number : s->burst;
	struct ss_gen_packet drawn;
	u32 index = 0, left;

	if (is_traced(o))
		drawn = given(s, o);
	else
		drawn = ss_gen_packet(&o->gen, s->key, n->id, number,
				      M(BURST_DEST, first, number) + M(DRAW_PART, 0, 1));
	left = drawn.length;

	o->seen[SEEN_BATCH] += o->traffic.source == SS_SOURCE_BATCH;
	o->seen[SEEN_PARTS] += o->traffic.parts > 0;
	o->seen[SEEN_HOT_SPOT] += o->traffic.pattern == SS_PATTERN_HOT_SPOTS;
	o->seen[SEEN_BURST] += !s->begins;
	s->burst = first;
	s->begins = false;
	while (left)
		left -= enqueue_packet(n, &drawn, number, index++, left);
	s->more += index - 1;
}

static void birth(struct node *n)
{
	struct oracle *o = n->o;
	struct source *s = &n->source;
	bool full = is_open(o) && o->traffic.queue &&
		    M(SPLIT_QUEUE, source_queued(n), s->queue.count) >=
		    o->traffic.queue + M(QUEUE_BOUND, 0, 1);

	if (!is_open(o) || is_traced(o) || ss_gen_begins(&o->gen, s->key, s->born))
		s->begins = true;
	s->born++;
	if (full) {
		o->seen[SEEN_BURST_DROP] += s->begins && o->traffic.burst > 1;
		s->begins = M(BURST_DROPPED, s->begins, false);
		s->dropped++;
		s->numbered += M(DROP_NUMBERED, 0, 1);
		o->seen[SEEN_QUEUE_DROP]++;
	} else {
		enqueue(n);
	}
}

bool source_freezes(const struct oracle *o)
{
	return is_open(o) && o->traffic.drops && o->traffic.burst > 1;
}

/* Return true if another request may be injected, given the outstanding replies. */
static bool may_request(struct node *n)
{
	struct oracle *o = n->o;

	if (!is_open(o) || !oracle_has_replies(o) || !o->traffic.window ||
	    n->source.outstanding < o->traffic.window + M(REPLY_BOUND, 0, 1))
		return true;
	o->seen[SEEN_REPLY_HELD]++;
	return false;
}

/*
 * Return true if the router has room for the packet that would be born now.  @begins: it would
 * begin a burst.
 */
static bool fits(struct node *n, bool begins)
{
	struct source *s = &n->source;
	struct oracle *o = n->o;
	u64 first = begins ? s->numbered : s->burst;
	struct ss_gen_packet drawn = ss_gen_packet(&o->gen, s->key, n->id, s->numbered, first);
	struct packet p = {
		.source = n->id, .dest = drawn.dest, .length = drawn.length, .number = s->numbered,
	};

	return may_request(n) && o->kind->has_room(n->router, &p);
}

/*
 * Let packets be born at a node whose bursts wait for room.  In the cycle after a packet the burst
 * is still on.  While there is no room for one more packet it stays on, and nothing is drawn.
 */
static void freezing_births(struct node *n)
{
	struct oracle *o = n->o;
	struct source *s = &n->source;

	if (s->on) {
		if (M(DF_FREEZE, !fits(n, false), false)) {
			o->seen[SEEN_DF_FROZEN]++;
			return;
		}
		s->next_birth = open_birth(n, M(DF_THAW, o->now, s->next_birth));
		s->on = false;
	}
	if (s->next_birth > o->now)
		return;
	s->begins |= ss_gen_begins(&o->gen, s->key, s->born);
	if (!fits(n, s->begins)) {
		o->seen[SEEN_DF_FROZEN_FIRST]++;
		return;
	}
	birth(n);
	s->next_birth = o->now + 1;
	s->on = true;
}

static void traced_births(struct node *n)
{
	struct source *s = &n->source;

	for (;;) {
		while (end_pause(s, n->o))
			;
		if (!s->trace.count || fifo_at(&s->trace, 0)->cycle + s->lag > n->o->now ||
		    pauses(s, n->o))
			return;
		birth(n);
	}
}

static void births(struct node *n)
{
	struct oracle *o = n->o;
	struct source *s = &n->source;

	if (!s->sends)
		return;
	if (is_traced(o)) {
		traced_births(n);
		return;
	}
	if (source_freezes(o)) {
		freezing_births(n);
		return;
	}
	if (is_open(o)) {
		while (s->next_birth / slots(o) == o->now) {
			u64 slot = s->next_birth;

			birth(n);
			s->next_birth = open_birth(n, slot + M(BIRTH_APART, 1, 2));
			o->seen[SEEN_BIRTHS] += s->next_birth / slots(o) == o->now;
		}
		return;
	}
	while (s->due.count && fifo_at(&s->due, 0)->cycle == o->now) {
		fifo_pop(&s->due);
		birth(n);
	}
}

bool seastar_has_room(struct router *r, const struct packet *p)
{
	struct oracle *o = r->o;
	u32 room = r->node->source.room[injection_vc(o, p)];

	return room >= M(INJECT_ROOM, o->cfg.max_packet, p->length);
}

static bool has_room(struct node *n, const struct packet *p)
{
	struct oracle *o = n->o;

	if (M(INJECT_HELD, o->held, false))
		return false;
	if (o->kind->has_room(n->router, p))
		return true;
	o->seen[SEEN_INJECT_NO_ROOM]++;
	return false;
}

/* Return the queue whose front packet is injected next, or NULL. */
static struct fifo *next_queue(struct node *n)
{
	struct oracle *o = n->o;
	struct source *s = &n->source;
	bool reply = s->replies.count && has_room(n, fifo_at(&s->replies, 0)->packet);
	bool own = s->queue.count && may_request(n) &&
		   has_room(n, fifo_at(&s->queue, 0)->packet);

	o->seen[SEEN_REPLY_FIRST] += reply && own;
	o->seen[SEEN_REPLY_PASSED] += own && s->replies.count && !reply;
	if (own && reply && o->traffic.reply_turns) {
		o->seen[s->replied_last ? SEEN_TURN_REQUEST : SEEN_TURN_REPLY]++;
		return M(REPLY_TURN, s->replied_last, !s->replied_last) ? &s->queue : &s->replies;
	}
	if (own && M(REPLY_FIRST, !reply, true))
		return &s->queue;
	return reply ? &s->replies : NULL;
}

void seastar_inject(struct router *r, struct packet *p)
{
	struct oracle *o = r->o;
	struct source *s = &r->node->source;
	u32 vc = injection_vc(o, p);
	u64 start;

	s->channel.next = M(INJECT_FRACTION, s->channel.next, 0);
	start = channel_take(&s->channel, o->now, p->length);
	if (start % s->channel.rate[0])
		o->seen[SEEN_INJECT_FRACTION]++;
	s->room[vc] -= p->length;
	o->seen[SEEN_LANE_1] += o->cfg.vcs == 4 && vc % 2 == 1;
	s->entering = p;
	s->entered = 0;
}

/* Drop packets from the front of the queue until the next one may be injected. */
static void drop(struct node *n)
{
	struct oracle *o = n->o;
	struct source *s = &n->source;

	while (M(DF_DROP, s->queue.count, 0) &&
	       (!may_request(n) || !has_room(n, fifo_at(&s->queue, 0)->packet))) {
		free(fifo_pop(&s->queue).packet);
		s->dropped++;
		o->seen[SEEN_DF_DROP]++;
	}
}

static void inject(struct node *n)
{
	struct oracle *o = n->o;
	struct source *s = &n->source;
	struct fifo *queue;
	struct packet *p;

	if (!channel_free(&s->channel, o->now))
		return;
	if (is_open(o) && o->traffic.drops)
		drop(n);
	queue = next_queue(n);
	if (!queue)
		return;
	p = fifo_pop(queue).packet;
	s->replied_last = queue == &s->replies;
	s->replied += s->replied_last;
	s->reply_flits += s->replied_last ? M(REPLY_FLITS, p->length, 1) : 0;
	s->outstanding += queue == &s->queue && oracle_has_replies(o);
	s->phase_sent += queue == &s->queue;
	s->injected++;
	s->seen.injected++;
	o->seen[SEEN_TID_WRAP] += s->injected > 4096;
	o->seen[SEEN_VC_SPLIT] += p->index > 0;
	o->seen[SEEN_VC_SPLIT_QUEUE] += p->index > 0 && source_queued(n) > 1;
	o->seen[SEEN_VC_LONG] += p->length > 16;
	p->injected = o->now;
	o->kind->inject(n->router, p);
}

/* Move the next flit of the packet being injected into input proc. */
void seastar_enter(struct router *r)
{
	struct source *s = &r->node->source;
	struct flit f = {
		.packet = s->entering,
		.index = s->entered++,
		.tail = s->entered == s->entering->length,
		.vc = injection_vc(r->o, s->entering),
		.cycle = r->o->now,
	};

	if (f.tail)
		s->entering = NULL;
	flit_arrives(r, SEASTAR_PORT_PROC, f);
}

void source_cycle(struct node *n)
{
	const struct oracle_kind *kind = n->o->kind;
	struct oracle *o = n->o;
	bool births_first = M(BIRTHS_FIRST, true, false);

	if (kind->go_on && n->source.entering)
		kind->go_on(n);
	if (births_first)
		births(n);
	if (!n->source.entering)
		inject(n);
	if (!births_first)
		births(n);
	if (kind->enter && n->source.entering)
		kind->enter(n->router);
}

static u32 latency_bin(u64 latency)
{
	u32 bin = 0;

	while (latency) {
		latency /= 2;
		bin++;
	}
	return bin < SEASTAR_LAT_BINS ? bin : SEASTAR_LAT_BINS - 1;
}

/* Add @latency to the sum, the sum of squares (low, high word) and the maximum from @sum on. */
static void count_latency(u64 *sum, u64 latency)
{
	unsigned __int128 square = (unsigned __int128)latency * latency;

	square += (unsigned __int128)sum[2] << 64 | sum[1];
	sum[0] += latency;
	sum[1] = (u64)square;
	sum[2] = (u64)(square >> 64);
	if (latency > sum[3])
		sum[3] = latency;
}

static void count_delivery(struct node *from, const struct packet *p)
{
	struct oracle *o = from->o;
	struct source *s = &from->source;
	u64 latency = o->now - p->birth;

	s->seen.stat[SEASTAR_SRC_DELIVERED]++;
	s->seen.stat[SEASTAR_SRC_FLITS] += p->length;
	count_latency(&s->seen.stat[SEASTAR_SRC_LAT_SUM], latency);
	count_latency(&s->seen.stat[SEASTAR_SRC_NET_SUM],
		      o->now - M(NETWORK_LATENCY, p->injected, p->birth));
	s->seen.lat_hist[latency_bin(latency - M(LATENCY_BIN, 0, 1))]++;
	o->seen[SEEN_RESPONSE] += p->class_;
}

/* Schedule a new birth at a closed source, ack_delay cycles after the delivery of its packet. */
static void acknowledge(struct node *from, const struct packet *p)
{
	struct oracle *o = from->o;

	if (o->traffic.source != SEASTAR_SOURCE_CLOSED || !from->source.sends ||
	    M(OLD_REBIRTH, p->traffic != o->traffic_number, false))
		return;
	fifo_push(&from->source.due, (struct flit){
		.cycle = o->now + o->cfg.ack_delay + M(ACK_DELAY, 0, 1),
	});
	o->seen[SEEN_CLOSED_REBIRTH]++;
}

/* Count a packet of the trace as received; pauses do not count it before the next cycle. */
static void trace_receive(struct source *s, const struct packet *p, u64 now)
{
	if (s->came != now) {
		s->came = now;
		s->before = s->received;
	}
	s->received += p->length;
}

void source_delivery(struct node *n, struct packet *p)
{
	struct oracle *o = n->o;
	struct node *from = &o->node[p->source];
	struct ss_delivery d = {
		.cycle = o->now,
		.birth = p->birth,
		.injected = p->injected,
		.header = p->header,
		.source = p->source,
		.dest = n->id,
		.flits = p->length,
		.misrouted = p->misrouted,
		.response = p->class_,
	};
	bool old = p->traffic != o->traffic_number;

	assert(p->dest == n->id);
	if (o->kind->report_path)
		o->kind->report_path(o, p, &d);
	if (o->deliver)
		o->deliver(o->deliver_ctx, &d);
	n->source.last_delivery = o->now;
	count_delivery(from, p);
	o->seen[SEEN_OLD_DELIVERY] += old;
	if (is_traced(o) && !old && !(oracle_has_replies(o) && p->class_))
		trace_receive(&n->source, p, o->now);
	if (oracle_has_replies(o)) {
		if (M(REPLY_OLD, !old, true) && p->class_ == 0) {
			p->traffic = o->traffic_number;
			reply_make(n, p);
			return;
		}
		if (!old)
			reply_take(n);
	} else if (is_collective(o)) {
		if (!old)
			batch_receive(n, p);
	} else {
		acknowledge(from, p);
	}
	free(p);
}

void oracle_hold(struct oracle *o, bool held)
{
	o->held = held;
}

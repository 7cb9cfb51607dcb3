// SPDX-License-Identifier: GPL-2.0-only
/*
 * A controlled logical clock: the events of each node are taken in their order, a reception as soon
 * as its send has been taken.  One that is stamped before its send is delayed to it, and what its
 * node does afterwards is as much later, so that the node computes as long as before.
 *
 * Where no node can go on, each waits for a reception whose send comes after another one: a circle.
 * No clocks can have stamped that.  The reception on it that lies farthest before its send is taken
 * out of its node's order, and comes when its send has been taken.
 */
#define _GNU_SOURCE	/* qsort_r() */
#include "sim/base/memory.h"

#include "causal.h"

/**
 * struct node - events of a node
 * @at: place of the node's next event in the list of all
 * @end: place after the node's last event
 * @lag: cycles by which the node's events are delayed from here on
 * @now: cycle of the node's event that was taken last
 * @after: cycle before which no reception may come, since there are sends before that
 * @out: place for the node's next reception
 * @walk: number of the last search for a circle that passed the node
 * @is_due: the node is on the list of nodes that can perhaps go on
 */
struct node {
	u64 at;
	u64 end;
	u64 lag;
	u64 now;
	u64 after;
	u64 out;
	u64 walk;
	bool is_due;
};

enum { WAITING, SENT, PUT_OFF };

/**
 * struct order - what is being ordered
 * @sends: sends of the messages
 * @gets: receptions of the messages
 * @event: events of all nodes, node by node: twice the number of a message, plus one for its send
 * @state: state of each message
 * @sorted: receptions by node and order
 * @node: nodes, by number
 * @nodes: number of nodes
 * @due: nodes that can perhaps go on
 * @n_due: number of nodes in @due
 * @done: changes so far
 */
struct order {
	struct ss_birth *sends;
	struct ss_birth *gets;
	u64 *event;
	u8 *state;
	struct ss_birth *sorted;
	struct node *node;
	u32 nodes;
	u32 *due;
	u32 n_due;
	struct causal done;
};

static bool is_send(u64 event)
{
	return event & 1;
}

static const struct ss_birth *birth_of(const struct order *o, u64 event)
{
	return is_send(event) ? &o->sends[event / 2] : &o->gets[event / 2];
}

/* Compare two events by node and time, then so that no two are equal. */
static int by_node_and_time(const void *left, const void *right, void *order)
{
	const u64 a = *(const u64 *)left, b = *(const u64 *)right;
	const struct ss_birth *x = birth_of(order, a), *y = birth_of(order, b);

	if (x->source != y->source)
		return x->source < y->source ? -1 : 1;
	if (x->cycle != y->cycle)
		return x->cycle < y->cycle ? -1 : 1;
	if (is_send(a) != is_send(b))
		return is_send(a) ? 1 : -1;
	return a < b ? -1 : a > b;
}

static u64 later(u64 a, u64 b)
{
	return a > b ? a : b;
}

static void make_due(struct order *o, u32 i)
{
	if (o->node[i].is_due)
		return;
	o->node[i].is_due = true;
	o->due[o->n_due++] = i;
}

/* Take the reception of message @m in cycle @cycle. */
static void take_get(struct order *o, struct node *n, u64 m, u64 cycle)
{
	o->sorted[n->out] = o->gets[m];
	o->sorted[n->out++].cycle = cycle;
	n->now = cycle;
}

/* Take a reception that was put off, after all that its node has done so far. */
static void take_late(struct order *o, u64 m)
{
	struct node *n = &o->node[o->gets[m].source];

	take_get(o, n, m, later(later(o->gets[m].cycle + n->lag, o->sends[m].cycle),
				later(n->now, n->after)));
}

static void take_send(struct order *o, struct node *n, u64 m)
{
	u32 to = o->sends[m].dest;

	n->now = later(o->sends[m].cycle + n->lag, n->now);
	n->after = n->now + 1;
	o->sends[m].cycle = n->now;
	if (o->state[m] == PUT_OFF)
		take_late(o, m);
	o->state[m] = SENT;
	make_due(o, to);
}

static void take_in_order(struct order *o, struct node *n, u64 m)
{
	u64 own = o->gets[m].cycle + n->lag, cycle;

	if (o->sends[m].cycle > own) {
		n->lag += o->sends[m].cycle - own;
		o->done.delayed++;
	}
	cycle = later(o->gets[m].cycle + n->lag, later(n->now, n->after));
	take_get(o, n, m, cycle);
}

/* Take the events of a node up to a reception whose send has not been taken. */
static void go_on(struct order *o, struct node *n)
{
	for (; n->at < n->end; n->at++) {
		u64 event = o->event[n->at], m = event / 2;

		if (is_send(event))
			take_send(o, n, m);
		else if (o->state[m] == SENT)
			take_in_order(o, n, m);
		else
			return;
	}
}

/* Return the reception that node @i waits for. */
static u64 awaited(const struct order *o, u32 i)
{
	return o->event[o->node[i].at] / 2;
}

/* Return the cycles by which the reception of message @m was stamped before its send. */
static s64 lead(const struct order *o, u64 m)
{
	return (s64)(o->sends[m].cycle - o->gets[m].cycle);
}

/* Put off a reception on the circle to which the waits of node @i lead. */
static void break_circle(struct order *o, u32 i)
{
	const u64 walk = ++o->done.circles;
	u32 first, worst;

	for (; o->node[i].walk != walk; i = o->sends[awaited(o, i)].source)
		o->node[i].walk = walk;
	first = i;
	worst = i;
	for (i = o->sends[awaited(o, i)].source; i != first; i = o->sends[awaited(o, i)].source)
		if (lead(o, awaited(o, i)) > lead(o, awaited(o, worst)) ||
		    (lead(o, awaited(o, i)) == lead(o, awaited(o, worst)) && i < worst))
			worst = i;
	o->state[awaited(o, worst)] = PUT_OFF;
	o->node[worst].at++;
	make_due(o, worst);
}

static void take_all(struct order *o)
{
	u32 i = 0;

	for (;;) {
		while (o->n_due) {
			struct node *n = &o->node[o->due[--o->n_due]];

			n->is_due = false;
			go_on(o, n);
		}
		while (i < o->nodes && o->node[i].at == o->node[i].end)
			i++;
		if (i == o->nodes)
			return;
		break_circle(o, i);
	}
}

/* Find where the events of each node begin, and where its receptions will be put. */
static void find_nodes(struct order *o, u64 count)
{
	for (u64 i = 0; i < 2 * count; i++) {
		struct node *n = &o->node[birth_of(o, o->event[i])->source];

		if (!n->end)
			n->at = i;
		n->end = i + 1;
		n->out += !is_send(o->event[i]);
	}
	for (u64 i = 0, out = 0; i < o->nodes; i++) {
		u64 gets = o->node[i].out;

		o->node[i].out = out;
		out += gets;
		make_due(o, i);
	}
}

struct causal causal_order(struct ss_birth *sends, struct ss_birth *gets, u64 count)
{
	struct order o = { .sends = sends, .gets = gets };

	for (u64 i = 0; i < count; i++) {
		o.nodes = later(o.nodes, sends[i].source + 1);
		o.nodes = later(o.nodes, gets[i].source + 1);
	}
	o.event = sim_alloc(2 * count, sizeof(*o.event));
	o.state = sim_alloc(count, sizeof(*o.state));
	o.sorted = sim_alloc(count, sizeof(*o.sorted));
	o.node = sim_alloc(o.nodes, sizeof(*o.node));
	o.due = sim_alloc(o.nodes, sizeof(*o.due));
	for (u64 i = 0; i < 2 * count; i++)
		o.event[i] = i;
	qsort_r(o.event, 2 * count, sizeof(*o.event), by_node_and_time, &o);
	find_nodes(&o, count);
	take_all(&o);
	if (count)
		memcpy(gets, o.sorted, count * sizeof(*gets));
	free(o.event);
	free(o.state);
	free(o.sorted);
	free(o.node);
	free(o.due);
	return o.done;
}

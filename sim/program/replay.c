// SPDX-License-Identifier: GPL-2.0-only
/*
 * A node acts in the cycles in which it is run.  Of one cycle its events come first: operations
 * that end and packets that have come, in an order that does not depend on the network's.  Then
 * operations start, as long as any can: of those whose processor is free the one that has been
 * ready for the longest time, and of these the first of the file.
 */
#include "calls.h"
#include "node.h"

#define PS_PER_NS	1000
#define MILLION		1000000
#define REST_BITS	62
#define FLITS_BITS	32
#define MOST_EAGER	BIT_ULL(FLITS_BITS)	/* flits from which on a send is a rendezvous */

/* The kinds of messages in the network: in the upper bits of the second word of their marks. */
enum sort {
	EAGER,		/* first word: number and tag; second: operation of the sender and flits */
	REQUEST,	/* number and tag; operation of the sender */
	ANSWER,		/* operation of the cause and of the sender; enum cause */
	DATA,		/* number and operation; flits */
};

/* The event that let a message be matched with its receive, and the operation of the event. */
enum cause {
	CAME,		/* the message began to come; no operation */
	POSTED,		/* the receive was posted; operation: the receive */
	FREED,		/* an earlier message, overtaken by this one, came; operation: its send */
};

/* The kinds of events, in the order in which those of one cycle come. */
enum event {
	COMPUTED,	/* operation @number has computed */
	INJECTED,	/* all of the message of operation @number is in the network */
	ANSWERED,	/* the receiver has asked for the message of operation @number */
	COMES,		/* message @number of rank @peer begins to come */
	WHOLE,		/* all of it has come */
};

static struct ss_mark mark_of(enum sort sort, u32 number, u32 low, u64 rest)
{
	return (struct ss_mark){ { (u64)number << 32 | low, (u64)sort << REST_BITS | rest } };
}

static enum sort sort_of(const struct ss_mark *mark)
{
	return mark->word[1] >> REST_BITS;
}

static u32 number_of(const struct ss_mark *mark)
{
	return mark->word[0] >> 32;
}

static u32 low_of(const struct ss_mark *mark)
{
	return (u32)mark->word[0];
}

static u64 rest_of(const struct ss_mark *mark)
{
	return mark->word[1] & ((1ULL << REST_BITS) - 1);
}

/* Plan an event of a node in cycle @t; returns @t. */
static u64 put_event(struct node *n, u64 t, enum event kind, u32 peer, u32 number)
{
	heap_put(&n->events, (struct heap_entry){ t, kind, peer, number });
	return t;
}

/* Hand operation @i, which waits for no other one any longer, to its processor. */
static void make_ready(struct node *n, u32 i, u64 t)
{
	heap_put(&n->cpu[n->of->op[i].cpu].ready, (struct heap_entry){ .time = t, .number = i });
}

/* Release the operations that wait for operation @i to start (@starts) or to be done. */
static void release(struct node *n, u32 i, bool starts, u64 t)
{
	const struct program_rank *of = n->of;

	for (u32 e = of->op[i].first; e < of->op[i + 1].first; e++) {
		u32 waits = of->edge[e] >> 1;

		if ((of->edge[e] & 1) != starts || --of->op[waits].needs)
			continue;
		n->step[waits].cause = PROGRAM_EDGE(i, starts);
		make_ready(n, waits, t);
	}
}

static void finish(struct node *n, u32 i, u64 t)
{
	n->of->op[i].state = PROGRAM_DONE;
	n->ended = i;
	if (n->call)
		n->cpu[n->of->op[i].cpu].left--;
	release(n, i, false, t);
	if (++n->done == n->of->ops)
		n->stats.end = t;
}

/* Give the network @flits for rank @to, in parts of a size that it takes; return their number. */
static u32 give(struct replay *r, struct node *n, u32 to, u64 flits, const struct ss_mark *mark,
		u64 t)
{
	u32 parts = 0;

	n->stats.flits += flits;
	for (u64 left = flits; left; parts++) {
		struct ss_birth b = {
			.cycle = t,
			.source = r->node_of[n->rank],
			.dest = r->node_of[to],
			.flits = left < SS_MAX_MESSAGE ? left : SS_MAX_MESSAGE,
		};

		left -= b.flits;
		r->give(r->net, &b, mark);
	}
	return parts;
}

static enum path_kind path_kind_of(const struct message *m)
{
	return m->rendezvous ? PATH_RENDEZVOUS : PATH_EAGER;
}

static struct peer *peer_of(struct node *n, u32 rank)
{
	return table_get(&n->peer, rank, sizeof(struct peer));
}

static struct message *message_of(struct node *n, u32 source, u32 number)
{
	u64 key = message_key(source, number);
	struct message *m = table_find(&n->message, key);

	if (m)
		return m;
	m = table_add(&n->message, key, sizeof(*m));
	m->op = MATCH_NONE;
	return m;
}

/**
 * struct meeting - circumstances in which a message is matched with its receive
 * @why: &enum cause
 * @first: with FREED: operation that sends the earlier message
 * @kind: with FREED: &enum path_kind of the earlier message
 */
struct meeting {
	enum cause why;
	u32 first;
	u8 kind;
};

/* Record where the critical path goes on from the end of @op, the receive of @m. */
static void note_receive(struct node *n, const struct message *m, u32 op,
			 const struct meeting *meet)
{
	struct path_step *step = &n->step[op];

	if (meet->why == POSTED && (m->rendezvous || m->is_whole))
		path_note(step, m->rendezvous ? PATH_RENDEZVOUS : PATH_NOTHING, n->rank, PATH_HERE);
	else if (meet->why == FREED && (m->rendezvous || m->is_whole))
		path_note(step, m->rendezvous ? PATH_RENDEZVOUS : meet->kind, message_source(m),
			  meet->first);
	else
		path_note(step, path_kind_of(m), message_source(m), m->sender);
}

/* Join a message and its receive @op: ask for the message's data, or take them. */
static void join(struct replay *r, struct node *n, struct message *m, u32 op,
		 const struct meeting *meet, u64 t)
{
	m->op = op;
	note_receive(n, m, op, meet);
	if (m->rendezvous) {
		u32 cause = meet->why == FREED ? meet->first : op;
		struct ss_mark mark = mark_of(ANSWER, cause, m->sender, meet->why);

		m->rendezvous = false;
		give(r, n, message_source(m), 1, &mark, t);
	} else if (m->is_whole) {
		table_remove(&n->message, m);
		finish(n, op, t);
	}
}

/* Match a message that has begun to come, when all earlier ones of its source have been matched. */
static void arrive(struct replay *r, struct node *n, struct message *m, const struct meeting *meet,
		   u64 t)
{
	u32 op = match_message(&n->matcher, m);

	if (op != MATCH_NONE)
		join(r, n, m, op, meet, t);
}

/* Match the messages of @source that have come, in the order in which they were sent. */
static void take_turns(struct replay *r, struct node *n, u32 source, u64 t)
{
	struct meeting meet = { .why = CAME };
	struct peer *p = peer_of(n, source);
	struct message *m;

	while ((m = table_find(&n->message, message_key(source, p->come))) && m->has_come) {
		struct meeting next = { FREED, m->sender, path_kind_of(m) };

		p->come++;
		arrive(r, n, m, &meet, t);
		if (meet.why == CAME)
			meet = next;
	}
}

/* Send the data of send @i, for which the receiver has asked. */
static void send_data(struct replay *r, struct node *n, u32 i, u64 t)
{
	struct program_op *op = &n->of->op[i];
	struct ss_mark mark;
	u64 flits = op->size / r->scale.flit_bytes + (op->size % r->scale.flit_bytes != 0);

	flits = flits ? flits : 1;
	mark = mark_of(DATA, op->needs, i, flits);
	op->needs = (flits + SS_MAX_MESSAGE - 1) / SS_MAX_MESSAGE;
	give(r, n, op->peer, flits, &mark, t);
}

static void take_whole(struct node *n, u32 source, u32 number, u64 t)
{
	struct message *m = table_find(&n->message, message_key(source, number));
	u32 op = m->op;

	m->is_whole = true;
	if (op == MATCH_NONE)
		return;
	table_remove(&n->message, m);
	finish(n, op, t);
}

static void act(struct replay *r, struct node *n, const struct heap_entry *e, u64 t)
{
	switch ((enum event)e->kind) {
	case COMPUTED:
		n->computes--;
		finish(n, e->number, t);
		break;
	case INJECTED:
		n->sends--;
		finish(n, e->number, t);
		break;
	case ANSWERED:
		send_data(r, n, e->number, t);
		break;
	case COMES:
		message_of(n, e->peer, e->number)->has_come = true;
		take_turns(r, n, e->peer, t);
		break;
	case WHOLE:
		take_whole(n, e->peer, e->number, t);
		break;
	}
}

static void start_calc(struct replay *r, struct node *n, u32 i, u64 t)
{
	struct program_op *op = &n->of->op[i];
	struct cpu *cpu = &n->cpu[op->cpu];
	unsigned __int128 time = (unsigned __int128)op->size * PS_PER_NS * r->scale.compute;
	u64 cycle = r->scale.cycle_time * MILLION, cycles;

	time += cpu->rest;
	cycles = time / cycle < SS_MAX_CYCLES ? (u64)(time / cycle) : SS_MAX_CYCLES;
	cpu->rest = time % cycle;
	if (!cycles) {
		finish(n, i, t);
		return;
	}
	n->computes++;
	n->step[i].kind = PATH_COMPUTING;
	cpu->computes = i;
	cpu->free = t + cycles;
	put_event(n, cpu->free, COMPUTED, 0, i);
}

/* Deliver a rank's message to itself: it does not enter the network, and its send does not wait. */
static void send_to_self(struct node *n, u32 i, u32 number, u64 t)
{
	struct message *m = message_of(n, n->rank, number);

	m->sender = i;
	m->tag = n->of->op[i].tag;
	put_event(n, t + 1, COMES, n->rank, number);
	put_event(n, t + 1, WHOLE, n->rank, number);
}

/* Count send @i in the call that it is a part of. */
static void count_message(struct node *n, u32 i)
{
	struct replay_call *c = &n->call[n->of->call ? n->of->call[i].of : PROGRAM_NO_CALL];

	c->messages++;
	c->bytes += n->of->op[i].size;
}

static void start_send(struct replay *r, struct node *n, u32 i, u64 t)
{
	struct program_op *op = &n->of->op[i];
	u32 number = peer_of(n, op->peer)->sent++;
	u64 bytes = r->scale.flit_bytes, flits = op->size / bytes + (op->size % bytes != 0);
	struct ss_mark mark;

	n->stats.messages++;
	n->stats.bytes += op->size;
	if (n->call)
		count_message(n, i);
	flits = flits ? flits : 1;
	if (op->peer == n->rank) {
		send_to_self(n, i, number, t);
		finish(n, i, t);
	} else if (op->size < r->scale.eager && !op->rendezvous && flits < MOST_EAGER) {
		mark = mark_of(EAGER, number, op->tag, (u64)i << FLITS_BITS | flits);
		give(r, n, op->peer, flits, &mark, t);
		finish(n, i, t);
	} else {
		mark = mark_of(REQUEST, number, op->tag, i);
		give(r, n, op->peer, 1, &mark, t);
		op->needs = number;
		n->sends++;
	}
}

static void start_receive(struct replay *r, struct node *n, u32 i, u64 t)
{
	const struct program_op *op = &n->of->op[i];
	struct message *m = match_receive(&n->matcher, i, op->peer, op->tag);

	if (m)
		join(r, n, m, i, &(struct meeting){ .why = POSTED }, t);
}

/*
 * Record that operation @i has started.  A processor has reached the last operation, in the order
 * of the file, of those that have started.  Earlier operations may start after it: a rank goes on
 * while they wait.
 */
static void reach(struct cpu *cpu, u32 i)
{
	if (i >= cpu->reached)
		cpu->reached = i + 1;
}

/*
 * Begin in cycle @t the phases that operation @i, which starts, is the first of.  Each processor
 * passes its own phases once, so that all operations together take time in proportion to phases.
 */
static void reach_phase(struct node *n, u32 i, u64 t)
{
	const struct program_rank *of = n->of;
	struct cpu *cpu = &n->cpu[of->op[i].cpu];

	while (cpu->phase < of->phases && of->phase[cpu->phase].op <= i) {
		while (n->at <= cpu->phase)
			n->phase[n->at++].left = t;
		cpu->phase = of->phase[cpu->phase].next;
	}
}

/* Start operation @i, which has been ready since cycle @ready. */
static void start(struct replay *r, struct node *n, u32 i, u64 ready, u64 t)
{
	struct program_op *op = &n->of->op[i];

	op->state = PROGRAM_STARTED;
	n->step[i].start = t;
	if (ready < t)
		n->step[i].cause = PROGRAM_EDGE(n->cpu[op->cpu].computes, 0);
	if (n->call)
		reach(&n->cpu[op->cpu], i);
	if (n->phase)
		reach_phase(n, i, t);
	release(n, i, true, t);
	switch ((enum program_kind)op->kind) {
	case PROGRAM_CALC:
		start_calc(r, n, i, t);
		break;
	case PROGRAM_SEND:
		start_send(r, n, i, t);
		break;
	case PROGRAM_RECV:
		start_receive(r, n, i, t);
		break;
	}
}

/* Find the processor that starts an operation next, or NULL. */
static struct cpu *find_cpu(const struct node *n, u64 t)
{
	struct cpu *best = NULL;

	for (u32 i = 0; i < n->of->cpus; i++) {
		struct cpu *cpu = &n->cpu[i];

		if (cpu->free <= t && cpu->ready.count &&
		    (!best || heap_is_before(cpu->ready.at, best->ready.at)))
			best = cpu;
	}
	return best;
}

/* Find the number of the call in which a rank waits: the call of its first processor not done. */
static u32 find_call(const struct node *n)
{
	const struct cpu *cpu = n->cpu;

	while (!cpu->left)
		cpu++;
	return n->of->call && cpu->reached ? n->of->call[cpu->reached - 1].in : PROGRAM_NO_CALL;
}

/*
 * Add @cycles in which a rank waits to its call: as sending, if a send of the rank is under way.
 * Returns the number of the call.
 */
static u32 account_call(const struct node *n, u64 cycles)
{
	u32 number = find_call(n);

	if (n->sends)
		n->call[number].sending += cycles;
	else
		n->call[number].waiting += cycles;
	return number;
}

/* Count @cycles in the phase that a rank has reached. */
static void account_phase(struct node *n, u64 cycles)
{
	struct replay_phase *p = &n->phase[n->at];

	if (n->computes)
		p->computing += cycles;
	else if (n->sends)
		p->sending += cycles;
	else
		p->waiting += cycles;
}

/* Count the cycles before @t. */
static void account(const struct replay *r, struct node *n, u64 t)
{
	enum timeline_state state = TIMELINE_WAITING;
	u64 cycles = t - n->last;

	n->last = t;
	if (n->done == n->of->ops)
		return;
	if (n->computes) {
		n->stats.computing += cycles;
		state = TIMELINE_COMPUTING;
	} else if (n->sends) {
		n->stats.sending += cycles;
		state = TIMELINE_SENDING;
	} else {
		n->stats.waiting += cycles;
	}
	if (n->call && !n->computes && r->collective[account_call(n, cycles)])
		state = TIMELINE_COLLECTIVE;
	if (n->timeline)
		timeline_add(n->timeline, state, cycles);
	if (n->phase)
		account_phase(n, cycles);
}

static void begin(struct node *n, u64 t)
{
	n->begun = true;
	n->last = t;
	if (!n->of->ops)
		n->stats.end = t;
	for (u32 i = 0; i < n->of->ops; i++)
		if (!n->of->op[i].needs)
			make_ready(n, i, t);
}

u64 replay_run(void *ctx, u32 node, u64 t)
{
	struct replay *r = ctx;
	struct node *n = r->node[node];
	struct cpu *cpu;

	if (!n)
		return U64_MAX;
	if (!n->begun)
		begin(n, t);
	account(r, n, t);
	while (n->events.count && n->events.at->time <= t) {
		struct heap_entry e = heap_take(&n->events);

		act(r, n, &e, t);
	}
	while ((cpu = find_cpu(n, t))) {
		struct heap_entry e = heap_take(&cpu->ready);

		start(r, n, e.number, e.time, t);
	}
	return n->events.count ? n->events.at->time : U64_MAX;
}

u64 replay_sent(void *ctx, u32 node, u32 flits, const struct ss_mark *mark, u64 t)
{
	struct replay *r = ctx;
	struct node *n = r->node[node];

	(void)flits;
	if (sort_of(mark) != DATA || --n->of->op[low_of(mark)].needs)
		return U64_MAX;
	return put_event(n, t + 1, INJECTED, 0, low_of(mark));
}

/* Take the answer to the request of a send: plan to send its data. */
static u64 take_answer(struct node *n, u32 receiver, const struct ss_mark *mark, u64 t)
{
	u32 i = low_of(mark), op = rest_of(mark) == CAME ? PATH_HERE : number_of(mark);

	if (rest_of(mark) == FREED)
		receiver = n->rank;
	path_note(&n->step[i], PATH_RENDEZVOUS, receiver, op);
	return put_event(n, t + 1, ANSWERED, 0, i);
}

/* Take @flits flits of message @m, which has @all flits. */
static u64 take_flits(struct node *n, struct message *m, u64 all, u32 flits, u64 t)
{
	if (!m->has_size)
		m->left = all;
	m->has_size = true;
	m->left -= flits;
	if (m->left)
		return U64_MAX;
	return put_event(n, t + 1, WHOLE, message_source(m), message_number(m));
}

void replay_cut(struct replay *r, u32 node, u64 t)
{
	if (r->node[node] && r->node[node]->begun)
		account(r, r->node[node], t);
}

u64 replay_received(void *ctx, u32 node, u32 source, u32 flits, const struct ss_mark *mark,
		    u64 t)
{
	struct replay *r = ctx;
	struct node *n = r->node[node];
	u32 from = r->node[source] ? r->node[source]->rank : PROGRAM_ANY;
	struct message *m;
	bool begins;

	if (sort_of(mark) == ANSWER)
		return take_answer(n, from, mark, t);
	m = message_of(n, from, number_of(mark));
	if (sort_of(mark) == DATA)
		return take_flits(n, m, rest_of(mark), flits, t);
	m->tag = low_of(mark);
	if (sort_of(mark) == REQUEST) {
		m->rendezvous = true;
		m->sender = rest_of(mark);
		return put_event(n, t + 1, COMES, from, number_of(mark));
	}
	m->sender = rest_of(mark) >> FLITS_BITS;
	begins = !m->has_size;
	if (begins)
		put_event(n, t + 1, COMES, from, number_of(mark));
	take_flits(n, m, (u32)rest_of(mark), flits, t);
	return begins || !m->left ? t + 1 : U64_MAX;
}

/* Link the phases of each processor that has operations. */
static void link_phases(struct node *n)
{
	struct program_rank *of = n->of;

	n->phase = sim_alloc(of->phases + 1, sizeof(*n->phase));
	for (u32 i = 0; i < of->cpus; i++)
		n->cpu[i].phase = of->phases;
	for (u32 i = of->phases; i--;) {
		struct program_phase *phase = &of->phase[i];

		if (phase->cpu >= of->cpus)
			continue;
		phase->next = n->cpu[phase->cpu].phase;
		n->cpu[phase->cpu].phase = i;
	}
}

static struct node *node_new(struct program *p, u32 rank)
{
	struct node *n = sim_alloc(1, sizeof(*n));

	n->rank = rank;
	n->of = &p->rank[rank];
	n->cpu = sim_alloc(n->of->cpus, sizeof(*n->cpu));
	n->step = sim_alloc(n->of->ops, sizeof(*n->step));
	for (u32 i = 0; i < n->of->ops; i++)
		n->step[i] = (struct path_step){ .cause = PATH_FIRST, .op = PATH_HERE };
	n->stats.end = U64_MAX;
	if (p->phases)
		link_phases(n);
	if (!p->calls)
		return n;
	n->call = sim_alloc(p->calls + 1, sizeof(*n->call));
	for (u32 i = 1; n->of->call && i <= n->of->names; i++)
		n->call[i].calls = n->of->begun[i];
	for (u32 i = 0; i < n->of->ops; i++)
		n->cpu[n->of->op[i].cpu].left++;
	return n;
}

struct replay *replay_new(struct program *p, const u32 *node_of, u32 nodes,
			  const struct replay_scale *scale, replay_give *give, void *net)
{
	struct replay *r = sim_alloc(1, sizeof(*r));

	r->program = p;
	r->nodes = nodes;
	r->node = sim_alloc(nodes, sizeof(*r->node));
	r->node_of = sim_alloc(p->ranks, sizeof(*r->node_of));
	memcpy(r->node_of, node_of, p->ranks * sizeof(*r->node_of));
	for (u32 i = 0; i < p->ranks; i++)
		r->node[node_of[i]] = node_new(p, i);
	r->collective = sim_alloc(p->calls + 1, sizeof(*r->collective));
	for (u32 i = 1; i <= p->calls; i++)
		r->collective[i] = calls_is_collective(p->call[i]);
	r->scale = *scale;
	r->give = give;
	r->net = net;
	return r;
}

void replay_record(struct replay *r, u32 bins)
{
	for (u32 i = 0; i < r->nodes; i++)
		if (r->node[i])
			r->node[i]->timeline = timeline_new(bins);
}

static void node_free(struct node *n)
{
	if (!n)
		return;
	for (u32 i = 0; i < n->of->cpus; i++)
		heap_free(&n->cpu[i].ready);
	free(n->cpu);
	free(n->step);
	free(n->call);
	timeline_free(n->timeline);
	free(n->phase);
	heap_free(&n->events);
	matcher_free(&n->matcher);
	table_free(&n->message);
	table_free(&n->peer);
	free(n);
}

void replay_free(struct replay *r)
{
	if (!r)
		return;
	for (u32 i = 0; i < r->nodes; i++)
		node_free(r->node[i]);
	free(r->node);
	free(r->node_of);
	free(r->collective);
	program_free(r->program);
	free(r);
}

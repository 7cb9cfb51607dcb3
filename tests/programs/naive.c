// SPDX-License-Identifier: GPL-2.0-only
#include <string.h>

#include "naive.h"

/* A message; all are in one list. */
struct message {
	int source, dest, op;
	int number;		/* number among the messages of its source to its destination */
	int tag;
	long long flits;
	bool rendezvous;
	uint64_t asked, answered, sent;	/* cycles in which request, answer and all data were sent */
	uint64_t first, whole;	/* cycles of the first and the last packet's delivery */
	bool came, answers;
	uint64_t came_at;
	long long left;
	int receive;		/* operation that receives the message, or -1 */
};

enum part_kind { WHOLE, ASKS, REPLIES, BODY };

/* A message in the queue of a source. */
struct queued {
	int message, part, n;
	enum part_kind kind;
	long long left;
};

struct packet {
	uint64_t cycle;
	int message;
	enum part_kind kind;
	long long flits;
};

struct rank {
	bool started[MOST_OPS], done[MOST_OPS], is_ready[MOST_OPS];
	uint64_t ready[MOST_OPS], ends[MOST_OPS];
	uint64_t start[MOST_OPS], end[MOST_OPS];
	uint64_t busy[CPUS];
	__int128 worked[CPUS];
	int latest[CPUS];	/* one more than the operation that started last */
	int posted[MOST_OPS], postings;
	int came[MOST_SENT], comings;	/* messages, in the order in which they could be matched */
	int sent[MOST_RANKS], matched[MOST_RANKS];
	struct queued queue[MOST_SENT];
	int queue_first, queue_end, births;
};

struct world {
	const struct draft *d;
	enum mutant mutant;
	struct outcome *o;
	uint64_t t;
	struct rank rank[MOST_RANKS];
	struct message message[MOST_SENT];
	int messages;
	struct packet packet[MOST_SENT * MOST_PARTS];
	int packets;
	struct states states;
};

static bool is(const struct world *w, enum mutant mutant)
{
	return w->mutant == mutant;
}

/* Return true if @cycle is over, so that its events have effects now. */
static bool is_seen(const struct world *w, uint64_t cycle)
{
	return cycle != NEVER && cycle + 1 + is(w, MUTANT_LATE) <= w->t;
}

static void give(struct world *w, int source, int dest, int message, enum part_kind kind,
		 long long flits)
{
	struct rank *r = &w->rank[source];

	r->queue[r->queue_end++] = (struct queued){ message, 0, r->births++, kind, flits };
	w->o->born[w->o->borns++] = (struct born){ w->t, source, dest, flits };
}

/* Is the operation of @need done or, if @need is odd, has it started? */
static bool is_met(const struct world *w, int rank, int need)
{
	const struct rank *r = &w->rank[rank];

	if (need & 1 && !is(w, MUTANT_STARTS))
		return r->started[need >> 1];
	return r->done[need >> 1];
}

/* Find the last line of @cpu just before operation @i; if @waits, the last "wait" line. */
static const struct line *call_before(const struct world *w, int rank, int i, int cpu, bool waits)
{
	const struct line *last = NULL;

	for (int n = 0; n < MOST_LINES; n++) {
		const struct line *line = &w->d->line[rank][i][n];

		if (line->call && line->cpu == cpu && (!waits || line->waits))
			last = line;
	}
	return last;
}

/* Return true if operation @i computes on processor @cpu, which ends the call before it. */
static bool ends_calls(const struct world *w, int rank, int i, int cpu)
{
	const struct op *op = &w->d->op[rank][i];

	return op->cpu == cpu && op->kind == CALC && op->size && !is(w, MUTANT_ENDS);
}

/* Return the call that operation @i is a part of, or 0. */
static int call_of(const struct world *w, int rank, int i)
{
	int cpu = w->d->op[rank][i].cpu;

	if (ends_calls(w, rank, i, cpu))
		return 0;
	for (int at = i; at >= 0; at--) {
		const struct line *line = call_before(w, rank, at, cpu, false);

		if (line)
			return line->waits ? 0 : line->call;
		if (at && ends_calls(w, rank, at - 1, cpu))
			return 0;
	}
	return 0;
}

/* Return the call that the processor of @i is in until it starts its next operation, or 0. */
static int call_behind(const struct world *w, int rank, int i)
{
	int cpu = w->d->op[rank][i].cpu, call = 0;

	for (int at = i + 1; at <= w->d->ops[rank]; at++) {
		const struct line *line = call_before(w, rank, at, cpu, !is(w, MUTANT_BEGINS));

		call = line ? line->call : call;
		if (at < w->d->ops[rank] && w->d->op[rank][at].cpu == cpu)
			break;
	}
	return call && !is(w, MUTANT_NEXT) ? call : call_of(w, rank, i);
}

/* Return the call in which a rank that is not done waits, or 0. */
static int call_now(const struct world *w, int rank)
{
	const struct rank *r = &w->rank[rank];
	int cpu = CPUS, at = -1;

	for (int i = 0; i < w->d->ops[rank]; i++) {
		int own = w->d->op[rank][i].cpu;

		if (!r->done[i] && (own < cpu || cpu == CPUS || is(w, MUTANT_THREAD)))
			cpu = own;
	}
	for (int i = 0; i < w->d->ops[rank]; i++)
		if (r->started[i] && w->d->op[rank][i].cpu == cpu)
			at = i;
	if (is(w, MUTANT_REACHED) && r->latest[cpu])
		at = r->latest[cpu] - 1;
	return at < 0 ? 0 : call_behind(w, rank, at);
}

static void find_ready(struct world *w, int rank)
{
	struct rank *r = &w->rank[rank];

	for (int i = 0; i < w->d->ops[rank]; i++) {
		const struct op *op = &w->d->op[rank][i];
		bool ready = true;

		for (int n = 0; n < op->needs; n++)
			ready &= is_met(w, rank, op->need[n]);
		if (ready && !r->is_ready[i]) {
			r->is_ready[i] = true;
			r->ready[i] = w->t;
		}
	}
}

static bool takes(const struct op *receive, const struct message *m)
{
	return (receive->peer == ANY || receive->peer == m->source) &&
	       (receive->tag == m->tag ||
		(receive->tag == ANY && m->tag < COLLECTIVE_TAGS));
}

static void join(struct world *w, struct message *m, int receive)
{
	struct rank *r = &w->rank[m->dest];

	m->receive = receive;
	if (m->rendezvous && !m->answers) {
		m->answers = true;
		if (!is(w, MUTANT_ANSWER))
			give(w, m->dest, m->source, m - w->message, REPLIES, 1);
	}
	if (is_seen(w, m->whole))
		r->done[receive] = true;
}

static void remove_at(int *list, int *count, int at)
{
	memmove(list + at, list + at + 1, (*count - at - 1) * sizeof(*list));
	--*count;
}

/* Match @m with the first posted receive that takes it; if there is none, it waits. */
static void match(struct world *w, struct message *m)
{
	struct rank *r = &w->rank[m->dest];
	int found = -1;

	for (int i = 0; i < r->postings; i++)
		if (takes(&w->d->op[m->dest][r->posted[i]], m) &&
		    (found < 0 || is(w, MUTANT_POSTED)))
			found = i;
	if (found < 0) {
		r->came[r->comings++] = m - w->message;
	} else {
		int receive = r->posted[found];

		remove_at(r->posted, &r->postings, found);
		join(w, m, receive);
	}
}

/* Match messages of @source to @rank, in their order, as far as they have begun to come. */
static void match_in_order(struct world *w, int rank, int source)
{
	for (bool more = true; more; ) {
		more = false;
		for (int i = 0; i < w->messages; i++) {
			struct message *m = &w->message[i];

			if (m->dest != rank || m->source != source || m->came ||
			    !is_seen(w, m->first))
				continue;
			if (m->number != w->rank[rank].matched[source] &&
			    !is(w, MUTANT_OVERTAKES))
				continue;
			m->came = true;
			m->came_at = w->t;
			w->rank[rank].matched[source]++;
			match(w, m);
			more = true;
		}
	}
}

static void take_events(struct world *w, int rank)
{
	struct rank *r = &w->rank[rank];

	for (int i = 0; i < w->d->ops[rank]; i++)
		if (r->started[i] && w->d->op[rank][i].kind == CALC && r->ends[i] <= w->t)
			r->done[i] = true;
	for (int i = 0; i < w->messages; i++) {
		struct message *m = &w->message[i];
		bool over = is(w, MUTANT_SENT) ? is_seen(w, m->answered) : is_seen(w, m->sent);

		if (m->source == rank && m->rendezvous && over)
			r->done[m->op] = true;
	}
	for (int op = 0; op < w->d->ops[rank]; op++) {
		for (int i = 0; i < w->messages; i++) {
			struct message *m = &w->message[i];

			if (m->source != rank || m->op != op || !m->rendezvous ||
			    !is_seen(w, m->answered) || m->left >= 0)
				continue;
			m->left = m->flits;
			give(w, rank, m->dest, i, BODY, m->flits);
		}
	}
	for (int source = 0; source < w->d->ranks; source++)
		match_in_order(w, rank, source);
	for (int i = 0; i < w->messages; i++) {
		struct message *m = &w->message[i];
		uint64_t over = is(w, MUTANT_PACKET) && !m->rendezvous ? m->first : m->whole;

		if (m->dest == rank && m->receive >= 0 && is_seen(w, over))
			r->done[m->receive] = true;
	}
}

static void start_calc(struct world *w, int rank, int i)
{
	struct rank *r = &w->rank[rank];
	const struct op *op = &w->d->op[rank][i];
	__int128 cycle = (__int128)w->d->cycle_time * 1000000, before = r->worked[op->cpu];
	__int128 work = (__int128)op->size * 1000 * w->d->compute;
	uint64_t cycles;

	r->worked[op->cpu] += work;
	cycles = is(w, MUTANT_REST) ? work / cycle : (before + work) / cycle - before / cycle;
	r->ends[i] = w->t + cycles;
	if (!cycles)
		r->done[i] = true;
	else if (!is(w, MUTANT_CPU))
		r->busy[op->cpu] = r->ends[i];
}

static void start_send(struct world *w, int rank, int i)
{
	const struct op *op = &w->d->op[rank][i];
	struct rank *r = &w->rank[rank];
	struct message *m = &w->message[w->messages++];
	long long flits = (op->size + w->d->flit_bytes - 1) / w->d->flit_bytes;
	int call;

	*m = (struct message){
		.source = rank, .dest = op->peer, .op = i, .number = r->sent[op->peer]++,
		.tag = op->tag, .flits = flits ? flits : 1, .asked = NEVER, .answered = NEVER,
		.sent = NEVER, .first = NEVER, .whole = NEVER, .left = -1, .receive = -1,
	};
	w->o->messages[rank]++;
	w->o->bytes[rank] += op->size;
	call = is(w, MUTANT_OF) ? call_behind(w, rank, i) : call_of(w, rank, i);
	w->o->call[rank][call].messages++;
	w->o->call[rank][call].bytes += op->size;
	m->rendezvous = rank != op->peer && op->size >= w->d->eager + is(w, MUTANT_EAGER);
	if (!m->rendezvous)
		r->done[i] = true;
	if (rank == op->peer) {
		m->first = w->t;
		m->whole = w->t;
	} else if (m->rendezvous) {
		give(w, rank, op->peer, m - w->message, ASKS, 1);
		if (is(w, MUTANT_ANSWER))
			m->answered = w->t;
	} else {
		m->left = m->flits;
		give(w, rank, op->peer, m - w->message, WHOLE, m->flits);
	}
}

static void start_receive(struct world *w, int rank, int i)
{
	struct rank *r = &w->rank[rank];
	int found = -1;

	for (int c = 0; c < r->comings; c++)
		if (takes(&w->d->op[rank][i], &w->message[r->came[c]]) &&
		    (found < 0 || is(w, MUTANT_FIRST)))
			found = c;
	if (found < 0) {
		r->posted[r->postings++] = i;
	} else {
		int m = r->came[found];

		remove_at(r->came, &r->comings, found);
		join(w, &w->message[m], i);
	}
}

/* Start the operation whose turn it is; false: there is none. */
static bool start_one(struct world *w, int rank)
{
	struct rank *r = &w->rank[rank];
	int best = -1;

	find_ready(w, rank);
	for (int i = 0; i < w->d->ops[rank]; i++) {
		if (!r->is_ready[i] || r->started[i] || r->busy[w->d->op[rank][i].cpu] > w->t)
			continue;
		if (best < 0 || r->ready[i] < r->ready[best] ||
		    (r->ready[i] == r->ready[best] && is(w, MUTANT_ORDER)))
			best = i;
	}
	if (best < 0)
		return false;
	r->started[best] = true;
	r->start[best] = w->t;
	r->latest[w->d->op[rank][best].cpu] = best + 1;
	if (w->d->op[rank][best].kind == CALC)
		start_calc(w, rank, best);
	else if (w->d->op[rank][best].kind == SEND)
		start_send(w, rank, best);
	else
		start_receive(w, rank, best);
	return true;
}

/* Has an operation started, or been done, that begins a phase? */
static bool begins(const struct world *w, int rank, const struct mark *mark)
{
	const struct rank *r = &w->rank[rank];

	for (int i = mark->op; i < w->d->ops[rank]; i++) {
		if (w->d->op[rank][i].cpu != mark->cpu && !is(w, MUTANT_PHASE_CPU))
			continue;
		if (is(w, MUTANT_PHASE_DONE) ? r->done[i] : r->started[i])
			return true;
		if (is(w, MUTANT_PHASE_FIRST))
			return false;
	}
	return false;
}

/*
 * Count this cycle in the rank's phase, after the ends of phases that it has left; COLLECTIVE: the
 * rank has ended.
 */
static void note_phase(struct world *w, int rank, enum state state)
{
	struct in_phase *phase = w->o->phase[rank];
	int at = 0;

	for (int n = 0; n < w->d->marks[rank]; n++)
		if (begins(w, rank, &w->d->mark[rank][n]))
			at = n + 1;
	for (int n = 0; n + is(w, MUTANT_PHASE_LEFT) < at; n++)
		if (phase[n].left == NEVER)
			phase[n].left = w->t;
	if (state < COLLECTIVE)
		phase[at].cycles[state]++;
	for (int n = at; n <= w->d->marks[rank] && state == COLLECTIVE; n++)
		if (phase[n].left == NEVER)
			phase[n].left = w->t;
}

/* Record the state of a rank in this cycle, for its timeline. */
static void note_state(struct world *w, int rank, enum state state)
{
	if (w->t >= MOST_STATES)
		return;
	w->states.state[rank][w->t] = state;
	w->states.collective[rank][w->t] = state != COMPUTES &&
					   call_now(w, rank) == COLLECTIVE_CALL;
}

/* Count this cycle by the state in which the rank leaves it. */
static void account(struct world *w, int rank)
{
	struct rank *r = &w->rank[rank];
	bool computes = false, sends = false, over = true;
	enum state state;

	for (int i = 0; i < w->d->ops[rank]; i++) {
		bool runs = r->started[i] && !r->done[i];

		computes |= runs && w->d->op[rank][i].kind == CALC;
		sends |= runs && w->d->op[rank][i].kind == SEND;
		over &= r->done[i];
		if (r->done[i] && r->end[i] == NEVER)
			r->end[i] = w->t;
	}
	if (over && w->o->end[rank] == NEVER) {
		w->o->end[rank] = w->t;
		w->o->ended++;
	}
	if (is(w, MUTANT_WAITING))
		sends = false;
	state = computes ? COMPUTES : sends ? SENDS : WAITS;
	if (!over)
		note_state(w, rank, state);
	if (w->t <= w->o->end[rank])
		note_phase(w, rank, over ? COLLECTIVE : state);
	w->o->computing[rank] += computes;
	w->o->sending[rank] += !computes && sends;
	w->o->waiting[rank] += !computes && !sends && !over;
	if (computes || over)
		return;
	if (sends)
		w->o->call[rank][call_now(w, rank)].sending++;
	else
		w->o->call[rank][call_now(w, rank)].waiting++;
}

static void inject(struct world *w, int rank)
{
	struct rank *r = &w->rank[rank];
	struct queued *q = &r->queue[r->queue_first];
	long long flits;

	if (r->queue_first == r->queue_end)
		return;
	flits = q->left < PACKET ? q->left : PACKET;
	w->packet[w->packets++] = (struct packet){
		w->t + 1 + net_delay(w->d->seed, rank, q->n, q->part), q->message, q->kind, flits,
	};
	q->left -= flits;
	q->part++;
	if (q->left)
		return;
	if (q->kind == BODY)
		w->message[q->message].sent = w->t;
	r->queue_first++;
}

static void deliver(struct world *w)
{
	for (int i = 0; i < w->packets; i++) {
		struct packet *p = &w->packet[i];
		struct message *m = &w->message[p->message];

		if (p->cycle != w->t)
			continue;
		if (p->kind == REPLIES)
			m->answered = w->t;
		if ((p->kind == WHOLE || p->kind == ASKS) && m->first == NEVER)
			m->first = w->t;
		if (p->kind == WHOLE || p->kind == BODY) {
			m->left -= p->flits;
			if (!m->left)
				m->whole = w->t;
		}
	}
}

static uint64_t later(uint64_t last, uint64_t cycle)
{
	return cycle != NEVER && cycle > last ? cycle : last;
}

/* Return true if anything happens after this cycle. */
static bool goes_on(const struct world *w)
{
	uint64_t last = 0;

	for (int i = 0; i < w->packets; i++)
		last = w->packet[i].cycle > last ? w->packet[i].cycle : last;
	for (int r = 0; r < w->d->ranks; r++) {
		if (w->rank[r].queue_first < w->rank[r].queue_end)
			return true;
		for (int i = 0; i < w->d->ops[r]; i++)
			if (w->rank[r].started[i] && w->rank[r].ends[i] > last)
				last = w->rank[r].ends[i];
		for (int i = 0; i < w->messages; i++)
			last = later(last, w->message[i].sent);
		for (int i = 0; i < w->messages; i++)
			last = later(last, w->message[i].whole);
	}
	return last + 4 > w->t;
}

static void find_paths(const struct world *w)
{
	static struct history h;

	memset(&h, 0, sizeof(h));
	for (int r = 0; r < w->d->ranks; r++) {
		memcpy(h.start[r], w->rank[r].start, sizeof(h.start[r]));
		memcpy(h.end[r], w->rank[r].end, sizeof(h.end[r]));
		for (int i = 0; i < w->d->ops[r]; i++)
			h.call[r][i] = call_of(w, r, i);
	}
	for (int i = 0; i < w->messages; i++) {
		const struct message *m = &w->message[i];

		h.message[h.messages++] = (struct took){
			m->source, m->dest, m->op, m->receive, m->number, m->rendezvous,
			m->first + 1, m->whole + 1, m->came_at,
		};
	}
	paths_find(w->d, w->mutant, &h, w->o);
}

void naive_run(const struct draft *d, enum mutant mutant, struct outcome *o)
{
	static struct world w;

	memset(&w, 0, sizeof(w));
	memset(o, 0, sizeof(*o));
	w.d = d;
	w.mutant = mutant;
	w.o = o;
	memset(o->end, 0xff, sizeof(o->end));
	for (int r = 0; r < MOST_RANKS; r++)
		for (int n = 0; n <= MOST_PHASES; n++)
			/* a rank without phases is in none, and ends none */
			o->phase[r][n].left = d->marks[r] ? NEVER : 0;
	for (int r = 0; r < MOST_RANKS; r++)
		memset(w.rank[r].end, 0xff, sizeof(w.rank[r].end));
	for (int r = 0; r < d->ranks; r++)
		for (int i = 0; i <= d->ops[r]; i++)
			for (int n = 0; n < MOST_LINES; n++)
				if (d->line[r][i][n].call) {
					o->has_calls = true;
					o->call[r][d->line[r][i][n].call].calls++;
				}
	do {
		for (int r = 0; r < d->ranks; r++) {
			take_events(&w, r);
			while (start_one(&w, r))
				;
			account(&w, r);
		}
		for (int r = 0; r < d->ranks; r++)
			inject(&w, r);
		deliver(&w);
		w.t++;
	} while (goes_on(&w));
	if (o->ended != d->ranks)
		return;
	find_paths(&w);
	timelines_find(d, mutant, &w.states, o);
}

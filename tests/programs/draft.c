// SPDX-License-Identifier: GPL-2.0-only
/* Random programs: most of them end, and some wait for ever. */
#include <string.h>

#include "naive.h"

const char *const draft_names[CALLS] = { "", "MPI_Wait", "requires_", "call", "MPI_Bcast" };

static uint64_t state;

static uint64_t draw(void)
{
	state ^= state << 13;
	state ^= state >> 7;
	state ^= state << 17;
	return state;
}

static int below(int n)
{
	return (draw() >> 16) % n;
}

static bool chance(int per_cent)
{
	return below(100) < per_cent;
}

/* Add an operation that needs some of those before it. */
static void add(struct draft *d, int rank, struct op op)
{
	int i = d->ops[rank];

	op.cpu = chance(15);
	if (i && chance(65))
		op.need[op.needs++] = (i - 1) << 1 | chance(15);
	while (i && op.needs < 3 && chance(25))
		op.need[op.needs++] = below(i) << 1 | chance(30);
	d->op[rank][d->ops[rank]++] = op;
}

static bool has_room(const struct draft *d, int rank)
{
	return d->ops[rank] < MOST_OPS - 1;
}

static void add_message(struct draft *d)
{
	int from = below(d->ranks), to = chance(4) ? from : below(d->ranks), tag = below(3);
	struct op send = { .kind = SEND, .peer = to, .tag = tag };
	struct op recv = { .kind = RECV, .peer = from, .tag = tag };

	send.size = chance(10) ? 0 : below(chance(30) ? 400 : 60);
	recv.size = send.size;
	if (chance(d->wild))
		recv.peer = ANY;
	if (chance(d->wild))
		recv.tag = ANY;
	if (!has_room(d, from) || !has_room(d, to))
		return;
	if (!d->loses || !chance(3))
		add(d, from, send);
	if (!d->loses || !chance(3))
		add(d, to, recv);
}

/* Draw calls between operations; every fourth program has none. */
static void draw_lines(struct draft *d)
{
	if (chance(25))
		return;
	for (int r = 0; r < d->ranks; r++)
		for (int i = 0; i <= d->ops[r]; i++)
			for (int n = 0; n < MOST_LINES; n++)
				if (chance(30))
					d->line[r][i][n] = (struct line){
						1 + below(CALLS - 1), chance(15), chance(50),
					};
}

/* Draw phases of each rank; every third program has none. */
static void draw_marks(struct draft *d)
{
	bool any = chance(67);

	d->first_phase = below(1000);
	for (int r = 0; any && r < d->ranks; r++)
		for (int i = 0; i <= d->ops[r]; i++)
			while (d->marks[r] < MOST_PHASES && chance(20))
				d->mark[r][d->marks[r]++] = (struct mark){ i, chance(15) };
}

void draft_draw(struct draft *d, uint64_t seed)
{
	int steps;

	memset(d, 0, sizeof(*d));
	state = (seed + 1) * 0x9e3779b97f4a7c15ULL;
	for (int i = 0; i < 8; i++)
		draw();
	d->seed = seed;
	d->ranks = 1 + below(MOST_RANKS);
	d->compute = chance(50) ? 1000000 : below(3000000);
	d->cycle_time = 500 + below(4500);
	d->flit_bytes = 1 + below(16);
	d->eager = chance(20) ? 0 : below(150);
	d->loses = chance(20);
	d->bins = 1 + below(MOST_BINS);
	d->wild = chance(50) ? 0 : 5;
	steps = 1 + below(90);
	for (int i = 0; i < steps; i++) {
		int rank = below(d->ranks);

		if (chance(70))
			add_message(d);
		else if (has_room(d, rank))
			add(d, rank, (struct op){ .kind = CALC, .size = below(60) });
	}
	draw_lines(d);
	draw_marks(d);
}

static void print_or_any(const char *before, int value, FILE *to)
{
	fprintf(to, "%s%d", before, value);
}

static void print_op(const struct op *op, int i, FILE *to)
{
	fprintf(to, "\tl%d: ", i);
	if (op->kind == CALC) {
		fprintf(to, "calc %lld", op->size);
	} else {
		fprintf(to, op->kind == SEND ? "send %lldb to " : "recv %lldb from ", op->size);
		print_or_any("", op->peer, to);
		print_or_any(" tag ", op->tag, to);
	}
	fprintf(to, " cpu %d\n", op->cpu);
	for (int n = 0; n < op->needs; n++)
		fprintf(to, "\tl%d %s l%d\n", i, op->need[n] & 1 ? "irequires" : "requires",
			op->need[n] >> 1);
}

static void print_lines(const struct line *line, FILE *to)
{
	for (int n = 0; n < MOST_LINES; n++) {
		if (!line[n].call)
			continue;
		fprintf(to, "\t%s %s", line[n].waits ? "wait" : "call", draft_names[line[n].call]);
		if (line[n].cpu)
			fprintf(to, " cpu %d", line[n].cpu);
		fputc('\n', to);
	}
}

static void print_marks(const struct draft *d, int rank, int i, FILE *to)
{
	for (int n = 0; n < d->marks[rank]; n++) {
		const struct mark *mark = &d->mark[rank][n];

		if (mark->op != i)
			continue;
		fprintf(to, "\tphase %d", d->first_phase + n);
		if (mark->cpu)
			fprintf(to, " cpu %d", mark->cpu);
		fputc('\n', to);
	}
}

void draft_print(const struct draft *d, FILE *to)
{
	fprintf(to, "num_ranks %d\n", d->ranks);
	for (int r = 0; r < d->ranks; r++) {
		fprintf(to, "rank %d {\n", r);
		for (int i = 0; i < d->ops[r]; i++) {
			print_marks(d, r, i, to);
			print_lines(d->line[r][i], to);
			print_op(&d->op[r][i], i, to);
		}
		print_marks(d, r, d->ops[r], to);
		print_lines(d->line[r][d->ops[r]], to);
		fprintf(to, "}\n");
	}
}

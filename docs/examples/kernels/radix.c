// SPDX-License-Identifier: GPL-2.0-only
/*
 * radix [LOG2 [BITS]]: sorts 2^LOG2 random keys below 2^20 by digits of BITS bits, the lowest
 * first, as Radix of SPLASH-2 does.  For each digit the ranks add up histograms, and send each
 * key to the rank that has its new place.  A rank sends one message to each other rank, in which
 * runs of keys have their place and number before them.  The program ends with an error if the
 * keys are not sorted.
 */
#include <limits.h>
#include <string.h>
#include "kernel.h"

#define KEY_BITS	20

struct sort {
	int rank, ranks;
	int own;		/* keys per rank */
	int radix;		/* values of a digit */
	int *keys, *sorted;	/* the keys of this rank, before and after the digit */
	int *order;		/* the keys by digit */
	int *number;		/* keys of this rank, by digit */
	int *place;		/* place of the first of them among all keys */
	int *all;		/* keys of all ranks, by digit */
	int *out;		/* messages to the ranks, one after the other */
	int *end;		/* where the message to each rank ends */
	int *in;		/* a message */
	MPI_Request *requests;
};

static int digit(const struct sort *s, int key, int shift)
{
	return key >> shift & (s->radix - 1);
}

/* Count the digits of this rank's keys, and find the places of the first of each. */
static void count(struct sort *s, int shift)
{
	int i, before = 0, sum = 0, at = 0;
	int *start = allocate(s->radix, sizeof(*start));

	memset(s->number, 0, s->radix * sizeof(*s->number));
	memset(s->place, 0, s->radix * sizeof(*s->place));
	for (i = 0; i < s->own; i++)
		s->number[digit(s, s->keys[i], shift)]++;
	MPI_Exscan(s->number, s->place, s->radix, MPI_INT, MPI_SUM, MPI_COMM_WORLD);
	MPI_Allreduce(s->number, s->all, s->radix, MPI_INT, MPI_SUM, MPI_COMM_WORLD);
	if (!s->rank)
		memset(s->place, 0, s->radix * sizeof(*s->place));
	for (i = 0; i < s->radix; i++) {
		s->place[i] += before;
		before += s->all[i];
		start[i] = sum;
		sum += s->number[i];
	}
	for (i = 0; i < s->own; i++) {
		at = start[digit(s, s->keys[i], shift)]++;
		s->order[at] = s->keys[i];
	}
	free(start);
	/* a digit and a count, a digit and a move for each key; sums for each value */
	work(4.0 * s->own + 2.0 * s->radix);
}

/* Write the messages: places ascend with digits, so that ranks do. */
static void pack(struct sort *s)
{
	int value, from = 0, to = 0, rank = 0;

	for (value = 0; value < s->radix; value++) {
		int place = s->place[value], left = s->number[value];

		while (left) {
			int of = place / s->own, run = (of + 1) * s->own - place;

			if (run > left)
				run = left;
			while (rank < of)
				s->end[rank++] = to;
			s->out[to++] = place;
			s->out[to++] = run;
			memcpy(s->out + to, s->order + from, run * sizeof(*s->out));
			to += run;
			from += run;
			place += run;
			left -= run;
		}
	}
	while (rank < s->ranks)
		s->end[rank++] = to;
	work(s->own);
}

static void unpack(struct sort *s, const int *message, int size)
{
	const int *end = message + size;

	for (; message < end; message += 2 + message[1])
		memcpy(s->sorted + message[0] - s->rank * s->own, message + 2,
		       message[1] * sizeof(*message));
	work(size);
}

static void exchange(struct sort *s)
{
	int step, r, first, size;
	MPI_Status status;

	for (step = 1; step < s->ranks; step++) {
		r = (s->rank + step) % s->ranks;
		first = r ? s->end[r - 1] : 0;
		MPI_Isend(s->out + first, s->end[r] - first, MPI_INT, r, 0, MPI_COMM_WORLD,
			  &s->requests[step - 1]);
	}
	first = s->rank ? s->end[s->rank - 1] : 0;
	unpack(s, s->out + first, s->end[s->rank] - first);
	for (step = 1; step < s->ranks; step++) {
		r = (s->rank + s->ranks - step) % s->ranks;
		MPI_Recv(s->in, 3 * s->own, MPI_INT, r, 0, MPI_COMM_WORLD, &status);
		MPI_Get_count(&status, MPI_INT, &size);
		unpack(s, s->in, size);
	}
	MPI_Waitall(s->ranks - 1, s->requests, MPI_STATUSES_IGNORE);
}

/* Each rank draws all keys, and finds its own among them by counting. */
static void check(const struct sort *s)
{
	int *number = allocate(1 << KEY_BITS, sizeof(*number)), key, i, at = 0;

	for (i = 0; i < s->own * s->ranks; i++)
		number[draw(i) >> (64 - KEY_BITS)]++;
	for (key = 0; key < 1 << KEY_BITS; key++)
		for (i = 0; i < number[key]; i++, at++)
			if (at / s->own == s->rank && s->keys[at % s->own] != key)
				end_all("radix: the keys are not sorted");
	free(number);
}

int main(int argc, char **argv)
{
	int log = argument(argc, argv, 1, 20), bits = argument(argc, argv, 2, 10), shift, i;
	struct sort s;

	MPI_Init(&argc, &argv);
	MPI_Comm_rank(MPI_COMM_WORLD, &s.rank);
	MPI_Comm_size(MPI_COMM_WORLD, &s.ranks);
	if (log < 1 || log > 26 || bits < 1 || bits > KEY_BITS || (1 << log) % s.ranks)
		end_all("radix: LOG2 is 1 to 26, BITS is 1 to 20, and the ranks divide 2^LOG2");
	s.own = (1 << log) / s.ranks;
	s.radix = 1 << bits;
	s.keys = allocate(s.own, sizeof(int));
	s.sorted = allocate(s.own, sizeof(int));
	s.order = allocate(s.own, sizeof(int));
	s.number = allocate(s.radix, sizeof(int));
	s.place = allocate(s.radix, sizeof(int));
	s.all = allocate(s.radix, sizeof(int));
	/* a run has at least one key */
	s.out = allocate(3 * (size_t)s.own, sizeof(int));
	s.in = allocate(3 * (size_t)s.own, sizeof(int));
	s.end = allocate(s.ranks, sizeof(int));
	s.requests = allocate(s.ranks, sizeof(*s.requests));

	for (i = 0; i < s.own; i++)
		s.keys[i] = draw(s.rank * s.own + i) >> (64 - KEY_BITS);
	for (shift = 0; shift < KEY_BITS; shift += bits) {
		int *swap = s.keys;

		count(&s, shift);
		pack(&s);
		exchange(&s);
		s.keys = s.sorted;
		s.sorted = swap;
	}
	check(&s);

	free(s.requests);
	free(s.end);
	free(s.in);
	free(s.out);
	free(s.all);
	free(s.place);
	free(s.number);
	free(s.order);
	free(s.sorted);
	free(s.keys);
	MPI_Finalize();
	return 0;
}

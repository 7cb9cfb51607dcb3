// SPDX-License-Identifier: GPL-2.0-only
/*
 * Messages that can be mistaken for each other.  Each has another size, so that a wrong pair is
 * noticed.  A rank writes to said.RANK its sends and receives, in the order in which it begins
 * them, and after which of them the next one begins:
 *	send DEST BYTES, receive SOURCE BYTES	numbered from 1 on; ranks of the world
 *	done NUMBER				it has ended
 */
#include <mpi.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define MOST	64

static FILE *said;
static int rank, size, left, right, messages, operations;
static char out[100000], in[MOST][100000];
static char lines[MOST * 16][256];

/* Return the size of the next message that this rank sends. */
static int next_size(void)
{
	return 1 + 1000 * rank + ++messages;
}

static int begins(const char *what, int peer, int bytes)
{
	snprintf(lines[operations], sizeof(lines[0]), "%s %d %d", what, peer, bytes);
	return ++operations;
}

static void done(int operation)
{
	snprintf(lines[operations - 1] + strlen(lines[operations - 1]), 16, "\ndone %d", operation);
}

/* Record that receive @operation has got a message from @source. */
static void got(int operation, int source, const MPI_Status *s)
{
	char *line = lines[operation - 1], rest[256];
	int bytes;

	PMPI_Get_count(s, MPI_BYTE, &bytes);
	/* behind it may stand which operations have ended */
	snprintf(rest, sizeof(rest), "%s", line + strcspn(line, "\n"));
	snprintf(line, sizeof(lines[0]), "receive %d %d%.200s", source, bytes, rest);
}

static int begin_receive(void)
{
	return begins("receive", 0, 0);
}

static void send_to(int peer, int world, int tag, MPI_Comm comm)
{
	int bytes = next_size(), n = begins("send", world, bytes);

	MPI_Send(out, bytes, MPI_BYTE, peer, tag, comm);
	done(n);
}

static int isend_to(int peer, int world, int tag, MPI_Comm comm, MPI_Request *r)
{
	int bytes = next_size(), n = begins("send", world, bytes);

	MPI_Isend(out, bytes, MPI_BYTE, peer, tag, comm, r);
	return n;
}

static void receive_from(int peer, int world, int tag, MPI_Comm comm)
{
	int n = begin_receive();
	MPI_Status s;

	MPI_Recv(in[0], sizeof(in[0]), MPI_BYTE, peer, tag, comm, &s);
	got(n, world, &s);
	done(n);
}

/* Receive messages of several tags and communicators in another order than they were sent. */
static void tags(MPI_Comm copy)
{
	MPI_Request r[6];
	int op[6], i;

	for (i = 0; i < 3; i++)
		op[i] = isend_to(right, right, 7 + i, MPI_COMM_WORLD, &r[i]);
	for (i = 3; i < 6; i++)
		op[i] = isend_to(right, right, 7 + i - 3, copy, &r[i]);
	receive_from(left, left, 9, copy);
	receive_from(left, left, 8, MPI_COMM_WORLD);
	receive_from(left, left, 7, copy);
	receive_from(MPI_ANY_SOURCE, left, 7, MPI_COMM_WORLD);
	receive_from(left, left, MPI_ANY_TAG, MPI_COMM_WORLD);
	receive_from(left, left, MPI_ANY_TAG, copy);
	MPI_Waitall(6, r, MPI_STATUSES_IGNORE);
	for (i = 0; i < 6; i++)
		done(op[i]);
}

/* Make receives that end in another order than they began; one of them is cancelled. */
static void order(void)
{
	MPI_Request r[4], send[4], never;
	MPI_Status s;
	int op[4], sent[4], i, flag;

	for (i = 0; i < 4; i++) {
		op[i] = begin_receive();
		MPI_Irecv(in[i], sizeof(in[0]), MPI_BYTE, i == 1 ? MPI_ANY_SOURCE : left,
			  i == 2 ? MPI_ANY_TAG : 3, MPI_COMM_WORLD, &r[i]);
		if (i == 1)
			MPI_Irecv(in[9], 1, MPI_BYTE, left, 99, MPI_COMM_WORLD, &never);
	}
	for (i = 0; i < 4; i++)
		sent[i] = isend_to(right, right, 3, MPI_COMM_WORLD, &send[i]);
	MPI_Wait(&r[3], &s);
	got(op[3], left, &s);
	done(op[3]);
	do
		MPI_Test(&r[1], &flag, &s);
	while (!flag);
	got(op[1], left, &s);
	done(op[1]);
	send_to(right, right, 4, MPI_COMM_WORLD);
	MPI_Cancel(&never);
	MPI_Wait(&never, &s);
	for (i = 2; i >= 0; i -= 2) {
		MPI_Wait(&r[i], &s);
		got(op[i], left, &s);
		done(op[i]);
	}
	receive_from(left, left, 4, MPI_COMM_WORLD);
	for (i = 3; i >= 0; i--) {
		MPI_Wait(&send[i], &s);
		done(sent[i]);
	}
}

/* Use communicators in which ranks have other numbers, and one between two groups. */
static void ranks(void)
{
	MPI_Comm back, half, both;
	int members[MOST], world[MOST], me, n, i;
	MPI_Group all, group;

	MPI_Comm_split(MPI_COMM_WORLD, 0, size - rank, &back);
	send_to(size - 1 - right, right, 7, back);
	receive_from(size - 1 - left, left, 7, back);

	MPI_Comm_split(MPI_COMM_WORLD, rank % 2, -rank, &half);
	MPI_Comm_rank(half, &me);
	MPI_Comm_size(half, &n);
	for (i = 0; i < n; i++)
		members[i] = i;
	MPI_Comm_group(MPI_COMM_WORLD, &all);
	MPI_Comm_group(half, &group);
	MPI_Group_translate_ranks(group, n, members, all, world);
	if (n > 1) {
		send_to((me + 1) % n, world[(me + 1) % n], 7, half);
		receive_from((me + n - 1) % n, world[(me + n - 1) % n], 7, half);
	}
	/* leaders are the highest even rank and the highest odd one */
	MPI_Intercomm_create(half, 0, MPI_COMM_WORLD,
			     rank % 2 ? (size - 1) / 2 * 2 : (size - 2) / 2 * 2 + 1, 5, &both);
	if (me == 0 && rank % 2)
		send_to(0, (size - 1) / 2 * 2, 7, both);
	if (me == 0 && rank % 2 == 0)
		receive_from(0, (size - 2) / 2 * 2 + 1, 7, both);
}

/* Use operations that send and receive at once, persistent operations, and waits for any. */
static void others(void)
{
	MPI_Request r[2];
	MPI_Status s;
	int op[2], bytes, i, k, index;

	op[0] = begin_receive();
	bytes = next_size();
	op[1] = begins("send", right, bytes);
	MPI_Sendrecv(out, bytes, MPI_BYTE, right, 5, in[0], sizeof(in[0]), MPI_BYTE, left, 5,
		     MPI_COMM_WORLD, &s);
	got(op[0], left, &s);
	done(op[0]);
	done(op[1]);

	bytes = next_size();
	MPI_Recv_init(in[0], sizeof(in[0]), MPI_BYTE, left, 6, MPI_COMM_WORLD, &r[0]);
	MPI_Send_init(out, bytes, MPI_BYTE, right, 6, MPI_COMM_WORLD, &r[1]);
	for (k = 0; k < 2; k++) {
		op[0] = begin_receive();
		op[1] = begins("send", right, bytes);
		MPI_Startall(2, r);
		for (i = 0; i < 2; i++) {
			MPI_Waitany(2, r, &index, &s);
			if (index == 0)
				got(op[0], left, &s);
			done(op[index]);
		}
	}
	MPI_Request_free(&r[0]);
	MPI_Request_free(&r[1]);

	/* to itself */
	op[0] = begin_receive();
	MPI_Irecv(in[0], sizeof(in[0]), MPI_BYTE, 0, 1, MPI_COMM_SELF, &r[0]);
	bytes = next_size();
	op[1] = begins("send", rank, bytes);
	MPI_Send(out, bytes, MPI_BYTE, 0, 1, MPI_COMM_SELF);
	done(op[1]);
	MPI_Wait(&r[0], &s);
	got(op[0], rank, &s);
	done(op[0]);
	send_to(right, right, 1, MPI_COMM_WORLD);
	receive_from(left, left, 1, MPI_COMM_WORLD);
}

int main(int argc, char **argv)
{
	char name[32];
	MPI_Comm copy;

	MPI_Init(&argc, &argv);
	MPI_Comm_rank(MPI_COMM_WORLD, &rank);
	MPI_Comm_size(MPI_COMM_WORLD, &size);
	right = (rank + 1) % size;
	left = (rank + size - 1) % size;
	MPI_Comm_dup(MPI_COMM_WORLD, &copy);
	tags(copy);
	order();
	ranks();
	others();
	MPI_Finalize();
	snprintf(name, sizeof(name), "said.%d", rank);
	said = fopen(name, "w");
	if (!said)
		abort();
	for (int i = 0; i < operations; i++)
		fprintf(said, "%s\n", lines[i]);
	fclose(said);
	return 0;
}

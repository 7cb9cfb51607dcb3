// SPDX-License-Identifier: GPL-2.0-only
/* Each call for messages between two ranks, in a ring. */
#include "tests/mpi-trace/say.h"

static MPI_Comm world = MPI_COMM_WORLD;
static int left, right;
static char out[4096], in[4096];

static void received(const char *how, const MPI_Status *s, int operation)
{
	int n;

	PMPI_Get_count(s, MPI_BYTE, &n);
	if (operation)
		say("%s from %d on MPI_COMM_WORLD tag %d bytes %d #%d", how, s->MPI_SOURCE,
		    s->MPI_TAG, n, operation);
	else
		say("%s from %d on MPI_COMM_WORLD tag %d bytes %d", how, s->MPI_SOURCE, s->MPI_TAG,
		    n);
}

static int sends(int tag, int bytes)
{
	return begins("MPI_ISEND to %d on MPI_COMM_WORLD tag %d bytes %d", right, tag, bytes);
}

static int receives(void)
{
	return begins("MPI_IRECV_REQUEST");
}

static void barrier(void)
{
	CALL(Barrier, world);
	say("MPI_COLLECTIVE_END BARRIER on MPI_COMM_WORLD root NONE sent 0 received 0");
}

/* Receive from the left in a blocking way. */
static void receive(int tag)
{
	MPI_Status s;

	CALL(Recv, in, sizeof(in), MPI_BYTE, MPI_ANY_SOURCE, tag, world, &s);
	received("MPI_RECV", &s, 0);
}

/* Begin to receive from the left; return the number of the operation. */
static int receive_begin(int tag, MPI_Request *request)
{
	int operation;

	say("ENTER MPI_Irecv");
	operation = receives();
	MPI_Irecv(in, sizeof(in), MPI_BYTE, left, tag, world, request);
	return operation;
}

/* Wait for it. */
static void receive_end(int operation, MPI_Request *request)
{
	MPI_Status s;

	CALL(Wait, request, &s);
	received("MPI_IRECV", &s, operation);
}

/* Blocking sends of all modes, with types of several sizes. */
static void blocking(void)
{
	static char buffer[8192];
	MPI_Request r;
	int operation, n;

	MPI_Buffer_attach(buffer, sizeof(buffer));
#define BLOCKING(name, tag, count, type, bytes) \
	do { \
		operation = receive_begin(tag, &r); \
		barrier(); \
		say("ENTER MPI_" #name); \
		say("MPI_SEND to %d on MPI_COMM_WORLD tag %d bytes %d", right, tag, bytes); \
		MPI_##name(out, count, type, right, tag, world); \
		receive_end(operation, &r); \
	} while (0)
	BLOCKING(Send, 1, 3, MPI_INT, 12);
	BLOCKING(Bsend, 2, 5, MPI_DOUBLE, 40);
	BLOCKING(Ssend, 3, 7, MPI_CHAR, 7);
	BLOCKING(Rsend, 4, 0, MPI_CHAR, 0);
	MPI_Buffer_detach(&buffer, &n);
}

/* Non-blocking sends of all modes, a receive with wildcards, and each kind of wait and test. */
static void nonblocking(void)
{
	static char buffer[8192];
	MPI_Status s[4];
	MPI_Request r[4];
	int op[4], n, i, flag, index, done, indices[4];
	void *detached;

	MPI_Buffer_attach(buffer, sizeof(buffer));
	op[0] = receive_begin(11, &r[0]);
	op[1] = receive_begin(MPI_ANY_TAG, &r[1]);
	barrier();
	say("ENTER MPI_Isend");
	op[2] = sends(11, 4);
	MPI_Isend(out, 1, MPI_INT, right, 11, world, &r[2]);
	say("ENTER MPI_Irsend");
	op[3] = sends(12, 8);
	MPI_Irsend(out, 2, MPI_INT, right, 12, world, &r[3]);
	CALL(Waitall, 4, r, s);
	received("MPI_IRECV", &s[0], op[0]);
	received("MPI_IRECV", &s[1], op[1]);
	say("MPI_ISEND_COMPLETE #%d", op[2]);
	say("MPI_ISEND_COMPLETE #%d", op[3]);

	/* statuses that the program ignores */
	op[0] = receive_begin(13, &r[0]);
	say("ENTER MPI_Ibsend");
	op[1] = sends(13, 100);
	MPI_Ibsend(out, 100, MPI_CHAR, right, 13, world, &r[1]);
	CALL(Waitall, 2, r, MPI_STATUSES_IGNORE);
	say("MPI_IRECV from %d on MPI_COMM_WORLD tag 13 bytes 100 #%d", left, op[0]);
	say("MPI_ISEND_COMPLETE #%d", op[1]);

	op[0] = receive_begin(14, &r[0]);
	say("ENTER MPI_Issend");
	op[1] = sends(14, 2000);
	MPI_Issend(out, 2000, MPI_CHAR, right, 14, world, &r[1]);
	for (i = 0; i < 2; i++) {
		CALL(Waitany, 2, r, &index, s);
		if (index == 0)
			received("MPI_IRECV", s, op[0]);
		else
			say("MPI_ISEND_COMPLETE #%d", op[1]);
	}
	CALL(Waitany, 2, r, &index, s);

	op[0] = receive_begin(15, &r[0]);
	say("ENTER MPI_Isend");
	op[1] = sends(15, 1);
	MPI_Isend(out, 1, MPI_CHAR, right, 15, world, &r[1]);
	for (n = 0; n < 2; n += done) {
		CALL(Waitsome, 2, r, &done, indices, s);
		for (i = 0; i < done; i++) {
			if (indices[i] == 0)
				received("MPI_IRECV", &s[i], op[0]);
			else
				say("MPI_ISEND_COMPLETE #%d", op[1]);
		}
	}

	/* tests that fail: nothing has been sent */
	op[0] = receive_begin(16, &r[0]);
	op[1] = receive_begin(17, &r[1]);
	CALL(Test, &r[0], &flag, s);
	say("MPI_REQUEST_TEST #%d", op[0]);
	CALL(Testall, 2, r, &flag, s);
	say("MPI_REQUEST_TEST #%d", op[0]);
	say("MPI_REQUEST_TEST #%d", op[1]);
	CALL(Testany, 2, r, &index, &flag, s);
	say("MPI_REQUEST_TEST #%d", op[0]);
	say("MPI_REQUEST_TEST #%d", op[1]);
	CALL(Testsome, 2, r, &done, indices, s);
	say("MPI_REQUEST_TEST #%d", op[0]);
	say("MPI_REQUEST_TEST #%d", op[1]);
	CALL(Request_get_status, r[0], &flag, s);
	say("MPI_REQUEST_TEST #%d", op[0]);
	barrier();

	/* tests that succeed at last */
	for (i = 16; i < 18; i++) {
		say("ENTER MPI_Send");
		say("MPI_SEND to %d on MPI_COMM_WORLD tag %d bytes 3", right, i);
		MPI_Send(out, 3, MPI_CHAR, right, i, world);
	}
	do {
		CALL(Test, &r[0], &flag, s);
		if (flag)
			received("MPI_IRECV", s, op[0]);
		else
			say("MPI_REQUEST_TEST #%d", op[0]);
	} while (!flag);
	do {
		CALL(Testany, 2, r, &index, &flag, s);
		if (flag)
			received("MPI_IRECV", s, op[1]);
		else
			say("MPI_REQUEST_TEST #%d", op[1]);
	} while (!flag);
	MPI_Buffer_detach(&detached, &n);
}

/* Persistent operations, twice. */
static void persistent(void)
{
	MPI_Request r[2];
	MPI_Status s[2];
	int op[2], i;

	CALL(Recv_init, in, sizeof(in), MPI_BYTE, left, 21, world, &r[0]);
	CALL(Send_init, out, 6, MPI_SHORT, right, 21, world, &r[1]);
	for (i = 0; i < 2; i++) {
		say("ENTER MPI_Startall");
		op[0] = receives();
		op[1] = sends(21, 12);
		MPI_Startall(2, r);
		CALL(Waitall, 2, r, s);
		received("MPI_IRECV", &s[0], op[0]);
		say("MPI_ISEND_COMPLETE #%d", op[1]);
	}
	/* nothing has been started: nothing ends */
	CALL(Wait, &r[0], MPI_STATUS_IGNORE);
	CALL(Request_free, &r[0]);
	CALL(Request_free, &r[1]);

	CALL(Ssend_init, out, 9, MPI_CHAR, right, 22, world, &r[1]);
	op[0] = receive_begin(22, &r[0]);
	say("ENTER MPI_Start");
	op[1] = sends(22, 9);
	MPI_Start(&r[1]);
	receive_end(op[0], &r[0]);
	CALL(Wait, &r[1], MPI_STATUS_IGNORE);
	say("MPI_ISEND_COMPLETE #%d", op[1]);
	CALL(Request_free, &r[1]);
}

/* Send and receive at once; use MPI_PROC_NULL; cancel and free requests. */
static void others(void)
{
	MPI_Request r;
	MPI_Status s;
	int op[2];

	say("ENTER MPI_Sendrecv");
	op[0] = receives();
	op[1] = sends(31, 16);
	MPI_Sendrecv(out, 4, MPI_INT, right, 31, in, sizeof(in), MPI_BYTE, MPI_ANY_SOURCE,
		     MPI_ANY_TAG, world, MPI_STATUS_IGNORE);
	say("MPI_ISEND_COMPLETE #%d", op[1]);
	say("MPI_IRECV from %d on MPI_COMM_WORLD tag 31 bytes 16 #%d", left, op[0]);
	say("ENTER MPI_Sendrecv_replace");
	op[0] = receives();
	op[1] = sends(32, 8);
	MPI_Sendrecv_replace(out, 1, MPI_DOUBLE, right, 32, left, 32, world, &s);
	say("MPI_ISEND_COMPLETE #%d", op[1]);
	received("MPI_IRECV", &s, op[0]);

	CALL(Send, out, 1, MPI_INT, MPI_PROC_NULL, 33, world);
	CALL(Recv, in, 1, MPI_INT, MPI_PROC_NULL, 33, world, &s);
	CALL(Isend, out, 1, MPI_INT, MPI_PROC_NULL, 33, world, &r);
	CALL(Wait, &r, &s);
	CALL(Irecv, in, 1, MPI_INT, MPI_PROC_NULL, 33, world, &r);
	CALL(Wait, &r, &s);
	CALL(Sendrecv, out, 1, MPI_INT, MPI_PROC_NULL, 33, in, 1, MPI_INT, MPI_PROC_NULL, 33, world,
	     &s);

	op[0] = receive_begin(34, &r);
	CALL(Cancel, &r);
	CALL(Wait, &r, &s);
	say("MPI_REQUEST_CANCELLED #%d", op[0]);

	say("ENTER MPI_Isend");
	op[0] = sends(35, 2);
	MPI_Isend(out, 2, MPI_CHAR, right, 35, world, &r);
	CALL(Request_free, &r);
	say("MPI_ISEND_COMPLETE #%d", op[0]);
	receive(35);

	op[0] = receive_begin(36, &r);
	CALL(Request_free, &r);
	say("MPI_REQUEST_CANCELLED #%d", op[0]);
	say("ENTER MPI_Send");
	say("MPI_SEND to %d on MPI_COMM_WORLD tag 36 bytes 3", right);
	MPI_Send(out, 3, MPI_CHAR, right, 36, world);
	barrier();
}

/* Probes, and receives of what they have matched. */
static void probes(void)
{
	MPI_Message message;
	MPI_Request r;
	MPI_Status s;
	int op, flag, i;

	for (i = 41; i < 45; i++) {
		say("ENTER MPI_Send");
		say("MPI_SEND to %d on MPI_COMM_WORLD tag %d bytes %d", right, i, i);
		MPI_Send(out, i, MPI_CHAR, right, i, world);
	}
	CALL(Probe, MPI_ANY_SOURCE, 41, world, &s);
	receive(41);
	do {
		CALL(Iprobe, left, 42, world, &flag, MPI_STATUS_IGNORE);
	} while (!flag);
	receive(42);
	CALL(Mprobe, MPI_ANY_SOURCE, 43, world, &message, &s);
	CALL(Mrecv, in, 100, MPI_CHAR, &message, &s);
	received("MPI_RECV", &s, 0);
	do {
		CALL(Improbe, MPI_ANY_SOURCE, 44, world, &flag, &message, &s);
	} while (!flag);
	say("ENTER MPI_Imrecv");
	op = receives();
	MPI_Imrecv(in, 100, MPI_CHAR, &message, &r);
	receive_end(op, &r);
	CALL(Mprobe, MPI_PROC_NULL, 45, world, &message, &s);
	CALL(Mrecv, in, 100, MPI_CHAR, &message, &s);
}

int main(int argc, char **argv)
{
	MPI_Init(&argc, &argv);
	say_begin();
	say("ENTER MPI_Init");
	right = (rank + 1) % size;
	left = (rank + size - 1) % size;
	blocking();
	nonblocking();
	persistent();
	others();
	probes();
	CALL(Finalize);
	return 0;
}

// SPDX-License-Identifier: GPL-2.0-only
/*
 * both SEED DIRECTORY FILE: draw a program of five ranks, and write its calls as an archive in the
 * format OTF2 and as a trace of Dimemas.
 */
#include <otf2/otf2.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>

#define RANKS	5
#define MEMBERS	3	/* ranks in the second communicator */
#define MOST	4096

enum { EMPTY, MPI_CALL };	/* strings; the latter is a region, too */

enum kind { COMPUTE, SEND, RECEIVE, RECEIVE_BEGIN, RECEIVE_END, OPERATION, BEGIN, END };

/* A call; of an operation, @bytes are the own block, and @all those of all members. */
struct call {
	enum kind kind;
	int comm;
	int peer;	/* number in the communicator; of an operation, the root */
	int tag;
	int operation;	/* Dimemas' number */
	uint64_t bytes;
	uint64_t all;
	uint64_t request;
};

static const uint64_t world[RANKS] = { 0, 1, 2, 3, 4 };
static const uint64_t some[MEMBERS] = { 4, 1, 3 };
static struct call call[RANKS][MOST];
static int calls[RANKS];
static uint64_t requests[RANKS];
static unsigned int state;

static unsigned int draw(unsigned int n)
{
	state = state * 1103515245 + 12345;
	return (state >> 16) % n;
}

static int members(int comm)
{
	return comm ? MEMBERS : RANKS;
}

static int rank_of(int comm, int number)
{
	return (int)(comm ? some : world)[number];
}

static void add(int rank, struct call c)
{
	if (calls[rank] < MOST)
		call[rank][calls[rank]++] = c;
}

/* Draw a message.  If its receive does not block, other calls come before the wait for it. */
static void draw_message(void)
{
	int comm = draw(2), n = members(comm), from = draw(n), to = (from + 1 + draw(n - 1)) % n;
	struct call c = { .comm = comm, .tag = draw(3), .bytes = draw(3) * 1000 + 8 };
	int source = rank_of(comm, from), dest = rank_of(comm, to);

	c.kind = draw(2) ? RECEIVE : RECEIVE_BEGIN;
	c.peer = from;
	c.request = ++requests[dest];
	add(dest, c);
	add(source, (struct call){
		.kind = SEND, .comm = comm, .peer = to, .tag = c.tag, .bytes = c.bytes,
	});
	if (c.kind == RECEIVE)
		return;
	add(dest, (struct call){ .kind = COMPUTE, .bytes = 1 + draw(100) });
	c.kind = RECEIVE_END;
	add(dest, c);
}

/* Draw a collective operation.  If its blocks differ, ranks of higher numbers have more bytes. */
static void draw_operation(void)
{
	int comm = draw(2), n = members(comm), operation = draw(15);
	bool differs = operation == 3 || operation == 5 || operation == 7 || operation == 9 ||
		       operation == 12;
	struct call c = {
		.kind = draw(3) ? OPERATION : BEGIN,
		.comm = comm, .operation = operation, .peer = draw(n),
	};
	uint64_t block = 8 * (1 + draw(1000));

	for (int i = 0; i < n; i++)
		c.all += block + (differs ? 8 * i : 0);
	for (int i = 0; i < n; i++) {
		int rank = rank_of(comm, i);

		c.bytes = block + (differs ? 8 * i : 0);
		c.request = ++requests[rank];
		add(rank, c);
		if (c.kind != BEGIN)
			continue;
		add(rank, (struct call){ .kind = COMPUTE, .bytes = 1 + draw(100) });
		c.kind = END;
		add(rank, c);
		c.kind = BEGIN;
	}
}

static void draw_program(void)
{
	for (int i = 0; i < 200; i++) {
		switch (draw(3)) {
		case 0:
			add(draw(RANKS), (struct call){ .kind = COMPUTE, .bytes = draw(100000) });
			break;
		case 1:
			draw_message();
			break;
		default:
			draw_operation();
			break;
		}
	}
}

static int own_number(int comm, int rank)
{
	int i = 0;

	while (rank_of(comm, i) != rank)
		i++;
	return i;
}

/* Compute the bytes that Extrae records for call @c at rank @own of the communicator. */
static void count_arguments(const struct call *c, int own, uint64_t *sent, uint64_t *received)
{
	bool root = c->peer == own;
	uint64_t b = c->bytes;

	*sent = b;
	*received = c->all;
	switch (c->operation) {
	case 0:
		*sent = 0;
		*received = 0;
		break;
	case 1:
		*sent = root ? b : 0;
		*received = root ? 0 : b;
		break;
	case 2:
	case 3:
		*received = root ? c->all : 0;
		break;
	case 4:
	case 5:
		*sent = root ? c->all : 0;
		*received = b;
		break;
	case 10:
		*sent = root ? 0 : b;
		*received = root ? b : 0;
		break;
	case 11:
	case 14:
		*received = b;
		break;
	case 12:
	case 13:
		*sent = c->all;
		*received = b;
		break;
	case 9:
		*sent = b * members(c->comm);
		break;
	}
}

/* Compute the bytes of all pairs of ranks, which Score-P records, at rank @own. */
static void count_pairs(const struct call *c, int own, uint64_t *sent, uint64_t *received)
{
	uint64_t b = c->bytes, n = members(c->comm);
	bool root = c->peer == own;

	*sent = b * n;
	*received = b * n;
	switch (c->operation) {
	case 0:
		*sent = 0;
		*received = 0;
		break;
	case 1:
		*sent = root ? b * n : 0;
		*received = b;
		break;
	case 2:
	case 3:
	case 10:
		*sent = b;
		*received = root ? c->all : 0;
		break;
	case 4:
	case 5:
		*sent = root ? c->all : 0;
		*received = b;
		break;
	case 7:
		*received = c->all;
		break;
	case 12:
		*sent = c->all;
		break;
	case 14:
		*sent = b * (n - own);
		*received = b * (own + 1);
		break;
	}
}

static bool has_root(int operation)
{
	return (operation >= 1 && operation <= 5) || operation == 10;
}

static void write_line(FILE *to, int rank, const struct call *c)
{
	int own = own_number(c->comm, rank), peer = rank_of(c->comm, c->peer);
	uint64_t sent, received;

	switch (c->kind) {
	case COMPUTE:
		fprintf(to, "1:%d:0:%.9f\n", rank, c->bytes / 1e9);
		break;
	case SEND:
		fprintf(to, "2:%d:0:%d:-1:%lu:%d:%d:0\n", rank, peer, c->bytes, c->tag,
			c->comm + 1);
		break;
	case RECEIVE:
	case RECEIVE_BEGIN:
	case RECEIVE_END:
		fprintf(to, "3:%d:0:%d:-1:%lu:%d:%d:%d\n", rank, peer, c->bytes, c->tag,
			c->comm + 1, c->kind - RECEIVE);
		break;
	default:
		count_arguments(c, own, &sent, &received);
		fprintf(to, "10:%d:0:%d:%d:%d:0:%lu:%lu:%d\n", rank,
			c->operation + (c->kind == OPERATION ? 0 : 16), c->comm + 1,
			has_root(c->operation) && own == c->peer, sent, received,
			c->kind == OPERATION ? 1 : c->kind == BEGIN ? 0 : 2);
		break;
	}
}

static void write_lines(FILE *to)
{
	fputs("#DIMEMAS:\"both\":0:5(1,1,1,1,1),2\nd:1:1:5:0:1:2:3:4\nd:1:2:3:4:1:3\n", to);
	for (int rank = 0; rank < RANKS; rank++)
		for (int i = 0; i < calls[rank]; i++)
			write_line(to, rank, &call[rank][i]);
}

static const OTF2_CollectiveOp operations[] = {
	OTF2_COLLECTIVE_OP_BARRIER, OTF2_COLLECTIVE_OP_BCAST, OTF2_COLLECTIVE_OP_GATHER,
	OTF2_COLLECTIVE_OP_GATHERV, OTF2_COLLECTIVE_OP_SCATTER, OTF2_COLLECTIVE_OP_SCATTERV,
	OTF2_COLLECTIVE_OP_ALLGATHER, OTF2_COLLECTIVE_OP_ALLGATHERV, OTF2_COLLECTIVE_OP_ALLTOALL,
	OTF2_COLLECTIVE_OP_ALLTOALLV, OTF2_COLLECTIVE_OP_REDUCE, OTF2_COLLECTIVE_OP_ALLREDUCE,
	OTF2_COLLECTIVE_OP_REDUCE_SCATTER, OTF2_COLLECTIVE_OP_REDUCE_SCATTER_BLOCK,
	OTF2_COLLECTIVE_OP_SCAN,
};

static void write_event(OTF2_EvtWriter *to, uint64_t time, int rank, const struct call *c)
{
	int root = has_root(c->operation) ? c->peer : (int)OTF2_COLLECTIVE_ROOT_NONE;
	OTF2_CollectiveOp operation = operations[c->operation];
	uint64_t sent, received;

	count_pairs(c, own_number(c->comm, rank), &sent, &received);
	switch (c->kind) {
	case SEND:
		OTF2_EvtWriter_MpiSend(to, NULL, time, c->peer, c->comm, c->tag, c->bytes);
		break;
	case RECEIVE:
		OTF2_EvtWriter_MpiRecv(to, NULL, time, c->peer, c->comm, c->tag, c->bytes);
		break;
	case RECEIVE_BEGIN:
		OTF2_EvtWriter_MpiIrecvRequest(to, NULL, time, c->request);
		break;
	case RECEIVE_END:
		OTF2_EvtWriter_MpiIrecv(to, NULL, time, c->peer, c->comm, c->tag, c->bytes,
					c->request);
		break;
	case OPERATION:
		OTF2_EvtWriter_MpiCollectiveBegin(to, NULL, time);
		OTF2_EvtWriter_MpiCollectiveEnd(to, NULL, time, operation, c->comm, root, sent,
						received);
		break;
	case BEGIN:
		OTF2_EvtWriter_NonBlockingCollectiveRequest(to, NULL, time, c->request);
		break;
	case END:
		OTF2_EvtWriter_NonBlockingCollectiveComplete(to, NULL, time, operation, c->comm,
							     root, sent, received, c->request);
		break;
	default:
		break;
	}
}

/* Write the calls of a rank, each of which takes 10 ns, and computing between them. */
static void write_events(OTF2_EvtWriter *to, int rank)
{
	uint64_t time = 1000;

	OTF2_EvtWriter_Enter(to, NULL, time, MPI_CALL);
	OTF2_EvtWriter_Leave(to, NULL, time, MPI_CALL);
	for (int i = 0; i < calls[rank]; i++) {
		const struct call *c = &call[rank][i];

		if (c->kind == COMPUTE) {
			time += c->bytes;
			continue;
		}
		OTF2_EvtWriter_Enter(to, NULL, time, MPI_CALL);
		write_event(to, time + 5, rank, c);
		time += 10;
		OTF2_EvtWriter_Leave(to, NULL, time, MPI_CALL);
	}
	OTF2_EvtWriter_Enter(to, NULL, time, MPI_CALL);
	OTF2_EvtWriter_Leave(to, NULL, time, MPI_CALL);
}

static OTF2_FlushType before_flush(void *data, OTF2_FileType type, OTF2_LocationRef location,
				   void *caller, bool is_last)
{
	(void)data;
	(void)type;
	(void)location;
	(void)caller;
	(void)is_last;
	return OTF2_FLUSH;
}

static OTF2_FlushCallbacks flushing = { .otf2_pre_flush = before_flush };

static void define(OTF2_GlobalDefWriter *to)
{
	OTF2_GlobalDefWriter_WriteClockProperties(to, 1000000000, 0, 1000000000,
						  OTF2_UNDEFINED_TIMESTAMP);
	OTF2_GlobalDefWriter_WriteString(to, EMPTY, "");
	OTF2_GlobalDefWriter_WriteString(to, MPI_CALL, "MPI_Call");
	OTF2_GlobalDefWriter_WriteRegion(to, MPI_CALL, MPI_CALL, MPI_CALL, EMPTY,
					 OTF2_REGION_ROLE_POINT2POINT, OTF2_PARADIGM_MPI,
					 OTF2_REGION_FLAG_NONE, OTF2_UNDEFINED_STRING, 0, 0);
	OTF2_GlobalDefWriter_WriteSystemTreeNode(to, 0, EMPTY, EMPTY,
						 OTF2_UNDEFINED_SYSTEM_TREE_NODE);
	for (int rank = 0; rank < RANKS; rank++) {
		OTF2_GlobalDefWriter_WriteLocationGroup(to, rank, EMPTY,
							OTF2_LOCATION_GROUP_TYPE_PROCESS, 0,
							OTF2_UNDEFINED_LOCATION_GROUP);
		OTF2_GlobalDefWriter_WriteLocation(to, rank, EMPTY, OTF2_LOCATION_TYPE_CPU_THREAD,
						   4, rank);
	}
	OTF2_GlobalDefWriter_WriteGroup(to, 0, EMPTY, OTF2_GROUP_TYPE_COMM_LOCATIONS,
					OTF2_PARADIGM_MPI, OTF2_GROUP_FLAG_NONE, RANKS, world);
	OTF2_GlobalDefWriter_WriteGroup(to, 1, EMPTY, OTF2_GROUP_TYPE_COMM_GROUP, OTF2_PARADIGM_MPI,
					OTF2_GROUP_FLAG_NONE, RANKS, world);
	OTF2_GlobalDefWriter_WriteGroup(to, 2, EMPTY, OTF2_GROUP_TYPE_COMM_GROUP, OTF2_PARADIGM_MPI,
					OTF2_GROUP_FLAG_NONE, MEMBERS, some);
	OTF2_GlobalDefWriter_WriteComm(to, 0, EMPTY, 1, OTF2_UNDEFINED_COMM, OTF2_COMM_FLAG_NONE);
	OTF2_GlobalDefWriter_WriteComm(to, 1, EMPTY, 2, 0, OTF2_COMM_FLAG_NONE);
}

static bool write_archive(const char *directory)
{
	OTF2_Archive *archive = OTF2_Archive_Open(directory, "traces", OTF2_FILEMODE_WRITE,
						  1 << 20, 4 << 20, OTF2_SUBSTRATE_POSIX,
						  OTF2_COMPRESSION_NONE);

	if (!archive)
		return false;
	OTF2_Archive_SetFlushCallbacks(archive, &flushing, NULL);
	OTF2_Archive_SetSerialCollectiveCallbacks(archive);
	OTF2_Archive_OpenEvtFiles(archive);
	for (int rank = 0; rank < RANKS; rank++) {
		OTF2_EvtWriter *to = OTF2_Archive_GetEvtWriter(archive, rank);

		write_events(to, rank);
		OTF2_Archive_CloseEvtWriter(archive, to);
	}
	OTF2_Archive_CloseEvtFiles(archive);
	OTF2_Archive_OpenDefFiles(archive);
	for (int rank = 0; rank < RANKS; rank++)
		OTF2_Archive_CloseDefWriter(archive, OTF2_Archive_GetDefWriter(archive, rank));
	OTF2_Archive_CloseDefFiles(archive);
	define(OTF2_Archive_GetGlobalDefWriter(archive));
	return OTF2_Archive_Close(archive) == OTF2_SUCCESS;
}

int main(int argc, char **argv)
{
	FILE *to;

	if (argc != 4)
		return 2;
	state = (unsigned int)atoi(argv[1]);
	draw_program();
	to = fopen(argv[3], "w");
	if (!to)
		return 1;
	write_lines(to);
	return fclose(to) || !write_archive(argv[2]);
}

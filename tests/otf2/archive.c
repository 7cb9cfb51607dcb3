// SPDX-License-Identifier: GPL-2.0-only
/*
 * archive DIRECTORY KIND: write an archive of two ranks, of which rank 0 sends 8 bytes to rank 1,
 * with an error, unless KIND is `good`.
 */
#include <otf2/otf2.h>
#include <stdbool.h>
#include <stdio.h>
#include <string.h>

enum { EMPTY, MPI_CALL, USER };	/* strings; the latter two are regions, too */

static const char *kind;
static OTF2_Archive *archive;

static bool is(const char *name)
{
	return !strcmp(kind, name);
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

static OTF2_TimeStamp after_flush(void *data, OTF2_FileType type, OTF2_LocationRef location)
{
	(void)data;
	(void)type;
	(void)location;
	return 0;
}

static OTF2_FlushCallbacks flushing = {
	.otf2_pre_flush = before_flush,
	.otf2_post_flush = after_flush,
};

/* Write two operations in place, of all ranks, whose blocks have @bytes at each rank. */
static void in_place(OTF2_EvtWriter *to, uint64_t time, uint64_t bytes)
{
	OTF2_EvtWriter_MpiCollectiveBegin(to, NULL, time);
	OTF2_EvtWriter_MpiCollectiveEnd(to, NULL, time + 5, OTF2_COLLECTIVE_OP_ALLGATHERV, 0,
					OTF2_COLLECTIVE_ROOT_NONE, bytes, bytes);
	OTF2_EvtWriter_MpiCollectiveBegin(to, NULL, time + 5);
	OTF2_EvtWriter_MpiCollectiveEnd(to, NULL, time + 10, OTF2_COLLECTIVE_OP_REDUCE_SCATTER, 0,
					OTF2_COLLECTIVE_ROOT_NONE, bytes, bytes);
}

/* Write a collective operation of all ranks, at @time. */
static void collective(OTF2_EvtWriter *to, uint64_t time, OTF2_CollectiveOp operation,
		       uint32_t root)
{
	OTF2_EvtWriter_MpiCollectiveBegin(to, NULL, time);
	OTF2_EvtWriter_MpiCollectiveEnd(to, NULL, time + 10, operation, 0, root, 16, 16);
}

static void sender(OTF2_EvtWriter *to)
{
	OTF2_EvtWriter_Enter(to, NULL, 500, USER);
	OTF2_EvtWriter_Enter(to, NULL, 1000, is("no-mpi") ? USER : MPI_CALL);
	if (!is("unsent") && !is("no-messages") && !is("no-mpi"))
		OTF2_EvtWriter_MpiSend(to, NULL, 1000, is("peer") ? 5 : 1,
				       is("undefined") ? 7 : 0, 3, 8);
	if (is("half") || is("operations") || is("roots"))
		collective(to, 1020, OTF2_COLLECTIVE_OP_BCAST, 0);
	if (is("odd") || is("even"))
		in_place(to, 1020, is("odd") ? 9 : 10);
	if (is("kinds") || is("kinds-cancel"))
		OTF2_EvtWriter_NonBlockingCollectiveRequest(to, NULL, 1040, 7);
	if (is("kinds"))
		OTF2_EvtWriter_MpiIsendComplete(to, NULL, 1050, 7);
	if (is("kinds-cancel"))
		OTF2_EvtWriter_MpiRequestCancelled(to, NULL, 1050, 7);
	if (!is("unended"))
		OTF2_EvtWriter_Leave(to, NULL, 1100, is("no-mpi") ? USER : MPI_CALL);
	OTF2_EvtWriter_Leave(to, NULL, 1200, USER);
}

static void receiver(OTF2_EvtWriter *to)
{
	uint64_t later = is("early") || is("offsets") ? 0 : 2000;

	OTF2_EvtWriter_Enter(to, NULL, later + 100, is("no-mpi") ? USER : MPI_CALL);
	if (is("no-beginning"))
		OTF2_EvtWriter_MpiIrecv(to, NULL, later + 200, 0, 0, 3, 8, 42);
	else if (!is("unreceived") && !is("no-messages") && !is("no-mpi"))
		OTF2_EvtWriter_MpiRecv(to, NULL, later + 200, 0, 0, 3, 8);
	if (is("odd") || is("even"))
		in_place(to, 2210, is("odd") ? 9 : 10);
	if (is("kinds-receive") || is("kinds-other"))
		OTF2_EvtWriter_NonBlockingCollectiveRequest(to, NULL, 2250, 7);
	if (is("kinds-receive"))
		OTF2_EvtWriter_MpiIrecv(to, NULL, 2260, 0, 0, 3, 8, 7);
	if (is("kinds-other"))
		OTF2_EvtWriter_MpiIrecv(to, NULL, 2260, 0, 1, 3, 8, 7);
	if (is("operations"))
		collective(to, 2300, OTF2_COLLECTIVE_OP_ALLREDUCE, OTF2_COLLECTIVE_ROOT_NONE);
	if (is("roots"))
		collective(to, 2300, OTF2_COLLECTIVE_OP_BCAST, 1);
	OTF2_EvtWriter_Leave(to, NULL, later + 400, is("no-mpi") ? USER : MPI_CALL);
}

static void define_clock(OTF2_DefWriter *to, int rank)
{
	if (rank && is("offsets")) {
		OTF2_DefWriter_WriteClockOffset(to, 0, 2000, 0);
		OTF2_DefWriter_WriteClockOffset(to, 400, 2000, 0);
	}
	if (rank && is("backwards")) {
		OTF2_DefWriter_WriteClockOffset(to, 2000, 0, 0);
		OTF2_DefWriter_WriteClockOffset(to, 2400, -800, 0);
	}
}

static void define(OTF2_GlobalDefWriter *to)
{
	uint64_t locations[] = { 0, 1 };
	int rank;

	OTF2_GlobalDefWriter_WriteClockProperties(to, 1000000000, 0, 3000,
						  OTF2_UNDEFINED_TIMESTAMP);
	OTF2_GlobalDefWriter_WriteString(to, EMPTY, "");
	OTF2_GlobalDefWriter_WriteString(to, MPI_CALL, "MPI_Call");
	OTF2_GlobalDefWriter_WriteString(to, USER, "main");
	OTF2_GlobalDefWriter_WriteRegion(to, MPI_CALL, MPI_CALL, MPI_CALL, EMPTY,
					 OTF2_REGION_ROLE_POINT2POINT, OTF2_PARADIGM_MPI,
					 OTF2_REGION_FLAG_NONE, OTF2_UNDEFINED_STRING, 0, 0);
	OTF2_GlobalDefWriter_WriteRegion(to, USER, USER, USER, EMPTY, OTF2_REGION_ROLE_FUNCTION,
					 OTF2_PARADIGM_COMPILER, OTF2_REGION_FLAG_NONE,
					 OTF2_UNDEFINED_STRING, 0, 0);
	OTF2_GlobalDefWriter_WriteSystemTreeNode(to, 0, EMPTY, EMPTY,
						 OTF2_UNDEFINED_SYSTEM_TREE_NODE);
	for (rank = 0; rank < 2; rank++) {
		OTF2_GlobalDefWriter_WriteLocationGroup(to, rank, EMPTY,
							OTF2_LOCATION_GROUP_TYPE_PROCESS, 0,
							OTF2_UNDEFINED_LOCATION_GROUP);
		OTF2_GlobalDefWriter_WriteLocation(to, rank, EMPTY, OTF2_LOCATION_TYPE_CPU_THREAD,
						   4, rank);
	}
	if (is("no-mpi"))
		return;
	OTF2_GlobalDefWriter_WriteGroup(to, 0, EMPTY, OTF2_GROUP_TYPE_COMM_LOCATIONS,
					OTF2_PARADIGM_MPI, OTF2_GROUP_FLAG_NONE, 2, locations);
	OTF2_GlobalDefWriter_WriteGroup(to, 1, EMPTY, OTF2_GROUP_TYPE_COMM_GROUP, OTF2_PARADIGM_MPI,
					OTF2_GROUP_FLAG_NONE, 2, locations);
	OTF2_GlobalDefWriter_WriteComm(to, 0, EMPTY, 1, OTF2_UNDEFINED_COMM, OTF2_COMM_FLAG_NONE);
	OTF2_GlobalDefWriter_WriteGroup(to, 2, EMPTY, OTF2_GROUP_TYPE_COMM_GROUP, OTF2_PARADIGM_MPI,
					OTF2_GROUP_FLAG_NONE, 1, locations);
	OTF2_GlobalDefWriter_WriteComm(to, 1, EMPTY, 2, 0, OTF2_COMM_FLAG_NONE);
}

int main(int argc, char **argv)
{
	int rank;

	if (argc != 3)
		return 2;
	kind = argv[2];
	archive = OTF2_Archive_Open(argv[1], "traces", OTF2_FILEMODE_WRITE, 1 << 20, 4 << 20,
				    OTF2_SUBSTRATE_POSIX, OTF2_COMPRESSION_NONE);
	OTF2_Archive_SetFlushCallbacks(archive, &flushing, NULL);
	OTF2_Archive_SetSerialCollectiveCallbacks(archive);
	OTF2_Archive_OpenEvtFiles(archive);
	for (rank = 0; rank < 2; rank++) {
		OTF2_EvtWriter *to = OTF2_Archive_GetEvtWriter(archive, rank);

		(rank ? receiver : sender)(to);
		OTF2_Archive_CloseEvtWriter(archive, to);
	}
	OTF2_Archive_CloseEvtFiles(archive);
	OTF2_Archive_OpenDefFiles(archive);
	for (rank = 0; rank < 2; rank++) {
		OTF2_DefWriter *to = OTF2_Archive_GetDefWriter(archive, rank);

		define_clock(to, rank);
		OTF2_Archive_CloseDefWriter(archive, to);
	}
	OTF2_Archive_CloseDefFiles(archive);
	define(OTF2_Archive_GetGlobalDefWriter(archive));
	return OTF2_Archive_Close(archive) != OTF2_SUCCESS;
}

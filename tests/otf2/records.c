// SPDX-License-Identifier: GPL-2.0-only
/*
 * records DIRECTORY RANKS: write an archive of the records on standard input, a line each, such as
 * tracers other than libseastar-mpi write them.  Communicator 0 is the world.
 *	comm NUMBER RANK...			define a communicator, from 1 on
 *	inter NUMBER RANK... / RANK...		define one between two groups
 *	window NUMBER COMM			define a window
 *	property TEXT				the tracer's count of calls that are not replayed
 *	RANK[.THREAD] TIME RECORD ARGUMENT...	in the order of a location's times
 * Calls that begin with MPI_ are MPI's; others are of the program.
 */
#include <otf2/otf2.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define MOST		4096
#define NAMES		64
#define GROUP_FIRST	1

static const char separators[] = { ' ', '\n', '\0' };
static OTF2_Archive *archive;
static OTF2_EvtWriter *writer[MOST];
static uint64_t location[MOST];
static int locations, ranks, names;
static char name[NAMES][64];
static char definition[NAMES][32768];
static int definitions;
static char property[256];

static OTF2_FlushType before_flush(void *data, OTF2_FileType type, OTF2_LocationRef at,
				   void *caller, bool is_last)
{
	(void)data;
	(void)type;
	(void)at;
	(void)caller;
	(void)is_last;
	return OTF2_FLUSH;
}

static OTF2_TimeStamp after_flush(void *data, OTF2_FileType type, OTF2_LocationRef at)
{
	(void)data;
	(void)type;
	(void)at;
	return 0;
}

static OTF2_FlushCallbacks flushing = {
	.otf2_pre_flush = before_flush,
	.otf2_post_flush = after_flush,
};

static void refuse(const char *line)
{
	fprintf(stderr, "records: %s: not understood\n", line);
	exit(2);
}

/* Find the number of a region, which is that of its name, from 1 on; string 0 is "". */
static int region(const char *of)
{
	int i = 0;

	while (i < names && strcmp(name[i], of))
		i++;
	if (i == names)
		snprintf(name[names++], sizeof(name[0]), "%s", of);
	return i + 1;
}

static OTF2_RegionRole role_of(const char *of)
{
	if (!strncmp(of, "MPI_Win", 7) || !strcmp(of, "MPI_Put"))
		return OTF2_REGION_ROLE_RMA;
	if (!strcmp(of, "MPI_Bcast") || !strcmp(of, "MPI_Barrier") ||
	    !strcmp(of, "MPI_Allgatherv") || !strcmp(of, "MPI_Reduce_scatter"))
		return OTF2_REGION_ROLE_COLL_OTHER;
	return OTF2_REGION_ROLE_POINT2POINT;
}

static OTF2_EvtWriter *writer_of(uint64_t id)
{
	int i = 0;

	/* ranks come one after another: the latest is the likeliest */
	while (i < locations && location[locations - 1 - i] != id)
		i++;
	if (i < locations)
		return writer[locations - 1 - i];
	if (locations == MOST)
		refuse("too many locations");
	location[locations] = id;
	writer[locations] = OTF2_Archive_GetEvtWriter(archive, id);
	return writer[locations++];
}

static OTF2_CollectiveOp operation(const char *of)
{
	return !strcmp(of, "barrier") ? OTF2_COLLECTIVE_OP_BARRIER :
	       !strcmp(of, "bcast") ? OTF2_COLLECTIVE_OP_BCAST :
	       !strcmp(of, "allgatherv") ? OTF2_COLLECTIVE_OP_ALLGATHERV :
	       !strcmp(of, "reduce_scatter") ? OTF2_COLLECTIVE_OP_REDUCE_SCATTER :
	       !strcmp(of, "create") ? OTF2_COLLECTIVE_OP_CREATE_HANDLE :
	       OTF2_COLLECTIVE_OP_DESTROY_HANDLE;
}

/* Write a record with the words @kind and @of, and up to five numbers. */
static void record(OTF2_EvtWriter *to, uint64_t time, const char *kind, const char *of,
		   const uint64_t n[5], const char *line)
{
	if (!strcmp(kind, "enter"))
		OTF2_EvtWriter_Enter(to, NULL, time, region(of));
	else if (!strcmp(kind, "leave"))
		OTF2_EvtWriter_Leave(to, NULL, time, region(of));
	else if (!strcmp(kind, "send"))
		OTF2_EvtWriter_MpiSend(to, NULL, time, n[0], n[1], n[2], n[3]);
	else if (!strcmp(kind, "recv"))
		OTF2_EvtWriter_MpiRecv(to, NULL, time, n[0], n[1], n[2], n[3]);
	else if (!strcmp(kind, "isend"))
		OTF2_EvtWriter_MpiIsend(to, NULL, time, n[0], n[1], n[2], n[3], n[4]);
	else if (!strcmp(kind, "isent"))
		OTF2_EvtWriter_MpiIsendComplete(to, NULL, time, n[0]);
	else if (!strcmp(kind, "irecv"))
		OTF2_EvtWriter_MpiIrecvRequest(to, NULL, time, n[0]);
	else if (!strcmp(kind, "irecvd"))
		OTF2_EvtWriter_MpiIrecv(to, NULL, time, n[0], n[1], n[2], n[3], n[4]);
	else if (!strcmp(kind, "cancelled"))
		OTF2_EvtWriter_MpiRequestCancelled(to, NULL, time, n[0]);
	else if (!strcmp(kind, "collective"))
		OTF2_EvtWriter_MpiCollectiveEnd(to, NULL, time, operation(of), n[0], n[1], n[2],
						n[3]);
	else if (!strcmp(kind, "icollective"))
		OTF2_EvtWriter_NonBlockingCollectiveRequest(to, NULL, time, n[0]);
	else if (!strcmp(kind, "icollected"))
		OTF2_EvtWriter_NonBlockingCollectiveComplete(to, NULL, time, operation(of), n[0],
							     n[1], n[2], n[3], n[4]);
	else if (!strcmp(kind, "window"))
		OTF2_EvtWriter_RmaCollectiveEnd(to, NULL, time, operation(of),
						OTF2_RMA_SYNC_LEVEL_PROCESS, n[0],
						OTF2_COLLECTIVE_ROOT_NONE, 0, 0);
	else
		refuse(line);
}

static void read_record(char *line)
{
	char kept[256], *rest = line, *word[10] = { 0 };
	uint64_t n[5] = { 0 }, id, thread = 0;
	int words = 0, first;
	char *dot;

	snprintf(kept, sizeof(kept), "%s", line);
	while (words < 10 && (word[words] = strtok_r(NULL, separators, &rest)))
		words++;
	if (words < 4)
		refuse(kept);
	id = strtoull(word[0], &dot, 10);
	if (*dot == '.')
		thread = strtoull(dot + 1, NULL, 10);
	/* a word stands before the numbers of some records */
	first = word[3][0] >= '0' && word[3][0] <= '9' ? 3 : 4;
	for (int i = first; i < words && i < first + 5; i++)
		n[i - first] = strtoull(word[i], NULL, 10);
	record(writer_of(id | thread << 32), strtoull(word[1], NULL, 10), word[2], word[3], n,
	       kept);
}

static void read_lines(void)
{
	static char read[32768];

	while (fgets(read, sizeof(read), stdin)) {
		char *line = read + strspn(read, "\t ");

		if (!strncmp(line, "property ", 9))
			snprintf(property, sizeof(property), "%.*s", (int)strcspn(line + 9, "\n"),
				 line + 9);
		else if (line[0] >= 'a' && definitions < NAMES)
			snprintf(definition[definitions++], sizeof(definition[0]), "%s", line);
		else if (line[0] >= '0' && line[0] <= '9')
			read_record(line);
	}
}

static void define_group(OTF2_GlobalDefWriter *to, int number, OTF2_GroupType type,
			 uint32_t members, const uint64_t *member)
{
	OTF2_GlobalDefWriter_WriteGroup(to, number, 0, type, OTF2_PARADIGM_MPI,
					OTF2_GROUP_FLAG_NONE, members, member);
}

/* Define a communicator or a window, whose groups have the numbers from *group on. */
static void define(OTF2_GlobalDefWriter *to, char *line, int *group)
{
	static uint64_t member[MOST];
	char *rest = line, *word = strtok_r(NULL, separators, &rest);
	uint32_t number = strtoul(strtok_r(NULL, separators, &rest), NULL, 10), members = 0;
	bool inter = !strcmp(word, "inter");

	if (!strcmp(word, "window")) {
		OTF2_GlobalDefWriter_WriteRmaWin(to, number, 0, strtoul(rest, NULL, 10),
						 OTF2_RMA_WIN_FLAG_NONE);
		return;
	}
	while ((word = strtok_r(NULL, separators, &rest))) {
		if (*word != '/') {
			member[members++] = strtoull(word, NULL, 10);
			continue;
		}
		define_group(to, (*group)++, OTF2_GROUP_TYPE_COMM_GROUP, members, member);
		members = 0;
	}
	define_group(to, (*group)++, OTF2_GROUP_TYPE_COMM_GROUP, members, member);
	if (inter)
		OTF2_GlobalDefWriter_WriteInterComm(to, number, 0, *group - 2, *group - 1, 0,
						    OTF2_COMM_FLAG_NONE);
	else
		OTF2_GlobalDefWriter_WriteComm(to, number, 0, *group - 1, 0, OTF2_COMM_FLAG_NONE);
}

static void define_all(OTF2_GlobalDefWriter *to)
{
	static uint64_t member[MOST];
	int i, group = GROUP_FIRST + 1;

	OTF2_GlobalDefWriter_WriteClockProperties(to, 1000000000, 0, 1000000000,
						  OTF2_UNDEFINED_TIMESTAMP);
	OTF2_GlobalDefWriter_WriteString(to, 0, "");
	for (i = 0; i < names; i++) {
		bool mpi = !strncmp(name[i], "MPI_", 4);

		OTF2_GlobalDefWriter_WriteString(to, i + 1, name[i]);
		OTF2_GlobalDefWriter_WriteRegion(to, i + 1, i + 1, i + 1, 0, role_of(name[i]),
						 mpi ? OTF2_PARADIGM_MPI : OTF2_PARADIGM_COMPILER,
						 OTF2_REGION_FLAG_NONE, 0, 0, 0);
	}
	OTF2_GlobalDefWriter_WriteSystemTreeNode(to, 0, 0, 0, OTF2_UNDEFINED_SYSTEM_TREE_NODE);
	for (i = 0; i < ranks; i++) {
		member[i] = i;
		OTF2_GlobalDefWriter_WriteLocationGroup(to, i, 0,
							OTF2_LOCATION_GROUP_TYPE_PROCESS, 0,
							OTF2_UNDEFINED_LOCATION_GROUP);
	}
	for (i = 0; i < locations; i++)
		OTF2_GlobalDefWriter_WriteLocation(to, location[i], 0,
						   OTF2_LOCATION_TYPE_CPU_THREAD, 4,
						   (uint32_t)location[i]);
	define_group(to, 0, OTF2_GROUP_TYPE_COMM_LOCATIONS, ranks, member);
	define_group(to, GROUP_FIRST, OTF2_GROUP_TYPE_COMM_GROUP, ranks, member);
	OTF2_GlobalDefWriter_WriteComm(to, 0, 0, GROUP_FIRST, OTF2_UNDEFINED_COMM,
				       OTF2_COMM_FLAG_NONE);
	for (i = 0; i < definitions; i++)
		define(to, definition[i], &group);
}

int main(int argc, char **argv)
{
	int i;

	if (argc != 3)
		return 2;
	ranks = atoi(argv[2]);
	archive = OTF2_Archive_Open(argv[1], "traces", OTF2_FILEMODE_WRITE, 1 << 20, 4 << 20,
				    OTF2_SUBSTRATE_POSIX, OTF2_COMPRESSION_NONE);
	OTF2_Archive_SetFlushCallbacks(archive, &flushing, NULL);
	OTF2_Archive_SetSerialCollectiveCallbacks(archive);
	OTF2_Archive_OpenEvtFiles(archive);
	for (i = 0; i < ranks; i++)
		writer_of(i);
	read_lines();
	for (i = 0; i < locations; i++)
		OTF2_Archive_CloseEvtWriter(archive, writer[i]);
	OTF2_Archive_CloseEvtFiles(archive);
	OTF2_Archive_OpenDefFiles(archive);
	for (i = 0; i < locations; i++)
		OTF2_Archive_CloseDefWriter(archive, OTF2_Archive_GetDefWriter(archive,
									       location[i]));
	OTF2_Archive_CloseDefFiles(archive);
	if (*property)
		OTF2_Archive_SetProperty(archive, "SEASTAR::NOT_REPLAYED", property, true);
	define_all(OTF2_Archive_GetGlobalDefWriter(archive));
	return OTF2_Archive_Close(archive) != OTF2_SUCCESS;
}

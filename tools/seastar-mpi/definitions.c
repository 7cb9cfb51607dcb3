// SPDX-License-Identifier: GPL-2.0-only
/*
 * Definitions of the archive, which rank 0 writes. A first edition is written at the beginning, so
 * that readers can open the archive of a killed program; it lacks the communicators that the
 * program makes.
 */
#define _GNU_SOURCE
#include <errno.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "include/seastar/version.h"
#include "tools/seastar-mpi/clocks.h"
#include "tools/seastar-mpi/comms.h"
#include "tools/seastar-mpi/definitions.h"

/**
 * struct edition - definitions that are being written
 * @to: OTF2's writer of definitions
 * @strings: number of the next string
 * @nodes: number of hosts so far
 * @hosts: names of the hosts
 * @groups: number of the next group
 * @prefix: by rank, number of communicators led by lower ranks
 * @refused: by call, number of calls of all ranks that replays omit
 * @records: number of records of all locations
 */
struct edition {
	OTF2_GlobalDefWriter *to;
	uint32_t strings;
	uint32_t nodes;
	char **hosts;
	uint32_t groups;
	uint32_t *prefix;
	uint64_t refused[CALLS];
	uint64_t records;
};

static const struct {
	const char *name;
	OTF2_RegionRole role;
} regions[CALLS] = {
#define CALL(name, role) { "MPI_" #name, role },
#include "tools/seastar-mpi/calls.def"
#undef CALL
};

/* Numbers of the groups that always exist, and of the first other one. */
enum {
	GROUP_LOCATIONS,
	GROUP_WORLD,
	GROUP_SELF,
	GROUP_FIRST,
};

static uint32_t define_string(struct edition *e, const char *text)
{
	OTF2_GlobalDefWriter_WriteString(e->to, e->strings, text);
	return e->strings++;
}

/*
 * Write the definitions that do not depend on ranks. The strings 0 and 1 are "" and the program's
 * name.
 */
static void define_program(struct edition *e, uint64_t begin, uint64_t length)
{
	struct timespec now;
	uint64_t started;
	uint32_t i;

	clock_gettime(CLOCK_REALTIME, &now);
	started = now.tv_sec * 1000000000ull + now.tv_nsec - (clock_now() - begin);
	OTF2_GlobalDefWriter_WriteClockProperties(e->to, 1000000000, begin, length, started);
	define_string(e, "");
	define_string(e, program_invocation_short_name);
	OTF2_GlobalDefWriter_WriteParadigm(e->to, OTF2_PARADIGM_MPI, define_string(e, "MPI"),
					   OTF2_PARADIGM_CLASS_PROCESS);
	for (i = 0; i < CALLS; i++) {
		uint32_t name = define_string(e, regions[i].name);

		OTF2_GlobalDefWriter_WriteRegion(e->to, i, name, name, 0, regions[i].role,
						 OTF2_PARADIGM_MPI, OTF2_REGION_FLAG_NONE, 0, 0, 0);
	}
	OTF2_GlobalDefWriter_WriteRegion(e->to, REGION_PROGRAM, STRING_PROGRAM, STRING_PROGRAM, 0,
					 OTF2_REGION_ROLE_ARTIFICIAL,
					 OTF2_PARADIGM_MEASUREMENT_SYSTEM, OTF2_REGION_FLAG_NONE, 0,
					 0, 0);
	OTF2_GlobalDefWriter_WriteSystemTreeNode(e->to, 0, define_string(e, "machine"),
						 define_string(e, "machine"),
						 OTF2_UNDEFINED_SYSTEM_TREE_NODE);
}

/* Describe this rank: its host, its locations, and its calls that replays omit. */
static void place_describe(struct words *words)
{
	char host[MPI_MAX_PROCESSOR_NAME] = "";
	const struct location *at;
	int length, i;

	PMPI_Get_processor_name(host, &length);
	words_add_text(words, host);
	if (!tracer.locations) {
		words_add(words, tracer.rank);
		words_add(words, 0);
	}
	for (at = tracer.locations; at; at = at->next) {
		words_add(words, at->id);
		words_add(words, at->records);
		for (i = 0; i < CALLS; i++) {
			if (!at->refused[i])
				continue;
			words_add(words, i);
			words_add(words, at->refused[i]);
		}
		words_add(words, CALLS);
	}
	words_add(words, UINT64_MAX);
}

/* Return the system tree's node of @host, which is defined if it is new. */
static uint32_t host_node(struct edition *e, const char *host)
{
	uint32_t i;

	/* ranks of a host mostly follow each other */
	for (i = e->nodes; i > 0; i--)
		if (!strcmp(e->hosts[i - 1], host))
			return i;
	if (!(e->nodes & (e->nodes - 1)))
		e->hosts = realloc(e->hosts, (2 * e->nodes + 1) * sizeof(*e->hosts));
	e->hosts[e->nodes++] = strdup(host);
	OTF2_GlobalDefWriter_WriteSystemTreeNode(e->to, e->nodes, define_string(e, host),
						 define_string(e, "node"), 0);
	return e->nodes;
}

static void define_refused(struct edition *e, uint64_t location, uint64_t call, uint64_t n)
{
	char name[128];

	snprintf(name, sizeof(name), "SEASTAR::NOT_REPLAYED::%s", regions[call].name);
	OTF2_GlobalDefWriter_WriteLocationProperty(e->to, location, define_string(e, name),
						   OTF2_TYPE_UINT64,
						   (OTF2_AttributeValue){ .uint64 = n });
	e->refused[call] += n;
}

/* Define the locations of @rank from its words. */
static void define_place(struct edition *e, int rank, struct words *words)
{
	uint32_t node = host_node(e, words_take_text(words));
	uint64_t id, records, call;
	char name[64];

	snprintf(name, sizeof(name), "MPI Rank %d", rank);
	OTF2_GlobalDefWriter_WriteLocationGroup(e->to, rank, define_string(e, name),
						OTF2_LOCATION_GROUP_TYPE_PROCESS, node,
						OTF2_UNDEFINED_LOCATION_GROUP);
	while (words->taken < words->n && (id = words_take(words)) != UINT64_MAX) {
		records = words_take(words);
		snprintf(name, sizeof(name), id >> 32 ? "Thread %" PRIu64 : "Master thread",
			 id >> 32);
		OTF2_GlobalDefWriter_WriteLocation(e->to, id, define_string(e, name),
						   OTF2_LOCATION_TYPE_CPU_THREAD, records, rank);
		e->records += records;
		while ((call = words_take(words)) < CALLS)
			define_refused(e, id, call, words_take(words));
	}
}

/* Define the groups and communicators that MPI makes. */
static bool define_world(struct edition *e)
{
	uint64_t *ranks = malloc(tracer.size * sizeof(*ranks));
	int i;

	if (!ranks)
		return false;
	for (i = 0; i < tracer.size; i++)
		ranks[i] = i;
	OTF2_GlobalDefWriter_WriteGroup(e->to, GROUP_LOCATIONS, 0, OTF2_GROUP_TYPE_COMM_LOCATIONS,
					OTF2_PARADIGM_MPI, OTF2_GROUP_FLAG_NONE, tracer.size,
					ranks);
	OTF2_GlobalDefWriter_WriteGroup(e->to, GROUP_WORLD, 0, OTF2_GROUP_TYPE_COMM_GROUP,
					OTF2_PARADIGM_MPI, OTF2_GROUP_FLAG_NONE, tracer.size,
					ranks);
	OTF2_GlobalDefWriter_WriteGroup(e->to, GROUP_SELF, 0, OTF2_GROUP_TYPE_COMM_SELF,
					OTF2_PARADIGM_MPI, OTF2_GROUP_FLAG_NONE, 0, NULL);
	OTF2_GlobalDefWriter_WriteComm(e->to, COMM_WORLD_ID, define_string(e, "MPI_COMM_WORLD"),
				       GROUP_WORLD, OTF2_UNDEFINED_COMM, OTF2_COMM_FLAG_NONE);
	OTF2_GlobalDefWriter_WriteComm(e->to, COMM_SELF_ID, define_string(e, "MPI_COMM_SELF"),
				       GROUP_SELF, OTF2_UNDEFINED_COMM, OTF2_COMM_FLAG_NONE);
	e->groups = GROUP_FIRST;
	free(ranks);
	return true;
}

/* Number communicators without gaps: those of rank 0, then those of rank 1, and so on. */
static uint32_t comm_number(const uint32_t *prefix, uint32_t id)
{
	if (id < COMM_FIRST_ID)
		return id;
	id -= COMM_FIRST_ID;
	return COMM_FIRST_ID + prefix[id % tracer.size] + id / tracer.size;
}

/*
 * Find the number of communicators that the lower ranks have led, for each rank. Context: all ranks
 * call it.
 */
static uint32_t *comm_prefix(void)
{
	uint32_t *prefix = malloc((tracer.size + 1) * sizeof(*prefix));
	uint32_t own = comms_led_count(), sum = 0, led;
	int good = !!prefix, i;

	real.Allreduce(MPI_IN_PLACE, &good, 1, MPI_INT, MPI_MIN, tracer.own);
	if (!good) {
		free(prefix);
		return NULL;
	}
	real.Allgather(&own, 1, MPI_UINT32_T, prefix, 1, MPI_UINT32_T, tracer.own);
	for (i = 0; i < tracer.size; i++) {
		led = prefix[i];
		prefix[i] = sum;
		sum += led;
	}
	prefix[tracer.size] = sum;
	return prefix;
}

/* Define the groups of a rank from its words. */
static void define_groups(struct edition *e, struct words *words)
{
	uint64_t groups = words_take(words), size;

	while (groups-- && words->taken < words->n) {
		size = words_take(words);
		OTF2_GlobalDefWriter_WriteGroup(e->to, e->groups++, 0, OTF2_GROUP_TYPE_COMM_GROUP,
						OTF2_PARADIGM_MPI, OTF2_GROUP_FLAG_NONE, size,
						&words->at[words->taken]);
		words->taken += size;
	}
}

/* Define the communicators that a rank has led, from its words. */
static void define_comms(struct edition *e, struct words *words)
{
	uint32_t first_group = e->groups, id, parent, near, far, name;
	uint64_t comms;

	define_groups(e, words);
	for (comms = words_take(words); comms && words->taken < words->n; comms--) {
		id = comm_number(e->prefix, words_take(words));
		parent = comm_number(e->prefix, words_take(words));
		near = first_group + words_take(words);
		far = words_take(words);
		name = define_string(e, words_take_text(words));
		if (far)
			OTF2_GlobalDefWriter_WriteInterComm(e->to, id, name, near,
							    first_group + far - 1, COMM_WORLD_ID,
							    OTF2_COMM_FLAG_CREATE_DESTROY_EVENTS);
		else
			OTF2_GlobalDefWriter_WriteComm(e->to, id, name, near, parent,
						       OTF2_COMM_FLAG_CREATE_DESTROY_EVENTS);
	}
}

/*
 * Send the words of all ranks in turn to rank 0, which calls @define; @e is NULL on the other
 * ranks.
 */
static void each_rank(struct edition *e, struct words *own,
		      void (*define)(struct edition *e, int rank, struct words *words))
{
	struct words words = { 0 };
	MPI_Status status;
	int rank, n;

	if (tracer.rank) {
		real.Send(own->at, own->n, MPI_UINT64_T, 0, TAG_WORDS, tracer.own);
		return;
	}
	define(e, 0, own);
	for (rank = 1; rank < tracer.size; rank++) {
		real.Probe(rank, TAG_WORDS, tracer.own, &status);
		PMPI_Get_count(&status, MPI_UINT64_T, &n);
		if (!words_resize(&words, n))
			abort();
		words.taken = 0;
		real.Recv(words.at, n, MPI_UINT64_T, rank, TAG_WORDS, tracer.own,
			  MPI_STATUS_IGNORE);
		define(e, rank, &words);
	}
	words_free(&words);
}

static void define_rank_comms(struct edition *e, int rank, struct words *words)
{
	(void)rank;
	define_comms(e, words);
}

static void edition_end(struct edition *e)
{
	uint32_t i;

	for (i = 0; i < e->nodes; i++)
		free(e->hosts[i]);
	free(e->hosts);
}

/* Move the definitions that were written at the beginning to their place in the archive. */
static bool early_publish(const char *from)
{
	static const char *const files[] = { "traces.otf2", "traces.def" };
	char old[PATH_MAX + 32], new[PATH_MAX + 32];
	unsigned int i;

	for (i = 0; i < 2; i++) {
		snprintf(old, sizeof(old), "%s/%s", from, files[i]);
		snprintf(new, sizeof(new), "%s/%s", tracer.directory, files[i]);
		if (rename(old, new))
			return false;
	}
	snprintf(old, sizeof(old), "%s/traces", from);
	rmdir(old);
	return !rmdir(from);
}

/* Remove the definitions that were written at the beginning: OTF2 would not replace them. */
static void early_remove(void)
{
	char path[PATH_MAX + 32];

	snprintf(path, sizeof(path), "%s/traces.otf2", tracer.directory);
	unlink(path);
	snprintf(path, sizeof(path), "%s/traces.def", tracer.directory);
	unlink(path);
}

/* Write definitions at the beginning. Return false if that failed. Context: all ranks call it. */
bool definitions_early(void)
{
	struct edition e = { 0 };
	struct words place = { 0 };
	OTF2_Archive *archive = NULL;
	char path[PATH_MAX + 8];
	int good = 1;

	snprintf(path, sizeof(path), "%s/.begin", tracer.directory);
	if (!tracer.rank) {
		archive = archive_begin(path);
		if (archive) {
			OTF2_Archive_SetSerialCollectiveCallbacks(archive);
			OTF2_Archive_SetCreator(archive, "seastar-mpi " SEASTAR_VERSION);
			e.to = OTF2_Archive_GetGlobalDefWriter(archive);
		}
		good = !!e.to;
	}
	real.Bcast(&good, 1, MPI_INT, 0, tracer.own);
	if (!good)
		return false;
	place_describe(&place);
	if (!tracer.rank)
		define_program(&e, tracer.loaded, 0);
	each_rank(&e, &place, define_place);
	words_free(&place);
	if (tracer.rank)
		return true;
	good = define_world(&e);
	edition_end(&e);
	OTF2_Archive_CloseGlobalDefWriter(archive, e.to);
	return OTF2_Archive_Close(archive) == OTF2_SUCCESS && early_publish(path) && good;
}

/* Map the identifiers of communicators in records of this rank to those in the definitions. */
static void map_comms(OTF2_DefWriter *writer, const uint32_t *prefix)
{
	const uint32_t *known;
	OTF2_IdMap *map;
	size_t n, i;

	known = comms_known(&n);
	if (!n || !prefix)
		return;
	map = OTF2_IdMap_Create(OTF2_ID_MAP_SPARSE, n + COMM_FIRST_ID);
	for (i = 0; i < COMM_FIRST_ID; i++)
		OTF2_IdMap_AddIdPair(map, i, i);
	for (i = 0; i < n; i++)
		OTF2_IdMap_AddIdPair(map, known[i], comm_number(prefix, known[i]));
	OTF2_DefWriter_WriteMappingTable(writer, OTF2_MAPPING_COMM, map);
	OTF2_IdMap_Free(map);
}

/* Write the clock offsets and communicators of each location of this rank. */
void definitions_local(void)
{
	uint32_t *prefix = comm_prefix();
	const struct clock_offset *offset;
	struct location *at;
	OTF2_DefWriter *writer;
	int moment;

	OTF2_Archive_OpenDefFiles(tracer.archive);
	for (at = tracer.locations; at; at = at->next) {
		writer = OTF2_Archive_GetDefWriter(tracer.archive, at->id);
		for (moment = 0; writer && moment < CLOCK_MOMENTS; moment++) {
			offset = clocks_offset(moment);
			OTF2_DefWriter_WriteClockOffset(writer, offset->time, offset->offset,
							offset->error);
		}
		if (writer) {
			map_comms(writer, prefix);
			OTF2_Archive_CloseDefWriter(tracer.archive, writer);
		}
	}
	OTF2_Archive_CloseDefFiles(tracer.archive);
	free(prefix);
}

/* Report on standard error what was written, and the calls that replays omit. */
static void report(const struct edition *e)
{
	char text[2048] = "";
	size_t n = 0;
	int i;

	tracer_print("%d ranks, %" PRIu64 " records in %s/traces.otf2", tracer.size, e->records,
		     tracer.directory);
	for (i = 0; i < CALLS && n < sizeof(text); i++)
		if (e->refused[i])
			n += snprintf(text + n, sizeof(text) - n, "%s%s %" PRIu64, n ? ", " : "",
				      regions[i].name, e->refused[i]);
	if (!n)
		return;
	tracer_print("not replayed: %s", text);
	OTF2_Archive_SetProperty(tracer.archive, "SEASTAR::NOT_REPLAYED", text, true);
}

/* Write the definitions of all ranks. Context: all ranks call it. */
void definitions_final(void)
{
	uint64_t begin = clocks_correct(tracer.loaded), end = clocks_correct(clock_now());
	struct words place = { 0 }, comms = { 0 };
	struct edition e = { .prefix = comm_prefix() };

	place_describe(&place);
	comms_led(&comms);
	real.Allreduce(MPI_IN_PLACE, &begin, 1, MPI_UINT64_T, MPI_MIN, tracer.own);
	real.Allreduce(MPI_IN_PLACE, &end, 1, MPI_UINT64_T, MPI_MAX, tracer.own);
	if (!tracer.rank) {
		early_remove();
		OTF2_Archive_SetCreator(tracer.archive, "seastar-mpi " SEASTAR_VERSION);
		e.to = OTF2_Archive_GetGlobalDefWriter(tracer.archive);
		define_program(&e, begin, end - begin);
	}
	each_rank(&e, &place, define_place);
	if (!tracer.rank && define_world(&e) && e.prefix)
		each_rank(&e, &comms, define_rank_comms);
	else if (tracer.rank && e.prefix)
		each_rank(NULL, &comms, define_rank_comms);
	if (!tracer.rank) {
		OTF2_Archive_CloseGlobalDefWriter(tracer.archive, e.to);
		report(&e);
		edition_end(&e);
	}
	words_free(&place);
	words_free(&comms);
	free(e.prefix);
}

// SPDX-License-Identifier: GPL-2.0-only
/* Lines of actions, and their fields. */
#include <errno.h>
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>
#include <sys/stat.h>

#include "sim/base/memory.h"

#include "trace.h"

#define LONGEST_LINE	0x2000000U	/* bytes: more than an MPI_Alltoallv of 65,536 ranks has */
#define MOST_FIELDS	0xffffffffU	/* depends on the number of ranks: checked when it is read */

#define PLAIN(text, what, low, high, mpi) \
	{ .name = text, .kind = what, .least = low, .most = high, .call = mpi, .class = CALL_PLAIN }
#define MESSAGE(text, what, mpi, of, later) \
	{ .name = text, .kind = what, .least = 3, .most = 4, .call = mpi, .class = of, \
	  .begins = later }
#define OPERATION(text, low, high, what, mpi, later) \
	{ .name = text, .kind = ACTION_OPERATION, .least = low, .most = high, .call = mpi, \
	  .class = CALL_PLAIN, .begins = later, .operation = what }

static const struct action actions[] = {
	PLAIN("init", ACTION_INIT, 0, 1, "MPI_Init"),
	PLAIN("finalize", ACTION_FINALIZE, 0, 0, "MPI_Finalize"),
	PLAIN("compute", ACTION_COMPUTE, 1, 1, NULL),
	PLAIN("sleep", ACTION_SLEEP, 1, 1, NULL),
	PLAIN("location", ACTION_NOTHING, 0, MOST_FIELDS, NULL),
	PLAIN("comm_size", ACTION_NOTHING, 0, MOST_FIELDS, NULL),
	PLAIN("comm_split", ACTION_COUNTED, 0, MOST_FIELDS, NULL),
	PLAIN("comm_dup", ACTION_COUNTED, 0, MOST_FIELDS, NULL),
	MESSAGE("send", ACTION_SEND, "MPI_Send", CALL_PLAIN, false),
	MESSAGE("bsend", ACTION_SEND, "MPI_Bsend", CALL_BUFFERED, false),
	MESSAGE("ssend", ACTION_SEND, "MPI_Ssend", CALL_SYNCHRONOUS, false),
	MESSAGE("isend", ACTION_SEND, "MPI_Isend", CALL_PLAIN, true),
	MESSAGE("ibsend", ACTION_SEND, "MPI_Ibsend", CALL_BUFFERED, true),
	MESSAGE("issend", ACTION_SEND, "MPI_Issend", CALL_SYNCHRONOUS, true),
	MESSAGE("recv", ACTION_RECEIVE, "MPI_Recv", CALL_PLAIN, false),
	MESSAGE("irecv", ACTION_RECEIVE, "MPI_Irecv", CALL_PLAIN, true),
	PLAIN("sendrecv", ACTION_SEND_RECEIVE, 4, 6, "MPI_Sendrecv"),
	PLAIN("wait", ACTION_WAIT, 3, 3, "MPI_Wait"),
	PLAIN("test", ACTION_TEST, 3, 3, "MPI_Test"),
	PLAIN("waitall", ACTION_WAIT_ALL, 0, 1, "MPI_Waitall"),
	PLAIN("waitany", ACTION_WAIT_ANY, 0, 1, "MPI_Waitany"),
	OPERATION("barrier", 0, 0, OPERATION_BARRIER, "MPI_Barrier", false),
	OPERATION("ibarrier", 0, 0, OPERATION_BARRIER, "MPI_Ibarrier", true),
	OPERATION("bcast", 1, 3, OPERATION_BCAST, "MPI_Bcast", false),
	OPERATION("ibcast", 1, 3, OPERATION_BCAST, "MPI_Ibcast", true),
	OPERATION("reduce", 2, 4, OPERATION_REDUCE, "MPI_Reduce", false),
	OPERATION("ireduce", 2, 4, OPERATION_REDUCE, "MPI_Ireduce", true),
	OPERATION("allreduce", 2, 3, OPERATION_ALLREDUCE, "MPI_Allreduce", false),
	OPERATION("iallreduce", 2, 3, OPERATION_ALLREDUCE, "MPI_Iallreduce", true),
	OPERATION("alltoall", 2, 4, OPERATION_ALLTOALL, "MPI_Alltoall", false),
	OPERATION("ialltoall", 2, 4, OPERATION_ALLTOALL, "MPI_Ialltoall", true),
	OPERATION("alltoallv", 4, MOST_FIELDS, OPERATION_ALLTOALLV, "MPI_Alltoallv", false),
	OPERATION("ialltoallv", 4, MOST_FIELDS, OPERATION_ALLTOALLV, "MPI_Ialltoallv", true),
	OPERATION("gather", 2, 5, OPERATION_GATHER, "MPI_Gather", false),
	OPERATION("igather", 2, 5, OPERATION_GATHER, "MPI_Igather", true),
	OPERATION("gatherv", 2, MOST_FIELDS, OPERATION_GATHERV, "MPI_Gatherv", false),
	OPERATION("igatherv", 2, MOST_FIELDS, OPERATION_GATHERV, "MPI_Igatherv", true),
	OPERATION("scatter", 2, 5, OPERATION_SCATTER, "MPI_Scatter", false),
	OPERATION("iscatter", 2, 5, OPERATION_SCATTER, "MPI_Iscatter", true),
	OPERATION("scatterv", 2, MOST_FIELDS, OPERATION_SCATTERV, "MPI_Scatterv", false),
	OPERATION("iscatterv", 2, MOST_FIELDS, OPERATION_SCATTERV, "MPI_Iscatterv", true),
	OPERATION("allgather", 2, 4, OPERATION_ALLGATHER, "MPI_Allgather", false),
	OPERATION("iallgather", 2, 4, OPERATION_ALLGATHER, "MPI_Iallgather", true),
	OPERATION("allgatherv", 2, MOST_FIELDS, OPERATION_ALLGATHERV, "MPI_Allgatherv", false),
	OPERATION("iallgatherv", 2, MOST_FIELDS, OPERATION_ALLGATHERV, "MPI_Iallgatherv", true),
	OPERATION("reducescatter", 1, MOST_FIELDS, OPERATION_REDUCE_SCATTER,
		  "MPI_Reduce_scatter", false),
	OPERATION("ireducescatter", 1, MOST_FIELDS, OPERATION_REDUCE_SCATTER,
		  "MPI_Ireduce_scatter", true),
	OPERATION("scan", 2, 3, OPERATION_SCAN, "MPI_Scan", false),
	OPERATION("iscan", 2, 3, OPERATION_SCAN, "MPI_Iscan", true),
	OPERATION("exscan", 2, 3, OPERATION_EXSCAN, "MPI_Exscan", false),
	OPERATION("iexscan", 2, 3, OPERATION_EXSCAN, "MPI_Iexscan", true),
};

/* Actions that SMPI writes, and that nothing replays; a name that ends in '_' begins several. */
static const char *const counted[] = {
	"start", "startall", "testany", "testall", "testsome", "waitsome", "probe", "iprobe", "put",
	"get", "accumulate", "get_accumulate", "fetch_and_op", "compare_and_swap", "rput", "rget",
	"raccumulate", "rget_accumulate", "win_", "io", "migrate",
};

static const struct action not_replayed = {
	.kind = ACTION_COUNTED, .most = MOST_FIELDS,
};

bool smpi_open(struct line_reader *lines, const char *path, struct sim_error *err)
{
	struct stat st;

	*lines = (struct line_reader){ .path = path, .most = LONGEST_LINE };
	/* before it is opened, for which a pipe waits */
	if (!stat(path, &st) && !S_ISREG(st.st_mode) && !S_ISDIR(st.st_mode))
		return sim_fail(err, "%.200s: no file, but a pipe or device, which cannot be read twice; write the trace to a file first",
				path);
	lines->from = fopen(path, "r");
	return lines->from ||
	       sim_fail(err, "%.200s: cannot be read: %s", path, strerror(errno));
}

void smpi_close(struct line_reader *lines)
{
	if (lines->from)
		fclose(lines->from);
	line_end(lines);
}

static const struct action *find_action(const char *name)
{
	for (u32 i = 0; i < sizeof(actions) / sizeof(actions[0]); i++)
		if (!strcasecmp(name, actions[i].name))
			return &actions[i];
	for (u32 i = 0; i < sizeof(counted) / sizeof(counted[0]); i++) {
		size_t n = strlen(counted[i]);

		if (!strncasecmp(name, counted[i], n) && (!name[n] || counted[i][n - 1] == '_'))
			return &not_replayed;
	}
	return NULL;
}

/* Cut a line at its blanks. */
static void split(struct smpi_line *line, char *text)
{
	line->fields = 0;
	for (char *rest, *at = strtok_r(text, " \t", &rest); at; at = strtok_r(NULL, " \t", &rest)) {
		if (line->fields == line->room) {
			line->room = line->room ? 2 * line->room : 16;
			line->field = sim_grow(line->field, line->room, sizeof(*line->field));
		}
		line->field[line->fields++] = at;
	}
}

/* Check the rank, the name and the number of fields. */
static bool check(const struct line_reader *lines, u32 rank, struct smpi_line *line,
		  struct sim_error *err)
{
	const struct action *a;
	s64 number;
	u32 n;

	if (line->fields < 2 || !smpi_integer(line->field[0], 0, INT32_MAX, &number))
		return line_refuse(lines, err, "no action: it does not begin with a rank and a name; correct it, or trace the program again");
	if (number != rank)
		return line_refuse(lines, err, "an action of rank '%.64s' in the file of rank %u; write one file per rank, and list them in the order of the ranks",
				   line->field[0], rank);
	a = find_action(line->field[1]);
	if (!a)
		return line_refuse(lines, err, "the format has no action '%.64s'; correct it, or trace the program again",
				   line->field[1]);
	n = line->fields - 2;
	if (n >= a->least && n <= a->most) {
		line->action = a;
		return true;
	}
	if (a->most == MOST_FIELDS)
		return line_refuse(lines, err, "%u numbers behind '%.64s', which has at least %u; correct the line",
				   n, line->field[1], a->least);
	return line_refuse(lines, err, "%u numbers behind '%.64s', which has %u to %u; correct the line, or convert a trace of SimGrid 3.19 or older by its simgrid_convert_TI_traces",
			   n, line->field[1], a->least, a->most);
}

bool smpi_next(struct line_reader *lines, u32 rank, struct smpi_line *line, bool *end,
	       struct sim_error *err)
{
	enum line kind;

	do {
		kind = line_next(lines, err);
		*end = kind == LINE_NONE;
		if (*end || kind == LINE_BAD)
			return *end;
		split(line, lines->text);
	} while (!line->fields || *line->field[0] == '#');
	/* a whole name of an action that has no numbers cannot be the beginning of another line */
	if (kind == LINE_OPEN && (line->fields != 2 || strcasecmp(line->field[1], "finalize")))
		return line_refuse(lines, err, "the line has no end: the file was cut; write or copy it again");
	return check(lines, rank, line, err);
}

bool smpi_integer(const char *text, s64 least, s64 most, s64 *value)
{
	const char *digits = *text == '-' ? text + 1 : text;

	if (!*digits || digits[strspn(digits, "0123456789")] || strlen(digits) > 18)
		return false;
	*value = strtoll(text, NULL, 10);
	return *value >= least && *value <= most;
}

bool smpi_amount(const char *text, double most, double *value)
{
	char *end;

	*value = strtod(text, &end);
	return *text && !*end && !text[strspn(text, "0123456789.eE+-")] && *text != '-' &&
	       *value >= 0 && *value <= most;
}

bool smpi_read_named(const struct archive *a, const struct line_reader *lines, u32 rank,
		     const struct smpi_line *line, struct smpi_named *of, struct sim_error *err)
{
	s64 end[2], last = (s64)a->ranks - 1;

	for (u32 i = 0; i < 2; i++) {
		const char *text = line->field[2 + i];

		if (!smpi_integer(text, SMPI_ANY_SOURCE, last, &end[i]) ||
		    (end[i] < 0 && end[i] != SMPI_ANY_SOURCE && end[i] != SMPI_NO_RANK && end[i] != -1))
			return line_refuse(lines, err, "'%.64s' is no rank from 0 to %" PRId64 ", as many as the main file has paths; correct it",
					   text, last);
	}
	if (!smpi_integer(line->field[4], INT32_MIN, INT32_MAX, &of->tag))
		return line_refuse(lines, err, "'%.64s' is no tag; correct it", line->field[4]);
	of->sends = end[0] == rank && end[1] >= 0;
	of->receives = end[1] == rank;
	of->peer = end[1] == rank ? end[0] : end[1];
	if (of->peer < 0)
		of->peer = SMPI_ANY_SOURCE;
	return of->sends || of->receives || (end[0] == rank && end[1] == SMPI_NO_RANK) ||
	       (of->tag < 0 && of->tag != SMPI_ANY_TAG) ||
	       line_refuse(lines, err, "rank %u waits for a message from '%.64s' to '%.64s', of which it is neither end; correct the line",
			   rank, line->field[2], line->field[3]);
}

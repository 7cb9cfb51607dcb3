// SPDX-License-Identifier: GPL-2.0-only
/* The directory of the archive: a new one, which all ranks see. */
#define _GNU_SOURCE
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

#include "tools/seastar-mpi/tracer.h"

/* Choose a name: SEASTAR_MPI_TRACE, or a unique one made of program, time and process id. */
static void choose(char *name, size_t size)
{
	const char *given = getenv("SEASTAR_MPI_TRACE");
	char date[32];
	struct tm tm;
	time_t now;

	if (given && given[0]) {
		snprintf(name, size, "%s", given);
		return;
	}
	now = time(NULL);
	localtime_r(&now, &tm);
	strftime(date, sizeof(date), "%Y%m%d-%H%M%S", &tm);
	snprintf(name, size, "seastar-trace-%s-%s-%d", program_invocation_short_name, date,
		 (int)getpid());
}

/* Make the directory, and find its absolute path for ranks with other working directories. */
static bool make(void)
{
	char name[PATH_MAX];

	choose(name, sizeof(name));
	if (mkdir(name, 0777)) {
		if (errno == EEXIST)
			tracer_print("not traced: '%s' exists; move it away, or name another directory in SEASTAR_MPI_TRACE",
				     name);
		else
			tracer_print("not traced: cannot make '%s': %s; name another directory in SEASTAR_MPI_TRACE",
				     name, strerror(errno));
		return false;
	}
	if (realpath(name, tracer.directory))
		return true;
	tracer_print("not traced: cannot find '%s': %s", name, strerror(errno));
	return false;
}

/*
 * Make the directory of the archive. Return false if that failed; the reason has been reported.
 * Context: all ranks call it.
 */
bool directory_make(void)
{
	char host[MPI_MAX_PROCESSOR_NAME] = "";
	struct stat status;
	int good = 1, length, blind;

	if (!tracer.rank)
		good = make();
	real.Bcast(&good, 1, MPI_INT, 0, tracer.own);
	if (!good)
		return false;
	real.Bcast(tracer.directory, sizeof(tracer.directory), MPI_CHAR, 0, tracer.own);
	blind = stat(tracer.directory, &status) ? tracer.rank : INT_MAX;
	real.Allreduce(MPI_IN_PLACE, &blind, 1, MPI_INT, MPI_MIN, tracer.own);
	if (blind == tracer.rank) {
		PMPI_Get_processor_name(host, &length);
		tracer_print("not traced: rank %d on %s does not see '%s'; name a directory that all hosts share in SEASTAR_MPI_TRACE",
			     tracer.rank, host, tracer.directory);
	}
	if (blind != INT_MAX && !tracer.rank)
		rmdir(tracer.directory);
	return blind == INT_MAX;
}

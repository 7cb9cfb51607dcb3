// SPDX-License-Identifier: GPL-2.0-only
/*
 * A library to preload into an MPI program, which writes its calls to an OTF2 archive. This file
 * has its beginning and end.
 */
#define _GNU_SOURCE
#include <errno.h>
#include <signal.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "tools/seastar-mpi/clocks.h"
#include "tools/seastar-mpi/comms.h"
#include "tools/seastar-mpi/definitions.h"

/* Id of the traced process: its children make no MPI calls. */
static pid_t process;

/* Print a line on standard error by one write, so that lines of several ranks do not mix. */
void tracer_print(const char *format, ...)
{
	char line[4096] = "seastar-mpi: ";
	size_t n = strlen(line);
	va_list rest;

	va_start(rest, format);
	vsnprintf(line + n, sizeof(line) - n - 1, format, rest);
	va_end(rest);
	strcat(line, "\n");
	if (write(STDERR_FILENO, line, strlen(line)) < 0)
		return;
}

/* Remove this library and its separator from @list, a value of LD_PRELOAD. */
static void preload_without(char *list, const char *own)
{
	char *out = list, *in = list, *name;
	size_t n;

	while (*in) {
		in += strspn(in, " :");
		n = strcspn(in, " :");
		name = memrchr(in, '/', n);
		name = name ? name + 1 : in;
		if (n &&
		    ((size_t)(in + n - name) != strlen(own) || strncmp(name, own, strlen(own)))) {
			if (out != list)
				*out++ = ':';
			memmove(out, in, n);
			out += n;
		}
		in += n;
	}
	*out = '\0';
}

/*
 * Find MPI's functions. With another MPI than the library was built for, the program would crash in
 * the wrappers, so it is started again without the library.
 */
__attribute__((constructor)) static void load(int argc, char **argv, char **environment)
{
	const char *mismatch = real_mismatch();
	char *preload = getenv("LD_PRELOAD");

	(void)argc;
	(void)environment;
	tracer.loaded = clock_now();
	real_find();
	if (!mismatch || !preload)
		return;
	tracer_print("not traced: %s", mismatch);
	preload_without(preload, LIBRARY);
	setenv("LD_PRELOAD", preload, 1);
	execv("/proc/self/exe", argv);
	tracer_print("cannot start the program without the library: %s", strerror(errno));
	_exit(127);
}

/* Write the buffers when the program ends without MPI_Finalize. */
__attribute__((destructor)) static void unload(void)
{
	if (tracer.on && getpid() == process)
		archive_cut();
}

/* Write the buffers, and end the process by the signal that has come. */
void tracer_end(void)
{
	if (tracer.on)
		archive_cut();
	raise(tracer.ending);
}

/*
 * Handle the end of the job: the launcher sends SIGTERM some time before SIGKILL. A record that is
 * being written is completed first.
 */
static void terminated(int signal)
{
	struct location *at;
	bool writing = false;

	tracer.ending = signal;
	if (getpid() != process)
		raise(signal);
	for (at = tracer.locations; at; at = at->next)
		writing |= at->writing;
	if (!writing)
		tracer_end();
}

/* Catch the signal for the end of the job, unless the program catches or ignores it. */
static void watch_termination(void)
{
	struct sigaction action;

	if (sigaction(SIGTERM, NULL, &action) || action.sa_handler != SIG_DFL)
		return;
	action.sa_handler = terminated;
	action.sa_flags = SA_RESETHAND | SA_NODEFER;
	sigaction(SIGTERM, &action, NULL);
}

/*
 * Begin to trace. Return false if the program goes on without a trace. Context: all ranks call it.
 */
static bool begin(int provided)
{
	const char *failure;

	tracer.threads = provided == MPI_THREAD_MULTIPLE;
	process = getpid();
	PMPI_Comm_rank(MPI_COMM_WORLD, &tracer.rank);
	PMPI_Comm_size(MPI_COMM_WORLD, &tracer.size);
	PMPI_Comm_group(MPI_COMM_WORLD, &tracer.world);
	real.Comm_dup(MPI_COMM_WORLD, &tracer.own);
	comms_begin();
	if (!directory_make())
		return false;
	failure = archive_open();
	if (failure && !tracer.rank)
		tracer_print("not traced: cannot write to '%s': %s; name another directory in SEASTAR_MPI_TRACE",
			     tracer.directory, failure);
	if (failure)
		return false;
	watch_termination();
	tracer.on = true;
	return true;
}

/*
 * Record the beginning of the program, and @call, which began at @called and has initialised MPI.
 */
static void record_begin(enum call call, uint64_t called)
{
	struct location *at = tracer.locations;

	OTF2_EvtWriter_ProgramBegin(at->writer, NULL, tracer.loaded, STRING_PROGRAM, 0, NULL);
	OTF2_EvtWriter_Enter(at->writer, NULL, tracer.loaded, REGION_PROGRAM);
	OTF2_EvtWriter_Enter(at->writer, NULL, called, call);
	OTF2_EvtWriter_Leave(at->writer, NULL, clock_now(), call);
}

/* Record, within MPI_Finalize, that the program ends. */
static void record_end(struct location *at)
{
	at->time = clock_now();
	OTF2_EvtWriter_Leave(at->writer, NULL, at->time, CALL_Finalize);
	OTF2_EvtWriter_Leave(at->writer, NULL, at->time, REGION_PROGRAM);
	OTF2_EvtWriter_ProgramEnd(at->writer, NULL, at->time, 0);
}

WRAPPER(Init, int *argc, char ***argv)
{
	uint64_t called = clock_now();
	int code = real.Init(argc, argv);

	if (code == MPI_SUCCESS && begin(MPI_THREAD_SINGLE))
		record_begin(CALL_Init, called);
	return code;
}

WRAPPER(Init_thread, int *argc, char ***argv, int required, int *provided)
{
	uint64_t called = clock_now();
	int code = real.Init_thread(argc, argv, required, provided);

	if (code == MPI_SUCCESS && begin(*provided))
		record_begin(CALL_Init_thread, called);
	return code;
}

WRAPPER(Finalize, void)
{
	struct location *at = call_enter(CALL_Finalize);

	if (at) {
		clocks_compare(CLOCK_END);
		record_end(at);
		tracer.on = false;
		archive_close();
		PMPI_Group_free(&tracer.world);
		real.Comm_free(&tracer.own);
	}
	return real.Finalize();
}

WRAPPER(Abort, MPI_Comm comm, int code)
{
	struct location *at = call_enter(CALL_Abort);

	if (at) {
		call_begin(at);
		archive_cut();
	}
	return real.Abort(comm, code);
}

// SPDX-License-Identifier: GPL-2.0-only
/* A process of its own for each experiment of a sweep. */
#define _GNU_SOURCE	/* pipe2() */
#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <unistd.h>

#include "sim/base/memory.h"
#include "sim/result/print.h"
#include "sim/run/run.h"

#include "worker.h"

static bool run_text(const char *experiment, FILE *to, struct sim_error *err)
{
	struct sim_experiment *e = sim_experiment_new();
	struct sim_result *r = NULL;

	if (sim_experiment_read(e, "experiment", experiment, err) && sim_experiment_check(e, err))
		r = sim_run(e, 1, NULL, err);
	if (r) {
		sim_result_line(r, to);
		sim_result_free(r);
	}
	sim_experiment_free(e);
	return r;
}

/* Run an experiment in the child: write the result and exit 0, or write why there is none. */
static void work(const char *experiment, int pipe, pid_t parent) __attribute__((noreturn));

static void work(const char *experiment, int pipe, pid_t parent)
{
	FILE *to = fdopen(pipe, "w");
	struct sim_error err;
	bool done;

	/* once the parent is gone no process reads it */
	prctl(PR_SET_PDEATHSIG, SIGKILL);
	if (getppid() != parent || !to)
		_exit(EXIT_FAILURE);
	done = run_text(experiment, to, &err);
	if (!done)
		fputs(err.text, to);
	if (fclose(to))
		done = false;
	_exit(done ? EXIT_SUCCESS : EXIT_FAILURE);
}

bool worker_start(struct worker *w, const char *experiment, struct sim_error *err)
{
	pid_t parent = getpid();
	int ends[2];

	if (pipe2(ends, O_CLOEXEC))
		return sim_fail(err, "cannot make a pipe: %s", strerror(errno));
	fflush(NULL);	/* or the child would say it, too */
	w->pid = fork();
	if (!w->pid) {
		close(ends[0]);
		work(experiment, ends[1], parent);
	}
	close(ends[1]);
	w->pipe = ends[0];
	if (w->pid > 0) {
		w->heard = sim_need(open_memstream(&w->text, &w->size));
		return true;
	}
	w->pid = 0;
	close(ends[0]);
	return sim_fail(err, "cannot start a process: %s", strerror(errno));
}

static int reap(struct worker *w)
{
	int status = 0;

	while (waitpid(w->pid, &status, 0) < 0 && errno == EINTR)
		;
	close(w->pipe);
	fclose(w->heard);
	w->pid = 0;
	return status;
}

static void describe_signal(struct outcome *o, int number)
{
	char text[64];

	snprintf(text, sizeof(text), "killed by signal %d%s", number,
		 number == SIGKILL ? ": out of memory?" : "");
	free(o->text);
	o->text = sim_copy(text);
	o->size = strlen(text);
}

bool worker_receive(struct worker *w, struct outcome *o)
{
	char part[65536];
	ssize_t n = read(w->pipe, part, sizeof(part));
	int status;

	if (n > 0)
		fwrite(part, 1, n, w->heard);
	if (n > 0 || (n < 0 && errno == EINTR))
		return false;
	status = reap(w);
	*o = (struct outcome){ .failed = status, .text = w->text, .size = w->size };
	if (WIFSIGNALED(status))
		describe_signal(o, WTERMSIG(status));
	return true;
}

void worker_stop(struct worker *w)
{
	if (!w->pid)
		return;
	kill(w->pid, SIGKILL);
	reap(w);
	free(w->text);
}

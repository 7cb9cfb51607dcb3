// SPDX-License-Identifier: GPL-2.0-only
/*
 * Fuzz the netlink family: first as an ordinary user, who can change nothing, then as root and user
 * at once. It prints TAP; the caller has to look for reports in the kernel's log.
 *
 *	fuzz-netlink [-n TURNS] [-t SECONDS] [-s SEED] [-u]
 *
 * A turn is one to seven messages. The user takes a quarter of TURNS (2000) alone, then both take
 * TURNS each. SECONDS are divided in the same way; with SECONDS alone, turns are not limited. A
 * process chooses by its seed and the kernel's answers; runs differ in how the two processes
 * interleave.
 */
#include <errno.h>
#include <inttypes.h>
#include <signal.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <unistd.h>

#include "selftests/client.h"
#include "worker.h"

#define TURNS		2000	/* turns that reach 48 to 50 % of the instrumented places */
#define LEAST		45	/* per cent of the places that TURNS turns must reach */
#define SEED		1
#define PATIENCE	900	/* seconds that a turn may take in an emulator on a slow machine */

struct options {
	uint64_t turns;
	unsigned int seconds;	/* 0: no limit */
	uint64_t seed;
	bool user_only;
};

/* The arguments of both processes, and their results. */
struct fuzz {
	struct options options;
	struct spec *spec;
	struct live live;
	struct coverage *coverage[2];	/* root's, the user's */
	struct shared *shared;
	bool returned;
};

/* A run of the user's process and, if @root, of root's process at the same time. */
struct phase {
	bool root;
	uint64_t turns;
	unsigned int seconds;	/* 0: no limit */
};

static unsigned int claims;
static bool failed;

__attribute__((format(printf, 2, 3)))
static void claim(bool good, const char *format, ...)
{
	va_list args;

	failed |= !good;
	printf("%sok %u - ", good ? "" : "not ", ++claims);
	va_start(args, format);
	vprintf(format, args);
	va_end(args);
	putchar('\n');
	fflush(stdout);
}

static _Noreturn void bail(const char *what)
{
	printf("Bail out! %s\n", what);
	exit(1);
}

static void run(const char *command)
{
	if (system(command)) {
		printf("Bail out! failed: %s\n", command);
		exit(1);
	}
}

/* Create fabrics that have been used, with stopped clocks. */
static void create_fabrics(void)
{
	run("seastar dev add fuzz0 topology 2x2x2");
	run("seastar traffic set fuzz0 pattern uniform window 4");
	run("seastar clock step fuzz0 1000");
	run("seastar dev add fuzz1 topology 4x4 mesh y");
	run("seastar age set fuzz1 period 8 bias 3/2/1");
	run("seastar traffic set fuzz1 pattern tornado load 0.5");
	run("seastar clock step fuzz1 1000");
}

static time_t seconds_from_now(unsigned int seconds)
{
	struct timespec now;

	clock_gettime(CLOCK_MONOTONIC, &now);
	return now.tv_sec + seconds;
}

static pid_t start(struct fuzz *f, const struct phase *phase, bool user)
{
	const struct job job = {
		.spec = f->spec,
		.family = f->live.id,
		.coverage = f->coverage[user],
		.shared = f->shared,
		.seed = f->options.seed * 4 + user * 2 + phase->root,
		.most = phase->turns,
		.deadline = phase->seconds ? seconds_from_now(phase->seconds) : 0,
		.user = user,
	};
	pid_t pid = fork();

	if (pid < 0)
		bail("cannot fork");
	if (pid)
		return pid;
	prctl(PR_SET_PDEATHSIG, SIGKILL);
	_exit(work(&job));
}

/* Wait for a process to end; return false if it fails, or stops taking turns. */
static bool watch(pid_t pid, const uint64_t *turns)
{
	uint64_t before = 0, now;
	unsigned int idle = 0;
	int status;

	while (waitpid(pid, &status, WNOHANG) == 0) {
		now = __atomic_load_n(turns, __ATOMIC_RELAXED);
		idle = now == before ? idle + 1 : 0;
		before = now;
		if (idle > PATIENCE) {
			kill(pid, SIGKILL);
			return false;
		}
		sleep(1);
	}
	return WIFEXITED(status) && !WEXITSTATUS(status);
}

/* Run a phase: the user sends, and root, too, if the phase has it. */
static void let(struct fuzz *f, const struct phase *phase)
{
	const uint64_t *turns = f->shared->turns;
	time_t begin = seconds_from_now(0);
	pid_t root = phase->root ? start(f, phase, false) : 0;
	pid_t user = start(f, phase, true);

	f->returned &= !root || watch(root, &turns[0]);
	f->returned &= watch(user, &turns[1]);
	printf("# up to now %" PRIu64 " turns as root, %" PRIu64 " as a user; the last took %ld s\n",
	       turns[0], turns[1], (long)(seconds_from_now(0) - begin));
}

static void fuzz_as_user(struct fuzz *f, const struct phase *phase)
{
	static const char * const devices[] = { "fuzz0", "fuzz1" };
	void *before[2], *after;
	size_t lengths[2], length;
	bool same = true;
	int i;

	for (i = 0; i < 2; i++)
		before[i] = client_snapshot(devices[i], &lengths[i]);
	let(f, phase);
	for (i = 0; i < 2; i++) {
		after = client_snapshot(devices[i], &length);
		same &= length == lengths[i] && !memcmp(before[i], after, length);
		free(before[i]);
		free(after);
	}
	claim(same, "an ordinary user changes nothing: devices, settings, counters, hashes");
}

static void claim_refusals(const struct shared *shared)
{
	claim(!shared->wrong, "what the spec forbids is refused");
	if (shared->wrong)
		printf("# %u were not; the first: %s\n", shared->wrong, shared->why);
	printf("# %" PRIu64 " such messages\n", shared->forbidden);
}

/* Return the number of instrumented places of the module, counted when it was built. */
static unsigned int instrumented(void)
{
	FILE *file = fopen(spec_beside("instrumented"), "r");
	unsigned int n = 0;

	if (!file || fscanf(file, "%u", &n) != 1)
		n = 0;
	if (file)
		fclose(file);
	return n;
}

static void claim_coverage(const struct fuzz *f)
{
	unsigned int all = instrumented(), n = f->shared->reached.n;

	if (!f->coverage[0] || !all) {
		claim(true, "requests reach most of the module # SKIP no KCOV in this kernel or module");
		return;
	}
	printf("# %u of %u instrumented places reached: %.1f %%\n", n, all, 100. * n / all);
	if (f->options.user_only)
		claim(n > 0, "requests reach the module");
	else if (f->shared->turns[0] < TURNS)
		claim(true, "requests reach %u %% of the module # SKIP asked after %u turns as root",
		      LEAST, TURNS);
	else
		claim(n >= all / 100. * LEAST, "requests reach %u %% of the module", LEAST);
}

static void print_counts(const struct fuzz *f)
{
	const struct spec_op *op;
	uint64_t sent = 0, accepted = 0;
	unsigned int i;

	for (i = 0; i < COMMANDS; i++) {
		sent += f->shared->sent[i];
		accepted += f->shared->accepted[i];
	}
	printf("# seed %" PRIu64 ": %" PRIu64 " messages sent, %" PRIu64 " accepted\n",
	       f->options.seed, sent, accepted);
	for (op = f->spec->ops; op < f->spec->ops + f->spec->n_ops; op++)
		if (!op->event)
			printf("# %-16s %8" PRIu64 " sent %8" PRIu64 " accepted\n", op->name,
			       f->shared->sent[op->command], f->shared->accepted[op->command]);
}

static struct options read_options(int argc, char **argv)
{
	struct options o = { .seed = SEED };
	int c;

	while ((c = getopt(argc, argv, "n:t:s:u")) != -1) {
		switch (c) {
		case 'n':
			o.turns = strtoull(optarg, NULL, 0);
			break;
		case 't':
			o.seconds = strtoul(optarg, NULL, 0);
			break;
		case 's':
			o.seed = strtoull(optarg, NULL, 0);
			break;
		case 'u':
			o.user_only = true;
			break;
		default:
			fprintf(stderr, "usage: fuzz-netlink [-n TURNS] [-t SECONDS] [-s SEED] [-u]\n");
			exit(2);
		}
	}
	if (!o.turns)
		o.turns = o.seconds ? UINT64_MAX : TURNS;
	return o;
}

int main(int argc, char **argv)
{
	struct fuzz f = { .options = read_options(argc, argv), .returned = true };
	const struct options *o = &f.options;
	const struct phase both = {
		.root = true, .turns = o->turns, .seconds = o->seconds
	};
	const struct phase alone = {
		.turns = o->user_only ? o->turns : o->turns / 4,
		.seconds = o->user_only ? o->seconds : (o->seconds + 3) / 4,
	};

	puts("TAP version 13");
	if (geteuid()) {
		puts("1..0 # SKIP needs root");
		return 4;
	}
	run("modprobe seastar");
	puts("1..5");
	f.spec = spec_read(spec_beside("seastar.spec"));
	live_read(f.spec->family, &f.live);
	f.coverage[0] = coverage_open();
	f.coverage[1] = coverage_open();
	f.shared = mmap(NULL, sizeof(*f.shared), PROT_READ | PROT_WRITE,
			MAP_SHARED | MAP_ANONYMOUS, -1, 0);
	if (f.shared == MAP_FAILED)
		bail("out of memory");
	client_open();
	create_fabrics();
	fuzz_as_user(&f, &alone);
	if (!o->user_only)
		let(&f, &both);
	print_counts(&f);
	claim_refusals(f.shared);
	claim(f.returned, "every request returns");
	claim_coverage(&f);
	claim(!system("rmmod seastar"), "then the module is removed");
	if (failed)
		printf("# rerun: fuzz-netlink -n %" PRIu64 " -t %u -s %" PRIu64 "%s\n", o->turns,
		       o->seconds, o->seed, o->user_only ? " -u" : "");
	return failed;
}

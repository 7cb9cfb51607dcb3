// SPDX-License-Identifier: GPL-2.0-only
/*
 * A confirmation that comes exactly at the deadline wins, and the settings stay,
 * or it is refused, and they are undone: never both, never neither.  One that comes in
 * time wins, however long it then has to wait for others.
 */
#include <errno.h>
#include <stdio.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include "client.h"
#include "txn.h"

#define TIMEOUT		10	/* ms */
#define STEP		20000	/* ns, by which the aim is corrected */
#define AFTER		20	/* ms, when the timer has run */

#define LARGE		"race-large"
#define WAITED		400	/* ms */
#define EARLY		60	/* ms before the deadline */
#define REFUSED		2

static const char *const devs[TXN_DEVS] = { "race0", "race1", "race2" };
static const uint32_t radix[SEASTAR_DIMS] = { 4, 1, 1 };
static unsigned int in_time_lost;

static int64_t now(void)
{
	struct timespec t;

	clock_gettime(CLOCK_MONOTONIC, &t);
	return t.tv_sec * 1000000000LL + t.tv_nsec;
}

static void wait_until(int64_t when)
{
	while (now() < when)
		;
}

/* The period that all routers of all devices have, 0 if they differ. */
static uint32_t period(void)
{
	struct regs regs[TXN_ROUTERS];
	uint32_t all = 0;
	unsigned int d, r;

	for (d = 0; d < TXN_DEVS; d++) {
		txn_read(devs[d], regs);
		for (r = 0; r < radix[0]; r++) {
			if (all && regs[r].period != all)
				return 0;
			all = regs[r].period;
		}
	}
	return all;
}

/* One round; true if it was confirmed.  Ends the test if that is not what came of it. */
static bool race(uint32_t old, uint32_t new, int64_t aim)
{
	int64_t begin = now();
	uint64_t id = txn_commit_period(devs, new, TIMEOUT);
	uint32_t expected, seen;
	int error, look;

	wait_until(begin + aim);
	error = txn_ask(SEASTAR_CMD_CONFIG_CONFIRM, id, 0);
	if (error && error != ENOENT)
		bail("a confirmation failed: %s", strerror(error));
	expected = error ? old : new;
	for (look = 0; look < 2; look++) {
		seen = period();
		if (seen != expected || txn_pending(id)) {
			printf("not ok 1 a commit is confirmed or undone\n");
			printf("# expected: %s and period %u in all devices\n",
			       error ? "refused" : "confirmed", expected);
			printf("# seen:     period %u, look %d, %zu pending\n", seen, look,
			       txn_pending(id));
			exit(1);
		}
		if (!look)
			usleep(AFTER * 1000);
	}
	return !error;
}

/* Another administrator, who changes a large fabric again and again. */
static pid_t keep_changing(const char *dev)
{
	struct entry e = { -1, -1, 1, false, 0, { -1, -1 } };
	pid_t pid = fork();

	if (pid)
		return pid;
	prctl(PR_SET_PDEATHSIG, SIGKILL);
	client_open();
	for (;; e.period++)
		txn_set(dev, &e, 1);
}

/* Somebody who confirms; the exit status says what came of it. */
static pid_t start_confirming(uint64_t id, int64_t when)
{
	pid_t pid = fork();
	int error;

	if (pid)
		return pid;
	client_open();
	wait_until(when);
	error = txn_ask(SEASTAR_CMD_CONFIG_CONFIRM, id, 0);
	_exit(error == ENOENT ? REFUSED : error != 0);
}

/* Does it wait in the kernel, for a lock, and not for an event? */
static bool waits_for_lock(pid_t pid)
{
	char name[32], line[512] = "";
	const char *state;
	FILE *stat;

	snprintf(name, sizeof(name), "/proc/%d/stat", pid);
	stat = fopen(name, "r");
	if (!stat)
		return false;
	if (!fgets(line, sizeof(line), stat))
		*line = '\0';
	fclose(stat);
	state = strrchr(line, ')');
	return state && !strncmp(state, ") D", 3);
}

/*
 * A confirmation that is sent in time and has to wait until after the deadline, while
 * somebody else's commit is made.  Returns whether it was seen to wait before the deadline, and
 * still after it.
 */
static bool wait_beyond(uint32_t value)
{
	int64_t early = now() + WAITED * 1000000LL;	/* the deadline, or a little before it */
	uint64_t id = txn_commit_period(devs, value, WAITED);
	int64_t late = now() + WAITED * 1000000LL;	/* the deadline, or a little after it */
	pid_t pid = start_confirming(id, early - EARLY * 1000000LL);
	bool in_time = false, waits;
	int status;

	while (now() < early) {
		waits = waits_for_lock(pid);
		in_time |= waits && now() < early;
	}
	wait_until(late);
	waits = waits_for_lock(pid);
	waitpid(pid, &status, 0);
	in_time_lost += in_time && status;
	if (status && WEXITSTATUS(status) != REFUSED)
		bail("a confirmation failed");
	return in_time && waits;
}

/* Does what comes in time win? */
static bool in_time(uint32_t value)
{
	static const uint32_t large[SEASTAR_DIMS] = { 32, 32, 32 };
	unsigned int tries, waited = 0;
	pid_t pid;

	txn_add(LARGE, large);
	pid = keep_changing(LARGE);
	for (tries = 0; waited < 3 && tries < 100; tries++)
		waited += wait_beyond(++value);
	kill(pid, SIGKILL);
	waitpid(pid, NULL, 0);
	txn_del(LARGE);
	printf("%sok 3 a confirmation that comes in time wins, whatever it has to wait for\n",
	       in_time_lost || !waited ? "not " : "");
	printf("# %u of %u were seen to wait beyond the deadline, %u that came in time lost\n",
	       waited, tries, in_time_lost);
	return waited && !in_time_lost;
}

int main(void)
{
	unsigned int rounds = getenv("LONG") ? 1000 : 50;
	unsigned int i, d, confirmed = 0, refused = 0;
	int64_t aim = TIMEOUT * 1000000LL;
	uint32_t old = 1000;

	printf("TAP version 13\n");
	if (geteuid()) {
		printf("1..0 # SKIP needs root\n");
		return 4;
	}
	if (system("modprobe seastar"))
		bail("cannot load the module");
	printf("1..3\n");
	client_open();
	for (d = 0; d < TXN_DEVS; d++)
		txn_add(devs[d], radix);
	txn_commit_period(devs, old, 0);
	for (i = 0; i < rounds; i++) {
		if (race(old, old + 1, aim)) {
			confirmed++;
			aim += STEP;
			old++;
		} else {
			refused++;
			aim -= STEP;
		}
	}
	printf("ok 1 a commit is confirmed or undone, in each of %u rounds\n", rounds);
	d = confirmed && refused;
	printf("%sok 2 both happen at the deadline\n", d ? "" : "not ");
	printf("# confirmed %u times, refused %u times\n", confirmed, refused);
	d &= in_time(old);
	for (i = 0; i < TXN_DEVS; i++)
		txn_del(devs[i]);
	return !d;
}

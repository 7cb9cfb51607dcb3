// SPDX-License-Identifier: GPL-2.0-only
/*
 * A confirmation exactly at the deadline either succeeds, and the settings stay, or is refused, and
 * they are undone: never both, never neither.
 */
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

#include "client.h"
#include "txn.h"

#define TIMEOUT		10	/* ms until the deadline */
#define STEP		20000	/* ns by which each round moves the time of confirmation */
#define AFTER		20	/* ms after which the timer has run */

static const char *const devs[TXN_DEVS] = { "race0", "race1", "race2" };
static const uint32_t radix[SEASTAR_DIMS] = { 4, 1, 1 };

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

/* Return the period that all routers of all devices have, 0 if they differ. */
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

/* Run a round; return true if the commit was confirmed.  A wrong state ends the test. */
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
	printf("1..2\n");
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
	for (i = 0; i < TXN_DEVS; i++)
		txn_del(devs[i]);
	return !d;
}

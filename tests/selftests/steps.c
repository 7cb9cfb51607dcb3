// SPDX-License-Identifier: GPL-2.0-only
/*
 * A request of many changes takes a step per change and a step per router, not a step per change
 * and router.  It runs where a processor executes an instruction per nanosecond (VM_ICOUNT=1), so
 * that a thread's CPU time counts instructions.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

#include <linux/netlink.h>
#include <linux/seastar.h>

#include "client.h"

#define DEV	"steps0"
#define RADIX	16
#define CHANGES	2500	/* changes that fit a request of client.c */
#define MOST	5000	/* most instructions per change, in kernel and user space */

#define STR(t, s)	{ .type = SEASTAR_A_##t, .length = sizeof(s), .data = s }

static const uint32_t radix[] = { RADIX, RADIX, RADIX };
static unsigned int claims;
static bool failed;

static void bail(const char *what, const char *why)
{
	printf("Bail out! %s: %s\n", what, why);
	exit(1);
}

/*
 * Return true if the guest's clock counts instructions: tests/vm/guest.sh then adds nohz_full=1 to
 * the command line of the guest's kernel.
 */
static bool counts_instructions(void)
{
	char line[4096] = "";
	FILE *f = fopen("/proc/cmdline", "r");
	bool counts = f && fgets(line, sizeof(line), f) && strstr(line, "nohz_full=1");

	if (f)
		fclose(f);
	return counts;
}

static long long cpu_time(void)
{
	struct timespec t;

	clock_gettime(CLOCK_THREAD_CPUTIME_ID, &t);
	return t.tv_sec * 1000000000LL + t.tv_nsec;
}

static void send_well(uint8_t command, const struct attr *attrs)
{
	struct answer answer;

	client_send(command, attrs, false, &answer);
	if (answer.error)
		bail("a request is refused", answer.sentence);
}

/* Count the instructions of a request with @changes changes of a bias, of all routers or of one. */
static long long count(unsigned int changes, bool of_one)
{
	static struct attr attrs[CHANGES + 2] = { STR(AGING_DEV, DEV) };
	struct attr entry[] = {
		{ .type = SEASTAR_A_ENTRY_REQ_BIAS, .length = 1, .number = 2 },
		{ .type = of_one ? SEASTAR_A_ENTRY_ROUTER : 0, .length = 4, .number = 5 },
		{ 0 }
	};
	long long begin;
	unsigned int i;

	for (i = 0; i < changes; i++)
		attrs[1 + i] = (struct attr){ .type = SEASTAR_A_AGING_ENTRY | NLA_F_NESTED,
					      .nest = entry };
	attrs[1 + i].type = 0;
	begin = cpu_time();
	send_well(SEASTAR_CMD_AGING_SET, attrs);
	return cpu_time() - begin;
}

static void claim(const char *what, bool of_one)
{
	unsigned int many = of_one ? CHANGES / 2 : CHANGES;
	long long one, all, each;

	count(1, of_one);
	one = count(1, of_one);
	all = count(many, of_one);
	each = (all - one) / (many - 1);
	printf("# %lld instructions of one change, %lld of %u\n", one, all, many);
	printf("%sok %u %s takes at most %u instructions\n", each <= MOST ? "" : "not ", ++claims,
	       what, MOST);
	if (each > MOST) {
		failed = true;
		printf("# seen:     %lld\n", each);
		puts("# rerun: VM_ICOUNT=1 tests/vm/run -k 6.12 -- run-selftests steps");
	}
}

int main(void)
{
	const struct attr new[] = {
		STR(DEV_NAME, DEV),
		{ .type = SEASTAR_A_DEV_RADIX, .length = sizeof(radix), .data = radix },
		{ 0 }
	};
	const struct attr old[] = { STR(DEV_NAME, DEV), { 0 } };

	puts("TAP version 13");
	if (geteuid() || !counts_instructions()) {
		puts("1..0 # SKIP needs root, and a clock that counts instructions");
		return 4;
	}
	if (system("modprobe seastar"))
		bail("cannot load the module", "modprobe failed");
	puts("1..2");
	client_open();
	send_well(SEASTAR_CMD_DEV_NEW, new);
	claim("a further change of all of 4,096 routers", false);
	claim("a further change of one router", true);
	send_well(SEASTAR_CMD_DEV_DEL, old);
	return failed;
}

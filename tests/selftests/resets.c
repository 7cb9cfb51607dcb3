// SPDX-License-Identifier: GPL-2.0-only
/*
 * Routers of hardware are reset repeatedly: counts are right except where a gap is reported, and
 * each time the settings are restored, or declared lost.
 *
 *	resets DEVICE ROUNDS SECONDS
 *
 * The hardware has no traffic: its model counts on request. It ends after ROUNDS, or after SECONDS
 * and at least 40 rounds, and prints the errors and the number of rounds.
 */
#include <errno.h>
#include <fcntl.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

#include <linux/seastar.h>
#include <seastar/mmr.h>

#include "client.h"

#define KNOB		"/sys/kernel/debug/seastar/fail_commit"
#define ROUTERS		8
#define RESET_PERIOD	0x1000
#define LEAST		40	/* rounds, however long they take */
#define PATIENCE	20000	/* number of looks, 1 ms apart */

static const char *dev;
static FILE *host;

static _Noreturn void bail(const char *format, ...)
{
	va_list args;

	va_start(args, format);
	vprintf(format, args);
	va_end(args);
	putchar('\n');
	exit(1);
}

__attribute__((format(printf, 1, 2)))
static void model(const char *format, ...)
{
	char answer[256];
	va_list args;

	fputs("model ", host);
	va_start(args, format);
	vfprintf(host, format, args);
	va_end(args);
	fputc('\n', host);
	fflush(host);
	if (!fgets(answer, sizeof(answer), host) || strcmp(answer, "ok\n"))
		bail("the model does not obey: %s", answer);
}

struct counts {
	uint64_t bin0, gaps;
};

/* Read the packets of age bin 0 at port 0 of a router: all its counters have this value. */
static struct counts read_counts(uint32_t router)
{
	struct attr attrs[] = {
		{ .type = SEASTAR_A_STATS_DEV, .length = strlen(dev) + 1, .data = dev },
		{ .type = SEASTAR_A_STATS_ROUTER, .length = 4, .number = router },
		{ 0 }
	};
	uint64_t counter[SEASTAR_COUNTERS][SEASTAR_PORTS] = { 0 };
	struct answer answer;
	struct nlattr **reply = client_ask(SEASTAR_CMD_STATS_GET, attrs, &answer);

	if (answer.error)
		bail("counters are refused: %s %s", strerror(answer.error), answer.sentence);
	nla_memcpy(counter, reply[SEASTAR_A_STATS_COUNTERS], sizeof(counter));
	return (struct counts){
		.bin0 = counter[SEASTAR_COUNTER_AGE_BIN0][0],
		.gaps = nla_get_u64(reply[SEASTAR_A_STATS_GAPS]),
	};
}

struct setting {
	uint32_t period;
	uint64_t generation;
};

static struct setting read_setting(uint32_t router)
{
	struct attr attrs[] = {
		{ .type = SEASTAR_A_AGING_DEV, .length = strlen(dev) + 1, .data = dev },
		{ .type = SEASTAR_A_AGING_ROUTER, .length = 4, .number = router },
		{ 0 }
	};
	struct answer answer;
	struct nlattr **reply = client_ask(SEASTAR_CMD_AGING_GET, attrs, &answer);

	if (answer.error)
		bail("settings are refused: %s", strerror(answer.error));
	return (struct setting){
		.period = nla_get_u32(reply[SEASTAR_A_AGING_CLOCK_PERIOD]),
		.generation = nla_get_u64(reply[SEASTAR_A_AGING_GENERATION]),
	};
}

/* Read the period from the register itself. */
static uint32_t read_register(uint32_t router)
{
	struct attr attrs[] = {
		{ .type = SEASTAR_A_MMR_DEV, .length = strlen(dev) + 1, .data = dev },
		{ .type = SEASTAR_A_MMR_ROUTER, .length = 4, .number = router },
		{ .type = SEASTAR_A_MMR_OFFSET, .length = 4, .number = SS_MMR_AGE_CLOCK_PERIOD },
		{ 0 }
	};
	struct answer answer;
	struct nlattr **reply = client_ask(SEASTAR_CMD_MMR_GET, attrs, &answer);

	if (answer.error)
		bail("a register is refused: %s", strerror(answer.error));
	return nla_get_u64(reply[SEASTAR_A_MMR_VALUES]);
}

static void set_period(uint32_t period)
{
	const struct attr entry[] = {
		{ .type = SEASTAR_A_ENTRY_CLOCK_PERIOD, .length = 4, .number = period }, { 0 }
	};
	struct attr attrs[] = {
		{ .type = SEASTAR_A_AGING_DEV, .length = strlen(dev) + 1, .data = dev },
		{ .type = SEASTAR_A_AGING_ENTRY | NLA_F_NESTED, .nest = entry },
		{ 0 }
	};
	struct answer answer;

	client_send(SEASTAR_CMD_AGING_SET, attrs, false, &answer);
	if (answer.error)
		bail("a period is refused: %s %s", strerror(answer.error), answer.sentence);
}

static void fail_next_write(void)
{
	FILE *knob = fopen(KNOB, "w");

	if (!knob || fputs("1", knob) == EOF || fclose(knob))
		bail("%s: %s", KNOB, strerror(errno));
}

static void expect(unsigned int round, const char *what, uint64_t expected, uint64_t seen)
{
	if (seen != expected)
		bail("round %u: %s: expected %llu, seen %llu", round, what,
		     (unsigned long long)expected, (unsigned long long)seen);
}

/*
 * Wait for a sample taken after the round's changes, since readers share a sample for a while.
 * Samples before it must equal the previous round's.
 */
static void await_counts(unsigned int round, uint32_t router, struct counts before,
			 struct counts after)
{
	unsigned int looks = 0;
	struct counts now;

	for (;;) {
		now = read_counts(router);
		if (now.bin0 == after.bin0 && now.gaps == after.gaps)
			return;
		expect(round, "packets", before.bin0, now.bin0);
		expect(round, "gaps", before.gaps, now.gaps);
		expect(round, "patience is at an end", true, ++looks < PATIENCE);
		usleep(1000);
	}
}

/* Wait until the driver has written the settings again, or reports that they are lost. */
static void await(unsigned int round, uint32_t router, bool lost, struct setting before)
{
	unsigned int looks = 0;
	struct setting now;

	do {
		now = read_setting(router);
		if (lost ? now.generation != before.generation :
			   read_register(router) == before.period)
			break;
		usleep(1000);
	} while (++looks < PATIENCE);
	expect(round, "patience is at an end", true, looks < PATIENCE);
	expect(round, "the reported period", lost ? RESET_PERIOD : before.period, now.period);
	expect(round, "the period in the register", now.period, read_register(router));
	expect(round, "a new generation", lost, now.generation != before.generation);
}

int main(int argc, char **argv)
{
	unsigned int rounds, round, lost = 0;
	struct counts then, now;
	time_t end;

	if (argc != 4) {
		fprintf(stderr, "usage: resets DEVICE ROUNDS SECONDS\n");
		return 2;
	}
	dev = argv[1];
	rounds = strtoul(argv[2], NULL, 10);
	end = time(NULL) + strtoul(argv[3], NULL, 10);
	host = fopen("/dev/ttyS2", "r+");
	if (!host)
		bail("/dev/ttyS2: %s", strerror(errno));
	client_open();
	srandom(1);
	now = read_counts(0);
	for (round = 0; round < rounds && (round < LEAST || time(NULL) < end); round++) {
		uint32_t router = random() % ROUTERS, more = 1 + random() % 1000;
		bool loses = round % 8 == 5;
		struct setting before;

		set_period(100 + round % 1000);
		model("jump %u %u", more, 10000 + more);
		then = now;
		now.bin0 += more;
		await_counts(round, router, then, now);
		before = read_setting(router);

		if (loses)
			fail_next_write();
		if (random() % 4)
			model("reset %u", router);
		else
			model("reset");
		then = now;
		now.gaps++;
		await_counts(round, router, then, now);
		await(round, router, loses, before);
		lost += loses;
	}
	printf("%u rounds, settings were lost in %s\n", round, lost ? "some" : "none");
	return 0;
}

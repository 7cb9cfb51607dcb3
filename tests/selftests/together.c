// SPDX-License-Identifier: GPL-2.0-only
/*
 * The devices of a commit are changed together, and restored together: a reader that sees one of
 * them changed sees all of them changed, in the published settings and in the registers.  Between
 * two small devices there is a large one, whose registers take long to write.
 *
 *	together [ROUNDS]
 */
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#include <linux/seastar.h>

#include "client.h"
#include "txn.h"

#define LONG_ENOUGH	600000	/* ms */
#define MOMENT		20

static const char *const devs[TXN_DEVS] = { "together0", "together1", "together2" };
static const uint32_t radix[TXN_DEVS][SEASTAR_DIMS] = { { 2, 1, 1 }, { 16, 16, 16 }, { 2, 1, 1 } };

/* Return the period of router 0 of a device: as published, or from its register. */
typedef uint64_t (*look_fn)(const char *dev);

static uint64_t ask(uint8_t command, const struct attr *attrs, uint16_t type)
{
	struct answer answer;
	struct nlattr *a = client_ask(command, attrs, &answer)[type];

	if (answer.error)
		bail("cannot look: %s %s", strerror(answer.error), answer.sentence);
	if (!a)
		bail("an attribute is missing");
	return nla_len(a) == 8 ? nla_get_u64(a) : nla_get_u32(a);
}

static uint64_t published(const char *dev)
{
	const struct attr attrs[] = {
		{ .type = SEASTAR_A_AGING_DEV, .length = strlen(dev) + 1, .data = dev },
		{ .type = SEASTAR_A_AGING_ROUTER, .length = 4 },
		{ 0 }
	};

	return ask(SEASTAR_CMD_AGING_GET, attrs, SEASTAR_A_AGING_CLOCK_PERIOD);
}

static uint64_t in_register(const char *dev)
{
	const struct attr attrs[] = {
		{ .type = SEASTAR_A_MMR_DEV, .length = strlen(dev) + 1, .data = dev },
		{ .type = SEASTAR_A_MMR_ROUTER, .length = 4 },
		{ .type = SEASTAR_A_MMR_OFFSET, .length = 4, .number = 0x40 },
		{ 0 }
	};

	return ask(SEASTAR_CMD_MMR_GET, attrs, SEASTAR_A_MMR_VALUES);
}

/*
 * Start a process that looks at the last device until it changes from @before, and then at the
 * others.  Its exit status shows whether they have changed, too.  The last device is the last to be
 * written.
 */
static pid_t watch(look_fn look, int first, uint64_t before)
{
	int d, status = 0, ready[2];
	char byte = 0;
	pid_t pid;

	if (pipe(ready))
		bail("no pipe: %s", strerror(errno));
	pid = fork();
	if (pid) {
		close(ready[1]);
		if (read(ready[0], &byte, 1) != 1)
			bail("nobody looks");
		close(ready[0]);
		return pid;
	}
	client_open();
	if (look(devs[first]) != before || write(ready[1], &byte, 1) != 1)
		_exit(1);
	while (look(devs[first]) == before)
		;
	for (d = TXN_DEVS - 1; d >= 0; d--)
		status |= look(devs[d]) == before;
	_exit(status);
}

static void end_commit(uint64_t id, bool cancel)
{
	int error = cancel ? txn_ask(SEASTAR_CMD_CONFIG_CANCEL, id, 0) :
			     txn_ask(SEASTAR_CMD_CONFIG_EXTEND, id, MOMENT);

	if (error)
		bail("a commit does not end: %s", strerror(error));
}

static unsigned int seen_apart(pid_t pid)
{
	int status;

	waitpid(pid, &status, 0);
	return status != 0;
}

static void claim(look_fn look, const char *what, int number, unsigned int rounds, bool *good)
{
	unsigned int round, apart[2] = { 0 };
	uint64_t id;
	pid_t pid;

	for (round = 0; round < rounds; round++) {
		pid = watch(look, round % 2 * 2, 1000);
		id = txn_commit_period(devs, 2000, LONG_ENOUGH);
		apart[0] += seen_apart(pid);
		pid = watch(look, round % 2 * 2, 2000);
		end_commit(id, round / 2 % 2);
		apart[1] += seen_apart(pid);
	}
	*good &= !apart[0] && !apart[1];
	printf("%sok %d - %s of all devices of a commit change together\n",
	       apart[0] ? "not " : "", number, what);
	printf("%sok %d - and are undone together\n", apart[1] ? "not " : "", number + 1);
	printf("# of %u rounds %u and %u had some devices changed and others not\n", rounds,
	       apart[0], apart[1]);
}

int main(int argc, char **argv)
{
	unsigned int rounds = argc > 1 ? strtoul(argv[1], NULL, 0) : 24;
	bool good = true;
	int d;

	setvbuf(stdout, NULL, _IOLBF, 0);
	printf("TAP version 13\n");
	if (geteuid()) {
		printf("1..0 # SKIP needs root\n");
		return 4;
	}
	if (system("modprobe seastar"))
		bail("cannot load the module");
	printf("1..4\n");
	client_open();
	for (d = 0; d < TXN_DEVS; d++)
		txn_add(devs[d], radix[d]);
	txn_commit_period(devs, 1000, 0);
	claim(published, "the settings", 1, rounds, &good);
	claim(in_register, "the registers", 3, rounds, &good);
	for (d = 0; d < TXN_DEVS; d++)
		txn_del(devs[d]);
	return !good;
}

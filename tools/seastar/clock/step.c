// SPDX-License-Identifier: GPL-2.0-only
/* Steps of a clock: request one, and wait until it has ended. */
#include <inttypes.h>
#include <signal.h>
#include <time.h>

#include "tools/seastar/base/print.h"

#include "step.h"

/* Interval between checks whether a step is done: short at first, then longer. */
#define FIRST_WAIT_NS	1000000
#define LONGEST_WAIT_NS	100000000

struct clock {
	uint32_t state;
	uint64_t cycle, remaining;
};

static void keep_clock(const struct nlmsghdr *reply, void *ctx)
{
	const struct nlattr *tb[SEASTAR_A_CLOCK_MAX + 1];
	struct clock *c = ctx;

	snl_attributes(reply, tb, SEASTAR_A_CLOCK_MAX);
	c->state = snl_u32(tb[SEASTAR_A_CLOCK_STATE]);
	c->cycle = snl_u64(tb[SEASTAR_A_CLOCK_CYCLE]);
	c->remaining = snl_u64(tb[SEASTAR_A_CLOCK_REMAINING]);
}

static void look(struct nl *nl, const char *dev, struct clock *c)
{
	struct snl_msg m;

	snl_start(&m, SEASTAR_CMD_CLOCK_GET);
	snl_put_str(&m, SEASTAR_A_CLOCK_DEV, dev);
	nl_do(nl, &m, keep_clock, c);
}

static volatile sig_atomic_t step_interrupted;

static void on_interrupt(int signal)
{
	(void)signal;
	step_interrupted = 1;
}

/*
 * Wait for the end of a step.  A clock that stopped before the cycle at which the step was to end
 * was stopped by a user.  If the first check finds a stopped clock already, the step counts as
 * done.
 */
static void wait_for_end(struct nl *nl, const char *dev)
{
	struct timespec wait = { .tv_nsec = FIRST_WAIT_NS };
	uint64_t end = 0;
	struct clock c;

	for (;;) {
		look(nl, dev, &c);
		if (c.state != SEASTAR_CLOCK_STEPPING)
			break;
		if (!end)
			end = c.cycle + c.remaining;
		if (end != c.cycle + c.remaining)
			die("another program gave %s a new step before this one was done", dev);
		if (step_interrupted)
			die("%s is still stepping, %" PRIu64 " cycles to go: 'seastar clock stop %s' stops it",
			    dev, c.remaining, dev);
		nanosleep(&wait, NULL);
		if (wait.tv_nsec < LONGEST_WAIT_NS)
			wait.tv_nsec *= 2;
	}
	if (c.state == SEASTAR_CLOCK_RUNNING)
		die("%s was set running before the step was done", dev);
	if (c.cycle < end)
		die("%s was stopped at cycle %" PRIu64 ", %" PRIu64 " cycles before the end of the step",
		    dev, c.cycle, end - c.cycle);
}

void step_and_wait(struct nl *nl, const char *dev, struct snl_msg *step)
{
	const struct sigaction action = { .sa_handler = on_interrupt };
	struct sigaction on_int, on_term;

	sigaction(SIGINT, &action, &on_int);
	sigaction(SIGTERM, &action, &on_term);
	nl_do(nl, step, NULL, NULL);
	wait_for_end(nl, dev);
	sigaction(SIGINT, &on_int, NULL);
	sigaction(SIGTERM, &on_term, NULL);
}

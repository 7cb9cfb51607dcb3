// SPDX-License-Identifier: GPL-2.0-only
/* seastar clock: run, step and stop a fabric. */
#include <inttypes.h>
#include <stdio.h>

#include "tools/lib/names.h"
#include "tools/seastar/base/command.h"
#include "tools/seastar/base/print.h"
#include "tools/seastar/clock/show.h"
#include "tools/seastar/clock/step.h"
#include "tools/seastar/netlink/nl.h"

#include "cmd.h"

static void clock_show_reply(const struct nlmsghdr *reply, void *ctx)
{
	(void)ctx;
	if (print_is_json())
		print_json(clock_json(reply));
	else
		clock_text(reply);
}

static void clock_show(struct args *a)
{
	const char *dev = args_device(a);
	struct snl_msg m;
	struct nl nl;

	args_end(a);
	snl_start(&m, SEASTAR_CMD_CLOCK_GET);
	snl_put_str(&m, SEASTAR_A_CLOCK_DEV, dev);
	nl_open(&nl);
	nl_do(&nl, &m, clock_show_reply, NULL);
	nl_close(&nl);
}

static void start_set(struct snl_msg *m, const char *dev, enum seastar_clock_state state)
{
	snl_start(m, SEASTAR_CMD_CLOCK_SET);
	snl_put_str(m, SEASTAR_A_CLOCK_DEV, dev);
	snl_put_u32(m, SEASTAR_A_CLOCK_STATE, state);
}

/* How fast: without a word about the rate there is none. */
static void take_speed(struct args *a, struct snl_msg *m)
{
	uint32_t rate = 0;

	if (args_take(a, "budget"))
		snl_put_u32(m, SEASTAR_A_CLOCK_BUDGET, args_number(a, "budget", 0, UINT32_MAX));
	if (args_take(a, "rate"))
		rate = args_number(a, "rate", 1, UINT32_MAX);
	snl_put_u32(m, SEASTAR_A_CLOCK_RATE, rate);
}

static void clock_run(struct args *a)
{
	const char *dev = args_device(a);
	struct snl_msg m;
	struct nl nl;

	start_set(&m, dev, SEASTAR_CLOCK_RUNNING);
	take_speed(a, &m);
	args_end(a);
	nl_open(&nl);
	nl_do(&nl, &m, NULL, NULL);
	nl_close(&nl);
}

static void clock_stop(struct args *a)
{
	const char *dev = args_device(a);
	struct snl_msg m;
	struct nl nl;

	args_end(a);
	start_set(&m, dev, SEASTAR_CLOCK_STOPPED);
	nl_open(&nl);
	nl_do(&nl, &m, NULL, NULL);
	nl_close(&nl);
}

static void clock_step(struct args *a)
{
	const char *dev = args_device(a);
	bool wait = true;
	struct snl_msg m;
	struct nl nl;

	start_set(&m, dev, SEASTAR_CLOCK_STEPPING);
	snl_put_u64(&m, SEASTAR_A_CLOCK_STEPS,
		    args_number(a, "the number of cycles", 0, UINT64_MAX));
	take_speed(a, &m);
	if (args_take(a, "nowait"))
		wait = false;
	args_end(a);
	nl_open(&nl);
	if (wait)
		step_and_wait(&nl, dev, &m);
	else
		nl_do(&nl, &m, NULL, NULL);
	nl_close(&nl);
}

static const struct command commands[] = {
	{ "show", clock_show, "DEV", "Show state, cycle, cycles to go, budget and rate" },
	{ "run", clock_run, "DEV [budget PERCENT] [rate CYCLES]", "Run until stopped" },
	{ "step", clock_step, "DEV CYCLES [budget PERCENT] [rate CYCLES] [nowait]",
	  "Run a number of cycles, and wait until they are done" },
	{ "stop", clock_stop, "DEV", "Stop at once" },
	{ 0 }
};

void cmd_clock(struct args *a)
{
	cmd_run("clock", commands, a);
}

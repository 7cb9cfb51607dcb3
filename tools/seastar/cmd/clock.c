// SPDX-License-Identifier: GPL-2.0-only
/* seastar clock: run, step and stop a fabric. */
#include "tools/lib/names.h"
#include "tools/seastar/base/command.h"
#include "tools/seastar/base/out.h"
#include "tools/seastar/clock/show.h"
#include "tools/seastar/clock/step.h"
#include "tools/seastar/netlink/nl.h"

#include "cmd.h"

static void clock_show_reply(const struct nlmsghdr *reply, void *ctx)
{
	(void)ctx;
	out_open(NULL);
	clock_out(reply);
	out_close();
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

enum { BUDGET, RATE, NOWAIT };

#define SPEED_KEYWORDS								\
	[BUDGET] = { .name = "budget", .value = "PERCENT", .min = 1, .max = 100,	\
		     .unit = "percent of a CPU", .help = "CPU time that the fabric may use" },	\
	[RATE] = { .name = "rate", .value = "CYCLES", .min = 1, .max = UINT32_MAX,	\
		   .unit = "cycles per second", .help = "highest speed of the clock" }

static const struct keyword run_keywords[] = { SPEED_KEYWORDS, { 0 } };

static const struct keyword step_keywords[] = {
	SPEED_KEYWORDS,
	[NOWAIT] = { .name = "nowait", .help = "return at once" },
	{ 0 }
};

/* Take budget and rate; without a rate the clock has none. Returns the keywords found. */
static uint64_t take_speed(struct args *a, struct snl_msg *m, const struct keyword *keywords)
{
	uint32_t rate = 0;
	uint64_t seen = 0;

	while (args_more(a)) {
		switch (keyword_take(a, keywords, &seen)) {
		case BUDGET:
			snl_put_u32(m, SEASTAR_A_CLOCK_BUDGET,
				    keyword_number(a, &keywords[BUDGET]));
			break;
		case RATE:
			rate = keyword_number(a, &keywords[RATE]);
			break;
		}
	}
	snl_put_u32(m, SEASTAR_A_CLOCK_RATE, rate);
	return seen;
}

static void clock_run(struct args *a)
{
	const char *dev = args_device(a);
	struct snl_msg m;
	struct nl nl;

	start_set(&m, dev, SEASTAR_CLOCK_RUNNING);
	take_speed(a, &m, run_keywords);
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
	uint64_t seen;
	struct snl_msg m;
	struct nl nl;

	start_set(&m, dev, SEASTAR_CLOCK_STEPPING);
	snl_put_u64(&m, SEASTAR_A_CLOCK_STEPS,
		    args_number(a, "the number of cycles", NULL, 1, UINT64_MAX));
	seen = take_speed(a, &m, step_keywords);
	nl_open(&nl);
	if (seen & 1 << NOWAIT)
		nl_do(&nl, &m, NULL, NULL);
	else
		step_and_wait(&nl, dev, &m);
	nl_close(&nl);
}

static const struct command clock_commands[] = {
	{ .name = "show", .run = clock_show, .usage = "DEV",
	  .help = "Show state, cycle, cycles to go, budget and rate" },
	{ .name = "run", .run = clock_run, .usage = "DEV", .help = "Run until stopped",
	  .keywords = run_keywords },
	{ .name = "step", .run = clock_step, .usage = "DEV CYCLES",
	  .help = "Run a number of cycles, and wait until they are done",
	  .keywords = step_keywords },
	{ .name = "stop", .run = clock_stop, .usage = "DEV", .help = "Stop at once" },
	{ 0 }
};

void cmd_clock(struct args *a)
{
	object_run("clock", clock_commands, a);
}

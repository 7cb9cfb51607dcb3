// SPDX-License-Identifier: GPL-2.0-only
#include <poll.h>
#include <string.h>

#include "tools/seastar/base/print.h"
#include "tools/seastar/base/wait.h"

#include "guard.h"

static bool guard_on_event(const struct nlmsghdr *event, void *ctx)
{
	const struct nlattr *tb[SEASTAR_A_DEV_NAME + 1];
	const struct guard *g = ctx;
	uint8_t command = snl_command(event);

	if (command != SEASTAR_CMD_DEV_DEL_NTF && command != SEASTAR_CMD_DEV_LOST_NTF)
		return true;
	snl_attributes(event, tb, SEASTAR_A_DEV_NAME);
	if (strcmp(snl_str(tb[SEASTAR_A_DEV_NAME]), g->dev))
		return true;
	if (command == SEASTAR_CMD_DEV_LOST_NTF)
		die("%s stopped answering after its first reading", g->dev);
	die("%s was removed between the two readings", g->dev);
}

/*
 * Ignore lost events: the second reading fails if the device is gone, unless a new device has its
 * name.
 */
static void guard_on_lost(void *ctx)
{
	(void)ctx;
}

/* Handle an event; false if none came within @ms, or a signal came. */
static bool take_event(struct guard *g, uint64_t ms)
{
	const struct snl_follower follower = {
		.event = guard_on_event, .lost = guard_on_lost, .ctx = g
	};
	struct pollfd p = { .fd = nl_fd(&g->events), .events = POLLIN };

	if (poll(&p, 1, ms) <= 0)
		return false;
	nl_events_read(&g->events, &follower);
	return true;
}

void guard_start(struct guard *g, const char *dev)
{
	g->dev = dev;
	nl_open(&g->events);
	nl_subscribe(&g->events);
}

void guard_wait(struct guard *g, uint64_t ms)
{
	uint64_t end = clock_ms() + ms, now;

	do
		now = clock_ms();
	while (now < end && take_event(g, end - now));
}

void guard_end(struct guard *g)
{
	while (take_event(g, 0))
		;
	nl_close(&g->events);
}

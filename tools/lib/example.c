// SPDX-License-Identifier: GPL-2.0-only
/*
 * Example of libseastar: list the devices, with the packets that their routers have sent.
 *
 *	cc example.c $(pkg-config --cflags --libs libseastar) -o example
 */
#include <inttypes.h>
#include <stdio.h>
#include <string.h>

#include <seastar/nl.h>

#define MOST	32	/* devices */

struct devices {
	char name[MOST][SEASTAR_NAME_MAX + 1];
	size_t n;
};

/* Forget the devices of a dump that a change of settings interrupted: it begins again. */
static void forget_devices(void *ctx)
{
	struct devices *list = ctx;

	list->n = 0;
}

static void take_device(const struct nlmsghdr *reply, void *ctx)
{
	const struct nlattr *tb[SEASTAR_A_DEV_MAX + 1];
	struct devices *list = ctx;

	snl_attributes(reply, tb, SEASTAR_A_DEV_MAX);
	if (list->n < MOST)
		snprintf(list->name[list->n++], sizeof(list->name[0]), "%s",
			 snl_str(tb[SEASTAR_A_DEV_NAME]));
}

static void forget_packets(void *ctx)
{
	*(uint64_t *)ctx = 0;
}

/* Sum up the bins of ages: each packet that a port sent is in one of them. */
static void take_router(const struct nlmsghdr *reply, void *ctx)
{
	const struct nlattr *tb[SEASTAR_A_STATS_MAX + 1];
	uint64_t counter[SEASTAR_COUNTERS][SEASTAR_PORTS] = { 0 };
	uint64_t *packets = ctx;
	size_t port, bin;

	snl_attributes(reply, tb, SEASTAR_A_STATS_MAX);
	snl_array(tb[SEASTAR_A_STATS_COUNTERS], counter, SEASTAR_PORTS * SEASTAR_COUNTERS,
		  sizeof(uint64_t));
	for (bin = 0; bin < SEASTAR_AGE_BINS; bin++) {
		for (port = 0; port < SEASTAR_PORTS; port++)
			*packets += counter[SEASTAR_COUNTER_AGE_BIN0 + bin][port];
	}
}

static int print_devices(struct snl *nl)
{
	struct devices list = { .n = 0 };
	struct snl_msg m;
	size_t i;
	int err;

	snl_start(&m, SEASTAR_CMD_DEV_GET);
	err = snl_dump(nl, &m, forget_devices, take_device, &list);
	for (i = 0; !err && i < list.n; i++) {
		uint64_t packets = 0;

		snl_start(&m, SEASTAR_CMD_STATS_GET);
		snl_put_str(&m, SEASTAR_A_STATS_DEV, list.name[i]);
		err = snl_dump(nl, &m, forget_packets, take_router, &packets);
		if (!err)
			printf("%s: %" PRIu64 " packets\n", list.name[i], packets);
	}
	return err;
}

int main(void)
{
	struct snl nl = { .patience = 5 };
	int err = snl_open(&nl);

	if (!err)
		err = print_devices(&nl);
	if (err)
		fprintf(stderr, "example: %s\n", nl.why);
	snl_close(&nl);
	return err ? 1 : 0;
}

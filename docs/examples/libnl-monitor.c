// SPDX-License-Identifier: GPL-2.0-only
/*
 * A monitoring daemon with libnl alone: print each event of the driver, and every SECONDS how many
 * packets the routers of each device have sent: libnl-monitor SECONDS
 *	cc libnl-monitor.c $(pkg-config --cflags --libs libnl-genl-3.0) -o libnl-monitor
 */
#include <inttypes.h>
#include <poll.h>
#include <stdio.h>
#include <stdlib.h>
#include <time.h>

#include <linux/seastar.h>
#include <netlink/genl/ctrl.h>
#include <netlink/genl/genl.h>

struct sums {
	char name[32][SEASTAR_NAME_MAX + 1];
	uint64_t packets[32];
	int n;
};

static int must(int result, const char *what)
{
	if (result >= 0)
		return result;
	fprintf(stderr, "libnl-monitor: %s: %s\n", what, nl_geterror(result));
	exit(1);
}

/* The first attribute of an event is the device's name, except for a commit's, which is its id. */
static int print_event(struct nl_msg *msg, __attribute__((unused)) void *ctx)
{
	struct nlattr *a = nlmsg_find_attr(nlmsg_hdr(msg), GENL_HDRLEN, SEASTAR_A_DEV_NAME);
	int event = genlmsg_hdr(nlmsg_hdr(msg))->cmd;

	printf("%s: event %d\n", event == SEASTAR_CMD_CONFIG_NTF ? "-" : nla_get_string(a), event);
	return NL_OK;
}

/* Routers come device by device.  Each packet that a port sent is in one of the bins of ages. */
static int add_router(struct nl_msg *msg, void *ctx)
{
	uint64_t counter[SEASTAR_COUNTERS * SEASTAR_PORTS];
	static const struct nla_policy policy[SEASTAR_A_STATS_MAX + 1] = {
		[SEASTAR_A_STATS_DEV] = { .type = NLA_STRING, .maxlen = SEASTAR_NAME_MAX + 1 },
		[SEASTAR_A_STATS_COUNTERS] = { .minlen = sizeof(counter) },
	};
	struct nlattr *tb[SEASTAR_A_STATS_MAX + 1];
	struct sums *s = ctx;
	int i;

	must(genlmsg_parse(nlmsg_hdr(msg), 0, tb, SEASTAR_A_STATS_MAX, policy), "a router");
	if (!s->n || nla_strcmp(tb[SEASTAR_A_STATS_DEV], s->name[s->n - 1])) {
		must(s->n < 32 ? 0 : -NLE_RANGE, "too many devices");
		nla_strlcpy(s->name[s->n++], tb[SEASTAR_A_STATS_DEV], sizeof(s->name[0]));
	}
	nla_memcpy(counter, tb[SEASTAR_A_STATS_COUNTERS], sizeof(counter));
	for (i = 0; i < SEASTAR_AGE_BINS * SEASTAR_PORTS; i++)
		s->packets[s->n - 1] += counter[SEASTAR_COUNTER_AGE_BIN0 * SEASTAR_PORTS + i];
	return NL_OK;
}

/* A dump that fails after its beginning ends with an error, which libnl 3.7 does not look at. */
static int end_dump(struct nl_msg *msg, __attribute__((unused)) void *ctx)
{
	int err = *(int *)nlmsg_data(nlmsg_hdr(msg));

	return err ? -nl_syserr2nlerr(err) : NL_OK;
}

/* A dump begins anew if settings or devices changed meanwhile. */
static void print_sums(struct nl_sock *sock, int family, struct sums *s)
{
	int err, i;

	do {
		*s = (struct sums){ .n = 0 };
		must(genl_send_simple(sock, family, SEASTAR_CMD_STATS_GET, SEASTAR_GENL_VERSION,
				      NLM_F_DUMP), "cannot send");
		err = nl_recvmsgs_default(sock);
	} while (err == -NLE_DUMP_INTR);
	must(err, "cannot read counters");
	for (i = 0; i < s->n; i++)
		printf("%s: %" PRIu64 " packets\n", s->name[i], s->packets[i]);
}

int main(int argc, char **argv)
{
	struct nl_sock *sock = nl_socket_alloc(), *events = nl_socket_alloc();
	int seconds = argc == 2 ? atoi(argv[1]) : 1, family, group, err;
	struct pollfd readable = { .events = POLLIN };
	struct sums sums;
	time_t due = 0;

	must(genl_connect(sock) ?: genl_connect(events), "cannot open a socket");
	family = must(genl_ctrl_resolve(sock, SEASTAR_GENL_NAME), "is the module loaded?");
	group = must(genl_ctrl_resolve_grp(events, SEASTAR_GENL_NAME, SEASTAR_GENL_MC_EVENTS), "");
	must(nl_socket_add_membership(events, group), "cannot join the events");
	nl_socket_disable_seq_check(events);
	nl_socket_modify_cb(events, NL_CB_VALID, NL_CB_CUSTOM, print_event, NULL);
	nl_socket_modify_cb(sock, NL_CB_VALID, NL_CB_CUSTOM, add_router, &sums);
	nl_socket_modify_cb(sock, NL_CB_FINISH, NL_CB_CUSTOM, end_dump, NULL);
	readable.fd = nl_socket_get_fd(events);
	setlinebuf(stdout);
	for (;;) {
		if (time(NULL) >= due) {
			print_sums(sock, family, &sums);
			due = time(NULL) + seconds;
		}
		if (poll(&readable, 1, 1000) <= 0)
			continue;
		err = nl_recvmsgs_default(events);
		if (err == -NLE_NOMEM)
			err = puts("events were lost");
		must(err, "cannot read events");
	}
}

// SPDX-License-Identifier: GPL-2.0-only
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <libmnl/libmnl.h>
#include <linux/genetlink.h>
#include <linux/seastar.h>

#include "raw.h"

#define BUFFER	(512 * 1024)

static struct mnl_socket *sock;
static uint16_t family;
static uint32_t sequence;
static char request[BUFFER], reply[BUFFER];

/* What the replies of a snapshot are gathered in. */
struct gathering {
	char *data;
	size_t length;
};

static void bail(const char *what)
{
	printf("Bail out! %s: %s\n", what, strerror(errno));
	exit(1);
}

static struct nlmsghdr *start(uint16_t type, uint8_t command, uint16_t flags)
{
	struct nlmsghdr *nlh = mnl_nlmsg_put_header(request);
	struct genlmsghdr *genl;

	nlh->nlmsg_type = type;
	nlh->nlmsg_flags = NLM_F_REQUEST | flags;
	nlh->nlmsg_seq = ++sequence;
	genl = mnl_nlmsg_put_extra_header(nlh, sizeof(*genl));
	genl->cmd = command;
	genl->version = 1;
	return nlh;
}

static void put(struct nlmsghdr *nlh, const struct attr *a)
{
	struct nlattr *header;

	for (; a->type; a++) {
		header = mnl_nlmsg_get_payload_tail(nlh);
		if (a->nest) {
			mnl_attr_nest_start(nlh, a->type);
			put(nlh, a->nest);
			mnl_attr_nest_end(nlh, header);
			header->nla_type = a->type;	/* with no flag but ours */
		} else {
			mnl_attr_put(nlh, a->type, a->length, a->data ? a->data : &a->number);
		}
		if (a->claimed)
			header->nla_len = a->claimed;
	}
}

static void put_dev(struct nlmsghdr *nlh, const char *dev)
{
	if (dev)
		mnl_attr_put_strz(nlh, SEASTAR_A_DEV_NAME, dev);
}

static void take_sentence(const struct nlmsghdr *nlh, size_t tlvs, struct answer *answer)
{
	const struct nlattr *a;

	if (!(nlh->nlmsg_flags & NLM_F_ACK_TLVS))
		return;
	mnl_attr_for_each(a, nlh, tlvs) {
		if (mnl_attr_get_type(a) == NLMSGERR_ATTR_MSG)
			snprintf(answer->sentence, sizeof(answer->sentence), "%s",
				 mnl_attr_get_str(a));
		else if (mnl_attr_get_type(a) == NLMSGERR_ATTR_OFFS)
			answer->at = mnl_attr_get_u32(a);
	}
}

/* Is this the last message of the answer? */
static bool finished(const struct nlmsghdr *nlh, struct answer *answer)
{
	const int *error = mnl_nlmsg_get_payload(nlh);

	if (nlh->nlmsg_flags & NLM_F_DUMP_INTR)
		answer->interrupted = true;
	if (nlh->nlmsg_type != NLMSG_ERROR && nlh->nlmsg_type != NLMSG_DONE)
		return false;
	answer->error = *error < 0 ? -*error : 0;
	take_sentence(nlh, nlh->nlmsg_type == NLMSG_ERROR ? sizeof(struct nlmsgerr) :
		      sizeof(*error), answer);
	return true;
}

static void gather(struct gathering *g, const struct nlmsghdr *nlh)
{
	size_t length = mnl_nlmsg_get_payload_len(nlh);

	g->data = realloc(g->data, g->length + length);
	if (!g->data)
		bail("out of memory");
	memcpy(g->data + g->length, mnl_nlmsg_get_payload(nlh), length);
	g->length += length;
}

/* Take a piece of the answer; true if it was the last. */
static bool receive(struct gathering *g, struct answer *answer)
{
	const struct nlmsghdr *got = (void *)reply;
	bool done = false;
	int left = mnl_socket_recvfrom(sock, reply, sizeof(reply));

	if (left < 0)
		bail("cannot receive");
	for (; mnl_nlmsg_ok(got, left) && !done; got = mnl_nlmsg_next(got, &left)) {
		done = finished(got, answer);
		if (!done && g)
			gather(g, got);
	}
	return done;
}

static void talk(const struct nlmsghdr *nlh, struct gathering *g, struct answer *answer)
{
	memset(answer, 0, sizeof(*answer));
	if (mnl_socket_sendto(sock, nlh, nlh->nlmsg_len) < 0)
		bail("cannot send");
	while (!receive(g, answer))
		;
}

static void find_family(void)
{
	static const struct attr name[] = {
		{ .type = CTRL_ATTR_FAMILY_NAME, .length = sizeof(SEASTAR_GENL_NAME),
		  .data = SEASTAR_GENL_NAME },
		{ 0 }
	};
	struct nlmsghdr *nlh = start(GENL_ID_CTRL, CTRL_CMD_GETFAMILY, NLM_F_ACK);
	struct gathering g = { 0 };
	struct answer answer;
	const struct nlattr *a;

	put(nlh, name);
	talk(nlh, &g, &answer);
	if (answer.error) {
		errno = answer.error;
		bail("the seastar module is not loaded");
	}
	for (a = (void *)(g.data + sizeof(struct genlmsghdr));
	     mnl_attr_ok(a, g.data + g.length - (char *)a); a = mnl_attr_next(a)) {
		if (mnl_attr_get_type(a) == CTRL_ATTR_FAMILY_ID)
			family = mnl_attr_get_u16(a);
	}
	free(g.data);
}

void raw_open(void)
{
	int on = 1;

	sock = mnl_socket_open(NETLINK_GENERIC);
	if (!sock || mnl_socket_bind(sock, 0, MNL_SOCKET_AUTOPID))
		bail("cannot open a netlink socket");
	mnl_socket_setsockopt(sock, NETLINK_EXT_ACK, &on, sizeof(on));
	mnl_socket_setsockopt(sock, NETLINK_CAP_ACK, &on, sizeof(on));
	find_family();
}

void raw_send(uint8_t command, const struct attr *attrs, bool dump, struct answer *answer)
{
	struct nlmsghdr *nlh = start(family, command, dump ? NLM_F_DUMP : NLM_F_ACK);

	put(nlh, attrs);
	talk(nlh, NULL, answer);
}

void *raw_ask(uint8_t command, const struct attr *attrs, size_t *length, struct answer *answer)
{
	struct nlmsghdr *nlh = start(family, command, NLM_F_ACK);
	struct gathering g = { 0 };

	put(nlh, attrs);
	talk(nlh, &g, answer);
	*length = g.length;
	return g.data;
}

static void gather_answer(struct gathering *g, const struct nlmsghdr *nlh)
{
	struct answer answer;

	talk(nlh, g, &answer);
	if (answer.error) {
		errno = answer.error;
		bail("cannot take a snapshot");
	}
}

static void add(struct gathering *g, uint8_t command, const char *dev, bool dump)
{
	struct nlmsghdr *nlh = start(family, command, dump ? NLM_F_DUMP : NLM_F_ACK);

	put_dev(nlh, dev);
	gather_answer(g, nlh);
}

static void add_hash(struct gathering *g, const char *dev)
{
	struct nlmsghdr *nlh = start(family, SEASTAR_CMD_DEV_GET, NLM_F_ACK);

	mnl_attr_put_strz(nlh, SEASTAR_A_DEV_NAME, dev);
	mnl_attr_put(nlh, SEASTAR_A_DEV_WANT_HASH, 0, NULL);
	gather_answer(g, nlh);
}

void *raw_snapshot(const char *dev, size_t *length)
{
	struct gathering g = { 0 };

	add(&g, SEASTAR_CMD_DEV_GET, NULL, true);
	add(&g, SEASTAR_CMD_AGING_GET, dev, true);
	add(&g, SEASTAR_CMD_STATS_GET, dev, true);
	add(&g, SEASTAR_CMD_LATENCY_GET, dev, true);
	add(&g, SEASTAR_CMD_MARK_GET, dev, true);
	add(&g, SEASTAR_CMD_TRAFFIC_GET, dev, false);
	add(&g, SEASTAR_CMD_TRAFFIC_GET, dev, true);
	add(&g, SEASTAR_CMD_CLOCK_GET, dev, false);
	add_hash(&g, dev);
	*length = g.length;
	return g.data;
}

int raw_dump_since(uint8_t command, const char *dev, const char *since,
		   void (*fn)(const struct nlmsghdr *message, void *ctx), void *ctx)
{
	struct nlmsghdr *nlh = start(family, command, NLM_F_DUMP);
	struct answer answer = { 0 };
	bool done = false;
	int left;

	put_dev(nlh, dev);
	if (since)
		mnl_attr_put_strz(nlh, SEASTAR_A_STATS_SINCE, since);
	if (mnl_socket_sendto(sock, nlh, nlh->nlmsg_len) < 0)
		bail("cannot send");
	while (!done) {
		const struct nlmsghdr *got = (void *)reply;

		left = mnl_socket_recvfrom(sock, reply, sizeof(reply));
		if (left < 0)
			bail("cannot receive");
		for (; mnl_nlmsg_ok(got, left) && !done; got = mnl_nlmsg_next(got, &left)) {
			done = finished(got, &answer);
			if (!done)
				fn(got, ctx);
		}
	}
	return answer.error;
}

int raw_dump(uint8_t command, const char *dev,
	     void (*fn)(const struct nlmsghdr *message, void *ctx), void *ctx)
{
	return raw_dump_since(command, dev, NULL, fn, ctx);
}

void raw_dump_begin(uint8_t command, const char *dev)
{
	struct nlmsghdr *nlh = start(family, command, NLM_F_DUMP);
	struct answer answer = { 0 };

	put_dev(nlh, dev);
	if (mnl_socket_sendto(sock, nlh, nlh->nlmsg_len) < 0)
		bail("cannot send");
	if (receive(NULL, &answer)) {
		errno = answer.error;
		bail("the dump is over with its first piece");
	}
}

struct mnl_socket *raw_dump_start(uint8_t command, const char *dev)
{
	struct mnl_socket *own = mnl_socket_open(NETLINK_GENERIC);
	struct nlmsghdr *nlh = start(family, command, NLM_F_DUMP);

	if (!own)
		return NULL;
	put_dev(nlh, dev);
	if (mnl_socket_sendto(own, nlh, nlh->nlmsg_len) < 0)
		bail("cannot send");
	return own;
}

struct mnl_socket *raw_dump_hold(uint8_t command, const char *dev, int *error)
{
	struct mnl_socket *ours = sock, *held = raw_dump_start(command, dev);
	struct answer answer = { 0 };

	*error = errno;
	if (!held)
		return NULL;
	sock = held;
	receive(NULL, &answer);
	sock = ours;
	*error = answer.error;
	if (!answer.error)
		return held;
	mnl_socket_close(held);
	return NULL;
}

int raw_dump_end(void)
{
	struct answer answer = { 0 };

	while (!receive(NULL, &answer))
		;
	return answer.error ?: answer.interrupted ? EINTR : 0;
}

int raw_dump_finish(struct mnl_socket *held)
{
	struct mnl_socket *ours = sock;
	int error;

	sock = held;
	error = raw_dump_end();
	sock = ours;
	mnl_socket_close(held);
	return error;
}

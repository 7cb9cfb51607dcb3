// SPDX-License-Identifier: GPL-2.0-only
#include <errno.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>

#include <linux/genetlink.h>
#include <linux/seastar.h>
#include <netlink/genl/ctrl.h>
#include <netlink/genl/genl.h>
#include <netlink/netlink.h>
#include <netlink/socket.h>

#include "client.h"
#include "replies.h"

#define REQUEST	(32 * 1024)	/* most bytes of a request */
#define PIECE	(64 * 1024)	/* bytes of a piece of an answer */

static struct nl_sock *sock;
static int family;

/* The message that was received last; its attributes refer to it. */
static struct nl_msg *message;
static struct nlattr *attributes[REPLY_ATTRIBUTES + 1];

static unsigned int pieces;	/* pieces of an answer that may still be received */

/* State of an answer that is being received. */
struct taking {
	client_fn fn;
	void *ctx;
	struct answer *answer;
	bool done;
};

/* The messages of a snapshot. */
struct gathering {
	char *data;
	size_t length;
};

static void bail(const char *what, const char *why)
{
	printf("Bail out! %s: %s\n", what, why);
	exit(1);
}

/*
 * Open a socket. libnl peeks at each piece before it reads it, unless the size of its buffer is
 * given.
 */
static struct nl_sock *open_socket(void)
{
	struct nl_sock *new = nl_socket_alloc();
	int on = 1, error;

	if (!new || genl_connect(new) || nl_socket_set_msg_buf_size(new, PIECE)) {
		error = errno;
		nl_socket_free(new);
		errno = error;
		return NULL;
	}
	setsockopt(nl_socket_get_fd(new), SOL_NETLINK, NETLINK_EXT_ACK, &on, sizeof(on));
	setsockopt(nl_socket_get_fd(new), SOL_NETLINK, NETLINK_CAP_ACK, &on, sizeof(on));
	return new;
}

int client_connect(void)
{
	nl_socket_free(sock);
	sock = open_socket();
	if (!sock)
		return errno;
	family = genl_ctrl_resolve(sock, SEASTAR_GENL_NAME);
	return family < 0 ? ENOENT : 0;
}

void client_open(void)
{
	int error = client_connect();

	if (error)
		bail(error == ENOENT ? "the seastar module is not loaded" :
		     "cannot open a netlink socket", strerror(error));
}

uint32_t client_port(void)
{
	return nl_socket_get_local_port(sock);
}

struct nl_msg *client_request(uint8_t command, bool dump)
{
	struct nl_msg *request = nlmsg_alloc_size(REQUEST);

	if (!request || !genlmsg_put(request, NL_AUTO_PORT, NL_AUTO_SEQ, family, 0,
				     dump ? NLM_F_DUMP : 0, command, SEASTAR_GENL_VERSION))
		bail("cannot begin a request", strerror(ENOMEM));
	return request;
}

static int put_nest(struct nl_msg *request, const struct attr *a);

static void put(struct nl_msg *request, const struct attr *a)
{
	struct nlattr *header;
	int err;

	for (; a->type; a++) {
		header = nlmsg_tail(nlmsg_hdr(request));
		err = a->nest ? put_nest(request, a) :
		      nla_put(request, a->type, a->length, a->data ? a->data : &a->number);
		if (err < 0)
			bail("cannot put an attribute", nl_geterror(err));
		if (a->claimed)
			header->nla_len = a->claimed;
	}
}

/* Put a nest, which may be empty.  Of the flags only those in @a->type are set. */
static int put_nest(struct nl_msg *request, const struct attr *a)
{
	struct nlattr *nest = nla_nest_start(request, a->type);

	if (!nest)
		return -NLE_NOMEM;
	nest->nla_type = a->type;
	put(request, a->nest);
	return nla_nest_end_keep_empty(request, nest);
}

static struct nl_msg *request_of(uint8_t command, const struct attr *attrs, bool dump)
{
	struct nl_msg *request = client_request(command, dump);

	put(request, attrs);
	return request;
}

/* Make a request for a dump of one or all devices, with counts since a mark or since creation. */
static struct nl_msg *dump_of(uint8_t command, const char *dev, const char *since)
{
	struct nl_msg *request = client_request(command, true);

	if ((dev && nla_put_string(request, SEASTAR_A_DEV_NAME, dev)) ||
	    (since && nla_put_string(request, SEASTAR_A_STATS_SINCE, since)))
		bail("cannot put a name", strerror(ENOMEM));
	return request;
}

/* Send a request and return errno, which libnl's own error codes do not distinguish. */
static int post(struct nl_sock *to, struct nl_msg *request)
{
	int error = nl_send_auto(to, request) < 0 ? errno : 0;

	nlmsg_free(request);
	return error;
}

int client_post(struct nl_msg *request)
{
	return post(sock, request);
}

/* End the test if a message has an attribute that the specification does not list for it. */
static void must_be_listed(uint8_t command)
{
	char text[80];
	int i;

	for (i = 1; i <= replies[command].max; i++) {
		if (!attributes[i] || replies[command].has >> i & 1)
			continue;
		snprintf(text, sizeof(text),
			 "command %u has attribute %d, which its reply does not list", command, i);
		bail("a message is not as docs/netlink/seastar.yaml has it", text);
	}
}

struct nlattr **client_attributes(struct nlmsghdr *nlh)
{
	uint8_t command = genlmsg_hdr(nlh)->cmd;
	int err = -NLE_MSGTYPE_NOSUPPORT;

	if (command <= SEASTAR_CMD_MAX && replies[command].policy)
		err = genlmsg_parse(nlh, 0, attributes, replies[command].max,
				    replies[command].policy);
	if (err < 0)
		bail("a message is not as specified", nl_geterror(err));
	must_be_listed(command);
	return attributes;
}

void client_model(struct nlattr *nest, struct nlattr *tb[SEASTAR_A_MODEL_MAX + 1])
{
	int err = 0;

	memset(tb, 0, (SEASTAR_A_MODEL_MAX + 1) * sizeof(*tb));
	if (nest)
		err = nla_parse_nested(tb, SEASTAR_A_MODEL_MAX, nest, model_policy);
	if (err < 0)
		bail("what a model knows is not as specified", nl_geterror(err));
}

static int on_message(struct nl_msg *msg, void *arg)
{
	struct taking *t = arg;

	nlmsg_free(message);
	nlmsg_get(msg);
	message = msg;
	client_attributes(nlmsg_hdr(msg));
	if (t->fn)
		t->fn(attributes, t->ctx);
	return NL_OK;
}

static int on_interruption(__attribute__((unused)) struct nl_msg *msg, void *arg)
{
	struct taking *t = arg;

	t->answer->interrupted = true;
	return NL_OK;
}

/* Take the last message of an answer; @header: bytes before its attributes. */
static void end(struct taking *t, struct nlmsghdr *nlh, size_t header)
{
	static const struct nla_policy policy[NLMSGERR_ATTR_MAX + 1] = {
		[NLMSGERR_ATTR_MSG] = { .type = NLA_STRING },
		[NLMSGERR_ATTR_OFFS] = { .type = NLA_U32 },
	};
	struct nlattr *tb[NLMSGERR_ATTR_MAX + 1];
	int err;

	t->done = true;
	t->answer->error = -*(int *)nlmsg_data(nlh);
	if (!(nlh->nlmsg_flags & NLM_F_ACK_TLVS))
		return;
	err = nlmsg_parse(nlh, header, tb, NLMSGERR_ATTR_MAX, policy);
	if (err < 0)
		bail("cannot read why", nl_geterror(err));
	if (tb[NLMSGERR_ATTR_MSG])
		nla_strlcpy(t->answer->sentence, tb[NLMSGERR_ATTR_MSG],
			    sizeof(t->answer->sentence));
	if (tb[NLMSGERR_ATTR_OFFS])
		t->answer->at = nla_get_u32(tb[NLMSGERR_ATTR_OFFS]);
}

static int on_finish(struct nl_msg *msg, void *arg)
{
	end(arg, nlmsg_hdr(msg), sizeof(int));
	return NL_OK;
}

static int on_ack(struct nl_msg *msg, void *arg)
{
	end(arg, nlmsg_hdr(msg), sizeof(struct nlmsgerr));
	return NL_OK;
}

static int on_error(__attribute__((unused)) struct sockaddr_nl *from, struct nlmsgerr *error,
		    void *arg)
{
	end(arg, (void *)((char *)error - NLMSG_HDRLEN), sizeof(*error));
	return NL_SKIP;
}

static int receive(struct nl_sock *from, struct sockaddr_nl *address, unsigned char **piece,
		   struct ucred **creds)
{
	if (!pieces)
		return 0;
	pieces--;
	return nl_recv(from, address, piece, creds);
}

/* Receive at most @most pieces of an answer; return true at its end. */
static bool take(struct nl_sock *from, unsigned int most, client_fn fn, void *ctx,
		 struct answer *answer)
{
	struct taking t = { fn, ctx, answer, false };
	struct nl_cb *cb = nl_cb_alloc(NL_CB_DEFAULT);
	int err = 0;

	if (!cb)
		bail("cannot receive", strerror(ENOMEM));
	nl_cb_set(cb, NL_CB_VALID, NL_CB_CUSTOM, on_message, &t);
	nl_cb_set(cb, NL_CB_DUMP_INTR, NL_CB_CUSTOM, on_interruption, &t);
	nl_cb_set(cb, NL_CB_FINISH, NL_CB_CUSTOM, on_finish, &t);
	nl_cb_set(cb, NL_CB_ACK, NL_CB_CUSTOM, on_ack, &t);
	nl_cb_err(cb, NL_CB_CUSTOM, on_error, &t);
	nl_cb_overwrite_recv(cb, receive);
	memset(answer, 0, sizeof(*answer));
	for (pieces = most; !err && !t.done && pieces;)
		err = nl_recvmsgs(from, cb);
	nl_cb_put(cb);
	answer->lost = err == -NLE_NOMEM;	/* libnl's error for ENOBUFS */
	if (answer->lost)
		answer->error = ENOBUFS;
	else if (err)
		bail("cannot receive", nl_geterror(err));
	return t.done || answer->lost;
}

/*
 * Wait for an answer.  If a piece of it is lost, open a new socket: on the old one, the rest would
 * be taken for the next answer.
 */
void client_take(client_fn fn, void *ctx, struct answer *answer)
{
	take(sock, UINT_MAX, fn, ctx, answer);
	if (answer->lost)
		client_open();
}

static void talk(struct nl_msg *request, client_fn fn, void *ctx, struct answer *answer)
{
	int error = client_post(request);

	if (error)
		bail("cannot send", strerror(error));
	client_take(fn, ctx, answer);
}

void client_send(uint8_t command, const struct attr *attrs, bool dump, struct answer *answer)
{
	talk(request_of(command, attrs, dump), NULL, NULL, answer);
}

void client_send_twice(uint8_t command, const struct attr *attrs, struct answer answers[2])
{
	char datagram[2 * PIECE];
	size_t length = 0;
	unsigned int i;

	for (i = 0; i < 2; i++) {
		struct nl_msg *request = request_of(command, attrs, false);
		const struct nlmsghdr *nlh = nlmsg_hdr(request);

		nl_complete_msg(sock, request);
		memcpy(datagram + length, nlh, nlh->nlmsg_len);
		length += NLMSG_ALIGN(nlh->nlmsg_len);
		nlmsg_free(request);
	}
	if (nl_sendto(sock, datagram, length) < 0)
		bail("cannot send", strerror(errno));
	for (i = 0; i < 2; i++)
		client_take(NULL, NULL, &answers[i]);
}

struct nlattr **client_ask(uint8_t command, const struct attr *attrs, struct answer *answer)
{
	memset(attributes, 0, sizeof(attributes));
	client_send(command, attrs, false, answer);
	return attributes;
}

static void gather(__attribute__((unused)) struct nlattr **tb, void *ctx)
{
	const struct nlmsghdr *nlh = nlmsg_hdr(message);
	struct gathering *g = ctx;
	size_t length = nlmsg_datalen(nlh);

	g->data = realloc(g->data, g->length + length);
	if (!g->data)
		bail("cannot take a snapshot", strerror(ENOMEM));
	memcpy(g->data + g->length, nlmsg_data(nlh), length);
	g->length += length;
}

static void add(struct gathering *g, uint8_t command, const struct attr *attrs, bool dump)
{
	struct answer answer;

	talk(request_of(command, attrs, dump), gather, g, &answer);
	if (answer.error)
		bail("cannot take a snapshot", strerror(answer.error));
}

void *client_snapshot(const char *dev, size_t *length)
{
	const struct attr none = { 0 }, of_dev[] = {
		{ .type = SEASTAR_A_DEV_NAME, .length = strlen(dev) + 1, .data = dev }, { 0 }
	}, with_hash[] = { of_dev[0], { .type = SEASTAR_A_DEV_WANT_HASH }, { 0 } };
	struct gathering g = { 0 };

	add(&g, SEASTAR_CMD_DEV_GET, &none, true);
	add(&g, SEASTAR_CMD_AGING_GET, of_dev, true);
	add(&g, SEASTAR_CMD_STATS_GET, of_dev, true);
	add(&g, SEASTAR_CMD_LATENCY_GET, of_dev, true);
	add(&g, SEASTAR_CMD_MARK_GET, of_dev, true);
	add(&g, SEASTAR_CMD_TRAFFIC_GET, of_dev, false);
	add(&g, SEASTAR_CMD_TRAFFIC_GET, of_dev, true);
	add(&g, SEASTAR_CMD_CLOCK_GET, of_dev, false);
	add(&g, SEASTAR_CMD_DEV_GET, with_hash, false);
	*length = g.length;
	return g.data;
}

static int error_of(const struct answer *answer)
{
	return answer->error ?: answer->interrupted ? EINTR : 0;
}

int client_dump_since(uint8_t command, const char *dev, const char *since, client_fn fn, void *ctx)
{
	struct answer answer;

	talk(dump_of(command, dev, since), fn, ctx, &answer);
	return error_of(&answer);
}

int client_dump(uint8_t command, const char *dev, client_fn fn, void *ctx)
{
	return client_dump_since(command, dev, NULL, fn, ctx);
}

void client_dump_begin(uint8_t command, const char *dev)
{
	struct answer answer;
	int error = client_post(dump_of(command, dev, NULL));

	if (error)
		bail("cannot send", strerror(error));
	if (take(sock, 1, NULL, NULL, &answer))
		bail("the dump is over with its first piece", strerror(answer.error));
}

int client_dump_end(void)
{
	struct answer answer;

	client_take(NULL, NULL, &answer);
	return error_of(&answer);
}

struct nl_sock *client_dump_start(uint8_t command, const char *dev)
{
	struct nl_sock *own = open_socket();
	int error;

	if (!own)
		return NULL;
	error = post(own, dump_of(command, dev, NULL));
	if (error)
		bail("cannot send", strerror(error));
	return own;
}

struct nl_sock *client_dump_hold(uint8_t command, const char *dev, int *error)
{
	struct nl_sock *held = client_dump_start(command, dev);
	struct answer answer;

	*error = errno;
	if (!held)
		return NULL;
	take(held, 1, NULL, NULL, &answer);
	*error = answer.error;
	if (!answer.error)
		return held;
	nl_socket_free(held);
	return NULL;
}

int client_dump_finish(struct nl_sock *held)
{
	struct answer answer;

	take(held, UINT_MAX, NULL, NULL, &answer);
	nl_socket_free(held);
	return error_of(&answer);
}

// SPDX-License-Identifier: GPL-2.0-only
/* Transactions with the family: requests, dumps, events, errors. */
#include <errno.h>
#include <inttypes.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <unistd.h>

#include <linux/netlink.h>

#include "tools/seastar/base/print.h"

#include "attrs.h"
#include "nl.h"

#define RECEIVE_BYTES	(32 * 1024)	/* the largest piece of a dump */
#define SEND_BYTES	(16 * 1024 * 1024)	/* a change that names every port */
#define EVENT_BYTES	(4 * 1024 * 1024)	/* events waiting to be read */
#define CONTROL_GROUP	GENL_ID_CTRL	/* its one group has the number of the family */
#define DUMP_TRIES	6	/* the first and five retries */

/* Where the kernel has no sentence of its own. */
#define NO_PRIVILEGE	"this needs CAP_NET_ADMIN in the initial user namespace: use sudo"
#define NO_FAMILY	\
	"the seastar module is not loaded, or this is not the initial network namespace: modprobe seastar"
#define NO_FAMILY_HERE	\
	"the seastar module is in the initial network namespace only: a container needs the host's"

/* A transaction under way. */
struct talk {
	struct nl *nl;
	const struct nlmsghdr *request;
	nl_reply_fn fn;
	void *ctx;
};

/* Say what went wrong: the last word of the program, unless it wants to go on. */
static void fail(struct nl *nl, const char *fmt, ...) __attribute__((format(printf, 2, 3)));

static void fail(struct nl *nl, const char *fmt, ...)
{
	va_list ap;

	va_start(ap, fmt);
	vsnprintf(nl->why, sizeof(nl->why), fmt, ap);
	va_end(ap);
	nl->failed = true;
	if (!nl->may_fail)
		die("%s", nl->why);
}

static void set_option(struct nl *nl, int option)
{
	int on = 1;

	if (mnl_socket_setsockopt(nl->socket, option, &on, sizeof(on)))
		fail(nl, "netlink socket option %d: %s", option, strerror(errno));
}

/* A privileged user may exceed the system's limit, others get up to it. */
static void set_buffer(struct nl *nl, int force, int plain, int bytes)
{
	int fd = mnl_socket_get_fd(nl->socket);

	if (setsockopt(fd, SOL_SOCKET, force, &bytes, sizeof(bytes)))
		setsockopt(fd, SOL_SOCKET, plain, &bytes, sizeof(bytes));
}

static void open_socket(struct nl *nl)
{
	nl->socket = mnl_socket_open2(NETLINK_GENERIC, SOCK_CLOEXEC);
	if (!nl->socket || mnl_socket_bind(nl->socket, 0, MNL_SOCKET_AUTOPID)) {
		fail(nl, "cannot open a netlink socket: %s", strerror(errno));
		return;
	}
	set_option(nl, NETLINK_EXT_ACK);
	set_option(nl, NETLINK_CAP_ACK);
	set_option(nl, NETLINK_GET_STRICT_CHK);
	set_buffer(nl, SO_SNDBUFFORCE, SO_SNDBUF, SEND_BYTES);
}

const char *(*nl_meant)(const char *name);

/* What the kernel says: its sentence, and the attribute it is about, NULL and "" if none. */
struct saying {
	const char *sentence;
	const struct nlattr *about;
	bool has_range;		/* the attribute's policy has one */
	uint64_t least, most;
	char where[ATTRS_NAME_MAX];
};

static void read_range(const struct nlattr *policy, struct saying *s)
{
	const struct nlattr *a;

	mnl_attr_for_each_nested(a, policy) {
		if (mnl_attr_get_type(a) == NL_POLICY_TYPE_ATTR_MIN_VALUE_U)
			s->least = attr_u64(a);
		if (mnl_attr_get_type(a) == NL_POLICY_TYPE_ATTR_MAX_VALUE_U) {
			s->most = attr_u64(a);
			s->has_range = true;
		}
	}
}

static void read_where(const struct talk *t, uint32_t offset, struct saying *s)
{
	attrs_name_at(t->request, offset, s->where);
	if (*s->where)
		s->about = (const struct nlattr *)((const char *)t->request + offset);
}

/* @tlvs are after the errno in @reply. */
static struct saying read_saying(const struct talk *t, const struct nlmsghdr *reply, size_t tlvs)
{
	struct saying s = { .sentence = "" };
	const struct nlattr *a;

	if (!(reply->nlmsg_flags & NLM_F_ACK_TLVS))
		return s;
	mnl_attr_for_each(a, reply, tlvs) {
		if (mnl_attr_get_type(a) == NLMSGERR_ATTR_MSG)
			s.sentence = attr_str(a);
		else if (mnl_attr_get_type(a) == NLMSGERR_ATTR_OFFS)
			read_where(t, attr_u32(a), &s);
		else if (mnl_attr_get_type(a) == NLMSGERR_ATTR_POLICY)
			read_range(a, &s);
	}
	return s;
}

static void refused(const struct talk *t, int error, const struct nlmsghdr *reply,
		    size_t tlvs)
{
	struct saying s = read_saying(t, reply, tlvs);
	const char *hint = NULL;

	/* what netlink itself says of a family that is not there any more */
	if (!*s.sentence && error == ENOENT)
		s.sentence =
			"the device or the module was removed meanwhile: see 'seastar dev show'";
	if (!*s.sentence)
		s.sentence = error == EPERM ? NO_PRIVILEGE : strerror(error);
	if (error == ENODEV && s.about && nl_meant && !t->nl->may_fail)
		hint = nl_meant(attr_str(s.about));
	if (hint)
		fail(t->nl, "%s (attribute %s): did you mean '%s'?", s.sentence, s.where, hint);
	else if (*s.where && s.has_range)
		fail(t->nl, "%s: %" PRIu64 " to %" PRIu64 " (attribute %s)", s.sentence, s.least,
		     s.most, s.where);
	else if (*s.where)
		fail(t->nl, "%s (attribute %s)", s.sentence, s.where);
	else
		fail(t->nl, "%s", s.sentence);
}

/* A request that was granted may still deserve a warning. */
static void granted(const struct talk *t, const struct nlmsghdr *reply, size_t tlvs)
{
	struct saying s = read_saying(t, reply, tlvs);

	if (*s.sentence)
		warn("%s", s.sentence);
}

/* Is that error an answer to whoever asked? */
static bool expected(const struct talk *t, int error)
{
	if (t->nl->expect && error == t->nl->expect)
		t->nl->met = true;
	else if (t->nl->may_lack && error == EOPNOTSUPP)
		t->nl->unsupported = true;
	else
		return false;
	return true;
}

static int on_reply(const struct nlmsghdr *reply, void *ctx)
{
	struct talk *t = ctx;

	if (t->fn)
		t->fn(reply, t->ctx);
	return MNL_CB_OK;
}

static int on_error(const struct nlmsghdr *reply, void *ctx)
{
	const struct nlmsgerr *e = mnl_nlmsg_get_payload(reply);
	const struct talk *t = ctx;
	size_t tlvs = sizeof(*e);

	if (mnl_nlmsg_get_payload_len(reply) < sizeof(*e)) {
		fail(t->nl, "the kernel's answer is cut short");
		return MNL_CB_STOP;
	}
	if (expected(ctx, -e->error))
		return MNL_CB_STOP;
	/* A request that was granted is never quoted as a whole. */
	if (!e->error) {
		granted(ctx, reply, tlvs);
		return MNL_CB_STOP;
	}
	if (!(reply->nlmsg_flags & NLM_F_CAPPED))
		tlvs += MNL_ALIGN(e->msg.nlmsg_len - sizeof(e->msg));
	refused(ctx, -e->error, reply, tlvs);
	return MNL_CB_STOP;
}

/* The end of a dump carries its error, if it failed on the way. */
static int on_done(const struct nlmsghdr *reply, void *ctx)
{
	const int *error = mnl_nlmsg_get_payload(reply);

	if (mnl_nlmsg_get_payload_len(reply) >= sizeof(*error) && *error < 0 &&
	    !expected(ctx, -*error))
		refused(ctx, -*error, reply, sizeof(*error));
	return MNL_CB_STOP;
}

/* A signal is no reason to give up. */
static ssize_t send_all(struct nl *nl, const struct msg *m)
{
	ssize_t n;

	do
		n = mnl_socket_sendto(nl->socket, m->header, m->header->nlmsg_len);
	while (n < 0 && errno == EINTR);
	return n;
}

static ssize_t receive(struct nl *nl)
{
	ssize_t n;

	do
		n = mnl_socket_recvfrom(nl->socket, nl->buffer, RECEIVE_BYTES);
	while (n < 0 && errno == EINTR);
	return n;
}

/* Take the answer; return false if it is not complete. */
static bool receive_part(struct nl *nl, struct talk *t, bool *interrupted)
{
	static mnl_cb_t control[NLMSG_MIN_TYPE] = {
		[NLMSG_ERROR] = on_error,
		[NLMSG_DONE] = on_done,
	};
	ssize_t n = receive(nl);
	int ret;

	if (n < 0) {
		fail(nl, "cannot receive from the kernel: %s", strerror(errno));
		return true;
	}
	ret = mnl_cb_run2(nl->buffer, n, nl->sequence, mnl_socket_get_portid(nl->socket),
			  on_reply, t, control, NLMSG_MIN_TYPE);
	*interrupted = ret < 0 && errno == EINTR;
	if (ret < 0 && errno != EINTR)
		fail(nl, "the kernel's answer makes no sense: %s", strerror(errno));
	return ret <= MNL_CB_STOP;
}

/* Return false if the kernel says that a dump was interrupted. */
static bool talk(struct nl *nl, struct msg *m, uint16_t flags, struct talk *t)
{
	bool interrupted = false;

	if (nl->failed)
		return true;
	m->header->nlmsg_type = nl->family;
	m->header->nlmsg_flags = NLM_F_REQUEST | flags;
	m->header->nlmsg_seq = ++nl->sequence;
	t->request = m->header;
	if (send_all(nl, m) < 0) {
		fail(nl, "cannot send to the kernel: %s", strerror(errno));
		return true;
	}
	while (!receive_part(nl, t, &interrupted))
		;
	return !interrupted;
}

static void find_events(const struct nlattr *groups, struct nl *nl)
{
	const struct nlattr *group, *tb[CTRL_ATTR_MCAST_GRP_MAX + 1];

	mnl_attr_for_each_nested(group, groups) {
		nl_nested(group, tb, CTRL_ATTR_MCAST_GRP_MAX);
		if (!strcmp(attr_str(tb[CTRL_ATTR_MCAST_GRP_NAME]), SEASTAR_GENL_MC_EVENTS))
			nl->events = attr_u32(tb[CTRL_ATTR_MCAST_GRP_ID]);
	}
}

static int on_family(const struct nlmsghdr *reply, void *ctx)
{
	const struct nlattr *tb[CTRL_ATTR_MAX + 1];
	const struct nlattr *id;
	struct nl *nl = ctx;

	nl_attributes(reply, tb, CTRL_ATTR_MAX);
	id = tb[CTRL_ATTR_FAMILY_ID];
	if (id && mnl_attr_get_payload_len(id) >= sizeof(uint16_t))
		nl->family = mnl_attr_get_u16(id);
	if (tb[CTRL_ATTR_MCAST_GROUPS])
		find_events(tb[CTRL_ATTR_MCAST_GROUPS], nl);
	return MNL_CB_OK;
}

static void find_family(struct nl *nl)
{
	struct genlmsghdr *genl;
	struct msg m;
	ssize_t n;

	msg_start(&m, CTRL_CMD_GETFAMILY);
	genl = mnl_nlmsg_get_payload(m.header);
	genl->version = 1;
	m.header->nlmsg_type = GENL_ID_CTRL;
	m.header->nlmsg_flags = NLM_F_REQUEST;
	msg_put_str(&m, CTRL_ATTR_FAMILY_NAME, SEASTAR_GENL_NAME);
	n = send_all(nl, &m);
	msg_free(&m);
	if (n < 0) {
		fail(nl, "cannot send to the kernel: %s", strerror(errno));
		return;
	}
	n = receive(nl);
	if (n < 0)
		fail(nl, "cannot receive from the kernel: %s", strerror(errno));
	else if (mnl_cb_run(nl->buffer, n, 0, 0, on_family, nl) < 0 && errno != ENOENT)
		fail(nl, "cannot find the seastar netlink family: %s", strerror(errno));
	else if (!nl->family)
		fail(nl, "%s", access("/sys/class/seastar", F_OK) ? NO_FAMILY : NO_FAMILY_HERE);
}

static void nl_start(struct nl *nl)
{
	nl->size = RECEIVE_BYTES;
	nl->buffer = allocate(nl->size, 1);
	open_socket(nl);
	if (!nl->failed)
		find_family(nl);
}

void nl_open(struct nl *nl)
{
	*nl = (struct nl){ 0 };
	nl_start(nl);
}

void nl_try_open(struct nl *nl)
{
	*nl = (struct nl){ .may_fail = true };
	nl_start(nl);
}

void nl_close(struct nl *nl)
{
	if (nl->socket)
		mnl_socket_close(nl->socket);
	free(nl->buffer);
	nl->socket = NULL;
	nl->buffer = NULL;
}

int nl_fd(const struct nl *nl)
{
	return mnl_socket_get_fd(nl->socket);
}

void nl_do(struct nl *nl, struct msg *m, nl_reply_fn fn, void *ctx)
{
	struct talk t = { .nl = nl, .fn = fn, .ctx = ctx };

	talk(nl, m, NLM_F_ACK, &t);
	msg_free(m);
}

void nl_dump(struct nl *nl, struct msg *m, void (*restart)(void *ctx), nl_reply_fn fn,
	     void *ctx)
{
	struct talk t = { .nl = nl, .fn = fn, .ctx = ctx };
	int tries;

	for (tries = 0; tries < DUMP_TRIES; tries++) {
		restart(ctx);
		if (talk(nl, m, NLM_F_DUMP, &t)) {
			msg_free(m);
			return;
		}
		/* What is left of the interrupted dump goes with its socket. */
		mnl_socket_close(nl->socket);
		open_socket(nl);
	}
	msg_free(m);
	fail(nl, "settings changed during each of %d readings: try again when they rest",
	     DUMP_TRIES);
}

static void join(struct nl *nl, uint32_t group)
{
	if (mnl_socket_setsockopt(nl->socket, NETLINK_ADD_MEMBERSHIP, &group, sizeof(group)))
		fail(nl, "cannot join the events of the seastar module: %s", strerror(errno));
}

void nl_subscribe(struct nl *nl)
{
	if (nl->failed)
		return;
	set_buffer(nl, SO_RCVBUFFORCE, SO_RCVBUF, EVENT_BYTES);
	join(nl, CONTROL_GROUP);
	join(nl, nl->events);
}

/* Families come and go: a module that is loaded anew has another one. */
static void on_control(struct nl *nl, const struct nlmsghdr *m, const struct nl_follower *f)
{
	const struct nlattr *tb[CTRL_ATTR_MAX + 1];
	uint8_t command = nl_command(m);

	nl_attributes(m, tb, CTRL_ATTR_MAX);
	if (!f->module || strcmp(attr_str(tb[CTRL_ATTR_FAMILY_NAME]), SEASTAR_GENL_NAME))
		return;
	if (command == CTRL_CMD_DELFAMILY) {
		nl->family = 0;
		f->module(false, f->ctx);
	} else if (command == CTRL_CMD_NEWFAMILY && !nl->family) {
		on_family(m, nl);
		join(nl, nl->events);
		f->module(true, f->ctx);
	}
}

/* Read one datagram, however long; false if events were lost before it. */
static bool receive_event(struct nl *nl, ssize_t *length)
{
	*length = recv(nl_fd(nl), NULL, 0, MSG_PEEK | MSG_TRUNC);
	if (*length > (ssize_t)nl->size) {
		nl->size = *length;
		nl->buffer = resize(nl->buffer, nl->size, 1);
	}
	if (*length >= 0)
		*length = recv(nl_fd(nl), nl->buffer, nl->size, 0);
	if (*length >= 0 || errno == EINTR)
		return true;
	if (errno == ENOBUFS)
		return false;
	fail(nl, "cannot receive events: %s", strerror(errno));
	return true;
}

bool nl_events_read(struct nl *nl, const struct nl_follower *f)
{
	const struct nlmsghdr *event;
	ssize_t length;
	int left;

	if (!receive_event(nl, &length)) {
		f->lost(f->ctx);
		return true;
	}
	event = (const struct nlmsghdr *)nl->buffer;
	for (left = length; mnl_nlmsg_ok(event, left); event = mnl_nlmsg_next(event, &left)) {
		if (event->nlmsg_type == GENL_ID_CTRL)
			on_control(nl, event, f);
		else if (event->nlmsg_type == nl->family && !f->event(event, f->ctx))
			return false;
	}
	return true;
}

void nl_events(struct nl *nl, const struct nl_follower *f)
{
	while (nl_events_read(nl, f))
		;
}

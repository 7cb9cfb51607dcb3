// SPDX-License-Identifier: GPL-2.0-only
/* Transactions with the family: requests, dumps, events, errors. */
#include <errno.h>
#include <inttypes.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/time.h>
#include <unistd.h>

#include <linux/netlink.h>

#include "nl.h"
#include "where.h"

#define RECEIVE_BYTES	(32 * 1024)	/* most bytes that the kernel sends at once */
#define SEND_BYTES	(16 * 1024 * 1024)	/* bytes: enough for a change of every port */
#define EVENT_BYTES	(4 * 1024 * 1024)	/* bytes of unread events */
#define CONTROL_GROUP	GENL_ID_CTRL	/* the group has the same number as its family */
#define DUMP_TRIES	6	/* the first and five retries */

/* Sentences for errors for which the kernel has none. */
#define NO_PRIVILEGE	"this needs CAP_NET_ADMIN in the initial user namespace: use sudo"
#define NO_FAMILY	\
	"the seastar module is not loaded, or this is not the initial network namespace: modprobe seastar"
#define NO_FAMILY_HERE	\
	"the seastar module is in the initial network namespace only: a container needs the host's"

/**
 * struct talk - a transaction under way
 * @nl: the connection
 * @request: the request sent
 * @fn: function called with each reply
 * @ctx: argument of @fn
 * @error: the kernel's answer: 0 or a negative errno
 */
struct talk {
	struct snl *nl;
	const struct nlmsghdr *request;
	snl_reply_fn fn;
	void *ctx;
	int error;
};

/* Store a sentence about @error in @nl->why, and return @error. */
static int nl_fail(struct snl *nl, int error, const char *fmt, ...)
	__attribute__((format(printf, 3, 4)));

static int nl_fail(struct snl *nl, int error, const char *fmt, ...)
{
	va_list ap;

	va_start(ap, fmt);
	vsnprintf(nl->why, sizeof(nl->why), fmt, ap);
	va_end(ap);
	return error;
}

static void close_socket(struct snl *nl)
{
	if (nl->socket)
		mnl_socket_close(nl->socket);
	nl->socket = NULL;
}

/* Report a failure and close the socket, which drops the rest of the answer. */
static int nl_fail_whole(struct snl *nl, int error, const char *what)
{
	close_socket(nl);
	return nl_fail(nl, error, "%s: %s", what, strerror(-error));
}

/*
 * Set the size of a buffer. A privileged user may exceed the system's limit, others get up to it.
 */
static void set_buffer(struct snl *nl, int force, int plain, int bytes)
{
	int fd = mnl_socket_get_fd(nl->socket);

	if (setsockopt(fd, SOL_SOCKET, force, &bytes, sizeof(bytes)))
		setsockopt(fd, SOL_SOCKET, plain, &bytes, sizeof(bytes));
}

static int set_options(struct snl *nl)
{
	static const int options[] = {
		NETLINK_EXT_ACK, NETLINK_CAP_ACK, NETLINK_GET_STRICT_CHK
	};
	size_t i;
	int on = 1;

	for (i = 0; i < sizeof(options) / sizeof(options[0]); i++) {
		if (mnl_socket_setsockopt(nl->socket, options[i], &on, sizeof(on)))
			return -errno;
	}
	return 0;
}

static int open_socket(struct snl *nl)
{
	struct timeval patience = { .tv_sec = nl->patience };
	int err;

	nl->socket = mnl_socket_open2(NETLINK_GENERIC, SOCK_CLOEXEC);
	if (!nl->socket || mnl_socket_bind(nl->socket, 0, MNL_SOCKET_AUTOPID))
		return nl_fail_whole(nl, -errno, "cannot open a netlink socket");
	err = set_options(nl);
	if (err)
		return nl_fail_whole(nl, err, "cannot set an option of a netlink socket");
	set_buffer(nl, SO_SNDBUFFORCE, SO_SNDBUF, SEND_BYTES);
	if (nl->patience)
		setsockopt(mnl_socket_get_fd(nl->socket), SOL_SOCKET, SO_RCVTIMEO, &patience,
			   sizeof(patience));
	return 0;
}

/* A kernel's error report: its sentence, and the attribute it is about; NULL and "" if missing. */
struct saying {
	const char *sentence;
	const struct nlattr *about;
	bool has_range;		/* the attribute's policy has one */
	uint64_t least, most;
	char where[WHERE_MAX];
};

static void read_range(const struct nlattr *policy, struct saying *s)
{
	const struct nlattr *a;

	mnl_attr_for_each_nested(a, policy) {
		if (mnl_attr_get_type(a) == NL_POLICY_TYPE_ATTR_MIN_VALUE_U)
			s->least = snl_u64(a);
		if (mnl_attr_get_type(a) == NL_POLICY_TYPE_ATTR_MAX_VALUE_U) {
			s->most = snl_u64(a);
			s->has_range = true;
		}
	}
}

static void read_where(const struct talk *t, uint32_t offset, struct saying *s)
{
	snl_where(t->request, offset, s->where);
	if (*s->where)
		s->about = (const struct nlattr *)((const char *)t->request + offset);
}

/* Parse an error report: @tlvs follow the errno in @reply. */
static struct saying read_saying(const struct talk *t, const struct nlmsghdr *reply, size_t tlvs)
{
	struct saying s = { .sentence = "" };
	const struct nlattr *a;

	if (!(reply->nlmsg_flags & NLM_F_ACK_TLVS))
		return s;
	mnl_attr_for_each(a, reply, tlvs) {
		if (mnl_attr_get_type(a) == NLMSGERR_ATTR_MSG)
			s.sentence = snl_str(a);
		else if (mnl_attr_get_type(a) == NLMSGERR_ATTR_OFFS)
			read_where(t, snl_u32(a), &s);
		else if (mnl_attr_get_type(a) == NLMSGERR_ATTR_POLICY)
			read_range(a, &s);
	}
	return s;
}

/*
 * Return true if a value is out of range. The kernel has an errno for that with some attributes
 * only.
 */
static bool is_out_of_range(const struct saying *s)
{
	uint64_t value = s->about ? snl_where_number(s->about) : 0;

	return s->about && s->has_range && (value < s->least || value > s->most);
}

static void refused(struct talk *t, int error, const struct nlmsghdr *reply, size_t tlvs)
{
	struct saying s = read_saying(t, reply, tlvs);
	const char *hint = NULL;

	t->error = -error;
	/* netlink's own error for a family that is gone */
	if (!*s.sentence && error == ENOENT)
		s.sentence =
			"the device or the module was removed meanwhile: see 'seastar dev show'";
	if (!*s.sentence)
		s.sentence = error == EPERM ? NO_PRIVILEGE : strerror(error);
	if (error == ENODEV && s.about && t->nl->meant)
		hint = t->nl->meant(snl_str(s.about));
	if (hint)
		nl_fail(t->nl, -error, "%s: %s: did you mean '%s'?", s.where, s.sentence, hint);
	else if (is_out_of_range(&s))
		nl_fail(t->nl, -error, "%s: %" PRIu64 " is not from %" PRIu64 " to %" PRIu64,
			s.where, snl_where_number(s.about), s.least, s.most);
	else if (*s.where)
		nl_fail(t->nl, -error, "%s: %s", s.where, s.sentence);
	else
		nl_fail(t->nl, -error, "%s", s.sentence);
}

/* Store the warning of a request that succeeded, if there is one. */
static void granted(const struct talk *t, const struct nlmsghdr *reply, size_t tlvs)
{
	struct saying s = read_saying(t, reply, tlvs);

	snprintf(t->nl->note, sizeof(t->nl->note), "%s", s.sentence);
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
	struct talk *t = ctx;
	size_t tlvs = sizeof(*e);

	if (mnl_nlmsg_get_payload_len(reply) < sizeof(*e)) {
		t->error = nl_fail(t->nl, -EPROTO, "the kernel's answer is cut short");
		return MNL_CB_STOP;
	}
	/* The kernel never quotes the whole of a request that succeeded. */
	if (!e->error) {
		granted(t, reply, tlvs);
		return MNL_CB_STOP;
	}
	if (!(reply->nlmsg_flags & NLM_F_CAPPED))
		tlvs += MNL_ALIGN(e->msg.nlmsg_len - sizeof(e->msg));
	refused(t, -e->error, reply, tlvs);
	return MNL_CB_STOP;
}

/* Store the error at the end of a dump that failed. */
static int on_done(const struct nlmsghdr *reply, void *ctx)
{
	const int *error = mnl_nlmsg_get_payload(reply);

	if (mnl_nlmsg_get_payload_len(reply) >= sizeof(*error) && *error < 0)
		refused(ctx, -*error, reply, sizeof(*error));
	return MNL_CB_STOP;
}

/* Send all of a request; a signal does not interrupt it. */
static int send_all(struct snl *nl, const struct snl_msg *m)
{
	ssize_t n;

	do
		n = mnl_socket_sendto(nl->socket, m->header, m->header->nlmsg_len);
	while (n < 0 && errno == EINTR);
	return n < 0 ? nl_fail_whole(nl, -errno, "cannot send to the kernel") : 0;
}

static ssize_t receive(struct snl *nl)
{
	ssize_t n;

	do
		n = mnl_socket_recvfrom(nl->socket, nl->buffer, RECEIVE_BYTES);
	while (n < 0 && errno == EINTR);
	if (n >= 0)
		return n;
	return nl_fail_whole(nl, errno == EAGAIN ? -ETIMEDOUT : -errno,
			     "cannot receive from the kernel");
}

/* Receive a part of the answer; return 1 if more of it follows. */
static int receive_part(struct snl *nl, struct talk *t, bool *interrupted)
{
	static mnl_cb_t control[NLMSG_MIN_TYPE] = {
		[NLMSG_ERROR] = on_error,
		[NLMSG_DONE] = on_done,
	};
	ssize_t n = receive(nl);
	int ret;

	if (n < 0)
		return n;
	ret = mnl_cb_run2(nl->buffer, n, nl->sequence, mnl_socket_get_portid(nl->socket),
			  on_reply, t, control, NLMSG_MIN_TYPE);
	if (ret < 0 && errno == EINTR)
		*interrupted = true;
	else if (ret < 0)
		return nl_fail_whole(nl, -errno, "the kernel's answer is malformed");
	return ret > MNL_CB_STOP;
}

/*
 * Send a request and receive its replies. Returns -EINTR if the kernel reports a dump as
 * interrupted; the rest of it may follow.
 */
static int talk(struct snl *nl, struct snl_msg *m, uint16_t flags, struct talk *t)
{
	bool interrupted = false;
	int more;

	m->header->nlmsg_type = nl->family;
	m->header->nlmsg_flags = NLM_F_REQUEST | flags;
	m->header->nlmsg_seq = ++nl->sequence;
	t->request = m->header;
	t->error = 0;
	more = send_all(nl, m);
	if (more)
		return more;
	do
		more = receive_part(nl, t, &interrupted);
	while (more > 0);
	return more ?: interrupted ? -EINTR : t->error;
}

static void find_events(const struct nlattr *groups, struct snl *nl)
{
	const struct nlattr *group, *tb[CTRL_ATTR_MCAST_GRP_MAX + 1];

	mnl_attr_for_each_nested(group, groups) {
		snl_nested(group, tb, CTRL_ATTR_MCAST_GRP_MAX);
		if (!strcmp(snl_str(tb[CTRL_ATTR_MCAST_GRP_NAME]), SEASTAR_GENL_MC_EVENTS))
			nl->events = snl_u32(tb[CTRL_ATTR_MCAST_GRP_ID]);
	}
}

static int on_family(const struct nlmsghdr *reply, void *ctx)
{
	const struct nlattr *tb[CTRL_ATTR_MAX + 1];
	const struct nlattr *id;
	struct snl *nl = ctx;

	snl_attributes(reply, tb, CTRL_ATTR_MAX);
	id = tb[CTRL_ATTR_FAMILY_ID];
	if (id && mnl_attr_get_payload_len(id) >= sizeof(uint16_t))
		nl->family = mnl_attr_get_u16(id);
	if (tb[CTRL_ATTR_MCAST_GROUPS])
		find_events(tb[CTRL_ATTR_MCAST_GROUPS], nl);
	return MNL_CB_OK;
}

static int ask_for_family(struct snl *nl)
{
	struct genlmsghdr *genl;
	struct snl_msg m;
	int err;

	snl_start(&m, CTRL_CMD_GETFAMILY);
	snl_put_str(&m, CTRL_ATTR_FAMILY_NAME, SEASTAR_GENL_NAME);
	err = m.error;
	if (!err) {
		genl = mnl_nlmsg_get_payload(m.header);
		genl->version = 1;
		m.header->nlmsg_type = GENL_ID_CTRL;
		m.header->nlmsg_flags = NLM_F_REQUEST;
		err = send_all(nl, &m);
	} else {
		nl_fail(nl, err, "out of memory");
	}
	snl_release(&m);
	return err;
}

int snl_find(struct snl *nl)
{
	int err = ask_for_family(nl);
	ssize_t n;

	if (err)
		return err;
	n = receive(nl);
	if (n < 0)
		return n;
	nl->family = 0;
	if (mnl_cb_run(nl->buffer, n, 0, 0, on_family, nl) < 0 && errno != ENOENT)
		return nl_fail_whole(nl, -errno, "cannot find the seastar netlink family");
	if (!nl->family)
		return nl_fail(nl, -ENOENT, "%s",
			       access("/sys/class/seastar", F_OK) ? NO_FAMILY : NO_FAMILY_HERE);
	return 0;
}

int snl_open(struct snl *nl)
{
	if (!nl->buffer) {
		nl->size = RECEIVE_BYTES;
		nl->buffer = malloc(nl->size);
	}
	if (!nl->buffer)
		return nl_fail(nl, -ENOMEM, "out of memory");
	close_socket(nl);
	return open_socket(nl) ?: snl_find(nl);
}

void snl_close(struct snl *nl)
{
	close_socket(nl);
	free(nl->buffer);
	nl->buffer = NULL;
}

bool snl_is_open(const struct snl *nl)
{
	return nl->socket;
}

int snl_fd(const struct snl *nl)
{
	return mnl_socket_get_fd(nl->socket);
}

/* Check that @m can be sent. */
static int nl_check(struct snl *nl, const struct snl_msg *m)
{
	nl->note[0] = '\0';
	if (m->error == -EMSGSIZE)
		return nl_fail(nl, m->error, "a value is too long for a message to the kernel");
	if (m->error)
		return nl_fail(nl, m->error, "%s", m->error == -ENOMEM ? "out of memory" :
			       strerror(-m->error));
	if (!nl->socket)
		return nl_fail(nl, -ENOTCONN, "the connection to the kernel is closed");
	return 0;
}

int snl_do(struct snl *nl, struct snl_msg *m, snl_reply_fn fn, void *ctx)
{
	struct talk t = { .nl = nl, .fn = fn, .ctx = ctx };
	int err = nl_check(nl, m) ?: talk(nl, m, NLM_F_ACK, &t);

	snl_release(m);
	return err;
}

/* Dump as snl_dump() does, but @m stays the caller's. */
static int dump(struct snl *nl, struct snl_msg *m, void (*restart)(void *ctx), struct talk *t)
{
	int tries, err;

	for (tries = 0; tries < DUMP_TRIES; tries++) {
		if (restart)
			restart(t->ctx);
		err = nl_check(nl, m) ?: talk(nl, m, NLM_F_DUMP, t);
		if (err != -EINTR)
			return err;
		/* Closing the socket drops the rest of the interrupted dump. */
		close_socket(nl);
		err = open_socket(nl);
		if (err)
			return err;
	}
	return nl_fail(nl, -EAGAIN,
		       "settings changed during each of %d readings: try again when nothing changes them",
		       DUMP_TRIES);
}

int snl_dump(struct snl *nl, struct snl_msg *m, void (*restart)(void *ctx), snl_reply_fn fn,
	     void *ctx)
{
	struct talk t = { .nl = nl, .fn = fn, .ctx = ctx };
	int err = dump(nl, m, restart, &t);

	snl_release(m);
	return err;
}

static int join(struct snl *nl, uint32_t group)
{
	if (!mnl_socket_setsockopt(nl->socket, NETLINK_ADD_MEMBERSHIP, &group, sizeof(group)))
		return 0;
	return nl_fail(nl, -errno, "cannot join the events of the seastar module: %s",
		       strerror(errno));
}

int snl_subscribe(struct snl *nl)
{
	set_buffer(nl, SO_RCVBUFFORCE, SO_RCVBUF, EVENT_BYTES);
	return join(nl, CONTROL_GROUP) ?: join(nl, nl->events);
}

/*
 * Handle the registration and removal of families: a module that is loaded again has another family
 * id.
 */
static int on_control(struct snl *nl, const struct nlmsghdr *m, const struct snl_follower *f)
{
	const struct nlattr *tb[CTRL_ATTR_MAX + 1];
	uint8_t command = snl_command(m);
	int err = 0;

	snl_attributes(m, tb, CTRL_ATTR_MAX);
	if (!f->module || strcmp(snl_str(tb[CTRL_ATTR_FAMILY_NAME]), SEASTAR_GENL_NAME))
		return 0;
	if (command == CTRL_CMD_DELFAMILY) {
		nl->family = 0;
		f->module(false, f->ctx);
	} else if (command == CTRL_CMD_NEWFAMILY && !nl->family) {
		on_family(m, nl);
		err = join(nl, nl->events);
		if (!err)
			f->module(true, f->ctx);
	}
	return err;
}

static int make_room(struct snl *nl, size_t bytes)
{
	char *buffer;

	if (bytes <= nl->size)
		return 0;
	buffer = realloc(nl->buffer, bytes);
	if (!buffer)
		return nl_fail(nl, -ENOMEM, "out of memory");
	nl->buffer = buffer;
	nl->size = bytes;
	return 0;
}

/*
 * Read one datagram, however long. Returns its length, or -ENOBUFS if events were lost, or with
 * MSG_DONTWAIT in flags -EAGAIN if there is none.
 */
static ssize_t receive_event(struct snl *nl, int flags)
{
	ssize_t length = recv(snl_fd(nl), NULL, 0, flags | MSG_PEEK | MSG_TRUNC);
	int err = length < 0 ? 0 : make_room(nl, length);

	if (err)
		return err;
	if (length >= 0)
		length = recv(snl_fd(nl), nl->buffer, nl->size, flags);
	if (length >= 0)
		return length;
	if (errno == EINTR)
		return 0;
	return nl_fail(nl, -errno, "cannot receive events: %s", strerror(errno));
}

static int hand_on(struct snl *nl, int length, const struct snl_follower *f)
{
	const struct nlmsghdr *event = (const struct nlmsghdr *)nl->buffer;
	int left = length, err;

	for (; mnl_nlmsg_ok(event, left); event = mnl_nlmsg_next(event, &left)) {
		if (event->nlmsg_type == GENL_ID_CTRL) {
			err = on_control(nl, event, f);
			if (err)
				return err;
		} else if (event->nlmsg_type == nl->family && !f->event(event, f->ctx)) {
			return 0;
		}
	}
	return 1;
}

/*
 * The socket reports a loss before the events that it holds, although these are older: after a loss
 * it takes no event until all have been read. A program that reads the state at the report would
 * then follow events which that state includes, so the loss is handed on after them.
 */
int snl_events(struct snl *nl, const struct snl_follower *f)
{
	bool lost = false;
	ssize_t length;
	int more;

	for (;;) {
		length = receive_event(nl, lost ? MSG_DONTWAIT : 0);
		if (length == -EAGAIN && lost) {
			f->lost(f->ctx);
			return 1;
		}
		if (length == -ENOBUFS) {
			if (lost)
				f->lost(f->ctx);
			lost = true;
			continue;
		}
		if (length < 0)
			return length;
		more = hand_on(nl, length, f);
		if (more != 1 || !lost)
			return more;
	}
}

// SPDX-License-Identifier: GPL-2.0-only
#include <errno.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/time.h>
#include <unistd.h>

#include <netlink/genl/ctrl.h>
#include <netlink/genl/genl.h>

#include "family.h"

#define RECEIVE_BYTES	(32 * 1024)	/* the largest piece of a dump */
#define DUMP_TRIES	6	/* the first and five retries */
#define PATIENCE	5	/* seconds: a monitor shall not hang with what it watches */

/* A request under way. */
struct talk {
	int max;
	void (*fn)(const struct reply *r, void *ctx);
	void *ctx;
	int error;
	bool ended;
};

static int to_errno(int nlerr)
{
	switch (-nlerr) {
	case NLE_OBJ_NOTFOUND:
		return -ENOENT;
	case NLE_NOMEM:
		return -ENOMEM;
	case NLE_NODEV:
		return -ENODEV;
	case NLE_AGAIN:
		return -ETIMEDOUT;
	default:
		return -EIO;
	}
}

static int open_socket(struct family *f)
{
	struct timeval patience = { .tv_sec = PATIENCE };
	int err;

	f->sock = nl_socket_alloc();
	if (!f->sock)
		return -ENOMEM;
	err = genl_connect(f->sock);
	if (err)
		return err == -NLE_NOMEM ? -ENOMEM : errno ? -errno : -EIO;
	nl_socket_set_msg_buf_size(f->sock, RECEIVE_BYTES);
	setsockopt(nl_socket_get_fd(f->sock), SOL_SOCKET, SO_RCVTIMEO, &patience,
		   sizeof(patience));
	return 0;
}

void family_close(struct family *f)
{
	nl_socket_free(f->sock);
	f->sock = NULL;
}

/* To ask for the family would load the module: a monitor waits for what it watches. */
static bool module_is_there(void)
{
	return !access("/sys/class/seastar", F_OK);
}

int family_open(struct family *f)
{
	int err;

	if (!module_is_there())
		return -ENOENT;
	err = f->sock ? 0 : open_socket(f);
	if (!err) {
		f->id = genl_ctrl_resolve(f->sock, SEASTAR_GENL_NAME);
		err = f->id < 0 ? to_errno(f->id) : 0;
	}
	/* what is left of an answer that made no sense goes with its socket */
	if (err && err != -ENOENT)
		family_close(f);
	return err;
}

static int on_reply(struct nl_msg *msg, void *arg)
{
	struct genlmsghdr *genl = genlmsg_hdr(nlmsg_hdr(msg));
	struct talk *t = arg;
	struct nlattr *tb[t->max + 1];
	struct reply r = {
		.tb = tb,
		.first = genlmsg_attrdata(genl, 0),
		.length = genlmsg_attrlen(genl, 0),
	};

	if (nla_parse(tb, t->max, r.first, r.length, NULL) < 0)
		return NL_SKIP;
	t->fn(&r, t->ctx);
	return NL_OK;
}

static int on_error(struct sockaddr_nl *from, struct nlmsgerr *e, void *arg)
{
	struct talk *t = arg;

	(void)from;
	t->error = e->error;
	t->ended = true;
	return NL_STOP;
}

static int on_ack(struct nl_msg *msg, void *arg)
{
	struct talk *t = arg;

	(void)msg;
	t->ended = true;
	return NL_STOP;
}

/* The end of a dump carries its error, if it failed on the way. */
static int on_done(struct nl_msg *msg, void *arg)
{
	const struct nlmsghdr *h = nlmsg_hdr(msg);
	struct talk *t = arg;

	if (nlmsg_datalen(h) >= (int)sizeof(int))
		memcpy(&t->error, nlmsg_data(h), sizeof(int));
	t->ended = true;
	return NL_STOP;
}

static struct nl_msg *build(const struct family *f, const struct request *r)
{
	struct nl_msg *msg = nlmsg_alloc();
	size_t i;
	int err = 0;

	if (!msg)
		return NULL;
	if (!genlmsg_put(msg, NL_AUTO_PORT, NL_AUTO_SEQ, f->id, 0, r->dump ? NLM_F_DUMP : 0,
			 r->command, SEASTAR_GENL_VERSION))
		err = -NLE_NOMEM;
	if (r->dev_attr)
		err |= nla_put_string(msg, r->dev_attr, r->dev);
	for (i = 0; r->u32_attr && r->u32_attr[i]; i++)
		err |= nla_put_u32(msg, r->u32_attr[i], r->u32[i]);
	if (err) {
		nlmsg_free(msg);
		return NULL;
	}
	return msg;
}

static int receive(struct family *f, struct talk *t)
{
	struct nl_cb *cb = nl_cb_alloc(NL_CB_DEFAULT);
	int err = 0;

	if (!cb)
		return -NLE_NOMEM;
	nl_cb_set(cb, NL_CB_VALID, NL_CB_CUSTOM, on_reply, t);
	nl_cb_set(cb, NL_CB_ACK, NL_CB_CUSTOM, on_ack, t);
	nl_cb_set(cb, NL_CB_FINISH, NL_CB_CUSTOM, on_done, t);
	nl_cb_err(cb, NL_CB_CUSTOM, on_error, t);
	while (err >= 0 && !t->ended)
		err = nl_recvmsgs(f->sock, cb);
	nl_cb_put(cb);
	return err;
}

/* Once; -NLE_DUMP_INTR if settings changed under a dump. */
static int try(struct family *f, const struct request *r, struct talk *t)
{
	struct nl_msg *msg = build(f, r);
	int err;

	if (!msg)
		return -NLE_NOMEM;
	err = nl_send_auto(f->sock, msg);
	nlmsg_free(msg);
	return err < 0 ? err : receive(f, t);
}

int family_ask(struct family *f, const struct request *r, int max, void (*restart)(void *ctx),
	       void (*fn)(const struct reply *r, void *ctx), void *ctx)
{
	int tries, err;

	for (tries = 0; tries < DUMP_TRIES; tries++) {
		struct talk t = { .max = max, .fn = fn, .ctx = ctx };

		if (!f->sock) {
			err = family_open(f);
			if (err)
				return err;
		}
		if (restart)
			restart(ctx);
		err = try(f, r, &t);
		if (t.ended && err >= 0)
			return t.error;
		family_close(f);
		if (err != -NLE_DUMP_INTR)
			return to_errno(err);
	}
	return -EAGAIN;
}

uint32_t attr_u32(const struct nlattr *a)
{
	return a && nla_len(a) >= 4 ? nla_get_u32(a) : 0;
}

uint64_t attr_u64(const struct nlattr *a)
{
	return a && nla_len(a) >= 8 ? nla_get_u64(a) : 0;
}

const char *attr_str(const struct nlattr *a)
{
	return a && nla_len(a) && !((const char *)nla_data(a))[nla_len(a) - 1] ?
	       nla_data(a) : "";
}

void attr_copy(const struct nlattr *a, void *to, size_t size)
{
	size_t has = a ? nla_len(a) : 0;

	memset(to, 0, size);
	if (has)
		memcpy(to, nla_data(a), has < size ? has : size);
}

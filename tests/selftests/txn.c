// SPDX-License-Identifier: GPL-2.0-only
#include <errno.h>
#include <fcntl.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include <libmnl/libmnl.h>
#include <linux/genetlink.h>

#include "txn.h"

#define BUFFER	65536

typedef void (*reply_fn)(const struct nlmsghdr *nlh, void *ctx);

static struct mnl_socket *sock;
static uint16_t family;
static uint32_t sequence;
static char request[BUFFER], reply[BUFFER];
static int armed = -1;
static unsigned int armed_nth;

unsigned int txn_injected;

void bail(const char *fmt, ...)
{
	va_list ap;

	printf("Bail out! ");
	va_start(ap, fmt);
	vprintf(fmt, ap);
	va_end(ap);
	putchar('\n');
	exit(1);
}

void txn_inject(const char *knob, unsigned int nth)
{
	armed_nth = nth;
	armed = open(knob, O_RDWR | O_CLOEXEC);
	if (armed < 0)
		bail("cannot open %s: %s", knob, strerror(errno));
}

static bool write_knob(unsigned int n)
{
	char text[16];
	int length = snprintf(text, sizeof(text), "%u", n);

	return write(armed, text, length) == length;
}

/* A failure of this very task may hit what looks at it: hence the second try. */
static void disarm(void)
{
	char text[16] = "";

	if (armed < 0)
		return;
	txn_injected += read(armed, text, sizeof(text) - 1) > 0 && !strtoul(text, NULL, 0);
	if (!write_knob(0) && !write_knob(0))
		bail("cannot disarm a failure: %s", strerror(errno));
	close(armed);
	armed = -1;
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

/* Take a piece of the answer; false if it was the last. */
static bool receive(reply_fn fn, void *ctx, int *error)
{
	int left = mnl_socket_recvfrom(sock, reply, sizeof(reply));
	const struct nlmsghdr *got = (void *)reply;

	if (left < 0) {
		if (errno != ENOBUFS)
			bail("cannot receive: %s", strerror(errno));
		*error = TXN_UNKNOWN;
		return false;
	}
	for (; mnl_nlmsg_ok(got, left); got = mnl_nlmsg_next(got, &left)) {
		if (got->nlmsg_seq != sequence)	/* of a request that was given up */
			continue;
		if (got->nlmsg_type == NLMSG_ERROR || got->nlmsg_type == NLMSG_DONE) {
			*error = -*(int *)mnl_nlmsg_get_payload(got);
			return false;
		}
		if (fn)
			fn(got, ctx);
	}
	return true;
}

static int talk(const struct nlmsghdr *nlh, reply_fn fn, void *ctx)
{
	int error = 0;
	ssize_t sent;

	if (armed >= 0 && !write_knob(armed_nth))
		bail("cannot arm a failure: %s", strerror(errno));
	sent = mnl_socket_sendto(sock, nlh, nlh->nlmsg_len);
	if (sent < 0)
		error = errno;
	disarm();
	if (error)
		return error;
	while (receive(fn, ctx, &error))
		;
	return error;
}

static void on_family(const struct nlmsghdr *nlh, void *ctx)
{
	const struct nlattr *a;

	(void)ctx;
	mnl_attr_for_each(a, nlh, sizeof(struct genlmsghdr)) {
		if (mnl_attr_get_type(a) == CTRL_ATTR_FAMILY_ID)
			family = mnl_attr_get_u16(a);
	}
}

void txn_open(void)
{
	struct nlmsghdr *nlh;
	int one = 1;

	sock = mnl_socket_open(NETLINK_GENERIC);
	if (!sock || mnl_socket_bind(sock, 0, MNL_SOCKET_AUTOPID))
		bail("cannot open a netlink socket: %s", strerror(errno));
	mnl_socket_setsockopt(sock, NETLINK_CAP_ACK, &one, sizeof(one));
	nlh = start(GENL_ID_CTRL, CTRL_CMD_GETFAMILY, NLM_F_ACK);
	mnl_attr_put_strz(nlh, CTRL_ATTR_FAMILY_NAME, SEASTAR_GENL_NAME);
	if (talk(nlh, on_family, NULL) || !family)
		bail("the seastar module is not loaded");
}

void txn_add(const char *dev, const uint32_t radix[SEASTAR_DIMS])
{
	struct nlmsghdr *nlh = start(family, SEASTAR_CMD_DEV_NEW, NLM_F_ACK);
	int error;

	mnl_attr_put_strz(nlh, SEASTAR_A_DEV_NAME, dev);
	mnl_attr_put(nlh, SEASTAR_A_DEV_RADIX, SEASTAR_DIMS * sizeof(*radix), radix);
	error = talk(nlh, NULL, NULL);
	if (error)
		bail("cannot create %s: %s", dev, strerror(error));
}

void txn_del(const char *dev)
{
	struct nlmsghdr *nlh = start(family, SEASTAR_CMD_DEV_DEL, NLM_F_ACK);
	int error;

	mnl_attr_put_strz(nlh, SEASTAR_A_DEV_NAME, dev);
	error = talk(nlh, NULL, NULL);
	if (error)
		bail("cannot delete %s: %s", dev, strerror(error));
}

static void put_entry(struct nlmsghdr *nlh, uint16_t type, const struct entry *e)
{
	struct nlattr *nest = mnl_attr_nest_start(nlh, type);
	int class;

	if (e->router >= 0)
		mnl_attr_put_u32(nlh, SEASTAR_A_ENTRY_ROUTER, e->router);
	if (e->ports >= 0)
		mnl_attr_put_u32(nlh, SEASTAR_A_ENTRY_PORTS, e->ports);
	if (e->period >= 0)
		mnl_attr_put_u32(nlh, SEASTAR_A_ENTRY_CLOCK_PERIOD, e->period);
	if (e->has_select)
		mnl_attr_put_u64(nlh, SEASTAR_A_ENTRY_RR_SELECT, e->select);
	for (class = 0; class < 2; class++) {
		if (e->bias[class] >= 0)
			mnl_attr_put_u8(nlh, SEASTAR_A_ENTRY_REQ_BIAS + class, e->bias[class]);
	}
	mnl_attr_nest_end(nlh, nest);
}

static void put_dev(struct nlmsghdr *nlh, const char *dev, uint64_t generation,
		    const struct entry *entries, size_t n)
{
	struct nlattr *nest = mnl_attr_nest_start(nlh, SEASTAR_A_CONFIG_DEV);
	size_t i;

	mnl_attr_put_strz(nlh, SEASTAR_A_CONFIG_DEV_NAME, dev);
	if (generation)
		mnl_attr_put_u64(nlh, SEASTAR_A_CONFIG_DEV_GENERATION, generation);
	for (i = 0; i < n; i++)
		put_entry(nlh, SEASTAR_A_CONFIG_DEV_ENTRY, &entries[i]);
	mnl_attr_nest_end(nlh, nest);
}

static void take_id(const struct nlmsghdr *nlh, void *ctx)
{
	uint64_t *id = ctx;
	const struct nlattr *a;

	mnl_attr_for_each(a, nlh, sizeof(struct genlmsghdr)) {
		if (mnl_attr_get_type(a) == SEASTAR_A_CONFIG_ID)
			memcpy(id, mnl_attr_get_payload(a), sizeof(*id));
	}
}

int txn_commit(const char *const *devs, const struct txn *t, uint64_t *id)
{
	struct nlmsghdr *nlh = start(family, SEASTAR_CMD_CONFIG_COMMIT, NLM_F_ACK);
	int d;

	for (d = 0; d < TXN_DEVS; d++) {
		if (t->in[d])
			put_dev(nlh, devs[d], t->generation[d], t->entry[d], t->n[d]);
	}
	if (t->timeout)
		mnl_attr_put_u32(nlh, SEASTAR_A_CONFIG_TIMEOUT, t->timeout);
	if (t->check)
		mnl_attr_put(nlh, SEASTAR_A_CONFIG_CHECK, 0, NULL);
	*id = 0;
	return talk(nlh, take_id, id);
}

uint64_t txn_commit_period(const char *const *devs, uint32_t period, uint32_t timeout)
{
	struct txn t = { .timeout = timeout };
	uint64_t id = 0;
	int d, error;

	for (d = 0; d < TXN_DEVS; d++) {
		t.in[d] = true;
		t.n[d] = 1;
		t.entry[d][0] = (struct entry){ -1, -1, period, false, 0, { -1, -1 } };
	}
	error = txn_commit(devs, &t, &id);
	if (error)
		bail("cannot commit: %s", strerror(error));
	return id;
}

int txn_many(const char *const *devs, size_t n, const struct entry *e)
{
	struct nlmsghdr *nlh = start(family, SEASTAR_CMD_CONFIG_COMMIT, NLM_F_ACK);
	size_t i;

	for (i = 0; i < n; i++)
		put_dev(nlh, devs[i], 0, e, 1);
	return talk(nlh, NULL, NULL);
}

int txn_set(const char *dev, const struct entry *entries, size_t n)
{
	struct nlmsghdr *nlh = start(family, SEASTAR_CMD_AGING_SET, NLM_F_ACK);
	size_t i;

	mnl_attr_put_strz(nlh, SEASTAR_A_AGING_DEV, dev);
	for (i = 0; i < n; i++)
		put_entry(nlh, SEASTAR_A_AGING_ENTRY, &entries[i]);
	return talk(nlh, NULL, NULL);
}

int txn_ask(uint8_t command, uint64_t id, uint32_t timeout)
{
	struct nlmsghdr *nlh = start(family, command, NLM_F_ACK);

	mnl_attr_put_u64(nlh, SEASTAR_A_CONFIG_ID, id);
	if (timeout)
		mnl_attr_put_u32(nlh, SEASTAR_A_CONFIG_TIMEOUT, timeout);
	return talk(nlh, NULL, NULL);
}

/* A reading of a device. */
struct reading {
	struct regs *regs;
	uint64_t generation;
};

static void take_regs(const struct nlmsghdr *nlh, void *ctx)
{
	const struct nlattr *a, *tb[SEASTAR_A_AGING_MAX + 1] = { 0 };
	struct reading *r = ctx;
	struct regs *regs;

	mnl_attr_for_each(a, nlh, sizeof(struct genlmsghdr)) {
		if (mnl_attr_get_type(a) <= SEASTAR_A_AGING_MAX)
			tb[mnl_attr_get_type(a)] = a;
	}
	regs = &r->regs[mnl_attr_get_u32(tb[SEASTAR_A_AGING_ROUTER])];
	regs->period = mnl_attr_get_u32(tb[SEASTAR_A_AGING_CLOCK_PERIOD]);
	memcpy(&regs->select, mnl_attr_get_payload(tb[SEASTAR_A_AGING_RR_SELECT]),
	       sizeof(regs->select));
	memcpy(regs->bias[0], mnl_attr_get_payload(tb[SEASTAR_A_AGING_REQ_BIAS]), SEASTAR_PORTS);
	memcpy(regs->bias[1], mnl_attr_get_payload(tb[SEASTAR_A_AGING_RSP_BIAS]), SEASTAR_PORTS);
	memcpy(&r->generation, mnl_attr_get_payload(tb[SEASTAR_A_AGING_GENERATION]),
	       sizeof(r->generation));
}

uint64_t txn_read(const char *dev, struct regs *regs)
{
	struct nlmsghdr *nlh = start(family, SEASTAR_CMD_AGING_GET, NLM_F_DUMP);
	struct reading r = { .regs = regs };
	int error;

	mnl_attr_put_strz(nlh, SEASTAR_A_AGING_DEV, dev);
	error = talk(nlh, take_regs, &r);
	if (error)
		bail("cannot read %s: error %d", dev, error);
	return r.generation;
}

/* A search of those that wait. */
struct search {
	uint64_t id, newest;
	size_t found;
};

static void search(const struct nlmsghdr *nlh, void *ctx)
{
	struct search *s = ctx;
	uint64_t id = 0;

	take_id(nlh, &id);
	s->newest = id;	/* they come in the order of their ids */
	s->found += !s->id || s->id == id;
}

static void search_all(struct search *s)
{
	int error = talk(start(family, SEASTAR_CMD_CONFIG_GET, NLM_F_DUMP), search, s);

	if (error)
		bail("cannot list commits: error %d", error);
}

size_t txn_pending(uint64_t id)
{
	struct search s = { .id = id };

	search_all(&s);
	return s.found;
}

uint64_t txn_newest(void)
{
	struct search s = { 0 };

	search_all(&s);
	return s.newest;
}

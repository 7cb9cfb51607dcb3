// SPDX-License-Identifier: GPL-2.0-only
#include <errno.h>
#include <fcntl.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "client.h"
#include "txn.h"

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

/* Disarm the failure, in up to two tries: it may hit the write that disarms it. */
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

/*
 * Send a request with the injected failure armed for it alone, and pass each message of the answer
 * to @fn.
 */
static int talk(struct nl_msg *request, client_fn fn, void *ctx)
{
	struct answer answer;
	int error;

	if (armed >= 0 && !write_knob(armed_nth))
		bail("cannot arm a failure: %s", strerror(errno));
	error = client_post(request);
	disarm();
	if (error) {
		/* libnl still expects the answer to the request that was not sent */
		client_open();
		return error;
	}
	client_take(fn, ctx, &answer);
	return answer.lost ? TXN_UNKNOWN : answer.error;
}

static void must_fit(int err)
{
	if (err < 0)
		bail("a request is too long");
}

void txn_add(const char *dev, const uint32_t radix[SEASTAR_DIMS])
{
	struct nl_msg *m = client_request(SEASTAR_CMD_DEV_NEW, false);
	int error;

	must_fit(nla_put_string(m, SEASTAR_A_DEV_NAME, dev));
	must_fit(nla_put(m, SEASTAR_A_DEV_RADIX, SEASTAR_DIMS * sizeof(*radix), radix));
	error = talk(m, NULL, NULL);
	if (error)
		bail("cannot create %s: %s", dev, strerror(error));
}

void txn_del(const char *dev)
{
	struct nl_msg *m = client_request(SEASTAR_CMD_DEV_DEL, false);
	int error;

	must_fit(nla_put_string(m, SEASTAR_A_DEV_NAME, dev));
	error = talk(m, NULL, NULL);
	if (error)
		bail("cannot delete %s: %s", dev, strerror(error));
}

static void put_entry(struct nl_msg *m, uint16_t type, const struct entry *e)
{
	struct nlattr *nest = nla_nest_start(m, type);
	int class;

	if (e->router >= 0)
		must_fit(nla_put_u32(m, SEASTAR_A_ENTRY_ROUTER, e->router));
	if (e->ports >= 0)
		must_fit(nla_put_u32(m, SEASTAR_A_ENTRY_PORTS, e->ports));
	if (e->period >= 0)
		must_fit(nla_put_u32(m, SEASTAR_A_ENTRY_CLOCK_PERIOD, e->period));
	if (e->has_select)
		must_fit(nla_put_u64(m, SEASTAR_A_ENTRY_RR_SELECT, e->select));
	for (class = 0; class < 2; class++) {
		if (e->bias[class] >= 0)
			must_fit(nla_put_u8(m, SEASTAR_A_ENTRY_REQ_BIAS + class, e->bias[class]));
	}
	must_fit(nla_nest_end_keep_empty(m, nest));
}

static void put_dev(struct nl_msg *m, const char *dev, uint64_t generation,
		    const struct entry *entries, size_t n)
{
	struct nlattr *nest = nla_nest_start(m, SEASTAR_A_CONFIG_DEV);
	size_t i;

	must_fit(nla_put_string(m, SEASTAR_A_CONFIG_DEV_NAME, dev));
	if (generation)
		must_fit(nla_put_u64(m, SEASTAR_A_CONFIG_DEV_GENERATION, generation));
	for (i = 0; i < n; i++)
		put_entry(m, SEASTAR_A_CONFIG_DEV_ENTRY, &entries[i]);
	must_fit(nla_nest_end_keep_empty(m, nest));
}

static void take_id(struct nlattr **tb, void *ctx)
{
	*(uint64_t *)ctx = nla_get_u64(tb[SEASTAR_A_CONFIG_ID]);
}

int txn_commit(const char *const *devs, const struct txn *t, uint64_t *id)
{
	struct nl_msg *m = client_request(SEASTAR_CMD_CONFIG_COMMIT, false);
	int d;

	for (d = 0; d < TXN_DEVS; d++) {
		if (t->in[d])
			put_dev(m, devs[d], t->generation[d], t->entry[d], t->n[d]);
	}
	if (t->timeout)
		must_fit(nla_put_u32(m, SEASTAR_A_CONFIG_TIMEOUT, t->timeout));
	if (t->check)
		must_fit(nla_put_flag(m, SEASTAR_A_CONFIG_CHECK));
	*id = 0;
	return talk(m, take_id, id);
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
	struct nl_msg *m = client_request(SEASTAR_CMD_CONFIG_COMMIT, false);
	size_t i;

	for (i = 0; i < n; i++)
		put_dev(m, devs[i], 0, e, 1);
	return talk(m, NULL, NULL);
}

int txn_set(const char *dev, const struct entry *entries, size_t n)
{
	struct nl_msg *m = client_request(SEASTAR_CMD_AGING_SET, false);
	size_t i;

	must_fit(nla_put_string(m, SEASTAR_A_AGING_DEV, dev));
	for (i = 0; i < n; i++)
		put_entry(m, SEASTAR_A_AGING_ENTRY, &entries[i]);
	return talk(m, NULL, NULL);
}

int txn_ask(uint8_t command, uint64_t id, uint32_t timeout)
{
	struct nl_msg *m = client_request(command, false);

	must_fit(nla_put_u64(m, SEASTAR_A_CONFIG_ID, id));
	if (timeout)
		must_fit(nla_put_u32(m, SEASTAR_A_CONFIG_TIMEOUT, timeout));
	return talk(m, NULL, NULL);
}

/* A reading of a device. */
struct reading {
	struct regs *regs;
	uint64_t generation;
};

static void take_regs(struct nlattr **tb, void *ctx)
{
	struct reading *r = ctx;
	struct regs *regs = &r->regs[nla_get_u32(tb[SEASTAR_A_AGING_ROUTER])];

	regs->period = nla_get_u32(tb[SEASTAR_A_AGING_CLOCK_PERIOD]);
	regs->select = nla_get_u64(tb[SEASTAR_A_AGING_RR_SELECT]);
	nla_memcpy(regs->bias[0], tb[SEASTAR_A_AGING_REQ_BIAS], SEASTAR_PORTS);
	nla_memcpy(regs->bias[1], tb[SEASTAR_A_AGING_RSP_BIAS], SEASTAR_PORTS);
	r->generation = nla_get_u64(tb[SEASTAR_A_AGING_GENERATION]);
}

uint64_t txn_read(const char *dev, struct regs *regs)
{
	struct nl_msg *m = client_request(SEASTAR_CMD_AGING_GET, true);
	struct reading r = { .regs = regs };
	int error;

	must_fit(nla_put_string(m, SEASTAR_A_AGING_DEV, dev));
	error = talk(m, take_regs, &r);
	if (error)
		bail("cannot read %s: error %d", dev, error);
	return r.generation;
}

/* A search among the waiting commits. */
struct search {
	uint64_t id, newest;
	size_t found;
};

static void search(struct nlattr **tb, void *ctx)
{
	uint64_t id = nla_get_u64(tb[SEASTAR_A_CONFIG_ID]);
	struct search *s = ctx;

	s->newest = id;	/* commits come in the order of their ids */
	s->found += !s->id || s->id == id;
}

static void search_all(struct search *s)
{
	int error = talk(client_request(SEASTAR_CMD_CONFIG_GET, true), search, s);

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

// SPDX-License-Identifier: GPL-2.0-only
/* Printing of the event that aging registers were changed. */
#include <string.h>

#include "tools/lib/names.h"
#include "tools/seastar/base/out.h"
#include "tools/seastar/base/print.h"
#include "tools/seastar/netlink/nl.h"

#include "bias.h"
#include "event.h"
#include "words.h"

/* An entry, or a run of entries that differ only by their router. */
struct entry {
	const struct nlattr *tb[SEASTAR_A_ENTRY_MAX + 1];
	uint32_t first, last;
};

typedef void (*entry_fn)(const struct entry *e, void *ctx);

static bool same_value(const struct nlattr *a, const struct nlattr *b)
{
	if (!a || !b)
		return a == b;
	return a->nla_len == b->nla_len && !memcmp(a, b, a->nla_len);
}

static bool continues(const struct entry *run, const struct entry *e)
{
	unsigned int i;

	if (!run->tb[SEASTAR_A_ENTRY_ROUTER] || !e->tb[SEASTAR_A_ENTRY_ROUTER] ||
	    e->first != run->last + 1)
		return false;
	for (i = SEASTAR_A_ENTRY_ROUTER + 1; i <= SEASTAR_A_ENTRY_MAX; i++) {
		if (!same_value(run->tb[i], e->tb[i]))
			return false;
	}
	return true;
}

/*
 * Call @fn for each run of consecutive routers with the same new values; false if the message has
 * no entries, since they did not fit.
 */
static bool walk_runs(const struct nlmsghdr *m, entry_fn fn, void *ctx)
{
	struct entry run, e;
	const struct nlattr *a;
	bool any = false;

	mnl_attr_for_each(a, m, sizeof(struct genlmsghdr)) {
		if (mnl_attr_get_type(a) != SEASTAR_A_AGING_ENTRY)
			continue;
		snl_nested(a, e.tb, SEASTAR_A_ENTRY_MAX);
		e.first = snl_u32(e.tb[SEASTAR_A_ENTRY_ROUTER]);
		e.last = e.first;
		if (any && continues(&run, &e)) {
			run.last = e.last;
			continue;
		}
		if (any)
			fn(&run, ctx);
		run = e;
		any = true;
	}
	if (any)
		fn(&run, ctx);
	return any;
}

static uint32_t ports_of(const struct entry *e)
{
	const struct nlattr *ports = e->tb[SEASTAR_A_ENTRY_PORTS];

	return ports ? snl_u32(ports) : BIAS_ALL_PORTS;
}

static void event_bias_words(const struct entry *e, const char *class, const struct nlattr *bias)
{
	unsigned int port;

	if (!bias)
		return;
	out_text(" bias %s", class);
	if (!e->tb[SEASTAR_A_ENTRY_PORTS]) {
		out_text(" %u", snl_u8(bias));
		return;
	}
	for (port = 0; port < SEASTAR_PORTS; port++) {
		if (ports_of(e) >> port & 1)
			out_text(" %s %u", port_names[port], snl_u8(bias));
	}
}

static void event_ports_out(uint32_t ports)
{
	unsigned int port;

	out_list("ports");
	for (port = 0; port < SEASTAR_PORTS; port++) {
		if (ports >> port & 1)
			out_str(NULL, NULL, port_names[port]);
	}
	out_close();
}

/* The routers of a printed line, named once for all their settings. */
struct named {
	bool any;
	uint32_t first, last;
};

static void routers_text(const struct entry *e, struct named *named)
{
	bool one = e->tb[SEASTAR_A_ENTRY_ROUTER];

	if (named->any == one && (!one || (named->first == e->first && named->last == e->last)))
		return;
	*named = (struct named){ one, e->first, e->last };
	if (!one)
		out_text(" all routers:");
	else if (e->last > e->first)
		out_text(" router %u-%u", e->first, e->last);
	else
		out_text(" router %u", e->first);
}

static void entry_out(const struct entry *e, void *ctx)
{
	const struct nlattr *period = e->tb[SEASTAR_A_ENTRY_CLOCK_PERIOD];
	const struct nlattr *select = e->tb[SEASTAR_A_ENTRY_RR_SELECT];
	const struct nlattr *req = e->tb[SEASTAR_A_ENTRY_REQ_BIAS];
	const struct nlattr *rsp = e->tb[SEASTAR_A_ENTRY_RSP_BIAS];
	char words[SELECT_WORDS_MAX];

	out_row();
	routers_text(e, ctx);
	if (e->tb[SEASTAR_A_ENTRY_ROUTER]) {
		out_u64("first", NULL, e->first);
		out_u64("last", NULL, e->last);
	}
	if (period)
		out_u64("age_clock_period", " period %s", snl_u32(period));
	if (select) {
		out_text(" select %s", select_words(snl_u64(select), print_is_numeric(), words));
		out_hex("age_rr_select", NULL, snl_u64(select));
	}
	if (req || rsp)
		event_ports_out(ports_of(e));
	event_bias_words(e, "req", req);
	event_bias_words(e, "rsp", rsp);
	if (req)
		out_u64("req_age_bias", NULL, snl_u8(req));
	if (rsp)
		out_u64("rsp_age_bias", NULL, snl_u8(rsp));
	out_close();
}

void aging_event_out(const struct nlmsghdr *m)
{
	const struct nlattr *tb[SEASTAR_A_AGING_MAX + 1];
	struct named named = { false };
	const char *dev;

	snl_attributes(m, tb, SEASTAR_A_AGING_MAX);
	dev = snl_str(tb[SEASTAR_A_AGING_DEV]);
	out_str("device", "%s: ", dev);
	out_u64("generation", "generation %s", snl_u64(tb[SEASTAR_A_AGING_GENERATION]));
	out_list("entries");
	if (!walk_runs(m, entry_out, &named))
		out_text(" many registers: ask 'seastar age show %s'", dev);
	out_close();
	out_text("\n");
}

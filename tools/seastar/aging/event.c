// SPDX-License-Identifier: GPL-2.0-only
/* The event that aging registers were written, and what with. */
#include <inttypes.h>
#include <stdio.h>
#include <string.h>

#include "tools/lib/names.h"
#include "tools/seastar/base/print.h"
#include "tools/seastar/netlink/nl.h"

#include "bias.h"
#include "event.h"
#include "words.h"

/* An entry, or a run of entries that differ by their router only. */
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

/* Call @fn for each run; false if there is none: they did not fit into one message. */
static bool tell_runs(const struct nlmsghdr *m, entry_fn fn, void *ctx)
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
	printf(" bias %s", class);
	if (!e->tb[SEASTAR_A_ENTRY_PORTS]) {
		printf(" %u", snl_u8(bias));
		return;
	}
	for (port = 0; port < SEASTAR_PORTS; port++) {
		if (ports_of(e) >> port & 1)
			printf(" %s %u", port_names[port], snl_u8(bias));
	}
}

/* The routers of a line, named once for all their settings that follow. */
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
		printf(" all routers:");
	else if (e->last > e->first)
		printf(" router %u-%u", e->first, e->last);
	else
		printf(" router %u", e->first);
}

static void entry_text(const struct entry *e, void *ctx)
{
	const struct nlattr *period = e->tb[SEASTAR_A_ENTRY_CLOCK_PERIOD];
	const struct nlattr *select = e->tb[SEASTAR_A_ENTRY_RR_SELECT];
	char words[SELECT_WORDS_MAX];

	routers_text(e, ctx);
	if (period)
		printf(" period %u", snl_u32(period));
	if (select)
		printf(" select %s", select_words(snl_u64(select), print_is_numeric(), words));
	event_bias_words(e, "req", e->tb[SEASTAR_A_ENTRY_REQ_BIAS]);
	event_bias_words(e, "rsp", e->tb[SEASTAR_A_ENTRY_RSP_BIAS]);
}

void aging_event_text(const struct nlmsghdr *m)
{
	const struct nlattr *tb[SEASTAR_A_AGING_MAX + 1];
	struct named named = { false };

	snl_attributes(m, tb, SEASTAR_A_AGING_MAX);
	printf("%s: generation %" PRIu64, snl_str(tb[SEASTAR_A_AGING_DEV]),
	       snl_u64(tb[SEASTAR_A_AGING_GENERATION]));
	if (!tell_runs(m, entry_text, &named))
		printf(" many registers: ask 'seastar age show %s'",
		       snl_str(tb[SEASTAR_A_AGING_DEV]));
	putchar('\n');
}

static struct json_object *event_ports_json(uint32_t ports)
{
	struct json_object *list = json_object_new_array();
	unsigned int port;

	for (port = 0; port < SEASTAR_PORTS; port++) {
		if (ports >> port & 1)
			json_object_array_add(list, json_object_new_string(port_names[port]));
	}
	return list;
}

static void event_entry_json(const struct entry *e, void *ctx)
{
	const struct nlattr *period = e->tb[SEASTAR_A_ENTRY_CLOCK_PERIOD];
	const struct nlattr *select = e->tb[SEASTAR_A_ENTRY_RR_SELECT];
	const struct nlattr *req = e->tb[SEASTAR_A_ENTRY_REQ_BIAS];
	const struct nlattr *rsp = e->tb[SEASTAR_A_ENTRY_RSP_BIAS];
	struct json_object *o = json_object_new_object();

	if (e->tb[SEASTAR_A_ENTRY_ROUTER]) {
		json_add_u64(o, "first", e->first);
		json_add_u64(o, "last", e->last);
	}
	if (period)
		json_add_u64(o, "age_clock_period", snl_u32(period));
	if (select)
		json_add_hex(o, "age_rr_select", snl_u64(select));
	if (req || rsp)
		json_object_object_add(o, "ports", event_ports_json(ports_of(e)));
	if (req)
		json_add_u64(o, "req_age_bias", snl_u8(req));
	if (rsp)
		json_add_u64(o, "rsp_age_bias", snl_u8(rsp));
	json_object_array_add(ctx, o);
}

struct json_object *aging_event_json(const struct nlmsghdr *m)
{
	const struct nlattr *tb[SEASTAR_A_AGING_MAX + 1];
	struct json_object *o = json_object_new_object();
	struct json_object *entries = json_object_new_array();

	snl_attributes(m, tb, SEASTAR_A_AGING_MAX);
	json_add_str(o, "device", snl_str(tb[SEASTAR_A_AGING_DEV]));
	json_add_u64(o, "generation", snl_u64(tb[SEASTAR_A_AGING_GENERATION]));
	tell_runs(m, event_entry_json, entries);
	json_object_object_add(o, "entries", entries);
	return o;
}

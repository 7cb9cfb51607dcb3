// SPDX-License-Identifier: GPL-2.0-only
#include "tools/lib/names.h"
#include "tools/seastar/device/device.h"
#include "tools/seastar/netlink/nl.h"

#include "set.h"

#define RATE_DIGITS	12	/* SEASTAR_A_LINK_BIT_ERRORS is in units of 10^-12 */

enum { ROUTER, PORT, POLICY, RATE = POLICY };

#define LINK_KEYWORDS								\
	[ROUTER] = { .name = "router", .value = "N|X,Y,Z", .place = KEYWORD_NEEDED,	\
		     .help = "one end of the link" },					\
	[PORT] = { .name = "port", .value = "PORT", .place = KEYWORD_NEEDED,		\
		   .help = "the port of the link there" }

const struct keyword link_fail_keywords[] = {
	LINK_KEYWORDS,
	[POLICY] = { .name = "policy", .words = link_policy_names,
		     .help = "fate of packets for the link (wait)" },
	{ 0 }
};

const struct keyword link_restore_keywords[] = { LINK_KEYWORDS, { 0 } };

const struct keyword link_errors_keywords[] = {
	LINK_KEYWORDS,
	[RATE] = { .name = "rate", .value = "RATE", .max = SEASTAR_MAX_BIT_ERRORS,
		   .digits = RATE_DIGITS, .place = KEYWORD_NEEDED,
		   .help = "share of bits that arrive wrong" },
	{ 0 }
};

static void link_set_take_words(struct args *a, const char *dev, struct snl_msg *m,
				const struct keyword *keywords)
{
	uint64_t seen = 0;
	size_t i;

	while (args_more(a)) {
		i = keyword_take(a, keywords, &seen);
		if (i == ROUTER)
			snl_put_u32(m, SEASTAR_A_LINK_ROUTER, args_router(a, "router", dev));
		else if (i == PORT)
			snl_put_u32(m, SEASTAR_A_LINK_PORT, args_choice(a, "port", port_names));
		else if (keywords[i].words)
			snl_put_u32(m, SEASTAR_A_LINK_POLICY, keyword_choice(a, &keywords[i]));
		else
			snl_put_u64(m, SEASTAR_A_LINK_BIT_ERRORS, keyword_number(a, &keywords[i]));
	}
	keyword_need(a, keywords, seen);
}

static void link_set_begin(struct snl_msg *m, const char *dev)
{
	snl_start(m, SEASTAR_CMD_LINK_SET);
	snl_put_str(m, SEASTAR_A_LINK_DEV, dev);
}

static void link_set_ask(struct snl_msg *m)
{
	struct nl nl;

	nl_open(&nl);
	nl_do(&nl, m, NULL, NULL);
	nl_close(&nl);
}

void link_fail(struct args *a)
{
	const char *dev = args_device(a);
	struct snl_msg m;

	link_set_begin(&m, dev);
	snl_put_u8(&m, SEASTAR_A_LINK_UP, 0);
	link_set_take_words(a, dev, &m, link_fail_keywords);
	link_set_ask(&m);
}

void link_restore(struct args *a)
{
	const char *dev = args_device(a);
	struct snl_msg m;

	link_set_begin(&m, dev);
	snl_put_u8(&m, SEASTAR_A_LINK_UP, 1);
	link_set_take_words(a, dev, &m, link_restore_keywords);
	link_set_ask(&m);
}

void link_errors(struct args *a)
{
	const char *dev = args_device(a);
	struct snl_msg m;

	link_set_begin(&m, dev);
	link_set_take_words(a, dev, &m, link_errors_keywords);
	link_set_ask(&m);
}

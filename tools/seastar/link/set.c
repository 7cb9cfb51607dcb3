// SPDX-License-Identifier: GPL-2.0-only
#include "tools/lib/names.h"
#include "tools/seastar/device/device.h"
#include "tools/seastar/netlink/nl.h"

#include "set.h"

#define RATE_DIGITS	12	/* SEASTAR_A_LINK_BIT_ERRORS counts in 10^-12 */

enum link_word { ROUTER, PORT, POLICY, RATE };

static void link_set_take_word(struct args *a, const char *dev, struct snl_msg *m, enum link_word w)
{
	switch (w) {
	case ROUTER:
		snl_put_u32(m, SEASTAR_A_LINK_ROUTER, args_router(a, "router", dev));
		break;
	case PORT:
		snl_put_u32(m, SEASTAR_A_LINK_PORT, args_choice(a, "port", port_names));
		break;
	case POLICY:
		snl_put_u32(m, SEASTAR_A_LINK_POLICY, args_choice(a, "policy", link_policy_names));
		break;
	case RATE:
		snl_put_u64(m, SEASTAR_A_LINK_BIT_ERRORS,
			    args_decimal(a, "rate", RATE_DIGITS, 0, SEASTAR_MAX_BIT_ERRORS));
		break;
	}
}

/* Take what @words has, "router N" and "port PORT" first.  Return: which there were. */
static uint64_t link_set_parse_link(struct args *a, const char *dev, struct snl_msg *m,
				    const char *const *words, const enum link_word *meaning)
{
	uint64_t seen = 0;

	while (args_more(a))
		link_set_take_word(a, dev, m, meaning[args_keyword(a, words, &seen)]);
	if (!(seen & 1))
		args_die(a, "'router N' is missing");
	if (!(seen & 2))
		args_die(a, "'port PORT' is missing");
	return seen;
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
	static const char *const words[] = { "router", "port", "policy", NULL };
	static const enum link_word meaning[] = { ROUTER, PORT, POLICY };
	const char *dev = args_device(a);
	struct snl_msg m;

	link_set_begin(&m, dev);
	snl_put_u8(&m, SEASTAR_A_LINK_UP, 0);
	link_set_parse_link(a, dev, &m, words, meaning);
	link_set_ask(&m);
}

void link_restore(struct args *a)
{
	static const char *const words[] = { "router", "port", NULL };
	static const enum link_word meaning[] = { ROUTER, PORT };
	const char *dev = args_device(a);
	struct snl_msg m;

	link_set_begin(&m, dev);
	snl_put_u8(&m, SEASTAR_A_LINK_UP, 1);
	link_set_parse_link(a, dev, &m, words, meaning);
	link_set_ask(&m);
}

void link_errors(struct args *a)
{
	static const char *const words[] = { "router", "port", "rate", NULL };
	static const enum link_word meaning[] = { ROUTER, PORT, RATE };
	const char *dev = args_device(a);
	struct snl_msg m;

	link_set_begin(&m, dev);
	if (!(link_set_parse_link(a, dev, &m, words, meaning) & 4))
		args_die(a, "'rate RATE' is missing");
	link_set_ask(&m);
}

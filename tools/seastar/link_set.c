// SPDX-License-Identifier: GPL-2.0-only
#include "device.h"
#include "link_set.h"
#include "names.h"
#include "nl.h"

/* Take "router N port PORT" and, if it is to go down, a policy. */
static void parse_link(struct args *a, const char *dev, struct msg *m, bool up)
{
	enum { ROUTER, PORT, POLICY };
	static const char *const all_words[] = { "router", "port", "policy", NULL };
	static const char *const place_words[] = { "router", "port", NULL };
	uint64_t seen = 0;

	while (args_more(a)) {
		switch (args_keyword(a, up ? place_words : all_words, &seen)) {
		case ROUTER:
			msg_put_u32(m, SEASTAR_A_LINK_ROUTER, args_router(a, "router", dev));
			break;
		case PORT:
			msg_put_u32(m, SEASTAR_A_LINK_PORT, args_choice(a, "port", port_names));
			break;
		case POLICY:
			msg_put_u32(m, SEASTAR_A_LINK_POLICY,
				    args_choice(a, "policy", link_policy_names));
			break;
		}
	}
	if (!(seen & 1 << ROUTER))
		args_die(a, "'router N' is missing");
	if (!(seen & 1 << PORT))
		args_die(a, "'port PORT' is missing");
}

static void set(struct args *a, bool up)
{
	const char *dev = args_device(a);
	struct msg m;
	struct nl nl;

	msg_start(&m, SEASTAR_CMD_LINK_SET);
	msg_put_str(&m, SEASTAR_A_LINK_DEV, dev);
	msg_put_u8(&m, SEASTAR_A_LINK_UP, up);
	parse_link(a, dev, &m, up);
	nl_open(&nl);
	nl_do(&nl, &m, NULL, NULL);
	nl_close(&nl);
}

void link_fail(struct args *a)
{
	set(a, false);
}

void link_restore(struct args *a)
{
	set(a, true);
}

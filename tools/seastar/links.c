// SPDX-License-Identifier: GPL-2.0-only
#include <stdlib.h>

#include "links.h"
#include "print.h"

/* A dump of the links of all routers. */
struct dump {
	const struct device *device;
	struct router_links *router;
	uint32_t n;
};

/* No link of a software fabric ever goes down. */
static void know_links(const struct device *d, uint32_t router, struct router_links *l)
{
	uint32_t port;

	*l = (struct router_links){ .present = 1 << SEASTAR_PORT_PROC };
	for (port = SEASTAR_PORT_XP; port < SEASTAR_PORTS; port++) {
		if (ss_neighbour(&d->core, router, port) != SS_NO_ROUTER)
			l->present |= 1 << port;
	}
	l->up = l->present;
}

static void parse_links(const struct nlattr **tb, struct router_links *l)
{
	*l = (struct router_links){
		.present = attr_u32(tb[SEASTAR_A_LINK_PORTS_PRESENT]),
		.up = attr_u32(tb[SEASTAR_A_LINK_PORTS_UP]),
	};
	attr_array(tb[SEASTAR_A_LINK_TRANSITIONS], l->transitions, SEASTAR_PORTS,
		   sizeof(*l->transitions));
	attr_array(tb[SEASTAR_A_LINK_SINCE], l->since, SEASTAR_PORTS, sizeof(*l->since));
}

static void keep_one(const struct nlmsghdr *reply, void *ctx)
{
	const struct nlattr *tb[SEASTAR_A_LINK_MAX + 1];

	nl_attributes(reply, tb, SEASTAR_A_LINK_MAX);
	parse_links(tb, ctx);
}

void links_read_one(struct nl *nl, const struct device *d, uint32_t router,
		    struct router_links *l)
{
	struct msg m;

	if (d->is_soft) {
		know_links(d, router, l);
		return;
	}
	msg_start(&m, SEASTAR_CMD_LINK_GET);
	msg_put_str(&m, SEASTAR_A_LINK_DEV, d->name);
	msg_put_u32(&m, SEASTAR_A_LINK_ROUTER, router);
	nl_do(nl, &m, keep_one, l);
}

static void forget_all(void *ctx)
{
	struct dump *dump = ctx;

	dump->n = 0;
}

static void keep_next(const struct nlmsghdr *reply, void *ctx)
{
	const struct nlattr *tb[SEASTAR_A_LINK_MAX + 1];
	struct dump *dump = ctx;

	nl_attributes(reply, tb, SEASTAR_A_LINK_MAX);
	if (dump->n == dump->device->routers || attr_u32(tb[SEASTAR_A_LINK_ROUTER]) != dump->n)
		die("the kernel's answer lacks router %u", dump->n);
	parse_links(tb, &dump->router[dump->n++]);
}

struct router_links *links_read(struct nl *nl, const struct device *d)
{
	struct dump dump = {
		.device = d, .router = allocate(d->routers, sizeof(*dump.router)),
	};
	struct msg m;

	if (d->is_soft) {
		for (; dump.n < d->routers; dump.n++)
			know_links(d, dump.n, &dump.router[dump.n]);
		return dump.router;
	}
	msg_start(&m, SEASTAR_CMD_LINK_GET);
	msg_put_str(&m, SEASTAR_A_LINK_DEV, d->name);
	nl_dump(nl, &m, forget_all, keep_next, &dump);
	if (dump.n < d->routers)
		die("the kernel's answer lacks router %u", dump.n);
	return dump.router;
}

struct link *links_gather(struct nl *nl, const struct device *d, const struct sample *s, size_t *n)
{
	struct link *links = allocate(s->n * SEASTAR_PORTS, sizeof(*links));
	struct router_links *state = links_read(nl, d);
	uint32_t router, port, to;

	*n = 0;
	for (router = 0; router < s->n; router++) {
		if (s->router[router].router != router || router >= d->routers)
			die("the kernel's answer lacks router %u", router);
		for (port = SEASTAR_PORT_XP; port < SEASTAR_PORTS; port++) {
			to = ss_neighbour(&d->core, router, port);
			if (!link_is_present(&state[router], port) || to == SS_NO_ROUTER)
				continue;
			links[(*n)++] = (struct link){
				.from = router, .out = port,
				.to = to, .in = ss_opposite(port),
				.up = link_is_up(&state[router], port),
				.transitions = state[router].transitions[port],
				.since = state[router].since[port],
				.output = s->router[router].counter[port],
				.input = to >= s->n ? NULL :
					 s->router[to].counter[ss_opposite(port)],
			};
		}
	}
	free(state);
	return links;
}

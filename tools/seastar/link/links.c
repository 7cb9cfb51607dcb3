// SPDX-License-Identifier: GPL-2.0-only
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "tools/lib/names.h"
#include "tools/seastar/base/print.h"
#include "tools/seastar/counters/sources.h"

#include "links.h"

const char *const link_state_names[] = { "up", "degraded", "down", NULL };

/* A dump of the links of all routers. */
struct dump {
	const struct device *device;
	struct router_links *router;
	uint32_t n;
};

/*
 * Return true if the state of links is known without a request, which would slow a software fabric
 * down: its links are up until the first change.
 */
static bool are_known(const struct device *d)
{
	return d->is_soft && !d->link_changes;
}

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
	const struct nlattr *model[SEASTAR_A_MODEL_MAX + 1];

	snl_nested(tb[SEASTAR_A_LINK_MODEL], model, SEASTAR_A_MODEL_MAX);
	*l = (struct router_links){
		.present = snl_u32(tb[SEASTAR_A_LINK_PORTS_PRESENT]),
		.up = snl_u32(tb[SEASTAR_A_LINK_PORTS_UP]),
	};
	snl_array(tb[SEASTAR_A_LINK_TRANSITIONS], l->transitions, SEASTAR_PORTS,
		  sizeof(*l->transitions));
	snl_array(tb[SEASTAR_A_LINK_SINCE], l->since, SEASTAR_PORTS, sizeof(*l->since));
	snl_array(tb[SEASTAR_A_LINK_DROPPED], l->dropped, SEASTAR_DROPS, sizeof(*l->dropped));
	snl_array(model[SEASTAR_A_MODEL_BIT_ERRORS], l->bit_errors, SEASTAR_PORTS,
		  sizeof(*l->bit_errors));
	snl_array(tb[SEASTAR_A_LINK_PORT_RETRIES], l->retries, SEASTAR_PORTS,
		  sizeof(*l->retries));
	snl_array(model[SEASTAR_A_MODEL_UNDETECTED], l->undetected, SEASTAR_PORTS,
		  sizeof(*l->undetected));
}

static void keep_one(const struct nlmsghdr *reply, void *ctx)
{
	const struct nlattr *tb[SEASTAR_A_LINK_MAX + 1];

	snl_attributes(reply, tb, SEASTAR_A_LINK_MAX);
	parse_links(tb, ctx);
}

void links_read_one(struct nl *nl, const struct device *d, uint32_t router,
		    struct router_links *l)
{
	struct snl_msg m;

	if (are_known(d)) {
		know_links(d, router, l);
		return;
	}
	snl_start(&m, SEASTAR_CMD_LINK_GET);
	snl_put_str(&m, SEASTAR_A_LINK_DEV, d->name);
	snl_put_u32(&m, SEASTAR_A_LINK_ROUTER, router);
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

	snl_attributes(reply, tb, SEASTAR_A_LINK_MAX);
	if (dump->n == dump->device->routers || snl_u32(tb[SEASTAR_A_LINK_ROUTER]) != dump->n)
		die("the kernel's answer lacks router %u", dump->n);
	parse_links(tb, &dump->router[dump->n++]);
}

struct router_links *links_read(struct nl *nl, const struct device *d)
{
	struct dump dump = {
		.device = d, .router = allocate(d->routers, sizeof(*dump.router)),
	};
	struct snl_msg m;

	if (are_known(d)) {
		for (; dump.n < d->routers; dump.n++)
			know_links(d, dump.n, &dump.router[dump.n]);
		return dump.router;
	}
	snl_start(&m, SEASTAR_CMD_LINK_GET);
	snl_put_str(&m, SEASTAR_A_LINK_DEV, d->name);
	nl_dump(nl, &m, forget_all, keep_next, &dump);
	if (dump.n < d->routers)
		die("the kernel's answer lacks router %u", dump.n);
	return dump.router;
}

/* Return true if the link of @port of a router exists, and is down. */
static bool is_down(const struct device *d, const struct router_links *all, uint32_t router,
		    uint32_t port)
{
	uint32_t to = ss_neighbour(&d->core, router, port);

	return link_is_present(&all[router], port) && to < d->routers &&
	       !(link_is_up(&all[router], port) && link_is_up(&all[to], ss_opposite(port)));
}

char *links_down(struct nl *nl, const struct device *d, size_t *n)
{
	struct router_links *links = links_read(nl, d);
	size_t length = 0, found = 0;
	char *text = allocate(1, 1);
	uint32_t i, port;

	for (i = 0; i < d->routers; i++) {
		for (port = SEASTAR_PORT_XP; port < SEASTAR_PORTS; port += 2) {
			if (!is_down(d, links, i, port))
				continue;
			text = resize(text, length + 16, 1);
			length += sprintf(text + length, "%s%u:%s", length ? "," : "", i,
					  port_names[port]);
			found++;
		}
	}
	free(links);
	if (n)
		*n = found;
	return text;
}

char *links_lossy(struct nl *nl, const struct device *d)
{
	struct router_links *links = links_read(nl, d);
	char *text = allocate(1, 1);
	uint32_t i, port, to;
	size_t length = 0;
	uint64_t rate;

	for (i = 0; i < d->routers; i++) {
		for (port = SEASTAR_PORT_XP; port < SEASTAR_PORTS; port += 2) {
			to = ss_neighbour(&d->core, i, port);
			rate = links[i].bit_errors[port];
			if (to >= d->routers || !link_is_present(&links[i], port))
				continue;
			if (rate != links[to].bit_errors[ss_opposite(port)])
				die("link %u:%s of %s has different bit errors in its two directions: set both alike with 'seastar link errors'",
				    i, port_names[port], d->name);
			if (!rate)
				continue;
			text = resize(text, length + 48, 1);
			length += sprintf(text + length, "%s%u:%s:0.%012" PRIu64,
					  length ? "," : "", i, port_names[port], rate);
		}
	}
	free(links);
	return text;
}

static enum link_state links_state_of(const struct device *d, const struct router_links *all,
				      uint32_t router, uint32_t port)
{
	uint32_t to = ss_neighbour(&d->core, router, port);

	if (!link_is_up(&all[router], port))
		return LINK_DOWN;
	if (all[router].bit_errors[port])
		return LINK_DEGRADED;
	if (to < d->routers && !link_is_up(&all[to], ss_opposite(port)))
		return LINK_DEGRADED;
	return LINK_UP;
}

/* Read the sum of dropped packets from the sources, without a request per router. */
static void read_dropped(struct nl *nl, const struct device *d, uint64_t dropped[SEASTAR_DROPS])
{
	const struct sample_query all = { .dev = d->name };
	struct sources s;

	memset(dropped, 0, SEASTAR_DROPS * sizeof(*dropped));
	if (are_known(d) && sources_read(nl, &all, d->routers, &s))
		memcpy(dropped, s.extremes.lost, sizeof(s.extremes.lost));
}

/* Return the counts since @before or, if the router was reset meanwhile, since the reset. */
static uint64_t grown(uint64_t now, uint64_t before)
{
	return now < before ? now : now - before;
}

static void count_errors(struct link *l, const struct router_links *now,
			 const struct router_links *before)
{
	l->bit_errors = now->bit_errors[l->out];
	l->retries = grown(now->retries[l->out], before ? before->retries[l->out] : 0);
	l->undetected = grown(now->undetected[l->out], before ? before->undetected[l->out] : 0);
}

struct link *links_gather(struct nl *nl, const struct device *d, const struct sample *s,
			  const struct router_links *before, size_t *n,
			  uint64_t dropped[SEASTAR_DROPS])
{
	struct link *links = allocate(s->n * SEASTAR_PORTS, sizeof(*links));
	struct router_links *state = links_read(nl, d);
	uint32_t router, port, to, why;

	*n = 0;
	read_dropped(nl, d, dropped);
	for (router = 0; router < s->n; router++) {
		if (s->router[router].router != router || router >= d->routers)
			die("the kernel's answer lacks router %u", router);
		for (why = 0; why < SEASTAR_DROPS; why++)
			dropped[why] += state[router].dropped[why];
		for (port = SEASTAR_PORT_XP; port < SEASTAR_PORTS; port++) {
			to = ss_neighbour(&d->core, router, port);
			if (!link_is_present(&state[router], port) || to == SS_NO_ROUTER)
				continue;
			links[*n] = (struct link){
				.from = router, .out = port,
				.to = to, .in = ss_opposite(port),
				.state = links_state_of(d, state, router, port),
				.transitions = state[router].transitions[port],
				.since = state[router].since[port],
				.output = s->router[router].counter[port],
				.input = to >= s->n ? NULL :
					 s->router[to].counter[ss_opposite(port)],
			};
			count_errors(&links[(*n)++], &state[router],
				     before ? &before[router] : NULL);
		}
	}
	free(state);
	return links;
}

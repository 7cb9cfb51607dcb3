// SPDX-License-Identifier: GPL-2.0-only
/* seastar router: routers, their settings in short, and their neighbours. */
#include <stdlib.h>

#include <seastar/mmr.h>

#include "tools/lib/names.h"
#include "tools/seastar/aging/registers.h"
#include "tools/seastar/aging/words.h"
#include "tools/seastar/base/command.h"
#include "tools/seastar/base/out.h"
#include "tools/seastar/base/print.h"
#include "tools/seastar/device/device.h"
#include "tools/seastar/link/links.h"
#include "tools/seastar/mmr/read.h"

#include "cmd.h"

/* The age clock of a router, from AGE_STATUS and AGE_PACKET_COUNT. */
struct age_clock {
	uint32_t timestamp, epoch, inhibit, countdown;
	uint32_t packets[2];	/* packets in the router, by the epoch of their arrival */
};

struct router {
	const struct aging *aging;
	struct router_links links;
	bool has_clock;		/* the user may read the clock */
	struct age_clock clock;
};

/* Read the age clock; false if the user may not read it. */
static bool router_read_clock(struct nl *nl, const struct device *d, uint32_t router,
			      struct age_clock *c)
{
	uint64_t value[2];

	if (!mmr_read_if_allowed(nl, d->name, router, SS_MMR_AGE_STATUS, 2, value))
		return false;
	*c = (struct age_clock){
		.timestamp = value[0] & 0xff,
		.epoch = value[0] >> 8 & 1,
		.inhibit = value[0] >> 9 & 1,
		.countdown = value[0] >> 32,
		.packets = { value[1], value[1] >> 32 },
	};
	return true;
}

static unsigned int count_links(const struct router *r, bool up)
{
	unsigned int port, n = 0;

	for (port = SEASTAR_PORT_XP; port < SEASTAR_PORTS; port++)
		n += up ? link_is_up(&r->links, port) : link_is_present(&r->links, port);
	return n;
}

/* Return the router at the other end, or SS_NO_ROUTER. */
static uint32_t neighbour_of(const struct device *d, const struct router *r, unsigned int port)
{
	if (!link_is_present(&r->links, port))
		return SS_NO_ROUTER;
	return ss_neighbour(&d->core, r->aging->router, port);
}

static void neighbour_out(const struct device *d, const struct router *r, unsigned int port)
{
	uint32_t next = neighbour_of(d, r, port);
	bool up = link_is_up(&r->links, port);
	char place[PLACE_TEXT_MAX];

	if (next == SS_NO_ROUTER) {
		out_cell(port_names[port], "-");
		return;
	}
	place_text(d, next, place);
	out_cell(port_names[port], "%s", place);
	if (!up)
		out_colour(COLOUR_BAD);
	out_open(NULL);
	out_str("port", NULL, port_names[port]);
	out_bool("up", up);
	place_out(d, next);
	out_close();
}

static void clock_out(const struct router *r)
{
	const struct age_clock *c = &r->clock;
	bool known = r->has_clock;

	if (!known)
		out_unknown("age_clock", NULL);
	if (!known && print_is_json())
		return;
	out_open("age_clock");
	out_u64_if(known, "timestamp", "timestamp", c->timestamp);
	out_u64_if(known, "epoch", "epoch", c->epoch);
	out_u64_if(known, NULL, "inhibit", c->inhibit);
	out_bool("inhibit", c->inhibit);
	out_u64_if(known, "countdown", "countdown", c->countdown);
	out_u64_if(known, NULL, "packets-0", c->packets[0]);
	out_u64_if(known, NULL, "packets-1", c->packets[1]);
	out_u32s("packets", c->packets, 2);
	out_close();
}

static void router_row(const struct device *d, const struct router *r)
{
	unsigned int up = count_links(r, true), links = count_links(r, false), class, port;
	static const char *const heads[CLASSES] = { "req-bias", "rsp-bias" };
	char select[SELECT_WORDS_MAX], bias[BIAS_WORDS_MAX];

	out_row();
	place_cells("router", d, r->aging->router);
	out_u64("age_clock_period", "period", r->aging->period);
	out_cell("select", "%s", select_words(r->aging->select, print_is_numeric(), select));
	out_hex("age_rr_select", NULL, r->aging->select);
	for (class = 0; class < CLASSES; class++)
		out_cell(heads[class], "%s", bias_words(r->aging->bias[class], NULL, bias));
	bias_out(r->aging->bias);
	out_cell("links", "%u/%u", up, links);
	if (up < links)
		out_colour(COLOUR_BAD);
	out_u64("links_up", NULL, up);
	out_u64("links", NULL, links);
	out_list("neighbours");
	for (port = SEASTAR_PORT_XP; port < SEASTAR_PORTS; port++)
		neighbour_out(d, r, port);
	out_close();
	if (print_is_detailed())
		clock_out(r);
	out_close();
}

static void routers_out(const struct device *d, const struct agings *all, const struct router *r)
{
	char size[TOPOLOGY_TEXT_MAX];
	size_t i;

	topology_text(&d->topology, size);
	out_open(NULL);
	out_str("device", "%s: ", d->name);
	out_str("topology", "%s, ", size);
	out_u64("generation", "generation %s\n", all->generation);
	out_table("routers", NULL);
	for (i = 0; i < all->n; i++)
		router_row(d, &r[i]);
	out_close();
	out_close();
}

/* Read the clock of each router, or of none if the user may not read the first. */
static void read_clocks(struct nl *nl, const struct device *d, struct router *r, size_t n)
{
	size_t i;

	for (i = 0; i < n; i++) {
		r[i].has_clock = router_read_clock(nl, d, r[i].aging->router, &r[i].clock);
		if (!r[i].has_clock)
			return;
	}
}

static void read_all_links(struct nl *nl, const struct device *d, struct router *r, size_t n)
{
	struct router_links *links = links_read(nl, d);
	size_t i;

	for (i = 0; i < n; i++) {
		if (r[i].aging->router >= d->routers)
			die("%s has no router %u", d->name, r[i].aging->router);
		r[i].links = links[r[i].aging->router];
	}
	free(links);
}

static struct router *read_rest(struct nl *nl, const struct device *d, const struct agings *all)
{
	struct router *r = allocate(all->n, sizeof(*r));
	size_t i;

	for (i = 0; i < all->n; i++)
		r[i].aging = &all->aging[i];
	if (all->n == 1)
		links_read_one(nl, d, r->aging->router, &r->links);
	else
		read_all_links(nl, d, r, all->n);
	if (print_is_detailed())
		read_clocks(nl, d, r, all->n);
	return r;
}

static const struct keyword router_show_keywords[] = {
	{ .name = "router", .value = "N|X,Y,Z", .help = "show this router only" },
	{ 0 }
};

static void router_show(struct args *a)
{
	uint64_t seen = 0;
	const char *dev = args_device(a);
	struct agings all = { 0 };
	struct router *routers;
	uint32_t router = 0;
	struct device d;
	struct nl nl;
	bool one = args_more(a);

	if (one) {
		keyword_take(a, router_show_keywords, &seen);
		router = args_router(a, "router", dev);
	}
	args_end(a);
	nl_open(&nl);
	device_read(&nl, dev, &d);
	if (one)
		agings_read_one(&nl, dev, router, &all);
	else
		agings_read(&nl, dev, &all);
	routers = read_rest(&nl, &d, &all);
	nl_close(&nl);
	routers_out(&d, &all, routers);
	free(routers);
	agings_free(&all);
}

static const struct command router_commands[] = {
	{ .name = "show", .run = router_show, .usage = "DEV",
	  .help = "Show the place, settings, links and neighbours of all routers, or of one",
	  .keywords = router_show_keywords },
	{ 0 }
};

void cmd_router(struct args *a)
{
	object_run("router", router_commands, a);
}

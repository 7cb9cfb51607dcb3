// SPDX-License-Identifier: GPL-2.0-only
/* seastar router: routers, their settings in short, and their neighbours. */
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <seastar/mmr.h>

#include "tools/lib/names.h"
#include "tools/seastar/aging/registers.h"
#include "tools/seastar/aging/words.h"
#include "tools/seastar/base/command.h"
#include "tools/seastar/base/print.h"
#include "tools/seastar/device/device.h"
#include "tools/seastar/link/links.h"
#include "tools/seastar/mmr/read.h"

#include "cmd.h"

/* The age clock of a router, as AGE_STATUS and AGE_PACKET_COUNT have it. */
struct age_clock {
	uint32_t timestamp, epoch, inhibit, countdown;
	uint32_t packets[2];	/* by epoch */
};

#define CLOCK_CELLS	6

struct router {
	const struct aging *aging;
	struct router_links links;
	bool has_clock;		/* it may be read */
	struct age_clock clock;
};

/* False if whoever asks may not. */
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

static void neighbour_cells(struct table *t, const struct device *d, const struct router *r)
{
	char place[PLACE_TEXT_MAX];
	unsigned int port;
	uint32_t next;

	for (port = SEASTAR_PORT_XP; port < SEASTAR_PORTS; port++) {
		next = ss_neighbour(&d->core, r->aging->router, port);
		if (!link_is_present(&r->links, port) || next == SS_NO_ROUTER) {
			table_cell(t, "-");
			continue;
		}
		place_text(d, next, place);
		table_cell(t, "%s", place);
		if (!link_is_up(&r->links, port))
			table_colour(t, COLOUR_BAD);
	}
}

static void clock_cells(struct table *t, const struct router *r)
{
	const struct age_clock *c = &r->clock;
	unsigned int i;

	for (i = 0; !r->has_clock && i < CLOCK_CELLS; i++)
		table_cell(t, "-");
	if (!r->has_clock)
		return;
	table_cell(t, "%u", c->timestamp);
	table_cell(t, "%u", c->epoch);
	table_cell(t, "%u", c->inhibit);
	table_cell(t, "%u", c->countdown);
	table_cell(t, "%u", c->packets[0]);
	table_cell(t, "%u", c->packets[1]);
}

static void router_row(struct table *t, const struct device *d, const struct router *r)
{
	char place[PLACE_TEXT_MAX], select[SELECT_WORDS_MAX], bias[BIAS_WORDS_MAX];
	unsigned int class;

	table_cell(t, "%u", r->aging->router);
	if (!print_is_numeric()) {
		place_text(d, r->aging->router, place);
		table_cell(t, "%s", place);
	}
	table_cell(t, "%u", r->aging->period);
	table_cell(t, "%s", select_words(r->aging->select, print_is_numeric(), select));
	for (class = 0; class < CLASSES; class++)
		table_cell(t, "%s", bias_words(r->aging->bias[class], NULL, bias));
	table_cell(t, "%u/%u", count_links(r, true), count_links(r, false));
	if (count_links(r, true) < count_links(r, false))
		table_colour(t, COLOUR_BAD);
	neighbour_cells(t, d, r);
	if (print_is_detailed())
		clock_cells(t, r);
}

static void router_show_text(const struct device *d, const struct agings *all,
			     const struct router *r)
{
	static const char *const settings[] = {
		"period", "select", "req-bias", "rsp-bias", "links"
	};
	static const char *const clock[CLOCK_CELLS] = {
		"timestamp", "epoch", "inhibit", "countdown", "packets-0", "packets-1"
	};
	const char *heads[32] = { "router" };
	char size[TOPOLOGY_TEXT_MAX];
	struct table *t;
	size_t i, n = 1;

	if (!print_is_numeric())
		heads[n++] = "place";
	for (i = 0; i < sizeof(settings) / sizeof(*settings); i++)
		heads[n++] = settings[i];
	for (i = SEASTAR_PORT_XP; i < SEASTAR_PORTS; i++)
		heads[n++] = port_names[i];
	for (i = 0; print_is_detailed() && i < CLOCK_CELLS; i++)
		heads[n++] = clock[i];
	t = table_new(heads);
	for (i = 0; i < all->n; i++)
		router_row(t, d, &r[i]);
	topology_text(&d->topology, size);
	printf("%s: %s, generation %" PRIu64 "\n", d->name, size, all->generation);
	table_print(t);
}

static struct json_object *router_ports_json(const struct device *d, const struct router *r)
{
	struct json_object *list = json_object_new_array(), *o;
	unsigned int port;
	uint32_t next;
	bool up;

	for (port = SEASTAR_PORT_XP; port < SEASTAR_PORTS; port++) {
		next = ss_neighbour(&d->core, r->aging->router, port);
		if (!link_is_present(&r->links, port) || next == SS_NO_ROUTER)
			continue;
		up = link_is_up(&r->links, port);
		o = json_object_new_object();
		json_add_str(o, "port", port_names[port]);
		json_object_object_add(o, "up", json_object_new_boolean(up));
		place_json(o, d, next);
		json_object_array_add(list, o);
	}
	return list;
}

static struct json_object *clock_state_json(const struct age_clock *c)
{
	struct json_object *o = json_object_new_object();

	json_add_u64(o, "timestamp", c->timestamp);
	json_add_u64(o, "epoch", c->epoch);
	json_object_object_add(o, "inhibit", json_object_new_boolean(c->inhibit));
	json_add_u64(o, "countdown", c->countdown);
	json_object_object_add(o, "packets", json_u32_list(c->packets, 2));
	return o;
}

static struct json_object *router_json(const struct device *d, const struct router *r)
{
	struct json_object *o = json_object_new_object();

	place_json(o, d, r->aging->router);
	json_add_u64(o, "age_clock_period", r->aging->period);
	json_add_hex(o, "age_rr_select", r->aging->select);
	bias_json(o, r->aging->bias);
	json_add_u64(o, "links_up", count_links(r, true));
	json_add_u64(o, "links", count_links(r, false));
	json_object_object_add(o, "neighbours", router_ports_json(d, r));
	if (print_is_detailed())
		json_object_object_add(o, "age_clock",
				       r->has_clock ? clock_state_json(&r->clock) : NULL);
	return o;
}

static void router_show_json(const struct device *d, const struct agings *all,
			     const struct router *r)
{
	struct json_object *o = json_object_new_object();
	struct json_object *list = json_object_new_array();
	char size[TOPOLOGY_TEXT_MAX];
	size_t i;

	topology_text(&d->topology, size);
	json_add_str(o, "device", d->name);
	json_add_str(o, "topology", size);
	json_add_u64(o, "generation", all->generation);
	for (i = 0; i < all->n; i++)
		json_object_array_add(list, router_json(d, &r[i]));
	json_object_object_add(o, "routers", list);
	print_json(o);
}

/* Each router is asked on its own, unless the first may not be read: then none may. */
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
	{ .name = "router", .value = "N|X,Y,Z", .help = "one router" },
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
	if (print_is_json())
		router_show_json(&d, &all, routers);
	else
		router_show_text(&d, &all, routers);
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
	cmd_run("router", router_commands, a);
}

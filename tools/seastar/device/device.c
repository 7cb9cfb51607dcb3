// SPDX-License-Identifier: GPL-2.0-only
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "sim/base/text.h"

#include "tools/lib/names.h"
#include "tools/seastar/base/out.h"
#include "tools/seastar/base/print.h"

#include "device.h"

static void device_keep(const struct nlmsghdr *reply, void *ctx)
{
	const struct nlattr *tb[SEASTAR_A_DEV_MAX + 1];
	struct device *d = ctx;

	snl_attributes(reply, tb, SEASTAR_A_DEV_MAX);
	topology_parse(tb, &d->topology);
	topology_core(&d->topology, &d->core);
	d->routers = snl_u32(tb[SEASTAR_A_DEV_ROUTERS]);
	d->vcs = snl_u32(tb[SEASTAR_A_DEV_VCS]);
	d->link_changes = snl_u64(tb[SEASTAR_A_DEV_LINK_CHANGES]);
	d->generation = snl_u64(tb[SEASTAR_A_DEV_GENERATION]);
	d->is_soft = !strcmp(snl_str(tb[SEASTAR_A_DEV_BACKEND]), "soft");
}

bool device_find(struct nl *nl, const char *name, struct device *d)
{
	struct snl_msg m;

	*d = (struct device){ .name = name };
	snl_start(&m, SEASTAR_CMD_DEV_GET);
	snl_put_str(&m, SEASTAR_A_DEV_NAME, name);
	nl_do(nl, &m, device_keep, d);
	return d->routers && d->routers <= d->core.routers;
}

void device_read(struct nl *nl, const char *name, struct device *d)
{
	if (!device_find(nl, name, d))
		die("%s: the kernel gives no topology", name);
}

void device_need(const char *name)
{
	struct device d;
	struct nl nl;

	nl_open(&nl);
	device_read(&nl, name, &d);
	nl_close(&nl);
}

static uint32_t parse_place(const struct args *a, const char *what, const char *text,
			    const struct device *d)
{
	char size[TOPOLOGY_TEXT_MAX], *copy = strdup(text), *rest = copy, *part;
	struct ss_coord c = { 0 };
	uint32_t dim = 0;

	if (!copy)
		die("out of memory");
	topology_text(&d->topology, size);
	while ((part = strsep(&rest, ","))) {
		if (dim == d->topology.dims)
			die("%s: '%s' has more coordinates than the %s", what, text, size);
		c.at[dim] = parse_number(a, what, part, 0, UINT32_MAX);
		if (c.at[dim] >= d->topology.radix[dim])
			die("%s: '%s' is outside of the %s", what, text, size);
		dim++;
	}
	if (dim < d->topology.dims)
		die("%s: '%s' has fewer coordinates than the %s", what, text, size);
	free(copy);
	return ss_id_of(&d->core, c);
}

uint32_t parse_router(const struct args *a, const char *what, const char *text, const char *dev)
{
	struct device d;
	struct nl nl;

	if (!strchr(text, ',') && !text_number(text, &(uint64_t){ 0 }))
		args_die(a, "%s: '%s' is not a number, nor a place X,Y,Z", what, text);
	if (!dev || !strchr(text, ','))
		return parse_number(a, what, text, 0, UINT32_MAX);
	nl_open(&nl);
	device_read(&nl, dev, &d);
	nl_close(&nl);
	return parse_place(a, what, text, &d);
}

uint32_t args_router(struct args *a, const char *what, const char *dev)
{
	return parse_router(a, what, args_value(a, what), dev);
}

void place_text(const struct device *d, uint32_t router, char text[PLACE_TEXT_MAX])
{
	struct ss_coord c = ss_coord_of(&d->core, router);
	unsigned int dim;
	int n = 0;

	if (print_is_numeric()) {
		snprintf(text, PLACE_TEXT_MAX, "%u", router);
		return;
	}
	for (dim = 0; dim < d->topology.dims; dim++)
		n += snprintf(text + n, PLACE_TEXT_MAX - n, "%s%u", dim ? "," : "", c.at[dim]);
}

void place_cells(const char *head, const struct device *d, uint32_t router)
{
	char place[PLACE_TEXT_MAX];

	out_u64(NULL, head, router);
	place_text(d, router, place);
	if (!print_is_numeric())
		out_cell("place", "%s", place);
	place_out(d, router);
}

void place_words(const struct device *d, uint32_t router)
{
	char place[PLACE_TEXT_MAX];

	out_u64(NULL, "router %s", router);
	place_text(d, router, place);
	if (!print_is_numeric())
		out_str(NULL, " at %s", place);
	place_out(d, router);
}

void place_end(const char *key, const struct device *d, uint32_t router, unsigned int port)
{
	char place[PLACE_TEXT_MAX];

	place_text(d, router, place);
	out_cell(key, "%s %s", place, text_name(port_names, port));
	out_open(key);
	place_out(d, router);
	out_str("port", NULL, port_names[port]);
	out_close();
}

void place_out(const struct device *d, uint32_t router)
{
	struct ss_coord c = ss_coord_of(&d->core, router);
	uint32_t at[SEASTAR_DIMS];
	unsigned int dim;

	for (dim = 0; dim < d->topology.dims; dim++)
		at[dim] = c.at[dim];
	out_u64("router", NULL, router);
	out_u32s("coordinates", at, d->topology.dims);
}

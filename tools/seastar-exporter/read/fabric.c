// SPDX-License-Identifier: GPL-2.0-only
/* The list of devices. */
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "fabric.h"
#include "links.h"

/* State of an update of the list. */
struct update {
	struct fabric **list;
	const regex_t *ports;
	int error;
};

static void fabric_free(struct fabric *fab)
{
	free(fab->chosen);
	counters_free(&fab->counters);
	counters_free(&fab->spare);
	links_free(&fab->links);
	free(fab);
}

static void unlist(void *ctx)
{
	struct update *u = ctx;
	struct fabric *fab;

	for (fab = *u->list; fab; fab = fab->next)
		fab->listed = false;
}

static void remove_unlisted(struct fabric **at)
{
	while (*at) {
		struct fabric *fab = *at;

		if (fab->listed) {
			at = &fab->next;
		} else {
			*at = fab->next;
			fabric_free(fab);
		}
	}
}

/* Remove the former device called @name: it is gone, even if no complete list has shown that. */
static void remove_namesake(struct fabric **at, const char *name, uint64_t id)
{
	struct fabric *fab;

	while (*at && (strcmp((*at)->name, name) || (*at)->id == id))
		at = &(*at)->next;
	fab = *at;
	if (fab) {
		*at = fab->next;
		fabric_free(fab);
	}
}

/* Choose the ports of a device, once: matching a regular expression for 14,784 ports takes time. */
static int choose_ports(struct fabric *fab, const regex_t *ports)
{
	char text[SEASTAR_NAME_MAX + 32];
	uint32_t router, port;

	fab->chosen = calloc(fab->routers, 1);
	if (!fab->chosen)
		return -ENOMEM;
	for (router = 0; router < fab->routers; router++) {
		for (port = 0; port < SEASTAR_PORTS; port++) {
			snprintf(text, sizeof(text), "%s/%u/%s", fab->name, router,
				 port_names[port]);
			if (!regexec(ports, text, 0, NULL, 0))
				fab->chosen[router] |= 1 << port;
		}
	}
	return 0;
}

static struct fabric *fabric_new(const struct nlattr **tb, const regex_t *ports)
{
	struct fabric *fab = calloc(1, sizeof(*fab));
	size_t dim;

	if (!fab)
		return NULL;
	snprintf(fab->name, sizeof(fab->name), "%s", snl_str(tb[SEASTAR_A_DEV_NAME]));
	fab->id = snl_u64(tb[SEASTAR_A_DEV_ID]);
	fab->hardware = !strcmp(snl_str(tb[SEASTAR_A_DEV_BACKEND]), "mmio");
	attr_copy(tb[SEASTAR_A_DEV_RADIX], fab->radix, sizeof(fab->radix));
	for (dim = 0; dim < SEASTAR_DIMS; dim++)
		fab->radix[dim] += !fab->radix[dim];
	fab->mesh = snl_u32(tb[SEASTAR_A_DEV_MESH]);
	fab->routers = snl_u32(tb[SEASTAR_A_DEV_ROUTERS]);
	if (fab->routers > SEASTAR_MAX_ROUTERS || (ports && choose_ports(fab, ports))) {
		fabric_free(fab);
		return NULL;
	}
	return fab;
}

static void list(const struct reply *r, void *ctx)
{
	const struct nlattr **tb = r->tb;
	uint64_t id = snl_u64(tb[SEASTAR_A_DEV_ID]);
	struct update *u = ctx;
	struct fabric **at = u->list;

	remove_namesake(u->list, snl_str(tb[SEASTAR_A_DEV_NAME]), id);
	while (*at && (*at)->id != id)
		at = &(*at)->next;
	if (!*at)
		*at = fabric_new(tb, u->ports);
	if (!*at) {
		u->error = -ENOMEM;
		return;
	}
	(*at)->listed = true;
	(*at)->generation = snl_u64(tb[SEASTAR_A_DEV_GENERATION]);
	(*at)->link_changes = snl_u64(tb[SEASTAR_A_DEV_LINK_CHANGES]);
	(*at)->lost = tb[SEASTAR_A_DEV_LOST];
}

int fabrics_read(struct snl *nl, struct fabric **devices, const regex_t *ports)
{
	static const struct request request = { .command = SEASTAR_CMD_DEV_GET, .dump = true };
	struct update u = { .list = devices, .ports = ports };
	int err;

	err = family_ask(nl, &request, SEASTAR_A_DEV_MAX, unlist, list, &u);
	if (err)
		return err;
	remove_unlisted(devices);
	return u.error;
}

void fabrics_free(struct fabric **devices)
{
	struct update u = { .list = devices };

	unlist(&u);
	remove_unlisted(devices);
}

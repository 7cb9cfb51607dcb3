// SPDX-License-Identifier: GPL-2.0-only
#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "links.h"

/* State of the reading of a dump. */
struct reading {
	const struct fabric *fab;
	struct links links;
	uint32_t seen;		/* routers */
};

static void links_forget(void *ctx)
{
	struct reading *r = ctx;

	r->links.downs = 0;
	r->links.ups = 0;
	memset(r->links.dropped, 0, sizeof(r->links.dropped));
	r->links.lossy = 0;
	r->links.retries = 0;
	r->links.undetected = 0;
	r->seen = 0;
}

/*
 * Count how often a link went down and came up, in turn. The present state gives the first: a link
 * that is up after an even number of transitions, or down after an odd one, was up at the start.
 */
static void count_changes(struct links *l, uint32_t transitions, bool up)
{
	bool was_up = up != (transitions & 1);

	l->downs += (transitions + was_up) / 2;
	l->ups += (transitions + !was_up) / 2;
}

/* Count the errors of links between routers. */
static void links_count_errors(struct links *l, const struct reply *reply, uint32_t present)
{
	uint64_t bit_errors[SEASTAR_PORTS] = { 0 }, retries[SEASTAR_PORTS] = { 0 };
	const struct nlattr *model[SEASTAR_A_MODEL_MAX + 1];
	uint64_t undetected[SEASTAR_PORTS] = { 0 };
	uint32_t port;

	snl_nested(reply->tb[SEASTAR_A_LINK_MODEL], model, SEASTAR_A_MODEL_MAX);
	attr_copy(model[SEASTAR_A_MODEL_BIT_ERRORS], bit_errors, sizeof(bit_errors));
	attr_copy(reply->tb[SEASTAR_A_LINK_PORT_RETRIES], retries, sizeof(retries));
	attr_copy(model[SEASTAR_A_MODEL_UNDETECTED], undetected, sizeof(undetected));
	for (port = SEASTAR_PORT_XP; port < SEASTAR_PORTS; port++) {
		if (!(present >> port & 1))
			continue;
		l->lossy += bit_errors[port] > 0;
		l->retries += retries[port];
		l->undetected += undetected[port];
	}
}

static void links_remember(const struct reply *reply, void *ctx)
{
	uint32_t router = snl_u32(reply->tb[SEASTAR_A_LINK_ROUTER]);
	uint32_t transitions[SEASTAR_PORTS], up, port, why;
	uint64_t dropped[SEASTAR_DROPS] = { 0 };
	struct reading *r = ctx;

	if (router >= r->fab->routers)
		return;
	up = snl_u32(reply->tb[SEASTAR_A_LINK_PORTS_UP]);
	attr_copy(reply->tb[SEASTAR_A_LINK_TRANSITIONS], transitions, sizeof(transitions));
	r->links.present[router] = snl_u32(reply->tb[SEASTAR_A_LINK_PORTS_PRESENT]);
	r->links.up[router] = up;
	for (port = 0; port < SEASTAR_PORTS; port++)
		count_changes(&r->links, transitions[port], up >> port & 1);
	attr_copy(reply->tb[SEASTAR_A_LINK_DROPPED], dropped, sizeof(dropped));
	for (why = 0; why < SEASTAR_DROPS; why++)
		r->links.dropped[why] += dropped[why];
	links_count_errors(&r->links, reply, r->links.present[router]);
	r->seen++;
}

int fabric_read_links(struct snl *nl, struct fabric *fab)
{
	const struct request request = {
		.command = SEASTAR_CMD_LINK_GET, .dump = true,
		.dev_attr = SEASTAR_A_LINK_DEV, .dev = fab->name,
	};
	struct reading r = { .fab = fab, .links.valid = true };
	int err = -ENOMEM;

	/*
	 * Counts of a software fabric's links change with its links only.  Dropped packets come
	 * from fabric_read_sources(), and links send again only while bits arrive wrong.
	 */
	if (!fab->hardware && fab->links.valid && fab->links.changes == fab->link_changes &&
	    !fab->links.lossy)
		return 0;
	r.links.changes = fab->link_changes;
	r.links.present = calloc(fab->routers, 1);
	r.links.up = calloc(fab->routers, 1);
	if (r.links.present && r.links.up)
		err = family_ask(nl, &request, SEASTAR_A_LINK_MAX, links_forget, links_remember,
				 &r);
	if (!err && r.seen != fab->routers)
		err = -EIO;
	links_free(err ? &r.links : &fab->links);
	if (!err)
		fab->links = r.links;
	return err;
}

void links_free(struct links *l)
{
	free(l->present);
	free(l->up);
}

// SPDX-License-Identifier: GPL-2.0-only
#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include <netlink/genl/genl.h>
#include <seastar/mmr.h>

#include "links.h"

#define MOST_EVENTS	4096	/* looked at before a scrape goes on */

/* Events being read. */
struct drain {
	struct fabric *list;
	unsigned int seen;
};

static void forget(struct fabric *list)
{
	for (; list; list = list->next)
		list->links.current = false;
}

static void note(struct fabric *list, struct nlattr **tb)
{
	const char *name = attr_str(tb[SEASTAR_A_LINK_DEV]);
	uint32_t router = attr_u32(tb[SEASTAR_A_LINK_ROUTER]);
	uint32_t port = attr_u32(tb[SEASTAR_A_LINK_PORT]);
	struct fabric *fab;

	for (fab = list; fab && strcmp(fab->name, name); fab = fab->next)
		;
	if (!fab || !fab->links.current || router >= fab->routers || port >= SEASTAR_PORTS)
		return;
	if (attr_u8(tb[SEASTAR_A_LINK_UP])) {
		fab->links.up[router] |= 1 << port;
		fab->links.ups++;
	} else {
		fab->links.up[router] &= ~(1 << port);
		fab->links.downs++;
	}
}

static int on_event(struct nl_msg *msg, void *arg)
{
	struct genlmsghdr *genl = genlmsg_hdr(nlmsg_hdr(msg));
	struct nlattr *tb[SEASTAR_A_LINK_MAX + 1];
	struct drain *d = arg;

	d->seen++;
	if (genl->cmd == SEASTAR_CMD_LINK_NTF &&
	    nla_parse(tb, SEASTAR_A_LINK_MAX, genlmsg_attrdata(genl, 0), genlmsg_attrlen(genl, 0),
		      NULL) >= 0)
		note(d->list, tb);
	return NL_OK;
}

/* Take what events there are; if some were lost, what is known is worth nothing. */
static void drain(struct link_watch *w, struct fabric *list)
{
	struct drain d = { .list = list };
	int err = 0;

	nl_socket_modify_cb(w->events, NL_CB_VALID, NL_CB_CUSTOM, on_event, &d);
	while (d.seen < MOST_EVENTS && err >= 0) {
		err = nl_recvmsgs_default(w->events);
		if (err < 0 && err != -NLE_AGAIN) {
			w->lost++;
			forget(list);
			err = err == -NLE_NOMEM ? 0 : err;
		}
	}
	if (err < 0 && err != -NLE_AGAIN)
		links_close(w);
}

/* Join before the links are read: no change falls in between. */
static int join(struct link_watch *w, const struct family *f, struct fabric *list)
{
	if (w->events && w->family != f->id)
		links_close(w);
	if (w->events)
		return 0;
	forget(list);
	w->events = family_events();
	w->family = f->id;
	return w->events ? 0 : -EIO;
}

static void remember(const struct reply *r, void *ctx)
{
	attr_copy(r->tb[SEASTAR_A_MMR_VALUES], ctx, sizeof(uint64_t));
}

static int read_link(struct family *f, const struct fabric *fab, uint32_t router, uint32_t port,
		     struct links *to)
{
	static const uint16_t attrs[] = { SEASTAR_A_MMR_ROUTER, SEASTAR_A_MMR_OFFSET, 0 };
	const uint32_t values[] = { router, SS_MMR_PORT(port) + SS_MMR_LINK_STATUS };
	const struct request request = {
		.command = SEASTAR_CMD_MMR_GET,
		.dev_attr = SEASTAR_A_MMR_DEV, .dev = fab->name,
		.u32_attr = attrs, .u32 = values,
	};
	uint64_t status = 0;
	int err = family_ask(f, &request, SEASTAR_A_MMR_MAX, NULL, remember, &status);

	if (status & SS_MMR_LINK_PRESENT)
		to->present[router] |= 1 << port;
	if (status & SS_MMR_LINK_UP)
		to->up[router] |= 1 << port;
	return err;
}

static int read_all(struct family *f, struct fabric *fab)
{
	struct links fresh = {
		.valid = true, .current = true,
		.present = calloc(fab->routers, 1), .up = calloc(fab->routers, 1),
		.downs = fab->links.downs, .ups = fab->links.ups,
	};
	int err = fresh.present && fresh.up ? 0 : -ENOMEM;
	uint32_t router, port;

	for (router = 0; !err && router < fab->routers; router++) {
		for (port = 0; !err && port < SEASTAR_PORTS; port++)
			err = read_link(f, fab, router, port, &fresh);
	}
	links_free(err ? &fresh : &fab->links);
	if (!err)
		fab->links = fresh;
	return err;
}

void links_read(struct link_watch *w, struct family *f, struct fabric *list)
{
	struct fabric *fab;
	int err = 0;

	for (fab = list; fab && !fab->hardware; fab = fab->next)
		;
	if (!fab)
		return;
	err = join(w, f, list);
	if (w->events)
		drain(w, list);
	for (; fab; fab = fab->next) {
		if (fab->hardware)
			fab->error[PART_LINKS] = err || fab->links.current ? err : read_all(f, fab);
	}
}

void links_close(struct link_watch *w)
{
	nl_socket_free(w->events);
	w->events = NULL;
}

void links_free(struct links *l)
{
	free(l->present);
	free(l->up);
}

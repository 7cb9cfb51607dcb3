// SPDX-License-Identifier: GPL-2.0-only
/* Links: writing their settings, and recording changes of their state. */
#include <linux/ktime.h>
#include <linux/timekeeping.h>

#include <seastar/mmr.h>

#include "../sim/topology/cube.h"

#include "base/events.h"
#include "dev/dev.h"
#include "dev/links.h"
#include "dev/mmr.h"

/*
 * Find the router on the other side of a link.  Returns SS_NO_ROUTER if there is no link, or if the
 * hardware gives access to only a part of its fabric: then the driver cannot compute neighbours.
 */
static u32 link_peer(const struct seastar_dev *sdev, u32 router, u32 port)
{
	struct ss_topology topo;

	ss_config_topology(&sdev->cfg, &topo);
	if (port == SEASTAR_PORT_PROC || topo.routers != sdev->routers)
		return SS_NO_ROUTER;
	return ss_neighbour(&topo, router, port);
}

/**
 * seastar_link_exists() - check whether a port has a link to another router
 * @sdev: the device
 * @router: router on one side
 * @port: port of @router
 *
 * Context: caller holds the lock of the device.
 *
 * Return: true if so.
 */
bool seastar_link_exists(struct seastar_dev *sdev, u32 router, u32 port)
{
	struct seastar_links links;

	sdev->ops->links(sdev, router, &links);
	return port != SEASTAR_PORT_PROC && links.present & BIT(port);
}

/**
 * seastar_link_write() - write a setting of a link in one direction
 * @sdev: the device
 * @router: router that packets leave
 * @port: its output port
 * @reg: SS_MMR_LINK_CONTROL or SS_MMR_LINK_BIT_ERRORS
 * @value: one that ss_mmr_check_write() passed
 *
 * Context: caller holds the lock of the device.
 *
 * Return: 0 or an error of the backend.
 */
int seastar_link_write(struct seastar_dev *sdev, u32 router, u32 port, u32 reg, u64 value)
{
	int err;

	err = seastar_mmr_write(sdev, router, SS_MMR_PORT(port) + reg, value);
	sdev->ops->look_at_links(sdev, router);
	return err;
}

/* One direction of a link, identified by the router that packets leave and its port. */
struct side {
	u32 router;
	u32 port;
	u64 before;
};

static int read_side(struct seastar_dev *sdev, struct side *s, u32 reg)
{
	return seastar_mmr_read(sdev, s->router, SS_MMR_PORT(s->port) + reg, 1, &s->before);
}

/**
 * seastar_link_set() - write a setting of a link in both directions, or in none
 * @sdev: the device
 * @router: router on one side
 * @port: port of @router
 * @reg: SS_MMR_LINK_CONTROL or SS_MMR_LINK_BIT_ERRORS
 * @value: one that ss_mmr_check_write() passed
 *
 * Context: caller holds the lock of the device.
 *
 * Return: 0 or an error of the backend.
 */
int seastar_link_set(struct seastar_dev *sdev, u32 router, u32 port, u32 reg, u64 value)
{
	struct side side[2] = { { router, port }, { .port = ss_opposite(port) } };
	u32 i, n = 1, tried;
	int err = 0;

	side[1].router = link_peer(sdev, router, port);
	if (side[1].router != SS_NO_ROUTER)
		n = 2;
	for (i = 0; !err && i < n; i++)
		err = read_side(sdev, &side[i], reg);
	if (err)
		return err;
	for (tried = 0; !err && tried < n; tried++)
		err = seastar_link_write(sdev, side[tried].router, side[tried].port, reg, value);
	for (i = 0; err && i < tried; i++)
		seastar_link_write(sdev, side[i].router, side[i].port, reg, side[i].before);
	return err;
}

/**
 * seastar_links_note() - record the state of the links of a router
 * @sdev: the device
 * @router: the router
 * @links: the recorded state, which is updated
 * @up: links that carry flits now, as bits
 * @bit_errors: by port, wrong bits per 10^12 bits now
 *
 * Context: caller holds the lock of the device.
 */
void seastar_links_note(struct seastar_dev *sdev, u32 router, struct seastar_links *links,
			u8 up, const u64 *bit_errors)
{
	u32 port;

	for (port = 0; port < SEASTAR_PORTS; port++) {
		bool turned = (up ^ links->up) & BIT(port);

		if (!turned && bit_errors[port] == links->bit_errors[port])
			continue;
		sdev->link_changes++;
		seastar_dev_disturbed(sdev);
		links->bit_errors[port] = bit_errors[port];
		if (turned) {
			links->transitions[port]++;
			links->since[port] = ktime_get_real_ns();
			links->up ^= BIT(port);
		}
		seastar_events->link(sdev, router, port);
	}
}

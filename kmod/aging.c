// SPDX-License-Identifier: GPL-2.0-only
/*
 * Changes of aging registers: validated whole, then applied between two cycles
 * of the fabric, all of them or none.
 */
#include <linux/errno.h>
#include <linux/kernel.h>
#include <linux/sched.h>

#include <seastar/mmr.h>

#include "aging.h"
#include "dev.h"
#include "netlink.h"

#define GIVEN(attr)	BIT(SEASTAR_A_ENTRY_##attr)
#define ALL_PORTS	(BIT(SEASTAR_PORTS) - 1)
#define PORT_CONFIG(port)	(SS_MMR_PORT(port) + SS_MMR_PORT_CONFIG)

static bool given(const struct seastar_aging_change *c, u32 attrs)
{
	return c->given & attrs;
}

static int refuse(struct seastar_aging_refusal *r, int err, u32 attr,
		  const char *why)
{
	r->attr = attr;
	r->why = why;
	return err;
}

static int check(const struct seastar_dev *sdev,
		 const struct seastar_aging_change *c,
		 struct seastar_aging_refusal *r)
{
	if (!given(c, GIVEN(CLOCK_PERIOD) | GIVEN(RR_SELECT) |
		   GIVEN(REQ_BIAS) | GIVEN(RSP_BIAS)))
		return refuse(r, -EINVAL, 0, "an entry gives no register a value");
	if (given(c, GIVEN(ROUTER)) && c->router >= sdev->routers)
		return refuse(r, -ERANGE, SEASTAR_A_ENTRY_ROUTER,
			      "the fabric has no router of this number");
	if (given(c, GIVEN(PORTS))) {
		if (given(c, GIVEN(CLOCK_PERIOD) | GIVEN(RR_SELECT)))
			return refuse(r, -EINVAL, SEASTAR_A_ENTRY_PORTS,
				      "AGE_CLOCK_PERIOD and AGE_RR_SELECT belong to a router, not to a port");
		if (!c->ports || c->ports & ~ALL_PORTS)
			return refuse(r, -ERANGE, SEASTAR_A_ENTRY_PORTS,
				      "the ports of a router are bits 0 to 6, and at least one is needed");
	}
	if (given(c, GIVEN(CLOCK_PERIOD)) && !c->period)
		return refuse(r, -ERANGE, SEASTAR_A_ENTRY_CLOCK_PERIOD,
			      "AGE_CLOCK_PERIOD is 1 to 4294967295 cycles");
	if (given(c, GIVEN(REQ_BIAS)) && c->bias[0] > SS_MAX_BIAS)
		return refuse(r, -ERANGE, SEASTAR_A_ENTRY_REQ_BIAS,
			      "REQ_AGE_BIAS is 0 to 7");
	if (given(c, GIVEN(RSP_BIAS)) && c->bias[1] > SS_MAX_BIAS)
		return refuse(r, -ERANGE, SEASTAR_A_ENTRY_RSP_BIAS,
			      "RSP_AGE_BIAS is 0 to 7");
	return 0;
}

/**
 * seastar_aging_read() - read a router's aging registers
 * @sdev: the device, locked
 * @router: which one
 * @aging: what they hold
 *
 * Return: 0 or what the backend says.
 */
int seastar_aging_read(struct seastar_dev *sdev, u32 router,
		       struct ss_aging *aging)
{
	u64 value;
	u32 port;
	int err;

	err = sdev->ops->mmr_read(sdev, router, SS_MMR_AGE_CLOCK_PERIOD, &value);
	if (err)
		return err;
	aging->period = (u32)value;
	err = sdev->ops->mmr_read(sdev, router, SS_MMR_AGE_RR_SELECT,
				  &aging->select);
	for (port = 0; !err && port < SEASTAR_PORTS; port++) {
		err = sdev->ops->mmr_read(sdev, router, PORT_CONFIG(port), &value);
		aging->bias[0][port] = value >> SS_MMR_REQ_AGE_BIAS_SHIFT &
				       SS_MMR_AGE_BIAS_MASK;
		aging->bias[1][port] = value >> SS_MMR_RSP_AGE_BIAS_SHIFT &
				       SS_MMR_AGE_BIAS_MASK;
	}
	return err;
}

static int write_biases(struct seastar_dev *sdev,
			const struct seastar_aging_change *c, u32 router,
			u32 port)
{
	static const u32 shift[] = {
		SS_MMR_REQ_AGE_BIAS_SHIFT, SS_MMR_RSP_AGE_BIAS_SHIFT
	};
	u64 value;
	u32 i;
	int err;

	err = sdev->ops->mmr_read(sdev, router, PORT_CONFIG(port), &value);
	if (err)
		return err;
	for (i = 0; i < ARRAY_SIZE(shift); i++) {
		if (!given(c, i ? GIVEN(RSP_BIAS) : GIVEN(REQ_BIAS)))
			continue;
		value &= ~(SS_MMR_AGE_BIAS_MASK << shift[i]);
		value |= (u64)c->bias[i] << shift[i];
	}
	return seastar_mmr_write(sdev, router, PORT_CONFIG(port), value);
}

static int write_router(struct seastar_dev *sdev,
			const struct seastar_aging_change *c, u32 router)
{
	u32 ports = given(c, GIVEN(PORTS)) ? c->ports : ALL_PORTS;
	int err = 0;
	u32 port;

	if (given(c, GIVEN(CLOCK_PERIOD)))
		err = seastar_mmr_write(sdev, router, SS_MMR_AGE_CLOCK_PERIOD,
					c->period);
	if (!err && given(c, GIVEN(RR_SELECT)))
		err = seastar_mmr_write(sdev, router, SS_MMR_AGE_RR_SELECT,
					c->select);
	if (!given(c, GIVEN(REQ_BIAS) | GIVEN(RSP_BIAS)))
		return err;
	for (port = 0; !err && port < SEASTAR_PORTS; port++)
		if (ports & BIT(port))
			err = write_biases(sdev, c, router, port);
	return err;
}

static int apply(struct seastar_dev *sdev, const struct seastar_aging_change *c)
{
	u32 router;
	int err = 0;

	if (given(c, GIVEN(ROUTER)))
		return write_router(sdev, c, c->router);
	for (router = 0; !err && router < sdev->routers; router++) {
		err = write_router(sdev, c, router);
		cond_resched();
	}
	return err;
}

/**
 * seastar_aging_apply() - change aging registers of a device
 * @sdev: the device
 * @changes: what to change, applied in order
 * @n: how many
 * @generation: refuse unless this is the current one; NULL: whatever it is
 * @refusal: set if the change is refused for what it says
 *
 * Return: 0, -EINVAL or -ERANGE with @refusal set, -ESTALE if the generation
 * is another, or what seastar_dev_lock() says.
 */
int seastar_aging_apply(struct seastar_dev *sdev,
			const struct seastar_aging_change *changes, size_t n,
			const u64 *generation,
			struct seastar_aging_refusal *refusal)
{
	size_t i;
	int err;

	for (i = 0; i < n; i++) {
		refusal->entry = i;
		err = check(sdev, &changes[i], refusal);
		if (err)
			return err;
	}

	err = seastar_dev_lock(sdev);
	if (err)
		return err;
	if (generation && *generation != sdev->generation) {
		err = -ESTALE;
		goto unlock;
	}
	for (i = 0; !err && i < n; i++)
		err = apply(sdev, &changes[i]);
	seastar_dev_changed(sdev);
	seastar_notify_aging(sdev, changes, n);
unlock:
	seastar_dev_unlock(sdev);
	return err;
}

// SPDX-License-Identifier: GPL-2.0-only
/*
 * Aging registers: changes of them are checked, staged in memory, and written
 * as differences between two states of a whole fabric.
 */
#include <linux/errno.h>
#include <linux/kernel.h>
#include <linux/sched.h>
#include <linux/string.h>

#include <seastar/mmr.h>

#include "aging.h"
#include "dev.h"
#include "fault.h"
#include "genl.h"

#define GIVEN(attr)	BIT(SEASTAR_A_ENTRY_##attr)
#define ALL_PORTS	(BIT(SEASTAR_PORTS) - 1)
#define PORT_CONFIG(port)	(SS_MMR_PORT(port) + SS_MMR_PORT_CONFIG)

static bool given(const struct seastar_aging_change *c, u32 attrs)
{
	return c->given & attrs;
}

/* The attribute at fault is one of the entry, or with 0 the entry itself. */
static int refuse(const struct seastar_aging_change *c,
		  struct netlink_ext_ack *extack, int err, u32 attr,
		  const char *why)
{
	const struct nlattr *bad = c->nest;

	if (bad && attr)
		bad = nla_find(nla_data(bad), nla_len(bad), attr);
	return seastar_refuse(extack, bad, err, why);
}

static int check(const struct seastar_dev *sdev,
		 const struct seastar_aging_change *c,
		 struct netlink_ext_ack *extack)
{
	if (!given(c, GIVEN(CLOCK_PERIOD) | GIVEN(RR_SELECT) |
		   GIVEN(REQ_BIAS) | GIVEN(RSP_BIAS)))
		return refuse(c, extack, -EINVAL, 0, "an entry gives no register a value");
	if (given(c, GIVEN(ROUTER)) && c->router >= sdev->routers)
		return refuse(c, extack, -ERANGE, SEASTAR_A_ENTRY_ROUTER,
			      "the fabric has no router of this number");
	if (given(c, GIVEN(PORTS))) {
		if (given(c, GIVEN(CLOCK_PERIOD) | GIVEN(RR_SELECT)))
			return refuse(c, extack, -EINVAL, SEASTAR_A_ENTRY_PORTS,
				      "AGE_CLOCK_PERIOD and AGE_RR_SELECT belong to a router, not to a port");
		if (!c->ports || c->ports & ~ALL_PORTS)
			return refuse(c, extack, -ERANGE, SEASTAR_A_ENTRY_PORTS,
				      "the ports of a router are bits 0 to 6, and at least one is needed");
	}
	if (given(c, GIVEN(CLOCK_PERIOD)) && !c->period)
		return refuse(c, extack, -ERANGE, SEASTAR_A_ENTRY_CLOCK_PERIOD,
			      "AGE_CLOCK_PERIOD is 1 to 4294967295 cycles");
	if (given(c, GIVEN(REQ_BIAS)) && c->bias[0] > SS_MAX_BIAS)
		return refuse(c, extack, -ERANGE, SEASTAR_A_ENTRY_REQ_BIAS,
			      "REQ_AGE_BIAS is 0 to 7");
	if (given(c, GIVEN(RSP_BIAS)) && c->bias[1] > SS_MAX_BIAS)
		return refuse(c, extack, -ERANGE, SEASTAR_A_ENTRY_RSP_BIAS,
			      "RSP_AGE_BIAS is 0 to 7");
	return 0;
}

/**
 * seastar_aging_check() - are these changes possible?
 * @sdev: the device
 * @changes: what to change
 * @n: how many
 * @extack: for the refusal, or NULL
 *
 * Return: 0, -EINVAL or -ERANGE.
 */
int seastar_aging_check(const struct seastar_dev *sdev,
			const struct seastar_aging_change *changes, size_t n,
			struct netlink_ext_ack *extack)
{
	size_t i;
	int err = 0;

	for (i = 0; !err && i < n; i++)
		err = check(sdev, &changes[i], extack);
	return err;
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

/* The registers with aging settings in a router. */
#define AGING_REGS	(2 + SEASTAR_PORTS)

static u32 reg_offset(u32 reg)
{
	switch (reg) {
	case 0:
		return SS_MMR_AGE_CLOCK_PERIOD;
	case 1:
		return SS_MMR_AGE_RR_SELECT;
	default:
		return PORT_CONFIG(reg - 2);
	}
}

/* PORT_CONFIG has no writable bits but the biases. */
static u64 reg_value(const struct ss_aging *aging, u32 reg)
{
	switch (reg) {
	case 0:
		return aging->period;
	case 1:
		return aging->select;
	default:
		return (u64)aging->bias[0][reg - 2] << SS_MMR_REQ_AGE_BIAS_SHIFT |
		       (u64)aging->bias[1][reg - 2] << SS_MMR_RSP_AGE_BIAS_SHIFT;
	}
}

/**
 * seastar_aging_write() - write the registers in which two states differ
 * @sdev: the device, locked
 * @from: the registers of all its routers, as they are
 * @to: as they should be
 * @written: set to how many were written
 *
 * Return: 0 or what the backend says, with no more than @written of them written.
 */
int seastar_aging_write(struct seastar_dev *sdev, const struct ss_aging *from,
			const struct ss_aging *to, size_t *written)
{
	u32 router, reg;
	int err;

	*written = 0;
	for (router = 0; router < sdev->routers; router++) {
		for (reg = 0; reg < AGING_REGS; reg++) {
			u64 value = reg_value(&to[router], reg);

			if (value == reg_value(&from[router], reg))
				continue;
			if (seastar_fault(SEASTAR_FAULT_COMMIT))
				return -EIO;
			err = seastar_mmr_write(sdev, router,
						reg_offset(reg), value);
			if (err)
				return err;
			++*written;
		}
		cond_resched();
	}
	return 0;
}

/**
 * seastar_aging_unwrite() - undo what seastar_aging_write() has written
 * @sdev: the device, locked
 * @from: the registers as they were, and as they will be again
 * @to: as they should have been
 * @written: how many were written: no other is touched
 *
 * It goes on after an error, to save what can be saved.
 *
 * Return: 0 or the first error of the backend.
 */
int seastar_aging_unwrite(struct seastar_dev *sdev, const struct ss_aging *from,
			  const struct ss_aging *to, size_t written)
{
	u32 router, reg;
	int err = 0;

	for (router = 0; written && router < sdev->routers; router++) {
		for (reg = 0; written && reg < AGING_REGS; reg++) {
			u64 value = reg_value(&from[router], reg);
			int failed;

			if (value == reg_value(&to[router], reg))
				continue;
			failed = seastar_mmr_write(sdev, router,
						   reg_offset(reg), value);
			err = err ?: failed;
			written--;
		}
		cond_resched();
	}
	return err;
}

static void stage_router(struct ss_aging *aging,
			 const struct seastar_aging_change *c)
{
	u32 ports = given(c, GIVEN(PORTS)) ? c->ports : ALL_PORTS;
	u32 port;

	if (given(c, GIVEN(CLOCK_PERIOD)))
		aging->period = c->period;
	if (given(c, GIVEN(RR_SELECT)))
		aging->select = c->select;
	for (port = 0; port < SEASTAR_PORTS; port++) {
		if (!(ports & BIT(port)))
			continue;
		if (given(c, GIVEN(REQ_BIAS)))
			aging->bias[0][port] = c->bias[0];
		if (given(c, GIVEN(RSP_BIAS)))
			aging->bias[1][port] = c->bias[1];
	}
}

/**
 * seastar_aging_stage() - make changes in memory
 * @aging: the registers of all routers
 * @routers: how many
 * @changes: checked ones, applied in order
 * @n: how many
 */
void seastar_aging_stage(struct ss_aging *aging, u32 routers,
			 const struct seastar_aging_change *changes, size_t n)
{
	const struct seastar_aging_change *c;
	u32 router;

	for (c = changes; c < changes + n; c++) {
		if (given(c, GIVEN(ROUTER))) {
			stage_router(&aging[c->router], c);
			continue;
		}
		for (router = 0; router < routers; router++)
			stage_router(&aging[router], c);
		cond_resched();
	}
}

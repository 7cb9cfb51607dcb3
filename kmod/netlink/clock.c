// SPDX-License-Identifier: GPL-2.0-only
/*
 * Netlink commands for the clock.
 */
#include "base/events.h"
#include "netlink/genl.h"

/**
 * seastar_fill_clock() - put the attributes of a clock
 * @skb: the message
 * @sdev: the device
 * @view: not used
 * @none: not used
 *
 * Context: caller holds the lock of the device.
 *
 * Return: 0 or -EMSGSIZE.
 */
int seastar_fill_clock(struct sk_buff *skb, struct seastar_dev *sdev,
		       const void *view, u32 none)
{
	struct seastar_clock clock;

	sdev->ops->clock_get(sdev, &clock);
	if (nla_put_string(skb, SEASTAR_A_CLOCK_DEV, seastar_dev_name(sdev)) ||
	    nla_put_u32(skb, SEASTAR_A_CLOCK_STATE, clock.state) ||
	    nla_put_u64_64bit(skb, SEASTAR_A_CLOCK_REMAINING, clock.remaining,
			      SEASTAR_A_CLOCK_PAD) ||
	    nla_put_u64_64bit(skb, SEASTAR_A_CLOCK_CYCLE,
			      sdev->ops->cycle(sdev), SEASTAR_A_CLOCK_PAD) ||
	    nla_put_u32(skb, SEASTAR_A_CLOCK_BUDGET, clock.budget) ||
	    nla_put_u32(skb, SEASTAR_A_CLOCK_RATE, clock.rate) ||
	    nla_put_u64_64bit(skb, SEASTAR_A_CLOCK_GENERATION, sdev->generation,
			      SEASTAR_A_CLOCK_PAD))
		return -EMSGSIZE;
	return 0;
}

/**
 * seastar_clock_get_doit() - SEASTAR_CMD_CLOCK_GET
 * @skb: the request
 * @info: attributes and header of the request
 *
 * Return: 0 or an error.
 */
int seastar_clock_get_doit(struct sk_buff *skb, struct genl_info *info)
{
	return seastar_lock_and_reply(info, seastar_fill_clock, NULL, 0);
}

static int get_step(struct genl_info *info, struct seastar_clock *clock)
{
	struct seastar_dev *sdev = seastar_info_dev(info);
	const struct nlattr *attr = info->attrs[SEASTAR_A_CLOCK_STEPS];

	if (!attr)
		return seastar_missing(info, SEASTAR_A_CLOCK_STEPS,
				       "the number of cycles to step is missing");
	if (clock->state == SEASTAR_CLOCK_STEPPING)
		return seastar_refuse(info->extack, attr, -EBUSY,
				      "the clock is stepping: wait for it, or stop it first");
	clock->remaining = nla_get_u64(attr);
	if (clock->remaining > SS_MAX_CYCLES - sdev->ops->cycle(sdev))
		return seastar_refuse(info->extack, attr, -ERANGE,
				      "a fabric's time ends at cycle 2^55: step no further");
	return 0;
}

static int get_state(struct genl_info *info, struct seastar_clock *clock)
{
	const struct nlattr *attr = info->attrs[SEASTAR_A_CLOCK_STATE];
	const struct nlattr *steps = info->attrs[SEASTAR_A_CLOCK_STEPS];
	u32 state = attr ? nla_get_u32(attr) : SEASTAR_CLOCK_STOPPED;
	int err;

	if (steps && state != SEASTAR_CLOCK_STEPPING)
		return seastar_refuse(info->extack, steps, -EINVAL,
				      "a number of cycles is only for a clock that is to step: leave it out");
	if (!attr)
		return 0;
	if (state == SEASTAR_CLOCK_STEPPING) {
		err = get_step(info, clock);
		if (err)
			return err;
	} else {
		clock->remaining = 0;
	}
	clock->state = state;
	return 0;
}

/**
 * seastar_clock_set_doit() - SEASTAR_CMD_CLOCK_SET
 * @skb: the request
 * @info: attributes and header of the request
 *
 * Attributes that are not given stay as they are.
 *
 * Return: 0 or an error.
 */
int seastar_clock_set_doit(struct sk_buff *skb, struct genl_info *info)
{
	struct seastar_dev *sdev = seastar_info_dev(info);
	struct seastar_clock clock;
	int err;

	if (!info->attrs[SEASTAR_A_CLOCK_STATE] &&
	    !info->attrs[SEASTAR_A_CLOCK_STEPS] &&
	    !info->attrs[SEASTAR_A_CLOCK_BUDGET] &&
	    !info->attrs[SEASTAR_A_CLOCK_RATE])
		return seastar_missing(info, SEASTAR_A_CLOCK_STATE,
				       "the request has no state, budget or rate: there is nothing to set");
	err = seastar_lock_dev(info);
	if (err)
		return err;
	sdev->ops->clock_get(sdev, &clock);
	err = get_state(info, &clock);
	if (info->attrs[SEASTAR_A_CLOCK_BUDGET])
		clock.budget = nla_get_u32(info->attrs[SEASTAR_A_CLOCK_BUDGET]);
	if (info->attrs[SEASTAR_A_CLOCK_RATE])
		clock.rate = nla_get_u32(info->attrs[SEASTAR_A_CLOCK_RATE]);
	if (!err) {
		sdev->ops->clock_set(sdev, &clock);
		seastar_events->clock(sdev);
	}
	seastar_dev_unlock(sdev);
	return err;
}

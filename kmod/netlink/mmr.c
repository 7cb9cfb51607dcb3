// SPDX-License-Identifier: GPL-2.0-only
/* Netlink commands for memory-mapped registers, as laid out in include/seastar/mmr.h. */
#include <seastar/mmr.h>

#include "base/events.h"
#include "dev/aging.h"
#include "dev/config.h"
#include "dev/links.h"
#include "dev/mmr.h"
#include "dev/routes.h"
#include "netlink/genl.h"

#define PIECE		8	/* registers per call of seastar_mmr_read() */

/* The registers that a request names: @count registers from @offset on; the first is @at. */
struct mmr_run {
	u32 router;
	u32 offset;
	u32 count;
	struct ss_mmr_at at;
};

static int get_router(struct genl_info *info, struct mmr_run *run)
{
	const struct nlattr *attr = info->attrs[SEASTAR_A_MMR_ROUTER];

	if (!attr)
		return seastar_missing(info, SEASTAR_A_MMR_ROUTER,
				       "the router is missing");
	run->router = nla_get_u32(attr);
	if (run->router >= seastar_info_dev(info)->routers)
		return seastar_refuse(info->extack, attr, -ERANGE,
				      "the fabric has no router of this number");
	return 0;
}

static int get_offset(struct genl_info *info, struct mmr_run *run)
{
	const struct nlattr *attr = info->attrs[SEASTAR_A_MMR_OFFSET];

	if (!attr)
		return seastar_missing(info, SEASTAR_A_MMR_OFFSET,
				       "the offset of the register is missing");
	run->offset = nla_get_u32(attr);
	if (run->offset % sizeof(u64))
		return seastar_refuse(info->extack, attr, -EINVAL,
				      "the offset of a register is a multiple of 8");
	if (!ss_mmr_find(run->offset, &run->at))
		return seastar_refuse(info->extack, attr, -ERANGE,
				      "there is no register at this offset");
	return 0;
}

static int get_count(struct genl_info *info, struct mmr_run *run)
{
	const struct nlattr *attr = info->attrs[SEASTAR_A_MMR_COUNT];
	struct ss_mmr_at at;
	u32 i;

	run->count = attr ? nla_get_u32(attr) : 1;
	for (i = 1; i < run->count; i++)
		if (!ss_mmr_find(run->offset + i * sizeof(u64), &at))
			return seastar_refuse(info->extack, attr, -ERANGE,
					      "the register map has a gap or ends within this count of registers: read fewer");
	return 0;
}

/* Put the values of registers.  Their place in the message may be unaligned. */
static int put_values(struct sk_buff *skb, struct seastar_dev *sdev,
		      const struct mmr_run *run)
{
	struct nlattr *attr;
	u64 values[PIECE];
	u32 i, n;
	int err;

	attr = nla_reserve_64bit(skb, SEASTAR_A_MMR_VALUES,
				 run->count * sizeof(u64), SEASTAR_A_MMR_PAD);
	if (!attr)
		return -EMSGSIZE;
	for (i = 0; i < run->count; i += n) {
		n = min_t(u32, run->count - i, PIECE);
		err = seastar_mmr_read(sdev, run->router,
				       run->offset + i * sizeof(u64), n, values);
		if (err)
			return err;
		memcpy(nla_data(attr) + i * sizeof(u64), values, n * sizeof(u64));
	}
	return 0;
}

static int fill_values(struct sk_buff *skb, struct seastar_dev *sdev,
		       const struct mmr_run *run)
{
	if (nla_put_string(skb, SEASTAR_A_MMR_DEV, seastar_dev_name(sdev)) ||
	    nla_put_u32(skb, SEASTAR_A_MMR_ROUTER, run->router) ||
	    nla_put_u32(skb, SEASTAR_A_MMR_OFFSET, run->offset) ||
	    nla_put_u64_64bit(skb, SEASTAR_A_MMR_GENERATION, sdev->generation,
			      SEASTAR_A_MMR_PAD))
		return -EMSGSIZE;
	return put_values(skb, sdev, run);
}

/* Return the size of a reply with the values and the other attributes. */
static size_t reply_size(const struct mmr_run *run)
{
	return nla_total_size(SEASTAR_NAME_MAX + 1) +
	       2 * nla_total_size(sizeof(u32)) +
	       nla_total_size_64bit(sizeof(u64)) +
	       nla_total_size_64bit(run->count * sizeof(u64));
}

/*
 * Answer with the values of registers.  The lock is held while all are read, so they are of one
 * instant.
 */
static int reply_values(struct genl_info *info, const struct mmr_run *run)
{
	struct seastar_dev *sdev = seastar_info_dev(info);
	struct sk_buff *skb;
	void *hdr;
	int err;

	skb = genlmsg_new(reply_size(run), GFP_KERNEL);
	if (!skb)
		return seastar_refuse(info->extack, NULL, -ENOMEM,
				      "not enough memory for the reply");
	hdr = genlmsg_put_reply(skb, info, &seastar_family, 0,
				info->genlhdr->cmd);
	err = hdr ? seastar_lock_reader(info) : -EMSGSIZE;
	if (err)
		goto free_skb;
	err = fill_values(skb, sdev, run);
	seastar_dev_unlock_reader(sdev);
	if (err) {
		seastar_dev_explain(info->extack, sdev, err);
		goto free_skb;
	}
	genlmsg_end(skb, hdr);
	return genlmsg_reply(skb, info);

free_skb:
	nlmsg_free(skb);
	return err;
}

/**
 * seastar_mmr_get_doit() - SEASTAR_CMD_MMR_GET
 * @skb: the request
 * @info: attributes and header of the request
 *
 * Each read of a register of hardware takes the time of a round trip, with the device
 * locked: that is for an administrator.
 *
 * Return: 0 or an error.
 */
int seastar_mmr_get_doit(struct sk_buff *skb, struct genl_info *info)
{
	struct mmr_run run;
	int err = 0;

	if (seastar_is_hardware(seastar_info_dev(info)))
		err = seastar_check_admin(skb, info);
	if (err)
		return err;
	err = get_router(info, &run) ?: get_offset(info, &run) ?:
	      get_count(info, &run);
	return err ?: reply_values(info, &run);
}

static u32 port_register(const struct mmr_run *run)
{
	return run->at.mmr->offset - SS_MMR_PORT(0);
}

/*
 * Return true if LINK_SET writes the register, too.  The state of a link is no setting of a commit.
 */
static bool is_of_link(const struct mmr_run *run)
{
	u32 reg = port_register(run);

	return reg == SS_MMR_LINK_CONTROL || reg == SS_MMR_LINK_BIT_ERRORS;
}

/* Check a value of LINK_CONTROL by the rules of LINK_SET. */
static int check_control(struct genl_info *info, const struct mmr_run *run, u64 value)
{
	if (port_register(run) != SS_MMR_LINK_CONTROL || !(value & SS_MMR_LINK_ENABLE) ||
	    !(value & SS_MMR_LINK_DROP))
		return 0;
	return seastar_refuse(info->extack, info->attrs[SEASTAR_A_MMR_VALUE], -EINVAL,
			      "DROP applies only to a link that goes down: set DROP or ENABLE, not both");
}

static int get_value(struct genl_info *info, const struct mmr_run *run, u64 *value)
{
	const struct ss_mmr *mmr = run->at.mmr;
	const struct nlattr *attr = info->attrs[SEASTAR_A_MMR_VALUE];
	const char *why;

	if (!attr)
		return seastar_missing(info, SEASTAR_A_MMR_VALUE,
				       "the value to write is missing");
	*value = nla_get_u64(attr);
	why = ss_mmr_check_write(mmr, *value);
	if (!why)
		return check_control(info, run, *value);
	if (mmr->access != SS_MMR_RW && mmr->access != SS_MMR_TABLE)
		return seastar_refuse_why(info->extack,
					  info->attrs[SEASTAR_A_MMR_OFFSET],
					  -EACCES, why);
	return seastar_refuse_why(info->extack, attr, -ERANGE, why);
}

static int write_entries(struct seastar_dev *sdev, const struct mmr_run *run, u64 value)
{
	int err = seastar_routes_write(sdev, run->router, &run->at, value);

	if (!err)
		seastar_routes_changed(sdev);
	return err;
}

static int write_register(struct seastar_dev *sdev, const struct mmr_run *run, u64 value)
{
	if (run->at.mmr->access == SS_MMR_TABLE)
		return write_entries(sdev, run, value);
	if (is_of_link(run))
		return seastar_link_write(sdev, run->router, run->at.port, port_register(run),
					  value);
	return seastar_aging_set_register(sdev, run->router, run->offset, value);
}

/* Write a register.  All that can be written are settings, except those of links. */
static int write_locked(struct genl_info *info, const struct mmr_run *run,
			u64 value)
{
	const struct nlattr *given = info->attrs[SEASTAR_A_MMR_GENERATION];
	struct seastar_dev *sdev = seastar_info_dev(info);
	const char *why;
	int err;

	if (given && nla_get_u64(given) != sdev->generation)
		return seastar_refuse(info->extack, given, -ESTALE,
				      "the settings have changed since this generation: read them again");
	if (!is_of_link(run) && seastar_config_busy(sdev))
		return seastar_refuse(info->extack,
				      info->attrs[SEASTAR_A_MMR_DEV], -EBUSY,
				      SEASTAR_CONFIG_BUSY);
	if (is_of_link(run) && !seastar_link_exists(sdev, run->router, run->at.port))
		return seastar_refuse(info->extack, info->attrs[SEASTAR_A_MMR_OFFSET], -ERANGE,
				      "this port has no link to another router");
	why = run->at.mmr->access == SS_MMR_TABLE ? seastar_routes_check(sdev) : NULL;
	if (why)
		return seastar_refuse_why(info->extack, info->attrs[SEASTAR_A_MMR_OFFSET],
					  -EOPNOTSUPP, why);
	err = write_register(sdev, run, value);
	if (err == -ENOMEM)
		return seastar_refuse(info->extack, NULL, err,
				      "not enough memory to stage the settings");
	if (err == -EIO)
		return seastar_refuse(info->extack, NULL, err,
				      "the device did not accept the value");
	if (err) {
		seastar_routes_explain(info->extack, err);
		return seastar_dev_explain(info->extack, sdev, err);
	}
	seastar_events->mmr(sdev, run->router, run->offset, value);
	return 0;
}

/**
 * seastar_mmr_set_doit() - SEASTAR_CMD_MMR_SET
 * @skb: the request
 * @info: attributes and header of the request
 *
 * Return: 0 or an error.
 */
int seastar_mmr_set_doit(struct sk_buff *skb, struct genl_info *info)
{
	struct seastar_claim claim;
	struct mmr_run run;
	u64 value;
	int err;

	err = get_router(info, &run) ?: get_offset(info, &run) ?:
	      get_value(info, &run, &value) ?: seastar_claim_dev(info, &claim);
	if (err)
		return err;
	err = write_locked(info, &run, value);
	seastar_release_dev(info, &claim);
	return err;
}

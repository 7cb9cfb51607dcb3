// SPDX-License-Identifier: GPL-2.0-only
/*
 * Netlink commands for devices.
 */
#include "backend/soft.h"
#include "netlink/genl.h"
#include "netlink/policy.h"
#include "registry.h"

/* Fields of struct ss_config that every device has, with a default. */
static const struct seastar_field fields[] = {
	{ SEASTAR_A_DEV_MESH, offsetof(struct ss_config, size[SS_MESH]), 1 },
	{ SEASTAR_A_DEV_VCS, offsetof(struct ss_config, vcs), 1 },
	{ SEASTAR_A_DEV_MAX_PACKET, offsetof(struct ss_config, max_packet), 1 },
};

/* Parameters that only software fabrics have, except the seed. */
static const struct seastar_field soft_fields[] = {
	{ SEASTAR_A_SOFT_INPUT_DEPTH, offsetof(struct ss_config, input_depth), 1 },
	{ SEASTAR_A_SOFT_STAGING_DEPTH, offsetof(struct ss_config, seastar.staging_depth), 1 },
	{ SEASTAR_A_SOFT_ROUTER_DELAY, offsetof(struct ss_config, router_delay), 1 },
	{ SEASTAR_A_SOFT_LINK_DELAY, offsetof(struct ss_config, link_delay), 1 },
	{ SEASTAR_A_SOFT_EJECT, offsetof(struct ss_config, eject), 2 },
	{ SEASTAR_A_SOFT_INJECT, offsetof(struct ss_config, inject), 2 },
	{ SEASTAR_A_SOFT_ACK_DELAY, offsetof(struct ss_config, ack_delay), 1 },
};

static int put_fields(struct sk_buff *skb, const struct seastar_field *f, size_t n,
		      const struct ss_config *cfg)
{
	for (; n; n--, f++)
		if (nla_put(skb, f->attr, f->count * sizeof(u32), (const void *)cfg + f->offset))
			return -EMSGSIZE;
	return 0;
}

static int put_soft(struct sk_buff *skb, const struct ss_config *cfg)
{
	struct nlattr *nest = nla_nest_start(skb, SEASTAR_A_DEV_SOFT);

	if (!nest ||
	    nla_put_u64_64bit(skb, SEASTAR_A_SOFT_SEED, cfg->seed, SEASTAR_A_SOFT_PAD) ||
	    put_fields(skb, soft_fields, ARRAY_SIZE(soft_fields), cfg))
		return -EMSGSIZE;
	nla_nest_end(skb, nest);
	return 0;
}

static int put_config(struct sk_buff *skb, const struct seastar_dev *sdev)
{
	return put_fields(skb, fields, ARRAY_SIZE(fields), &sdev->cfg) ?:
	       seastar_is_hardware(sdev) ? 0 : put_soft(skb, &sdev->cfg);
}

/**
 * seastar_fill_dev() - put the attributes of a device
 * @skb: the message
 * @sdev: the device
 * @view: not used
 * @none: not used
 *
 * Context: caller holds the lock of the device.
 *
 * Return: 0 or -EMSGSIZE.
 */
int seastar_fill_dev(struct sk_buff *skb, struct seastar_dev *sdev, const void *view,
		     u32 none)
{
	if (nla_put_string(skb, SEASTAR_A_DEV_NAME, seastar_dev_name(sdev)) ||
	    nla_put_string(skb, SEASTAR_A_DEV_BACKEND, sdev->ops->name) ||
	    nla_put(skb, SEASTAR_A_DEV_RADIX, SEASTAR_DIMS * sizeof(u32),
		    sdev->cfg.size) ||
	    nla_put_u32(skb, SEASTAR_A_DEV_ROUTERS, sdev->routers) ||
	    nla_put_u64_64bit(skb, SEASTAR_A_DEV_CYCLE, sdev->ops->cycle(sdev),
			      SEASTAR_A_DEV_PAD) ||
	    nla_put_u64_64bit(skb, SEASTAR_A_DEV_GENERATION, sdev->generation,
			      SEASTAR_A_DEV_PAD) ||
	    nla_put_u64_64bit(skb, SEASTAR_A_DEV_ID, sdev->id,
			      SEASTAR_A_DEV_PAD) ||
	    nla_put_u64_64bit(skb, SEASTAR_A_DEV_LINK_CHANGES, sdev->link_changes,
			      SEASTAR_A_DEV_PAD) ||
	    (sdev->lost && nla_put_flag(skb, SEASTAR_A_DEV_LOST)) ||
	    (seastar_is_hardware(sdev) &&
	     nla_put_string(skb, SEASTAR_A_DEV_BUS_ADDRESS,
			    dev_name(sdev->dev.parent))))
		return -EMSGSIZE;
	return put_config(skb, sdev);
}

/*
 * Put the attributes of a device with the hash of its state.  The hash is of one instant: the clock
 * and other readers wait for it.
 */
static int fill_with_hash(struct sk_buff *skb, struct seastar_dev *sdev,
			  const void *view, u32 none)
{
	struct nlattr *nest;
	int err;

	err = seastar_fill_dev(skb, sdev, view, none);
	if (err)
		return err;
	nest = nla_nest_start(skb, SEASTAR_A_DEV_MODEL);
	if (!nest || nla_put_u64_64bit(skb, SEASTAR_A_MODEL_HASH, sdev->ops->hash(sdev),
				       SEASTAR_A_MODEL_PAD))
		return -EMSGSIZE;
	nla_nest_end(skb, nest);
	return 0;
}

/**
 * seastar_dev_get_doit() - SEASTAR_CMD_DEV_GET for one device
 * @skb: the request
 * @info: attributes and header of the request
 *
 * Return: 0 or an error.
 */
int seastar_dev_get_doit(struct sk_buff *skb, struct genl_info *info)
{
	bool hash = info->attrs[SEASTAR_A_DEV_WANT_HASH];
	struct seastar_dev *sdev = seastar_info_dev(info);
	int err = 0;

	if (hash)
		err = seastar_check_admin(skb, info);
	if (!err && hash && !sdev->ops->hash)
		err = seastar_refuse(info->extack,
				     info->attrs[SEASTAR_A_DEV_WANT_HASH],
				     -EOPNOTSUPP,
				     "hardware has no state hash: only a software fabric does");
	return err ?: seastar_lock_and_reply(info, hash ? fill_with_hash : seastar_fill_dev, NULL,
					     0);
}

static u32 one(struct seastar_dev *sdev)
{
	return 1;
}

static const struct seastar_dump_ops dev_dump = {
	.parts = one,
	.fill = seastar_fill_dev,
};

/**
 * seastar_dev_get_start() - SEASTAR_CMD_DEV_GET: begin a dump of all devices
 * @cb: the dump
 *
 * Return: 0 or an error.
 */
int seastar_dev_get_start(struct netlink_callback *cb)
{
	int a;

	/* Linux 6.1 checks a dump by the policy of a request, so it may name a device */
	for (a = SEASTAR_A_DEV_NAME; a <= SEASTAR_A_DEV_WANT_HASH; a++)
		if (seastar_dump_attr(cb, a))
			return seastar_refuse(cb->extack, seastar_dump_attr(cb, a), -EINVAL,
					      "a dump lists all devices, without hashes: leave this attribute out");
	return seastar_dump_start(cb, &dev_dump);
}

/* Get one to three radices; dimensions that are left out have a radix of 1. */
static int get_radix(struct genl_info *info, u32 radix[SS_DIMS])
{
	const struct nlattr *attr = info->attrs[SEASTAR_A_DEV_RADIX];
	int len;

	if (!attr)
		return seastar_missing(info, SEASTAR_A_DEV_RADIX,
				       "the radices are missing: how many routers along x, y, z");
	len = nla_len(attr);
	if (!len || len % sizeof(u32) || len > SS_DIMS * sizeof(u32))
		return seastar_refuse(info->extack, attr, -EINVAL,
				      "a fabric has one to three radices, for x, y, z");
	radix[0] = 1;
	radix[1] = 1;
	radix[2] = 1;
	nla_memcpy(radix, attr, len);
	return 0;
}

/*
 * Find the attribute to blame for a refusal by the model: without it the model would not refuse.
 * Returns NULL if there is none.
 */
static const struct nlattr *blame_field(struct nlattr **attrs, const struct seastar_field *f,
					size_t n, const struct ss_config *cfg,
					const struct ss_config *defaults, const char *why)
{
	for (; n; n--, f++) {
		struct ss_config without = *cfg;

		if (!attrs[f->attr])
			continue;
		memcpy((void *)&without + f->offset,
		       (const void *)defaults + f->offset,
		       f->count * sizeof(u32));
		if (ss_config_check(&without) != why)
			return attrs[f->attr];
	}
	return NULL;
}

static int check_config(struct genl_info *info, struct nlattr **soft, const struct ss_config *cfg,
			const struct ss_config *defaults)
{
	const char *why = ss_config_check(cfg);
	const struct nlattr *blamed;

	if (!why)
		return 0;
	blamed = blame_field(info->attrs, fields, ARRAY_SIZE(fields), cfg, defaults, why) ?:
		 blame_field(soft, soft_fields, ARRAY_SIZE(soft_fields), cfg, defaults, why) ?:
		 info->attrs[SEASTAR_A_DEV_RADIX];
	return seastar_refuse_why(info->extack, blamed, -EINVAL, why);
}

static int get_soft(struct genl_info *info, struct nlattr **soft, struct ss_config *cfg)
{
	int err;

	if (!info->attrs[SEASTAR_A_DEV_SOFT])
		return 0;
	err = nla_parse_nested(soft, SEASTAR_A_SOFT_ACK_DELAY, info->attrs[SEASTAR_A_DEV_SOFT],
			       seastar_soft_policy, info->extack);
	if (err)
		return err;
	if (soft[SEASTAR_A_SOFT_SEED])
		cfg->seed = nla_get_u64(soft[SEASTAR_A_SOFT_SEED]);
	return seastar_get_fields(soft, info->extack, soft_fields, ARRAY_SIZE(soft_fields), cfg);
}

static int get_config(struct genl_info *info, struct ss_config *cfg)
{
	struct nlattr *soft[SEASTAR_A_SOFT_MAX + 1] = { NULL };
	struct ss_config defaults;
	u32 radix[SS_DIMS];
	int err;

	err = get_radix(info, radix);
	if (err)
		return err;
	ss_config_default(&defaults, radix[0], radix[1], radix[2], 0);
	*cfg = defaults;
	err = seastar_get_fields(info->attrs, info->extack, fields, ARRAY_SIZE(fields), cfg) ?:
	      get_soft(info, soft, cfg);
	return err ?: check_config(info, soft, cfg, &defaults);
}

static int refuse_new(struct genl_info *info, int err)
{
	const struct nlattr *name = info->attrs[SEASTAR_A_DEV_NAME];

	switch (err) {
	case -EEXIST:
		return seastar_refuse(info->extack, name, err,
				      "there is already a device of this name");
	case -ENOMEM:
		return seastar_refuse(info->extack,
				      info->attrs[SEASTAR_A_DEV_RADIX], err,
				      "not enough memory for a fabric of this size");
	case -ESHUTDOWN:
		return seastar_refuse(info->extack, NULL, err,
				      "the module is being removed");
	default:
		return seastar_refuse(info->extack, NULL, err,
				      "the device could not be created");
	}
}

static bool name_taken(const char *name)
{
	struct seastar_dev *sdev = seastar_dev_find(name);

	if (sdev)
		seastar_dev_put(sdev);
	return sdev;
}

/**
 * seastar_dev_new_doit() - SEASTAR_CMD_DEV_NEW
 * @skb: the request
 * @info: attributes and header of the request
 *
 * Return: 0 or an error.
 */
int seastar_dev_new_doit(struct sk_buff *skb, struct genl_info *info)
{
	struct seastar_dev *sdev;
	struct ss_config cfg;
	const char *name;
	int err;

	if (!info->attrs[SEASTAR_A_DEV_NAME])
		return seastar_missing(info, SEASTAR_A_DEV_NAME,
				       "the name of the device is missing");
	name = nla_data(info->attrs[SEASTAR_A_DEV_NAME]);
	err = get_config(info, &cfg);
	if (err)
		return err;
	if (name_taken(name))	/* check early, to allocate no memory in vain */
		return refuse_new(info, -EEXIST);
	sdev = seastar_soft_new(name, &cfg);
	if (IS_ERR(sdev))
		return refuse_new(info, PTR_ERR(sdev));

	info->user_ptr[0] = sdev;	/* seastar_post_doit() gives the reference back */
	err = seastar_dev_lock(sdev);
	if (err == -ENODEV)
		return seastar_refuse(info->extack, info->attrs[SEASTAR_A_DEV_NAME], err,
				      "the device was created, but another request has already deleted it");
	if (!err) {
		err = seastar_reply(info, seastar_fill_dev, NULL, 0);
		seastar_dev_unlock(sdev);
	}
	if (err)	/* a caller that gets an error does not expect a device */
		seastar_dev_del(sdev);
	return err;
}

/**
 * seastar_dev_del_doit() - SEASTAR_CMD_DEV_DEL
 * @skb: the request
 * @info: attributes and header of the request
 *
 * Return: 0 or an error.
 */
int seastar_dev_del_doit(struct sk_buff *skb, struct genl_info *info)
{
	struct seastar_dev *sdev = seastar_info_dev(info);

	if (seastar_is_hardware(sdev))
		return seastar_refuse(info->extack,
				      info->attrs[SEASTAR_A_DEV_NAME], -EOPNOTSUPP,
				      "hardware cannot be deleted: unbind it from its driver instead");
	if (seastar_dev_del(sdev))
		return seastar_refuse(info->extack,
				      info->attrs[SEASTAR_A_DEV_NAME], -ENODEV,
				      "the device has just been deleted");
	return 0;
}

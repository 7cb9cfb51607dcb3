// SPDX-License-Identifier: GPL-2.0-only
/*
 * Netlink commands for aging registers.
 */
#include <linux/slab.h>

#include "aging.h"
#include "genl.h"

static const struct nla_policy entry_policy[SEASTAR_A_ENTRY_RSP_BIAS + 1] = {
	[SEASTAR_A_ENTRY_ROUTER] = { .type = NLA_U32 },
	[SEASTAR_A_ENTRY_PORTS] = { .type = NLA_U32 },
	[SEASTAR_A_ENTRY_CLOCK_PERIOD] = { .type = NLA_U32 },
	[SEASTAR_A_ENTRY_RR_SELECT] = { .type = NLA_U64 },
	[SEASTAR_A_ENTRY_REQ_BIAS] = { .type = NLA_U8 },
	[SEASTAR_A_ENTRY_RSP_BIAS] = { .type = NLA_U8 },
};

const struct nla_policy seastar_aging_get_policy[] = {
	[SEASTAR_A_AGING_DEV] = NLA_POLICY_VALIDATE_FN(NLA_NUL_STRING,
						       seastar_check_dev),
	[SEASTAR_A_AGING_ROUTER] = { .type = NLA_U32 },
};

const struct nla_policy seastar_aging_set_policy[] = {
	[SEASTAR_A_AGING_DEV] = NLA_POLICY_VALIDATE_FN(NLA_NUL_STRING,
						       seastar_check_dev),
	[SEASTAR_A_AGING_GENERATION] = { .type = NLA_U64 },
	[SEASTAR_A_AGING_ENTRY] = NLA_POLICY_NESTED(entry_policy),
};

static int fill_aging(struct sk_buff *skb, struct seastar_dev *sdev, u32 router)
{
	struct ss_aging aging;
	int err;

	err = seastar_aging_read(sdev, router, &aging);
	if (err)
		return err;
	if (nla_put_string(skb, SEASTAR_A_AGING_DEV, seastar_dev_name(sdev)) ||
	    nla_put_u32(skb, SEASTAR_A_AGING_ROUTER, router) ||
	    nla_put_u64_64bit(skb, SEASTAR_A_AGING_GENERATION,
			      sdev->generation, SEASTAR_A_AGING_PAD) ||
	    nla_put_u32(skb, SEASTAR_A_AGING_CLOCK_PERIOD, aging.period) ||
	    nla_put_u64_64bit(skb, SEASTAR_A_AGING_RR_SELECT, aging.select,
			      SEASTAR_A_AGING_PAD) ||
	    nla_put(skb, SEASTAR_A_AGING_REQ_BIAS, SEASTAR_PORTS,
		    aging.bias[0]) ||
	    nla_put(skb, SEASTAR_A_AGING_RSP_BIAS, SEASTAR_PORTS,
		    aging.bias[1]))
		return -EMSGSIZE;
	return 0;
}

/**
 * seastar_aging_get_doit() - SEASTAR_CMD_AGING_GET for one router
 * @skb: the request
 * @info: of the request
 *
 * Return: 0 or an error.
 */
int seastar_aging_get_doit(struct sk_buff *skb, struct genl_info *info)
{
	return seastar_reply_router(info, fill_aging);
}

/**
 * seastar_aging_get_dumpit() - SEASTAR_CMD_AGING_GET for all routers
 * @skb: where to put as many messages as fit
 * @cb: the dump
 *
 * Return: the length of @skb, 0 at the end, or an error.
 */
int seastar_aging_get_dumpit(struct sk_buff *skb, struct netlink_callback *cb)
{
	return seastar_dump_routers(skb, cb, fill_aging);
}

static int get_entry(const struct nlattr *entry, struct netlink_ext_ack *extack,
		     struct seastar_aging_change *c)
{
	struct nlattr *tb[ARRAY_SIZE(entry_policy)];
	int a, err;

	err = nla_parse_nested(tb, ARRAY_SIZE(entry_policy) - 1, entry,
			       entry_policy, extack);
	if (err)
		return err;
	for (a = 1; a < ARRAY_SIZE(tb); a++)
		if (tb[a])
			c->given |= BIT(a);
	if (tb[SEASTAR_A_ENTRY_ROUTER])
		c->router = nla_get_u32(tb[SEASTAR_A_ENTRY_ROUTER]);
	if (tb[SEASTAR_A_ENTRY_PORTS])
		c->ports = nla_get_u32(tb[SEASTAR_A_ENTRY_PORTS]);
	if (tb[SEASTAR_A_ENTRY_CLOCK_PERIOD])
		c->period = nla_get_u32(tb[SEASTAR_A_ENTRY_CLOCK_PERIOD]);
	if (tb[SEASTAR_A_ENTRY_RR_SELECT])
		c->select = nla_get_u64(tb[SEASTAR_A_ENTRY_RR_SELECT]);
	if (tb[SEASTAR_A_ENTRY_REQ_BIAS])
		c->bias[0] = nla_get_u8(tb[SEASTAR_A_ENTRY_REQ_BIAS]);
	if (tb[SEASTAR_A_ENTRY_RSP_BIAS])
		c->bias[1] = nla_get_u8(tb[SEASTAR_A_ENTRY_RSP_BIAS]);
	return 0;
}

/* The entry of this number, or the one after @count of them: NULL, counted. */
static const struct nlattr *find_entry(struct genl_info *info, size_t number,
				       size_t *count)
{
	const struct nlattr *attr;
	size_t n = 0;
	int rem;

	nlmsg_for_each_attr(attr, info->nlhdr, GENL_HDRLEN, rem) {
		if (nla_type(attr) != SEASTAR_A_AGING_ENTRY)
			continue;
		if (n == number)
			return attr;
		n++;
	}
	*count = n;
	return NULL;
}

static struct seastar_aging_change *get_entries(struct genl_info *info,
						size_t n)
{
	struct seastar_aging_change *changes;
	const struct nlattr *attr;
	size_t i = 0;
	int rem, err;

	changes = kvcalloc(n, sizeof(*changes), GFP_KERNEL_ACCOUNT);
	if (!changes)
		return ERR_PTR(seastar_refuse(info->extack, NULL, -ENOMEM,
					      "not enough memory for so many entries"));
	nlmsg_for_each_attr(attr, info->nlhdr, GENL_HDRLEN, rem) {
		if (nla_type(attr) != SEASTAR_A_AGING_ENTRY)
			continue;
		err = get_entry(attr, info->extack, &changes[i++]);
		if (err) {
			kvfree(changes);
			return ERR_PTR(err);
		}
	}
	return changes;
}

static int refuse_set(struct genl_info *info, int err,
		      const struct seastar_aging_refusal *refusal)
{
	const struct nlattr *attr;
	size_t count;

	switch (err) {
	case -EINTR:
		return err;
	case -ENODEV:
		if (seastar_info_dev(info)->lost)
			return seastar_check_answer(info->extack,
						    seastar_info_dev(info), err);
		return seastar_refuse(info->extack,
				      info->attrs[SEASTAR_A_AGING_DEV], err,
				      "the device has just been deleted");
	case -ESTALE:
		return seastar_refuse(info->extack,
				      info->attrs[SEASTAR_A_AGING_GENERATION],
				      err,
				      "the settings have changed since this generation: read them again");
	default:
		attr = find_entry(info, refusal->entry, &count);
		if (refusal->attr)
			attr = nla_find(nla_data(attr), nla_len(attr),
					refusal->attr);
		return seastar_refuse(info->extack, attr, err, refusal->why);
	}
}

/**
 * seastar_aging_set_doit() - SEASTAR_CMD_AGING_SET
 * @skb: the request
 * @info: of the request
 *
 * Return: 0 or an error.
 */
int seastar_aging_set_doit(struct sk_buff *skb, struct genl_info *info)
{
	const struct nlattr *given = info->attrs[SEASTAR_A_AGING_GENERATION];
	struct seastar_aging_refusal refusal = {};
	struct seastar_aging_change *changes;
	u64 generation = 0;
	size_t n;
	int err;

	if (given)
		generation = nla_get_u64(given);
	find_entry(info, SIZE_MAX, &n);
	if (!n)
		return seastar_missing(info, SEASTAR_A_AGING_ENTRY,
				       "there is no entry: nothing to set");
	changes = get_entries(info, n);
	if (IS_ERR(changes))
		return PTR_ERR(changes);
	err = seastar_aging_apply(seastar_info_dev(info), changes, n,
				  given ? &generation : NULL, &refusal);
	kvfree(changes);
	return err ? refuse_set(info, err, &refusal) : 0;
}

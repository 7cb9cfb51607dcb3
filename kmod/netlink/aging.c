// SPDX-License-Identifier: GPL-2.0-only
/*
 * Netlink commands for aging registers.
 */
#include <linux/err.h>
#include <linux/mm.h>

#include "base/alloc.h"
#include "base/quota.h"
#include "dev/aging.h"
#include "dev/commit.h"
#include "dev/config.h"
#include "netlink/genl.h"
#include "netlink/policy.h"

/**
 * struct aging_view - source of the answers to a request for aging registers
 * @state: the published settings, read without a lock
 * @generation: generation of the settings
 * @quota: quota that @state of a dump is charged to
 */
struct aging_view {
	struct seastar_aging_state *state;
	u64 generation;
	struct seastar_quota *quota;
};

static int fill_aging(struct sk_buff *skb, struct seastar_dev *sdev,
		      const void *opened, u32 router)
{
	const struct aging_view *view = opened;
	const struct ss_aging *aging = &view->state->of[router];

	if (nla_put_string(skb, SEASTAR_A_AGING_DEV, seastar_dev_name(sdev)) ||
	    nla_put_u32(skb, SEASTAR_A_AGING_ROUTER, router) ||
	    nla_put_u64_64bit(skb, SEASTAR_A_AGING_GENERATION,
			      view->generation, SEASTAR_A_AGING_PAD) ||
	    nla_put_u32(skb, SEASTAR_A_AGING_CLOCK_PERIOD, aging->period) ||
	    nla_put_u64_64bit(skb, SEASTAR_A_AGING_RR_SELECT, aging->select,
			      SEASTAR_A_AGING_PAD) ||
	    nla_put(skb, SEASTAR_A_AGING_REQ_BIAS, SEASTAR_PORTS,
		    aging->bias[0]) ||
	    nla_put(skb, SEASTAR_A_AGING_RSP_BIAS, SEASTAR_PORTS,
		    aging->bias[1]))
		return -EMSGSIZE;
	return 0;
}

static int check_there(const struct seastar_dev *sdev, struct netlink_ext_ack *extack)
{
	if (READ_ONCE(sdev->gone) || READ_ONCE(sdev->lost))
		return seastar_dev_explain(extack, sdev, -ENODEV);
	return 0;
}

/**
 * seastar_aging_get_doit() - SEASTAR_CMD_AGING_GET for one router
 * @skb: the request
 * @info: attributes and header of the request
 *
 * Return: 0 or an error.
 */
int seastar_aging_get_doit(struct sk_buff *skb, struct genl_info *info)
{
	struct seastar_dev *sdev = seastar_info_dev(info);
	struct aging_view view;
	u32 router;
	int err;

	err = seastar_get_router(info, &router) ?: check_there(sdev, info->extack);
	if (err)
		return err;
	view.state = seastar_aging_hold(sdev, &view.generation);
	err = seastar_reply(info, fill_aging, &view, router);
	seastar_aging_put(view.state);
	return err;
}

/*
 * Return the memory that a dump may hold alone: its settings, once they are not in force any more.
 */
static size_t view_bytes(struct seastar_dev *sdev)
{
	return sdev->routers * sizeof(struct ss_aging);
}

static struct aging_view *new_view(struct seastar_dev *sdev, struct file *opener)
{
	struct seastar_quota *quota = seastar_quota_take(opener, view_bytes(sdev), 1);
	struct aging_view *view;

	if (IS_ERR(quota))
		return ERR_CAST(quota);
	view = seastar_calloc(1, sizeof(*view));
	if (!view) {
		seastar_quota_give(quota, view_bytes(sdev), 1);
		return ERR_PTR(-ENOMEM);
	}
	view->quota = quota;
	return view;
}

static int refuse_view(struct netlink_ext_ack *extack, int err)
{
	if (err == -EBUSY)
		return seastar_refuse(extack, NULL, err,
				      "you have too many unfinished dumps of settings: finish or close one first");
	return seastar_refuse(extack, NULL, err, "not enough memory for the dump");
}

static int open_view(struct seastar_dev *sdev, struct netlink_callback *cb, void **opened)
{
	struct aging_view *view;
	int err = check_there(sdev, cb->extack);

	if (err)
		return err;
	view = new_view(sdev, seastar_opener(cb->skb));
	if (IS_ERR(view))
		return refuse_view(cb->extack, PTR_ERR(view));
	view->state = seastar_aging_hold(sdev, &view->generation);
	*opened = view;
	return 0;
}

static void close_view(struct seastar_dev *sdev, void *opened)
{
	struct aging_view *view = opened;

	seastar_aging_put(view->state);
	seastar_quota_give(view->quota, view_bytes(sdev), 1);
	kvfree(view);
}

static const struct seastar_dump_ops aging_dump = {
	.fill = fill_aging,
	.open = open_view,
	.close = close_view,
};

/**
 * seastar_aging_get_start() - SEASTAR_CMD_AGING_GET: begin a dump; all its messages are of one
 * generation
 * @cb: the dump
 *
 * Return: 0 or an error.
 */
int seastar_aging_get_start(struct netlink_callback *cb)
{
	return seastar_dump_routers_start(cb, &aging_dump);
}

static int get_entry(const struct nlattr *entry, struct netlink_ext_ack *extack,
		     struct seastar_aging_change *c)
{
	struct nlattr *tb[SEASTAR_A_ENTRY_RSP_BIAS + 1];
	int a, err;

	err = nla_parse_nested(tb, ARRAY_SIZE(tb) - 1, entry,
			       seastar_entry_policy, extack);
	if (err)
		return err;
	c->nest = entry;
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

/**
 * seastar_count_entries() - count the entries among attributes
 * @head: the first attribute
 * @len: bytes of all attributes
 * @type: type of an entry
 *
 * Return: the number.
 */
size_t seastar_count_entries(const struct nlattr *head, int len, int type)
{
	const struct nlattr *attr;
	size_t n = 0;
	int rem;

	nla_for_each_attr(attr, head, len, rem)
		n += nla_type(attr) == type;
	return n;
}

/**
 * seastar_get_entries() - add the entries among attributes to a commit
 * @head: the first attribute
 * @len: bytes of all attributes
 * @type: type of an entry
 * @part: part of a commit, with room for the entries
 * @extack: for the refusal
 *
 * Return: 0 or an error.
 */
int seastar_get_entries(const struct nlattr *head, int len, int type,
			struct seastar_part *part,
			struct netlink_ext_ack *extack)
{
	const struct nlattr *attr;
	int rem, err;

	nla_for_each_attr(attr, head, len, rem) {
		if (nla_type(attr) != type)
			continue;
		err = get_entry(attr, extack, &part->changes[part->n]);
		if (err)
			return err;
		part->n++;
	}
	return 0;
}

/* Make the part of a commit from a request that changes one device without confirmation. */
static int get_part(struct genl_info *info, struct seastar_part *part, size_t n)
{
	const struct nlattr *generation = info->attrs[SEASTAR_A_AGING_GENERATION];

	if (generation) {
		part->guarded = true;
		part->generation = nla_get_u64(generation);
		part->generation_attr = generation;
	}
	part->name_attr = info->attrs[SEASTAR_A_AGING_DEV];
	part->changes = seastar_calloc(n, sizeof(*part->changes));
	if (!part->changes)
		return seastar_refuse(info->extack, NULL, -ENOMEM,
				      "not enough memory for so many entries");
	return seastar_get_entries(nlmsg_attrdata(info->nlhdr, GENL_HDRLEN),
				   nlmsg_attrlen(info->nlhdr, GENL_HDRLEN),
				   SEASTAR_A_AGING_ENTRY, part, info->extack);
}

/**
 * seastar_aging_set_doit() - SEASTAR_CMD_AGING_SET
 * @skb: the request
 * @info: attributes and header of the request
 *
 * Return: 0 or an error.
 */
int seastar_aging_set_doit(struct sk_buff *skb, struct genl_info *info)
{
	struct seastar_dev *sdev = seastar_info_dev(info);
	struct seastar_commit *commit;
	size_t n;
	int err;

	n = seastar_count_entries(nlmsg_attrdata(info->nlhdr, GENL_HDRLEN),
				  nlmsg_attrlen(info->nlhdr, GENL_HDRLEN),
				  SEASTAR_A_AGING_ENTRY);
	if (!n)
		return seastar_missing(info, SEASTAR_A_AGING_ENTRY,
				       "the request has no entry: there is nothing to set");
	commit = seastar_commit_new(1);
	if (!commit)
		return seastar_refuse(info->extack, NULL, -ENOMEM,
				      "not enough memory for a change");
	commit->state = SEASTAR_CONFIG_COMMITTED;
	commit->n = 1;
	get_device(&sdev->dev);
	commit->parts[0].sdev = sdev;
	err = get_part(info, &commit->parts[0], n) ?:
	      seastar_commit_prepare(commit, info->extack);
	if (!err)
		err = seastar_config_commit(commit, info->extack, NULL, NULL);
	seastar_commit_put(commit);
	return err;
}

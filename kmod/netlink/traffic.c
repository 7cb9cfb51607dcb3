// SPDX-License-Identifier: GPL-2.0-only
/*
 * Netlink commands for traffic.
 */
#include <linux/slab.h>

#include <lengths.h>

#include "base/alloc.h"
#include "dev/traffic.h"
#include "netlink/genl.h"

/* Entries per message of a dump, so that it fits any reader's buffer. */
#define PERMUTATION_PART	512

/*
 * Fields of struct ss_traffic except the lengths and the permutation.  A field that decides on the
 * meaning of others comes after them: see blame_traffic().
 */
static const struct seastar_field fields[] = {
	{ SEASTAR_A_TRAFFIC_TARGET, offsetof(struct ss_traffic, target), 1 },
	{ SEASTAR_A_TRAFFIC_LOAD, offsetof(struct ss_traffic, load), 1 },
	{ SEASTAR_A_TRAFFIC_QUEUE, offsetof(struct ss_traffic, queue), 1 },
	{ SEASTAR_A_TRAFFIC_WINDOW, offsetof(struct ss_traffic, window), 1 },
	{ SEASTAR_A_TRAFFIC_REQUESTS, offsetof(struct ss_traffic, requests), 1 },
	{ SEASTAR_A_TRAFFIC_SOURCE, offsetof(struct ss_traffic, source), 1 },
	{ SEASTAR_A_TRAFFIC_PATTERN, offsetof(struct ss_traffic, pattern), 1 },
};

static int put_lengths(struct sk_buff *skb, const struct ss_traffic *t)
{
	u32 weight[SEASTAR_MAX_PACKET];

	ss_lengths_weights(&t->lengths, weight);
	return nla_put(skb, SEASTAR_A_TRAFFIC_LENGTHS, sizeof(weight), weight);
}

static void get_lengths(struct genl_info *info, struct ss_traffic *t)
{
	const struct nlattr *attr = info->attrs[SEASTAR_A_TRAFFIC_LENGTHS];
	u32 weight[SEASTAR_MAX_PACKET];

	if (!attr)
		return;
	nla_memcpy(weight, attr, sizeof(weight));
	t->lengths = ss_lengths_of_weights(weight);
}

/**
 * seastar_fill_traffic() - put the attributes of the traffic, without a permutation
 * @skb: the message
 * @sdev: the device
 * @view: not used
 * @none: not used
 *
 * Context: caller holds the lock of the device.
 *
 * Return: 0 or -EMSGSIZE.
 */
int seastar_fill_traffic(struct sk_buff *skb, struct seastar_dev *sdev,
			 const void *view, u32 none)
{
	const struct ss_traffic *t = sdev->ops->traffic_get(sdev);
	const struct seastar_field *f;

	if (nla_put_string(skb, SEASTAR_A_TRAFFIC_DEV, seastar_dev_name(sdev)) ||
	    nla_put_u64_64bit(skb, SEASTAR_A_TRAFFIC_GENERATION, sdev->generation,
			      SEASTAR_A_TRAFFIC_PAD))
		return -EMSGSIZE;
	for (f = fields; f < fields + ARRAY_SIZE(fields); f++)
		if (seastar_traffic_matters(t, f->attr) &&
		    nla_put(skb, f->attr, f->count * sizeof(u32),
			    (const void *)t + f->offset))
			return -EMSGSIZE;
	return put_lengths(skb, t);
}

/**
 * seastar_traffic_get_doit() - SEASTAR_CMD_TRAFFIC_GET
 * @skb: the request
 * @info: attributes and header of the request
 *
 * Return: 0 or an error.
 */
int seastar_traffic_get_doit(struct sk_buff *skb, struct genl_info *info)
{
	return seastar_lock_and_reply(info, seastar_fill_traffic, NULL, 0);
}

static u32 permutation_parts(struct seastar_dev *sdev)
{
	if (sdev->ops->traffic_get(sdev)->pattern != SEASTAR_PATTERN_PERMUTATION)
		return 0;
	return DIV_ROUND_UP(sdev->routers, PERMUTATION_PART);
}

static int fill_permutation(struct sk_buff *skb, struct seastar_dev *sdev,
			    const void *view, u32 part)
{
	const struct ss_traffic *t = sdev->ops->traffic_get(sdev);
	u32 offset = part * PERMUTATION_PART;
	u32 n = min_t(u32, sdev->routers - offset, PERMUTATION_PART);

	if (nla_put_string(skb, SEASTAR_A_TRAFFIC_DEV, seastar_dev_name(sdev)) ||
	    nla_put_u32(skb, SEASTAR_A_TRAFFIC_OFFSET, offset) ||
	    nla_put(skb, SEASTAR_A_TRAFFIC_PERMUTATION, n * sizeof(u32),
		    t->permutation + offset))
		return -EMSGSIZE;
	return 0;
}

static const struct seastar_dump_ops permutation_dump = {
	.needs = SEASTAR_OP_TRAFFIC,
	.parts = permutation_parts,
	.fill = fill_permutation,
};

/**
 * seastar_traffic_get_start() - SEASTAR_CMD_TRAFFIC_GET: begin a dump of the permutation
 * @cb: the dump
 *
 * Return: 0 or an error.
 */
int seastar_traffic_get_start(struct netlink_callback *cb)
{
	return seastar_dump_start(cb, &permutation_dump);
}

/* Refuse a parameter that has no effect with this traffic. */
static int check_matters(struct genl_info *info, const struct ss_traffic *t)
{
	static const char * const why[] = {
		[SEASTAR_A_TRAFFIC_TARGET] = "only all-to-one traffic takes a target",
		[SEASTAR_A_TRAFFIC_LOAD] = "only open sources take a load",
		[SEASTAR_A_TRAFFIC_QUEUE] = "only open sources take a queue",
		[SEASTAR_A_TRAFFIC_WINDOW] = "only closed sources take a window",
	};
	int a;

	for (a = SEASTAR_A_TRAFFIC_PATTERN + 1;
	     a <= SEASTAR_A_TRAFFIC_REQUESTS; a++)
		if (info->attrs[a] && t->pattern == SEASTAR_PATTERN_NONE)
			return seastar_refuse(info->extack, info->attrs[a],
					      -EINVAL,
					      "the pattern 'none' takes no other setting: leave this one out");
	for (a = 1; a < ARRAY_SIZE(why); a++)
		if (info->attrs[a] && !seastar_traffic_matters(t, a))
			return seastar_refuse_why(info->extack, info->attrs[a],
						  -EINVAL, why[a]);
	return 0;
}

static int get_traffic(struct genl_info *info, const struct ss_traffic *defaults,
		       struct ss_traffic *t)
{
	int err;

	if (!info->attrs[SEASTAR_A_TRAFFIC_PATTERN])
		return seastar_missing(info, SEASTAR_A_TRAFFIC_PATTERN,
				       "the pattern is missing");
	*t = *defaults;
	err = seastar_get_fields(info->attrs, info->extack, fields, ARRAY_SIZE(fields), t);
	if (err)
		return err;
	get_lengths(info, t);
	if (t->source == SEASTAR_SOURCE_OPEN &&
	    !info->attrs[SEASTAR_A_TRAFFIC_LOAD])
		return seastar_missing(info, SEASTAR_A_TRAFFIC_LOAD,
				       "an open source needs a load");
	return check_matters(info, t);
}

/* Put the arrays of all PERMUTATION attributes end to end. */
static int join_permutation(struct genl_info *info, u32 *to, size_t n)
{
	const struct nlattr *attr;
	size_t len, done = 0;
	int rem;

	nlmsg_for_each_attr(attr, info->nlhdr, GENL_HDRLEN, rem) {
		if (nla_type(attr) != SEASTAR_A_TRAFFIC_PERMUTATION)
			continue;
		len = nla_len(attr);
		if (len % sizeof(u32) || len > (n - done) * sizeof(u32))
			return seastar_refuse(info->extack, attr, -EINVAL,
					      "the permutation has more entries than the fabric has routers");
		memcpy(to + done, nla_data(attr), len);
		done += len / sizeof(u32);
	}
	if (done < n)
		return seastar_refuse(info->extack,
				      info->attrs[SEASTAR_A_TRAFFIC_PERMUTATION], -EINVAL,
				      "the permutation has fewer entries than the fabric has routers");
	return 0;
}

/*
 * Get the permutation, if the pattern is one.  @scratch is set to a byte per entry for the check,
 * in the same memory.
 */
static int get_permutation(struct genl_info *info, struct ss_traffic *t,
			   u8 **scratch)
{
	u32 n = seastar_info_dev(info)->routers;
	const struct nlattr *attr = info->attrs[SEASTAR_A_TRAFFIC_PERMUTATION];
	u32 *permutation;
	int err;

	if (t->pattern != SEASTAR_PATTERN_PERMUTATION)
		return attr ? seastar_refuse(info->extack, attr, -EINVAL,
					     "only the permutation pattern takes a list") : 0;
	if (!attr)
		return seastar_missing(info, SEASTAR_A_TRAFFIC_PERMUTATION,
				       "the list of the permutation is missing");

	permutation = kvmalloc_array(n, sizeof(*permutation) + sizeof(**scratch),
				     GFP_KERNEL_ACCOUNT);
	if (!permutation)
		return seastar_refuse(info->extack, attr, -ENOMEM,
				      "not enough memory for the permutation");
	err = join_permutation(info, permutation, n);
	if (err) {
		kvfree(permutation);
		return err;
	}
	t->permutation = permutation;
	*scratch = (u8 *)(permutation + n);
	return 0;
}

/*
 * Find the attribute to blame for a refusal by the model: with its default the model would not
 * refuse for the reason @why.
 */
static noinline_for_stack const struct nlattr *
blame_traffic(struct genl_info *info, const struct ss_traffic *t,
	      const struct ss_traffic *defaults, u8 *scratch, const char *why)
{
	struct seastar_dev *sdev = seastar_info_dev(info);
	const struct nlattr *lengths = info->attrs[SEASTAR_A_TRAFFIC_LENGTHS];
	struct ss_traffic without = *t;
	const struct seastar_field *f;

	without.lengths = defaults->lengths;
	if (lengths && sdev->ops->traffic_check(sdev, &without, scratch) != why)
		return lengths;
	for (f = fields; f < fields + ARRAY_SIZE(fields); f++) {
		if (!info->attrs[f->attr] || f->attr == SEASTAR_A_TRAFFIC_PATTERN)
			continue;
		without = *t;
		memcpy((void *)&without + f->offset,
		       (const void *)defaults + f->offset,
		       f->count * sizeof(u32));
		if (sdev->ops->traffic_check(sdev, &without, scratch) != why)
			return info->attrs[f->attr];
	}
	return info->attrs[t->permutation ? SEASTAR_A_TRAFFIC_PERMUTATION :
					    SEASTAR_A_TRAFFIC_PATTERN];
}

static noinline_for_stack int
set_traffic(struct genl_info *info, const struct ss_traffic *t, const struct ss_traffic *defaults,
	    u8 *scratch)
{
	struct seastar_dev *sdev = seastar_info_dev(info);
	struct seastar_claim claim;
	const char *why;
	int err;

	err = seastar_claim_dev(info, &claim);
	if (err)
		return err;
	why = sdev->ops->traffic_check(sdev, t, scratch);
	if (why) {
		err = seastar_refuse_why(info->extack,
					 blame_traffic(info, t, defaults, scratch, why),
					 -EINVAL, why);
		goto release;
	}
	err = seastar_traffic_set(sdev, t);
	if (err)
		seastar_refuse(info->extack, NULL, err,
			       "not enough memory for this traffic");
release:
	seastar_release_dev(info, &claim);
	return err;
}

/**
 * seastar_traffic_set_doit() - SEASTAR_CMD_TRAFFIC_SET
 * @skb: the request
 * @info: attributes and header of the request
 *
 * Attributes that are not given take their defaults, not their former values.
 *
 * Return: 0 or an error.
 */
int seastar_traffic_set_doit(struct sk_buff *skb, struct genl_info *info)
{
	struct ss_traffic *t = seastar_alloc(2 * sizeof(*t)), *defaults = t + 1;
	u8 *scratch = NULL;
	int err;

	if (!t)
		return seastar_refuse(info->extack, NULL, -ENOMEM,
				      "not enough memory for this traffic");
	seastar_traffic_default(seastar_info_dev(info), defaults);
	err = get_traffic(info, defaults, t) ?: get_permutation(info, t, &scratch);
	if (!err) {
		err = set_traffic(info, t, defaults, scratch);
		kvfree(t->permutation);
	}
	kvfree(t);
	return err;
}

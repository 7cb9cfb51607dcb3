// SPDX-License-Identifier: GPL-2.0-only
/*
 * Events: what is announced to the family's multicast group.
 *
 * They are sent under the lock that protects what they tell, so they come in
 * the order in which it happened.  An event that cannot be made for lack of
 * memory shows up at its listeners as ENOBUFS, the sign to read anew.
 */
#include <net/net_namespace.h>

#include "aging.h"
#include "fault.h"
#include "genl.h"
#include "netlink.h"

#define GROUP	0

static bool anybody_listens(void)
{
	bool listens = false;
	struct net *net;

	rcu_read_lock();
	for_each_net_rcu(net) {
		if (genl_has_listeners(&seastar_family, net, GROUP)) {
			listens = true;
			break;
		}
	}
	rcu_read_unlock();
	return listens;
}

/* Send to every namespace; without @skb, tell them what they missed. */
static void send(struct sk_buff *skb)
{
	struct sk_buff *copy;
	struct net *net;

	rcu_read_lock();
	for_each_net_rcu(net) {
		if (!genl_has_listeners(&seastar_family, net, GROUP))
			continue;
		copy = skb ? skb_clone(skb, GFP_ATOMIC) : NULL;
		if (copy)
			genlmsg_multicast_netns(&seastar_family, net, copy, 0,
						GROUP, GFP_ATOMIC);
		else
			genl_set_err(&seastar_family, net, 0, GROUP, -ENOBUFS);
	}
	rcu_read_unlock();
	nlmsg_free(skb);
}

static struct sk_buff *begin(u8 cmd, void **hdr)
{
	struct sk_buff *skb = NULL;

	if (!seastar_fault(SEASTAR_FAULT_ALLOC))
		skb = genlmsg_new(NLMSG_DEFAULT_SIZE, GFP_KERNEL);
	if (!skb)
		return NULL;
	*hdr = genlmsg_put(skb, 0, 0, &seastar_family, 0, cmd);
	return skb;
}

/* Nothing but a change of aging can exceed a message of the default size. */
static void announce(struct seastar_dev *sdev, u8 cmd, seastar_fill fill)
{
	struct sk_buff *skb;
	void *hdr;

	if (!anybody_listens())
		return;
	skb = begin(cmd, &hdr);
	if (skb) {
		WARN_ON_ONCE(fill(skb, sdev, 0));
		genlmsg_end(skb, hdr);
	}
	send(skb);
}

static int fill_identity(struct sk_buff *skb, struct seastar_dev *sdev, u32 router)
{
	if (nla_put_string(skb, SEASTAR_A_DEV_NAME, seastar_dev_name(sdev)) ||
	    nla_put_u64_64bit(skb, SEASTAR_A_DEV_ID, sdev->id,
			      SEASTAR_A_DEV_PAD))
		return -EMSGSIZE;
	return 0;
}

/**
 * seastar_notify_new() - announce a device
 * @sdev: the device, not locked, but kept from being deleted
 */
void seastar_notify_new(struct seastar_dev *sdev)
{
	mutex_lock(&sdev->lock);
	announce(sdev, SEASTAR_CMD_DEV_NEW_NTF, seastar_fill_dev);
	mutex_unlock(&sdev->lock);
}

/**
 * seastar_notify_del() - announce that a device has been deleted
 * @sdev: the device
 */
void seastar_notify_del(struct seastar_dev *sdev)
{
	announce(sdev, SEASTAR_CMD_DEV_DEL_NTF, fill_identity);
}

/**
 * seastar_notify_traffic() - announce a change of traffic
 * @sdev: the device, locked
 */
void seastar_notify_traffic(struct seastar_dev *sdev)
{
	announce(sdev, SEASTAR_CMD_TRAFFIC_NTF, seastar_fill_traffic);
}

/**
 * seastar_notify_clock() - announce a change of the clock
 * @sdev: the device, locked
 */
void seastar_notify_clock(struct seastar_dev *sdev)
{
	announce(sdev, SEASTAR_CMD_CLOCK_NTF, seastar_fill_clock);
}

static int fill_gap(struct sk_buff *skb, struct seastar_dev *sdev, u32 router)
{
	const struct seastar_stats_data *data = &sdev->stats.latest->data;

	if (nla_put_string(skb, SEASTAR_A_STATS_DEV, seastar_dev_name(sdev)) ||
	    nla_put_u64_64bit(skb, SEASTAR_A_STATS_SEQUENCE, data->sequence,
			      SEASTAR_A_STATS_PAD) ||
	    nla_put_u64_64bit(skb, SEASTAR_A_STATS_CYCLE, data->cycle,
			      SEASTAR_A_STATS_PAD) ||
	    nla_put_u64_64bit(skb, SEASTAR_A_STATS_TIME, data->time,
			      SEASTAR_A_STATS_PAD) ||
	    nla_put_u32(skb, SEASTAR_A_STATS_FLAGS, data->flags))
		return -EMSGSIZE;
	return 0;
}

/**
 * seastar_notify_gap() - announce that counts may be missing from the latest sample
 * @sdev: the device, locked
 */
void seastar_notify_gap(struct seastar_dev *sdev)
{
	announce(sdev, SEASTAR_CMD_STATS_NTF, fill_gap);
}

/**
 * seastar_notify_lost() - announce that a device does not answer any more
 * @sdev: the device, locked
 */
void seastar_notify_lost(struct seastar_dev *sdev)
{
	announce(sdev, SEASTAR_CMD_DEV_LOST_NTF, fill_identity);
}

/**
 * seastar_notify_link() - announce that a link came up or went down
 * @sdev: the device, locked
 * @router: whose link
 * @port: at which of its ports
 * @up: whether it carries flits now
 */
void seastar_notify_link(struct seastar_dev *sdev, u32 router, u32 port, bool up)
{
	struct sk_buff *skb;
	void *hdr;

	if (!anybody_listens())
		return;
	skb = begin(SEASTAR_CMD_LINK_NTF, &hdr);
	if (skb) {
		WARN_ON_ONCE(nla_put_string(skb, SEASTAR_A_LINK_DEV,
					    seastar_dev_name(sdev)) ||
			     nla_put_u32(skb, SEASTAR_A_LINK_ROUTER, router) ||
			     nla_put_u32(skb, SEASTAR_A_LINK_PORT, port) ||
			     nla_put_u8(skb, SEASTAR_A_LINK_UP, up));
		genlmsg_end(skb, hdr);
	}
	send(skb);
}

static int put_change(struct sk_buff *skb, const struct seastar_aging_change *c)
{
	struct nlattr *nest = nla_nest_start(skb, SEASTAR_A_AGING_ENTRY);

	if (!nest)
		return -EMSGSIZE;
	if (((c->given & BIT(SEASTAR_A_ENTRY_ROUTER)) &&
	     nla_put_u32(skb, SEASTAR_A_ENTRY_ROUTER, c->router)) ||
	    ((c->given & BIT(SEASTAR_A_ENTRY_PORTS)) &&
	     nla_put_u32(skb, SEASTAR_A_ENTRY_PORTS, c->ports)) ||
	    ((c->given & BIT(SEASTAR_A_ENTRY_CLOCK_PERIOD)) &&
	     nla_put_u32(skb, SEASTAR_A_ENTRY_CLOCK_PERIOD, c->period)) ||
	    ((c->given & BIT(SEASTAR_A_ENTRY_RR_SELECT)) &&
	     nla_put_u64_64bit(skb, SEASTAR_A_ENTRY_RR_SELECT, c->select,
			       SEASTAR_A_ENTRY_PAD)) ||
	    ((c->given & BIT(SEASTAR_A_ENTRY_REQ_BIAS)) &&
	     nla_put_u8(skb, SEASTAR_A_ENTRY_REQ_BIAS, c->bias[0])) ||
	    ((c->given & BIT(SEASTAR_A_ENTRY_RSP_BIAS)) &&
	     nla_put_u8(skb, SEASTAR_A_ENTRY_RSP_BIAS, c->bias[1]))) {
		nla_nest_cancel(skb, nest);
		return -EMSGSIZE;
	}
	nla_nest_end(skb, nest);
	return 0;
}

/*
 * Announce as many changes as one message holds, the first of which is @c, and
 * leave the first that it does not hold there.  Returns false at the end.
 */
static bool announce_some(struct seastar_dev *sdev, seastar_aging_next next,
			  void *walk, struct seastar_aging_change *c)
{
	struct sk_buff *skb;
	bool more = true;
	void *hdr;

	skb = begin(SEASTAR_CMD_AGING_NTF, &hdr);
	if (!skb) {
		send(NULL);
		return false;
	}
	WARN_ON_ONCE(nla_put_string(skb, SEASTAR_A_AGING_DEV,
				    seastar_dev_name(sdev)) ||
		     nla_put_u64_64bit(skb, SEASTAR_A_AGING_GENERATION,
				       sdev->generation, SEASTAR_A_AGING_PAD));
	while (more && !put_change(skb, c))
		more = next(walk, c);
	genlmsg_end(skb, hdr);
	send(skb);
	return more;
}

/**
 * seastar_notify_aging() - announce a change of aging registers
 * @sdev: the device, locked
 * @next: gives what was changed; much takes several events, of one generation
 * @walk: for @next
 */
void seastar_notify_aging(struct seastar_dev *sdev, seastar_aging_next next,
			  void *walk)
{
	struct seastar_aging_change c;

	if (!anybody_listens() || !next(walk, &c))
		return;
	while (announce_some(sdev, next, walk, &c))
		cond_resched();
}

/**
 * seastar_notify_config() - announce what has become of a commit
 * @commit: the commit; that of all commits is locked
 */
void seastar_notify_config(const struct seastar_commit *commit)
{
	struct sk_buff *skb;
	void *hdr;

	if (!anybody_listens())
		return;
	skb = begin(SEASTAR_CMD_CONFIG_NTF, &hdr);
	if (skb) {
		WARN_ON_ONCE(seastar_fill_config(skb, commit));
		genlmsg_end(skb, hdr);
	}
	send(skb);
}

/**
 * seastar_notify_mmr() - announce that a register was written
 * @sdev: the device, locked
 * @router: whose register
 * @offset: which one
 * @value: what was written
 */
void seastar_notify_mmr(struct seastar_dev *sdev, u32 router, u32 offset,
			u64 value)
{
	struct sk_buff *skb;
	void *hdr;

	if (!anybody_listens())
		return;
	skb = begin(SEASTAR_CMD_MMR_NTF, &hdr);
	if (skb) {
		WARN_ON_ONCE(nla_put_string(skb, SEASTAR_A_MMR_DEV,
					    seastar_dev_name(sdev)) ||
			     nla_put_u32(skb, SEASTAR_A_MMR_ROUTER, router) ||
			     nla_put_u32(skb, SEASTAR_A_MMR_OFFSET, offset) ||
			     nla_put_u64_64bit(skb, SEASTAR_A_MMR_VALUE, value,
					       SEASTAR_A_MMR_PAD) ||
			     nla_put_u64_64bit(skb, SEASTAR_A_MMR_GENERATION,
					       sdev->generation,
					       SEASTAR_A_MMR_PAD));
		genlmsg_end(skb, hdr);
	}
	send(skb);
}

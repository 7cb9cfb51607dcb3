// SPDX-License-Identifier: GPL-2.0-only
/*
 * Events: messages to the family's multicast group, in the initial network namespace only.
 *
 * Events are sent under the lock that protects their subject, so they come in the order of the
 * changes.  If memory for an event is lacking, its listeners get ENOBUFS and have to read all state
 * again.
 */
#include "base/events.h"
#include "base/fault.h"
#include "dev/aging.h"
#include "dev/stats.h"
#include "netlink/genl.h"

#define GROUP	0

static bool anybody_listens(void)
{
	return genl_has_listeners(&seastar_family, &init_net, GROUP);
}

static struct sk_buff *begin(u8 cmd, void **hdr)
{
	struct sk_buff *skb = NULL;

	if (!seastar_fault(SEASTAR_FAULT_ALLOC))
		skb = genlmsg_new(NLMSG_DEFAULT_SIZE, GFP_KERNEL);
	if (skb)
		*hdr = genlmsg_put(skb, 0, 0, &seastar_family, 0, cmd);
	else
		genl_set_err(&seastar_family, &init_net, 0, GROUP, -ENOBUFS);
	return skb;
}

/*
 * Send an event.  With GFP_KERNEL netlink would give the processor away, with the lock held, while
 * any listener has not read half of what its socket can take.
 */
static void send(struct sk_buff *skb, void *hdr)
{
	genlmsg_end(skb, hdr);
	genlmsg_multicast(&seastar_family, skb, 0, GROUP, GFP_ATOMIC);
}

/*
 * Return true if events of the device are to be sent: there are listeners, and its addition was
 * announced.
 */
static bool has_listeners(const struct seastar_dev *sdev)
{
	return READ_ONCE(sdev->announced) && anybody_listens();
}

/*
 * Send an event of a device, in a message of the default size: only changes of aging can be larger.
 */
static void announce(struct seastar_dev *sdev, u8 cmd, seastar_fill fill)
{
	struct sk_buff *skb;
	void *hdr;

	if (!has_listeners(sdev))
		return;
	skb = begin(cmd, &hdr);
	if (!skb)
		return;
	WARN_ON_ONCE(fill(skb, sdev, NULL, 0));
	send(skb, hdr);
}

static int fill_identity(struct sk_buff *skb, struct seastar_dev *sdev, const void *view,
			 u32 none)
{
	if (nla_put_string(skb, SEASTAR_A_DEV_NAME, seastar_dev_name(sdev)) ||
	    nla_put_u64_64bit(skb, SEASTAR_A_DEV_ID, sdev->id,
			      SEASTAR_A_DEV_PAD))
		return -EMSGSIZE;
	return 0;
}

static void notify_new(struct seastar_dev *sdev)
{
	announce(sdev, SEASTAR_CMD_DEV_NEW_NTF, seastar_fill_dev);
}

static void notify_del(struct seastar_dev *sdev)
{
	announce(sdev, SEASTAR_CMD_DEV_DEL_NTF, fill_identity);
}

static void notify_traffic(struct seastar_dev *sdev)
{
	announce(sdev, SEASTAR_CMD_TRAFFIC_NTF, seastar_fill_traffic);
}

static void notify_clock(struct seastar_dev *sdev)
{
	announce(sdev, SEASTAR_CMD_CLOCK_NTF, seastar_fill_clock);
}

static int fill_gap(struct sk_buff *skb, struct seastar_dev *sdev, const void *view,
		    u32 none)
{
	const struct seastar_stats_data *data = &sdev->stats->latest->data;

	if (seastar_put_sample(skb, sdev, data) ||
	    nla_put_u32(skb, SEASTAR_A_STATS_FLAGS, data->flags))
		return -EMSGSIZE;
	return 0;
}

static void notify_gap(struct seastar_dev *sdev)
{
	announce(sdev, SEASTAR_CMD_STATS_NTF, fill_gap);
}

static void notify_lost(struct seastar_dev *sdev)
{
	announce(sdev, SEASTAR_CMD_DEV_LOST_NTF, fill_identity);
}

static int fill_found(struct sk_buff *skb, struct seastar_dev *sdev, const void *view,
		      u32 none)
{
	return fill_identity(skb, sdev, view, none) ?:
	       nla_put_u64_64bit(skb, SEASTAR_A_DEV_GENERATION, sdev->generation,
				 SEASTAR_A_DEV_PAD);
}

static void notify_found(struct seastar_dev *sdev)
{
	announce(sdev, SEASTAR_CMD_DEV_FOUND_NTF, fill_found);
}

static void notify_link(struct seastar_dev *sdev, u32 router, u32 port)
{
	struct seastar_links links;
	struct sk_buff *skb;
	void *hdr;

	if (!has_listeners(sdev))
		return;
	skb = begin(SEASTAR_CMD_LINK_NTF, &hdr);
	if (!skb)
		return;
	sdev->ops->links(sdev, router, &links);
	WARN_ON_ONCE(nla_put_string(skb, SEASTAR_A_LINK_DEV,
				    seastar_dev_name(sdev)) ||
		     nla_put_u32(skb, SEASTAR_A_LINK_ROUTER, router) ||
		     nla_put_u32(skb, SEASTAR_A_LINK_PORT, port) ||
		     nla_put_u8(skb, SEASTAR_A_LINK_UP, links.up >> port & 1) ||
		     (links.modelled &&
		      nla_put_u64_64bit(skb, SEASTAR_A_LINK_BIT_ERRORS, links.bit_errors[port],
					SEASTAR_A_LINK_PAD)) ||
		     nla_put_u64_64bit(skb, SEASTAR_A_LINK_GENERATION,
				       sdev->generation, SEASTAR_A_LINK_PAD));
	send(skb, hdr);
}

static void notify_routes(struct seastar_dev *sdev)
{
	announce(sdev, SEASTAR_CMD_ROUTE_NTF, seastar_fill_routes);
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
 * Announce changes of aging registers.  If they do not fit into one message it has none of them:
 * listeners request all registers.
 */
static void notify_aging(struct seastar_dev *sdev, seastar_aging_next next,
			 void *walk)
{
	struct seastar_aging_change c;
	struct sk_buff *skb;
	void *hdr, *tail;

	if (!has_listeners(sdev) || !next(walk, &c))
		return;
	skb = begin(SEASTAR_CMD_AGING_NTF, &hdr);
	if (!skb)
		return;
	WARN_ON_ONCE(nla_put_string(skb, SEASTAR_A_AGING_DEV,
				    seastar_dev_name(sdev)) ||
		     nla_put_u64_64bit(skb, SEASTAR_A_AGING_GENERATION,
				       sdev->generation, SEASTAR_A_AGING_PAD));
	tail = skb_tail_pointer(skb);
	do {
		if (put_change(skb, &c)) {
			nlmsg_trim(skb, tail);
			break;
		}
	} while (next(walk, &c));
	send(skb, hdr);
}

/* Announce a commit.  Its devices were announced before, since requests find no others. */
static void notify_config(const struct seastar_commit *commit)
{
	struct sk_buff *skb;
	void *hdr;

	if (!anybody_listens())
		return;
	skb = begin(SEASTAR_CMD_CONFIG_NTF, &hdr);
	if (!skb)
		return;
	WARN_ON_ONCE(seastar_fill_config(skb, commit));
	send(skb, hdr);
}

static void notify_mmr(struct seastar_dev *sdev, u32 router, u32 offset,
		       u64 value)
{
	struct sk_buff *skb;
	void *hdr;

	if (!has_listeners(sdev))
		return;
	skb = begin(SEASTAR_CMD_MMR_NTF, &hdr);
	if (!skb)
		return;
	WARN_ON_ONCE(nla_put_string(skb, SEASTAR_A_MMR_DEV,
				    seastar_dev_name(sdev)) ||
		     nla_put_u32(skb, SEASTAR_A_MMR_ROUTER, router) ||
		     nla_put_u32(skb, SEASTAR_A_MMR_OFFSET, offset) ||
		     nla_put_u64_64bit(skb, SEASTAR_A_MMR_VALUE, value,
				       SEASTAR_A_MMR_PAD) ||
		     nla_put_u64_64bit(skb, SEASTAR_A_MMR_GENERATION,
				       sdev->generation,
				       SEASTAR_A_MMR_PAD));
	send(skb, hdr);
}

const struct seastar_event_ops seastar_netlink_events = {
	.dev_new = notify_new,
	.dev_del = notify_del,
	.lost = notify_lost,
	.found = notify_found,
	.aging = notify_aging,
	.config = notify_config,
	.traffic = notify_traffic,
	.clock = notify_clock,
	.link = notify_link,
	.routes = notify_routes,
	.mmr = notify_mmr,
	.gap = notify_gap,
};

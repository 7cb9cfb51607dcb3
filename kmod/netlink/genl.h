/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * Declarations that the files of the netlink family share: the family (family.c), functions of all
 * commands (genl.c) and dumps (dump.c), commands of an object (OBJECT.c), and events (event.c).
 */
#ifndef SEASTAR_GENL_H
#define SEASTAR_GENL_H

#include <linux/netlink.h>
#include <net/genetlink.h>
#include <net/sock.h>

#include "base/compat.h"
#include "base/refuse.h"
#include "dev/claim.h"
#include "dev/dev.h"

/* Numbers of the attributes for the device and the router, the same in all sets of attributes. */
#define SEASTAR_A_ANY_DEV	1
#define SEASTAR_A_ANY_ROUTER	2

/* internal_flags of an operation */
#define SEASTAR_OP_CREATE	BIT(0)	/* the device does not exist yet */
#define SEASTAR_OP_MANY		BIT(1)	/* no device is looked up before the operation */
#define SEASTAR_OP_TRAFFIC	BIT(2)	/* the driver controls the device's traffic */
#define SEASTAR_OP_CLOCK	BIT(3)	/* the driver controls the device's clock */

struct seastar_commit;
struct seastar_event_ops;
struct seastar_mark;
struct seastar_part;
struct seastar_stats_data;

extern struct genl_family seastar_family;

/*
 * Put the attributes of a message, about a router or another part of a device. Reads the view or,
 * without one, the device, which is locked then. Returns -EMSGSIZE if there is no room.
 */
typedef int (*seastar_fill)(struct sk_buff *skb, struct seastar_dev *sdev,
			    const void *view, u32 part);

/* A parameter: an attribute of @count u32 values, and the place of the values in a structure. */
struct seastar_field {
	u16 attr;
	u16 offset;
	u16 count;
};

/**
 * struct seastar_dump_ops - contents of a dump
 * @needs: SEASTAR_OP_TRAFFIC, SEASTAR_OP_CLOCK: features that a device must have
 * @parts: return the number of messages of a device, if there is no view; NULL: one per router
 * @fill: put the attributes of a message
 * @open: make the view from which all messages of a device are put, or return an error with its
 * sentence; NULL: messages are put from the device, under its lock
 * @view_parts: return the number of messages of a view; NULL: one per router
 * @close: end the view
 */
struct seastar_dump_ops {
	unsigned int needs;
	u32 (*parts)(struct seastar_dev *sdev);
	seastar_fill fill;
	int (*open)(struct seastar_dev *sdev, struct netlink_callback *cb, void **view);
	u32 (*view_parts)(const void *view);
	void (*close)(struct seastar_dev *sdev, void *view);
};

/* Return the socket that sent a request, or the request of a dump. */
static inline struct file *seastar_opener(struct sk_buff *skb)
{
	return NETLINK_CB(skb).sk->sk_socket->file;
}

/* Refuse a request because it lacks an attribute; evaluates to -EINVAL. */
#define seastar_missing(info, attr, why)				\
({									\
	struct netlink_ext_ack *__ack = (info)->extack;			\
									\
	NL_SET_ERR_ATTR_MISS(__ack, NULL, attr);			\
	NL_SET_ERR_MSG(__ack, why);					\
	-EINVAL;							\
})

/* genl.c */
int seastar_check_name(const struct nlattr *attr,
		       struct netlink_ext_ack *extack);
int seastar_check_dev(const struct nlattr *attr,
		      struct netlink_ext_ack *extack);
int seastar_get_dev(const struct nlattr *name, struct netlink_ext_ack *extack,
		    struct seastar_dev **sdev);
int seastar_check_admin(struct sk_buff *skb, struct genl_info *info);
int seastar_check_alone(struct sk_buff *skb, const struct nlmsghdr *nlh,
			struct netlink_ext_ack *extack);
int seastar_pre_doit(const struct seastar_genl_op *op, struct sk_buff *skb,
		     struct genl_info *info);
void seastar_post_doit(const struct seastar_genl_op *op, struct sk_buff *skb,
		       struct genl_info *info);
struct seastar_dev *seastar_info_dev(struct genl_info *info);
int seastar_lock_dev(struct genl_info *info);
int seastar_lock_reader(struct genl_info *info);
int seastar_claim_dev(struct genl_info *info, struct seastar_claim *claim);
void seastar_release_dev(struct genl_info *info, struct seastar_claim *claim);
int seastar_check_backend(const struct seastar_dev *sdev, unsigned int needs,
			  const struct nlattr *name,
			  struct netlink_ext_ack *extack);
int seastar_get_fields(struct nlattr **attrs, struct netlink_ext_ack *extack,
		       const struct seastar_field *fields, size_t n, void *to);
int seastar_get_router(struct genl_info *info, u32 *router);
struct sk_buff *seastar_begin_reply(struct genl_info *info, void **hdr);
int seastar_end_reply(struct genl_info *info, struct sk_buff *skb, void *hdr, int err);
int seastar_reply(struct genl_info *info, seastar_fill fill, const void *view, u32 part);
int seastar_lock_and_reply(struct genl_info *info, seastar_fill fill, const void *view,
			   u32 part);
int seastar_reply_router(struct genl_info *info, seastar_fill fill);

/* dump.c */
int seastar_dump_start(struct netlink_callback *cb, const struct seastar_dump_ops *ops);
int seastar_dump_routers_start(struct netlink_callback *cb, const struct seastar_dump_ops *ops);
void *seastar_dump_begin(struct sk_buff *skb, struct netlink_callback *cb);
int seastar_dump_end(struct sk_buff *skb, struct netlink_callback *cb, void *hdr, int err);
int seastar_dumpit(struct sk_buff *skb, struct netlink_callback *cb);
int seastar_dump_done(struct netlink_callback *cb);

/* event.c */
extern const struct seastar_event_ops seastar_netlink_events;

/* dev.c */
int seastar_fill_dev(struct sk_buff *skb, struct seastar_dev *sdev, const void *view,
		     u32 none);
int seastar_dev_get_doit(struct sk_buff *skb, struct genl_info *info);
int seastar_dev_get_start(struct netlink_callback *cb);
int seastar_dev_new_doit(struct sk_buff *skb, struct genl_info *info);
int seastar_dev_del_doit(struct sk_buff *skb, struct genl_info *info);

/* aging.c */
int seastar_aging_get_doit(struct sk_buff *skb, struct genl_info *info);
int seastar_aging_get_start(struct netlink_callback *cb);
int seastar_aging_set_doit(struct sk_buff *skb, struct genl_info *info);
size_t seastar_count_entries(const struct nlattr *head, int len, int type);
int seastar_get_entries(const struct nlattr *head, int len, int type,
			struct seastar_part *part,
			struct netlink_ext_ack *extack);

/* config.c */
int seastar_fill_config(struct sk_buff *skb,
			const struct seastar_commit *commit);
int seastar_config_get_doit(struct sk_buff *skb, struct genl_info *info);
int seastar_config_get_start(struct netlink_callback *cb);
int seastar_config_get_dumpit(struct sk_buff *skb, struct netlink_callback *cb);
int seastar_config_commit_doit(struct sk_buff *skb, struct genl_info *info);
int seastar_config_confirm_doit(struct sk_buff *skb, struct genl_info *info);
int seastar_config_cancel_doit(struct sk_buff *skb, struct genl_info *info);
int seastar_config_extend_doit(struct sk_buff *skb, struct genl_info *info);

/* stats.c */
int seastar_put_sample(struct sk_buff *skb, struct seastar_dev *sdev,
		       const struct seastar_stats_data *data);
int seastar_refuse_sample(struct netlink_ext_ack *extack,
			  struct seastar_dev *sdev, int err);
int seastar_stats_get_doit(struct sk_buff *skb, struct genl_info *info);
int seastar_stats_get_start(struct netlink_callback *cb);
int seastar_dump_counts_start(struct netlink_callback *cb, const struct seastar_dump_ops *ops);
int seastar_put_since(struct sk_buff *skb, u64 cycle, u64 time);

/* latency.c */
int seastar_latency_get_doit(struct sk_buff *skb, struct genl_info *info);
int seastar_latency_get_start(struct netlink_callback *cb);
int seastar_stats_reset_doit(struct sk_buff *skb, struct genl_info *info);

/* mark.c */
int seastar_get_mark(struct seastar_dev *sdev, const struct nlattr *name,
		     struct netlink_ext_ack *extack, struct seastar_mark **mark);
int seastar_mark_get_doit(struct sk_buff *skb, struct genl_info *info);
int seastar_mark_get_start(struct netlink_callback *cb);
int seastar_mark_new_doit(struct sk_buff *skb, struct genl_info *info);
int seastar_mark_del_doit(struct sk_buff *skb, struct genl_info *info);

/* traffic.c */
int seastar_fill_traffic(struct sk_buff *skb, struct seastar_dev *sdev,
			 const void *view, u32 none);
int seastar_traffic_get_doit(struct sk_buff *skb, struct genl_info *info);
int seastar_traffic_get_start(struct netlink_callback *cb);
int seastar_traffic_set_doit(struct sk_buff *skb, struct genl_info *info);

/* clock.c */
int seastar_fill_clock(struct sk_buff *skb, struct seastar_dev *sdev,
		       const void *view, u32 none);
int seastar_clock_get_doit(struct sk_buff *skb, struct genl_info *info);
int seastar_clock_set_doit(struct sk_buff *skb, struct genl_info *info);

/* link.c */
int seastar_link_get_doit(struct sk_buff *skb, struct genl_info *info);
int seastar_link_get_start(struct netlink_callback *cb);
int seastar_link_set_doit(struct sk_buff *skb, struct genl_info *info);

/* route.c */
int seastar_fill_routes(struct sk_buff *skb, struct seastar_dev *sdev, const void *view,
			u32 none);
struct seastar_routes *seastar_find_draft(struct seastar_dev *sdev, const struct nlattr *id,
					  struct netlink_ext_ack *extack);
int seastar_route_init(void);
void seastar_route_exit(void);
int seastar_route_get_doit(struct sk_buff *skb, struct genl_info *info);
int seastar_route_get_start(struct netlink_callback *cb);
int seastar_route_new_doit(struct sk_buff *skb, struct genl_info *info);
int seastar_route_fill_doit(struct sk_buff *skb, struct genl_info *info);

/* mmr.c */
int seastar_mmr_get_doit(struct sk_buff *skb, struct genl_info *info);
int seastar_mmr_set_doit(struct sk_buff *skb, struct genl_info *info);

#endif /* SEASTAR_GENL_H */

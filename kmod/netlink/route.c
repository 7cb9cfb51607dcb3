// SPDX-License-Identifier: GPL-2.0-only
/*
 * Netlink commands for look-up tables.
 */
#include <linux/err.h>
#include <linux/minmax.h>
#include <linux/mm.h>
#include <linux/notifier.h>
#include <net/net_namespace.h>
#include <net/sock.h>

#include <seastar/route.h>

#include "base/alloc.h"
#include "base/quota.h"
#include "dev/routes.h"
#include "netlink/genl.h"
#include "registry.h"

static_assert(SEASTAR_ROUTE_BLOCK == SS_TABLE_BLOCK);
static_assert(SEASTAR_ROUTE_BLOCK == SS_TABLE_BLOCKS);
static_assert(SEASTAR_NO_ROUTE == SS_ROUTE_NONE);
static_assert(SEASTAR_NO_DATELINE == SS_NO_DATELINE);
static_assert(SEASTAR_ROUTE_VC0 == (int)SS_ROUTE_VC0);
static_assert(SEASTAR_ROUTE_VC1 == (int)SS_ROUTE_VC1);
static_assert(SEASTAR_ROUTE_KEEP == (int)SS_ROUTE_KEEP);

/* Entries per message of a dump, so that it fits any reader's buffer. */
#define BLOCKS_PART	32

/* Bytes of the entries for one router in a request. */
#define LOCAL_BYTES	(SEASTAR_PORTS * SS_TABLE_BLOCKS * sizeof(u32))
#define GLOBAL_BYTES	(SEASTAR_PORTS * sizeof(u32))

/**
 * seastar_fill_routes() - put the attributes of the look-up tables in force
 * @skb: the message
 * @sdev: the device
 * @view: not used
 * @none: not used
 *
 * Context: caller holds the lock of the device.
 *
 * Return: 0 or -EMSGSIZE.
 */
int seastar_fill_routes(struct sk_buff *skb, struct seastar_dev *sdev, const void *view,
			u32 none)
{
	const struct seastar_routes *routes = sdev->routes;

	if (nla_put_string(skb, SEASTAR_A_ROUTE_DEV, seastar_dev_name(sdev)) ||
	    nla_put_u64_64bit(skb, SEASTAR_A_ROUTE_GENERATION, sdev->generation,
			      SEASTAR_A_ROUTE_PAD))
		return -EMSGSIZE;
	if (!routes)
		return 0;
	if (nla_put_u32(skb, SEASTAR_A_ROUTE_BLOCKS, routes->blocks) ||
	    nla_put(skb, SEASTAR_A_ROUTE_DATELINE, sizeof(routes->tables.dateline),
		    routes->tables.dateline) ||
	    (*routes->plan && nla_put_string(skb, SEASTAR_A_ROUTE_PLAN, routes->plan)))
		return -EMSGSIZE;
	return 0;
}

/*
 * Refuse hardware whose tables the driver has neither read nor written: they are in its registers
 * only.
 */
static int check_known(const struct seastar_dev *sdev, struct netlink_ext_ack *extack)
{
	if (!seastar_is_hardware(sdev) || READ_ONCE(sdev->routes))
		return 0;
	return seastar_refuse(extack, NULL, -EOPNOTSUPP,
			      "the driver has not loaded the tables of this hardware: read its registers");
}

static int check_routes(struct seastar_dev *sdev, struct netlink_ext_ack *extack)
{
	const char *why = seastar_routes_check(sdev);

	return why ? seastar_refuse_why(extack, NULL, -EOPNOTSUPP, why) : 0;
}

/**
 * seastar_route_get_doit() - SEASTAR_CMD_ROUTE_GET
 * @skb: the request
 * @info: attributes and header of the request
 *
 * Return: 0 or an error.
 */
int seastar_route_get_doit(struct sk_buff *skb, struct genl_info *info)
{
	return check_known(seastar_info_dev(info), info->extack) ?:
	       seastar_lock_and_reply(info, seastar_fill_routes, NULL, 0);
}

/**
 * struct route_view - the view of a dump of tables
 * @routes: the tables in force when it began, or NULL
 * @generation: generation of the settings at that time
 * @bytes: memory of @routes
 * @quota: quota that it is charged to
 */
struct route_view {
	struct seastar_routes *routes;
	u64 generation;
	size_t bytes;
	struct seastar_quota *quota;
};

static u32 block_parts(const struct seastar_routes *routes)
{
	return DIV_ROUND_UP(routes->blocks, BLOCKS_PART);
}

static u32 view_parts(const void *opened)
{
	const struct route_view *view = opened;

	return view->routes ? block_parts(view->routes) + view->routes->routers : 0;
}

static int put_blocks(struct sk_buff *skb, const struct seastar_routes *routes, u32 part)
{
	u32 first = part * BLOCKS_PART, n = min_t(u32, routes->blocks - first, BLOCKS_PART);

	if (nla_put_u32(skb, SEASTAR_A_ROUTE_FIRST_BLOCK, first) ||
	    nla_put(skb, SEASTAR_A_ROUTE_BLOCK, n * sizeof(*routes->block),
		    routes->block[first]))
		return -EMSGSIZE;
	return 0;
}

static int put_router(struct sk_buff *skb, const struct seastar_routes *routes, u32 router)
{
	u32 id = SS_PORT_ID(router, 0);

	if (nla_put_u32(skb, SEASTAR_A_ROUTE_ROUTER, router) ||
	    nla_put(skb, SEASTAR_A_ROUTE_LOCAL, LOCAL_BYTES, routes->local[id]) ||
	    nla_put(skb, SEASTAR_A_ROUTE_GLOBAL, GLOBAL_BYTES, &routes->global[id]) ||
	    nla_put(skb, SEASTAR_A_ROUTE_NODE_ID, sizeof(u16), &routes->nid[router]))
		return -EMSGSIZE;
	return 0;
}

static int fill_part(struct sk_buff *skb, struct seastar_dev *sdev, const void *opened,
		     u32 part)
{
	const struct route_view *view = opened;
	u32 parts = block_parts(view->routes);

	if (nla_put_string(skb, SEASTAR_A_ROUTE_DEV, seastar_dev_name(sdev)) ||
	    nla_put_u64_64bit(skb, SEASTAR_A_ROUTE_GENERATION, view->generation,
			      SEASTAR_A_ROUTE_PAD))
		return -EMSGSIZE;
	return part < parts ? put_blocks(skb, view->routes, part) :
			      put_router(skb, view->routes, part - parts);
}

static void close_view(struct seastar_dev *sdev, void *opened)
{
	struct route_view *view = opened;

	if (view->quota)
		seastar_quota_give(view->quota, view->bytes, SEASTAR_PAID_BY_OTHERS);
	seastar_routes_put(view->routes);
	kvfree(view);
}

static int refuse_view(struct netlink_ext_ack *extack, int err)
{
	if (err == -EBUSY)
		return seastar_refuse(extack, NULL, err,
				      "you have too many unfinished dumps of tables: finish or close one first");
	return seastar_refuse(extack, NULL, err, "not enough memory for the dump");
}

/*
 * Charge the dump's user with its tables, which it may hold alone once they are not in force any
 * more.
 */
static int charge(struct route_view *view, struct file *opener)
{
	struct seastar_quota *quota = seastar_quota_take(opener, view->bytes,
							 SEASTAR_PAID_BY_OTHERS);

	if (IS_ERR(quota))
		return PTR_ERR(quota);
	view->quota = quota;
	return 0;
}

static int open_view(struct seastar_dev *sdev, struct netlink_callback *cb, void **opened)
{
	struct route_view *view;
	int err = check_known(sdev, cb->extack);

	if (err)
		return err;
	view = seastar_calloc(1, sizeof(*view));
	if (!view)
		return refuse_view(cb->extack, -ENOMEM);
	err = seastar_dev_lock_reader(sdev);
	if (err) {
		kvfree(view);
		return err;
	}
	view->routes = seastar_routes_get(sdev->routes);
	view->bytes = view->routes ? seastar_routes_bytes(sdev, view->routes) : 0;
	view->generation = sdev->generation;
	seastar_dev_unlock_reader(sdev);
	err = charge(view, seastar_opener(cb->skb));
	if (err) {
		close_view(sdev, view);
		return refuse_view(cb->extack, err);
	}
	*opened = view;
	return 0;
}

static const struct seastar_dump_ops route_dump = {
	.fill = fill_part,
	.open = open_view,
	.view_parts = view_parts,
	.close = close_view,
};

/**
 * seastar_route_get_start() - SEASTAR_CMD_ROUTE_GET: begin a dump of tables
 * @cb: the dump
 *
 * Return: 0 or an error.
 */
int seastar_route_get_start(struct netlink_callback *cb)
{
	return seastar_dump_start(cb, &route_dump);
}

static int get_datelines(struct genl_info *info, struct seastar_routes *routes)
{
	const struct nlattr *attr = info->attrs[SEASTAR_A_ROUTE_DATELINE];
	const struct ss_config *cfg = &seastar_info_dev(info)->cfg;
	u32 i;

	if (!attr)
		return 0;
	memcpy(routes->tables.dateline, nla_data(attr), sizeof(routes->tables.dateline));
	for (i = 0; i < SEASTAR_DIMS; i++) {
		u32 at = routes->tables.dateline[i];

		if (at == SEASTAR_NO_DATELINE)
			continue;
		if (at >= cfg->size[i])
			return seastar_refuse(info->extack, attr, -ERANGE,
					      "the dateline lies outside its dimension: give a coordinate below its radix");
		if (cfg->size[SS_MESH] & BIT(i))
			return seastar_refuse(info->extack, attr, -EINVAL,
					      "a mesh dimension has no dateline");
	}
	return 0;
}

static int begin_draft(struct genl_info *info, struct seastar_routes **routes)
{
	const struct nlattr *blocks = info->attrs[SEASTAR_A_ROUTE_BLOCKS];
	const struct nlattr *plan = info->attrs[SEASTAR_A_ROUTE_PLAN];
	struct seastar_dev *sdev = seastar_info_dev(info);

	if (!blocks)
		return seastar_missing(info, SEASTAR_A_ROUTE_BLOCKS,
				       "the number of blocks of the draft is missing");
	if (nla_get_u32(blocks) > (u64)sdev->routers * SEASTAR_PORTS * (SS_TABLE_BLOCKS + 1))
		return seastar_refuse(info->extack, blocks, -ERANGE,
				      "the tables of this fabric cannot use so many blocks");
	*routes = seastar_routes_new(sdev, nla_get_u32(blocks));
	if (!*routes)
		return seastar_refuse(info->extack, blocks, -ENOMEM,
				      "not enough memory for the draft");
	if (plan)
		nla_strscpy((*routes)->plan, plan, sizeof((*routes)->plan));
	return get_datelines(info, *routes);
}

/*
 * Keep @routes as the draft of a device, in place of the former one, unless the device is gone.
 * @skb is the request.
 */
static int keep_draft(struct sk_buff *skb, struct genl_info *info, struct seastar_routes *routes)
{
	struct seastar_dev *sdev = seastar_info_dev(info);
	struct seastar_draft former;

	spin_lock(&sdev->drafting);
	/*
	 * seastar_routes_end() takes the lock after @gone is set, and frees drafts kept before that
	 */
	if (READ_ONCE(sdev->gone)) {
		spin_unlock(&sdev->drafting);
		return seastar_dev_explain(info->extack, sdev, -ENODEV);
	}
	former = sdev->draft;
	sdev->draft = seastar_draft_get(routes, NETLINK_CB(skb).sk);
	spin_unlock(&sdev->drafting);
	seastar_draft_put(&former);
	return 0;
}

/* Free the draft of a device if its maker's socket has been closed. */
static void forget_draft(struct seastar_dev *sdev)
{
	struct seastar_draft former = { 0 };

	spin_lock(&sdev->drafting);
	if (sdev->draft.maker && sock_flag(sdev->draft.maker, SOCK_DEAD)) {
		former = sdev->draft;
		sdev->draft = (struct seastar_draft){ 0 };
	}
	spin_unlock(&sdev->drafting);
	seastar_draft_put(&former);
}

/*
 * Free the drafts of a maker whose socket is closed, whoever closes it: a program that is killed
 * leaves none.  The notification does not name the socket, and another one may have its number by
 * then.  But netlink marks a socket as dead before it notifies.
 */
static int forget_drafts(struct notifier_block *block, unsigned long event, void *closed)
{
	const struct netlink_notify *notify = closed;
	struct seastar_dev *sdev;
	unsigned int seq;
	u64 id = 0;

	if (event != NETLINK_URELEASE || notify->protocol != NETLINK_GENERIC ||
	    !net_eq(notify->net, &init_net) || !seastar_draft_any())
		return NOTIFY_DONE;
	while ((sdev = seastar_dev_next(id, &seq))) {
		id = sdev->id;
		forget_draft(sdev);
		seastar_dev_put(sdev);
	}
	return NOTIFY_DONE;
}

static struct notifier_block drafts = {
	.notifier_call = forget_drafts,
};

/**
 * seastar_route_init() - watch for the sockets of makers of drafts to be closed
 *
 * Return: 0 or an error of netlink.
 */
int seastar_route_init(void)
{
	return netlink_register_notifier(&drafts);
}

/**
 * seastar_route_exit() - undo seastar_route_init()
 */
void seastar_route_exit(void)
{
	netlink_unregister_notifier(&drafts);
}

static int fill_draft(struct sk_buff *skb, struct seastar_dev *sdev,
		      const struct seastar_routes *draft)
{
	if (nla_put_string(skb, SEASTAR_A_ROUTE_DEV, seastar_dev_name(sdev)) ||
	    nla_put_u64_64bit(skb, SEASTAR_A_ROUTE_DRAFT, draft->id, SEASTAR_A_ROUTE_PAD))
		return -EMSGSIZE;
	return 0;
}

/* Make the reply, then let the draft replace the former one, and send the reply. */
static int keep_and_reply(struct sk_buff *skb, struct genl_info *info,
			  struct seastar_routes *routes)
{
	struct sk_buff *reply;
	void *hdr;
	int err;

	reply = seastar_begin_reply(info, &hdr);
	if (!reply)
		return -ENOMEM;
	routes->id = seastar_generation();
	err = fill_draft(reply, seastar_info_dev(info), routes) ?:
	      keep_draft(skb, info, routes);
	return seastar_end_reply(info, reply, hdr, err);
}

/**
 * seastar_route_new_doit() - SEASTAR_CMD_ROUTE_NEW
 * @skb: the request
 * @info: attributes and header of the request
 *
 * Return: 0 or an error.
 */
int seastar_route_new_doit(struct sk_buff *skb, struct genl_info *info)
{
	struct seastar_routes *routes = NULL;
	int err;

	err = check_routes(seastar_info_dev(info), info->extack) ?:
	      begin_draft(info, &routes) ?: keep_and_reply(skb, info, routes);
	seastar_routes_put(routes);
	return err;
}

/**
 * seastar_find_draft() - look a draft up by its id
 * @sdev: its device
 * @id: the attribute with the id
 * @extack: for the refusal
 *
 * Return: the draft with a reference, or an error.
 */
struct seastar_routes *seastar_find_draft(struct seastar_dev *sdev, const struct nlattr *id,
					  struct netlink_ext_ack *extack)
{
	struct seastar_routes *draft;

	spin_lock(&sdev->drafting);
	draft = sdev->draft.routes;
	if (draft && draft->id == nla_get_u64(id))
		seastar_routes_get(draft);
	else
		draft = NULL;
	spin_unlock(&sdev->drafting);
	return draft ?:
	       ERR_PTR(seastar_refuse(extack, id, -ENOENT,
				      "no draft has this id: replaced, or its program has ended"));
}

static int check_blocks(struct genl_info *info, const struct seastar_routes *routes)
{
	const struct nlattr *first = info->attrs[SEASTAR_A_ROUTE_FIRST_BLOCK];
	const struct nlattr *attr = info->attrs[SEASTAR_A_ROUTE_BLOCK];
	const u8 *entry;
	u32 i;

	if (!attr && first)
		return seastar_refuse(info->extack, first, -EINVAL,
				      "the request has the number of a first block, but no blocks");
	if (!attr)
		return 0;
	if (!first)
		return seastar_missing(info, SEASTAR_A_ROUTE_FIRST_BLOCK,
				       "the number of the first block is missing");
	if (nla_len(attr) % SS_TABLE_BLOCK)
		return seastar_refuse(info->extack, attr, -EINVAL,
				      "the length of the blocks is not a multiple of 64 entries");
	if ((u64)nla_get_u32(first) + nla_len(attr) / SS_TABLE_BLOCK > routes->blocks)
		return seastar_refuse(info->extack, first, -ERANGE,
				      "the blocks reach beyond the last block of the draft");
	for (entry = nla_data(attr), i = 0; i < nla_len(attr); i++)
		if (entry[i] != SS_ROUTE_NONE && !ss_route_is_entry(entry[i]))
			return seastar_refuse(info->extack, attr, -EINVAL,
					      "a table entry is neither a port with its VC nor 'none'");
	return 0;
}

static void fill_blocks(struct genl_info *info, struct seastar_routes *routes)
{
	const struct nlattr *attr = info->attrs[SEASTAR_A_ROUTE_BLOCK];
	u32 i, first;

	if (!attr)
		return;
	first = nla_get_u32(info->attrs[SEASTAR_A_ROUTE_FIRST_BLOCK]);
	for (i = 0; i < nla_len(attr) / SS_TABLE_BLOCK; i++)
		seastar_routes_fill_block(routes, first + i,
					  nla_data(attr) + i * SS_TABLE_BLOCK);
}

static int check_numbers(struct genl_info *info, const struct seastar_routes *routes,
			 const struct nlattr *attr)
{
	const u32 *number = nla_data(attr);
	u32 i;

	for (i = 0; i < nla_len(attr) / sizeof(*number); i++)
		if (number[i] >= routes->blocks)
			return seastar_refuse(info->extack, attr, -ERANGE,
					      "a table names a block that the draft does not have");
	return 0;
}

static int check_node_ids(struct genl_info *info, const struct nlattr *attr)
{
	const u16 *nid = nla_data(attr);
	u32 i;

	for (i = 0; i < nla_len(attr) / sizeof(*nid); i++)
		if (nid[i] >= SEASTAR_NODE_IDS)
			return seastar_refuse(info->extack, attr, -ERANGE,
					      "a node id must be less than 32768");
	return 0;
}

/* Get the number of routers in a request; 0 if there are none. */
static int count_routers(struct genl_info *info, const struct seastar_routes *routes, u32 *n)
{
	const struct nlattr *router = info->attrs[SEASTAR_A_ROUTE_ROUTER];
	const struct nlattr *local = info->attrs[SEASTAR_A_ROUTE_LOCAL];
	const struct nlattr *global = info->attrs[SEASTAR_A_ROUTE_GLOBAL];
	const struct nlattr *nid = info->attrs[SEASTAR_A_ROUTE_NODE_ID];

	*n = 0;
	if (!router && !local && !global && !nid)
		return 0;
	if (!router || !local || !global || !nid)
		return seastar_refuse(info->extack, router ?: local ?: global ?: nid, -EINVAL,
				      "the request lacks the first router, the local or global tables, or the node ids");
	*n = nla_len(nid) / sizeof(u16);
	if (nla_len(nid) % sizeof(u16) || nla_len(local) != *n * LOCAL_BYTES ||
	    nla_len(global) != *n * GLOBAL_BYTES)
		return seastar_refuse(info->extack, local, -EINVAL,
				      "the local tables, global tables and node ids are for different numbers of routers");
	if ((u64)nla_get_u32(router) + *n > routes->routers)
		return seastar_refuse(info->extack, router, -ERANGE,
				      "the tables reach beyond the last router of the fabric");
	return check_numbers(info, routes, local) ?: check_numbers(info, routes, global) ?:
	       check_node_ids(info, nid);
}

static void fill_routers(struct genl_info *info, struct seastar_routes *routes, u32 n)
{
	const u32 *local, *global;
	const u16 *nid;
	u32 i, first;

	if (!n)
		return;
	first = nla_get_u32(info->attrs[SEASTAR_A_ROUTE_ROUTER]);
	local = nla_data(info->attrs[SEASTAR_A_ROUTE_LOCAL]);
	global = nla_data(info->attrs[SEASTAR_A_ROUTE_GLOBAL]);
	nid = nla_data(info->attrs[SEASTAR_A_ROUTE_NODE_ID]);
	for (i = 0; i < n; i++)
		seastar_routes_fill_router(routes, first + i,
					   local + i * (LOCAL_BYTES / sizeof(*local)),
					   global + i * SEASTAR_PORTS, nid[i]);
}

/* Fill in a draft from a request. Context: caller holds @routes->filling. */
static int fill_draft_locked(struct genl_info *info, struct seastar_routes *routes,
			     const struct nlattr *id)
{
	u32 n;
	int err;

	if (routes->sealed)
		return seastar_refuse(info->extack, id, -EBUSY,
				      "a commit or a check has used this draft, so it can no longer change: begin another one");
	err = check_blocks(info, routes) ?: count_routers(info, routes, &n);
	if (err)
		return err;
	fill_blocks(info, routes);
	fill_routers(info, routes, n);
	return 0;
}

/**
 * seastar_route_fill_doit() - SEASTAR_CMD_ROUTE_FILL
 * @skb: the request
 * @info: attributes and header of the request
 *
 * Return: 0 or an error.
 */
int seastar_route_fill_doit(struct sk_buff *skb, struct genl_info *info)
{
	const struct nlattr *id = info->attrs[SEASTAR_A_ROUTE_DRAFT];
	struct seastar_routes *routes;
	int err;

	if (!id)
		return seastar_missing(info, SEASTAR_A_ROUTE_DRAFT,
				       "the id of the draft is missing");
	if (!info->attrs[SEASTAR_A_ROUTE_BLOCK] && !info->attrs[SEASTAR_A_ROUTE_LOCAL])
		return seastar_refuse(info->extack, id, -EINVAL,
				      "the request has neither blocks nor tables: there is nothing to fill in");
	routes = seastar_find_draft(seastar_info_dev(info), id, info->extack);
	if (IS_ERR(routes))
		return PTR_ERR(routes);
	err = mutex_lock_killable(&routes->filling);
	if (!err) {
		err = fill_draft_locked(info, routes, id);
		mutex_unlock(&routes->filling);
	}
	seastar_routes_put(routes);
	return err;
}

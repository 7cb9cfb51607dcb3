/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * Look-up tables of all routers of a device: they are made in a draft, part by part, and then
 * brought into force as a whole.
 *
 * A draft is sealed before it is committed: its tables are checked and surveyed, which takes
 * seconds for large fabrics.  Only the draft's own lock is held meanwhile.
 */
#ifndef SEASTAR_ROUTES_H
#define SEASTAR_ROUTES_H

#include <linux/mutex.h>
#include <linux/refcount.h>
#include <linux/seastar.h>
#include <linux/types.h>

#include "../sim/routers/seastar/seastar.h"

struct netlink_ext_ack;
struct nlattr;
struct seastar_dev;
struct seastar_draft;
struct sock;
struct ss_mmr_at;

/**
 * struct seastar_routes - the tables of a device; once sealed they do not change
 * @refs: references
 * @id: id of the draft that they were made in
 * @filling: protects the fields below until the tables are sealed; order: dev.h
 * @sealed: the tables were checked, and are constant now
 * @routers: number of routers that have tables
 * @blocks: number of blocks, of 64 entries each, that tables are composed of
 * @plan: remark of the tables' maker: the plan that they were made from
 * @tables: pointers into the fields below, for the model
 * @local: numbers of blocks, by port id and place in the table
 * @global: number of a block by port id
 * @block: entries of each block
 * @nid: node id of each router
 * @seen: bits for the routers, then for the blocks, that were filled in
 * @survey: properties of all tables together, for the model; NULL before they are sealed, and for
 * hardware
 */
struct seastar_routes {
	refcount_t refs;
	u64 id;
	struct mutex filling;	/* see the kernel-doc above */
	bool sealed;
	u32 routers;
	u32 blocks;
	char plan[SEASTAR_PLAN_MAX + 1];
	struct ss_tables tables;
	u32 (*local)[SS_TABLE_BLOCKS];
	u32 *global;
	u8 (*block)[SS_TABLE_BLOCK];
	u16 *nid;
	unsigned long *seen;
	struct ss_survey *survey;
};

struct seastar_routes *seastar_routes_new(const struct seastar_dev *sdev, u32 blocks);
struct seastar_routes *seastar_routes_get(struct seastar_routes *routes);
void seastar_routes_put(struct seastar_routes *routes);
bool seastar_draft_any(void);
struct seastar_draft seastar_draft_get(struct seastar_routes *routes, struct sock *maker);
void seastar_draft_put(const struct seastar_draft *draft);
size_t seastar_routes_bytes(const struct seastar_dev *sdev, const struct seastar_routes *routes);
void seastar_routes_fill_block(struct seastar_routes *routes, u32 block, const u8 *entries);
void seastar_routes_fill_router(struct seastar_routes *routes, u32 router,
				const u32 *local, const u32 *global, u16 nid);
int seastar_routes_seal(struct seastar_dev *sdev, struct seastar_routes *routes,
			const char **why);
const char *seastar_routes_check(struct seastar_dev *sdev);
int seastar_routes_know(struct seastar_dev *sdev);
int seastar_routes_replace(struct seastar_dev *sdev, struct seastar_routes *routes,
			   u32 stranded, struct ss_quiesce *q);
void seastar_routes_changed(struct seastar_dev *sdev);
void seastar_routes_end(struct seastar_dev *sdev);
void seastar_routes_explain(struct netlink_ext_ack *extack, int err);
int seastar_routes_write(struct seastar_dev *sdev, u32 router, const struct ss_mmr_at *at,
			 u64 value);

/* routes-regs.c: tables of hardware */
int seastar_regs_read(struct seastar_dev *sdev, struct seastar_routes **routes);
int seastar_regs_replace(struct seastar_dev *sdev, const struct seastar_routes *routes,
			 u32 stranded, struct ss_quiesce *q);
int seastar_regs_undo_drops(struct seastar_dev *sdev);
int seastar_regs_hold(struct seastar_dev *sdev);
int seastar_regs_release(struct seastar_dev *sdev);
int seastar_regs_rewrite(struct seastar_dev *sdev, const struct seastar_routes *routes,
			 u32 router);

#endif /* SEASTAR_ROUTES_H */

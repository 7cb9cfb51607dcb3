/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * Commits: changes of settings of any devices, all of them or none.
 */
#ifndef SEASTAR_COMMIT_H
#define SEASTAR_COMMIT_H

#include <linux/list.h>
#include <linux/refcount.h>
#include <linux/sched.h>
#include <linux/seastar.h>
#include <linux/types.h>
#include <linux/workqueue.h>

#include "../sim/routers/seastar/seastar.h"

struct netlink_ext_ack;
struct nlattr;
struct seastar_aging_change;
struct seastar_aging_state;
struct seastar_claim;
struct seastar_dev;
struct seastar_routes;

/**
 * struct seastar_part - what a commit changes of one device
 *
 * Once the commit waits, the lock of commits protects what is shown of it: @generation, @rerouted
 * and @quiesce.  The claim to the device protects the rest.
 *
 * @sdev: the device, with a reference
 * @changes: what to change, applied in order; the part's own memory
 * @n: how many
 * @guarded: refuse unless @generation is the current one
 * @generation: of the settings; after the commit the new one
 * @restored: the one after it was undone
 * @returns: seastar_dev.returns when the settings were staged
 * @losses: seastar_dev.losses then
 * @name_attr: the attribute that names the device, if one does
 * @generation_attr: the attribute with the generation, if one has it
 * @old: registers of all routers before
 * @new: registers of all routers after
 * @replaced: registers that were published before, until nobody needs them
 * @tried: how many differences between them were written
 * @lost: the device has lost its settings: there is nothing to take back
 * @reroutes: other tables are to route packets: @routes, or, if NULL, the rule
 * @routes: with a reference
 * @former: those before, with a reference
 * @loaded: they are in force
 * @rerouted: they are shown to be in force
 * @stranded: &enum seastar_stranded
 * @quiesce: what bringing them into force took
 * @routes_attr: the attribute with the tables
 */
struct seastar_part {
	struct seastar_dev *sdev;
	struct seastar_aging_change *changes;
	size_t n;
	bool guarded;
	u64 generation;
	u64 restored;
	unsigned int returns;
	unsigned int losses;
	const struct nlattr *name_attr;
	const struct nlattr *generation_attr;
	struct seastar_aging_state *old;
	struct seastar_aging_state *new;
	struct seastar_aging_state *replaced;
	size_t tried;
	bool lost;
	bool reroutes;
	struct seastar_routes *routes;
	struct seastar_routes *former;
	bool loaded;
	bool rerouted;
	u32 stranded;
	struct ss_quiesce quiesce;
	const struct nlattr *routes_attr;
};

/**
 * struct seastar_commit - changes that are made together
 * @refs: references
 * @node: in the list of those that wait to be confirmed; empty once it does not wait any more
 * @id: unique, if it waits; 0 otherwise
 * @state: &enum seastar_config_state.  To be set to CHECKED, COMMITTED or PENDING
 *	before it is made: that is what then happens
 * @timeout: milliseconds; for PENDING
 * @deadline: on the clock of ktime_get_boottime_ns(); for PENDING
 * @verdict: the state that it will have when it was undone, or 0: it is not to be undone yet
 * @undo: the work that undoes it; config.c has it and the rest up to @error
 * @undoing: @undo is queued or runs, with a reference
 * @error: of the undo
 * @owner: the program that made it
 * @owner_uid: its user, in the initial user namespace
 * @comment: what that says of it
 * @n: how many @parts, of different devices
 * @parts: what it changes
 */
struct seastar_commit {
	refcount_t refs;
	struct list_head node;
	u64 id;
	u32 state;
	u32 timeout;
	u64 deadline;
	u32 verdict;
	struct work_struct undo;
	bool undoing;
	int error;
	char owner[TASK_COMM_LEN];
	u32 owner_uid;
	char comment[SEASTAR_COMMENT_MAX + 1];
	u32 n;
	struct seastar_part parts[];
};

struct seastar_commit *seastar_commit_new(u32 n);
struct seastar_commit *seastar_commit_get(struct seastar_commit *commit);
void seastar_commit_put(struct seastar_commit *commit);
int seastar_commit_prepare(struct seastar_commit *commit,
			   struct netlink_ext_ack *extack);
int seastar_commit_make(struct seastar_commit *commit, struct seastar_claim *claim,
			struct netlink_ext_ack *extack);
int seastar_commit_undo(struct seastar_commit *commit, struct seastar_claim *claim);
bool seastar_commit_asleep(const struct seastar_commit *commit);
int seastar_part_undo(struct seastar_part *part, struct seastar_claim *claim, u64 id);
void seastar_part_release(struct seastar_part *part);

#endif /* SEASTAR_COMMIT_H */

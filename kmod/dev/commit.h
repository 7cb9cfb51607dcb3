/* SPDX-License-Identifier: GPL-2.0-only */
/* Commits: changes of settings of several devices, made in all of them or in none. */
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
 * struct seastar_part - the changes of a commit in one device
 *
 * Once the commit waits, the lock of commits protects what is shown of it: @generation, @rerouted
 * and @quiesce.  The claim to the device protects the rest.
 *
 * @sdev: the device, with a reference
 * @changes: changes, applied in order; the part's own memory
 * @n: number of @changes
 * @guarded: the commit is refused unless @generation is the current one
 * @generation: generation that @guarded requires; then that of the settings when they are staged,
 *	after the commit, and after the undo
 * @restored_generation: generation of the settings after the undo
 * @returns: value of seastar_dev.returns when the settings were staged
 * @losses: value of seastar_dev.losses when the settings were staged
 * @name_attr: attribute of the request that names the device, or NULL
 * @generation_attr: attribute of the request with the generation, or NULL
 * @old: aging registers of all routers before the commit
 * @new: aging registers of all routers after the commit
 * @replaced: the state that was published before, until its reference is given back
 * @tried: number of registers that the commit has written; after an error the last of them may hold
 *	either value
 * @lost: the device has lost its settings since they were staged, so its undo reports a failure
 * @reroutes: the commit replaces the look-up tables by @routes or, if that is NULL, by the fabric's
 *	built-in rule of routing
 * @routes: new tables, with a reference
 * @former: tables before, with a reference
 * @loaded: this commit has brought @routes, or the rule, into force, and has not undone that
 * @rerouted: readers get @quiesce, since the new tables are in force
 * @stranded: &enum seastar_stranded, for the replacement of the tables
 * @quiesce: costs of the replacement: cycles, dropped packets
 * @routes_attr: attribute of the request that names the tables
 */
struct seastar_part {
	struct seastar_dev *sdev;
	struct seastar_aging_change *changes;
	size_t n;
	bool guarded;
	u64 generation;
	u64 restored_generation;
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
 * struct seastar_commit - changes of several devices that are made together
 * @refs: references: of the maker, the list of waiting commits, @undo, and tasks that wait for it
 * @node: entry in the list of commits that wait to be confirmed; empty if it does not wait
 * @id: unique number, if it waits; 0 otherwise
 * @state: &enum seastar_config_state.  The caller sets it to CHECKED, COMMITTED or PENDING
 * beforehand, which decides how far the commit goes
 * @timeout: milliseconds to confirm it; for PENDING
 * @deadline: time (ktime_get_boottime_ns()) of its undo; for PENDING
 * @verdict: state that it will get by its undo; 0: no undo was decided
 * @undo: work that undoes it; config.c owns this and the fields up to @error
 * @undoing: @undo is queued or runs, with a reference
 * @error: error of the undo
 * @owner: name of the program that made it
 * @owner_uid: user that owns it, in the initial user namespace
 * @comment: remark of the owner
 * @n: number of @parts, of different devices; falls if a device is deleted while the commit waits
 * @parts: changes, one part per device
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

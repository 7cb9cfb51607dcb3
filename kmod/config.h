/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * Commits: changes of settings of any devices, all of them or none, which stay
 * for good or are undone unless somebody confirms them in time.
 */
#ifndef SEASTAR_CONFIG_H
#define SEASTAR_CONFIG_H

#include <linux/list.h>
#include <linux/seastar.h>
#include <linux/types.h>

struct netlink_ext_ack;
struct nlattr;
struct seastar_aging_change;
struct seastar_dev;
struct ss_aging;

#define SEASTAR_CONFIG_TIMEOUT_MAX	86400000	/* ms: a day */
#define SEASTAR_CONFIG_BUSY \
	"a commit to this device waits to be confirmed: confirm or cancel it first"

/**
 * struct seastar_part - what a commit changes of one device
 * @sdev: the device, with a reference
 * @changes: what to change, applied in order; the part's own memory
 * @n: how many
 * @guarded: refuse unless @generation is the current one
 * @generation: of the settings; after the commit the new one
 * @name_attr: the attribute that names the device, if one does
 * @generation_attr: the attribute with the generation, if one has it
 * @old: registers of all routers before
 * @new: registers of all routers after
 * @written: how many differences between them are in force
 */
struct seastar_part {
	struct seastar_dev *sdev;
	struct seastar_aging_change *changes;
	size_t n;
	bool guarded;
	u64 generation;
	const struct nlattr *name_attr;
	const struct nlattr *generation_attr;
	struct ss_aging *old;
	struct ss_aging *new;
	size_t written;
};

/**
 * struct seastar_commit - changes that are made together
 * @node: in the list of those that wait to be confirmed
 * @id: unique, if it waits; 0 otherwise
 * @state: &enum seastar_config_state.  To be set to CHECKED, COMMITTED or PENDING
 *	before seastar_config_commit(): that is what it then does
 * @timeout: milliseconds; for PENDING
 * @deadline: on the clock of ktime_get_ns(); for PENDING
 * @n: how many @parts, of different devices
 * @parts: what it changes
 */
struct seastar_commit {
	struct list_head node;
	u64 id;
	u32 state;
	u32 timeout;
	u64 deadline;
	u32 n;
	struct seastar_part parts[];
};

void *seastar_config_alloc(size_t n, size_t size);
struct seastar_commit *seastar_commit_new(u32 n);
void seastar_commit_free(struct seastar_commit *commit);
int seastar_commit_prepare(struct seastar_commit *commit,
			   struct netlink_ext_ack *extack);

void seastar_config_lock(void);
void seastar_config_unlock(void);
int seastar_config_commit(struct seastar_commit *commit,
			  struct netlink_ext_ack *extack);
struct seastar_commit *seastar_config_find(u64 id);
struct seastar_commit *seastar_config_next(u64 id, unsigned int *seq);
int seastar_config_confirm(struct seastar_commit *commit);
int seastar_config_cancel(struct seastar_commit *commit);
void seastar_config_extend(struct seastar_commit *commit, u32 timeout);
u32 seastar_config_remaining(const struct seastar_commit *commit);
void seastar_config_leave(struct seastar_dev *sdev);

int seastar_config_change(struct seastar_dev *sdev,
			  const struct seastar_aging_change *change);
void seastar_config_exit(void);

#endif /* SEASTAR_CONFIG_H */

/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * Aging registers: reading them, staging changes of them, writing what has changed, and publishing
 * what they hold. config.h decides when settings may change.
 */
#ifndef SEASTAR_AGING_H
#define SEASTAR_AGING_H

#include <linux/bits.h>
#include <linux/refcount.h>
#include <linux/seastar.h>
#include <linux/types.h>

#include "../sim/routers/seastar/seastar.h"
#include "base/events.h"

struct netlink_ext_ack;
struct nlattr;
struct seastar_dev;

/**
 * struct seastar_aging_state - the aging registers of a device; once published it does
 * not change
 * @refs: references: of the device that has published the state, of commits, and of readers
 * @of: the registers, by router
 */
struct seastar_aging_state {
	refcount_t refs;
	struct ss_aging of[];
};

/**
 * struct seastar_aging_change - one entry of an aging change
 * @given: bit a for each attribute a of &enum seastar_entry_attr that is given
 * @router: SEASTAR_A_ENTRY_ROUTER
 * @ports: SEASTAR_A_ENTRY_PORTS
 * @period: SEASTAR_A_ENTRY_CLOCK_PERIOD
 * @select: SEASTAR_A_ENTRY_RR_SELECT
 * @bias: SEASTAR_A_ENTRY_REQ_BIAS, SEASTAR_A_ENTRY_RSP_BIAS
 * @nest: the attribute of the request that holds the entry, or NULL
 */
struct seastar_aging_change {
	u32 given;
	u32 router;
	u32 ports;
	u32 period;
	u64 select;
	u8 bias[2];
	const struct nlattr *nest;
};

/**
 * struct seastar_aging_list - a walk along an array of changes
 * @next: the next change
 * @end: end of the array
 */
struct seastar_aging_list {
	const struct seastar_aging_change *next;
	const struct seastar_aging_change *end;
};

/**
 * struct seastar_aging_diff - a walk along the differences between two states
 * @from: the registers of all routers before
 * @to: the registers after
 * @routers: number of routers to report; 1 if the same changes are made in all
 * @every: the same changes are made in all routers: report them once
 * @router: current router of the walk
 * @reported: bits for the changes of @router that were reported: its ports, and REPORTED_ROUTER
 */
struct seastar_aging_diff {
	const struct ss_aging *from;
	const struct ss_aging *to;
	u32 routers;
	bool every;
	u32 router;
	u32 reported;
};

struct seastar_aging_state *seastar_aging_new(const struct seastar_dev *sdev);
struct seastar_aging_state *seastar_aging_hold(struct seastar_dev *sdev,
					       u64 *generation);
void seastar_aging_put(struct seastar_aging_state *state);
void seastar_aging_adopt(struct seastar_dev *sdev, struct seastar_aging_state *state);
struct seastar_aging_state *seastar_aging_swap(struct seastar_dev *sdev,
					       struct seastar_aging_state *state);
int seastar_aging_start(struct seastar_dev *sdev);
int seastar_aging_restore(struct seastar_dev *sdev, u32 *differed, bool *lost);
void seastar_aging_free(struct seastar_dev *sdev);

int seastar_aging_check(const struct seastar_dev *sdev,
			const struct seastar_aging_change *changes, size_t n,
			struct netlink_ext_ack *extack);
int seastar_aging_read(struct seastar_dev *sdev, struct seastar_aging_state *state);
void seastar_aging_stage(struct ss_aging *aging, u32 routers,
			 const struct seastar_aging_change *changes, size_t n);
int seastar_aging_write(struct seastar_dev *sdev, const struct ss_aging *from,
			const struct ss_aging *to, size_t *tried);
int seastar_aging_undo(struct seastar_dev *sdev, const struct ss_aging *from,
		       const struct ss_aging *to, size_t tried);
int seastar_aging_set_register(struct seastar_dev *sdev, u32 router, u32 offset,
			       u64 value);

bool seastar_aging_list_next(void *walk, struct seastar_aging_change *c);
void seastar_aging_diff_start(struct seastar_aging_diff *d, u32 routers,
			      const struct ss_aging *from,
			      const struct ss_aging *to);
bool seastar_aging_diff_next(void *walk, struct seastar_aging_change *c);

#endif /* SEASTAR_AGING_H */

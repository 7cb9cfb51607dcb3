/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * Changes of aging registers, from whatever interface they come.
 */
#ifndef SEASTAR_AGING_H
#define SEASTAR_AGING_H

#include <linux/bits.h>
#include <linux/seastar.h>
#include <linux/types.h>

struct seastar_dev;
struct ss_aging;

/**
 * struct seastar_aging_change - one entry of an aging change
 * @given: bit a for each attribute a of &enum seastar_entry_attr that is given
 * @router: SEASTAR_A_ENTRY_ROUTER
 * @ports: SEASTAR_A_ENTRY_PORTS
 * @period: SEASTAR_A_ENTRY_CLOCK_PERIOD
 * @select: SEASTAR_A_ENTRY_RR_SELECT
 * @bias: SEASTAR_A_ENTRY_REQ_BIAS, SEASTAR_A_ENTRY_RSP_BIAS
 */
struct seastar_aging_change {
	u32 given;
	u32 router;
	u32 ports;
	u32 period;
	u64 select;
	u8 bias[2];
};

/**
 * struct seastar_aging_refusal - why an aging change was refused
 * @why: a sentence
 * @entry: which entry it is about
 * @attr: which &enum seastar_entry_attr of it, 0 for the entry as a whole
 */
struct seastar_aging_refusal {
	const char *why;
	size_t entry;
	u32 attr;
};

int seastar_aging_read(struct seastar_dev *sdev, u32 router,
		       struct ss_aging *aging);
int seastar_aging_apply(struct seastar_dev *sdev,
			const struct seastar_aging_change *changes, size_t n,
			const u64 *generation,
			struct seastar_aging_refusal *refusal);

#endif /* SEASTAR_AGING_H */

/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * Claims: who changes the settings of which devices.
 */
#ifndef SEASTAR_CLAIM_H
#define SEASTAR_CLAIM_H

#include <linux/completion.h>
#include <linux/list.h>
#include <linux/lockdep.h>
#include <linux/seastar.h>
#include <linux/types.h>

struct seastar_dev;

/**
 * struct seastar_claim - a claim to one device or several
 * @node: among those that wait, or nowhere
 * @granted: it does not wait any more
 * @came: how many claims had come with this one
 * @refusable: it is refused when one of @devs is to end
 * @refused: it was, and has none of @devs
 * @undoes: what its task does is to restore what was there before, and cannot be broken off
 * @wanted: a claim that cannot be refused waits for one of @devs
 * @n: number of @devs
 * @devs: all different, with a reference to each
 * @dep_map: for lockdep: the claim is a lock, in which those of its devices nest
 */
struct seastar_claim {
	struct list_head node;
	struct completion granted;
	u64 came;
	bool refusable;
	bool refused;
	bool undoes;
	bool wanted;
	u32 n;
	struct seastar_dev *devs[SEASTAR_CONFIG_MAX_DEVS];
#ifdef CONFIG_DEBUG_LOCK_ALLOC
	struct lockdep_map dep_map;
#endif
};

void seastar_claim_init(struct seastar_claim *claim);
void seastar_claim_add(struct seastar_claim *claim, struct seastar_dev *sdev);
int seastar_claim_take(struct seastar_claim *claim);
void seastar_claim_take_always(struct seastar_claim *claim);
void seastar_claim_release(struct seastar_claim *claim);
void seastar_claim_end(struct seastar_claim *claim);
void seastar_claim_end_all(struct seastar_dev *sdev);
bool seastar_claim_given_up(const struct seastar_dev *sdev);

#endif /* SEASTAR_CLAIM_H */

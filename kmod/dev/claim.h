/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * Claims: the right of a task to change the settings of devices.
 *
 * seastar_claim_init() and _add() list the devices of a claim, _take() waits for them, _release()
 * gives them back, and _put() releases the references.  seastar_claim_end_all() is about a device:
 * the claims that wait for it are refused.
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
 * @node: entry in the list of waiting claims, or empty
 * @granted: completed when the wait ends, granted or refused
 * @came: number of the claim in the order in which claims were queued
 * @refusable: the claim is refused when one of @devs is being removed
 * @refused: the claim was refused, and has none of @devs
 * @undoes: the claim's task restores earlier settings, which cannot be interrupted
 * @wanted: long work is to be broken off: a claim that cannot be refused waits for one of @devs, or
 * one of them is being removed
 * @n: number of @devs
 * @devs: different devices, with a reference to each
 * @dep_map: for lockdep: the claim as a lock, taken outside of the locks of its devices
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
void seastar_claim_put(struct seastar_claim *claim);
void seastar_claim_end_all(struct seastar_dev *sdev);
bool seastar_claim_given_up(const struct seastar_dev *sdev);

#endif /* SEASTAR_CLAIM_H */

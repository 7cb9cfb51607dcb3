// SPDX-License-Identifier: GPL-2.0-only
/*
 * Claims: who changes the settings of which devices.
 *
 * Claims to a device are granted in the order in which they came, except that an undo and the end
 * of a device, which cannot be refused, come first.  A claim to several devices is granted when all
 * of them are free, and has none of them before.  So no two claims wait for each other, and a task
 * that waits can be killed at any moment.
 *
 * A task that has a claim, or waits for one, does not freeze: the driver core may wait for the
 * claim, to remove a device, while the tasks of users are frozen.
 */
#include <linux/errno.h>
#include <linux/freezer.h>
#include <linux/sched/signal.h>
#include <linux/spinlock.h>

#include "dev/claim.h"
#include "dev/dev.h"

static struct {
	spinlock_t lock;	/* of all that follows, and of seastar_dev.claim and .claim_turn */
	struct list_head waiting;	/* in the order in which they are granted */
	u64 turn;	/* how often claims were granted, if any could be */
} claims = {
	.lock = __SPIN_LOCK_UNLOCKED(claims.lock),
	.waiting = LIST_HEAD_INIT(claims.waiting),
};

static struct lock_class_key claim_key;

/**
 * seastar_claim_init() - make a claim to no device
 * @claim: the claim, which seastar_claim_end() ends
 */
void seastar_claim_init(struct seastar_claim *claim)
{
	INIT_LIST_HEAD(&claim->node);
	init_completion(&claim->granted);
	claim->undoes = false;
	claim->n = 0;
	lockdep_init_map(&claim->dep_map, "seastar_claim", &claim_key, 0);
}

/**
 * seastar_claim_add() - add a device to a claim
 * @claim: a claim that is not taken, to fewer than SEASTAR_CONFIG_MAX_DEVS devices
 * @sdev: a device that it does not have
 */
void seastar_claim_add(struct seastar_claim *claim, struct seastar_dev *sdev)
{
	get_device(&sdev->dev);
	claim->devs[claim->n++] = sdev;
}

/**
 * seastar_claim_end() - give back what a claim keeps
 * @claim: a claim that is not taken
 */
void seastar_claim_end(struct seastar_claim *claim)
{
	while (claim->n)
		seastar_dev_put(claim->devs[--claim->n]);
}

/* Are its devices free, and does no earlier claim wait?  Context: caller holds claims.lock. */
static bool claim_is_free(const struct seastar_claim *claim)
{
	u32 i;

	for (i = 0; i < claim->n; i++)
		if (claim->devs[i]->claim || claim->devs[i]->claim_turn == claims.turn)
			return false;
	return true;
}

/* Grant it, or keep later claims from passing it.  Context: caller holds claims.lock. */
static void claim_try(struct seastar_claim *claim)
{
	bool free = claim_is_free(claim);
	u32 i;

	for (i = 0; i < claim->n; i++) {
		if (free)
			WRITE_ONCE(claim->devs[i]->claim, claim);
		else
			claim->devs[i]->claim_turn = claims.turn;
		claim->wanted |= claim->devs[i]->ending;
	}
	if (!free)
		return;
	list_del_init(&claim->node);
	complete(&claim->granted);
}

/* Context: caller holds claims.lock. */
static void claims_grant(void)
{
	struct seastar_claim *claim, *next;

	claims.turn++;
	list_for_each_entry_safe(claim, next, &claims.waiting, node)
		claim_try(claim);
}

/* Have those who have its devices break off what takes long.  Context: caller holds claims.lock. */
static void claim_press(const struct seastar_claim *claim)
{
	u32 i;

	for (i = 0; i < claim->n; i++)
		if (claim->devs[i]->claim)
			WRITE_ONCE(claim->devs[i]->claim->wanted, true);
}

/* Have it wait, @first: before all that do, since it cannot be refused, and may have a deadline. */
static void claim_queue(struct seastar_claim *claim, bool first)
{
	reinit_completion(&claim->granted);
	spin_lock(&claims.lock);
	claim->wanted = false;
	if (first)
		claim_press(claim);
	list_add(&claim->node, first ? &claims.waiting : claims.waiting.prev);
	claims_grant();
	spin_unlock(&claims.lock);
}

/* Whether it was granted or still waits. */
static void claim_drop(struct seastar_claim *claim)
{
	u32 i;

	spin_lock(&claims.lock);
	for (i = 0; i < claim->n; i++)
		if (claim->devs[i]->claim == claim)
			WRITE_ONCE(claim->devs[i]->claim, NULL);
	list_del_init(&claim->node);
	claims_grant();
	spin_unlock(&claims.lock);
}

/**
 * seastar_claim_end_all() - a device is to end: have all who claim it break off what takes long
 * @sdev: the device
 *
 * Those who wait for its claim in a file of it are waited for by its removal.
 */
void seastar_claim_end_all(struct seastar_dev *sdev)
{
	spin_lock(&claims.lock);
	sdev->ending = true;
	if (sdev->claim)
		WRITE_ONCE(sdev->claim->wanted, true);
	spin_unlock(&claims.lock);
}

/**
 * seastar_claim_take() - wait until nobody else changes the devices of a claim
 * @claim: the claim
 *
 * Context: process context.  The caller holds no claim and no lock of a device.
 *
 * Return: 0, and from now on nobody else changes them until seastar_claim_release(); or -EINTR for
 * a task being killed.
 */
int seastar_claim_take(struct seastar_claim *claim)
{
	lock_map_acquire(&claim->dep_map);
	claim_queue(claim, false);
	if (!wait_for_completion_killable(&claim->granted))
		return 0;
	claim_drop(claim);
	lock_map_release(&claim->dep_map);
	return -EINTR;
}

/**
 * seastar_claim_take_always() - the same for a task that cannot be refused
 * @claim: the claim
 *
 * Context: as of seastar_claim_take(); the task is neither killed nor frozen while it waits.
 */
void seastar_claim_take_always(struct seastar_claim *claim)
{
	lock_map_acquire(&claim->dep_map);
	claim_queue(claim, true);
	wait_for_completion(&claim->granted);
}

/**
 * seastar_claim_release() - let others change the devices of a claim
 * @claim: a claim that is taken; it can be taken again
 */
void seastar_claim_release(struct seastar_claim *claim)
{
	claim_drop(claim);
	lock_map_release(&claim->dep_map);
}

/**
 * seastar_claim_given_up() - is what takes long to be broken off?
 * @sdev: a device that the caller has claimed
 *
 * Whoever breaks it off returns -ECANCELED: netlink answers no request that ends with -EINTR.
 *
 * Return: true if the task is being killed or is to freeze, or if a device of its claim is to end,
 * unless it restores what was there before.
 */
bool seastar_claim_given_up(const struct seastar_dev *sdev)
{
	return !sdev->claim->undoes && (READ_ONCE(sdev->claim->wanted) ||
					fatal_signal_pending(current) || freezing(current));
}

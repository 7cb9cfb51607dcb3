// SPDX-License-Identifier: GPL-2.0-only
/*
 * Claims: who changes the settings of which devices.
 *
 * Claims to a device are granted in the order in which they came, with two exceptions.  An undo and
 * the end of a device, which cannot be refused, come first.  And a claim passes an earlier one to
 * several devices that waits for another device: until all claims that came before that one have
 * ended.  From then on its devices are kept free for it.  So each later claim is behind it, and it
 * waits only for the claims that have passed it and still have its devices: at most one per device.
 *
 * A claim to several devices is granted when all of them are free, and has none of them before.  So
 * no two claims wait for each other, and a task that waits can be killed at any moment.
 *
 * A device that is to end refuses the claims that wait for it, and later ones.
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
	spinlock_t lock;	/* protects what follows, seastar_dev.claim and .claim_turn */
	struct list_head waiting;	/* in the order in which they are granted */
	u64 turn;	/* how often claims were granted, if any could be */
	u64 came;	/* how many have come */
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

/* Is a device of it kept free for a claim before it?  Context: caller holds claims.lock. */
static bool claim_is_behind(const struct seastar_claim *claim)
{
	u32 i;

	for (i = 0; i < claim->n; i++)
		if (claim->devs[i]->claim_turn == claims.turn)
			return true;
	return false;
}

/* Are its devices free, and kept so for no other?  Context: caller holds claims.lock. */
static bool claim_is_free(const struct seastar_claim *claim)
{
	u32 i;

	for (i = 0; i < claim->n; i++)
		if (claim->devs[i]->claim)
			return false;
	return !claim_is_behind(claim);
}

/*
 * May later claims pass this one, which cannot be granted now?  They may while it waits for a claim
 * that came before it; there is a last one of these.  Context: caller holds claims.lock.
 */
static bool claim_is_passed(const struct seastar_claim *claim)
{
	u32 i;

	if (!claim->refusable)
		return false;
	for (i = 0; i < claim->n; i++)
		if (claim->devs[i]->claim && claim->devs[i]->claim->came < claim->came)
			return true;
	return claim_is_behind(claim);
}

/* Is a device of it to end?  Context: caller holds claims.lock. */
static bool claim_ends(const struct seastar_claim *claim)
{
	u32 i;

	for (i = 0; i < claim->n; i++)
		if (claim->devs[i]->ending)
			return true;
	return false;
}

/* End the wait of a claim: it is granted or refused.  Context: caller holds claims.lock. */
static void claim_answer(struct seastar_claim *claim, bool refused)
{
	claim->refused = refused;
	list_del_init(&claim->node);
	complete(&claim->granted);
}

/* Context: caller holds claims.lock. */
static void claim_grant(struct seastar_claim *claim)
{
	u32 i;

	for (i = 0; i < claim->n; i++)
		WRITE_ONCE(claim->devs[i]->claim, claim);
	claim->wanted |= claim_ends(claim);
	claim_answer(claim, false);
}

/* Keep later claims from passing it.  Context: caller holds claims.lock. */
static void claim_keep_free(const struct seastar_claim *claim)
{
	u32 i;

	for (i = 0; i < claim->n; i++)
		claim->devs[i]->claim_turn = claims.turn;
}

/* Answer all that can be answered.  Context: caller holds claims.lock. */
static void claims_grant(void)
{
	struct seastar_claim *claim, *next;

	claims.turn++;
	list_for_each_entry_safe(claim, next, &claims.waiting, node) {
		if (claim->refusable && claim_ends(claim))
			claim_answer(claim, true);
		else if (claim_is_free(claim))
			claim_grant(claim);
		else if (!claim_is_passed(claim))
			claim_keep_free(claim);
	}
}

/* Have those who have its devices break off what takes long.  Context: caller holds claims.lock. */
static void claim_press(const struct seastar_claim *claim)
{
	u32 i;

	for (i = 0; i < claim->n; i++)
		if (claim->devs[i]->claim)
			WRITE_ONCE(claim->devs[i]->claim->wanted, true);
}

/*
 * Have it wait.  A claim that is not @refusable comes before all that are, since it may have a
 * deadline.
 */
static void claim_queue(struct seastar_claim *claim, bool refusable)
{
	reinit_completion(&claim->granted);
	spin_lock(&claims.lock);
	claim->wanted = false;
	claim->refusable = refusable;
	claim->came = ++claims.came;
	if (!refusable)
		claim_press(claim);
	list_add(&claim->node, refusable ? claims.waiting.prev : &claims.waiting);
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
 * seastar_claim_end_all() - a device is to end: refuse all claims to it but its end's and undos'
 * @sdev: the device
 *
 * The removal of the device waits for tasks that are in its files, and a claim to it may wait for
 * other devices: so no claim to it waits any longer, and the task that has it breaks off what takes
 * long.
 */
void seastar_claim_end_all(struct seastar_dev *sdev)
{
	spin_lock(&claims.lock);
	WRITE_ONCE(sdev->ending, true);
	if (sdev->claim)
		WRITE_ONCE(sdev->claim->wanted, true);
	claims_grant();
	spin_unlock(&claims.lock);
}

/**
 * seastar_claim_take() - wait until nobody else changes the devices of a claim
 * @claim: the claim
 *
 * Context: process context.  The caller holds no claim and no lock of a device.
 *
 * Return: 0, and from now on nobody else changes them until seastar_claim_release(); -ENODEV if one
 * of them is to end; or -EINTR for a task being killed.
 */
int seastar_claim_take(struct seastar_claim *claim)
{
	int err = -EINTR;

	lock_map_acquire(&claim->dep_map);
	claim_queue(claim, true);
	if (!wait_for_completion_killable(&claim->granted))
		err = claim->refused ? -ENODEV : 0;
	if (!err)
		return 0;
	claim_drop(claim);
	lock_map_release(&claim->dep_map);
	return err;
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
	claim_queue(claim, false);
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
 * A caller that breaks off returns -ECANCELED: netlink answers no request that ends with -EINTR.
 *
 * Return: true if the task is being killed or is to freeze, or if a device of its claim is to end,
 * unless it restores what was there before.
 */
bool seastar_claim_given_up(const struct seastar_dev *sdev)
{
	return !sdev->claim->undoes && (READ_ONCE(sdev->claim->wanted) ||
					fatal_signal_pending(current) || freezing(current));
}

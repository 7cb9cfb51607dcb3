// SPDX-License-Identifier: GPL-2.0-only
/*
 * Claims: the right of a task to change the settings of devices.
 *
 * Claims to a device are granted in the order in which they came, with two exceptions.  An undo and
 * the removal of a device, which cannot be refused, come first.  And a later claim passes an
 * earlier one to the same device, while the earlier one also waits for another device.  That ends
 * when all claims that came before the earlier claim have ended.  From then on its devices are kept
 * free for it: no later claim passes it, and it waits only for claims that have passed it, at most
 * one per device.
 *
 * A claim to several devices gets all of them at once, when all are free, and has none of them
 * before.  So no two claims wait for each other, and a task that waits can be killed at any moment.
 *
 * A device that is being removed refuses the claims that wait for it, and later ones.
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
	spinlock_t lock;	/* protects the fields below, seastar_dev.claim and .claim_turn */
	struct list_head waiting;	/* waiting claims, in the order of granting */
	u64 turn;	/* number of the present pass of claims_grant() */
	u64 came;	/* claims queued so far */
} claims = {
	.lock = __SPIN_LOCK_UNLOCKED(claims.lock),
	.waiting = LIST_HEAD_INIT(claims.waiting),
};

static struct lock_class_key claim_key;

/**
 * seastar_claim_init() - make a claim to no device
 * @claim: the claim; seastar_claim_put() releases its references
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
 * seastar_claim_put() - release the references of a claim
 * @claim: a claim that is not taken, or that seastar_claim_release() has given back
 */
void seastar_claim_put(struct seastar_claim *claim)
{
	while (claim->n)
		seastar_dev_put(claim->devs[--claim->n]);
}

/*
 * Return true if a device of @claim is kept free for an earlier claim, as found in this pass of
 * claims_grant().  Context: caller holds claims.lock.
 */
static bool claim_is_behind(const struct seastar_claim *claim)
{
	u32 i;

	for (i = 0; i < claim->n; i++)
		if (claim->devs[i]->claim_turn == claims.turn)
			return true;
	return false;
}

/*
 * Return true if all devices of @claim are free, and none is kept free for an earlier claim.
 * Context: caller holds claims.lock.
 */
static bool claim_is_free(const struct seastar_claim *claim)
{
	u32 i;

	for (i = 0; i < claim->n; i++)
		if (claim->devs[i]->claim)
			return false;
	return !claim_is_behind(claim);
}

/*
 * Return true if later claims may pass @claim, which cannot be granted now.  They may while it
 * waits for a claim that was queued before it; there are finitely many of those.  Context: caller
 * holds claims.lock.
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

/* Return true if a device of @claim is being removed.  Context: caller holds claims.lock. */
static bool claim_ends(const struct seastar_claim *claim)
{
	u32 i;

	for (i = 0; i < claim->n; i++)
		if (claim->devs[i]->ending)
			return true;
	return false;
}

/* End the wait of @claim, granted or refused.  Context: caller holds claims.lock. */
static void claim_answer(struct seastar_claim *claim, bool refused)
{
	claim->refused = refused;
	list_del_init(&claim->node);
	complete(&claim->granted);
}

/* Give @claim its devices.  Context: caller holds claims.lock. */
static void claim_grant(struct seastar_claim *claim)
{
	u32 i;

	for (i = 0; i < claim->n; i++)
		WRITE_ONCE(claim->devs[i]->claim, claim);
	claim->wanted |= claim_ends(claim);
	claim_answer(claim, false);
}

/*
 * Keep the devices of @claim free, so that later claims do not pass it in this pass.  Context:
 * caller holds claims.lock.
 */
static void claim_keep_free(const struct seastar_claim *claim)
{
	u32 i;

	for (i = 0; i < claim->n; i++)
		claim->devs[i]->claim_turn = claims.turn;
}

/*
 * Grant or refuse all claims that can be granted or refused now, in one pass over the list.
 * Context: caller holds claims.lock.
 */
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

/*
 * Ask the tasks that have the devices of @claim to break off long work.  Context: caller holds
 * claims.lock.
 */
static void claim_press(const struct seastar_claim *claim)
{
	u32 i;

	for (i = 0; i < claim->n; i++)
		if (claim->devs[i]->claim)
			WRITE_ONCE(claim->devs[i]->claim->wanted, true);
}

/*
 * Queue @claim.  One that is not @refusable goes to the front of the list, since it may have a
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

/* Give back the devices of @claim, or end its wait if it was not granted. */
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
 * seastar_claim_end_all() - refuse all claims to a device that is being removed, except those of
 * its removal and of undos
 * @sdev: the device
 *
 * The removal of the device waits for tasks that use its files, and such a task may have a claim
 * that waits for other devices.  So the waits of all claims to the device end here, and the task
 * that has the device is asked to break off long work.
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
 * seastar_claim_take() - wait for a claim to be granted
 * @claim: the claim
 *
 * Context: process context.  The caller holds no claim and no lock of a device.
 *
 * Return: 0, and until seastar_claim_release() no other task changes the settings of the devices;
 * -ENODEV if one of them is being removed; or -EINTR for a task being killed.
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
 * seastar_claim_take_always() - as seastar_claim_take(), for a task that cannot be refused
 * @claim: the claim
 *
 * Context: as for seastar_claim_take(); the task is neither killed nor frozen while it waits.
 */
void seastar_claim_take_always(struct seastar_claim *claim)
{
	lock_map_acquire(&claim->dep_map);
	claim_queue(claim, false);
	wait_for_completion(&claim->granted);
}

/**
 * seastar_claim_release() - give the devices of a claim back
 * @claim: a claim that is taken; it can be taken again
 */
void seastar_claim_release(struct seastar_claim *claim)
{
	claim_drop(claim);
	lock_map_release(&claim->dep_map);
}

/**
 * seastar_claim_given_up() - check whether long work is to be broken off
 * @sdev: a device that the caller has claimed
 *
 * A caller that breaks off returns -ECANCELED: netlink answers no request that ends with -EINTR.
 *
 * Return: true if the task is being killed or has to freeze.  Also true if a device of its claim is
 * being removed, or if a claim that cannot be refused waits for such a device.  Always false while
 * the task undoes a commit, which is not broken off.
 */
bool seastar_claim_given_up(const struct seastar_dev *sdev)
{
	return !sdev->claim->undoes && (READ_ONCE(sdev->claim->wanted) ||
					fatal_signal_pending(current) || freezing(current));
}

// SPDX-License-Identifier: GPL-2.0-only
/*
 * Quotas: limits of the memory that the driver keeps for a user between system calls, and of a
 * user's requests that wait.
 *
 * The memory is also charged to the control group of the caller, but that need not have a limit.
 */
#include <linux/capability.h>
#include <linux/cred.h>
#include <linux/err.h>
#include <linux/fs.h>
#include <linux/hashtable.h>
#include <linux/mutex.h>
#include <linux/sizes.h>
#include <linux/slab.h>
#include <linux/spinlock.h>
#include <linux/uidgid.h>
#include <linux/user_namespace.h>

#include "base/fault.h"
#include "base/quota.h"

/* A user may have MOST_PIECES pieces of any size, and more while all have at most MOST_BYTES. */
#define MOST_PIECES	SEASTAR_PAID_BY_OTHERS
#define MOST_BYTES	SZ_64M

#define MOST_WAITING	64	/* requests of a user at a lock */

/**
 * struct whose - whose quota it is, and of what
 * @uid: the user
 * @ns: the user namespace of root that the user is in, or NULL
 * @at: the lock that requests of the user wait for; NULL: memory is kept for the user
 */
struct whose {
	kuid_t uid;
	const struct user_namespace *ns;
	const struct mutex *at;
};

/**
 * struct seastar_quota - what is kept for a user, or what waits for a lock
 * @node: entry in the table of quotas
 * @whose: the user
 * @pieces: number of pieces of memory
 * @waiting: number of requests that wait
 * @bytes: size of all pieces
 * @turn: held by the one of these requests that waits for the lock itself
 */
struct seastar_quota {
	struct hlist_node node;
	struct whose whose;
	u32 pieces;
	u32 waiting;
	u64 bytes;
	struct mutex turn;	/* held while waiting for a lock */
};

/* An addition to a quota. */
struct charge {
	u32 pieces;
	u32 waiting;
	u64 bytes;
};

static DEFINE_SPINLOCK(lock);	/* protects all quotas */
static DEFINE_HASHTABLE(quotas, 6);

static struct seastar_quota *find(const struct whose *whose)
{
	struct seastar_quota *quota;

	hash_for_each_possible(quotas, quota, node, __kuid_val(whose->uid))
		if (uid_eq(quota->whose.uid, whose->uid) && quota->whose.ns == whose->ns &&
		    quota->whose.at == whose->at)
			return quota;
	return NULL;
}

static struct seastar_quota *new_quota(const struct whose *whose)
{
	struct seastar_quota *quota = NULL;

	if (!seastar_fault(SEASTAR_FAULT_ALLOC))
		quota = kzalloc(sizeof(*quota), GFP_KERNEL_ACCOUNT);
	if (!quota)
		return NULL;
	quota->whose = *whose;
	mutex_init(&quota->turn);
	return quota;
}

static void free_quota(struct seastar_quota *quota)
{
	if (quota)
		mutex_destroy(&quota->turn);
	kfree(quota);
}

static bool exceeds(const struct seastar_quota *quota, const struct charge *charge)
{
	return quota->waiting + charge->waiting > MOST_WAITING ||
	       (quota->pieces + charge->pieces > MOST_PIECES &&
		quota->bytes + charge->bytes > MOST_BYTES);
}

/*
 * Add @charge to the quota of @whose and return the quota. If that would exceed the limits, add
 * nothing and set *@full. A user without a quota gets *@spare, which is set to NULL then. Returns
 * NULL if there is neither.
 */
static struct seastar_quota *add(const struct whose *whose, const struct charge *charge,
				 struct seastar_quota **spare, bool *full)
{
	struct seastar_quota *quota;

	spin_lock(&lock);
	quota = find(whose);
	if (!quota && *spare) {
		quota = *spare;
		*spare = NULL;
		hash_add(quotas, &quota->node, __kuid_val(whose->uid));
	}
	*full = quota && exceeds(quota, charge);
	if (quota && !*full) {
		quota->pieces += charge->pieces;
		quota->waiting += charge->waiting;
		quota->bytes += charge->bytes;
	}
	spin_unlock(&lock);
	return quota;
}

static void subtract(struct seastar_quota *quota, const struct charge *charge)
{
	bool last;

	spin_lock(&lock);
	quota->pieces -= charge->pieces;
	quota->waiting -= charge->waiting;
	quota->bytes -= charge->bytes;
	last = !quota->pieces && !quota->waiting;
	if (last)
		hash_del(&quota->node);
	spin_unlock(&lock);
	if (last)
		free_quota(quota);
}

/*
 * Return the user whose quota those with @cred have: outside of all user namespaces.  Namespaces of
 * root, such as those of services and containers, have nothing to do with each other: each has its
 * own quota.  The namespace is compared, and never looked into, so it need not be kept.
 */
static struct whose user_of(const struct cred *cred)
{
	const struct user_namespace *ns = cred->user_ns;
	struct whose whose = { .uid = cred->uid };

	for (; ns->parent; ns = ns->parent)
		whose = (struct whose){ .uid = ns->owner, .ns = ns };
	if (!uid_eq(whose.uid, GLOBAL_ROOT_UID))
		whose.ns = NULL;
	return whose;
}

/*
 * Charge the user of @cred, at the lock @at or for memory. Returns the quota, or an error: -EBUSY
 * if it is full, -ENOMEM.
 */
static struct seastar_quota *take(const struct cred *cred, const struct mutex *at,
				  const struct charge *charge)
{
	struct seastar_quota *quota, *spare = NULL;
	struct whose whose = user_of(cred);
	bool full;

	whose.at = at;
	quota = add(&whose, charge, &spare, &full);
	if (!quota) {
		spare = new_quota(&whose);
		if (!spare)
			return ERR_PTR(-ENOMEM);
		quota = add(&whose, charge, &spare, &full);
		free_quota(spare);
	}
	return full ? ERR_PTR(-EBUSY) : quota;
}

static bool is_admin(void)
{
	return ns_capable_noaudit(&init_user_ns, CAP_NET_ADMIN);
}

/**
 * seastar_quota_take() - charge a user with memory that is kept between calls
 * @opener: the file or socket that the memory is kept for; NULL: an administrator keeps it
 * @bytes: size of the memory
 * @pieces: how many pieces it counts as: 1, or SEASTAR_PAID_BY_OTHERS
 *
 * The user is the one who opened the file: a program with more rights that reads from it does not
 * lend them.  Memory of administrators is neither limited nor counted; root without CAP_NET_ADMIN,
 * as in a container, is no administrator here.  There is one quota per user id.  Those who run in a
 * user namespace share that of its owner, unless root owns it.  A set-uid program of a subordinate
 * id that runs outside of the namespace has a quota of its own, as it has the kernel's other limits
 * per user.
 *
 * Return: the quota, for seastar_quota_give(); NULL if the memory is not counted; or an error:
 * -EBUSY if the user has too much already, -ENOMEM.
 */
struct seastar_quota *seastar_quota_take(struct file *opener, size_t bytes, u32 pieces)
{
	const struct charge charge = { .pieces = pieces, .bytes = bytes };

	if (!opener || (is_admin() && file_ns_capable(opener, &init_user_ns, CAP_NET_ADMIN)))
		return NULL;
	return take(opener->f_cred, NULL, &charge);
}

/**
 * seastar_quota_give() - credit a user with memory that was freed
 * @quota: returned by seastar_quota_take(), or NULL
 * @bytes: size of the memory
 * @pieces: how many pieces it counted as
 */
void seastar_quota_give(struct seastar_quota *quota, size_t bytes, u32 pieces)
{
	const struct charge charge = { .pieces = pieces, .bytes = bytes };

	if (quota)
		subtract(quota, &charge);
}

/**
 * seastar_quota_lock() - lock a mutex that requests of any user wait for
 * @lock: the mutex
 *
 * Waiters are served in order.  So that a crowd of one user's requests does not delay those of
 * others, one of them at a time waits for the lock, and a few for that turn.  Each request of an
 * administrator waits for the lock itself.
 *
 * Return: 0; without the lock -EUSERS if too many of the user's requests wait, -ENOMEM, or -EINTR
 * for a task being killed.
 */
int seastar_quota_lock(struct mutex *lock)
{
	static const struct charge charge = { .waiting = 1 };
	struct seastar_quota *quota;
	int err;

	if (mutex_trylock(lock))
		return 0;
	if (is_admin())
		return mutex_lock_killable(lock);
	quota = take(current_cred(), lock, &charge);
	if (IS_ERR(quota))
		return quota == ERR_PTR(-EBUSY) ? -EUSERS : PTR_ERR(quota);
	err = mutex_lock_killable(&quota->turn);
	if (!err) {
		err = mutex_lock_killable(lock);
		mutex_unlock(&quota->turn);
	}
	subtract(quota, &charge);
	return err;
}

// SPDX-License-Identifier: GPL-2.0-only
/*
 * Quotas: limits of the memory that the driver keeps for a user between system calls.
 *
 * The memory is also charged to the control group of the caller, but that need not have a limit.
 */
#include <linux/capability.h>
#include <linux/cred.h>
#include <linux/err.h>
#include <linux/hashtable.h>
#include <linux/sizes.h>
#include <linux/slab.h>
#include <linux/spinlock.h>
#include <linux/uidgid.h>
#include <linux/user_namespace.h>

#include "base/fault.h"
#include "base/quota.h"

/* A user may have MOST_PIECES pieces of any size, and more while all have at most MOST_BYTES. */
#define MOST_PIECES	16
#define MOST_BYTES	SZ_64M

/**
 * struct seastar_quota - the memory that is kept for a user
 * @node: entry in the table of quotas
 * @uid: the user
 * @pieces: number of pieces of memory
 * @bytes: size of all pieces
 */
struct seastar_quota {
	struct hlist_node node;
	kuid_t uid;
	u32 pieces;
	u64 bytes;
};

static DEFINE_SPINLOCK(lock);	/* protects all quotas */
static DEFINE_HASHTABLE(quotas, 6);

static struct seastar_quota *find(kuid_t uid)
{
	struct seastar_quota *quota;

	hash_for_each_possible(quotas, quota, node, __kuid_val(uid))
		if (uid_eq(quota->uid, uid))
			return quota;
	return NULL;
}

static struct seastar_quota *new_quota(kuid_t uid)
{
	struct seastar_quota *quota = NULL;

	if (!seastar_fault(SEASTAR_FAULT_ALLOC))
		quota = kzalloc(sizeof(*quota), GFP_KERNEL_ACCOUNT);
	if (quota)
		quota->uid = uid;
	return quota;
}

/*
 * Add a piece of @bytes to the quota of @uid and return the quota; set *@full if it exceeds the
 * limits. A user without a quota gets *@spare, which is set to NULL then. Returns NULL if there is
 * neither.
 */
static struct seastar_quota *add_piece(kuid_t uid, size_t bytes,
				       struct seastar_quota **spare, bool *full)
{
	struct seastar_quota *quota;

	spin_lock(&lock);
	quota = find(uid);
	if (!quota && *spare) {
		quota = *spare;
		*spare = NULL;
		hash_add(quotas, &quota->node, __kuid_val(uid));
	}
	if (quota) {
		quota->pieces++;
		quota->bytes += bytes;
		*full = quota->pieces > MOST_PIECES && quota->bytes > MOST_BYTES;
	}
	spin_unlock(&lock);
	return quota;
}

/* Return the user whose quota the current task has: outside of all user namespaces. */
static kuid_t user(void)
{
	const struct user_namespace *ns = current_user_ns();
	kuid_t uid = current_uid();

	for (; ns->parent; ns = ns->parent)
		uid = ns->owner;
	return uid;
}

/**
 * seastar_quota_take() - charge the current user with memory that is kept between calls
 * @bytes: size of the memory
 *
 * Memory of administrators is neither limited nor counted; root without CAP_NET_ADMIN, as in a
 * container, is no administrator here.  There is one quota per user id.  Those who run in a user
 * namespace share that of its owner, so subordinate ids bring no further quotas.
 *
 * Return: the quota, for seastar_quota_give(); NULL if the memory is not counted; or an error:
 * -EBUSY if the user has too much already, -ENOMEM.
 */
struct seastar_quota *seastar_quota_take(size_t bytes)
{
	struct seastar_quota *quota, *spare = NULL;
	kuid_t uid = user();
	bool full;

	if (ns_capable_noaudit(&init_user_ns, CAP_NET_ADMIN))
		return NULL;
	quota = add_piece(uid, bytes, &spare, &full);
	if (!quota) {
		spare = new_quota(uid);
		if (!spare)
			return ERR_PTR(-ENOMEM);
		quota = add_piece(uid, bytes, &spare, &full);
		kfree(spare);
	}
	if (!full)
		return quota;
	seastar_quota_give(quota, bytes);
	return ERR_PTR(-EBUSY);
}

/**
 * seastar_quota_give() - credit a user with memory that was freed
 * @quota: returned by seastar_quota_take(), or NULL
 * @bytes: size of the memory
 */
void seastar_quota_give(struct seastar_quota *quota, size_t bytes)
{
	bool last;

	if (!quota)
		return;
	spin_lock(&lock);
	quota->bytes -= bytes;
	last = !--quota->pieces;
	if (last)
		hash_del(&quota->node);
	spin_unlock(&lock);
	if (last)
		kfree(quota);
}

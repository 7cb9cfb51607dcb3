// SPDX-License-Identifier: GPL-2.0-only
/*
 * The knobs fail_commit, fail_write, fail_sample and fail_alloc: N written there makes the
 * N-th chance from then on fail, once.
 */
#include <linux/atomic.h>
#include <linux/debugfs.h>

#include "base/fault.h"

static atomic_t countdown[SEASTAR_FAULTS];

static const char * const names[SEASTAR_FAULTS] = {
	[SEASTAR_FAULT_COMMIT] = "fail_commit",
	[SEASTAR_FAULT_WRITE] = "fail_write",
	[SEASTAR_FAULT_SAMPLE] = "fail_sample",
	[SEASTAR_FAULT_ALLOC] = "fail_alloc",
};

/**
 * seastar_fault() - is it this chance that shall fail?
 * @fault: what could fail here
 *
 * Return: true if so.
 */
bool seastar_fault(enum seastar_fault fault)
{
	return atomic_read(&countdown[fault]) &&
	       atomic_dec_if_positive(&countdown[fault]) == 0;
}

/**
 * seastar_fault_debugfs() - make the knobs
 * @dir: where
 */
void seastar_fault_debugfs(struct dentry *dir)
{
	int i;

	for (i = 0; i < SEASTAR_FAULTS; i++)
		debugfs_create_atomic_t(names[i], 0600, dir, &countdown[i]);
}

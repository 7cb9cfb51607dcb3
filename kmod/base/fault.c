// SPDX-License-Identifier: GPL-2.0-only
/*
 * Knobs that make operations fail or wait, for tests.  A knob counts its chances: the times that
 * execution reaches its place in the code.
 *
 * Write N to fail_commit, fail_undo, fail_write, fail_read, fail_sample or fail_alloc, and the N-th
 * chance from then on fails, once.
 *
 * Write N to stall_commit, stall_restore and so on, and the N-th chance from then on waits, once.
 * While it waits the knob reads -1; write 0 to let the operation go on.  Chances are:
 *
 * - of a commit: before each device whose tables are replaced, after the last, and before an undo;
 * - of hardware whose tables are written again after a reset: after each router;
 * - of a device that is added: when its files exist, before it is announced;
 * - of hardware that wakes: while it still counts as asleep;
 * - of a replacement of tables: while packets that wait for links that are down are dropped;
 * - of a write of an entry of a table (stall_copy): when the tables have been copied for it;
 * - of a sample in portions (stall_sample): between two of them;
 * - of the list of commits (stall_list): each time that an ordinary request reads it;
 * - of a statistics file: each time that it takes a sample;
 * - of the lock of a device (stall_locked): while a reading of its file internals holds it.
 *
 * The parameter fail_load=N of the module lets the N-th part of it fail while it is loaded.
 */
#include <linux/atomic.h>
#include <linux/debugfs.h>
#include <linux/delay.h>
#include <linux/module.h>

#include "base/fault.h"

static unsigned int fail_load;
module_param(fail_load, uint, 0);
MODULE_PARM_DESC(fail_load, "for tests: number of the part that fails to load, from 1; 0: none");

static atomic_t countdown[SEASTAR_FAULTS];
static atomic_t stalls[SEASTAR_STALLS];

#define STALLED		(-1)

static const char * const names[SEASTAR_FAULTS] = {
	[SEASTAR_FAULT_COMMIT] = "fail_commit",
	[SEASTAR_FAULT_UNDO] = "fail_undo",
	[SEASTAR_FAULT_WRITE] = "fail_write",
	[SEASTAR_FAULT_READ] = "fail_read",
	[SEASTAR_FAULT_SAMPLE] = "fail_sample",
	[SEASTAR_FAULT_ALLOC] = "fail_alloc",
};

static const char * const stall_names[SEASTAR_STALLS] = {
	[SEASTAR_STALL_COMMIT] = "stall_commit",
	[SEASTAR_STALL_RESTORE] = "stall_restore",
	[SEASTAR_STALL_ADD] = "stall_add",
	[SEASTAR_STALL_WAKE] = "stall_wake",
	[SEASTAR_STALL_DROP] = "stall_drop",
	[SEASTAR_STALL_COPY] = "stall_copy",
	[SEASTAR_STALL_SAMPLE] = "stall_sample",
	[SEASTAR_STALL_LIST] = "stall_list",
	[SEASTAR_STALL_FILE] = "stall_file",
	[SEASTAR_STALL_LOCKED] = "stall_locked",
};

/**
 * seastar_fault() - decide whether an operation is made to fail
 * @fault: the operation that could fail here
 *
 * Return: true if so.
 */
bool seastar_fault(enum seastar_fault fault)
{
	return atomic_read(&countdown[fault]) &&
	       atomic_dec_if_positive(&countdown[fault]) == 0;
}

/**
 * seastar_stall() - decide whether an operation is made to stop
 * @where: the operation that could stop here
 *
 * Return: true if the caller is to wait until seastar_is_stalled() returns false.
 */
bool seastar_stall(enum seastar_stall where)
{
	if (atomic_read(&stalls[where]) <= 0 || atomic_dec_if_positive(&stalls[where]))
		return false;
	return atomic_cmpxchg(&stalls[where], 0, STALLED) == 0;
}

/**
 * seastar_is_stalled() - check whether a stopped operation has to stay stopped
 * @where: the operation
 *
 * Return: true if so.
 */
bool seastar_is_stalled(enum seastar_stall where)
{
	return atomic_read(&stalls[where]) == STALLED;
}

/**
 * seastar_stall_here() - wait here if the knob asks for it, until it is set back
 * @where: the operation that could stop here
 *
 * Context: process context; except for SEASTAR_STALL_LOCKED, the caller holds no lock of a device.
 */
void seastar_stall_here(enum seastar_stall where)
{
	if (!seastar_stall(where))
		return;
	while (seastar_is_stalled(where))
		msleep(SEASTAR_STALL_MS);
}

/**
 * seastar_fault_load() - decide whether the loading of the next part of the module is made to fail
 *
 * Return: true if so.
 */
bool seastar_fault_load(void)
{
	return fail_load && !--fail_load;
}

/**
 * seastar_fault_debugfs() - create the files of the knobs
 * @dir: directory in debugfs
 */
void seastar_fault_debugfs(struct dentry *dir)
{
	int i;

	for (i = 0; i < SEASTAR_FAULTS; i++)
		debugfs_create_atomic_t(names[i], 0600, dir, &countdown[i]);
	for (i = 0; i < SEASTAR_STALLS; i++)
		debugfs_create_atomic_t(stall_names[i], 0600, dir, &stalls[i]);
}

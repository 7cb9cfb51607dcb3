// SPDX-License-Identifier: GPL-2.0-only
/*
 * The knobs fail_commit, fail_write, fail_sample and fail_alloc: N written there makes the
 * N-th chance from then on fail, once.
 *
 * The knob stall_commit: 1 written there makes the next commit that is made or undone stop in the
 * middle, as if the network of its device did not drain.  The knob reads 2 then, and 0 written
 * there makes the commit go on.
 */
#include <linux/atomic.h>
#include <linux/debugfs.h>

#include "base/fault.h"

static atomic_t countdown[SEASTAR_FAULTS];
static atomic_t stall;

#define STALL_ARMED	1
#define STALLED		2

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
 * seastar_stall() - is it this commit that shall stop?
 *
 * Return: true if so: until seastar_is_stalled() returns false.
 */
bool seastar_stall(void)
{
	return atomic_read(&stall) == STALL_ARMED &&
	       atomic_cmpxchg(&stall, STALL_ARMED, STALLED) == STALL_ARMED;
}

/**
 * seastar_is_stalled() - is the commit that has stopped not to go on yet?
 *
 * Return: true if so.
 */
bool seastar_is_stalled(void)
{
	return atomic_read(&stall) == STALLED;
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
	debugfs_create_atomic_t("stall_commit", 0600, dir, &stall);
}

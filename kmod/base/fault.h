/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * Faults on demand: knobs in debugfs make an operation fail or wait, to test error paths that are
 * seldom taken.  A module built outside of the kernel's tree has the knobs; a module in the tree
 * has them if CONFIG_SEASTAR_FAULTS is set.
 */
#ifndef SEASTAR_FAULT_H
#define SEASTAR_FAULT_H

#include <linux/types.h>

struct dentry;

/**
 * enum seastar_fault - operations that can be made to fail
 * @SEASTAR_FAULT_COMMIT: a write of a register by a commit, which is not done then
 * @SEASTAR_FAULT_UNDO: a write that restores a register after a commit, which is not done then
 * @SEASTAR_FAULT_WRITE: any write of a register, which is done, but returns an error
 * @SEASTAR_FAULT_READ: a read of an aging register
 * @SEASTAR_FAULT_SAMPLE: a reading of the performance registers
 * @SEASTAR_FAULT_ALLOC: an allocation of memory
 * @SEASTAR_FAULTS: number of these constants
 */
enum seastar_fault {
	SEASTAR_FAULT_COMMIT,
	SEASTAR_FAULT_UNDO,
	SEASTAR_FAULT_WRITE,
	SEASTAR_FAULT_READ,
	SEASTAR_FAULT_SAMPLE,
	SEASTAR_FAULT_ALLOC,
	SEASTAR_FAULTS,
};

/* Milliseconds between two reads of the knob by a stopped operation. */
#define SEASTAR_STALL_MS	20

/**
 * enum seastar_stall - places where an operation can be made to wait; with one exception, no lock
 * of a device is held there
 * @SEASTAR_STALL_COMMIT: making or undoing a commit
 * @SEASTAR_STALL_RESTORE: writing the tables of hardware again after a reset
 * @SEASTAR_STALL_ADD: adding a device
 * @SEASTAR_STALL_WAKE: waking hardware up
 * @SEASTAR_STALL_DROP: dropping packets that keep tables from being replaced
 * @SEASTAR_STALL_COPY: writing an entry of a table, when the tables are copied for that
 * @SEASTAR_STALL_SAMPLE: taking a sample in portions, between two of them
 * @SEASTAR_STALL_LIST: reading the list of commits, with the lock held that its readers wait for
 * @SEASTAR_STALL_FILE: taking a sample for a statistics file, with the lock of that file held
 * @SEASTAR_STALL_LOCKED: reading the file internals of a device, with the lock of the device held
 * @SEASTAR_STALLS: number of these constants
 */
enum seastar_stall {
	SEASTAR_STALL_COMMIT,
	SEASTAR_STALL_RESTORE,
	SEASTAR_STALL_ADD,
	SEASTAR_STALL_WAKE,
	SEASTAR_STALL_DROP,
	SEASTAR_STALL_COPY,
	SEASTAR_STALL_SAMPLE,
	SEASTAR_STALL_LIST,
	SEASTAR_STALL_FILE,
	SEASTAR_STALL_LOCKED,
	SEASTAR_STALLS,
};

#ifdef CONFIG_SEASTAR_FAULTS

bool seastar_fault(enum seastar_fault fault);
bool seastar_stall(enum seastar_stall where);
bool seastar_is_stalled(enum seastar_stall where);
void seastar_stall_here(enum seastar_stall where);
void seastar_fault_debugfs(struct dentry *dir);
bool seastar_fault_load(void);

#else

static inline bool seastar_fault(enum seastar_fault fault)
{
	return false;
}

static inline bool seastar_stall(enum seastar_stall where)
{
	return false;
}

static inline bool seastar_is_stalled(enum seastar_stall where)
{
	return false;
}

static inline void seastar_stall_here(enum seastar_stall where)
{
}

static inline void seastar_fault_debugfs(struct dentry *dir)
{
}

static inline bool seastar_fault_load(void)
{
	return false;
}

#endif

#endif /* SEASTAR_FAULT_H */

/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * Faults on demand: an error path that hardware or memory seldom takes is taken when
 * an administrator asks for it in debugfs, so that it can be tested.
 */
#ifndef SEASTAR_FAULT_H
#define SEASTAR_FAULT_H

#include <linux/types.h>

struct dentry;

/**
 * enum seastar_fault - what can be made to fail
 * @SEASTAR_FAULT_COMMIT: a write of a register by a commit, which is not done then
 * @SEASTAR_FAULT_WRITE: any write of a register, which is done, but seems to have failed
 * @SEASTAR_FAULT_SAMPLE: a reading of the performance registers
 * @SEASTAR_FAULT_ALLOC: an allocation of memory
 * @SEASTAR_FAULTS: how many there are
 */
enum seastar_fault {
	SEASTAR_FAULT_COMMIT,
	SEASTAR_FAULT_WRITE,
	SEASTAR_FAULT_SAMPLE,
	SEASTAR_FAULT_ALLOC,
	SEASTAR_FAULTS,
};

bool seastar_fault(enum seastar_fault fault);
bool seastar_stall(void);
bool seastar_is_stalled(void);
void seastar_fault_debugfs(struct dentry *dir);

#endif /* SEASTAR_FAULT_H */

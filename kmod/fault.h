/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * Failures on demand, for tests of error paths.
 */
#ifndef SEASTAR_FAULT_H
#define SEASTAR_FAULT_H

#include <linux/types.h>

/**
 * enum seastar_fault - what can be made to fail
 * @SEASTAR_FAULT_COMMIT: a commit of settings
 * @SEASTAR_FAULT_SAMPLE: a reading of the registers
 * @SEASTAR_FAULT_ALLOC: an allocation
 */
enum seastar_fault {
	SEASTAR_FAULT_COMMIT,
	SEASTAR_FAULT_SAMPLE,
	SEASTAR_FAULT_ALLOC,
};

static inline bool seastar_fault(enum seastar_fault f)
{
	return false;
}

#endif /* SEASTAR_FAULT_H */

// SPDX-License-Identifier: GPL-2.0-only
/*
 * Memory-mapped registers: reading several, and writing one.
 */
#include "base/fault.h"
#include "base/trace.h"
#include "dev/dev.h"
#include "dev/mmr.h"

/**
 * seastar_mmr_read() - read consecutive registers
 * @sdev: the device
 * @router: number of the router
 * @offset: offset of the first register
 * @count: number of registers
 * @values: set to their contents; of a software fabric all of one instant, of hardware read one
 *	after another
 *
 * Context: caller holds the lock of the device.
 *
 * Return: 0 or an error of the backend.
 */
int seastar_mmr_read(struct seastar_dev *sdev, u32 router, u32 offset, u32 count,
		     u64 *values)
{
	u32 i;
	int err = 0;

	for (i = 0; !err && i < count; i++)
		err = sdev->ops->mmr_read(sdev, router, offset + i * sizeof(u64),
					  &values[i]);
	return err;
}

/**
 * seastar_mmr_write() - write a register; all writes of settings go through this function
 * @sdev: the device
 * @router: number of the router
 * @offset: offset of the register
 * @value: a value that ss_mmr_check_write() passed
 *
 * Context: caller holds the lock of the device.
 *
 * Return: 0 or an error of the backend.
 */
int seastar_mmr_write(struct seastar_dev *sdev, u32 router, u32 offset,
		      u64 value)
{
	int err = sdev->ops->mmr_write(sdev, router, offset, value);

	if (!err && seastar_fault(SEASTAR_FAULT_WRITE))
		err = -EIO;
	trace_seastar_mmr_write(seastar_dev_name(sdev), router, offset, value, err);
	return err;
}

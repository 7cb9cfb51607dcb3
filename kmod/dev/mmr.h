/* SPDX-License-Identifier: GPL-2.0-only */
/* Memory-mapped registers, as laid out in include/seastar/mmr.h: reading and writing. */
#ifndef SEASTAR_DEV_MMR_H
#define SEASTAR_DEV_MMR_H

#include <linux/types.h>

struct seastar_dev;

int seastar_mmr_read(struct seastar_dev *sdev, u32 router, u32 offset, u32 count,
		     u64 *values);
int seastar_mmr_write(struct seastar_dev *sdev, u32 router, u32 offset,
		      u64 value);

#endif /* SEASTAR_DEV_MMR_H */

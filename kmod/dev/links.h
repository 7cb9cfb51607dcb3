/* SPDX-License-Identifier: GPL-2.0-only */
/* Links: writing their settings, and recording changes of their state. */
#ifndef SEASTAR_LINKS_H
#define SEASTAR_LINKS_H

#include <linux/types.h>

struct seastar_dev;
struct seastar_links;

bool seastar_link_exists(struct seastar_dev *sdev, u32 router, u32 port);
int seastar_link_write(struct seastar_dev *sdev, u32 router, u32 port, u32 reg, u64 value);
int seastar_link_set(struct seastar_dev *sdev, u32 router, u32 port, u32 reg, u64 value);
void seastar_links_note(struct seastar_dev *sdev, u32 router, struct seastar_links *links,
			u8 up, const u64 *bit_errors);

#endif /* SEASTAR_LINKS_H */

/* SPDX-License-Identifier: GPL-2.0-only */
/* Recovery of hardware: sleep, waking up, and the search for a lost device. */
#ifndef SEASTAR_MMIO_RECOVERY_H
#define SEASTAR_MMIO_RECOVERY_H

#include <linux/types.h>

struct seastar_dev;
struct seastar_mmio;

void seastar_mmio_watch_init(struct seastar_mmio *mmio);
void seastar_mmio_watch_on(struct seastar_mmio *mmio);
void seastar_mmio_end_watch(struct seastar_mmio *mmio);
void seastar_mmio_was_reset(struct seastar_dev *sdev);
void seastar_mmio_sleep(struct seastar_mmio *mmio, bool answers_yet);
void seastar_mmio_wake(struct seastar_mmio *mmio);
void seastar_mmio_give_up(struct seastar_mmio *mmio);

#endif /* SEASTAR_MMIO_RECOVERY_H */

/* SPDX-License-Identifier: GPL-2.0-only */
/* Rounds: work on each device every two seconds, independent of readers. */
#ifndef SEASTAR_ROUND_H
#define SEASTAR_ROUND_H

struct seastar_dev;

void seastar_round_init(struct seastar_dev *sdev);
void seastar_round_start(struct seastar_dev *sdev);
void seastar_round_stop(struct seastar_dev *sdev);

#endif /* SEASTAR_ROUND_H */

/* SPDX-License-Identifier: GPL-2.0-only */
#ifndef ORACLE_CHECK_H
#define ORACLE_CHECK_H

#include "tap.h"

/* Check the oracle against values worked out by hand. */
void check_by_hand(struct tap *tap);
void check_dragonfly(struct tap *tap);

#endif /* ORACLE_CHECK_H */

/* SPDX-License-Identifier: GPL-2.0-only */
#ifndef WAIT_H
#define WAIT_H

#include <stdint.h>

/* Sleep, until a signal comes at the latest. */
void wait_ms(uint64_t ms);

#endif /* WAIT_H */

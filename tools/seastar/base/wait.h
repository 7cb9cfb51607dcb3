/* SPDX-License-Identifier: GPL-2.0-only */
#ifndef BASE_WAIT_H
#define BASE_WAIT_H

#include <stdint.h>

/* Sleep for @ms milliseconds, or until a signal arrives. */
void wait_ms(uint64_t ms);

/* Return the milliseconds of a clock that is never set. */
uint64_t clock_ms(void);

#endif /* BASE_WAIT_H */

/* SPDX-License-Identifier: GPL-2.0-only */
#ifndef BASE_WAIT_H
#define BASE_WAIT_H

#include <stdint.h>

/* Sleep, but no longer than until a signal. */
void wait_ms(uint64_t ms);

/* Return the milliseconds of a clock that is never set. */
uint64_t clock_ms(void);

#endif /* BASE_WAIT_H */

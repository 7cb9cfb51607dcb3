// SPDX-License-Identifier: GPL-2.0-only
#include <time.h>

#include "wait.h"

void wait_ms(uint64_t ms)
{
	struct timespec t = { .tv_sec = ms / 1000, .tv_nsec = ms % 1000 * 1000000 };

	nanosleep(&t, NULL);
}

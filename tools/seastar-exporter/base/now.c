// SPDX-License-Identifier: GPL-2.0-only
#include <time.h>

#include "now.h"

static double now(clockid_t clock)
{
	struct timespec t;

	clock_gettime(clock, &t);
	return t.tv_sec + t.tv_nsec / 1e9;
}

double now_monotonic(void)
{
	return now(CLOCK_MONOTONIC);
}

double now_real(void)
{
	return now(CLOCK_REALTIME);
}

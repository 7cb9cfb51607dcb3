/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * Clocks of hosts. They are compared with rank 0's clock at the beginning and at the end; readers
 * of the archive interpolate the difference linearly.
 */
#ifndef SEASTAR_MPI_CLOCKS_H
#define SEASTAR_MPI_CLOCKS_H

#include "tools/seastar-mpi/tracer.h"

enum clock_moment {
	CLOCK_BEGIN,
	CLOCK_END,
	CLOCK_MOMENTS
};

/**
 * struct clock_offset - a comparison of this host's clock with rank 0's
 * @time: time of the measurement, in nanoseconds of this host's clock
 * @offset: nanoseconds that rank 0's clock is ahead
 * @error: nanoseconds by which the offset may be wrong: half of the smallest round trip
 */
struct clock_offset {
	uint64_t time;
	int64_t offset;
	int64_t error;
};

bool clocks_begin(void);
void clocks_compare(enum clock_moment moment);
const struct clock_offset *clocks_offset(enum clock_moment moment);
uint64_t clocks_correct(uint64_t time);

#endif

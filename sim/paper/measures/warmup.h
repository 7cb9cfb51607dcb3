/* SPDX-License-Identifier: GPL-2.0-only */
/* The end of a warm-up by the queues: Singh, Dally, Gupta and Towles, SPAA'04, sec. 4.1. */
#ifndef SIM_PAPER_WARMUP_H
#define SIM_PAPER_WARMUP_H

#include "sim/paper/measures.h"

#define WARMUP_PERIOD	100	/* cycles, by the paper */
#define WARMUP_CHANGE	0.01	/* share of a queue's size, by the paper */

/**
 * struct warmup_queues - packets at the end of a period
 * @channels: in the queues of all channels
 * @sources: in the queues of all sources, and in nodes' injection queues
 */
struct warmup_queues {
	u64 channels;
	u64 sources;
};

/*
 * Return the first of @n periods in which neither sum changed by more than WARMUP_CHANGE, or @n.
 * The queues are empty before the first.  Without @sources only the channels' queues count.
 */
u32 warmup_ends(const struct warmup_queues *q, u32 n, bool sources);

#endif /* SIM_PAPER_WARMUP_H */

/* SPDX-License-Identifier: GPL-2.0-only */
/* Where a run stands in its reproduction, and its keys. */
#ifndef SIM_PAPER_AT_H
#define SIM_PAPER_AT_H

#include "paper.h"

#define PAPER_LOAD_DIGITS	6	/* of a load in millionths */

/**
 * struct paper_at - a run of a reproduction
 * @part: with whose keys
 * @row: likewise; NULL: with those of the part alone
 * @seed: 0: none is said
 * @load: in millionths of a flit per node per cycle; 0: the keys have it
 */
struct paper_at {
	const struct paper_part *part;
	const struct paper_row *row;
	u32 seed;
	u32 load;
};

/* Its keys, but those that the seed draws. */
char *paper_keys(const struct paper_request *q, const struct paper_at *at);

/* Set all keys of it, and check them. */
bool paper_prepare(struct sim_experiment *e, const struct paper_request *q,
		   const struct paper_at *at, struct sim_error *err);

#endif /* SIM_PAPER_AT_H */

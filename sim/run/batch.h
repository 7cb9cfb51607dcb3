/* SPDX-License-Identifier: GPL-2.0-only */
/* Traffic that ends: batches, and collectives in phases. */
#ifndef SIM_BATCH_H
#define SIM_BATCH_H

#include "runner.h"

/* Return true if the traffic of the whole run is a batch. */
bool batch_is_run(const struct runner *run);

/* Return true if all packets were sent and delivered. */
bool batch_is_complete(const struct runner *run);

/* Put into the result whether and when the traffic ended, and its phases. */
void batch_settle(struct runner *run);

#endif /* SIM_BATCH_H */

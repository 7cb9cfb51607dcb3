/* SPDX-License-Identifier: GPL-2.0-only */
/* Feeding of a trace: the fabric is given its messages while it runs. */
#ifndef SIM_FEED_H
#define SIM_FEED_H

#include <stdio.h>

#include "fabric.h"

#include "sim/base/error.h"

struct feed;

/*
 * Open the trace in @from, whose name is @path; this string must live until feed_close(), which
 * also closes @from.  Returns NULL, with a sentence in @err, if the trace is not valid.
 */
struct feed *feed_open(FILE *from, const char *path, struct sim_error *err);
void feed_close(struct feed *feed);

/*
 * Give @f all messages that are born before *@end, to which it will be run. If they are many, lower
 * *@end and give those of the first cycles only.
 */
bool feed_give(struct feed *feed, struct ss_fabric *f, u64 *end, struct sim_error *err);

/* Return the flits of the messages given so far, which are those born before the last *@end. */
u64 feed_flits(const struct feed *feed);

/* Return true if all messages were given. */
bool feed_is_over(const struct feed *feed);

#endif /* SIM_FEED_H */

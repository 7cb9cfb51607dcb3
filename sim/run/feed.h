/* SPDX-License-Identifier: GPL-2.0-only */
/* Gives a fabric the messages of a trace while it runs. */
#ifndef SIM_FEED_H
#define SIM_FEED_H

#include "fabric.h"

#include "sim/base/error.h"

struct feed;

/* For the trace of the file @path, which must live as long; NULL, and a sentence, if it is none. */
struct feed *feed_open(const char *path, struct sim_error *err);
void feed_close(struct feed *feed);

/*
 * Before @f is run up to *@end, give it all messages that are born before; if these are many, of
 * the first cycles only, up to a nearer *@end.
 */
bool feed_give(struct feed *feed, struct ss_fabric *f, u64 *end, struct sim_error *err);

/* Flits of the messages given so far: those born before the last *@end. */
u64 feed_flits(const struct feed *feed);

/* Have all been given? */
bool feed_is_over(const struct feed *feed);

#endif /* SIM_FEED_H */

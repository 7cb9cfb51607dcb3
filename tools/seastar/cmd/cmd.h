/* SPDX-License-Identifier: GPL-2.0-only */
/* The objects of seastar, one file each. */
#ifndef CMD_H
#define CMD_H

#include "tools/seastar/base/args.h"

void cmd_dev(struct args *a);
void cmd_age(struct args *a);
void cmd_config(struct args *a);
void cmd_commit(struct args *a);
void cmd_history(struct args *a);
void cmd_stats(struct args *a);
void cmd_mark(struct args *a);
void cmd_hist(struct args *a);
void cmd_latency(struct args *a);
void cmd_traffic(struct args *a);
void cmd_clock(struct args *a);
void cmd_mmr(struct args *a);
void cmd_suggest(struct args *a);
void cmd_monitor(struct args *a);
void cmd_router(struct args *a);
void cmd_port(struct args *a);
void cmd_link(struct args *a);
void cmd_route(struct args *a);
void cmd_snapshot(struct args *a);
void cmd_whatif(struct args *a);
void cmd_tune(struct args *a);
void cmd_watch(struct args *a);
void cmd_trace(struct args *a);

#endif /* CMD_H */

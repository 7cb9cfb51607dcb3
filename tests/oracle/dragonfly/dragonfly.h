/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * The oracle's Dragonfly router: docs/dragonfly-router.md, part by part.
 */
#ifndef ORACLE_DRAGONFLY_H
#define ORACLE_DRAGONFLY_H

#include "sim/routers/dragonfly/dragonfly.h"

#include "oracle/model.h"

#define DF_MOST_PORTS	64
#define DF_MOST_VCS	16

/* What an arbiter remembers, by two of its three policies. */
struct df_arbiter {
	u32 pointer;
	u32 order[DF_MOST_PORTS];	/* candidates: who has been served longest ago first */
};

/* A port; behind a node's there is no router. */
struct df_port {
	struct router *peer;		/* at the other end of its link */
	u32 peer_port;
	/* the input */
	struct fifo way;		/* under way to it, by when they are ready */
	struct fifo queue[DF_MOST_VCS];
	u32 room[DF_MOST_VCS];		/* of a node's */
	u64 in_free;			/* from when on it may be granted something */
	struct df_arbiter in_arbiter;
	/* the output */
	struct fifo leaving;		/* its queue: phits (index) and when they leave */
	struct fifo delivered;		/* of a node's: packets and when they are */
	u64 out_free;
	u64 taken;			/* when the last packet that has left is with the node */
	u64 next;			/* when the queue's last packet has left */
	u64 granted;			/* phits */
	u32 credits[DF_MOST_VCS];
	struct fifo back[DF_MOST_VCS];	/* credits (index) under way */
	struct df_arbiter out_arbiter;
};

struct df_router {
	struct df_port port[DF_MOST_PORTS];
};

u32 df_ports(const struct oracle *o);
bool df_is_node(const struct oracle *o, u32 port);
/* VCs of an input, and phits of each; of an output those of the input that it leads to. */
u32 df_vcs(const struct oracle *o, u32 port);
u32 df_depth(const struct oracle *o, u32 port);

/* state.c */
const char *df_audit(const struct oracle *o);
void df_emit(struct emitter *e, const struct router *r);
void df_emit_injector(struct emitter *e, const struct node *n);

#endif /* ORACLE_DRAGONFLY_H */

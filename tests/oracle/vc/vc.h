/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * The oracle's virtual-channel router: docs/vc-router.md, part by part.
 */
#ifndef ORACLE_VC_H
#define ORACLE_VC_H

#include "sim/routers/vc/vc.h"

#include "oracle/model.h"

/* An input buffer. */
struct vc_buffer {
	struct fifo flits;
	enum { IDLE, ROUTING, ACTIVE } state;	/* ROUTING until the packet has a VC */
	u64 from;		/* ROUTING: requests a VC from this cycle on; ACTIVE: the switch */
	u32 out, out_vc;
	bool may[SS_VC_MAX_VCS];	/* VCs of @out that the packet may take */
	u32 turn;		/* VC of @out that it prefers, by round robin */
	struct packet *first;	/* packet at the front, unless IDLE */
	u32 sent;		/* flits of the packet that have left */
};

/* The state that an output keeps of a VC of the input behind it. */
struct vc_beyond {
	u32 credits;
	struct vc_buffer *holder;
	u32 turn;		/* number of the buffer that it prefers, by round robin */
};

struct vc_port {
	struct router *peer;	/* router at the other end of the link, or NULL */
	u32 back;		/* port of @peer */
	u32 row;		/* row of results that counts the port */
	struct vc_buffer buffer[SS_VC_MAX_VCS];
	struct vc_beyond beyond[SS_VC_MAX_VCS];
	struct fifo wire;	/* flits on their way to the input */
	struct fifo credits;	/* credits on their way to the output */
	u32 vc_turn, out_turn;	/* VC and output that the input prefers */
	u32 in_turn;		/* input that the output prefers */
};

/* State that only the port of a node has. */
struct vc_node {
	struct channel eject;
	struct fifo leaving;	/* flits on their way to the node */
	u32 inject_vc, inject_turn;
	u32 room[SS_VC_MAX_VCS];	/* credits of the node, by VC of the router's input */
	struct fifo room_back;
};

struct vc_router {
	u32 ports;		/* number of ports; those of the nodes come first */
	struct vc_port port[SS_VC_MAX_PORTS];
	struct vc_node node[SS_VC_MAX_PORTS];
};

/* Return true if port @port of @r leads to a node. */
static inline bool vc_is_node(const struct router *r, u32 port)
{
	return port < r->nodes;
}

/* Find the state of the port of node @n. */
struct vc_node *vc_node_of(const struct node *n);

/* oracle/audit.c */
const char *vc_audit(const struct oracle *o);

/* state.c */
void vc_emit(struct emitter *e, const struct router *r);
void vc_emit_injector(struct emitter *e, const struct node *n);

#endif /* ORACLE_VC_H */

/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * Regions: sets of routers that one thread runs one after another.
 *
 * Regions may be run in parallel, by threads or processes, window by window.  An effect of a router
 * on one of another region is a message in the mailbox of its own region.  The other region applies
 * it after the window.
 */
#ifndef SS_REGION_H
#define SS_REGION_H

#include "agenda.h"
#include "fabric.h"

struct ss_packet;

/*
 * A message of a trace that has been given and not injected, and the next one of its source; or a
 * pause, of which @flits must have been received.  @cycle is the trace's until it is born.
 */
struct ss_trace_place {
	u64 cycle;
	u32 dest;
	u32 flits;
	u32 class_;
	u32 next;
};

/**
 * struct ss_trace - messages of a trace, or of programs
 * @at: by number; number 0 is none
 * @mark: by number; of programs
 * @count: how many there may be, number 0 included
 * @unused: those from here on have never been used
 * @free: list of those used before
 */
struct ss_trace {
	struct ss_trace_place *at;
	struct ss_mark *mark;
	u32 count;
	u32 unused;
	u32 free;
};

/**
 * struct ss_region - consecutive routers, and their common state
 * @number: of this region
 * @first: router
 * @routers: how many
 * @first_node: of theirs
 * @nodes: how many
 * @agenda: what they have to do
 * @events: handled so far
 * @free: list of packets used before
 * @unused: packets of its share of the pool never used yet start here
 * @end: where that share ends
 * @in_use: packets
 * @trace: places of messages of its sources
 * @tallied: source whose births are counted next
 * @mailbox: messages to other regions
 * @posted: how many there are
 * @size: how many there can be in a window
 * @post: by receiving region: its first and last message, number plus one
 * @on_delivery: called for each delivery
 * @ctx: for @on_delivery
 * @on_message: called for each injected message
 * @message_ctx: for @on_message
 * @program: calls for its nodes, or NULL
 * @mark: of the packet that comes next from another region
 */
struct ss_region {
	u32 number;
	u32 first;
	u32 routers;
	u32 first_node;
	u32 nodes;
	struct ss_agenda agenda;
	u64 events;
	u32 free;
	u32 unused;
	u32 end;
	u32 in_use;
	struct ss_trace trace;
	u32 tallied;
	struct ss_message *mailbox;
	u32 posted;
	u32 size;
	struct ss_post {
		u32 first;
		u32 last;
	} *post;
	void (*on_delivery)(void *ctx, const struct ss_delivery *d);
	void *ctx;
	void (*on_message)(void *ctx, const struct ss_birth *b);
	void *message_ctx;
	const struct ss_program *program;
	struct ss_mark mark;
};

static inline bool ss_in_region(const struct ss_region *g, u32 router)
{
	return router - g->first < g->routers;
}

/* Return true if @node is in region @g. */
static inline bool ss_node_in_region(const struct ss_region *g, u32 node)
{
	return node - g->first_node < g->nodes;
}

/* Return the region of a router. */
struct ss_region *ss_region_of(const struct ss_fabric *f, u32 router);

/* Allocate a packet from the region's share of the pool, 0 if there is none; and free it. */
u32 ss_packet_new(struct ss_fabric *f, struct ss_region *g);
void ss_packet_free(struct ss_fabric *f, struct ss_region *g, u32 p);

/* Kinds of messages. */
enum ss_message_kind {
	SS_MESSAGE_PACKET,
	SS_MESSAGE_FLIT,
	SS_MESSAGE_CREDIT,
	SS_MESSAGE_DELIVERED,
	SS_MESSAGE_MARK,	/* words for the packet in the message that follows */
};

/* Post a message to the region of @router.  The caller of ss_post() itself fills the message in. */
struct ss_message *ss_post(struct ss_fabric *f, struct ss_region *g, enum ss_message_kind kind,
			   u32 router, u32 target);
void ss_post_packet(struct ss_fabric *f, struct ss_region *g, u32 input, u32 vc,
		    const struct ss_packet *p, u64 arrival);
void ss_post_credit(struct ss_fabric *f, struct ss_region *g, u32 output, u64 credit);
void ss_post_delivered(struct ss_fabric *f, struct ss_region *g,
		       const struct ss_packet *p, u64 t);

#endif /* SS_REGION_H */

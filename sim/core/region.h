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
 * @at: messages and pauses, by place; place 0 stands for none
 * @mark: marks of programs, by place
 * @count: number of places, with place 0
 * @unused: first place that has never been used
 * @free: first of the places that are free again
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
 * @number: number of this region
 * @first: first router of the region
 * @routers: number of its routers
 * @first_node: first node of the region
 * @nodes: number of its nodes
 * @agenda: windows in which its routers have events
 * @events: events handled so far
 * @free: first packet of the list of packets that are free again
 * @unused: first packet of the region's share of the pool that has never been used
 * @end: end of that share
 * @in_use: packets in use
 * @trace: messages and pauses of its sources
 * @tallied: source whose births are counted next
 * @mailbox: messages to other regions
 * @posted: number of messages in @mailbox
 * @size: most messages that a window can make
 * @post: first and last message to each region, as number plus one
 * @on_delivery: called for each delivery
 * @ctx: first argument of @on_delivery
 * @on_message: called for each message injected
 * @message_ctx: first argument of @on_message
 * @program: calls for its nodes, or NULL
 * @mark: mark of the packet that comes next from another region
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

/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * The interface of a kind of router: one table of operations per kind, in sim/routers.
 *
 * Operations are called once per visit, message, injection of a packet or reading, never once per
 * hop.  The builder of a fabric names its kind (&struct ss_config), so that a program has the kinds
 * that it names, and no others.
 */
#ifndef SS_KIND_H
#define SS_KIND_H

#include "fabric.h"
#include "layout.h"
#include "refusal.h"

struct ss_packet;
struct ss_region;

#define SS_FETCH_AHEAD	4

/* The destination of the words of a state. */
struct ss_sink {
	void (*fn)(void *ctx, u64 word);
	void *ctx;
};

static inline void ss_put(const struct ss_sink *to, u64 word)
{
	to->fn(to->ctx, word);
}

/**
 * struct ss_kind - a kind of router
 * @name: as experiments call it
 * @topology: the only one that it builds; NULL: it builds any that has routes of its own
 * @port_shift: log2 of the places for ports of a router in port ids; 0: SS_PORT_SHIFT
 * @splits: messages longer than max_packet travel as several packets
 * @fabric_bytes: of its own &struct ss_fabric
 * @check: check the rules of this kind for @cfg, except those that all kinds share.  If one is
 * broken, set @why and return false
 * @reach: cycles in which no router can reach another, at least 1
 * @ahead: how many cycles ahead, from the beginning of a window of so many, a router plans for
 * others, at most
 * @mails: messages that a router sends over one of its links in a cycle, at most, either way
 * @lay_out: take what routers need, and set routers and router_bytes of @f, or NULL: it is counted
 * @init: wire and make the routers
 * @run: run router @r of region @g through the cycles from @from to before @end
 * @fetch: while router number @line[0] of region @g is the next to be run, prefetch the routers
 * after it, up to @line[SS_FETCH_AHEAD].  Numbers outside the region are ignored.  NULL: no
 * prefetch
 * @fetch_packet: prefetch the memory that @take_packet will need, for a packet of another region;
 * NULL: no prefetch
 * @fetch_credit: likewise for @take_credit; a kind has both or none
 * @take_packet: packet @i, whose header arrives in cycle @t, comes to VC @vc of @input
 * @take_flit: one more flit of the packet that came last to VC @vc of @input does; NULL:
 * packets come as wholes
 * @take_credit: credits, in the kind's own form, come to @output
 * @room: when the router of node @r has room for its packet for node @dest, of @class_ and @flits
 * flits: in cycle @t, later, or, if that is not known, SS_NEVER; on which VC goes to @vc.
 * A kind that says SS_NEVER calls ss_source_room() when there may be.
 * @inject: node @r injects packet @i on @vc in cycle @t; there is room, and the channel is free
 * @has_trails: packets have a second word of the kind's own: ss_trail()
 * @report_path: fill in the path of delivered packet @i, and its waiting times, in @d, from
 * misrouted on; NULL: nothing to report
 * @misroute_words: what routers count of packets that leave the minimal way: up to SS_MISROUTES
 * names, the first that of packets delivered, then NULL; NULL: nothing
 * @misroutes: see ss_misroutes()
 * @carried: see ss_carried(); NULL: counted by @read alone
 * @typical: see ss_config_typical()
 * @entering: packets that node @node has injected and that wait at its port; NULL: none wait there
 * @answers: a request is delivered only where the router has room for its reply, which is injected
 * in that cycle, whatever else the node injects; @room finds room for it
 * @check_replies: why replies are not possible with @cfg, or NULL; NULL: they always are
 * @retry: if the output to node @r waits for room in the queue of replies, which is returned, it
 * looks again in cycle @t; NULL: it never does
 * @holds: packets of @shortest flits that a router can hold, at most, on @vcs VCs per port
 * @adopt: have all packets of router @r adopted, by ss_adopt() and its like
 * @has_ages: see ss_config_has_ages()
 * @allows_self_traffic: a node may send to itself
 * @ejects_without_limit: processors may take all flits that arrive
 * @injects_every_cycle: a node may inject a packet in each cycle
 * @read: see ss_read_ports()
 * @transit: cycles that a packet spends in a router without waiting
 * @oldest: the least of @birth and the births of packets in router @r
 * @is_staged: it has staging buffers
 * @holds_output_vcs: a packet holds a VC of an output until all of its flits have passed
 * @networks: each class of packets has links of its own, and a way to the node
 * @port_vcs: see ss_config_port_vcs(); NULL: as many in each class
 * @waits: see ss_fabric_waits(); NULL, like @waits_for: no packet can wait for ever
 * @waits_for: see ss_waits_for()
 * @emit: emit the words of the state of @router
 * @emit_injector: emit the words of the injection into it from node @node
 */
struct ss_kind {
	const char *name;
	const struct ss_topology_ops *topology;
	u32 port_shift;
	bool splits;
	size_t fabric_bytes;
	bool (*check)(const struct ss_config *cfg, struct ss_refusal *why);
	u32 (*reach)(const struct ss_config *cfg);
	u32 (*ahead)(const struct ss_config *cfg, u32 window);
	u32 mails;
	void (*lay_out)(struct ss_layout *l, const struct ss_config *cfg, u32 window,
			struct ss_fabric *f);
	void (*init)(struct ss_fabric *f);
	void (*run)(struct ss_fabric *f, struct ss_region *g, u32 r, u64 from, u64 end);
	void (*fetch)(const struct ss_fabric *f, const struct ss_region *g, const u32 *line);
	void (*fetch_packet)(const struct ss_fabric *f, u32 input, u64 t);
	void (*fetch_credit)(const struct ss_fabric *f, u32 output, u64 credit);
	void (*take_packet)(struct ss_fabric *f, struct ss_region *g, u32 input, u32 vc, u32 i,
			    u64 t);
	void (*take_flit)(struct ss_fabric *f, struct ss_region *g, u32 input, u32 vc, u64 t);
	void (*take_credit)(struct ss_fabric *f, struct ss_region *g, u32 output, u64 credit);
	u64 (*room)(struct ss_fabric *f, u32 r, u32 dest, u32 class_, u32 flits, u64 t, u32 *vc);
	void (*inject)(struct ss_fabric *f, u32 r, u32 vc, u32 i, u64 t);
	bool has_trails;
	void (*report_path)(const struct ss_fabric *f, u32 i, struct ss_delivery *d);
	const char *const *misroute_words;
	void (*misroutes)(const struct ss_fabric *f, u32 router, u64 *count);
	u64 (*carried)(const struct ss_fabric *f, u32 router, u32 port);
	u64 (*typical)(const struct ss_config *cfg);
	u32 (*entering)(const struct ss_fabric *f, u32 node);
	bool answers;
	const char *(*check_replies)(const struct ss_config *cfg);
	bool (*retry)(struct ss_fabric *f, u32 r, u64 t);
	u64 (*holds)(const struct ss_config *cfg, u32 shortest, u32 vcs);
	void (*adopt)(struct ss_fabric *f, struct ss_region *g, struct ss_packet *pool, u32 r);
	bool has_ages;
	bool allows_self_traffic;
	bool ejects_without_limit;
	bool injects_every_cycle;
	void (*read)(const struct ss_fabric *f, u32 router, u64 regs[SS_PORTS][SEASTAR_REGS],
		     struct ss_passed passed[SS_PORTS]);
	u32 (*transit)(const struct ss_config *cfg);
	u64 (*oldest)(const struct ss_fabric *f, u32 router, u64 birth);
	bool is_staged;
	bool holds_output_vcs;
	bool networks;
	u32 (*port_vcs)(const struct ss_config *cfg);
	u32 (*waits)(const struct ss_fabric *f);
	u32 (*waits_for)(const struct ss_fabric *f, const struct ss_buffer *b,
			 struct ss_buffer *next, struct ss_buffer *between);
	void (*emit)(struct ss_fabric *f, u32 router, const struct ss_sink *to);
	void (*emit_injector)(struct ss_fabric *f, u32 node, const struct ss_sink *to);
};

#endif /* SS_KIND_H */

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
 * @name: name of the kind in experiments
 * @topology: the only topology that the kind builds; NULL: it builds any topology that has routes
 * of its own
 * @port_shift: log2 of the port ids reserved for each router; 0: SS_PORT_SHIFT
 * @splits: messages longer than max_packet travel as several packets
 * @fabric_bytes: size of the structure that begins with the kind's &struct ss_fabric
 * @check: check the rules of this kind for @cfg, except those that all kinds share.  If one is
 * broken, set @why and return false
 * @reach: cycles in which no router can reach another, at least 1
 * @ahead: most cycles that a router plans ahead for others, counted from the beginning of a window
 * of the given length
 * @mails: most messages that a router sends over one of its links per cycle, in either direction
 * @more_mails: messages beyond @mails that a router sends so with @cfg; NULL: none
 * @lay_out: reserve the memory of routers, and set routers and router_bytes of @f; NULL: @l only
 * counts
 * @init: connect and initialise the routers
 * @run: run router @r of region @g through the cycles from @from to before @end
 * @fetch: while router number @line[0] of region @g is the next to be run, prefetch the routers
 * after it, up to @line[SS_FETCH_AHEAD].  Numbers outside the region are ignored.  NULL: no
 * prefetch
 * @fetch_packet: prefetch the memory that @take_packet will need, for a packet of another region;
 * NULL: no prefetch
 * @fetch_credit: prefetch likewise for @take_credit; a kind has both or none
 * @take_packet: put packet @i, whose header arrives in cycle @t, into VC @vc of @input
 * @take_flit: add one flit to the packet that came last to VC @vc of @input; NULL: packets arrive
 * whole
 * @take_credit: add credits, in the kind's own form, to @output
 * @room: return the cycle in which the router of node @r has room for its packet of @class_ and
 * @flits flits to node @dest: @t, a later one, or SS_NEVER if it is unknown. Set @vc to the VC that
 * has it. A kind that returned SS_NEVER calls ss_source_room() when there may be room.
 * @inject: inject packet @i of node @r on @vc in cycle @t; there is room, and the channel is free
 * @has_trails: packets have a second word of the kind's own: ss_trail()
 * @report_path: fill in the path of delivered packet @i, and its waiting times, in @d, from
 * misrouted on; NULL: the kind reports no paths
 * @misroute_words: names of the router's counts of misrouted packets, up to SS_MISROUTES, then
 * NULL; the first counts packets delivered; NULL: no counts
 * @misroutes: see ss_misroutes()
 * @usage: see ss_usage(); NULL: never counted
 * @carried: see ss_carried(); NULL: counted by @read alone
 * @typical: see ss_config_typical()
 * @entering: return the packets that node @node has injected and that wait at its port; NULL: none
 * wait there
 * @answers: a request is delivered only where the router has room for its reply, which is injected
 * in the same cycle, apart from other injections of the node; @room finds room for it
 * @check_replies: return the reason for which @cfg allows no replies, or NULL; NULL: replies are
 * always possible
 * @retry: if the output to node @r waits for room in the queue of replies, let it try again in
 * cycle @t, and return true; NULL: it never waits for that
 * @holds: return the most packets of @shortest flits that a router can hold, on @vcs VCs per port
 * @adopt: move all packets of router @r, by ss_adopt() and the like
 * @has_ages: see ss_config_has_ages()
 * @allows_self_traffic: a node may send to itself
 * @ejects_without_limit: processors may receive all flits that arrive
 * @injects_every_cycle: a node may inject a packet in each cycle
 * @read: see ss_read_ports()
 * @transit: return the cycles that a packet spends in a router without waiting
 * @oldest: return the least of @birth and the births of packets in router @r
 * @is_staged: routers have staging buffers
 * @holds_output_vcs: a packet holds a VC of an output until all of its flits have passed
 * @networks: each class of packets has links of its own, and its own port to the node
 * @port_vcs: see ss_config_port_vcs(); NULL: each class has as many
 * @waits: see ss_fabric_waits(); NULL, with @waits_for: no packet can wait for ever
 * @waits_for: see ss_waits_for()
 * @emit: emit the words of the state of @router
 * @emit_injector: emit the words of the state of the injection into it from node @node
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
	u32 (*more_mails)(const struct ss_config *cfg);
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
	void (*usage)(const struct ss_fabric *f, u32 router, struct ss_usage *usage);
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

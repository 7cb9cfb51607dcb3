/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * FlexVC: which virtual channels a hop may take (Fuentes, thesis, chapter 5, Definitions 1 and 2
 * and Theorems 1 and 2).
 *
 * The VCs of all ports form one order, of *slots*.  A slot has a type, that of the links whose
 * ports have the VC, and is the next VC of that type.  So 2 local VCs and 1 global one in the order
 * "lgl" are l0 g0 l1.  The slots of requests come first, then those of replies.  A *path* is the
 * types of the hops that a packet has yet to make.  It *fits* above a slot if its hops can be put,
 * in their order, into slots of their types that are above that one.
 *
 * A hop is *safe* if the whole planned path fits above the slot that the packet occupies, in slots
 * of its class.  The highest slot that the hop can have then is its limit: the packet may take any
 * VC of that type up to it, also one below its own, and may wait for them.
 *
 * Otherwise it is *opportunistic* if the minimal path from the router it leads to fits above some
 * slot of its type: the highest such slot is the limit.  The packet must not wait for these VCs: if
 * none has room for the whole packet, it goes by the minimal path from where it is, which always
 * fits (see ss_flexvc_fits()).
 *
 * How to use it: fill in a &struct ss_flexvc once, with ss_flexvc_init(); then ask ss_flexvc_hop()
 * for each hop.  With the limit &ss_flexvc_hop.top, the candidates are VCs 0 to
 * &ss_flexvc.vc[top] of the port.  After the hop the packet occupies the place
 * &ss_flexvc.place[type][VC].  A *place* is a slot counted from 1; 0 is that of a packet at its
 * node's port, whatever its class.
 *
 * By the thesis' text a safe hop of a reply may have its limit among the slots of requests, if the
 * rest of its path is in those of replies.  Here such a hop is opportunistic, since replies
 * that wait for requests can deadlock with them.
 */
#ifndef SS_FLEXVC_H
#define SS_FLEXVC_H

#include "sim/core/port.h"

/* Types of links. Networks with one type have SS_FLEXVC_LOCAL alone. */
enum ss_flexvc_type {
	SS_FLEXVC_LOCAL,
	SS_FLEXVC_GLOBAL,
	SS_FLEXVC_TYPES,
};

enum ss_flexvc_class {
	SS_FLEXVC_REQUEST,
	SS_FLEXVC_REPLY,
	SS_FLEXVC_CLASSES,
};

#define SS_FLEXVC_VCS		16	/* VCs of a type, for both classes together */
#define SS_FLEXVC_SLOTS		(SS_FLEXVC_TYPES * SS_FLEXVC_VCS)
#define SS_FLEXVC_HOPS		7	/* hops of a path: the longest one of routing par */

/*
 * Paths, as words: the first hop's type in the lowest bit, then the next one's; the highest bit
 * set stands behind the last hop.  So @path >> 1 is the path after its first hop.
 */
#define SS_FLEXVC_NO_PATH	1U
#define SS_FLEXVC_PATHS		(1U << (SS_FLEXVC_HOPS + 1))

/* The sequences of the thesis (its Table 1.1 and section 5.2), the longest of each routing. */
#define SS_FLEXVC_LGL		0x0aU	/* min */
#define SS_FLEXVC_LGLGL		0x2aU	/* valiant-group, olm */
#define SS_FLEXVC_LGLLGL	0x52U	/* valiant, ugal, pb */
#define SS_FLEXVC_LLGLLGL	0xa4U	/* par */

/* Return @path with a hop of @type before it. */
static inline u32 ss_flexvc_before(u32 type, u32 path)
{
	return path << 1 | type;
}

/* Return the type of the first hop of @path, which has one. */
static inline u32 ss_flexvc_first(u32 path)
{
	return path & 1;
}

/**
 * struct ss_flexvc_counts - VCs of a class
 * @vcs: VCs by type, 0 to SS_FLEXVC_VCS
 */
struct ss_flexvc_counts {
	u32 vcs[SS_FLEXVC_TYPES];
};

/**
 * struct ss_flexvc - a set of VCs and its order
 * @slots: number of slots, which are places 1 to @slots
 * @from: by class, the place before the class's first place
 * @to: by class, the class's last place, and the last place that its packets may occupy
 * @type: &enum ss_flexvc_type of each place
 * @vc: number of each place's VC at a port of that type
 * @place: place of each VC, by type and VC
 * @vcs: VCs of both classes, by type
 * @limit: by class and path, the highest place up to @to of the first hop with which the other hops
 * fit above it, in places of the class; 0: none
 */
struct ss_flexvc {
	u8 slots;
	u8 from[SS_FLEXVC_CLASSES];
	u8 to[SS_FLEXVC_CLASSES];
	u8 type[SS_FLEXVC_SLOTS + 1];
	u8 vc[SS_FLEXVC_SLOTS + 1];
	u8 place[SS_FLEXVC_TYPES][SS_FLEXVC_VCS];
	u8 vcs[SS_FLEXVC_TYPES];
	u8 limit[SS_FLEXVC_CLASSES][SS_FLEXVC_PATHS];
};

/**
 * enum ss_flexvc_kind - the kind of a hop
 * @SS_FLEXVC_UNSUPPORTED: the hop is forbidden: its packet might be stuck after it
 * @SS_FLEXVC_OPPORTUNISTIC: the hop's packet must not wait for a VC
 * @SS_FLEXVC_SAFE: the hop's packet may wait
 */
enum ss_flexvc_kind {
	SS_FLEXVC_UNSUPPORTED,
	SS_FLEXVC_OPPORTUNISTIC,
	SS_FLEXVC_SAFE,
};

/**
 * struct ss_flexvc_hop - the VCs that a hop may take
 * @kind: &enum ss_flexvc_kind
 * @top: highest place that the hop may occupy; 0 if it is unsupported
 */
struct ss_flexvc_hop {
	u32 kind;
	u32 top;
};

static inline void ss_flexvc_add(struct ss_flexvc *f, u32 type, u32 times)
{
	while (times--) {
		u32 vc = f->vcs[type]++;

		f->type[++f->slots] = type;
		f->vc[f->slots] = vc;
		f->place[type][vc] = f->slots;
	}
}

static inline u32 ss_flexvc_count(u32 path, u32 type)
{
	u32 n = 0;

	for (; path > SS_FLEXVC_NO_PATH; path >>= 1)
		n += ss_flexvc_first(path) == type;
	return n;
}

static inline bool ss_flexvc_has(const struct ss_flexvc_counts *n, u32 path)
{
	return n->vcs[SS_FLEXVC_LOCAL] >= ss_flexvc_count(path, SS_FLEXVC_LOCAL) &&
	       n->vcs[SS_FLEXVC_GLOBAL] >= ss_flexvc_count(path, SS_FLEXVC_GLOBAL);
}

/*
 * Append the slots of a class: VCs that @path does not need, local ones first, and then one for
 * each of its hops.  If there are too few VCs, the longest path that they suffice for takes the
 * place of @path.
 */
static inline void ss_flexvc_append(struct ss_flexvc *f, const struct ss_flexvc_counts *n,
				    u32 path)
{
	static const u32 shorter[] = {
		SS_FLEXVC_LGLLGL, SS_FLEXVC_LGLGL, SS_FLEXVC_LGL, SS_FLEXVC_NO_PATH,
	};

	for (u32 i = 0; !ss_flexvc_has(n, path); i++)
		if (shorter[i] < path)
			path = shorter[i];
	for (u32 type = 0; type < SS_FLEXVC_TYPES; type++)
		ss_flexvc_add(f, type, n->vcs[type] - ss_flexvc_count(path, type));
	for (; path > SS_FLEXVC_NO_PATH; path >>= 1)
		ss_flexvc_add(f, ss_flexvc_first(path), 1);
}

/* Return the highest place of @type up to @to, or 0. */
static inline u32 ss_flexvc_last_of(const struct ss_flexvc *f, u32 type, u32 to)
{
	while (to && f->type[to] != type)
		to--;
	return to;
}

static inline u32 ss_flexvc_find_limit(const struct ss_flexvc *f, u32 class_, u32 path)
{
	u32 after = path >> 1, to = f->to[class_];

	if (after > SS_FLEXVC_NO_PATH) {
		to = f->limit[class_][after];
		if (to <= f->from[class_])
			return 0;
		to--;
	}
	return ss_flexvc_last_of(f, ss_flexvc_first(path), to);
}

/**
 * ss_flexvc_init() - order the VCs of a network, and find all limits
 * @f: filled in
 * @requests: VCs of requests; one or more in all
 * @replies: VCs of replies; none in all: replies have the slots of requests, and are requests
 *	in this respect, so that they can deadlock with them
 * @path: the longest path of the routing, 1 to SS_FLEXVC_HOPS hops
 *
 * In each class, VCs beyond those that @path needs come before the others (section 5.2).  With
 * 4/2 VCs "lgl" gives llglgl, and "lgllgl" gives lgllgl.  With 3/2 VCs, too few for it, "lgllgl"
 * gives lglgl.  A class may have too few VCs for any path: ss_flexvc_fits() says which fit.
 *
 * Takes some thousand steps, no memory and no lock.
 *
 * Return: 0, or -EINVAL: @path is none, requests have no VC, or a type has more than
 * SS_FLEXVC_VCS.
 */
static inline int ss_flexvc_init(struct ss_flexvc *f, const struct ss_flexvc_counts *requests,
				 const struct ss_flexvc_counts *replies, u32 path)
{
	u32 own = 0;

	if (path <= SS_FLEXVC_NO_PATH || path >= SS_FLEXVC_PATHS)
		return -EINVAL;
	for (u32 type = 0; type < SS_FLEXVC_TYPES; type++) {
		u32 n = requests->vcs[type], m = replies->vcs[type];

		if (n > SS_FLEXVC_VCS || m > SS_FLEXVC_VCS - n)
			return -EINVAL;
		own += n;
	}
	if (!own)
		return -EINVAL;
	memset(f, 0, sizeof(*f));
	ss_flexvc_append(f, requests, path);
	f->to[SS_FLEXVC_REQUEST] = f->slots;
	ss_flexvc_append(f, replies, path);
	f->to[SS_FLEXVC_REPLY] = f->slots;
	if (f->slots > own)
		f->from[SS_FLEXVC_REPLY] = own;
	for (u32 class_ = 0; class_ < SS_FLEXVC_CLASSES; class_++)
		for (u32 way = SS_FLEXVC_NO_PATH + 1; way < SS_FLEXVC_PATHS; way++)
			f->limit[class_][way] = ss_flexvc_find_limit(f, class_, way);
	return 0;
}

/**
 * ss_flexvc_fits() - check whether a packet can go all of a path by safe hops
 * @f: the set
 * @class_: &enum ss_flexvc_class of the packet
 * @at: place that it occupies
 * @path: hops that the packet has yet to make
 *
 * The minimal path fits wherever a packet is, if it does at its node's port, and if no unsupported
 * hop is made.
 *
 * Return: true if @path has no hop, too.
 */
static inline bool ss_flexvc_fits(const struct ss_flexvc *f, u32 class_, u32 at, u32 path)
{
	u32 top = f->limit[class_][path];

	return path == SS_FLEXVC_NO_PATH || (top > at && top > f->from[class_]);
}

/**
 * ss_flexvc_hop() - find the VCs that the next hop may take
 * @f: the set
 * @class_: &enum ss_flexvc_class of the packet
 * @at: place that it occupies
 * @path: planned path from its router, with the hop that is requested; 1 to SS_FLEXVC_HOPS hops
 * @escape: minimal path from the router that this hop leads to; up to SS_FLEXVC_HOPS - 1 hops
 *
 * Context: any; constant time.
 * Return: the hop's kind, and its limit.
 */
static inline struct ss_flexvc_hop ss_flexvc_hop(const struct ss_flexvc *f, u32 class_, u32 at,
						 u32 path, u32 escape)
{
	u32 top;

	if (ss_flexvc_fits(f, class_, at, path))
		return (struct ss_flexvc_hop){ SS_FLEXVC_SAFE, f->limit[class_][path] };
	top = f->limit[class_][ss_flexvc_before(ss_flexvc_first(path), escape)];
	return (struct ss_flexvc_hop){ top ? SS_FLEXVC_OPPORTUNISTIC : SS_FLEXVC_UNSUPPORTED, top };
}

#endif /* SS_FLEXVC_H */

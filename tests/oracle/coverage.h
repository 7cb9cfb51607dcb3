/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * The mechanisms of the model that a run of the fuzzer must have exercised.
 */
#ifndef ORACLE_COVERAGE_H
#define ORACLE_COVERAGE_H

#include "sim/routers/dragonfly/routings/list.h"

#define COVERAGE_LIST(X)						\
	X(EPOCH_WRAP,		"epoch switched")			\
	X(INHIBIT_ON,		"inhibit entered")			\
	X(INHIBIT_OFF,		"inhibit left")				\
	X(PERIOD_ZERO,		"cycle under AGE_CLOCK_PERIOD 0")	\
	X(BIAS_SATURATED,	"age saturated by the bias")		\
	X(AGE_SATURATED,	"age saturated in the router")		\
	X(BORROW,		"age below the timestamp")		\
	X(ROLLOVER,		"packet granted in the next epoch")	\
	X(AGE_GROUP_0,		"grant at age 0 to 63")			\
	X(AGE_GROUP_1,		"grant at age 64 to 127")		\
	X(AGE_GROUP_2,		"grant at age 128 to 191")		\
	X(AGE_GROUP_3,		"grant at age 192 to 255")		\
	X(GRANT_AGE,		"contested grant by age")		\
	X(GRANT_RR,		"contested grant by round robin")	\
	X(GRANT_INHIBITED,	"contested age grant inhibited")	\
	X(AGE_TIE,		"tie of ages")				\
	X(AGE_WRAPPED,		"age arbitration went past the last slot") \
	X(RR_WRAPPED,		"round robin went past the last slot")	\
	X(STAGED_VC,		"staged arbiter chose among VCs")	\
	X(STAGED_INPUT,		"staged arbiter chose among inputs")	\
	X(STAGED_WRAPPED,	"staged arbiter went past the last input") \
	X(STAGED_TIE,		"staged arbiter had a tie of ages")	\
	X(STAGED_MOVE,		"input under a staged arbiter chose among VCs") \
	X(VC_PASSED,		"VC not granted for longer than the winner had no candidate") \
	X(GRANT_COUNTER_WRAP,	"grant counter wrapped")		\
	X(STALLED,		"output stalled")			\
	X(PARTIAL_CREDITS,	"packet waiting on some credits, but too few") \
	X(PARTLY_STALLED,	"one VC without credits, another granted") \
	X(BLOCKED,		"packet blocked")			\
	X(BLOCKED_TWICE,	"two VCs of an input blocked")		\
	X(BLOCKED_PARTLY,	"blocked on some staging space, but too little") \
	X(INPUT_CONTEST,	"two VCs of an input ready to move")	\
	X(CUT_THROUGH,		"packet moved before its tail arrived")	\
	X(STAGING_TWO,		"two packets in a staging buffer")	\
	X(STAGING_MERGE,	"packets of two VCs in a staging buffer") \
	X(DATELINE,		"dateline crossed")			\
	X(DATELINE_START,	"dimension entered at its dateline")	\
	X(UPPER_START,		"ring entered on the upper half")	\
	X(LANE_1,		"packet on the second lane")		\
	X(TURN,			"packet turned")			\
	X(TIE_PLUS,		"both ways equal, + taken")		\
	X(TIE_MINUS,		"both ways equal, - taken")		\
	X(RESPONSE,		"response delivered")			\
	X(EJECT_FRACTION,	"ejection began within a cycle")	\
	X(INJECT_FRACTION,	"injection began within a cycle")	\
	X(INJECT_NO_ROOM,	"injection waited for buffer space")	\
	X(QUEUE_DROP,		"packet dropped at a full queue")	\
	X(QUEUE_FORGOTTEN,	"queued packet forgotten")		\
	X(BIRTH_FORGOTTEN,	"birth not due yet forgotten")		\
	X(CLOSED_REBIRTH,	"closed source replaced a packet")	\
	X(PARTS,		"packet of a traffic of several parts")	\
	X(HOT_SPOT,		"packet for a hot spot")		\
	X(BIRTHS,		"two packets born in a cycle")		\
	X(BURST,		"packet went on with a burst")		\
	X(BURST_DROP,		"first packet of a burst dropped")	\
	X(TRACE,		"message of a trace born")		\
	X(TRACE_PAUSE,		"pause of a trace that ends")		\
	X(TRACE_LAG,		"the same that delays what comes after it") \
	X(TRACE_SPLIT,		"message of a trace longer than a packet") \
	X(TRACE_TOGETHER,	"two messages of a trace born by a node at once") \
	X(BATCH,		"packet of a batch")			\
	X(COLLECTIVE_ALL,	"packet of an all-to-all")		\
	X(COLLECTIVE_REDUCE,	"packet of an all-reduce")		\
	X(COLLECTIVE_FFT,	"packet of an FFT")			\
	X(COLLECTIVE_SEARCH,	"packet of a search")			\
	X(SEARCH_DELAYED,	"queries not made while others were taken in") \
	X(PLACED,		"packet of a rank that is not at its number") \
	X(FOLD,			"packet beyond the core of an all-reduce") \
	X(PHASE_EMPTY,		"phase without anything to send")	\
	X(PHASE_AHEAD,		"packet of a phase not begun yet")	\
	X(PHASE_NEXT_TURN,	"packet of the next turn of a phase not over") \
	X(BATCH_DONE,		"batch complete")			\
	X(TRANSACTION,		"reply to a request delivered")		\
	X(REPLY_FIRST,		"reply injected before a request")	\
	X(TURN_REQUEST,		"request injected before a reply, by turn") \
	X(TURN_REPLY,		"reply injected before a request, by turn") \
	X(REPLY_PASSED,		"request passed a reply without room")	\
	X(REPLY_HELD,		"request held for want of replies")	\
	X(REPLY_QUEUE,		"request waited for room among replies") \
	X(REPLY_FORGOTTEN,	"reply forgotten")			\
	X(OLD_DELIVERY,		"packet of former traffic delivered")	\
	X(TID_WRAP,		"TransactionID wrapped")		\
	X(SOURCE_HIGH,		"packet from a node above 127")		\
	X(TABLE_NOWHERE,	"table led a packet nowhere")		\
	X(TABLE_DATELINE,	"table led a packet over a second dateline") \
	X(TABLE_CHANGE,		"tables changed in mid-run")		\
	X(LINK_DROP,		"packet for a link that drops")		\
	X(LINK_STAGED,		"staged packet dropped with its link")	\
	X(LINK_PASSING,		"packet dropped on its way into staging") \
	X(LINK_RESTORED,	"link restored")			\
	X(LINK_ERRORS,		"bit errors of a link changed")		\
	X(LINK_RETRY,		"micropacket sent again")		\
	X(LINK_SHARED,		"micropacket with flits of two packets") \
	X(LINK_UNDETECTED,	"error that the check misses")

/* Mechanisms of the virtual-channel router; it exercises some of the others, too. */
#define VC_COVERAGE_LIST(X)						\
	X(VC_CONTEST,		"arbiter chose among several")		\
	X(VC_NONE,		"packet asked for a VC in vain")		\
	X(VC_WHOLE,		"packet waited for room for all of it")	\
	X(VC_STALLED,		"output stalled")			\
	X(VC_TURNED,		"packet turned")			\
	X(VC_DATELINE,		"dateline crossed")			\
	X(VC_UPPER,		"packet on the upper half of its VCs")	\
	X(VC_COIN,		"coin tossed between two ways")		\
	X(VC_STRETCHED,		"worm's flits apart from each other")	\
	X(VC_BEHIND,		"packet behind another in its buffer")	\
	X(VC_INJECT_LONG,	"packet injected flit by flit")		\
	X(VC_INJECT_STALL,	"injection waited for a credit")	\
	X(VC_DELIVERED,		"packet delivered")			\
	X(VC_LONG,		"packet of more than 16 flits injected") \
	X(VC_SPLIT,		"further packet of a message injected") \
	X(VC_SPLIT_QUEUE,	"the same, with other messages behind it") \
	X(VC_SPLIT_FORGOTTEN,	"packets of a message begun forgotten")

/* Mechanisms of topologies that have routes of their own. */
#define TP_COVERAGE_LIST(X)						\
	X(HX_VIA,		"packet at its random router of a HyperX") \
	X(HX_SECOND,		"packet in the second stage of a HyperX") \
	X(FT_UP,		"packet went up from a level above the first") \
	X(FT_DOWN,		"packet went down a fat tree")

/* Mechanisms of the torus router. */
#define TORUS_COVERAGE_LIST(X)						\
	X(TORUS_BLOCKED,	"no queue had a place for a packet")	\
	X(TORUS_FULL,		"all queues of a channel full")		\
	X(TORUS_BEFORE,		"star channel before the wrap-around link") \
	X(TORUS_AFTER,		"star channel after it")		\
	X(TORUS_TIE,		"queues of two dimensions equally long")	\
	X(TORUS_AGE_TIE,	"two flits of one age")			\
	X(TORUS_CHANNEL,	"flit waited for another of its channel") \
	X(TORUS_EJECT,		"flit waited for its processor")	\
	X(TORUS_LONG,		"quadrant that is not minimal")		\
	X(TORUS_COIN,		"coin tossed between quadrants")	\
	X(TORUS_GAL_FULL,	"injection queues of all quadrants full") \
	X(TORUS_GAL_WAIT,	"flit waited in an injection queue")	\
	X(TORUS_LOOP,		"packet from a node to itself")		\
	X(TORUS_DELIVERED,	"packet delivered")			\
	X(TORUS_OVERTAKE,	"flit left a queue before one that came earlier")

/* Mechanisms of the Bubble router, likewise. */
#define BUBBLE_COVERAGE_LIST(X)						\
	X(BUBBLE_REFUSED,	"packet refused")			\
	X(BUBBLE_KEPT,		"packet kept from a ring's last place")	\
	X(BUBBLE_ALONG,		"packet went on to a queue's last place") \
	X(BUBBLE_MARK,		"critical bubble went back along its ring") \
	X(BUBBLE_MARK_KEPT,	"packet kept from a critical bubble")	\
	X(BUBBLE_ESCAPED,	"packet escaped from an adaptive queue") \
	X(BUBBLE_BACK,		"packet came back to an adaptive queue") \
	X(BUBBLE_STUCK,		"packet out of patience")		\
	X(BUBBLE_NEXT,		"packet out of patience for another of its queues") \
	X(BUBBLE_SERVED,	"one arbiter chose by service")		\
	X(BUBBLE_CONTEST,	"arbiter chose among several")		\
	X(BUBBLE_WAVE,		"wave granted behind its first diagonal") \
	X(BUBBLE_TOKEN,		"token moved past those who did not ask") \
	X(BUBBLE_VAIN,		"token visited in vain")		\
	X(BUBBLE_TIE,		"both ways equal, + taken for it")	\
	X(BUBBLE_COIN,		"coin tossed between two ways")		\
	X(BUBBLE_TURNED,	"packet turned")			\
	X(BUBBLE_CUT,		"packet granted before its tail arrived") \
	X(BUBBLE_STALLED,	"output stalled")			\
	X(BUBBLE_SECOND,	"packet in the second network")		\
	X(BUBBLE_DELIVERED,	"packet delivered")

/* Mechanisms of the wormhole router, likewise. */
#define WH_COVERAGE_LIST(X)						\
	X(WH_SECOND,		"packet on the second VC of a ring")	\
	X(WH_SHARED,		"header behind another packet in its queue") \
	X(WH_INJECT_STALL,	"injection waited for room")		\
	X(WH_NO_ROOM,		"adaptive queue with some room, but too little") \
	X(WH_LATER,		"packet given an adaptive VC that it did not prefer") \
	X(WH_ESCAPE,		"adaptive packet escaped")		\
	X(WH_LONG,		"packet given an adaptive queue shorter than it") \
	X(WH_REFUSED,		"request refused")			\
	X(WH_STUCK,		"packet refused so often that it stuck to one request") \
	X(WH_CONTEST,		"output chose among several")		\
	X(WH_TOKEN_VAIN,	"token came in vain")			\
	X(WH_TOKEN,		"token brought an output")		\
	X(WH_STALLED,		"link stalled")				\
	X(WH_LINK_CONTEST,	"VC controller chose among several")	\
	X(WH_BOTH,		"flits of both classes left a port")	\
	X(WH_DELIVERED,		"packet delivered")

/* Mechanisms of the Dragonfly router, likewise. */
#define DF_ROUTED(X, name, file, word, has, text)	\
	X(DF_ROUTED_##name, "packet routed by " word)
#define DF_COVERAGE_LIST(X)						\
	SS_DRAGONFLY_ROUTINGS(DF_ROUTED, X)				\
	X(DF_NEAR_VIA,		"intermediate router drawn by crg or nrg") \
	X(DF_FLEX_CHOICE,	"hop with a choice of VCs")		\
	X(DF_FLEX_OPPORTUNISTIC, "hop that must not be waited for")	\
	X(DF_FLEX_ESCAPE,	"the same without a VC with room")	\
	X(DF_FLEX_UNSUPPORTED,	"hop after which there is no way on")	\
	X(DF_FLEX_FORCED,	"forced packet that goes minimally")	\
	X(DF_FLEX_GROUP,	"hop whose VCs the source's group limits") \
	X(DF_REDRAWN,		"intermediate router drawn in an attempt") \
	X(DF_PB,		"way by a congested link, which alone decided") \
	X(DF_BY_CREDITS,	"trigger credits released")		\
	X(DF_BY_BASE,		"trigger base released")		\
	X(DF_BY_FILTERED,	"trigger filtered released")		\
	X(DF_BY_HYBRID,		"trigger hybrid released")		\
	X(DF_BY_ECTN,		"trigger ectn released")		\
	X(DF_CREDITS_ALONE,	"trigger hybrid released by credits")	\
	X(DF_ECTN,		"trigger ectn released by the group")	\
	X(DF_NOT_CONGESTED,	"trigger credits held by a global link not congested") \
	X(DF_NO_CANDIDATE,	"released without a candidate")		\
	X(DF_FORCED_WAITS,	"forced packet without a port")		\
	X(DF_FORCED,		"forced packet left its group")		\
	X(DF_AT_NODE,		"left its way at its source")		\
	X(DF_IN_TRANSIT,	"left its way by a global link in transit") \
	X(DF_LOCAL_SOURCE,	"left its way by a local link at the source's group") \
	X(DF_LOCAL_MID,		"the same in an intermediate group")	\
	X(DF_LOCAL_DEST,	"the same in the destination's group")	\
	X(DF_OLM_BACK,		"packet kept its place in the order of VCs") \
	X(DF_ENTERING,		"crossbar as slow as a packet comes from its node") \
	X(DF_OWN_GROUP,		"the same, which can only be its own")	\
	X(DF_AT_SOURCE,		"intermediate reached at the source")	\
	X(DF_BEHIND,		"packet ready behind another in its queue") \
	X(DF_HIGH_VC,		"packet on a fifth VC or above")	\
	X(DF_BUSY,		"front packet's output busy")		\
	X(DF_TAKING,		"node took another packet")		\
	X(DF_FULL,		"front packet's output queue full")	\
	X(DF_INPUT_SPEEDUP,	"input requests while a packet of it crosses") \
	X(DF_NO_QUEUE,		"link not free of an output without a queue") \
	X(DF_NO_CREDIT,		"front packet without credits")		\
	X(DF_POOL,		"VC with more than it has in static buffers") \
	X(DF_POOL_EMPTY,	"VC with less, and not room for a packet") \
	X(DF_CONTEST,		"arbiter chose among several")		\
	X(DF_TIED,		"of several born at once")		\
	X(DF_TRANSIT,		"transit preferred to a node's packet")	\
	X(DF_NODE_POINTER,	"pointer for nodes elsewhere than that for transit") \
	X(DF_LATER,		"granted in a later iteration")		\
	X(DF_TAIL,		"crossbar as slow as a packet's tail")	\
	X(DF_QUEUED,		"packet waited in an output queue")	\
	X(DF_DROP,		"packet dropped at its birth")		\
	X(DF_INJECT_RANDOM,	"packet entered a random VC")		\
	X(DF_INJECT_JSQ,	"packet entered another VC than the first, as the emptiest") \
	X(DF_FROZEN,		"burst without room for another packet") \
	X(DF_FROZEN_FIRST,	"burst without room for its first packet") \
	X(DF_REPLY,		"request answered")			\
	X(DF_REPLY_HELD,	"request held for want of room for its reply") \
	X(DF_REPLY_OWED,	"request behind another on its way to the node") \
	X(DF_DELIVERED,		"packet delivered")

#define COVERAGE_ENUM(name, text)	SEEN_##name,
enum coverage {
	COVERAGE_LIST(COVERAGE_ENUM)
	SEEN_SEASTAR_END, SEEN_BEFORE_VC = SEEN_SEASTAR_END - 1,
	VC_COVERAGE_LIST(COVERAGE_ENUM)
	SEEN_VC_END, SEEN_BEFORE_TP = SEEN_VC_END - 1,
	TP_COVERAGE_LIST(COVERAGE_ENUM)
	SEEN_TP_END, SEEN_BEFORE_TORUS = SEEN_TP_END - 1,
	TORUS_COVERAGE_LIST(COVERAGE_ENUM)
	SEEN_TORUS_END, SEEN_BEFORE_BUBBLE = SEEN_TORUS_END - 1,
	BUBBLE_COVERAGE_LIST(COVERAGE_ENUM)
	SEEN_BUBBLE_END, SEEN_BEFORE_WH = SEEN_BUBBLE_END - 1,
	WH_COVERAGE_LIST(COVERAGE_ENUM)
	SEEN_WH_END, SEEN_BEFORE_DF = SEEN_WH_END - 1,
	DF_COVERAGE_LIST(COVERAGE_ENUM)
	SEEN_COUNT
};

extern const char *const coverage_text[SEEN_COUNT];

#endif /* ORACLE_COVERAGE_H */

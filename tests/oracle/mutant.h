/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * Deliberate errors of the oracle, each of which the fuzzer must notice
 * (mutants.c).  MUTATE() stands where the error is made.
 *
 * Some lines of the paper's Procedures have no error here, since no wrong form of them changes the
 * model.  They are the words "else" and "end if" (Procedure 1, lines 4, 6, 9; Procedure 2, lines 6,
 * 11; Procedure 3, lines 5, 6, 14, 17, 18, 20 to 22), and the flag saturation, which no line reads
 * (Procedure 2, lines 2 and 9).
 */
#ifndef ORACLE_MUTANT_H
#define ORACLE_MUTANT_H

#define MUTANT_LIST(X)							\
	X(P1_1,   "Procedure 1, line 1: age is head[6:0]")		\
	X(P1_2,   "Procedure 1, line 2: responses taken for requests")	\
	X(P1_3,   "Procedure 1, line 3: no REQ_AGE_BIAS")		\
	X(P1_5,   "Procedure 1, line 5: no RSP_AGE_BIAS")		\
	X(P1_7,   "Procedure 1, line 7: 256 is no overflow")		\
	X(P1_8,   "Procedure 1, line 8: saturates at 254")		\
	X(P1_10,  "Procedure 1, line 10: packet not counted")		\
	X(P1_10E, "Procedure 1, line 10: counted in the other epoch")	\
	X(P1_11,  "Procedure 1, line 11: other epoch saved")		\
	X(P1_12,  "Procedure 1, line 12: timestamp not subtracted")	\
	X(P1_12W, "Procedure 1, line 12: borrow lost")			\
	X(P2_1,   "Procedure 2, line 1: rollover assumed")		\
	X(P2_3,   "Procedure 2, line 3: epoch read from head[10]")	\
	X(P2_4,   "Procedure 2, line 4: rollover in the same epoch")	\
	X(P2_5,   "Procedure 2, line 5: no rollover in the other epoch") \
	X(P2_7,   "Procedure 2, line 7: borrow not added")		\
	X(P2_7T,  "Procedure 2, line 7: timestamp not added")		\
	X(P2_8,   "Procedure 2, line 8: as printed, head[8] = 1")	\
	X(P2_8A,  "Procedure 2, line 8: no first term")			\
	X(P2_8B,  "Procedure 2, line 8: no second term")		\
	X(P2_10,  "Procedure 2, line 10: saturates at 254")		\
	X(P2_12,  "Procedure 2, line 12: youngest wins")		\
	X(P2_13,  "Procedure 2, line 13: new age not sent")		\
	X(P2_14,  "Procedure 2, line 14: packet not uncounted")		\
	X(P2_14E, "Procedure 2, line 14: uncounted in the epoch in force") \
	X(P2_CLEAR, "head[9:8] left as they were")			\
	X(P3_1,   "Procedure 3, line 1: inhibit upside down")		\
	X(P3_2,   "Procedure 3, line 2: inhibit never cleared")		\
	X(P3_3A,  "Procedure 3, line 3: packets of epoch 0 ignored")	\
	X(P3_3B,  "Procedure 3, line 3: packets of epoch 1 ignored")	\
	X(P3_4,   "Procedure 3, line 4: inhibit not kept")		\
	X(P3_7,   "Procedure 3, line 7: countdown by two")		\
	X(P3_8,   "Procedure 3, line 8: expires at 1")			\
	X(P3_9,   "Procedure 3, line 9: reloads one too many")		\
	X(P3_10,  "Procedure 3, line 10: rolls over at 254")		\
	X(P3_11,  "Procedure 3, line 11: inhibit set on every rollover") \
	X(P3_12A, "Procedure 3, line 12: packets of epoch 0 ignored")	\
	X(P3_12B, "Procedure 3, line 12: packets of epoch 1 ignored")	\
	X(P3_13,  "Procedure 3, line 13: inhibit not set")		\
	X(P3_15,  "Procedure 3, line 15: rolls over to 1")		\
	X(P3_16,  "Procedure 3, line 16: epoch not switched")		\
	X(P3_19,  "Procedure 3, line 19: timestamp stands")		\
	X(PERIOD_WRITE, "a write of AGE_CLOCK_PERIOD does not restart it") \
	X(INHIBIT_ARBITER, "the arbiter ignores inhibit")		\
	X(SELECT_BIT, "AGE_RR_SELECT upside down")			\
	X(TRAFFIC_DRAW, "a traffic begins with the draw that the one before it left") \
	X(GRANT_COUNTER, "grants by round robin not counted")		\
	X(GRANT_MODULO, "grant counter of 5 bits")			\
	X(RR_FIRST, "round robin starts at slot 0")			\
	X(AGE_FIRST, "ties of age go to the lowest slot")		\
	X(POINTER_AFTER, "pointer stays at the winner")			\
	X(POINTER_OTHER, "one pointer for both policies")		\
	X(TURNS_POINTER, "staged arbiters take VCs by a pointer")	\
	X(STAGED_FIRST, "staged arbiters serve the lowest input first")	\
	X(STAGED_POINTER, "staged arbiters have one pointer over inputs") \
	X(STAGED_AFTER, "staged arbiters' pointers stay at the winner")	\
	X(STAGED_OTHER, "one state of a staged arbiter for both policies") \
	X(STAGED_MOVE, "inputs under staged arbiters take VCs by a pointer") \
	X(INPUT_FIRST, "inputs serve the lowest VC first")		\
	X(INPUT_POINTER, "input pointer stays at the VC served")	\
	X(ROUTER_DELAY, "router delay one cycle longer")		\
	X(ROUTER_SERIAL, "a packet is routed only when the one before it has left") \
	X(STAGING_ROOM, "staging space for this packet is enough")	\
	X(CREDITS_NEEDED, "credits for this packet are enough")		\
	X(CREDITS_TAKEN, "a packet takes one credit")			\
	X(CREDIT_DELAY, "credits one cycle later")			\
	X(BLOCKED_BUSY, "no packet is blocked at an occupied input")	\
	X(ROUTE_TIE, "ties of distance decided by r alone")		\
	X(ROUTE_TIE_SOURCE, "ties of distance decided without r's later coordinates") \
	X(ROUTE_TIE_SIGN, "ties of distance the other way")		\
	X(ROUTE_SHORTER, "tori take the longer way")			\
	X(ROUTE_LANE, "a turn forgets the lane")			\
	X(ROUTE_DATELINE, "dateline at coordinate 0")			\
	X(ROUTE_HALF, "no change of VC at the dateline")		\
	X(INJECTION_LANE, "injection on lane 0 only")			\
	X(BALANCED_LAST, "who ends at a dateline node counts as crossing") \
	X(BALANCED_PAIR, "the VC of a ring by the router alone")	\
	X(BALANCED_LANE, "balanced lanes as they are without")		\
	X(INJECT_ROOM, "room for this packet is enough to inject it")	\
	X(INJECT_FRACTION, "injection loses fractions of a cycle")	\
	X(EJECT_FRACTION, "ejection loses fractions of a cycle")	\
	X(ACK_DELAY, "closed sources one cycle late")			\
	X(OLD_REBIRTH, "packets of former traffic are replaced")	\
	X(BIRTH_APART, "open sources rest a cycle after a birth")	\
	X(SLOTS, "Poisson arrivals come at twice their pace")		\
	X(DRAW_GAP, "gaps drawn one number late")			\
	X(DRAW_PART, "parts and destinations drawn one number late")	\
	X(BURST_DEST, "packets of a burst go their own ways")		\
	X(BURST_DROPPED, "a burst whose first packet is dropped goes on with the one before") \
	X(TRACE_LATE, "messages of a trace are born a cycle late")	\
	X(TRACE_PAUSE, "pauses of a trace end a flit early")	\
	X(TRACE_LAG, "pauses of a trace delay nothing after them")	\
	X(TRACE_CLASS, "messages of a trace are all requests")		\
	X(BATCH, "a batch has a packet more a message")			\
	X(PLACED, "ranks are where their numbers are")			\
	X(STAGGER, "all begin to send to the first")			\
	X(FOLD, "ranks beyond the core receive first")			\
	X(DOUBLING, "an all-reduce begins with the highest bit")	\
	X(ROWS_FIRST, "an FFT begins with the columns")			\
	X(PHASE_SENT, "a phase begins before the one before has been sent") \
	X(PHASE_RECEIVED, "a phase begins before the one before has been received") \
	X(PHASE_LATE, "a phase begins one cycle late")			\
	X(PHASE_TURN, "packets of the next turn count for this one")	\
	X(SEARCH_SELF, "queries may go to their own rank")		\
	X(SEARCH_STAGGER, "notifications go around the other way")	\
	X(SEARCH_ROOT, "the root of a search is rank 0")		\
	X(SEARCH_REPORTS, "the root of a search waits for no reports")	\
	X(SEARCH_MAKE, "queries are made in a cycle")			\
	X(SEARCH_TAKE, "a cycle suffices to take in queries")		\
	X(SEARCH_DELAY, "queries are made before others are taken in")	\
	X(SEARCH_IDLE, "a level is over before all queries are taken in") \
	X(REPLY_FIRST, "requests go before replies")			\
	X(REPLY_QUEUE, "one reply more than the queue has room for")	\
	X(REPLY_FLITS, "a reply has one flit")				\
	X(REPLY_TURN, "the kind that went last goes again")		\
	X(REPLY_LENGTH, "lengths of replies drawn one number late")	\
	X(REPLY_BIRTH, "replies are born when they are made")		\
	X(REPLY_TID, "replies have numbers of their own")		\
	X(REPLY_AGE, "replies are as old as their requests")		\
	X(REPLY_WINDOW, "replies are acknowledged")			\
	X(REPLY_BOUND, "one transaction more")				\
	X(REPLY_OLD, "requests of former traffic are answered")		\
	X(REPLY_FORGOTTEN, "forgotten replies do not count as dropped") \
	X(DROP_NUMBERED, "dropped packets are numbered")		\
	X(FORGOTTEN_DROPPED, "forgotten packets do not count as dropped") \
	X(NETWORK_LATENCY, "network latency counted from birth")	\
	X(OLDEST_QUEUED, "the oldest packet is none that waits at its source")	\
	X(OLDEST_STAGED, "the oldest packet is none in a staging buffer") \
	X(OLDEST_LINKED, "the oldest packet is none on a link")		\
	X(RESET_INJECTED, "packets injected count on over a reset")	\
	X(QUEUE_BOUND, "a queue takes one packet more")			\
	X(BIRTHS_FIRST, "births after injection")			\
	X(STAGING_FIRST, "output arbitration before the move to staging") \
	X(LATENCY_BIN, "latency bins begin one later")			\
	X(REG_BLOCKED, "VCv_BLOCKED does not count")			\
	X(REG_STALLED, "STALLED does not count")			\
	X(REG_BINS, "AGE_GROUP bins end at 64, 128, 192")		\
	X(REG_PKTS, "VCv_PKTS counts flits")				\
	X(REG_FLITS, "VCv_FLITS counts data flits only")		\
	X(COUNT_CONTESTED, "grants of single candidates count as contested") \
	X(COUNT_INHIBITED, "grants by round robin count as inhibited")	\
	X(COUNT_TIED, "ties of two do not count")			\
	X(COUNT_SATURATED, "age 254 counts as 255")			\
	X(REG_SIDE, "registers do not distinguish the sides of the dateline")	\
	X(LUT_INPUT, "the processor's table is looked up at all inputs") \
	X(GLUT_ODD, "the global table does not distinguish odd node ids")	\
	X(TABLE_DATELINE, "a second dateline is crossed")		\
	X(LINK_DOWN, "a link that is down carries packets")		\
	X(INJECT_HELD, "sources inject while they are held")			\
	X(LINK_STAGED, "packets staged for a link that drops stay")	\
	X(LINK_CRC, "micropackets are taken as they come")		\
	X(LINK_UNDETECTED, "errors that the check misses do not count")	\
	X(LINK_ROUND_TRIP, "what is sent again comes a cycle early")	\
	X(LINK_HALF, "a packet begins with a micropacket of its own")

/* Errors of the virtual-channel router. */
#define VC_MUTANT_LIST(X)						\
	X(VC_HALVES, "the upper half of an odd number of VCs is the larger") \
	X(VC_ROUTING, "routing takes a cycle more")			\
	X(VC_SERIAL, "the next packet is routed while the last flit leaves") \
	X(VC_STAYS, "packets go back to the lower half on the ring")	\
	X(VC_CROSSING, "assignment crossing is lower without a dateline") \
	X(VC_DATELINE, "the dateline is not there")			\
	X(VC_COIN, "the coin upside down")				\
	X(VC_INJECT_WHOLE, "packets that cut through are injected flit by flit") \
	X(VC_INJECT_TURN, "injection begins at VC 0")			\
	X(VC_OLDEST, "the youngest is preferred")			\
	X(VC_WHOLE, "a credit is enough to cut through")			\
	X(VC_ALLOCATOR, "the other side chooses first")			\
	X(VC_ASKER_TURN, "who was granted prefers the same again")	\
	X(VC_THING_TURN, "what was granted prefers the same again")	\
	X(VC_BLOCKED, "VCv_BLOCKED counts double")			\
	X(VC_DELAY, "VC allocation takes a cycle more")			\
	X(VC_STALLED, "STALLED does not count")				\
	X(VC_CREDIT, "credits come a cycle later")			\
	X(VC_DELIVERY, "delivered a cycle earlier")			\
	X(VC_SWITCH_VC, "an input begins at VC 0")			\
	X(VC_SWITCH_TURN, "an input's turns skip a VC")			\
	X(SPLIT_REST, "a message begins with its shortest packet")	\
	X(SPLIT_TID, "packets of a message are numbered")		\
	X(SPLIT_QUEUE, "a queue's bound counts packets of messages")

/* Errors of topologies that have routes of their own. */
#define TP_MUTANT_LIST(X)						\
	X(HX_VIA, "no packet goes by the last router of a HyperX")	\
	X(HX_STAGE, "the second stage in a HyperX has the VCs of the first") \
	X(FT_HASH, "two nodes beside each other share a hash in a fat tree") \
	X(FT_LEVEL, "the same port up on each level of a fat tree")

/* Errors of the torus router. */
#define TORUS_MUTANT_LIST(X)						\
	X(TORUS_PLACE, "a place is taken in the cycle in which it becomes free") \
	X(TORUS_WRAP, "the star channel after the wrap-around link is that before it") \
	X(TORUS_LOWEST, "star channels are taken in any dimension")	\
	X(TORUS_ESCAPE, "there are no star channels to escape to")	\
	X(TORUS_OPEN_FIRST, "star channels are taken first")		\
	X(TORUS_SHORTER, "the longer queue is taken")			\
	X(TORUS_TIE, "of queues equally long, that of the lowest dimension") \
	X(TORUS_OLDEST, "the youngest flit goes first")			\
	X(TORUS_TURN, "turns always begin with the first queue")	\
	X(TORUS_CHANNEL, "a channel passes any number of flits")		\
	X(TORUS_GOAL, "GOAL takes the longer way more often")		\
	X(TORUS_COIN, "coins are tossed one draw late")			\
	X(TORUS_OCCUPANCY, "the other occupancy is counted")		\
	X(TORUS_MEAN, "queues are compared with nothing")		\
	X(TORUS_THRESHOLD, "a queue may be longer by the threshold")	\
	X(TORUS_SHORTEST, "the longest quadrant is taken")		\
	X(TORUS_GAL_FULL, "an injection queue holds one flit more")	\
	X(TORUS_GAL_OLDEST, "the youngest flit leaves the injection queues") \
	X(TORUS_GAL_AGE, "ages begin in the injection queue")		\
	X(TORUS_BLOCKED, "VCv_BLOCKED does not count")			\
	X(TORUS_STALLED, "STALLED does not count")			\
	X(TORUS_DISCIPLINE, "flits leave queues by the other discipline") \
	X(TORUS_STARS, "star channels are those of the other dimension")

/* Errors of the Bubble router. */
#define BUBBLE_MUTANT_LIST(X)						\
	X(BUBBLE_ENTER, "a ring is entered with one free place")	\
	X(BUBBLE_ALONG, "to go on along a ring takes two free places")	\
	X(BUBBLE_MARK, "a ring is entered by its critical bubble")	\
	X(BUBBLE_MARK_FIRST, "the critical bubble is taken though another place is free") \
	X(BUBBLE_MARK_BACK, "no credit has the critical bubble")	\
	X(BUBBLE_FROM_ADAPTIVE, "adaptive queues are parts of the ring") \
	X(BUBBLE_NO_ESCAPE, "adaptive packets have no escape")		\
	X(BUBBLE_ORDER, "the incoming dimension is not preferred")	\
	X(BUBBLE_SELECTION, "the token serves the last wish first")	\
	X(BUBBLE_AHEAD, "a routing unit asks for what is free")		\
	X(BUBBLE_TURNS, "a routing unit asks for its first wish again and again") \
	X(BUBBLE_PATIENCE, "a packet's patience has no end")		\
	X(BUBBLE_STUCK, "who is out of patience asks for its escape queue only") \
	X(BUBBLE_SERVICE, "arbiters by service prefer the most recent")	\
	X(BUBBLE_POINTER, "pointers stay at who was granted")		\
	X(BUBBLE_POINTER_IDLE, "pointers move without a grant")		\
	X(BUBBLE_TOKEN, "the token stays")				\
	X(BUBBLE_TOKEN_VAIN, "the token waits for a grant")		\
	X(BUBBLE_CONNECTIONS, "one arbiter connects two per cycle")	\
	X(BUBBLE_WAVE, "a wave begins at the same diagonal in each cycle") \
	X(BUBBLE_WAVE_BACK, "a wave runs backwards")			\
	X(BUBBLE_TIES_HERE, "the way around a ring is decided anew at each router") \
	X(BUBBLE_TIES_PLUS, "ties=plus takes -")			\
	X(BUBBLE_ASKS, "a packet asks a cycle later")			\
	X(BUBBLE_CREDIT, "credits a cycle later")			\
	X(BUBBLE_CREDIT_EARLY, "a place is free when the header has left it") \
	X(BUBBLE_ROOM, "the node leaves a place free")			\
	X(BUBBLE_DELIVERY, "delivered a cycle earlier")			\
	X(BUBBLE_BLOCKED, "VCv_BLOCKED counts double")			\
	X(BUBBLE_STALLED, "STALLED does not count")

/* Errors of the wormhole router. */
#define WH_MUTANT_LIST(X)						\
	X(WH_DEPTH, "escape queues are as deep as adaptive ones")	\
	X(WH_TIES_HERE, "each router decides between ways that are equally long") \
	X(WH_TIES, "of two ways that are equally long always +")	\
	X(WH_WRAP_LATE, "the VC changes before the wrap-around link")	\
	X(WH_WRAP, "the VC does not change at the wrap-around link")	\
	X(WH_STRAIGHT, "adaptive packets do not prefer to go straight on") \
	X(WH_ESCAPE, "adaptive packets have no way to escape")		\
	X(WH_INJECT, "injected flits wait for a link")			\
	X(WH_ROOM_LONG, "packets longer than an adaptive queue never go there") \
	X(WH_ROOM, "a credit is enough to go to an adaptive queue")	\
	X(WH_CONNECT, "connections open a cycle later")			\
	X(WH_BLOCKED, "VCv_BLOCKED counts double")			\
	X(WH_STEP, "refused packets ask for the same again")		\
	X(WH_RESTART, "a list is not begun again")			\
	X(WH_STICK, "packets never stick to one request")		\
	X(WH_STICK_LATE, "packets stick to one request a refusal later") \
	X(WH_STICK_WHERE, "packets stick to the first of their list")	\
	X(WH_OUT_TURN, "an output begins at the first queue")		\
	X(WH_TURN_ALWAYS, "an output's pointer moves without a grant")	\
	X(WH_TURN_STAYS, "an output's pointer stays at the winner")	\
	X(WH_SIC_FIRST, "the token's queue takes the last output it can have") \
	X(WH_TOKEN_GOES_ON, "the token passes by who cannot have an output") \
	X(WH_TOKEN_STAYS, "the token stays at who cannot have an output") \
	X(WH_TOKEN_STANDS, "the token does not move with a grant")	\
	X(WH_STALLED, "STALLED does not count")				\
	X(WH_CREDIT_LATE, "credits come a cycle later")			\
	X(WH_CREDIT_EARLY, "credits come a cycle earlier")		\
	X(WH_EJECT, "classes share the way to the node")		\
	X(WH_DELIVERY, "delivered a cycle earlier")			\
	X(WH_HOP, "a hop takes a cycle more")				\
	X(WH_LINK_TURN, "a VC controller begins at VC 0")		\
	X(WH_LINK_PACKET, "a link stays with a packet while it has flits") \
	X(WH_LINK_CLASSES, "classes share a link")

/* Errors of the Dragonfly router. */
#define DF_MUTANT_LIST(X)						\
	X(DF_ARRANGEMENT, "the other arrangement of global links")	\
	X(DF_PALM, "the palm tree begins a link later")			\
	X(DF_ROLE_VIA, "the hop to the intermediate router takes the VC after its own") \
	X(DF_ROLE, "the last local hop takes the VC of the one before")	\
	X(DF_MIN_CRED, "minCred: all credits are of packets on the minimal way") \
	X(DF_FLEX_EXTRA, "FlexVC's further VCs come last")		\
	X(DF_FLEX_ESCAPE_CLASS, "FlexVC's replies escape by VCs of requests") \
	X(DF_FLEX_SAFE, "FlexVC: each hop that fits somewhere is safe")	\
	X(DF_FLEX_UNSUPPORTED, "FlexVC: an unsupported hop takes the lowest VC") \
	X(DF_FLEX_ESCAPE, "FlexVC: no way on from where a hop leads")	\
	X(DF_FLEX_SAFE_ASIDE, "FlexVC: no hop aside before the global one is safe") \
	X(DF_FLEX_ESCAPE_ASIDE, "FlexVC: no way on from where a hop aside leads") \
	X(DF_FLEX_WAITS, "FlexVC: packets wait for opportunistic hops")	\
	X(DF_LIMIT, "FlexVC: the source's group limits nobody")		\
	X(DF_LIMIT_REPLY, "FlexVC: the source's group limits no reply")	\
	X(DF_LIMIT_REQUEST, "FlexVC: it limits requests that are answered") \
	X(DF_SELECT_HIGHEST, "FlexVC: highest is lowest")		\
	X(DF_SELECT_LOWEST, "FlexVC: lowest is highest")		\
	X(DF_SELECT_JSQ, "FlexVC: the longest queue is joined")		\
	X(DF_SELECT_TIE, "FlexVC: of the shortest queues the lowest is joined") \
	X(DF_VC_STAYS, "each hop takes the first VC of its type")	\
	X(DF_VALIANT, "the other group is spared by intermediate ones")	\
	X(DF_VALIANT_OWN, "within a group the intermediate router is outside") \
	X(DF_DRAW, "intermediate routers drawn one number late")	\
	X(DF_LOOK, "hops are looked for when a packet arrives")		\
	X(DF_REGISTER, "the fifth VC counts as the first")		\
	X(DF_PLACE_EARLY, "places are free in the cycle in which a packet leaves") \
	X(DF_POINTER_STAYS, "pointers stay at who was served")		\
	X(DF_POINTER_GRANT, "inputs' pointers move with the request, too") \
	X(DF_POINTER_REQUEST, "inputs' pointers move with the grant only") \
	X(DF_TURN, "round robin begins at the first candidate")		\
	X(DF_RECENT, "who was served last goes first")			\
	X(DF_OLDEST, "the youngest is preferred")			\
	X(DF_OLDEST_TIE, "ties of birth go to the highest number")	\
	X(DF_INPUT_SPEEDUP, "a packet of an input crosses at a time")	\
	X(DF_VC_CROSSING, "a VC sends while its packet crosses")	\
	X(DF_INPUT_PRIORITY, "inputs' arbiters have the policy of outputs'") \
	X(DF_TRANSIT, "transit is not preferred")			\
	X(DF_NODE_POINTER, "transit moves the pointer for nodes")	\
	X(DF_SINK, "nodes' outputs wait for the other thing")		\
	X(DF_CREDITS_OVER, "a packet needs a credit more than it has phits") \
	X(DF_CREDITS_SHORT, "a packet needs a credit less than it has phits") \
	X(DF_NO_QUEUE, "outputs without queues wait for the link before the crossbar") \
	X(DF_SPEEDUP, "the crossbar is as fast as a link")		\
	X(DF_TAIL, "a port is free before the tail is in")		\
	X(DF_CREDIT_GLOBAL, "credits come back over global links as over local ones") \
	X(DF_DELIVERY, "delivered a cycle earlier")			\
	X(DF_WAITED, "queueing counts from when a packet was ready")	\
	X(DF_IN_BUSY, "inputs are busy for one cycle")			\
	X(DF_OUT_BUSY, "outputs are never busy")			\
	X(DF_GRANTED, "outputs count packets granted, not phits")	\
	X(DF_LINK, "a link is free a cycle after a header")		\
	X(DF_ITERATIONS, "one iteration is all")			\
	X(DF_INJECT_VC, "packets are injected on VCs by their source")	\
	X(DF_INJECT_DRAW, "replies are drawn the VCs of requests")	\
	X(DF_INJECT_TIE, "of several emptiest VCs the highest is entered") \
	X(DF_REPLY_DRAWN, "a reply whose VC is drawn needs room on one") \
	X(DF_INJECT_ROOM, "injection needs room for the largest packet") \
	X(DF_INJECT, "injected packets are ready a cycle later")	\
	X(DF_NODES_FIRST, "nodes inject before the allocation")		\
	X(DF_DROP, "packets without room wait")				\
	X(DF_OUTPUT_TIME, "outputs are busy for the other time")	\
	X(DF_ENTRY, "packets of nodes come in the other way")		\
	X(DF_ARRIVED, "packets pass their destinations' routers on their way") \
	X(DF_ROLE_MINIMAL, "VCs of minimal packets by their part in the longest way") \
	X(DF_CRG, "crg takes the links of the whole group")		\
	X(DF_NRG, "nrg takes the links of the whole group")		\
	X(DF_SENSING, "occupancy is the other one of ports and VCs")	\
	X(DF_CONGESTED, "a link is congested at the limit")		\
	X(DF_CONGESTED_VCS, "a link is congested by packets of one VC")	\
	X(DF_PB, "Piggyback ignores congested links")		\
	X(DF_PB_DELAY, "congested links of others are known at once")	\
	X(DF_PB_OWN, "a router knows of its congested links a cycle late") \
	X(DF_CONGESTED_LATE, "a router finds out in each pass")	\
	X(DF_LINK_PERCENT, "a link is congested above the mean")	\
	X(DF_COMPARISON, "UGAL compares in the other way")		\
	X(DF_COMPARED, "UGAL by hops compares what is sensed")		\
	X(DF_FACTOR, "UGAL compares by a factor of 1")			\
	X(DF_UGAL_BIAS, "UGAL is not biased")				\
	X(DF_VIA_HOPS, "UGAL counts hops to the intermediate router only") \
	X(DF_HOP_COUNT, "UGAL counts hops by the other arrangement")	\
	X(DF_DECISION, "packets are decided on again and again")	\
	X(DF_REDRAW, "intermediate routers are redrawn by draw 1")	\
	X(DF_REDRAW_NEVER, "intermediate routers are not redrawn")	\
	X(DF_SHARED_RESERVE, "nothing is reserved of shared memory")	\
	X(DF_SHARED_OWN, "what is free of VC 0's own is free for all")	\
	X(DF_SHARED_CREDIT, "credits of shared memory are the last VC's") \
	X(DF_PASS, "each pass draws the same")				\
	X(DF_OLM_VC, "OLM's local hops take the first VC")		\
	X(DF_OLM_PLACE, "a packet's place goes back with OLM's local hops") \
	X(DF_PAR_VC, "PAR's local hops take a VC that is not later")	\
	X(DF_MM, "mm goes local first")					\
	X(DF_RRG, "rrg goes global by the first draw")			\
	X(DF_CANDIDATES, "candidates are chosen in the other way")	\
	X(DF_CANDIDATE_MINIMAL, "the minimal port is a candidate")	\
	X(DF_CANDIDATE_PERCENT, "a candidate may have as much as the minimal hop") \
	X(DF_LOCAL_MISROUTING, "there is no local misrouting")		\
	X(DF_LOCAL_ONCE, "local misrouting twice in a group")		\
	X(DF_LOCAL_STAYS, "local misrouting once in all")		\
	X(DF_PAR_THERE, "PAR misroutes in the destination's group")	\
	X(DF_FORCED_STAYS, "packets stay forced")			\
	X(DF_CONTENTION, "counters must exceed their threshold")	\
	X(DF_CONTENTION_REAL, "counters count the output taken")	\
	X(DF_CONTENTION_PASSING, "counters do not count who passes")	\
	X(DF_ADMIT_CONTENDED, "a candidate may be contended")		\
	X(DF_FILTERED, "the mean is the counter")			\
	X(DF_FILTER_LATE, "the mean has this cycle's counter")		\
	X(DF_ALPHA, "alpha is the weight of the new")			\
	X(DF_HYBRID, "hybrid is not released by credits")		\
	X(DF_HYBRID_ADMIT, "hybrid admits by credits only")		\
	X(DF_ECTN_PORTS, "ectn counts packets at local ports")		\
	X(DF_ECTN_DELAY, "exchanges arrive at once")			\
	X(DF_ECTN_PERIOD, "sums are exchanged all the time")		\
	X(DF_ECTN_NODE, "the group releases packets in transit")	\
	X(DF_RELEASE_FREE, "credits release a hop that can go")		\
	X(DF_RELEASE_GLOBAL, "credits release by links that are not congested") \
	X(DF_LEAST, "credits release by empty queues")			\
	X(DF_ADMIT_EQUAL, "a candidate at the limit is not admitted")	\
	X(DF_FORCED_COUNT, "forced hops do not count")			\
	X(DF_LOCAL_WHERE, "destinations' groups count as intermediate ones") \
	X(DF_MISROUTED_FLAG, "packets do not know that they left their way") \
	X(DF_MISROUTED, "all packets count as misrouted")		\
	X(DF_PART, "waiting for local links counts as for global ones")	\
	X(DF_PART_NODE, "waiting for nodes counts as for local links")	\
	X(DF_PART_SOURCE, "waiting at the source is no part of latencies") \
	X(DF_HOPS, "global hops are those of the minimal way")		\
	X(DF_INPUT_REQUESTS, "usage: an input's arbiter has one request at a time") \
	X(DF_INPUT_GRANTS, "usage: inputs' choices count where they lead") \
	X(DF_OUTPUT_REQUESTS, "usage: requests to outputs count where they come from") \
	X(DF_OUTPUT_GRANTS, "usage: grants count where packets come from")	\
	X(DF_USED_VC, "usage: all phits count as those of VC 0")	\
	X(DF_HELD, "usage: queues hold packets from their readiness on")	\
	X(DF_QUEUED_FLITS, "usage: outputs' queues hold packets of a phit")	\
	X(DF_FREEZE, "bursts end while there is no room")		\
	X(DF_THAW, "gaps between bursts pass while there is no room")	\
	X(DF_REPLY_ROOM, "requests are delivered without room for replies") \
	X(DF_REPLY_OWED, "room is not kept for who is on the way to the node") \
	X(DF_REPLY_LONGEST, "room for the shortest reply is enough")	\
	X(DF_REPLY_OLD, "requests of former traffic need room for replies") \
	X(DF_REPLY_VCS, "replies take the VCs of requests")		\
	X(DF_REPLY_INJECT, "replies are injected on the VCs of requests") \
	X(DF_REPLY_CHANNEL, "replies wait in turn with what the node sends") \
	X(DF_REPLY_EARLY, "a reply is made a cycle before its request is delivered") \
	X(DF_REPLY_DRAW, "ways of replies drawn as those of requests")	\
	X(DF_REPLY_BIT, "headers of replies have the other bit")	\
	X(DF_REPLY_AGE, "arbiters take a reply for as old as its request") \
	X(DF_REPLY_CONGESTED, "replies avoid links that are congested for requests")

#define MUTANT_ENUM(name, text)	MUTANT_##name,
enum mutant {
	MUTANT_NONE,
	MUTANT_LIST(MUTANT_ENUM)
	MUTANT_SEASTAR_END, MUTANT_BEFORE_VC = MUTANT_SEASTAR_END - 1,
	VC_MUTANT_LIST(MUTANT_ENUM)
	MUTANT_VC_END, MUTANT_BEFORE_TP = MUTANT_VC_END - 1,
	TP_MUTANT_LIST(MUTANT_ENUM)
	MUTANT_TP_END, MUTANT_BEFORE_TORUS = MUTANT_TP_END - 1,
	TORUS_MUTANT_LIST(MUTANT_ENUM)
	MUTANT_TORUS_END, MUTANT_BEFORE_BUBBLE = MUTANT_TORUS_END - 1,
	BUBBLE_MUTANT_LIST(MUTANT_ENUM)
	MUTANT_BUBBLE_END, MUTANT_BEFORE_WH = MUTANT_BUBBLE_END - 1,
	WH_MUTANT_LIST(MUTANT_ENUM)
	MUTANT_WH_END, MUTANT_BEFORE_DF = MUTANT_WH_END - 1,
	DF_MUTANT_LIST(MUTANT_ENUM)
	MUTANTS
};

/* Errors whose place in the code was reached since the list was cleared; only these have effect. */
extern unsigned char mutant_reached[MUTANTS];

static inline int mutant_is(enum mutant mutant, enum mutant here)
{
	mutant_reached[here] = 1;
	return mutant == here;
}

#define MUTATE(mutant, name, right, wrong)				\
	(mutant_is(mutant, MUTANT_##name) ? (wrong) : (right))

extern const char *const mutant_text[MUTANTS];

#endif /* ORACLE_MUTANT_H */

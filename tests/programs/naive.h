/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * Random programs, a network without contention, and a second, simple replay of programs in it,
 * cycle by cycle and operation by operation (docs/traces.md, section 5).
 */
#ifndef PROGRAMS_NAIVE_H
#define PROGRAMS_NAIVE_H

#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>

#define ANY		(-1)
#define COLLECTIVE_TAGS	0x40000000	/* lowest tag that a receive of any tag does not take */
#define MOST_RANKS	6
#define MOST_OPS	40
#define MOST_PARTS	64
#define MOST_PATHS	64
#define MOST_SENT	(MOST_RANKS * MOST_OPS * 3)
#define NEVER		UINT64_MAX
#define CPUS		2
#define CALLS		5	/* names of calls, with 0: no call */
#define COLLECTIVE_CALL	4	/* the one that is a collective operation */
#define MOST_BINS	16
#define MOST_PHASES	4	/* lines "phase" of a rank */
#define MOST_STATES	100000	/* cycles of a program whose timelines are compared */
#define MOST_LINES	2	/* calls between two operations of a rank */

/* Deliberate errors of the naive replay, each of which a comparison must notice. */
#define MUTANTS(X)							\
	X(NONE, "none")							\
	X(STARTS, "irequires waits for the end")			\
	X(POSTED, "a message goes to the last receive posted for it")	\
	X(FIRST, "a receive takes the last message that came")		\
	X(OVERTAKES, "messages of one source match as they come")	\
	X(PACKET, "a receive ends with the first packet of its message") \
	X(EAGER, "a send of the eager size does not wait")		\
	X(ANSWER, "data follow the request at once")			\
	X(SENT, "a rendezvous is over for its sender with the answer")	\
	X(CPU, "a processor computes any number of things at once")	\
	X(REST, "computing times are rounded down one by one")		\
	X(LATE, "what comes is seen two cycles later")			\
	X(ORDER, "of operations ready the last of the file starts first") \
	X(WAITING, "waiting for a receiver counts as waiting")		\
	X(REACHED, "a rank waits in the call of the operation that started last") \
	X(NEXT, "a rank waits in the call of the operation before, not in a wait behind it") \
	X(BEGINS, "a call with operations begins before the first of them") \
	X(ENDS, "computing does not end a call")			\
	X(THREAD, "a rank waits in the call of its last processor")	\
	X(OF, "a message is that of the call in which its processor waits") \
	X(PATH_SENDER, "a path never goes on at a late receiver")	\
	X(PATH_EARLY, "a path goes on at a receiver that was there before") \
	X(PATH_BUSY, "a path passes over the time in which a processor was busy") \
	X(PATH_HALF, "a path goes on at a receive that waited for the rest of its message") \
	X(PATH_FREED, "a path leads to the send of a message that had overtaken another") \
	X(PHASE_CPU, "a phase begins with an operation of any processor") \
	X(PHASE_FIRST, "a phase begins with the first operation below its line alone") \
	X(PHASE_DONE, "a phase begins when an operation of it is done") \
	X(PHASE_LEFT, "a phase ends when the next but one begins") \
	X(BIN_FULL, "bins are widened when they are full, not when they are exceeded") \
	X(BIN_BORDER, "the last cycle of a bin counts in the next one") \
	X(BIN_CALL, "waiting in a collective operation counts as other waiting") \
	X(BIN_SENDS, "sending in a collective operation counts as other sending")

#define MUTANT_ENUM(name, text)	MUTANT_##name,
enum mutant { MUTANTS(MUTANT_ENUM) MUTANT_COUNT };

enum kind { CALC, SEND, RECV };

/* An operation.  @need has what it waits for: 2 n is the end of operation n, 2 n + 1 its start. */
struct op {
	enum kind kind;
	long long size;
	int peer;
	int tag;
	int cpu;
	int need[4];
	int needs;
};

/* A line "call" or, if @waits, "wait" of a program's text; call 0: there is no line. */
struct line {
	int call;
	int cpu;
	bool waits;
};

/* A line "phase" of a program's text, before operation @op. */
struct mark {
	int op;
	int cpu;
};

struct draft {
	int ranks;
	int ops[MOST_RANKS];
	struct op op[MOST_RANKS][MOST_OPS];
	struct line line[MOST_RANKS][MOST_OPS + 1][MOST_LINES];	/* before each operation */
	struct mark mark[MOST_RANKS][MOST_PHASES];
	int marks[MOST_RANKS];
	int first_phase;	/* number of the first of these phases */
	long long compute;	/* factor of computing times, in millionths */
	long long cycle_time;	/* picoseconds per cycle */
	long long flit_bytes;
	long long eager;
	bool loses;	/* some of its sends and receives are missing */
	int bins;	/* most bins of a timeline */
	int wild;	/* per cent of receives that take any source, or any tag */
	uint64_t seed;
};

/* A message as the network takes it. */
struct born {
	uint64_t cycle;
	int source;
	int dest;
	uint32_t flits;
};

/* Counts of a rank in its calls with one name. */
struct in_call {
	uint64_t calls;
	uint64_t messages;
	uint64_t bytes;
	uint64_t sending;
	uint64_t waiting;
};

/* Cycles of a critical path by their kind and by call, and the number of its messages. */
struct part {
	uint64_t computing;
	uint64_t eager;
	uint64_t rendezvous;
	uint64_t messages;
	uint64_t call[CALLS];
};

/* Cycles of a rank in a phase, and the cycle in which a later one began. */
struct in_phase {
	uint64_t left;
	uint64_t cycles[3];	/* by enum state */
};

/* All critical paths up to an event: several, if it had several causes in one cycle. */
struct parts {
	struct part at[MOST_PATHS];
	int count;
	bool is_known;
	bool overflows;
};

/* The naive replay's record for paths.c: cycles of operations, and the receives of messages. */
struct history {
	uint64_t start[MOST_RANKS][MOST_OPS];
	uint64_t end[MOST_RANKS][MOST_OPS];
	int call[MOST_RANKS][MOST_OPS];
	struct took {
		int source, dest, op, receive, number;
		bool rendezvous;
		uint64_t seen;	/* cycle in which its first packet was seen */
		uint64_t whole;	/* cycle in which its last packet was seen */
		uint64_t came;	/* cycle in which a receive could take it */
	} message[MOST_SENT];
	int messages;
};

/* The states of a rank, and the columns of its timeline. */
enum state { COMPUTES, SENDS, WAITS, COLLECTIVE, STATES };

/* The naive replay's record for timelines.c: by rank and cycle, the state and the kind of call. */
struct states {
	unsigned char state[MOST_RANKS][MOST_STATES];
	bool collective[MOST_RANKS][MOST_STATES];
};

/* The outcome of either replay: counts of each rank, and all messages. */
struct outcome {
	int ended;	/* number of ranks that have ended */
	uint64_t end[MOST_RANKS];
	uint64_t computing[MOST_RANKS];
	uint64_t sending[MOST_RANKS];
	uint64_t waiting[MOST_RANKS];
	uint64_t messages[MOST_RANKS];
	uint64_t bytes[MOST_RANKS];
	bool has_calls;
	struct in_call call[MOST_RANKS][CALLS];
	struct born born[MOST_SENT];
	int borns;
	struct parts path;
	struct in_phase phase[MOST_RANKS][MOST_PHASES + 1];
	uint64_t width;	/* cycles of a bin; 0: there are no timelines, or they are not compared */
	uint64_t bin[MOST_RANKS][MOST_BINS][STATES];
};

extern const char *const draft_names[CALLS];

void draft_draw(struct draft *d, uint64_t seed);
void draft_print(const struct draft *d, FILE *to);

/*
 * Return the delay of the network for packet @part of the message that is born as number @n of
 * @source: cycles from the packet's injection to its delivery, less one.
 */
uint64_t net_delay(uint64_t seed, int source, int n, int part);

#define PACKET	9	/* flits, at most */

void naive_run(const struct draft *d, enum mutant mutant, struct outcome *o);

/* Find the critical paths of a program that has ended. */
void paths_find(const struct draft *d, enum mutant mutant, const struct history *h,
		struct outcome *o);

/* Count the timelines of a program that has ended. */
void timelines_find(const struct draft *d, enum mutant mutant, const struct states *s,
		    struct outcome *o);

#endif /* PROGRAMS_NAIVE_H */

// SPDX-License-Identifier: GPL-2.0-only
/*
 * The Procedures of the paper; each statement has the number of its line there as a comment.
 */
#include "procedures.h"

#define M(name, right, wrong)	MUTATE(a->mutant, name, right, wrong)

static u32 bits(u64 word, u32 high, u32 low)
{
	return (u32)(word >> low & ((1ULL << (high - low + 1)) - 1));
}

static void put(u64 *word, u32 high, u32 low, u64 value)
{
	u64 mask = ((1ULL << (high - low + 1)) - 1) << low;

	*word = (*word & ~mask) | (value << low & mask);
}

void procedure_1(struct aging *a, u64 *head_flit, bool request, u32 port)
{
	u32 age;

	age = bits(*head_flit, M(P1_1, 7, 6), 0);			/* 1 */
	if (M(P1_2, request, !request)) {				/* 2 */
		age = age + M(P1_3, a->REQ_AGE_BIAS[port], 0);		/* 3 */
	} else {							/* 4 */
		age = age + M(P1_5, a->RSP_AGE_BIAS[port], 0);		/* 5 */
	}								/* 6 */
	if (age > M(P1_7, 255, 256)) {					/* 7 */
		age = M(P1_8, 255, 254);				/* 8 */
	}								/* 9 */
	a->packet_count[M(P1_10E, a->epoch, !a->epoch)] += M(P1_10, 1, 0);	/* 10 */
	put(head_flit, 9, 9, M(P1_11, a->epoch, !a->epoch));		/* 11 */
	put(head_flit, M(P1_12W, 8, 7), 0,
	    age - M(P1_12, a->timestamp, 0));				/* 12 */
}

struct new_age procedure_2(const struct aging *a, u64 head_flit)
{
	bool rollover, saturation;
	u32 in_epoch, new_age;

	rollover = M(P2_1, false, true);				/* 1 */
	saturation = false;						/* 2 */
	in_epoch = bits(head_flit, M(P2_3, 9, 10), M(P2_3, 9, 10));	/* 3 */
	if (M(P2_4, in_epoch != a->epoch, in_epoch == a->epoch)) {	/* 4 */
		rollover = M(P2_5, true, false);			/* 5 */
	}								/* 6 */
	new_age = bits(head_flit, M(P2_7, 8, 7), 0) +
		  (rollover << 8 | M(P2_7T, a->timestamp, 0));		/* 7 */
	if (M(P2_8A, bits(new_age, 8, 8) == 1, false) ||
	    M(P2_8B, bits(new_age, 9, 9) == 1 &&
	      M(P2_8, bits(head_flit, 8, 8) == 0,
		bits(head_flit, 8, 8) == 1), false)) {			/* 8 */
		saturation = true;					/* 9 */
		new_age = M(P2_10, 255, 254);				/* 10 */
	}								/* 11 */
	return (struct new_age){
		.age = bits(new_age, 7, 0),
		.rollover = rollover,
		.saturation = saturation,
	};
}

/* Execute the lines of Procedure 2 after line 12, which is the arbitration in output.c. */
void procedure_2_winner(struct aging *a, u64 *head_flit, u32 new_age)
{
	u32 in_epoch = bits(*head_flit, 9, 9);

	put(head_flit, 7, 0, M(P2_13, new_age, bits(*head_flit, 7, 0)));	/* 13 */
	a->packet_count[M(P2_14E, in_epoch, a->epoch)] -= M(P2_14, 1, 0);	/* 14 */
	put(head_flit, 10, M(P2_CLEAR, 8, 10), 0);	/* not in the paper: docs/model.md */
}

void procedure_3(struct aging *a)
{
	if (M(P3_1, a->inhibit, !a->inhibit)) {				/* 1 */
		a->inhibit = M(P3_2, false, true);			/* 2 */
		if (M(P3_3A, a->epoch == 1 && a->packet_count[0] > 0, false) ||
		    M(P3_3B, a->epoch == 0 && a->packet_count[1] > 0, false)) {	/* 3 */
			a->inhibit = M(P3_4, true, false);		/* 4 */
		}							/* 5 */
	} else {							/* 6 */
		a->age_clock_period_reg -= M(P3_7, 1, 2);		/* 7 */
		if (a->age_clock_period_reg == M(P3_8, 0, 1)) {		/* 8 */
			a->age_clock_period_reg =
				a->AGE_CLK_PERIOD + M(P3_9, 0, 1);	/* 9 */
			if (a->timestamp == M(P3_10, 255, 254)) {	/* 10 */
				a->inhibit = M(P3_11, false, true);	/* 11 */
				if (M(P3_12A, a->epoch == 1 &&
				      a->packet_count[0] > 0, false) ||
				    M(P3_12B, a->epoch == 0 &&
				      a->packet_count[1] > 0, false)) {	/* 12 */
					a->inhibit = M(P3_13, true, false);	/* 13 */
				} else {				/* 14 */
					a->timestamp += M(P3_15, 1, 2);	/* 15 */
					a->epoch = M(P3_16, !a->epoch,
						     a->epoch);		/* 16 */
				}					/* 17 */
			} else {					/* 18 */
				a->timestamp += M(P3_19, 1, 0);		/* 19 */
			}						/* 20 */
		}							/* 21 */
	}								/* 22 */
}

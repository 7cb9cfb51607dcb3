/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * The aging algorithm of Abts & Weisser, SC07, section 2.3, as printed there
 * but for line 8 of Procedure 2 (docs/model.md, section 5).
 */
#ifndef ORACLE_PROCEDURES_H
#define ORACLE_PROCEDURES_H

#include "sim/routers/seastar/seastar.h"

#include "mutant.h"

struct aging {
	enum mutant mutant;
	u32 AGE_CLK_PERIOD;
	u8 REQ_AGE_BIAS[SS_PORTS];
	u8 RSP_AGE_BIAS[SS_PORTS];
	u32 age_clock_period_reg;
	u8 timestamp;
	u8 epoch;
	bool inhibit;
	u32 packet_count[2];
};

struct new_age {
	u32 age;
	bool rollover, saturation;
};

void procedure_1(struct aging *a, u64 *head_flit, bool request, u32 port);
struct new_age procedure_2(const struct aging *a, u64 head_flit);
void procedure_2_winner(struct aging *a, u64 *head_flit, u32 new_age);
void procedure_3(struct aging *a);

#endif /* ORACLE_PROCEDURES_H */

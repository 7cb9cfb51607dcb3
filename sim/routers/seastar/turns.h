/* SPDX-License-Identifier: GPL-2.0-only */
/* The routers that may go by the table of turns although there are look-up tables. */
#ifndef SS_TURNS_H
#define SS_TURNS_H

#include "router.h"

/* Load the turns and the marks of @s, a survey of the tables that were just loaded, into @f. */
void ss_turns_load(struct ss_fabric *f, const struct ss_survey *s);

/*
 * Return true if the table of input @in of router @r agrees with the turns for a packet to @dest.
 */
bool ss_turns_agree(const struct ss_fabric *f, u32 r, u32 in, u32 dest);

/* Let router @r use its look-up tables. */
void ss_turns_except(struct ss_fabric *f, u32 r);

#endif /* SS_TURNS_H */

/* SPDX-License-Identifier: GPL-2.0-only */
/* Which routers may go by the table of turns, though there are look-up tables. */
#ifndef SS_TURNS_H
#define SS_TURNS_H

#include "router.h"

/* Bytes that ss_turns_survey() needs. */
size_t ss_survey_bytes(const struct ss_fabric *f);

/*
 * Fill in the turns that the tables of @f have in common, and mark the routers that look their
 * tables up.  @scratch is ss_survey_bytes(), aligned to 8.
 */
void ss_turns_survey(struct ss_fabric *f, void *scratch);

/* Is what the turns say of a packet for @dest at input @in of router @r what its table says? */
bool ss_turns_agree(const struct ss_fabric *f, u32 r, u32 in, u32 dest);

/* Have router @r look its tables up. */
void ss_turns_except(struct ss_fabric *f, u32 r);

#endif /* SS_TURNS_H */

/* SPDX-License-Identifier: GPL-2.0-only */
/* The routers that may go by the table of turns, though there are look-up tables. */
#ifndef SS_TURNS_H
#define SS_TURNS_H

#include "router.h"

/* Have the turns and the marks of @s, of the tables that have just been loaded, in @f. */
void ss_turns_load(struct ss_fabric *f, const struct ss_survey *s);

/* Is what the turns say of a packet for @dest at input @in of router @r what its table says? */
bool ss_turns_agree(const struct ss_fabric *f, u32 r, u32 in, u32 dest);

/* Have router @r look its tables up. */
void ss_turns_except(struct ss_fabric *f, u32 r);

#endif /* SS_TURNS_H */

/* SPDX-License-Identifier: GPL-2.0-only */
/* The traffic of results in words: its pattern, or the patterns of its parts and their shares. */
#ifndef SIM_RESULT_TRAFFIC_H
#define SIM_RESULT_TRAFFIC_H

#include "results.h"

#define TRAFFIC_PARTS	4	/* pattern, pattern2, pattern3 and pattern4 */
#define TRAFFIC_KEY	64	/* bytes of a key of a part */

/* Write the name of @key of part @part, from 0: "pattern", "pattern2". */
void traffic_key(const char *key, u32 part, char name[TRAFFIC_KEY]);

/* Return true if the traffic of any result has a part @part, from 0. */
bool traffic_has_part(const struct results *s, u32 part);

/*
 * Return the patterns that all results have, to be freed: "uniform", or of mixed traffic "uniform
 * 99.9 %, hot-spots 0.1 %", without shares if these differ.  Empty if patterns differ.
 */
char *traffic_title(const struct results *s);

#endif /* SIM_RESULT_TRAFFIC_H */

/* SPDX-License-Identifier: GPL-2.0-only */
/* Speeds of links and routers of results: what a link carries, and how long a hop takes. */
#ifndef SIM_RESULT_SPEED_H
#define SIM_RESULT_SPEED_H

#include "results.h"

/**
 * struct speed - speed of links and routers, by the cycle time of the router
 * @carries: what a link carries: bytes per ns of programs, flits per ns of other traffic; NAN: the
 *	cycle time is not known
 * @in_bytes: @carries is in bytes per ns
 * @hop: ns that a further hop takes a packet that meets no other; NAN: not known
 * @global: the same of a global link; NAN: there are none
 */
struct speed {
	double carries;
	bool in_bytes;
	double hop;
	double global;
};

struct speed speed_of(struct json_object *result);

/*
 * Return a sentence, to be freed, with the speeds of each router if they differ between results;
 * NULL if they do not, or are not known of all.
 */
char *speed_note(const struct results *s);

#endif /* SIM_RESULT_SPEED_H */

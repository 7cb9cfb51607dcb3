/* SPDX-License-Identifier: GPL-2.0-only */
/* Traffic as it is typed, and as a device has it. */
#ifndef TRAFFIC_H
#define TRAFFIC_H

#include <json-c/json.h>

#include "args.h"
#include "nl.h"

#define TRAFFIC_USAGE								\
	"pattern PATTERN [load FLITS [queue N] | window N]\n"			\
	"       [length N|L:W[,L:W]...] [requests PERCENT]\n"			\
	"       PATTERN := none | uniform | all-to-one target N | neighbour |\n" \
	"                  complement | tornado | bit-reversal | shuffle |\n"	\
	"                  transpose | permutation LIST|FILE"

/*
 * Take the words of "traffic set" after the device, to the end, and put them into @m.
 * Without @dev, which knows their coordinates, routers are numbers.
 */
void args_traffic(struct args *a, const char *dev, struct msg *m);

/* What the sources of @dev send, with its permutation; NULL if the driver does not see them. */
struct json_object *traffic_read(struct nl *nl, const char *dev);

/* The same of a request that args_traffic() made: only what was typed is in it. */
struct json_object *traffic_typed(const struct msg *m);

#endif /* TRAFFIC_H */

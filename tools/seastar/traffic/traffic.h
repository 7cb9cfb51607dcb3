/* SPDX-License-Identifier: GPL-2.0-only */
/* Traffic: parsing of words, and printing. */
#ifndef TRAFFIC_H
#define TRAFFIC_H

#include <json-c/json.h>

#include "tools/seastar/base/command.h"
#include "tools/seastar/netlink/nl.h"

struct permutation;

#define TRAFFIC_WHOLE		1000000	/* unit of loads and shares: millionths */
#define TRAFFIC_LOAD_DIGITS	6	/* digits of a load in flits/node/cycle */
#define TRAFFIC_REQUESTS_DIGITS	4	/* digits of a percentage with the same resolution */

extern const struct keyword traffic_keywords[];

/* The patterns for PATTERN in the usage of the traffic commands. */
#define TRAFFIC_PATTERNS	\
	"none | uniform | all-to-one target N|X,Y,Z | neighbour | complement | tornado | " \
	"bit-reversal | shuffle | transpose | permutation LIST|FILE"

/*
 * Take the words of "traffic set" after the device, and put them into @m. If @dev is NULL, routers
 * are given by number only, not by coordinates.
 */
void args_traffic(struct args *a, const char *dev, struct snl_msg *m);

/*
 * Read the traffic of @dev's sources, with its permutation; NULL if the driver does not control it.
 */
struct json_object *traffic_read(struct nl *nl, const char *dev);

/* Convert a request that args_traffic() filled; the result has only the typed values. */
struct json_object *traffic_typed(const struct snl_msg *m);

/* Print the traffic as the kernel reports it, without or with its permutation. */
void traffic_out(const struct nlmsghdr *m);
void traffic_whole_out(const struct nlmsghdr *m, const struct permutation *p);

#endif /* TRAFFIC_H */

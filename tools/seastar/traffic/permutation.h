/* SPDX-License-Identifier: GPL-2.0-only */
/* Permutations of the routers: parsing of the command line and files, and messages. */
#ifndef TRAFFIC_PERMUTATION_H
#define TRAFFIC_PERMUTATION_H

#include "tools/seastar/base/args.h"
#include "tools/seastar/netlink/nl.h"

/*
 * Take "3,2,1,0", or the name of a file with numbers separated by commas or white space, and put
 * the numbers into @m.  The kernel checks that they are a permutation.
 */
void args_permutation(struct args *a, struct snl_msg *m);

struct permutation {
	uint32_t *entry;
	size_t n;
};

/* Read the permutation of @dev; it is empty if the traffic has another pattern. */
void permutation_read(struct nl *nl, const char *dev, struct permutation *p);
/* Find the permutation in a request that args_permutation() filled. */
void permutation_of(const struct nlmsghdr *request, struct permutation *p);

void permutation_free(struct permutation *p);

#endif /* TRAFFIC_PERMUTATION_H */

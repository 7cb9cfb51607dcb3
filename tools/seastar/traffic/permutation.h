/* SPDX-License-Identifier: GPL-2.0-only */
/* A permutation of the routers: on the command line or in a file, and in messages. */
#ifndef TRAFFIC_PERMUTATION_H
#define TRAFFIC_PERMUTATION_H

#include "tools/seastar/base/args.h"
#include "tools/seastar/netlink/nl.h"

/*
 * Take "3,2,1,0" or the name of a file of numbers set apart by commas or
 * white space, and put it into @m.  Whether it permutes the kernel judges.
 */
void args_permutation(struct args *a, struct snl_msg *m);

struct permutation {
	uint32_t *entry;
	size_t n;
};

/* Read the permutation of @dev; there are no entries if its traffic is another. */
void permutation_read(struct nl *nl, const char *dev, struct permutation *p);
/* Find the permutation that args_permutation() has put into a request. */
void permutation_of(const struct nlmsghdr *request, struct permutation *p);

void permutation_free(struct permutation *p);

#endif /* TRAFFIC_PERMUTATION_H */

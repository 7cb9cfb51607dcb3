// SPDX-License-Identifier: GPL-2.0-only
/*
 * comms RANKS: find each rank of a communicator whose ranks are in the opposite order, and of one
 * between two groups.  The caller counts instructions.
 */
#include <stdio.h>
#include <stdlib.h>

#include "sim/archive/archive.h"

int main(int argc, char **argv)
{
	u32 n = argc > 1 ? atoi(argv[1]) : 0, i;
	u32 *member = malloc(2 * n * sizeof(*member));
	struct comm all = { .member = member, .members = n };
	struct comm halves = {
		.member = member, .members = n / 2, .remote = member + n / 2, .remotes = n - n / 2,
	};

	for (i = 0; i < n; i++)
		member[i] = n - 1 - i;
	comm_index(&all);
	comm_index(&halves);
	for (i = 0; i < n; i++) {
		u32 first = i >= n - n / 2 ? n - n / 2 - 1 : n - 1;

		if (comm_rank(&all, i) != n - 1 - i || comm_rank(&halves, i) != n - 1 - i ||
		    comm_peer(&all, i, 0) != n - 1 || comm_peer(&halves, i, 0) != first) {
			printf("rank %u is not found\n", i);
			return 1;
		}
	}
	return comm_rank(&all, n) != ARCHIVE_NO_COMM || comm_rank(&halves, n) != ARCHIVE_NO_COMM;
}

// SPDX-License-Identifier: GPL-2.0-only
#define _GNU_SOURCE	/* qsort_r() */
#include <stdlib.h>

#include "sim/base/memory.h"

#include "archive.h"

/* Compare the numbers of two members by their ranks of the world. */
static int compare(const void *a, const void *b, void *member)
{
	u32 x = ((const u32 *)member)[*(const u32 *)a], y = ((const u32 *)member)[*(const u32 *)b];

	return x < y ? -1 : x > y;
}

static void sort(u32 *number, const u32 *member, u32 members)
{
	for (u32 i = 0; i < members; i++)
		number[i] = i;
	qsort_r(number, members, sizeof(*number), compare, (void *)member);
}

void comm_index(struct comm *c)
{
	if (!c->member)
		return;
	c->number = sim_alloc(comm_size(c), sizeof(*c->number));
	sort(c->number, c->member, c->members);
	if (c->remote)
		sort(c->number + c->members, c->remote, c->remotes);
}

/* Find the number of @rank by bisection; ARCHIVE_NO_COMM: it has none. */
static u32 find(const u32 *number, const u32 *member, u32 members, u32 rank)
{
	u32 low = 0, high = members;

	while (low < high) {
		u32 middle = low + (high - low) / 2;

		if (member[number[middle]] < rank)
			low = middle + 1;
		else
			high = middle;
	}
	return low < members && member[number[low]] == rank ? number[low] : ARCHIVE_NO_COMM;
}

u32 comm_rank(const struct comm *c, u32 rank)
{
	u32 number;

	if (!c->member)
		return 0;
	number = find(c->number, c->member, c->members, rank);
	if (number != ARCHIVE_NO_COMM || !c->remote)
		return number;
	number = find(c->number + c->members, c->remote, c->remotes, rank);
	return number == ARCHIVE_NO_COMM ? number : c->members + number;
}

u32 comm_peer(const struct comm *c, u32 rank, u32 peer)
{
	const u32 *to = c->member;
	u32 most = c->members;

	if (!c->member)
		return peer ? ARCHIVE_NO_COMM : rank;
	if (c->remote && find(c->number, c->member, c->members, rank) != ARCHIVE_NO_COMM) {
		to = c->remote;
		most = c->remotes;
	}
	return peer < most ? to[peer] : ARCHIVE_NO_COMM;
}

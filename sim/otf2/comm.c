// SPDX-License-Identifier: GPL-2.0-only
#include "archive.h"

static bool has(const u32 *member, u32 members, u32 rank, u32 *number)
{
	*number = rank;
	if (rank < members && member[rank] == rank)
		return true;
	for (*number = 0; *number < members; ++*number)
		if (member[*number] == rank)
			return true;
	return false;
}

u32 comm_rank(const struct comm *c, u32 rank)
{
	u32 number;

	if (!c->member)
		return 0;
	return has(c->member, c->members, rank, &number) ? number : ARCHIVE_NO_COMM;
}

u32 comm_peer(const struct comm *c, u32 rank, u32 peer)
{
	const u32 *to = c->member;
	u32 most = c->members, number;

	if (!c->member)
		return peer ? ARCHIVE_NO_COMM : rank;
	if (c->remote && has(c->member, c->members, rank, &number)) {
		to = c->remote;
		most = c->remotes;
	}
	return peer < most ? to[peer] : ARCHIVE_NO_COMM;
}

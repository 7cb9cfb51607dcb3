// SPDX-License-Identifier: GPL-2.0-only
#include <string.h>

#include "naive.h"

enum { PROC, XP, XM, YP, YM, ZP, ZM };

static void place(const struct naive *n, int router, int at[3])
{
	at[2] = router % n->k[2];
	at[1] = router / n->k[2] % n->k[1];
	at[0] = router / n->k[2] / n->k[1];
}

int naive_router(const struct naive *n, const int at[3])
{
	return at[2] + n->k[2] * (at[1] + n->k[1] * at[0]);
}

static int opposite(int port)
{
	static const int of[] = { PROC, XM, XP, YM, YP, ZM, ZP };

	return of[port];
}

int naive_peer(const struct naive *n, int router, int port)
{
	int d = (port - 1) / 2, at[3];

	place(n, router, at);
	at[d] += port % 2 ? 1 : -1;
	if (n->k[d] == 1)
		return -1;
	if (at[d] < 0 || at[d] == n->k[d]) {
		if (!n->torus[d])
			return -1;
		at[d] = at[d] < 0 ? n->k[d] - 1 : 0;
	}
	return naive_router(n, at);
}

void naive_fail(struct naive *n, int router, int port)
{
	n->down[router][port] = true;
	n->down[naive_peer(n, router, port)][opposite(port)] = true;
}

static bool absent(const struct naive *n, int router, int port)
{
	return naive_peer(n, router, port) < 0;
}

static bool good(const struct naive *n, int router, int port)
{
	return !absent(n, router, port) && !n->down[router][port];
}

static bool crosses_dateline(const struct naive *n, int router, int port)
{
	int d = (port - 1) / 2, at[3];

	place(n, router, at);
	return n->torus[d] && n->k[d] > 1 && at[d] == n->dateline[d];
}

static int region(const struct naive *n, int router)
{
	int at[3], i;

	place(n, router, at);
	for (i = 0; i < n->regions; i++)
		if (at[0] >= n->first[i] && at[0] <= n->last[i])
			return i;
	return -1;
}

/* Return the lowest bit of a node id; ids are z fastest within the region. */
static int lowest_bit(const struct naive *n, int router)
{
	int first[3] = { n->first[region(n, router)], 0, 0 };

	return (router - naive_router(n, first)) & 1;
}

static int sum(const int at[3])
{
	return at[0] + at[1] + at[2];
}

/* Return the shorter direction in the first dimension that is not finished. */
static int desired(const struct naive *n, int here, int dest)
{
	int at[3], to[3], d, ahead, i, parity;

	place(n, here, at);
	place(n, dest, to);
	if (region(n, here) != region(n, dest)) {
		int k = n->k[0], r = region(n, dest), up, down;

		if (!n->torus[0])
			return at[0] < n->first[r] ? XP : XM;
		for (up = 1; (at[0] + up) % k != n->first[r]; up++)
			;
		for (down = 1; (at[0] - down + k) % k != n->last[r]; down++)
			;
		if (up == down)
			return (sum(at) + lowest_bit(n, dest)) % 2 ? XP : XM;
		return up < down ? XP : XM;
	}
	for (d = 0; d < 3; d++)
		if (at[d] != to[d])
			break;
	if (d == 3)
		return PROC;
	/* a ring, unless it is cut by regions */
	if (!n->torus[d] || (d == 0 && n->regions > 1))
		return to[d] > at[d] ? 1 + 2 * d : 2 + 2 * d;
	ahead = (to[d] - at[d] + n->k[d]) % n->k[d];
	if (2 * ahead < n->k[d])
		return 1 + 2 * d;
	if (2 * ahead > n->k[d])
		return 2 + 2 * d;
	parity = sum(to) - to[d];
	for (i = d; i < 3; i++)
		parity += at[i];
	return parity % 2 ? 2 + 2 * d : 1 + 2 * d;
}

/* Return the row of the table that applies; -1: none. */
static int step(const struct naive *n, int here, int dest)
{
	int want = desired(n, here, dest), next, at[3], to[3], i;
	bool same = region(n, here) == region(n, dest);

	place(n, here, at);
	place(n, dest, to);
	switch (want) {
	case XP:
	case XM:
		if (good(n, here, want)) {
			next = naive_peer(n, here, want);
			/* a global entry is for more destinations than one */
			if ((same && next == dest) || good(n, next, YP))
				return want;
			if (absent(n, next, ZP) || !n->down[next][ZP])
				return want;
			if (!((!same && region(n, next) == region(n, dest)) ||
			      (same && at[1] == to[1])))
				return want;
		} else if (good(n, here, YP) && !crosses_dateline(n, here, YP)) {
			return YP;
		}
		return good(n, here, ZP) && !crosses_dateline(n, here, ZP) ? ZP : -1;
	case YP:
	case YM:
		if (good(n, here, want)) {
			next = naive_peer(n, here, want);
			if (desired(n, next, dest) != ZP || good(n, next, ZP))
				return want;
		}
		return good(n, here, ZP) && !crosses_dateline(n, here, ZP) ? ZP : -1;
	case ZP:
		if (good(n, here, ZP))
			return ZP;
		if (absent(n, here, YP))
			return good(n, here, YM) ? YM : -1;
		return good(n, here, YP) ? YP : -1;
	case ZM:
		for (i = here; i != dest; i = naive_peer(n, i, ZM))
			if (!good(n, i, ZM))
				return good(n, here, ZP) ? ZP : -1;
		return ZM;
	}
	return PROC;
}

/* Return true if a packet may turn from heading @was to heading @now. */
static bool turn_is_allowed(const struct naive *n, int was, int now, int here)
{
	int at[3];

	if (was == PROC)
		return true;
	if (now == opposite(was))
		return false;
	if (was == ZM)
		return now == ZM;
	place(n, here, at);
	if (was == YM && (now == XP || now == XM))
		return !n->torus[1] && at[1] == n->k[1] - 2;
	return true;
}

/* Return the VC on which a packet starts at hop @i, to go straight on to hop @last. */
static int start(const struct naive *n, const struct naive_hop *hop, const int *out, int i,
		 int last, int dest)
{
	int d = (out[i] - 1) / 2, here = hop[i].router, r = region(n, dest), j, at[3];
	bool global = region(n, here) != r, reached = false, left = false, behind;

	for (j = i; j < last; j++) {
		left |= crosses_dateline(n, hop[j].router, out[i]);
		reached |= crosses_dateline(n, hop[j].router, out[i]);
		/* where in the region it goes is not known before it is there */
		if (global && region(n, hop[j + 1].router) == r) {
			int x = n->dateline[0];

			if (n->torus[0] && x >= n->first[r] && x <= n->last[r]) {
				reached = true;
				left |= x != (out[i] == XP ? n->last[r] : n->first[r]);
			}
			break;
		}
		reached |= crosses_dateline(n, hop[j + 1].router, out[i]);
	}
	if (n->version < 3 ? reached : left)
		return 0;
	/* a detour, from which a higher dimension is still to come */
	for (j = last; out[j] != PROC; j++)
		if ((out[j] - 1) / 2 < d)
			return 0;
	place(n, here, at);
	behind = n->torus[d] && n->k[d] > 1 &&
		 at[d] == (n->dateline[d] + (out[i] % 2 ? 1 : n->k[d] - 1)) % n->k[d];
	if (n->version > 0 && behind)
		return 0;
	if (global)
		return n->version >= 2 ? lowest_bit(n, dest) : 0;
	return lowest_bit(n, here) ^ lowest_bit(n, dest);
}

static void assign(const struct naive *n, struct naive_hop *hop, const int *out, int hops, int dest)
{
	int i, last, vc = 0;

	for (i = 0; i < hops - 1; i++) {
		if (i == 0 || out[i] != out[i - 1]) {
			for (last = i; last < hops - 1 && out[last] == out[i]; last++)
				;
			vc = start(n, hop, out, i, last, dest);
		}
		if (crosses_dateline(n, hop[i].router, out[i]))
			vc++;
		hop[i].vc = vc;
	}
}

int naive_route(const struct naive *n, int source, int dest, struct naive_hop *hop)
{
	int out[NAIVE_STEPS], here = source, was = PROC, hops = 0, highest = 0;

	for (;;) {
		int now = step(n, here, dest);

		if (hops == NAIVE_STEPS || now < 0)
			return 0;
		hop[hops] = (struct naive_hop){ here, 0 };
		out[hops++] = now;
		if (now == PROC)
			break;
		if (!turn_is_allowed(n, was, now, here))
			return 0;
		/* after a dateline no higher dimension */
		if ((now - 1) / 2 < highest)
			return 0;
		if (crosses_dateline(n, here, now) && (now - 1) / 2 > highest)
			highest = (now - 1) / 2;
		was = now;
		here = naive_peer(n, here, now);
	}
	if (n->version >= 0)
		assign(n, hop, out, hops, dest);
	return hops;
}

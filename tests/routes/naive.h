/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * Routes by docs/routing.md, pair by pair and step by step: without tables, state or functions of
 * the simulator.
 */
#ifndef NAIVE_H
#define NAIVE_H

#include <stdbool.h>

#define NAIVE_MOST	4096	/* routers */
#define NAIVE_STEPS	512	/* a longer route is a circle */

/* Ports are numbered as in the hardware: 0 proc, 1 +x, 2 -x, 3 +y, 4 -y, 5 +z, 6 -z. */
struct naive {
	int k[3];
	bool torus[3];
	int dateline[3];
	int regions;
	int first[8];
	int last[8];
	int version;			/* the assignment's, 0 to 3; -1: VCs are not asked for */
	bool down[NAIVE_MOST][7];
};

/* A router on the way, and the VC on which the packet leaves it. */
struct naive_hop {
	int router;
	int vc;
};

int naive_router(const struct naive *n, const int at[3]);

/* Return the router behind a port, or -1 at the end of a mesh.  The link may be down. */
int naive_peer(const struct naive *n, int router, int port);

/* Take a link down, from both of its ends. */
void naive_fail(struct naive *n, int router, int port);

/*
 * List the routers from @source to @dest, both included; returns their number, or 0 if there is no
 * route.  The last one's VC is 0.
 */
int naive_route(const struct naive *n, int source, int dest, struct naive_hop *hop);

#endif /* NAIVE_H */

/* SPDX-License-Identifier: GPL-2.0-only */
/* The links of a fabric: who is joined to whom, and what they carried. */
#ifndef LINKS_H
#define LINKS_H

#include "counters.h"
#include "device.h"
#include "sample.h"

/* The state of a port's link. */
struct port_state {
	bool present;	/* there is something on the other side */
	bool up;	/* and it carries flits */
};

/* Read it for all ports of a router; that of a software fabric is known. */
void port_states(struct nl *nl, const struct device *d, uint32_t router,
		 struct port_state state[SEASTAR_PORTS]);

/**
 * struct link - from an output of a router to an input of the next
 * @from: router
 * @out: its port
 * @to: router
 * @in: its port
 * @up: it carries flits
 * @output: counters of @out; what is sent is counted where it arrives, but for stalls
 * @input: counters of @in; NULL if they cannot be read: a BAR may have fewer routers
 *	than the fabric
 */
struct link {
	uint32_t from, to;
	unsigned int out, in;
	bool up;
	const uint64_t *output, *input;
};

/* All links that begin at routers of @s, by router and port; to be freed. */
struct link *links_gather(struct nl *nl, const struct device *d, const struct sample *s, size_t *n);

#endif /* LINKS_H */

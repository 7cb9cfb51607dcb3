/* SPDX-License-Identifier: GPL-2.0-only */
/* The links of a fabric: their ends, and their counts. */
#ifndef LINK_LINKS_H
#define LINK_LINKS_H

#include "tools/seastar/counters/sample.h"
#include "tools/seastar/counters/sums.h"
#include "tools/seastar/device/device.h"

/**
 * struct router_links - the state of the links of a router
 * @present: bit p set if port p has a link
 * @up: bit p set if the link of port p carries flits
 * @transitions: times that the link came up or went down since the device came, by port
 * @since: time of the last such transition in nanoseconds since 1970, by port; 0: there was none
 * @dropped: packets that the router has dropped, by enum seastar_drop
 * @bit_errors: wrong bits per 10^12 bits sent over the link, by port
 * @retries: micropackets sent again, by port
 * @undetected: wrong micropackets that the receiver took, by port
 */
struct router_links {
	uint32_t present, up;
	uint64_t bit_errors[SEASTAR_PORTS], retries[SEASTAR_PORTS], undetected[SEASTAR_PORTS];
	uint32_t transitions[SEASTAR_PORTS];
	uint64_t since[SEASTAR_PORTS];
	uint64_t dropped[SEASTAR_DROPS];
};

static inline bool link_is_present(const struct router_links *l, unsigned int port)
{
	return l->present >> port & 1;
}

static inline bool link_is_up(const struct router_links *l, unsigned int port)
{
	return l->up >> port & 1;
}

/* Read the links of one router, or of all routers of the device, to be freed. */
void links_read_one(struct nl *nl, const struct device *d, uint32_t router,
		    struct router_links *l);
struct router_links *links_read(struct nl *nl, const struct device *d);

/**
 * enum link_state - state of a link, seen from one direction
 * @LINK_UP: the link carries flits both ways
 * @LINK_DEGRADED: the link carries flits this way and not the other; or its bits arrive wrong
 * @LINK_DOWN: the link carries no flits this way
 */
enum link_state {
	LINK_UP,
	LINK_DEGRADED,
	LINK_DOWN,
	LINK_STATES,
};

extern const char *const link_state_names[LINK_STATES + 1];

/*
 * Return the links that are down in at least one direction, "5:+x,90:+z"; to be freed.  Each is
 * named by the router whose + port it has.  @n is set to their number, unless NULL.
 */
char *links_down(struct nl *nl, const struct device *d, size_t *n);

/*
 * Return the links with bit errors and their rates, "5:+x:0.0001,90:-z:0.01"; to be freed.  The
 * program ends if the two directions of a link have different rates.
 */
char *links_lossy(struct nl *nl, const struct device *d);

/**
 * struct link - from an output of a router to an input of the next
 * @from: router at which the link begins
 * @out: output port of @from
 * @to: router at which the link ends
 * @in: input port of @to
 * @state: state of the link
 * @transitions: times that the link came up or went down
 * @since: time of the last transition in nanoseconds since 1970; 0: there was none
 * @bit_errors: wrong bits per 10^12 bits sent
 * @retries: micropackets sent again
 * @undetected: wrong micropackets that the receiver took
 * @output: counters of @out, for stalls; packets sent are taken from @input
 * @input: counters of @in; NULL if they cannot be read: a BAR may have fewer routers
 *	than the fabric
 */
struct link {
	uint32_t from, to;
	unsigned int out, in;
	enum link_state state;
	uint32_t transitions;
	uint64_t since;
	uint64_t bit_errors, retries, undetected;
	const uint64_t *output, *input;
};

/*
 * Gather all links that begin at routers of @s, by router and port; to be freed.  Retries are
 * counted from @before on, which links_read() read, or since the routers' reset if it is NULL.
 * @dropped is set to the packets that these routers have dropped.
 */
struct link *links_gather(struct nl *nl, const struct device *d, const struct sample *s,
			  const struct router_links *before, size_t *n,
			  uint64_t dropped[SEASTAR_DROPS]);

#endif /* LINK_LINKS_H */

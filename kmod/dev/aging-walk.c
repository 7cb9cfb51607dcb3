// SPDX-License-Identifier: GPL-2.0-only
/*
 * Walks along changes of aging registers, for events and replies that report them.
 */
#include <linux/string.h>

#include "dev/aging.h"
#include "dev/dev.h"

/* the router itself was reported; bits 0 to 6: its ports */
#define REPORTED_ROUTER	BIT(SEASTAR_PORTS)
#define ALL_PORTS	(BIT(SEASTAR_PORTS) - 1)

/**
 * seastar_aging_list_next() - get the next of an array of changes
 * @walk: a &struct seastar_aging_list
 * @c: set to the next one
 *
 * Return: false at the end.
 */
bool seastar_aging_list_next(void *walk, struct seastar_aging_change *c)
{
	struct seastar_aging_list *list = walk;

	if (list->next == list->end)
		return false;
	*c = *list->next++;
	return true;
}

static bool same(const struct ss_aging *a, const struct ss_aging *b)
{
	return a->period == b->period && a->select == b->select &&
	       !memcmp(a->bias, b->bias, sizeof(a->bias));
}

/**
 * seastar_aging_diff_start() - begin a walk along the differences of two states
 * @d: the walk, for seastar_aging_diff_next()
 * @routers: number of routers
 * @from: their registers before
 * @to: their registers after
 */
void seastar_aging_diff_start(struct seastar_aging_diff *d, u32 routers,
			      const struct ss_aging *from,
			      const struct ss_aging *to)
{
	u32 r = 1;

	while (r < routers && same(&from[r], from) && same(&to[r], to))
		r++;
	*d = (struct seastar_aging_diff){
		.from = from,
		.to = to,
		.every = r == routers,
		.routers = r == routers ? 1 : routers,
	};
}

static bool diff_report_router(struct seastar_aging_diff *d,
			       struct seastar_aging_change *c)
{
	const struct ss_aging *from = &d->from[d->router];
	const struct ss_aging *to = &d->to[d->router];

	if (d->reported & REPORTED_ROUTER)
		return false;
	d->reported |= REPORTED_ROUTER;
	if (from->period != to->period) {
		c->given |= BIT(SEASTAR_A_ENTRY_CLOCK_PERIOD);
		c->period = to->period;
	}
	if (from->select != to->select) {
		c->given |= BIT(SEASTAR_A_ENTRY_RR_SELECT);
		c->select = to->select;
	}
	return c->given;
}

/* Return the changed biases of a port, as an entry. */
static struct seastar_aging_change biases(const struct seastar_aging_diff *d,
					  u32 port)
{
	const struct ss_aging *from = &d->from[d->router];
	const struct ss_aging *to = &d->to[d->router];
	struct seastar_aging_change c = {};

	if (from->bias[0][port] != to->bias[0][port]) {
		c.given |= BIT(SEASTAR_A_ENTRY_REQ_BIAS);
		c.bias[0] = to->bias[0][port];
	}
	if (from->bias[1][port] != to->bias[1][port]) {
		c.given |= BIT(SEASTAR_A_ENTRY_RSP_BIAS);
		c.bias[1] = to->bias[1][port];
	}
	return c;
}

/*
 * Set @c, which is empty, to the change of the first port that is not reported yet, and extend it
 * to all such ports that get the same values.  Returns false if there is no such port.
 */
static bool diff_report_ports(struct seastar_aging_diff *d,
			      struct seastar_aging_change *c)
{
	u32 port;

	for (port = 0; port < SEASTAR_PORTS; port++) {
		struct seastar_aging_change one = biases(d, port);

		if (d->reported & BIT(port) || !one.given)
			continue;
		if (!c->given)
			*c = one;
		else if (one.given != (c->given & ~BIT(SEASTAR_A_ENTRY_PORTS)) ||
			 memcmp(one.bias, c->bias, sizeof(one.bias)))
			continue;
		c->given |= BIT(SEASTAR_A_ENTRY_PORTS);
		c->ports |= BIT(port);
	}
	d->reported |= c->ports;
	if (c->ports == ALL_PORTS)
		c->given &= ~BIT(SEASTAR_A_ENTRY_PORTS);
	return c->given;
}

/**
 * seastar_aging_diff_next() - get the next difference between two states
 * @walk: a &struct seastar_aging_diff
 * @c: set to a change that, with all others of the walk, turns the state before into the one after
 *
 * Return: false at the end.
 */
bool seastar_aging_diff_next(void *walk, struct seastar_aging_change *c)
{
	struct seastar_aging_diff *d = walk;

	for (; d->router < d->routers; d->router++, d->reported = 0) {
		*c = (struct seastar_aging_change){};
		if (!diff_report_router(d, c) && !diff_report_ports(d, c))
			continue;
		if (!d->every) {
			c->given |= BIT(SEASTAR_A_ENTRY_ROUTER);
			c->router = d->router;
		}
		return true;
	}
	return false;
}

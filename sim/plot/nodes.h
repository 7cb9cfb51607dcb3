/* SPDX-License-Identifier: GPL-2.0-only */
/* Figures that results have by node and by link, for pictures of them. */
#ifndef SIM_PLOT_NODES_H
#define SIM_PLOT_NODES_H

#include "sim/result/results.h"

/**
 * struct quantity - a figure that each link or each node has
 * @name: word for the quantity in --of
 * @title: title of the picture
 * @label: label of the axis, with the unit
 * @links: values by link: the member of links, or of a kind of them, a count; it is drawn per cycle
 *	measured
 * @nodes: values by node: the member of by_source, if @links is NULL
 * @weight: weight of a mean over nodes, a member of by_source; NULL: all count alike
 */
struct quantity {
	const char *name;
	const char *title;
	const char *label;
	const char *links;
	const char *nodes;
	const char *weight;
};

/* Find a quantity by its name; NULL with a sentence if there is none. */
const struct quantity *quantity_find(const char *name, struct sim_error *err);

/*
 * nodes_radix() - how many places there are along each of the three coordinates of nodes
 * @result: result whose last node has the greatest coordinates
 * @radix: receives the greatest coordinates plus one; where there are groups: groups, routers of a
 *	group, nodes of a router
 *
 * Return: false if the result has not one node at each place.
 */
bool nodes_radix(struct json_object *result, u32 radix[3]);

/*
 * Return the mean of @q over the nodes of each router of groups, NAN where there is none; to be
 * freed.
 */
double *nodes_by_router(struct json_object *result, const struct quantity *q, const u32 radix[3]);

#endif /* SIM_PLOT_NODES_H */

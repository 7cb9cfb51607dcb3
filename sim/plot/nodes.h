/* SPDX-License-Identifier: GPL-2.0-only */
/* Values per node and per link in results, for pictures of them. */
#ifndef SIM_PLOT_NODES_H
#define SIM_PLOT_NODES_H

#include "sim/result/results.h"

/**
 * struct quantity - a value that each link or each node has
 * @name: word for the quantity in --of
 * @title: title of the picture
 * @label: label of the axis, with the unit
 * @links: for values of links: name of the list of counts in "links", or in a kind of links; they
 *	are drawn per measured cycle; NULL: values are of nodes
 * @nodes: for values of nodes: name of the member of an element of "by_source"
 * @weight: name of the member of "by_source" that weighs a mean over nodes; NULL: equal weights
 */
struct quantity {
	const char *name;
	const char *title;
	const char *label;
	const char *links;
	const char *nodes;
	const char *weight;
};

/* Find a quantity by its name.  Returns NULL, with a sentence in @err, if there is none. */
const struct quantity *quantity_find(const char *name, struct sim_error *err);

/*
 * nodes_radix() - count the places along each of the three coordinates of nodes
 * @result: result, whose last node has the greatest coordinates
 * @radix: receives the numbers of places; in a fabric of groups: groups, routers per group, nodes
 *	per router
 *
 * Return: true if the result has as many nodes as there are places.
 */
bool nodes_radix(struct json_object *result, u32 radix[3]);

/*
 * Return an array, by router, of the mean of @q over the router's nodes, or NAN if they have no
 * value.  The fabric has groups, and @radix is from nodes_radix().  The caller frees the array.
 */
double *nodes_by_router(struct json_object *result, const struct quantity *q, const u32 radix[3]);

#endif /* SIM_PLOT_NODES_H */

/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * Views of topologies for the simulator: the places of routers and nodes, distances, and the rows
 * in which results, plots and pages group ports and links.
 */
#ifndef SS_TOPOLOGY_VIEW_H
#define SS_TOPOLOGY_VIEW_H

#include "topology.h"

#define SS_PLACES	4	/* coordinates of a node */
#define SS_WORDS	64	/* most characters of words about a router or link */

struct ss_place {
	u16 at[SS_PLACES];
};

/*
 * Words that name a router, or the end of a link, with places in them: {0} is the first coordinate
 * of the router, and so on, {n} its number.
 */

/**
 * struct ss_port_row - ports that results count together
 * @name: name of the row
 * @links: kind of the row's links; NULL: the row's ports are nodes'
 * @to: words for the end of such a link at a router; NULL: the name says it
 */
struct ss_port_row {
	const char *name;
	const char *links;
	const char *to;
};

#define SS_AXES		3	/* axes of a picture */

/**
 * enum ss_drawing - how maps and heat maps show a topology
 * @SS_DRAW_GRID: routers in rows and columns, with links between any of them
 * @SS_DRAW_LATTICE: likewise, with a link to each neighbour: row 1 + 2 d of ports leads up along
 *	coordinate d, and the next row leads down
 * @SS_DRAW_GROUPS: groups on a ring, with a link between each two, and one group by itself; links
 *	of the first kind are within a group
 */
enum ss_drawing {
	SS_DRAW_GRID,
	SS_DRAW_LATTICE,
	SS_DRAW_GROUPS,
};

/**
 * struct ss_topology_view - what the simulator makes of a topology
 * @title: noun phrase for such a fabric, such as "a Dragonfly"
 * @key: form of the key that gives the sizes, such as "KX[xKY[xKZ]]"
 * @separator: character between two sizes
 * @least: least number of sizes in the key
 * @most: greatest number of sizes in the key
 * @refusal: end of the sentence that refuses sizes in the topology's own key, after "is"; NULL: it
 *	has no such key
 * @fill: set the sizes that a key with @n of them leaves out
 * @row: all rows of ports: first the nodes', then rows with links of one kind next to each other
 * @rows: number of rows, at most SS_PORTS
 * @by_port: row i is port i, and has the counts of its links for each cycle
 * @row_of: return the row of port @port of router @r
 * @places: number of coordinates of a router
 * @coordinate: name of each coordinate, such as "x"
 * @drawing: &enum ss_drawing
 * @axis: coordinates that such a drawing shows to the right, upwards, and by panel; a coordinate
 *	that a router does not have is 0
 * @grouped: routers with the same first coordinate are a group
 * @numbers_nodes: a node has a further coordinate, its number at its router
 * @place: return the coordinates of router @r
 * @router: words for a router, with the places that ss_say() fills in
 * @distance: return the links of the shortest path between two places
 * @diameter: return the greatest distance between routers that have nodes
 * @mean: return the mean number of links that a packet crosses, rounded; may be 0
 */
struct ss_topology_view {
	const char *title;
	const char *key;
	char separator;
	u32 least;
	u32 most;
	const char *refusal;
	void (*fill)(u32 *size, u32 n);
	const struct ss_port_row *row;
	u32 rows;
	bool by_port;
	u32 (*row_of)(const struct ss_topology *t, u32 r, u32 port);
	u32 places;
	const char *coordinate[SS_PLACES];
	u32 drawing;
	u32 axis[SS_AXES];
	bool grouped;
	bool numbers_nodes;
	struct ss_place (*place)(const struct ss_topology *t, u32 r);
	const char *router;
	u32 (*distance)(const struct ss_topology *t, const struct ss_place *a,
			const struct ss_place *b);
	u32 (*diameter)(const struct ss_topology *t);
	u32 (*mean)(const struct ss_topology *t);
};

/* Set sizes that are left out to 1; a @fill for sizes that are routers along dimensions. */
void ss_fill_dimensions(u32 *size, u32 n);

/* Return the number of kinds of links of a topology, or the name of a kind. */
u32 ss_link_kinds(const struct ss_topology_view *v);
const char *ss_link_kind(const struct ss_topology_view *v, u32 kind);

/* Find the first row with links of @kind.  Returns the number of such rows. */
u32 ss_link_kind_rows(const struct ss_topology_view *v, u32 kind, u32 *first);

/* Return the kind of the links of row @row, which has no nodes. */
u32 ss_link_kind_of(const struct ss_topology_view *v, u32 row);

/* Return the place of port @port of router @r among the ports of its row. */
u32 ss_number_in_row(const struct ss_topology *t, u32 r, u32 port);

/* Count the places along each coordinate of @t: one along those that it does not have. */
void ss_extents(const struct ss_topology *t, u32 extent[SS_PLACES]);

/* Fill in @words, such as a name for routers, for router number @n at @place. */
void ss_write_place(const char *words, u32 n, const u32 place[SS_PLACES], char text[SS_WORDS]);

/* Write where the link at port @port of router @r leads, in the words of its row. */
void ss_write_link(const struct ss_topology *t, u32 r, u32 port, char text[SS_WORDS]);

#endif /* SS_TOPOLOGY_VIEW_H */

// SPDX-License-Identifier: GPL-2.0-only
/* Reading and checking of the plan of tables. */
#include <ctype.h>
#include <stdlib.h>
#include <string.h>

#include "sim/base/file.h"
#include "sim/base/memory.h"
#include "sim/base/shape.h"
#include "sim/base/text.h"

#include "ids.h"

#define NIDS		(SS_ROUTE_REGIONS * SS_ROUTE_LOCALS)
#define NO_REGION	0xff

const char *const route_assignment_words[] = { "v0", "v1", "v2", "v3", "counted", NULL };

static const char *const keys[] = {
	"topology", "mesh", "regions", "dateline", "assignment", "ids", "down", "ties", NULL
};

struct route_plan *route_plan_new(void)
{
	struct route_plan *p = sim_alloc(1, sizeof(*p));

	p->assignment = ROUTE_COUNTED;
	p->ties = SS_TIES_PAIR;
	route_ids_parse(&p->ids, "zyx");
	for (u32 d = 0; d < SEASTAR_DIMS; d++)
		p->dateline[d] = ROUTE_AUTO;
	return p;
}

void route_plan_free(struct route_plan *p)
{
	if (!p)
		return;
	free(p->down);
	free(p->nid);
	free(p->router);
	free(p->region_of);
	free(p->place);
	free(p->peer);
	free(p->regions_word);
	free(p->down_word);
	free(p->ids_file);
	free(p);
}

/* Refuse the value of @word, and say @why. */
static bool refuse(const char *word, const struct sim_error *why, struct sim_error *err)
{
	return sim_fail(err, "%.*s: %.400s", (int)strcspn(word, "="), word, why->text);
}

static bool set_topology(struct route_plan *p, const char *word, struct sim_error *err)
{
	struct sim_error why;
	u32 *k = p->topo.size;

	if (!shape_topology(strchr(word, '=') + 1, k, &why))
		return refuse(word, &why, err);
	p->topo.routers = k[0] * k[1] * k[2];
	return true;
}

static bool set_mesh(struct route_plan *p, const char *word, struct sim_error *err)
{
	struct sim_error why;

	return shape_mesh(strchr(word, '=') + 1, &p->topo.size[SS_MESH], &why) || refuse(word, &why, err);
}

static bool keep(char **field, const char *value)
{
	free(*field);
	*field = value ? sim_copy(value) : NULL;
	return true;
}

/* Set dateline, regions or down to its default, which the words auto and none stand for. */
static bool set_nothing(struct route_plan *p, const char *key)
{
	if (!strcmp(key, "dateline"))
		for (u32 d = 0; d < SEASTAR_DIMS; d++)
			p->dateline[d] = ROUTE_AUTO;
	else
		keep(!strcmp(key, "regions") ? &p->regions_word : &p->down_word, NULL);
	return true;
}

static bool is_nothing(const char *key, const char *value)
{
	if (!strcmp(key, "down"))
		return !strcmp(value, "none");
	return (!strcmp(key, "dateline") || !strcmp(key, "regions")) && !strcmp(value, "auto");
}

static bool set_dateline(struct route_plan *p, const char *value, struct sim_error *err)
{
	char *copy = sim_copy(value), *rest = copy, *word;
	u64 at[SEASTAR_DIMS];
	u32 n = 0;
	bool ok = true;

	while (ok && (word = strsep(&rest, ",")))
		ok = n < SEASTAR_DIMS && text_number(word, &at[n++]);
	free(copy);
	if (!ok)
		return sim_fail(err, "dateline: '%s' is not up to three coordinates, as in 10,11,15",
				value);
	for (u32 d = 0; d < n; d++)
		p->dateline[d] = at[d] < ROUTE_AUTO ? at[d] : ROUTE_AUTO - 1;
	return true;
}

static bool set_assignment(struct route_plan *p, const char *value, struct sim_error *err)
{
	for (u32 i = 0; route_assignment_words[i]; i++) {
		if (!strcmp(value, route_assignment_words[i])) {
			p->assignment = i;
			return true;
		}
	}
	return sim_fail(err, "assignment: '%s' is none of v0, v1, v2, v3, counted", value);
}

/* Set the rule for ties; a table cannot toss a coin, since its entries depend only on places. */
static bool set_ties(struct route_plan *p, const char *value, struct sim_error *err)
{
	p->ties = strcmp(value, "plus") ? SS_TIES_PAIR : SS_TIES_PLUS;
	return p->ties == SS_TIES_PLUS || !strcmp(value, "pair") ||
	       sim_fail(err, "ties: '%s' is none of pair, plus", value);
}

bool route_plan_set(struct route_plan *p, const char *word, struct sim_error *err)
{
	size_t length = strcspn(word, "=");
	const char *value = word + length + 1, *hint;
	bool is_default;
	char *key;
	u32 i = 0;

	if (!word[length])
		return sim_fail(err, "'%s' is not KEY=VALUE", word);
	key = sim_copy(word);
	key[length] = '\0';
	while (keys[i] && strcmp(key, keys[i]))
		i++;
	hint = text_nearest(key, keys);
	is_default = is_nothing(key, value);
	free(key);
	if (is_default)
		return set_nothing(p, keys[i]);
	switch (i) {
	case 0:
		return set_topology(p, word, err);
	case 1:
		return set_mesh(p, word, err);
	case 2:
		return keep(&p->regions_word, value);
	case 3:
		return set_dateline(p, value, err);
	case 4:
		return set_assignment(p, value, err);
	case 5:
		return keep(&p->ids_file, route_ids_parse(&p->ids, value) ? NULL : value);
	case 6:
		return keep(&p->down_word, value);
	case 7:
		return set_ties(p, value, err);
	}
	if (hint)
		return sim_fail(err, "unknown key '%.*s': did you mean '%s'?", (int)length, word,
				hint);
	return sim_fail(err, "unknown key '%.*s': the keys are topology, mesh, regions, dateline, assignment, ids, down and ties",
			(int)length, word);
}

static u32 plane_size(const struct route_plan *p)
{
	return p->topo.size[1] * p->topo.size[2];
}

static bool fits(const struct route_plan *p, u32 number, struct sim_error *err)
{
	const struct route_region *r = &p->region[number];
	u32 planes = r->last - r->first + 1;

	if (planes * plane_size(p) > SS_ROUTE_LOCALS)
		return sim_fail(err, "regions: planes %u to %u have %u nodes, and a local table has %u entries",
				r->first, r->last, planes * plane_size(p), SS_ROUTE_LOCALS);
	return true;
}

/* Make as few regions as possible, of the same number of planes each, except for the last. */
static bool cut_regions(struct route_plan *p, struct sim_error *err)
{
	u32 planes = SS_ROUTE_LOCALS / plane_size(p), n = 0;

	if (!planes)
		return sim_fail(err, "topology: a plane of y and z has %u nodes, and a region, which is of whole planes, at most %u",
				plane_size(p), SS_ROUTE_LOCALS);
	for (u32 x = 0; x < p->topo.size[0]; x += planes, n++) {
		u32 last = x + planes - 1;

		if (n == SS_ROUTE_REGIONS)
			return sim_fail(err, "topology: regions of at most %u planes are needed for a local table of %u entries, and %u such regions do not hold %u planes",
					planes, SS_ROUTE_LOCALS, SS_ROUTE_REGIONS, p->topo.size[0]);
		if (last >= p->topo.size[0])
			last = p->topo.size[0] - 1;
		p->region[n] = (struct route_region){ x, last, true };
	}
	return true;
}

/* Parse FIRST-LAST, or FIRST alone. */
static bool parse_region(const char *word, struct route_region *r)
{
	const char *dash = strchr(word, '-');
	char *first = sim_copy(word);
	u64 from, to;
	bool ok;

	first[strcspn(first, "-")] = '\0';
	ok = text_number(first, &from);
	to = from;
	if (ok && dash)
		ok = text_number(dash + 1, &to);
	free(first);
	if (!ok || from > to || to >= SEASTAR_MAX_ROUTERS)
		return false;
	*r = (struct route_region){ from, to, true };
	return true;
}

static bool read_regions(struct route_plan *p, struct sim_error *err)
{
	char *copy = sim_copy(p->regions_word), *rest = copy, *word;
	bool ok = true;
	u32 n = 0;

	while (ok && (word = strsep(&rest, ","))) {
		if (n == SS_ROUTE_REGIONS)
			ok = sim_fail(err, "regions: more than %u are given", SS_ROUTE_REGIONS);
		else if (!parse_region(word, &p->region[n++]))
			ok = sim_fail(err, "regions: '%s' is not FIRST-LAST, planes of x", word);
	}
	free(copy);
	return ok;
}

/* Check that each plane is in one region. */
static bool cover_planes(struct route_plan *p, struct sim_error *err)
{
	u32 planes = p->topo.size[0];

	memset(p->region_of, NO_REGION, planes);
	for (u32 n = 0; n < SS_ROUTE_REGIONS; n++) {
		const struct route_region *r = &p->region[n];

		if (!r->used)
			continue;
		if (r->last >= planes)
			return sim_fail(err, "regions: there is no plane %u: the last one is %u",
					r->last, planes - 1);
		for (u32 x = r->first; x <= r->last; x++) {
			if (p->region_of[x] != NO_REGION)
				return sim_fail(err, "regions: regions %u and %u overlap: plane %u is in both",
						p->region_of[x], n, x);
			p->region_of[x] = n;
		}
		if (!fits(p, n, err))
			return false;
	}
	for (u32 x = 0; x < planes; x++)
		if (p->region_of[x] == NO_REGION)
			return sim_fail(err, "regions: plane %u is in no region", x);
	return true;
}

/* Read node ids, one for each router in order. */
static bool read_numbers(struct route_plan *p, char *text, struct sim_error *err)
{
	char *rest = text, *word;
	u32 n = 0;
	u64 nid;

	while ((word = strsep(&rest, " \t\r\n"))) {
		if (!*word)
			continue;
		if (!text_number(word, &nid) || nid >= NIDS)
			return sim_fail(err, "%s: '%s' is not a node id, 0 to %u", p->ids_file,
					word, NIDS - 1);
		if (n == p->topo.routers)
			return sim_fail(err, "%s: there are more ids than the %u routers",
					p->ids_file, n);
		p->nid[n++] = nid;
	}
	if (n < p->topo.routers)
		return sim_fail(err, "%s: there are %u ids for %u routers", p->ids_file, n,
				p->topo.routers);
	return true;
}

/* Derive the regions from the ids, if regions= does not give them. */
static bool regions_of_ids(struct route_plan *p, struct sim_error *err)
{
	u32 plane = plane_size(p);

	for (u32 i = 0; i < p->topo.routers; i++) {
		u32 n = ss_route_region(p->nid[i]), first = ss_route_region(p->nid[i / plane * plane]);
		struct route_region *r = &p->region[n];
		u32 x = i / plane;

		if (n != first)
			return sim_fail(err, "%s: plane %u has ids of regions %u and %u",
					p->ids_file, x, first, n);
		if (!r->used)
			*r = (struct route_region){ x, x, true };
		r->last = x;
	}
	return true;
}

static bool ids_agree(const struct route_plan *p, struct sim_error *err)
{
	for (u32 i = 0; i < p->topo.routers; i++)
		if (ss_route_region(p->nid[i]) != route_region_of(p, i))
			return sim_fail(err, "%s: router %u has id %u, which is of region %u, but its plane %u is in region %u",
					p->ids_file, i, p->nid[i], ss_route_region(p->nid[i]),
					route_at(p, i, 0), route_region_of(p, i));
	return true;
}

static bool read_ids(struct route_plan *p, struct sim_error *err)
{
	char *text;
	size_t size;
	bool ok;

	if (!file_read(p->ids_file, &text, &size, err))
		return false;
	ok = read_numbers(p, text, err);
	free(text);
	return ok;
}

static bool invert_ids(struct route_plan *p, struct sim_error *err)
{
	for (u32 nid = 0; nid < NIDS; nid++)
		p->router[nid] = SS_NO_ROUTER;
	for (u32 i = 0; i < p->topo.routers; i++) {
		u32 *router = &p->router[p->nid[i]];

		if (*router != SS_NO_ROUTER)
			return sim_fail(err, "%s: routers %u and %u have the same id, %u",
					p->ids_file, *router, i, p->nid[i]);
		*router = i;
	}
	return true;
}

static u32 regions_used(const struct route_plan *p)
{
	u32 n = 0;

	for (u32 i = 0; i < SS_ROUTE_REGIONS; i++)
		n += p->region[i].used;
	return n;
}

/*
 * Count the edges of regions at plane @x, 0 to 2: the dateline of x is best where there are most.
 */
static u32 edges_at(const struct route_plan *p, u32 x)
{
	const struct route_region *r = &p->region[p->region_of[x]];

	return (x == r->first) + (x == r->last);
}

/*
 * Rate how bad the dateline of @dim would be at each coordinate, because of links that are down.  A
 * packet that has crossed it may not go along a higher dimension afterwards.  So it must not be
 * where a detour along @dim begins, nor before a +z link that is down and avoided by +y.
 */
static void weigh_detours(const struct route_plan *p, u32 dim, u32 *bad)
{
	u32 k = p->topo.size[dim];

	for (u32 i = 0; i < p->topo.routers; i++) {
		u32 at = route_at(p, i, dim), higher = (1U << ss_dim_port(dim, true)) - 1;

		bad[at] += k * __builtin_popcount(p->down[i] & higher);
		for (u32 n = 0; p->down[i] >> SEASTAR_PORT_ZP & 1 && dim == 2 && n <= k / 2; n++)
			bad[(at + k - n) % k] += k - n;
	}
}

/* Return the best coordinate for the dateline of @dim; of equally good ones, the last. */
static u32 best_dateline(const struct route_plan *p, u32 dim)
{
	u32 k = p->topo.size[dim], best = k - 1;
	u32 *bad = sim_alloc(k, sizeof(*bad));

	weigh_detours(p, dim, bad);
	for (u32 at = k - 1; at-- > 0;) {
		bool cut = !dim && regions_used(p) > 1;
		u32 edges = cut ? edges_at(p, at) : 0, edges_there = cut ? edges_at(p, best) : 0;

		if (edges > edges_there || (edges == edges_there && bad[at] < bad[best]))
			best = at;
	}
	free(bad);
	return best;
}

static bool choose_datelines(struct route_plan *p, struct sim_error *err)
{
	static const char names[] = "xyz";
	const struct route_region *r;
	u32 x;

	for (u32 d = 0; d < SEASTAR_DIMS; d++) {
		if (p->dateline[d] == ROUTE_AUTO)
			p->dateline[d] = best_dateline(p, d);
		if (p->dateline[d] >= p->topo.size[d])
			return sim_fail(err, "dateline: there is no coordinate %u along %c, whose last is %u",
					p->dateline[d], names[d], p->topo.size[d] - 1);
	}
	x = p->dateline[0];
	r = &p->region[p->region_of[x]];
	if (regions_used(p) > 1 && ss_is_torus(&p->topo, 0) && p->assignment >= ROUTE_V3 &&
	    x != r->first && x != r->last)
		return sim_fail(err, "dateline: plane %u is inside region %u; with assignment=%s it is to be on an edge, %u or %u",
				x, p->region_of[x], route_assignment_words[p->assignment],
				r->first, r->last);
	return true;
}

void route_plan_fail(struct route_plan *p, u32 router, u32 port, bool down)
{
	u32 peer = p->peer[SS_PORT_ID(router, port)], far = ss_opposite(port);

	p->down[router] = (p->down[router] & ~(1U << port)) | (down << port);
	p->down[peer] = (p->down[peer] & ~(1U << far)) | (down << far);
}

bool route_link_parse(const struct ss_topology *topo, const char *key, const char *word,
		      u32 *router, u32 *port, struct sim_error *err)
{
	char *number = sim_copy(word);
	u64 n;
	bool ok;

	number[strcspn(number, ":")] = '\0';
	ok = text_number(number, &n) && strlen(number) < strlen(word);
	free(number);
	*port = SEASTAR_PORT_XP;
	while (ok && *port < SEASTAR_PORTS && strcmp(strchr(word, ':') + 1, sim_port_words[*port]))
		++*port;
	if (!ok || *port == SEASTAR_PORTS)
		return sim_fail(err, "%s: '%s' is not ROUTER:PORT, as in 12:+x", key, word);
	if (n >= topo->routers)
		return sim_fail(err, "%s: there is no router %s: the last one is %u", key, word,
				topo->routers - 1);
	*router = n;
	if (ss_neighbour(topo, n, *port) == SS_NO_ROUTER)
		return sim_fail(err, "%s: '%s' is no link: the mesh ends there", key, word);
	return true;
}

static bool fail_link(struct route_plan *p, const char *word, struct sim_error *err)
{
	u32 router, port;

	if (!route_link_parse(&p->topo, "down", word, &router, &port, err))
		return false;
	route_plan_fail(p, router, port, true);
	return true;
}

static bool fail_links(struct route_plan *p, struct sim_error *err)
{
	char *copy = sim_copy(p->down_word), *rest = copy, *word;
	bool ok = true;

	while (ok && (word = strsep(&rest, ",")))
		ok = !*word || fail_link(p, word, err);
	free(copy);
	return ok;
}

static void wire(struct route_plan *p)
{
	ss_routing_init(&p->rule, &p->topo, 2, SS_ASSIGN_LOWER, p->ties, p->place);
	for (u32 i = 0; i < p->topo.routers; i++) {
		p->peer[SS_PORT_ID(i, SEASTAR_PORT_PROC)] = SS_NO_ROUTER;
		for (u32 port = SEASTAR_PORT_XP; port < SEASTAR_PORTS; port++)
			p->peer[SS_PORT_ID(i, port)] = ss_neighbour(&p->topo, i, port);
	}
}

bool route_plan_check(struct route_plan *p, struct sim_error *err)
{
	u32 n = p->topo.routers;

	if (!n)
		return sim_fail(err, "topology is missing, as in topology=11x12x16");
	p->down = sim_alloc(n, sizeof(*p->down));
	p->nid = sim_alloc(n, sizeof(*p->nid));
	p->router = sim_alloc(NIDS, sizeof(*p->router));
	p->region_of = sim_alloc(p->topo.size[0], sizeof(*p->region_of));
	p->place = sim_alloc(n, sizeof(*p->place));
	p->peer = sim_alloc((size_t)n << SS_PORT_SHIFT, sizeof(*p->peer));
	wire(p);
	if (p->ids_file && !read_ids(p, err))
		return false;
	if (p->regions_word ? !read_regions(p, err) : !p->ids_file && !cut_regions(p, err))
		return false;
	if (p->ids_file && !p->regions_word && !regions_of_ids(p, err))
		return false;
	if (!cover_planes(p, err))
		return false;
	if (!p->ids_file)
		route_ids_number(p);
	else if (!ids_agree(p, err))
		return false;
	return invert_ids(p, err) && (!p->down_word || fail_links(p, err)) &&
	       choose_datelines(p, err);
}

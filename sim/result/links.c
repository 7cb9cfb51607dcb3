// SPDX-License-Identifier: GPL-2.0-only
/* The use of single links in a result. */
#include <string.h>

#include "sim/base/json.h"

#include "links.h"

#define MOST_LISTS	6

/**
 * struct list - of links, a row for each router
 * @kind: of links, or NULL: there is one kind
 * @name: of what it says of them
 * @row: of router @router, of its ports from @first on, before @end
 * @first: port
 * @end: likewise
 */
struct list {
	const char *kind;
	const char *name;
	void (*row)(struct json_object *row, const struct sim_result *r, u32 router,
		    const struct list *list);
	u32 first;
	u32 end;
};

enum cube_list { FLITS, STALLED, BLOCKED };

/* Flits and blocking are counted where the link ends, stalls where it begins. */
static void put_cube(struct json_object *row, const struct sim_result *r, u32 node,
		     enum cube_list of)
{
	for (u32 port = SEASTAR_PORT_XP; port < SS_PORTS; port++) {
		u32 next = ss_neighbour(&r->measure->topo, node, port);
		const struct sim_port *end;

		if (next == SS_NO_ROUTER) {
			json_object_array_add(row, NULL);
			continue;
		}
		end = sim_port_at(r, next, ss_opposite(port));
		json_append_u64(row, of == FLITS ? end->flits : of == BLOCKED ? end->blocked :
				     sim_port_at(r, node, port)->stalled);
	}
}

static void put_flits(struct json_object *row, const struct sim_result *r, u32 node,
		      const struct list *list)
{
	(void)list;
	put_cube(row, r, node, FLITS);
}

static void put_stalled(struct json_object *row, const struct sim_result *r, u32 node,
			const struct list *list)
{
	(void)list;
	put_cube(row, r, node, STALLED);
}

static void put_blocked(struct json_object *row, const struct sim_result *r, u32 node,
			const struct list *list)
{
	(void)list;
	put_cube(row, r, node, BLOCKED);
}

/* Of each link's end group and router of the group. */
static void put_ends(struct json_object *row, const struct sim_result *r, u32 router,
		     const struct list *list)
{
	const struct ss_dragonfly *d = &r->measure->topo.dragonfly;

	for (u32 port = list->first; port < list->end; port++) {
		u32 back, end = ss_dragonfly_neighbour(d, router, port, &back);
		struct json_object *place = json_append_array(row);

		json_append_u64(place, end / d->a);
		json_append_u64(place, end % d->a);
	}
}

static const u64 *carried(const struct sim_result *r, u32 router)
{
	return &r->carried[(size_t)router * SIM_DRAGONFLY_PORTS];
}

static void put_carried(struct json_object *row, const struct sim_result *r, u32 router,
			const struct list *list)
{
	for (u32 port = list->first; port < list->end; port++)
		json_append_u64(row, carried(r, router)[port]);
}

static void put_use(struct json_object *row, const struct sim_result *r, u32 router,
		    const struct list *list)
{
	for (u32 port = list->first; port < list->end; port++)
		json_append_real(row, sim_ratio(carried(r, router)[port], r->measured));
}

/* Those of @r, lists of a kind one after another.  Return: how many. */
static u32 lists_of(const struct sim_result *r, struct list list[MOST_LISTS])
{
	const struct ss_dragonfly *d = &r->measure->topo.dragonfly;
	u32 global = ss_dragonfly_first_global(d), end = ss_dragonfly_ports(d);
	const struct list of_cube[] = {
		{ NULL, "flits", put_flits, 0, 0 },
		{ NULL, "stalled", put_stalled, 0, 0 },
		{ NULL, "blocked", put_blocked, 0, 0 },
	};
	const struct list of_dragonfly[] = {
		{ "local", "to", put_ends, d->p, global },
		{ "local", "flits", put_carried, d->p, global },
		{ "local", "use", put_use, d->p, global },
		{ "global", "to", put_ends, global, end },
		{ "global", "flits", put_carried, global, end },
		{ "global", "use", put_use, global, end },
	};

	if (ss_is_cube(&r->measure->topo)) {
		memcpy(list, of_cube, sizeof(of_cube));
		return 3;
	}
	memcpy(list, of_dragonfly, sizeof(of_dragonfly));
	return 6;
}

static bool begins_kind(const struct list *list, u32 i)
{
	return list[i].kind && (!i || strcmp(list[i - 1].kind, list[i].kind));
}

void sim_put_links(struct json_object *o, const struct sim_result *r)
{
	struct json_object *part = json_put_object(o, "links"), *kind = part;
	struct list list[MOST_LISTS];
	u32 n = lists_of(r, list);

	for (u32 i = 0; i < n; i++) {
		struct json_object *rows;

		if (begins_kind(list, i))
			kind = json_put_object(part, list[i].kind);
		rows = json_put_array(kind, list[i].name);
		for (u32 router = 0; router < r->routers; router++)
			list[i].row(json_append_array(rows), r, router, &list[i]);
	}
}

static void print_rows(const struct list *list, const struct sim_result *r, FILE *to)
{
	fprintf(to, "\"%s\":[", list->name);
	for (u32 router = 0; router < r->routers; router++) {
		struct json_object *row = json_object_new_array();

		list->row(row, r, router, list);
		fputs(router ? "," : "", to);
		json_print_line(row, to);
		json_object_put(row);
	}
	fputc(']', to);
}

void sim_print_links(const struct sim_result *r, FILE *to)
{
	struct list list[MOST_LISTS];
	u32 n = lists_of(r, list);

	fputc('{', to);
	for (u32 i = 0; i < n; i++) {
		bool begins = begins_kind(list, i);

		fputs(begins && i ? "}," : i ? "," : "", to);
		if (begins)
			fprintf(to, "\"%s\":{", list[i].kind);
		print_rows(&list[i], r, to);
	}
	fputs(list[0].kind ? "}}" : "}", to);
}

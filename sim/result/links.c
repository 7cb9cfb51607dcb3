// SPDX-License-Identifier: GPL-2.0-only
/* The use of single links in a result. */
#include <string.h>

#include "sim/base/json.h"

#include "links.h"

#define MOST_LISTS	(3 * SS_PORTS)

/**
 * struct list - a list of links, with a row for each router
 * @kind: kind of links, or NULL: there is one list for all
 * @name: name of the list
 * @row: make the row of router @router, for its links of kind number @number
 * @number: number of the kind of links
 */
struct list {
	const char *kind;
	const char *name;
	void (*row)(struct json_object *row, const struct sim_result *r, u32 router, u32 number);
	u32 number;
};

/* Counts by port: flits and blocking are counted where the link ends, stalls where it begins. */
enum by_port { FLITS, STALLED, BLOCKED };

static void put_by_port(struct json_object *row, const struct sim_result *r, u32 router,
			enum by_port of)
{
	const struct ss_topology *t = &r->measure->topo;

	for (u32 port = ss_nodes_of(t, router); port < t->ports; port++) {
		u32 back, next = t->ops->behind(t, router, port, &back);
		const struct sim_port *end;

		if (next == SS_NO_ROUTER) {
			json_object_array_add(row, NULL);
			continue;
		}
		end = sim_port_at(r, next, back);
		json_append_u64(row, of == FLITS ? end->flits : of == BLOCKED ? end->blocked :
				     sim_port_at(r, router, port)->stalled);
	}
}

static void put_flits(struct json_object *row, const struct sim_result *r, u32 router, u32 kind)
{
	(void)kind;
	put_by_port(row, r, router, FLITS);
}

static void put_stalled(struct json_object *row, const struct sim_result *r, u32 router, u32 kind)
{
	(void)kind;
	put_by_port(row, r, router, STALLED);
}

static void put_blocked(struct json_object *row, const struct sim_result *r, u32 router, u32 kind)
{
	(void)kind;
	put_by_port(row, r, router, BLOCKED);
}

/* Return true if there is a link of @kind at port @port of @router. */
static bool is_of_kind(const struct ss_topology *t, u32 router, u32 port, u32 kind)
{
	const struct ss_topology_view *v = t->ops->view;

	return ss_link_kind_of(v, v->row_of(t, router, port)) == kind &&
	       ss_router_behind(t, router, port) != SS_NO_ROUTER;
}

/* Put the place of the router at each link's end. */
static void put_ends(struct json_object *row, const struct sim_result *r, u32 router, u32 kind)
{
	const struct ss_topology *t = &r->measure->topo;

	for (u32 port = ss_nodes_of(t, router); port < t->ports; port++) {
		struct json_object *place;

		if (!is_of_kind(t, router, port, kind))
			continue;
		place = json_append_array(row);
		for (u32 i = 0; i < t->ops->view->places; i++)
			json_append_u64(place, r->measure->place[ss_router_behind(t, router,
										  port)].at[i]);
	}
}

static u64 carried(const struct sim_result *r, u32 router, u32 port)
{
	return r->carried[(size_t)router * r->ports + port];
}

static void put_carried(struct json_object *row, const struct sim_result *r, u32 router, u32 kind)
{
	const struct ss_topology *t = &r->measure->topo;

	for (u32 port = ss_nodes_of(t, router); port < t->ports; port++)
		if (is_of_kind(t, router, port, kind))
			json_append_u64(row, carried(r, router, port));
}

static void put_use(struct json_object *row, const struct sim_result *r, u32 router, u32 kind)
{
	const struct ss_topology *t = &r->measure->topo;

	for (u32 port = ss_nodes_of(t, router); port < t->ports; port++)
		if (is_of_kind(t, router, port, kind))
			json_append_real(row, sim_ratio(carried(r, router, port), r->measured));
}

/* Collect the lists of @r, those of a kind one after another.  Return: how many. */
static u32 lists_of(const struct sim_result *r, struct list list[MOST_LISTS])
{
	static const struct list by_port[] = {
		{ NULL, "flits", put_flits, 0 },
		{ NULL, "stalled", put_stalled, 0 },
		{ NULL, "blocked", put_blocked, 0 },
	};
	u32 n = 0;

	if (r->measure->topo.ops->view->by_port) {
		memcpy(list, by_port, sizeof(by_port));
		return 3;
	}
	for (u32 kind = 0; kind < sim_link_kinds(r); kind++) {
		const char *name = sim_link_kind_name(r, kind);

		list[n++] = (struct list){ name, "to", put_ends, kind };
		list[n++] = (struct list){ name, "flits", put_carried, kind };
		list[n++] = (struct list){ name, "use", put_use, kind };
	}
	return n;
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
			list[i].row(json_append_array(rows), r, router, list[i].number);
	}
}

static void print_rows(const struct list *list, const struct sim_result *r, FILE *to)
{
	fprintf(to, "\"%s\":[", list->name);
	for (u32 router = 0; router < r->routers; router++) {
		struct json_object *row = json_object_new_array();

		list->row(row, r, router, list->number);
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

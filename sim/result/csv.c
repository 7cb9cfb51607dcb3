// SPDX-License-Identifier: GPL-2.0-only
/* A result as a row of a table: every key, then the figures that are one number. */
#include <string.h>

#include <json-c/json_pointer.h>

#include "sim/topology/list.h"

#include "print.h"
#include "results.h"

#define MOST_NAME	48	/* characters of a column's name */
#define MOST_MORE	64	/* columns that only some topologies need */

/*
 * A column and its place in the JSON, whose schema describes it: @path.  For links of kind @link,
 * or for coordinate @place, @path has one such place per topology.
 */
struct column {
	const char *name;
	const char *unit;
	const char *path;
	const char *link;
	const char *place;
};

#define AT(text)		.path = (text)
#define OF_LINK(text, word)	.path = (text), .link = (word)
#define OF_PLACE(word)		.path = "/starvation/worst/at", .place = (word)

static const struct column columns[] = {
	{ "version", "", AT("/version") },
	{ "verdict", "", AT("/verdict/is") },
	{ "steady", "", AT("/steady/reached") },
	{ "precise", "", AT("/precision/reached") },
	{ "starved", "nodes", AT("/starvation/starved") },
	{ "silent", "nodes", AT("/starvation/silent") },
	{ "worst_node", "", AT("/starvation/worst/node") },
	{ "worst_x", "", OF_PLACE("x") },
	{ "worst_y", "", OF_PLACE("y") },
	{ "worst_z", "", OF_PLACE("z") },
	{ "worst_group", "", OF_PLACE("group") },
	{ "worst_router", "", OF_PLACE("router") },
	{ "worst_share", "", AT("/starvation/worst/share") },
	{ "warmup_cycles", "cycles", AT("/cycles/warmup") },
	{ "measured_cycles", "cycles", AT("/cycles/measured") },
	{ "nodes", "nodes", AT("/nodes") },
	{ "senders", "nodes", AT("/senders") },
	{ "completion_cycles", "cycles", AT("/completion/cycles") },
	{ "program_cycles", "cycles", AT("/program/cycles") },
	{ "program_messages", "messages", AT("/program/messages") },
	{ "program_bytes", "bytes", AT("/program/bytes") },
	{ "program_computing", "cycles", AT("/program/computing") },
	{ "program_sending", "cycles", AT("/program/sending") },
	{ "program_waiting", "cycles", AT("/program/waiting") },
	{ "path_computing", "cycles", AT("/program/critical_path/computing") },
	{ "path_eager", "cycles", AT("/program/critical_path/eager") },
	{ "path_rendezvous", "cycles", AT("/program/critical_path/rendezvous") },
	{ "path_messages", "messages", AT("/program/critical_path/messages") },
	{ "offered", "flits/node/cycle", AT("/load/offered") },
	{ "injected", "flits/node/cycle", AT("/load/injected") },
	{ "accepted", "flits/node/cycle", AT("/load/accepted") },
	{ "accepted_ci95", "flits/node/cycle", AT("/load/ci95") },
	{ "accepted_independent", "batches", AT("/load/independent_batches") },
	{ "packets", "packets", AT("/latency/packets") },
	{ "dropped", "packets", AT("/load/packets_dropped") },
	{ "queued", "packets", AT("/load/queued_after") },
	{ "lost_without_route", "packets", AT("/tables/lost_without_route") },
	{ "lost_at_datelines", "packets", AT("/tables/lost_at_datelines") },
	{ "latency_mean", "cycles", AT("/latency/mean") },
	{ "latency_ci95", "cycles", AT("/latency/ci95") },
	{ "latency_independent", "batches", AT("/latency/independent_batches") },
	{ "latency_deviation", "cycles", AT("/latency/deviation") },
	{ "latency_min", "cycles", AT("/latency/min") },
	{ "latency_p50", "cycles", AT("/latency/p50") },
	{ "latency_p90", "cycles", AT("/latency/p90") },
	{ "latency_p99", "cycles", AT("/latency/p99") },
	{ "latency_p999", "cycles", AT("/latency/p999") },
	{ "latency_max", "cycles", AT("/latency/max") },
	{ "network_mean", "cycles", AT("/network_latency/mean") },
	{ "network_ci95", "cycles", AT("/network_latency/ci95") },
	{ "network_independent", "batches", AT("/network_latency/independent_batches") },
	{ "network_deviation", "cycles", AT("/network_latency/deviation") },
	{ "network_p50", "cycles", AT("/network_latency/p50") },
	{ "network_p99", "cycles", AT("/network_latency/p99") },
	{ "network_max", "cycles", AT("/network_latency/max") },
	{ "offered_per_ns", "flits/ns", AT("/ns/offered") },
	{ "accepted_per_ns", "flits/ns", AT("/ns/accepted") },
	{ "latency_ns", "ns", AT("/ns/latency") },
	{ "network_ns", "ns", AT("/ns/network_latency") },
	{ "completion_ns", "ns", AT("/ns/completion") },
	{ "fairness_min", "flits/cycle", AT("/fairness/min") },
	{ "fairness_max", "flits/cycle", AT("/fairness/max") },
	{ "fairness_max_over_min", "", AT("/fairness/max_over_min") },
	{ "fairness_cv", "", AT("/fairness/cv") },
	{ "fairness_jain", "", AT("/fairness/jain") },
	{ "router_fairness_min", "flits/cycle", AT("/router_fairness/min") },
	{ "router_fairness_max", "flits/cycle", AT("/router_fairness/max") },
	{ "router_fairness_max_over_min", "", AT("/router_fairness/max_over_min") },
	{ "router_fairness_cv", "", AT("/router_fairness/cv") },
	{ "router_fairness_jain", "", AT("/router_fairness/jain") },
	{ "late_packets", "packets", AT("/reordering/late") },
	{ "late_share", "", AT("/reordering/share") },
	{ "late_extent", "packets", AT("/reordering/extent") },
	{ "reordering_window", "packets", AT("/reordering/window") },
	{ "utilisation_x", "flits/link/cycle", OF_LINK("utilisation", "x") },
	{ "utilisation_y", "flits/link/cycle", OF_LINK("utilisation", "y") },
	{ "utilisation_z", "flits/link/cycle", OF_LINK("utilisation", "z") },
	{ "stalled_x", "cycles/packet", OF_LINK("stalled_per_packet", "x") },
	{ "stalled_y", "cycles/packet", OF_LINK("stalled_per_packet", "y") },
	{ "stalled_z", "cycles/packet", OF_LINK("stalled_per_packet", "z") },
	{ "wait_x", "cycles/packet", OF_LINK("wait", "x") },
	{ "wait_y", "cycles/packet", OF_LINK("wait", "y") },
	{ "wait_z", "cycles/packet", OF_LINK("wait", "z") },
	{ "queueing_x", "cycles/hop", OF_LINK("queueing", "x") },
	{ "queueing_y", "cycles/hop", OF_LINK("queueing", "y") },
	{ "queueing_z", "cycles/hop", OF_LINK("queueing", "z") },
	{ "utilisation_local", "flits/link/cycle", OF_LINK("utilisation", "local") },
	{ "utilisation_global", "flits/link/cycle", OF_LINK("utilisation", "global") },
	{ "queueing_local", "cycles/hop", OF_LINK("queueing", "local") },
	{ "queueing_global", "cycles/hop", OF_LINK("queueing", "global") },
	{ "hops_local", "hops/packet", OF_LINK("hops", "local") },
	{ "hops_global", "hops/packet", OF_LINK("hops", "global") },
	{ "misrouted", "", AT("/misrouting/packets") },
	{ "misrouted_at_source", "hops/packet", AT("/misrouting/at_source") },
	{ "misrouted_in_transit", "hops/packet", AT("/misrouting/in_transit") },
	{ "misrouted_local_source", "hops/packet", AT("/misrouting/local_source") },
	{ "misrouted_local_intermediate", "hops/packet", AT("/misrouting/local_intermediate") },
	{ "misrouted_local_destination", "hops/packet", AT("/misrouting/local_destination") },
	{ "wait_injection", "cycles", AT("/latency_parts/injection") },
	{ "wait_local", "cycles", AT("/latency_parts/local") },
	{ "wait_global", "cycles", AT("/latency_parts/global") },
	{ "wait_ejection", "cycles", AT("/latency_parts/ejection") },
	{ "latency_base", "cycles", AT("/latency_parts/base") },
	{ "latency_misrouting", "cycles", AT("/latency_parts/misrouting") },
	{ "occupancy_in_node", "flits/port", AT("/usage/0/input/occupancy") },
	{ "requests_in_node", "requests/port/cycle", AT("/usage/0/input/requests") },
	{ "granted_in_node", "", AT("/usage/0/input/granted") },
	{ "occupancy_out_node", "flits/port", AT("/usage/0/output/occupancy") },
	{ "requests_out_node", "requests/port/cycle", AT("/usage/0/output/requests") },
	{ "granted_out_node", "", AT("/usage/0/output/granted") },
	{ "occupancy_in_local", "flits/port", AT("/usage/1/input/occupancy") },
	{ "requests_in_local", "requests/port/cycle", AT("/usage/1/input/requests") },
	{ "granted_in_local", "", AT("/usage/1/input/granted") },
	{ "occupancy_out_local", "flits/port", AT("/usage/1/output/occupancy") },
	{ "requests_out_local", "requests/port/cycle", AT("/usage/1/output/requests") },
	{ "granted_out_local", "", AT("/usage/1/output/granted") },
	{ "occupancy_in_global", "flits/port", AT("/usage/2/input/occupancy") },
	{ "requests_in_global", "requests/port/cycle", AT("/usage/2/input/requests") },
	{ "granted_in_global", "", AT("/usage/2/input/granted") },
	{ "occupancy_out_global", "flits/port", AT("/usage/2/output/occupancy") },
	{ "requests_out_global", "requests/port/cycle", AT("/usage/2/output/requests") },
	{ "granted_out_global", "", AT("/usage/2/output/granted") },
	{ "limit_of", "", AT("/limit/of") },
	{ "limit_node", "", AT("/limit/node") },
	{ "limit_port", "", AT("/limit/port") },
	{ "limit_use", "", AT("/limit/use") },
	{ "limit_mean", "", AT("/limit/mean") },
	{ "ages_0_63", "packets", AT("/age_histogram/0/packets") },
	{ "ages_64_127", "packets", AT("/age_histogram/1/packets") },
	{ "ages_128_191", "packets", AT("/age_histogram/2/packets") },
	{ "ages_192_255", "packets", AT("/age_histogram/3/packets") },
	{ "grants", "packets", AT("/arbitration/granted") },
	{ "grants_contested", "packets", AT("/arbitration/contested") },
	{ "grants_inhibited", "packets", AT("/arbitration/inhibited") },
	{ "grants_tied", "packets", AT("/arbitration/tied") },
	{ "grants_saturated", "packets", AT("/arbitration/saturated") },
	{ "state_hash", "", AT("/state_hash") },
};

#define COLUMNS	(sizeof(columns) / sizeof(columns[0]))

/* The columns of the links of a kind, beside those above. */
static const struct {
	const char *name;
	const char *path;
	const char *unit;
	bool by_cycle;	/* only where ports count, cycle by cycle */
} figures[] = {
	{ "utilisation", "utilisation", "flits/link/cycle", false },
	{ "stalled", "stalled_per_packet", "cycles/packet", true },
	{ "wait", "wait", "cycles/packet", true },
	{ "queueing", "queueing", "cycles/hop", false },
	{ "hops", "hops", "hops/packet", false },
};

#define FIGURES	(sizeof(figures) / sizeof(figures[0]))

/**
 * struct more - columns of topologies whose links or places are not among those above
 * @count: number of columns
 * @column: the columns
 * @name: name of each column
 */
struct more {
	u32 count;
	struct column column[MOST_MORE];
	char name[MOST_MORE][MOST_NAME];
};

static bool is_column(const struct more *m, const char *name)
{
	for (size_t i = 0; i < COLUMNS; i++)
		if (!strcmp(columns[i].name, name))
			return true;
	for (u32 i = 0; i < m->count; i++)
		if (!strcmp(m->name[i], name))
			return true;
	return false;
}

/* Add column @first_@second with the rest of @c, unless there is one of that name. */
static void add_column(struct more *m, const char *first, const char *second, struct column c)
{
	char name[MOST_NAME];

	snprintf(name, sizeof(name), "%s_%s", first, second);
	if (is_column(m, name) || m->count == MOST_MORE)
		return;
	memcpy(m->name[m->count], name, sizeof(name));
	c.name = m->name[m->count];
	m->column[m->count++] = c;
}

static void add_topology(struct more *m, const struct ss_topology_view *v)
{
	for (u32 i = 0; i < v->places; i++)
		add_column(m, "worst", v->coordinate[i],
			   (struct column){ NULL, "", OF_PLACE(v->coordinate[i]) });
	for (size_t i = 0; i < FIGURES; i++) {
		if (v->by_port ? !strcmp(figures[i].name, "hops") : figures[i].by_cycle)
			continue;
		for (u32 kind = 0; kind < ss_link_kinds(v); kind++)
			add_column(m, figures[i].name, ss_link_kind(v, kind),
				   (struct column){ NULL, figures[i].unit,
						    OF_LINK(figures[i].path,
							    ss_link_kind(v, kind)) });
	}
}

/* Fill in @m with the columns that the topologies in the set @of need. */
static void find_more(struct more *m, u64 of)
{
	m->count = 0;
	for (u32 i = 0; ss_topologies[i]; i++)
		if (of >> i & 1)
			add_topology(m, ss_topologies[i]->view);
}

u64 sim_csv_set(struct json_object *result)
{
	const struct ss_topology_ops *t = result_topology(result);
	u32 i = 0;

	while (ss_topologies[i] != t)
		i++;
	return 1ULL << i;
}

void sim_csv_head(u64 of, FILE *to)
{
	struct more more;

	find_more(&more, of);
	for (u32 i = 0; i < sim_key_count; i++)
		fprintf(to, "%s,", sim_keys[i].name);
	for (size_t i = 0; i < COLUMNS; i++)
		fprintf(to, "%s%s", i ? "," : "", columns[i].name);
	for (u32 i = 0; i < more.count; i++)
		fprintf(to, ",%s", more.name[i]);
	fputc('\n', to);
}

/* Print a value; a text that has a comma or a quote is quoted as by RFC 4180. */
void sim_csv_cell(struct json_object *value, FILE *to)
{
	const char *text = json_object_get_string(value);

	if (!value)
		return;
	if (!text[strcspn(text, ",\"\n")]) {
		fputs(text, to);
		return;
	}
	fputc('"', to);
	for (; *text; text++) {
		if (*text == '"')
			fputc('"', to);
		fputc(*text, to);
	}
	fputc('"', to);
}

/* Find the column @name, of any topology; @m has room for it.  Return: NULL if there is none. */
static const struct column *find_column(const char *name, struct more *m)
{
	if (strchr(name, '.'))	/* the path of a value: columns have no points in their names */
		return NULL;
	for (size_t i = 0; i < COLUMNS; i++)
		if (!strcmp(columns[i].name, name))
			return &columns[i];
	find_more(m, ~0ULL);
	for (u32 i = 0; i < m->count; i++)
		if (!strcmp(m->name[i], name))
			return &m->column[i];
	return NULL;
}

bool sim_csv_has(const char *name)
{
	struct more more;

	return find_column(name, &more);
}

u32 sim_csv_names(const char **names, u32 most)
{
	u32 n = 0;

	while (n < COLUMNS && n < most) {
		names[n] = columns[n].name;
		n++;
	}
	return n;
}

const char *sim_csv_unit(const char *name)
{
	struct more more;
	const struct column *c = find_column(name, &more);

	return c ? c->unit : NULL;
}

/* Return the number of @link among the kinds of links of @v, or the number of kinds. */
static u32 number_of_link(const struct ss_topology_view *v, const char *link)
{
	u32 kind = 0, kinds = ss_link_kinds(v);

	while (kind < kinds && strcmp(ss_link_kind(v, kind), link))
		kind++;
	return kind;
}

static u32 number_of_place(const struct ss_topology_view *v, const char *place)
{
	u32 i = 0;

	while (i < v->places && strcmp(v->coordinate[i], place))
		i++;
	return i;
}

/*
 * Write the path of @c in results of a topology with @v.  Returns false if it has no such links or
 * coordinates.
 */
static bool path_of(const struct column *c, const struct ss_topology_view *v,
		    char path[SIM_CSV_PATH])
{
	u32 i;

	if (c->link) {
		i = number_of_link(v, c->link);
		snprintf(path, SIM_CSV_PATH, "/dimensions/%u/%s", i, c->path);
		return i < ss_link_kinds(v);
	}
	if (c->place) {
		i = number_of_place(v, c->place);
		snprintf(path, SIM_CSV_PATH, "%s/%u", c->path, i);
		return i < v->places;
	}
	snprintf(path, SIM_CSV_PATH, "%s", c->path);
	return true;
}

bool sim_csv_path(const char *name, struct json_object *result, char path[SIM_CSV_PATH])
{
	struct more more;
	const struct column *c = find_column(name, &more);

	return c && path_of(c, result_topology(result)->view, path);
}

static void print_cell(const struct column *c, struct json_object *result, FILE *to)
{
	struct json_object *value;
	char path[SIM_CSV_PATH];

	if (path_of(c, result_topology(result)->view, path) &&
	    !json_pointer_get(result, path, &value))
		sim_csv_cell(value, to);
}

void sim_csv_row(struct json_object *result, u64 of, FILE *to)
{
	struct json_object *experiment, *value;
	struct more more;

	find_more(&more, of);
	json_object_object_get_ex(result, "experiment", &experiment);
	for (u32 i = 0; i < sim_key_count; i++) {
		if (json_object_object_get_ex(experiment, sim_keys[i].name, &value))
			sim_csv_cell(value, to);
		fputc(',', to);
	}
	for (size_t i = 0; i < COLUMNS; i++) {
		fputs(i ? "," : "", to);
		print_cell(&columns[i], result, to);
	}
	for (u32 i = 0; i < more.count; i++) {
		fputc(',', to);
		print_cell(&more.column[i], result, to);
	}
	fputc('\n', to);
}

/*
 * struct page_place - place of a column in results, as the page of columns shows it
 * @path: path in the JSON, of the first topology that has the column
 * @topologies: topologies that have the column, as bits; 0: all
 */
struct page_place {
	char path[SIM_CSV_PATH];
	u64 topologies;
};

static struct page_place page_place(const struct column *c)
{
	struct page_place p = { .topologies = 0 };
	char path[SIM_CSV_PATH];

	if (!c->link && !c->place)
		snprintf(p.path, sizeof(p.path), "%s", c->path);
	for (u32 i = 0; (c->link || c->place) && ss_topologies[i]; i++) {
		if (!path_of(c, ss_topologies[i]->view, path))
			continue;
		if (!p.topologies)
			memcpy(p.path, path, sizeof(path));
		p.topologies |= 1ULL << i;
	}
	return p;
}

/* Return the length of the part of @path before its last component, or of the whole first one. */
static size_t parent_length(const char *path)
{
	const char *last = strrchr(path + 1, '/');

	return last ? (size_t)(last - path) + 1 : strlen(path) + 1;
}

/*
 * Return true if the neighbours @a and @b share a row: the same topologies, one part of the result,
 * and one unit or one parent.
 */
static bool share_row(const struct column *a, const struct column *b)
{
	const struct page_place p = page_place(a), q = page_place(b);
	size_t part = strcspn(p.path + 1, "/") + 2;

	return p.topologies == q.topologies && !strncmp(p.path, q.path, part) &&
	       (!strcmp(a->unit, b->unit) || !strncmp(p.path, q.path, parent_length(p.path)));
}

/* Print the names of @n columns; behind those of one unit, the unit. */
static void print_page_names(const struct column *c, u32 n, FILE *to)
{
	for (u32 i = 0; i < n; i++) {
		bool last = i + 1 == n || strcmp(c[i].unit, c[i + 1].unit);

		fprintf(to, "`%s`", c[i].name);
		if (last && *c[i].unit)
			fprintf(to, " (%s)", c[i].unit);
		if (i + 1 < n)
			fputs(last ? "; " : ", ", to);
	}
}

/* Print the row of @n columns from @c on, with the topologies that have them if not all do. */
static void print_page_row(const struct column *c, u32 n, FILE *to)
{
	u64 topologies = page_place(c).topologies;

	fputs("| ", to);
	print_page_names(c, n, to);
	fputs(" | ", to);
	for (u32 i = 0; i < n; i++)
		fprintf(to, "%s%s", i ? ", " : "", page_place(&c[i]).path + 1);
	for (u32 i = 0, first = 1; ss_topologies[i]; i++) {
		if (!(topologies >> i & 1))
			continue;
		fprintf(to, "%s%s", first ? ", of " : ", ", ss_topologies[i]->view->title);
		first = 0;
	}
	fputs(" |\n", to);
}

/* Print a table of @n columns, in their order; neighbours that share a row stand in one. */
static void print_page_table(const struct column *c, u32 n, FILE *to)
{
	fputs("\n| columns (unit) | in the JSON |\n|---|---|\n", to);
	for (u32 i = 0, end; i < n; i = end) {
		for (end = i + 1; end < n && share_row(&c[end - 1], &c[end]); end++)
			;
		print_page_row(&c[i], end - i, to);
	}
}

void sim_csv_page(FILE *to)
{
	struct more more;

	fputs("\n# Columns of the CSV\n"
	      "\n"
	      "First every key above, empty where it has no effect, then these, empty where the router has no such\n"
	      "figure. Their place in the JSON leads to their meaning in [its schema](sim-result.schema.json) and in\n"
	      "[simulator.md](simulator.md). What changes in mid-run is in the JSON only.\n", to);
	print_page_table(columns, COLUMNS, to);
	fputs("\nLast come these, if a result of the file is of a topology that needs them:\n", to);
	find_more(&more, ~0ULL);
	print_page_table(more.column, more.count, to);
}

// SPDX-License-Identifier: GPL-2.0-only
/* A result as a row of a table: every key, then the figures that are one number. */
#include <string.h>

#include <json-c/json_pointer.h>

#include "sim/experiment/keys.h"

#include "print.h"

/* Routers whose results have a column */
enum of {
	ANY,
	CUBE,		/* in a torus or mesh */
	DRAGONFLY,
};

/* Column and where it stands in the JSON, whose schema says what it is. */
static const struct {
	const char *name;
	const char *path;
	enum of of;
	const char *unit;
} columns[] = {
	{ "version", "/version", ANY, "" },
	{ "verdict", "/verdict/is", ANY, "" },
	{ "steady", "/steady/reached", ANY, "" },
	{ "precise", "/precision/reached", ANY, "" },
	{ "starved", "/starvation/starved", ANY, "nodes" },
	{ "worst_node", "/starvation/worst/node", ANY, "" },
	{ "worst_x", "/starvation/worst/at/0", CUBE, "" },
	{ "worst_y", "/starvation/worst/at/1", CUBE, "" },
	{ "worst_z", "/starvation/worst/at/2", CUBE, "" },
	{ "worst_group", "/starvation/worst/at/0", DRAGONFLY, "" },
	{ "worst_router", "/starvation/worst/at/1", DRAGONFLY, "" },
	{ "worst_share", "/starvation/worst/share", ANY, "" },
	{ "warmup_cycles", "/cycles/warmup", ANY, "cycles" },
	{ "measured_cycles", "/cycles/measured", ANY, "cycles" },
	{ "nodes", "/nodes", ANY, "nodes" },
	{ "senders", "/senders", ANY, "nodes" },
	{ "completion_cycles", "/completion/cycles", ANY, "cycles" },
	{ "offered", "/load/offered", ANY, "flits/node/cycle" },
	{ "injected", "/load/injected", ANY, "flits/node/cycle" },
	{ "accepted", "/load/accepted", ANY, "flits/node/cycle" },
	{ "accepted_ci95", "/load/ci95", ANY, "flits/node/cycle" },
	{ "accepted_independent", "/load/independent_batches", ANY, "batches" },
	{ "packets", "/latency/packets", ANY, "packets" },
	{ "dropped", "/load/packets_dropped", ANY, "packets" },
	{ "queued", "/load/queued_after", ANY, "packets" },
	{ "latency_mean", "/latency/mean", ANY, "cycles" },
	{ "latency_ci95", "/latency/ci95", ANY, "cycles" },
	{ "latency_independent", "/latency/independent_batches", ANY, "batches" },
	{ "latency_deviation", "/latency/deviation", ANY, "cycles" },
	{ "latency_min", "/latency/min", ANY, "cycles" },
	{ "latency_p50", "/latency/p50", ANY, "cycles" },
	{ "latency_p90", "/latency/p90", ANY, "cycles" },
	{ "latency_p99", "/latency/p99", ANY, "cycles" },
	{ "latency_p999", "/latency/p999", ANY, "cycles" },
	{ "latency_max", "/latency/max", ANY, "cycles" },
	{ "network_mean", "/network_latency/mean", ANY, "cycles" },
	{ "network_ci95", "/network_latency/ci95", ANY, "cycles" },
	{ "network_independent", "/network_latency/independent_batches", ANY, "batches" },
	{ "network_deviation", "/network_latency/deviation", ANY, "cycles" },
	{ "network_p50", "/network_latency/p50", ANY, "cycles" },
	{ "network_p99", "/network_latency/p99", ANY, "cycles" },
	{ "network_max", "/network_latency/max", ANY, "cycles" },
	{ "offered_per_ns", "/ns/offered", ANY, "flits/ns" },
	{ "accepted_per_ns", "/ns/accepted", ANY, "flits/ns" },
	{ "latency_ns", "/ns/latency", ANY, "ns" },
	{ "network_ns", "/ns/network_latency", ANY, "ns" },
	{ "fairness_min", "/fairness/min", ANY, "flits/cycle" },
	{ "fairness_max", "/fairness/max", ANY, "flits/cycle" },
	{ "fairness_max_over_min", "/fairness/max_over_min", ANY, "" },
	{ "fairness_cv", "/fairness/cv", ANY, "" },
	{ "fairness_jain", "/fairness/jain", ANY, "" },
	{ "router_fairness_min", "/router_fairness/min", DRAGONFLY, "flits/cycle" },
	{ "router_fairness_max", "/router_fairness/max", DRAGONFLY, "flits/cycle" },
	{ "router_fairness_max_over_min", "/router_fairness/max_over_min", DRAGONFLY, "" },
	{ "router_fairness_cv", "/router_fairness/cv", DRAGONFLY, "" },
	{ "router_fairness_jain", "/router_fairness/jain", DRAGONFLY, "" },
	{ "utilisation_x", "/dimensions/0/utilisation", CUBE, "flits/link/cycle" },
	{ "utilisation_y", "/dimensions/1/utilisation", CUBE, "flits/link/cycle" },
	{ "utilisation_z", "/dimensions/2/utilisation", CUBE, "flits/link/cycle" },
	{ "stalled_x", "/dimensions/0/stalled_per_packet", CUBE, "cycles/packet" },
	{ "stalled_y", "/dimensions/1/stalled_per_packet", CUBE, "cycles/packet" },
	{ "stalled_z", "/dimensions/2/stalled_per_packet", CUBE, "cycles/packet" },
	{ "wait_x", "/dimensions/0/wait", CUBE, "cycles/packet" },
	{ "wait_y", "/dimensions/1/wait", CUBE, "cycles/packet" },
	{ "wait_z", "/dimensions/2/wait", CUBE, "cycles/packet" },
	{ "queueing_x", "/dimensions/0/queueing", CUBE, "cycles/hop" },
	{ "queueing_y", "/dimensions/1/queueing", CUBE, "cycles/hop" },
	{ "queueing_z", "/dimensions/2/queueing", CUBE, "cycles/hop" },
	{ "utilisation_local", "/dimensions/0/utilisation", DRAGONFLY, "flits/link/cycle" },
	{ "utilisation_global", "/dimensions/1/utilisation", DRAGONFLY, "flits/link/cycle" },
	{ "queueing_local", "/dimensions/0/queueing", DRAGONFLY, "cycles/hop" },
	{ "queueing_global", "/dimensions/1/queueing", DRAGONFLY, "cycles/hop" },
	{ "hops_local", "/dimensions/0/hops", DRAGONFLY, "hops/packet" },
	{ "hops_global", "/dimensions/1/hops", DRAGONFLY, "hops/packet" },
	{ "misrouted", "/misrouting/packets", DRAGONFLY, "" },
	{ "misrouted_at_source", "/misrouting/at_source", DRAGONFLY, "hops/packet" },
	{ "misrouted_in_transit", "/misrouting/in_transit", DRAGONFLY, "hops/packet" },
	{ "misrouted_local_source", "/misrouting/local_source", DRAGONFLY, "hops/packet" },
	{ "misrouted_local_intermediate", "/misrouting/local_intermediate",
	  DRAGONFLY, "hops/packet" },
	{ "misrouted_local_destination", "/misrouting/local_destination",
	  DRAGONFLY, "hops/packet" },
	{ "wait_injection", "/latency_parts/injection", DRAGONFLY, "cycles" },
	{ "wait_local", "/latency_parts/local", DRAGONFLY, "cycles" },
	{ "wait_global", "/latency_parts/global", DRAGONFLY, "cycles" },
	{ "wait_ejection", "/latency_parts/ejection", DRAGONFLY, "cycles" },
	{ "latency_base", "/latency_parts/base", DRAGONFLY, "cycles" },
	{ "latency_misrouting", "/latency_parts/misrouting", DRAGONFLY, "cycles" },
	{ "limit_of", "/limit/of", ANY, "" },
	{ "limit_node", "/limit/node", ANY, "" },
	{ "limit_port", "/limit/port", ANY, "" },
	{ "limit_use", "/limit/use", ANY, "" },
	{ "limit_mean", "/limit/mean", ANY, "" },
	{ "ages_0_63", "/age_histogram/0/packets", ANY, "packets" },
	{ "ages_64_127", "/age_histogram/1/packets", ANY, "packets" },
	{ "ages_128_191", "/age_histogram/2/packets", ANY, "packets" },
	{ "ages_192_255", "/age_histogram/3/packets", ANY, "packets" },
	{ "grants", "/arbitration/granted", ANY, "packets" },
	{ "grants_contested", "/arbitration/contested", ANY, "packets" },
	{ "grants_inhibited", "/arbitration/inhibited", ANY, "packets" },
	{ "grants_tied", "/arbitration/tied", ANY, "packets" },
	{ "grants_saturated", "/arbitration/saturated", ANY, "packets" },
	{ "state_hash", "/state_hash", ANY, "" },
};

#define COLUMNS	(sizeof(columns) / sizeof(columns[0]))

void sim_csv_head(FILE *to)
{
	for (u32 i = 0; i < sim_key_count; i++)
		fprintf(to, "%s,", sim_keys[i].name);
	for (size_t i = 0; i < COLUMNS; i++)
		fprintf(to, "%s%c", columns[i].name, i + 1 < COLUMNS ? ',' : '\n');
}

/* What has a comma or a quote goes between quotes, as RFC 4180 has it. */
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

static size_t find_column(const char *name)
{
	size_t i = 0;

	while (i < COLUMNS && strcmp(columns[i].name, name))
		i++;
	return i;
}

bool sim_csv_has(const char *name)
{
	return find_column(name) < COLUMNS;
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
	const size_t i = find_column(name);

	return i < COLUMNS ? columns[i].unit : NULL;
}

static enum of router_of(struct json_object *result)
{
	struct json_object *experiment, *router;

	json_object_object_get_ex(result, "experiment", &experiment);
	json_object_object_get_ex(experiment, "router", &router);
	return strcmp(json_object_get_string(router), "dragonfly") ? CUBE : DRAGONFLY;
}

/* Routers have the same path in the JSON for figures of different columns. */
static bool has_column(enum of router, size_t column)
{
	return columns[column].of == ANY || columns[column].of == router;
}

const char *sim_csv_path(const char *name, struct json_object *result)
{
	size_t i = find_column(name);

	return i < COLUMNS && has_column(router_of(result), i) ? columns[i].path : NULL;
}

void sim_csv_row(struct json_object *result, FILE *to)
{
	enum of router = router_of(result);
	struct json_object *experiment, *value;

	json_object_object_get_ex(result, "experiment", &experiment);
	for (u32 i = 0; i < sim_key_count; i++) {
		if (json_object_object_get_ex(experiment, sim_keys[i].name, &value))
			sim_csv_cell(value, to);
		fputc(',', to);
	}
	for (size_t i = 0; i < COLUMNS; i++) {
		if (has_column(router, i) && !json_pointer_get(result, columns[i].path, &value))
			sim_csv_cell(value, to);
		fputc(i + 1 < COLUMNS ? ',' : '\n', to);
	}
}

void sim_csv_page(FILE *to)
{
	static const char *const of[] = {
		[ANY] = "", [CUBE] = ", of a torus or mesh", [DRAGONFLY] = ", of a Dragonfly",
	};

	fputs("\n# Columns of the CSV\n"
	      "\n"
	      "First every key above, empty where it has no effect, then these, empty where the\n"
	      "router has no such figure. Their place in the JSON leads to their meaning in [its\n"
	      "schema](sim-result.schema.json) and in [simulator.md](simulator.md). What changes in\n"
	      "mid-run is in the JSON only.\n"
	      "\n| column | unit | in the JSON |\n|---|---|---|\n", to);
	for (size_t i = 0; i < COLUMNS; i++)
		fprintf(to, "| `%s` | %s | %s%s |\n", columns[i].name, columns[i].unit,
			columns[i].path + 1, of[columns[i].of]);
}

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
} columns[] = {
	{ "version", "/version", ANY },
	{ "verdict", "/verdict/is", ANY },
	{ "steady", "/steady/reached", ANY },
	{ "precise", "/precision/reached", ANY },
	{ "starved", "/starvation/starved", ANY },
	{ "worst_node", "/starvation/worst/node", ANY },
	{ "worst_x", "/starvation/worst/at/0", CUBE },
	{ "worst_y", "/starvation/worst/at/1", CUBE },
	{ "worst_z", "/starvation/worst/at/2", CUBE },
	{ "worst_group", "/starvation/worst/at/0", DRAGONFLY },
	{ "worst_router", "/starvation/worst/at/1", DRAGONFLY },
	{ "worst_share", "/starvation/worst/share", ANY },
	{ "warmup_cycles", "/cycles/warmup", ANY },
	{ "measured_cycles", "/cycles/measured", ANY },
	{ "nodes", "/nodes", ANY },
	{ "senders", "/senders", ANY },
	{ "completion_cycles", "/completion/cycles", ANY },
	{ "offered", "/load/offered", ANY },
	{ "injected", "/load/injected", ANY },
	{ "accepted", "/load/accepted", ANY },
	{ "accepted_ci95", "/load/ci95", ANY },
	{ "accepted_independent", "/load/independent_batches", ANY },
	{ "packets", "/latency/packets", ANY },
	{ "dropped", "/load/packets_dropped", ANY },
	{ "queued", "/load/queued_after", ANY },
	{ "latency_mean", "/latency/mean", ANY },
	{ "latency_ci95", "/latency/ci95", ANY },
	{ "latency_independent", "/latency/independent_batches", ANY },
	{ "latency_deviation", "/latency/deviation", ANY },
	{ "latency_min", "/latency/min", ANY },
	{ "latency_p50", "/latency/p50", ANY },
	{ "latency_p90", "/latency/p90", ANY },
	{ "latency_p99", "/latency/p99", ANY },
	{ "latency_p999", "/latency/p999", ANY },
	{ "latency_max", "/latency/max", ANY },
	{ "network_mean", "/network_latency/mean", ANY },
	{ "network_ci95", "/network_latency/ci95", ANY },
	{ "network_independent", "/network_latency/independent_batches", ANY },
	{ "network_deviation", "/network_latency/deviation", ANY },
	{ "network_p50", "/network_latency/p50", ANY },
	{ "network_p99", "/network_latency/p99", ANY },
	{ "network_max", "/network_latency/max", ANY },
	{ "offered_per_ns", "/ns/offered", ANY },
	{ "accepted_per_ns", "/ns/accepted", ANY },
	{ "latency_ns", "/ns/latency", ANY },
	{ "network_ns", "/ns/network_latency", ANY },
	{ "fairness_min", "/fairness/min", ANY },
	{ "fairness_max", "/fairness/max", ANY },
	{ "fairness_max_over_min", "/fairness/max_over_min", ANY },
	{ "fairness_cv", "/fairness/cv", ANY },
	{ "fairness_jain", "/fairness/jain", ANY },
	{ "router_fairness_min", "/router_fairness/min", DRAGONFLY },
	{ "router_fairness_max", "/router_fairness/max", DRAGONFLY },
	{ "router_fairness_max_over_min", "/router_fairness/max_over_min", DRAGONFLY },
	{ "router_fairness_cv", "/router_fairness/cv", DRAGONFLY },
	{ "router_fairness_jain", "/router_fairness/jain", DRAGONFLY },
	{ "utilisation_x", "/dimensions/0/utilisation", CUBE },
	{ "utilisation_y", "/dimensions/1/utilisation", CUBE },
	{ "utilisation_z", "/dimensions/2/utilisation", CUBE },
	{ "stalled_x", "/dimensions/0/stalled_per_packet", CUBE },
	{ "stalled_y", "/dimensions/1/stalled_per_packet", CUBE },
	{ "stalled_z", "/dimensions/2/stalled_per_packet", CUBE },
	{ "occupancy_x", "/dimensions/0/occupancy", CUBE },
	{ "occupancy_y", "/dimensions/1/occupancy", CUBE },
	{ "occupancy_z", "/dimensions/2/occupancy", CUBE },
	{ "queueing_x", "/dimensions/0/queueing", CUBE },
	{ "queueing_y", "/dimensions/1/queueing", CUBE },
	{ "queueing_z", "/dimensions/2/queueing", CUBE },
	{ "utilisation_local", "/dimensions/0/utilisation", DRAGONFLY },
	{ "utilisation_global", "/dimensions/1/utilisation", DRAGONFLY },
	{ "queueing_local", "/dimensions/0/queueing", DRAGONFLY },
	{ "queueing_global", "/dimensions/1/queueing", DRAGONFLY },
	{ "hops_local", "/dimensions/0/hops", DRAGONFLY },
	{ "hops_global", "/dimensions/1/hops", DRAGONFLY },
	{ "misrouted", "/misrouting/packets", DRAGONFLY },
	{ "misrouted_at_source", "/misrouting/at_source", DRAGONFLY },
	{ "misrouted_in_transit", "/misrouting/in_transit", DRAGONFLY },
	{ "misrouted_local_source", "/misrouting/local_source", DRAGONFLY },
	{ "misrouted_local_intermediate", "/misrouting/local_intermediate", DRAGONFLY },
	{ "misrouted_local_destination", "/misrouting/local_destination", DRAGONFLY },
	{ "wait_injection", "/latency_parts/injection", DRAGONFLY },
	{ "wait_local", "/latency_parts/local", DRAGONFLY },
	{ "wait_global", "/latency_parts/global", DRAGONFLY },
	{ "wait_ejection", "/latency_parts/ejection", DRAGONFLY },
	{ "latency_base", "/latency_parts/base", DRAGONFLY },
	{ "latency_misrouting", "/latency_parts/misrouting", DRAGONFLY },
	{ "limit_of", "/limit/of", ANY },
	{ "limit_node", "/limit/node", ANY },
	{ "limit_port", "/limit/port", ANY },
	{ "limit_use", "/limit/use", ANY },
	{ "limit_mean", "/limit/mean", ANY },
	{ "ages_0_63", "/age_histogram/0/packets", ANY },
	{ "ages_64_127", "/age_histogram/1/packets", ANY },
	{ "ages_128_191", "/age_histogram/2/packets", ANY },
	{ "ages_192_255", "/age_histogram/3/packets", ANY },
	{ "grants", "/arbitration/granted", ANY },
	{ "grants_contested", "/arbitration/contested", ANY },
	{ "grants_inhibited", "/arbitration/inhibited", ANY },
	{ "grants_tied", "/arbitration/tied", ANY },
	{ "grants_saturated", "/arbitration/saturated", ANY },
	{ "state_hash", "/state_hash", ANY },
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
	      "\n| column | in the JSON |\n|---|---|\n", to);
	for (size_t i = 0; i < COLUMNS; i++)
		fprintf(to, "| `%s` | %s%s |\n", columns[i].name, columns[i].path + 1,
			of[columns[i].of]);
}

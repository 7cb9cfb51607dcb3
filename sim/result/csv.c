// SPDX-License-Identifier: GPL-2.0-only
/* A result as a row of a table: every key, then the figures that are one number. */
#include <string.h>

#include <json-c/json_pointer.h>

#include "sim/experiment/keys.h"

#include "print.h"

/* Column and where it stands in the JSON, whose schema says what it is. */
static const struct {
	const char *name;
	const char *path;
} columns[] = {
	{ "version", "/version" },
	{ "verdict", "/verdict/is" },
	{ "steady", "/steady/reached" },
	{ "precise", "/precision/reached" },
	{ "starved", "/starvation/starved" },
	{ "worst_node", "/starvation/worst/node" },
	{ "worst_x", "/starvation/worst/at/0" },
	{ "worst_y", "/starvation/worst/at/1" },
	{ "worst_z", "/starvation/worst/at/2" },
	{ "worst_share", "/starvation/worst/share" },
	{ "warmup_cycles", "/cycles/warmup" },
	{ "measured_cycles", "/cycles/measured" },
	{ "nodes", "/nodes" },
	{ "senders", "/senders" },
	{ "completion_cycles", "/completion/cycles" },
	{ "offered", "/load/offered" },
	{ "injected", "/load/injected" },
	{ "accepted", "/load/accepted" },
	{ "accepted_ci95", "/load/ci95" },
	{ "accepted_independent", "/load/independent_batches" },
	{ "packets", "/latency/packets" },
	{ "dropped", "/load/packets_dropped" },
	{ "queued", "/load/queued_after" },
	{ "latency_mean", "/latency/mean" },
	{ "latency_ci95", "/latency/ci95" },
	{ "latency_independent", "/latency/independent_batches" },
	{ "latency_deviation", "/latency/deviation" },
	{ "latency_min", "/latency/min" },
	{ "latency_p50", "/latency/p50" },
	{ "latency_p90", "/latency/p90" },
	{ "latency_p99", "/latency/p99" },
	{ "latency_p999", "/latency/p999" },
	{ "latency_max", "/latency/max" },
	{ "network_mean", "/network_latency/mean" },
	{ "network_ci95", "/network_latency/ci95" },
	{ "network_independent", "/network_latency/independent_batches" },
	{ "network_deviation", "/network_latency/deviation" },
	{ "network_p50", "/network_latency/p50" },
	{ "network_p99", "/network_latency/p99" },
	{ "network_max", "/network_latency/max" },
	{ "offered_per_ns", "/ns/offered" },
	{ "accepted_per_ns", "/ns/accepted" },
	{ "latency_ns", "/ns/latency" },
	{ "network_ns", "/ns/network_latency" },
	{ "fairness_min", "/fairness/min" },
	{ "fairness_max", "/fairness/max" },
	{ "fairness_max_over_min", "/fairness/max_over_min" },
	{ "fairness_cv", "/fairness/cv" },
	{ "fairness_jain", "/fairness/jain" },
	{ "utilisation_x", "/dimensions/0/utilisation" },
	{ "utilisation_y", "/dimensions/1/utilisation" },
	{ "utilisation_z", "/dimensions/2/utilisation" },
	{ "stalled_x", "/dimensions/0/stalled_per_packet" },
	{ "stalled_y", "/dimensions/1/stalled_per_packet" },
	{ "stalled_z", "/dimensions/2/stalled_per_packet" },
	{ "occupancy_x", "/dimensions/0/occupancy" },
	{ "occupancy_y", "/dimensions/1/occupancy" },
	{ "occupancy_z", "/dimensions/2/occupancy" },
	{ "queueing_x", "/dimensions/0/queueing" },
	{ "queueing_y", "/dimensions/1/queueing" },
	{ "queueing_z", "/dimensions/2/queueing" },
	{ "limit_of", "/limit/of" },
	{ "limit_node", "/limit/node" },
	{ "limit_port", "/limit/port" },
	{ "limit_use", "/limit/use" },
	{ "limit_mean", "/limit/mean" },
	{ "ages_0_63", "/age_histogram/0/packets" },
	{ "ages_64_127", "/age_histogram/1/packets" },
	{ "ages_128_191", "/age_histogram/2/packets" },
	{ "ages_192_255", "/age_histogram/3/packets" },
	{ "grants", "/arbitration/granted" },
	{ "grants_contested", "/arbitration/contested" },
	{ "grants_inhibited", "/arbitration/inhibited" },
	{ "grants_tied", "/arbitration/tied" },
	{ "grants_saturated", "/arbitration/saturated" },
	{ "state_hash", "/state_hash" },
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
static void print_cell(struct json_object *value, FILE *to)
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

void sim_csv_row(struct json_object *result, FILE *to)
{
	struct json_object *experiment, *value;

	json_object_object_get_ex(result, "experiment", &experiment);
	for (u32 i = 0; i < sim_key_count; i++) {
		if (json_object_object_get_ex(experiment, sim_keys[i].name, &value))
			print_cell(value, to);
		fputc(',', to);
	}
	for (size_t i = 0; i < COLUMNS; i++) {
		if (!json_pointer_get(result, columns[i].path, &value))
			print_cell(value, to);
		fputc(i + 1 < COLUMNS ? ',' : '\n', to);
	}
}

void sim_csv_page(FILE *to)
{
	fputs("\n# Columns of the CSV\n"
	      "\n"
	      "First every key above, empty where it says nothing, then these. Their place in\n"
	      "the JSON leads to their meaning in [its schema](sim-result.schema.json) and in\n"
	      "[simulator.md](simulator.md). What changes in mid-run is in the JSON only.\n"
	      "\n| column | in the JSON |\n|---|---|\n", to);
	for (size_t i = 0; i < COLUMNS; i++)
		fprintf(to, "| `%s` | %s |\n", columns[i].name, columns[i].path + 1);
}

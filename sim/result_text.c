// SPDX-License-Identifier: GPL-2.0-only
/* A result as a page for people. */
#include <json-c/json_pointer.h>

#include "run.h"

static const char *text_at(struct json_object *o, const char *path)
{
	struct json_object *value;

	if (json_pointer_get(o, path, &value) || !value)
		return "-";
	return json_object_get_string(value);
}

static void print_head(struct json_object *o, FILE *to)
{
	static const char *const keys[] = {
		"topology", "mesh", "pattern", "source", "load", "window", "select", "period",
		"bias", "seed",
	};
	const char *blank = "";

	for (size_t i = 0; i < sizeof(keys) / sizeof(keys[0]); i++) {
		struct json_object *experiment, *value;

		json_object_object_get_ex(o, "experiment", &experiment);
		if (!json_object_object_get_ex(experiment, keys[i], &value))
			continue;
		fprintf(to, "%s%s %s", blank, keys[i], json_object_get_string(value));
		blank = ", ";
	}
	fprintf(to, "\n%s cycles of warm-up, %s measured\n", text_at(o, "/cycles/warmup"),
		text_at(o, "/cycles/measured"));
	fprintf(to, "%s: %s\n", text_at(o, "/verdict/is"), text_at(o, "/verdict/why"));
}

static void print_deadlock(struct json_object *o, FILE *to)
{
	struct json_object *buffers;

	if (json_pointer_get(o, "/verdict/deadlock/buffers", &buffers))
		return;
	fprintf(to, "found in cycle %s; each of these waits for the next, the last for the first:\n",
		text_at(o, "/verdict/deadlock/at"));
	for (size_t i = 0; i < json_object_array_length(buffers); i++) {
		struct json_object *b = json_object_array_get_idx(buffers, i);

		fprintf(to, "  node %s (%s,%s,%s) ", text_at(b, "/node"), text_at(b, "/at/0"),
			text_at(b, "/at/1"), text_at(b, "/at/2"));
		if (text_at(b, "/from")[0] == '-' && !text_at(b, "/from")[1])
			fprintf(to, "input %s VC%s\n", text_at(b, "/port"), text_at(b, "/vc"));
		else
			fprintf(to, "staging %s from %s VC%s\n", text_at(b, "/port"),
				text_at(b, "/from"), text_at(b, "/vc"));
	}
}

static void print_load(struct json_object *o, FILE *to)
{
	fprintf(to, "\nFlits a sender a cycle\n  offered %s, accepted %s +- %s\n",
		text_at(o, "/load/offered"), text_at(o, "/load/accepted"),
		text_at(o, "/load/ci95"));
	fprintf(to, "  injected by one sender: least %s, most %s; Jain's index %s\n",
		text_at(o, "/fairness/min"), text_at(o, "/fairness/max"),
		text_at(o, "/fairness/jain"));
}

static void print_latency(struct json_object *o, FILE *to)
{
	static const char *const rows[] = { "latency", "network_latency" };

	fprintf(to, "\n%-24s %10s %8s %9s %7s %7s %7s %7s %7s\n", "Cycles", "mean", "+-",
		"deviation", "min", "p50", "p99", "p99.9", "max");
	for (int i = 0; i < 2; i++) {
		struct json_object *l;

		json_object_object_get_ex(o, rows[i], &l);
		fprintf(to, "  %-22s %10s %8s %9s %7s %7s %7s %7s %7s\n",
			i ? "from the injection" : "from the birth", text_at(l, "/mean"),
			text_at(l, "/ci95"), text_at(l, "/deviation"), text_at(l, "/min"),
			text_at(l, "/p50"), text_at(l, "/p99"), text_at(l, "/p999"),
			text_at(l, "/max"));
	}
}

static void print_dimensions(struct json_object *o, FILE *to)
{
	struct json_object *list;

	json_object_object_get_ex(o, "dimensions", &list);
	fprintf(to, "\n%-12s %10s %10s %12s %16s %10s\n", "Dimension", "flits/link", "stalled",
		"blocked", "occupancy Eq. 17", "queueing");
	for (size_t i = 0; i < json_object_array_length(list); i++) {
		struct json_object *d = json_object_array_get_idx(list, i);

		fprintf(to, "  %-10s %10s %10s %12s %16s %10s\n", text_at(d, "/dimension"),
			text_at(d, "/utilisation"), text_at(d, "/stalled_per_packet"),
			text_at(d, "/blocked_per_packet"), text_at(d, "/occupancy"),
			text_at(d, "/queueing"));
	}
	fputs("  flits a cycle; the others are cycles a packet and hop\n", to);
}

static void print_ages(struct json_object *o, FILE *to)
{
	struct json_object *list;

	json_object_object_get_ex(o, "age_histogram", &list);
	fputs("\nPackets granted by age\n", to);
	for (size_t i = 0; i < json_object_array_length(list); i++) {
		struct json_object *bin = json_object_array_get_idx(list, i);

		fprintf(to, "  %3s-%-3s %14s\n", text_at(bin, "/low"), text_at(bin, "/high"),
			text_at(bin, "/packets"));
	}
}

void sim_result_text(struct json_object *result, FILE *to)
{
	print_head(result, to);
	print_deadlock(result, to);
	print_load(result, to);
	print_latency(result, to);
	print_dimensions(result, to);
	print_ages(result, to);
}

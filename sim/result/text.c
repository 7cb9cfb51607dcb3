// SPDX-License-Identifier: GPL-2.0-only
/* A result as a page of text. */
#include <math.h>
#include <stdlib.h>

#include <json-c/json_pointer.h>

#include "sim/base/text.h"
#include "sim/experiment/keys.h"
#include "sim/run/result.h"

#include "busiest.h"
#include "print.h"
#include "results.h"

#define LINE	100	/* characters, until another line is begun */
#define LONG	40	/* a longer value is cut */

static const char *text_at(struct json_object *o, const char *path)
{
	struct json_object *value;

	if (json_pointer_get(o, path, &value) || !value)
		return "-";
	return json_object_get_string(value);
}

/* Return true for keys that are printed even at their defaults. */
static bool is_always_printed(const char *name)
{
	static const char *const names[] = {
		"mesh", "pattern", "source", "load", "window", "select", "period", "bias", "seed",
	};

	for (size_t i = 0; i < sizeof(names) / sizeof(names[0]); i++)
		if (!strcmp(name, names[i]))
			return true;
	return sim_key_is_shape(name);
}

static bool is_printed(const struct sim_key *k, const char *value,
		       const char *const chosen[SIM_CHOICES], bool change)
{
	/* the number of cycles is printed */
	if (!strcmp(k->name, "warmup") || !strcmp(k->name, "measure"))
		return false;
	return change || is_always_printed(k->name) || !sim_key_is_default(k, value, chosen);
}

/* Print the keys of an experiment, or of a change in mid-run, which has no defaults. */
static void print_keys(struct json_object *keys, bool change, FILE *to)
{
	const char *chosen[SIM_CHOICES], *blank = "";
	int line = 0;

	experiment_choices(keys, chosen);
	for (u32 i = 0; i < sim_key_count; i++) {
		struct json_object *value = json_object_object_get(keys, sim_keys[i].name);
		const char *text = json_object_get_string(value);

		if (!value || !is_printed(&sim_keys[i], text, chosen, change))
			continue;
		if (line > LINE) {
			blank = ",\n  ";
			line = 0;
		}
		line += fprintf(to, "%s%s %.*s%s", blank, sim_keys[i].name,
				(int)text_head(text, LONG), text, strlen(text) > LONG ? "..." : "");
		blank = ", ";
	}
	fputs("\n", to);
}

static void print_changes(struct json_object *changes, FILE *to)
{
	for (size_t i = 0; changes && i < json_object_array_length(changes); i++) {
		struct json_object *change = json_object_array_get_idx(changes, i);

		fprintf(to, "from cycle %s on: ", text_at(change, "/at"));
		print_keys(change, true, to);
	}
}

static void print_head(struct json_object *o, FILE *to)
{
	struct json_object *experiment = json_object_object_get(o, "experiment");

	print_keys(experiment, false, to);
	print_changes(json_object_object_get(experiment, "changes"), to);
	fprintf(to, "%s cycles of warm-up, %s measured\n", text_at(o, "/cycles/warmup"),
		text_at(o, "/cycles/measured"));
	fprintf(to, "%s: %s\n", text_at(o, "/verdict/is"), text_at(o, "/verdict/why"));
}

static void print_deadlock(struct json_object *o, FILE *to)
{
	const struct ss_topology_view *v = result_topology(o)->view;
	struct json_object *buffers;
	char router[SS_WORDS];

	if (json_pointer_get(o, "/verdict/deadlock/buffers", &buffers))
		return;
	fprintf(to, "found in cycle %s; each of these waits for the next, the last for the first:\n",
		text_at(o, "/verdict/deadlock/at"));
	for (size_t i = 0; i < json_object_array_length(buffers); i++) {
		struct json_object *b = json_object_array_get_idx(buffers, i);

		result_describe_router(v, b, router);
		if (!v->by_port) {
			fprintf(to, "  %s, input %s %s VC%s\n", router, text_at(b, "/port"),
				text_at(b, "/number"), text_at(b, "/vc"));
			continue;
		}
		fprintf(to, "  %s ", router);
		if (text_at(b, "/from")[0] == '-' && !text_at(b, "/from")[1])
			fprintf(to, "input %s VC%s\n", text_at(b, "/port"), text_at(b, "/vc"));
		else
			fprintf(to, "staging %s from %s VC%s\n", text_at(b, "/port"),
				text_at(b, "/from"), text_at(b, "/vc"));
	}
}

static void print_starvation(struct json_object *o, FILE *to)
{
	bool by_mean = !strcmp(text_at(o, "/starvation/compared_with"), "mean");
	unsigned long long starved, silent;
	char nothing[48] = "";

	starved = strtoull(text_at(o, "/starvation/starved"), NULL, 10);
	if (!starved)
		return;
	silent = strtoull(text_at(o, "/starvation/silent"), NULL, 10);
	if (silent)
		snprintf(nothing, sizeof(nothing), ", and %llu inject%s nothing", silent,
			 silent > 1 ? "" : "s");
	fprintf(to, "%llu sender%s%s: %snode %s (%s,%s,%s), is served %s times %s\n", starved,
		starved > 1 ? "s starve" : " starves", nothing,
		starved > 1 ? "the worst, " : "",
		text_at(o, "/starvation/worst/node"),
		text_at(o, "/starvation/worst/at/0"), text_at(o, "/starvation/worst/at/1"),
		text_at(o, "/starvation/worst/at/2"), text_at(o, "/starvation/worst/share"),
		by_mean ? "the mean of all" : "what it offers");
}

/* Print a mean, and half of its interval if there is one. */
static void print_mean(struct json_object *o, const char *mean, const char *ci95, FILE *to)
{
	struct json_object *any;

	fputs(text_at(o, mean), to);
	if (!json_pointer_get(o, ci95, &any) && any)
		fprintf(to, " +- %s", json_object_get_string(any));
}

static void print_load(struct json_object *o, FILE *to)
{
	fprintf(to, "\nFlits per sender per cycle\n  offered %s, accepted ",
		text_at(o, "/load/offered"));
	print_mean(o, "/load/accepted", "/load/ci95", to);
	fputc('\n', to);
	fprintf(to, "  injected by one sender: least %s, most %s; Jain's index %s\n",
		text_at(o, "/fairness/min"), text_at(o, "/fairness/max"),
		text_at(o, "/fairness/jain"));
	if (result_topology(o)->view->numbers_nodes)
		fprintf(to, "  injected per sender, mean of a router: least %s, most %s; Jain's index %s\n",
			text_at(o, "/router_fairness/min"), text_at(o, "/router_fairness/max"),
			text_at(o, "/router_fairness/jain"));
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

/* Print why a column of intervals has "-". */
static void print_no_interval(struct json_object *o, FILE *to)
{
	static const char *const rows[][2] = {
		{ "/load/no_interval", "accepted load" }, { "/latency/no_interval", "latency" },
		{ "/network_latency/no_interval", "latency from the injection" },
	};

	if (text_at(o, "/latency/packets")[0] == '0')
		return;
	for (int i = 0; i < 3; i++) {
		const char *why = text_at(o, rows[i][0]);

		if (!strcmp(why, "-") || (i == 2 && !strcmp(why, text_at(o, rows[1][0]))))
			continue;
		fprintf(to, "  no interval of %s: %s\n", rows[i][1], why);
	}
}

/* Print figures in ns, as papers do, if the cycle time is known. */
static void print_ns(struct json_object *o, FILE *to)
{
	if (!strcmp(text_at(o, "/ns/cycle"), "-"))
		return;
	fprintf(to, "  in ns (a cycle is %s ns): mean ", text_at(o, "/ns/cycle"));
	print_mean(o, "/ns/latency", "/ns/latency_ci95", to);
	fprintf(to, ", p99 %s; from the injection %s\n", text_at(o, "/ns/latency_p99"),
		text_at(o, "/ns/network_latency"));
	fprintf(to, "  flits per ns of all nodes: offered %s, accepted ",
		text_at(o, "/ns/offered"));
	print_mean(o, "/ns/accepted", "/ns/accepted_ci95", to);
	fputc('\n', to);
}

/* Print requests and responses separately, if there are replies. */
static void print_classes(struct json_object *o, FILE *to)
{
	struct json_object *any;

	if (!json_object_object_get_ex(o, "by_class", &any))
		return;
	fprintf(to, "  requests: offered %s, accepted %s, mean latency %s, from the injection %s\n",
		text_at(o, "/by_class/0/offered"), text_at(o, "/by_class/0/accepted"),
		text_at(o, "/by_class/0/mean"),
		text_at(o, "/by_class/0/network_mean"));
	fprintf(to, "  responses: offered %s, accepted %s, mean latency %s from the birth of the request, %s from their injection\n",
		text_at(o, "/by_class/1/offered"), text_at(o, "/by_class/1/accepted"),
		text_at(o, "/by_class/1/mean"),
		text_at(o, "/by_class/1/network_mean"));
}

/* Print links without cycles of stalled and blocked packets, if these are not counted. */
static void print_links(struct json_object *list, FILE *to)
{
	fprintf(to, "\n%-12s %10s %10s\n", "Links", "flits/link", "queueing");
	for (size_t i = 0; i < json_object_array_length(list); i++) {
		struct json_object *d = json_object_array_get_idx(list, i);

		fprintf(to, "  %-10s %10s %10s\n", text_at(d, "/dimension"),
			text_at(d, "/utilisation"), text_at(d, "/queueing"));
	}
	fputs("  flits/link per cycle; queueing in cycles per hop\n", to);
}

static void print_dimensions(struct json_object *o, FILE *to)
{
	struct json_object *list;

	json_object_object_get_ex(o, "dimensions", &list);
	if (!result_topology(o)->view->by_port) {
		print_links(list, to);
		return;
	}
	fprintf(to, "\n%-12s %10s %10s %12s %16s %10s\n", "Dimension", "flits/link", "stalled",
		"blocked", "wait Eq. 17", "queueing");
	for (size_t i = 0; i < json_object_array_length(list); i++) {
		struct json_object *d = json_object_array_get_idx(list, i);

		fprintf(to, "  %-10s %10s %10s %12s %16s %10s\n", text_at(d, "/dimension"),
			text_at(d, "/utilisation"), text_at(d, "/stalled_per_packet"),
			text_at(d, "/blocked_per_packet"), text_at(d, "/wait"),
			text_at(d, "/queueing"));
	}
	fputs("  flits/link per cycle; stalled, blocked and wait in cycles per packet, ", to);
	fputs("queueing per hop\n", to);
}

/*
 * Return the place of the most used resource: a node with its coordinates, or a router without
 * nodes.
 */
static const char *limit_place(struct json_object *o, char text[SS_WORDS])
{
	struct json_object *limit = json_object_object_get(o, "limit");
	struct json_object *at = json_object_object_get(limit, "at");
	size_t size;

	if (!json_object_object_get(limit, "node")) {
		result_describe_router(result_topology(o)->view, limit, text);
		return text;
	}
	size = snprintf(text, SS_WORDS, "node %s (", text_at(limit, "/node"));
	for (size_t i = 0; i < json_object_array_length(at) && size < SS_WORDS; i++)
		size += snprintf(text + size, SS_WORDS - size, "%s%d", i ? "," : "",
				 json_object_get_int(json_object_array_get_idx(at, i)));
	snprintf(text + strlen(text), SS_WORDS - strlen(text), ")");
	return text;
}

static void print_busiest(struct json_object *o, FILE *to)
{
	char limit[SS_WORDS];
	struct busiest b;

	/* the limit was printed, and may be the busiest link */
	if (busiest_link(o, &b) && (strcmp(text_at(o, "/limit/of"), "link") ||
				    strcmp(text_at(o, "/limit/port"), b.port) ||
				    strcmp(limit_place(o, limit), b.where)))
		fprintf(to, "  the busiest link, %s of %s, carries %.6g\n", b.port, b.where, b.use);
}

/* Print the part that is used most, and how often packets wait for credits and buffers. */
static void print_limit(struct json_object *o, FILE *to)
{
	const char *of = text_at(o, "/limit/of");
	bool is_link = !strcmp(of, "link");
	struct json_object *any;
	char place[SS_WORDS];

	if (!strcmp(text_at(o, "/limit/use"), "-"))
		return;
	fprintf(to, "  most used: %s%s%s of %s, %s of what it can carry (mean %s)\n", of,
		is_link ? " " : "", is_link ? text_at(o, "/limit/port") : "",
		limit_place(o, place), text_at(o, "/limit/use"), text_at(o, "/limit/mean"));
	if (!result_topology(o)->view->by_port)
		return;
	fprintf(to, "  share of cycles in which an output has packets and no credits: %s\n",
		text_at(o, "/limit/stalled"));
	fprintf(to, "  VCs that %s, mean per network input: %s, per input from a processor: %s\n",
		json_pointer_get(o, "/arbitration/granted", &any) ? "ask for an output's VC" :
								    "lack staging space",
		text_at(o, "/limit/blocked"), text_at(o, "/limit/waiting"));
}

static void print_tables(struct json_object *o, FILE *to)
{
	struct json_object *any;

	if (!json_object_object_get_ex(o, "tables", &any) || !any)
		return;
	fprintf(to, "  tables, looked up by %s of %s routers, lost %s packets without a route, %s at datelines\n",
		text_at(o, "/tables/looked_up_by"), text_at(o, "/nodes"),
		text_at(o, "/tables/lost_without_route"), text_at(o, "/tables/lost_at_datelines"));
	fprintf(to, "  VC_balance along x, y, z: %s, %s, %s\n", text_at(o, "/vc_balance/x"),
		text_at(o, "/vc_balance/y"), text_at(o, "/vc_balance/z"));
}

static void print_link_errors(struct json_object *o, FILE *to)
{
	struct json_object *any;

	if (!json_object_object_get_ex(o, "link_errors", &any))
		return;
	fprintf(to, "  bit errors: %s micropackets sent again, %s wrong ones taken\n",
		text_at(o, "/link_errors/sent_again"), text_at(o, "/link_errors/undetected"));
}

static void print_ages(struct json_object *o, FILE *to)
{
	struct json_object *list;

	/* routers that have none */
	if (!json_object_object_get_ex(o, "age_histogram", &list) || !list)
		return;
	fputs("\nPackets granted by age\n", to);
	for (size_t i = 0; i < json_object_array_length(list); i++) {
		struct json_object *bin = json_object_array_get_idx(list, i);

		fprintf(to, "  %3s-%-3s %14s\n", text_at(bin, "/low"), text_at(bin, "/high"),
			text_at(bin, "/packets"));
	}
}

static double share(struct json_object *o, const char *part, const char *whole)
{
	struct json_object *p, *w;

	if (json_pointer_get(o, part, &p) || json_pointer_get(o, whole, &w))
		return NAN;
	return 100 * sim_ratio(json_object_get_double(p), json_object_get_double(w));	/* or NaN */
}

static void print_arbitration(struct json_object *o, FILE *to)
{
	static const char all[] = "/arbitration/granted";
	static const char contested[] = "/arbitration/contested";

	struct json_object *any;

	if (json_pointer_get(o, contested, &any) || !json_object_get_uint64(any))
		return;
	fprintf(to, "  %7s %14s, %.3g %% of all\n", "255", text_at(o, "/arbitration/saturated"),
		share(o, "/arbitration/saturated", all));
	fprintf(to, "\nGrants with several candidates: %.3g %% of all; of these\n",
		share(o, contested, all));
	fprintf(to, "  %.3g %% were by round robin, because old packets held the age clock\n",
		share(o, "/arbitration/inhibited", contested));
	fprintf(to, "  %.3g %% were by age with several oldest candidates, among which round robin chose\n",
		share(o, "/arbitration/tied", contested));
}

/* Report that contention counters diverted no packet: few traffics reach a high threshold. */
static void print_untriggered(struct json_object *o, FILE *to)
{
	const char *trigger = text_at(o, "/experiment/trigger");
	struct json_object *any;

	if (json_pointer_get(o, "/experiment/trigger", &any) || !strcmp(trigger, "credits") ||
	    strcmp(text_at(o, "/misrouting/packets"), "0"))
		return;
	fprintf(to, "  the trigger diverted no packet: no counter of contention reached 'contention' = %s where another port was below it\n",
		text_at(o, "/experiment/contention"));
}

/* Print the share of packets that others of their pair of nodes overtook, if it is counted. */
static void print_reordering(struct json_object *o, FILE *to)
{
	struct json_object *any;

	if (!json_object_object_get_ex(o, "reordering", &any))
		return;
	fprintf(to, "  overtaken: %s of the packets, by %s of their pair on the mean, by %s%s at most\n",
		text_at(o, "/reordering/share"), text_at(o, "/reordering/extent"),
		text_at(o, "/reordering/window"),
		strcmp(text_at(o, "/reordering/clipped"), "0") ? " or more" : "");
}

/* Print the share of packets that have left the shortest way, where routing lets them */
static void print_misrouting(struct json_object *o, FILE *to)
{
	struct json_object *any;

	if (!json_object_object_get_ex(o, "misrouting", &any) ||
	    !strcmp(text_at(o, "/experiment/routing"), "min"))
		return;
	fprintf(to, "  share of packets off the shortest way: %s; hops that left it, per packet: global %s at the source, %s in transit;\n",
		text_at(o, "/misrouting/packets"), text_at(o, "/misrouting/at_source"),
		text_at(o, "/misrouting/in_transit"));
	fprintf(to, "  local %s in the source's group, %s in the destination's, %s in others\n",
		text_at(o, "/misrouting/local_source"),
		text_at(o, "/misrouting/local_destination"),
		text_at(o, "/misrouting/local_intermediate"));
	print_untriggered(o, to);
}

/* Print the queues, the virtual channels and the allocator at the ports of each kind. */
static void print_usage(struct json_object *o, FILE *to)
{
	struct json_object *list;

	if (!json_object_object_get_ex(o, "usage", &list))
		return;
	fprintf(to, "\n%-12s %10s %10s %10s %10s %10s %10s   %s\n", "Ports", "in queue",
		"requests", "granted", "out queue", "requests", "granted", "in queue, by VC");
	for (size_t i = 0; i < json_object_array_length(list); i++) {
		struct json_object *p = json_object_array_get_idx(list, i), *vcs;

		fprintf(to, "  %-10s %10s %10s %10s %10s %10s %10s  ", text_at(p, "/port"),
			text_at(p, "/input/occupancy"), text_at(p, "/input/requests"),
			text_at(p, "/input/granted"), text_at(p, "/output/occupancy"),
			text_at(p, "/output/requests"), text_at(p, "/output/granted"));
		json_object_object_get_ex(p, "vcs", &vcs);
		for (size_t vc = 0; vc < json_object_array_length(vcs); vc++)
			fprintf(to, " %s", text_at(json_object_array_get_idx(vcs, vc),
						   "/occupancy"));
		fputc('\n', to);
	}
	fputs("  flits in a port's queues; requests per port per cycle; granted per request\n",
	      to);
}

/* Print the parts of the mean latency of a Dragonfly. */
static void print_latency_parts(struct json_object *o, FILE *to)
{
	struct json_object *any;

	if (!json_object_object_get_ex(o, "latency_parts", &any))
		return;
	fprintf(to, "  links crossed per packet: %s local, %s global\n",
		text_at(o, "/ways/local"), text_at(o, "/ways/global"));
	fprintf(to, "  mean latency: %s by the shortest way, %s more by the way taken;\n",
		text_at(o, "/latency_parts/base"), text_at(o, "/latency_parts/misrouting"));
	fprintf(to, "  waiting: %s at the source, %s at local links, %s at global links, %s for the destination\n",
		text_at(o, "/latency_parts/injection"), text_at(o, "/latency_parts/local"),
		text_at(o, "/latency_parts/global"), text_at(o, "/latency_parts/ejection"));
}

static void print_point(struct json_object *o, bool misrouted, FILE *to)
{
	fprintf(to, "  %10s %10s %10s %10s", text_at(o, "/from"), text_at(o, "/accepted"),
		text_at(o, "/mean"), text_at(o, "/network_mean"));
	if (misrouted)
		fprintf(to, " %10s", text_at(o, "/misrouted"));
	fputs("\n", to);
}

static void print_series(struct json_object *o, FILE *to)
{
	struct json_object *list, *any;
	bool misrouted;
	size_t points;

	json_object_object_get_ex(o, "series", &list);
	points = json_object_array_length(list);
	if (!points)
		return;
	misrouted = !json_pointer_get(o, "/series/0/misrouted", &any);
	fprintf(to, "\nOver time: flits accepted per sender per cycle; of the packets by cycle of %s:\n",
		text_at(o, "/experiment/series"));
	fprintf(to, "  %10s %10s %10s %10s%s\n", "from cycle", "accepted", "latency", "network",
		misrouted ? "  misrouted" : "");
	for (size_t i = 0; i < points; i++)
		print_point(json_object_array_get_idx(list, i), misrouted, to);
}

static void print_phase(struct json_object *phase, FILE *to)
{
	fprintf(to, " %10s %10s %10s\n", text_at(phase, "/first"), text_at(phase, "/mean"),
		text_at(phase, "/last"));
}

/* Print a search, each level of which is two phases: the search itself, and the sum. */
static void print_search(struct json_object *o, FILE *to)
{
	struct json_object *levels;

	if (json_pointer_get(o, "/completion/search/levels", &levels))
		return;
	fprintf(to, "\nSearch of %s edges, from a vertex of degree %s of rank %s: %s cycles, %s ns\n",
		text_at(o, "/completion/search/edges"),
		text_at(o, "/completion/search/root_degree"),
		text_at(o, "/completion/search/root"), text_at(o, "/completion/cycles"),
		text_at(o, "/completion/search/ns"));
	fprintf(to, "  %5s %12s %10s %10s\n", "level", "queries", "messages", "cycles");
	for (size_t i = 0; i < json_object_array_length(levels); i++) {
		struct json_object *level = json_object_array_get_idx(levels, i);

		fprintf(to, "  %5zu %12s %10s %10s\n", i, text_at(level, "/queries"),
			text_at(level, "/messages"), text_at(level, "/cycles"));
	}
}

/* Print the calls of a program by their names. */
static void print_calls(struct json_object *o, FILE *to)
{
	struct json_object *calls;

	if (json_pointer_get(o, "/program/by_call", &calls))
		return;
	fprintf(to, "  %-26s %8s %10s %14s  %21s  %21s  %13s\n", "call", "calls", "messages", "bytes",
		"waiting: mean, most", "sending: mean, most", "critical path");
	json_object_object_foreach(calls, name, call)
		fprintf(to, "  %-26s %8s %10s %14s  %10s %10s  %10s %10s  %13s\n", name,
			text_at(call, "/calls"), text_at(call, "/messages"),
			text_at(call, "/bytes"), text_at(call, "/waiting"),
			text_at(call, "/waiting_max"), text_at(call, "/sending"),
			text_at(call, "/sending_max"), text_at(call, "/critical_path"));
}

#define MOST_PHASES	40	/* phases of a program that are printed */

/* Print the phases of a program: cycles, and means of a rank's cycles by state. */
static void print_program_phases(struct json_object *o, FILE *to)
{
	struct json_object *phases;
	size_t count;

	if (json_pointer_get(o, "/program/phases", &phases))
		return;
	count = json_object_array_length(phases);
	fprintf(to, "  %8s %12s %12s %12s %12s %12s\n", "phase", "begin", "cycles", "computing",
		"sending", "waiting");
	for (size_t i = 0; i < count && i < MOST_PHASES; i++) {
		struct json_object *phase = json_object_array_get_idx(phases, i);

		fprintf(to, "  %8s %12s %12s %12s %12s %12s\n", text_at(phase, "/phase"),
			text_at(phase, "/begin"), text_at(phase, "/cycles"),
			text_at(phase, "/computing"), text_at(phase, "/sending"),
			text_at(phase, "/waiting"));
	}
	if (count > MOST_PHASES)
		fprintf(to, "  and %zu further phases\n", count - MOST_PHASES);
}

/* Print what the ranks of a program did. */
static void print_program(struct json_object *o, FILE *to)
{
	struct json_object *any;

	if (json_pointer_get(o, "/program", &any))
		return;
	fprintf(to, "\nProgram of %s ranks: %s cycles", text_at(o, "/program/ranks"),
		text_at(o, "/program/cycles"));
	if (!json_pointer_get(o, "/ns/completion", &any) && any)
		fprintf(to, " (%s ns)", json_object_get_string(any));
	fprintf(to, ", %s messages, %s bytes\n", text_at(o, "/program/messages"),
		text_at(o, "/program/bytes"));
	fprintf(to, "  cycles of a rank, mean: computing %s, sending %s, waiting %s\n",
		text_at(o, "/program/computing"), text_at(o, "/program/sending"),
		text_at(o, "/program/waiting"));
	if (!json_pointer_get(o, "/program/critical_path/messages", &any))
		fprintf(to, "  critical path, cycles: computing %s, in eager messages %s, in rendezvous %s; messages: %s\n",
			text_at(o, "/program/critical_path/computing"),
			text_at(o, "/program/critical_path/eager"),
			text_at(o, "/program/critical_path/rendezvous"),
			text_at(o, "/program/critical_path/messages"));
	print_calls(o, to);
	print_program_phases(o, to);
}

/* Print when nodes completed the phases of a batch, if there are several. */
static void print_phases(struct json_object *o, FILE *to)
{
	struct json_object *phases, *any;

	if (json_pointer_get(o, "/completion/phases", &phases) ||
	    !json_pointer_get(o, "/completion/search", &any) ||
	    json_object_array_length(phases) < 2)
		return;
	fprintf(to, "\nCycles in which nodes ended phases\n  %5s %10s %10s %10s\n", "phase",
		"first", "mean", "last");
	for (size_t i = 0; i < json_object_array_length(phases); i++) {
		fprintf(to, "  %5zu", i);
		print_phase(json_object_array_get_idx(phases, i), to);
	}
}

void sim_result_text(struct json_object *result, FILE *to)
{
	print_head(result, to);
	print_deadlock(result, to);
	print_starvation(result, to);
	print_load(result, to);
	print_latency(result, to);
	print_no_interval(result, to);
	print_ns(result, to);
	print_reordering(result, to);
	print_classes(result, to);
	print_dimensions(result, to);
	print_busiest(result, to);
	print_limit(result, to);
	print_tables(result, to);
	print_link_errors(result, to);
	print_misrouting(result, to);
	print_latency_parts(result, to);
	print_usage(result, to);
	print_ages(result, to);
	print_arbitration(result, to);
	print_search(result, to);
	print_phases(result, to);
	print_program(result, to);
	print_series(result, to);
}

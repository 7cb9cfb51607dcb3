// SPDX-License-Identifier: GPL-2.0-only
/*
 * What the model costs on this machine: a table on stdout, and a list of
 * {name, value, unit, note} as JSON in the file named.
 */
#include <string.h>
#include <sys/utsname.h>
#include <time.h>

#include <json-c/json.h>

#include "lib/model.h"

#define REPEATS	5

static struct json_object *results;

static void result(const char *name, double value, const char *unit,
		   const char *note)
{
	struct json_object *o = json_object_new_object();

	json_object_object_add(o, "name", json_object_new_string(name));
	json_object_object_add(o, "value", json_object_new_double(value));
	json_object_object_add(o, "unit", json_object_new_string(unit));
	json_object_object_add(o, "note", json_object_new_string(note));
	json_object_array_add(results, o);
	printf("%-44s %14.4g %-12s %s\n", name, value, unit, note);
}

static double seconds(void)
{
	struct timespec t;

	clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &t);
	return t.tv_sec + t.tv_nsec / 1e9;
}

static int by_size(const void *a, const void *b)
{
	double x = *(const double *)a, y = *(const double *)b;

	return (x > y) - (x < y);
}

static double median(double *v, u32 n)
{
	qsort(v, n, sizeof(*v), by_size);
	return v[n / 2];
}

/* Packets and flits that have come into any router's ports. */
static void hops(struct ss_fabric *f, double *packets, double *flits)
{
	*packets = *flits = 0;
	for (u32 r = 0; r < ss_fabric_routers(f); r++) {
		u64 regs[SS_PORTS][SEASTAR_REGS];

		ss_read_regs(f, r, regs);
		for (u32 port = 0; port < SS_PORTS; port++) {
			for (u32 v = 0; v < 4; v++) {
				*packets += regs[port][SEASTAR_REG_VC0_PKTS + v];
				*flits += regs[port][SEASTAR_REG_VC0_FLITS + v];
			}
		}
	}
}

/* Run @f for @cycles, REPEATS times; returns CPU seconds a flit-hop. */
static double rate(struct ss_fabric *f, const char *name, u64 cycles,
		   const char *note)
{
	double events[REPEATS], packets[REPEATS], flits[REPEATS];
	char label[64];

	ss_fabric_run(f, 5000);
	for (u32 i = 0; i < REPEATS; i++) {
		double p0, f0, p1, f1, start, took;
		u64 before = ss_fabric_events(f);

		hops(f, &p0, &f0);
		start = seconds();
		ss_fabric_run(f, cycles);
		took = seconds() - start;
		hops(f, &p1, &f1);
		events[i] = (ss_fabric_events(f) - before) / took;
		packets[i] = (p1 - p0) / took;
		flits[i] = (f1 - f0) / took;
	}
	snprintf(label, sizeof(label), "sim.%s.events_per_s", name);
	result(label, median(events, REPEATS), "1/s", note);
	snprintf(label, sizeof(label), "sim.%s.packet_hops_per_s", name);
	result(label, median(packets, REPEATS), "1/s", note);
	snprintf(label, sizeof(label), "sim.%s.flit_hops_per_s", name);
	result(label, median(flits, REPEATS), "1/s", note);
	return 1 / median(flits, REPEATS);
}

static double at_load(u32 flits, const char *name)
{
	struct ss_traffic t = {
		.pattern = SEASTAR_PATTERN_UNIFORM,
		.source = SEASTAR_SOURCE_OPEN,
		.load = 400000,
		.requests = SEASTAR_PPM,
	};
	struct ss_config cfg;
	struct ss_fabric *f;
	double cost;

	t.lengths[flits - 1] = 1;
	ss_config_default(&cfg, 8, 8, 8, 0);
	f = model_new(&cfg);
	model_traffic(f, &t);
	cost = rate(f, name, 4000, "uniform, open, load 0.4, one thread");
	model_free(f);
	return cost;
}

static void at_saturation(void)
{
	struct ss_traffic t = model_window(SEASTAR_PATTERN_UNIFORM, 16);
	const u32 bias[] = { 3, 2, 1 };
	struct ss_config cfg;
	struct ss_fabric *f;

	ss_config_default(&cfg, 11, 12, 16, 0);
	f = model_new(&cfg);
	model_aging(f, 8, ~0ULL, bias);
	model_traffic(f, &t);
	rate(f, "11x12x16.9flit", 2000,
	     "uniform, window 16, period 8, biases 3/2/1, one thread");
	model_free(f);
}

static void largest(void)
{
	struct ss_traffic t = model_window(SEASTAR_PATTERN_UNIFORM, 16);
	struct ss_config cfg;
	struct ss_fabric *f;
	double bytes, start;

	ss_config_default(&cfg, 32, 32, 32, 0);
	f = model_new(&cfg);
	start = seconds();
	ss_fabric_run(f, 1000000);
	result("sim.32x32x32.idle_1e6_cycles", seconds() - start, "s",
	       "no traffic");
	bytes = ss_fabric_bytes(&cfg) + ss_traffic_bytes(f, &t);
	result("sim.32x32x32.bytes_per_router", bytes / 32768, "B",
	       "fabric and packets of a window of 16");
	model_free(f);
}

static void machine(void)
{
	char line[256], model[256] = "unknown CPU";
	FILE *info = fopen("/proc/cpuinfo", "r");
	struct utsname uts;

	while (info && fgets(line, sizeof(line), info))
		if (sscanf(line, "model name : %255[^\n]", model) == 1)
			break;
	if (info)
		fclose(info);
	if (uname(&uts))
		snprintf(uts.release, sizeof(uts.release), "unknown");
	printf("# %s, Linux %s, compiler %s; medians of %d, CPU time\n", model,
	       uts.release, __VERSION__, REPEATS);
}

int main(int argc, char **argv)
{
	double one, nine;

	if (argc != 2) {
		fprintf(stderr, "usage: bench RESULTS.json\n");
		return 2;
	}
	results = json_object_new_array();
	machine();
	one = at_load(1, "8x8x8.1flit");
	nine = at_load(9, "8x8x8.9flit");
	result("sim.8x8x8.flit_hop_cost_9flit_over_1flit", nine / one, "ratio",
	       "CPU time a flit-hop");
	at_saturation();
	largest();
	if (json_object_to_file_ext(argv[1], results, JSON_C_TO_STRING_PRETTY)) {
		fprintf(stderr, "bench: cannot write %s\n", argv[1]);
		return 1;
	}
	json_object_put(results);
	return 0;
}

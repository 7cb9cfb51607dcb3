// SPDX-License-Identifier: GPL-2.0-only
#include <math.h>
#include <string.h>

#include "page.h"
#include "workload.h"

#define MILLION		1e6
#define LEAST_SHARE	4	/* least share of a file in the profile, in per cent */

/* Find the result "sim.@workload.@figure", or NULL. */
static struct json_object *find(const struct page *p, const char *workload, const char *figure)
{
	char name[128];

	snprintf(name, sizeof(name), "sim.%s.%s", workload, figure);
	return page_find(p, name);
}

static double value(const struct page *p, const char *workload, const char *figure)
{
	struct json_object *entry = find(p, workload, figure);

	return entry ? entry_number(entry, "value") : NAN;
}

void table_machine(const struct page *p)
{
	struct json_object *machine = page_find(p, "machine.processors");

	if (!machine)
		die("the results do not say on what machine: run `make bench`");
	printf("%g processors, %s.\n", entry_number(machine, "value"), entry_text(machine, "note"));
	fputs("To wait for a word of memory took, before the measurement,\n", stdout);
	for (u32 i = 0; i < 4; i++) {
		struct json_object *wait;
		char name[32];

		snprintf(name, sizeof(name), "machine.wait.%uKiB", 256U << 2 * i);
		wait = page_find(p, name);
		if (wait)
			printf("%s%.3g ns in %u KiB", i ? ", " : "", entry_number(wait, "value"),
			       256U << 2 * i);
	}
	puts(".");
}

static const char *not_steady(struct json_object *entry)
{
	return strstr(entry_text(entry, "note"), "NOT STEADY") ? ", not steady" : "";
}

void table_rates(const struct page *p)
{
	puts("| workload | keys | million flit-hops/s | of repetitions | ns per packet-hop | with statistics |\n|---|---|---|---|---|---|");
	for (const struct workload *w = workloads; w->name; w++) {
		struct json_object *rate = find(p, w->name, "flit_hops_per_s");

		if (!rate)
			continue;
		printf("| `%s` | `%s` |", w->name, w->keys);
		page_cells(rate, MILLION);
		page_cell(1e9 / value(p, w->name, "packet_hops_per_s"));
		page_cell(value(p, w->name, "with_statistics"));
		puts("");
	}
	printf("\nThe rate of 32,768 routers is %.3g of that of 2,112.\n",
	       value(p, "32x32x32.9flit", "flit_hops_per_s") /
	       value(p, "11x12x16.9flit", "flit_hops_per_s"));
}

/* Print TORUS, from the name "sim.size.TORUS.flit_hops_per_s" of a result. */
static void print_torus(struct json_object *entry)
{
	const char *place = entry_text(entry, "name") + strlen("sim.size.");

	printf(" %.*s |", (int)(strstr(place, ".flit_hops") - place), place);
}

/* Print a row: @member of the results of all sizes, in millions. */
static void print_sizes(const struct page *p, const char *text, const char *member)
{
	struct json_object *entry;
	double x = -1;

	printf("| %s |", text);
	while ((entry = page_next(p, "size", &x)))
		printf(" %.4g%s |", entry_number(entry, member) / MILLION, not_steady(entry));
	puts("");
}

void table_size(const struct page *p)
{
	struct json_object *entry;
	u32 sizes = 0;
	double x = -1;

	printf("| torus |");
	for (; (entry = page_next(p, "size", &x)); sizes++)
		print_torus(entry);
	printf("\n|---|");
	while (sizes--)
		printf("---|");
	puts("");
	print_sizes(p, "million flit-hops/s", "value");
	print_sizes(p, "least of the repetitions", "low");
	print_sizes(p, "greatest", "high");
}

/* Print a row: the rates of @workload by load, each with the range of its repetitions. */
static void print_loads(const struct page *p, const char *workload)
{
	struct json_object *entry;
	char series[64];
	double x = -1;

	snprintf(series, sizeof(series), "load.%s", workload);
	printf("| `%s` |", workload);
	while ((entry = page_next(p, series, &x)))
		printf(" %.4g (%.4g to %.4g%s) |", entry_number(entry, "value") / MILLION,
		       entry_number(entry, "low") / MILLION, entry_number(entry, "high") / MILLION,
		       not_steady(entry));
	puts("");
}

void table_load(const struct page *p)
{
	u32 loads = 0;
	double x = -1;

	printf("| million flit-hops/s at load |");
	for (; page_next(p, "load.8x8x8.1flit", &x); loads++)
		printf(" %g |", x);
	printf("\n|---|");
	while (loads--)
		printf("---|");
	puts("");
	print_loads(p, "8x8x8.1flit");
	print_loads(p, "11x12x16.9flit");
}

static void print_threads(const struct page *p, const char *workload)
{
	struct json_object *entry, *gain;
	char name[96];
	double x = -1;

	snprintf(name, sizeof(name), "threads.%s", workload);
	while ((entry = page_next(p, name, &x))) {
		char speedup[96];

		printf("| `%s` | %g |", workload, x);
		page_cells(entry, MILLION);
		snprintf(speedup, sizeof(speedup), "sim.%.*s.speedup_%g_threads",
			 (int)strcspn(workload, "."), workload, x);
		gain = page_find(p, speedup);
		if (gain)
			page_cells(gain, 1);
		else
			printf(" | |");
		puts("");
	}
}

void table_threads(const struct page *p)
{
	puts("| workload | threads | million flit-hops/s | of repetitions | times as fast as one | of repetitions |\n|---|---|---|---|---|---|");
	print_threads(p, "11x12x16.9flit");
	print_threads(p, "32x32x32.9flit");
	print_threads(p, "dragonfly.h8");
}

void table_memory(const struct page *p)
{
	double asked = value(p, "32x32x32", "bytes_per_router");
	double resident = value(p, "32x32x32", "resident_bytes_per_router");
	double whole = 32768.0 / (1 << 30);

	puts("| 32,768 routers | bytes per router | GiB in all |\n|---|---|---|");
	printf("| asked for | %.0f | %.3g |\n", asked, asked * whole);
	printf("| in use in steady state | %.0f | %.3g |\n", resident, resident * whole);
	printf("\nA million cycles of it without traffic take %.2g s.\n",
	       value(p, "32x32x32", "idle_1e6_cycles"));
}

/* Return measured nanoseconds per packet-hop; a size has flit-hops only, nine per packet-hop. */
static double nanoseconds(const struct page *p, const char *workload)
{
	double rate = value(p, workload, "packet_hops_per_s");
	char name[96];

	snprintf(name, sizeof(name), "sim.size.%.*s.flit_hops_per_s",
		 (int)strcspn(workload, "."), workload);
	return isnan(rate) ? 9e9 / page_value(p, name) : 1e9 / rate;
}

void table_counts(const struct page *p)
{
	static const char *const figures[] = {
		"instructions_per_flit_hop", "instructions_per_packet_hop",
		"branches_per_packet_hop", "mispredicts_per_packet_hop",
		"l1_misses_per_packet_hop", "l2_misses_per_packet_hop",
	};

	puts("| workload | instructions per flit-hop | per packet-hop | branches | mispredicted | L1 misses | L2 misses | ns, measured | instructions per ns |\n|---|---|---|---|---|---|---|---|---|");
	for (const struct workload *w = workloads; w->name; w++) {
		if (!w->counted)
			continue;
		printf("| `%s` |", w->name);
		for (size_t i = 0; i < sizeof(figures) / sizeof(figures[0]); i++)
			page_cell(value(p, w->name, figures[i]));
		page_cell(nanoseconds(p, w->name));
		page_cell(value(p, w->name, figures[1]) / nanoseconds(p, w->name));
		puts("");
	}
}

/* Find @file in the profile of @workload; NULL if its share is less than LEAST_SHARE. */
static struct json_object *find_file(const struct page *p, const char *workload, const char *file)
{
	struct json_object *entry;
	char series[64];
	double x = -1;

	snprintf(series, sizeof(series), "files.%s", workload);
	while ((entry = page_next(p, series, &x)))
		if (!strcmp(entry_text(entry, "file"), file))
			return entry_number(entry, "value") < LEAST_SHARE ? NULL : entry;
	return NULL;
}

static void print_shares(struct json_object *entry)
{
	if (!entry) {
		printf(" | | |");
		return;
	}
	page_cell(entry_number(entry, "value"));
	page_cell(entry_number(entry, "misses"));
	page_cell(entry_number(entry, "mispredicts"));
}

/* Print the files with a share of LEAST_SHARE or more, in the order of the first workload. */
void table_profile(const struct page *p)
{
	static const char *const shown[] = { "8x8x8.1flit", "11x12x16.9flit" };

	printf("| file |");
	for (u32 i = 0; i < 2; i++)
		printf(" `%s`: instructions %% | L2 misses %% | mispredicted %% |", shown[i]);
	puts("\n|---|---|---|---|---|---|---|");
	for (u32 i = 0; i < 2; i++) {
		struct json_object *entry;
		char series[64];
		double x = -1;

		snprintf(series, sizeof(series), "files.%s", shown[i]);
		while ((entry = page_next(p, series, &x))) {
			const char *file = entry_text(entry, "file"), *base = strrchr(file, '/');

			if (entry_number(entry, "value") < LEAST_SHARE ||
			    (i && find_file(p, shown[0], file)))
				continue;
			printf("| %s |", base ? base + 1 : file);
			for (u32 k = 0; k < 2; k++)
				print_shares(find_file(p, shown[k], file));
			puts("");
		}
	}
}

// SPDX-License-Identifier: GPL-2.0-only
/* Distributions of latencies; the results of a curve are pooled. */
#include <math.h>

#include "sim/base/memory.h"

#include "kinds.h"

#define STEP		1.1	/* ratio of a drawn bin's lower limit to the one before */

/* A bin of latency.histogram: latencies from @low to @high, in the picture's unit. */
struct bin {
	double low;
	double high;
	double packets;
};

/**
 * struct bins - bins of the results of a curve
 * @count: number of bins
 * @packets: packets in all bins
 * @cycle: the longest cycle of a result, in the picture's unit: no bin is narrower
 * @at: the bins
 */
struct bins {
	u32 count;
	double packets;
	double cycle;
	struct bin *at;
};

/* Return true if @bin is valid; with numbers of a damaged file, later loops might not end. */
static bool is_bin(const struct bin *bin)
{
	return bin->low >= 0 && bin->high >= bin->low && bin->packets > 0;
}

static void add_bins(struct bins *b, struct json_object *result, double cycle)
{
	struct json_object *array = result_value(result, "latency.histogram"), *row;
	u32 i, count = result_count(result, "latency.histogram");
	struct bin bin;

	b->cycle = fmax(b->cycle, cycle);
	for (i = 0; i < count; i++) {
		row = json_object_array_get_idx(array, i);
		bin = (struct bin){
			result_number(row, "0") * cycle, result_number(row, "1") * cycle,
			result_number(row, "2")
		};
		if (!is_bin(&bin))
			continue;
		b->at = sim_grow(b->at, b->count + 1, sizeof(b->at[0]));
		b->at[b->count++] = bin;
		b->packets += bin.packets;
	}
}

/* Compare bins for sorting; equal bins need no order. */
static int compare_bins(const void *a, const void *b)
{
	const struct bin *x = a, *y = b;

	if (x->low != y->low)
		return x->low < y->low ? -1 : 1;
	if (x->high != y->high)
		return x->high < y->high ? -1 : 1;
	return (x->packets > y->packets) - (x->packets < y->packets);
}

static struct bins pool(const struct plot *p, const struct curve *curve)
{
	struct bins b = { 0 };
	u32 i;

	for (i = 0; i < curve->count; i++)
		add_bins(&b, curve->member[i], plot_cycle(p, curve->member[i]));
	if (b.count)
		qsort(b.at, b.count, sizeof(b.at[0]), compare_bins);
	return b;
}

/*
 * Print bins that are a tenth wide, each with its lower limit and its share of packets.  Empty bins
 * are printed, too, since the step of the bin before would otherwise cover them.
 */
static void print_histogram(struct plot *p, const struct bins *b)
{
	double from = b->at[0].low, to, packets;
	u32 i = 0;

	plot_number(p, fmax(from, b->cycle));
	fputs("0\n", p->to);
	while (i < b->count) {
		to = fmax(from + b->cycle, floor(from * STEP / b->cycle) * b->cycle);
		for (packets = 0; i < b->count && b->at[i].low < to; i++)
			packets += b->at[i].packets;
		plot_number(p, fmax(from, b->cycle));
		plot_number(p, 100 * packets / b->packets);
		fputs("\n", p->to);
		from = to;
	}
	plot_number(p, from);
	fputs("0\n", p->to);
}

/* Return true if latencies differ: pooled results may have the same bin several times. */
static bool has_tail(const struct bins *b)
{
	return b->at[0].low < b->at[b->count - 1].low;
}

/* Print the upper limit of each bin, and the share of packets later than that: NaN for the last. */
static void print_tail(struct plot *p, const struct bins *b)
{
	double later = b->packets;
	u32 i;

	for (i = 0; i + 1 < b->count; i++) {
		later -= b->at[i].packets;
		if (b->at[i + 1].low == b->at[i].low)
			continue;
		plot_number(p, fmax(b->at[i].high, b->cycle));
		plot_number(p, 100 * later / b->packets);
		fputs("\n", p->to);
	}
	plot_number(p, fmax(b->at[i].high, b->cycle));
	fputs("NaN\n", p->to);
}

static bool draw_distribution(struct plot *p, const char *with,
			      void (*print)(struct plot *p, const struct bins *b),
			      struct sim_error *err)
{
	bool first = true, several = false;
	struct bins b;
	u32 i;

	for (i = 0; i < p->curves.count; i++) {
		b = pool(p, &p->curves.at[i]);
		if (!b.count)
			return sim_fail(err, "no packet was delivered: there is no latency to draw");
		fprintf(p->to, "$curve%u << EOD\n", i);
		print(p, &b);
		fputs("EOD\n", p->to);
		several |= has_tail(&b);
		free(b.at);
	}
	if (print == print_tail && !several)
		return sim_fail(err, "all latencies are equal: no packet is later than another");
	plot_logscale(p, 'x');
	for (i = 0; i < p->curves.count; i++) {
		plot_next(p, &first);
		fprintf(p->to, "$curve%u using 1:2 with %s lt %u", i, with, i + 1);
		plot_legend(p, &p->curves.at[i], "");
	}
	fputs("\n", p->to);
	return true;
}

static const char *latency_label(const struct plot *p)
{
	return p->options->ns ? "latency (ns)" : "latency (cycles)";
}

bool plot_histogram(struct plot *p, struct sim_error *err)
{
	plot_title(p, "Distribution of latency");
	plot_labels(p, latency_label(p), "packets in bins of 10 % (%)");
	fputs("set yrange [0:*]\n", p->to);
	return draw_distribution(p, "steps", print_histogram, err);
}

bool plot_tail(struct plot *p, struct sim_error *err)
{
	plot_title(p, "Late packets");
	plot_labels(p, latency_label(p), "packets later than that (%)");
	fputs("set logscale y\n", p->to);
	return draw_distribution(p, "lines", print_tail, err);
}

/* Return the mean latency of packets with a shortest path of @hops links, NAN if there are none. */
static double mean_at(const struct plot *p, const struct curve *curve, u32 hops)
{
	struct json_object *array, *row;
	double cycle, packets, sum = 0, all = 0;
	u32 i, k;

	for (i = 0; i < curve->count; i++) {
		array = result_value(curve->member[i], "by_hops");
		cycle = plot_cycle(p, curve->member[i]);
		for (k = 0; k < result_count(curve->member[i], "by_hops"); k++) {
			row = json_object_array_get_idx(array, k);
			packets = result_number(row, "packets");
			if (result_number(row, "hops") == hops && packets > 0) {
				sum += packets * result_number(row, "mean") * cycle;
				all += packets;
			}
		}
	}
	return all ? sum / all : NAN;
}

/* Return the most hops in any result, limited in case a file is damaged. */
static u32 most_hops(const struct plot *p)
{
	char path[32];
	double most = 0;
	u32 i, k;

	for (i = 0; i < p->results->count; i++) {
		for (k = 0; k < result_count(p->results->at[i], "by_hops"); k++) {
			snprintf(path, sizeof(path), "by_hops.%u.hops", k);
			most = fmax(most, result_number(p->results->at[i], path));
		}
	}
	return fmin(most, SEASTAR_MAX_ROUTERS);
}

bool plot_hops(struct plot *p, struct sim_error *err)
{
	u32 i, hops, most = most_hops(p);
	bool first = true;

	if (!most)
		return sim_fail(err, "no packet crossed a link: there is no latency by hops to draw");
	plot_title(p, "Latency by distance");
	plot_labels(p, "links of the shortest way (hops)",
		    p->options->ns ? "mean latency (ns)" : "mean latency (cycles)");
	for (i = 0; i < p->curves.count; i++) {
		fprintf(p->to, "$curve%u << EOD\n", i);
		for (hops = 0; hops <= most; hops++) {
			fprintf(p->to, "%u ", hops);
			plot_number(p, mean_at(p, &p->curves.at[i], hops));
			fputs("\n", p->to);
		}
		fputs("EOD\n", p->to);
	}
	for (i = 0; i < p->curves.count; i++) {
		plot_next(p, &first);
		fprintf(p->to, "$curve%u using 1:2 with linespoints lt %u ps 0.6", i, i + 1);
		plot_legend(p, &p->curves.at[i], "");
	}
	fputs("\n", p->to);
	return true;
}

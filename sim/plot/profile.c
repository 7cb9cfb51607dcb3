// SPDX-License-Identifier: GPL-2.0-only
/*
 * Load by the place of a router in its group, for a Dragonfly: the mean over all groups, and bars
 * from the least to the greatest, as in Figures 3.5, 3.9 and 3.12 of P. Fuentes' thesis (2017).
 */
#include <math.h>

#include "sim/base/memory.h"

#include "kinds.h"

#define SPREAD	0.4	/* width, in places, over which the curves' bars for one place are spread */

/* Summary of the routers at one place of all groups, in all results of a curve. */
struct place {
	double sum;
	u32 count;
	double least;
	double greatest;
};

static bool check_results(const struct plot *p, struct sim_error *err)
{
	u32 i, radix[3];

	for (i = 0; i < p->results->count; i++) {
		if (!result_topology(p->results->at[i])->view->grouped)
			return sim_fail(err, "result %u is of %s, which has no groups of routers",
					i + 1, result_topology(p->results->at[i])->view->title);
		if (!nodes_radix(p->results->at[i], radix))
			return sim_fail(err, "result %u has no values by node: run it with detail=full",
					i + 1);
	}
	return true;
}

static const struct quantity *choose_quantity(const struct plot *p, struct sim_error *err)
{
	const struct quantity *q =
		quantity_find(p->options->of ? p->options->of : "injected", err);

	if (q && q->links) {
		sim_fail(err, "a profile shows nodes, not links: give --of injected, accepted, received or latency");
		return NULL;
	}
	return q;
}

/* Add @value to @place, unless it is NAN. */
static void add(struct place *place, double value)
{
	if (isnan(value))
		return;
	place->least = place->count ? fmin(place->least, value) : value;
	place->greatest = place->count ? fmax(place->greatest, value) : value;
	place->sum += value;
	place->count++;
}

/*
 * Gather the values of curve @c by place in the group.  Returns the number of places: the most of
 * any result.
 */
static u32 gather(const struct curve *c, const struct quantity *q, struct place **places)
{
	u32 i, j, router, count = 0, radix[3];
	double *value;

	*places = NULL;
	for (i = 0; i < c->count; i++) {
		nodes_radix(c->member[i], radix);
		for (; count < radix[1]; count++) {
			*places = sim_grow(*places, count + 1, sizeof(**places));
			(*places)[count] = (struct place){ 0 };
		}
		value = nodes_by_router(c->member[i], q, radix);
		for (j = 0; j < radix[0]; j++) {
			for (router = 0; router < radix[1]; router++)
				add(&(*places)[router], value[j * radix[1] + router]);
		}
		free(value);
	}
	return count;
}

/*
 * Print the data of a curve, moved sideways so that it stands beside other curves.  Returns the
 * number of places, and adds to *@values the number of places with a value.
 */
static u32 print_curve(struct plot *p, u32 curve, const struct quantity *q, u32 *values)
{
	double beside = SPREAD * ((curve + 0.5) / p->curves.count - 0.5);
	struct place *place;
	u32 i, count = gather(&p->curves.at[curve], q, &place);

	fprintf(p->to, "$curve%u << EOD\n", curve);
	for (i = 0; i < count; i++) {
		plot_number(p, i + beside);
		plot_number(p, place[i].count ? place[i].sum / place[i].count : NAN);
		plot_number(p, place[i].count ? place[i].least : NAN);
		plot_number(p, place[i].count ? place[i].greatest : NAN);
		fputs("\n", p->to);
		*values += place[i].count > 0;
	}
	fputs("EOD\n", p->to);
	free(place);
	return count;
}

static void draw_curves(struct plot *p)
{
	bool first = true;
	u32 i;

	for (i = 0; i < p->curves.count; i++) {
		plot_next(p, &first);
		fprintf(p->to, "$curve%u using 1:2:3:4 with yerrorlines lt %u ps 0.7", i, i + 1);
		plot_legend(p, &p->curves.at[i], "");
	}
	fputs("\n", p->to);
}

bool plot_profile(struct plot *p, struct sim_error *err)
{
	const struct quantity *q = choose_quantity(p, err);
	u32 i, places = 1, values = 0;
	char title[64];

	if (!q || !check_results(p, err))
		return false;
	for (i = 0; i < p->curves.count; i++) {
		u32 count = print_curve(p, i, q, &values);

		places = count > places ? count : places;
	}
	if (!values)
		return sim_fail(err, "no packet was delivered: there is no profile to draw");
	snprintf(title, sizeof(title), "%s, by place in the group", q->title);
	plot_title(p, title);
	plot_labels(p, "router of the group (mean of groups; bars: least and greatest)", q->label);
	fprintf(p->to, "set xrange [-0.5:%u.5]\nset xtics 1\nset yrange [0:*]\n", places - 1);
	draw_curves(p);
	return true;
}

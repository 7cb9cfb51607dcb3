/* SPDX-License-Identifier: GPL-2.0-only */
/* Lists of settings, as typed. */
#ifndef WHATIF_LISTS_H
#define WHATIF_LISTS_H

#include "tools/seastar/base/args.h"

#include "whatif.h"

/* The keywords for them, at these places of a table. */
#define WHATIF_LIST_KEYWORDS(select, period, bias)					\
	[select] = { .name = "select", .value = "rr|age|MASK[,...]",			\
		     .help = "arbitration to be tried: round robin, age or a mask" },	\
	[period] = { .name = "period", .value = "N[,N]...", .unit = "cycles per tick",	\
		     .help = "periods of the age clock to be tried" },			\
	[bias] = { .name = "bias", .value = "N|X/Y/Z[,...]", .unit = "ticks",		\
		   .help = "biases to be tried" }

/* Take a list of values with commas between them, in the words of "age set". */
void whatif_take_selects(struct args *a, struct whatif_lists *l);
void whatif_take_periods(struct args *a, struct whatif_lists *l);
void whatif_take_biases(struct args *a, struct whatif_lists *l);

void whatif_lists_free(struct whatif_lists *l);

#endif /* WHATIF_LISTS_H */

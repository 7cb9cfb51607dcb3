/* SPDX-License-Identifier: GPL-2.0-only */
/* Lists of settings on the command line. */
#ifndef WHATIF_LISTS_H
#define WHATIF_LISTS_H

#include "tools/seastar/base/args.h"

#include "whatif.h"

/* Keywords of the lists: the first entries of each keyword table that has them. */
enum { LIST_SELECT, LIST_PERIOD, LIST_BIAS, LISTS };

#define WHATIF_LIST_KEYWORDS								\
	[LIST_SELECT] = { .name = "select", .value = "rr|age|MASK[,...]",			\
		     .help = "arbitration to try: round robin, age or a mask" },	\
	[LIST_PERIOD] = { .name = "period", .value = "N[,N]...", .unit = "cycles per tick",	\
		     .help = "periods of the age clock to try" },			\
	[LIST_BIAS] = { .name = "bias", .value = "N|X/Y/Z[,...]", .unit = "ticks",		\
		   .help = "biases to try" }

/*
 * Take the values after keyword @list, separated by commas, in the syntax of "age set"; false if
 * @list is not one of LIST_*.
 */
bool whatif_take_list(struct args *a, size_t list, struct whatif_lists *l);

void whatif_lists_free(struct whatif_lists *l);

#endif /* WHATIF_LISTS_H */

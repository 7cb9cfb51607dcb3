// SPDX-License-Identifier: GPL-2.0-only
/* Printing of aging registers. */
#include <stdlib.h>

#include "tools/seastar/base/out.h"
#include "tools/seastar/base/print.h"

#include "registers.h"
#include "words.h"

void aging_routers_out(const struct aging_block *b)
{
	size_t i, end;

	out_list("routers");
	for (i = 0; i < b->n; i = end) {
		end = aging_run_end(b, i);
		out_row();
		out_u64("first", i ? ",%s" : "%s", b->aging[i].router);
		out_u64("last", end - i > 1 ? "-%s" : NULL, b->aging[end - 1].router);
		out_close();
	}
	out_close();
}

static void block_out(const struct aging_block *b)
{
	char select[SELECT_WORDS_MAX];

	out_row();
	out_text("router%s ", b->n > 1 ? "s" : "");
	aging_routers_out(b);
	out_u64("age_clock_period", ":\n    period %s", b->aging->period);
	out_text(" select %s", select_words(b->aging->select, print_is_numeric(), select));
	out_hex("age_rr_select", NULL, b->aging->select);
	bias_text(b->aging->bias);
	bias_out(b->aging->bias);
	out_text("\n");
	out_close();
}

void agings_out(struct agings *all)
{
	struct aging_block *blocks;
	size_t i, n;

	blocks = agings_fold(all, &n);
	out_list("aging");
	for (i = 0; i < n; i++)
		block_out(&blocks[i]);
	out_close();
	free(blocks);
}

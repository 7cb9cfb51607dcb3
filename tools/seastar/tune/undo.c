// SPDX-License-Identifier: GPL-2.0-only
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "tools/seastar/aging/words.h"
#include "tools/seastar/base/print.h"

#include "undo.h"

static void settings_write(FILE *f, const struct aging *a)
{
	char select[SELECT_WORDS_MAX], request[BIAS_WORDS_MAX], response[BIAS_WORDS_MAX];

	fprintf(f, " period %u select %s", a->period, select_words(a->select, false, select));
	bias_words(a->bias[REQUEST], NULL, request);
	bias_words(a->bias[RESPONSE], NULL, response);
	if (strcmp(request, response))
		fprintf(f, " bias req %s bias rsp %s", request, response);
	else
		fprintf(f, " bias %s", request);
}

/* Write the settings of each run of routers of a block, which has the same for all. */
static void block_write(FILE *f, const struct aging_block *b)
{
	size_t end;

	for (size_t i = 0; i < b->n; i = end) {
		end = aging_run_end(b, i);
		fprintf(f, " router %u", b->aging[i].router);
		if (end - i > 1)
			fprintf(f, "-%u", b->aging[end - 1].router);
		settings_write(f, b->aging);
	}
}

char *undo_command(const char *dev, struct agings *before)
{
	struct aging_block *blocks;
	char *text = NULL;
	size_t n, bytes;
	FILE *f = open_memstream(&text, &bytes);

	if (!f)
		die("out of memory");
	blocks = agings_fold(before, &n);
	fprintf(f, "seastar age set %s", dev);
	if (n == 1)
		settings_write(f, blocks->aging);
	for (size_t i = 0; n > 1 && i < n; i++)
		block_write(f, &blocks[i]);
	free(blocks);
	if (fclose(f))
		die("out of memory");
	return text;
}

// SPDX-License-Identifier: GPL-2.0-only
#include <inttypes.h>
#include <stdlib.h>

#include "tools/seastar/base/out.h"
#include "tools/seastar/base/print.h"

#include "starving.h"

#define SHOWN	8	/* nodes that fit on a line of text */

static void starving_forget(void *ctx)
{
	struct starving *s = ctx;

	s->n = 0;
}

static void starving_keep(const struct nlmsghdr *reply, void *ctx)
{
	const struct nlattr *tb[SEASTAR_A_STATS_MAX + 1], *model[SEASTAR_A_MODEL_MAX + 1];
	uint64_t stat[SEASTAR_SRC_STATS] = { 0 };
	struct starving *s = ctx;

	snl_attributes(reply, tb, SEASTAR_A_STATS_MAX);
	snl_nested(tb[SEASTAR_A_STATS_MODEL], model, SEASTAR_A_MODEL_MAX);
	if (!snl_u32(model[SEASTAR_A_MODEL_STARVED]))
		return;
	snl_array(model[SEASTAR_A_MODEL_SOURCE], stat, SEASTAR_SRC_STATS, sizeof(uint64_t));
	s->node = resize(s->node, s->n + 1, sizeof(*s->node));
	s->node[s->n++] = (struct starving_node){
		.router = snl_u32(tb[SEASTAR_A_STATS_ROUTER]),
		.waiting = stat[SEASTAR_SRC_OFFERED] - stat[SEASTAR_SRC_DROPPED] -
			   stat[SEASTAR_SRC_INJECTED],
	};
}

static int starving_order(const void *a, const void *b)
{
	const struct starving_node *x = a, *y = b;

	if (x->waiting != y->waiting)
		return x->waiting < y->waiting ? 1 : -1;
	return x->router < y->router ? -1 : x->router > y->router;
}

void starving_read(struct nl *nl, const char *dev, struct starving *s)
{
	struct snl_msg m;

	*s = (struct starving){ 0 };
	snl_start(&m, SEASTAR_CMD_LATENCY_GET);
	snl_put_str(&m, SEASTAR_A_STATS_DEV, dev);
	nl_dump(nl, &m, starving_forget, starving_keep, s);
	if (s->n)
		qsort(s->node, s->n, sizeof(*s->node), starving_order);
}

void starving_free(struct starving *s)
{
	free(s->node);
	*s = (struct starving){ 0 };
}

void starving_out(const struct starving *s, const struct device *d)
{
	size_t i, shown = s->n < SHOWN ? s->n : SHOWN;
	char place[PLACE_TEXT_MAX];

	if (shown)
		out_text("starving, with the packets that wait there:");
	out_list("starving");
	for (i = 0; i < shown; i++) {
		place_text(d, s->node[i].router, place);
		out_row();
		out_text("%s %s", i ? "," : "", place);
		place_out(d, s->node[i].router);
		out_u64("waiting", " %s", s->node[i].waiting);
		out_close();
	}
	out_close();
	if (s->n > shown)
		out_text(", and %zu others", s->n - shown);
	if (shown)
		out_text("\n");
}

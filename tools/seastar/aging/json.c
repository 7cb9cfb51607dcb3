// SPDX-License-Identifier: GPL-2.0-only
#include <stdlib.h>

#include "tools/seastar/base/print.h"

#include "registers.h"

static struct json_object *block_json(const struct aging_block *b)
{
	struct json_object *o = json_object_new_object();

	json_object_object_add(o, "routers", aging_routers_json(b));
	json_add_u64(o, "age_clock_period", b->aging->period);
	json_add_hex(o, "age_rr_select", b->aging->select);
	bias_json(o, b->aging->bias);
	return o;
}

struct json_object *agings_json(struct agings *all)
{
	struct json_object *list = json_object_new_array();
	struct aging_block *blocks;
	size_t i, n;

	blocks = agings_fold(all, &n);
	for (i = 0; i < n; i++)
		json_object_array_add(list, block_json(&blocks[i]));
	free(blocks);
	return list;
}

// SPDX-License-Identifier: GPL-2.0-only
#include <string.h>

#include "sim/base/text.h"
#include "sim/core/rng.h"

#include "ids.h"

static const char drawn[] = "random:";

/* Read an order of all dimensions, such as zyx. */
static bool parse_order(struct route_ids *ids, const char *word)
{
	static const char names[] = "xyz";
	u8 order[SEASTAR_DIMS];

	if (strlen(word) != SEASTAR_DIMS)
		return false;
	for (u32 i = 0; i < SEASTAR_DIMS; i++) {
		const char *at = strchr(names, word[i]);

		if (!at || strchr(word, word[i]) != word + i)
			return false;
		order[i] = at - names;
	}
	*ids = (struct route_ids){ .order = { order[0], order[1], order[2] } };
	return true;
}

bool route_ids_parse(struct route_ids *ids, const char *word)
{
	u64 seed = 0;
	bool folded = !strcmp(word, "folded");
	bool random = !strncmp(word, drawn, strlen(drawn)) &&
		      text_number(word + strlen(drawn), &seed);

	if (!folded && !random)
		return parse_order(ids, word);
	*ids = (struct route_ids){
		.order = { 2, 1, 0 }, .folded = folded, .random = random, .seed = seed,
	};
	return true;
}

/*
 * Return the place of coordinate @at in a folded ring of @k, whose order is 0, k - 1, 1, k - 2, ...
 */
static u32 fold(u32 at, u32 k)
{
	return 2 * at < k ? 2 * at : 2 * (k - at) - 1;
}

/* Return the number of @router in its region, counted in the order of dimensions of @p->ids. */
static u32 number_within(const struct route_plan *p, u32 router)
{
	const struct route_region *r = &p->region[route_region_of(p, router)];
	u32 number = 0;

	for (u32 i = SEASTAR_DIMS; i-- > 0;) {
		u32 d = p->ids.order[i], at = route_at(p, router, d), k = p->topo.size[d];

		if (!d) {
			at -= r->first;
			k = r->last - r->first + 1;
		}
		number = number * k + (p->ids.folded ? fold(at, k) : at);
	}
	return number;
}

/* Shuffle the ids of the @n routers from @first on (Fisher and Yates). */
static void shuffle(struct route_plan *p, u32 first, u32 n)
{
	u64 key = ss_rng_key(p->ids.seed, first);

	for (u32 i = n; i > 1; i--) {
		u32 other = ss_rng_below(ss_rng_draw(key, i), i);
		u16 *a = &p->nid[first + i - 1], *b = &p->nid[first + other], was = *a;

		*a = *b;
		*b = was;
	}
}

void route_ids_number(struct route_plan *p)
{
	u32 plane = p->topo.size[1] * p->topo.size[2];

	for (u32 i = 0; i < p->topo.routers; i++)
		p->nid[i] = route_region_of(p, i) * SS_ROUTE_LOCALS + number_within(p, i);
	for (u32 n = 0; n < SS_ROUTE_REGIONS && p->ids.random; n++) {
		const struct route_region *r = &p->region[n];

		if (r->used)
			shuffle(p, r->first * plane, (r->last - r->first + 1) * plane);
	}
}

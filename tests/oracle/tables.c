// SPDX-License-Identifier: GPL-2.0-only
#include <stdio.h>
#include <stdlib.h>

#include "sim/base/memory.h"
#include "sim/route/generate.h"

#include "tables.h"

static const char *const ports[] = { "+x", "-x", "+y", "-y", "+z", "-z" };

static void add(char *keys, size_t size, const char *word)
{
	snprintf(keys + strlen(keys), size - strlen(keys), "%s%s", *keys ? " " : "", word);
}

static bool take(struct route_plan *p, char *keys, size_t size, const char *word)
{
	struct sim_error err;

	add(keys, size, word);
	return route_plan_set(p, word, &err);
}

/* Draw links that are down, one or two, in the words of 'down'; empty if there are none. */
static void draw_down(struct draw *d, const struct ss_config *cfg, char *word, size_t size)
{
	u32 routers = cfg->size[0] * cfg->size[1] * cfg->size[2];
	u32 first[2] = { draw_range(d, 0, routers - 1), draw_range(d, 0, 5) };
	u32 second[2] = { draw_range(d, 0, routers - 1), draw_range(d, 0, 5) };

	if (draw_once_in(d, 2))
		snprintf(word, size, "down=%u:%s", first[0], ports[first[1]]);
	else
		snprintf(word, size, "down=%u:%s,%u:%s", first[0], ports[first[1]], second[0],
			 ports[second[1]]);
}

/* Draw words of a plan, which may not fit together. */
static bool draw_words(struct draw *d, const struct ss_config *cfg, struct route_plan *p,
		       char *keys, size_t size)
{
	static const char *const assignments[] = { "v0", "v1", "v2", "v3", "counted" };
	const u32 *k = cfg->size;
	char word[64], mesh[8] = "";
	bool ok;

	for (u32 i = 0; i < SS_DIMS; i++)
		if (cfg->size[SS_MESH] >> i & 1)
			snprintf(mesh + strlen(mesh), 2, "%c", 'x' + i);
	snprintf(word, sizeof(word), "topology=%ux%ux%u", k[0], k[1], k[2]);
	ok = take(p, keys, size, word);
	snprintf(word, sizeof(word), "mesh=%s", *mesh ? mesh : "none");
	ok = ok && take(p, keys, size, word);
	snprintf(word, sizeof(word), "assignment=%s", assignments[draw_range(d, 0, 4)]);
	ok = ok && take(p, keys, size, word);
	if (draw_once_in(d, 4) && k[0] > 1) {
		snprintf(word, sizeof(word), "regions=0-%u,%u-%u", (k[0] - 1) / 2,
			 (k[0] + 1) / 2, k[0] - 1);
		ok = ok && take(p, keys, size, word);
	}
	if (draw_once_in(d, 3)) {
		snprintf(word, sizeof(word), "dateline=%u,%u,%u", draw_range(d, 0, k[0] - 1),
			 draw_range(d, 0, k[1] - 1), draw_range(d, 0, k[2] - 1));
		ok = ok && take(p, keys, size, word);
	}
	if (draw_once_in(d, 2)) {
		draw_down(d, cfg, word, sizeof(word));
		ok = ok && take(p, keys, size, word);
	}
	return ok;
}

static struct route_plan *draw_plan(struct draw *d, const struct ss_config *cfg, char *keys,
				    size_t size)
{
	struct sim_error err;

	while (true) {
		struct route_plan *p = route_plan_new();

		*keys = '\0';
		if (draw_words(d, cfg, p, keys, size) && route_plan_check(p, &err))
			return p;
		route_plan_free(p);
	}
}

/* Draw new node ids, each with a place of its own among 4096. */
static void draw_ids(struct draw *d, u32 routers, u16 *nid)
{
	u32 shift = draw_range(d, 0, 4095);

	for (u32 r = 0; r < routers; r++)
		nid[r] = (nid[r] & ~4095U) | ((nid[r] ^ shift) & 4095);
}

static void read_tables(const struct route_plan *p, const struct route_tables *t,
			struct oracle_tables *to)
{
	for (u32 id = 0; id < p->topo.routers << SS_PORT_SHIFT; id++) {
		u32 r = SS_PORT_ROUTER(id), port = SS_PORT_OF(id);

		if (port >= SS_PORTS)
			continue;
		memset(to->lut[r][port], SS_ROUTE_NONE, SS_ROUTE_LOCALS);
		for (u32 dest = 0; dest < p->topo.routers; dest++)
			if (route_region_of(p, dest) == route_region_of(p, r))
				to->lut[r][port][to->nid[dest] % SS_ROUTE_LOCALS] =
					route_tables_local(t, id, p->nid[dest]);
		for (u32 i = 0; i < SS_ROUTE_GLOBALS; i++)
			to->glut[r][port][i] = route_tables_global(t, id, i / 2 << 12 | i % 2);
	}
}

/* Change entries that packets may find. */
static void spoil(struct draw *d, u32 routers, u32 entries, struct oracle_tables *t)
{
	for (u32 i = 0; i < entries; i++) {
		u32 r = draw_range(d, 0, routers - 1), port = draw_range(d, 0, SS_PORTS - 1);
		u32 nid = t->nid[draw_range(d, 0, routers - 1)];
		u8 entry = draw_once_in(d, 8) ? draw_u64(d) & 0xff :
			   ss_route_entry(draw_range(d, 0, SS_PORTS - 1), draw_range(d, 0, 2));

		if (draw_once_in(d, 4))
			port = SEASTAR_PORT_PROC;
		t->lut[r][port][nid % SS_ROUTE_LOCALS] = entry;
		if (draw_once_in(d, 4))
			t->glut[r][port][nid >> 12 << 1 | (nid & 1)] = entry;
	}
}

static void share(u32 routers, struct drawn_tables *t)
{
	struct route_tables *b = route_tables_new(routers);

	for (u32 id = 0; id < routers << SS_PORT_SHIFT; id++) {
		u32 r = SS_PORT_ROUTER(id), port = SS_PORT_OF(id);
		u8 global[SS_TABLE_BLOCK] = { 0 };

		if (port >= SS_PORTS)
			continue;
		for (u32 i = 0; i < SS_TABLE_BLOCKS; i++)
			b->local[id][i] = route_tables_block(b, &t->plain.lut[r][port]
								[i * SS_TABLE_BLOCK]);
		memcpy(global, t->plain.glut[r][port], SS_ROUTE_GLOBALS);
		b->global[id] = route_tables_block(b, global);
	}
	t->blocks = b;
	t->shared = route_tables_loaded(b, t->plain.nid, t->plain.dateline);
}

struct drawn_tables *tables_draw(struct draw *d, const struct ss_config *cfg)
{
	u32 routers = cfg->size[0] * cfg->size[1] * cfg->size[2];
	struct drawn_tables *t = sim_alloc(1, sizeof(*t));
	struct route_missing missing = { 0 };
	struct route_tables *made;
	struct route_plan *p;

	t->plain.lut = sim_alloc(routers, sizeof(*t->plain.lut));
	t->plain.glut = sim_alloc(routers, sizeof(*t->plain.glut));
	t->plain.nid = sim_alloc(routers, sizeof(*t->plain.nid));
	p = draw_plan(d, cfg, t->keys, sizeof(t->keys));
	made = route_generate(p, &missing);
	memcpy(t->plain.nid, p->nid, routers * sizeof(*p->nid));
	memcpy(t->plain.dateline, p->dateline, sizeof(p->dateline));
	if (draw_once_in(d, 4))
		draw_ids(d, routers, t->plain.nid);
	read_tables(p, made, &t->plain);
	route_tables_free(made);
	route_plan_free(p);
	if (draw_once_in(d, 2))
		t->random = draw_range(d, 1, draw_once_in(d, 3) ? routers * routers * 2 : 8);
	spoil(d, routers, t->random, &t->plain);
	if (draw_once_in(d, 8))
		t->plain.dateline[draw_range(d, 0, 2)] = SS_NO_DATELINE;
	share(routers, t);
	return t;
}

void tables_free(struct drawn_tables *t)
{
	if (!t)
		return;
	route_tables_free(t->blocks);
	free(t->plain.lut);
	free(t->plain.glut);
	free(t->plain.nid);
	free(t);
}

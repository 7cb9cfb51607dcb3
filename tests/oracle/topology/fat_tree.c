// SPDX-License-Identifier: GPL-2.0-only
/* A k-ary n-tree, switch by switch: docs/vc-router.md, section 7. */
#include "sim/topology/fat_tree.h"

#include "oracle/vc/topology.h"

#define M(name, right, wrong)	MUTATE(o->mutant, name, right, wrong)

#define MOST_DIGITS	16

enum { HASH, RANDOM };
enum { NODE, UP, DOWN };

/* A switch: its level, and its number there as digits, the lowest first. */
struct tree_switch {
	u32 level;
	u32 digit[MOST_DIGITS];
};

static u32 arity(const struct oracle *o)
{
	return o->cfg.size[0];
}

static u32 levels(const struct oracle *o)
{
	return o->cfg.size[1];
}

static struct tree_switch switch_of(const struct oracle *o, u32 r)
{
	struct tree_switch s = { .level = r / (o->routers / levels(o)) };

	r %= o->routers / levels(o);
	for (u32 i = 0; i < levels(o) - 1; i++) {
		s.digit[i] = r % arity(o);
		r /= arity(o);
	}
	return s;
}

static u32 number_of(const struct oracle *o, const struct tree_switch *s)
{
	u32 n = 0;

	for (u32 i = levels(o) - 1; i-- > 0;)
		n = n * arity(o) + s->digit[i];
	return s->level * (o->routers / levels(o)) + n;
}

static u32 stages(const struct oracle *o)
{
	(void)o;
	return 1;
}

static u32 nodes(const struct oracle *o, u32 r)
{
	return switch_of(o, r).level ? 0 : arity(o);
}

/*
 * Return the switch at the other end of a link.  The numbers of two switches that a link joins
 * differ at most in one digit: that with the index of the lower level.
 */
static int peer(const struct oracle *o, u32 r, u32 port, u32 *back)
{
	struct tree_switch s = switch_of(o, r);
	u32 free;

	if (port >= arity(o)) {
		if (s.level + 1 == levels(o))
			return -1;
		free = s.level++;
		*back = s.digit[free];
		s.digit[free] = port - arity(o);
	} else {
		free = --s.level;
		*back = arity(o) + s.digit[free];
		s.digit[free] = port;
	}
	return number_of(o, &s);
}

static u32 row(const struct oracle *o, u32 r, u32 port)
{
	return port >= arity(o) ? UP : switch_of(o, r).level ? DOWN : NODE;
}

static u32 way(struct oracle *o, u32 r, const struct packet *p, u32 *stage)
{
	struct tree_switch s = switch_of(o, r), leaf = switch_of(o, p->dest / arity(o));
	u64 key = o->cfg.routing == HASH ? ss_rng_key(p->source, M(FT_HASH, p->dest, p->dest / 2)) :
		  toss_of(o, p);
	bool above = s.level > 0;

	(void)stage;
	for (u32 i = s.level; i < levels(o) - 1; i++)
		above &= s.digit[i] == leaf.digit[i];
	if (above) {
		o->seen[SEEN_FT_DOWN]++;
		return leaf.digit[s.level - 1];
	}
	o->seen[SEEN_FT_UP] += s.level > 0;
	return arity(o) + ss_rng_below(ss_rng_draw(key, M(FT_LEVEL, s.level, 0)), arity(o));
}

static void draw(struct draw *d, struct ss_config *cfg)
{
	cfg->size[0] = draw_range(d, 2, 4);
	cfg->size[1] = draw_range(d, 1, cfg->size[0] == 2 ? 3 : 2);
	cfg->routing = draw_range(d, HASH, RANDOM);
}

const struct oracle_topology oracle_fat_tree = {
	.ops = &ss_fat_tree_topology,
	.stages = stages,
	.nodes = nodes,
	.peer = peer,
	.row = row,
	.draw = draw,
	.route = way,
};

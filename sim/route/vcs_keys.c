// SPDX-License-Identifier: GPL-2.0-only
/* The question about a set of VCs, from the keys of experiments that matter to it. */
#include <string.h>

#include "sim/base/text.h"
#include "sim/topology/dragonfly.h"

#include "vcs.h"

const char *const route_network_words[] = {
	[ROUTE_GROUPS] = "dragonfly", [ROUTE_DIAMETER_2] = "diameter-2", NULL
};

const struct ss_topology_ops *const route_topologies[ROUTE_NETWORKS] = {
	[ROUTE_GROUPS] = &ss_dragonfly_topology,
};

const char *const route_choice_words[] = {
	[ROUTE_CHOOSE_MIN] = "min", [ROUTE_CHOOSE_VAL] = "val",
	[ROUTE_CHOOSE_VAL_GROUP] = "val-group", [ROUTE_CHOOSE_UGAL] = "ugal",
	[ROUTE_CHOOSE_PB] = "pb", [ROUTE_CHOOSE_PAR] = "par", [ROUTE_CHOOSE_OLM] = "olm", NULL
};

static const char *const keys[] = {
	"router", "routing", "dragonfly", "vcs", "global_vcs", "reply_vcs", "reply_global_vcs",
	NULL
};

enum key {
	ROUTER,
	ROUTING,
	SIZE,
	VCS,
	GLOBAL_VCS,
	REPLY_VCS,
	REPLY_GLOBAL_VCS,
	NO_KEY,
};

#define NOT_GIVEN	U32_MAX

struct route_vcs route_vcs_default(void)
{
	return (struct route_vcs){ .h = 2, .count = {
		{ { NOT_GIVEN, NOT_GIVEN } }, { { NOT_GIVEN, NOT_GIVEN } }
	} };
}

static bool set_word(u32 *to, const char *key, const char *value, const char *const *words,
		     struct sim_error *err)
{
	const char *hint = text_nearest(value, words);

	for (u32 i = 0; words[i]; i++) {
		if (!strcmp(value, words[i])) {
			*to = i;
			return true;
		}
	}
	if (hint)
		return sim_fail(err, "%s has no '%s': did you mean '%s'?", key, value, hint);
	return sim_fail(err, "%s has no '%s' here", key, value);
}

static bool set_number(u32 *to, const char *key, const char *value, u32 least, u32 most,
		       struct sim_error *err)
{
	u64 n;

	if (!text_number(value, &n) || n < least || n > most)
		return sim_fail(err, "%s is %u to %u here, not '%s'", key, least, most, value);
	*to = n;
	return true;
}

static bool set_size(u32 *h, const char *value, struct sim_error *err)
{
	u64 n;

	if (!text_number(value, &n) || !n || n > ROUTE_VCS_MOST)
		return sim_fail(err, "dragonfly=%s: give the global links of a router, 1 to %u: a proof of larger networks takes too long",
				value, ROUTE_VCS_MOST);
	*h = n;
	return true;
}

bool route_vcs_set(struct route_vcs *v, const char *word, struct sim_error *err)
{
	size_t length = strcspn(word, "=");
	const char *value = word + length + 1;
	struct ss_flexvc_counts *count = v->count;
	enum key key = ROUTER;

	if (!word[length])
		return sim_fail(err, "'%s' is not KEY=VALUE", word);
	while (keys[key] && (strlen(keys[key]) != length || strncmp(word, keys[key], length)))
		key++;
	switch (key) {
	case ROUTER:
		return set_word(&v->network, keys[key], value, route_network_words, err);
	case ROUTING:
		return set_word(&v->choice, keys[key], value, route_choice_words, err);
	case SIZE:
		return set_size(&v->h, value, err);
	case NO_KEY:
		return sim_fail(err, "unknown key '%.*s': with FlexVC the keys are router, routing, dragonfly, vcs, global_vcs, reply_vcs and reply_global_vcs",
				(int)length, word);
	default:
		v->replies |= key >= REPLY_VCS;
		count += key >= REPLY_VCS;
		return set_number(&count->vcs[(key - VCS) % SS_FLEXVC_TYPES], keys[key], value,
				  key == VCS, SS_FLEXVC_VCS, err);
	}
}

u32 route_vcs_longest(const struct route_vcs *v)
{
	static const u32 paths[ROUTE_NETWORKS][ROUTE_CHOICES] = {
		[ROUTE_GROUPS] = {
			[ROUTE_CHOOSE_MIN] = SS_FLEXVC_LGL,
			[ROUTE_CHOOSE_VAL] = SS_FLEXVC_LGLLGL,
			[ROUTE_CHOOSE_VAL_GROUP] = SS_FLEXVC_LGLGL,
			[ROUTE_CHOOSE_UGAL] = SS_FLEXVC_LGLLGL,
			[ROUTE_CHOOSE_PB] = SS_FLEXVC_LGLLGL,
			[ROUTE_CHOOSE_PAR] = SS_FLEXVC_LLGLLGL,
			[ROUTE_CHOOSE_OLM] = SS_FLEXVC_LGLGL,
		},
		[ROUTE_DIAMETER_2] = {	/* paths of 2, 4 and 5 local hops */
			[ROUTE_CHOOSE_MIN] = SS_FLEXVC_NO_PATH << 2,
			[ROUTE_CHOOSE_VAL] = SS_FLEXVC_NO_PATH << 4,
			[ROUTE_CHOOSE_UGAL] = SS_FLEXVC_NO_PATH << 4,
			[ROUTE_CHOOSE_PB] = SS_FLEXVC_NO_PATH << 4,
			[ROUTE_CHOOSE_PAR] = SS_FLEXVC_NO_PATH << 5,
		},
	};

	return paths[v->network][v->choice];
}

bool route_vcs_finish(struct route_vcs *v, struct sim_error *err)
{
	u32 path = route_vcs_longest(v), *requests = v->count[SS_FLEXVC_REQUEST].vcs;
	u32 *replies = v->count[SS_FLEXVC_REPLY].vcs;

	if (!path)
		return sim_fail(err, "routing=%s needs groups: a network of diameter 2 has none",
				route_choice_words[v->choice]);
	for (u32 type = 0; type < SS_FLEXVC_TYPES; type++) {
		u32 needs = ss_flexvc_count(path, type);

		if (requests[type] == NOT_GIVEN)
			requests[type] = needs;
		if (replies[type] == NOT_GIVEN)
			replies[type] = v->replies ? needs : 0;
		if (requests[type] + replies[type] > SS_FLEXVC_VCS)
			return sim_fail(err, "requests and replies have more than %u VCs of a type",
					SS_FLEXVC_VCS);
	}
	if (v->network == ROUTE_DIAMETER_2 &&
	    requests[SS_FLEXVC_GLOBAL] + replies[SS_FLEXVC_GLOBAL])
		return sim_fail(err, "a network of diameter 2 has one type of links: vcs and reply_vcs are theirs");
	return true;
}

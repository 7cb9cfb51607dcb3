// SPDX-License-Identifier: GPL-2.0-only
#include <inttypes.h>

#include "sim/base/json.h"

#include "vcs.h"

static const char *const class_words[] = { "requests", "replies" };
static const char *const kind_words[] = { "unsupported", "opportunistic", "safe" };
static const char types[] = "lg";

#define HOPS_ROOM	(SS_FLEXVC_HOPS + 1)

static const char *hops(u32 path, char *text)
{
	u32 n = 0;

	for (; path > SS_FLEXVC_NO_PATH; path >>= 1)
		text[n++] = types[ss_flexvc_first(path)];
	text[n] = '\0';
	return text;
}

#define VC_ROOM		16

static const char *vc_name(const struct ss_flexvc *f, u32 place, char *text)
{
	if (!place)
		return "the node's port";
	snprintf(text, VC_ROOM, "%c%u", types[f->type[place]], f->vc[place]);
	return text;
}

static void put_order(const struct ss_flexvc *f, FILE *to)
{
	u32 requests = f->from[SS_FLEXVC_REPLY];
	char name[VC_ROOM];

	fputs("order of VCs:", to);
	for (u32 i = 1; i <= f->slots; i++)
		fprintf(to, "%s %s", requests && i == requests + 1 ? " |" : "",
			vc_name(f, i, name));
	fputc('\n', to);
}

static void put_hops(const struct route_vcs_proof *proof, u32 class_, FILE *to)
{
	char path[HOPS_ROOM], name[VC_ROOM];

	for (u32 i = SS_FLEXVC_PATHS; i--;) {
		const struct route_vcs_hop *hop = &proof->hop[class_][i];

		if (hop->seen)
			fprintf(to, "%-8s  %-8s  %-13s  %s\n", class_words[class_], hops(i, path),
				kind_words[hop->kind],
				hop->top ? vc_name(&proof->order, hop->top, name) : "-");
	}
}

/* Print the first hop of class @class_ that is unsupported, if any. */
static void put_failure(const struct route_vcs_proof *proof, u32 class_, FILE *to)
{
	char path[HOPS_ROOM], escape[HOPS_ROOM], name[VC_ROOM];

	for (u32 i = SS_FLEXVC_PATHS; i--;) {
		const struct route_vcs_hop *hop = &proof->hop[class_][i];

		if (!hop->seen || hop->kind != SS_FLEXVC_UNSUPPORTED)
			continue;
		fprintf(to, "%s: at router %u, a packet to router %u on %s with the hops %s to go cannot make the first of them: ",
			class_words[class_], hop->router, hop->dest,
			vc_name(&proof->order, hop->at, name), hops(i, path));
		fprintf(to, "neither they nor, after it, the minimal path %s fit into the order\n",
			hops(hop->escape, escape));
		return;
	}
}

static void put_cycle(const struct route_vcs_proof *proof, FILE *to)
{
	char name[VC_ROOM];

	fputs("packets can wait for one another in a circle:", to);
	for (u32 i = 0; i < proof->cycle_length; i++) {
		const struct route_vcs_channel *at = &proof->cycle[i];

		if (at->place)
			fprintf(to, "%s %s of the link from router %u to %u", i ? "," : "",
				vc_name(&proof->order, at->place, name), at->from, at->to);
		else
			fprintf(to, "%s the replies of router %u", i ? "," : "", at->from);
	}
	fputc('\n', to);
}

void route_vcs_text(const struct route_vcs *v, const struct route_vcs_proof *proof, FILE *to)
{
	if (v->network == ROUTE_GROUPS)
		fprintf(to, "Dragonfly, h = %u", v->h);
	else
		fputs("a network of diameter 2", to);
	fprintf(to, "; routing %s\n", route_choice_words[v->choice]);
	put_order(&proof->order, to);
	fputs("class     hops      first hop      highest VC\n", to);
	for (u32 class_ = 0; class_ <= SS_FLEXVC_REPLY; class_++)
		put_hops(proof, class_, to);
	fprintf(to, "%" PRIu64 " channels, %" PRIu64 " dependencies between them, %s\n",
		proof->channels, proof->dependencies, proof->cycle ? "a circle" : "no circle");
	for (u32 class_ = 0; class_ <= v->replies; class_++)
		fprintf(to, "%s: %s\n", class_words[class_], kind_words[proof->kind[class_]]);
	for (u32 class_ = 0; class_ <= SS_FLEXVC_REPLY; class_++)
		put_failure(proof, class_, to);
	if (proof->cycle)
		put_cycle(proof, to);
	fputs(route_vcs_holds(proof) ? "the VCs suffice\n" : "the VCs do not suffice\n", to);
}

static void put_class(const struct route_vcs *v, const struct route_vcs_proof *proof, u32 class_,
		      struct json_object *o)
{
	struct json_object *of = json_put_object(o, class_words[class_]), *list;
	char text[VC_ROOM];

	json_put_u64(of, "vcs", v->count[class_].vcs[SS_FLEXVC_LOCAL]);
	json_put_u64(of, "global_vcs", v->count[class_].vcs[SS_FLEXVC_GLOBAL]);
	json_put_text(of, "support", kind_words[proof->kind[class_]]);
	list = json_put_array(of, "hops");
	for (u32 i = SS_FLEXVC_PATHS; i--;) {
		const struct route_vcs_hop *hop = &proof->hop[class_][i];
		struct json_object *one;

		if (!hop->seen)
			continue;
		one = json_append_object(list);
		json_put_text(one, "path", hops(i, text));
		json_put_text(one, "hop", kind_words[hop->kind]);
		if (hop->top)
			json_put_text(one, "highest", vc_name(&proof->order, hop->top, text));
		json_put_text(one, "escape", hops(hop->escape, text));
		json_put_u64(one, "router", hop->router);
		json_put_u64(one, "destination", hop->dest);
		if (hop->at)
			json_put_text(one, "on", vc_name(&proof->order, hop->at, text));
	}
}

void route_vcs_json(const struct route_vcs *v, const struct route_vcs_proof *proof,
		    struct json_object *o)
{
	struct json_object *list;
	char text[VC_ROOM];

	json_put_text(o, "router", route_network_words[v->network]);
	if (route_topologies[v->network])
		json_put_u64(o, route_network_words[v->network], v->h);
	json_put_text(o, "routing", route_choice_words[v->choice]);
	list = json_put_array(o, "order");
	for (u32 i = 1; i <= proof->order.slots; i++)
		json_object_array_add(list,
				      json_object_new_string(vc_name(&proof->order, i, text)));
	for (u32 class_ = 0; class_ <= v->replies; class_++)
		put_class(v, proof, class_, o);
	json_put_u64(o, "channels", proof->channels);
	json_put_u64(o, "dependencies", proof->dependencies);
	list = json_put_array(o, "cycle");
	for (u32 i = 0; i < proof->cycle_length; i++) {
		const struct route_vcs_channel *at = &proof->cycle[i];
		struct json_object *one = json_append_object(list);

		json_put_u64(one, "from", at->from);
		json_put_u64(one, "to", at->to);
		if (at->place)
			json_put_text(one, "vc", vc_name(&proof->order, at->place, text));
	}
	json_put_bool(o, "holds", route_vcs_holds(proof));
}

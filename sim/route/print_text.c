// SPDX-License-Identifier: GPL-2.0-only
#include <inttypes.h>
#include <math.h>

#include "sim/base/shape.h"

#include "print.h"
#include "step.h"

static const char names[] = "xyz";

static void put_regions(const struct route_plan *p, FILE *to)
{
	const char *between = "regions of planes ";
	u32 n = 0;

	for (u32 i = 0; i < SS_ROUTE_REGIONS; i++)
		n += p->region[i].used;
	if (n == 1) {
		fputs("one region", to);
		return;
	}
	for (u32 i = 0; i < SS_ROUTE_REGIONS; i++) {
		if (!p->region[i].used)
			continue;
		fprintf(to, "%s%u to %u", between, p->region[i].first, p->region[i].last);
		between = ", ";
	}
}

static void put_datelines(const struct route_plan *p, FILE *to)
{
	const char *between = "; datelines at ";

	for (u32 d = 0; d < SEASTAR_DIMS; d++) {
		if (p->topo.size[d] == 1 || !ss_is_torus(&p->topo, d))
			continue;
		fprintf(to, "%s%c %u", between, names[d], p->dateline[d]);
		between = ", ";
	}
}

void route_plan_text(const struct route_plan *p, FILE *to)
{
	const char *between = "; mesh along ";
	u32 down = 0;

	fprintf(to, "%ux%ux%u", p->topo.size[0], p->topo.size[1], p->topo.size[2]);
	for (u32 d = 0; d < SEASTAR_DIMS; d++) {
		if (ss_is_torus(&p->topo, d))
			continue;
		fprintf(to, "%s%c", between, names[d]);
		between = ", ";
	}
	fputs("; ", to);
	put_regions(p, to);
	put_datelines(p, to);
	fprintf(to, "; assignment %s", route_assignment_words[p->assignment]);
	for (u32 i = 0; i < p->topo.routers; i++)
		down += __builtin_popcount(p->down[i]);
	if (down)
		fprintf(to, "; %u link%s down", down / 2, down == 2 ? "" : "s");
	fputc('\n', to);
}

static void put_place(const struct route_plan *p, u32 router, FILE *to)
{
	fprintf(to, "router %u (%u,%u,%u)", router, route_at(p, router, 0), route_at(p, router, 1),
		route_at(p, router, 2));
}

static void put_missing(const struct route_plan *p, const struct route_missing *missing,
			const struct route_pairs *pairs, FILE *to)
{
	for (u32 i = ROUTE_FINE + 1; i < ROUTE_REASONS; i++)
		if (missing->by_reason[i])
			fprintf(to, "  %" PRIu64 ": %s\n", missing->by_reason[i],
				route_reason_texts[i]);
	for (u32 i = 0; i < pairs->listed; i++) {
		fputs("    ", to);
		put_place(p, pairs->pair[i].source, to);
		fputs(" to ", to);
		put_place(p, pairs->pair[i].dest, to);
		fprintf(to, ": %s\n", route_reason_texts[pairs->pair[i].why]);
	}
	if (pairs->listed && pairs->listed < missing->pairs)
		fprintf(to, "    and %" PRIu64 " more%s\n", missing->pairs - pairs->listed,
			pairs->rest ? pairs->rest : "");
}

/* Print the number of pairs without a route, and one of them unless a list of them follows. */
static void put_unroutable(const struct route_plan *p, const struct route_proof *proof,
			   bool listed, FILE *to)
{
	if (!proof->unroutable)
		return;
	fprintf(to, "%" PRIu64 " pair%s no route", proof->unroutable,
		proof->unroutable == 1 ? " has" : "s have");
	if (!listed) {
		fputs(proof->unroutable == 1 ? ": " : ", such as ", to);
		put_place(p, proof->dropped_from, to);
		fputs(" to ", to);
		put_place(p, proof->dropped_to, to);
	}
	fputs(listed ? ":\n" : "\n", to);
}

static void put_faults(const struct route_plan *p, const struct route_proof *proof, FILE *to)
{
	for (u32 i = 0; i < ROUTE_FAULTS; i++) {
		const struct route_example *example = &proof->example[i];

		if (!proof->fault[i])
			continue;
		fprintf(to, "%s: %" PRIu64 "; the first in ", route_fault_texts[i],
			proof->fault[i]);
		put_place(p, example->router, to);
		fprintf(to, ", input %s, VC%u, destination %u\n", sim_port_words[example->in],
			example->vc, example->dest);
	}
}

static void put_cycle(const struct route_plan *p, const struct route_proof *proof, FILE *to)
{
	if (!proof->cycle) {
		fprintf(to, "no deadlock: %" PRIu64 " dependencies between channels, and no cycle\n",
			proof->dependencies);
		return;
	}
	fprintf(to, "deadlock: a cycle of %u channels:\n", proof->cycle_length);
	for (u32 i = 0; i < proof->cycle_length; i++) {
		u32 id = route_channel_port(proof->cycle[i]);

		fputs("  ", to);
		put_place(p, SS_PORT_ROUTER(id), to);
		fprintf(to, ", input %s, VC%u\n", sim_port_words[SS_PORT_OF(id)],
			route_channel_vc(proof->cycle[i]));
	}
}

static const char *verdict(const struct route_proof *proof, u64 missing)
{
	if (route_proof_holds(proof, missing))
		return "the tables hold\n";
	if (!missing && route_proof_delivers(proof, missing))
		return "the tables do not hold: they deliver all packets, some by detours\n";
	return "the tables do not hold\n";
}

void route_check_text(const struct route_plan *p, const struct route_missing *missing,
		      const struct route_pairs *pairs, const struct route_proof *proof, FILE *to)
{
	route_plan_text(p, to);
	fprintf(to, "%u routers, %" PRIu64 " pairs: %" PRIu64 " have a route, of %.4g links in the mean\n",
		p->topo.routers, proof->pairs, proof->delivered,
		proof->delivered ? (double)proof->hops / proof->delivered : 0);
	put_unroutable(p, proof, pairs->listed, to);
	put_missing(p, missing, pairs, to);
	put_faults(p, proof, to);
	put_cycle(p, proof, to);
	fputs(verdict(proof, missing->pairs), to);
}

void route_balance_text(const struct route_plan *p, const struct route_load *load, FILE *to)
{
	route_plan_text(p, to);
	fprintf(to, "dimension   links  VC_balance  to 0.25  to 0.50  to 0.75  to 1.00\n");
	for (u32 d = 0; d < SEASTAR_DIMS; d++) {
		struct route_balance b = route_balance_of(p, load, d);

		if (!b.links)
			continue;
		fprintf(to, "%-9c %7u  %10.3f", names[d], b.links, b.mean);
		for (u32 i = 0; i < ROUTE_BINS; i++)
			fprintf(to, "  %7u", b.bin[i]);
		fputc('\n', to);
	}
}

void route_trace_text(const struct route_plan *p, const struct route_hop *hop, u32 hops, FILE *to)
{
	route_plan_text(p, to);
	fputs("hop  router  place         in    out   vc  dateline  table\n", to);
	for (u32 i = 0; i < hops; i++) {
		char place[32];

		snprintf(place, sizeof(place), "(%u,%u,%u)", route_at(p, hop[i].router, 0),
			 route_at(p, hop[i].router, 1), route_at(p, hop[i].router, 2));
		fprintf(to, "%3u  %6u  %-12s  %-4s  %-4s  %2u  %-8s  %s%s\n", i, hop[i].router,
			place, sim_port_words[hop[i].in],
			hop[i].out < SEASTAR_PORTS ? sim_port_words[hop[i].out] : "none",
			hop[i].vc, hop[i].is_dateline ? "yes" : "-",
			hop[i].is_global ? "GLUT" : "LUT",
			hop[i].is_dropped ? "  dropped" : "");
	}
}

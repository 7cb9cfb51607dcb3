// SPDX-License-Identifier: GPL-2.0-only
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <seastar/mmr.h>

#include "sim/route/print.h"

#include "tools/lib/names.h"
#include "tools/seastar/base/out.h"
#include "tools/seastar/base/print.h"
#include "tools/seastar/commit/commit.h"
#include "tools/seastar/commit/show.h"
#include "tools/seastar/mmr/read.h"

#include "job.h"
#include "rebuild.h"
#include "tables.h"

#define RULE		(ROUTE_COUNTED + 1)	/* value after the last assignment: no tables */

static const char *const assignment_words[] = {
	"v0", "v1", "v2", "v3", "counted", "rule", NULL
};

/**
 * struct rebuild_request - the words of the command
 * @dev: name of the device
 * @assignment: assignment of virtual channels, or RULE
 * @dateline: a value of dateline=, or NULL
 * @regions: a value of regions=
 * @stranded: treatment of packets in the network, enum seastar_stranded
 * @partial: some pairs may be without a route
 * @commit: bring the tables into force
 * @confirm: milliseconds until the commit is undone unless it is confirmed; 0: it needs no
 * confirmation
 */
struct rebuild_request {
	const char *dev;
	int assignment;
	const char *dateline;
	const char *regions;
	int stranded;
	bool partial;
	bool commit;
	uint32_t confirm;
};

/* Return the datelines of the tables in force. */
static char *datelines_of(const struct route_job *j, struct nl *nl)
{
	uint32_t at[SEASTAR_DIMS], i;
	char *text = allocate(1, 48);
	uint64_t config;

	mmr_read(nl, j->device.name, 0, SS_MMR_DATELINE_CONFIG, 1, &config);
	for (i = 0; i < SEASTAR_DIMS; i++)
		at[i] = config >> (16 * i + 15) & 1 ? config >> 16 * i & 0x7fff : 0;
	sprintf(text, "%u,%u,%u", at[0], at[1], at[2]);
	return text;
}

/* Convert the local table in the registers of a port, 64 entries at a time. */
static void take_registers(struct nl *nl, struct route_job *j, uint32_t router, uint32_t port)
{
	uint64_t local[SS_MMR_LUT_REGS], global[2];
	uint8_t entry[SS_TABLE_BLOCK];
	uint32_t id = SS_PORT_ID(router, port), i;

	mmr_read(nl, j->device.name, router, SS_MMR_LUT(port), SS_MMR_LUT_REGS, local);
	mmr_read(nl, j->device.name, router, SS_MMR_PORT(port) + SS_MMR_GLUT, 2, global);
	for (i = 0; i < SS_TABLE_BLOCKS; i++) {
		memcpy(entry, (const char *)local + i * sizeof(entry), sizeof(entry));
		j->t->local[id][i] = route_tables_block(j->t, entry);
	}
	memset(entry, SS_ROUTE_NONE, sizeof(entry));
	memcpy(entry, global, sizeof(global));
	j->t->global[id] = route_tables_block(j->t, entry);
}

static void read_registers(struct nl *nl, struct route_job *j)
{
	uint32_t router, port;

	if (!j->routing.in_registers && j->device.routers > SS_ROUTE_LOCALS)
		die("%s routes by its rule, which has no tables from one partition to another: there is nothing to check",
		    j->device.name);
	j->t = route_tables_new(j->device.routers);
	for (router = 0; router < j->device.routers; router++) {
		for (port = 0; port < SEASTAR_PORTS; port++)
			take_registers(nl, j, router, port);
	}
}

/* Make a plan to prove the tables in force by: links that are down, regions and datelines. */
static void plan_as_it_is(struct nl *nl, struct route_job *j)
{
	uint16_t *nid = node_ids_read(nl, &j->device, &j->routing);
	char *regions = route_job_regions(j, nid), *datelines = datelines_of(j, nl);
	struct sim_error err;
	uint32_t i;

	if ((j->downs && !route_job_word(j, "down", j->down, &err)) ||
	    !route_job_word(j, "regions", regions, &err) ||
	    !route_job_word(j, "dateline", datelines, &err) || !route_plan_check(j->plan, &err))
		die("%s", err.text);
	for (i = 0; i < j->device.routers; i++) {
		if (j->plan->nid[i] != nid[i])
			die("router %u of %s has node id %u: this proof is of node ids by region and coordinates",
			    i, j->device.name, nid[i]);
	}
	free(datelines);
	free(regions);
	free(nid);
}

static void faults_out(const struct route_proof *proof)
{
	unsigned int i;

	out_open("faults");
	for (i = 0; i < ROUTE_FAULTS; i++) {
		if (proof->fault[i])
			out_u64(route_fault_words[i], NULL, proof->fault[i]);
	}
	out_close();
}

static void proof_out(const struct route_job *j)
{
	const struct route_proof *proof = j->proof;

	out_u64("pairs", NULL, proof->pairs);
	out_u64("delivered", NULL, proof->delivered);
	out_u64("unroutable", NULL, proof->unroutable);
	out_u64("lost", NULL, proof->lost);
	out_u64("dependencies", NULL, proof->dependencies);
	out_u64("cycle", NULL, proof->cycle_length);
	faults_out(proof);
	out_bool("holds", route_job_holds(j));
	if (!print_is_json())
		route_check_text(j->plan, &j->missing, &j->pairs, j->proof, stdout);
}

static const char *in_force(const struct routing *r)
{
	if (r->in_registers)
		return "tables in registers";
	return r->loaded ? "tables" : "rule";
}

void route_check_device(struct args *a)
{
	const char *dev = args_device(a);
	struct route_job j;
	bool right;
	struct nl nl;

	args_end(a);
	nl_open(&nl);
	route_job_read(&nl, dev, &j);
	plan_as_it_is(&nl, &j);
	if (j.routing.loaded)
		j.t = tables_read(&nl, &j.device, &j.routing);
	else
		read_registers(&nl, &j);
	nl_close(&nl);
	j.proof = route_check(j.plan, j.t);
	if (*j.routing.plan) /* 'partial' allowed what these tables leave out */
		j.missing.pairs = j.proof->unroutable;
	right = route_job_holds(&j);
	out_open(NULL);
	out_str("device", "%s: ", dev);
	out_u64("links_down", NULL, j.downs);
	out_str("routed_by", "routed by its %s", in_force(&j.routing));
	out_str("plan", *j.routing.plan ? ": %s" : NULL, j.routing.plan);
	out_u64("generation", ", generation %s\n", j.routing.generation);
	proof_out(&j);
	out_close();
	route_job_free(&j);
	if (!right)
		die("the tables of %s do not hold: 'seastar route rebuild %s' makes others", dev,
		    dev);
}

static void make(struct route_job *j, const struct rebuild_request *q)
{
	struct sim_error err;

	if ((j->downs && !route_job_word(j, "down", j->down, &err)) ||
	    !route_job_word(j, "assignment", assignment_words[q->assignment], &err) ||
	    (q->dateline && !route_job_word(j, "dateline", q->dateline, &err)) ||
	    (q->regions && !route_job_word(j, "regions", q->regions, &err)) ||
	    !route_job_make(j, &err))
		die("%s", err.text);
}

static void rebuild_commit(struct nl *nl, const struct route_job *j,
			   const struct rebuild_request *q, struct replies *said)
{
	uint64_t draft = 0;
	struct snl_msg m;
	size_t nest;

	if (q->assignment != RULE)
		draft = route_job_send(nl, j);
	snl_start(&m, SEASTAR_CMD_CONFIG_COMMIT);
	nest = snl_nest_start(&m, SEASTAR_A_CONFIG_DEV);
	snl_put_str(&m, SEASTAR_A_CONFIG_DEV_NAME, q->dev);
	snl_put_u64(&m, SEASTAR_A_CONFIG_DEV_GENERATION, j->routing.generation);
	snl_put_u64(&m, SEASTAR_A_CONFIG_DEV_ROUTES, draft);
	snl_put_u32(&m, SEASTAR_A_CONFIG_DEV_STRANDED, q->stranded);
	snl_nest_end(&m, nest);
	if (q->confirm)
		snl_put_u32(&m, SEASTAR_A_CONFIG_TIMEOUT, q->confirm);
	config_put_comment(&m, "route rebuild");
	nl_do(nl, &m, replies_keep, said);
}

static void check_whole(const struct route_job *j, const struct rebuild_request *q)
{
	if (q->assignment == RULE && j->downs && !q->partial)
		die("%zu link%s down, and the rule leads around none: choose another assignment, or add 'partial'",
		    j->downs, j->downs == 1 ? " is" : "s are");
	if (q->assignment != RULE && j->proof->unroutable && !q->partial)
		die("%" PRIu64 " pair%s no route: to do without, add 'partial'",
		    j->proof->unroutable, j->proof->unroutable == 1 ? " has" : "s have");
}

static void plan_out(const struct route_job *j, const struct rebuild_request *q)
{
	out_str("device", "%s: ", j->device.name);
	out_u64("generation", NULL, j->routing.generation);
	out_u64("links_down", j->downs == 1 ? "%s link is down\n" : "%s links are down\n",
		j->downs);
	if (q->assignment == RULE)
		out_text("no tables: the rule routes packets\n");
	else
		proof_out(j);
	out_str("assignment", NULL, assignment_words[q->assignment]);
}

static void outcome_out(struct replies *said)
{
	if (!said->n) {
		out_unknown("commit", NULL);
		return;
	}
	out_open("commit");
	config_made_out(said->reply[0]);
	out_close();
	replies_forget(said);
	free(said->reply);
}

enum { ASSIGNMENT, DATELINE, REGIONS, PARTIAL, COMMIT, CONFIRM, STRANDED };

const struct keyword route_rebuild_keywords[] = {
	[ASSIGNMENT] = { .name = "assignment", .words = assignment_words,
			 .help = "assignment of virtual channels (counted)" },
	[DATELINE] = { .name = "dateline", .value = "X,Y,Z",
		       .help = "coordinates after which rings change the channel" },
	[REGIONS] = { .name = "regions", .value = "FIRST-LAST,...",
		      .help = "routers that get tables of their own" },
	[PARTIAL] = { .name = "partial", .help = "accept destinations that cannot be reached" },
	[COMMIT] = { .name = "commit", .help = "route packets by the new tables" },
	[CONFIRM] = { .name = "confirm", .value = "SECONDS", .min = TIMEOUT_MIN,
		      .max = TIMEOUT_MAX, .digits = 3, .place = KEYWORD_WITH, .unit = "seconds",
		      .help = "undo the change unless 'commit confirm' follows within this time" },
	[STRANDED] = { .name = "stranded", .words = stranded_names, .place = KEYWORD_WITH,
		       .help = "fate of packets for which the new tables have no route (drop)" },
	{ 0 }
};

static void parse_request(struct args *a, struct rebuild_request *q)
{
	uint64_t seen = 0;

	*q = (struct rebuild_request){ .dev = args_device(a), .assignment = ROUTE_COUNTED };
	while (args_more(a)) {
		switch (keyword_take(a, route_rebuild_keywords, &seen)) {
		case ASSIGNMENT:
			q->assignment = args_choice(a, "assignment", assignment_words);
			break;
		case DATELINE:
			q->dateline = args_value(a, "dateline");
			break;
		case REGIONS:
			q->regions = args_value(a, "regions");
			break;
		case STRANDED:
			q->stranded = args_choice(a, "stranded", stranded_names);
			break;
		case PARTIAL:
			q->partial = true;
			break;
		case COMMIT:
			q->commit = true;
			break;
		case CONFIRM:
			q->confirm = keyword_number(a, &route_rebuild_keywords[CONFIRM]);
			break;
		}
	}
	if (!q->commit && seen & (1 << CONFIRM | 1 << STRANDED))
		args_die(a, "'confirm' and 'stranded' are for 'commit', without which nothing is changed");
	if (q->assignment == RULE && seen & (1 << DATELINE | 1 << REGIONS))
		args_die(a, "the rule has its own datelines, and no regions");
}

void route_rebuild(struct args *a)
{
	struct replies said = { 0 };
	struct route_job j;
	struct rebuild_request q;
	struct nl nl;

	parse_request(a, &q);
	nl_open(&nl);
	route_job_read(&nl, q.dev, &j);
	if (q.assignment != RULE)
		make(&j, &q);
	/* text shows the plan even if the kernel refuses it; JSON is printed only when complete */
	if (!print_is_json())
		plan_out(&j, &q);
	if (q.commit) {
		check_whole(&j, &q);
		fflush(stdout);
		rebuild_commit(&nl, &j, &q, &said);
	}
	nl_close(&nl);
	out_open(NULL);
	if (print_is_json())
		plan_out(&j, &q);
	outcome_out(&said);
	out_close();
	route_job_free(&j);
}

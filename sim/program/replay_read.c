// SPDX-License-Identifier: GPL-2.0-only
/* Readings of a replay: counts of ranks, the critical path, and the reasons of ranks that wait. */
#include "node.h"

bool replay_is_done(const struct replay *r, u32 node)
{
	const struct node *n = r->node[node];

	return !n || n->done == n->of->ops;
}

void replay_read(const struct replay *r, u32 node, struct replay_stats *s)
{
	const struct node *n = r->node[node];

	*s = n ? n->stats : (struct replay_stats){ 0 };
}

const struct replay_call *replay_calls(const struct replay *r, u32 node)
{
	return r->node[node] ? r->node[node]->call : NULL;
}

struct timeline *replay_timeline(const struct replay *r, u32 node)
{
	return r->node[node] ? r->node[node]->timeline : NULL;
}

void replay_read_phase(const struct replay *r, u32 node, u32 phase, struct replay_phase *p)
{
	const struct node *n = r->node[node];

	*p = (struct replay_phase){ 0 };
	if (!n || !n->phase)
		return;
	if (phase <= n->of->phases)
		*p = n->phase[phase];
	p->left = phase < n->at ? n->phase[phase].left : n->stats.end;
	if (!n->of->phases)
		p->left = 0;
}

void replay_path_begin(const struct replay *r, u32 node, struct path *p)
{
	const struct node *n = r->node[node];

	*p = (struct path){
		.t = n->stats.end, .rank = n->rank, .op = n->ended, .over = !n->of->ops,
	};
}

/* Add @cycles of the critical path, which begin at the start of operation @i. */
static void add_to_path(struct node *n, u32 i, enum path_kind kind, u64 cycles)
{
	struct replay_path *path = &n->stats.path;

	if (kind == PATH_COMPUTING)
		path->computing += cycles;
	else if (kind == PATH_EAGER)
		path->eager += cycles;
	else if (kind == PATH_RENDEZVOUS)
		path->rendezvous += cycles;
	if (kind != PATH_EAGER && kind != PATH_RENDEZVOUS)
		return;
	path->messages++;
	if (n->call)
		n->call[n->of->call ? n->of->call[i].of : PROGRAM_NO_CALL].path += cycles;
}

void replay_path_follow(struct replay *r, u32 node, struct path *p)
{
	struct node *n = r->node[node];

	while (!p->over && p->rank == n->rank) {
		u32 i = p->op;
		enum path_kind kind = p->kind;

		if (p->starts)
			add_to_path(n, i, kind, path_leave_start(p, &n->step[i]));
		else
			path_leave_end(p, &n->step[i]);
	}
}

/* Return the reason why @op waits for another rank; REPLAY_GOES_ON: it does not. */
static enum replay_wait_kind wait_kind(const struct program_op *op)
{
	if (op->state != PROGRAM_STARTED || op->kind == PROGRAM_CALC)
		return REPLAY_GOES_ON;
	return op->kind == PROGRAM_SEND ? REPLAY_SEND : REPLAY_RECEIVE;
}

void replay_why(const struct replay *r, u32 node, struct replay_wait *w)
{
	const struct node *n = r->node[node];

	*w = (struct replay_wait){ .kind = REPLAY_GOES_ON };
	for (u32 i = 0; n && i < n->of->ops && w->kind == REPLAY_GOES_ON; i++) {
		const struct program_op *op = &n->of->op[i];

		*w = (struct replay_wait){ wait_kind(op), op->line, op->peer, op->tag };
	}
	if (n && w->kind == REPLAY_GOES_ON && n->matcher.first)
		*w = (struct replay_wait){
			.kind = REPLAY_UNRECEIVED,
			.peer = message_source(n->matcher.first),
			.tag = n->matcher.first->tag,
		};
}

const struct program *replay_program(const struct replay *r)
{
	return r->program;
}

u32 replay_rank(const struct replay *r, u32 node)
{
	return r->node[node] ? r->node[node]->rank : PROGRAM_ANY;
}

u32 replay_node(const struct replay *r, u32 rank)
{
	return r->node_of[rank];
}

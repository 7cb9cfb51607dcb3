// SPDX-License-Identifier: GPL-2.0-only
/*
 * Requests and their replies: docs/model.md, section 6.
 */
#include <stdlib.h>

#include "model.h"

#define M(name, right, wrong)	MUTATE(o->mutant, name, right, wrong)

bool oracle_has_replies(const struct oracle *o)
{
	return o->traffic.reply.flits[0];
}

/* Inject reply @p of node @n in the cycle in which its request was delivered. */
static void answer_at_once(struct node *n, struct packet *p)
{
	struct oracle *o = n->o;
	struct source *s = &n->source;

	p->number = s->replies_made - 1;
	p->injected = o->now;
	s->replied++;
	s->reply_flits += p->length;
	s->injected++;
	s->seen.injected++;
	o->kind->answer(n->router, p);
}

/* Make the reply to request @p, which has been delivered to @n. */
void reply_make(struct node *n, struct packet *p)
{
	struct oracle *o = n->o;
	struct source *s = &n->source;
	u64 number = s->replies_made++;
	u64 tid = SS_HDR_GET(p->header, TID);
	u64 age = p->header & SS_AGE_MASK;

	p->dest = p->source;
	p->source = n->id;
	p->length = ss_gen_reply(&o->gen, s->key, number + M(REPLY_LENGTH, 0, 1));
	p->class_ = 1;
	p->birth = M(REPLY_BIRTH, p->birth, o->now);
	p->header = header_names(o, p) | SS_HDR_PUT(p->length - 1, LENGTH) |
		    SS_HDR_PUT(M(REPLY_TID, tid, number), TID) | M(REPLY_AGE, 0, age);
	if (o->kind->answer)
		answer_at_once(n, p);
	else
		fifo_push(&s->replies, (struct flit){ .packet = p });
}

/* Return true if @p may be delivered: a request needs room in the queue of replies. */
bool may_deliver(struct node *n, const struct packet *p)
{
	struct oracle *o = n->o;
	u32 bound = o->traffic.reply_queue;

	if (!bound || p->class_ || n->source.replies.count < bound + M(REPLY_QUEUE, 0, 1))
		return true;
	o->seen[SEEN_REPLY_QUEUE]++;
	return false;
}

/* Count a reply that was delivered to @n: one less of its requests is outstanding. */
void reply_take(struct node *n)
{
	struct oracle *o = n->o;

	n->source.outstanding--;
	o->seen[SEEN_TRANSACTION]++;
	if (o->traffic.source == SEASTAR_SOURCE_CLOSED)
		fifo_push(&n->source.due, (struct flit){
			.cycle = o->now + M(REPLY_WINDOW, 1, o->cfg.ack_delay + 1),
		});
}

void replies_forget(struct node *n)
{
	struct oracle *o = n->o;
	struct source *s = &n->source;

	while (s->replies.count) {
		free(fifo_pop(&s->replies).packet);
		s->dropped += M(REPLY_FORGOTTEN, 1, 0);
		o->seen[SEEN_REPLY_FORGOTTEN]++;
	}
	s->outstanding = 0;
}

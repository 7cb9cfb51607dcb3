// SPDX-License-Identifier: GPL-2.0-only
/* Repair of requests by the kernel's report of a missing attribute, or of the byte at fault. */
#include <string.h>

#include <linux/genetlink.h>

#include "message.h"

#define DEPTH	4

/*
 * The place of an attribute: the policy of its level, and the nests around it, the outermost first.
 */
struct spot {
	struct nlattr *at;
	const struct spec_policy *policy;
	struct nlattr *nests[DEPTH];
	unsigned int depth;
};

/* Find the attribute between @from and @end that contains a byte. */
static struct nlattr *find_covering(uint8_t *from, const uint8_t *end, const uint8_t *byte)
{
	struct nlattr *a;

	for (; from + NLA_HDRLEN <= end; from += NLA_ALIGN(a->nla_len)) {
		a = (void *)from;
		if (a->nla_len < NLA_HDRLEN || from + NLA_ALIGN(a->nla_len) > end)
			return NULL;
		if (byte < from + NLA_ALIGN(a->nla_len))
			return a;
	}
	return NULL;
}

/* Return the attributes that a nest may hold; NULL if @a is no nest. */
static const struct spec_policy *policy_inside(const struct spec_policy *policy,
					       const struct nlattr *a)
{
	const struct spec_attr *s = spec_attr(policy, a->nla_type & NLA_TYPE_MASK);

	return s && s->type == SPEC_NEST ? s->nest : NULL;
}

/* Find the innermost attribute that contains a byte. */
static bool find_spot(struct message *m, const struct spec_policy *policy, const uint8_t *byte,
		      struct spot *spot)
{
	uint8_t *from = m->bytes + NLMSG_HDRLEN + GENL_HDRLEN, *end = m->bytes + m->length;

	spot->depth = 0;
	while (policy) {
		spot->policy = policy;
		spot->at = find_covering(from, end, byte);
		if (!spot->at)
			return false;
		from = (uint8_t *)(spot->at + 1);
		end = (uint8_t *)spot->at + spot->at->nla_len;
		if (byte < from || spot->depth == DEPTH)
			return true;
		policy = policy_inside(policy, spot->at);
		if (policy)
			spot->nests[spot->depth++] = spot->at;
	}
	return true;
}

static void grow_nests(const struct spot *spot, int by)
{
	unsigned int i;

	for (i = 0; i < spot->depth; i++)
		spot->nests[i]->nla_len += by;
}

static void cut(struct message *m, const struct spot *spot)
{
	size_t length = NLA_ALIGN(spot->at->nla_len);
	uint8_t *from = (void *)spot->at;

	memmove(from, from + length, m->bytes + m->length - (from + length));
	grow_nests(spot, -(int)length);
	m->length -= length;
	m->header.nlmsg_len = m->length;
}

/* Insert an attribute: make it at the end of the message, and move it to its place. */
static void insert(struct message *m, struct maker *maker, const struct spot *spot,
		   const struct spec_attr *s)
{
	uint8_t made[MESSAGE_MAX], *to = (void *)spot->at, *end = m->bytes + m->length;
	size_t length;

	message_add(m, maker, s, false);
	length = m->bytes + m->length - end;
	memcpy(made, end, length);
	memmove(to + length, to, end - to);
	memcpy(to, made, length);
	grow_nests(spot, length);
}

static void insert_any(struct message *m, struct maker *maker, const struct spot *spot)
{
	const struct spec_policy *p = spot->policy;

	if (p->n)
		insert(m, maker, spot, &p->attrs[below(&maker->random, p->n)]);
}

/* Step inside an attribute that is a nest. */
static void step_inside(struct spot *spot)
{
	const struct spec_policy *inside = policy_inside(spot->policy, spot->at);

	if (!inside || spot->depth == DEPTH)
		return;
	spot->policy = inside;
	spot->nests[spot->depth++] = spot->at++;
}

/* Remove the attribute at fault, make it again, or insert another one beside or inside it. */
static void repair_disliked(struct message *m, struct maker *maker, struct spot *spot)
{
	const struct spec_attr *s = spec_attr(spot->policy, spot->at->nla_type & NLA_TYPE_MASK);

	switch (below(&maker->random, 4)) {
	case 0:
		step_inside(spot);
		insert_any(m, maker, spot);
		break;
	case 1:
		cut(m, spot);
		break;
	default:
		cut(m, spot);
		if (s)
			insert(m, maker, spot, s);
	}
}

void message_repair(struct message *m, struct maker *maker, uint16_t missed, uint32_t disliked)
{
	const struct spec_policy *policy = message_policy(m, maker);
	const struct spec_attr *s = policy && missed ? spec_attr(policy, missed) : NULL;
	struct spot spot;

	if (policy && disliked && find_spot(m, policy, m->bytes + disliked, &spot))
		repair_disliked(m, maker, &spot);
	if (s)
		message_add(m, maker, s, false);
}

// SPDX-License-Identifier: GPL-2.0-only
#include <string.h>

#include <linux/genetlink.h>

#include "message.h"

#define PLACES	128
#define START	(NLMSG_HDRLEN + GENL_HDRLEN)

/* Routers of most fabrics, of a few fabrics, and of the largest possible one. */
#define SMALL	64
#define MEDIUM	1024
#define LARGE	32768

/* The places of a message's attributes, including attributes in nests. */
struct places {
	struct nlattr *at[PLACES];
	size_t n;
};

static void find_attributes(struct places *p, uint8_t *from, uint8_t *end, int depth)
{
	struct nlattr *a;

	while (from + NLA_HDRLEN <= end && p->n < PLACES) {
		a = (void *)from;
		if (a->nla_len < NLA_HDRLEN || from + a->nla_len > end)
			return;
		p->at[p->n++] = a;
		if (a->nla_type & NLA_F_NESTED && depth < 4)
			find_attributes(p, from + NLA_HDRLEN, from + a->nla_len, depth + 1);
		from += NLA_ALIGN(a->nla_len);
	}
}

static struct nlattr *pick(struct message *m, struct maker *maker)
{
	struct places p = { .n = 0 };

	find_attributes(&p, m->bytes + START, m->bytes + m->length, 0);
	return p.n ? p.at[below(&maker->random, p.n)] : NULL;
}

static void set_length(struct message *m, uint32_t length)
{
	m->length = length;
	m->header.nlmsg_len = length;
}

static void flip_bit(struct message *m, struct maker *maker)
{
	struct random *r = &maker->random;

	m->bytes[NLMSG_HDRLEN + below(r, m->length - NLMSG_HDRLEN)] ^= 1 << below(r, 8);
}

static void lie_about_length(struct message *m, struct maker *maker)
{
	struct nlattr *a = pick(m, maker);

	if (a)
		a->nla_len = one_in(&maker->random, 2) ? skewed(&maker->random, UINT16_MAX) :
			     a->nla_len + below(&maker->random, 17) - 8;
}

static void change_type(struct message *m, struct maker *maker)
{
	static const uint16_t flags[] = { 0, NLA_F_NESTED, NLA_F_NET_BYTEORDER };
	struct nlattr *a = pick(m, maker);

	if (a)
		a->nla_type = skewed(&maker->random, 255) | flags[below(&maker->random, 3)];
}

static void change_payload(struct message *m, struct maker *maker)
{
	struct nlattr *a = pick(m, maker);
	uint64_t n = maker->learned[below(&maker->random, LEARNED)];

	if (one_in(&maker->random, 2))
		n = skewed(&maker->random, UINT64_MAX);
	if (a && a->nla_len > NLA_HDRLEN)
		memcpy(a + 1, &n, a->nla_len < NLA_HDRLEN + 8 ? a->nla_len - NLA_HDRLEN : 8);
}

static void shorten(struct message *m, struct maker *maker)
{
	set_length(m, NLMSG_HDRLEN + below(&maker->random, m->length - NLMSG_HDRLEN + 1));
}

static void append_bytes(struct message *m, struct maker *maker)
{
	size_t n = 1 + below(&maker->random, 20);

	if (m->length + n > MESSAGE_MAX)
		return;
	memset(m->bytes + m->length, below(&maker->random, 256), n);
	set_length(m, m->length + n);
}

/*
 * Append a copy of an attribute to the message, outside of the nest that the attribute may be in.
 */
static void repeat(struct message *m, struct maker *maker)
{
	struct nlattr *a = pick(m, maker);
	size_t length = a ? NLA_ALIGN(a->nla_len) : 0;
	unsigned int times = one_in(&maker->random, 8) ? 50 : 1;

	for (; a && times && m->length + length <= MESSAGE_MAX; times--) {
		memmove(m->bytes + m->length, a, length);
		set_length(m, m->length + length);
	}
}

static void remove_attribute(struct message *m, struct nlattr *a)
{
	uint8_t *from = (void *)a, *behind = from + NLA_ALIGN(a->nla_len);

	memmove(from, behind, m->bytes + m->length - behind);
	set_length(m, m->length - (behind - from));
}

static void drop(struct message *m, struct maker *maker)
{
	struct nlattr *a = pick(m, maker);

	if (a && (uint8_t *)a + NLA_ALIGN(a->nla_len) <= m->bytes + m->length)
		remove_attribute(m, a);
}

/* Move all attributes into nested nests. */
static void nest_all(struct message *m, struct maker *maker)
{
	unsigned int depth = 1 + below(&maker->random, 20);
	uint16_t type = 1 + below(&maker->random, 12);
	struct nlattr *a = (void *)(m->bytes + START);

	for (; depth && m->length >= START && m->length + NLA_HDRLEN <= MESSAGE_MAX; depth--) {
		memmove(a + 1, a, m->length - START);
		a->nla_type = type | NLA_F_NESTED;
		a->nla_len = m->length - START + NLA_HDRLEN;
		set_length(m, m->length + NLA_HDRLEN);
	}
}

static void add_from_spec(struct message *m, struct maker *maker)
{
	const struct spec *spec = maker->spec;
	const struct spec_policy *p = spec->policies[below(&maker->random, spec->n_policies)];

	if (p->n && m->length == NLMSG_ALIGN(m->length))
		message_add(m, maker, &p->attrs[below(&maker->random, p->n)], true);
}

static void change_command(struct message *m, struct maker *maker)
{
	const struct spec *spec = maker->spec;
	struct genlmsghdr *genl = (void *)(m->bytes + NLMSG_HDRLEN);

	genl->cmd = one_in(&maker->random, 4) ? draw(&maker->random) :
		    spec->ops[below(&maker->random, spec->n_ops)].command;
}

static void change_flags(struct message *m, struct maker *maker)
{
	if (one_in(&maker->random, 2))
		m->header.nlmsg_flags ^= NLM_F_DUMP;
	else
		m->header.nlmsg_flags ^= 1 << below(&maker->random, 16);
}

static void change_genl_header(struct message *m, struct maker *maker)
{
	struct genlmsghdr *genl = (void *)(m->bytes + NLMSG_HDRLEN);

	if (one_in(&maker->random, 2))
		genl->version = draw(&maker->random);
	else
		genl->reserved = skewed(&maker->random, UINT16_MAX);
}

static void lie_about_message(struct message *m, struct maker *maker)
{
	m->header.nlmsg_len = one_in(&maker->random, 2) ? skewed(&maker->random, UINT32_MAX) :
			      m->length + below(&maker->random, 33) - 16;
}

static void (* const mutations[])(struct message *m, struct maker *maker) = {
	flip_bit, lie_about_length, change_type, change_payload, change_payload, shorten,
	append_bytes, repeat, repeat, drop, drop, nest_all, add_from_spec, add_from_spec,
	add_from_spec, change_command, change_flags, change_genl_header, lie_about_message,
};

#define MUTATIONS	(sizeof(mutations) / sizeof(mutations[0]))

void message_mutate(struct message *m, struct maker *maker)
{
	unsigned int times = one_in(&maker->random, 2) ? 1 : 1 + below(&maker->random, 4);

	for (; times; times--) {
		if (m->length <= START)
			return;
		mutations[below(&maker->random, MUTATIONS)](m, maker);
	}
}

/* Find the attribute of type @number outside of nests. */
static struct nlattr *find(struct message *m, uint16_t number)
{
	uint8_t *from = m->bytes + START, *end = m->bytes + m->length, *behind;
	struct nlattr *a;

	for (; from + NLA_HDRLEN <= end; from = behind) {
		a = (void *)from;
		behind = from + NLA_ALIGN(a->nla_len);
		if (a->nla_len < NLA_HDRLEN || behind > end)
			return NULL;
		if ((a->nla_type & NLA_TYPE_MASK) == number)
			return a;
	}
	return NULL;
}

const struct spec_policy *message_policy(const struct message *m, const struct maker *maker)
{
	const struct genlmsghdr *genl = (void *)(m->bytes + NLMSG_HDRLEN);
	const struct spec_op *op = spec_op(maker->spec, genl->cmd);
	bool dump = (m->header.nlmsg_flags & NLM_F_DUMP) == NLM_F_DUMP;

	return op && m->length >= START && m->length % NLA_ALIGNTO == 0 ? op->request[dump] : NULL;
}

void message_vary(struct message *m, struct maker *maker)
{
	const struct spec_policy *policy = message_policy(m, maker);
	unsigned int times = 1 + below(&maker->random, 3);
	const struct spec_attr *s;
	struct nlattr *a;

	if (!policy || !policy->n)
		return;
	for (; times; times--) {
		s = &policy->attrs[below(&maker->random, policy->n)];
		a = find(m, s->number);
		if (a && (!s->multi || one_in(&maker->random, 2)))
			remove_attribute(m, a);
		if (!one_in(&maker->random, 4))
			message_add(m, maker, s, false);
	}
}

static const struct spec_attr *radix_of(const struct spec_op *op)
{
	const struct spec_policy *p = op ? op->request[SPEC_DO] : NULL;
	size_t i;

	for (i = 0; p && i < p->n; i++)
		if (!strcmp(p->attrs[i].name, "radix"))
			return &p->attrs[i];
	return NULL;
}

void message_restrain(struct message *m, struct maker *maker)
{
	const struct genlmsghdr *genl = (void *)(m->bytes + NLMSG_HDRLEN);
	const struct spec_attr *radix = radix_of(spec_op(maker->spec, genl->cmd));
	struct places p = { .n = 0 };
	uint64_t routers, most = one_in(&maker->random, 1000) ? MEDIUM : SMALL;
	uint32_t *k, *end;
	size_t i;

	if (!radix)
		return;
	find_attributes(&p, m->bytes + START, m->bytes + m->length, 0);
	for (i = 0; i < p.n; i++) {
		if ((p.at[i]->nla_type & NLA_TYPE_MASK) != radix->number)
			continue;
		k = (void *)(p.at[i] + 1);
		end = k + (p.at[i]->nla_len - NLA_HDRLEN) / sizeof(*k);
		for (routers = 1; k < end; k++)
			routers *= *k <= LARGE ? *k : 1;
		if (routers > most && routers <= LARGE)
			memset(p.at[i] + 1, 0, p.at[i]->nla_len - NLA_HDRLEN);
	}
}

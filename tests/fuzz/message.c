// SPDX-License-Identifier: GPL-2.0-only
#include <string.h>

#include <linux/genetlink.h>

#include "message.h"

#define ENTRIES		64	/* most entries of nearly all arrays */
#define BYTES		2048	/* most bytes of an array that must have more entries */

static const char * const names[] = { "fuzz0", "fuzz0", "fuzz1", "fuzz2" };

static const char * const odd_names[] = {
	"", ".", "..", "a/b", "a b", "-x", "x\n", "1234567890123456789012345678901",
	"12345678901234567890123456789012", "\xff\xfe", "%s%n", "fuzz0\0hidden",
};

void maker_learn(struct maker *maker, uint64_t number)
{
	maker->learned[below(&maker->random, LEARNED)] = number;
}

static void *put_header(struct message *m, uint16_t type, size_t length)
{
	struct nlattr *a = (void *)(m->bytes + m->length);

	if (m->length + NLA_HDRLEN + NLA_ALIGN(length) > MESSAGE_MAX)
		return NULL;
	memset(a, 0, NLA_HDRLEN + NLA_ALIGN(length));
	a->nla_type = type;
	a->nla_len = NLA_HDRLEN + length;
	m->length += NLA_HDRLEN + NLA_ALIGN(length);
	m->header.nlmsg_len = m->length;
	return a + 1;
}

void message_put(struct message *m, uint16_t type, const void *data, size_t length)
{
	void *to = put_header(m, type, length);

	if (to && length)
		memcpy(to, data, length);
}

static uint64_t extreme(struct random *r)
{
	uint64_t power = 1ULL << below(r, 64);

	switch (below(r, 4)) {
	case 0: return power;
	case 1: return power - 1;
	case 2: return ~0ULL;
	default: return 0;
	}
}

static uint64_t number(struct maker *maker, const struct spec_attr *a, bool wild)
{
	struct random *r = &maker->random;
	uint64_t range = a->greatest - a->least, known;

	switch (below(r, wild ? 8 : 6)) {
	case 0:
		return one_in(r, 2) ? a->least : a->greatest;
	case 1:
		known = maker->learned[below(r, LEARNED)];
		if (known >= a->least && known <= a->greatest)
			return known;
		break;
	case 6:
		return one_in(r, 2) ? a->least - 1 : a->greatest + 1;
	case 7:
		return extreme(r);
	}
	if (range < 256)
		return a->least + below(r, range + 1);
	return a->least + (one_in(r, 2) ? below(r, 8) : skewed(r, range));
}

static void add_number(struct message *m, struct maker *maker, const struct spec_attr *a, bool wild)
{
	uint64_t n = number(maker, a, wild);

	if (a->mask && !(wild && one_in(&maker->random, 4)))
		n = draw(&maker->random) & a->mask;
	message_put(m, a->number, &n, spec_width(a->type));
}

static void add_string(struct message *m, struct maker *maker, const struct spec_attr *a, bool wild)
{
	struct random *r = &maker->random;
	char odd[300];
	size_t n;

	if (!wild || one_in(r, 2)) {
		const char *name = names[below(r, sizeof(names) / sizeof(names[0]))];

		message_put(m, a->number, name, strlen(name) + 1);
	} else if (one_in(r, 2)) {
		const char *name = odd_names[below(r, sizeof(odd_names) / sizeof(odd_names[0]))];

		message_put(m, a->number, name, strlen(name) + !one_in(r, 8));
	} else {
		n = skewed(r, sizeof(odd) - 1);
		memset(odd, 'a' + below(r, 26), n);
		odd[n] = 0;
		message_put(m, a->number, odd, n + !one_in(r, 4));
	}
}

static void shuffle(uint32_t *entries, size_t n, struct random *r)
{
	size_t i, j;

	for (i = 0; i < n; i++) {
		j = below(r, i + 1);
		entries[i] = entries[j];
		entries[j] = i;
	}
}

static size_t array_length(struct maker *maker, const struct spec_attr *a, bool wild)
{
	struct random *r = &maker->random;
	uint64_t least = a->least / a->entry, greatest = a->greatest / a->entry, known;

	if (wild && one_in(r, 4))
		return below(r, ENTRIES * a->entry);
	if (least > ENTRIES)
		return a->least < BYTES ? a->least : BYTES;
	if (greatest > ENTRIES)
		greatest = ENTRIES;
	known = maker->learned[below(r, LEARNED)];
	if (known >= least && known <= greatest && one_in(r, 2))
		return known * a->entry;
	if (greatest == ENTRIES && one_in(r, 2))
		return 8 * a->entry;	/* the fabric that most requests name has 8 routers */
	return (least + below(r, greatest - least + 1)) * a->entry;
}

/* Add an array: small numbers, the numbers from 0 on in some order, or anything. */
static void add_array(struct message *m, struct maker *maker, const struct spec_attr *a, bool wild)
{
	struct random *r = &maker->random;
	size_t length = array_length(maker, a, wild), i;
	union {
		uint8_t bytes[BYTES];
		uint32_t words[BYTES / 4];
		uint64_t longs[BYTES / 8];
	} array = { 0 };
	uint8_t *entry;

	if (a->entry == 4 && length > 16 && one_in(r, 2)) {
		shuffle(array.words, length / 4, r);
	} else if (wild && one_in(r, 2)) {
		for (i = 0; i < BYTES / 8; i++)
			array.longs[i] = draw(r);
	} else {
		for (entry = array.bytes; entry < array.bytes + length; entry += a->entry)
			*entry = one_in(r, 32) ? 0 : 1 + below(r, 4);
	}
	message_put(m, a->number, array.bytes, length);
}

static void add_policy(struct message *m, struct maker *maker, const struct spec_policy *policy,
		       bool wild)
{
	struct random *r = &maker->random;
	const struct spec_attr *a;
	unsigned int density = 1 + below(r, 4);
	int times;

	for (a = policy->attrs; a < policy->attrs + policy->n; a++) {
		/* nearly every request names its device */
		if (a->type == SPEC_STRING && a == policy->attrs ? one_in(r, 64) :
		    below(r, 4) >= density)
			continue;
		for (times = a->multi ? 1 + skewed(r, 5) : 1; times; times--)
			message_add(m, maker, a, wild);
	}
}

static void add_nest(struct message *m, struct maker *maker, const struct spec_attr *a, bool wild)
{
	uint32_t start = m->length;

	if (!put_header(m, a->number | NLA_F_NESTED, 0))
		return;
	add_policy(m, maker, a->nest, wild);
	((struct nlattr *)(m->bytes + start))->nla_len = m->length - start;
}

void message_add(struct message *m, struct maker *maker, const struct spec_attr *a, bool wild)
{
	static const uint32_t bits[2] = { 1, 1 };

	switch (a->type) {
	case SPEC_FLAG:
		message_put(m, a->number, NULL, 0);
		break;
	case SPEC_BINARY:
		add_array(m, maker, a, wild);
		break;
	case SPEC_STRING:
		add_string(m, maker, a, wild);
		break;
	case SPEC_NEST:
		add_nest(m, maker, a, wild);
		break;
	case SPEC_BITFIELD32:
		message_put(m, a->number, bits, sizeof(bits));
		break;
	default:
		add_number(m, maker, a, wild);
	}
}

/* Pick a command at random; commands that delete what others need are picked less often. */
static const struct spec_op *pick_op(struct maker *maker)
{
	const struct spec *spec = maker->spec;
	const struct spec_op *op;
	size_t n;

	do {
		op = &spec->ops[below(&maker->random, spec->n_ops)];
		n = strlen(op->name);
	} while ((op->event && !one_in(&maker->random, 64)) ||
		 (n > 4 && !strcmp(op->name + n - 4, "-del") && !one_in(&maker->random, 8)));
	return op;
}

void message_begin(struct message *m, const struct maker *maker, const struct spec_op *op,
		   enum spec_kind kind)
{
	struct genlmsghdr *genl = (void *)(m->bytes + NLMSG_HDRLEN);

	m->length = NLMSG_HDRLEN + GENL_HDRLEN;
	memset(m->bytes, 0, m->length);
	m->header.nlmsg_len = m->length;
	m->header.nlmsg_type = maker->family;
	m->header.nlmsg_flags = NLM_F_REQUEST | NLM_F_ACK |
				(kind == SPEC_DUMP ? NLM_F_DUMP : 0);
	genl->cmd = op->command;
	genl->version = maker->spec->version;
}

void message_make(struct message *m, struct maker *maker)
{
	struct random *r = &maker->random;
	const struct spec_op *op = pick_op(maker);
	enum spec_kind kind = one_in(r, 2) ? SPEC_DO : SPEC_DUMP;

	if (!op->request[kind])
		kind = !kind;
	message_begin(m, maker, op, kind);
	if (op->request[kind])
		add_policy(m, maker, op->request[kind], one_in(r, 4));
}

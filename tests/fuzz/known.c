// SPDX-License-Identifier: GPL-2.0-only
/*
 * Requests, most of them valid, for the fabrics that fuzz-netlink creates.
 *
 * A request is written in the words of the specification: COMMAND [dump] ATTRIBUTE..., where
 * an attribute is NAME for a flag, NAME=TEXT, NAME=NUMBER, NAME=NUMBER,... for an array, or
 * NAME={ ATTRIBUTE... } for a nest.
 */
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <linux/genetlink.h>

#include "message.h"

#define WORD	32	/* bytes of a name */
#define ARRAY	64	/* bytes of an array */

const char * const known_requests[] = {
	"dev-get name=fuzz0 want-hash",
	"dev-get dump",
	"aging-get dev=fuzz0 router=1",
	"aging-get dump dev=fuzz1",
	"stats-get dev=fuzz0 router=7",
	"stats-get dump dev=fuzz1",
	"traffic-get dev=fuzz0",
	"traffic-get dump dev=fuzz0",
	"clock-get dev=fuzz0",
	"latency-get dev=fuzz0 router=3",
	"latency-get dump dev=fuzz0",
	"mmr-get dev=fuzz0 router=0 offset=0 count=13",
	"mmr-get dev=fuzz0 router=1 offset=0x1000 count=3",
	"mmr-get dev=fuzz0 router=2 offset=0x1280 count=15",
	"mmr-get dev=fuzz0 router=7 offset=0x8000 count=512",

	"aging-set dev=fuzz0 entry={ clock-period=8 rr-select=0xff }",
	"aging-set dev=fuzz0 entry={ router=3 rr-select=5 } entry={ ports=6 req-bias=5 rsp-bias=2 }",
	"mmr-set dev=fuzz0 router=0 offset=0x40 value=9",
	"mmr-set dev=fuzz0 router=1 offset=0x48 value=0xff00",
	"mmr-set dev=fuzz0 router=2 offset=0x1200 value=0x2400000000000000",
	"mark-new dev=fuzz0 name=mark",
	"stats-get dev=fuzz0 router=0 since=mark",
	"stats-get dump dev=fuzz0 since=mark",
	"latency-get dev=fuzz0 since=mark",
	"latency-get dev=fuzz0 router=3 since=mark",
	"latency-get dump dev=fuzz0 since=mark",
	"mark-get dump dev=fuzz0",
	"mark-del dev=fuzz0 name=mark",
	"mark-new dev=fuzz0 name=lease lease=1",
	"mark-get dump",
	"stats-reset dev=fuzz0",

	/* The first commit that waits has the id 1 */
	"config-commit check dev={ name=fuzz0 entry={ clock-period=1 } }",
	"config-commit dev={ name=fuzz0 entry={ clock-period=7 } }",
	"config-commit dev={ name=fuzz0 entry={ clock-period=6 } } dev={ name=fuzz1 entry={ ports=1 req-bias=7 } } timeout=60000",
	"config-get dump",
	"config-extend id=1 timeout=70000",
	"aging-set dev=fuzz0 entry={ clock-period=5 }",
	"mmr-set dev=fuzz0 router=0 offset=0x40 value=4",
	"config-confirm id=1",
	"config-commit dev={ name=fuzz1 entry={ router=1 rr-select=1 } } timeout=60000",
	"config-cancel id=2",
	"config-commit dev={ name=fuzz0 entry={ clock-period=3 } } timeout=1",
	"config-get dump",

	"traffic-set dev=fuzz0 pattern=0",
	"traffic-set dev=fuzz0 pattern=2 target=3 source=0 load=500000 queue=16",
	"traffic-set dev=fuzz0 pattern=3 source=1 window=2 requests=300000",
	"traffic-set dev=fuzz0 pattern=6 permutation=1,0,3,2,5,4,7,6 source=1 window=1",
	"traffic-set dev=fuzz0 pattern=7 source=0 load=1000 lengths=1,2,3,4,5,6,7,8,9",
	"traffic-set dev=fuzz0 pattern=8 source=0 load=1000000",
	"traffic-set dev=fuzz0 pattern=9 source=1 window=4096",
	"traffic-get dev=fuzz0",
	"clock-set dev=fuzz0 budget=50 rate=1000000",
	"clock-set dev=fuzz0 state=2 steps=100",
	"clock-set dev=fuzz0 state=1",
	"stats-get dump dev=fuzz0",
	"clock-set dev=fuzz0 state=0",

	"link-get dev=fuzz0 router=1",
	"link-get dump dev=fuzz0",
	"link-set dev=fuzz0 router=0 port=1 up=0",
	"link-set dev=fuzz0 router=0 port=3 up=0 policy=1",
	"link-set dev=fuzz0 router=0 port=5 bit-errors=1000000000",
	"mmr-set dev=fuzz0 router=1 offset=0x1210 value=0",
	"mmr-set dev=fuzz0 router=1 offset=0x1218 value=10000000000",
	"clock-set dev=fuzz0 state=2 steps=5000",
	"link-get dump dev=fuzz0",
	"link-set dev=fuzz0 router=0 port=3 up=1",
	"link-set dev=fuzz0 router=0 port=1 up=1",
	"mmr-set dev=fuzz0 router=1 offset=0x1210 value=1",
	"link-set dev=fuzz0 router=0 port=5 bit-errors=0",
	"route-get dev=fuzz0",
	"route-get dump dev=fuzz0",
	"route-new dev=fuzz0 blocks=1 dateline=4294967295,4294967295,4294967295 plan=none",
	"route-new dev=fuzz0 blocks=2",
	"dev-new name=fuzz2 radix=2,2,2",
	"dev-new name=fuzz3 radix=4,4 mesh=3 vcs=1 max-packet=9 soft={ seed=5 input-depth=64 staging-depth=20 }",
	"dev-new name=fuzz4 radix=4 vcs=4 soft={ router-delay=3 link-delay=2 eject=1,2 inject=2,3 ack-delay=100 }",
	"config-commit dev={ name=fuzz2 entry={ clock-period=7 } } dev={ name=fuzz0 entry={ clock-period=7 } } timeout=60000",
	"dev-del name=fuzz2",
	"dev-del name=fuzz3",
	"dev-del name=fuzz4",
	NULL
};

static _Noreturn void refuse(const char *text)
{
	fprintf(stderr, "fuzz-netlink: the specification has nothing like '%s'\n", text);
	exit(1);
}

/* Copy a word up to one of the bytes in @ends; return its end. */
static const char *take_word(char *word, const char *text, const char *ends)
{
	size_t n = strcspn(text, ends);

	if (!n || n >= WORD)
		refuse(text);
	memcpy(word, text, n);
	word[n] = 0;
	return text + n;
}

static const struct spec_attr *attr_named(const struct spec_policy *policy, const char *name)
{
	size_t i;

	for (i = 0; i < policy->n; i++)
		if (!strcmp(policy->attrs[i].name, name))
			return &policy->attrs[i];
	refuse(name);
}

static const char *put_array(struct message *m, const struct spec_attr *a, const char *text)
{
	uint8_t bytes[ARRAY];
	uint64_t number;
	size_t n = 0;
	char *end;

	do {
		if (n + a->entry > ARRAY)
			refuse(text);
		number = strtoull(text, &end, 0);
		memcpy(bytes + n, &number, a->entry);
		n += a->entry;
		text = end + 1;
	} while (*end == ',');
	message_put(m, a->number, bytes, n);
	return end;
}

static const char *put_attrs(struct message *m, const struct spec_policy *policy, const char *text);

static const char *put_nest(struct message *m, const struct spec_attr *a, const char *text)
{
	uint32_t start = m->length;

	if (*text != '{')
		refuse(text);
	message_put(m, a->number | NLA_F_NESTED, NULL, 0);
	text = put_attrs(m, a->nest, text + 1);
	((struct nlattr *)(m->bytes + start))->nla_len = m->length - start;
	return *text == '}' ? text + 1 : text;
}

static const char *put_value(struct message *m, const struct spec_attr *a, const char *text)
{
	char word[WORD], *end;
	uint64_t number;

	switch (a->type) {
	case SPEC_NEST:
		return put_nest(m, a, text);
	case SPEC_STRING:
		text = take_word(word, text, " ");
		message_put(m, a->number, word, strlen(word) + 1);
		return text;
	case SPEC_BINARY:
		return put_array(m, a, text);
	default:
		number = strtoull(text, &end, 0);
		message_put(m, a->number, &number, spec_width(a->type));
		return end;
	}
}

/* Put attributes up to the end of the text or of a nest. */
static const char *put_attrs(struct message *m, const struct spec_policy *policy, const char *text)
{
	const struct spec_attr *a;
	char name[WORD];

	for (text += strspn(text, " "); *text && *text != '}'; text += strspn(text, " ")) {
		text = take_word(name, text, " =");
		a = attr_named(policy, name);
		if (*text == '=')
			text = put_value(m, a, text + 1);
		else
			message_put(m, a->number, NULL, 0);
	}
	return text;
}

static const struct spec_op *op_named(const struct spec *spec, const char *name)
{
	size_t i;

	for (i = 0; i < spec->n_ops; i++)
		if (!strcmp(spec->ops[i].name, name))
			return &spec->ops[i];
	refuse(name);
}

void message_parse(struct message *m, const struct maker *maker, const char *text)
{
	enum spec_kind kind = SPEC_DO;
	const struct spec_op *op;
	char name[WORD];

	text = take_word(name, text, " ");
	op = op_named(maker->spec, name);
	if (!strncmp(text, " dump", 5)) {
		kind = SPEC_DUMP;
		text += 5;
	}
	if (!op->request[kind])
		refuse(name);
	message_begin(m, maker, op, kind);
	put_attrs(m, op->request[kind], text);
}

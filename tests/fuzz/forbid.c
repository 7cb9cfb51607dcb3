// SPDX-License-Identifier: GPL-2.0-only
/*
 * Decide from the bytes of a message alone whether the specification forbids it.  The module may
 * refuse other messages for reasons of its own.
 */
#include <string.h>

#include <linux/genetlink.h>

#include "message.h"

struct look {
	const uint8_t *from, *end;
	const struct spec_attr **at;
};

static const char *check_policy(const struct look *look, const struct spec_policy *policy);

static const char *check_number(const struct spec_attr *s, const void *data, size_t length)
{
	uint64_t n = 0;

	if (length != spec_width(s->type))
		return "a number of a wrong width";
	memcpy(&n, data, length);	/* little-endian, as the kernels under test */
	if (s->mask)
		return n & ~s->mask ? "bits outside the mask" : NULL;
	if (s->type >= SPEC_S8 && s->type <= SPEC_S64)
		return NULL;
	return n < s->least || n > s->greatest ? "a number out of range" : NULL;
}

static const char *check_length(const struct spec_attr *s, size_t length)
{
	if (length % s->entry)
		return "an array of odd length";
	return length < s->least || length > s->greatest ? "a length out of range" : NULL;
}

static const char *check_attr(const struct look *look, const struct spec_attr *s,
			      const struct nlattr *a)
{
	const uint8_t *data = (const void *)(a + 1);
	size_t length = a->nla_len - NLA_HDRLEN;
	struct look inside = { data, data + length, look->at };
	bool nested = a->nla_type & NLA_F_NESTED;
	bool nest = s->type == SPEC_NEST;

	*look->at = s;
	if (nested != nest)
		return nested ? "a nest that should be none" : "a nest without NLA_F_NESTED";
	switch (s->type) {
	case SPEC_FLAG:
		return length ? "a flag with a value" : NULL;
	case SPEC_BINARY:
		return check_length(s, length);
	case SPEC_STRING:
		return check_length(s, strnlen((const char *)data, length));
	case SPEC_NEST:
		return check_policy(&inside, s->nest);
	case SPEC_BITFIELD32:
		return length != 8 ? "a bitfield of wrong length" : NULL;
	default:
		return check_number(s, data, length);
	}
}

static const struct nlattr *next(const struct nlattr *a)
{
	return (const void *)((const uint8_t *)a + NLA_ALIGN(a->nla_len));
}

static bool ok(const struct nlattr *a, const uint8_t *end)
{
	const uint8_t *from = (const void *)a;

	return from + NLA_HDRLEN <= end && a->nla_len >= NLA_HDRLEN && from + a->nla_len <= end;
}

/* Return true if an attribute of the same number follows, which replaces this one. */
static bool overridden(const struct nlattr *a, const uint8_t *end)
{
	uint16_t number = a->nla_type & NLA_TYPE_MASK;

	for (a = next(a); ok(a, end); a = next(a))
		if ((a->nla_type & NLA_TYPE_MASK) == number)
			return true;
	return false;
}

static const char *check_policy(const struct look *look, const struct spec_policy *policy)
{
	const struct nlattr *a = (const void *)look->from;
	const struct spec_attr *s;
	const char *why;

	for (; ok(a, look->end); a = next(a)) {
		s = spec_attr(policy, a->nla_type & NLA_TYPE_MASK);
		if (!s) {
			*look->at = NULL;
			return "an attribute that does not belong here";
		}
		if (!s->multi && overridden(a, look->end))
			continue;
		why = check_attr(look, s, a);
		if (why)
			return why;
	}
	*look->at = NULL;
	return (const uint8_t *)a < look->end ? "bytes behind the last attribute" : NULL;
}

const char *message_forbidden(const struct nlmsghdr *nlh, const struct spec *spec, bool user,
			      const struct spec_attr **attr)
{
	const struct genlmsghdr *genl = (const void *)((const uint8_t *)nlh + NLMSG_HDRLEN);
	bool dump = (nlh->nlmsg_flags & NLM_F_DUMP) == NLM_F_DUMP;
	const struct look look = {
		.from = (const uint8_t *)genl + GENL_HDRLEN,
		.end = (const uint8_t *)nlh + nlh->nlmsg_len,
		.at = attr,
	};
	const struct spec_op *op;

	*attr = NULL;
	if (!(nlh->nlmsg_flags & NLM_F_REQUEST))
		return NULL;	/* the kernel skips a message that is no request */
	if (nlh->nlmsg_len < NLMSG_HDRLEN + GENL_HDRLEN)
		return "no generic netlink header";
	op = spec_op(spec, genl->cmd);
	if (!op || op->event)
		return "no command";
	if (op->admin && user)
		return "no CAP_NET_ADMIN";
	if (!op->request[dump])
		return "no command of this kind";
	return check_policy(&look, op->request[dump]);
}

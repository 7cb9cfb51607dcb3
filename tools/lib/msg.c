// SPDX-License-Identifier: GPL-2.0-only
/* Building of requests, and parsing of replies. */
#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "nl.h"

#define FIRST_BYTES	256

/* Make room for @more bytes; false if @m cannot be sent any more. */
static bool msg_reserve(struct snl_msg *m, size_t more)
{
	size_t need = snl_length(m) + more;
	struct nlmsghdr *header;

	if (m->error || need <= m->size)
		return !m->error;
	header = realloc(m->header, 2 * need + MNL_NLMSG_HDRLEN);
	if (!header) {
		m->error = -ENOMEM;
		return false;
	}
	m->header = header;
	m->size = 2 * need + MNL_NLMSG_HDRLEN;
	return true;
}

void snl_start(struct snl_msg *m, uint8_t command)
{
	struct genlmsghdr *genl;

	*m = (struct snl_msg){ 0 };
	if (!msg_reserve(m, FIRST_BYTES))
		return;
	mnl_nlmsg_put_header(m->header);
	genl = mnl_nlmsg_put_extra_header(m->header, sizeof(*genl));
	genl->cmd = command;
	genl->version = SEASTAR_GENL_VERSION;
}

void snl_release(struct snl_msg *m)
{
	free(m->header);
	*m = (struct snl_msg){ 0 };
}

size_t snl_length(const struct snl_msg *m)
{
	return m->header ? m->header->nlmsg_len : 0;
}

void snl_put(struct snl_msg *m, uint16_t type, const void *data, size_t length)
{
	if (length > UINT16_MAX - MNL_ATTR_HDRLEN && !m->error)
		m->error = -EMSGSIZE;
	if (msg_reserve(m, MNL_ATTR_HDRLEN + MNL_ALIGN(length)))
		mnl_attr_put(m->header, type, length, data);
}

void snl_put_u8(struct snl_msg *m, uint16_t type, uint8_t value)
{
	snl_put(m, type, &value, sizeof(value));
}

void snl_put_u32(struct snl_msg *m, uint16_t type, uint32_t value)
{
	snl_put(m, type, &value, sizeof(value));
}

void snl_put_u64(struct snl_msg *m, uint16_t type, uint64_t value)
{
	snl_put(m, type, &value, sizeof(value));
}

void snl_put_str(struct snl_msg *m, uint16_t type, const char *value)
{
	snl_put(m, type, value, strlen(value) + 1);
}

size_t snl_nest_start(struct snl_msg *m, uint16_t type)
{
	size_t nest = snl_length(m);

	snl_put(m, type | NLA_F_NESTED, NULL, 0);
	return nest;
}

void snl_nest_end(struct snl_msg *m, size_t nest)
{
	struct nlattr *a = (struct nlattr *)((char *)m->header + nest);

	if (snl_length(m) - nest > UINT16_MAX && !m->error)
		m->error = -EMSGSIZE;
	if (!m->error)
		a->nla_len = snl_length(m) - nest;
}

uint8_t snl_command(const struct nlmsghdr *reply)
{
	const struct genlmsghdr *genl = mnl_nlmsg_get_payload(reply);

	return genl->cmd;
}

static void msg_keep(const struct nlattr *a, const struct nlattr **tb, uint16_t max)
{
	if (mnl_attr_get_type(a) <= max)
		tb[mnl_attr_get_type(a)] = a;
}

void snl_attributes(const struct nlmsghdr *reply, const struct nlattr **tb, uint16_t max)
{
	const struct nlattr *a;

	memset(tb, 0, (max + 1) * sizeof(*tb));
	mnl_attr_for_each(a, reply, sizeof(struct genlmsghdr))
		msg_keep(a, tb, max);
}

void snl_nested(const struct nlattr *nest, const struct nlattr **tb, uint16_t max)
{
	const struct nlattr *a;

	memset(tb, 0, (max + 1) * sizeof(*tb));
	if (!nest)
		return;
	mnl_attr_for_each_nested(a, nest)
		msg_keep(a, tb, max);
}

/* Copy a scalar, since attributes are aligned to four bytes only. */
#define SCALAR(a, type) ({							\
	type value_ = 0;							\
	if ((a) && mnl_attr_get_payload_len(a) >= sizeof(value_))		\
		memcpy(&value_, mnl_attr_get_payload(a), sizeof(value_));	\
	value_;									\
})

uint32_t snl_u8(const struct nlattr *a)
{
	return SCALAR(a, uint8_t);
}

uint32_t snl_u32(const struct nlattr *a)
{
	return SCALAR(a, uint32_t);
}

uint64_t snl_u64(const struct nlattr *a)
{
	return SCALAR(a, uint64_t);
}

const char *snl_str(const struct nlattr *a)
{
	if (!a || mnl_attr_validate(a, MNL_TYPE_NUL_STRING) < 0)
		return "";
	return mnl_attr_get_str(a);
}

size_t snl_array(const struct nlattr *a, void *to, size_t n, size_t size)
{
	size_t came = a ? mnl_attr_get_payload_len(a) / size : 0;

	if (came > n)
		came = n;
	if (came)
		memcpy(to, mnl_attr_get_payload(a), came * size);
	return came;
}

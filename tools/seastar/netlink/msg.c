// SPDX-License-Identifier: GPL-2.0-only
/* Building requests and taking replies apart. */
#include <stdlib.h>
#include <string.h>

#include "tools/seastar/base/print.h"

#include "nl.h"

static void reserve(struct msg *m, size_t more)
{
	size_t need = (m->header ? m->header->nlmsg_len : 0) + more;

	if (need <= m->size)
		return;
	m->size = 2 * need + MNL_NLMSG_HDRLEN;
	m->header = resize(m->header, m->size, 1);
}

void msg_start(struct msg *m, uint8_t command)
{
	struct genlmsghdr *genl;

	*m = (struct msg){ 0 };
	reserve(m, 256);
	mnl_nlmsg_put_header(m->header);
	genl = mnl_nlmsg_put_extra_header(m->header, sizeof(*genl));
	genl->cmd = command;
	genl->version = SEASTAR_GENL_VERSION;
}

void msg_free(struct msg *m)
{
	free(m->header);
	m->header = NULL;
}

void msg_put(struct msg *m, uint16_t type, const void *data, size_t length)
{
	if (length > UINT16_MAX - MNL_ATTR_HDRLEN)
		die("a value of %zu bytes is too long for a message to the kernel", length);
	reserve(m, MNL_ATTR_HDRLEN + MNL_ALIGN(length));
	mnl_attr_put(m->header, type, length, data);
}

void msg_put_u8(struct msg *m, uint16_t type, uint8_t value)
{
	msg_put(m, type, &value, sizeof(value));
}

void msg_put_u32(struct msg *m, uint16_t type, uint32_t value)
{
	msg_put(m, type, &value, sizeof(value));
}

void msg_put_u64(struct msg *m, uint16_t type, uint64_t value)
{
	msg_put(m, type, &value, sizeof(value));
}

void msg_put_str(struct msg *m, uint16_t type, const char *value)
{
	msg_put(m, type, value, strlen(value) + 1);
}

size_t msg_nest_start(struct msg *m, uint16_t type)
{
	size_t nest = m->header->nlmsg_len;

	msg_put(m, type | NLA_F_NESTED, NULL, 0);
	return nest;
}

void msg_nest_end(struct msg *m, size_t nest)
{
	struct nlattr *a = (struct nlattr *)((char *)m->header + nest);

	a->nla_len = m->header->nlmsg_len - nest;
}

uint8_t nl_command(const struct nlmsghdr *reply)
{
	const struct genlmsghdr *genl = mnl_nlmsg_get_payload(reply);

	return genl->cmd;
}

static void msg_keep(const struct nlattr *a, const struct nlattr **tb, uint16_t max)
{
	if (mnl_attr_get_type(a) <= max)
		tb[mnl_attr_get_type(a)] = a;
}

void nl_attributes(const struct nlmsghdr *reply, const struct nlattr **tb, uint16_t max)
{
	const struct nlattr *a;

	memset(tb, 0, (max + 1) * sizeof(*tb));
	mnl_attr_for_each(a, reply, sizeof(struct genlmsghdr))
		msg_keep(a, tb, max);
}

void nl_nested(const struct nlattr *nest, const struct nlattr **tb, uint16_t max)
{
	const struct nlattr *a;

	memset(tb, 0, (max + 1) * sizeof(*tb));
	mnl_attr_for_each_nested(a, nest)
		msg_keep(a, tb, max);
}

/* Copied, since an attribute is aligned to four bytes only. */
#define SCALAR(a, type) ({							\
	type value_ = 0;							\
	if ((a) && mnl_attr_get_payload_len(a) >= sizeof(value_))		\
		memcpy(&value_, mnl_attr_get_payload(a), sizeof(value_));	\
	value_;									\
})

uint32_t attr_u8(const struct nlattr *a)
{
	return SCALAR(a, uint8_t);
}

uint32_t attr_u32(const struct nlattr *a)
{
	return SCALAR(a, uint32_t);
}

uint64_t attr_u64(const struct nlattr *a)
{
	return SCALAR(a, uint64_t);
}

const char *attr_str(const struct nlattr *a)
{
	if (!a || mnl_attr_validate(a, MNL_TYPE_NUL_STRING) < 0)
		return "";
	return mnl_attr_get_str(a);
}

size_t attr_array(const struct nlattr *a, void *to, size_t n, size_t size)
{
	size_t came = a ? mnl_attr_get_payload_len(a) / size : 0;

	if (came > n)
		came = n;
	if (came)
		memcpy(to, mnl_attr_get_payload(a), came * size);
	return came;
}

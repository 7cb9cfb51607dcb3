// SPDX-License-Identifier: GPL-2.0-only
/*
 * CTRL_CMD_GETFAMILY tells a family's commands and groups, CTRL_CMD_GETPOLICY its
 * policies: messages each with the policies of a command, by index, or with one
 * attribute of a policy.
 */
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <libmnl/libmnl.h>
#include <linux/genetlink.h>

#include "live.h"

#define BUFFER	65536

static _Noreturn void bail(const char *what)
{
	printf("Bail out! %s: %s\n", what, strerror(errno));
	exit(1);
}

static uint32_t index_of(const struct spec_policy *policy)
{
	return strtoul(policy->name, NULL, 10);
}

/* The policy of an index, which is its name. */
static struct spec_policy *get_policy(struct spec *spec, uint32_t index)
{
	struct spec_policy *policy;
	size_t i;

	for (i = 0; i < spec->n_policies; i++)
		if (index_of(spec->policies[i]) == index)
			return spec->policies[i];
	policy = spec_add_policy(spec);
	snprintf(policy->name, sizeof(policy->name), "%u", index);
	return policy;
}

static void take_group(struct spec *spec, const struct nlattr *group)
{
	const struct nlattr *a;

	mnl_attr_for_each_nested(a, group) {
		if (mnl_attr_get_type(a) == CTRL_ATTR_MCAST_GRP_NAME)
			snprintf(spec_add_group(spec), SPEC_NAME, "%s", mnl_attr_get_str(a));
	}
}

static void take_op(struct spec *spec, const struct nlattr *nest)
{
	struct spec_op *op = spec_add_op(spec);
	const struct nlattr *a;

	mnl_attr_for_each_nested(a, nest) {
		if (mnl_attr_get_type(a) == CTRL_ATTR_OP_ID)
			op->command = mnl_attr_get_u32(a);
		else if (mnl_attr_get_type(a) == CTRL_ATTR_OP_FLAGS)
			op->admin = mnl_attr_get_u32(a) & GENL_ADMIN_PERM;
	}
}

static void take_all(struct spec *spec, const struct nlattr *list,
		     void (*take)(struct spec *spec, const struct nlattr *nest))
{
	const struct nlattr *a;

	mnl_attr_for_each_nested(a, list)
		take(spec, a);
}

static int take_family(const struct nlmsghdr *nlh, void *data)
{
	struct live *live = data;
	const struct nlattr *a;

	mnl_attr_for_each(a, nlh, sizeof(struct genlmsghdr)) {
		switch (mnl_attr_get_type(a)) {
		case CTRL_ATTR_FAMILY_ID:
			live->id = mnl_attr_get_u16(a);
			break;
		case CTRL_ATTR_FAMILY_NAME:
			snprintf(live->spec->family, SPEC_NAME, "%s", mnl_attr_get_str(a));
			break;
		case CTRL_ATTR_VERSION:
			live->spec->version = mnl_attr_get_u32(a);
			break;
		case CTRL_ATTR_OPS:
			take_all(live->spec, a, take_op);
			break;
		case CTRL_ATTR_MCAST_GROUPS:
			take_all(live->spec, a, take_group);
			break;
		}
	}
	return MNL_CB_OK;
}

static void take_op_policies(struct spec *spec, const struct nlattr *nest)
{
	struct spec_op *op = spec_op(spec, mnl_attr_get_type(nest));
	const struct nlattr *a;
	enum spec_kind kind;

	if (!op)
		return;
	mnl_attr_for_each_nested(a, nest) {
		kind = mnl_attr_get_type(a) == CTRL_ATTR_POLICY_DUMP ? SPEC_DUMP : SPEC_DO;
		op->request[kind] = get_policy(spec, mnl_attr_get_u32(a));
	}
}

static enum spec_type type_of(uint32_t type)
{
	static const enum spec_type types[] = {
		[NL_ATTR_TYPE_FLAG] = SPEC_FLAG,
		[NL_ATTR_TYPE_U8] = SPEC_U8,
		[NL_ATTR_TYPE_U16] = SPEC_U16,
		[NL_ATTR_TYPE_U32] = SPEC_U32,
		[NL_ATTR_TYPE_U64] = SPEC_U64,
		[NL_ATTR_TYPE_S8] = SPEC_S8,
		[NL_ATTR_TYPE_S16] = SPEC_S16,
		[NL_ATTR_TYPE_S32] = SPEC_S32,
		[NL_ATTR_TYPE_S64] = SPEC_S64,
		[NL_ATTR_TYPE_BINARY] = SPEC_BINARY,
		[NL_ATTR_TYPE_STRING] = SPEC_STRING,
		[NL_ATTR_TYPE_NUL_STRING] = SPEC_STRING,
		[NL_ATTR_TYPE_NESTED] = SPEC_NEST,
		[NL_ATTR_TYPE_BITFIELD32] = SPEC_BITFIELD32,
	};

	if (!type || type >= sizeof(types) / sizeof(types[0]))
		return SPEC_TYPES;
	return types[type];
}

static void take_detail(struct spec *spec, struct spec_attr *attr, const struct nlattr *a)
{
	switch (mnl_attr_get_type(a)) {
	case NL_POLICY_TYPE_ATTR_TYPE:
		attr->type = type_of(mnl_attr_get_u32(a));
		break;
	case NL_POLICY_TYPE_ATTR_MIN_VALUE_U:
		attr->least = mnl_attr_get_u64(a);
		break;
	case NL_POLICY_TYPE_ATTR_MAX_VALUE_U:
		attr->greatest = mnl_attr_get_u64(a);
		break;
	case NL_POLICY_TYPE_ATTR_MIN_LENGTH:
		attr->least = mnl_attr_get_u32(a);
		break;
	case NL_POLICY_TYPE_ATTR_MAX_LENGTH:
		attr->greatest = mnl_attr_get_u32(a);
		break;
	case NL_POLICY_TYPE_ATTR_MASK:
		attr->mask = mnl_attr_get_u64(a);
		break;
	case NL_POLICY_TYPE_ATTR_POLICY_IDX:
		attr->nest = get_policy(spec, mnl_attr_get_u32(a));
		break;
	}
}

static void take_attr(struct spec *spec, struct spec_policy *policy, const struct nlattr *nest)
{
	struct spec_attr *attr = spec_add_attr(policy);
	const struct nlattr *a;

	attr->number = mnl_attr_get_type(nest);
	attr->greatest = UINT64_MAX;
	mnl_attr_for_each_nested(a, nest)
		take_detail(spec, attr, a);
}

static void take_policy(struct spec *spec, const struct nlattr *nest)
{
	struct spec_policy *policy = get_policy(spec, mnl_attr_get_type(nest));
	const struct nlattr *a;

	mnl_attr_for_each_nested(a, nest)
		take_attr(spec, policy, a);
}

static int take_policies(const struct nlmsghdr *nlh, void *data)
{
	struct live *live = data;
	const struct nlattr *a;

	mnl_attr_for_each(a, nlh, sizeof(struct genlmsghdr)) {
		switch (mnl_attr_get_type(a)) {
		case CTRL_ATTR_OP_POLICY:
			take_all(live->spec, a, take_op_policies);
			break;
		case CTRL_ATTR_POLICY:
			take_all(live->spec, a, take_policy);
			break;
		}
	}
	return MNL_CB_OK;
}

static void ask(struct mnl_socket *sock, uint8_t command, uint16_t flags, const char *family,
		mnl_cb_t take, struct live *live)
{
	static char buffer[BUFFER];
	struct nlmsghdr *nlh = mnl_nlmsg_put_header(buffer);
	struct genlmsghdr *genl;
	int n;

	nlh->nlmsg_type = GENL_ID_CTRL;
	nlh->nlmsg_flags = NLM_F_REQUEST | flags;
	genl = mnl_nlmsg_put_extra_header(nlh, sizeof(*genl));
	genl->cmd = command;
	genl->version = 2;
	mnl_attr_put_strz(nlh, CTRL_ATTR_FAMILY_NAME, family);
	if (mnl_socket_sendto(sock, nlh, nlh->nlmsg_len) < 0)
		bail("cannot send");
	do {
		n = mnl_socket_recvfrom(sock, buffer, sizeof(buffer));
		if (n >= 0)
			n = mnl_cb_run(buffer, n, 0, mnl_socket_get_portid(sock), take, live);
		if (n < 0)
			bail("the kernel does not describe the family");
	} while (n != MNL_CB_STOP);
}

void live_read(const char *family, struct live *live)
{
	struct mnl_socket *sock = mnl_socket_open(NETLINK_GENERIC);

	if (!sock || mnl_socket_bind(sock, 0, MNL_SOCKET_AUTOPID))
		bail("cannot open a netlink socket");
	live->spec = spec_new();
	ask(sock, CTRL_CMD_GETFAMILY, NLM_F_ACK, family, take_family, live);
	ask(sock, CTRL_CMD_GETPOLICY, NLM_F_DUMP, family, take_policies, live);
	mnl_socket_close(sock);
}

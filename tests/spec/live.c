// SPDX-License-Identifier: GPL-2.0-only
/*
 * CTRL_CMD_GETFAMILY lists a family's commands and groups, CTRL_CMD_GETPOLICY its
 * policies: messages each with the policies of a command, by index, or with one
 * attribute of a policy.
 */
#include <stdio.h>
#include <stdlib.h>

#include <linux/genetlink.h>
#include <netlink/genl/genl.h>
#include <netlink/netlink.h>

#include "live.h"

static _Noreturn void bail(const char *what, int err)
{
	printf("Bail out! %s: %s\n", what, nl_geterror(err));
	exit(1);
}

static void must(int err)
{
	if (err < 0)
		bail("a description makes no sense", err);
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

static void take_group(struct spec *spec, struct nlattr *nest)
{
	static const struct nla_policy policy[CTRL_ATTR_MCAST_GRP_MAX + 1] = {
		[CTRL_ATTR_MCAST_GRP_NAME] = { .type = NLA_STRING, .maxlen = SPEC_NAME },
	};
	struct nlattr *tb[CTRL_ATTR_MCAST_GRP_MAX + 1];

	must(nla_parse_nested(tb, CTRL_ATTR_MCAST_GRP_MAX, nest, policy));
	if (tb[CTRL_ATTR_MCAST_GRP_NAME])
		nla_strlcpy(spec_add_group(spec), tb[CTRL_ATTR_MCAST_GRP_NAME], SPEC_NAME);
}

static void take_op(struct spec *spec, struct nlattr *nest)
{
	static const struct nla_policy policy[CTRL_ATTR_OP_MAX + 1] = {
		[CTRL_ATTR_OP_ID] = { .type = NLA_U32 },
		[CTRL_ATTR_OP_FLAGS] = { .type = NLA_U32 },
	};
	struct spec_op *op = spec_add_op(spec);
	struct nlattr *tb[CTRL_ATTR_OP_MAX + 1];

	must(nla_parse_nested(tb, CTRL_ATTR_OP_MAX, nest, policy));
	if (tb[CTRL_ATTR_OP_ID])
		op->command = nla_get_u32(tb[CTRL_ATTR_OP_ID]);
	if (tb[CTRL_ATTR_OP_FLAGS])
		op->admin = nla_get_u32(tb[CTRL_ATTR_OP_FLAGS]) & GENL_ADMIN_PERM;
}

static void take_all(struct spec *spec, struct nlattr *list,
		     void (*take)(struct spec *spec, struct nlattr *nest))
{
	struct nlattr *a;
	int left;

	if (!list)
		return;
	nla_for_each_nested(a, list, left)
		take(spec, a);
}

static void parse(struct nl_msg *msg, struct nlattr **tb)
{
	static const struct nla_policy policy[CTRL_ATTR_MAX + 1] = {
		[CTRL_ATTR_FAMILY_ID] = { .type = NLA_U16 },
		[CTRL_ATTR_FAMILY_NAME] = { .type = NLA_STRING, .maxlen = SPEC_NAME },
		[CTRL_ATTR_VERSION] = { .type = NLA_U32 },
		[CTRL_ATTR_OPS] = { .type = NLA_NESTED },
		[CTRL_ATTR_MCAST_GROUPS] = { .type = NLA_NESTED },
		[CTRL_ATTR_POLICY] = { .type = NLA_NESTED },
		[CTRL_ATTR_OP_POLICY] = { .type = NLA_NESTED },
	};

	must(genlmsg_parse(nlmsg_hdr(msg), 0, tb, CTRL_ATTR_MAX, policy));
}

static int take_family(struct nl_msg *msg, void *data)
{
	struct nlattr *tb[CTRL_ATTR_MAX + 1];
	struct live *live = data;

	parse(msg, tb);
	if (!tb[CTRL_ATTR_FAMILY_ID] || !tb[CTRL_ATTR_FAMILY_NAME] || !tb[CTRL_ATTR_VERSION])
		must(-NLE_MISSING_ATTR);
	live->id = nla_get_u16(tb[CTRL_ATTR_FAMILY_ID]);
	nla_strlcpy(live->spec->family, tb[CTRL_ATTR_FAMILY_NAME], SPEC_NAME);
	live->spec->version = nla_get_u32(tb[CTRL_ATTR_VERSION]);
	take_all(live->spec, tb[CTRL_ATTR_OPS], take_op);
	take_all(live->spec, tb[CTRL_ATTR_MCAST_GROUPS], take_group);
	return NL_OK;
}

static void take_op_policies(struct spec *spec, struct nlattr *nest)
{
	static const struct nla_policy policy[CTRL_ATTR_POLICY_DUMP_MAX + 1] = {
		[CTRL_ATTR_POLICY_DO] = { .type = NLA_U32 },
		[CTRL_ATTR_POLICY_DUMP] = { .type = NLA_U32 },
	};
	struct nlattr *tb[CTRL_ATTR_POLICY_DUMP_MAX + 1];
	struct spec_op *op = spec_op(spec, nla_type(nest));

	must(nla_parse_nested(tb, CTRL_ATTR_POLICY_DUMP_MAX, nest, policy));
	if (op && tb[CTRL_ATTR_POLICY_DO])
		op->request[SPEC_DO] = get_policy(spec, nla_get_u32(tb[CTRL_ATTR_POLICY_DO]));
	if (op && tb[CTRL_ATTR_POLICY_DUMP])
		op->request[SPEC_DUMP] = get_policy(spec, nla_get_u32(tb[CTRL_ATTR_POLICY_DUMP]));
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

static void take_attr(struct spec *spec, struct spec_policy *policy, struct nlattr *nest)
{
	static const struct nla_policy details[NL_POLICY_TYPE_ATTR_MAX + 1] = {
		[NL_POLICY_TYPE_ATTR_TYPE] = { .type = NLA_U32 },
		[NL_POLICY_TYPE_ATTR_MIN_VALUE_U] = { .type = NLA_U64 },
		[NL_POLICY_TYPE_ATTR_MAX_VALUE_U] = { .type = NLA_U64 },
		[NL_POLICY_TYPE_ATTR_MIN_LENGTH] = { .type = NLA_U32 },
		[NL_POLICY_TYPE_ATTR_MAX_LENGTH] = { .type = NLA_U32 },
		[NL_POLICY_TYPE_ATTR_POLICY_IDX] = { .type = NLA_U32 },
		[NL_POLICY_TYPE_ATTR_MASK] = { .type = NLA_U64 },
	};
	struct nlattr *tb[NL_POLICY_TYPE_ATTR_MAX + 1];
	struct spec_attr *attr = spec_add_attr(policy);

	must(nla_parse_nested(tb, NL_POLICY_TYPE_ATTR_MAX, nest, details));
	attr->number = nla_type(nest);
	attr->greatest = UINT64_MAX;
	if (tb[NL_POLICY_TYPE_ATTR_TYPE])
		attr->type = type_of(nla_get_u32(tb[NL_POLICY_TYPE_ATTR_TYPE]));
	if (tb[NL_POLICY_TYPE_ATTR_MIN_VALUE_U])
		attr->least = nla_get_u64(tb[NL_POLICY_TYPE_ATTR_MIN_VALUE_U]);
	if (tb[NL_POLICY_TYPE_ATTR_MAX_VALUE_U])
		attr->greatest = nla_get_u64(tb[NL_POLICY_TYPE_ATTR_MAX_VALUE_U]);
	if (tb[NL_POLICY_TYPE_ATTR_MIN_LENGTH])
		attr->least = nla_get_u32(tb[NL_POLICY_TYPE_ATTR_MIN_LENGTH]);
	if (tb[NL_POLICY_TYPE_ATTR_MAX_LENGTH])
		attr->greatest = nla_get_u32(tb[NL_POLICY_TYPE_ATTR_MAX_LENGTH]);
	if (tb[NL_POLICY_TYPE_ATTR_MASK])
		attr->mask = nla_get_u64(tb[NL_POLICY_TYPE_ATTR_MASK]);
	if (tb[NL_POLICY_TYPE_ATTR_POLICY_IDX])
		attr->nest = get_policy(spec, nla_get_u32(tb[NL_POLICY_TYPE_ATTR_POLICY_IDX]));
}

static void take_policy(struct spec *spec, struct nlattr *nest)
{
	struct spec_policy *policy = get_policy(spec, nla_type(nest));
	struct nlattr *a;
	int left;

	nla_for_each_nested(a, nest, left)
		take_attr(spec, policy, a);
}

static int take_policies(struct nl_msg *msg, void *data)
{
	struct nlattr *tb[CTRL_ATTR_MAX + 1];
	struct live *live = data;

	parse(msg, tb);
	take_all(live->spec, tb[CTRL_ATTR_OP_POLICY], take_op_policies);
	take_all(live->spec, tb[CTRL_ATTR_POLICY], take_policy);
	return NL_OK;
}

static void ask(struct nl_sock *sock, uint8_t command, int flags, const char *family,
		nl_recvmsg_msg_cb_t take, struct live *live)
{
	struct nl_msg *msg = nlmsg_alloc();
	int err;

	if (!msg ||
	    !genlmsg_put(msg, NL_AUTO_PORT, NL_AUTO_SEQ, GENL_ID_CTRL, 0, flags, command, 2) ||
	    nla_put_string(msg, CTRL_ATTR_FAMILY_NAME, family))
		bail("cannot make a request", -NLE_NOMEM);
	nl_socket_modify_cb(sock, NL_CB_VALID, NL_CB_CUSTOM, take, live);
	err = nl_send_auto(sock, msg);
	nlmsg_free(msg);
	if (err >= 0)
		err = nl_recvmsgs_default(sock);
	if (err >= 0 && !flags)	/* a dump has no acknowledgment behind its end */
		err = nl_wait_for_ack(sock);
	if (err < 0)
		bail("the kernel does not describe the family", err);
}

void live_read(const char *family, struct live *live)
{
	struct nl_sock *sock = nl_socket_alloc();
	int err = sock ? genl_connect(sock) : -NLE_NOMEM;

	if (err < 0)
		bail("cannot open a netlink socket", err);
	live->spec = spec_new();
	ask(sock, CTRL_CMD_GETFAMILY, 0, family, take_family, live);
	ask(sock, CTRL_CMD_GETPOLICY, NLM_F_DUMP, family, take_policies, live);
	nl_socket_free(sock);
}

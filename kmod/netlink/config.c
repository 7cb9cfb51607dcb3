// SPDX-License-Identifier: GPL-2.0-only
/*
 * Netlink commands for commits.
 *
 * A commit is one message.  Its memory is allocated and its contents are checked before its devices
 * are claimed.
 */
#include <linux/err.h>
#include <linux/mutex.h>

#include "base/alloc.h"
#include "base/events.h"
#include "base/fault.h"
#include "base/quota.h"
#include "dev/aging.h"
#include "dev/commit.h"
#include "dev/config.h"
#include "dev/routes.h"
#include "netlink/genl.h"
#include "registry.h"

static int put_part(struct sk_buff *skb, const struct seastar_part *part)
{
	struct nlattr *nest = nla_nest_start(skb, SEASTAR_A_CONFIG_DEV);

	if (!nest ||
	    nla_put_string(skb, SEASTAR_A_CONFIG_DEV_NAME,
			   seastar_dev_name(part->sdev)) ||
	    nla_put_u64_64bit(skb, SEASTAR_A_CONFIG_DEV_GENERATION,
			      part->generation, SEASTAR_A_CONFIG_DEV_PAD) ||
	    (part->rerouted &&
	     (nla_put_u64_64bit(skb, SEASTAR_A_CONFIG_DEV_QUIESCED, part->quiesce.cycles,
				SEASTAR_A_CONFIG_DEV_PAD) ||
	      nla_put_u64_64bit(skb, SEASTAR_A_CONFIG_DEV_LOST, part->quiesce.dropped,
				SEASTAR_A_CONFIG_DEV_PAD))))
		return -EMSGSIZE;
	nla_nest_end(skb, nest);
	return 0;
}

static int refuse_id(struct netlink_ext_ack *extack, const struct nlattr *id)
{
	if (!seastar_config_had(nla_get_u64(id)))
		return seastar_refuse(extack, id, -ENOENT, "no commit has ever had this id");
	return seastar_refuse(extack, id, -ENOENT,
			      "it was confirmed, cancelled or undone at its deadline");
}

/**
 * seastar_fill_config() - put the attributes of a commit
 * @skb: the message; one of the default size has room for any commit
 * @commit: the commit
 *
 * Context: between seastar_config_lock() and seastar_config_unlock().
 *
 * Return: 0 or -EMSGSIZE.
 */
int seastar_fill_config(struct sk_buff *skb, const struct seastar_commit *commit)
{
	u32 i;

	if (nla_put_u32(skb, SEASTAR_A_CONFIG_STATE, commit->state))
		return -EMSGSIZE;
	if (commit->id &&
	    nla_put_u64_64bit(skb, SEASTAR_A_CONFIG_ID, commit->id,
			      SEASTAR_A_CONFIG_PAD))
		return -EMSGSIZE;
	if (commit->state == SEASTAR_CONFIG_PENDING &&
	    nla_put_u32(skb, SEASTAR_A_CONFIG_REMAINING,
			seastar_config_remaining(commit)))
		return -EMSGSIZE;
	if (*commit->comment &&
	    nla_put_string(skb, SEASTAR_A_CONFIG_COMMENT, commit->comment))
		return -EMSGSIZE;
	if (nla_put_string(skb, SEASTAR_A_CONFIG_OWNER, commit->owner) ||
	    nla_put_u32(skb, SEASTAR_A_CONFIG_OWNER_UID, commit->owner_uid))
		return -EMSGSIZE;
	for (i = 0; i < commit->n; i++)
		if (put_part(skb, &commit->parts[i]))
			return -EMSGSIZE;
	return 0;
}

/* One of the requests that any user may make waits for the list of commits at a time. */
static DEFINE_MUTEX(readers);

static int lock_reader(struct netlink_ext_ack *extack)
{
	int err = seastar_quota_lock(&readers);

	if (err == -EUSERS)
		return seastar_refuse(extack, NULL, err, SEASTAR_TOO_MANY_WAIT);
	if (err)
		return err;
	seastar_stall_here(SEASTAR_STALL_LIST);
	seastar_config_lock();
	return 0;
}

static void unlock_reader(void)
{
	seastar_config_unlock();
	mutex_unlock(&readers);
}

/**
 * seastar_config_get_doit() - SEASTAR_CMD_CONFIG_GET for one commit that waits
 * @skb: the request
 * @info: attributes and header of the request
 *
 * Return: 0 or an error.
 */
int seastar_config_get_doit(struct sk_buff *skb, struct genl_info *info)
{
	const struct nlattr *id = info->attrs[SEASTAR_A_CONFIG_ID];
	struct seastar_commit *commit;
	unsigned int seq;
	struct sk_buff *reply;
	bool found;
	void *hdr;
	int err;

	if (!id)
		return seastar_missing(info, SEASTAR_A_CONFIG_ID,
				       "the id of the commit is missing");
	reply = seastar_begin_reply(info, &hdr);
	if (!reply)
		return -ENOMEM;
	err = lock_reader(info->extack);
	if (err)
		return seastar_end_reply(info, reply, hdr, err);
	commit = nla_get_u64(id) ? seastar_config_next(nla_get_u64(id) - 1, &seq) : NULL;
	found = commit && commit->id == nla_get_u64(id);
	err = found ? seastar_fill_config(reply, commit) : 0;
	unlock_reader();
	if (!found)
		err = refuse_id(info->extack, id);
	return seastar_end_reply(info, reply, hdr, err);
}

/* State of a dump of all commits that wait, in netlink_callback.ctx. */
struct config_dump {
	u64 id;		/* id of the last commit that was put */
};

static_assert(sizeof(struct config_dump) <=
	      sizeof_field(struct netlink_callback, ctx));

/**
 * seastar_config_get_start() - begin a dump of all commits that wait
 * @cb: the dump
 *
 * Return: 0 or an error.
 */
int seastar_config_get_start(struct netlink_callback *cb)
{
	/* Linux 6.1 checks a dump by the policy of a request, so it may name a commit */
	const struct nlattr *id = seastar_dump_attr(cb, SEASTAR_A_CONFIG_ID);

	if (id)
		return seastar_refuse(cb->extack, id, -EINVAL,
				      "a dump lists all commits: leave the id out");
	((struct config_dump *)cb->ctx)->id = 0;
	return seastar_check_alone(cb->skb, cb->nlh, cb->extack);
}

static int dump_commit(struct sk_buff *skb, struct netlink_callback *cb,
		       const struct seastar_commit *commit)
{
	void *hdr = seastar_dump_begin(skb, cb);

	return hdr ? seastar_dump_end(skb, cb, hdr, seastar_fill_config(skb, commit)) : -EMSGSIZE;
}

/**
 * seastar_config_get_dumpit() - go on with a dump of all commits that wait
 * @skb: buffer, filled with as many messages as fit
 * @cb: the dump
 *
 * Return: the length of @skb, 0 at the end, or an error.
 */
int seastar_config_get_dumpit(struct sk_buff *skb, struct netlink_callback *cb)
{
	struct config_dump *dump = (struct config_dump *)cb->ctx;
	struct seastar_commit *commit;
	int err = lock_reader(cb->extack);

	if (err)
		return err;
	while (!err && (commit = seastar_config_next(dump->id, &cb->seq))) {
		err = dump_commit(skb, cb, commit);
		if (!err)
			dump->id = commit->id;
	}
	unlock_reader();
	return skb->len ?: err;
}

/* Find the part of a commit that is about device @name; NULL if there is none. */
static struct seastar_part *find_part(struct seastar_commit *commit,
				      const struct nlattr *name)
{
	u32 i;

	for (i = 0; i < commit->n; i++)
		if (!strcmp(seastar_dev_name(commit->parts[i].sdev),
			    nla_data(name)))
			return &commit->parts[i];
	return NULL;
}

static int add_part(struct seastar_commit *commit, const struct nlattr *name,
		    struct netlink_ext_ack *extack, struct seastar_part **part)
{
	struct seastar_dev *sdev;
	int err;

	if (commit->n == SEASTAR_CONFIG_MAX_DEVS)
		return seastar_refuse(extack, name, -E2BIG,
				      "a commit changes at most 32 devices");
	err = seastar_get_dev(name, extack, &sdev);
	if (err)
		return err;
	*part = &commit->parts[commit->n++];
	(*part)->sdev = sdev;
	(*part)->name_attr = name;
	return 0;
}

static int get_generation(struct seastar_part *part,
			  const struct nlattr *generation,
			  struct netlink_ext_ack *extack)
{
	if (part->guarded && part->generation != nla_get_u64(generation))
		return seastar_refuse(extack, generation, -EINVAL,
				      "the request gives two generations for one device");
	part->guarded = true;
	part->generation = nla_get_u64(generation);
	part->generation_attr = generation;
	return 0;
}

/* Get the tables of a draft, or NULL for the rule. */
static int get_routes(struct seastar_part *part, const struct nlattr *id,
		      struct netlink_ext_ack *extack)
{
	const char *why;
	int err;

	if (part->reroutes)
		return seastar_refuse(extack, id, -EINVAL,
				      "the request gives two drafts for one device");
	part->reroutes = true;
	part->routes_attr = id;
	if (!nla_get_u64(id))
		return 0;
	part->routes = seastar_find_draft(part->sdev, id, extack);
	if (IS_ERR(part->routes)) {
		err = PTR_ERR(part->routes);
		part->routes = NULL;
		return err;
	}
	err = seastar_routes_seal(part->sdev, part->routes, &why);
	return why ? seastar_refuse_why(extack, id, err, why) : err;
}

/* Parse the attributes of a device's nest, except for the entries. */
static int get_rest(struct seastar_part *part, const struct nlattr *nest,
		    struct netlink_ext_ack *extack)
{
	const struct nlattr *routes = nla_find_nested(nest, SEASTAR_A_CONFIG_DEV_ROUTES);
	const struct nlattr *stranded = nla_find_nested(nest, SEASTAR_A_CONFIG_DEV_STRANDED);
	const struct nlattr *reply = nla_find_nested(nest, SEASTAR_A_CONFIG_DEV_QUIESCED) ?:
				     nla_find_nested(nest, SEASTAR_A_CONFIG_DEV_LOST);

	if (reply)
		return seastar_refuse(extack, reply, -EINVAL,
				      "this attribute is only for replies: leave it out");
	if (stranded && !routes)
		return seastar_refuse(extack, stranded, -EINVAL,
				      "a policy for stranded packets needs a change of tables: add a draft or leave it out");
	if (stranded)
		part->stranded = nla_get_u32(stranded);
	return routes ? get_routes(part, routes, extack) : 0;
}

/* Refuse an attribute that is given twice in a nest, since one of the two would be ignored. */
static int check_once(const struct nlattr *nest, struct netlink_ext_ack *extack)
{
	const struct nlattr *attr;
	unsigned long seen = 0;
	int rem;

	nla_for_each_nested(attr, nest, rem) {
		if (nla_type(attr) == SEASTAR_A_CONFIG_DEV_ENTRY)
			continue;
		if (__test_and_set_bit(nla_type(attr), &seen))
			return seastar_refuse(extack, attr, -EINVAL,
					      "the request gives this attribute of a device twice");
	}
	return 0;
}

static struct nlattr *name_of(const struct nlattr *nest)
{
	return nla_find_nested(nest, SEASTAR_A_CONFIG_DEV_NAME);
}

/* Find the device that a nest names, and count its entries. */
static int count_nest(const struct nlattr *nest, struct seastar_commit *commit,
		      size_t *counts, struct netlink_ext_ack *extack)
{
	const struct nlattr *generation, *name = name_of(nest);
	struct seastar_part *part;
	int err = check_once(nest, extack);

	if (err)
		return err;
	if (!name)
		return seastar_refuse(extack, nest, -EINVAL,
				      "the name of the device is missing");
	part = find_part(commit, name);
	if (!part) {
		err = add_part(commit, name, extack, &part);
		if (err)
			return err;
	}
	counts[part - commit->parts] +=
		seastar_count_entries(nla_data(nest), nla_len(nest),
				      SEASTAR_A_CONFIG_DEV_ENTRY);
	generation = nla_find_nested(nest, SEASTAR_A_CONFIG_DEV_GENERATION);
	err = generation ? get_generation(part, generation, extack) : 0;
	return err ?: get_rest(part, nest, extack);
}

static int make_room(struct seastar_commit *commit, const size_t *counts,
		     struct netlink_ext_ack *extack)
{
	u32 i;

	for (i = 0; i < commit->n; i++) {
		struct seastar_part *part = &commit->parts[i];

		if (!counts[i] && part->reroutes)
			continue;
		if (!counts[i])
			return seastar_refuse(extack, part->name_attr, -EINVAL,
					      "the request has no entry for this device: there is nothing to set");
		part->changes = seastar_calloc(counts[i],
					       sizeof(*part->changes));
		if (!part->changes)
			return seastar_refuse(extack, part->name_attr, -ENOMEM,
					      "not enough memory for so many entries");
	}
	return 0;
}

static int get_parts(struct genl_info *info, struct seastar_commit *commit)
{
	size_t counts[SEASTAR_CONFIG_MAX_DEVS] = {};
	const struct nlattr *nest;
	int rem, err;

	nlmsg_for_each_attr(nest, info->nlhdr, GENL_HDRLEN, rem) {
		if (nla_type(nest) != SEASTAR_A_CONFIG_DEV)
			continue;
		err = count_nest(nest, commit, counts, info->extack);
		if (err)
			return err;
	}
	err = make_room(commit, counts, info->extack);
	if (err)
		return err;
	nlmsg_for_each_attr(nest, info->nlhdr, GENL_HDRLEN, rem) {
		if (nla_type(nest) != SEASTAR_A_CONFIG_DEV)
			continue;
		err = seastar_get_entries(nla_data(nest), nla_len(nest),
					  SEASTAR_A_CONFIG_DEV_ENTRY,
					  find_part(commit, name_of(nest)),
					  info->extack);
		if (err)
			return err;
	}
	return 0;
}

/* Parse a request for a commit. */
static int get_commit(struct genl_info *info, struct seastar_commit *commit)
{
	const struct nlattr *timeout = info->attrs[SEASTAR_A_CONFIG_TIMEOUT];

	commit->state = SEASTAR_CONFIG_COMMITTED;
	if (timeout) {
		commit->state = SEASTAR_CONFIG_PENDING;
		commit->timeout = nla_get_u32(timeout);
	}
	if (info->attrs[SEASTAR_A_CONFIG_COMMENT])
		nla_strscpy(commit->comment, info->attrs[SEASTAR_A_CONFIG_COMMENT],
			    sizeof(commit->comment));
	/* a commit with a time-out can be checked only, as well */
	if (info->attrs[SEASTAR_A_CONFIG_CHECK])
		commit->state = SEASTAR_CONFIG_CHECKED;
	return get_parts(info, commit) ?:
	       seastar_commit_prepare(commit, info->extack);
}

/* Clear the commit's pointers into the request, which ends while the commit may wait. */
static void forget_request(struct seastar_commit *commit)
{
	struct seastar_part *part;
	size_t i;

	for (part = commit->parts; part < commit->parts + commit->n; part++) {
		part->name_attr = NULL;
		part->generation_attr = NULL;
		part->routes_attr = NULL;
		for (i = 0; i < part->n; i++)
			part->changes[i].nest = NULL;
	}
}

/*
 * Put a commit into @reply as soon as it is made, before it can be confirmed or undone: a
 * &seastar_config_made_fn.
 */
static void config_report(struct seastar_commit *commit, void *reply)
{
	WARN_ON_ONCE(seastar_fill_config(reply, commit));
	if (commit->state != SEASTAR_CONFIG_CHECKED)
		seastar_events->config(commit);
	forget_request(commit);
}

/**
 * seastar_config_commit_doit() - SEASTAR_CMD_CONFIG_COMMIT
 * @skb: the request
 * @info: attributes and header of the request
 *
 * Return: 0 or an error.
 */
int seastar_config_commit_doit(struct sk_buff *skb, struct genl_info *info)
{
	struct seastar_commit *commit;
	struct sk_buff *reply;
	void *hdr;
	int err;

	if (!info->attrs[SEASTAR_A_CONFIG_DEV])
		return seastar_missing(info, SEASTAR_A_CONFIG_DEV,
				       "the request names no device: there is nothing to commit");
	reply = genlmsg_new(NLMSG_DEFAULT_SIZE, GFP_KERNEL);
	commit = seastar_commit_new(SEASTAR_CONFIG_MAX_DEVS);
	if (!reply || !commit) {
		err = seastar_refuse(info->extack, NULL, -ENOMEM,
				     "not enough memory for a commit");
		goto free_both;
	}
	err = get_commit(info, commit);
	if (err)
		goto free_both;

	hdr = genlmsg_put_reply(reply, info, &seastar_family, 0,
				SEASTAR_CMD_CONFIG_COMMIT);
	err = seastar_config_commit(commit, info->extack, config_report, reply);
	if (err)
		goto free_both;
	seastar_commit_put(commit);
	genlmsg_end(reply, hdr);
	genlmsg_reply(reply, info);	/* the commit stands even if the reply does not arrive */
	return 0;

free_both:
	if (commit)
		seastar_commit_put(commit);
	nlmsg_free(reply);
	return err;
}

static int refuse_named(struct genl_info *info, int err)
{
	if (err == -ECANCELED)
		return seastar_refuse(info->extack, NULL, err,
				      "the machine is going to sleep, and the commit is being undone");
	return err == -ENOENT ? refuse_id(info->extack, info->attrs[SEASTAR_A_CONFIG_ID]) : err;
}

static int missing_id(struct genl_info *info)
{
	return seastar_missing(info, SEASTAR_A_CONFIG_ID, "the id of the commit is missing");
}

/**
 * seastar_config_confirm_doit() - SEASTAR_CMD_CONFIG_CONFIRM
 * @skb: the request
 * @info: attributes and header of the request
 *
 * Return: 0 or an error.
 */
int seastar_config_confirm_doit(struct sk_buff *skb, struct genl_info *info)
{
	const struct nlattr *id = info->attrs[SEASTAR_A_CONFIG_ID];

	if (!id)
		return missing_id(info);
	return refuse_named(info, seastar_config_confirm(nla_get_u64(id)));
}

/**
 * seastar_config_cancel_doit() - SEASTAR_CMD_CONFIG_CANCEL
 * @skb: the request
 * @info: attributes and header of the request
 *
 * Return: 0 or an error.
 */
int seastar_config_cancel_doit(struct sk_buff *skb, struct genl_info *info)
{
	const struct nlattr *id = info->attrs[SEASTAR_A_CONFIG_ID];
	bool failed;
	int err;

	if (!id)
		return missing_id(info);
	err = seastar_config_cancel(nla_get_u64(id), &failed);
	if (failed)
		return seastar_refuse(info->extack, NULL, err,
				      "a device did not accept its former settings: check its settings");
	if (err == -EHOSTDOWN)
		return seastar_refuse(info->extack, NULL, err,
				      "a device sleeps or is being reset: try again in a moment");
	if (err == -ECANCELED)
		return seastar_refuse(info->extack, NULL, err,
				      "the machine is going to sleep: the commit will be undone, but is not yet");
	return refuse_named(info, err);
}

/**
 * seastar_config_extend_doit() - SEASTAR_CMD_CONFIG_EXTEND
 * @skb: the request
 * @info: attributes and header of the request
 *
 * Return: 0 or an error.
 */
int seastar_config_extend_doit(struct sk_buff *skb, struct genl_info *info)
{
	const struct nlattr *id = info->attrs[SEASTAR_A_CONFIG_ID];
	const struct nlattr *timeout = info->attrs[SEASTAR_A_CONFIG_TIMEOUT];

	if (!timeout)
		return seastar_missing(info, SEASTAR_A_CONFIG_TIMEOUT,
				       "the new time-out is missing");
	if (!id)
		return missing_id(info);
	return refuse_named(info, seastar_config_extend(nla_get_u64(id), nla_get_u32(timeout)));
}

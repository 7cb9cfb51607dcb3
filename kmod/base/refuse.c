// SPDX-License-Identifier: GPL-2.0-only
/*
 * Refusals and warnings whose sentence is found at run time.
 */
#include "base/compat.h"
#include "base/refuse.h"

/**
 * seastar_refuse_why() - put the reason for a refusal into an answer
 * @extack: the answer, or NULL
 * @attr: the attribute at fault, or NULL
 * @err: the error
 * @why: a sentence of at most 79 characters that lives as long as the module: Linux copies it since
 *	6.2, and keeps the pointer before
 *
 * Return: @err.
 */
int seastar_refuse_why(struct netlink_ext_ack *extack, const struct nlattr *attr,
		       int err, const char *why)
{
	seastar_set_err_msg(extack, attr, why);
	return err;
}

/**
 * seastar_warn_why() - put a warning into the answer to a request that is carried out
 * @extack: the answer, or NULL; only the first warning is kept
 * @why: a sentence, as for seastar_refuse_why()
 */
void seastar_warn_why(struct netlink_ext_ack *extack, const char *why)
{
	if (extack && !extack->_msg)
		seastar_set_err_msg(extack, NULL, why);
}

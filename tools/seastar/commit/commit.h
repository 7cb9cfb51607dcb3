/* SPDX-License-Identifier: GPL-2.0-only */
/* Requests for commits, and the list of pending ones. */
#ifndef COMMIT_H
#define COMMIT_H

#include <stddef.h>
#include <stdint.h>

#include "tools/seastar/aging/settings.h"
#include "tools/seastar/netlink/nl.h"
#include "tools/seastar/netlink/replies.h"

/* Commit the settings of @n devices, or check them, and print the kernel's reply. */
void config_commit(const struct settings *s, size_t n, uint32_t timeout);

/* Prefix of the comments of commits that 'seastar tune' makes for its candidates. */
#define TUNE_COMMENT	"tune "

/* Put the comment of a commit, cut to SEASTAR_COMMENT_MAX bytes. */
void config_put_comment(struct snl_msg *m, const char *comment);

/* Read the commits that wait to be confirmed; config_id() returns the id of one of them. */
void config_read_pending(struct nl *nl, struct replies *pending);
uint64_t config_id(const struct nlmsghdr *m);

/* Return the greatest generation that a commit gave to a device. */
uint64_t config_generation(const struct nlmsghdr *m);

#endif /* COMMIT_H */

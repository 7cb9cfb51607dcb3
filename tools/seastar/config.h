/* SPDX-License-Identifier: GPL-2.0-only */
/* Commits, for whoever makes one, and the commands about files. */
#ifndef CONFIG_H
#define CONFIG_H

#include <stddef.h>
#include <stdint.h>

#include "nl.h"
#include "replies.h"
#include "settings.h"

/* Commit what is asked of @n devices, or check it, and print what the kernel says of it. */
void config_commit(const struct settings *s, size_t n, uint32_t timeout);

/* Say of a commit what it is: as much as the kernel keeps. */
void config_put_comment(struct msg *m, const char *comment);

/* The commits that wait to be confirmed, and the id of one. */
void config_read_pending(struct nl *nl, struct replies *pending);
uint64_t config_id(const struct nlmsghdr *m);

/* The greatest generation that a commit gave to a device. */
uint64_t config_generation(const struct nlmsghdr *m);

/* config_show.c */
void config_show(struct args *a);
void config_save(struct args *a);

/* config_file.c */
struct plan;

/* Take "confirm SECONDS" and the end; return milliseconds, 0 without it. */
uint32_t config_take_confirm(struct args *a);

/* Apply a plan in one commit, and keep what was before @what in the history. */
void config_apply_plan(struct plan *p, const char *what, uint32_t timeout);
void config_apply(struct args *a);
void config_diff(struct args *a);
void config_check(struct args *a);
void config_restore(struct args *a);

/* config_history.c */
void config_history(struct args *a);
void config_rollback(struct args *a);

#endif /* CONFIG_H */

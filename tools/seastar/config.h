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

/* The commits that wait to be confirmed, and the id of one. */
void config_read_pending(struct nl *nl, struct replies *pending);
uint64_t config_id(const struct nlmsghdr *m);

/* config_show.c */
void config_show(struct args *a);
void config_save(struct args *a);

/* config_file.c */
void config_apply(struct args *a);
void config_diff(struct args *a);
void config_check(struct args *a);
void config_rollback(struct args *a);
void config_restore(struct args *a);

#endif /* CONFIG_H */

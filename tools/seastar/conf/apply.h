/* SPDX-License-Identifier: GPL-2.0-only */
/* Functions shared by the commands about files and their history. */
#ifndef CONF_APPLY_H
#define CONF_APPLY_H

#include <stdint.h>

#include "tools/seastar/base/keyword.h"

struct plan;

/* Take "confirm SECONDS", or no more words; return milliseconds, or 0. */
uint32_t config_take_confirm(struct args *a);
extern const struct keyword config_confirm_keywords[];

/* Apply a plan in one commit, and keep the settings before @what in the history. */
void config_apply_plan(struct plan *p, const char *what, uint32_t timeout);
void config_apply(struct args *a);
void config_diff(struct args *a);
void config_check(struct args *a);
void config_restore(struct args *a);

#endif /* CONF_APPLY_H */

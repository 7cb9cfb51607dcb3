/* SPDX-License-Identifier: GPL-2.0-only */
/* Warnings of settings that are valid but cannot have the intended effect. */
#ifndef SEASTAR_LINT_H
#define SEASTAR_LINT_H

#include <linux/types.h>

struct ss_aging;
struct ss_config;

const char *seastar_lint(const struct ss_config *cfg,
			 const struct ss_aging *aging, u32 routers);

#endif /* SEASTAR_LINT_H */

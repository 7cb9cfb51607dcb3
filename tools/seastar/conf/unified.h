/* SPDX-License-Identifier: GPL-2.0-only */
/* Two canonical texts compared, as `diff -u` does. */
#ifndef CONF_UNIFIED_H
#define CONF_UNIFIED_H

#include "form.h"

/**
 * conf_unified() - compare two forms of the same devices
 * @from: one
 * @to: the other
 * @emit: gets the lines of the hunks, none if there is no difference
 * @ctx: handed to it
 */
void conf_unified(const struct conf_lines *from, const struct conf_lines *to,
		  void (*emit)(const char *line, void *ctx), void *ctx);

#endif /* CONF_UNIFIED_H */

/* SPDX-License-Identifier: GPL-2.0-only */
/* Comparison of two canonical texts, in the format of `diff -u`. */
#ifndef CONF_UNIFIED_H
#define CONF_UNIFIED_H

#include "form.h"

/**
 * conf_unified() - compare two forms of the same devices
 * @from: lines before a change
 * @to: lines after the change
 * @emit: function called with each line of the output; not called if there is no difference
 * @ctx: argument of @emit
 */
void conf_unified(const struct conf_lines *from, const struct conf_lines *to,
		  void (*emit)(const char *line, void *ctx), void *ctx);

#endif /* CONF_UNIFIED_H */

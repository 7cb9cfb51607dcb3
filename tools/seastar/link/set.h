/* SPDX-License-Identifier: GPL-2.0-only */
/* seastar link fail, restore and errors. */
#ifndef LINK_SET_H
#define LINK_SET_H

#include "tools/seastar/base/keyword.h"

extern const struct keyword link_fail_keywords[], link_restore_keywords[], link_errors_keywords[];

void link_fail(struct args *a);
void link_restore(struct args *a);
void link_errors(struct args *a);

#endif /* LINK_SET_H */

/* SPDX-License-Identifier: GPL-2.0-only */
/* seastar stats mark, marks, unmark: counters kept under a name, to count from. */
#ifndef COUNTERS_MARKS_H
#define COUNTERS_MARKS_H

#include "tools/seastar/base/keyword.h"

extern const struct keyword marks_keywords[];
void marks_add(struct args *a);
void marks_show(struct args *a);
void marks_del(struct args *a);

#endif /* COUNTERS_MARKS_H */

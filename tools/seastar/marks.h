/* SPDX-License-Identifier: GPL-2.0-only */
/* seastar stats mark, marks, unmark: counters kept under a name, to count from. */
#ifndef MARKS_H
#define MARKS_H

#include "args.h"

void marks_add(struct args *a);
void marks_show(struct args *a);
void marks_del(struct args *a);

#endif /* MARKS_H */

/* SPDX-License-Identifier: GPL-2.0-only */
/* Printing of a clock as the kernel reports it. */
#ifndef CLOCK_SHOW_H
#define CLOCK_SHOW_H

#include <libmnl/libmnl.h>

void clock_out(const struct nlmsghdr *m);

#endif /* CLOCK_SHOW_H */

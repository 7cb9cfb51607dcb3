/* SPDX-License-Identifier: GPL-2.0-only */
/* A change of aging registers as the kernel reports it. */
#ifndef AGING_EVENT_H
#define AGING_EVENT_H

#include <libmnl/libmnl.h>

void aging_event_out(const struct nlmsghdr *m);

#endif /* AGING_EVENT_H */

/* SPDX-License-Identifier: GPL-2.0-only */
/* Printing of the event that aging registers were changed. */
#ifndef AGING_EVENT_H
#define AGING_EVENT_H

#include <libmnl/libmnl.h>

void aging_event_out(const struct nlmsghdr *m);

#endif /* AGING_EVENT_H */

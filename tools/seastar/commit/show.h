/* SPDX-License-Identifier: GPL-2.0-only */
/* A commit as the kernel reports it. */
#ifndef COMMIT_SHOW_H
#define COMMIT_SHOW_H

#include <stdbool.h>

#include <libmnl/libmnl.h>

void config_out(const struct nlmsghdr *m);

/* The same of a commit just made, and how it is kept if it waits. */
void config_made_out(const struct nlmsghdr *m);

/* The word for the state of a commit. */
const char *config_state(const struct nlattr *state);

/* Is a commit about this device, among others? */
bool commit_names(const struct nlmsghdr *m, const char *dev);

#endif /* COMMIT_SHOW_H */

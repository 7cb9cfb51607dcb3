/* SPDX-License-Identifier: GPL-2.0-only */
/* Printing of a commit as the kernel reports it. */
#ifndef COMMIT_SHOW_H
#define COMMIT_SHOW_H

#include <stdbool.h>

#include <libmnl/libmnl.h>

void config_out(const struct nlmsghdr *m);

/* Output a commit that was just made, with the command that confirms it if it is pending. */
void config_made_out(const struct nlmsghdr *m);

/* Return the word for the state of a commit. */
const char *config_state(const struct nlattr *state);

/* Return true if a commit changes @dev. */
bool commit_names(const struct nlmsghdr *m, const char *dev);

#endif /* COMMIT_SHOW_H */

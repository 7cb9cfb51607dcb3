/* SPDX-License-Identifier: GPL-2.0-only */
/* The outcome of changes that had to be confirmed. */
#ifndef CONF_OUTCOME_H
#define CONF_OUTCOME_H

#include "tools/seastar/device/present.h"
#include "tools/seastar/netlink/nl.h"

#include "history.h"

/*
 * Find the outcome of all @texts. A commit that is not pending any more was confirmed if its
 * devices have not changed since; otherwise it is assumed to have expired.
 */
void outcome_settle(struct nl *nl, const struct devices *present, struct history_text *texts,
		    size_t n);

/* Record the outcome of commit @id of the loaded module. */
void outcome_record(uint64_t id, enum history_state state);

#endif /* CONF_OUTCOME_H */

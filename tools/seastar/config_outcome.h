/* SPDX-License-Identifier: GPL-2.0-only */
/* What has become of changes of the history that had to be confirmed. */
#ifndef CONFIG_OUTCOME_H
#define CONFIG_OUTCOME_H

#include "conf_history.h"
#include "devices.h"
#include "nl.h"

/*
 * Find out of all @texts. One that waits no more was confirmed if its devices have not changed
 * since; otherwise it expired, as far as anybody can tell.
 */
void outcome_settle(struct nl *nl, const struct devices *present, struct history_text *texts,
		    size_t n);

/* The commit @id of the module that is loaded has come to this. */
void outcome_record(uint64_t id, enum history_state state);

#endif /* CONFIG_OUTCOME_H */

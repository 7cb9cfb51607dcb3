/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * The history: what was before each apply, in SEASTAR_STATE_DIR or /var/lib/seastar.
 *
 * A text is put aside before a change, by one program at a time; it is kept once the
 * change is made, and forgotten if the program ends before that.
 *
 * The name of its file says what has become of the change since: N.conf is in force, that of
 * a commit that waits to be confirmed is N.commit-ID-GENERATION.conf, which ends as N.conf,
 * N.expired.conf or N.cancelled.conf.
 */
#ifndef CONF_HISTORY_H
#define CONF_HISTORY_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#define HISTORY_MAX	10	/* texts that are kept */

/* The outcome of a change. */
enum history_state { HISTORY_MADE, HISTORY_WAITING, HISTORY_EXPIRED, HISTORY_CANCELLED };

/**
 * struct history_text - a text that is kept
 * @number: number of the text, which grows from one to the next
 * @path: path of its file
 * @state: outcome of the change that was made after the text was kept
 * @commit: id of a commit that is waiting
 * @generation: greatest generation that this commit gave to a device
 */
struct history_text {
	unsigned long number;
	char *path;
	enum history_state state;
	uint64_t commit, generation;
};

/* Return the directory; what else is kept there has other names. */
const char *history_directory(void);

void history_put_aside(const char *text);

/*
 * Keep it, of a change that was made for good or of @commit. False if it cannot be, which
 * is said.
 */
bool history_keep(uint64_t commit, uint64_t generation);

/* Record the outcome of a change; if that is not possible, only this program knows it. */
void history_settle(struct history_text *text, enum history_state state);

/* List all texts, the oldest first; returns their number. */
size_t history_list(struct history_text **texts);
void history_free(struct history_text *texts, size_t n);

#endif /* CONF_HISTORY_H */

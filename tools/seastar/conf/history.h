/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * The history: the settings before each apply, in SEASTAR_STATE_DIR or /var/lib/seastar.
 *
 * A text is put aside before a change, by one program at a time. It is kept once the change is
 * made, and deleted if the program ends before that.
 *
 * The name of its file has the outcome of the change that followed. N.conf: it was made for good,
 * or confirmed. N.commit-ID-GENERATION.conf: its commit waits to be confirmed; the file then gets
 * the name N.conf, N.expired.conf or N.cancelled.conf.
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
 * @number: number of the text; later texts have greater numbers
 * @path: path of its file
 * @state: outcome of the change that was made after the text was kept
 * @commit: id of a commit that is waiting
 * @generation: greatest generation that @commit gave to a device
 */
struct history_text {
	unsigned long number;
	char *path;
	enum history_state state;
	uint64_t commit, generation;
};

/* Return the directory of the history. Other files there have other names. */
const char *history_directory(void);

void history_put_aside(const char *text);

/*
 * Keep the text put aside, of a permanent change (@commit 0) or of @commit. Warns and returns false
 * on failure.
 */
bool history_keep(uint64_t commit, uint64_t generation);

/* Record the outcome of a change in memory and, if possible, in the name of the file. */
void history_settle(struct history_text *text, enum history_state state);

/* List all texts, the oldest first; returns their number. */
size_t history_list(struct history_text **texts);
void history_free(struct history_text *texts, size_t n);

#endif /* CONF_HISTORY_H */

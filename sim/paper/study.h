/* SPDX-License-Identifier: GPL-2.0-only */
/* Studies: files that describe experiments, what is read from them, and claims. docs/studies.md */
#ifndef SIM_PAPER_STUDY_H
#define SIM_PAPER_STUDY_H

#include "paper.h"

/* Keys of a part: the paper's figures by row, and others. */
#define STUDY_KEYS	(PAPER_ROWS + 16)

/**
 * struct study - what a file says
 * @p: reproduction that the file describes
 * @columns: number of columns
 * @rows: number of rows
 * @parts: number of parts
 * @claims: number of claims
 * @keys: keys of all parts, or ""
 * @reduced: further keys at reduced size of parts that have none of their own, or NULL
 * @claimed: the claims have begun
 * @seen: keys of the head or part that is being read, each of which may be there once
 * @keys_seen: number of keys in @seen
 * @own: all memory that the other fields point to
 * @owned: number of pointers in @own
 */
struct study {
	struct paper_reproduction p;
	u32 columns;
	u32 rows;
	u32 parts;
	u32 claims;
	const char *keys;
	const char *reduced;
	bool claimed;
	const char *seen[STUDY_KEYS];
	u32 keys_seen;
	void **own;
	u32 owned;
};

/* Read the text of file @name. Return NULL, and say why, if it is no study. */
struct study *study_read(const char *name, const char *text, struct sim_error *err);

void study_free(struct study *s);

/* The lists of a study whose elements have IDs. */
enum study_list { STUDY_COLUMNS, STUDY_ROWS, STUDY_PARTS };

/* Find the place of @id in a list; false, and a sentence, if it is not there. */
bool study_find(const struct paper_reproduction *p, enum study_list list, const char *id, u32 *at,
		struct sim_error *err);

/* A figure of a claim, which is the part's own unless it names another one. */
struct study_figure {
	u32 part;
	u32 row;
	u32 column;
};

/* Find the figure "[PART:]ROW.COLUMN"; false, and a sentence, if it does not exist. */
bool study_find_figure(const struct paper_reproduction *p, const char *name,
		       struct study_figure *f, struct sim_error *err);

/* For study_read(). */

/* Keep @memory as long as the study, and return it. */
void *study_own(struct study *s, void *memory);

/* Format a text, which is kept as long as the study. */
__attribute__((format(printf, 2, 3)))
const char *study_text(struct study *s, const char *format, ...);

/*
 * Return true if expressions can name @id, the ID of a @what; only with @points it may have points.
 */
bool study_is_name(const char *what, const char *id, bool points, struct sim_error *err);

/* Return true if claims can name @id, and the list does not have it yet. */
bool study_is_new(const struct study *s, enum study_list list, const char *id,
		  struct sim_error *err);

/*
 * Return true if @word is KEY=VALUE for the experiments of the &struct study, or for its measure.
 */
bool study_is_key(void *study, const char *word, struct sim_error *err);

/* Add the row, or rows, of "ID = KEYS | NAME | CONSTANTS". */
bool study_add_rows(struct study *s, char *id, char *text, struct sim_error *err);

/* Read a line of the section of claims about @parts, a bit for each. */
bool study_read_claim(struct study *s, u32 parts, char *line, struct sim_error *err);

#endif /* SIM_PAPER_STUDY_H */

/* SPDX-License-Identifier: GPL-2.0-only */
/* Names of BookSim and of papers, for users who type them in place of this program's. */
#ifndef SIM_BOOKSIM_H
#define SIM_BOOKSIM_H

/* Find our name of @key of BookSim; NULL if BookSim has no such key. */
const char *booksim_key(const char *key);

/* Find our word for @value of @key, a key that BookSim has, too, by the same name; or NULL. */
const char *booksim_value(const char *key, const char *value);

/*
 * Find our word for @value of @key in papers on Dragonflies, or, if @value is NULL, our name of
 * their key @key; NULL if they have none.
 */
const char *papers_name(const char *key, const char *value);

#endif /* SIM_BOOKSIM_H */

/* SPDX-License-Identifier: GPL-2.0-only */
/* What BookSim calls it: for those who type its keys and words. */
#ifndef SIM_BOOKSIM_H
#define SIM_BOOKSIM_H

/* What @key of BookSim is here; NULL if that is no key of BookSim. */
const char *booksim_key(const char *key);

/* What @value, which BookSim has for a key that is called @key here, too, is here; or NULL. */
const char *booksim_value(const char *key, const char *value);

/*
 * What papers on Dragonflies call @value of @key, or with NULL a key @key, is here; NULL if they do
 * not.
 */
const char *papers_name(const char *key, const char *value);

#endif /* SIM_BOOKSIM_H */

// SPDX-License-Identifier: GPL-2.0-only
#include <stdlib.h>
#include <string.h>

#include "tools/seastar-mpi/words.h"

/* Set the length of @words to @n. Return false if there is no memory. */
bool words_resize(struct words *words, size_t n)
{
	uint64_t *at;

	if (n > words->room) {
		at = realloc(words->at, 2 * n * sizeof(*at));
		if (!at) {
			words->failed = true;
			return false;
		}
		words->at = at;
		words->room = 2 * n;
	}
	words->n = n;
	return true;
}

void words_add(struct words *words, uint64_t word)
{
	if (words_resize(words, words->n + 1))
		words->at[words->n - 1] = word;
}

/* Add a text as the number of its words, and its bytes with a zero at the end. */
void words_add_text(struct words *words, const char *text)
{
	size_t n = strlen(text) / sizeof(*words->at) + 1, begin = words->n + 1;

	words_add(words, n);
	if (words_resize(words, begin + n))
		strncpy((char *)&words->at[begin], text, n * sizeof(*words->at));
}

/* Take the next word; 0 after the last one. */
uint64_t words_take(struct words *words)
{
	return words->taken < words->n ? words->at[words->taken++] : 0;
}

/* Take a text, which is valid until @words changes. */
const char *words_take_text(struct words *words)
{
	size_t n = words_take(words), begin = words->taken;

	if (!n || n > words->n - begin)
		return "";
	words->taken += n;
	return (const char *)&words->at[begin];
}

void words_free(struct words *words)
{
	free(words->at);
	*words = (struct words){ 0 };
}

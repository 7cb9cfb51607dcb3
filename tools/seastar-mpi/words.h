/* SPDX-License-Identifier: GPL-2.0-only */
/* A growing array of numbers, the form in which ranks send their definitions to rank 0. */
#ifndef SEASTAR_MPI_WORDS_H
#define SEASTAR_MPI_WORDS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/**
 * struct words - an array of numbers, appended at the end and taken from the front
 * @at: the numbers
 * @n: number of numbers in @at
 * @room: numbers for which @at has room
 * @taken: number of numbers taken so far
 * @failed: memory was lacking for some numbers
 */
struct words {
	uint64_t *at;
	size_t n;
	size_t room;
	size_t taken;
	bool failed;
};

void words_add(struct words *words, uint64_t word);
void words_add_text(struct words *words, const char *text);
uint64_t words_take(struct words *words);
const char *words_take_text(struct words *words);
bool words_resize(struct words *words, size_t n);
void words_free(struct words *words);

#endif

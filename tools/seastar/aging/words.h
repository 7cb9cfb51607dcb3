/* SPDX-License-Identifier: GPL-2.0-only */
/* The values of aging registers in the syntax of "age set" and configuration files. */
#ifndef AGING_WORDS_H
#define AGING_WORDS_H

#include <stdbool.h>
#include <stdint.h>

#include <linux/seastar.h>

#define SELECT_AGE	UINT64_MAX
#define SELECT_RR	0

#define SELECT_WORDS_MAX	20
#define BIAS_WORDS_MAX		64

/* Return "age", "rr" or the mask; always the mask if @numeric. */
const char *select_words(uint64_t select, bool numeric, char text[SELECT_WORDS_MAX]);

/*
 * Return "2" if all ports have the same bias, else "proc 1 x 3 +y 2 -y 1 z 1". Only ports in @given
 * are listed; NULL stands for all ports.
 */
const char *bias_words(const uint8_t bias[SEASTAR_PORTS], const bool given[SEASTAR_PORTS],
		       char text[BIAS_WORDS_MAX]);

#endif /* AGING_WORDS_H */

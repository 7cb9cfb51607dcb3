/* SPDX-License-Identifier: GPL-2.0-only */
/* Reasons why a fabric cannot be built: a sentence, and the fields that it is about. */
#ifndef SS_REFUSAL_H
#define SS_REFUSAL_H

#include "port.h"

/**
 * struct ss_refusal - why a configuration is refused
 * @text: a sentence. In sentences of kinds that only simulate it the caller fills in placeholders.
 *	{vcs} stands for the name and the value of a field, {0} and {1} for the numbers of @value,
 *	and {xyz0} for the dimension of that number
 * @field: up to two fields that the sentence is about, by the names of their keys, or NULL
 * @value: numbers that the sentence contains
 */
struct ss_refusal {
	const char *text;
	const char *field[2];
	u32 value[2];
};

/* Set the reason for a refusal, with its numbers last, and return false from the check. */
#define SS_REFUSE(why, text_, field0, field1, ...)			\
	(*(why) = (struct ss_refusal){ .text = (text_),			\
				       .field = { field0, field1 },	\
				       .value = { __VA_ARGS__ } },	\
	 false)

#endif /* SS_REFUSAL_H */

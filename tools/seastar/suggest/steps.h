/* SPDX-License-Identifier: GPL-2.0-only */
/* A derivation, step by step: equations with their numbers. */
#ifndef SUGGEST_STEPS_H
#define SUGGEST_STEPS_H

#include "rules.h"

#define STEPS_MAX	48

/**
 * struct step - one equation
 * @topic: subject of the equation; steps of a topic follow one another
 * @symbol: left side of the equation
 * @form: right side of the equation, in symbols
 * @numbers: right side of the equation, with the numbers put in
 * @value: result of the equation
 * @unit: unit of the value; "" if it has none
 * @source: the paper's number of the equation, or its section; "exact", "ours"
 */
struct step {
	const char *topic;
	char symbol[16];
	char form[64];
	char numbers[64];
	double value;
	const char *unit;
	const char *source;
};

struct steps {
	struct step step[STEPS_MAX];
	unsigned int n;
};

/* Write down how @s came about; @load is NULL if there is none. */
void suggest_steps(const struct ss_config *cfg, const struct suggest_load *load,
		   const struct suggestion *s, struct steps *steps);

#endif /* SUGGEST_STEPS_H */

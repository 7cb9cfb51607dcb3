/* SPDX-License-Identifier: GPL-2.0-only */
/* The steps of a derivation: equations with numbers put in. */
#ifndef SUGGEST_STEPS_H
#define SUGGEST_STEPS_H

#include "rules.h"

#define STEPS_MAX	48

/**
 * struct step - one equation of a derivation
 * @topic: subject of the equation; steps of a topic are consecutive
 * @symbol: left side of the equation
 * @form: right side of the equation, in symbols
 * @numbers: right side of the equation, with the numbers put in
 * @value: result of the equation
 * @unit: unit of the value; "" if it has none
 * @source: number of the equation or section in the paper, or "exact" or "ours"
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

/* Write the steps that lead to @s; @load is NULL if there is none. */
void suggest_steps(const struct ss_config *cfg, const struct suggest_load *load,
		   const struct suggestion *s, struct steps *steps);

#endif /* SUGGEST_STEPS_H */

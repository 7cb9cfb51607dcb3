/* SPDX-License-Identifier: GPL-2.0-only */
/* Rules by which the load of a run counts as stable: docs/simulator.md, section 3. */
#ifndef SIM_STABLE_H
#define SIM_STABLE_H

#include <stdbool.h>

#include <json-c/json.h>

enum stable_rule {
	STABLE_BY_VERDICT,	/* not saturated, starved, lossy, idle or deadlock */
	STABLE_BY_ACCEPTED,	/* nearly all that is offered is accepted */
	STABLE_RULES,
};

/**
 * struct stable_words - a rule in words
 * @name: name of the rule in options
 * @sentence: condition of the rule, after "a load is stable if"
 */
struct stable_words {
	const char *name;
	const char *sentence;
};

extern const struct stable_words stable_words[STABLE_RULES];

/* Return true if the load of @result is stable. */
bool result_is_stable(struct json_object *result, enum stable_rule rule);

/*
 * Return true if latencies of runs with @verdict have a meaning.  In a saturated run, and of
 * senders that starve, they grow with its length.
 */
bool verdict_is_settled(const char *verdict);

#endif /* SIM_STABLE_H */

/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * The table of an experiment's keys.  Reading, printing, checking, help and docs/sim-keys.md all
 * follow it: nothing else in the program describes keys.
 */
#ifndef SIM_KEYS_H
#define SIM_KEYS_H

#include "experiment.h"

struct sim_key;

/**
 * struct sim_type - how a kind of value is written
 * @grammar: form of the value for help, such as "A/B"
 * @number: write the value as a JSON number, if it looks like one
 * @parse: read @text into @field; return false, and a sentence, if @text is no such value
 * @print: write @field as @parse reads it
 */
struct sim_type {
	const char *grammar;
	bool number;
	bool (*parse)(const struct sim_key *k, const char *text, void *field,
		      struct sim_error *err);
	void (*print)(const struct sim_key *k, const void *field, FILE *to);
};

enum sim_group {
	SIM_GROUP_FABRIC,
	SIM_GROUP_TRAFFIC,
	SIM_GROUP_AGING,
	SIM_GROUP_RUN,
	SIM_GROUPS,
};

/**
 * struct sim_key - a key
 * @name: name of the key as it is written
 * @group: group of the key; traffic and aging live in &struct sim_settings and may change in
 * mid-run, the others in &struct sim_experiment
 * @type: type of the value
 * @offset: offset of the field in that struct, in bytes
 * @size: size of the field in bytes
 * @min: least value (numbers, in units of the last digit)
 * @max: greatest value
 * @digits: digits after the point (decimals)
 * @words: possible words, ended by NULL (choices)
 * @values: value of each of @words; NULL: its place in the list
 * @word_routers: routers that have each of @words, as bits; 0, or NULL: all
 * @unit: unit of the value, or ""
 * @needs: name of a choice that the key's effect depends on, or NULL
 * @among: words of @needs with which the key has an effect, as bits
 * @only: routers with which the key may have any value but its default, as bits; 0: all
 * @bounds_replies: the key has an effect with replies, too
 * @topology: the only topology with which the key has an effect; NULL: any
 * @by_topology: routers of kinds that build any topology have the words that this topology has, and
 * no key that needs one of the words
 * @void_by: patterns with which the key has no effect, as bits
 * @part: part of the traffic that the key belongs to, from 2: the name ends in that; or 0
 * @of_programs: the key is used only where `trace` is a program
 * @expert: the key chooses between a paper's text and its authors' simulator: 'rules' sets it
 * @help: description in one line
 */
struct sim_key {
	const char *name;
	enum sim_group group;
	const struct sim_type *type;
	size_t offset;
	size_t size;
	u64 min;
	u64 max;
	u32 digits;
	const char *const *words;
	const u32 *values;
	const u32 *word_routers;
	const char *unit;
	const char *needs;
	u64 among;
	u32 only;
	bool bounds_replies;
	const struct ss_topology_ops *topology;
	bool by_topology;
	u64 void_by;
	u32 part;
	bool of_programs;
	bool expert;
	const char *help;
};

extern const struct sim_key sim_keys[];
extern const u32 sim_key_count;
extern const char *const sim_group_names[SIM_GROUPS];

/* Return the number of the key called @name, or sim_key_count. */
u32 sim_key_find(const char *name);

/* Return the key whose name @typed probably means, or NULL. */
const char *sim_key_nearest(const char *typed);

/* Return true if the key may change in mid-run. */
static inline bool sim_key_is_timed(const struct sim_key *k)
{
	return k->group == SIM_GROUP_TRAFFIC || k->group == SIM_GROUP_AGING;
}

/* Return the place in @words of a choice's value. */
u32 sim_key_chosen(const struct sim_key *k, u32 value);

/* Return the place where phase @phase of @e keeps the value of @k. */
void *sim_key_field(const struct sim_key *k, const struct sim_experiment *e, u32 phase);

/*
 * Return true if @k has an effect in phase @phase, with the other keys as they are.  If not,
 * *@because is the key that makes it void.
 */
bool sim_key_applies(const struct sim_key *k, const struct sim_experiment *e, u32 phase,
		     const struct sim_key **because);

/* Return true if @k can have an effect with topology @t and routers of kind @router. */
bool sim_key_suits_topology(const struct sim_key *k, u32 router, const struct ss_topology_ops *t);

/**
 * struct sim_key_writer - writes values of keys as text, one after another
 * @to: stream into @text: opening a stream for each value takes longer than writing the value
 * @text: text of the last value
 * @size: room of @text
 */
struct sim_key_writer {
	FILE *to;
	char *text;
	size_t size;
};

void sim_key_writer_open(struct sim_key_writer *w);
void sim_key_writer_close(struct sim_key_writer *w);

/* Return the value in force in phase @phase as text, which the next call overwrites. */
const char *sim_key_write(struct sim_key_writer *w, const struct sim_key *k,
			  const struct sim_experiment *e, u32 phase);

/* Return the value in force in phase @phase as text, for the caller to free. */
char *sim_key_text(const struct sim_key *k, const struct sim_experiment *e, u32 phase);

/*
 * Keys that the defaults of the fabric's keys depend on, in order: the default of each depends on
 * those before it.
 */
enum sim_choice {
	SIM_CHOICE_ROUTER,
	SIM_CHOICE_RULES,
	SIM_CHOICE_ROUTING,
	SIM_CHOICE_CROSSBAR,
	SIM_CHOICES,
};

extern const char *const sim_choice_keys[SIM_CHOICES];

/* Return the place of key @name among these keys; SIM_CHOICES if it is none of them. */
enum sim_choice sim_choice_find(const char *name);

/*
 * Return true if @value is the default of @k, given @chosen, the values of sim_choice_keys, empty
 * for keys that the experiment does not have.
 */
bool sim_key_is_default(const struct sim_key *k, const char *value,
			const char *const chosen[SIM_CHOICES]);

/*
 * Return the key that sets the shape of fabrics of topology @t: its own key, or the one for all;
 * and, below, whether @key is such a key of any topology.
 */
const char *sim_shape_key(const struct ss_topology_ops *t);
bool sim_key_is_shape(const char *key);

/* Return true if @k is one of the keys that set the topology and its sizes. */
bool sim_key_is_size(const struct sim_key *k);

/* Return true if key @key of the fabric was given. */
bool sim_is_given(const struct sim_experiment *e, const char *key);

/* Return true if @k can have an effect with these routers. */
bool sim_key_is_of_router(const struct sim_key *k, u32 router);

/* Return true if word @i of a choice is for these routers, with any topology. */
bool sim_word_is_of_router(const struct sim_key *k, u32 i, u32 router);

/*
 * For people: what `seastar-sim help` prints of a key, for @e's router alone or for all; a line for
 * each of the @chosen keys of that router, with the defaults of @e; and docs/sim-keys.md, whose
 * last part is sim_rules_page().
 */
enum sim_keys_chosen { SIM_KEYS_USUAL, SIM_KEYS_EXPERT, SIM_KEYS_ALL };

bool sim_has_expert_keys(u32 router);
void sim_key_help(const struct sim_key *k, const struct sim_experiment *e, bool of_router,
		  FILE *to);
void sim_keys_help(const struct sim_experiment *e, enum sim_keys_chosen chosen, FILE *to);
/* Return the default of @k with the first router that has such a key. */
char *sim_key_usual_text(const struct sim_key *k);
void sim_keys_page(FILE *to);
void sim_rules_page(FILE *to);

#endif /* SIM_KEYS_H */

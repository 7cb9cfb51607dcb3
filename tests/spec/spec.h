/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * The requests of the family: by its specification, as read from the text that
 * `flatten` makes of the YAML; or by what a kernel reports of itself, see live.c.
 *
 * The text has one fact a line:
 *	family NAME VERSION
 *	group NAME
 *	op COMMAND NAME any|admin
 *	event COMMAND NAME
 *	policy NAME
 *	attr NUMBER NAME TYPE single|multi ENTRY LEAST GREATEST MASK NEST|-
 *
 * An attribute belongs to the policy before it.  The policies of a command are
 * NAME.do and NAME.dump; that of a nest is called as the nest.
 */
#ifndef SPEC_H
#define SPEC_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#define SPEC_NAME	48

enum spec_type {
	SPEC_FLAG,
	SPEC_U8,
	SPEC_U16,
	SPEC_U32,
	SPEC_U64,
	SPEC_S8,
	SPEC_S16,
	SPEC_S32,
	SPEC_S64,
	SPEC_BINARY,
	SPEC_STRING,
	SPEC_NEST,
	SPEC_BITFIELD32,
	SPEC_TYPES,
};

enum spec_kind { SPEC_DO, SPEC_DUMP, SPEC_KINDS };

/**
 * struct spec_attr - an attribute
 * @number: its type in a message
 * @name: ""  where only the number is known
 * @type: what it holds
 * @multi: it may be repeated, and each of them counts
 * @entry: bytes of an entry of an array, 1 if it is none
 * @least: value of a number, or length of what is none; a string's without its end
 * @greatest: the same
 * @mask: bits a number may have; 0: any
 * @inside: the name of the policy of a nest
 * @nest: that policy
 */
struct spec_attr {
	uint16_t number;
	char name[SPEC_NAME];
	enum spec_type type;
	bool multi;
	uint32_t entry;
	uint64_t least, greatest;
	uint64_t mask;
	char inside[SPEC_NAME];
	struct spec_policy *nest;
};

struct spec_policy {
	char name[SPEC_NAME];
	struct spec_attr *attrs;
	size_t n;
};

/**
 * struct spec_op - a command or an event
 * @command: its number
 * @name: "" where only the number is known
 * @admin: it needs CAP_NET_ADMIN
 * @event: it is none that can be sent
 * @request: what a request may carry, by kind; NULL where there is no such kind
 */
struct spec_op {
	uint8_t command;
	char name[SPEC_NAME];
	bool admin;
	bool event;
	struct spec_policy *request[SPEC_KINDS];
};

struct spec {
	char family[SPEC_NAME];
	uint32_t version;
	char (*groups)[SPEC_NAME];
	size_t n_groups;
	struct spec_op *ops;
	size_t n_ops;
	struct spec_policy **policies;
	size_t n_policies;
};

extern const char * const spec_types[SPEC_TYPES];

/* Read the text; end the program with a TAP bail-out if it cannot be read. */
struct spec *spec_read(const char *path);

/* Return the path of file @name in the directory of the running program. */
const char *spec_beside(const char *name);

/* Return the bytes of a number of @type; 0 if the type is no number. */
size_t spec_width(enum spec_type type);

const struct spec_attr *spec_attr(const struct spec_policy *policy, uint16_t number);
struct spec_op *spec_op(const struct spec *spec, uint8_t command);

/* To build one: each of the last four returns what it added, for the caller to fill in. */
struct spec *spec_new(void);
struct spec_op *spec_add_op(struct spec *spec);
struct spec_policy *spec_add_policy(struct spec *spec);
struct spec_attr *spec_add_attr(struct spec_policy *policy);
char *spec_add_group(struct spec *spec);

#endif /* SPEC_H */

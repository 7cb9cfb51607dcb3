// SPDX-License-Identifier: GPL-2.0-only
/* The places of results in JSON: the build puts their schema into the program. */
#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <json-c/json.h>
#include <json-c/json_pointer.h>

#include "sim/base/memory.h"

#include "field.h"
#include "places.h"

#define MOST_ALTERNATIVES	4

asm(".section .rodata\n.global result_schema\nresult_schema:\n.incbin \"docs/sim-result.schema.json\"\n.byte 0\n.previous");

extern const char result_schema[];

/**
 * struct alternatives - schemas of one place
 * @count: number of them; 0: there is no such place
 * @at: the schemas
 */
struct alternatives {
	unsigned int count;
	struct json_object *at[MOST_ALTERNATIVES];
};

/* Return the schema, which is parsed at the first call. */
static struct json_object *schema(void)
{
	static struct json_object *root;

	if (!root)
		root = sim_need(json_tokener_parse(result_schema));
	return root;
}

static struct json_object *member(struct json_object *object, const char *name)
{
	struct json_object *value;

	return json_object_object_get_ex(object, name, &value) ? value : NULL;
}

/* Add @one, or what it refers to, or each of its own alternatives. */
static void add(struct alternatives *a, struct json_object *one)
{
	struct json_object *ref = member(one, "$ref"), *of = member(one, "oneOf");

	if (ref && json_pointer_get(schema(), json_object_get_string(ref) + strlen("#"), &one))
		return;
	for (size_t i = 0; of && i < json_object_array_length(of); i++)
		if (a->count < MOST_ALTERNATIVES)
			a->at[a->count++] = json_object_array_get_idx(of, i);
	if (!of && one && a->count < MOST_ALTERNATIVES)
		a->at[a->count++] = one;
}

/* Add the schema of element @number of an array with schema @array, if it may have the element. */
static void add_element(struct alternatives *a, struct json_object *array, size_t number)
{
	struct json_object *first = member(array, "prefixItems"), *rest = member(array, "items");
	size_t count = first ? json_object_array_length(first) : 0;

	if (number < count)
		add(a, json_object_array_get_idx(first, number));
	else if (json_object_is_type(rest, json_type_object))
		add(a, rest);
}

/* Return the schemas of the member or element @name of a place that has the schemas @outer. */
static struct alternatives inner(const struct alternatives *outer, const char *name)
{
	struct alternatives a = { 0 };

	for (unsigned int i = 0; i < outer->count; i++) {
		struct json_object *one = outer->at[i], *own;

		own = member(member(one, "properties"), name);
		if (own)
			add(&a, own);
		else if (member(one, "additionalProperties"))
			add(&a, member(one, "additionalProperties"));
		else if (isdigit((unsigned char)*name))
			add_element(&a, one, strtoul(name, NULL, 10));
	}
	return a;
}

/* Write the names of the members of a place with the schemas @a. */
static void name_members(const struct alternatives *a, char *text, size_t room)
{
	snprintf(text, room, "no members");
	for (unsigned int i = 0; i < a->count; i++) {
		if (member(a->at[i], "properties")) {
			field_members(member(a->at[i], "properties"), text, room);
			return;
		}
		if (member(a->at[i], "items"))
			snprintf(text, room, "numbers, 0 and up");
	}
}

bool places_have(const char *name, struct sim_error *err)
{
	struct alternatives at = { 1, { schema() } }, next;
	char *words = sim_copy(name), *rest = words, *word;
	char members[160], outer[64];

	while ((word = strsep(&rest, "."))) {
		next = inner(&at, word);
		if (!next.count)
			break;
		at = next;
	}
	if (word) {
		snprintf(outer, sizeof(outer), "%.*s", (int)(word - words), name);
		name_members(&at, members, sizeof(members));
		if (word == words)
			sim_fail(err, "no result has a field '%.64s': the JSON has %s", name,
				 members);
		else
			sim_fail(err, "no result has a field '%.64s': '%.*s' has %s", name,
				 (int)strlen(outer) - 1, outer, members);
	}
	free(words);
	return !word;
}

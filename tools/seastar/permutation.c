// SPDX-License-Identifier: GPL-2.0-only
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "permutation.h"
#include "print.h"

#define SEPARATORS	", \t\r\n"
#define A_PIECE		8192	/* entries; an attribute is at most 64 KiB */

/* All of the file, ended by a NUL. */
static char *read_file(const char *name)
{
	FILE *f = fopen(name, "re");
	size_t length = 0, room = 0;
	char *text = NULL;

	if (!f)
		die("%s: %s", name, strerror(errno));
	do {
		room = room ? 2 * room : 4096;
		text = resize(text, room, 1);
		length += fread(text + length, 1, room - length - 1, f);
	} while (length == room - 1);
	if (ferror(f))
		die("%s: %s", name, strerror(errno));
	fclose(f);
	text[length] = '\0';
	return text;
}

static char *list_or_file(const char *word)
{
	char *text;

	if (word[strspn(word, "0123456789,")])
		return read_file(word);
	text = strdup(word);
	if (!text)
		die("out of memory");
	return text;
}

void args_permutation(struct args *a, struct msg *m)
{
	char *text = list_or_file(args_value(a, "permutation")), *rest = text, *word;
	uint32_t *entry = allocate(SEASTAR_MAX_ROUTERS, sizeof(*entry));
	size_t i, n = 0;

	while ((word = strsep(&rest, SEPARATORS))) {
		if (!*word)
			continue;
		if (n == SEASTAR_MAX_ROUTERS)
			args_die(a, "permutation: more than %d entries", SEASTAR_MAX_ROUTERS);
		entry[n++] = parse_number(a, "permutation", word, 0, UINT32_MAX);
	}
	for (i = 0; i < n; i += A_PIECE)
		msg_put(m, SEASTAR_A_TRAFFIC_PERMUTATION, &entry[i],
			(n - i < A_PIECE ? n - i : A_PIECE) * sizeof(*entry));
	free(entry);
	free(text);
}

typedef void (*entry_fn)(uint32_t entry, void *ctx);

static void for_each_entry(const struct nlmsghdr *reply, entry_fn fn, void *ctx)
{
	const struct nlattr *a;
	uint32_t entry;
	size_t i;

	mnl_attr_for_each(a, reply, sizeof(struct genlmsghdr)) {
		if (mnl_attr_get_type(a) != SEASTAR_A_TRAFFIC_PERMUTATION)
			continue;
		for (i = 0; i < mnl_attr_get_payload_len(a) / sizeof(entry); i++) {
			memcpy(&entry, (const uint32_t *)mnl_attr_get_payload(a) + i,
			       sizeof(entry));
			fn(entry, ctx);
		}
	}
}

static void entry_text(uint32_t entry, void *ctx)
{
	char *separator = ctx;

	printf("%c%u", *separator, entry);
	*separator = ',';
}

void permutation_text(const struct nlmsghdr *reply)
{
	char separator = ' ';

	for_each_entry(reply, entry_text, &separator);
}

static void entry_json(uint32_t entry, void *ctx)
{
	json_object_array_add(ctx, json_object_new_uint64(entry));
}

struct json_object *permutation_json(const struct nlmsghdr *reply)
{
	struct json_object *list = json_object_new_array();

	for_each_entry(reply, entry_json, list);
	return list;
}

// SPDX-License-Identifier: GPL-2.0-only
#define _GNU_SOURCE	/* asprintf() */
#include <crypt.h>
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <yaml.h>

#include "tools/seastar-exporter/base/fail.h"

#include "web.h"

#define FILE_MAX	(1024 * 1024)

/*
 * A file that is being read: its name is for messages, and other file names are relative to its
 * directory.
 */
struct source {
	const char *path;
	yaml_document_t document;
};

static void wrong(const struct source *s, const yaml_node_t *node, const char *what)
	__attribute__((noreturn));

static void wrong(const struct source *s, const yaml_node_t *node, const char *what)
{
	fail(FAILURE, "%s:%zu: %s", s->path, node->start_mark.line + 1, what);
}

static const char *text_of(const struct source *s, const yaml_node_t *node)
{
	if (node->type != YAML_SCALAR_NODE)
		wrong(s, node, "a text is expected here");
	return (const char *)node->data.scalar.value;
}

static char *web_copy(const char *text)
{
	char *copy = strdup(text);

	if (!copy)
		fail(FAILURE, "out of memory");
	return copy;
}

/* Call @take with each key and value of a map. */
static void each_pair(struct source *s, yaml_node_t *map, struct web *w,
		      void (*take)(struct source *s, yaml_node_t *key, yaml_node_t *value,
				   struct web *w))
{
	yaml_node_pair_t *pair;

	/* "basic_auth_users:" and nothing after it */
	if (map->type == YAML_SCALAR_NODE && !map->data.scalar.length)
		return;
	if (map->type != YAML_MAPPING_NODE)
		wrong(s, map, "keys with values are expected here");
	for (pair = map->data.mapping.pairs.start; pair < map->data.mapping.pairs.top; pair++)
		take(s, yaml_document_get_node(&s->document, pair->key),
		     yaml_document_get_node(&s->document, pair->value), w);
}

/* Read a file whose name may be relative to the directory of the configuration. */
static char *file_of(const struct source *s, const yaml_node_t *node)
{
	const char *name = text_of(s, node), *slash = strrchr(s->path, '/');
	char *path, *text = malloc(FILE_MAX + 1);
	size_t n;
	FILE *f;

	if (*name == '/' || !slash)
		slash = s->path - 1;
	if (!text || asprintf(&path, "%.*s%s", (int)(slash + 1 - s->path), s->path, name) < 0)
		fail(FAILURE, "out of memory");
	f = fopen(path, "re");
	n = f ? fread(text, 1, FILE_MAX, f) : 0;
	if (!f || ferror(f))
		fail(FAILURE, "cannot read %s: %s", path, strerror(errno));
	text[n] = '\0';
	fclose(f);
	free(path);
	return text;
}

static void take_tls(struct source *s, yaml_node_t *key, yaml_node_t *value, struct web *w)
{
	char **to = !strcmp(text_of(s, key), "cert_file") ? &w->cert :
		    !strcmp(text_of(s, key), "key_file") ? &w->key : NULL;

	if (!to)
		wrong(s, key, "tls_server_config supports only cert_file and key_file");
	if (*to)
		wrong(s, key, "this key is given twice");
	*to = file_of(s, value);
}

/*
 * Return true if @hash is a hash of crypt(). A plain password would pass as a hash of the oldest
 * method, which has no '$'. For an unknown method crypt() returns a text that begins with '*'.
 */
static bool is_hash(const char *hash)
{
	struct crypt_data data = { 0 };
	const char *made = crypt_r("", hash, &data);

	return *hash == '$' && made && *made != '*';
}

static void take_user(struct source *s, yaml_node_t *key, yaml_node_t *value, struct web *w)
{
	struct web_user *u;

	w->user = reallocarray(w->user, w->users + 1, sizeof(*w->user));
	if (!w->user)
		fail(FAILURE, "out of memory");
	u = &w->user[w->users++];
	u->name = web_copy(text_of(s, key));
	u->hash = web_copy(text_of(s, value));
	if (!is_hash(u->hash))
		wrong(s, value, "this is not a password hash: make one with 'htpasswd -nB'");
}

static void take_part(struct source *s, yaml_node_t *key, yaml_node_t *value, struct web *w)
{
	if (!strcmp(text_of(s, key), "tls_server_config"))
		each_pair(s, value, w, take_tls);
	else if (!strcmp(text_of(s, key), "basic_auth_users"))
		each_pair(s, value, w, take_user);
	else
		wrong(s, key, "only tls_server_config and basic_auth_users are supported");
}

void web_read(struct web *w, const char *path)
{
	struct source s = { .path = path };
	yaml_parser_t parser;
	yaml_node_t *root;
	FILE *f = fopen(path, "re");

	*w = (struct web){ 0 };
	if (!f)
		fail(FAILURE, "cannot read %s: %s", path, strerror(errno));
	if (!yaml_parser_initialize(&parser))
		fail(FAILURE, "out of memory");
	yaml_parser_set_input_file(&parser, f);
	if (!yaml_parser_load(&parser, &s.document) && ferror(f))
		fail(FAILURE, "cannot read %s: %s", path, strerror(errno));
	if (parser.error)
		fail(FAILURE, "%s:%zu: %s", path, parser.problem_mark.line + 1,
		     parser.problem ?: "this is not YAML");
	root = yaml_document_get_root_node(&s.document);
	if (root)
		each_pair(&s, root, w, take_part);
	if (!w->cert != !w->key)
		fail(FAILURE, "%s: give both cert_file and key_file, or neither", path);
	yaml_document_delete(&s.document);
	yaml_parser_delete(&parser);
	fclose(f);
}

/* Compare two hashes in a time that does not depend on the first difference. */
static bool is_same(const char *a, const char *b)
{
	size_t i, n = strlen(a);
	unsigned char differ = strlen(b) != n;

	for (i = 0; strlen(b) == n && i < n; i++)
		differ |= a[i] ^ b[i];
	return !differ;
}

bool web_admits(const struct web *w, const char *name, const char *password)
{
	const struct web_user *u = NULL;
	struct crypt_data *data;
	const char *made;
	bool admits;
	size_t i;

	for (i = 0; name && i < w->users; i++) {
		if (!strcmp(w->user[i].name, name))
			u = &w->user[i];
	}
	data = calloc(1, sizeof(*data));
	if (!data || !password) {
		free(data);
		return false;
	}
	made = crypt_r(password, (u ?: w->user)->hash, data);
	admits = u && made && is_same(made, u->hash);
	explicit_bzero(data, sizeof(*data));
	free(data);
	return admits;
}

void web_free(struct web *w)
{
	while (w->users) {
		free(w->user[--w->users].name);
		free(w->user[w->users].hash);
	}
	free(w->user);
	free(w->cert);
	free(w->key);
	*w = (struct web){ 0 };
}

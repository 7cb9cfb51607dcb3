// SPDX-License-Identifier: GPL-2.0-only
#include <errno.h>
#include <inttypes.h>
#include <libgen.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "spec.h"

#define LINE	256

const char * const spec_types[SPEC_TYPES] = {
	[SPEC_FLAG] = "flag",
	[SPEC_U8] = "u8",
	[SPEC_U16] = "u16",
	[SPEC_U32] = "u32",
	[SPEC_U64] = "u64",
	[SPEC_S8] = "s8",
	[SPEC_S16] = "s16",
	[SPEC_S32] = "s32",
	[SPEC_S64] = "s64",
	[SPEC_BINARY] = "binary",
	[SPEC_STRING] = "string",
	[SPEC_NEST] = "nest",
	[SPEC_BITFIELD32] = "bitfield32",
};

/* The state of a reader.  Names in the text are resolved when all of it is read. */
struct reading {
	struct spec *spec;
	struct spec_policy *policy;	/* the one being read */
	const char *path;
	unsigned int line;
};

static _Noreturn void bail(const struct reading *r, const char *why)
{
	printf("Bail out! %s, line %u: %s\n", r->path, r->line, why);
	exit(1);
}

static void *or_bail(void *memory)
{
	if (memory)
		return memory;
	puts("Bail out! out of memory");
	exit(1);
}

/* Grow an array of @n elements of @size bytes by one, which is zeroed. */
static void *grow(void *array, size_t n, size_t size)
{
	char *more = or_bail(realloc(array, (n + 1) * size));

	memset(more + n * size, 0, size);
	return more;
}

struct spec *spec_new(void)
{
	return or_bail(calloc(1, sizeof(struct spec)));
}

struct spec_op *spec_add_op(struct spec *spec)
{
	spec->ops = grow(spec->ops, spec->n_ops, sizeof(*spec->ops));
	return &spec->ops[spec->n_ops++];
}

struct spec_policy *spec_add_policy(struct spec *spec)
{
	spec->policies = grow(spec->policies, spec->n_policies, sizeof(*spec->policies));
	return spec->policies[spec->n_policies++] =
		or_bail(calloc(1, sizeof(struct spec_policy)));
}

struct spec_attr *spec_add_attr(struct spec_policy *policy)
{
	policy->attrs = grow(policy->attrs, policy->n, sizeof(*policy->attrs));
	return &policy->attrs[policy->n++];
}

char *spec_add_group(struct spec *spec)
{
	spec->groups = grow(spec->groups, spec->n_groups, sizeof(*spec->groups));
	return spec->groups[spec->n_groups++];
}

static void read_op(struct reading *r, const char *line)
{
	struct spec_op *op = spec_add_op(r->spec);
	char who[8];

	if (sscanf(line, "op %" SCNu8 " %47s %7s", &op->command, op->name, who) != 3)
		bail(r, "this is no command");
	op->admin = !strcmp(who, "admin");
}

static void read_event(struct reading *r, const char *line)
{
	struct spec_op *op = spec_add_op(r->spec);

	op->event = true;
	if (sscanf(line, "event %" SCNu8 " %47s", &op->command, op->name) != 2)
		bail(r, "this is no event");
}

static void read_policy(struct reading *r, const char *line)
{
	r->policy = spec_add_policy(r->spec);
	if (sscanf(line, "policy %47s", r->policy->name) != 1)
		bail(r, "this is no policy");
}

static enum spec_type read_type(const struct reading *r, const char *name)
{
	enum spec_type type;

	for (type = 0; type < SPEC_TYPES; type++)
		if (!strcmp(spec_types[type], name))
			return type;
	bail(r, "there is no type of this name");
}

static void read_attr(struct reading *r, const char *line)
{
	char type[16], multi[8];
	struct spec_attr *a;

	if (!r->policy)
		bail(r, "an attribute belongs to a policy");
	a = spec_add_attr(r->policy);
	if (sscanf(line, "attr %" SCNu16 " %47s %15s %7s %" SCNu32 " %" SCNu64 " %" SCNu64
		   " %" SCNu64 " %47s", &a->number, a->name, type, multi, &a->entry, &a->least,
		   &a->greatest, &a->mask, a->inside) != 9)
		bail(r, "this is no attribute");
	a->type = read_type(r, type);
	a->multi = !strcmp(multi, "multi");
}

static void read_family(struct reading *r, const char *line)
{
	if (sscanf(line, "family %47s %" SCNu32, r->spec->family, &r->spec->version) != 2)
		bail(r, "this is no family");
}

static void read_group(struct reading *r, const char *line)
{
	if (sscanf(line, "group %47s", spec_add_group(r->spec)) != 1)
		bail(r, "this is no group");
}

static void read_nothing(struct reading *r, const char *line)
{
	(void)r;
	(void)line;
}

static void read_line(struct reading *r, const char *line)
{
	static const struct {
		const char *word;
		void (*read)(struct reading *r, const char *line);
	} facts[] = {
		{ "family ", read_family },
		{ "group ", read_group },
		{ "op ", read_op },
		{ "event ", read_event },
		{ "policy ", read_policy },
		{ "attr ", read_attr },
		{ "#", read_nothing },
	};
	size_t i;

	for (i = 0; i < sizeof(facts) / sizeof(facts[0]); i++)
		if (!strncmp(line, facts[i].word, strlen(facts[i].word)))
			return facts[i].read(r, line);
	bail(r, "this is no fact");
}

static struct spec_policy *find_policy(const struct spec *spec, const char *name, const char *part)
{
	char whole[2 * SPEC_NAME];
	size_t i;

	snprintf(whole, sizeof(whole), "%s%s", name, part);
	for (i = 0; i < spec->n_policies; i++)
		if (!strcmp(spec->policies[i]->name, whole))
			return spec->policies[i];
	return NULL;
}

static void link_nests(struct reading *r)
{
	struct spec_policy *p;
	struct spec_attr *a;
	size_t i;

	for (i = 0; i < r->spec->n_policies; i++) {
		p = r->spec->policies[i];
		for (a = p->attrs; a < p->attrs + p->n; a++) {
			a->nest = find_policy(r->spec, a->inside, "");
			if (a->type == SPEC_NEST && !a->nest)
				bail(r, "there is no policy of a nest");
		}
	}
}

static void link_ops(struct spec *spec)
{
	struct spec_op *op;

	for (op = spec->ops; op < spec->ops + spec->n_ops; op++) {
		op->request[SPEC_DO] = find_policy(spec, op->name, ".do");
		op->request[SPEC_DUMP] = find_policy(spec, op->name, ".dump");
	}
}

struct spec *spec_read(const char *path)
{
	struct reading r = { .spec = spec_new(), .path = path };
	FILE *file = fopen(path, "r");
	char line[LINE];

	if (!file)
		bail(&r, strerror(errno));
	for (r.line = 1; fgets(line, sizeof(line), file); r.line++)
		read_line(&r, line);
	if (!r.spec->n_ops)
		bail(&r, "there is no command");
	link_nests(&r);
	link_ops(r.spec);
	fclose(file);
	return r.spec;
}

const char *spec_beside(const char *name)
{
	static char path[4096 + SPEC_NAME];
	char self[4096];
	ssize_t n = readlink("/proc/self/exe", self, sizeof(self) - 1);

	self[n < 0 ? 0 : n] = 0;
	snprintf(path, sizeof(path), "%s/%s", dirname(self), name);
	return path;
}

size_t spec_width(enum spec_type type)
{
	static const size_t widths[SPEC_TYPES] = {
		[SPEC_U8] = 1, [SPEC_U16] = 2, [SPEC_U32] = 4, [SPEC_U64] = 8,
		[SPEC_S8] = 1, [SPEC_S16] = 2, [SPEC_S32] = 4, [SPEC_S64] = 8,
	};

	return widths[type];
}

const struct spec_attr *spec_attr(const struct spec_policy *policy, uint16_t number)
{
	size_t i;

	for (i = 0; i < policy->n; i++)
		if (policy->attrs[i].number == number)
			return &policy->attrs[i];
	return NULL;
}

struct spec_op *spec_op(const struct spec *spec, uint8_t command)
{
	size_t i;

	for (i = 0; i < spec->n_ops; i++)
		if (spec->ops[i].command == command)
			return &spec->ops[i];
	return NULL;
}

// SPDX-License-Identifier: GPL-2.0-only
/*
 * The loaded family agrees with docs/netlink/seastar.yaml: its commands, groups and privileges, and
 * the attributes of each request.
 *
 *	policy [SPEC]
 */
#include <errno.h>
#include <inttypes.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "client.h"
#include "spec/live.h"
#include "spec/spec.h"

#define NOBODY	65534
#define DEPTH	8
#define LONGEST	65531	/* bytes of the longest attribute */

static unsigned int claims;
static bool failed;
static bool quiet;		/* differences are expected: do not print them */
static unsigned int differences;

__attribute__((format(printf, 1, 2)))
static void differ(const char *format, ...)
{
	va_list args;

	differences++;
	if (quiet)
		return;
	printf("# ");
	va_start(args, format);
	vprintf(format, args);
	va_end(args);
	putchar('\n');
}

__attribute__((format(printf, 2, 3)))
static void claim(bool good, const char *format, ...)
{
	va_list args;

	failed |= !good;
	printf("%sok %u ", good ? "" : "not ", ++claims);
	va_start(args, format);
	vprintf(format, args);
	va_end(args);
	putchar('\n');
	if (!good)
		puts("# rerun: policy");
}

static bool whole(const struct spec_attr *a)
{
	size_t width = spec_width(a->type);

	if (!width)
		return !a->least && a->greatest >= LONGEST;
	return !a->least && (width == 8 ? a->greatest == UINT64_MAX :
					  a->greatest == (1ULL << 8 * width) - 1);
}

/*
 * Compare the limits of an attribute.  The module checks names itself: its policy then has the
 * whole range.
 */
static void compare_limits(const char *where, const struct spec_attr *s, const struct spec_attr *l)
{
	if (l->mask != s->mask)
		differ("%s: %s: the spec has mask 0x%" PRIx64 ", the policy 0x%" PRIx64, where,
		       s->name, s->mask, l->mask);
	if (l->mask || (whole(l) && (s->type == SPEC_STRING || whole(s))))
		return;
	if (l->least != s->least || l->greatest != s->greatest)
		differ("%s: %s: the spec has limits %" PRIu64 " to %" PRIu64
		       ", the policy %" PRIu64 " to %" PRIu64, where, s->name, s->least,
		       s->greatest, l->least, l->greatest);
}

static void compare_policies(const char *where, const struct spec_policy *spec,
			     const struct spec_policy *live, int depth)
{
	const struct spec_attr *s, *l;

	for (s = spec->attrs; s < spec->attrs + spec->n; s++) {
		l = spec_attr(live, s->number);
		if (!l)
			differ("%s: %s (%u) is missing in the policy", where, s->name, s->number);
		else if (l->type != s->type)
			differ("%s: %s (%u) is %s in the spec, %s in the policy", where, s->name,
			       s->number, spec_types[s->type],
			       l->type < SPEC_TYPES ? spec_types[l->type] : "unknown");
		else if (s->type == SPEC_NEST && !l->nest)
			differ("%s: nothing checks what is inside %s", where, s->name);
		else if (s->type == SPEC_NEST && depth < DEPTH)
			compare_policies(s->name, s->nest, l->nest, depth + 1);
		else
			compare_limits(where, s, l);
	}
	for (l = live->attrs; l < live->attrs + live->n; l++)
		if (!spec_attr(spec, l->number))
			differ("%s: attribute %u is in the policy and not in the spec", where,
			       l->number);
}

/* Return the attributes of @a, and the attributes of @b that @a lacks. */
static struct spec_policy *both(const struct spec_policy *a, const struct spec_policy *b)
{
	static struct spec_policy sum;
	const struct spec_attr *s;

	free(sum.attrs);
	sum.attrs = NULL;
	sum.n = 0;
	for (s = a->attrs; s < a->attrs + a->n; s++)
		*spec_add_attr(&sum) = *s;
	for (s = b->attrs; s < b->attrs + b->n; s++)
		if (!spec_attr(a, s->number))
			*spec_add_attr(&sum) = *s;
	return &sum;
}

/*
 * Compare the operations of a command, which may have one policy for do and dump (Linux 6.1
 * requires that).
 */
static void compare_ops(const struct spec_op *s, const struct spec_op *l)
{
	static const char * const kinds[SPEC_KINDS] = { "do", "dump" };
	struct spec_policy *spec;
	enum spec_kind k;

	for (k = 0; k < SPEC_KINDS; k++) {
		spec = s->request[k];
		if (!spec != !l->request[k]) {
			differ("%s: the spec has %s %s, the family has %s", s->name,
			       spec ? "a" : "no", kinds[k], spec ? "none, or one without policy" : "one");
			continue;
		}
		if (!spec)
			continue;
		if (l->request[0] == l->request[1] && s->request[0] && s->request[1])
			spec = both(s->request[0], s->request[1]);
		compare_policies(s->name, spec, l->request[k], 0);
	}
}

static bool has_group(const struct spec *spec, const char *name)
{
	size_t i;

	for (i = 0; i < spec->n_groups; i++)
		if (!strcmp(spec->groups[i], name))
			return true;
	return false;
}

static void compare_families(const struct spec *spec, const struct spec *live)
{
	const struct spec_op *op;
	size_t i;

	if (strcmp(spec->family, live->family))
		differ("the spec is of family %s, not %s", spec->family, live->family);
	if (spec->version != live->version)
		differ("the spec has version %u, the family %u", spec->version, live->version);
	for (i = 0; i < spec->n_groups; i++)
		if (!has_group(live, spec->groups[i]))
			differ("the family has no group %s", spec->groups[i]);
	for (i = 0; i < live->n_groups; i++)
		if (!has_group(spec, live->groups[i]))
			differ("the spec has no group %s", live->groups[i]);
	for (op = spec->ops; op < spec->ops + spec->n_ops; op++)
		if (!op->event != !!spec_op(live, op->command))
			differ("%s (%u) is %s in the spec, %s in the family", op->name, op->command,
			       op->event ? "an event" : "a command",
			       op->event ? "a command" : "none");
	for (op = live->ops; op < live->ops + live->n_ops; op++)
		if (!spec_op(spec, op->command))
			differ("command %u of the family is not in the spec", op->command);
}

static unsigned int compare(const struct spec *spec, const struct spec *live)
{
	const struct spec_op *s, *l;

	differences = 0;
	compare_families(spec, live);
	for (s = spec->ops; s < spec->ops + spec->n_ops; s++) {
		l = spec_op(live, s->command);
		if (!s->event && l)
			compare_ops(s, l);
	}
	return differences;
}

static void become(uid_t user)
{
	if (seteuid(user)) {
		printf("Bail out! cannot become user %d: %s\n", (int)user, strerror(errno));
		exit(1);
	}
}

/*
 * Return true if a command is for administrators only.  The family itself checks that, before it
 * checks the attributes.
 */
static bool privileged(const struct spec_op *op)
{
	static const struct attr nothing[] = { { 0 } };
	struct answer answer;

	become(NOBODY);
	client_send(op->command, nothing, !op->request[SPEC_DO], &answer);
	become(0);
	return answer.error == EPERM;
}

static void claim_commands(const struct spec *spec, const struct spec *live)
{
	const struct spec_op *s, *l;

	for (s = spec->ops; s < spec->ops + spec->n_ops; s++) {
		if (s->event)
			continue;
		l = spec_op(live, s->command);
		differences = !l;
		if (l)
			compare_ops(s, l);
		claim(!differences, "%s takes what the spec says", s->name);
		claim(l && l->admin == s->admin && privileged(s) == s->admin, "%s is for %s",
		      s->name, s->admin ? "administrators" : "everyone");
	}
}

/* Differences that must be found: each function below makes an error in a correct spec. */

static struct spec_policy *some_policy(struct spec *spec)
{
	size_t i;

	for (i = 0; i < spec->n_ops; i++)
		if (spec->ops[i].request[SPEC_DO] && spec->ops[i].request[SPEC_DO]->n > 1)
			return spec->ops[i].request[SPEC_DO];
	return NULL;
}

static struct spec_attr *some_nest(struct spec *spec)
{
	struct spec_policy *p;
	size_t i, j;

	for (i = 0; i < spec->n_policies; i++) {
		p = spec->policies[i];
		for (j = 0; j < p->n; j++)
			if (p->attrs[j].type == SPEC_NEST)
				return &p->attrs[j];
	}
	return NULL;
}

static void lack_attr(struct spec *spec)
{
	some_policy(spec)->n--;
}

static void add_attr(struct spec *spec)
{
	struct spec_policy *policy = some_policy(spec);
	struct spec_attr *a = spec_add_attr(policy);

	a->number = 999;
	a->type = SPEC_U32;
}

static void change_type(struct spec *spec)
{
	struct spec_attr *a = some_policy(spec)->attrs;

	a->type = a->type == SPEC_U32 ? SPEC_U64 : SPEC_U32;
}

static void lack_in_nest(struct spec *spec)
{
	some_nest(spec)->nest->n--;
}

static void lack_op(struct spec *spec)
{
	spec->ops++;
	spec->n_ops--;
}

static void make_event(struct spec *spec)
{
	spec->ops[0].event = true;
}

static void lack_kind(struct spec *spec)
{
	spec->ops[0].request[SPEC_DO] = NULL;
}

static void rename_group(struct spec *spec)
{
	spec->groups[0][0]++;
}

static void change_version(struct spec *spec)
{
	spec->version++;
}

static const struct fault {
	const char *what;
	void (*commit)(struct spec *spec);
} faults[] = {
	{ "an attribute less", lack_attr },
	{ "an attribute more", add_attr },
	{ "another type", change_type },
	{ "an attribute less in a nest", lack_in_nest },
	{ "a command less", lack_op },
	{ "an event for a command", make_event },
	{ "a command that cannot be sent", lack_kind },
	{ "another group", rename_group },
	{ "another version", change_version },
};

#define FAULTS	(sizeof(faults) / sizeof(faults[0]))

static void claim_faults(const char *path, const struct spec *live)
{
	const struct fault *f;
	struct spec *spec;

	quiet = true;
	for (f = faults; f < faults + FAULTS; f++) {
		spec = spec_read(path);
		f->commit(spec);
		claim(compare(spec, live), "a spec with %s differs from the family", f->what);
	}
	quiet = false;
}

static size_t count_commands(const struct spec *spec)
{
	size_t n = 0, i;

	for (i = 0; i < spec->n_ops; i++)
		n += !spec->ops[i].event;
	return n;
}

int main(int argc, char **argv)
{
	const char *path = argc > 1 ? argv[1] : spec_beside("seastar.spec");
	struct spec *spec;
	struct live live;

	puts("TAP version 13");
	if (geteuid()) {
		puts("1..0 # SKIP needs root");
		return 4;
	}
	if (system("modprobe seastar")) {
		puts("Bail out! cannot load the module");
		return 1;
	}
	spec = spec_read(path);
	printf("1..%zu\n", 1 + 2 * count_commands(spec) + FAULTS);
	client_open();
	live_read(spec->family, &live);
	differences = 0;
	compare_families(spec, live.spec);
	claim(!differences, "the family has the commands and groups of the spec");
	claim_commands(spec, live.spec);
	claim_faults(path, live.spec);
	return failed;
}

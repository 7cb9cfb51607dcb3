// SPDX-License-Identifier: GPL-2.0-only
#include <ctype.h>
#include <errno.h>
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include <lengths.h>

#include "sim/base/file.h"
#include "sim/base/memory.h"
#include "sim/base/shape.h"
#include "sim/base/text.h"
#include "sim/topology/list.h"

#include "values.h"

static void store(const struct sim_key *k, void *field, u64 value)
{
	if (k->size == sizeof(u64))
		*(u64 *)field = value;
	else
		*(u32 *)field = value;
}

static u64 load(const struct sim_key *k, const void *field)
{
	return k->size == sizeof(u64) ? *(const u64 *)field : *(const u32 *)field;
}

static bool parse_number(const struct sim_key *k, const char *text, void *field,
			 struct sim_error *err)
{
	u64 value;

	if (!text_number(text, &value) || value < k->min || value > k->max)
		return sim_fail(err, "'%s' is not a number from %" PRIu64 " to %" PRIu64, text,
				k->min, k->max);
	store(k, field, value);
	return true;
}

static void print_number(const struct sim_key *k, const void *field, FILE *to)
{
	fprintf(to, "%" PRIu64, load(k, field));
}

const struct sim_type sim_type_number = { "N", true, parse_number, print_number };

static bool parse_fraction(const struct sim_key *k, const char *text, void *field,
			   struct sim_error *err)
{
	u64 value;

	if (!text_decimal(text, k->digits, &value) || value < k->min || value > k->max) {
		char least[TEXT_DECIMAL], most[TEXT_DECIMAL];

		text_from_decimal(k->min, k->digits, least, sizeof(least));
		text_from_decimal(k->max, k->digits, most, sizeof(most));
		return sim_fail(err, "'%s' is not a number from %s to %s with at most %u digits after the point",
				text, least, most, k->digits);
	}
	store(k, field, value);
	return true;
}

static void print_fraction(const struct sim_key *k, const void *field, FILE *to)
{
	char text[TEXT_DECIMAL];

	text_from_decimal(load(k, field), k->digits, text, sizeof(text));
	fputs(text, to);
}

const struct sim_type sim_type_decimal = { "X.Y", true, parse_fraction, print_fraction };

static bool parse_cycles(const struct sim_key *k, const char *text, void *field,
			 struct sim_error *err)
{
	u64 value;

	if (!strcmp(text, "auto")) {
		store(k, field, SIM_AUTO);
		return true;
	}
	if (!text_number(text, &value) || value < k->min || value > k->max)
		return sim_fail(err,
				"'%s' is neither 'auto' nor a number from %" PRIu64 " to %" PRIu64,
				text, k->min, k->max);
	store(k, field, value);
	return true;
}

static void print_cycles(const struct sim_key *k, const void *field, FILE *to)
{
	if (load(k, field) == SIM_AUTO)
		fputs("auto", to);
	else
		print_number(k, field, to);
}

const struct sim_type sim_type_cycles = { "N|auto", true, parse_cycles, print_cycles };

/* Set a sentence that lists the words, or says where they are listed if they are many. */
static bool fail_choice(const struct sim_key *k, const char *text, struct sim_error *err)
{
	char words[160] = "";
	size_t size = 0;
	u32 i;

	for (i = 0; k->words[i]; i++) {
		size += strlen(k->words[i]) + 2;
		if (size >= sizeof(words))
			return sim_fail(err, "unknown value '%s': 'seastar-sim help keys' lists them",
					text);
		if (i)
			strcat(words, k->words[i + 1] ? ", " : " or ");
		strcat(words, k->words[i]);
	}
	return sim_fail(err, "unknown value '%s': give %s", text, words);
}

static bool parse_choice(const struct sim_key *k, const char *text, void *field,
			 struct sim_error *err)
{
	const char *hint;

	for (u32 i = 0; k->words[i]; i++) {
		if (strcmp(k->words[i], text))
			continue;
		store(k, field, k->values ? k->values[i] : i);
		return true;
	}
	hint = text_nearest(text, k->words);
	if (hint)
		return sim_fail(err, "unknown value '%s': did you mean '%s'?", text, hint);
	return fail_choice(k, text, err);
}

static void print_choice(const struct sim_key *k, const void *field, FILE *to)
{
	fputs(k->words[sim_key_chosen(k, load(k, field))], to);
}

const struct sim_type sim_type_choice = { "WORD", false, parse_choice, print_choice };

/* Parse the sizes of a topology other than a cube; a comma may stand in place of its separator. */
static bool parse_sizes(const struct ss_topology_ops *t, const char *text, u32 *size,
			struct sim_error *err)
{
	const struct ss_topology_view *v = t->view;
	u64 given[SS_SIZES];
	u32 n = text_numbers(text, strchr(text, ',') ? ',' : v->separator, UINT16_MAX, given,
			     v->most);

	if (n < v->least)
		return sim_fail(err, "'%s' is not what %s has: give %s:%s", text, v->title, t->name,
				v->key);
	for (u32 i = 0; i < n; i++)
		size[i] = given[i];
	v->fill(size, n);
	return true;
}

/* Find the topology whose name begins @text, before the colon. */
static const struct ss_topology_ops *parse_name(const char *text, size_t length,
						struct sim_error *err)
{
	const struct ss_topology_ops *t = ss_topology_find(text, length);
	char names[160] = "";

	if (t)
		return t;
	for (const struct ss_topology_ops *const *i = ss_topologies; *i; i++)
		snprintf(names + strlen(names), sizeof(names) - strlen(names), "%s%s",
			 i == ss_topologies ? "" : i[1] ? ", " : " or ", (*i)->name);
	sim_fail(err, "there is no topology '%.*s': give %s", (int)length, text, names);
	return NULL;
}

/**
 * struct sizes - the value of a topology's key, which is the first fields of the fabric's shape
 * @topology: topology of the sizes
 * @size: sizes except the last, which has a key of its own
 */
struct sizes {
	const struct ss_topology_ops *topology;
	u32 size[SS_SIZES - 1];
};

static bool parse_topology(const struct sim_key *k, const char *text, void *field,
			   struct sim_error *err)
{
	const char *colon = strchr(text, ':'), *numbers = colon ? colon + 1 : text;
	const struct ss_topology_ops *t = ss_topologies[0];
	bool named = colon || isalpha((unsigned char)*text);
	struct sizes *to = field, given = { 0 };

	(void)k;
	if (named)
		t = parse_name(text, strcspn(text, ":"), err);
	if (t && named && !colon)
		return sim_fail(err, "the sizes of %s are missing: give %s:%s", t->view->title,
				t->name, t->view->key);
	if (!t || !(t == ss_topologies[0] ? shape_topology(numbers, given.size, err) :
		    parse_sizes(t, numbers, given.size, err)))
		return false;
	memcpy(to->size, given.size, sizeof(given.size));
	to->topology = t;
	return true;
}

static void print_sizes(const struct ss_topology_view *v, const u32 *size, FILE *to)
{
	for (u32 i = 0; i < v->most; i++)
		fprintf(to, "%s%u", i ? (char[]){ v->separator, '\0' } : "", size[i]);
}

static void print_topology(const struct sim_key *k, const void *field, FILE *to)
{
	const struct sizes *from = field;
	const struct ss_topology_view *v = from->topology->view;

	(void)k;
	if (from->topology != ss_topologies[0])
		fprintf(to, "%s:", from->topology->name);
	print_sizes(v, from->size, to);
}

const struct sim_type sim_type_topology = {
	"KX[xKY[xKZ]]|NAME:SIZES", false, parse_topology, print_topology
};

/* Parse sizes of the topology whose name is the key's. */
static bool parse_own_sizes(const struct sim_key *k, const char *text, void *field,
			    struct sim_error *err)
{
	const struct ss_topology_ops *t = ss_topology_find(k->name, strlen(k->name));
	struct ss_config given = { .topology = t };
	u64 number[SS_SIZES];
	u32 n = text_numbers(text, t->view->separator, UINT16_MAX, number, t->view->most);

	for (u32 i = 0; i < n; i++)
		given.size[i] = number[i];
	t->view->fill(given.size, n);
	if (n < t->view->least || t->check(&given))
		return sim_fail(err, "'%s' is %s", text, t->view->refusal);
	memcpy(field, given.size, k->size);
	return true;
}

static void print_own_sizes(const struct sim_key *k, const void *field, FILE *to)
{
	const struct ss_topology_view *v = ss_topology_find(k->name, strlen(k->name))->view;

	print_sizes(v, field, to);
}

const struct sim_type sim_type_sizes = { NULL, false, parse_own_sizes, print_own_sizes };

static bool parse_mesh(const struct sim_key *k, const char *text, void *field,
		       struct sim_error *err)
{
	u32 mesh;

	if (!shape_mesh(text, &mesh, err))
		return false;
	store(k, field, mesh);
	return true;
}

static void print_mesh(const struct sim_key *k, const void *field, FILE *to)
{
	u32 mesh = load(k, field);

	if (!mesh)
		fputs("none", to);
	for (u32 d = 0; d < SS_DIMS; d++)
		if (mesh >> d & 1)
			fputc("xyz"[d], to);
}

const struct sim_type sim_type_mesh = { "none|LETTERS", false, parse_mesh, print_mesh };

static bool parse_rate(const struct sim_key *k, const char *text, void *field,
		       struct sim_error *err)
{
	u64 rate[2];

	if (!strcmp(text, "unlimited")) {
		((u32 *)field)[0] = 0;
		((u32 *)field)[1] = 1;
		return true;
	}
	if (text_numbers(text, '/', k->max, rate, 2) != 2 || !rate[0] || rate[0] > rate[1])
		return sim_fail(err,
				"'%s' is not A/B, A flits in B cycles with 1 <= A <= B <= %" PRIu64,
				text, k->max);
	((u32 *)field)[0] = rate[0];
	((u32 *)field)[1] = rate[1];
	return true;
}

static void print_rate(const struct sim_key *k, const void *field, FILE *to)
{
	const u32 *rate = field;

	(void)k;
	if (!rate[0])
		fputs("unlimited", to);
	else
		fprintf(to, "%u/%u", rate[0], rate[1]);
}

const struct sim_type sim_type_rate = { "A/B|unlimited", false, parse_rate, print_rate };

static bool parse_length(u64 flits, struct sim_error *err)
{
	if (flits >= 1 && flits <= SS_MAX_FLITS)
		return true;
	return sim_fail(err, "a packet of %" PRIu64 " flits: the length is 1 to %d", flits,
			SS_MAX_FLITS);
}

/* Parse "L:W" of packet lengths and weights. */
static bool parse_weight(const struct sim_key *k, const char *part, struct ss_lengths *l,
			 struct sim_error *err)
{
	u64 pair[2];

	if (text_numbers(part, ':', k->max, pair, 2) != 2)
		return sim_fail(err, "'%s' is not L:W, a length and its weight of at most %" PRIu64,
				part, k->max);
	if (!parse_length(pair[0], err))
		return false;
	if (ss_lengths_weight(l, pair[0]))
		return sim_fail(err, "the length %" PRIu64 " is given twice", pair[0]);
	if (!ss_lengths_add(l, pair[0], pair[1]))
		return sim_fail(err, "the length %" PRIu64 " is one too many: packets have at most %d different lengths",
				pair[0], SS_MAX_LENGTHS);
	return true;
}

static bool parse_lengths(const struct sim_key *k, const char *text, void *field,
			  struct sim_error *err)
{
	struct ss_lengths *lengths = field, l = { 0 };
	char *copy, *part, *rest;
	u64 one;

	if (text_number(text, &one)) {
		if (!parse_length(one, err))
			return false;
		*lengths = ss_lengths_one(one);
		return true;
	}
	copy = sim_copy(text);
	rest = copy;
	while ((part = strsep(&rest, ","))) {
		if (!parse_weight(k, part, &l, err)) {
			free(copy);
			return false;
		}
	}
	free(copy);
	if (!ss_lengths_count(&l))
		return sim_fail(err, "'%s': no length has a weight above 0", text);
	*lengths = l;
	return true;
}

static void print_lengths(const struct sim_key *k, const void *field, FILE *to)
{
	const struct ss_lengths *l = field;
	u32 n = ss_lengths_count(l);

	(void)k;
	if (n == 1) {
		fprintf(to, "%u", l->flits[0]);
		return;
	}
	for (u32 i = 0; i < n; i++)
		fprintf(to, "%s%u:%u", i ? "," : "", l->flits[i], l->weight[i]);
}

const struct sim_type sim_type_lengths = {
	"L|L:W[,L:W]...", false, parse_lengths, print_lengths
};

static bool parse_reply(const struct sim_key *k, const char *text, void *field,
			struct sim_error *err)
{
	if (strcmp(text, "none"))
		return parse_lengths(k, text, field, err);
	memset(field, 0, k->size);
	return true;
}

static void print_reply(const struct sim_key *k, const void *field, FILE *to)
{
	if (ss_lengths_count(field))
		print_lengths(k, field, to);
	else
		fputs("none", to);
}

const struct sim_type sim_type_reply = {
	"none|L|L:W[,L:W]...", false, parse_reply, print_reply
};

static bool parse_spots(const struct sim_key *k, const char *text, void *field,
			struct sim_error *err)
{
	struct sim_spots spots = { 0 };
	u64 node[SS_MAX_SPOTS];

	spots.count = text_numbers(text, ',', k->max, node, SS_MAX_SPOTS);
	if (!spots.count)
		return sim_fail(err, "'%s' is not a list of 1 to %d nodes with ',' between them",
				text, SS_MAX_SPOTS);
	for (u32 i = 0; i < spots.count; i++)
		spots.node[i] = node[i];
	*(struct sim_spots *)field = spots;
	return true;
}

static void print_spots(const struct sim_key *k, const void *field, FILE *to)
{
	const struct sim_spots *spots = field;

	(void)k;
	for (u32 i = 0; i < spots->count; i++)
		fprintf(to, "%s%u", i ? "," : "", spots->node[i]);
}

const struct sim_type sim_type_spots = { "N[,N]...", false, parse_spots, print_spots };

/* Check that @text is a name of one line, which a file can have. */
static bool is_name(const struct sim_key *k, const char *text, struct sim_error *err)
{
	if (strlen(text) >= k->size)
		return sim_fail(err, "'%.40s...' is longer than %zu characters", text, k->size - 1);
	return !text_has_control(text) ||
	       sim_fail(err, "'%.64s' has a control character, such as an end of line", text);
}

/* Parse the plan of tables. Its validity depends on the shape: sim_route_plan() checks it. */
static bool parse_routes(const struct sim_key *k, const char *text, void *field,
			 struct sim_error *err)
{
	if (!is_name(k, text, err))
		return false;
	if (!*text)
		return sim_fail(err, "is empty: give '%s'", k->words[0]);
	memset(field, 0, k->size);
	if (strcmp(text, k->words[0]))
		memcpy(field, text, strlen(text));
	return true;
}

static void print_routes(const struct sim_key *k, const void *field, FILE *to)
{
	const char *text = field;

	fputs(*text ? text : k->words[0], to);
}

static bool parse_path(const struct sim_key *k, const char *text, void *field,
		       struct sim_error *err)
{
	if (!is_name(k, text, err))
		return false;
	snprintf(field, k->size, "%s", text);
	return true;
}

static void print_path(const struct sim_key *k, const void *field, FILE *to)
{
	(void)k;
	fputs(field, to);
}

const struct sim_type sim_type_path = { "FILE", false, parse_path, print_path };

const struct sim_type sim_type_routes = { "WORD", false, parse_routes, print_routes };

static bool parse_select(const struct sim_key *k, const char *text, void *field,
			 struct sim_error *err)
{
	u64 select;

	if (!strcmp(text, "age"))
		select = U64_MAX;
	else if (!strcmp(text, "rr"))
		select = 0;
	else if (!text_number(text, &select))
		return sim_fail(err, "'%s' is neither 'age' nor 'rr' nor a mask of 64 bits such as 0x5555555555555555",
				text);
	store(k, field, select);
	return true;
}

static void print_select(const struct sim_key *k, const void *field, FILE *to)
{
	u64 select = load(k, field);

	if (select == U64_MAX)
		fputs("age", to);
	else if (!select)
		fputs("rr", to);
	else
		fprintf(to, "0x%016" PRIx64, select);
}

const struct sim_type sim_type_select = {
	"age|rr|MASK", false, parse_select, print_select
};

/* Parse the biases of one class: one for all ports, for each dimension, or for each port. */
static bool parse_class(const char *text, u8 bias[SS_PORTS])
{
	u64 n[SS_PORTS];

	if (text_numbers(text, ',', SS_MAX_BIAS, n, SS_PORTS) == SS_PORTS) {
		for (u32 p = 0; p < SS_PORTS; p++)
			bias[p] = n[p];
	} else if (text_numbers(text, '/', SS_MAX_BIAS, n, SS_DIMS) == SS_DIMS) {
		bias[SEASTAR_PORT_PROC] = SS_DEFAULT_BIAS;
		for (u32 p = SEASTAR_PORT_XP; p < SS_PORTS; p++)
			bias[p] = n[(p - SEASTAR_PORT_XP) / 2];
	} else if (text_numbers(text, ',', SS_MAX_BIAS, n, 1) == 1) {
		memset(bias, n[0], SS_PORTS);
	} else {
		return false;
	}
	return true;
}

static bool parse_bias(const struct sim_key *k, const char *text, void *field,
		       struct sim_error *err)
{
	u8 bias[SS_CLASSES][SS_PORTS];
	char *copy = sim_copy(text), *responses = strchr(copy, ':');
	bool ok;

	(void)k;
	if (responses)
		*responses++ = '\0';
	ok = parse_class(copy, bias[0]) && parse_class(responses ? responses : copy, bias[1]);
	free(copy);
	if (!ok)
		return sim_fail(err, "'%s' is not N, X/Y/Z or PROC,+X,-X,+Y,-Y,+Z,-Z with numbers from 0 to %d, nor two of these, for requests and responses, with ':' between them",
				text, SS_MAX_BIAS);
	memcpy(field, bias, sizeof(bias));
	return true;
}

static void print_class(const u8 bias[SS_PORTS], FILE *to)
{
	bool even = true, by_dimension = bias[0] == SS_DEFAULT_BIAS;

	for (u32 p = SEASTAR_PORT_XP; p < SS_PORTS; p++) {
		even &= bias[p] == bias[0];
		by_dimension &= bias[p] == bias[(p - 1) / 2 * 2 + 1];
	}
	if (even) {
		fprintf(to, "%u", bias[0]);
	} else if (by_dimension) {
		fprintf(to, "%u/%u/%u", bias[1], bias[3], bias[5]);
	} else {
		for (u32 p = 0; p < SS_PORTS; p++)
			fprintf(to, "%s%u", p ? "," : "", bias[p]);
	}
}

static void print_bias(const struct sim_key *k, const void *field, FILE *to)
{
	const u8 (*bias)[SS_PORTS] = field;

	(void)k;
	print_class(bias[0], to);
	if (memcmp(bias[0], bias[1], SS_PORTS)) {
		fputc(':', to);
		print_class(bias[1], to);
	}
}

const struct sim_type sim_type_bias = {
	"BIAS[:BIAS]", false, parse_bias, print_bias
};

/* Take the numbers of @text, set apart by commas or white space. */
static bool take_list(const char *text, struct sim_settings *s, struct sim_error *err)
{
	static const char between[] = ", \t\r\n";
	u32 *list = sim_alloc(SIM_MAX_NODES, sizeof(*list)), n = 0;

	for (text += strspn(text, between); *text; text += strspn(text, between)) {
		size_t length = strcspn(text, between);
		char part[16];
		u64 value;

		snprintf(part, sizeof(part), "%.*s", (int)(length < 16 ? length : 15), text);
		if (!text_number(part, &value) || value >= SIM_MAX_NODES ||
		    n == SIM_MAX_NODES) {
			free(list);
			return sim_fail(err, "entry %u of the permutation, '%s', is not a node from 0 to %d",
					n, part, SIM_MAX_NODES - 1);
		}
		list[n++] = value;
		text += length;
	}
	free(s->permutation);
	s->permutation = list;
	s->listed = n;
	return true;
}

static bool parse_permutation(const struct sim_key *k, const char *text, void *field,
			      struct sim_error *err)
{
	char *content;
	size_t size;
	bool ok;

	(void)k;
	if (isdigit((unsigned char)*text))
		return take_list(text, field, err);
	if (access(text, R_OK))
		return sim_fail(err, "'%s' is neither a list of nodes nor a file that can be read: %s",
				text, strerror(errno));
	if (!file_read(text, &content, &size, err))
		return false;
	ok = size ? take_list(content, field, err) : sim_fail(err, "'%s' is empty", text);
	free(content);
	return ok;
}

static void print_permutation(const struct sim_key *k, const void *field, FILE *to)
{
	const struct sim_settings *s = field;

	(void)k;
	for (u32 i = 0; i < s->listed; i++)
		fprintf(to, "%s%u", i ? "," : "", s->permutation[i]);
}

const struct sim_type sim_type_permutation = {
	"LIST|FILE", false, parse_permutation, print_permutation
};

// SPDX-License-Identifier: GPL-2.0-only
#include <stdio.h>
#include <string.h>

#include "sim/base/text.h"
#include "sim/topology/cube.h"

#include "topology.h"

static const char letters[] = "xyz";

bool topology_read(const char *text, struct topology *t)
{
	const char *part = text;
	uint64_t number;

	*t = (struct topology){ 0 };
	for (;;) {
		size_t length = strcspn(part, "x");
		char radix[16];

		if (t->dims == SEASTAR_DIMS || length >= sizeof(radix))
			return false;
		memcpy(radix, part, length);
		radix[length] = '\0';
		if (!text_number(radix, &number) || number > UINT32_MAX)
			return false;
		t->radix[t->dims++] = number;
		if (!part[length])
			return true;
		part += length + 1;
	}
}

bool mesh_read(const char *text, struct topology *t)
{
	if (!strcmp(text, "none"))
		return true;
	for (; *text; text++) {
		const char *letter = strchr(letters, *text);

		if (!letter)
			return false;
		t->mesh |= 1u << (letter - letters);
	}
	return true;
}

void args_topology(struct args *a, struct topology *t)
{
	const char *text = args_value(a, "topology");

	if (!topology_read(text, t))
		args_die(a, "topology: '%s' is not KX, KXxKY or KXxKYxKZ, such as 4x4x8", text);
}

void args_mesh(struct args *a, struct topology *t)
{
	const char *text = args_value(a, "mesh");

	if (!mesh_read(text, t))
		args_die(a, "mesh: '%s' is neither 'none' nor made of the letters x, y and z",
			 text);
}

void topology_parse(const struct nlattr **tb, struct topology *t)
{
	*t = (struct topology){ .mesh = snl_u32(tb[SEASTAR_A_DEV_MESH]) };
	t->dims = snl_array(tb[SEASTAR_A_DEV_RADIX], t->radix, SEASTAR_DIMS, sizeof(uint32_t));
}

void topology_core(const struct topology *t, struct ss_topology *core)
{
	unsigned int d;

	*core = (struct ss_topology){ .ops = &ss_cube_topology };
	core->size[SS_MESH] = t->mesh;
	for (d = 0; d < SEASTAR_DIMS; d++)
		core->size[d] = d < t->dims ? t->radix[d] : 1;
	core->ops->shape(core);
}

/* Write "11x12x16". */
static void topology_sizes(const struct topology *t, char text[TOPOLOGY_TEXT_MAX])
{
	unsigned int d;
	int n = 0;

	text[0] = '\0';
	for (d = 0; d < t->dims; d++)
		n += snprintf(text + n, TOPOLOGY_TEXT_MAX - n, "%s%u", d ? "x" : "", t->radix[d]);
}

/* Return the mask of the dimensions that have links: a radix of 1 is neither torus nor mesh. */
static uint32_t wide_dimensions(const struct topology *t)
{
	uint32_t wide = 0;
	unsigned int d;

	for (d = 0; d < t->dims; d++)
		wide |= (t->radix[d] > 1) << d;
	return wide;
}

static void add_letters(uint32_t dims, char *text)
{
	unsigned int d;

	text += strlen(text);
	for (d = 0; d < SEASTAR_DIMS; d++) {
		if (dims & 1u << d)
			*text++ = letters[d];
	}
	*text = '\0';
}

void topology_words(const struct topology *t, char text[TOPOLOGY_TEXT_MAX])
{
	uint32_t mesh = t->mesh & wide_dimensions(t);

	topology_sizes(t, text);
	if (mesh) {
		strcat(text, " mesh ");
		add_letters(mesh, text);
	}
}

bool topology_same(const struct topology *a, const struct topology *b)
{
	unsigned int d;

	for (d = 0; d < SEASTAR_DIMS; d++) {
		if ((d < a->dims ? a->radix[d] : 1) != (d < b->dims ? b->radix[d] : 1))
			return false;
	}
	return (a->mesh & wide_dimensions(a)) == (b->mesh & wide_dimensions(b));
}

void topology_text(const struct topology *t, char text[TOPOLOGY_TEXT_MAX])
{
	uint32_t wide = wide_dimensions(t);

	topology_sizes(t, text);
	if (!(t->mesh & wide)) {
		strcat(text, " torus");
	} else if ((t->mesh & wide) == wide) {
		strcat(text, " mesh");
	} else {
		strcat(text, " torus, mesh in ");
		add_letters(t->mesh & wide, text);
	}
}

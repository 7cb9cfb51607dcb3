// SPDX-License-Identifier: GPL-2.0-only
#include <stdio.h>
#include <string.h>

#include "sim/core/topology.h"
#include "sim/text.h"

#include "topology.h"

#define TOPOLOGY_FORM	"topology: '%s' is not KX, KXxKY or KXxKYxKZ, such as 4x4x8"

static const char letters[] = "xyz";

void args_topology(struct args *a, struct topology *t)
{
	const char *text = args_value(a, "topology"), *part = text;

	uint64_t number;

	memset(t, 0, sizeof(*t));
	for (;;) {
		size_t length = strcspn(part, "x");
		char radix[16];

		if (t->dims == SEASTAR_DIMS || length >= sizeof(radix))
			args_die(a, TOPOLOGY_FORM, text);
		memcpy(radix, part, length);
		radix[length] = '\0';
		if (!text_number(radix, &number) || number > UINT32_MAX)
			args_die(a, TOPOLOGY_FORM, text);
		t->radix[t->dims++] = number;
		if (!part[length])
			return;
		part += length + 1;
	}
}

void args_mesh(struct args *a, struct topology *t)
{
	const char *text = args_value(a, "mesh"), *p;

	for (p = text; *p; p++) {
		const char *letter = strchr(letters, *p);

		if (!letter)
			args_die(a, "mesh: '%s' is not made of the letters x, y and z", text);
		t->mesh |= 1u << (letter - letters);
	}
}

void topology_parse(const struct nlattr **tb, struct topology *t)
{
	*t = (struct topology){ .mesh = attr_u32(tb[SEASTAR_A_DEV_MESH]) };
	t->dims = attr_array(tb[SEASTAR_A_DEV_RADIX], t->radix, SEASTAR_DIMS, sizeof(uint32_t));
}

void topology_core(const struct topology *t, struct ss_topology *core)
{
	unsigned int d;

	*core = (struct ss_topology){ .mesh = t->mesh, .routers = 1 };
	for (d = 0; d < SEASTAR_DIMS; d++) {
		core->radix[d] = d < t->dims ? t->radix[d] : 1;
		core->routers *= core->radix[d];
	}
}

void topology_sizes(const struct topology *t, char text[TOPOLOGY_TEXT_MAX])
{
	unsigned int d;
	int n = 0;

	text[0] = '\0';
	for (d = 0; d < t->dims; d++)
		n += snprintf(text + n, TOPOLOGY_TEXT_MAX - n, "%s%u", d ? "x" : "", t->radix[d]);
}

void topology_text(const struct topology *t, char text[TOPOLOGY_TEXT_MAX])
{
	uint32_t wide = 0;
	unsigned int d;
	int n;

	/* A dimension of one router has no links: it is neither. */
	for (d = 0; d < t->dims; d++)
		wide |= (t->radix[d] > 1) << d;
	topology_sizes(t, text);
	n = strlen(text);
	if (!(t->mesh & wide)) {
		snprintf(text + n, TOPOLOGY_TEXT_MAX - n, " torus");
	} else if ((t->mesh & wide) == wide) {
		snprintf(text + n, TOPOLOGY_TEXT_MAX - n, " mesh");
	} else {
		n += snprintf(text + n, TOPOLOGY_TEXT_MAX - n, " torus, mesh in ");
		for (d = 0; d < t->dims; d++) {
			if (t->mesh & wide & 1u << d)
				n += snprintf(text + n, TOPOLOGY_TEXT_MAX - n, "%c", letters[d]);
		}
	}
}

// SPDX-License-Identifier: GPL-2.0-only
#include <stdio.h>
#include <string.h>

#include "topology_view.h"

void ss_fill_dimensions(u32 *size, u32 n)
{
	for (; n < SEASTAR_DIMS; n++)
		size[n] = 1;
}

/* Return true if row @i is the first of those with links of its kind. */
static bool begins_kind(const struct ss_topology_view *v, u32 i)
{
	return v->row[i].links &&
	       (!i || !v->row[i - 1].links || strcmp(v->row[i - 1].links, v->row[i].links));
}

u32 ss_link_kinds(const struct ss_topology_view *v)
{
	u32 n = 0;

	for (u32 i = 0; i < v->rows; i++)
		n += begins_kind(v, i);
	return n;
}

u32 ss_link_kind_of(const struct ss_topology_view *v, u32 row)
{
	u32 n = 0;

	for (u32 i = 0; i <= row; i++)
		n += begins_kind(v, i);
	return n - 1;
}

u32 ss_link_kind_rows(const struct ss_topology_view *v, u32 kind, u32 *first)
{
	u32 n = 0;

	for (u32 i = 0; i < v->rows; i++) {
		if (!v->row[i].links || ss_link_kind_of(v, i) != kind)
			continue;
		if (!n++)
			*first = i;
	}
	return n;
}

const char *ss_link_kind(const struct ss_topology_view *v, u32 kind)
{
	u32 first = 0;

	ss_link_kind_rows(v, kind, &first);
	return v->row[first].links;
}

u32 ss_number_in_row(const struct ss_topology *t, u32 r, u32 port)
{
	const struct ss_topology_view *v = t->ops->view;
	u32 n = 0;

	for (u32 i = 0; i < port; i++)
		n += v->row_of(t, r, i) == v->row_of(t, r, port);
	return n;
}

void ss_extents(const struct ss_topology *t, u32 extent[SS_PLACES])
{
	memset(extent, 0, SS_PLACES * sizeof(extent[0]));
	for (u32 r = 0; r < t->routers; r++) {
		struct ss_place p = t->ops->view->place(t, r);

		for (u32 i = 0; i < SS_PLACES; i++)
			if (p.at[i] >= extent[i])
				extent[i] = p.at[i] + 1;
	}
}

void ss_write_place(const char *words, u32 n, const u32 place[SS_PLACES], char text[SS_WORDS])
{
	size_t size = 0;

	for (const char *w = words; *w && size < SS_WORDS - 1; w++) {
		if (*w != '{') {
			text[size++] = *w;
			continue;
		}
		size += snprintf(text + size, SS_WORDS - size, "%u",
				 w[1] == 'n' ? n : place[w[1] - '0']);
		w += 2;
	}
	text[size < SS_WORDS ? size : SS_WORDS - 1] = '\0';
}

void ss_write_link(const struct ss_topology *t, u32 r, u32 port, char text[SS_WORDS])
{
	const struct ss_topology_view *v = t->ops->view;
	const struct ss_port_row *row = &v->row[v->row_of(t, r, port)];
	u32 back, end = t->ops->behind(t, r, port, &back), at[SS_PLACES];
	struct ss_place place = v->place(t, end);
	char where[SS_WORDS];

	for (u32 i = 0; i < SS_PLACES; i++)
		at[i] = place.at[i];
	ss_write_place(row->to, end, at, where);
	snprintf(text, SS_WORDS, "%s to %.40s", row->name, where);
}

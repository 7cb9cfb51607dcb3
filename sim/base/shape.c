// SPDX-License-Identifier: GPL-2.0-only
#include <string.h>

#include "shape.h"
#include "text.h"

const char *const sim_port_words[] = { "proc", "+x", "-x", "+y", "-y", "+z", "-z" };

bool shape_topology(const char *text, u32 radix[SEASTAR_DIMS], struct sim_error *err)
{
	u64 given[SEASTAR_DIMS] = { 0, 1, 1 }, routers = 1;
	u32 n = text_numbers(text, 'x', UINT64_MAX, given, SEASTAR_DIMS);

	/* 0 if one dimension alone is too long: the product of three could wrap */
	for (u32 d = 0; d < n; d++)
		routers *= given[d] > SEASTAR_MAX_ROUTERS ? 0 : given[d];
	if (!n)
		return sim_fail(err, "'%s' is not up to three numbers with 'x' between them", text);
	if (!routers || routers > SEASTAR_MAX_ROUTERS)
		return sim_fail(err, "'%s' is not from 1 to %d routers", text, SEASTAR_MAX_ROUTERS);
	for (u32 d = 0; d < SEASTAR_DIMS; d++)
		radix[d] = given[d];
	return true;
}

bool shape_mesh(const char *text, u32 *mesh, struct sim_error *err)
{
	static const char letters[] = "xyz";

	*mesh = 0;
	if (!strcmp(text, "none"))
		text = "";
	for (const char *p = text; *p; p++) {
		const char *letter = strchr(letters, *p);

		if (!letter)
			return sim_fail(err, "'%s' is neither 'none' nor made of the letters x, y and z",
					text);
		*mesh |= 1U << (letter - letters);
	}
	return true;
}

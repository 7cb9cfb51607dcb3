// SPDX-License-Identifier: GPL-2.0-only
#include <string.h>

#include "sim/base/memory.h"

#include "timeline.h"

struct timeline *timeline_new(u32 bins)
{
	struct timeline *l = sim_alloc(1, sizeof(*l));

	l->bins = bins;
	l->bin = sim_alloc(bins, sizeof(*l->bin));
	return l;
}

void timeline_free(struct timeline *l)
{
	if (!l)
		return;
	free(l->bin);
	free(l);
}

u32 timeline_log2(u32 bins, u64 end)
{
	u32 log2 = 0;

	while ((u64)bins << log2 < end)
		log2++;
	return log2;
}

static void add_bin(struct timeline_bin *to, const struct timeline_bin *from)
{
	for (u32 i = 0; i < TIMELINE_STATES; i++)
		to->cycles[i] += from->cycles[i];
}

/* Make bins twice as wide, by adding up neighbours. */
static void double_width(struct timeline *l)
{
	u32 wide = (l->bins + 1) / 2;

	for (u32 i = 0; i < wide; i++) {
		struct timeline_bin sum = l->bin[2 * i];

		if (2 * i + 1 < l->bins)
			add_bin(&sum, &l->bin[2 * i + 1]);
		l->bin[i] = sum;
	}
	memset(l->bin + wide, 0, (l->bins - wide) * sizeof(*l->bin));
	l->log2++;
}

void timeline_widen(struct timeline *l, u64 end)
{
	u32 log2 = timeline_log2(l->bins, end);

	while (l->log2 < log2)
		double_width(l);
}

void timeline_add(struct timeline *l, enum timeline_state state, u64 cycles)
{
	u64 end = l->end + cycles;

	timeline_widen(l, end);
	while (l->end < end) {
		u64 bin = l->end >> l->log2, next = (bin + 1) << l->log2;

		next = next < end ? next : end;
		l->bin[bin].cycles[state] += next - l->end;
		l->end = next;
	}
}

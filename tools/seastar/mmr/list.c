// SPDX-License-Identifier: GPL-2.0-only
/* The table of registers. */
#include <stdio.h>

#include "tools/lib/names.h"
#include "tools/seastar/base/out.h"

#include "mmr.h"

static const char *const access_names[] = {
	[SS_MMR_RO] = "ro",
	[SS_MMR_VOLATILE] = "volatile",
	[SS_MMR_DRIVER] = "driver",
	[SS_MMR_RW] = "rw",
	[SS_MMR_TABLE] = "table",
	NULL
};

static void field_out(const struct ss_mmr_field *f)
{
	char bits[8];

	snprintf(bits, sizeof(bits), "%u:%u", f->lsb + f->width - 1, f->lsb);
	out_row();
	out_text("    %5s %-13s ", bits, f->name);
	out_str("field", NULL, f->name);
	out_u64("lsb", NULL, f->lsb);
	out_u64("width", NULL, f->width);
	out_str("doc", "%s\n", f->doc);
	out_close();
}

static void mmr_out(const struct ss_mmr *mmr)
{
	const struct ss_mmr_field *f;

	out_row();
	out_text("0x%04x  ", mmr->offset);
	out_str("register", "%s, ", mmr->name);
	out_u64("offset", NULL, mmr->offset);
	out_str("access", "%s", name_of(access_names, mmr->access));
	if (mmr->port_stride)
		out_text(", a port each 0x%x", mmr->port_stride);
	out_u64("port_stride", NULL, mmr->port_stride);
	out_u64("count", mmr->count > 1 ? ", %s each 0x8" : NULL, mmr->count);
	out_hex("writable", NULL, mmr->writable);
	out_hex("reset", NULL, mmr->reset);
	out_u64("min", NULL, mmr->min);
	if (mmr->unit)
		out_str("unit", ", %s", mmr->unit);
	out_str("doc", "\n    %s\n", mmr->doc);
	out_list("fields");
	for (f = mmr->fields; f && f->name; f++)
		field_out(f);
	out_close();
	out_close();
}

void mmr_list(const struct ss_mmr *mmr)
{
	const struct ss_mmr *end = mmr ? mmr + 1 : ss_mmrs + ss_mmr_count;

	out_list(NULL);
	for (mmr = mmr ? mmr : ss_mmrs; mmr < end; mmr++)
		mmr_out(mmr);
	out_close();
}

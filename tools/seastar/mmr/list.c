// SPDX-License-Identifier: GPL-2.0-only
/* The table of registers, as text and as JSON. */
#include <inttypes.h>
#include <stdio.h>

#include "tools/lib/names.h"
#include "tools/seastar/base/print.h"

#include "mmr.h"

static const char *const access_names[] = {
	[SS_MMR_RO] = "ro",
	[SS_MMR_VOLATILE] = "volatile",
	[SS_MMR_DRIVER] = "driver",
	[SS_MMR_RW] = "rw",
	[SS_MMR_TABLE] = "table",
	NULL
};

static struct json_object *mmr_list_fields_json(const struct ss_mmr_field *f)
{
	struct json_object *list = json_object_new_array();

	for (; f && f->name; f++) {
		struct json_object *o = json_object_new_object();

		json_add_str(o, "field", f->name);
		json_add_u64(o, "lsb", f->lsb);
		json_add_u64(o, "width", f->width);
		json_add_str(o, "doc", f->doc);
		json_object_array_add(list, o);
	}
	return list;
}

static struct json_object *mmr_json(const struct ss_mmr *mmr)
{
	struct json_object *o = json_object_new_object();

	json_add_str(o, "register", mmr->name);
	json_add_u64(o, "offset", mmr->offset);
	json_add_u64(o, "port_stride", mmr->port_stride);
	json_add_u64(o, "count", mmr->count);
	json_add_str(o, "access", name_of(access_names, mmr->access));
	json_add_hex(o, "writable", mmr->writable);
	json_add_hex(o, "reset", mmr->reset);
	json_add_u64(o, "min", mmr->min);
	if (mmr->unit)
		json_add_str(o, "unit", mmr->unit);
	json_add_str(o, "doc", mmr->doc);
	json_object_object_add(o, "fields", mmr_list_fields_json(mmr->fields));
	return o;
}

static void mmr_text(const struct ss_mmr *mmr)
{
	const struct ss_mmr_field *f;
	char bits[8];

	printf("0x%04x  %s, %s", mmr->offset, mmr->name, name_of(access_names, mmr->access));
	if (mmr->port_stride)
		printf(", a port each 0x%x", mmr->port_stride);
	if (mmr->count > 1)
		printf(", %u each 0x8", mmr->count);
	if (mmr->unit)
		printf(", %s", mmr->unit);
	printf("\n    %s\n", mmr->doc);
	for (f = mmr->fields; f && f->name; f++) {
		snprintf(bits, sizeof(bits), "%u:%u", f->lsb + f->width - 1, f->lsb);
		printf("    %5s %-13s %s\n", bits, f->name, f->doc);
	}
}

void mmr_list(const struct ss_mmr *mmr)
{
	const struct ss_mmr *end = mmr ? mmr + 1 : ss_mmrs + ss_mmr_count;
	struct json_object *list = json_object_new_array();

	for (mmr = mmr ? mmr : ss_mmrs; mmr < end; mmr++) {
		if (print_is_json())
			json_object_array_add(list, mmr_json(mmr));
		else
			mmr_text(mmr);
	}
	if (print_is_json())
		print_json(list);
	else
		json_object_put(list);
}

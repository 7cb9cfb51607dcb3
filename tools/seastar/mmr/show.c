// SPDX-License-Identifier: GPL-2.0-only
/* Registers that were read, or written by somebody, as text and as JSON. */
#include <inttypes.h>
#include <stdio.h>

#include "tools/lib/names.h"
#include "tools/seastar/base/print.h"
#include "tools/seastar/netlink/nl.h"

#include "mmr.h"

static uint32_t offset_of(const struct ss_mmr_at *at)
{
	return ss_mmr_offset(at->mmr, at->port, at->index);
}

static void add_place(struct json_object *o, const struct ss_mmr_at *at)
{
	json_add_str(o, "register", at->mmr->name);
	if (at->mmr->port_stride)
		json_add_str(o, "port", name_of(port_names, at->port));
	if (at->mmr->count > 1)
		json_add_u64(o, "index", at->index);
}

static struct json_object *mmr_show_fields_json(const struct mmr_value *r)
{
	struct json_object *o = json_object_new_object();
	const struct ss_mmr_field *f;

	for (f = r->at.mmr->fields; f->name; f++)
		json_add_u64(o, f->name, ss_mmr_field_get(f, r->value));
	return o;
}

static struct json_object *mmr_show_reading_json(const struct mmr_value *r, bool fields)
{
	struct json_object *o = json_object_new_object();

	add_place(o, &r->at);
	json_add_u64(o, "offset", offset_of(&r->at));
	json_add_hex(o, "value", r->value);
	if (fields && r->at.mmr->fields)
		json_object_object_add(o, "fields", mmr_show_fields_json(r));
	return o;
}

static void print_all_json(const struct mmr_values *all, bool fields)
{
	struct json_object *o = json_object_new_object();
	struct json_object *list = json_object_new_array();
	size_t i;

	json_add_str(o, "device", all->dev);
	json_add_u64(o, "router", all->router);
	json_add_u64(o, "generation", all->generation);
	for (i = 0; i < all->n; i++)
		json_object_array_add(list, mmr_show_reading_json(&all->reading[i], fields));
	json_object_object_add(o, "registers", list);
	print_json(o);
}

static void mmr_show_place_text(const struct ss_mmr_at *at)
{
	printf("%s", at->mmr->name);
	if (at->mmr->count > 1)
		printf(" %u", at->index);
	if (at->mmr->port_stride)
		printf(" port %s", text_name(port_names, at->port));
}

static void fields_text(const struct mmr_value *r)
{
	const struct ss_mmr_field *f;

	for (f = r->at.mmr->fields; f && f->name; f++)
		printf("    %-13s %" PRIu64 "\n", f->name, ss_mmr_field_get(f, r->value));
}

static void reading_text(const struct mmr_value *r)
{
	printf("0x%04x  0x%016" PRIx64 "  ", offset_of(&r->at), r->value);
	mmr_show_place_text(&r->at);
	putchar('\n');
}

void mmr_show(const struct mmr_values *all)
{
	size_t i;

	if (print_is_json()) {
		print_all_json(all, true);
		return;
	}
	for (i = 0; i < all->n; i++) {
		reading_text(&all->reading[i]);
		fields_text(&all->reading[i]);
	}
}

void mmr_dump(const struct mmr_values *all)
{
	size_t i;

	if (print_is_json()) {
		print_all_json(all, false);
		return;
	}
	for (i = 0; i < all->n; i++)
		reading_text(&all->reading[i]);
}

struct json_object *mmr_event_json(const struct nlmsghdr *m)
{
	const struct nlattr *tb[SEASTAR_A_MMR_MAX + 1];
	struct json_object *o = json_object_new_object();
	struct ss_mmr_at at;

	snl_attributes(m, tb, SEASTAR_A_MMR_MAX);
	json_add_str(o, "device", snl_str(tb[SEASTAR_A_MMR_DEV]));
	json_add_u64(o, "router", snl_u32(tb[SEASTAR_A_MMR_ROUTER]));
	json_add_u64(o, "generation", snl_u64(tb[SEASTAR_A_MMR_GENERATION]));
	if (ss_mmr_find(snl_u32(tb[SEASTAR_A_MMR_OFFSET]), &at))
		add_place(o, &at);
	json_add_u64(o, "offset", snl_u32(tb[SEASTAR_A_MMR_OFFSET]));
	json_add_hex(o, "value", snl_u64(tb[SEASTAR_A_MMR_VALUE]));
	return o;
}

void mmr_event_text(const struct nlmsghdr *m)
{
	const struct nlattr *tb[SEASTAR_A_MMR_MAX + 1];
	struct ss_mmr_at at;

	snl_attributes(m, tb, SEASTAR_A_MMR_MAX);
	printf("%s: generation %" PRIu64 " router %u ", snl_str(tb[SEASTAR_A_MMR_DEV]),
	       snl_u64(tb[SEASTAR_A_MMR_GENERATION]), snl_u32(tb[SEASTAR_A_MMR_ROUTER]));
	if (ss_mmr_find(snl_u32(tb[SEASTAR_A_MMR_OFFSET]), &at))
		mmr_show_place_text(&at);
	else	/* of a newer driver */
		printf("offset 0x%04x", snl_u32(tb[SEASTAR_A_MMR_OFFSET]));
	printf(" 0x%016" PRIx64 "\n", snl_u64(tb[SEASTAR_A_MMR_VALUE]));
}

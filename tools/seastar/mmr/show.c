// SPDX-License-Identifier: GPL-2.0-only
/* Printing of registers that were read, and of events about writes. */
#include "tools/lib/names.h"
#include "tools/seastar/base/out.h"
#include "tools/seastar/netlink/nl.h"

#include "mmr.h"

static uint32_t offset_of(const struct ss_mmr_at *at)
{
	return ss_mmr_offset(at->mmr, at->port, at->index);
}

static void mmr_place_out(const struct ss_mmr_at *at)
{
	out_str("register", "%s", at->mmr->name);
	if (at->mmr->count > 1)
		out_u64("index", " %s", at->index);
	if (at->mmr->port_stride)
		out_name("port", " port %s", port_names, at->port);
}

static void fields_out(const struct mmr_value *r)
{
	const struct ss_mmr_field *f;

	out_open("fields");
	for (f = r->at.mmr->fields; f->name; f++) {
		out_text("    %-13s ", f->name);
		out_u64(f->name, "%s\n", ss_mmr_field_get(f, r->value));
	}
	out_close();
}

static void value_out(const struct mmr_value *r, bool fields)
{
	out_row();
	out_text("0x%04x  ", offset_of(&r->at));
	out_u64("offset", NULL, offset_of(&r->at));
	out_hex("value", "%s  ", r->value);
	mmr_place_out(&r->at);
	out_text("\n");
	if (fields && r->at.mmr->fields)
		fields_out(r);
	out_close();
}

static void values_out(const struct mmr_values *all, bool fields)
{
	size_t i;

	out_open(NULL);
	out_str("device", NULL, all->dev);
	out_u64("router", NULL, all->router);
	out_u64("generation", NULL, all->generation);
	out_list("registers");
	for (i = 0; i < all->n; i++)
		value_out(&all->reading[i], fields);
	out_close();
	out_close();
}

void mmr_show(const struct mmr_values *all)
{
	values_out(all, true);
}

void mmr_dump(const struct mmr_values *all)
{
	values_out(all, false);
}

void mmr_event_out(const struct nlmsghdr *m)
{
	const struct nlattr *tb[SEASTAR_A_MMR_MAX + 1];
	struct ss_mmr_at at;
	uint32_t offset;

	snl_attributes(m, tb, SEASTAR_A_MMR_MAX);
	offset = snl_u32(tb[SEASTAR_A_MMR_OFFSET]);
	out_str("device", "%s: ", snl_str(tb[SEASTAR_A_MMR_DEV]));
	out_u64("generation", "generation %s ", snl_u64(tb[SEASTAR_A_MMR_GENERATION]));
	out_u64("router", "router %s ", snl_u32(tb[SEASTAR_A_MMR_ROUTER]));
	if (ss_mmr_find(offset, &at))
		mmr_place_out(&at);
	else	/* a register that only a newer driver knows */
		out_text("offset 0x%04x", offset);
	out_u64("offset", NULL, offset);
	out_hex("value", " %s\n", snl_u64(tb[SEASTAR_A_MMR_VALUE]));
}

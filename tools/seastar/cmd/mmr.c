// SPDX-License-Identifier: GPL-2.0-only
/* seastar mmr: the raw memory-mapped registers. */
#include <ctype.h>
#include <stdlib.h>

#include "tools/lib/names.h"
#include "tools/seastar/base/command.h"
#include "tools/seastar/base/keyword.h"
#include "tools/seastar/base/print.h"
#include "tools/seastar/device/device.h"
#include "tools/seastar/mmr/mmr.h"
#include "tools/seastar/mmr/read.h"
#include "tools/seastar/netlink/nl.h"

#include "cmd.h"

#define EVERY		UINT32_MAX	/* all ports, or all indices */

/* The requested registers. */
struct wanted {
	const char *dev;
	uint32_t router;
	const struct ss_mmr *mmr;
	uint32_t port;
	uint32_t index;
};

enum { ROUTER, PORT, INDEX, FIELD, GENERATION };

#define MMR_ROUTER(where)								\
	[ROUTER] = { .name = "router", .value = "N|X,Y,Z", .place = where,		\
		     .help = "the router whose registers are shown" }
#define MMR_PORT(where)									\
	[PORT] = { .name = "port", .value = "PORT", .place = where, .help = "show this port only" }
#define MMR_INDEX(where)								\
	[INDEX] = { .name = "index", .value = "N", .place = where,			\
		    .help = "choose one register of an array" }

static const struct keyword mmr_whole_keywords[] = {
	MMR_ROUTER(KEYWORD_NEEDED), MMR_PORT(KEYWORD_FREE), { 0 }
};

/* Keywords of "show": router and port of a device, or a register without a device. */
static const struct keyword mmr_show_keywords[] = {
	MMR_ROUTER(KEYWORD_HIDDEN), MMR_PORT(KEYWORD_HIDDEN),
	{ .name = "register", .value = "REGISTER", .place = KEYWORD_HIDDEN,
	  .help = "describe a register, without a device" },
	{ 0 }
};

static const struct keyword mmr_read_keywords[] = {
	MMR_ROUTER(KEYWORD_HIDDEN), MMR_PORT(KEYWORD_FREE), MMR_INDEX(KEYWORD_FREE), { 0 }
};

/* Keywords of "write"; the value may stand between them. */
static const struct keyword mmr_write_keywords[] = {
	MMR_ROUTER(KEYWORD_HIDDEN), MMR_PORT(KEYWORD_HIDDEN), MMR_INDEX(KEYWORD_HIDDEN),
	[FIELD] = { .name = "field", .value = "FIELD", .place = KEYWORD_HIDDEN,
		    .help = "write this field only, and leave the others" },
	[GENERATION] = { .name = "generation", .value = "N", .max = UINT64_MAX,
			 .place = KEYWORD_HIDDEN,
			 .help = "write only if nothing has changed since this generation" },
	{ 0 }
};

static void mmr_take_device(struct args *a, struct wanted *w)
{
	*w = (struct wanted){ .port = EVERY, .index = EVERY };
	w->dev = args_device(a);
}

static void mmr_take_router(struct args *a, struct wanted *w)
{
	mmr_take_device(a, w);
	args_need(a, mmr_read_keywords[ROUTER].name);
	w->router = args_router(a, "router", w->dev);
}

static void take_port(struct args *a, struct wanted *w)
{
	if (w->mmr && !w->mmr->port_stride)
		args_die(a, "%s belongs to the router, not to a port: leave 'port' out",
			 w->mmr->name);
	w->port = args_choice(a, "port", port_names);
}

static void take_index(struct args *a, struct wanted *w)
{
	if (w->mmr->count == 1)
		args_die(a, "%s is a single register: leave 'index' out", w->mmr->name);
	w->index = args_number(a, "index", NULL, 0, w->mmr->count - 1);
}

/* Take REG [port P] [index I] and, if @field is not NULL, [field F], before a number or the end. */
static void take_register(struct args *a, struct wanted *w, const struct keyword *keywords,
			  const struct ss_mmr_field **field)
{
	uint64_t seen = 1 << ROUTER | 1 << GENERATION;
	struct ss_mmr_at at;

	if (args_mmr_at(a, &at)) {
		seen |= 1 << PORT | 1 << INDEX;
		w->port = at.port;
		w->index = at.index;
	}
	w->mmr = at.mmr;
	while (args_more(a) && !isdigit((unsigned char)**a->word)) {
		switch (keyword_take(a, keywords, &seen)) {
		case PORT:
			take_port(a, w);
			break;
		case INDEX:
			take_index(a, w);
			break;
		case FIELD:
			*field = args_field(a, w->mmr);
			break;
		}
	}
}

static void mmr_add(struct mmr_values *all, const struct wanted *w, const struct ss_mmr *mmr,
		    uint32_t port)
{
	uint32_t index = w->index == EVERY ? 0 : w->index;
	uint32_t end = w->index == EVERY ? mmr->count : index + 1;

	all->reading = resize(all->reading, all->n + end - index, sizeof(*all->reading));
	for (; index < end; index++)
		all->reading[all->n++] = (struct mmr_value){
			.at = { .mmr = mmr, .port = port, .index = index },
		};
}

static bool mmr_is_wanted(const struct wanted *w, const struct ss_mmr *mmr, bool arrays)
{
	return w->mmr ? w->mmr == mmr : mmr->count == 1 || arrays;
}

/* Gather the registers of the router, then the registers of each port. */
static struct mmr_values gather(const struct wanted *w, bool arrays)
{
	struct mmr_values all = { .dev = w->dev, .router = w->router };
	const struct ss_mmr *mmr, *end = ss_mmrs + ss_mmr_count;
	uint32_t port;

	for (mmr = ss_mmrs; mmr < end; mmr++) {
		if (!mmr->port_stride && mmr_is_wanted(w, mmr, arrays) &&
		    (w->mmr || w->port == EVERY))
			mmr_add(&all, w, mmr, 0);
	}
	for (port = 0; port < SS_MMR_PORTS; port++) {
		if (w->port != EVERY && w->port != port)
			continue;
		for (mmr = ss_mmrs; mmr < end; mmr++) {
			if (mmr->port_stride && mmr_is_wanted(w, mmr, arrays))
				mmr_add(&all, w, mmr, port);
		}
	}
	return all;
}

static uint32_t offset_at(const struct mmr_values *all, size_t i)
{
	const struct ss_mmr_at *at = &all->reading[i].at;

	return ss_mmr_offset(at->mmr, at->port, at->index);
}

/* A run of consecutive registers, from @first on. */
struct mmr_run {
	struct mmr_values *all;
	size_t first, n;
};

static void read_run(struct nl *nl, struct mmr_run *run)
{
	const struct mmr_values *all = run->all;
	uint64_t value[MMR_MAX_COUNT], generation;
	size_t i;

	generation = mmr_read(nl, all->dev, all->router, offset_at(all, run->first), run->n, value);
	for (i = 0; i < run->n; i++)
		run->all->reading[run->first + i].value = value[i];
	if (!run->first)
		run->all->generation = generation;
}

static void mmr_read_all(struct nl *nl, struct mmr_values *all)
{
	struct mmr_run run = { .all = all };

	for (; run.first < all->n; run.first += run.n) {
		run.n = 1;
		while (run.first + run.n < all->n && run.n < MMR_MAX_COUNT &&
		       offset_at(all, run.first + run.n) ==
		       offset_at(all, run.first + run.n - 1) + sizeof(uint64_t))
			run.n++;
		read_run(nl, &run);
	}
}

static void read_and_print(const struct wanted *w, bool arrays,
			   void (*print)(const struct mmr_values *all))
{
	struct mmr_values all = gather(w, arrays);
	struct nl nl;

	nl_open(&nl);
	mmr_read_all(&nl, &all);
	nl_close(&nl);
	print(&all);
	free(all.reading);
}

static void whole(struct args *a, bool arrays, void (*print)(const struct mmr_values *all))
{
	struct wanted w;
	uint64_t seen = 0;

	mmr_take_device(a, &w);
	while (args_more(a)) {
		if (keyword_take(a, mmr_whole_keywords, &seen) == ROUTER)
			w.router = args_router(a, "router", w.dev);
		else
			take_port(a, &w);
	}
	keyword_need(a, mmr_whole_keywords, seen);
	read_and_print(&w, arrays, print);
}

/* Show the registers of a device or, without a device, the list of registers. */
static void run_show(struct args *a)
{
	struct ss_mmr_at at = { 0 };

	if (args_more(a) && !args_comes(a, "register")) {
		whole(a, false, mmr_show);
		return;
	}
	if (args_take(a, "register"))
		args_mmr_at(a, &at);
	args_end(a);
	mmr_list(at.mmr);
}

static void run_dump(struct args *a)
{
	whole(a, true, mmr_dump);
}

static void run_read(struct args *a)
{
	struct wanted w;

	mmr_take_router(a, &w);
	take_register(a, &w, mmr_read_keywords, NULL);
	args_end(a);
	read_and_print(&w, true, mmr_show);
}

/* A value for a register, or for one field of it. */
struct mmr_change {
	struct wanted w;
	const struct ss_mmr_field *field;
	uint64_t value;
	bool has_generation;
	uint64_t generation;
};

static void take_change(struct args *a, struct mmr_change *c)
{
	*c = (struct mmr_change){ 0 };
	mmr_take_router(a, &c->w);
	take_register(a, &c->w, mmr_write_keywords, &c->field);
	if (c->w.mmr->port_stride && c->w.port == EVERY)
		args_die(a, "%s belongs to a port: name one", c->w.mmr->name);
	if (c->w.mmr->count > 1 && c->w.index == EVERY)
		args_die(a, "%s is an array: give an index", c->w.mmr->name);
	c->value = args_number(a, "value", NULL, 0,
			       c->field ? ss_mmr_field_get(c->field, UINT64_MAX) : UINT64_MAX);
	c->has_generation = args_take(a, mmr_write_keywords[GENERATION].name);
	if (c->has_generation)
		c->generation = keyword_number(a, &mmr_write_keywords[GENERATION]);
	args_end(a);
}

/* Read the whole register, for its other fields and the generation. */
static void read_other_fields(struct nl *nl, struct mmr_change *c)
{
	struct mmr_values all = gather(&c->w, true);

	mmr_read_all(nl, &all);
	c->value = (all.reading->value & ~ss_mmr_field_mask(c->field)) |
		   c->value << c->field->lsb;
	if (!c->has_generation)
		c->generation = all.generation;
	c->has_generation = true;
	free(all.reading);
}

static void run_write(struct args *a)
{
	struct mmr_change c;
	struct snl_msg m;
	struct nl nl;

	take_change(a, &c);
	nl_open(&nl);
	if (c.field)
		read_other_fields(&nl, &c);
	snl_start(&m, SEASTAR_CMD_MMR_SET);
	snl_put_str(&m, SEASTAR_A_MMR_DEV, c.w.dev);
	snl_put_u32(&m, SEASTAR_A_MMR_ROUTER, c.w.router);
	snl_put_u32(&m, SEASTAR_A_MMR_OFFSET,
		    ss_mmr_offset(c.w.mmr, c.w.mmr->port_stride ? c.w.port : 0,
				  c.w.mmr->count > 1 ? c.w.index : 0));
	snl_put_u64(&m, SEASTAR_A_MMR_VALUE, c.value);
	if (c.has_generation)
		snl_put_u64(&m, SEASTAR_A_MMR_GENERATION, c.generation);
	nl_do(&nl, &m, NULL, NULL);
	nl_close(&nl);
}

static const struct rule write_rules[] = {
	{ .name = "REGISTER", .text = "NAME | OFFSET" },
	{ .name = "PORT", .text = "proc | +x | -x | +y | -y | +z | -z" },
	{ 0 }
};

static const struct command mmr_commands[] = {
	{ .name = "show", .run = run_show,
	  .usage = "[DEV router N|X,Y,Z [port PORT] | register REGISTER]",
	  .keywords = mmr_show_keywords,
	  .help = "Show the registers of a router and their fields, without look-up tables; without a device, describe all registers",
	  .rules = write_rules },
	{ .name = "dump", .run = run_dump, .usage = "DEV", .keywords = mmr_whole_keywords,
	  .help = "Print all registers with the tables, one per line" },
	{ .name = "read", .run = run_read,
	  .usage = "DEV router N|X,Y,Z REGISTER", .keywords = mmr_read_keywords,
	  .help = "Read a register, of all ports and indices unless they are named" },
	{ .name = "write", .run = run_write,
	  .usage = "DEV router N|X,Y,Z REGISTER [port PORT] [index N] [field FIELD] VALUE [generation N]",
	  .keywords = mmr_write_keywords,
	  .help = "Write a register, or one of its fields; 'seastar mmr show' has names and offsets",
	  .rules = write_rules },
	{ .name = "list", .now = "mmr show" },
	{ 0 }
};

void cmd_mmr(struct args *a)
{
	object_run("mmr", mmr_commands, a);
}

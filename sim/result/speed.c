// SPDX-License-Identifier: GPL-2.0-only
/* Speeds of links and routers of results. */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "sim/base/memory.h"
#include "sim/experiment/routers.h"

#include "clock.h"
#include "differing.h"
#include "speed.h"

#define MOST_NAMED	6	/* routers in a note */
#define LONGEST		128	/* bytes of a router's part of a note */

/**
 * struct speed - speed of links and routers, by the cycle time of the router
 * @carries: what a link carries: bytes per ns of programs, flits per ns of other traffic; NAN: the
 *	cycle time is not known
 * @in_bytes: @carries is in bytes per ns
 * @hop: ns that a further hop takes a packet that meets no other; NAN: not known
 * @global: the same of a global link; NAN: there are none
 */
struct speed {
	double carries;
	bool in_bytes;
	double hop;
	double global;
};

static double key_number(struct json_object *result, const char *key)
{
	char path[64];

	snprintf(path, sizeof(path), "experiment.%s", key);
	return result_number(result, path);
}

/* Return the cycles of a hop; with @global, over a global link. */
static double hop_cycles(struct json_object *result, const struct sim_router_ops *ops, bool global)
{
	double cycles = ops->hop[0] ? 0 : 1;

	for (u32 i = 0; i < SIM_HOP_KEYS && ops->hop[i]; i++)
		cycles += key_number(result, global && !strcmp(ops->hop[i], "link_delay") ?
				     ops->global : ops->hop[i]);
	return cycles;
}

static struct speed speed_of(struct json_object *result)
{
	const struct sim_router_ops *ops = sim_router_called(result_key(result, "router"));
	double cycle = clock_cycle(result), bytes = key_number(result, "flit_bytes");
	struct speed speed = {
		.carries = (isnan(bytes) ? 1 : bytes) / cycle, .in_bytes = !isnan(bytes),
		.hop = NAN, .global = NAN,
	};

	if (ops)
		speed.hop = hop_cycles(result, ops, false) * cycle;
	if (ops && ops->global)
		speed.global = hop_cycles(result, ops, true) * cycle;
	return speed;
}

/* Write the figures of @speed, such as "4 GB/s and 66 ns per hop". */
static void write_speed(const struct speed *speed, char *text, size_t room)
{
	char global[48] = "";

	if (!isnan(speed->global) && speed->global != speed->hop)
		snprintf(global, sizeof(global), " (%.3g over a global link)", speed->global);
	snprintf(text, room, "%.3g %s and %.3g ns per hop%s", speed->carries,
		 speed->in_bytes ? "GB/s" : "flits/ns", speed->hop, global);
}

char *speed_note(const struct results *s)
{
	char (*text)[LONGEST] = sim_alloc(s->count, sizeof(*text));
	char first[LONGEST], figures[LONGEST], *note;
	struct key_names seen = { 0 };
	bool differ = false, known = true;
	size_t size;
	FILE *to = sim_need(open_memstream(&note, &size));

	for (u32 i = 0; i < s->count; i++) {
		struct speed speed = speed_of(s->at[i]);

		known &= !isnan(speed.carries) && !isnan(speed.hop);
		write_speed(&speed, figures, sizeof(figures));
		if (!i)
			memcpy(first, figures, sizeof(first));
		differ |= strcmp(first, figures);
		snprintf(text[i], sizeof(text[i]), "%.20s %.100s",
			 result_key(s->at[i], "router"), figures);
		key_names_add(&seen, text[i]);
	}
	fputs("Links and routers differ (", to);
	for (u32 i = 0; i < seen.count && i < MOST_NAMED; i++)
		fprintf(to, "%s%s", i ? "; " : "", seen.at[i]);
	if (seen.count > MOST_NAMED)
		fprintf(to, "; and %u more", seen.count - MOST_NAMED);
	fputs("): differences are of these, too (docs/my-program.md, Compare fabrics fairly)", to);
	fclose(to);
	free(seen.at);
	free(text);
	if (known && differ)
		return note;
	free(note);
	return NULL;
}

// SPDX-License-Identifier: GPL-2.0-only
/* Runs of a program on the model of the device, in place of traffic. */
#include <errno.h>
#include <stdio.h>
#include <string.h>

#include "sim/base/memory.h"
#include "sim/experiment/experiment.h"
#include "sim/run/job.h"
#include "sim/run/result.h"

#include "tools/seastar/base/out.h"
#include "tools/seastar/base/print.h"

#include "whatif.h"

#define DRAWN	"random"	/* placement drawn from the seed */

/* Choose a placement if none is given: random, but linear for a trace, which has node numbers. */
void whatif_program_open(struct whatif_program *p)
{
	FILE *from = fopen(p->file, "r");

	if (!from)
		die("%s: %s", p->file, strerror(errno));
	if (!p->placement)
		p->placement = job_is_program(from) ? DRAWN : "linear";
	fclose(from);
}

static void copy(const char *key, const char *text, char *to, size_t room)
{
	size_t length = strlen(text);

	if (length >= room)
		die("%s: '%s' is too long: a path has at most %zu bytes", key, text, room - 1);
	memcpy(to, text, length + 1);
}

void whatif_program_set(const struct whatif_program *p, struct sim_experiment *e)
{
	struct sim_settings *s = &e->phase[0].settings;

	s->traffic.pattern = SS_PATTERN_TRACE;
	copy("trace", p->file, s->trace, sizeof(s->trace));
	copy("placement", p->placement, s->program.placement, sizeof(s->program.placement));
	s->program.compute = p->compute;
	e->max_cycles = SIM_MAX_CYCLES;
}

bool whatif_program_is_drawn(const struct whatif_program *p)
{
	return !strcmp(p->placement, DRAWN);
}

char *whatif_program_why(const struct whatif_program *p, const struct sim_result *r)
{
	struct sim_error err;

	if (r->complete)
		return NULL;
	sim_fail(&err, "%.200s: %s%s%s", p->file, r->why, *r->standstill ? ": " : "",
		 r->standstill);
	return sim_copy(err.text);
}

void whatif_program_check(const struct whatif *w)
{
	for (uint32_t k = 0; k < w->seeds; k++)
		if (w->candidate[0].run[k].why)
			die("%s", w->candidate[0].run[k].why);
}

void whatif_program_out(const struct whatif_program *p)
{
	if (!p->file) {
		out_unknown("program", NULL);
		return;
	}
	out_open("program");
	out_str("trace", "Program %s, ", p->file);
	out_str("placement", "placement %s, ", p->placement);
	out_real("compute", 6, NULL, 0, p->compute / 1e6);
	out_text("compute %s; no count of the device shows how well the model predicts it\n",
		 text_real(p->compute / 1e6, 3));
	out_close();
}

// SPDX-License-Identifier: GPL-2.0-only
/*
 * The same cycles every time, for callgrind to count what they take.  Nothing but them
 * is counted if it is started with --instr-atstart=no.
 */
#include <inttypes.h>

#include <valgrind/callgrind.h>

#include "sim/text.h"

#include "workload.h"

static void count(const struct workload *w, u32 threads)
{
	struct work before, after;
	struct subject s;

	subject_begin(&s, w->keys, NULL, threads);
	sim_crew_run(s.run.crew, w->warmup);
	before = subject_done(&s);
	CALLGRIND_START_INSTRUMENTATION;
	sim_crew_run(s.run.crew, w->counted);
	CALLGRIND_STOP_INSTRUMENTATION;
	after = subject_done(&s);
	printf("{\"name\": \"%s\", \"keys\": \"%s\", \"warmup\": %u, \"cycles\": %u, \"flits\": %" PRIu64 ", \"packets\": %" PRIu64 ", \"state_hash\": \"0x%016" PRIx64 "\"}\n",
	       w->name, w->keys, w->warmup, w->counted, (u64)(after.flits - before.flits),
	       (u64)(after.packets - before.packets), (u64)ss_state_hash(s.run.f));
	subject_end(&s);
}

static void list(void)
{
	for (const struct workload *w = workloads; w->name; w++)
		if (w->counted)
			puts(w->name);
}

int main(int argc, char **argv)
{
	const struct workload *w;
	u64 threads = 1;

	if (argc == 1) {
		list();
		return 0;
	}
	if (argc > 3 || (argc == 3 && (!text_number(argv[2], &threads) || threads < 1 ||
				       threads > SS_MAX_REGIONS))) {
		fputs("usage: count [WORKLOAD [THREADS]]; without, they are listed\n", stderr);
		return 2;
	}
	w = workload_find(argv[1]);
	if (!w || !w->counted)
		die("no instructions are counted of '%s': `count` lists what has them", argv[1]);
	count(w, threads);
	return 0;
}

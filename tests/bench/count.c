// SPDX-License-Identifier: GPL-2.0-only
/*
 * Run a workload's counted cycles, always the same, under callgrind.  With --instr-atstart=no
 * callgrind counts the instructions of these cycles only.
 */
#include <inttypes.h>

#include <valgrind/callgrind.h>

#include "sim/base/json.h"
#include "sim/base/text.h"

#include "workload.h"

static void print_counted(const struct workload *w, u64 flits, u64 packets, u64 hash)
{
	struct json_object *o = json_object_new_object();
	char text[32];

	snprintf(text, sizeof(text), "0x%016" PRIx64, (uint64_t)hash);
	json_put_text(o, "name", w->name);
	json_put_text(o, "keys", w->keys);
	json_put_u64(o, "warmup", w->warmup);
	json_put_u64(o, "cycles", w->counted);
	json_put_u64(o, "flits", flits);
	json_put_u64(o, "packets", packets);
	json_put_text(o, "state_hash", text);
	puts(json_object_to_json_string_ext(o, JSON_C_TO_STRING_NOSLASHESCAPE));
	json_object_put(o);
}

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
	print_counted(w, after.flits - before.flits, after.packets - before.packets,
		      ss_state_hash(s.run.f));
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

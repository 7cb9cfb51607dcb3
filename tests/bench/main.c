// SPDX-License-Identifier: GPL-2.0-only
/*
 * Measure the costs of the model on this machine.  Print the figures on stdout, and write them to a
 * JSON list of {name, value, unit, note}, with the range of the repetitions.  A point of a series
 * also has the name of the series and its place.
 */
#include <string.h>

#include "machine.h"
#include "scale.h"

static void measure_all(void)
{
	machine_print();
	bench_workload("8x8.1flit");
	bench_workload("8x8x8.1flit");
	bench_workload("8x8x8.9flit");
	bench_workload("vc.8x8.1flit");
	bench_workload("vc.8x8.1flit.light");
	bench_workload("vc.8x8.9flit");
	bench_threads("11x12x16.9flit");
	bench_threads("32x32x32.9flit");
	bench_threads("dragonfly.h8");
	bench_statistics("8x8x8.1flit");
	bench_statistics("11x12x16.9flit");
	bench_sizes();
	bench_loads("8x8x8.1flit", "topology=8x8x8 lengths=1");
	bench_loads("11x12x16.9flit", "topology=11x12x16 period=8 bias=3/2/1");
	bench_all();
	bench_memory();
}

int main(int argc, char **argv)
{
	bench_trial = argc == 3 && !strcmp(argv[1], "--trial");
	if (argc != 2 + bench_trial) {
		fputs("usage: bench [--trial] RESULTS.json; a trial measures nothing\n", stderr);
		return 2;
	}
	results_begin();
	measure_all();
	results_write(argv[argc - 1]);
	return 0;
}

// SPDX-License-Identifier: GPL-2.0-only
/* Write docs/sim-keys.md: the keys of an experiment and the columns of its result. */
#include "sim/experiment/keys.h"
#include "sim/result/print.h"

int main(void)
{
	sim_keys_page(stdout);
	sim_rules_page(stdout);
	sim_csv_page(stdout);
	return fflush(stdout) || ferror(stdout);
}

// SPDX-License-Identifier: GPL-2.0-only
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/utsname.h>
#include <unistd.h>

#include "machine.h"
#include "results.h"

#ifdef __clang__
#define COMPILER	__VERSION__
#else
#define COMPILER	"gcc " __VERSION__
#endif

static void read_model(char *model, size_t size)
{
	FILE *info = fopen("/proc/cpuinfo", "r");
	char line[256], *value;

	snprintf(model, size, "unknown CPU");
	while (info && fgets(line, sizeof(line), info)) {
		value = strstr(line, ": ");
		if (strncmp(line, "model name", 10) || !value)
			continue;
		value[strcspn(value, "\n")] = '\0';
		snprintf(model, size, "%s", value + 2);
		break;
	}
	if (info)
		fclose(info);
}

u32 machine_processors(void)
{
	long n = sysconf(_SC_NPROCESSORS_ONLN);

	return n < 1 ? 1 : n;
}

u64 machine_resident(void)
{
	FILE *f = fopen("/proc/self/statm", "r");
	unsigned long long size, resident = 0;

	if (!f)
		return 0;
	if (fscanf(f, "%llu %llu", &size, &resident) != 2)
		resident = 0;
	fclose(f);
	return resident * sysconf(_SC_PAGESIZE);
}

void machine_print(void)
{
	char model[128], note[512];
	struct utsname uts;
	double load;

	read_model(model, sizeof(model));
	if (uname(&uts))
		snprintf(uts.release, sizeof(uts.release), "unknown");
	if (getloadavg(&load, 1) != 1)
		load = 0;
	snprintf(note, sizeof(note),
		 "%s; Linux %s; compiler " COMPILER ", " BENCH_CFLAGS "; load average before: %.2g",
		 model, uts.release, load);
	result_add_one("machine.processors", machine_processors(), "", note);
	for (u32 i = 0; i < 4; i++) {
		char name[32];

		snprintf(name, sizeof(name), "machine.wait.%uKiB", 256U << 2 * i);
		result_add_one(name, machine_wait((size_t)(256U << 2 * i) << 10), "ns",
			       "a load that depends on the one before");
	}
}

// SPDX-License-Identifier: GPL-2.0-only
/* Metrics of the exporter itself. */
#include <dirent.h>
#include <stdio.h>
#include <sys/resource.h>
#include <unistd.h>

#include <seastar/version.h>

#include "metrics.h"

static const char *const part_names[PARTS] = {
	[PART_MODULE] = "module", [PART_DEVICES] = "devices", [PART_COUNTERS] = "counters",
	[PART_AGING] = "aging", [PART_SOURCES] = "sources", [PART_TRAFFIC] = "traffic",
	[PART_CLOCK] = "clock", [PART_COMMITS] = "commits", [PART_LINKS] = "links",
};

static void exporter_single(struct page *p, const char *name, const char *type, const char *help,
			    double value)
{
	page_family(p, name, type, help);
	page_sample(p, "");
	page_real(p, value);
}

/*
 * Return true if a part was read, or failed to be read. Without the module no other parts are
 * tried, and without the list of devices no parts of devices.
 */
static bool was_tried(const struct exporter *e, unsigned int part)
{
	if (part == PART_MODULE)
		return true;
	if (e->failed[PART_MODULE])
		return false;
	return part == PART_DEVICES || part == PART_COMMITS || !e->failed[PART_DEVICES];
}

void metrics_exporter(struct page *p, const struct exporter *e)
{
	unsigned int part;
	bool success = true;

	page_family(p, "xtnet_build_info", "gauge", "The exporter; always 1.");
	page_sample(p, "");
	page_label(p, "version", SEASTAR_VERSION);
	page_u64(p, 1);
	page_family(p, "xtnet_scrape_part_success", "gauge",
		    "1 if a part was read completely, else 0; the values of a failed part are those read last; a part that was not tried has none.");
	for (part = 0; part < PARTS; part++) {
		success &= !e->failed[part];
		if (!was_tried(e, part))
			continue;
		page_sample(p, "");
		page_label(p, "part", part_names[part]);
		page_u64(p, !e->failed[part]);
	}
	exporter_single(p, "xtnet_scrape_success", "gauge", "1 if everything was read, else 0.",
			success);
	page_family(p, "xtnet_scrape_errors_total", "counter", "Failed readings, by part.");
	for (part = 0; part < PARTS; part++) {
		page_sample(p, "");
		page_label(p, "part", part_names[part]);
		page_u64(p, e->errors[part]);
	}
}

static double cpu_seconds(void)
{
	struct rusage u;

	getrusage(RUSAGE_SELF, &u);
	return u.ru_utime.tv_sec + u.ru_stime.tv_sec +
	       (u.ru_utime.tv_usec + u.ru_stime.tv_usec) / 1e6;
}

/* Return the resident memory; 0 if it cannot be read, as without a free file descriptor. */
static double resident_bytes(void)
{
	unsigned long resident = 0;
	FILE *f = fopen("/proc/self/statm", "re");

	if (!f)
		return 0;
	if (fscanf(f, "%*u %lu", &resident) != 1)
		resident = 0;
	fclose(f);
	return (double)resident * sysconf(_SC_PAGESIZE);
}

static double open_files(void)
{
	DIR *dir = opendir("/proc/self/fd");
	double n = -3;	/* do not count ".", ".." and the open directory */

	if (!dir)
		return 0;
	while (readdir(dir))
		n++;
	closedir(dir);
	return n;
}

void metrics_process(struct page *p, const struct exporter *e)
{
	exporter_single(p, "process_cpu_seconds_total", "counter", "User and system CPU time.",
			cpu_seconds());
	exporter_single(p, "process_resident_memory_bytes", "gauge", "Resident memory.",
			resident_bytes());
	exporter_single(p, "process_start_time_seconds", "gauge",
			"When the process started, in seconds since 1970.", e->started);
	exporter_single(p, "process_open_fds", "gauge", "Open file descriptors.", open_files());
}

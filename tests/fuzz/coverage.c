// SPDX-License-Identifier: GPL-2.0-only
#include <errno.h>
#include <fcntl.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <sys/mman.h>

#include <linux/kcov.h>

#include "coverage.h"

#define AREA	65536	/* words of the buffer: further places are not recorded */

struct coverage {
	int fd;
	unsigned long *area;	/* number of places, then their addresses */
};

static _Noreturn void bail(const char *what)
{
	printf("Bail out! %s: %s\n", what, strerror(errno));
	exit(1);
}

struct coverage *coverage_open(void)
{
	struct coverage *c;
	int fd = open("/sys/kernel/debug/kcov", O_RDWR | O_CLOEXEC);

	if (fd < 0)
		return NULL;
	c = malloc(sizeof(*c));
	if (!c || ioctl(fd, KCOV_INIT_TRACE, AREA))
		bail("cannot use KCOV");
	c->fd = fd;
	c->area = mmap(NULL, AREA * sizeof(*c->area), PROT_READ | PROT_WRITE, MAP_SHARED, fd, 0);
	if (c->area == MAP_FAILED)
		bail("cannot map KCOV's area");
	return c;
}

void coverage_start(struct coverage *c)
{
	if (c && ioctl(c->fd, KCOV_ENABLE, KCOV_TRACE_PC))
		bail("cannot enable KCOV");
}

/* Add a place to the hash table (open addressing); return true if it is new. */
static bool add(struct reached *reached, uint64_t place)
{
	uint32_t i = place * 0x9e3779b97f4a7c15ULL >> 48;
	uint64_t there = 0;

	while (!__atomic_compare_exchange_n(&reached->places[i], &there, place, false,
					    __ATOMIC_RELAXED, __ATOMIC_RELAXED)) {
		if (there == place)
			return false;
		there = 0;
		i = (i + 1) % PLACES_REACHED;
	}
	__atomic_fetch_add(&reached->n, 1, __ATOMIC_RELAXED);
	return true;
}

unsigned int coverage_take(struct coverage *c, struct reached *reached)
{
	unsigned long n, i, last = 0;
	unsigned int new = 0;

	if (!c)
		return 0;
	n = __atomic_load_n(&c->area[0], __ATOMIC_RELAXED);
	for (i = 1; i <= n; i++) {
		if (c->area[i] != last && reached->n < PLACES_REACHED / 2)
			new += add(reached, c->area[i]);
		last = c->area[i];
	}
	__atomic_store_n(&c->area[0], 0, __ATOMIC_RELAXED);
	return new;
}

// SPDX-License-Identifier: GPL-2.0-only
/*
 * Read a statistics file every SECONDS, and print how many packets the routers have sent since the
 * reading before, by age, and whether counts are missing: stats-reader DEV SECONDS
 *	cc stats-reader.c -o stats-reader
 */
#include <errno.h>
#include <fcntl.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <time.h>
#include <unistd.h>

#include <linux/seastar.h>

static char *desc, *data;
static struct seastar_stats_header h;

static void fail(const char *what)
{
	fprintf(stderr, "stats-reader: %s: %s\n", what, strerror(errno));
	exit(1);
}

static void read_at(int fd, void *to, size_t bytes, off_t at)
{
	ssize_t got = pread(fd, to, bytes, at);

	if (got >= 0 && (size_t)got != bytes)
		errno = EIO;
	if (got < 0 || (size_t)got != bytes)
		fail(errno == ENODEV ? "the device is gone, or does not answer" : "cannot read");
}

/* A statistics file of a device. It holds the module, but not the device. */
static int open_file(const char *dev)
{
	struct seastar_stats_fd arg = { .size = sizeof(arg) };
	int chardev = open("/dev/seastar", O_RDONLY | O_CLOEXEC), fd;

	if (chardev < 0)
		fail("/dev/seastar");
	snprintf(arg.name, sizeof(arg.name), "%s", dev);
	fd = ioctl(chardev, SEASTAR_IOC_STATS_FD, &arg);
	if (fd < 0)
		fail(dev);
	close(chardev);
	return fd;
}

static const struct seastar_stats_desc *find(const char *name)
{
	const struct seastar_stats_desc *d;
	uint32_t i;

	for (i = 0; i < h.desc_count; i++) {
		d = (const struct seastar_stats_desc *)(desc + (size_t)i * h.desc_size);
		if (!strncmp(d->name, name, sizeof(d->name)) && d->width == sizeof(uint64_t))
			return d;
	}
	errno = ENOENT;
	fail(name);
	return NULL;
}

/* The sum of a counter over all routers and ports. */
static uint64_t sum(const struct seastar_stats_desc *d)
{
	const char *at = data + d->offset;
	uint64_t total = 0, value;
	uint32_t r, e;

	for (r = 0; r < d->repeats; r++, at += d->stride) {
		for (e = 0; e < d->count; e++) {
			memcpy(&value, at + e * sizeof(value), sizeof(value));
			total += value;
		}
	}
	return total;
}

int main(int argc, char **argv)
{
	static const char *const names[] = { "cycle", "gaps", "age_bin0", "age_bin1", "age_bin2",
					     "age_bin3" };
	enum { GAPS = 1, NAMES = 6 };
	const struct seastar_stats_desc *d[NAMES];
	uint64_t before[NAMES] = { 0 }, now;
	struct timespec pause = { 0 };
	int fd, i;

	if (argc != 3 || atoi(argv[2]) < 1) {
		fprintf(stderr, "usage: stats-reader DEV SECONDS\n");
		return 2;
	}
	pause.tv_sec = atoi(argv[2]);
	fd = open_file(argv[1]);
	read_at(fd, &h, sizeof(h), 0);
	desc = malloc((size_t)h.desc_count * h.desc_size);
	data = malloc(h.data_size);
	if (!desc || !data)
		fail("memory");
	read_at(fd, desc, (size_t)h.desc_count * h.desc_size, h.desc_offset);
	for (i = 0; i < NAMES; i++)
		d[i] = find(names[i]);
	setlinebuf(stdout);
	for (;;) {
		/* one read of the whole block is one sample, and the kernel keeps no copy for it */
		read_at(fd, data, h.data_size, h.data_offset);
		for (i = 0; i < NAMES; i++) {
			now = sum(d[i]);
			printf("%s %" PRIu64 " ", names[i], now - before[i]);
			if (i == GAPS && now > before[i])
				printf("(counts are missing) ");
			before[i] = now;
		}
		putchar('\n');
		nanosleep(&pause, NULL);
	}
}

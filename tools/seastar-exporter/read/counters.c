// SPDX-License-Identifier: GPL-2.0-only
/*
 * The counters of a device, from its statistics file: one read of one instant.  The file is open
 * only while it is read, since an open file keeps the module loaded.
 */
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <unistd.h>

#include "tools/lib/names.h"

#include "fabric.h"

#define CONTROL		"/dev/seastar"
#define MAX_DESCS	4096	/* greatest plausible number of descriptors */

/* A statistics file and its description. */
struct statsfile {
	int fd;
	struct seastar_stats_header header;
	struct seastar_stats_desc *desc;
};

static int open_file(const char *dev)
{
	struct seastar_stats_fd arg = { .size = sizeof(arg) };
	int control, fd;

	control = open(CONTROL, O_RDONLY | O_CLOEXEC);
	if (control < 0)
		return -errno;
	snprintf(arg.name, sizeof(arg.name), "%s", dev);
	fd = ioctl(control, SEASTAR_IOC_STATS_FD, &arg);
	if (fd < 0)
		fd = -errno;
	close(control);
	return fd;
}

/* Read all @size bytes, or return an error. */
static int read_at(int fd, void *to, size_t size, off_t at)
{
	ssize_t n = pread(fd, to, size, at);

	if (n < 0)
		return -errno;
	return (size_t)n == size ? 0 : -EPROTO;
}

static bool makes_sense(const struct seastar_stats_header *h, const struct fabric *fab)
{
	return h->magic == SEASTAR_STATS_MAGIC && h->version == SEASTAR_STATS_VERSION &&
	       h->desc_size >= sizeof(struct seastar_stats_desc) &&
	       h->desc_count <= MAX_DESCS && h->routers == fab->routers &&
	       h->ports == SEASTAR_PORTS;
}

static int read_description(struct statsfile *s, const struct fabric *fab)
{
	struct seastar_stats_header *h = &s->header;
	uint32_t i;
	int err;

	err = read_at(s->fd, h, sizeof(*h), 0);
	if (err)
		return err;
	if (h->dev_id != fab->id)
		return -ENODEV;	/* another device has this name now */
	if (!makes_sense(h, fab))
		return -EPROTO;
	s->desc = calloc(h->desc_count, sizeof(*s->desc));
	if (!s->desc)
		return -ENOMEM;
	for (i = 0; !err && i < h->desc_count; i++)
		err = read_at(s->fd, &s->desc[i], sizeof(*s->desc),
			      h->desc_offset + (off_t)i * h->desc_size);
	return err;
}

/* Find the place of @name in the data block: @repeats times @count elements. */
static int find(const struct statsfile *s, const char *name, uint32_t repeats, uint32_t count,
		struct column *c)
{
	uint64_t size = s->header.data_size;
	uint32_t i;

	for (i = 0; i < s->header.desc_count; i++) {
		const struct seastar_stats_desc *d = &s->desc[i];
		uint64_t length = (uint64_t)d->stride * (repeats - 1) +
				  (uint64_t)count * d->width;

		if (strncmp(d->name, name, sizeof(d->name)))
			continue;
		if ((d->width != 4 && d->width != 8) || d->repeats != repeats ||
		    d->count != count || d->offset > size || length > size - d->offset)
			return -EPROTO;
		*c = (struct column){ d->offset, d->stride, d->width };
		return 0;
	}
	return -EPROTO;
}

static uint64_t element(const unsigned char *block, const struct column *c, uint32_t repeat,
			uint32_t i)
{
	const unsigned char *at = block + c->offset + (size_t)repeat * c->stride +
				  i * c->width;
	uint64_t wide;
	uint32_t narrow;

	if (!c->width)
		return 0;
	if (c->width == sizeof(narrow)) {
		memcpy(&narrow, at, sizeof(narrow));
		return narrow;
	}
	memcpy(&wide, at, sizeof(wide));
	return wide;
}

uint64_t counters_value(const struct counters *c, unsigned int counter, uint32_t router,
			unsigned int port)
{
	return element(c->block, &c->column[counter], router, port);
}

static int counters_single(const struct statsfile *s, const struct counters *c, const char *name,
			   uint64_t *value)
{
	struct column at;
	int err = find(s, name, 1, 1, &at);

	if (!err)
		*value = element(c->block, &at, 0, 0);
	return err;
}

static int find_all(const struct statsfile *s, struct counters *c, uint32_t routers)
{
	unsigned int i;
	int err;

	err = counters_single(s, c, "cycle", &c->cycle) ?:
	      counters_single(s, c, "time", &c->time) ?:
	      counters_single(s, c, "gaps", &c->gaps) ?:
	      counters_single(s, c, "failed", &c->failed);
	for (i = 0; !err && i < SEASTAR_COUNTERS; i++) {
		err = find(s, counter_names[i], routers, SEASTAR_PORTS, &c->column[i]);
		/* older drivers lack the counter */
		if (err && i >= SEASTAR_COUNTER_CONTESTED) {
			c->column[i] = (struct column){ 0 };
			err = 0;
		}
	}
	return err;
}

#define OF_VCS(NAME, name, number, ...)	\
	[number ... (number) + 3] = SUM_##NAME,
#define OF_ONE(NAME, name, number, ...)	\
	[number] = SUM_##NAME,
#define OF_BINS(NAME, name, number, ...)					\
	[number] = SUM_##NAME, [(number) + 1] = SUM_##NAME + 1,			\
	[(number) + 2] = SUM_##NAME + 2, [(number) + 3] = SUM_##NAME + 3,

/* The sum to which each counter is added. */
static const unsigned char sum_of[SEASTAR_COUNTERS] = {
	SS_COUNTERS(OF_VCS, OF_ONE, OF_BINS, OF_ONE)
};

/* Copy a counter of all ports of a router from the data block. */
static void load(const struct counters *c, unsigned int counter, uint32_t router,
		 uint64_t value[SEASTAR_PORTS])
{
	const struct column *column = &c->column[counter];
	unsigned int port;

	if (column->width == sizeof(*value)) {
		memcpy(value, c->block + column->offset + (size_t)router * column->stride,
		       SEASTAR_PORTS * sizeof(*value));
		return;
	}
	for (port = 0; port < SEASTAR_PORTS; port++)
		value[port] = element(c->block, column, router, port);
}

/* Add the counters to the sums of the router, and to those of each port. */
static void add_counters(const struct counters *c, uint32_t router, struct sums *sum,
			 uint64_t port_sum[SUMS][SEASTAR_PORTS])
{
	uint64_t value[SEASTAR_PORTS], all;
	unsigned int counter, port, of;

	for (counter = 0; counter < SEASTAR_COUNTERS; counter++) {
		load(c, counter, router, value);
		of = sum_of[counter];
		for (port = 0, all = 0; port < SEASTAR_PORTS; port++) {
			port_sum[of][port] += value[port];
			all += value[port];
		}
		sum->of[of] += all;
	}
}

/* Sum up a sample: a quarter of a million numbers for 2,112 routers, and most of the work on it. */
static void sum_up(struct counters *c, uint32_t routers)
{
	uint64_t port_sum[SUMS][SEASTAR_PORTS] = { 0 };
	unsigned int port, of;
	uint32_t router;

	for (router = 0; router < routers; router++)
		add_counters(c, router, &c->router[router], port_sum);
	for (of = 0; of < SUMS; of++) {
		for (port = 0; port < SEASTAR_PORTS; port++)
			c->dimension[port_group(port)].of[of] += port_sum[of][port];
	}
}

/* Make room for a sample.  Memory is kept, since the kernel need not clear used pages again. */
static int counters_make_room(struct counters *c, size_t size, uint32_t routers)
{
	if (c->size != size) {
		free(c->block);
		c->block = malloc(size);
		c->size = c->block ? size : 0;
	}
	if (!c->router)
		c->router = malloc(routers * sizeof(*c->router));
	if (!c->block || !c->router)
		return -ENOMEM;
	memset(c->router, 0, routers * sizeof(*c->router));
	memset(c->dimension, 0, sizeof(c->dimension));
	return 0;
}

static int read_sample(const struct statsfile *s, uint32_t routers, struct counters *c)
{
	int err;

	err = counters_make_room(c, s->header.data_size, routers) ?:
	      read_at(s->fd, c->block, c->size, s->header.data_offset) ?:
	      find_all(s, c, routers);
	if (!err)
		sum_up(c, routers);
	return err;
}

int fabric_read_counters(struct fabric *fab)
{
	struct statsfile s = { .fd = open_file(fab->name) };
	struct counters before = fab->counters;
	int err;

	if (s.fd < 0)
		return s.fd;
	err = read_description(&s, fab) ?: read_sample(&s, fab->routers, &fab->spare);
	close(s.fd);
	free(s.desc);
	if (!err) {
		fab->counters = fab->spare;
		fab->counters.valid = true;
		fab->spare = before;
	}
	return err;
}

void counters_free(struct counters *c)
{
	free(c->block);
	free(c->router);
}

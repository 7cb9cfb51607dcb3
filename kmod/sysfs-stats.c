// SPDX-License-Identifier: GPL-2.0-only
/*
 * The counters of a device in sysfs, a directory a port and a file each, summed up
 * over all routers; and how long a sample of them serves.
 */
#include <linux/capability.h>
#include <linux/device.h>
#include <linux/kstrtox.h>

#include "dev.h"
#include "sysfs.h"

/**
 * struct counter_attribute - a file for a counter of a port
 * @attr: the file
 * @counter: &enum seastar_counter
 * @port: &enum seastar_port
 */
struct counter_attribute {
	struct device_attribute attr;
	u32 counter;
	u32 port;
};

static ssize_t counter_show(struct device *dev, struct device_attribute *attr,
			    char *buf)
{
	const struct counter_attribute *a =
		container_of(attr, struct counter_attribute, attr);
	struct seastar_dev *sdev = to_seastar_dev(dev);
	struct seastar_sample *sample;
	u64 sum = 0;
	u32 router;
	int err;

	err = seastar_sample_get(sdev, &sample);
	if (err)
		return err;
	for (router = 0; router < sdev->routers; router++)
		sum += seastar_sample_router(sample, router)->of[a->counter][a->port];
	seastar_sample_put(sdev, sample);
	return sysfs_emit(buf, "%llu\n", sum);
}

#define COUNTER(file, counter_, offset, port_)				\
	{								\
		.attr = __ATTR(file, 0444, counter_show, NULL),		\
		.counter = SEASTAR_COUNTER_##counter_ + (offset),	\
		.port = SEASTAR_PORT_##port_,				\
	}

#define COUNTERS(port)							\
	[SEASTAR_PORT_##port] = {					\
		COUNTER(vc0_blocked, VC0_BLOCKED, 0, port),		\
		COUNTER(vc1_blocked, VC0_BLOCKED, 1, port),		\
		COUNTER(vc2_blocked, VC0_BLOCKED, 2, port),		\
		COUNTER(vc3_blocked, VC0_BLOCKED, 3, port),		\
		COUNTER(stalled, STALLED, 0, port),			\
		COUNTER(age_bin0, AGE_BIN0, 0, port),			\
		COUNTER(age_bin1, AGE_BIN0, 1, port),			\
		COUNTER(age_bin2, AGE_BIN0, 2, port),			\
		COUNTER(age_bin3, AGE_BIN0, 3, port),			\
		COUNTER(vc0_pkts, VC0_PKTS, 0, port),			\
		COUNTER(vc1_pkts, VC0_PKTS, 1, port),			\
		COUNTER(vc2_pkts, VC0_PKTS, 2, port),			\
		COUNTER(vc3_pkts, VC0_PKTS, 3, port),			\
		COUNTER(vc0_flits, VC0_FLITS, 0, port),			\
		COUNTER(vc1_flits, VC0_FLITS, 1, port),			\
		COUNTER(vc2_flits, VC0_FLITS, 2, port),			\
		COUNTER(vc3_flits, VC0_FLITS, 3, port),			\
	}

static struct counter_attribute counters[SEASTAR_PORTS][SEASTAR_COUNTERS] = {
	COUNTERS(PROC),
	COUNTERS(XP),
	COUNTERS(XM),
	COUNTERS(YP),
	COUNTERS(YM),
	COUNTERS(ZP),
	COUNTERS(ZM),
};

#define FILE_OF(port, i)	(&counters[SEASTAR_PORT_##port][i].attr.attr)

#define FILES(port)							\
	[SEASTAR_PORT_##port] = {					\
		FILE_OF(port, 0), FILE_OF(port, 1), FILE_OF(port, 2),	\
		FILE_OF(port, 3), FILE_OF(port, 4), FILE_OF(port, 5),	\
		FILE_OF(port, 6), FILE_OF(port, 7), FILE_OF(port, 8),	\
		FILE_OF(port, 9), FILE_OF(port, 10), FILE_OF(port, 11),	\
		FILE_OF(port, 12), FILE_OF(port, 13), FILE_OF(port, 14), \
		FILE_OF(port, 15), FILE_OF(port, 16), NULL		\
	}

static struct attribute *files[SEASTAR_PORTS][SEASTAR_COUNTERS + 1] = {
	FILES(PROC),
	FILES(XP),
	FILES(XM),
	FILES(YP),
	FILES(YM),
	FILES(ZP),
	FILES(ZM),
};

const struct attribute_group seastar_counter_groups[SEASTAR_PORTS] = {
	{ .name = "proc", .attrs = files[SEASTAR_PORT_PROC] },
	{ .name = "xp", .attrs = files[SEASTAR_PORT_XP] },
	{ .name = "xm", .attrs = files[SEASTAR_PORT_XM] },
	{ .name = "yp", .attrs = files[SEASTAR_PORT_YP] },
	{ .name = "ym", .attrs = files[SEASTAR_PORT_YM] },
	{ .name = "zp", .attrs = files[SEASTAR_PORT_ZP] },
	{ .name = "zm", .attrs = files[SEASTAR_PORT_ZM] },
};

static ssize_t stats_lifespan_show(struct device *dev,
				   struct device_attribute *attr, char *buf)
{
	return sysfs_emit(buf, "%u\n",
			  READ_ONCE(to_seastar_dev(dev)->stats.lifespan));
}

static ssize_t stats_lifespan_store(struct device *dev,
				    struct device_attribute *attr,
				    const char *buf, size_t count)
{
	struct seastar_dev *sdev = to_seastar_dev(dev);
	u32 lifespan;
	int err;

	if (!capable(CAP_NET_ADMIN))
		return -EPERM;
	err = kstrtou32(buf, 0, &lifespan);
	if (err)
		return err;
	if (lifespan > SEASTAR_MAX_LIFESPAN)
		return -ERANGE;
	WRITE_ONCE(sdev->stats.lifespan, lifespan);
	seastar_stats_expire(sdev);
	return count;
}
static DEVICE_ATTR_RW(stats_lifespan);

static struct attribute *lifespan_attrs[] = {
	&dev_attr_stats_lifespan.attr,
	NULL
};

const struct attribute_group seastar_lifespan_group = {
	.attrs = lifespan_attrs,
};

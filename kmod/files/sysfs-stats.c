// SPDX-License-Identifier: GPL-2.0-only
/*
 * The counters of a device in sysfs: a directory per port, a file per counter, each the sum over
 * all routers; and the lifespan of a sample.
 */
#include <linux/capability.h>
#include <linux/device.h>
#include <linux/kstrtox.h>

#include "base/counters.h"
#include "dev/dev.h"
#include "dev/sources.h"
#include "dev/stats.h"
#include "files/sysfs.h"

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

/**
 * struct counter_sum - a counter of a port, summed over the routers
 * @attr: its file
 * @routers: number of routers
 * @sum: sum over all routers
 */
struct counter_sum {
	const struct counter_attribute *attr;
	u32 routers;
	u64 sum;
};

static int add_up(const struct seastar_sample *sample, void *ctx)
{
	struct counter_sum *s = ctx;
	const struct ss_counters *router = seastar_sample_router(sample, 0);
	const struct ss_counters *end = router + s->routers;

	for (s->sum = 0; router < end; router++)
		/* a sample that is overwritten meanwhile is read again */
		s->sum += data_race(router->of[s->attr->counter][s->attr->port]);
	return 0;
}

static ssize_t counter_show(struct device *dev, struct device_attribute *attr,
			    char *buf)
{
	struct seastar_dev *sdev = to_seastar_dev(dev);
	struct counter_sum sum = {
		.attr = container_of(attr, struct counter_attribute, attr),
		.routers = sdev->routers,
	};
	int err;

	err = seastar_stats_look(sdev, add_up, &sum);
	return err ?: sysfs_emit(buf, "%llu\n", sum.sum);
}

static struct counter_attribute counters[SEASTAR_PORTS][SEASTAR_COUNTERS];
static struct attribute *files[SEASTAR_PORTS][SEASTAR_COUNTERS + 1];
struct attribute_group seastar_counter_groups[SEASTAR_PORTS];

/**
 * seastar_counter_files_init() - make the files of the counters ready for devices
 */
void seastar_counter_files_init(void)
{
	u32 port, i;

	for (port = 0; port < SEASTAR_PORTS; port++) {
		for (i = 0; i < SEASTAR_COUNTERS; i++) {
			struct counter_attribute *a = &counters[port][i];

			a->attr.attr.name = seastar_counter_names[i];
			a->attr.attr.mode = 0444;
			a->attr.show = counter_show;
			a->counter = i;
			a->port = port;
			files[port][i] = &a->attr.attr;
		}
		seastar_counter_groups[port].name = seastar_port_names[port];
		seastar_counter_groups[port].attrs = files[port];
	}
}

static ssize_t stats_lifespan_show(struct device *dev,
				   struct device_attribute *attr, char *buf)
{
	return sysfs_emit(buf, "%u\n",
			  READ_ONCE(to_seastar_dev(dev)->stats->lifespan));
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
	WRITE_ONCE(sdev->stats->lifespan, lifespan);
	seastar_stats_expire(sdev);
	seastar_sources_expire(sdev);
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

// SPDX-License-Identifier: GPL-2.0-only
/*
 * The files of a device in sysfs: one value each.
 *
 * An aging file stands for a register of every router: it shows what all of them
 * hold, and writes them all at once, the same way as a netlink request.
 */
#include <linux/capability.h>
#include <linux/device.h>
#include <linux/kstrtox.h>

#include "dev/aging.h"
#include "dev/commit.h"
#include "dev/config.h"
#include "dev/dev.h"
#include "files/sysfs.h"

static ssize_t backend_show(struct device *dev, struct device_attribute *attr,
			    char *buf)
{
	return sysfs_emit(buf, "%s\n", to_seastar_dev(dev)->ops->name);
}
static DEVICE_ATTR_RO(backend);

static ssize_t topology_show(struct device *dev, struct device_attribute *attr,
			     char *buf)
{
	const u32 *radix = to_seastar_dev(dev)->cfg.size;

	return sysfs_emit(buf, "%ux%ux%u\n", radix[0], radix[1], radix[2]);
}
static DEVICE_ATTR_RO(topology);

static ssize_t mesh_show(struct device *dev, struct device_attribute *attr,
			 char *buf)
{
	return sysfs_emit(buf, "%u\n", to_seastar_dev(dev)->cfg.size[SS_MESH]);
}
static DEVICE_ATTR_RO(mesh);

static ssize_t routers_show(struct device *dev, struct device_attribute *attr,
			    char *buf)
{
	return sysfs_emit(buf, "%u\n", to_seastar_dev(dev)->routers);
}
static DEVICE_ATTR_RO(routers);

static ssize_t cycle_show(struct device *dev, struct device_attribute *attr,
			  char *buf)
{
	struct seastar_dev *sdev = to_seastar_dev(dev);
	u64 cycle;
	int err;

	err = seastar_dev_lock_reader(sdev);
	if (err)
		return err;
	cycle = sdev->ops->cycle(sdev);
	seastar_dev_unlock_reader(sdev);
	return sysfs_emit(buf, "%llu\n", cycle);
}
static DEVICE_ATTR_RO(cycle);

static ssize_t generation_show(struct device *dev,
			       struct device_attribute *attr, char *buf)
{
	u64 generation;

	spin_lock(&seastar_settings_lock);
	generation = to_seastar_dev(dev)->generation;
	spin_unlock(&seastar_settings_lock);
	return sysfs_emit(buf, "%llu\n", generation);
}
static DEVICE_ATTR_RO(generation);

static struct attribute *identity_attrs[] = {
	&dev_attr_backend.attr,
	&dev_attr_topology.attr,
	&dev_attr_mesh.attr,
	&dev_attr_routers.attr,
	&dev_attr_cycle.attr,
	&dev_attr_generation.attr,
	NULL
};

static const struct attribute_group identity_group = {
	.attrs = identity_attrs,
};

/**
 * struct aging_attribute - a file for an aging register
 * @attr: the file
 * @reg: register, by its &enum seastar_entry_attr
 * @port: port of a bias
 */
struct aging_attribute {
	struct device_attribute attr;
	u32 reg;
	u32 port;
};

static u64 value_of(const struct aging_attribute *a,
		    const struct ss_aging *aging)
{
	switch (a->reg) {
	case SEASTAR_A_ENTRY_CLOCK_PERIOD:
		return aging->period;
	case SEASTAR_A_ENTRY_RR_SELECT:
		return aging->select;
	case SEASTAR_A_ENTRY_REQ_BIAS:
		return aging->bias[0][a->port];
	default:
		return aging->bias[1][a->port];
	}
}

/* Get the value that all routers hold; -ENODATA if routers hold different ones. */
static int common_value(const struct seastar_dev *sdev,
			const struct seastar_aging_state *state,
			const struct aging_attribute *a, u64 *value)
{
	u32 router;

	*value = value_of(a, &state->of[0]);
	for (router = 1; router < sdev->routers; router++)
		if (value_of(a, &state->of[router]) != *value)
			return -ENODATA;
	return 0;
}

static ssize_t aging_show(struct device *dev, struct device_attribute *attr,
			  char *buf)
{
	const struct aging_attribute *a =
		container_of(attr, struct aging_attribute, attr);
	struct seastar_dev *sdev = to_seastar_dev(dev);
	struct seastar_aging_state *state;
	u64 value;
	int err;

	if (READ_ONCE(sdev->lost))
		return -ENODEV;
	state = seastar_aging_hold(sdev, NULL);
	err = common_value(sdev, state, a, &value);
	seastar_aging_put(state);
	if (err)
		return err;
	return sysfs_emit(buf, a->reg == SEASTAR_A_ENTRY_RR_SELECT ?
			  "0x%016llx\n" : "%llu\n", value);
}

static int parse_change(const struct aging_attribute *a, const char *buf,
			struct seastar_aging_change *c)
{
	c->given = BIT(a->reg);
	switch (a->reg) {
	case SEASTAR_A_ENTRY_CLOCK_PERIOD:
		return kstrtou32(buf, 0, &c->period);
	case SEASTAR_A_ENTRY_RR_SELECT:
		return kstrtou64(buf, 0, &c->select);
	default:
		c->given |= BIT(SEASTAR_A_ENTRY_PORTS);
		c->ports = BIT(a->port);
		return kstrtou8(buf, 0, a->reg == SEASTAR_A_ENTRY_REQ_BIAS ?
				&c->bias[0] : &c->bias[1]);
	}
}

/*
 * Write the register of all routers.  The capability is checked because root of a container may own
 * the file.  The file exists before the device is announced: until then writes are refused.
 */
static ssize_t aging_store(struct device *dev, struct device_attribute *attr,
			   const char *buf, size_t count)
{
	const struct aging_attribute *a =
		container_of(attr, struct aging_attribute, attr);
	struct seastar_aging_change change = {};
	int err;

	if (!capable(CAP_NET_ADMIN))
		return -EPERM;
	if (!READ_ONCE(to_seastar_dev(dev)->announced))
		return -ENODEV;
	err = parse_change(a, buf, &change);
	if (err)
		return err;
	err = seastar_config_change(to_seastar_dev(dev), &change);
	return err ?: count;
}

#define AGING(name_, reg_, port_)					\
	{								\
		.attr = __ATTR(name_, 0644, aging_show, aging_store),	\
		.reg = SEASTAR_A_ENTRY_##reg_,				\
		.port = SEASTAR_PORT_##port_,				\
	}

static struct aging_attribute age_clock_period = AGING(age_clock_period, CLOCK_PERIOD, PROC);
static struct aging_attribute age_rr_select = AGING(age_rr_select, RR_SELECT, PROC);
static struct aging_attribute req_age_bias_proc = AGING(req_age_bias_proc, REQ_BIAS, PROC);
static struct aging_attribute req_age_bias_xp = AGING(req_age_bias_xp, REQ_BIAS, XP);
static struct aging_attribute req_age_bias_xm = AGING(req_age_bias_xm, REQ_BIAS, XM);
static struct aging_attribute req_age_bias_yp = AGING(req_age_bias_yp, REQ_BIAS, YP);
static struct aging_attribute req_age_bias_ym = AGING(req_age_bias_ym, REQ_BIAS, YM);
static struct aging_attribute req_age_bias_zp = AGING(req_age_bias_zp, REQ_BIAS, ZP);
static struct aging_attribute req_age_bias_zm = AGING(req_age_bias_zm, REQ_BIAS, ZM);
static struct aging_attribute rsp_age_bias_proc = AGING(rsp_age_bias_proc, RSP_BIAS, PROC);
static struct aging_attribute rsp_age_bias_xp = AGING(rsp_age_bias_xp, RSP_BIAS, XP);
static struct aging_attribute rsp_age_bias_xm = AGING(rsp_age_bias_xm, RSP_BIAS, XM);
static struct aging_attribute rsp_age_bias_yp = AGING(rsp_age_bias_yp, RSP_BIAS, YP);
static struct aging_attribute rsp_age_bias_ym = AGING(rsp_age_bias_ym, RSP_BIAS, YM);
static struct aging_attribute rsp_age_bias_zp = AGING(rsp_age_bias_zp, RSP_BIAS, ZP);
static struct aging_attribute rsp_age_bias_zm = AGING(rsp_age_bias_zm, RSP_BIAS, ZM);

static struct attribute *aging_attrs[] = {
	&age_clock_period.attr.attr,
	&age_rr_select.attr.attr,
	&req_age_bias_proc.attr.attr,
	&req_age_bias_xp.attr.attr,
	&req_age_bias_xm.attr.attr,
	&req_age_bias_yp.attr.attr,
	&req_age_bias_ym.attr.attr,
	&req_age_bias_zp.attr.attr,
	&req_age_bias_zm.attr.attr,
	&rsp_age_bias_proc.attr.attr,
	&rsp_age_bias_xp.attr.attr,
	&rsp_age_bias_xm.attr.attr,
	&rsp_age_bias_yp.attr.attr,
	&rsp_age_bias_ym.attr.attr,
	&rsp_age_bias_zp.attr.attr,
	&rsp_age_bias_zm.attr.attr,
	NULL
};

static const struct attribute_group aging_group = {
	.name = "aging",
	.attrs = aging_attrs,
};

const struct attribute_group *seastar_dev_groups[] = {
	&identity_group,
	&aging_group,
	&seastar_lifespan_group,
	&seastar_counter_groups[SEASTAR_PORT_PROC],
	&seastar_counter_groups[SEASTAR_PORT_XP],
	&seastar_counter_groups[SEASTAR_PORT_XM],
	&seastar_counter_groups[SEASTAR_PORT_YP],
	&seastar_counter_groups[SEASTAR_PORT_YM],
	&seastar_counter_groups[SEASTAR_PORT_ZP],
	&seastar_counter_groups[SEASTAR_PORT_ZM],
	NULL
};

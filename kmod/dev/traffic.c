// SPDX-License-Identifier: GPL-2.0-only
/* Traffic of devices whose sources the driver controls. */
#include <linux/seastar.h>

#include <lengths.h>

#include "base/events.h"
#include "dev/dev.h"
#include "dev/traffic.h"

#define DEFAULT_WINDOW	16	/* outstanding packets of a closed source */

/**
 * seastar_traffic_default() - set the default traffic
 * @sdev: the device
 * @t: set to the default parameters, without a pattern (SEASTAR_PATTERN_NONE)
 */
void seastar_traffic_default(const struct seastar_dev *sdev, struct ss_traffic *t)
{
	*t = (struct ss_traffic){
		.source = SEASTAR_SOURCE_CLOSED,
		.load = SEASTAR_PPM,
		.window = DEFAULT_WINDOW,
		.requests = SEASTAR_PPM,
	};
	t->lengths = ss_lengths_one(sdev->cfg.max_packet);
}

/**
 * seastar_traffic_matters() - check whether a parameter has an effect with this traffic
 * @t: the traffic
 * @attr: the parameter, by its &enum seastar_traffic_attr
 *
 * Return: false if it has no effect.
 */
bool seastar_traffic_matters(const struct ss_traffic *t, u16 attr)
{
	switch (attr) {
	case SEASTAR_A_TRAFFIC_TARGET:
		return t->pattern == SEASTAR_PATTERN_ALL_TO_ONE;
	case SEASTAR_A_TRAFFIC_LOAD:
	case SEASTAR_A_TRAFFIC_QUEUE:
		return t->source == SEASTAR_SOURCE_OPEN;
	case SEASTAR_A_TRAFFIC_WINDOW:
		return t->source == SEASTAR_SOURCE_CLOSED;
	default:
		return true;
	}
}

/**
 * seastar_traffic_set() - replace the traffic
 * @sdev: the device
 * @t: traffic that its backend has checked
 *
 * Context: caller holds the lock of the device.
 *
 * Return: 0 or -ENOMEM.
 */
int seastar_traffic_set(struct seastar_dev *sdev, const struct ss_traffic *t)
{
	int err = sdev->ops->traffic_set(sdev, t);

	if (err)
		return err;
	seastar_dev_changed(sdev);
	seastar_events->traffic(sdev);
	return 0;
}

/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * The heading of a text of the history: the change that was made then, and its devices.
 *
 *	# before apply FILE
 *	# module BOOT:INSTANCE
 *	# device NAME IDENTITY
 */
#ifndef CONF_HEADING_H
#define CONF_HEADING_H

#include <stdbool.h>
#include <stddef.h>
#include <stdio.h>
#include <time.h>

#include "tools/seastar/device/present.h"

#define IDENTITY_MAX	80

/*
 * The identity of a device. For a software fabric it is the loaded module and the device's id. For
 * hardware, which outlives the module, it is the bus address.
 */
struct heading_dev {
	char name[SEASTAR_NAME_MAX + 1];
	char identity[IDENTITY_MAX];
};

/**
 * struct heading - contents of the heading
 * @what: the change that was made
 * @when: time of the change in seconds since 1970
 * @module: module loaded then: id of the boot, and id of the module's instance in that boot
 * @dev: devices that were to change
 * @devs: number of devices
 */
struct heading {
	char *what;
	time_t when;
	char module[IDENTITY_MAX];
	struct heading_dev *dev;
	size_t devs;
};

/* Make an identity of the module that is loaded now. */
void heading_module(char text[IDENTITY_MAX]);

/* Write a heading: @what is done, and a line for each of the devices. */
void heading_write(FILE *f, const char *what);
void heading_write_device(FILE *f, const struct devices *present, const char *name);

/* Read a heading; the program ends if @path has none. */
void heading_read(const char *path, struct heading *h);
void heading_free(struct heading *h);

/* Return true if the present device @name is the device that was changed then. */
bool heading_is_of(const struct heading *h, const struct devices *present, const char *name);

#endif /* CONF_HEADING_H */

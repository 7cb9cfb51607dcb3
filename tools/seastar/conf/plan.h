/* SPDX-License-Identifier: GPL-2.0-only */
/* Plans: configuration files compared with live settings, and committed. */
#ifndef CONF_PLAN_H
#define CONF_PLAN_H

#include "tools/seastar/device/present.h"
#include "tools/seastar/netlink/replies.h"

#include "conf.h"
#include "diff.h"

/* A file that was read. */
struct plan_file {
	char *name;
	struct conf conf;
};

/**
 * struct plan_dev - a device of a file
 * @file: index of the file
 * @dev: index of the device in it
 * @other: the present device of this name is another one than in the file, so it is not read
 * @live: present settings, router i in live.aging[i]
 * @target: settings that the device shall have by the file
 * @settings: the changes from @live to @target
 * @count: numbers of routers that the changes affect
 */
struct plan_dev {
	size_t file, dev;
	bool other;
	struct agings live, target;
	struct settings settings;
	struct conf_count count;
};

struct plan {
	struct plan_file *file;
	size_t files;
	struct plan_dev *dev;
	size_t devs;
	struct devices present;
};

const char *plan_name(const struct plan *p, const struct plan_dev *d);

/* Read a file; an error ends the program with "FILE:LINE:COLUMN: sentence". */
struct plan_file *plan_add_file(struct plan *p, const char *path);

/* End the program with an error at a place of a file. */
void plan_die(const struct plan_file *f, struct conf_place place, const char *fmt, ...)
	__attribute__((noreturn, format(printf, 3, 4)));

/* Add a device of the last file, or all of them. */
void plan_add(struct plan *p, size_t dev);
void plan_add_all(struct plan *p);

/* Read the live settings of all devices, and find the differences. */
void plan_read(struct nl *nl, struct plan *p);

/* Read as plan_read() does, but only devices that exist and answer; for others live.n is 0. */
void plan_read_present(struct nl *nl, struct plan *p);

/* Return true if the device has the topology that its file names, if it names one. */
bool plan_fits(const struct plan *p, const struct plan_dev *d);

/* Warn of each device whose topology differs from its file's. */
void plan_warn(const struct plan *p);

/* Send whole files to the kernel, only to be checked. */
void plan_check(struct nl *nl, struct plan *p, struct replies *said);

/**
 * plan_commit() - commit the differences, if settings have not changed since they were read
 * @nl: the family
 * @p: the plan
 * @first: first device of the commit; set to the first device after it
 * @timeout: milliseconds until the commit is undone unless it is confirmed; 0: it needs no
 * confirmation
 * @comment: comment of the commit, or NULL
 * @said: receives the kernel's reply
 *
 * Devices that do not differ are in the commit, too, as far as it has room, so that
 * none of them is changed between its reading and the commit.
 *
 * Return: false if settings have changed since: then nothing is changed.
 */
bool plan_commit(struct nl *nl, struct plan *p, size_t *first, uint32_t timeout,
		 const char *comment, struct replies *said);

/* Count the devices that differ, from @first on. */
size_t plan_differing(const struct plan *p, size_t first);

/* Add the settings of the devices, live or @target, to @lines. */
void plan_form(const struct plan *p, bool target, bool all, struct conf_lines *lines);

void plan_free(struct plan *p);

#endif /* CONF_PLAN_H */

// SPDX-License-Identifier: GPL-2.0-only
#define _GNU_SOURCE
#include <errno.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "tools/seastar/base/print.h"

#include "heading.h"

#define CLASS	"/sys/class/seastar"
#define BOOT_ID	"/proc/sys/kernel/random/boot_id"

#define BEFORE	"# before "
#define MODULE	"# module "
#define DEVICE	"# device "

/*
 * Make an identity of the loaded module: ids of sysfs are not reused in a boot, and the class comes
 * and goes with the module.
 */
void heading_module(char text[IDENTITY_MAX])
{
	char boot[40] = "";
	FILE *f = fopen(BOOT_ID, "re");
	struct stat st;

	if (!f || fscanf(f, "%39s", boot) != 1)
		die("cannot read " BOOT_ID ": %s", strerror(errno));
	fclose(f);
	if (stat(CLASS, &st))
		die("cannot read " CLASS ": %s", strerror(errno));
	snprintf(text, IDENTITY_MAX, "%s:%ju", boot, (uintmax_t)st.st_ino);
}

/* Read the last component of the target of a symbolic link in sysfs. */
static void read_place(const char *name, char text[IDENTITY_MAX])
{
	char path[sizeof(CLASS "//device") + SEASTAR_NAME_MAX], *real;

	snprintf(path, sizeof(path), CLASS "/%s/device", name);
	real = realpath(path, NULL);
	snprintf(text, IDENTITY_MAX, "%s", real ? basename(real) : "nowhere");
	free(real);
}

static void make_identity(const struct device_entry *e, const char *name,
			  char text[IDENTITY_MAX])
{
	if (e->is_soft)
		snprintf(text, IDENTITY_MAX, "soft:%" PRIu64, e->id);
	else
		read_place(name, text);
}

void heading_write(FILE *f, const char *what)
{
	char module[IDENTITY_MAX];

	heading_module(module);
	fprintf(f, BEFORE "%s\n" MODULE "%s\n", what, module);
}

void heading_write_device(FILE *f, const struct devices *present, const char *name)
{
	const struct device_entry *e = devices_find(present, name);
	char identity[IDENTITY_MAX];

	if (!e)
		return;
	make_identity(e, name, identity);
	fprintf(f, DEVICE "%s %s\n", name, identity);
}

/* Return the text after @key in @line; NULL if the line does not begin with @key. */
static const char *value_of(const char *line, const char *key)
{
	size_t length = strlen(key);

	return strncmp(line, key, length) ? NULL : line + length;
}

static void heading_read_device(const char *text, struct heading *h)
{
	struct heading_dev dev;

	if (sscanf(text, "%31s %79s", dev.name, dev.identity) != 2)
		return;
	h->dev = resize(h->dev, h->devs + 1, sizeof(*h->dev));
	h->dev[h->devs++] = dev;
}

/* Parse a line; false at the end of the heading. */
static bool read_line(const char *line, struct heading *h)
{
	const char *value = value_of(line, MODULE);

	if (value) {
		snprintf(h->module, sizeof(h->module), "%s", value);
		return true;
	}
	value = value_of(line, DEVICE);
	if (value)
		heading_read_device(value, h);
	return value;
}

static bool next_line(FILE *f, char **line)
{
	size_t size = 0;
	ssize_t n = getline(line, &size, f);

	if (n > 0 && (*line)[n - 1] == '\n')
		(*line)[n - 1] = '\0';
	return n >= 0;
}

void heading_read(const char *path, struct heading *h)
{
	FILE *f = fopen(path, "re");
	char *line = NULL;
	struct stat st;

	*h = (struct heading){ 0 };
	if (!f || fstat(fileno(f), &st) || !next_line(f, &line) || !value_of(line, BEFORE))
		die("%s is not of the history, or cannot be read: its first line does not begin with '%s'",
		    path, BEFORE);
	h->when = st.st_mtime;
	h->what = strdup(value_of(line, BEFORE));
	if (!h->what)
		die("out of memory");
	do {
		free(line);
		line = NULL;
	} while (next_line(f, &line) && read_line(line, h));
	free(line);
	fclose(f);
}

void heading_free(struct heading *h)
{
	free(h->what);
	free(h->dev);
	*h = (struct heading){ 0 };
}

static const struct heading_dev *find_device(const struct heading *h, const char *name)
{
	size_t i;

	for (i = 0; i < h->devs; i++) {
		if (!strcmp(h->dev[i].name, name))
			return &h->dev[i];
	}
	return NULL;
}

bool heading_is_of(const struct heading *h, const struct devices *present, const char *name)
{
	const struct device_entry *e = devices_find(present, name);
	const struct heading_dev *dev = find_device(h, name);
	char module[IDENTITY_MAX], identity[IDENTITY_MAX];

	if (!e || !dev)
		return false;
	heading_module(module);
	make_identity(e, name, identity);
	return !strcmp(dev->identity, identity) && (!e->is_soft || !strcmp(h->module, module));
}

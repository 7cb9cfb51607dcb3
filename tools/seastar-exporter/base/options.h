/* SPDX-License-Identifier: GPL-2.0-only */
/* The command line. */
#ifndef EXPORTER_BASE_OPTIONS_H
#define EXPORTER_BASE_OPTIONS_H

#include <regex.h>
#include <stdbool.h>

#define DEFAULT_LISTEN	"127.0.0.1:17101"

/* The most routers of a device whose routers have series of their own by default. */
#define SMALL_ROUTERS	1024

enum routers { ROUTERS_SMALL, ROUTERS_ALL, ROUTERS_NONE };

struct options {
	const char *listen;	/* ADDRESS:PORT, or NULL: not given */
	const char *web;	/* file of --web.config.file: encryption and users; or NULL */
	enum routers routers;	/* devices whose routers have series of their own */
	bool has_ports;
	regex_t ports;
};

/* Parse the command line; an error ends the program with one line and status 2. */
void options_read(struct options *o, int argc, char **argv);

#endif /* EXPORTER_BASE_OPTIONS_H */

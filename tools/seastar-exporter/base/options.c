// SPDX-License-Identifier: GPL-2.0-only
#define _GNU_SOURCE	/* isascii() */
#include <ctype.h>
#include <getopt.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <seastar/version.h>
#include <sim/base/text.h>

#include "fail.h"
#include "options.h"

#define STRINGIFY_(x)	#x
#define STRINGIFY(x)	STRINGIFY_(x)

enum { LISTEN = 1, WEB, ROUTERS, NO_ROUTERS, PORTS, VERSION, HELP };

static const struct option known[] = {
	{ "web.listen-address", required_argument, NULL, LISTEN },
	{ "web.config.file", required_argument, NULL, WEB },
	{ "collector.routers", no_argument, NULL, ROUTERS },
	{ "no-collector.routers", no_argument, NULL, NO_ROUTERS },
	{ "collector.ports.include", required_argument, NULL, PORTS },
	{ "version", no_argument, NULL, VERSION },
	{ "help", no_argument, NULL, HELP },
	{ 0 }
};

static const char *const names[] = {
	"--web.listen-address", "--web.config.file", "--collector.routers",
	"--no-collector.routers", "--collector.ports.include", "--version", "--help", NULL
};

/* Former spellings of options, and the present ones. */
static const char *const former[][2] = {
	{ "--listen", "--web.listen-address" }, { "--ports", "--collector.ports.include" },
};

static void help(void)
{
	puts("Usage: seastar-exporter [OPTIONS]\n"
	     "The counters and settings of seastar devices for Prometheus, at /metrics.\n"
	     "\n"
	     "  --web.listen-address=ADDRESS:PORT\n"
	     "                      where to answer (" DEFAULT_LISTEN "); :PORT: on all addresses\n"
	     "  --web.config.file=FILE\n"
	     "                      TLS and users, in the form of Prometheus' exporter toolkit\n"
	     "  --collector.routers\n"
	     "  --no-collector.routers\n"
	     "                      series of each router (of devices of up to "
	     STRINGIFY(SMALL_ROUTERS) " routers)\n"
	     "  --collector.ports.include=REGEX\n"
	     "                      series of each port whose DEVICE/ROUTER/PORT matches,\n"
	     "                      such as '^fab0/17/' or '/[+-]x$'\n"
	     "  --version           print the version\n"
	     "  --help              print this");
}

static void take_ports(struct options *o, const char *regex)
{
	char why[128];
	int err;

	if (o->has_ports)
		regfree(&o->ports);
	if (!*regex)
		fail(USAGE, "--collector.ports.include '' is empty: give '.' for all ports, or leave it out");
	err = regcomp(&o->ports, regex, REG_EXTENDED | REG_NOSUB);
	if (err) {
		regerror(err, &o->ports, why, sizeof(why));
		fail(USAGE, "--collector.ports.include '%s' is no regular expression: %s", regex,
		     why);
	}
	o->has_ports = true;
}

static void unknown(const char *word)
{
	const char *nearest = text_nearest(word, names);
	size_t i, length = strcspn(word, "=");

	for (i = 0; i < sizeof(former) / sizeof(former[0]); i++) {
		if (strlen(former[i][0]) == length && !strncmp(word, former[i][0], length))
			fail(USAGE, "%s is now %s", former[i][0], former[i][1]);
	}

	/* report a letter by itself: getopt passes its word only after the last letter of it */
	if (optopt > HELP && isascii(optopt) && isprint(optopt))
		fail(USAGE, "there is no option '-%c': --help lists them", optopt);
	if (nearest)
		fail(USAGE, "there is no option '%s': did you mean %s?", word, nearest);
	fail(USAGE, "there is no option '%s': --help lists them", word);
}

void options_read(struct options *o, int argc, char **argv)
{
	int option;

	*o = (struct options){ 0 };
	opterr = 0;
	while ((option = getopt_long(argc, argv, ":", known, NULL)) >= 0) {
		switch (option) {
		case LISTEN:
			o->listen = optarg;
			break;
		case WEB:
			o->web = optarg;
			break;
		case ROUTERS:
			o->routers = ROUTERS_ALL;
			break;
		case NO_ROUTERS:
			o->routers = ROUTERS_NONE;
			break;
		case PORTS:
			take_ports(o, optarg);
			break;
		case VERSION:
			puts("seastar-exporter " SEASTAR_VERSION);
			exit(0);
		case HELP:
			help();
			exit(0);
		case ':':
			fail(USAGE, "%s needs a value: see --help", argv[optind - 1]);
		default:
			unknown(argv[optind - 1]);
		}
	}
	if (argv[optind])
		fail(USAGE, "'%s' is not an option: --help lists the options",
		     argv[optind]);
}

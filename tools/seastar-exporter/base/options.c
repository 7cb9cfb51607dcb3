// SPDX-License-Identifier: GPL-2.0-only
#define _GNU_SOURCE	/* isascii() */
#include <ctype.h>
#include <getopt.h>
#include <stdio.h>
#include <stdlib.h>

#include <seastar/version.h>
#include <sim/base/text.h>

#include "fail.h"
#include "options.h"

enum { LISTEN = 1, PORTS, VERSION, HELP };

static const struct option known[] = {
	{ "listen", required_argument, NULL, LISTEN },
	{ "ports", required_argument, NULL, PORTS },
	{ "version", no_argument, NULL, VERSION },
	{ "help", no_argument, NULL, HELP },
	{ 0 }
};

static const char *const names[] = { "--listen", "--ports", "--version", "--help", NULL };

static void help(void)
{
	puts("Usage: seastar-exporter [OPTIONS]\n"
	     "The counters and settings of seastar devices for Prometheus, at /metrics.\n"
	     "\n"
	     "  --listen ADDRESS:PORT  where to answer (" DEFAULT_LISTEN "); :PORT: on all addresses\n"
	     "  --ports REGEX          series of their own for ports whose DEVICE/ROUTER/PORT\n"
	     "                         matches, such as '^fab0/17/' or '/[+-]x$'\n"
	     "  --version              print the version\n"
	     "  --help                 print this");
}

static void take_ports(struct options *o, const char *regex)
{
	char why[128];
	int err;

	if (o->has_ports)
		regfree(&o->ports);
	if (!*regex)
		fail(USAGE, "--ports '' is every port: '.' says so, or leave it out");
	err = regcomp(&o->ports, regex, REG_EXTENDED | REG_NOSUB);
	if (err) {
		regerror(err, &o->ports, why, sizeof(why));
		fail(USAGE, "--ports '%s' is no regular expression: %s", regex, why);
	}
	o->has_ports = true;
}

static void unknown(const char *word)
{
	const char *nearest = text_nearest(word, names);

	/* getopt goes on to the next word after the last letter of this one only */
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

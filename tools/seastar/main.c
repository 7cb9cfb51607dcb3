// SPDX-License-Identifier: GPL-2.0-only
/* seastar: tune and read the routers of a SeaStar fabric. */
#include <getopt.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>

#include <linux/seastar.h>
#include <seastar/version.h>

#include "cmd.h"
#include "print.h"

static const struct object {
	const char *name;
	void (*run)(struct args *a);
	const char *help;
} objects[] = {
	{ "dev", cmd_dev, "create, delete and list fabrics" },
	{ "age", cmd_age, "the aging registers of the routers" },
	{ "config", cmd_config, "changes to be confirmed or undone" },
	{ "stats", cmd_stats, "packets, flits, blocking and stalls" },
	{ "hist", cmd_hist, "packets by age" },
	{ "latency", cmd_latency, "packet latencies seen by the sources" },
	{ "traffic", cmd_traffic, "what the traffic sources send" },
	{ "clock", cmd_clock, "run, step and stop a fabric" },
	{ "mmr", cmd_mmr, "the registers of the routers, bit by bit" },
	{ "monitor", cmd_monitor, "follow changes as they happen" },
	{ "watch", cmd_watch, "a live view of a fabric" },
};

#define OBJECTS	(sizeof(objects) / sizeof(objects[0]))

static void print_help(void)
{
	size_t i;

	puts("usage: seastar [-j] [-p] OBJECT [COMMAND] ...\n"
	     "       seastar -V\n"
	     "\n"
	     "  -j, --json     print JSON\n"
	     "  -p, --pretty   print JSON, indented\n"
	     "  -V, --Version  print the version\n"
	     "  -h, --help     print this\n"
	     "\n"
	     "objects ('seastar OBJECT help' tells more):");
	for (i = 0; i < OBJECTS; i++)
		printf("  %-9s %s\n", objects[i].name, objects[i].help);
}

static void parse_options(int argc, char **argv)
{
	static const struct option options[] = {
		{ "json", no_argument, NULL, 'j' },
		{ "pretty", no_argument, NULL, 'p' },
		{ "Version", no_argument, NULL, 'V' },
		{ "help", no_argument, NULL, 'h' },
		{ 0 }
	};
	int c;

	while ((c = getopt_long(argc, argv, "+jpVh", options, NULL)) != -1) {
		switch (c) {
		case 'j':
			if (!print_is_json())
				print_use_json(false);
			break;
		case 'p':
			print_use_json(true);
			break;
		case 'V':
			printf("seastar %s, netlink interface %d\n", SEASTAR_VERSION,
			       SEASTAR_GENL_VERSION);
			print_finish();
			exit(EXIT_SUCCESS);
		case 'h':
			print_help();
			print_finish();
			exit(EXIT_SUCCESS);
		default:	/* getopt has said why */
			exit(EXIT_USAGE);
		}
	}
}

int main(int argc, char **argv)
{
	const char *names[OBJECTS + 1] = { 0 };
	struct args a = { 0 };
	size_t i;

	/* A reader that goes away is a failed write, not a silent death. */
	signal(SIGPIPE, SIG_IGN);
	parse_options(argc, argv);
	a.word = argv + optind;

	for (i = 0; i < OBJECTS; i++)
		names[i] = objects[i].name;
	if (cmd_wants_help(&a))
		print_help();
	else
		objects[args_choice(&a, "object", names)].run(&a);
	print_finish();
	return EXIT_SUCCESS;
}

// SPDX-License-Identifier: GPL-2.0-only
/* seastar: tune and read the routers of a SeaStar fabric. */
#include <ctype.h>
#include <getopt.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <linux/seastar.h>
#include <seastar/version.h>

#include "sim/base/text.h"

#include "tools/seastar/base/batch.h"
#include "tools/seastar/base/command.h"
#include "tools/seastar/base/out.h"
#include "tools/seastar/base/print.h"
#include "tools/seastar/cmd/cmd.h"
#include "tools/seastar/device/present.h"

static const struct object {
	const char *name;
	void (*run)(struct args *a);
	const char *help;
} objects[] = {
	{ "dev", cmd_dev, "create, delete and list fabrics" },
	{ "router", cmd_router, "routers, their settings in short and their neighbours" },
	{ "port", cmd_port, "the ports of a router, their settings and counters" },
	{ "link", cmd_link, "links: whether they are up, and what they carry" },
	{ "route", cmd_route, "look-up tables, and the routes that they make" },
	{ "age", cmd_age, "the aging registers of the routers" },
	{ "config", cmd_config, "settings as files" },
	{ "commit", cmd_commit, "changes of several devices at once, to be confirmed or undone" },
	{ "history", cmd_history, "files that were applied, and how to roll back" },
	{ "stats", cmd_stats, "packets, flits, blocking and stalls" },
	{ "mark", cmd_mark, "counts kept under a name, as a start for later counts" },
	{ "hist", cmd_hist, "packets by age" },
	{ "latency", cmd_latency, "packet latencies seen by the sources" },
	{ "traffic", cmd_traffic, "settings of the traffic sources" },
	{ "clock", cmd_clock, "run, step and stop a fabric" },
	{ "mmr", cmd_mmr, "the registers of the routers, bit by bit" },
	{ "suggest", cmd_suggest, "aging parameters for a topology and its load" },
	{ "snapshot", cmd_snapshot, "settings, traffic and counts, as a file" },
	{ "whatif", cmd_whatif, "try other settings on the model" },
	{ "tune", cmd_tune, "try other settings on a live fabric" },
	{ "monitor", cmd_monitor, "follow changes as they happen" },
	{ "watch", cmd_watch, "a live view of a fabric" },
	{ "trace", cmd_trace, "follow what the driver does" },
};

#define MAX_OPTIONS	16
#define OBJECTS	(sizeof(objects) / sizeof(objects[0]))

static void help_text(void)
{
	puts("usage: seastar [OPTIONS] OBJECT [COMMAND] ...\n"
	     "       seastar [OPTIONS] -b FILE\n"
	     "\n"
	     "  -j, --json          print JSON\n"
	     "  -p, --pretty        print JSON, indented\n"
	     "  -N, --numeric       in texts, numbers instead of names and coordinates\n"
	     "  -d, --details       more columns\n"
	     "  -c, --color[=WHEN]  colour the text: auto (on a terminal), always or never\n"
	     "  -b, --batch FILE    run the commands of a file, or of stdin if it is -\n"
	     "  -f, --force         go on after a command of a batch that fails\n"
	     "  -V, --Version       print the version\n"
	     "  -h, --help          print this\n"
	     "\n"
	     "objects ('seastar help OBJECT [COMMAND]' describes one):");
}

static void print_help(void)
{
	size_t i;

	if (!print_is_json())
		help_text();
	out_list(NULL);
	for (i = 0; i < OBJECTS; i++) {
		out_row();
		out_text("  %-9s ", objects[i].name);
		out_str("object", NULL, objects[i].name);
		out_str("help", "%s\n", objects[i].help);
		out_close();
	}
	out_close();
}

/* Refuse a command that is typed without its object, or another tool's word for one. */
static void refuse_command(const struct args *a, const char *const *names)
{
	static const char *const commands[][2] = {
		{ "apply", "config apply" }, { "cancel", "commit cancel" },
		{ "confirm", "commit confirm" }, { "device", "dev" }, { "devices", "dev" },
		{ "diff", "config diff" }, { "fail", "link fail" }, { "list", "dev show" },
		{ "rebuild", "route rebuild" }, { "reset", "latency reset" },
		{ "restore", "config restore" }, { "rollback", "history rollback" },
		{ "run", "clock run" }, { "save", "config save" }, { "show", "dev show" },
		{ "start", "clock run" }, { "step", "clock step" }, { "stop", "clock stop" },
		{ "top", "watch" }, { "undo", "history rollback" },
	};
	size_t i;

	if (!args_more(a))
		return;
	/* "show dev" has its object, after the command */
	for (i = 0; a->word[1] && names[i]; i++) {
		if (!strcmp(a->word[1], names[i]))
			return;
	}
	for (i = 0; i < sizeof(commands) / sizeof(*commands); i++) {
		if (!strcmp(*a->word, commands[i][0]))
			args_die(a, "unknown object '%s': did you mean '%s'?", *a->word,
				 commands[i][1]);
	}
}

static const struct object *take_object(struct args *a)
{
	const char *names[OBJECTS + 1] = { 0 };
	size_t i;

	for (i = 0; i < OBJECTS; i++)
		names[i] = objects[i].name;
	refuse_command(a, names);
	return &objects[args_choice(a, "object", names)];
}

/* Print help for "help", "help age" and "help age set"; the last is "age set --help". */
static void run_help(struct args *a)
{
	char *words[3] = { "--help" };
	const struct object *o;

	if (!args_more(a)) {
		print_help();
		return;
	}
	o = take_object(a);
	if (args_more(a)) {
		words[0] = (char *)args_value(a, "command");
		words[1] = "--help";
	}
	args_end(a);
	o->run(&(struct args){ .word = words });
}

static void run_command(struct args *a)
{
	if (object_wants_help(a))
		run_help(a);
	else
		take_object(a)->run(a);
}

/* The options, except those for the form of the output. */
struct options {
	const char *batch;
	bool force, version, help;
};

static const struct args no_words;

static void take_colours(const char *when)
{
	if (*when == '=')	/* the value of -c=WHEN */
		when++;
	if (!print_use_colours(when))
		args_die(&no_words, "color: '%s' is not auto, always or never", when);
}

/* Refuse an unknown option, which may be a letter among others in @word. */
static void unknown_option(const char *word, const struct option *options)
	__attribute__((noreturn));

static void unknown_option(const char *word, const struct option *options)
{
	const char *names[MAX_OPTIONS + 1] = { 0 }, *hint;
	size_t i;

	if (strncmp(word, "--", 2) && isprint(optopt))
		args_die(&no_words, "unknown option '-%c'", optopt);
	for (i = 0; options[i].name && i < MAX_OPTIONS; i++)
		names[i] = options[i].name;
	hint = text_nearest(word + strspn(word, "-"), names);
	if (hint)
		args_die(&no_words, "unknown option '%s': did you mean '--%s'?", word, hint);
	args_die(&no_words, "unknown option '%s'", word);
}

static struct options parse_options(int argc, char **argv)
{
	static const struct option options[] = {
		{ "json", no_argument, NULL, 'j' },
		{ "pretty", no_argument, NULL, 'p' },
		{ "numeric", no_argument, NULL, 'N' },
		{ "details", no_argument, NULL, 'd' },
		{ "color", optional_argument, NULL, 'c' },
		{ "colour", optional_argument, NULL, 'c' },
		{ "batch", required_argument, NULL, 'b' },
		{ "force", no_argument, NULL, 'f' },
		{ "Version", no_argument, NULL, 'V' },
		{ "version", no_argument, NULL, 'V' },
		{ "help", no_argument, NULL, 'h' },
		{ 0 }
	};
	struct options r = { 0 };
	int c;

	while ((c = getopt_long(argc, argv, "+:jpNdc::b:fVhns", options, NULL)) != -1) {
		switch (c) {
		case 'j':
			if (!print_is_json())
				print_use_json(false);
			break;
		case 'p':
			print_use_json(true);
			break;
		case 'N':
			print_use_numbers();
			break;
		case 'd':
			print_use_details();
			break;
		/* iproute2 has other meanings for the letters that were used here */
		case 'n':
			args_die(&no_words, "'-n' is now '-N'");
		case 's':
			args_die(&no_words, "'-s' is now '-d'");
		case 'c':
			take_colours(optarg ? optarg : "always");
			break;
		case 'b':
			r.batch = optarg;
			break;
		case 'f':
			r.force = true;
			break;
		case 'V':
			r.version = true;
			break;
		case 'h':
			r.help = true;
			break;
		case ':':
			args_die(&no_words, "option '%s' is without its value", argv[optind - 1]);
		default:
			unknown_option(argv[optind - 1], options);
		}
	}
	return r;
}

static void print_version(void)
{
	out_open(NULL);
	out_str("version", "seastar %s, ", SEASTAR_VERSION);
	out_u64("netlink_version", "netlink interface %s\n", SEASTAR_GENL_VERSION);
	out_close();
}

int main(int argc, char **argv)
{
	struct args a = { 0 };
	int status = EXIT_SUCCESS;
	struct options r;

	print_start();
	nl_meant = devices_meant;
	opterr = 0;
	r = parse_options(argc, argv);
	a.word = argv + optind;

	if (r.batch)
		args_end(&a);
	else if (r.force)
		args_die(&a, "force is for a batch");
	if (r.version)
		print_version();
	else if (r.help)
		run_help(&a);
	else if (r.batch)
		status = batch_run(r.batch, r.force, run_command);
	else
		run_command(&a);
	print_finish();
	return status;
}

// SPDX-License-Identifier: GPL-2.0-only
/*
 * A dump that names no device has the messages of the dumps of all devices, one after another; a
 * dump during which devices come or go is flagged.
 */
#include <errno.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <linux/seastar.h>

#include "client.h"

#define DEVS	64

/* A list of messages, each as "DEVICE:ITEM"; an item is a router, mark or commit. */
struct list {
	char *text;
	size_t length;
	FILE *stream;
	uint16_t item;		/* attribute of the item; 0: none */
	unsigned int messages;
};

/* The kinds of dumps, and the attribute that identifies their items. */
static const struct object {
	const char *name;
	uint8_t command;
	uint16_t item;
	unsigned int expected;	/* messages about the devices of this program */
} objects[] = {
	{ "counters", SEASTAR_CMD_STATS_GET, SEASTAR_A_STATS_ROUTER, 4 + 512 + 6 },
	{ "aging registers", SEASTAR_CMD_AGING_GET, SEASTAR_A_AGING_ROUTER, 4 + 512 + 6 },
	{ "latencies", SEASTAR_CMD_LATENCY_GET, SEASTAR_A_STATS_ROUTER, 4 + 512 + 6 },
	{ "links", SEASTAR_CMD_LINK_GET, SEASTAR_A_LINK_ROUTER, 4 + 512 + 6 },
	{ "marks", SEASTAR_CMD_MARK_GET, SEASTAR_A_MARK_NAME, 3 },
	{ "permutations", SEASTAR_CMD_TRAFFIC_GET, SEASTAR_A_TRAFFIC_OFFSET, 2 },
	{ "devices", SEASTAR_CMD_DEV_GET, 0, 3 },
};

#define OBJECTS	(sizeof(objects) / sizeof(objects[0]))

static char names[DEVS][SEASTAR_NAME_MAX + 1];
static unsigned int devs;
static int claims, failed;

static void run(const char *command)
{
	fflush(stdout);
	if (system(command)) {
		printf("Bail out! failed: %s\n", command);
		exit(1);
	}
}

static void claim(bool is_true, const char *what, const char *of)
{
	failed |= !is_true;
	printf("%sok %d - %s%s\n", is_true ? "" : "not ", ++claims, what, of);
}

static void print(FILE *to, const struct nlattr *a)
{
	const unsigned char *byte = nla_data(a);
	int i;

	for (i = 0; i < nla_len(a); i++)
		fprintf(to, "%02x", byte[i]);
}

static void add(struct nlattr **tb, void *ctx)
{
	struct list *list = ctx;

	list->messages++;
	if (tb[SEASTAR_A_DEV_NAME])
		fprintf(list->stream, "\n%s:", nla_get_string(tb[SEASTAR_A_DEV_NAME]));
	if (list->item && tb[list->item])
		print(list->stream, tb[list->item]);
}

static void open_list(struct list *list, uint16_t item)
{
	memset(list, 0, sizeof(*list));
	list->item = item;
	list->stream = open_memstream(&list->text, &list->length);
	if (!list->stream) {
		puts("Bail out! no memory");
		exit(1);
	}
}

static void note_name(struct nlattr **tb, __attribute__((unused)) void *ctx)
{
	if (tb[SEASTAR_A_DEV_NAME] && devs < DEVS)
		nla_strlcpy(names[devs++], tb[SEASTAR_A_DEV_NAME], sizeof(names[0]));
}

/* Dump @o of device @dev, or of all devices if it is NULL, to a list. */
static int take(const struct object *o, const char *dev, struct list *list)
{
	int err = client_dump(o->command, dev, add, list);

	fflush(list->stream);
	return err;
}

static void close_list(struct list *list)
{
	fclose(list->stream);
	free(list->text);
}

/*
 * Dump @o of each device, one after another; return the number of devices that refuse it.
 */
static unsigned int take_each(const struct object *o, struct list *list)
{
	unsigned int i, refused = 0;

	for (i = 0; i < devs; i++)
		refused += take(o, names[i], list) != 0;
	return refused;
}

static void compare(const struct object *o, unsigned int expected)
{
	struct list all, each;
	unsigned int refused;
	int err;

	open_list(&all, o->item);
	open_list(&each, o->item);
	err = take(o, NULL, &all);
	/* a dump of devices is always of all devices */
	refused = o->item ? take_each(o, &each) : 0;
	printf("# error %d, %u messages; %u of %u devices, %u without\n", err, all.messages,
	       each.messages, devs, refused);
	claim(!err && all.messages >= expected &&
	      (!o->item || (all.messages == each.messages && !strcmp(all.text, each.text))),
	      "a dump over all devices has what each has: ", o->name);
	close_list(&all);
	close_list(&each);
}

/* Add or delete a device during a dump, while the dump is at another device. */
static void disturb(const struct object *o, const char *what, const char *command)
{
	int err;

	client_dump_begin(o->command, NULL);
	run(command);
	err = client_dump_end();
	printf("# %s\n", strerror(err));
	claim(err == EINTR, what, o->name);
}

/* Make marks from @first to @last of a device. */
static void mark(const char *dev, int first, int last)
{
	char command[128];

	for (; first <= last; first++) {
		snprintf(command, sizeof(command),
			 "seastar mark add %s m_of_long_name_%d >/dev/null", dev, first);
		run(command);
	}
}

/*
 * Delete a mark while the dump is at its device, the third.  The first piece of a dump has room for
 * about 35 of the 48 marks.
 */
static void unmark(void)
{
	struct nl_sock *held;
	int err;

	mark("dumps0", 11, 24);
	mark("dumps1", 11, 26);
	mark("dumps2", 11, 24);
	held = client_dump_start(SEASTAR_CMD_MARK_GET, NULL);
	run("seastar mark del dumps2 m_of_long_name_24");
	err = held ? client_dump_finish(held) : errno;
	printf("# %s\n", strerror(err));
	claim(err == EINTR, "a dump says that a mark of its device went", "");
}

/* Take a link down while the dump is at its device, about which it has 512 messages. */
static void unlink_under_dump(void)
{
	struct nl_sock *held = client_dump_start(SEASTAR_CMD_LINK_GET, "dumps1");
	int err;

	run("seastar link fail dumps1 router 500 port +x");
	err = held ? client_dump_finish(held) : errno;
	printf("# %s\n", strerror(err));
	claim(err == EINTR, "a dump says that a link of its device went down", "");
	run("seastar link restore dumps1 router 500 port +x");
}

static void since(void)
{
	static const struct attr mark[] = {
		{ .type = SEASTAR_A_STATS_SINCE, .length = 2, .data = "m" }, { 0 }
	};
	struct answer answer = { 0 };

	client_send(SEASTAR_CMD_STATS_GET, mark, true, &answer);
	printf("# %s: %s\n", strerror(answer.error), answer.sentence);
	claim(answer.error == EINVAL, "no dump is since a mark of nobody", "");
}

static void compare_all(bool expected)
{
	const struct object *o;

	devs = 0;
	client_dump(SEASTAR_CMD_DEV_GET, NULL, note_name, NULL);
	for (o = objects; o < objects + OBJECTS; o++)
		compare(o, expected ? o->expected : 0);
}

/* Print the sentence with which a dump of latencies of a device is refused. */
static int print_refusal(const char *dev)
{
	const struct attr attrs[] = {
		{ .type = SEASTAR_A_STATS_DEV, .length = strlen(dev) + 1, .data = dev }, { 0 }
	};
	struct answer answer = { 0 };

	client_send(SEASTAR_CMD_LATENCY_GET, attrs, true, &answer);
	puts(answer.sentence);
	return !answer.error;
}

static void note_links(struct nlattr **tb, void *ctx)
{
	const char **seen = ctx;

	seen[0] = tb[SEASTAR_A_LINK_DROPPED] ? "dropped " : "";
	seen[1] = tb[SEASTAR_A_LINK_PORT_RETRIES] ? "retries " : "";
	seen[2] = tb[SEASTAR_A_LINK_MODEL] ? "model " : "";
}

/* Print which attributes the links of a device have. */
static int print_links(const char *dev)
{
	const char *seen[3] = { "", "", "" };
	int err = client_dump(SEASTAR_CMD_LINK_GET, dev, note_links, seen);

	printf("%s%s%sof links\n", seen[0], seen[1], seen[2]);
	return err;
}

/*
 * "dumps links DEV": print the known attributes of its links. "dumps compare": compare dumps of the
 * existing devices, which may be lost. "dumps refused DEV": print why its latencies are not dumped.
 */
int main(int argc, char **argv)
{
	setvbuf(stdout, NULL, _IOLBF, 0);
	if (argc > 2) {
		client_open();
		return strcmp(argv[1], "links") ? print_refusal(argv[2]) : print_links(argv[2]);
	}
	if (argc > 1) {
		client_open();
		compare_all(false);
		return failed;
	}
	printf("TAP version 13\n1..%zu\n", OBJECTS + 7);
	run("modprobe seastar");
	run("seastar dev add dumps0 topology 4");
	run("seastar dev add dumps1 topology 8x8x8");
	run("seastar dev add dumps2 topology 3x2");
	run("seastar traffic set dumps0 pattern permutation 1,2,3,0 load 0.5");
	run("seastar traffic set dumps2 pattern permutation 5,4,3,2,1,0 load 0.5");
	run("seastar mark add dumps0 m >/dev/null");
	run("seastar mark add dumps0 n >/dev/null");
	run("seastar mark add dumps2 m >/dev/null");
	client_open();
	compare_all(true);
	since();
	unmark();
	unlink_under_dump();
	disturb(&objects[0], "a dump says that a device after it went: ", "seastar dev del dumps2");
	disturb(&objects[3], "a dump says that one came: ", "seastar dev add dumps3 topology 2");
	disturb(&objects[1], "a dump says that one went and came: ",
		"seastar dev del dumps0 && seastar dev add dumps0 topology 2");
	disturb(&objects[0], "a dump says that its device went: ", "seastar dev del dumps1");
	run("seastar dev del dumps0 && seastar dev del dumps3");
	return failed;
}

// SPDX-License-Identifier: GPL-2.0-only
/*
 * Drafts of look-up tables: each error in a draft is refused with a sentence of its own, and the
 * tables in force do not change.
 */
#define _GNU_SOURCE	/* strcasestr, unshare */
#include <errno.h>
#include <sched.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <unistd.h>

#include <linux/netlink.h>
#include <linux/seastar.h>
#include <seastar/mmr.h>

#include "client.h"
#include "statsfile.h"

#define DEV	"drafts0"
#define ROUTERS	8
#define NOBODY	65534

#define U32(t, n)	{ .type = SEASTAR_A_##t, .length = 4, .number = (n) }
#define U64(t, n)	{ .type = SEASTAR_A_##t, .length = 8, .number = (n) }
#define STR(t, s)	{ .type = SEASTAR_A_##t, .length = sizeof(s), .data = s }
#define ARRAY(t, a)	{ .type = SEASTAR_A_##t, .length = sizeof(a), .data = a }
#define PART(t, a, n)	{ .type = SEASTAR_A_##t, .length = (n), .data = a }
#define NEST(t, ...)	{ .type = SEASTAR_A_##t | NLA_F_NESTED,				\
			  .nest = (const struct attr[]){ __VA_ARGS__, { 0 } } }
#define DRAFT(id)	U64(ROUTE_DRAFT, id)
#define BLOCKS(n)	U32(ROUTE_BLOCKS, n)
#define FIRST(n)	U32(ROUTE_FIRST_BLOCK, n)
#define FROM(n)		U32(ROUTE_ROUTER, n)
#define BLOCK		ARRAY(ROUTE_BLOCK, block)
#define BAD		PART(ROUTE_BLOCK, bad, sizeof(block))
#define ROUTES(id)	U64(CONFIG_DEV_ROUTES, id)
#define ATTRS(...)	(const struct attr[]){ STR(ROUTE_DEV, DEV), __VA_ARGS__, { 0 } }

static unsigned int claims, failed;
static uint64_t draft;

/*
 * The block of all tables of a ring of 8 with a dateline at 7: own node to the processor, others to
 * +x.
 */
static uint8_t block[SEASTAR_ROUTE_BLOCK];
static uint32_t local[ROUTERS][SEASTAR_PORTS][SEASTAR_ROUTE_BLOCK];
static uint32_t global[ROUTERS][SEASTAR_PORTS];
static uint16_t nid[ROUTERS];

static void claim(bool good, const char *what, const struct answer *answer)
{
	claims++;
	failed += !good;
	printf("%sok %u - %s\n", good ? "" : "not ", claims, what);
	if (!good && answer)
		printf("# seen: error %d (%s), '%s'\n# rerun: drafts\n", answer->error,
		       strerror(answer->error), answer->sentence);
}

static void refused(const char *what, uint8_t command, const struct attr *attrs, int error,
		    const char *word)
{
	struct answer answer;

	client_send(command, attrs, false, &answer);
	claim(answer.error == error && strcasestr(answer.sentence, word), what, &answer);
}

static void works(const char *what, uint8_t command, const struct attr *attrs)
{
	struct answer answer;

	client_send(command, attrs, false, &answer);
	claim(!answer.error, what, &answer);
}

static uint64_t begin(uint32_t blocks)
{
	static const uint32_t dateline[] = { 7, SEASTAR_NO_DATELINE, SEASTAR_NO_DATELINE };
	const struct attr *attrs = ATTRS(BLOCKS(blocks), ARRAY(ROUTE_DATELINE, dateline));
	struct nlattr **reply;
	struct answer answer;

	reply = client_ask(SEASTAR_CMD_ROUTE_NEW, attrs, &answer);
	if (answer.error) {
		printf("Bail out! no draft: %s\n", answer.sentence);
		exit(1);
	}
	return nla_get_u64(reply[SEASTAR_A_ROUTE_DRAFT]);
}

#define FILL(...)	SEASTAR_CMD_ROUTE_FILL, ATTRS(DRAFT(draft), __VA_ARGS__)
#define TABLES(n)	PART(ROUTE_LOCAL, local, (n) * sizeof(*local)),		\
			PART(ROUTE_GLOBAL, global, (n) * sizeof(*global)),	\
			PART(ROUTE_NODE_ID, nid, (n) * sizeof(*nid))

static void begin_well(void)
{
	static const uint32_t beyond[] = { 8, SEASTAR_NO_DATELINE, SEASTAR_NO_DATELINE };

	refused("a draft of no blocks", SEASTAR_CMD_ROUTE_NEW, ATTRS({ 0 }), EINVAL, "blocks");
	refused("a draft of more blocks than tables can have", SEASTAR_CMD_ROUTE_NEW,
		ATTRS(BLOCKS(ROUTERS * SEASTAR_PORTS * 65 + 1)), ERANGE, "so many blocks");
	refused("a dateline beyond the ring", SEASTAR_CMD_ROUTE_NEW,
		ATTRS(BLOCKS(1), ARRAY(ROUTE_DATELINE, beyond)), ERANGE, "dateline");
	draft = begin(2);
	claim(draft, "a draft has an id", NULL);
}

/*
 * Let nobody, in a network namespace of his own, open a socket with the number of the one that the
 * draft was begun from, and close it.
 */
static void close_namesake(void)
{
	struct sockaddr_nl name = { .nl_family = AF_NETLINK, .nl_pid = client_port() };
	int status;
	pid_t pid;

	fflush(stdout);
	pid = fork();
	if (!pid) {
		int fd;

		if (setresuid(NOBODY, NOBODY, NOBODY) || unshare(CLONE_NEWUSER | CLONE_NEWNET))
			_exit(1);
		fd = socket(AF_NETLINK, SOCK_RAW, NETLINK_GENERIC);
		_exit(fd < 0 || bind(fd, (struct sockaddr *)&name, sizeof(name)) || close(fd));
	}
	waitpid(pid, &status, 0);
	claim(!status, "nobody opens and closes a socket with the number of the draft's", NULL);
}

/* Fail the allocation of the reply to a new draft, and check that the former draft stays. */
static void fail_reply(void)
{
	static const char knob[] = "/sys/kernel/debug/seastar/fail_alloc";
	struct answer answer;
	unsigned int nth = 0;
	FILE *f;

	do {
		f = fopen(knob, "w");
		if (!f || fprintf(f, "%u", ++nth) < 0 || fclose(f)) {
			printf("Bail out! no %s\n", knob);
			exit(1);
		}
		client_send(SEASTAR_CMD_ROUTE_NEW, ATTRS(BLOCKS(1)), false, &answer);
	} while (answer.error == ENOMEM && !strstr(answer.sentence, "reply"));
	claim(answer.error == ENOMEM, "there is no memory for the reply to another draft", &answer);
	f = fopen(knob, "w");
	if (f) {
		fputs("0", f);
		fclose(f);
	}
}

static void fill_well(void)
{
	static uint8_t bad[SEASTAR_ROUTE_BLOCK + 1] = { 0x30 };
	uint32_t number = local[3][2][5];

	fail_reply();
	close_namesake();
	refused("nothing to fill in", FILL({ 0 }), EINVAL, "nothing to fill in");
	refused("no draft", SEASTAR_CMD_ROUTE_FILL, ATTRS(BLOCK), EINVAL, "draft");
	refused("a draft that there is not", SEASTAR_CMD_ROUTE_FILL,
		ATTRS(DRAFT(draft + 1), FIRST(0), BLOCK),
		ENOENT, "no draft");
	refused("blocks without a number", FILL(BLOCK), EINVAL, "first block");
	refused("a number without blocks, beside tables", FILL(FIRST(0), FROM(0), TABLES(ROUTERS)),
		EINVAL, "no blocks");
	refused("part of a block", FILL(FIRST(0), ARRAY(ROUTE_BLOCK, bad)), EINVAL,
		"64 entries");
	refused("a block too many", FILL(FIRST(2), BLOCK), ERANGE,
		"last block");
	refused("an entry with a channel that there is not",
		FILL(FIRST(0), BAD), EINVAL, "entry");
	bad[0] = 7;
	refused("an entry of port 7",
		FILL(FIRST(0), BAD), EINVAL, "entry");
	refused("tables of no router", FILL(TABLES(1)), EINVAL, "first router");
	refused("local tables alone",
		FILL(FROM(0), PART(ROUTE_LOCAL, local, sizeof(*local))), EINVAL, "node ids");
	refused("tables of two routers, and one node id",
		FILL(FROM(0), PART(ROUTE_LOCAL, local, 2 * sizeof(*local)),
		     PART(ROUTE_GLOBAL, global, 2 * sizeof(*global)),
		     PART(ROUTE_NODE_ID, nid, sizeof(*nid))), EINVAL, "different numbers of routers");
	refused("tables of a router too many", FILL(FROM(1), TABLES(ROUTERS)), ERANGE,
		"last router");
	local[3][2][5] = 2;
	refused("a block that there is not", FILL(FROM(0), TABLES(ROUTERS)), ERANGE,
		"block");
	local[3][2][5] = number;
	nid[7] = SEASTAR_NODE_IDS;
	refused("a node id of 16 bits", FILL(FROM(0), TABLES(ROUTERS)), ERANGE, "less than 32768");
	nid[7] = 7;
}

#define COMMIT(...)	SEASTAR_CMD_CONFIG_COMMIT, (const struct attr[]){		\
	NEST(CONFIG_DEV, STR(CONFIG_DEV_NAME, DEV), __VA_ARGS__), { 0 } }

static void commit_well(void)
{
	refused("a commit of an empty draft", COMMIT(ROUTES(draft)), EINVAL,
		"lacks the tables");
	works("tables are filled in", FILL(FROM(0), TABLES(ROUTERS)));
	works("and a block", FILL(FIRST(1), BLOCK));
	refused("a commit of a draft that lacks a block", COMMIT(ROUTES(draft)), EINVAL,
		"lacks a block");
	works("the last one, too", FILL(FIRST(0), BLOCK));
	nid[7] = 6;
	works("tables are filled in again", FILL(FROM(0), TABLES(ROUTERS)));
	refused("a commit of a draft that repeats a node id", COMMIT(ROUTES(draft)),
		EINVAL, "same node id");
	nid[7] = 7;
	works("and once more",
	      FILL(FROM(7), PART(ROUTE_LOCAL, local[7], sizeof(*local)),
		   PART(ROUTE_GLOBAL, global[7], sizeof(*global)),
		   PART(ROUTE_NODE_ID, &nid[7], sizeof(*nid))));
	refused("a draft that there is not", COMMIT(ROUTES(draft + 1)), ENOENT,
		"no draft");
	refused("two drafts", SEASTAR_CMD_CONFIG_COMMIT, (const struct attr[]){
		NEST(CONFIG_DEV, STR(CONFIG_DEV_NAME, DEV), ROUTES(draft)),
		NEST(CONFIG_DEV, STR(CONFIG_DEV_NAME, DEV), ROUTES(draft)), { 0 } },
		EINVAL, "two drafts");
	refused("stranded packets without a change of tables",
		COMMIT(U32(CONFIG_DEV_STRANDED, SEASTAR_STRANDED_DROP)), EINVAL, "change of tables");
	refused("a policy that there is not",
		COMMIT(ROUTES(draft), U32(CONFIG_DEV_STRANDED, 2)), ERANGE, "range");
	refused("what only replies have",
		COMMIT(ROUTES(draft), U64(CONFIG_DEV_LOST, 0)), EINVAL, "replies");
	refused("a stale generation",
		COMMIT(U64(CONFIG_DEV_GENERATION, 0), ROUTES(draft)), ESTALE,
		"generation");
	refused("the draft is sealed since then, and its refusal says why", FILL(FIRST(0), BLOCK),
		EBUSY, "has used this draft");
	works("it can be checked", SEASTAR_CMD_CONFIG_COMMIT, (const struct attr[]){
		{ .type = SEASTAR_A_CONFIG_CHECK },
		NEST(CONFIG_DEV, STR(CONFIG_DEV_NAME, DEV), ROUTES(draft)), { 0 } });
	refused("after that nothing is filled in any more",
		FILL(FIRST(0), BLOCK), EBUSY, "another one");
}

/* Count the blocks of the tables in force; 0: there are none. */
static uint32_t count_blocks(void)
{
	struct answer answer;
	struct nlattr **reply = client_ask(SEASTAR_CMD_ROUTE_GET, ATTRS({ 0 }), &answer);

	return reply[SEASTAR_A_ROUTE_BLOCKS] ? nla_get_u32(reply[SEASTAR_A_ROUTE_BLOCKS]) : 0;
}

/* Write the first register of an input port's table, with two values in turn. */
static void write_in_turn(uint32_t router, uint32_t port, unsigned int times)
{
	static const uint64_t value[] = { 0xffffffffffffffff, 0x2121212121212121 };
	struct answer answer = { 0 };

	for (unsigned int i = 0; i < times && !answer.error; i++)
		client_send(SEASTAR_CMD_MMR_SET, (const struct attr[]){
			STR(MMR_DEV, DEV), U32(MMR_ROUTER, router),
			U32(MMR_OFFSET, SS_MMR_LUT(port)), U64(MMR_VALUE, value[i % 2]), { 0 } },
			false, &answer);
	claim(!answer.error, "a register of a table is written time and again", &answer);
}

/* Check that a write leaves nothing behind: a block that other tables use, too, is copied once. */
static void written(void)
{
	uint32_t before = count_blocks();

	write_in_turn(3, SEASTAR_PORT_PROC, 100);
	claim(count_blocks() == before + 1, "which takes one block more, however often", NULL);
	write_in_turn(3, SEASTAR_PORT_XM, 10);
	write_in_turn(3, SEASTAR_PORT_PROC, 10);
	claim(count_blocks() == before + 2, "and another for another table", NULL);
}

static void replaced(void)
{
	uint64_t former = draft;

	claim(!count_blocks(), "all this has brought no tables into force", NULL);
	works("the draft is committed", COMMIT(ROUTES(draft)));
	claim(count_blocks() == 2, "and is in force", NULL);
	written();
	draft = begin(1);
	claim(draft != former, "another draft takes its place", NULL);
	refused("the former one is no more", COMMIT(ROUTES(former)), ENOENT, "no draft");
	works("the rule comes back", COMMIT(ROUTES(0)));
	claim(!count_blocks(), "and there are no tables", NULL);
	if (seteuid(NOBODY))
		printf("Bail out! cannot become nobody\n");
	refused("a draft without privilege", SEASTAR_CMD_ROUTE_NEW, ATTRS(BLOCKS(1)), EPERM,
		"");
	refused("and filling one in", FILL(FIRST(0), BLOCK), EPERM,
		"");
	if (seteuid(0))
		exit(1);
}

/*
 * Begin a draft in another process, which then ends.  If @powerless is set it gives up its
 * privileges before, so that its socket is closed without them.
 */
static uint64_t begin_elsewhere(bool powerless)
{
	uint64_t id = 0;
	int ends[2];
	pid_t pid;

	fflush(stdout);
	if (pipe(ends))
		return 0;
	pid = fork();
	if (!pid) {
		client_open();
		id = begin(1);
		if (powerless && setresuid(NOBODY, NOBODY, NOBODY))
			_exit(1);
		_exit(write(ends[1], &id, sizeof(id)) != sizeof(id));
	}
	waitpid(pid, NULL, 0);
	if (read(ends[0], &id, sizeof(id)) != sizeof(id))
		id = 0;
	close(ends[0]);
	close(ends[1]);
	return id;
}

static void last(void)
{
	draft = begin_elsewhere(false);
	claim(draft, "somebody else begins a draft", NULL);
	refused("it goes with its maker", FILL(FIRST(0), BLOCK), ENOENT, "has ended");
	draft = begin_elsewhere(true);
	claim(draft, "so does somebody who then gives up his privileges", NULL);
	refused("it goes with its maker likewise", FILL(FIRST(0), BLOCK), ENOENT, "has ended");
}

/* Count the kernel's allocations for fabrics, their tables and their drafts. */
static unsigned int count_memory(void)
{
	FILE *f = fopen("/proc/vmallocinfo", "r");
	unsigned int n = 0;
	char line[256];

	while (f && fgets(line, sizeof(line), f))
		n += !!strstr(line, "[seastar]");
	if (f)
		fclose(f);
	return n;
}

/* Delete a device, with tables and a draft, while a statistics file of it is open. */
static void deleted(unsigned int before)
{
	int fd = statsfile_fd(DEV);

	works("tables are filled in once more", FILL(FROM(0), TABLES(ROUTERS)));
	works("and their block", FILL(FIRST(0), BLOCK));
	works("they are committed", COMMIT(ROUTES(draft)));
	begin(2);
	claim(fd >= 0 && count_memory() > before, "a device has tables, a draft and a reader",
	      NULL);
	printf("# descriptor %d; %u pieces of memory, %u before\n", fd, count_memory(), before);
	if (system("seastar dev del " DEV))
		claim(false, "it is deleted", NULL);
	claim(count_memory() == before, "its reader keeps none of its memory once it is deleted",
	      NULL);
	close(fd);
}

static void make_tables(void)
{
	unsigned int i;

	memset(block, SEASTAR_NO_ROUTE, sizeof(block));
	for (i = 0; i < ROUTERS; i++) {
		block[i] = SEASTAR_PORT_XP | SEASTAR_ROUTE_KEEP << 4;
		nid[i] = i;
	}
}

int main(void)
{
	unsigned int before;

	setvbuf(stdout, NULL, _IOLBF, 0);
	printf("TAP version 13\n1..61\n");
	if (system("modprobe seastar")) {
		printf("Bail out! there is no module\n");
		return 1;
	}
	before = count_memory();
	if (system("seastar dev add " DEV " topology 8")) {
		printf("Bail out! there is no device\n");
		return 1;
	}
	client_open();
	make_tables();
	begin_well();
	fill_well();
	commit_well();
	replaced();
	last();
	draft = begin(1);
	deleted(before);
	return failed;
}

// SPDX-License-Identifier: GPL-2.0-only
/*
 * Router hardware, played by the model: keeps the registers of a fabric in a file
 * that is the memory of a PCI function's BAR (QEMU's ivshmem).
 *
 *	hwmodel FILE FABRIC
 *
 * FABRIC is KXxKYxKZ [MESH [PATTERN [LOAD [SEED]]]]: the mesh bits, the pattern's
 * name and the load in millionths of a flit per node per cycle.
 *
 * QEMU does not report writes to the BAR, so the program looks for them: a write of
 * the value that a register has already is not seen.  Commands come on standard input,
 * a line each, and are answered by "ok" or by a reason:
 *
 *	new FABRIC		begin anew, whatever happened before;
 *	jump COUNTS [CYCLES]	counters and cycles run ahead of the model;
 *	reset [ROUTER]		counters, cycle and settings of one or all begin anew;
 *	link ROUTER PORT up|down;
 *	poke ROUTER OFFSET VALUE;
 *	stall, resume		answer no captures for a while;
 *	lose			read as all ones until "new".
 */
#include <fcntl.h>
#include <inttypes.h>
#include <poll.h>
#include <stdbool.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

#include <seastar/mmr.h>
#include <seastar/counters.h>
#include <seastar/widen.h>

#include "lib/model.h"
#include "tools/lib/names.h"

#define LEAST_WINDOWS	64	/* so that "new" has room for other fabrics */
#define REST_MS		1
#define CYCLES_A_TURN	4096	/* between rests; */
#define EVENTS_A_TURN	500	/* a tenth of a CPU or so */
#define DEFAULT_LOAD	200000

/* Registers an administrator may write, of a router and of each of its ports. */
#define MAX_WRITABLE	64

static struct writable {
	const struct ss_mmr *mmr;
	u32 offset;
} writable[MAX_WRITABLE];
static u32 writables;

/* The performance registers of a router. */
struct perf {
	u64 regs[SS_PORTS][SEASTAR_REGS];
	u64 cycle;
};

static struct {
	u8 *bar;
	size_t bytes;
	struct ss_fabric *fabric;
	u64 (*written)[MAX_WRITABLE];	/* values of the writable ones, by router */
	u8 *down;			/* bit p for port p, by router */
	struct perf *reset;		/* registers at a router's last reset, by router */
	struct tables *tables;		/* once they were written */
	bool held;			/* some router keeps its source from injecting */
	u64 token;
	u64 counts_ahead;
	u64 cycles_ahead;
	bool stalled;
	bool lost;
} hw;

#define IDS(routers)	((size_t)(routers) << SS_PORT_SHIFT)
#define REG_ENTRIES	8
#define BLOCKS		(SS_TABLE_BLOCKS + 1)	/* blocks of a port, the global one too */

/* Tables as the registers have them: every port has its own. */
struct tables {
	struct ss_tables t;
	u32 (*local)[SS_TABLE_BLOCKS];
	u32 *global;
	u8 (*block)[SS_TABLE_BLOCK];
	u16 *nid;
};

struct spec {
	struct ss_config cfg;
	struct ss_traffic traffic;
};

static u64 *mmr(u32 router, u32 offset)
{
	return (u64 *)(hw.bar + (size_t)router * SS_MMR_WINDOW + offset);
}

static u64 get(u32 router, u32 offset)
{
	return __atomic_load_n(mmr(router, offset), __ATOMIC_ACQUIRE);
}

static void put(u32 router, u32 offset, u64 value)
{
	__atomic_store_n(mmr(router, offset), value, __ATOMIC_RELEASE);
}

static void find_writable(void)
{
	for (u32 i = 0; i < ss_mmr_count; i++) {
		const struct ss_mmr *m = &ss_mmrs[i];
		u32 ports = m->port_stride ? SS_MMR_PORTS : 1;

		if (m->access != SS_MMR_RW)
			continue;
		for (u32 port = 0; port < ports; port++)
			for (u32 index = 0; index < m->count; index++)
				writable[writables++] = (struct writable){
					m, ss_mmr_offset(m, port, index)
				};
	}
}

/* Return the register's value as the router shows it now; ours are the links and the run ahead. */
static u64 value_of(u32 router, const struct ss_mmr *m, u32 port, u32 index)
{
	u64 value = ss_mmr_read(hw.fabric, router, ss_mmr_offset(m, port, index));

	if (m->offset == SS_MMR_RTR_CYCLE)
		return value + hw.cycles_ahead;
	if (m->offset == SS_MMR_PORT(0) + SS_MMR_LINK_STATUS &&
	    hw.down[router] >> port & 1)
		return value & ~SS_MMR_LINK_UP;
	return value;
}

static void publish(const struct ss_mmr *m)
{
	u32 ports = m->port_stride ? SS_MMR_PORTS : 1;

	for (u32 router = 0; router < ss_fabric_routers(hw.fabric); router++)
		for (u32 port = 0; port < ports; port++)
			for (u32 index = 0; index < m->count; index++)
				put(router, ss_mmr_offset(m, port, index),
				    value_of(router, m, port, index));
}

static bool is_perf(const struct ss_mmr *m)
{
	return m->offset >= SS_MMR_PORT(0) + SS_MMR_RTR_PERF &&
	       m->offset < SS_MMR_PORT(1);
}

static bool is_handshake(const struct ss_mmr *m)
{
	return m->offset == SS_MMR_PERF_CAPTURE ||
	       m->offset == SS_MMR_PERF_CAPTURED;
}

#define PACKED(NAME, number, ...)	1ULL << (number) |

/* Return true if the register has two counts in its halves. */
static bool is_packed(u32 reg)
{
	return (SS_PACKED(PACKED) 0) >> reg & 1;
}

/* Add to a register, whose halves wrap on their own if it has two counts. */
static u64 plus(u32 reg, u64 value, u64 low, u64 high)
{
	if (!is_packed(reg))
		return value + low;
	return (u32)(value + low) | ((value >> 32) + high) << 32;
}

static u64 ahead(u32 reg, u64 value)
{
	return plus(reg, value, hw.counts_ahead, hw.counts_ahead);
}

static u64 less(u32 reg, u64 value, u64 by)
{
	return plus(reg, value, -by, -(by >> 32));
}

/* Read the performance registers as they would be without a reset. */
static void read_perf(u32 router, struct perf *p)
{
	ss_read_regs(hw.fabric, router, p->regs);
	for (u32 port = 0; port < SS_PORTS; port++)
		for (u32 reg = 0; reg < SEASTAR_REGS; reg++)
			p->regs[port][reg] = ahead(reg, p->regs[port][reg]);
	p->cycle = ss_fabric_now(hw.fabric) + hw.cycles_ahead;
}

/* Publish the registers that a capture copies, all of one cycle. */
static void publish_perf(void)
{
	const struct perf *then;
	struct perf now;

	for (u32 router = 0; router < ss_fabric_routers(hw.fabric); router++) {
		then = &hw.reset[router];
		read_perf(router, &now);
		put(router, SS_MMR_RTR_CYCLE, now.cycle - then->cycle);
		for (u32 port = 0; port < SS_PORTS; port++)
			for (u32 reg = 0; reg < SEASTAR_REGS; reg++)
				put(router, SS_MMR_PORT(port) + SS_MMR_RTR_PERF + reg * 8,
				    less(reg, now.regs[port][reg], then->regs[port][reg]));
	}
}

static void publish_volatile(void)
{
	for (u32 i = 0; i < ss_mmr_count; i++)
		if (ss_mmrs[i].access == SS_MMR_VOLATILE && !is_perf(&ss_mmrs[i]) &&
		    !is_handshake(&ss_mmrs[i]) && ss_mmrs[i].offset != SS_MMR_RTR_CYCLE)
			publish(&ss_mmrs[i]);
}

/*
 * Publish all registers, the identity of the first router last: a driver that probes finds either
 * nothing that answers, or the whole fabric.
 */
static void publish_all(void)
{
	put(0, SS_MMR_RTR_ID, U64_MAX);
	memset(hw.bar + SS_MMR_RTR_ID + sizeof(u64), 0, hw.bytes - SS_MMR_RTR_ID - sizeof(u64));
	for (u32 i = 0; i < ss_mmr_count; i++)
		if (ss_mmrs[i].offset != SS_MMR_RTR_ID)
			publish(&ss_mmrs[i]);
	for (u32 router = 0; router < ss_fabric_routers(hw.fabric); router++)
		for (u32 i = 0; i < writables; i++)
			hw.written[router][i] = get(router, writable[i].offset);
	for (u32 router = ss_fabric_routers(hw.fabric); router--;)
		put(router, SS_MMR_RTR_ID, ss_mmr_read(hw.fabric, router, SS_MMR_RTR_ID));
}

/* Take a write.  A value that is not possible is ignored: the register shows what it held. */
static void take_write(u32 router, u32 i)
{
	const struct writable *w = &writable[i];
	u64 value = get(router, w->offset);

	if (value == hw.written[router][i])
		return;
	if (ss_mmr_check_write(w->mmr, value)) {
		put(router, w->offset, hw.written[router][i]);
		return;
	}
	ss_mmr_write(hw.fabric, router, w->offset, value);
	hw.written[router][i] = value;
}

static void take_writes(void)
{
	for (u32 router = 0; router < ss_fabric_routers(hw.fabric); router++)
		for (u32 i = 0; i < writables; i++)
			take_write(router, i);
}

static void answer_capture(void)
{
	u64 token = get(0, SS_MMR_PERF_CAPTURE);

	if (token == hw.token || hw.stalled)
		return;
	publish_perf();
	put(0, SS_MMR_PERF_CAPTURED, token);
	hw.token = token;
}

static struct tables *new_tables(u32 routers)
{
	struct tables *t = model_memory(sizeof(*t));

	t->local = model_memory(IDS(routers) * sizeof(*t->local));
	t->global = model_memory(IDS(routers) * sizeof(*t->global));
	t->block = model_memory(IDS(routers) * BLOCKS * sizeof(*t->block));
	t->nid = model_memory(routers * sizeof(*t->nid));
	t->t.local = (const u32 (*)[SS_TABLE_BLOCKS])t->local;
	t->t.global = t->global;
	t->t.block = (const u8 (*)[SS_TABLE_BLOCK])t->block;
	t->t.nid = t->nid;
	return t;
}

static void free_tables(struct tables *t)
{
	if (!t)
		return;
	free(t->local);
	free(t->global);
	free(t->block);
	free(t->nid);
	free(t);
}

static void take_entries(u32 router, u32 offset, u32 regs, u8 *entry)
{
	for (u32 i = 0; i < regs * REG_ENTRIES; i++)
		entry[i] = get(router, offset + i / REG_ENTRIES * sizeof(u64)) >>
			   i % REG_ENTRIES * 8;
}

static void take_port(struct tables *t, u32 router, u32 port)
{
	u32 id = SS_PORT_ID(router, port), first = id * BLOCKS;

	for (u32 i = 0; i < SS_TABLE_BLOCKS; i++) {
		t->local[id][i] = first + i;
		take_entries(router, SS_MMR_LUT(port) + i * SS_TABLE_BLOCK,
			     SS_TABLE_BLOCK / REG_ENTRIES, t->block[first + i]);
	}
	t->global[id] = first + SS_TABLE_BLOCKS;
	take_entries(router, SS_MMR_PORT(port) + SS_MMR_GLUT, SS_ROUTE_GLOBALS / REG_ENTRIES,
		     t->block[t->global[id]]);
}

/* Bring the tables in the registers into force. */
static void take_tables(void)
{
	u32 routers = ss_fabric_routers(hw.fabric);
	struct tables *t = new_tables(routers);
	u64 datelines = get(0, SS_MMR_DATELINE_CONFIG);

	for (u32 d = 0; d < SS_DIMS; d++)
		t->t.dateline[d] = datelines >> (16 * d + 15) & 1 ?
				   datelines >> 16 * d & 0x7fff : SS_NO_DATELINE;
	for (u32 router = 0; router < routers; router++) {
		t->nid[router] = get(router, SS_MMR_RTR_NODE_ID);
		for (u32 port = 0; port < SS_MMR_PORTS; port++)
			take_port(t, router, port);
	}
	model_tables(hw.fabric, &t->t);
	free_tables(hw.tables);
	hw.tables = t;
}

/*
 * Take changes of INJECTION_CONTROL: tables are written while it holds, and come into force at its
 * release.
 */
static void take_holds(void)
{
	bool held = false;

	for (u32 router = 0; router < ss_fabric_routers(hw.fabric); router++)
		held |= get(router, SS_MMR_INJECTION_CONTROL) & SS_MMR_INJECTION_HOLD;
	if (hw.held && !held)
		take_tables();
	hw.held = held;
	for (u32 router = 0; router < ss_fabric_routers(hw.fabric); router++)
		ss_mmr_write(hw.fabric, router, SS_MMR_INJECTION_CONTROL,
			     get(router, SS_MMR_INJECTION_CONTROL));
}

static void turn(void)
{
	if (hw.lost)
		return;
	take_writes();
	take_holds();
	answer_capture();
	ss_fabric_run_for(hw.fabric, CYCLES_A_TURN, EVENTS_A_TURN);
	publish_volatile();
}

static const char *parse_spec(const char *text, struct spec *s)
{
	char pattern[32] = "uniform";
	u32 radix[SS_DIMS], mesh = 0;
	u64 seed = 1;

	*s = (struct spec){
		.traffic = {
			.source = SEASTAR_SOURCE_OPEN,
			.load = DEFAULT_LOAD,
			.lengths = { { 1, 9 }, { 1, 2 } },
			.requests = SEASTAR_PPM / 2,
		},
	};
	if (sscanf(text, "%" SCNu32 "x%" SCNu32 "x%" SCNu32 " %" SCNu32 " %31s %" SCNu32
		   " %" SCNu64, &radix[0], &radix[1], &radix[2], &mesh, pattern,
		   &s->traffic.load, &seed) < SS_DIMS)
		return "a fabric is KXxKYxKZ [MESH [PATTERN [LOAD [SEED]]]]";
	while (pattern_names[s->traffic.pattern] &&
	       strcmp(pattern, pattern_names[s->traffic.pattern]))
		s->traffic.pattern++;
	if (!pattern_names[s->traffic.pattern] ||
	    s->traffic.pattern == SEASTAR_PATTERN_PERMUTATION)
		return "there is no such pattern";
	ss_config_default(&s->cfg, radix[0], radix[1], radix[2], mesh);
	s->cfg.seed = seed;
	s->cfg.seastar.tables = 1;
	return ss_config_check(&s->cfg);
}

static void forget(void)
{
	if (hw.fabric)
		model_free(hw.fabric);
	free(hw.written);
	free(hw.down);
	free(hw.reset);
	free_tables(hw.tables);
	hw.tables = NULL;
	hw.held = false;
	hw.token = 0;
	hw.counts_ahead = 0;
	hw.cycles_ahead = 0;
	hw.stalled = false;
	hw.lost = false;
}

static void begin(const struct spec *s)
{
	u32 routers = ss_config_routers(&s->cfg);

	forget();
	hw.fabric = model_new(&s->cfg);
	hw.written = model_memory(routers * sizeof(*hw.written));
	hw.down = model_memory(routers);
	hw.reset = model_memory(routers * sizeof(*hw.reset));
	model_traffic(hw.fabric, &s->traffic);
	publish_all();
}

static const char *do_new(const char *words)
{
	struct spec s;
	const char *why = parse_spec(words, &s);

	if (why)
		return why;
	if ((u64)ss_config_routers(&s.cfg) * SS_MMR_WINDOW > hw.bytes)
		return "the BAR has no room for so many routers";
	begin(&s);
	return NULL;
}

static const char *do_jump(const char *words)
{
	u64 counts, cycles = 0;

	if (sscanf(words, "%" SCNu64 " %" SCNu64, &counts, &cycles) < 1)
		return "how far?";
	hw.counts_ahead += counts;
	hw.cycles_ahead += cycles;
	return NULL;
}

/* Wipe tables that were written; tables from before that are the model's own. */
static void wipe_tables(u32 router)
{
	for (u32 port = 0; port < SS_MMR_PORTS; port++) {
		for (u32 i = 0; i < SS_MMR_LUT_REGS; i++)
			put(router, SS_MMR_LUT(port) + i * sizeof(u64), U64_MAX);
		for (u32 i = 0; i < SS_ROUTE_GLOBALS / REG_ENTRIES; i++)
			put(router, SS_MMR_PORT(port) + SS_MMR_GLUT + i * sizeof(u64), U64_MAX);
	}
}

static void reset_router(u32 router)
{
	read_perf(router, &hw.reset[router]);
	for (u32 i = 0; i < writables; i++) {
		const struct writable *w = &writable[i];

		ss_mmr_write(hw.fabric, router, w->offset, w->mmr->reset);
		put(router, w->offset, w->mmr->reset);
		hw.written[router][i] = w->mmr->reset;
	}
	if (hw.tables)
		wipe_tables(router);
}

static const char *do_reset(const char *words)
{
	u32 routers = ss_fabric_routers(hw.fabric);
	u32 router = 0, last = routers - 1;

	if (sscanf(words, "%" SCNu32, &router) == 1)
		last = router;
	if (last >= routers)
		return "which router?";
	for (; router <= last; router++)
		reset_router(router);
	return NULL;
}

static const char *do_link(const char *words)
{
	u32 router, port;
	char state[8];

	if (sscanf(words, "%" SCNu32 " %" SCNu32 " %7s", &router, &port, state) < 3 ||
	    router >= ss_fabric_routers(hw.fabric) || port >= SS_PORTS)
		return "which link?";
	hw.down[router] &= ~(1 << port);
	if (!strcmp(state, "down"))
		hw.down[router] |= 1 << port;
	return NULL;
}

static const char *do_poke(const char *words)
{
	u32 router, offset;
	u64 value;

	if (sscanf(words, "%" SCNu32 " %" SCNi32 " %" SCNi64, &router, (int32_t *)&offset,
		   (int64_t *)&value) < 3 ||
	    (u64)router * SS_MMR_WINDOW >= hw.bytes || offset >= SS_MMR_WINDOW || offset % 8)
		return "poke what?";
	put(router, offset, value);
	return NULL;
}

static const char *do_stall(const char *words)
{
	(void)words;
	hw.stalled = true;
	return NULL;
}

static const char *do_resume(const char *words)
{
	(void)words;
	hw.stalled = false;
	return NULL;
}

static const char *do_lose(const char *words)
{
	(void)words;
	hw.lost = true;
	memset(hw.bar, 0xff, hw.bytes);
	return NULL;
}

static const struct command {
	const char *name;
	const char *(*run)(const char *words);
} commands[] = {
	{ "new", do_new },
	{ "jump", do_jump },
	{ "reset", do_reset },
	{ "link", do_link },
	{ "poke", do_poke },
	{ "stall", do_stall },
	{ "resume", do_resume },
	{ "lose", do_lose },
};

static const char *obey(char *line)
{
	size_t length = strcspn(line, "\n ");

	for (size_t i = 0; i < sizeof(commands) / sizeof(commands[0]); i++)
		if (length == strlen(commands[i].name) &&
		    !strncmp(line, commands[i].name, length))
			return commands[i].run(line + length);
	return "there is no such command";
}

/* Take a command; false at the end of the input. */
static bool take_command(void)
{
	char line[256];
	const char *why;

	if (!fgets(line, sizeof(line), stdin))
		return false;
	why = obey(line);
	puts(why ? why : "ok");
	return true;
}

static void die(const char *what)
{
	perror(what);
	exit(1);
}

/* Return the size of a BAR, a power of two. */
static size_t bar_bytes(u32 routers)
{
	size_t windows = LEAST_WINDOWS;

	while (windows < routers)
		windows *= 2;
	return windows * SS_MMR_WINDOW;
}

static void map_file(const char *name, u32 routers)
{
	int fd = open(name, O_RDWR | O_CREAT | O_EXCL, 0600);

	hw.bytes = bar_bytes(routers);
	if (fd < 0 || ftruncate(fd, hw.bytes))
		die(name);
	hw.bar = mmap(NULL, hw.bytes, PROT_READ | PROT_WRITE, MAP_SHARED, fd, 0);
	if (hw.bar == MAP_FAILED)
		die(name);
	close(fd);
}

int main(int argc, char **argv)
{
	struct pollfd in = { .fd = STDIN_FILENO, .events = POLLIN };
	const char *why;
	struct spec s;

	if (argc != 3) {
		fprintf(stderr, "usage: hwmodel FILE FABRIC\n");
		return 2;
	}
	why = parse_spec(argv[2], &s);
	if (why) {
		fprintf(stderr, "hwmodel: %s: %s\n", argv[2], why);
		return 1;
	}
	setlinebuf(stdout);
	setvbuf(stdin, NULL, _IONBF, 0);	/* poll() sees all there is */
	find_writable();
	map_file(argv[1], ss_config_routers(&s.cfg));
	begin(&s);
	puts("ready");
	while (poll(&in, 1, REST_MS) <= 0 || take_command())
		turn();
	return 0;
}

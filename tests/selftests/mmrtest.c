// SPDX-License-Identifier: GPL-2.0-only
/*
 * Test every register of the table by raw netlink, with any backend:
 *
 *	mmrtest DEVICE [fresh]
 *
 * The program restores the settings at its end.  Writable registers are compared with their reset
 * values only if the device is fresh, that is, unused.
 */
#include <errno.h>
#include <inttypes.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include <linux/seastar.h>
#include <seastar/mmr.h>

#include "client.h"

#define NOBODY		65534
#define MAX_COUNT	512
#define ROUTER		0	/* exists in every fabric */

static const char *device;
static bool fresh;
static struct answer answer;

static struct {
	unsigned int number;
	unsigned int failed;
	unsigned int faults;	/* faults found by the check in progress */
} tap;

static void fault(const char *fmt, ...) __attribute__((format(printf, 1, 2)));

/* Count a fault found by the check in progress, and report it if it is among the first ten. */
static void fault(const char *fmt, ...)
{
	va_list ap;

	if (tap.faults++ >= 10)
		return;
	printf("# ");
	va_start(ap, fmt);
	vprintf(fmt, ap);
	va_end(ap);
	putchar('\n');
}

static void claim(const char *fmt, ...) __attribute__((format(printf, 1, 2)));

static void claim(const char *fmt, ...)
{
	va_list ap;

	printf("%sok %u ", tap.faults ? "not " : "", ++tap.number);
	va_start(ap, fmt);
	vprintf(fmt, ap);
	va_end(ap);
	putchar('\n');
	if (tap.faults)
		printf("# rerun: mmrtest %s%s\n", device, fresh ? " fresh" : "");
	tap.failed += tap.faults != 0;
	tap.faults = 0;
}

/* Requests of registers */

static struct attr dev_attr(void)
{
	return (struct attr){ .type = SEASTAR_A_MMR_DEV, .length = strlen(device) + 1,
			      .data = device };
}

static struct attr u32_attr(uint16_t type, uint32_t value)
{
	return (struct attr){ .type = type, .length = 4, .number = value };
}

static struct attr u64_attr(uint16_t type, uint64_t value)
{
	return (struct attr){ .type = type, .length = 8, .number = value };
}

/* Read @count registers of @router; errno, or 0 and their values and generation. */
static int get(uint32_t router, uint32_t offset, uint32_t count, uint64_t *value,
	       uint64_t *generation)
{
	const struct attr attrs[] = {
		dev_attr(), u32_attr(SEASTAR_A_MMR_ROUTER, router),
		u32_attr(SEASTAR_A_MMR_OFFSET, offset), u32_attr(SEASTAR_A_MMR_COUNT, count),
		{ 0 }
	};
	struct nlattr **reply = client_ask(SEASTAR_CMD_MMR_GET, attrs, &answer);
	struct nlattr *values = reply[SEASTAR_A_MMR_VALUES];
	struct nlattr *gen = reply[SEASTAR_A_MMR_GENERATION];

	if (!answer.error && (!values || !gen ||
			      nla_len(values) != (int)(count * sizeof(*value))))
		answer.error = EPROTO;
	if (!answer.error) {
		nla_memcpy(value, values, count * sizeof(*value));
		*generation = nla_get_u64(gen);
	}
	return answer.error;
}

static uint64_t read_at(uint32_t offset)
{
	uint64_t value = 0, generation;

	if (get(ROUTER, offset, 1, &value, &generation))
		fault("cannot read 0x%04x: %s %s", offset, strerror(answer.error), answer.sentence);
	return value;
}

static uint64_t generation_now(void)
{
	uint64_t value, generation = 0;

	get(ROUTER, SS_MMR_RTR_ID, 1, &value, &generation);
	return generation;
}

/* Write a register, only in generation *@generation unless it is NULL; return errno. */
static int set(uint32_t router, uint32_t offset, uint64_t value, const uint64_t *generation)
{
	const struct attr attrs[] = {
		dev_attr(), u32_attr(SEASTAR_A_MMR_ROUTER, router),
		u32_attr(SEASTAR_A_MMR_OFFSET, offset), u64_attr(SEASTAR_A_MMR_VALUE, value),
		generation ? u64_attr(SEASTAR_A_MMR_GENERATION, *generation) : (struct attr){ 0 },
		{ 0 }
	};

	client_send(SEASTAR_CMD_MMR_SET, attrs, false, &answer);
	return answer.error;
}

static void must_refuse(int error, const char *what, uint32_t offset)
{
	/* the kernel itself refuses an ordinary user, without a sentence */
	if (answer.error != error || (error != EPERM && !*answer.sentence))
		fault("0x%04x: %s: expected %s and a sentence, seen %s '%s'", offset, what,
		      strerror(error), strerror(answer.error), answer.sentence);
}

/* Checks of a single register */

static uint32_t ports_of(const struct ss_mmr *m)
{
	return m->port_stride ? SS_MMR_PORTS : 1;
}

/*
 * Return true if the register's value after a reset depends on the router's place, or on the
 * fabric.
 */
static bool depends(const struct ss_mmr *m)
{
	switch (m->offset) {
	case SS_MMR_RTR_CAPABILITY:
	case SS_MMR_RTR_TOPOLOGY:
	case SS_MMR_RTR_NODE_ID:
	case SS_MMR_DATELINE_CONFIG:
	case SS_MMR_LUT(0):
		return true;
	default:
		return m->access == SS_MMR_VOLATILE || m->access == SS_MMR_DRIVER;
	}
}

static void check_read(const struct ss_mmr *m)
{
	uint64_t value[MAX_COUNT], generation;
	uint32_t port, i, offset;

	for (port = 0; port < ports_of(m); port++) {
		offset = ss_mmr_offset(m, port, 0);
		if (get(ROUTER, offset, m->count, value, &generation)) {
			fault("0x%04x: %s %s", offset, strerror(answer.error), answer.sentence);
			continue;
		}
		if (depends(m) || (m->access == SS_MMR_RW && !fresh))
			continue;
		for (i = 0; i < m->count; i++) {
			if (value[i] != m->reset)
				fault("0x%04x: expected 0x%016" PRIx64 ", seen 0x%016" PRIx64,
				      offset + 8 * i, m->reset, value[i]);
		}
	}
	claim("%s can be read%s", m->name,
	      depends(m) || (m->access == SS_MMR_RW && !fresh) ? "" : ", and holds its reset value");
}

static void write_and_read(uint32_t offset, uint64_t value)
{
	uint64_t seen;

	if (set(ROUTER, offset, value, NULL)) {
		fault("0x%04x: 0x%016" PRIx64 " is refused: %s %s", offset, value,
		      strerror(answer.error), answer.sentence);
		return;
	}
	seen = read_at(offset);
	if (seen != value)
		fault("0x%04x: written 0x%016" PRIx64 ", read 0x%016" PRIx64, offset, value, seen);
}

/* Return true if @value drops packets of a link that is up, which LINK_SET refuses, too. */
static bool contradicts_itself(const struct ss_mmr *m, uint64_t value)
{
	return m->offset == SS_MMR_PORT(0) + SS_MMR_LINK_CONTROL &&
	       value == (SS_MMR_LINK_ENABLE | SS_MMR_LINK_DROP);
}

static void write_most(const struct ss_mmr *m, uint32_t offset, uint64_t most)
{
	if (!contradicts_itself(m, most)) {
		write_and_read(offset, most);
		return;
	}
	set(ROUTER, offset, most, NULL);
	must_refuse(EINVAL, "a fate of packets for a link that is up", offset);
}

/* Write ones and zeros that walk through the writable bits. */
static void walk(const struct ss_mmr *m, uint32_t offset)
{
	uint64_t most = m->max ? m->max : m->writable;
	uint32_t bit;

	for (bit = 0; bit < 64; bit++) {
		uint64_t one = 1ULL << bit, before = read_at(offset);

		if (m->writable & one) {
			if (one >= m->min)
				write_and_read(offset, one);
			if ((m->writable & ~one) >= m->min && (m->writable & ~one) <= most)
				write_and_read(offset, m->writable & ~one);
		} else {
			set(ROUTER, offset, before | one, NULL);
			must_refuse(ERANGE, "a bit that cannot be written", offset);
			if (read_at(offset) != before)
				fault("0x%04x: a refused write changed it", offset);
		}
	}
	write_most(m, offset, most);
	if (most < m->writable) {
		set(ROUTER, offset, most + 1, NULL);
		must_refuse(ERANGE, "a value that is too great", offset);
	}
	write_and_read(offset, m->min);
	if (m->min) {
		set(ROUTER, offset, m->min - 1, NULL);
		must_refuse(ERANGE, "a value that is too small", offset);
	}
	write_and_read(offset, m->reset);
}

/* Sum up all settings of the router except the register at @except. */
static uint64_t others(uint32_t except)
{
	uint64_t sum = 0;
	const struct ss_mmr *m;
	uint32_t port;

	for (m = ss_mmrs; m < ss_mmrs + ss_mmr_count; m++) {
		if (m->access != SS_MMR_RW)
			continue;
		for (port = 0; port < ports_of(m); port++) {
			uint32_t offset = ss_mmr_offset(m, port, 0);

			if (offset != except)
				sum = (sum ^ read_at(offset)) * 0x9e3779b97f4a7c15ULL;
		}
	}
	return sum;
}

/* Return true if the register is a setting: all writable registers are, except those of links. */
static bool is_setting(const struct ss_mmr *m)
{
	return m->offset != SS_MMR_PORT(0) + SS_MMR_LINK_CONTROL &&
	       m->offset != SS_MMR_PORT(0) + SS_MMR_LINK_BIT_ERRORS;
}

static void check_written(const struct ss_mmr *m)
{
	uint64_t generation = generation_now();
	uint32_t port;

	for (port = 0; port < ports_of(m); port++) {
		uint32_t offset = ss_mmr_offset(m, port, 0);
		uint64_t before = read_at(offset), rest = others(offset);

		if (!is_setting(m) && port == SEASTAR_PORT_PROC) {
			set(ROUTER, offset, before, NULL);
			must_refuse(ERANGE, "a link to no router", offset);
			continue;
		}
		walk(m, offset);
		write_and_read(offset, before);
		if (others(offset) != rest)
			fault("0x%04x: other registers changed with it", offset);
	}
	if ((generation_now() != generation) != is_setting(m))
		fault("a write of %s makes %s generation", is_setting(m) ? "a setting" : "a link",
		      is_setting(m) ? "no new" : "a new");
	claim("%s takes its writable bits and no others, and gives them back", m->name);
}

/* Check entries of tables; a software fabric without tables has none. */
static void check_entries(const struct ss_mmr *m)
{
	const char *backend = getenv("BACKEND");
	bool hardware = backend && !strcmp(backend, "mmio");
	uint32_t offset = ss_mmr_offset(m, 1, m->count - 1);
	uint64_t before = read_at(offset);

	set(ROUTER, offset, before ^ 0x08, NULL);
	must_refuse(ERANGE, "what is no entry", offset);
	if (hardware) {
		write_and_read(offset, before == UINT64_MAX ? 0x21 : UINT64_MAX);
		write_and_read(offset, before);
	} else {
		set(ROUTER, offset, UINT64_MAX, NULL);
		must_refuse(ENODATA, "an entry of the rule", offset);
	}
	if (read_at(offset) != before)
		fault("0x%04x: it is not as before", offset);
	claim("%s takes entries and nothing else", m->name);
}

static void check_unwritten(const struct ss_mmr *m)
{
	uint64_t generation = generation_now();
	uint32_t port, last = m->count - 1;

	for (port = 0; port < ports_of(m); port++) {
		set(ROUTER, ss_mmr_offset(m, port, 0), 0, NULL);
		must_refuse(EACCES, "a write", ss_mmr_offset(m, port, 0));
		set(ROUTER, ss_mmr_offset(m, port, last), m->reset, NULL);
		must_refuse(EACCES, "a write", ss_mmr_offset(m, port, last));
	}
	if (generation_now() != generation)
		fault("refused writes made a new generation");
	claim("%s cannot be written", m->name);
}

static void become(uid_t user)
{
	if (seteuid(user)) {
		printf("Bail out! cannot become user %d: %s\n", (int)user, strerror(errno));
		exit(1);
	}
}

static void check_unprivileged(const struct ss_mmr *m)
{
	const char *backend = getenv("BACKEND");
	bool hardware = backend && !strcmp(backend, "mmio");
	uint64_t value, generation;
	uint32_t port;

	become(NOBODY);
	for (port = 0; port < ports_of(m); port++) {
		uint32_t offset = ss_mmr_offset(m, port, 0);

		set(ROUTER, offset, m->reset, NULL);
		must_refuse(EPERM, "a write by nobody", offset);
		if (!hardware) {
			read_at(offset);
			continue;
		}
		get(ROUTER, offset, 1, &value, &generation);
		must_refuse(EPERM, "a read of hardware by nobody", offset);
	}
	become(0);
	claim("%s is read by %s, and not written by nobody", m->name,
	      hardware ? "an administrator" : "everybody");
}

/* Checks of malformed requests */

static void check_places(void)
{
	static const struct { uint32_t offset; int error; const char *what; } places[] = {
		{ 1, EINVAL, "an odd offset" },
		{ SS_MMR_AGE_RR_SELECT + 4, EINVAL, "half a register" },
		{ SS_MMR_INJECTION_CONTROL + 8, ERANGE, "a hole behind the router's registers" },
		{ SS_MMR_PORT(0) + 0x40, ERANGE, "a hole in a port" },
		{ SS_MMR_PORT(SS_MMR_PORTS), ERANGE, "an eighth port" },
		{ SS_MMR_LUT(0) - 8, ERANGE, "what is before the tables" },
		{ SS_MMR_LUT(SS_MMR_PORTS), ERANGE, "an eighth table" },
		{ SS_MMR_WINDOW, ERANGE, "the next router's window" },
		{ 0xfffffff8, ERANGE, "the last offset there is" },
	};
	uint64_t value, generation;
	size_t i;

	for (i = 0; i < sizeof(places) / sizeof(places[0]); i++) {
		get(ROUTER, places[i].offset, 1, &value, &generation);
		must_refuse(places[i].error, places[i].what, places[i].offset);
		set(ROUTER, places[i].offset, 1, NULL);
		must_refuse(places[i].error, places[i].what, places[i].offset);
	}
	get(SEASTAR_MAX_ROUTERS, 0, 1, &value, &generation);
	must_refuse(ERANGE, "a router outside", 0);
	set(SEASTAR_MAX_ROUTERS, SS_MMR_AGE_CLOCK_PERIOD, 1, NULL);
	must_refuse(ERANGE, "a router outside", SS_MMR_AGE_CLOCK_PERIOD);
	claim("offsets without a register are refused");
}

static void check_counts(void)
{
	uint64_t value[MAX_COUNT + 1], generation;
	uint32_t lut = SS_MMR_LUT(6);

	get(ROUTER, lut, 0, value, &generation);
	must_refuse(ERANGE, "no register at all", lut);
	get(ROUTER, lut, MAX_COUNT + 1, value, &generation);
	must_refuse(ERANGE, "more than 512", lut);
	get(ROUTER, lut, UINT32_MAX, value, &generation);
	must_refuse(ERANGE, "2^32 - 1", lut);
	get(ROUTER, lut + 8, MAX_COUNT, value, &generation);
	must_refuse(ERANGE, "one more than the table has", lut + 8);
	get(ROUTER, SS_MMR_INJECTION_CONTROL, 2, value, &generation);
	must_refuse(ERANGE, "a run into a hole", SS_MMR_INJECTION_CONTROL);
	if (get(ROUTER, lut, MAX_COUNT, value, &generation))
		fault("the whole of a table is refused: %s", answer.sentence);
	claim("a count that leads where no registers are is refused");
}

static void check_run(void)
{
	uint32_t first = SS_MMR_AGE_CLOCK_PERIOD, n = 2, i;
	uint64_t value[2], generation;

	if (get(ROUTER, first, n, value, &generation))
		fault("%s", answer.sentence);
	for (i = 0; i < n; i++) {
		if (value[i] != read_at(first + 8 * i))
			fault("0x%04x reads otherwise alone", first + 8 * i);
	}
	claim("registers read together are those read alone");
}

static void check_generations(void)
{
	uint32_t offset = SS_MMR_PORT(3) + SS_MMR_PORT_CONFIG;
	uint64_t before = read_at(offset), old = generation_now(), now;

	if (set(ROUTER, offset, before, &old))
		fault("a write of the current generation is refused: %s", answer.sentence);
	now = generation_now();
	if (now <= old)
		fault("the write made no new generation");
	set(ROUTER, offset, 0, &old);
	must_refuse(ESTALE, "a stale generation", offset);
	if (read_at(offset) != before || generation_now() != now)
		fault("a refused write changed something");
	claim("a write is for the generation it names");
}

static void check_missing(void)
{
	const struct attr no_value[] = {
		dev_attr(), u32_attr(SEASTAR_A_MMR_ROUTER, ROUTER),
		u32_attr(SEASTAR_A_MMR_OFFSET, SS_MMR_AGE_RR_SELECT), { 0 }
	};
	const struct attr no_offset[] = {
		dev_attr(), u32_attr(SEASTAR_A_MMR_ROUTER, ROUTER), { 0 }
	};
	const struct attr no_router[] = {
		dev_attr(), u32_attr(SEASTAR_A_MMR_OFFSET, 0), { 0 }
	};
	const struct attr no_dev[] = {
		u32_attr(SEASTAR_A_MMR_ROUTER, ROUTER), u32_attr(SEASTAR_A_MMR_OFFSET, 0), { 0 }
	};
	const struct attr a_value[] = {
		dev_attr(), u32_attr(SEASTAR_A_MMR_ROUTER, ROUTER),
		u32_attr(SEASTAR_A_MMR_OFFSET, 0), u64_attr(SEASTAR_A_MMR_VALUE, 0), { 0 }
	};
	const struct attr *const bad_gets[] = { no_offset, no_router, no_dev, a_value };
	size_t i;

	for (i = 0; i < sizeof(bad_gets) / sizeof(bad_gets[0]); i++) {
		client_send(SEASTAR_CMD_MMR_GET, bad_gets[i], false, &answer);
		must_refuse(EINVAL, "a bad read", 0);
	}
	client_send(SEASTAR_CMD_MMR_SET, no_value, false, &answer);
	must_refuse(EINVAL, "a write of nothing", SS_MMR_AGE_RR_SELECT);
	claim("a request that lacks something, or has too much, is refused");
}

int main(int argc, char **argv)
{
	const struct ss_mmr *m;

	if (argc < 2 || argc > 3 || (argc == 3 && strcmp(argv[2], "fresh"))) {
		fprintf(stderr, "usage: mmrtest DEVICE [fresh]\n");
		return 2;
	}
	device = argv[1];
	fresh = argc == 3;
	client_open();
	printf("TAP version 13\n1..%u\n", 3 * ss_mmr_count + 5);
	for (m = ss_mmrs; m < ss_mmrs + ss_mmr_count; m++) {
		check_read(m);
		if (m->access == SS_MMR_TABLE)
			check_entries(m);
		else if (m->access == SS_MMR_RW)
			check_written(m);
		else
			check_unwritten(m);
		check_unprivileged(m);
	}
	check_places();
	check_counts();
	check_run();
	check_generations();
	check_missing();
	return tap.failed != 0;
}

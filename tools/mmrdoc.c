// SPDX-License-Identifier: GPL-2.0-only
/* Write docs/mmr.md: the table of registers as a page. */
#include <inttypes.h>
#include <stdio.h>

#include <seastar/mmr.h>

static const char *const access_words[] = {
	[SS_MMR_RO] = "read only",
	[SS_MMR_VOLATILE] = "read only, volatile",
	[SS_MMR_DRIVER] = "the driver's",
	[SS_MMR_RW] = "read and write",
	[SS_MMR_TABLE] = "read and write, with all tables",
};

static const char intro[] =
	"<!-- Generated from sim/routers/seastar/mmr.c by `make docs`: do not edit. -->\n"
	"# Registers\n"
	"\n"
	"The memory-mapped registers of SeaStar routers, as the driver knows them. The\n"
	"aging and performance registers, with their names, and which tables and settings\n"
	"there are, are from Abts and Weisser, *Age-Based Packet Arbitration in Large-Radix\n"
	"k-ary n-cubes*, SC07. The paper gives no addresses: **offsets, and the registers\n"
	"that the paper does not have, are this project's own choice.**\n"
	"\n"
	"A BAR holds a window of 0x%x bytes for each router it gives access to, in the\n"
	"order of their node numbers. All registers are 64 bits wide, little-endian, and\n"
	"accessed whole. An offset is into the window; a port's registers are at it plus\n"
	"the port's number times the stride: ports 0 to 6 are proc, +x, -x, +y, -y, +z, -z.\n"
	"Offsets that the table does not name hold no register.\n"
	"\n"
	"*Read only* registers change at most with a reset; *volatile* ones are the\n"
	"router's to change. A *read and write* register takes values within its writable\n"
	"bits; others are refused, not masked. CAP_NET_ADMIN may write, and read registers of\n"
	"hardware; those of a software fabric everybody may read. `seastar mmr` does both, by\n"
	"way of `SEASTAR_CMD_MMR_GET` and `SEASTAR_CMD_MMR_SET`. Values after a reset are given\n"
	"where they do not depend on the router's place or the fabric's parameters.\n";

static void print_offset(const struct ss_mmr *m)
{
	printf("0x%04x", m->offset);
	if (m->port_stride)
		printf(" + 0x%x port", m->port_stride);
	if (m->count > 1)
		printf(" + 8 index, 0 to %u", m->count - 1);
}

static void print_values(const struct ss_mmr *m)
{
	printf("%s", access_words[m->access]);
	if (m->access == SS_MMR_RW)
		printf("; writable bits 0x%016" PRIx64, m->writable);
	if (m->min)
		printf("; at least %" PRIu64, m->min);
	if (m->access == SS_MMR_RW || m->reset)
		printf("; after a reset 0x%016" PRIx64, m->reset);
}

static void print_registers(void)
{
	const struct ss_mmr *m;

	puts("\n## Registers\n\n| offset | register | what it holds | access | unit |\n"
	     "|---|---|---|---|---|");
	for (m = ss_mmrs; m < ss_mmrs + ss_mmr_count; m++) {
		printf("| ");
		print_offset(m);
		printf(" | %s | %s | ", m->name, m->doc);
		print_values(m);
		printf(" | %s |\n", m->unit ? m->unit : "");
	}
}

static void print_fields(const struct ss_mmr *m)
{
	const struct ss_mmr_field *f;

	for (f = m->fields; f->name; f++) {
		printf("| %s | ", m->name);
		if (f->width == 1)
			printf("%u", f->lsb);
		else
			printf("%u:%u", f->lsb + f->width - 1, f->lsb);
		printf(" | %s | %s |\n", f->name, f->doc);
	}
}

int main(void)
{
	const struct ss_mmr *m;

	printf(intro, SS_MMR_WINDOW);
	print_registers();
	puts("\n## Fields\n\n| register | bits | field | meaning |\n|---|---|---|---|");
	for (m = ss_mmrs; m < ss_mmrs + ss_mmr_count; m++)
		if (m->fields)
			print_fields(m);
	return fflush(stdout) || ferror(stdout);
}

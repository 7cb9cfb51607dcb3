// SPDX-License-Identifier: GPL-2.0-only
/* Write docs/mmr.md: the table of registers as a page. */
#include <inttypes.h>
#include <stdio.h>
#include <string.h>

#include <seastar/mmr.h>

#define ENTRY_BITS	8	/* bits of an entry of a look-up table */

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
	"The memory-mapped registers of SeaStar routers, as the driver knows them. The aging and performance registers,\n"
	"with their names, and which tables and settings there are, are from Abts and Weisser, *Age-Based Packet\n"
	"Arbitration in Large-Radix k-ary n-cubes*, SC07. The paper gives no addresses: **offsets, and the registers that\n"
	"the paper does not have, are this project's own choice.**\n"
	"\n"
	"A BAR holds a window of 0x%x bytes for each router it gives access to, in the order of their node numbers. All\n"
	"registers are 64 bits wide, little-endian, and accessed whole. An offset is into the window; a port's registers\n"
	"are at it plus the port's number times the stride: ports 0 to 6 are proc, +x, -x, +y, -y, +z, -z. Offsets that\n"
	"the table does not name hold no register.\n"
	"\n"
	"*Read only* registers change at most with a reset; *volatile* ones are the router's to change. A *read and write*\n"
	"register takes values within its writable bits; others are refused, not masked. CAP_NET_ADMIN may write, and read\n"
	"registers of hardware; those of a software fabric everybody may read. `seastar mmr` does both, by way of\n"
	"`SEASTAR_CMD_MMR_GET` and `SEASTAR_CMD_MMR_SET`. Values after a reset are given where they do not depend on the\n"
	"router's place or the fabric's parameters.\n";

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

/* Return true if @m is @i registers behind @first, and like it except for a digit of its name. */
static bool is_like(const struct ss_mmr *first, const struct ss_mmr *m, u32 i)
{
	size_t digit = strcspn(first->name, "0");

	return !first->fields && !m->fields && !strcmp(first->doc, m->doc) &&
	       m->offset == first->offset + 8 * i && m->port_stride == first->port_stride &&
	       !strncmp(first->name, m->name, digit) && m->name[digit] == '0' + (int)i &&
	       !strcmp(first->name + digit + 1, m->name + digit + 1);
}

/* Return how many registers from @m on stand in one row: those of the virtual channels of a port. */
static u32 alike(const struct ss_mmr *m)
{
	u32 n = 1;

	while (strchr(m->name, '0') && m + n < ss_mmrs + ss_mmr_count && is_like(m, m + n, n))
		n++;
	return n;
}

static void print_registers(void)
{
	const struct ss_mmr *m;
	u32 n;

	puts("\n## Registers\n\n| offset | register | what it holds | access | unit |\n"
	     "|---|---|---|---|---|");
	for (m = ss_mmrs; m < ss_mmrs + ss_mmr_count; m += n) {
		size_t digit = strcspn(m->name, "0");

		n = alike(m);
		printf("| ");
		print_offset(m);
		if (n > 1)
			printf(" + 8 v, v = 0 to %u | %.*sv%s", n - 1, (int)digit, m->name,
			       m->name + digit + 1);
		else
			printf(" | %s", m->name);
		printf(" | %s | ", m->doc);
		print_values(m);
		printf(" | %s |\n", m->unit ? m->unit : "");
	}
}

/* Return the field of @fields that is that of entry 0 where @f is that of entry @i, or NULL. */
static const struct ss_mmr_field *entry_field(const struct ss_mmr_field *fields,
					      const struct ss_mmr_field *f, u32 *i)
{
	size_t stem = strcspn(f->name, "01234567");

	*i = f->name[stem] - '0';
	for (; fields->name && !f->name[stem + !!f->name[stem]]; fields++)
		if (!strncmp(fields->name, f->name, stem) && fields->name[stem] == '0' &&
		    f->lsb == fields->lsb + ENTRY_BITS * *i && f->width == fields->width)
			return fields;
	return NULL;
}

/* Return the last entry of a table's register that has a field like @f; 0: @f is of no entry. */
static u32 last_entry(const struct ss_mmr_field *fields, const struct ss_mmr_field *f)
{
	u32 i, last = 0;

	for (const struct ss_mmr_field *other = fields; other->name; other++)
		if (entry_field(fields, other, &i) == f && i > last)
			last = i;
	return last;
}

static void print_entry_field(const struct ss_mmr_field *f, u32 last)
{
	const char *number = strstr(f->doc, "+0");
	int before = number ? number - f->doc + 1 : (int)strlen(f->doc);

	printf("8i+%u:8i", f->lsb + f->width - 1);
	if (f->lsb)
		printf("+%u", f->lsb);
	printf(" | %.*si, i = 0 to %u | %.*s%s%s |\n", (int)strlen(f->name) - 1, f->name, last,
	       before, f->doc, number ? "i" : "", number ? number + 2 : "");
}

static void print_names(const struct ss_mmr *m)
{
	printf("| %s", m->name);
	for (const struct ss_mmr *other = m + 1; other < ss_mmrs + ss_mmr_count; other++)
		if (other->fields == m->fields)
			printf(", %s", other->name);
	printf(" | ");
}

static bool is_printed(const struct ss_mmr *m)
{
	for (const struct ss_mmr *other = ss_mmrs; other < m; other++)
		if (other->fields == m->fields)
			return true;
	return false;
}

static void print_fields(const struct ss_mmr *m)
{
	const struct ss_mmr_field *f;
	u32 i, last;

	for (f = m->fields; f->name; f++) {
		last = last_entry(m->fields, f);
		if (entry_field(m->fields, f, &i) && i)
			continue;
		print_names(m);
		if (last) {
			print_entry_field(f, last);
			continue;
		}
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
		if (m->fields && !is_printed(m))
			print_fields(m);
	return fflush(stdout) || ferror(stdout);
}

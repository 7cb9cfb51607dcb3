/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * A page of Prometheus' text format, version 0.0.4, under construction.  A sample is
 * begun, given its labels, and ended by its value.
 */
#ifndef EXPORTER_METRICS_PAGE_H
#define EXPORTER_METRICS_PAGE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct page {
	char *text;
	size_t length, room;
	size_t expected;	/* bytes to allocate at once, if not 0 */
	bool failed;		/* memory was lacking: later text is dropped */
	size_t line;		/* offset of the latest sample in the text */
	const char *family, *type, *help;
	bool family_put;		/* HELP and TYPE of the family are written */
	bool labelled;
};

/* Begin a family, to which later samples belong.  A family without samples is not written. */
void page_family(struct page *p, const char *name, const char *type, const char *help);

/* Begin a sample; @suffix is added to the family's name, such as "_sum", or "". */
void page_sample(struct page *p, const char *suffix);
void page_label(struct page *p, const char *key, const char *value);
void page_label_u64(struct page *p, const char *key, uint64_t value);
void page_u64(struct page *p, uint64_t value);

/*
 * End the sample @n times, at least once, with the labels @key="0", "1" and so on, and with the
 * values from @value on, @apart bytes apart.
 */
void page_each(struct page *p, const char *key, const uint64_t *value, size_t apart, uint32_t n);
void page_real(struct page *p, double value);

void page_free(struct page *p);

#endif /* EXPORTER_METRICS_PAGE_H */

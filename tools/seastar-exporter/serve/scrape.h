/* SPDX-License-Identifier: GPL-2.0-only */
/* A scrape: what is read, and the page that it makes. */
#ifndef EXPORTER_SERVE_SCRAPE_H
#define EXPORTER_SERVE_SCRAPE_H

#include "tools/seastar-exporter/metrics/page.h"
#include "tools/seastar-exporter/read/exporter.h"

/* Read what can be read, and put all that is known on the page. */
void exporter_scrape(struct exporter *e, struct page *p);
void exporter_close(struct exporter *e);

#endif /* EXPORTER_SERVE_SCRAPE_H */

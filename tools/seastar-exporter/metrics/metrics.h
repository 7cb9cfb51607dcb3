/* SPDX-License-Identifier: GPL-2.0-only */
/* The families of metrics: each function puts some families on the page. */
#ifndef EXPORTER_METRICS_H
#define EXPORTER_METRICS_H

#include "tools/seastar-exporter/read/exporter.h"

#include "page.h"

void metrics_devices(struct page *p, const struct exporter *e);
void metrics_settings(struct page *p, const struct exporter *e);
void metrics_counters(struct page *p, const struct exporter *e);
void metrics_ports(struct page *p, const struct exporter *e);
void metrics_activity(struct page *p, const struct exporter *e);
void metrics_exporter(struct page *p, const struct exporter *e);
void metrics_process(struct page *p, const struct exporter *e);

#endif /* EXPORTER_METRICS_H */

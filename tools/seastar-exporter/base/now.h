/* SPDX-License-Identifier: GPL-2.0-only */
/* Seconds of the monotonic clock, and of the wall clock. */
#ifndef EXPORTER_BASE_NOW_H
#define EXPORTER_BASE_NOW_H

double now_monotonic(void);
double now_real(void);

#endif /* EXPORTER_BASE_NOW_H */

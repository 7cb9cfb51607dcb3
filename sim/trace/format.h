/* SPDX-License-Identifier: GPL-2.0-only */
/* Definitions that readers and writers of traces have in common. */
#ifndef SIM_TRACE_FORMAT_H
#define SIM_TRACE_FORMAT_H

#define TRACE_NAME	"seastar-trace"
#define TRACE_VERSION	1

#endif /* SIM_TRACE_FORMAT_H */

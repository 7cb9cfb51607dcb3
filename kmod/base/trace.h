/* SPDX-License-Identifier: GPL-2.0-only */
/* Tracepoints: writes of registers, commits and their undos, samples, changes of age clocks. */
#undef TRACE_SYSTEM
#define TRACE_SYSTEM seastar

#if !defined(SEASTAR_TRACE_H) || defined(TRACE_HEADER_MULTI_READ)
#define SEASTAR_TRACE_H

#include <linux/tracepoint.h>

#include "base/compat.h"

TRACE_EVENT(seastar_mmr_write,
	TP_PROTO(const char *dev, u32 router, u32 offset, u64 value, int err),
	TP_ARGS(dev, router, offset, value, err),
	TP_STRUCT__entry(
		__string(dev, dev)
		__field(u32, router)
		__field(u32, offset)
		__field(u64, value)
		__field(int, err)
	),
	TP_fast_assign(
		seastar_assign_str(dev, dev);
		__entry->router = router;
		__entry->offset = offset;
		__entry->value = value;
		__entry->err = err;
	),
	TP_printk("dev=%s router=%u offset=%#06x value=0x%016llx err=%d",
		  __get_str(dev), __entry->router, __entry->offset,
		  __entry->value, __entry->err)
);

DECLARE_EVENT_CLASS(seastar_settings,
	TP_PROTO(const char *dev, u64 id, u64 generation, u32 writes, int err),
	TP_ARGS(dev, id, generation, writes, err),
	TP_STRUCT__entry(
		__string(dev, dev)
		__field(u64, id)
		__field(u64, generation)
		__field(u32, writes)
		__field(int, err)
	),
	TP_fast_assign(
		seastar_assign_str(dev, dev);
		__entry->id = id;
		__entry->generation = generation;
		__entry->writes = writes;
		__entry->err = err;
	),
	TP_printk("dev=%s id=%llu generation=%llu writes=%u err=%d",
		  __get_str(dev), __entry->id, __entry->generation,
		  __entry->writes, __entry->err)
);

DEFINE_EVENT(seastar_settings, seastar_commit,
	TP_PROTO(const char *dev, u64 id, u64 generation, u32 writes, int err),
	TP_ARGS(dev, id, generation, writes, err)
);

DEFINE_EVENT(seastar_settings, seastar_rollback,
	TP_PROTO(const char *dev, u64 id, u64 generation, u32 writes, int err),
	TP_ARGS(dev, id, generation, writes, err)
);

DECLARE_EVENT_CLASS(seastar_age_clock,
	TP_PROTO(const char *dev, u32 router, u64 cycle),
	TP_ARGS(dev, router, cycle),
	TP_STRUCT__entry(
		__string(dev, dev)
		__field(u32, router)
		__field(u64, cycle)
	),
	TP_fast_assign(
		seastar_assign_str(dev, dev);
		__entry->router = router;
		__entry->cycle = cycle;
	),
	TP_printk("dev=%s router=%u cycle=%llu", __get_str(dev),
		  __entry->router, __entry->cycle)
);

DEFINE_EVENT(seastar_age_clock, seastar_epoch,
	TP_PROTO(const char *dev, u32 router, u64 cycle),
	TP_ARGS(dev, router, cycle)
);

DEFINE_EVENT(seastar_age_clock, seastar_inhibit_on,
	TP_PROTO(const char *dev, u32 router, u64 cycle),
	TP_ARGS(dev, router, cycle)
);

DEFINE_EVENT(seastar_age_clock, seastar_inhibit_off,
	TP_PROTO(const char *dev, u32 router, u64 cycle),
	TP_ARGS(dev, router, cycle)
);

TRACE_EVENT(seastar_sample,
	TP_PROTO(const char *dev, u64 sequence, u64 cycle, u32 flags,
		 int err),
	TP_ARGS(dev, sequence, cycle, flags, err),
	TP_STRUCT__entry(
		__string(dev, dev)
		__field(u64, sequence)
		__field(u64, cycle)
		__field(u32, flags)
		__field(int, err)
	),
	TP_fast_assign(
		seastar_assign_str(dev, dev);
		__entry->sequence = sequence;
		__entry->cycle = cycle;
		__entry->flags = flags;
		__entry->err = err;
	),
	TP_printk("dev=%s sequence=%llu cycle=%llu flags=%#x err=%d",
		  __get_str(dev), __entry->sequence, __entry->cycle,
		  __entry->flags, __entry->err)
);

#endif /* SEASTAR_TRACE_H */

#undef TRACE_INCLUDE_PATH
#define TRACE_INCLUDE_PATH .
#undef TRACE_INCLUDE_FILE
#define TRACE_INCLUDE_FILE trace
#include <trace/define_trace.h>

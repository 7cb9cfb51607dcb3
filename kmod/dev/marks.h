/* SPDX-License-Identifier: GPL-2.0-only */
/* Marks: named samples of a device. Counts can be read as differences from a mark. */
#ifndef SEASTAR_MARKS_H
#define SEASTAR_MARKS_H

#include <linux/list.h>
#include <linux/seastar.h>
#include <linux/types.h>

struct seastar_dev;
struct seastar_sample;
struct seastar_sources_view;

/**
 * struct seastar_mark - a mark
 * @node: entry in seastar_dev.marks
 * @name: name of the mark, unique in its device
 * @id: unique since the module was loaded
 * @expires: end of its lease (ktime_get_boottime_ns()); 0: never
 * @sample: the counters when the mark was made
 * @sources: the statistics of the sources in the same cycle; NULL if the driver has no sources
 */
struct seastar_mark {
	struct list_head node;
	char name[SEASTAR_NAME_MAX + 1];
	u64 id;
	u64 expires;
	struct seastar_sample *sample;
	struct seastar_sources_view *sources;
};

struct seastar_mark *seastar_mark_find(struct seastar_dev *sdev,
				       const char *name);
struct seastar_mark *seastar_mark_new(struct seastar_dev *sdev,
				      const char *name, u32 lease);
void seastar_mark_del(struct seastar_dev *sdev, struct seastar_mark *mark);
u32 seastar_mark_lease(const struct seastar_mark *mark);
u32 seastar_marks_count(struct seastar_dev *sdev);
int seastar_marks_reset_sources(struct seastar_dev *sdev);
void seastar_marks_expire(struct seastar_dev *sdev);
void seastar_marks_clear(struct seastar_dev *sdev);

#endif /* SEASTAR_MARKS_H */

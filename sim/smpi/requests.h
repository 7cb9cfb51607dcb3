/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * Operations of a rank that began and that no wait has ended.  A wait names the ends and the tag of
 * a message, and ends the oldest one that has them.
 */
#ifndef SIM_SMPI_REQUESTS_H
#define SIM_SMPI_REQUESTS_H

#include "trace.h"

/* In place of an operation: those that do not block have no tag of their own in SMPI. */
#define REQUESTS_UNTAGGED	OPERATION_CREATE

/**
 * struct pending - an operation under way
 * @key: ends and tag, or collective operation
 * @number: number among those of its rank
 * @end: &enum event_kind of its end
 * @of: the message or collective operation
 * @before: operation that began before it, or NULL
 * @after: operation that began after it, or NULL
 * @same: next one with the same key
 */
struct pending {
	u64 key;
	u64 number;
	enum event_kind end;
	struct transfer of;
	struct pending *before;
	struct pending *after;
	struct pending *same;
};

/**
 * struct requests - operations under way
 * @queue: by key, the oldest one and those that follow it
 * @first: oldest of all
 * @last: youngest of all
 * @count: number of operations under way
 * @number: number of the next one
 */
struct requests {
	struct table queue;
	struct pending *first;
	struct pending *last;
	u64 count;
	u64 number;
};

/* Begin an operation, whose end will be a record of kind @end: return its number. */
u64 requests_begin(struct requests *r, enum event_kind end, const struct transfer *of);

/* Return the collective operation that has a tag, or REQUESTS_UNTAGGED. */
enum operation requests_operation(s64 tag);

/* Return @operation, if it has a tag, or REQUESTS_UNTAGGED. */
enum operation requests_tagged(enum operation operation);

/* Find what a wait ends; NULL: nothing that is under way. */
struct pending *requests_find(const struct requests *r, const struct smpi_named *of);

/* End @p, and free it. */
void requests_end(struct requests *r, struct pending *p);
void requests_free(struct requests *r);

#endif /* SIM_SMPI_REQUESTS_H */

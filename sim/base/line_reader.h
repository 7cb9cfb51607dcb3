/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * Lines of text, which editors of any system may have written: a byte order mark before the first
 * line and a CR at the end of a line are no part of it.  A text has no zero byte.
 */
#ifndef SIM_LINE_READER_H
#define SIM_LINE_READER_H

#include <stdio.h>

#include <seastar/types.h>

#include "error.h"

enum line {
	LINE_WHOLE,
	LINE_OPEN,	/* the last line, which has no end of line */
	LINE_NONE,	/* the end of the file */
	LINE_BAD,	/* an error, with its sentence */
};

/**
 * struct line_reader - a file that is read line by line
 * @path: path of the file, for messages
 * @from: the open file
 * @most: greatest number of bytes in a line; 0: no limit
 * @number: number of the line that was read last, from 1
 * @bytes: bytes of the last line in the file, with its end and without a byte order mark
 * @mark: bytes of the byte order mark, or 0
 * @text: the line, without its end
 * @room: bytes that @text has room for
 */
struct line_reader {
	const char *path;
	FILE *from;
	size_t most;
	u64 number;
	size_t bytes;
	u32 mark;
	char *text;
	size_t room;
};

/* Read the next line into @r->text. */
enum line line_next(struct line_reader *r, struct sim_error *err);

/* Refuse the line that was read last: @why has its cause and the mend.  Returns false. */
bool line_refuse(const struct line_reader *r, struct sim_error *err, const char *why, ...)
	__attribute__((format(printf, 3, 4)));

/* Free the text of the line; the file stays open. */
void line_end(struct line_reader *r);

#endif /* SIM_LINE_READER_H */

// SPDX-License-Identifier: GPL-2.0-only
#include <stdio.h>
#include <stdlib.h>

#include "fifo.h"

void fifo_push(struct fifo *f, struct flit flit)
{
	if (f->head && f->head + f->count == f->size) {
		memmove(f->at, f->at + f->head, f->count * sizeof(*f->at));
		f->head = 0;
	}
	if (f->count == f->size) {
		f->size = f->size ? 2 * f->size : 16;
		f->at = realloc(f->at, f->size * sizeof(*f->at));
		if (!f->at) {
			fprintf(stderr, "oracle: out of memory\n");
			exit(1);
		}
	}
	f->at[f->head + f->count++] = flit;
}

struct flit fifo_pop(struct fifo *f)
{
	assert(f->count);
	f->count--;
	return f->at[f->head++];
}

void fifo_clear(struct fifo *f)
{
	free(f->at);
	memset(f, 0, sizeof(*f));
}

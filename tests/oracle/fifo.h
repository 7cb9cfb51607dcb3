/* SPDX-License-Identifier: GPL-2.0-only */
#ifndef ORACLE_FIFO_H
#define ORACLE_FIFO_H

#include <port.h>

struct packet;

/*
 * An item that moves: a flit, or a packet that waits at its source; or a credit or a birth, which
 * use few of the fields.
 */
struct flit {
	struct packet *packet;
	u32 index;		/* number of the flit in the packet; 0 is the header */
	bool tail;
	bool marks;		/* credit only: the space is the critical bubble of its ring */
	u32 vc;			/* VC of the buffer or link that the flit came through */
	u64 cycle;		/* cycle in which the item arrives or arrived */
};

/* A first-in first-out queue without bound; all zero is an empty one. */
struct fifo {
	struct flit *at;	/* ring of items; @count are used, from @head on */
	u32 head, count, size;
};

void fifo_push(struct fifo *f, struct flit flit);
struct flit fifo_pop(struct fifo *f);
void fifo_clear(struct fifo *f);

/* Return flit @i from the front. */
static inline struct flit *fifo_at(const struct fifo *f, u32 i)
{
	return &f->at[f->head + i];
}

#endif /* ORACLE_FIFO_H */

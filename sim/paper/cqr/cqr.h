/* SPDX-License-Identifier: GPL-2.0-only */
/* What the reproductions of paper cqr have in common: the router of its sec. 4.1, and its rows. */
#ifndef SIM_PAPER_CQR_H
#define SIM_PAPER_CQR_H

#include "sim/paper/list.h"

#define CQR_RING	"router=torus topology=8 lengths=1 detail=summary "
#define CQR_TORUS	"router=torus topology=8x8 lengths=1 detail=summary "

/* The paper gives no threshold of GAL; 16 is the length of a channel's queue. */
#define CQR_GAL		"routing=gal threshold=16"

/* Links that tornado's packets cross in a ring of 8: the short way has three, the other five. */
static inline double cqr_diverted(double links)
{
	return (links - 3) / 2;
}

#endif /* SIM_PAPER_CQR_H */

/* SPDX-License-Identifier: GPL-2.0-only */
/* What the figures of FlexVC share: Figures 5.7 to 5.11 and 5.13 to 5.16. */
#ifndef SIM_PAPER_FLEXVC_H
#define SIM_PAPER_FLEXVC_H

#include "curves.h"
#include "routings.h"

#define FIXED(vcs, globals)	"order=lowest vcs=" #vcs " global_vcs=" #globals
#define FLEX(vcs, globals)	"order=flexible vcs=" #vcs " global_vcs=" #globals
#define REPLIES(vcs, globals)	" reply_vcs=" #vcs " reply_global_vcs=" #globals

#define PB	"routing=pb valiant=outside "
#define REDRAW	"redraw=yes "
#define BY_VC	" sensing=vc"
#define BY_PORT	" sensing=port"

/* With replies, fixed VCs need as many again, FlexVC's replies take those of requests as well. */
#define TWICE		FIXED(4, 2) REPLIES(4, 2)
#define FEWER		FLEX(4, 2) REPLIES(2, 1)
#define TRANSIT_FLEX	KEYS_OLM " " FLEX(3, 2) REPLIES(2, 1)

/* Figure @number of the thesis, with columns, rows_@n, parts_@n and claims_@n, and @words on it. */
#define FIGURE(n, number, head, words) \
	{ \
		.name = "figure" number, .place = "sec. 5.3, Figure " number, \
		.title = head, .small_note = words, .seeds = 3, \
		.note = "Of 342 nodes (h = 3); the thesis has 16,512. " words, \
		.column = columns, .row = rows_##n, .part = parts_##n, \
		.claim = claims_##n, \
	}

#endif /* SIM_PAPER_FLEXVC_H */

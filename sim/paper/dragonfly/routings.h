/* SPDX-License-Identifier: GPL-2.0-only */
/* The thesis' names of routings, as keys. */
#ifndef SIM_PAPER_ROUTINGS_H
#define SIM_PAPER_ROUTINGS_H

#define KEYS_MIN	"routing=min"
#define KEYS_OBL_RRG	"routing=val valiant=outside"
#define KEYS_OBL_CRG	"routing=val misrouting=crg"
#define KEYS_SRC_RRG	"routing=pb valiant=outside sensing=vc"
#define KEYS_SRC_CRG	"routing=pb misrouting=crg sensing=vc"
#define KEYS_TRANSIT	"routing=olm local_misrouting=yes candidates=all misrouting="

/* Chapter 4: VAL is Obl-RRG, PB is Src-RRG, OLM is In-Trns-MM; sec. 4.2.2 has the thresholds. */
#define KEYS_OLM		KEYS_TRANSIT "mm"
#define KEYS_BASE(threshold)	KEYS_OLM " trigger=base contention=" threshold
#define KEYS_FILTERED		KEYS_OLM " trigger=filtered contention=6"
#define KEYS_HYBRID		KEYS_OLM " trigger=hybrid contention=8"
#define KEYS_ECTN		KEYS_OLM " trigger=ectn contention=6 group_contention=10"

#endif /* SIM_PAPER_ROUTINGS_H */

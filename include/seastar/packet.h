/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * The SeaStar packet (Abts & Weisser, SC07, Figure 1).
 *
 * A flit is 68 bits: t (tail), vc[2:0] and 64 bits of body.  This is the body of the header flit.
 * The figure gives the order of the fields and most of their widths.  The widths of dt, k, v,
 * Length, S, R and u, 11 bits in all, are inferred (docs/model.md).
 */
#ifndef SEASTAR_PACKET_H
#define SEASTAR_PACKET_H

/* A field of the header body: its lowest bit and its width. */
#define SS_HDR_AGE_SHIFT	0	/* age[7:0]; see below for [10:8] */
#define SS_HDR_AGE_BITS		11
#define SS_HDR_U_SHIFT		11
#define SS_HDR_U_BITS		1
#define SS_HDR_SRC_LO_SHIFT	12	/* source[6:0] */
#define SS_HDR_SRC_LO_BITS	7
#define SS_HDR_R_SHIFT		19
#define SS_HDR_R_BITS		1
#define SS_HDR_SRC_HI_SHIFT	20	/* source[14:7] */
#define SS_HDR_SRC_HI_BITS	8
#define SS_HDR_TID_SHIFT	28	/* TransactionID[11:0] */
#define SS_HDR_TID_BITS		12
#define SS_HDR_S_SHIFT		40
#define SS_HDR_S_BITS		1
#define SS_HDR_LENGTH_SHIFT	41	/* data flits: packet flits - 1 */
#define SS_HDR_LENGTH_BITS	4
#define SS_HDR_KV_SHIFT		45
#define SS_HDR_KV_BITS		2
#define SS_HDR_DT_SHIFT		47
#define SS_HDR_DT_BITS		2
#define SS_HDR_DEST_SHIFT	49	/* destination[14:0] */
#define SS_HDR_DEST_BITS	15

/* The fields fill the 64 bits without a gap, each above the one before. */
#define SS_HDR_ABOVE(field, below)					\
	_Static_assert(SS_HDR_##field##_SHIFT ==			\
		       SS_HDR_##below##_SHIFT + SS_HDR_##below##_BITS,	\
		       #field " does not follow " #below)

SS_HDR_ABOVE(U, AGE);
SS_HDR_ABOVE(SRC_LO, U);
SS_HDR_ABOVE(R, SRC_LO);
SS_HDR_ABOVE(SRC_HI, R);
SS_HDR_ABOVE(TID, SRC_HI);
SS_HDR_ABOVE(S, TID);
SS_HDR_ABOVE(LENGTH, S);
SS_HDR_ABOVE(KV, LENGTH);
SS_HDR_ABOVE(DT, KV);
SS_HDR_ABOVE(DEST, DT);
_Static_assert(SS_HDR_DEST_SHIFT + SS_HDR_DEST_BITS == 64, "a body has 64 bits");

/* Inside age[10:0] (SC07, Table 1). */
#define SS_AGE_MASK		0x0ffULL	/* age, 0 to 255 */
#define SS_AGE_SUM_MASK		0x1ffULL	/* age - timestamp, 9 bits */
#define SS_AGE_BORROW		0x100ULL	/* the borrow of that subtraction */
#define SS_AGE_EPOCH		0x200ULL	/* in_epoch: epoch in which the packet arrived */
#define SS_AGE_FIELD		0x7ffULL
#define SS_AGE_MAX		255

#define SS_HDR_GET(hdr, field)						\
	(((hdr) >> SS_HDR_##field##_SHIFT) &				\
	 ((1ULL << SS_HDR_##field##_BITS) - 1))

#define SS_HDR_PUT(value, field)					\
	(((unsigned long long)(value) &					\
	  ((1ULL << SS_HDR_##field##_BITS) - 1)) << SS_HDR_##field##_SHIFT)

#define SS_HDR_SOURCE(hdr)						\
	(SS_HDR_GET(hdr, SRC_HI) << SS_HDR_SRC_LO_BITS | SS_HDR_GET(hdr, SRC_LO))

#define SS_HDR_PUT_SOURCE(src)						\
	(SS_HDR_PUT((src) >> SS_HDR_SRC_LO_BITS, SRC_HI) |		\
	 SS_HDR_PUT(src, SRC_LO))

#endif /* SEASTAR_PACKET_H */

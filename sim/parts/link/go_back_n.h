/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * The sender of a link whose bits may arrive wrong: go-back-N (docs/model.md, section 9).
 *
 * A receiver takes micropackets in their order only.  When one is wrong it requests it again, and
 * drops those behind it until it comes.  So the flits in the wrong one are late by a round trip,
 * and so is all behind them.  The dropped micropackets make no difference, and are not modelled.
 */
#ifndef SS_GO_BACK_N_H
#define SS_GO_BACK_N_H

#include "sim/core/geometric.h"

#include "micropacket.h"

#define SS_BIT_ERRORS_MAX	10000000000ULL	/* in 10^-12ths: one bit in 100 */
#define SS_GOOD_BITS		48		/* log2 of the longest run of good bits */

/**
 * struct ss_sender - a link's sender
 * @bit_errors: wrong bits per 10^12 bits
 * @good: chance that a bit arrives right, in units of 2^-64; 0: all bits do
 * @key: key of its random numbers
 * @draws: random numbers drawn so far
 * @next: good bits before the next wrong one
 * @retries: micropackets sent again
 * @undetected: wrong micropackets that passed the check
 * @half: the micropacket sent last has room for a flit
 */
struct ss_sender {
	u64 bit_errors;
	u64 good;
	u64 key;
	u64 draws;
	u64 next;
	u64 retries;
	u64 undetected;
	bool half;
};

static noinline u64 ss_good_bits(struct ss_sender *s)
{
	u64 power[SS_GOOD_BITS];
	u32 powers = ss_geometric_powers(s->good, power, SS_GOOD_BITS);

	return ss_geometric(ss_rng_draw(s->key, s->draws++), 0, power, powers);
}

/* Let bits arrive wrong with a chance of @bit_errors in 10^12 from now on. */
static inline void ss_sender_set(struct ss_sender *s, u64 bit_errors)
{
	const u64 all = 1000000000000ULL;

	s->bit_errors = bit_errors;
	s->good = bit_errors ? ss_fraction(all - bit_errors, all) : 0;
	s->next = bit_errors ? ss_good_bits(s) : U64_MAX;
	s->half = false;
}

/* Send a micropacket until it is accepted.  Return: how often it was sent again. */
static noinline u32 ss_send_until_taken(struct ss_sender *s)
{
	for (u32 retries = 0; ; retries++) {
		u32 syndrome = 0, at = 0, gap = 0;
		bool wrong = false;

		while (s->next < SS_MICRO_BITS - at) {
			gap = (u32)s->next + 1;
			at += gap;
			syndrome = ss_crc_error(syndrome, gap);
			wrong = true;
			s->next = ss_good_bits(s);
		}
		s->next -= SS_MICRO_BITS - at;
		if (!syndrome) {
			s->undetected += wrong;
			s->retries += retries;
			return retries;
		}
	}
}

/*
 * Send a packet of @flits; @follows: its first flit goes in the cycle after the last flit of the
 * packet before it.  Return: round trips by which it is late.
 */
static inline u32 ss_send(struct ss_sender *s, u32 flits, bool follows)
{
	u32 retries = 0, n;

	if (!s->good)
		return 0;
	flits -= follows && s->half;
	s->half = flits % SS_MICRO_FLITS;
	n = (flits + SS_MICRO_FLITS - 1) / SS_MICRO_FLITS;
	if (s->next >= (u64)n * SS_MICRO_BITS) {
		s->next -= (u64)n * SS_MICRO_BITS;
		return 0;
	}
	while (n--)
		retries += ss_send_until_taken(s);
	return retries;
}

/*
 * Return the cycles from the beginning of a micropacket to that of the next try: it is sent, its
 * end arrives, and the answer comes back.
 */
static inline u32 ss_round_trip(u32 link_delay)
{
	return SS_MICRO_FLITS + 2 * link_delay;
}

#endif /* SS_GO_BACK_N_H */

// SPDX-License-Identifier: GPL-2.0-only
/*
 * The link layer: docs/model.md, section 9, micropacket by micropacket and bit by bit.
 */
#include <geometric.h>

#include "model.h"

#define M(name, right, wrong)	MUTATE(o->mutant, name, right, wrong)

#define MICRO_BITS	(2 * 68 + 34)
#define CHECKED_BITS	(MICRO_BITS - 12)

/* CRC polynomial of a micropacket: x^12 + x^11 + x^3 + x^2 + x + 1 */
#define POLYNOMIAL	0x180f

static u64 draw_good_bits(struct sender *s)
{
	const u64 all = 1000000000000ULL;
	u64 power[48];
	u32 n = ss_geometric_powers(ss_fraction(all - s->bit_errors, all), power, 48);

	return ss_geometric(ss_rng_draw(s->key, s->draws++), 0, power, n);
}

/* Return the CRC remainder of @bits, highest first, followed by @behind zero bits. */
static u32 remainder_of(const bool *bits, u32 n, u32 behind)
{
	u32 rest = 0;

	for (u32 i = 0; i < n + behind; i++) {
		rest = rest << 1 | (i < n && bits[i]);
		if (rest & 0x1000)
			rest ^= POLYNOMIAL;
	}
	return rest;
}

/* Draw random contents of a micropacket, and append their CRC. */
static void fill(const struct sender *s, bool bits[MICRO_BITS])
{
	u32 check;

	for (u32 i = 0; i < CHECKED_BITS; i++)
		bits[i] = ss_rng_draw(~s->key, s->draws) >> i % 64 & 1;
	check = remainder_of(bits, CHECKED_BITS, 12);
	for (u32 i = 0; i < 12; i++)
		bits[CHECKED_BITS + i] = check >> (11 - i) & 1;
}

/* Send a micropacket once; return true if the receiver's CRC check accepts it. */
static bool send_once(struct oracle *o, struct sender *s)
{
	bool bits[MICRO_BITS], is_right = true;

	fill(s, bits);
	for (u32 i = 0; i < MICRO_BITS; i++) {
		if (s->good) {
			s->good--;
			continue;
		}
		bits[i] = !bits[i];
		is_right = false;
		s->good = draw_good_bits(s);
	}
	if (remainder_of(bits, MICRO_BITS, 0))
		return M(LINK_CRC, false, true);
	o->seen[SEEN_LINK_UNDETECTED] += !is_right;
	s->undetected += M(LINK_UNDETECTED, !is_right, false);
	return true;
}

void sender_init(struct router *r, u32 port)
{
	struct oracle *o = r->o;
	struct sender *s = &r->out[port].sender;

	s->key = ss_rng_key(ss_rng_key(o->cfg.seed, r->id), SS_STREAM_LINKS + port);
	sender_set(r, port, o->cfg.seastar.bit_errors);
	o->is_lossy = o->cfg.seastar.bit_errors;
}

void sender_set(struct router *r, u32 port, u64 bit_errors)
{
	struct sender *s = &r->out[port].sender;

	s->bit_errors = bit_errors;
	s->half = false;
	s->good = bit_errors ? draw_good_bits(s) : U64_MAX;
}

void oracle_link_errors(struct oracle *o, u32 router, u32 port, u64 bit_errors)
{
	struct router *r = &o->router[router];

	if (r->out[port].sender.bit_errors == bit_errors)
		return;
	o->is_lossy = true;
	o->seen[SEEN_LINK_ERRORS]++;
	sender_set(r, port, bit_errors);
}

bool sender_is_open(const struct sender *s, u64 now)
{
	return s->half && s->end >= now;
}

u64 sender_late(struct router *r, u32 port, u32 flits)
{
	struct oracle *o = r->o;
	struct sender *s = &r->out[port].sender;
	u64 late = 0, round_trip = 2 + 2 * (u64)o->cfg.link_delay;

	if (!s->bit_errors)
		return 0;
	for (u32 i = 0; i < flits; i++) {
		/* the flit completes a micropacket whose errors were drawn with its first flit */
		if (s->half && (i || s->end == o->now) && M(LINK_HALF, true, i > 0)) {
			o->seen[SEEN_LINK_SHARED] += i == 0;
			s->half = false;
			continue;
		}
		while (!send_once(o, s)) {
			s->retries++;
			o->seen[SEEN_LINK_RETRY]++;
			late += M(LINK_ROUND_TRIP, round_trip, round_trip - 1);
		}
		s->half = true;
	}
	s->end = o->now + late + flits;
	return late;
}

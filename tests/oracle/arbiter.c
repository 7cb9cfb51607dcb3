// SPDX-License-Identifier: GPL-2.0-only
/*
 * Staged arbiters: docs/model.md, section 5.
 */
#include "model.h"

#define M(name, right, wrong)	MUTATE(o->mutant, name, right, wrong)

bool is_staged(const struct oracle *o)
{
	return o->cfg.seastar.arbiter == SS_ARBITER_STAGED;
}

/* Initialize turns, as if each VC had been granted once, in the order of the numbers. */
void turns_init(const struct oracle *o, struct turns *t)
{
	for (t->grants = 0; t->grants < o->vcs; t->grants++)
		t->last[t->grants] = t->grants;
}

/* Return how many VCs were granted less recently than @vc. */
u32 turns_place(const struct oracle *o, const struct turns *t, u32 vc)
{
	u32 place = 0;

	for (u32 other = 0; other < o->vcs; other++)
		place += t->last[other] < t->last[vc];
	return place;
}

/* Grant the candidate that was granted least recently.  The mutant is a round robin. */
u32 turns_grant(struct oracle *o, struct turns *t, const bool candidate[SS_MAX_VCS])
{
	u32 winner = o->vcs;

	for (u32 vc = 0; vc < o->vcs; vc++)
		if (candidate[vc] && (winner == o->vcs || t->last[vc] < t->last[winner]))
			winner = vc;
	o->seen[SEEN_VC_PASSED] += turns_place(o, t, winner) > 0;
	for (u32 i = M(TURNS_POINTER, o->vcs, 1); i <= o->vcs; i++)
		t->last[(winner + i) % o->vcs] = t->grants++;
	return winner;
}

/* Choose the first input at or after the pointer of @vc that has a candidate in it. */
static u32 choose_input(struct oracle *o, struct arbiter *a, u32 vc, const bool *candidate)
{
	u32 *pointer = &a->input[M(STAGED_POINTER, vc, 0)];
	u32 first = *pointer, winner = SS_PORTS, inputs = 0;

	for (u32 in = 0; in < SS_PORTS; in++)
		inputs += candidate[in * o->vcs + vc];
	o->seen[SEEN_STAGED_INPUT] += inputs > 1;
	for (u32 i = 0; i < SS_PORTS && winner == SS_PORTS; i++) {
		u32 in = (M(STAGED_FIRST, first, 0) + i) % SS_PORTS;

		if (candidate[in * o->vcs + vc])
			winner = in;
	}
	o->seen[SEEN_STAGED_WRAPPED] += winner < first;
	*pointer = (winner + M(STAGED_AFTER, 1, 0)) % SS_PORTS;
	return winner;
}

/*
 * Grant one of the candidates, which @candidate marks by slot; return its slot.  There is at least
 * one.
 */
u32 staged_grant(struct oracle *o, struct arbiter *a, const bool *candidate)
{
	bool has_candidate[SS_MAX_VCS] = { false };
	u32 vc, vcs = 0;

	for (u32 slot = 0; slot < SS_PORTS * o->vcs; slot++)
		has_candidate[slot % o->vcs] |= candidate[slot];
	for (vc = 0; vc < o->vcs; vc++)
		vcs += has_candidate[vc];
	o->seen[SEEN_STAGED_VC] += vcs > 1;
	vc = turns_grant(o, &a->vcs, has_candidate);
	return choose_input(o, a, vc, candidate) * o->vcs + vc;
}

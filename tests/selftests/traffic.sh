#!/bin/bash
# SPDX-License-Identifier: GPL-2.0-only
# Traffic sources send the requested traffic.
. "$(dirname "$0")/lib.sh"
needs soft 'the traffic of hardware is that of its users'

# pattern DEVICE TOPOLOGY SETTINGS FILTER: run a new fabric with this traffic until it is empty
# again; print the packets received by each port, injected and ejected
pattern() {
	devices+=("$1")
	compare '
		. as [$ports, $in, $out] |
		def port($name): $ports.groups[] | select(.name == $name).packets;
		# packets received over links: the sum of the hops of all packets
		def hops: [$ports.groups[] | select(.name != "proc").packets] | add;
		def injected: $in.groups | map(.packets);
		def ejected: $out.groups | map([.bins[].count] | add);
		def who: map(if . > 0 then "1" else "0" end) | join(" ");
		'"$4" <<-END
		dev add $1 topology $2
		traffic set $1 $3
		clock step $1 20000
		traffic set $1 pattern none
		clock step $1 5000
		stats show $1 by port
		stats show $1 port proc by router
		hist show $1 port proc by router
	END
}

patterns() {
	local numbers

	pattern all 8 'pattern all-to-one target 5 window 4 lengths 1' '
		("all-to-one: only the target receives", "0 0 0 0 0 1 0 0", (ejected | who)),
		("all-to-one: all but the target send", "1 1 1 1 1 0 1 1", (injected | who))'
	pattern nei 8 'pattern neighbour window 4 lengths 1' '
		("neighbour: every packet makes one hop", (injected | add), hops),
		("neighbour: both directions alike", near(port("+x"); port("-x"); 5))'
	pattern tor 8 'pattern tornado window 4 lengths 1' '
		("tornado: every packet makes three hops of eight", 3 * (injected | add), hops),
		("tornado: all one way", "0 \(hops)", "\(port("+x")) \(port("-x"))")'
	pattern com '8 mesh x' 'pattern complement window 1 lengths 1' '
		("complement: a packet of node c makes |7-2c| hops",
			([injected | to_entries[] | .value * (7 - 2 * .key | fabs)] | add), hops)'
	pattern bit 8 'pattern bit-reversal window 2 lengths 1' '
		("bit reversal: 0, 2, 5 and 7 of eight are the same backwards", "0 1 0 1 1 0 1 0", (injected | who))'
	pattern shu 8 'pattern shuffle window 2 lengths 1' '
		("shuffle: the first and the last stay in place", "0 1 1 1 1 1 1 0", (injected | who))'
	pattern tra 2x1x4 'pattern transpose window 2 lengths 1' '
		("transpose: two corners stay in place", "0 1 1 1 1 1 1 0", (injected | who))'
	pattern per 8 'pattern permutation 1,2,3,4,5,6,7,0 window 2 lengths 1' '
		("permutation: every packet goes where the list says", "\(injected | add) 0", "\(port("-x")) \(port("+x"))")'
	printf '7 6 5 4\n3,2,1\n0\n' >"$tmp/list"
	seastar traffic set per pattern permutation "$tmp/list" window 1
	is 'permutation: it may come from a file' '[7,6,5,4,3,2,1,0]' "$(get .permutation traffic show per)"

	new_device big 11x12x16
	numbers=$(echo {2111..0})
	echo "$numbers" >"$tmp/list"
	seastar traffic set big pattern permutation "$tmp/list" window 1
	is 'permutation: that of a large fabric is shown whole' "$numbers" \
		"$(get '.permutation | map(tostring) | join(" ")' traffic show big)"

	pattern uni 8 'pattern uniform window 8 lengths 1' '
		("uniform: everybody receives", "1 1 1 1 1 1 1 1", (ejected | who)),
		("uniform: the mean of hops is that of the ring, 16/7", near((injected | add) * 16 / 7; hops; 3))'
	pattern non 8 'pattern none' '("none: nobody sends", 0, $ports.packets.offered)'
}

shown() {
	new_device sho 2x2x2
	seastar traffic set sho pattern all-to-one target 3 load 0.123456 queue 17 lengths 2:1,9:3 requests 12.3456
	is 'an open source is shown as it was asked for' \
		'{"device":"sho","pattern":"all-to-one","target":3,"source":"open","load":0.123456,"queue":17,"lengths":[{"flits":2,"weight":1},{"flits":9,"weight":3}],"requests_percent":12.3456}' \
		"$(seastar -j traffic show sho)"
	seastar traffic set sho pattern uniform window 5 lengths 4 requests 100
	is 'a closed source too, and nothing is left of the one before' \
		'{"device":"sho","pattern":"uniform","source":"closed","window":5,"lengths":[{"flits":4,"weight":1}],"requests_percent":100}' \
		"$(seastar -j traffic show sho | sed 's/\.0*}/}/')"
}

sources() {
	devices+=(ope bou clo)
	compare '
		map(.packets) as [$open, $bounded, $closed] |
		("an open source offers its load", near(0.2 * 16 * 20000; $open.offered; 2)),
		("and drops nothing from an unbounded queue", 0, $open.dropped),
		("injected throughput is that load", near(0.2; .[0].throughput.injected; 2)),
		($bounded | ("a bounded queue drops at full load", true, .dropped > 0),
			("what is neither dropped nor injected fits the queues", true, .offered - .dropped - .injected <= 3 * 16)),
		($closed | ("a closed source has at most its window outstanding", true, .offered - .delivered <= 6 * 16),
			("and keeps it filled", true, .offered > .delivered and .delivered > 4000))' <<-END
		dev add ope topology 4x4
		traffic set ope pattern uniform load 0.2 lengths 1
		clock step ope 20000
		stats show ope
		dev add bou topology 4x4
		traffic set bou pattern uniform load 1 lengths 9 queue 3
		clock step bou 20000
		stats show bou
		dev add clo topology 4x4
		traffic set clo pattern uniform window 6 lengths 9
		clock step clo 20000
		stats show clo
	END
}

mixes() {
	pattern len 8 'pattern uniform window 4 lengths 4' \
		'("packets of 4 flits have 4 flits", ($ports.all | 4 * .packets, .flits))'
	pattern mix 8 'pattern uniform window 4 lengths 1:1,9:1 requests 25' '
		($ports.groups[] | select(.name == "proc") |
			("a mix of 1 and 9 flits has 5 in the mean", near(5 * .packets; .flits; 3)),
			("a quarter of the packets are requests", near(.packets / 4; .vc[0].packets + .vc[1].packets; 5)))'
}

reset() {
	compare '
		("a reset clears what was delivered and its latency", "0 0 0",
			(.[1] | "\(.packets.delivered) \(.packets.flits) \(.latency.max)")),
		("but no register", .[0].all, .[1].all)' <<-END
		stats show mix
		latency reset mix
		stats show mix
	END
	refused 'nobody may not reset' 1 'permi|CAP_NET_ADMIN|privilege' as_nobody seastar latency reset mix
}

refusals() {
	local before

	before=$(seastar -j traffic show sho)
	refused 'a target outside is refused' 1 'target' seastar traffic set sho pattern all-to-one target 8 window 1
	refused 'a load of 0 is refused' 2 'load' seastar traffic set sho pattern uniform load 0
	refused 'a load above 1 is refused' 2 'load' seastar traffic set sho pattern uniform load 1.000001
	refused 'a window of 0 is refused' 1 'window' seastar traffic set sho pattern uniform window 0
	refused 'a short permutation is refused' 1 'permutation' \
		seastar traffic set sho pattern permutation 1,0 window 1
	refused 'a list that is no permutation is refused' 1 'permutation' \
		seastar traffic set sho pattern permutation 1,1,2,3,4,5,6,7 window 1
	refused 'nobody may not set traffic' 1 'permi|CAP_NET_ADMIN|privilege' \
		as_nobody seastar traffic set sho pattern none
	is 'refused traffic leaves the old in force' "$before" "$(seastar -j traffic show sho)"
}

plan 39
patterns
shown
sources
mixes
reset
refusals
finish

#!/bin/bash
# SPDX-License-Identifier: GPL-2.0-only
# Eight routers in a row send to the last one: round robin halves the share at every merge,
# age-based arbitration gives all the same (Abts and Weisser, SC07).
. "$(dirname "$0")/lib.sh"
needs soft 'the traffic of hardware is that of its users'

cycles=2000000

# Print the shares of routers 0 to 6 in the deliveries to router 7
shares() {
	local router

	for router in $(seq 0 6); do
		get .packets.delivered latency show "$1" router "$router"
	done | awk '{ n[NR] = $1; sum += $1 } END { for (i = 1; i <= NR; i++) print n[i] / sum }'
}

# A source gets its half at a merge only if it always has a packet there: its window must exceed
# what it has waiting in the input buffers behind. Eight packets suffice for buffers of seven
# packets, not for the hardware's ten. There is one VC per class: with two, each VC has its own
# merges.
#
# run DEVICE SETTINGS...: the shares, after the beginning has passed
run() {
	new_device "$1" 8 mesh x input_depth 63 vcs 1
	seastar age set "$@"
	seastar traffic set "$1" pattern all-to-one target 7 window 8 lengths 9
	seastar clock step "$1" 100000 budget 100
	seastar latency reset "$1"
	seastar clock step "$1" $cycles budget 100
}

# With greater biases for packets under way, and an age clock that is too slow to age any packet,
# the first nodes fill the link, and the last wait for ever. Latencies are those of the first.
starvation() {
	local after

	new_device starve 8 mesh x
	seastar age set starve select age period 4294967295 bias 7/1/1
	seastar traffic set starve pattern all-to-one target 7 load 0.9 queue 20 lengths 9
	seastar clock step starve 240
	seastar latency reset starve
	is 'all are named, those with most packets waiting first' '7 true' \
		"$(get '[.starving[].waiting] | "\(length) \(. == (sort | reverse) and .[0] > .[-1])"' latency show starve)"
	seastar clock step starve 100000 budget 100
	seastar latency reset starve
	is 'right after a reset nobody has injected anything' '7 0 7' \
		"$(get '.nodes | "\(.senders) \(.injected.most) \(.starved)"' latency show starve)"
	seastar mark add starve reset
	seastar clock step starve 100000 budget 100
	after=$(seastar -j latency show starve)
	is 'nodes that never get a turn starve' 'true 0 true' \
		"$(jq -r '.nodes | "\(.starved > 0 and .starved < 7) \(.injected.least) \(.injected.most > 1000)"' <<<"$after")"
	is 'and their packets are older than any that was delivered' true \
		"$(jq '.nodes.oldest_cycles > 100000 and .nodes.oldest_cycles > .latency.max' <<<"$after")"
	is 'they are those whose routers got no packet of theirs' \
		"$(get '[.groups[] | select(.router < 7 and .packets == 0).router]' stats show starve by router port proc since reset)" \
		"$(jq -c '[.starving[].router] | sort' <<<"$after")"
	is 'and have packets waiting' true "$(jq '.starving | all(.waiting > 0)' <<<"$after")"
	is 'also in the text' "$(jq -r '[.starving[] | "\(.coordinates | map(tostring) | join(",")) \(.waiting)"] | join(", ")' <<<"$after")" \
		"$(seastar latency show starve 2>/dev/null | sed -n 's/^starving, .*: //p')"
	is 'a warning says how many' "$(jq .nodes.starved <<<"$after")" \
		"$(seastar latency show starve 2>&1 >/dev/null | sed -n 's/.*[Ww]arning: \([0-9]*\) nodes* starve.*/\1/p')"
	seastar age set starve select age period 8 bias 1
	seastar clock step starve 100000 budget 100
	seastar latency reset starve
	seastar clock step starve 100000 budget 100
	is 'by age nobody does' '0 true' \
		"$(get '.nodes | "\(.starved) \(.injected.least > 100)"' latency show starve)"
	is 'and nothing is warned of' '' "$(seastar latency show starve 2>&1 >/dev/null)"
}

plan 25
run rr select rr
mapfile -t rr < <(shares rr)
near 'round robin: node 0 gets 1/64' 0.015625 "${rr[0]}" 2
near 'round robin: node 1 gets 1/64' 0.015625 "${rr[1]}" 2
near 'round robin: node 2 gets 1/32' 0.03125 "${rr[2]}" 2
near 'round robin: node 3 gets 1/16' 0.0625 "${rr[3]}" 2
near 'round robin: node 4 gets 1/8' 0.125 "${rr[4]}" 2
near 'round robin: node 5 gets 1/4' 0.25 "${rr[5]}" 2
near 'round robin: node 6 gets 1/2' 0.5 "${rr[6]}" 2

run age select age period 8 bias 1
mapfile -t age < <(shares age)
for node in $(seq 0 6); do
	near "age-based: node $node gets 1/7" 0.142857 "${age[$node]}" 3
done
near 'age-based: no throughput is lost' \
	"$(get .packets.delivered latency show rr)" "$(get .packets.delivered latency show age)" 1
starvation
finish

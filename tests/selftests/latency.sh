#!/bin/bash
# SPDX-License-Identifier: GPL-2.0-only
# What the sources saw since a mark is exact, whenever the mark was set and whatever was reset since.
. "$(dirname "$0")/lib.sh"
needs soft 'the driver does not see the sources of hardware'

debug=/sys/kernel/debug/seastar

# seen FILTER ARGUMENT...: of what the sources of lat0 saw
seen() {
	get "$1" latency show lat0 "${@:2}"
}

# Counts of packets and bins since the last reset, without the maxima, which are no counts
counts='[.packets.delivered, .packets.flits, .bins[].count]'

difference() {
	jq -rcn --argjson before "$1" --argjson after "$2" '[$after, $before] | transpose | map(.[0] - .[1])'
}

since_mark() {
	local before after

	before=$(seen "$counts")
	seastar mark add lat0 job
	is 'nothing was seen since a mark just set' '0 null' \
		"$(seen '"\([.packets[]] | add) \(.latency.mean)"' since job)"
	seastar clock step lat0 4000
	after=$(seen "$counts")
	is 'then it is the difference of two readings' "$(difference "$before" "$after")" \
		"$(seen "$counts" since job)"
	isnt 'which is not nought' 0 "$(seen .packets.delivered since job)"
	is 'the mark has its name and its cycle' 'job 4000 4000' \
		"$(seen '"\(.since) \(.cycle - .since_cycle) \(.interval_cycles)"' since job)"
	is 'sources of routers come to the sum' "$(seen "$counts" since job)" \
		"$(for router in {0..15}; do seen "$counts" router "$router" since job; done | jq -sc 'transpose | map(add)')"
	is 'nobody knows the maxima' 'null null null' \
		"$(seen '"\(.latency.max) \(.network_latency.max) \(.network_latency.max_at_most)"' since job)"
	is 'the last bin has their bound' true \
		"$(seen '[.bins[] | select(.count > 0)][-1].high == .latency.max_at_most' since job)"
	is 'which is in the text' \
		"$(seen '"max at most \(.latency.max_at_most) cycles"' since job)" \
		"$(seastar latency show lat0 since job | sed -n 's/^latency: .*\(max.*\)/\1/p')"
	is 'and no maximum where there is none' "$(seen '.network_latency.deviation' since job | xargs printf 'deviation %.2f cycles')" \
		"$(seastar latency show lat0 since job | sed -n 's/^network latency: .*\(dev.*\)/\1/p')"
	is 'nodes are not compared' 'null true' "$(seen '"\(.nodes) \(.in_flight > 0)"' since job)"
	is 'nobody reads the same' "$(seen . since job)" \
		"$(as_nobody seastar -j latency show lat0 since job | jq -c .)"
	is 'so does who shows the counters' "$(seen '[.packets, .latency]' since job)" \
		"$(get '[.packets, .latency]' stats show lat0 since job)"
	is 'with the flits accepted per node per cycle' "$(seen '.packets.flits / 16 / 4000 * 1e6 | round / 1e6' since job)" \
		"$(get .throughput.accepted stats show lat0 since job)"
}

resets() {
	local before

	before=$(seen . since job)
	seastar latency reset lat0
	is 'a reset takes nothing off a mark' "$(jq -c . <<<"$before")" "$(seen . since job)"
	seastar mark add lat0 later
	seastar clock step lat0 3000
	is 'what was seen since the reset is seen since a mark of that cycle' "$(seen "$counts")" \
		"$(seen "$counts" since later)"
	is 'and adds to what the older mark has' \
		"$(jq -rcn --argjson x "$(jq -c "$counts" <<<"$before")" --argjson y "$(seen "$counts")" '[$x, $y] | transpose | map(add)')" \
		"$(seen "$counts" since job)"
	is 'so does its mean' true "$(jq -n --argjson x "$before" --argjson y "$(seen .)" --argjson all "$(seen . since job)" \
		'def sum: .latency.mean * .packets.delivered; ($x | sum) + ($y | sum) - ($all | sum) | fabs < 1')"
}

# Counters and sources of a mark are of one cycle, though it was set while the clock ran: the packets
# that came in by proc are those injected
running() {
	local i cycles=

	echo 10000 >/sys/class/seastar/lat0/stats_lifespan
	seastar clock run lat0
	for i in 1 2 3; do
		seastar stats show lat0 >/dev/null
		seastar latency show lat0 >/dev/null
		seastar mark add lat0 "run$i"
		cycles+=" $(as_nobody seastar -j latency show lat0 since "run$i" | jq '.cycle >= .since_cycle')"
	done
	is 'nor is the maximum of an interval known' null "$(get .latency.max stats show lat0 interval 0.1)"
	seastar clock stop lat0
	is 'no sample from before a mark is counted from it' ' true true true' "$cycles"
	for i in 1 2 3; do
		is "mark $i of a running clock is of one cycle" \
			"$(get '.groups[] | select(.name == "proc") | .packets' stats show lat0 since "run$i")" \
			"$(seen .packets.injected since "run$i")"
	done
}

lost() {
	local before

	before=$(seen '[.dropped_by_routers[]] | add')
	seastar mark add lat0 whole
	seastar link fail lat0 router 0 port +x policy drop
	seastar clock step lat0 2000
	is 'packets that routers dropped are those since the mark' \
		"$(($(seen '[.dropped_by_routers[]] | add') - before))" "$(seen '[.dropped_by_routers[]] | add' since whole)"
	isnt 'and there were some' 0 "$(seen '[.dropped_by_routers[]] | add' since whole)"
	seastar link restore lat0 router 0 port +x
}

# A mark has its memory whole or is not set
no_memory() {
	local n=0 refusals=0

	while [ $n -lt 20 ]; do
		n=$((n + 1))
		echo $n >$debug/fail_alloc
		seastar mark add lat0 poor 2>"$tmp/stderr" && break
		grep -q memory "$tmp/stderr" || break
		[ "$(get '[.[] | select(.name == "poor")] | length' mark show lat0)" = 0 ] || break
		refusals=$((refusals + 1))
	done
	echo 0 >$debug/fail_alloc
	is 'each part of a mark that gets no memory is a refusal, which leaves no mark' 'true 1' \
		"$([ $refusals -ge 3 ] && echo true) $(get '[.[] | select(.name == "poor")] | length' mark show lat0)"
}

plan 26
new_device lat0 4x4
seastar traffic set lat0 pattern uniform load 0.6 lengths 1:2,9:1
seastar clock step lat0 5000
since_mark
resets
running
lost
no_memory
refused 'an unknown mark is named' 1 'no mark' seastar latency show lat0 since never

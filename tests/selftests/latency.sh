#!/bin/bash
# SPDX-License-Identifier: GPL-2.0-only
# The counts of the sources since a mark are exact, whenever the mark was set and whatever was reset
# since.
. "$(dirname "$0")/lib.sh"
needs soft 'the driver does not see the sources of hardware'

debug=/sys/kernel/debug/seastar

# claims FILTER <COMMANDS: as compare, with names for the counts of the sources
claims() {
	compare '
		# counts of packets and bins since the last reset, without the maxima
		def counts: [.packets.delivered, .packets.flits, .bins[].count];
		def lost: [.dropped_by_routers[]] | add;
		'"$1"
}

since_mark() {
	local words

	claims '
		("nothing was seen since a mark just set", "0 null", (.[2] | "\([.packets[]] | add) \(.latency.mean)")),
		("then it is the difference of two readings",
			([.[3], .[0] | counts] | transpose | map(.[0] - .[1])), (.[4] | counts)),
		(.[4] | ("which is not nought", true, .packets.delivered > 0),
			("the mark has its name and its cycle", "job 4000 4000",
				"\(.since) \(.cycle - .since_cycle) \(.interval_cycles)")),
		("sources of routers come to the sum", (.[4] | counts), (.[6:] | map(counts) | transpose | map(add))),
		(.[4] | ("nobody knows the maxima", "null null null",
				"\(.latency.max) \(.network_latency.max) \(.network_latency.max_at_most)"),
			("the last bin has their bound", .latency.max_at_most, ([.bins[] | select(.count > 0)][-1].high)),
			("nodes are not compared", "null true", "\(.nodes) \(.in_flight > 0)")),
		("so does who shows the counters", (.[4], .[5] | [.packets, .latency])),
		("with the flits accepted per node per cycle", (.[4].packets.flits / 16 / 4000 * 1e6 | round / 1e6),
			.[5].throughput.accepted)' < <(
		cat <<-END
			latency show lat0
			mark add lat0 job
			latency show lat0 since job
			clock step lat0 4000
			latency show lat0
			latency show lat0 since job
			stats show lat0 since job
		END
		printf 'latency show lat0 router %d since job\n' {0..15})
	mapfile -t words < <(get '"max at most \(.latency.max_at_most) cycles", .network_latency.deviation' \
		latency show lat0 since job)
	seastar latency show lat0 since job >"$tmp/text"
	is 'which is in the text' "${words[0]}" "$(sed -n 's/^latency: .*\(max.*\)/\1/p' "$tmp/text")"
	is 'and no maximum where there is none' "$(printf 'deviation %.2f cycles' "${words[1]}")" \
		"$(sed -n 's/^network latency: .*\(dev.*\)/\1/p' "$tmp/text")"
	is 'nobody reads the same' "$(seastar -j latency show lat0 since job)" \
		"$(as_nobody seastar -j latency show lat0 since job)"
}

resets() {
	claims '
		def sum: .latency.mean * .packets.delivered;
		("a reset takes nothing off a mark", .[0], .[1]),
		("what was seen since the reset is seen since a mark of that cycle", (.[3], .[4] | counts)),
		("and adds to what the older mark has", ([.[0], .[3] | counts] | transpose | map(add)), (.[5] | counts)),
		("so does its mean", true, ((.[0] | sum) + (.[3] | sum) - (.[5] | sum) | fabs < 1))' <<-END
		latency show lat0 since job
		latency reset lat0
		latency show lat0 since job
		mark add lat0 later
		clock step lat0 3000
		latency show lat0
		latency show lat0 since later
		latency show lat0 since job
	END
}

# Counters and sources of a mark are of one cycle, even if the clock runs: the packets that entered
# by proc are the injected ones
running() {
	local i

	echo 10000 >/sys/class/seastar/lat0/stats_lifespan
	seastar clock run lat0 budget 20
	for i in 1 2 3; do
		printf '%s\n' 'stats show lat0' 'latency show lat0' "mark add lat0 run$i" | seastar -b - >/dev/null
		as_nobody seastar -j latency show lat0 since "run$i"
	done >"$tmp/since"
	echo 0 >/sys/class/seastar/lat0/stats_lifespan
	is 'nor is the maximum of an interval known' null "$(get .latency.max stats show lat0 interval 0.1)"
	seastar clock stop lat0
	is 'no sample from before a mark is counted from it' 'true true true' \
		"$(jq -rs 'map(.cycle >= .since_cycle) | join(" ")' "$tmp/since")"
	claims '
		(0, 1, 2) as $i |
		("mark \($i + 1) of a running clock is of one cycle",
			(.[2 * $i].groups[] | select(.name == "proc").packets), .[2 * $i + 1].packets.injected)' <<-END
		stats show lat0 since run1
		latency show lat0 since run1
		stats show lat0 since run2
		latency show lat0 since run2
		stats show lat0 since run3
		latency show lat0 since run3
	END
}

lost() {
	claims '
		("packets that routers dropped are those since the mark", (.[2] | lost) - (.[0] | lost), (.[3] | lost)),
		("and there were some", true, (.[3] | lost > 0))' <<-END
		latency show lat0
		mark add lat0 whole
		link fail lat0 router 0 port +x policy drop
		clock step lat0 2000
		latency show lat0
		latency show lat0 since whole
		link restore lat0 router 0 port +x
	END
}

has_poor_mark() {
	[[ $(seastar -j mark show lat0) = *'"poor"'* ]]
}

# A mark that lacks memory is not set
no_memory() {
	local n refusals=0

	for ((n = 1; n <= 20; n++)); do
		echo $n >$debug/fail_alloc
		seastar mark add lat0 poor 2>"$tmp/stderr" && break
		[[ $(<"$tmp/stderr") = *memory* ]] && ! has_poor_mark || break
		refusals=$((refusals + 1))
	done
	echo 0 >$debug/fail_alloc
	is 'each part of a mark that gets no memory is a refusal, which leaves no mark' 'true true' \
		"$([ $refusals -ge 3 ] && echo true) $(has_poor_mark && echo true)"
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

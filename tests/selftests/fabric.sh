#!/bin/bash
# SPDX-License-Identifier: GPL-2.0-only
# Routers, ports, links and routes: held against counters, registers, settings, and packets
# that are on their way.
. "$(dirname "$0")/lib.sh"
needs soft 'it knows what packets there are: hw.sh has links that fail'

# Router 1,2,1 of 3x4x2, by its number and by its place
places() {
	local words number=13 place=1,2,1

	while read -r words; do
		# shellcheck disable=SC2086 # a list of words
		is "coordinates name a router: $words" "$(seastar -j ${words/@/$number})" "$(seastar -j ${words/@/$place})"
	done <<-END
		router show fab0 router @
		port show fab0 router @
		link show fab0 router @
		route show fab0 router @ dest 0
		route trace fab0 from @ to 0
		route trace fab0 from 0 to @
		stats show fab0 router @
		hist show fab0 router @
		latency show fab0 router @
		age show fab0 router @
		mmr read fab0 router @ AGE_STATUS
	END
	seastar age set fab0 router $place period 99
	is 'to set it, too' 99 "$(get '.aging[0].age_clock_period' age show fab0 router $number)"
	seastar age set fab0 router $place period 4096
	refused 'one too few' 1 "'1,2' has fewer coordinates than the 3x4x2" seastar age show fab0 router 1,2
	refused 'one too many' 1 "'1,2,1,0' has more coordinates than the 3x4x2" seastar age show fab0 router 1,2,1,0
	refused 'one too large' 1 "'1,4,1' is outside of the 3x4x2 torus" seastar age show fab0 router 1,4,1
	refused 'one that is none' 2 "'' is not a number" seastar age show fab0 router 1,,1
	refused 'of no device' 1 'no device of this name' seastar router show nosuch router 1,2,1
}

routers() {
	is 'all routers are shown' 24 "$(get '.routers | length' router show fab0)"
	is 'one has its place and neighbours' '[1,2,1] +x:21 -x:5 +y:15 -y:11 -z:12' \
		"$(get '.routers[0] | "\(.coordinates) " + ([.neighbours[] | "\(.port):\(.router)"] | join(" "))' router show fab0 router 13)"
	is 'who has me as a neighbour is mine' '' "$(get '[.routers[] | .router as $a | .neighbours[] | [$a, .router]] as $pairs
		| $pairs - ($pairs | map([.[1], .[0]])) | .[]' router show fab0)"
	seastar age set fab0 period 7 select rr bias 3/2/1 bias req proc 5 router 4 bias rsp +y 6
	is 'settings are those of age show' "$(get '.aging[0] | del(.routers)' age show fab0 router 4)" \
		"$(get '.routers[0] | {age_clock_period, age_rr_select, req_age_bias, rsp_age_bias}' router show fab0 router 4)"
	is 'in words that hide no port' '7 rr proc 5 x 3 y 2 z 1 proc 1 x 3 +y 6 -y 2 z 1 5/5 ' \
		"$(seastar router show fab0 router 4 | awk 'NR == 3 { for (i = 3; i <= 23; i++) printf "%s ", $i }')"
	is 'details have the age clock' "$(get '.registers[0].fields | [.TIMESTAMP, .EPOCH]' mmr read fab0 router 4 AGE_STATUS)" \
		"$(get '.routers[0].age_clock | [.timestamp, .epoch]' -d router show fab0 router 4)"
	seastar age set fab0 select age bias 1
	refused 'a router that is not there' 1 'no router' seastar router show fab0 router 24
	refused 'a mistyped keyword gets a hint' 2 "did you mean 'router'" seastar router show fab0 ruoter 1
}

ports() {
	local port

	for port in proc +x -y; do
		is "counters of port $port are those of its statistics" \
			"$(get '.groups[0] | del(.name)' stats show fab0 router 13 port $port by port)" \
			"$(get '.ports[0] | {packets, flits, blocked, stalled, wait, vc}' port show fab0 router 13 port $port)"
	done
	is 'and its ages' "$(get '[.groups[0].bins[]?.count]' hist show fab0 router 13 port +x by port)" \
		"$(get '[.ports[0].ages[].count]' port show fab0 router 13 port +x)"
	seastar age set fab0 router 13 bias req +x 6 bias rsp -z 4
	is 'biases are those that were set' '[6,1,1,4]' \
		"$(get '[.ports[] | select(.port == "+x" or .port == "-z") | .req_age_bias, .rsp_age_bias]' port show fab0 router 13)"
	seastar age set fab0 bias 1
	is 'an edge has no link' 'false false null' \
		"$(get '.ports[0] | "\(.present) \(.up) \(.neighbour)"' port show fab0 router 13 port +z)"
	is 'a neighbour has its port' 'true true 21 -x' \
		"$(get '.ports[0] | "\(.present) \(.up) \(.neighbour.router) \(.neighbour.port)"' port show fab0 router 13 port +x)"
	refused 'a router is needed' 2 "'router N.X,Y,Z' is missing" seastar port show fab0
	refused 'a mistyped port' 2 "unknown port 'x\+'" seastar port show fab0 router 1 port x+
}

links() {
	local all sum='[map(.packets), map(.flits), map(.blocked), map(.stalled)] | map(add)'

	all=$(get .links link show fab0)
	is 'each direction of a link is one' 120 "$(jq length <<<"$all")"
	is 'what they carried is what network ports received' \
		"$(get "[.groups[] | select(.name != \"proc\")] | $sum" stats show fab0 by port)" "$(jq -c "$sum" <<<"$all")"
	is 'each leads to a neighbour' "$(get '[.routers[] | .router as $r | .neighbours[] | [$r, .port, .router]] | sort' router show fab0)" \
		"$(jq -c '[.[] | [.from.router, .from.port, .to.router]] | sort' <<<"$all")"
	is 'stalls are of the output, the rest of the input' \
		"$(get '.ports[0].stalled' port show fab0 router 13 port +x) $(get '.ports[0].flits' port show fab0 router 21 port -x)" \
		"$(jq -r '.[] | select(.from.router == 13 and .from.port == "+x") | "\(.stalled) \(.flits)"' <<<"$all")"
	is 'those of a router begin or end there' 10 "$(get '[.links[] | select(.from.router == 13 or .to.router == 13)] | length' link show fab0 router 13)"
	is 'none is down' 0 "$(get '.links | length' link show fab0 down)"
	is 'sorted by flits' true "$(get '[.links[].flits] | . == (sort | reverse)' link show fab0 sort flits)"
	is 'by stalls' true "$(get '[.links[].stalled] | . == (sort | reverse)' link show fab0 sort stalled)"
	is 'by cycles blocked' true "$(get '[.links[].blocked] | . == (sort | reverse)' link show fab0 sort blocked)"
	is 'by wait, the top' "$(jq -c '[.[].wait // -1] | sort | reverse | .[:4]' <<<"$all")" \
		"$(get '[.links[].wait]' link show fab0 sort wait top 4)"
	is 'nothing moves while the clock stands' '0 120' \
		"$(get '"\(.interval_cycles) \([.links[] | select(.utilisation == null and .flits == 0)] | length)"' link show fab0 interval 0.01)"
	seastar clock run fab0
	all=$(get . link show fab0 interval 0.3)
	seastar clock stop fab0
	is 'utilisation is flits a cycle' true "$(jq '.interval_cycles as $c |
		$c > 0 and ([.links[] | .utilisation - .flits / $c | fabs < 0.000001 and . > -1] | all) and ([.links[].utilisation] | max <= 1)' <<<"$all")"
	refused 'a router that is not there has no links' 1 'routers 0 to 23' seastar link show fab0 router 24
	refused 'nor is one sorted by a typo' 2 "did you mean 'stalled'" seastar link show fab0 sort staled
}

tables() {
	local port vc entries='[.registers[:3][].fields | .PORT0, .VC0, .PORT1, .VC1, .PORT2, .VC2, .PORT3, .VC3, .PORT4, .VC4, .PORT5, .VC5, .PORT6, .VC6, .PORT7, .VC7]'
	local names='["proc","+x","-x","+y","-y","+z","-z"]'

	for port in proc +y -z; do
		is "the table of port $port is that of its registers" \
			"$(get "$entries as \$e | [range(0; 48; 2) | if \$e[.] == 7 then null else {port: ${names}[\$e[.]], vc: (if \$e[. + 1] == 2 then null else \$e[. + 1] end)} end]" \
				mmr read fab0 router 13 LUT port $port)" \
			"$(get "[.routes[].by_input[\"$port\"]]" route show fab0 router 13)"
	done
	vc=$(get '.routes[0].by_input.proc.vc' route show fab0 router 13 dest 0)
	is 'text says the same' "0 0,0,0 -x:$vc" "$(seastar route show fab0 router 13 dest 0 | awk 'NR == 3 { print $1, $2, $3 }')"
	is 'with numbers' "0 2:$vc" "$(seastar -N route show fab0 router 13 dest 0 | awk 'NR == 3 { print $1, $2 }')"
	refused 'a destination that is not there' 1 'no router 24' seastar route show fab0 router 0 dest 24
}

# Ways of the fabric, in one batch; requests gain 3, 2 and 1 by dimension, and 4 at their source
ways() {
	local a b

	seastar age set fab0 bias req 3/2/1 bias req proc 4
	for a in 0 5 10 15 20 23; do
		for b in {0..23}; do
			echo "route trace fab0 from $a to $b"
		done
	done >"$tmp/ways"
	seastar -j -b "$tmp/ways" >"$tmp/paths"
	is 'a way from each of six routers to everywhere' 144 "$(wc -l <"$tmp/paths")"
	is 'is where dimension-order routing leads' 0 "$(jq -c 'select(.by_rule | not)' "$tmp/paths" | wc -l)"
	is 'is as short as can be, and gains what its hops give' 0 "$(jq -c '
		def ring(a; b; k): [((a - b + k) % k), ((b - a + k) % k)] | min;
		.from.coordinates as $a | .to.coordinates as $b
		| [ring($a[0]; $b[0]; 3), ring($a[1]; $b[1]; 4), ($a[2] - $b[2] | fabs)] as $d
		| select(.hops != ($d | add) or .age != 4 + 3 * $d[0] + 2 * $d[1] + $d[2]
			or .path[0].router != .from.router or .path[-1].router != .to.router)' "$tmp/paths" | wc -l)"
	is 'ends at once where it began' '[0,4,"proc","proc"]' \
		"$(jq -c 'select(.from.router == 10 and .to.router == 10) | [.hops, .age, .path[0].in, .path[0].out]' "$tmp/paths")"
	seastar age set fab0 bias 1
	refused 'an end is missing' 2 "'to N.X,Y,Z' is missing" seastar route trace fab0 from 1
	refused 'a class is mistyped' 2 "did you mean 'response'" seastar route trace fab0 from 1 to 2 class responce
	refused 'an end is not there' 1 'no router 24' seastar route trace fab0 from 1 to 24
}

# Where packets of two routers to each other go, by the counters of links: "router port vc" a line
gone() {
	seastar traffic set "$1" pattern permutation "$(seq 0 15 | sed "s/^$2$/to/; s/^$3$/$2/; s/^to$/$3/" | paste -sd,)" \
		load 0.1 lengths 9 requests "$4"
	seastar clock step "$1" 3000
	get '.links[] | .to as $to | .vc | to_entries[] | select(.value.packets > 0)
		| "\($to.router) \($to.port) \(.key)"' link show "$1" | sort
}

# Of a path, the same: where a hop but the first comes in, on the VC it left on
arrivals() {
	get '[.path[].vc] as $vc | .path | to_entries[] | select(.key > 0)
		| "\(.value.router) \(.value.in) \($vc[.key - 1])"' route trace fab2 from "$1" to "$2" class "$3"
}

predicted() {
	{
		arrivals "$1" "$2" "$3"
		arrivals "$2" "$1" "$3"
	} | sort -u
}

# Fabrics of their own, since counters are never cleared
packets() {
	local from to class percent

	while read -r from to class percent; do
		new_device fab2 4x4
		is "packets of a $class between $from and $to go that way" "$(predicted "$from" "$to" "$class")" \
			"$(gone fab2 "$from" "$to" "$percent")"
		seastar dev del fab2
	done <<-END
		0 10 request 100
		2 8 request 100
		13 7 response 0
		15 1 response 0
	END
}

# Beyond 4,096 routers there are partitions, and no table for another's
partitions() {
	new_device fab3 20x20x16
	is 'within a partition by the table' '["LUT"] 2999 true' \
		"$(get '"\([.path[].table] | unique) \(.to.router) \(.by_rule)"' route trace fab3 from 17 to 2999)"
	is 'to another by the rule, then by the table' 'rule LUT true' \
		"$(get '"\(.path[0].table) \(.path[-1].table) \(.by_rule)"' route trace fab3 from 0 to 5000)"
	is 'tables are of the router'"'"'s own partition' '[2304,4096,6399]' \
		"$(get '[.routes[].router] | [length, min, max]' route show fab3 router 5000)"
	seastar dev del fab3
}

plan 68
new_device fab0 3x4x2 mesh z
seastar traffic set fab0 pattern uniform load 0.3 lengths 9 requests 60
seastar clock step fab0 5000
places
routers
ports
links
tables
ways
packets
partitions
finish

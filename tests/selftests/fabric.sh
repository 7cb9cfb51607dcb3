#!/bin/bash
# SPDX-License-Identifier: GPL-2.0-only
# Routers, ports, links and routes agree with counters, registers, settings, and packets under way.
. "$(dirname "$0")/lib.sh"
needs soft 'it knows what packets there are: hw.sh has links that fail'

# Router 1,2,1 of 3x4x2, by number and by coordinates
places() {
	local i number=13 place=1,2,1 commands answers

	commands=('router show fab0 router @' 'port show fab0 router @' 'link show fab0 router @'
		'route show fab0 router @ dest 0' 'route trace fab0 from @ to 0' 'route trace fab0 from 0 to @'
		'stats show fab0 router @' 'hist show fab0 router @' 'latency show fab0 router @'
		'age show fab0 router @' 'mmr read fab0 router @ AGE_STATUS')
	mapfile -t answers < <(printf '%s\n' "${commands[@]/@/$number}" "${commands[@]/@/$place}" | seastar -j -b -)
	for i in "${!commands[@]}"; do
		is "coordinates name a router: ${commands[i]}" "${answers[i]}" "${answers[i + ${#commands[@]}]}"
	done
	compare '("to set it, too", 99, .[0].aging[0].age_clock_period)' <<-END
		age set fab0 router $place period 99
		age show fab0 router $number
		age set fab0 router $place period 4096
	END
	refused 'one too few' 1 "'1,2' has fewer coordinates than the 3x4x2" seastar age show fab0 router 1,2
	refused 'one too many' 1 "'1,2,1,0' has more coordinates than the 3x4x2" seastar age show fab0 router 1,2,1,0
	refused 'one too large' 1 "'1,4,1' is outside of the 3x4x2 torus" seastar age show fab0 router 1,4,1
	refused 'one that is none' 2 "'' is not a number" seastar age show fab0 router 1,,1
	refused 'of no device' 1 'no device of this name' seastar router show nosuch router 1,2,1
}

routers() {
	seastar age set fab0 period 7 select rr bias 3/2/1 bias req proc 5 router 4 bias rsp +y 6
	compare '
		. as [$all, $router13, $age4, $router4] |
		("all routers are shown", 24, ($all.routers | length)),
		("one has its place and neighbours", "[1,2,1] +x:21 -x:5 +y:15 -y:11 -z:12", ($router13.routers[0] |
			"\(.coordinates) " + ([.neighbours[] | "\(.port):\(.router)"] | join(" ")))),
		("who has me as a neighbour is mine", [], ([$all.routers[] | .router as $a | .neighbours[] | [$a, .router]] |
			. - map([.[1], .[0]]))),
		("settings are those of age show", ($age4.aging[0] | del(.routers)),
			($router4.routers[0] | {age_clock_period, age_rr_select, req_age_bias, rsp_age_bias}))' <<-END
		router show fab0
		router show fab0 router 13
		age show fab0 router 4
		router show fab0 router 4
	END
	is 'in words that hide no port' '7 rr proc 5 x 3 y 2 z 1 proc 1 x 3 +y 6 -y 2 z 1 5/5 ' \
		"$(seastar router show fab0 router 4 | awk 'NR == 3 { for (i = 3; i <= 23; i++) printf "%s ", $i }')"
	is 'details have the age clock' "$(get '.registers[0].fields | [.TIMESTAMP, .EPOCH]' mmr read fab0 router 4 AGE_STATUS)" \
		"$(get '.routers[0].age_clock | [.timestamp, .epoch]' -d router show fab0 router 4)"
	seastar age set fab0 select age bias 1
	refused 'a router that is not there' 1 'no router' seastar router show fab0 router 24
	refused 'a mistyped keyword gets a hint' 2 "did you mean 'router'" seastar router show fab0 ruoter 1
}

ports() {
	compare '
		. as [$proc_stats, $proc, $x_stats, $x, $y_stats, $y, $ages, $biases, $edge] |
		(["proc", $proc_stats, $proc], ["+x", $x_stats, $x], ["-y", $y_stats, $y]) as [$name, $stats, $port] |
		("counters of port \($name) are those of its statistics", ($stats.groups[0] | del(.name)),
			($port.ports[0] | {packets, flits, blocked, stalled, wait, vc}))' <<-END
		stats show fab0 router 13 port proc by port
		port show fab0 router 13 port proc
		stats show fab0 router 13 port +x by port
		port show fab0 router 13 port +x
		stats show fab0 router 13 port -y by port
		port show fab0 router 13 port -y
	END
	compare '
		. as [$hist, $x, $all, $z] |
		("and its ages", ($hist.groups[0].bins | map(.count)), ($x.ports[0].ages | map(.count))),
		("biases are those that were set", [6, 1, 1, 4],
			[$all.ports[] | select(.port == "+x" or .port == "-z") | .req_age_bias, .rsp_age_bias]),
		("an edge has no link", "false false null", ($z.ports[0] | "\(.present) \(.up) \(.neighbour)")),
		("a neighbour has its port", "true true 21 -x",
			($x.ports[0] | "\(.present) \(.up) \(.neighbour.router) \(.neighbour.port)"))' <<-END
		hist show fab0 router 13 port +x by port
		port show fab0 router 13 port +x
		age set fab0 router 13 bias req +x 6 bias rsp -z 4
		port show fab0 router 13
		age set fab0 bias 1
		port show fab0 router 13 port +z
	END
	refused 'a router is needed' 2 "'router N.X,Y,Z' is missing" seastar port show fab0
	refused 'a mistyped port' 2 "unknown port 'x\+'" seastar port show fab0 router 1 port x+
}

links() {
	compare '
		def counters: [map(.packets), map(.flits), map(.blocked), map(.stalled)] | map(add);
		def falls: . == (sort | reverse);
		. as [$links, $stats, $routers, $x13, $x21, $of13, $down, $flits, $stalled, $blocked, $wait, $interval] |
		$links.links as $all |
		("each direction of a link is one", 120, ($all | length)),
		("what they carried is what network ports received",
			([$stats.groups[] | select(.name != "proc")] | counters), ($all | counters)),
		("each leads to a neighbour", ([$routers.routers[] | .router as $r | .neighbours[] | [$r, .port, .router]] | sort),
			($all | map([.from.router, .from.port, .to.router]) | sort)),
		("stalls are of the output, the rest of the input", "\($x13.ports[0].stalled) \($x21.ports[0].flits)",
			($all[] | select(.from.router == 13 and .from.port == "+x") | "\(.stalled) \(.flits)")),
		("those of a router begin or end there", 10,
			([$of13.links[] | select(.from.router == 13 or .to.router == 13)] | length)),
		("none is down", 0, ($down.links | length)),
		("sorted by flits", true, ($flits.links | map(.flits) | falls)),
		("by stalls", true, ($stalled.links | map(.stalled) | falls)),
		("by cycles blocked", true, ($blocked.links | map(.blocked) | falls)),
		("by wait, the top", ($all | map(.wait // -1) | sort | reverse | .[:4]), ($wait.links | map(.wait))),
		("nothing moves while the clock stands", "0 120", ($interval |
			"\(.interval_cycles) \([.links[] | select(.utilisation == null and .flits == 0)] | length)"))' <<-END
		link show fab0
		stats show fab0 by port
		router show fab0
		port show fab0 router 13 port +x
		port show fab0 router 21 port -x
		link show fab0 router 13
		link show fab0 down
		link show fab0 sort flits
		link show fab0 sort stalled
		link show fab0 sort blocked
		link show fab0 sort wait top 4
		link show fab0 interval 0.01
	END
	compare '
		.[0] | .interval_cycles as $c |
		("utilisation is flits a cycle", true, ($c > 0 and ([.links[].utilisation] | max <= 1) and
			([.links[] | .utilisation - .flits / $c | fabs < 0.000001 and . > -1] | all)))' <<-END
		clock run fab0 budget 50
		link show fab0 interval 0.3
		clock stop fab0
	END
	refused 'a router that is not there has no links' 1 'routers 0 to 23' seastar link show fab0 router 24
	refused 'nor is one sorted by a typo' 2 "did you mean 'stalled'" seastar link show fab0 sort staled
}

tables() {
	local vc

	compare '
		["proc", "+x", "-x", "+y", "-y", "+z", "-z"] as $names |
		def entry: if .[0] == 7 then null else {port: $names[.[0]], vc: (if .[1] == 2 then null else .[1] end)} end;
		. as [$proc, $y, $z, $routes] |
		(["proc", $proc], ["+y", $y], ["-z", $z]) as [$port, $lut] |
		("the table of port \($port) is that of its registers",
			[$lut.registers[:3][].fields | ([.PORT0, .VC0], [.PORT1, .VC1], [.PORT2, .VC2], [.PORT3, .VC3],
				[.PORT4, .VC4], [.PORT5, .VC5], [.PORT6, .VC6], [.PORT7, .VC7]) | entry],
			($routes.routes | map(.by_input[$port])))' <<-END
		mmr read fab0 router 13 LUT port proc
		mmr read fab0 router 13 LUT port +y
		mmr read fab0 router 13 LUT port -z
		route show fab0 router 13
	END
	vc=$(get '.routes[0].by_input.proc.vc' route show fab0 router 13 dest 0)
	is 'text says the same' "0 0,0,0 -x:$vc" "$(seastar route show fab0 router 13 dest 0 | awk 'NR == 3 { print $1, $2, $3 }')"
	is 'with numbers' "0 2:$vc" "$(seastar -N route show fab0 router 13 dest 0 | awk 'NR == 3 { print $1, $2 }')"
	refused 'a destination that is not there' 1 'no router 24' seastar route show fab0 router 0 dest 24
}

# Paths in the fabric, in one batch; requests gain ages of 3, 2 and 1 in x, y and z, and 4 at their
# source
ways() {
	local a b

	seastar age set fab0 bias req 3/2/1 bias req proc 4
	for a in 0 10 23; do
		for b in {0..23}; do
			echo "route trace fab0 from $a to $b"
		done
	done >"$tmp/ways"
	compare '
		def ring(a; b; k): [((a - b + k) % k), ((b - a + k) % k)] | min;
		def is_shortest: .from.coordinates as $a | .to.coordinates as $b |
			[ring($a[0]; $b[0]; 3), ring($a[1]; $b[1]; 4), ($a[2] - $b[2] | fabs)] as $d |
			.hops == ($d | add) and .age == 4 + 3 * $d[0] + 2 * $d[1] + $d[2] and
			.path[0].router == .from.router and .path[-1].router == .to.router;
		("a way from each of three routers to everywhere", 72, length),
		("is where dimension-order routing leads", 0, (map(select(.by_rule | not)) | length)),
		("is as short as can be, and gains what its hops give", 0, (map(select(is_shortest | not)) | length)),
		("ends at once where it began", [0, 4, "proc", "proc"],
			(.[] | select(.from.router == 10 and .to.router == 10) | [.hops, .age, .path[0].in, .path[0].out]))' <"$tmp/ways"
	seastar age set fab0 bias 1
	refused 'an end is missing' 2 "'to N.X,Y,Z' is missing" seastar route trace fab0 from 1
	refused 'a class is mistyped' 2 "did you mean 'response'" seastar route trace fab0 from 1 to 2 class responce
	refused 'an end is not there' 1 'no router 24' seastar route trace fab0 from 1 to 24
}

# permutation A B: nodes A and B send to each other, the other 14 to themselves
permutation() {
	local to=({0..15})

	to[$1]=$2 to[$2]=$1
	local IFS=,
	echo "${to[*]}"
}

# Fabrics of their own, since counters are never cleared: where packets go by the counters of links, and
# by the paths that are reported: where a hop but the first comes in, on the VC it left on
packets() {
	local from to class percent

	while read -r from to class percent; do
		compare '
			def arrivals: [.path[].vc] as $vc | .path | to_entries[] | select(.key > 0) |
				"\(.value.router) \(.value.in) \($vc[.key - 1])";
			def gone: .links[] | .to as $to | .vc | to_entries[] | select(.value.packets > 0) |
				"\($to.router) \($to.port) \(.key)";
			("packets of a '"$class between $from and $to"' go that way",
				([.[0, 1] | arrivals] | unique), ([.[2] | gone] | sort))' <<-END
			dev add fab2 topology 4x4
			route trace fab2 from $from to $to class $class
			route trace fab2 from $to to $from class $class
			traffic set fab2 pattern permutation $(permutation "$from" "$to") load 0.1 lengths 9 requests $percent
			clock step fab2 3000
			link show fab2
			dev del fab2
		END
	done <<-END
		0 10 request 100
		2 8 request 100
		13 7 response 0
		15 1 response 0
	END
}

# Fabrics of more than 4,096 routers have partitions, and no tables for other partitions
partitions() {
	compare '
		. as [$within, $beyond, $table] |
		("within a partition by the table", "[\"LUT\"] 2999 true",
			($within | "\([.path[].table] | unique) \(.to.router) \(.by_rule)")),
		("to another by the rule, then by the table", "rule LUT true",
			($beyond | "\(.path[0].table) \(.path[-1].table) \(.by_rule)")),
		("tables are of the router'\''s own partition", [2304, 4096, 6399],
			($table.routes | map(.router) | [length, min, max]))' <<-END
		dev add fab3 topology 20x20x16
		route trace fab3 from 17 to 2999
		route trace fab3 from 0 to 5000
		route show fab3 router 5000
		dev del fab3
	END
}

plan 68
new_device fab0 3x4x2 mesh z
seastar -b - <<-END
	traffic set fab0 pattern uniform load 0.3 lengths 9 requests 60
	clock step fab0 5000
END
devices+=(fab2 fab3)
places
routers
ports
links
tables
ways
packets
partitions
finish

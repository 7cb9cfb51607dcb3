#!/bin/bash
# SPDX-License-Identifier: GPL-2.0-only
# Counters as maps of the fabric, and bars, on a terminal and in a pipe.
. "$(dirname "$0")/lib.sh"
. "$(dirname "$0")/terminal.sh"
needs soft 'it compares counters of a fabric that stands'
needs_terminal

# Convert planes, as printed to a pipe, to a list by router: z + 3 (y + 2 x)
list_of_planes() {
	awk '/^z / { z = $2; next } /^[0-9]+ / { for (x = 0; x < 5; x++) value[z + 3 * ($1 + 2 * x)] = $(x + 2) }
		END { for (i = 0; i < 30; i++) printf "%s%s", i ? "," : "[", value[i]; print "]" }'
}

in_a_pipe() {
	local map texts=()

	for map in 'stats show map0 map '{packets,flits,blocked,stalled} 'hist show map0 map 64-127'; do
		# shellcheck disable=SC2086 # a list of words
		texts+=("$(seastar $map | list_of_planes)")
	done
	compare '
		def whole: .values | map(floor);
		. as [$stats, $of_port, $hist, $packets, $flits, $blocked, $stalled, $wait, $packets_of_port, $ages, $interval] |
		($stats.groups | (["packets", map(.packets), $packets, '"${texts[0]}"'], ["flits", map(.flits), $flits, '"${texts[1]}"'],
			["blocked", map(.blocked), $blocked, '"${texts[2]}"'], ["stalled", map(.stalled), $stalled, '"${texts[3]}"']) as
				[$counter, $counted, $map, $text] |
			("JSON: \($counter) by router", $counted, ($map | whole)), ("text: \($counter) by router", $counted, $text)),
		("JSON: wait", ($stats.groups | map(.wait)), $wait.values),
		("of one port", ($of_port.groups | map(.packets)), ($packets_of_port | whole)),
		("JSON: what it is", ["stalled", "cycles", [5, 2, 3]], ($stalled | [.map, .unit, .radix])),
		("JSON: the share of an age",
			($hist.groups | map(.bins | .[1].count / (map(.count) | add) * 10000 + 0.5 | floor)),
			($ages.values | map(. * 100 + 0.5 | floor))),
		("text: the same", ($ages.values | map(. * 100 | round / 100)), '"${texts[4]}"'),
		("of an interval, of a clock that stands: nothing", [0, 0],
			($interval | [.interval_cycles, (.values | add | floor)]))' <<-END
		stats show map0 by router
		stats show map0 port +x by router
		hist show map0 by router
		stats show map0 map packets
		stats show map0 map flits
		stats show map0 map blocked
		stats show map0 map stalled
		stats show map0 map wait
		stats show map0 port +x map packets
		hist show map0 map 64-127
		stats show map0 map packets interval 0.01
	END
	refused 'a map shows all routers' 2 "leave out" seastar stats show map0 router 1 map flits
	refused 'of nothing else' 2 "unknown map 'stales': did you mean 'stalled'" seastar stats show map0 map stales
	refused 'ages have their bins' 2 "unknown map '63': there are 0-63, 64-127, 128-191 and 192-255" seastar hist show map0 map 63
}

# levels: print the cells on the screen, in the order of planes and rows
levels() {
	local line words levels=

	for line in "${screen[@]}"; do
		[[ $line = 'y '* ]] || continue
		read -r -a words <<<"$line"
		printf -v levels %s "$levels" "${words[@]:2}"
	done
	echo "$levels"
}

count_levels() {
	local levels

	levels=$(levels)
	levels=${levels//[^.1-8]}
	echo ${#levels}
}

# levels_of COUNTER: print the expected cells
levels_of() {
	get '.values as $v | ($v | max) as $max | ([$v[] | select(. > 0)] | min) as $min |
		[range(2) as $y | range(3) as $z | range(5) as $x | $v[$z + 3 * ($y + 2 * $x)] |
			if . == 0 then "." elif . == $max then 8
			elif $max / $min > 100 then 1 + ((1 + . | log) / (1 + $max | log) * 8 | floor)
			else 1 + (. / $max * 8 | floor) end | tostring] | add' stats show map0 map "$1"
}

# Print the figures at the bars on the screen
bars() {
	printf '%s\n' "${screen[@]}" | sed -nE 's/^ +(proc|x|y|z) +([0-9]+)( #+)?$/\2/p'
}

on_a_terminal() {
	type_line "clear; LC_ALL=C seastar stats show map0 map stalled"
	shows 'a legend' '^stalled, in cycles a router: \. none$' \
		'a block a plane, side by side' '^ +z 0 +z 1 +z 2 *$' \
		'a ruler' '^x +0 1 2 3 4 +0 1 2 3 4 +0 1 2 3 4 *$'
	gives 'a level a router' 30 count_levels
	is 'which is that of its counter' "$(levels_of stalled)" "$(levels)"
	type_line 'clear; NO_COLOR=1 seastar stats show map0 map stalled'
	shows 'in UTF-8 there are blocks' '^y 0 .*█'
	is 'NO_COLOR is obeyed' 0 "$(colours)"
	type_line 'clear; seastar stats show map0 map stalled; echo end'
	shows 'colours' '^end$'
	isnt 'are there without it' 0 "$(colours)"
	type_line 'clear; seastar hist show map0'
	shows 'bars of blocks' '^ +0-63 +[0-9]+ █'
	type_line 'clear; LC_ALL=C seastar hist show map0'
	shows 'and of ASCII' '^ +0-63 +[0-9]+ #'
	resize_terminal 80 50
	type_line 'clear; LC_ALL=C seastar stats show map0; echo end'
	shows 'bars under the table of stats' '^ +x +[0-9]+ #'
	gives 'of blocked and stalled' "$(get '[.groups[] | .blocked], [.groups[] | .stalled] | .[]' stats show map0)" bars
	type_line 'clear; LC_ALL=C seastar stats show map0 by router; echo end'
	shows 'by router: a map' '^wait, in cycles/packet a router: \. none$'
	type_line 'clear; LC_ALL=C seastar hist show map0 by router; echo end'
	shows 'of hist: of the oldest' '^192-255, in percent of the packets sent a router: \. none$'
}

whole_machine() {
	new_device map1 11x12x16
	resize_terminal 80 120
	type_line 'clear; LC_ALL=C seastar stats show map1 map packets; echo whole'
	shows '2,112 routers' '^whole$'
	gives 'are all there' 2112 count_levels
	gives 'in 80 columns: three planes side by side' 5 lines_like '^ +z [0-9]+ +z [0-9]+ +z [0-9]+ *$'
	new_device map2 45x2
	type_line 'clear; LC_ALL=C seastar stats show map2 map packets; echo end'
	shows 'a plane too wide is cut' '^a plane of 45 routers in x does not fit in 80 columns: it is cut$' \
		'and says where' '^ +z 0, x 38-44 *$'
	gives 'but whole' 90 count_levels
}

plan 38
new_device map0 5x2x3 mesh x
seastar -b - <<-END
	traffic set map0 pattern uniform window 16 lengths 9
	age set map0 period 4 bias 2
	clock step map0 5000
END
in_a_pipe
open_terminal 80 24
on_a_terminal
whole_machine
close_terminal
finish

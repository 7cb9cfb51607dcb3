#!/bin/bash
# SPDX-License-Identifier: GPL-2.0-only
# Counters as maps of the fabric, and bars, on a terminal and in a pipe.
. "$(dirname "$0")/lib.sh"
. "$(dirname "$0")/terminal.sh"
needs soft 'it compares counters of a fabric that stands'
needs_terminal

# by_router EXPRESSION OBJECT [WORD...]: of each group, in the order of the routers
by_router() {
	get "[.groups[] | $1]" "$2" show map0 "${@:3}" by router
}

# Planes in a pipe as a list by router: z + 3 (y + 2 x)
list_of_planes() {
	awk '/^z / { z = $2; next } /^[0-9]+ / { for (x = 0; x < 5; x++) print z + 3 * ($1 + 2 * x), $(x + 2) }' |
		sort -n | cut -d' ' -f2 | jq -sc .
}

in_a_pipe() {
	local counter

	for counter in packets flits blocked stalled; do
		is "JSON: $counter by router" "$(by_router .$counter stats)" \
			"$(get '.values | map(floor)' stats show map0 map $counter)"
		is "text: $counter by router" "$(by_router .$counter stats)" \
			"$(seastar stats show map0 map $counter | list_of_planes)"
	done
	is 'JSON: wait' "$(by_router '.wait * 1' stats)" "$(get '.values | map(. * 1)' stats show map0 map wait)"
	is 'of one port' "$(by_router .packets stats port +x)" \
		"$(get '.values | map(floor)' stats show map0 port +x map packets)"
	is 'JSON: what it is' '["stalled","cycles",[5,2,3]]' "$(get '[.map, .unit, .radix]' stats show map0 map stalled)"
	is 'JSON: the share of an age' \
		"$(by_router '.bins | (.[1].count / ([.[].count] | add) * 10000 + 0.5 | floor)' hist)" \
		"$(get '.values | map(. * 100 + 0.5 | floor)' hist show map0 map 64-127)"
	is 'text: the same' "$(get '.values[]' hist show map0 map 64-127 | xargs printf '%.2f\n' | jq -sc .)" \
		"$(seastar hist show map0 map 64-127 | list_of_planes)"
	is 'of an interval, of a clock that stands: nothing' '[0,0]' \
		"$(get '[.interval_cycles, (.values | add | floor)]' stats show map0 map packets interval 0.01)"
	refused 'a map is of all routers' 2 "make no sense with it" seastar stats show map0 router 1 map flits
	refused 'of nothing else' 2 "unknown map 'stales': did you mean 'stalled'" seastar stats show map0 map stales
	refused 'ages have their bins' 2 "unknown map '63': there are 0-63, 64-127, 128-191 and 192-255" seastar hist show map0 map 63
}

# levels: the cells that are seen, in the order of the planes and rows
levels() {
	screen | awk '/^y / { for (i = 3; i <= NF; i++) printf "%s", $i } END { print "" }'
}

# levels_of COUNTER: what they should be
levels_of() {
	get '.values as $v | ($v | max) as $max | ([$v[] | select(. > 0)] | min) as $min |
		[range(2) as $y | range(3) as $z | range(5) as $x | $v[$z + 3 * ($y + 2 * $x)] |
			if . == 0 then "." elif . == $max then 8
			elif $max / $min > 100 then 1 + ((1 + . | log) / (1 + $max | log) * 8 | floor)
			else 1 + (. / $max * 8 | floor) end | tostring] | add' stats show map0 map "$1"
}

on_a_terminal() {
	type_line "clear; LC_ALL=C seastar stats show map0 map stalled"
	shows 'a legend' '^stalled, in cycles a router: \. none$'
	shows 'a block a plane, side by side' '^ +z 0 +z 1 +z 2 *$'
	shows 'a ruler' '^x +0 1 2 3 4 +0 1 2 3 4 +0 1 2 3 4 *$'
	is 'a level a router' 30 "$(levels | tr -cd '.1-8' | wc -c)"
	is 'which is that of its counter' "$(levels_of stalled)" "$(levels)"
	type_line 'clear; NO_COLOR=1 seastar stats show map0 map stalled'
	shows 'in UTF-8 there are blocks' '^y 0 .*█'
	is 'NO_COLOR is heeded' 0 "$(mux capture-pane -e -p -t term | grep -c $'\033\\[[0-9;]*3[0-9]m')"
	type_line 'clear; seastar stats show map0 map stalled; echo end'
	shows 'colours' '^end$'
	isnt 'are there without it' 0 "$(mux capture-pane -e -p -t term | grep -c $'\033\\[[0-9;]*3[0-9]m')"
	type_line 'clear; seastar hist show map0'
	shows 'bars of blocks' '^ +0-63 +[0-9]+ █'
	type_line 'clear; LC_ALL=C seastar hist show map0'
	shows 'and of ASCII' '^ +0-63 +[0-9]+ #'
	resize_terminal 80 50
	type_line 'clear; LC_ALL=C seastar stats show map0; echo end'
	shows 'bars under the table of stats' '^ +x +[0-9]+ #'
	is 'of blocked and stalled' "$(get '[.groups[] | .blocked], [.groups[] | .stalled] | .[]' stats show map0)" \
		"$(screen | sed -nE 's/^ +(proc|x|y|z) +([0-9]+)( #+)?$/\2/p')"
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
	is 'are all there' 2112 "$(levels | tr -cd . | wc -c)"
	is 'in 80 columns: three planes side by side' 5 "$(screen | grep -cE '^ +z [0-9]+ +z [0-9]+ +z [0-9]+ *$')"
	new_device map2 45x2
	type_line 'clear; LC_ALL=C seastar stats show map2 map packets; echo end'
	shows 'a plane too wide is cut' '^a plane of 45 routers in x does not fit in 80 columns: it is cut$'
	shows 'and says where' '^ +z 0, x 38-44 *$'
	is 'but whole' 90 "$(levels | tr -cd . | wc -c)"
}

plan 38
new_device map0 5x2x3 mesh x
seastar traffic set map0 pattern uniform window 16 lengths 9
seastar age set map0 period 4 bias 2
seastar clock step map0 5000
in_a_pipe
open_terminal 80 24
on_a_terminal
whole_machine
close_terminal
finish

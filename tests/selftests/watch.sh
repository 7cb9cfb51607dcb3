#!/bin/bash
# SPDX-License-Identifier: GPL-2.0-only
# `seastar watch` shows what `seastar -j` says, as it changes, and leaves the terminal as it was.
. "$(dirname "$0")/lib.sh"
. "$(dirname "$0")/terminal.sh"
needs_terminal

# ages: print the bins on the screen, on one line
ages() {
	local line ages=()

	for line in "${screen[@]}"; do
		[[ ! $line =~ ^\ *(0-63|64-127|128-191|192-255)\ +([^ ]+) ]] || ages+=("${BASH_REMATCH[2]}")
	done
	echo "${ages[*]}"
}

# rows N: print names, counts and waits of the first N lines of the table
rows() {
	local line words

	for line in "${screen[@]:16:$1}"; do
		read -r -a words <<<"$line"
		echo "${words[*]:0:6}"
	done
}

# column N ROWS: print column N of the first ROWS lines of the table
column() {
	rows "$2" | cut -d ' ' -f "$1"
}

numbers() {
	local n dimension patterns=()

	seastar -j -b - >"$tmp/answers" <<-END
		clock show wat0
		age show wat0
		hist show wat0
		stats show wat0
		hist show wat0 by dimension
	END
	mapfile -t n < <(jq -rs '
		. as [$clock, $age, $hist, $stats, $dimensions] |
		$clock.cycle, $age.generation, ($hist.groups[0].bins | map("\(.count)") | join(" ")),
		$stats.throughput.injected, ($stats.latency | .mean, .deviation, .max), $stats.network_latency.mean,
		(("x", "y", "z") as $name | ($dimensions.groups[] | select(.name == $name).bins | map(.count) | add) as $sent |
			$stats.groups[] | select(.name == $name) | .wait, .stalled / $sent)' "$tmp/answers")
	for dimension in x y z; do
		patterns+=("cycles blocked and stalled in $dimension"
			"^ +$dimension +$(printf "%.3f .* $dimension +%.3f" "${n[@]:8 + 2 * ${#patterns[@]} / 2:2}")")
	done
	shows 'the device is named' '^wat0: soft, 4x4x4 torus, mesh in z, 64 routers +every 60 s$' \
		'its clock' "^clock stopped at cycle ${n[0]} +[0-9.]+[kM]? in flight\$" \
		'its settings' "^generation ${n[1]}: period 4096 select age bias 1\$" \
		'no commits' '^no commit waits to be confirmed$' \
		'injected is that of stats' "injected $(printf %.6f "${n[3]}") accepted" \
		'how nodes get on is reported' '(node in [0-9.]+[kM]?-[0-9.]+[kM]? out .* oldest|! [0-9]+ of [0-9]+ nodes starve, oldest) [0-9.]+[kM]?$' \
		'latency is that of the sources' "latency $(printf 'mean %.2f dev %.2f max %d' "${n[@]:4:3}")\$" \
		'so is network latency' "network mean $(printf %.2f "${n[7]}") dev" \
		"${patterns[@]}"
	gives 'ages are those of hist' "${n[2]}" ages
}

losses() {
	seastar link fail wat0 router 0 port +x policy drop
	seastar clock step wat0 4000
	shows 'packets that were dropped are reported' '[0-9.]+[kM]? lost +[0-9.]+[kM]? in flight$'
	seastar link restore wat0 router 0 port +x
}

# Write the expected tables, from the counters, to files
tables_of_counters() {
	seastar -j -b - >"$tmp/answers" <<-END
		stats show wat0 by dimension
		stats show wat0 by port
		stats show wat0 by router
	END
	jq -rs '
		. as [$dimensions, $ports, $routers] |
		(["dimensions", $dimensions.groups], ["ports", $ports.groups[:6]],
			["stalled", ($routers.groups | sort_by(-.stalled)[:42])],
			["wait", ($routers.groups | sort_by(-.wait)[:6])]) as [$table, $groups] | $groups[] |
		[$table, .name, .packets, .flits, .blocked, .stalled, .wait] | @tsv' "$tmp/answers" |
		awk -v dir="$tmp/" '{ printf "%s %d %d %d %d %.3f\n", $2, $3, $4, $5, $6, $7 >dir $1 }'
}

tables() {
	tables_of_counters
	keys d
	shows 'd: a table of dimensions' '^Dimensions, by number, in all'
	gives 'with the counters of stats' "$(<"$tmp/dimensions")" rows 4
	keys p
	shows 'p: of ports' '^Ports, by number'
	gives 'with those by port' "$(<"$tmp/ports")" rows 6
	keys r
	shows 'r: of routers' '^Routers, by stalled'
	gives 'sorted' "$(sed 6q "$tmp/stalled")" rows 6
	keys Down Down
	shows 'arrows move in it' ' 3-8 of 64$'
	keys Home
	shows 'Home goes back' ' 1-6 of 64$'
	keys s
	shows 's: by another column' '^Routers, by wait'
	gives 'which is that of stats' "$(cut -d ' ' -f 6 "$tmp/wait")" column 6 6
	keys S
	shows 'S: back' '^Routers, by stalled'
	keys l
	shows 'l: of links' '^Links, by stalled' 'all there are' '1-6 of 352$'
	hottest_link
}

# Print router, port and stalls of the expected first link, from the counters
hottest_link() {
	local router port stalled

	read -r router port stalled < <(rows 1 | cut -d ' ' -f 1,2,6)
	compare '
		(.[:6] | map(.groups[].stalled) | max) as $most |
		("the first is the one stalled most", $most, .[6].all.stalled),
		("and says how much", $most, '"$stalled"')' < <(
		printf 'stats show wat0 port %s by router\n' +x -x +y -y +z -z
		echo "stats show wat0 router $router port $port")
}

# With one reading per minute, changes that show earlier are due to events
changes() {
	seastar mark add wat0 here
	keys d m
	shows 'm: count from now' '^Dimensions, by number, in the 0 cycles since the mark'
	seastar clock step wat0 700
	shows 'cycles since then' '^Dimensions, by number, in the 700 cycles since the mark'
	gives 'and their packets' "$(get '.groups[].packets' stats show wat0 since here)" column 2 4
	shows 'accepted since then' 'accepted 0\.[0-9]{6}$'
	keys t t
	shows 't: rates of the last interval' '^dimension +packets/s +flits/s +blocked/s +stalled/s'
	keys t t
	shows 'and all' '^Dimensions, by number, in all'
	seastar age set wat0 period 8 bias 3/2/1
	shows 'new settings' "^generation $(</sys/class/seastar/wat0/generation): period 8 select age bias proc 1 x 3 y 2 z 1\$"
	seastar age set wat0 router 5 period 9
	shows 'which differ' ': period 8 select age bias proc 1 x 3 y 2 z 1; 1 of 64 differ$'
	id=$(get .id commit set wat0 period 16 confirm 1000)
	shows 'a commit that waits' "^commit $id waits to be confirmed: (1000|9[0-9]{2}) s left"
	seastar commit confirm "$id"
	shows 'until it is confirmed' '^no commit waits to be confirmed$' \
		'which is said' "[0-9]:[0-9]{2} commit $id confirmed"
}

pausing() {
	local cycle

	keys Space
	shows 'space: paused' '^wat0: .* paused$'
	cycle=$(</sys/class/seastar/wat0/cycle)
	seastar clock step wat0 100
	shows 'it heard of the step' 'the clock was set'
	is 'and does not look' 0 "$(lines_like "at cycle $((cycle + 100)) ")"
	keys Space
	shows 'space again: it goes on' "at cycle $((cycle + 100)) "
	keys h
	shows 'h: help' '^ +q +quit$'
	keys x
	shows 'any key ends it' '^clock stopped'
}

sizes() {
	resize_terminal 200 60
	shows 'at 200x60 the line of keys is below' '^d p r l table .* q quit *$'
	keys r
	shows 'with more rows' '1-42 of 64$'
	tables_of_counters
	gives 'all of them' "$(<"$tmp/stalled")" rows 42
	resize_terminal 60 24
	shows 'too small is said' '^60x24 is too small'
	resize_terminal 80 24
	shows 'and gets over' '1-6 of 64$'
}

devices_come_and_go() {
	new_device wat1 8 mesh x
	keys Tab
	shows 'Tab: the next device' '^wat1: soft, 8x1x1 mesh'
	keys Tab
	shows 'Tab: and the first again' '^wat0: soft'
	keys Tab
	shows 'Tab: and the second' '^wat1: soft'
	seastar dev del wat1
	shows 'a device that goes is missed' '^there is no device wat1$' \
		'and waited for' '^Waiting for it to come; Tab: another device\.$'
	new_device wat1 4x4
	shows 'and taken when it comes' '^wat1: soft, 4x4x1 torus, 16 routers'
	keys - - - - - - -
	shows '-: every 0.2 s' '^wat1: .* every 0\.2 s$'
	# not while the program reads, which it does every 0.2 s
	wait_until 10 rmmod seastar 2>/dev/null || bail 'cannot remove the module'
	shows 'so is a module' '^the seastar module is not loaded, or '
	modprobe seastar
	new_device wat1 4x4x2
	shows 'whatever its family is then' '^wat1: soft, 4x4x2 torus, 32 routers'
}

# begin COMMAND...: run it in the terminal; the former screen must be there again after it
begin() {
	keys C-l
	type_line "stty -g >$tmp/before; echo looks like this; $*; echo status \$?; stty -g >$tmp/after"
}

# ended CLAIM STATUS
ended() {
	shows "$1: status $2" "^status $2\$" "$1: the screen is as before" '^looks like this$'
	settings_are_as_before "$1: so are the terminal's settings"
}

# settings_are_as_before CLAIM
settings_are_as_before() {
	wait_until 20 test -s "$tmp/after"
	is "$1" "$(<"$tmp/before")" "$(<"$tmp/after")"
	: >"$tmp/after"
}

ways_to_end() {
	keys q
	ended 'q' 0
	begin seastar watch
	shows 'without a name: the first device' '^wat1: '
	kill -TERM "$(pidof seastar)"
	ended 'SIGTERM' 143
	begin seastar watch wat1
	shows 'again' '^wat1: '
	keys C-c
	shows '^C ends it' '^looks like this$'
	wait_until 20 prompts
	type_line "echo status \$?; stty -g >$tmp/after"	# the shell drops the rest of the line
	ended 'SIGINT' 130
	begin seastar watch wat1
	shows 'and again' '^wat1: '
	keys C-z
	ended 'SIGTSTP' 148
	type_line fg
	shows 'fg: it goes on' '^wat1: '
	keys q
	shows 'and ends' '^seastar watch wat1$'
}

kinds_of_terminal() {
	new_device wat0 4x4
	seastar traffic set wat0 pattern uniform window 8
	begin env TERM=vt100 LC_ALL=C seastar watch wat0
	seastar clock step wat0 500
	shows 'vt100: bars of ASCII' '^ +0-63 .* #+ '
	gives 'and nothing else' 0 lines_like '[^ -~]'
	is 'without colours' 0 "$(colours)"
	keys q
	shows 'vt100, which has one screen only: status 0' '^status 0$'
	settings_are_as_before "vt100: the terminal's settings are as before"
	begin seastar watch wat0
	shows 'a terminal with colours: blocks' '^ +0-63 .* █'
	isnt 'and colours' 0 "$(colours)"
	keys q
	ended 'colours' 0
	type_line 'clear; TERM=dumb seastar watch 2>/dev/null; echo status $?; TERM=dumb seastar watch'
	shows 'dumb: why not' "^seastar: a terminal of type 'dumb' cannot move its cursor" 'and status 1' '^status 1$'
	type_line 'clear; seastar watch wat9; echo status $?'
	shows 'a device that is not there: what others say' "^seastar: device 'wat9': there is no device of this name" \
		'and their status' '^status 1$'
	type_line 'clear; TERM=nonesuch seastar watch'
	shows 'an unknown one: why not' "^seastar: the terminal type 'nonesuch' is not known: set TERM"
	refused 'no terminal: why not' 2 'needs a terminal' seastar watch wat0
	refused 'words that make no sense' 2 "did you mean 'interval'" seastar watch wat0 intervall 3
}

hardware() {
	new_device wat0 4x4x4
	open_terminal 80 24
	begin seastar watch "$device" interval 0.2
	shows 'the device is named' "^$device: mmio, 4x4x4 torus, 64 routers +every 0.2 s\$"
	shows 'its clock' '^clock always runs, at cycle [0-9]+ +[0-9.]+[kM]? cycles/s$'
	shows 'its links' '1-6 of 384$'
	shows 'of the sources nothing is known' 'the counts of the sources are not known$'
	seastar age set "$device" period 8 bias 3/2/1
	shows 'its settings' ': period 8 select age bias proc 1 x 3 y 2 z 1$'
	unbind_driver
	shows 'it goes' "^there is no device $device\$"
	bind_driver
	shows 'it comes again' "^$device: mmio"
	keys q
	ended 'q' 0
}

[ "$backend" = soft ] || {
	plan 10
	hardware
	close_terminal
	finish
}

plan 94
new_device wat0 4x4x4 mesh z
seastar -b - <<-END
	traffic set wat0 pattern uniform window 32 lengths 9
	clock step wat0 3000
END
open_terminal 80 24
begin seastar watch wat0 interval 60
numbers
tables
changes
losses
pausing
sizes
devices_come_and_go
ways_to_end
kinds_of_terminal
close_terminal
finish

#!/bin/bash
# SPDX-License-Identifier: GPL-2.0-only
# Commits change all settings that they name or none; unconfirmed ones are undone, whatever happens
# meanwhile.
. "$(dirname "$0")/lib.sh"
needs soft 'it commits to several devices, and there is one function: hw.sh commits to that'

shown() {
	printf 'age show %s\n' "$@" | seastar -b -
}

# Print the settings of devices, without their generation, which changes with each change
settings() {
	shown "$@" | sed '/generation/d'
}

generation() {
	cat "/sys/class/seastar/$1/generation"
}

# Print the periods of router 0 of cfg0 and of cfg1
periods() {
	seastar -j -b - <<<$'age show cfg0 router 0\nage show cfg1 router 0' |
		jq -rs 'map("\(.aging[0].age_clock_period)") | join(" ")'
}

pending() {
	get 'map(.id)|join(" ")' commit show
}

nothing_pending() {
	[ "$(seastar -j commit show)" = '[]' ]
}

something_pending() {
	! nothing_pending
}

# commit ARGUMENT...: make a commit, print its id
commit() {
	get .id commit set "$@"
}

# unchanged CLAIM PATTERN COMMAND...: the command is refused, and changes not even a generation
unchanged() {
	local claim=$1 before

	before=$(shown cfg0 cfg1)
	refused "$claim" 1 "$2" "${@:3}"
	is "$claim: and nothing changed" "$before" "$(shown cfg0 cfg1)"
}

all_or_nothing() {
	local before

	compare '
		def periods: .aging | map(.age_clock_period);
		("a commit changes several devices", "committed", .[0].state),
		("all of what it names", "8 9", "\(.[1] | periods | .[0]) \(.[2] | periods | .[0])"),
		("down to routers", [9, 10], (.[2] | periods))' <<-END
		commit set cfg0 period 8 bias 3/2/1 dev cfg1 period 9 router 1-2 period 10
		age show cfg0
		age show cfg1
	END
	unchanged 'an error in the second device spoils the first' 'router.*of cfg1' \
		seastar commit set cfg0 period 11 dev cfg1 router 4 period 11
	unchanged 'so does a stale generation' 'generation.*of cfg1' \
		seastar commit set cfg0 period 11 dev cfg1 period 11 generation 1
	unchanged 'so does a device that is not there' 'no device' \
		seastar commit set cfg0 period 11 dev cfg9 period 11
	unchanged 'two generations of one device are refused' 'two generations' \
		seastar commit set cfg0 period 11 generation "$(generation cfg0)" dev cfg0 period 12 generation 1
	works 'present generations are taken' seastar commit set \
		cfg0 period 12 generation "$(generation cfg0)" dev cfg1 period 13 generation "$(generation cfg1)"
	is 'a device may be named again: the last word counts' '15 13' \
		"$(seastar commit set cfg0 period 14 dev cfg0 period 15 >"$tmp/out"; periods)"
	before=$(shown cfg0 cfg1)
	is 'a check says what is possible' checked \
		"$(get .state commit set cfg0 period 16 dev cfg1 period 17 check)"
	is 'and changes nothing' "$before" "$(shown cfg0 cfg1)"
	unchanged 'a check refuses what a commit would' '^seastar: router 99 of cfg1: the fabric has no' \
		seastar commit set cfg0 period 16 dev cfg1 router 99 bias req 7 check
}

busy() {
	local id before

	before=$(settings cfg0 cfg1)
	id=$(commit cfg0 period 20 router 3 bias 5 dev cfg1 period 21 confirm 600)
	compare '
		def period: .aging[0].age_clock_period;
		.[2] as $commits |
		("a pending commit is in force", "20 21", "\(.[0] | period) \(.[1] | period)"),
		("and is shown with its devices", ['"$id"', "pending", ["cfg0", "cfg1"]],
			($commits[] | [.id, .state, (.devices | map(.device))])),
		($commits[0] | ("and its maker", "seastar 0 null", "\(.owner) \(.owner_uid) \(.comment)"),
			("and the time it has left", true, (.remaining | . > 500 and . <= 600)))' <<-END
		age show cfg0
		age show cfg1
		commit show
	END
	unchanged 'meanwhile its devices are not set' 'waits to be confirmed' seastar age set cfg0 period 22
	unchanged 'nor committed to' "^seastar: device 'cfg1': .*waits to be confirmed" \
		seastar commit set cfg1 period 22
	is 'nor written by sysfs' 'refused 20' \
		"$(echo 22 2>/dev/null >/sys/class/seastar/cfg0/aging/age_clock_period || echo "refused $(</sys/class/seastar/cfg0/aging/age_clock_period)")"
	works 'but traffic and clock are free' \
		seastar -b - <<<$'traffic set cfg0 pattern uniform load 0.1\nclock step cfg0 100'
	works 'and so are other devices' seastar commit set cfg2 period 23
	works 'a commit is cancelled' seastar commit cancel "$id"
	is 'which restores what was there' "$before" "$(settings cfg0 cfg1)"
	refused 'a cancelled commit is not confirmed' 1 "commit $id: it was confirmed, cancelled" seastar commit confirm "$id"
	works 'and its devices are free again' seastar age set cfg0 period 24
}

is_over() {
	[[ $(seastar -j commit show) != *"\"id\":$1,"* ]]
}

# outlast SECONDS: wait until a commit made now, with a deadline of SECONDS, is undone
outlast() {
	local id

	id=$(commit cfg2 period 29 confirm "$1")
	wait_until 20 is_over "$id"
}

deadlines() {
	local id before

	works 'a commit is confirmed' seastar -j -b - <<-END
		commit set cfg0 period 30 dev cfg1 period 31 confirm 1
		commit confirm
	END
	id=$(jq -s '.[0].id' "$tmp/printed")
	outlast 1
	is 'and stays beyond its deadline' '30 31' "$(periods)"
	refused 'it is not cancelled any more' 1 "commit $id: it was" seastar commit cancel "$id"

	before=$(settings cfg0 cfg1)
	id=$(commit cfg0 select 7 router 2 bias 4 period 5 dev cfg1 period 32 bias rsp +x 7 confirm 0.2)
	wait_until 20 nothing_pending
	is 'a commit that nobody confirms is undone' "$before" "$(settings cfg0 cfg1)"
	is 'which the kernel log says' 1 \
		"$(dmesg | grep -cF "seastar cfg0: commit $id of seastar (uid 0) was not confirmed in 200 ms: it is undone")"
	refused 'and is not confirmed any more' 1 "commit $id: it was" seastar commit confirm "$id"
	refused 'nor extended' 1 "commit $id: it was" seastar commit extend "$id" 10

	seastar -b - >"$tmp/out" <<<$'commit set cfg0 period 33 confirm 1\ncommit extend 600'
	id=$(pending)
	outlast 1
	compare '
		("a commit is extended", "'"$id"' 33", "\(.[0] | map("\(.id)") | join(" ")) \(.[1].aging[0].age_clock_period)"),
		("and shows it", true, .[0][0].remaining > 500)' <<<$'commit show\nage show cfg0'
	seastar commit extend "$id" 0.1
	wait_until 20 nothing_pending
	is 'or cut short' "$before" "$(settings cfg0 cfg1)"
	refused 'a time-out of nothing makes no sense' 2 'confirm.*number' \
		seastar commit set cfg0 period 34 confirm 0
	is 'age set takes a confirmation too' 'pending 35' \
		"$(get .state age set cfg0 period 35 confirm 600) $(periods | cut -d' ' -f1)"
	seastar commit cancel "$(pending)"
}

# The tool is killed before, during and after its commit: the commit is undone, or was never made
killed() {
	local after before

	before=$(settings cfg0 cfg1)
	for after in 0.005 0.02 0.05 0.5; do
		seastar commit set cfg0 period 40 dev cfg1 period 41 confirm 1 >"$tmp/out" 2>&1 &
		nap $after
		kill -KILL $! 2>/dev/null
		wait $! 2>/dev/null
		wait_until 20 nothing_pending
		[ "$(settings cfg0 cfg1)" = "$before" ] || break
	done
	# these are killed at any moment; this one after its commit
	seastar commit set cfg0 period 40 dev cfg1 period 41 confirm 600 >"$tmp/out" 2>&1 &
	wait_until 20 something_pending
	kill -KILL $! 2>/dev/null
	wait $! 2>/dev/null
	isnt 'a commit outlives its tool' '' "$(pending)"
	seastar commit extend "$(pending)" 0.1
	wait_until 20 nothing_pending
	is 'kill -9 of the tool leaves the old settings' "$before" "$(settings cfg0 cfg1)"
}

deletion() {
	local id before

	new_device cfg3 4
	seastar age set cfg3 period 50
	before=$(settings cfg0)
	id=$(commit cfg0 period 51 dev cfg3 period 52 confirm 600)
	works 'a device is deleted while its commit waits' seastar dev del cfg3
	is 'which still waits for the others' "[[$id,[\"cfg0\"]]]" \
		"$(get 'map([.id,(.devices|map(.device))])' commit show)"
	seastar commit cancel "$id"
	is 'and restores them' "$before" "$(settings cfg0)"
	new_device cfg3 4
	id=$(commit cfg3 period 53 confirm 600)
	seastar dev del cfg3
	is 'with its last device a commit ends' '' "$(pending)"
	new_device cfg3 4
	works 'and does not bother a new one of its name' seastar age set cfg3 period 54
}

removal() {
	echo seastar-config >/dev/kmsg
	seastar -b - >"$tmp/out" <<<$'commit set cfg0 period 60 dev cfg1 period 61 confirm 1\ncommit set cfg2 period 62 confirm 600'
	works 'the module is removed while commits wait' rmmod seastar
	nap 1.5
	modprobe seastar
	is 'none of them is left' '' "$(pending)"
	is 'and the kernel had nothing to say' '' "$(dmesg | sed 1,/seastar-config/d |
		grep -vE 'loading out-of-tree module|module verification failed|clocksource:|tsc: |TSC found|sched_clock: |hrtimer: interrupt took|was not confirmed in 1000 ms')"
	new_device cfg0 2x3x4
	new_device cfg1 4
}

nobody() {
	local id

	id=$(commit cfg0 period 70 confirm 600)
	is 'nobody may see what waits' "$id" "$(as_nobody seastar -j commit show | jq '.[].id')"
	refused 'nobody may not commit' 1 'CAP_NET_ADMIN' as_nobody seastar commit set cfg1 period 71
	refused 'nor check' 1 'CAP_NET_ADMIN' as_nobody seastar commit set cfg1 period 71 check
	refused 'nor confirm' 1 'CAP_NET_ADMIN' as_nobody seastar commit confirm "$id"
	refused 'nor cancel' 1 'CAP_NET_ADMIN' as_nobody seastar commit cancel "$id"
	refused 'nor extend' 1 'CAP_NET_ADMIN' as_nobody seastar commit extend "$id" 9
	works 'root confirms' seastar commit confirm "$id"
}

events() {
	local id

	seastar age set cfg0 period 80 bias 1
	listen "$tmp/events" seastar -j monitor cfg0 count 12
	id=$(commit cfg0 period 81 confirm 600)
	seastar -j -b - >"$tmp/out" <<-END
		commit set cfg1 period 82 confirm 600
		commit extend $id 700
		commit confirm $id
		commit cancel
		commit set cfg0 period 83 router 2 bias 3 dev cfg1 period 84 confirm 600
		commit cancel
		commit set cfg0 period 85 confirm 0.1
	END
	wait $monitor
	each_is < <(jq -rsc 'map(select(.event == "age").detail.entries) as $entries |
		("commits are announced with what they change",
			"age config:pending config:pending config:confirmed age config:pending age config:cancelled age config:pending age config:expired",
			(map(select(.detail) | .event + if .detail.state then ":" + .detail.state else "" end) | join(" "))),
		("what is undone is reported in as few entries as it takes", [[0, 2, 81, null], [2, 2, null, 1], [3, 23, 81, null]],
			($entries[2] | map([.first, .last, .age_clock_period, .req_age_bias]))),
		("and in one, if all routers get the same", [{age_clock_period: 81}], $entries[4])' "$tmp/events")
}

# warned CLAIM PATTERN ARGUMENT...: a check of the change prints a warning
warned() {
	seastar commit set "${@:3}" check >"$tmp/out" 2>"$tmp/warning"
	if [[ $(<"$tmp/warning") =~ ^Warning:\ .*$2 ]]; then
		pass "$1"
	else
		fail "$1" "expected: a warning like: $2" "seen:     $(cat "$tmp/out" "$tmp/warning")"
	fi
}

# quiet CLAIM ARGUMENT...: a check of the change prints no warning
quiet() {
	seastar commit set "${@:2}" check >"$tmp/out" 2>"$tmp/warning"
	is "$1" '' "$(<"$tmp/warning")"
}

lint() {
	new_device lint0 40 mesh x		# 39 hops, 13.325 on average
	seastar age set lint0 bias 1
	warned 'biases for nothing are warned of' 'AGE_RR_SELECT is 0' lint0 select rr bias 3
	quiet 'but not those of the reset' lint0 select rr bias 1
	quiet 'nor if one grant of one router is by age' lint0 select rr bias 3 router 7 select 1
	warned 'an overflow on the longest path is warned of' 'longest path' lint0 bias x 7 bias proc 0
	quiet 'but not 39 hops of bias 6' lint0 bias x 6 bias proc 7
	quiet 'nor one that a router spares' lint0 bias x 7 bias proc 0 router 5 bias x 0
	# (1 + 13.325) 25 cycles are 358.125; with biases of 0 a period of 1 is enough
	warned 'saturation on an average path is warned of' 'average path' lint0 bias 0 period 1
	quiet 'but not with a period of 2' lint0 bias 0 period 2
	warned 'biases count for it' 'average path' lint0 bias 6 period 2
	# 7 ports, 4 VCs, 96 + 7 x 16 flits, 12/5 cycles a flit: (33 + 13977) cycles in 40 routers
	warned 'a clock slower than any packet is warned of' 'tie' lint0 bias 0 period 560401
	quiet 'but not one as slow' lint0 bias 0 period 560400
	quiet 'nor with a bias' lint0 bias 0 router 3 bias rsp +x 1 period 560401
	seastar age set lint0 bias 0 period 1000000 2>"$tmp/warning"
	is 'age set warns too, and sets' 'Warning 1000000' \
		"$(cut -d: -f1 "$tmp/warning") $(</sys/class/seastar/lint0/aging/age_clock_period)"
}

large() {
	new_device large 16x16x16
	works 'a commit may name each of 4,096 routers and their ports' \
		seastar commit set large router 0-4095 bias req x 2 bias rsp y 3 period 77
	is 'and reaches them all' '[[[{"first":0,"last":4095}],77,2,1,1]]' \
		"$(get '[.aging[] | [.routers, .age_clock_period, .req_age_bias["+x", "-y", "+z"]]]' age show large)"
}

plan 79
new_device cfg0 2x3x4
new_device cfg1 4
new_device cfg2 4
all_or_nothing
busy
deadlines
killed
deletion
removal
nobody
events
lint
large
finish

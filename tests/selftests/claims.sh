#!/bin/bash
# SPDX-License-Identifier: GPL-2.0-only
# A commit that takes long delays only its own devices, and tasks that wait for it can be killed.
# Here the knob stall_commit makes it take long, or stall_copy.
. "$(dirname "$0")/lib.sh"
needs soft 'it commits to several devices, and there is one function'

knobs=/sys/kernel/debug/seastar
knob=stall_commit

# commit ARGUMENT...: make a commit, print its id
commit() {
	get .id commit set "$@"
}

is_over() {
	[[ $(seastar -j commit show) != *"\"id\":$1,"* ]]
}

period_of() {
	cat "/sys/class/seastar/$1/aging/age_clock_period"
}

# stall COMMAND...: run in the background, as $stalled, a command that then stops at $knob
stall() {
	echo 1 >$knobs/$knob || bail 'the module has no knob to stop a commit'
	"$@" >"$tmp/stalled" 2>&1 &
	stalled=$!
	wait_until 20 is_stalled || bail "nothing stops: $*: $(<"$tmp/stalled")"
}

is_stalled() {
	[ "$(<$knobs/$knob)" = -1 ]
}

go_on() {
	echo 0 >$knobs/$knob
}

# waits PID: return 0 if the process waits in the kernel (state D), as for a claim, and not for an
# event
waits() {
	local stat

	stat=$(<"/proc/$1/stat") && [[ $stat = *') D '* ]]
}

# killed CLAIM COMMAND...: the command waits until it is killed
killed() {
	local claim=$1 pid

	"${@:2}" >"$tmp/waiting" 2>&1 &
	pid=$!
	wait_until 20 waits $pid
	kill -KILL $pid
	wait $pid 2>/dev/null
	is "$claim" 137 $?
}

# in_time CLAIM COMMAND...: the command does not wait for the stopped commit
in_time() {
	works "$1" timeout 100 "${@:2}"
}

# An undo that takes long delays no commit, deadline or removal of another device
undone() {
	local id other late

	listen "$tmp/events" seastar -j monitor
	seastar -b - <<<$'age set slow0 period 10\nage set fast0 period 20'
	id=$(commit slow0 period 11 confirm 600)
	stall seastar commit extend "$id" 0.01
	is 'what is being undone waits until it is' "$id pending 0" \
		"$(get '.[] | "\(.id) \(.state) \(.remaining)"' commit show)"
	other=$(commit fast0 period 21 confirm 0.1)
	works 'the deadline of another device is kept meanwhile' wait_until 20 is_over "$other"
	is 'and its settings are restored' 20 "$(period_of fast0)"
	works 'nobody waits to see what waits' as_nobody timeout 100 seastar commit show
	in_time 'another device is changed' seastar age set fast0 period 22
	in_time 'another device is deleted' seastar dev del gone0
	works 'the device itself is looked at' as_nobody timeout 100 seastar age show slow0
	killed 'who changes the device is killed while he waits' seastar age set slow0 period 12
	killed 'and who writes one of its registers' seastar mmr write slow0 router 0 AGE_CLOCK_PERIOD 12
	killed 'and who changes its traffic' seastar traffic set slow0 pattern uniform load 0.1
	killed 'and who takes one of its links down' seastar link fail slow0 router 0 port +x
	killed 'and who comes too late to confirm' seastar commit confirm "$id"
	seastar commit confirm "$id" >"$tmp/late" 2>&1 &
	late=$!
	wait_until 20 waits $late
	go_on
	wait $late
	isnt 'a confirmation that is too late is refused' 0 $?
	is 'when the settings are restored' 10 "$(period_of slow0)"
	works 'and the device is free' seastar age set slow0 period 10
	end_monitor
	is 'each ends when it is undone' "$other $id" \
		"$(jq -rs 'map(select(.event == "config" and .detail.state == "expired").detail.id) | join(" ")' "$tmp/events")"
}

# A commit that takes long delays no other device either, and can be killed
made() {
	local before generations=/sys/class/seastar/slow0/generation

	before="$(<$generations) $(period_of slow0) $(period_of fast0)"
	stall seastar commit set slow0 period 13 dev fast0 period 23 confirm 600
	in_time 'what is being made holds up no other device' seastar age set other0 period 33
	works 'nor those who look' as_nobody timeout 100 seastar commit show
	kill -KILL $stalled
	wait $stalled 2>/dev/null
	is 'it is killed' 137 $?
	go_on
	is 'and has changed nothing' "$before" "$(<$generations) $(period_of slow0) $(period_of fast0)"
	is 'nor does it wait' '[]' "$(seastar -j commit show)"
	stall seastar commit set slow0 period 14 dev fast0 period 24 confirm 600
	echo 16 2>/dev/null >/sys/class/seastar/slow0/aging/age_clock_period &
	wait_until 20 waits $!
	in_time 'a device goes while something is being made of it' seastar dev del slow0
	wait $stalled
	is 'which is given up' '1 1' "$? $(grep -c 'was abandoned' "$tmp/stalled")"
	go_on
	is 'and has changed nothing' "[] ${before##* }" "$(seastar -j commit show) $(period_of fast0)"
	new_device slow0 4
}

# A commit that waits for several devices delays none of them, and no deadline
several() {
	local id

	id=$(commit fast0 period 24 confirm 600)
	stall seastar age set slow0 period 15
	killed 'who changes several devices is killed while he waits for one' \
		seastar commit set slow0 period 16 dev fast0 period 16
	in_time 'and the others are free then' seastar traffic set fast0 pattern uniform load 0.1
	seastar commit set slow0 period 17 dev fast0 period 17 check >"$tmp/out" 2>&1 &
	wait_until 20 waits $!
	in_time 'what is undone comes before who waits for its device' seastar commit cancel "$id"
	is 'and its settings are restored' 22 "$(period_of fast0)"
	go_on
	wait $! 2>/dev/null
}

# A commit that waits for one of its devices does not keep the others from commits or removal
passed() {
	local both ends

	stall seastar age set slow0 period 15
	seastar commit set fast0 period 25 dev slow0 period 25 >"$tmp/both" 2>&1 &
	both=$!
	seastar commit set gone0 period 35 dev slow0 period 35 >"$tmp/ends" 2>&1 &
	ends=$!
	wait_until 20 waits $both
	wait_until 20 waits $ends
	in_time 'a device is changed while a commit to it waits for another' seastar age set fast0 period 26
	in_time 'in a file, too' bash -c 'echo 27 >/sys/class/seastar/fast0/aging/age_clock_period'
	is 'the commit still waits' 27 "$(period_of fast0)"
	in_time 'a device is deleted while a commit to it waits for another' seastar dev del gone0
	works 'the commit waits no more' wait_until 20 eval "! waits $ends"
	is 'but for nothing else' 1 "$(is_stalled && echo 1)"
	go_on
	wait $ends
	is 'it is refused' '1 1' "$? $(grep -c 'gone0.* has just been deleted' "$tmp/ends")"
	works 'the other is made when its device is free' wait $both
	is 'in all its devices' '25 25' "$(period_of slow0) $(period_of fast0)"
}

# A write of an entry copies the tables of all routers; meanwhile others read the device, and its clock
# runs
copied() {
	local knob=stall_copy entries='LUT port proc index 2'

	seastar route rebuild slow0 assignment v3 commit >/dev/null
	# shellcheck disable=SC2086 # words of a command
	stall seastar mmr write slow0 router 0 $entries 0xffffffffffffffff
	works 'a device whose tables are copied is looked at' as_nobody timeout 100 seastar route show slow0 router 0 dest 3
	in_time 'its clock runs' seastar clock step slow0 10
	killed 'who changes it is killed while he waits' seastar age set slow0 period 18
	go_on
	works 'the entry is written then' wait $stalled
	# shellcheck disable=SC2086
	is 'with its value' 0xffffffffffffffff \
		"$(get '.registers[0].value' mmr read slow0 router 0 $entries)"
}

# A task that waits for an undo lets the machine suspend, as the freezer of a control group shows
freezes() {
	local id freezer=$tmp/freezer

	mkdir "$freezer"
	mount -t cgroup -o freezer none "$freezer" 2>/dev/null || {
		for id in 1 2 3 4 5; do
			skip "a task that waits for an undo freezes, part $id" 'this kernel freezes no control group'
		done
		return
	}
	id=$(commit fast0 period 28 confirm 600)
	stall seastar commit cancel "$id"
	wait_until 20 waits $stalled
	mkdir "$freezer/one"
	echo $stalled >"$freezer/one/cgroup.procs"
	echo FROZEN >"$freezer/one/freezer.state"
	works 'a task that waits for an undo freezes' \
		wait_until 20 eval "[ \"\$(<'$freezer/one/freezer.state')\" = FROZEN ]"
	echo THAWED >"$freezer/one/freezer.state"
	is 'before the commit is undone' 28 "$(period_of fast0)"
	go_on
	wait $stalled
	is 'and says that it will be' '1 1' "$? $(grep -c 'will be undone' "$tmp/stalled")"
	works 'it is undone' wait_until 20 is_over "$id"
	is 'with its settings' 25 "$(period_of fast0)"
	rmdir "$freezer/one"
	umount "$freezer"
}

# An undo where a register does not take its former value, and others cannot be read after that
unrestored() {
	seastar age set other0 period 40
	echo 2 >$knobs/fail_commit
	refused 'a commit that fails changes nothing' 1 'no device has changed' seastar age set other0 period 41
	is 'nothing at all' 40 "$(get '.aging | map(.age_clock_period) | unique | join(" ")' age show other0)"
	echo 2 >$knobs/fail_commit
	echo 2 >$knobs/fail_write
	refused 'or says that not all is as it was' 1 'not all former ones are restored' \
		seastar age set other0 period 41
	echo 2 >$knobs/fail_write
	echo 1 >$knobs/fail_undo
	echo 50 >$knobs/fail_read
	refused 'it says so, too, if its registers cannot be read' 1 'not all former ones are restored' \
		seastar age set other0 period 42
	is 'each fault has come' '0 0 0' "$(cat $knobs/fail_write $knobs/fail_undo $knobs/fail_read | xargs)"
	is 'and what is shown is no mixture' 40 \
		"$(get '.aging | map(.age_clock_period) | unique | join(" ")' age show other0)"
	works 'what it is to hold is written again' seastar age set other0 period 40
}

plan 54
new_device slow0 4
new_device fast0 4
new_device other0 4
seastar dev add gone0 topology 4
undone
made
several
seastar dev add gone0 topology 4
passed
copied
freezes
unrestored
finish

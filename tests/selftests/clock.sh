#!/bin/bash
# SPDX-License-Identifier: GPL-2.0-only
# The clock steps exactly, runs within its budget and stops at once.
. "$(dirname "$0")/lib.sh"
needs soft 'the clock of hardware always runs'

state_of() {
	get .state clock show "$1"
}

is_stopped() {
	[ "$(state_of "$1")" = stopped ]
}

steps() {
	compare '
		("a new fabric stands at cycle 0", "stopped 0", (.[0] | "\(.state) \(.cycle)")),
		("a step of one cycle", 1, .[1].cycle),
		("a step of seven more", 8, .[2].cycle),
		(.[3] | ("a step of many more", 12353, .cycle), ("then it stands", "stopped 0", "\(.state) \(.remaining)"))' <<-END
		clock show clk0
		clock step clk0 1
		clock show clk0
		clock step clk0 7
		clock show clk0
		clock step clk0 12345
		clock show clk0
	END
	seastar clock step clk0 10000 nowait
	wait_until 60 is_stopped clk0
	is 'a step that nobody waits for is as exact' 22353 "$(cycle_of clk0)"
}

running() {
	local first second

	seastar clock run clk0 budget 30
	is 'a running clock says so, and its budget' 'running 30' \
		"$(get '"\(.state) \(.budget_percent)"' clock show clk0)"
	first=$(cycle_of clk0)
	nap 0.3
	isnt 'it advances' "$first" "$(cycle_of clk0)"
	seastar clock stop clk0
	first=$(cycle_of clk0)
	nap 0.2
	second=$(cycle_of clk0)
	is 'it stops before the command returns' "$first stopped" "$second $(state_of clk0)"
	works 'a clock that stands may be stopped' seastar clock stop clk0
}

interruptions() {
	local step status

	seastar clock step clk0 1000000000000 >"$tmp/out" 2>&1 &
	step=$!
	wait_until 10 eval '[ "$(state_of clk0)" = stepping ]'
	seastar clock stop clk0
	wait $step
	status=$?
	is 'a wait for a step ends with the message that it was stopped' '1 1' "$status $(grep -c 'was stopped' "$tmp/out")"
	is 'a stopped step leaves the clock standing' stopped "$(state_of clk0)"

	# SIGTERM in place of SIGINT, which a background job of a script ignores
	seastar clock step clk0 1000000000000 >"$tmp/out" 2>&1 &
	step=$!
	wait_until 10 eval '[ "$(state_of clk0)" = stepping ]'
	kill -TERM $step
	wait $step
	status=$?
	is 'an interrupted wait ends with the message that the clock goes on' '1 1' \
		"$status $(grep -c 'still stepping' "$tmp/out")"
	is 'and it does' stepping "$(state_of clk0)"
	seastar clock stop clk0
}

# Print the CPU time of the clock's thread, in 1/100 s
thread_ticks() {
	grep -hF "(seastar/$1)" /proc/[0-9]*/stat 2>/dev/null | sed 's/.*) //' | awk '{ print $12 + $13 }'
}

# Print the time since boot in 1/100 s, the unit of USER_HZ
uptime_ticks() {
	tr -d . </proc/uptime | cut -d ' ' -f 1
}

budgets() {
	local before since used elapsed cpu

	refused 'a budget of 0 is refused' 2 'budget|1 to 100' seastar clock run clk0 budget 0
	refused 'a budget of 101 is refused' 2 'budget|1 to 100' seastar clock run clk0 budget 101

	new_device clk1 8x8x8
	seastar traffic set clk1 pattern uniform load 0.3 lengths 9
	seastar clock run clk1 budget 10
	since=$(uptime_ticks)
	before=$(thread_ticks clk1)
	nap 2
	used=$(($(thread_ticks clk1) - before))
	elapsed=$(($(uptime_ticks) - since))
	seastar clock stop clk1
	# on a busy machine a nap of 2 s takes longer
	is 'a budget of 10 % is not exceeded threefold' 1 "$((used * 10 < elapsed * 3))"
	isnt 'and is used' 0 "$used"

	for cpu in $(seq "$(nproc)"); do
		new_device "hog$cpu" 8x8x8
		printf '%s\n' "traffic set hog$cpu pattern uniform load 0.3 lengths 9" "clock run hog$cpu budget 100" |
			seastar -b -
	done
	works 'with a clock of 100 % for each CPU, others still get on' \
		timeout 600 bash -c 'for i in {1..10000}; do :; done'
	works 'and readers of a busy fabric too' timeout 600 seastar stats show hog1
	for cpu in $(seq "$(nproc)"); do
		seastar clock stop "hog$cpu"
	done
}

# Time is taken before the clock is set and after it is read, so it can only be too long
rates() {
	local begin end

	new_device clk2 4x4x4
	begin=$(date +%s)
	seastar clock run clk2 rate 2000
	is 'a rate shows' '{"rate":2000}' "$(get '{rate}' clock show clk2)"
	works 'a clock with a rate gets on' wait_until 30 eval '[ "$(cycle_of clk2)" -ge 1000 ]'
	seastar clock stop clk2
	end=$(date +%s)
	is 'but not faster than its rate' 1 "$(($(cycle_of clk2) <= 2000 * (end - begin + 1)))"
	seastar clock run clk2
	is 'no rate is no limit' '{"rate":0}' "$(get '{rate}' clock show clk2)"
	works 'as one sees' wait_until 30 eval '[ "$(cycle_of clk2)" -ge 1000000 ]'
}

refusals() {
	refused 'nobody may not run a clock' 1 'permi|CAP_NET_ADMIN|privilege' as_nobody seastar clock run clk0
	works 'nobody may look at it' as_nobody seastar clock show clk0
	refused 'a step of no cycles is refused' 2 'step|cycle' seastar clock step clk0 0
}

plan 28
new_device clk0 4x4x4
seastar traffic set clk0 pattern uniform window 4 lengths 9
steps
running
interruptions
budgets
rates
refusals
finish

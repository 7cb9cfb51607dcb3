#!/bin/bash
# SPDX-License-Identifier: GPL-2.0-only
# Experiments with settings come to the verdicts that are known, and however they end, the settings are
# those from before, or another administrator's.
. "$(dirname "$0")/lib.sh"
needs soft 'it steps a fabric whose best settings are known'

export SEASTAR_STATE_DIR=$tmp/state
tuned=(period 8 bias 3/2/1)
p99=(measure p99 step 1500 seed 1)
long=(measure p99 step 4000 settle 500 seed 1)	# decides in the sixth block, whose last interval is of the present settings

# settings DEV: all of them
settings() {
	seastar age show "$1" | tail -n +2
}

pending() {
	get 'map(.id)|join(" ")' commit show
}

is_pending() {
	[ "$(pending)" ]
}

is_restored() {
	[ "$(pending)" = '' ]
}

# report FILTER DEV: of the last experiment
report() {
	get "$1" tune show "$2"
}

verdicts() {
	local before

	before=$(settings tu0)
	is 'the plan has its length, its changes and what it can see' 'true true 12 2' \
		"$(get '"\(.changes > 5) \(.visible_percent > 1) \(.blocks_planned) \(.candidates | length)"' \
			tune tu0 "${tuned[@]}" "${p99[@]}" check)"
	is 'and changes nothing' "$before" "$(settings tu0)"
	seastar -j tune tu0 "${tuned[@]}" "${p99[@]}" >"$tmp/better.json"
	is 'what is better is found, in few blocks' 'better true 8 3/2/1 true null' \
		"$(jq -r '.verdicts[0] as $v | "\($v.verdict) \($v.counted <= 8) \(.best) \($v.high_percent < 0) \(.commit)"' \
			"$tmp/better.json")"
	is 'with the command that applies it' 'seastar age set tu0 period 8 bias 3/2/1 confirm 60' \
		"$(jq -r .command "$tmp/better.json")"
	is 'and the settings are those from before' "$before" "$(settings tu0)"
	is 'the report can be read later' "$(jq -c 'del(.commit)' "$tmp/better.json")" \
		"$(report . tu0 | jq -c .)"
	is 'the same seed has the same order' "$(jq -c '[.blocks[].intervals[].candidate]' "$tmp/better.json")" \
		"$(get '[.blocks[].intervals[].candidate]' tune tu0 "${tuned[@]}" "${p99[@]}" margin 0)"
	is 'settings that are as good are not claimed to differ' 'no claim' \
		"$(get '.verdicts[0] | if .verdict == "no difference" or .verdict == "not yet" then "no claim" else . end' \
			tune tu0 period 4095 measure wait step 4000 seed 1 margin 20)"
	is 'a guard ends a candidate in the first block' 'guarded 1 true' \
		"$(get '.verdicts[0] | "\(.verdict) \(.decided) \(.why | test("wait .*5 % more"))"' \
			tune tu0 "${tuned[@]}" "${p99[@]}" guard wait +5%)"
	seastar age set tu0 "${tuned[@]}"
	before=$(settings tu0)
	is 'what is worse is found' 'worse null' \
		"$(get '"\(.verdicts[0].verdict) \(.command)"' tune tu0 period 4096 bias 1 measure p99 step 4000 seed 1)"
	is 'and left' "$before" "$(settings tu0)"
	seastar age set tu0 period 4096 bias 1
}

keeping() {
	local before id undo

	# a router that has other settings than the rest
	seastar age set tu0 router 1 period 4095 bias rsp proc 2
	before=$(settings tu0)
	is 'the best is kept, to be confirmed' 'better pending 600' \
		"$(get '"\(.verdicts[0].verdict) \(.commit.state) \(.commit.remaining | ceil)"' \
			tune tu0 "${tuned[@]}" "${p99[@]}" keep confirm 600)"
	isnt 'which it is until then' "$before" "$(settings tu0)"
	id=$(pending)
	seastar commit cancel "$id"
	is 'or is not' "$before" "$(settings tu0)"
	seastar age set tu0 "${tuned[@]}"
	read -ra undo < <(report .undo tu0)
	"${undo[@]}"
	is 'and the report has the command that undoes what was kept' "$before" "$(settings tu0)"
	seastar age set tu0 period 4096 bias 1
	is 'without candidates, the model gives five' 6 \
		"$(get '.candidates | length' tune tu0 step 500 blocks 20 check)"
	refused 'too few blocks are refused' 1 'blocks are too few.*give 6' \
		seastar tune tu0 "${tuned[@]}" step 500 blocks 5
	refused 'so is a step in which no packet gets through' 1 'step: 9 cycles are too short.*give [1-9][0-9]* at least' \
		seastar tune tu0 "${tuned[@]}" step 9
	new_device tu2 4x4
	seastar traffic set tu2 pattern uniform window 16 lengths 9
	refused 'also if no packet had gone before' 1 'step: 50 cycles are too short.*give [1-9][0-9]* at least' \
		seastar tune tu2 "${tuned[@]}" step 50
	seastar dev del tu2
	seastar clock run tu1 rate 100
	refused 'and such an interval' 1 'interval: 0.1 s .[0-9]* cycles. are too short.*give [1-9.]* at least' \
		seastar tune tu1 "${tuned[@]}" interval 0.1 settle 0.1
	seastar clock run tu1 rate 2000
	refused 'so is a clock that does not stand' 1 'does not stand still' seastar tune tu1 period 8 step 9
	refused 'and one that does' 1 'stands still.*step' seastar tune tu0 period 8
}

# stall_output FILE: make a pipe $tmp/pipe that takes as many bytes as FILE has, less its last block
stall_output() {
	local page=4096 pages=16 head

	head=$(sed -n '/^block 6 /q; p' "$1" | wc -c)
	rm -f "$tmp/pipe"
	mkfifo "$tmp/pipe"
	exec 8<>"$tmp/pipe"
	# half of the next line, for figures that have other digits
	head -c $((page * pages - head - 15)) /dev/zero >&8
}

measured_six() {
	local kept=$SEASTAR_STATE_DIR/tune-tu0.json

	[ -e "$kept" ] && [ "$(jq '.blocks | length' "$kept")" = 6 ]
}

# unkept CLAIM PATTERN COMMAND...: run it once all is measured; the best is not kept, with that reason
unkept() {
	local claim=$1 pattern=$2 status=0

	shift 2
	rm -f "$SEASTAR_STATE_DIR/tune-tu0.json"
	stall_output "$tmp/six"
	seastar tune tu0 "${tuned[@]}" "${long[@]}" keep >&8 2>"$tmp/unkept" 8>&- &
	ours=$!
	wait_until 300 measured_six
	"$@"
	cat <&8 >/dev/null &
	wait $ours || status=$?
	kill $!
	exec 8>&-
	if [ $status = 1 ] && matches "$(cat "$tmp/unkept")" "is not kept: $pattern.*age set tu0 ${tuned[*]} .*applies it"; then
		pass "$claim"
	else
		fail "$claim" "expected: status 1 and: $pattern" "seen:     status $status and: $(cat "$tmp/unkept")"
	fi
}

signal_ours() {
	kill -TERM $ours
}

# Between the last block and the commit of the best, its output stalls
not_keeping() {
	local before

	before=$(settings tu0)
	seastar tune tu0 "${tuned[@]}" "${long[@]}" >"$tmp/six"
	unkept 'the best is not kept if settings have changed, and that is a failure' \
		'another administrator.*changed' seastar age set tu0 period 77
	is 'and the change stays' '77 ' "$(get '.aging[0].age_clock_period' age show tu0) $(pending)"
	seastar age set tu0 period 4096
	unkept 'nor is it after a signal, however late' 'signal 15' signal_ours
	is 'which changes nothing' "$before " "$(settings tu0) $(pending)"
}

# tune_ours: experiment with tu1, whose clock runs, in the background
tune_ours() {
	wait
	seastar -j tune tu1 "${tuned[@]}" interval 1 settle 0.1 blocks 500 margin 0 seed 5 \
		>"$tmp/tune.out" 2>"$tmp/tune.err" &
	ours=$!
}

# ended CLAIM PATTERN: it has, with status 1, and said why
ended() {
	local status=0

	wait $ours || status=$?
	if [ $status = 1 ] && matches "$(tail -n 1 "$tmp/tune.err")" "$2"; then
		pass "$1"
	else
		fail "$1" "expected: status 1 and: $2" "seen:     status $status and: $(cat "$tmp/tune.err")"
	fi
}

# A commit waits while a candidate is set, and none while the present settings are
on_candidate() {
	wait_until 60 is_pending
}

measures_present() {
	on_candidate && wait_until 60 is_restored
}

# stopped STATE: let the experiment stand still while its commit is_pending, or is_restored
stopped() {
	kill -STOP $ours
	"$1" && return
	kill -CONT $ours
	return 1
}


killed() {
	local before

	before=$(settings tu1)
	tune_ours
	on_candidate
	works 'it stands still while a candidate is set' wait_until 60 stopped is_pending
	refused 'one experiment runs at a time' 1 'another.*runs' seastar tune tu0 period 8 step 100
	refused 'while a candidate is set, others cannot change settings' 1 'waits to be confirmed' \
		seastar age set tu1 period 77
	is 'its report says that it runs' 'false false' "$(report '"\(.over) \(.killed)"' tu1)"
	kill -9 $ours
	works 'a tool that is killed while a candidate is set loses its settings' wait_until 20 is_restored
	is 'and the former ones are back' "$before" "$(settings tu1)"
	is 'its report is there, and says that it was killed' 'false true' "$(report '"\(.over) \(.killed)"' tu1)"
	tune_ours
	measures_present
	wait_until 60 stopped is_restored
	kill -9 $ours
	wait
	is 'so are they after a kill while they are measured' "$before " "$(settings tu1) $(pending)"
	tune_ours
	on_candidate
	kill -TERM $ours
	ended 'SIGTERM ends it with its report' 'signal 15'
	is 'and with the former settings, at once' "$before " "$(settings tu1) $(pending)"
	is 'the report says so' 'true true' "$(report '"\(.over) \(.ended | test("signal 15"))"' tu1)"
}

others() {
	local before

	before=$(settings tu1)
	tune_ours
	on_candidate
	wait_until 60 stopped is_pending
	refused 'a trial is not confirmed unless it is named' 1 'trial of a running .seastar tune' \
		seastar commit confirm
	refused 'nor is it extended' 1 'trial of a running .seastar tune.*extend [0-9]* SECONDS' \
		seastar commit extend 600
	seastar commit cancel
	kill -CONT $ours
	ended 'another administrator may cancel its commit' 'cancelled the commit.*former settings are back'
	is 'then the former settings are back' "$before" "$(settings tu1)"
	tune_ours
	measures_present
	wait_until 60 stopped is_restored
	seastar age set tu1 period 77
	kill -CONT $ours
	ended 'another administrator may change settings' 'changed the settings of tu1'
	is 'which stay' 77 "$(get '.aging[0].age_clock_period' age show tu1)"
	seastar age set tu1 period 4096
	tune_ours
	on_candidate
	wait_until 60 stopped is_pending
	seastar commit confirm "$(pending)"
	kill -CONT $ours
	ended 'or confirm its commit' 'confirmed by another administrator.*age show tu1'
	is 'which stays' 8 "$(get '.aging[0].age_clock_period' age show tu1)"
	seastar age set tu1 period 4096 bias 1
	is 'and all is as before' "$before" "$(settings tu1)"
	seastar age set tu1 period 9 confirm 60
	refused 'no experiment begins while a commit waits' 1 'to tu1 waits to be confirmed' \
		seastar tune tu1 "${tuned[@]}" interval 0.1 check
	seastar commit cancel
}

# dropped PATTERN: a block is, in the report
dropped() {
	[ "$(report "[.blocks[].dropped // empty | select(test(\"$1\"))] | length > 0" tu1)" = true ]
}

# Blocks may end just before a change: each try changes something
fail_link() {
	seastar link fail tu1 router 0 port +x
	seastar link restore tu1 router 0 port +x
	dropped 'link of tu1'
}

change_traffic() {
	seastar traffic set tu1 pattern uniform window 15 lengths 9
	seastar traffic set tu1 pattern uniform window 16 lengths 9
	dropped 'traffic'
}

# Each request of the experiment holds the module for a moment
remove_module() {
	modprobe -r seastar 2>/dev/null
}

# What happens meanwhile to blocks, to the clock, the device and the module
meanwhile() {
	rm -f "$SEASTAR_STATE_DIR"/tune-*
	tune_ours
	on_candidate
	works 'the block of a link that fails is dropped' wait_until 6 fail_link
	kill $ours
	tune_ours
	on_candidate
	works 'so is that of traffic that changes' wait_until 6 change_traffic
	kill $ours
	tune_ours
	on_candidate
	seastar clock stop tu1
	ended 'a clock that is stopped ends it' 'clock of tu1 was stopped'
	is 'with the former settings' '4096 ' "$(get '.aging[0].age_clock_period' age show tu1) $(pending)"
	seastar clock run tu1 rate 2000
	tune_ours
	on_candidate
	seastar dev del tu1
	ended 'so does a device that goes' 'no device'
	seastar dev add tu1 topology 4x4x4
	prepare_running
	tune_ours
	on_candidate
	works 'the module can be removed meanwhile' wait_until 6 remove_module
	ended 'which ends it' 'module'
	modprobe seastar
	is 'and nothing is left' '[]' "$(seastar -j commit show)"
	devices=()
}

prepare_running() {
	seastar -b - <<-END
		traffic set tu1 pattern uniform window 16 lengths 9
		clock run tu1 rate 2000
	END
}

plan 55
new_device tu0 4x4x4
new_device tu1 4x4x4
seastar -b - <<END
traffic set tu0 pattern uniform window 16 lengths 9
clock step tu0 3000 budget 100
END
prepare_running
verdicts
keeping
not_keeping
killed
others
meanwhile
finish

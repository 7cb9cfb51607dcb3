#!/bin/bash
# SPDX-License-Identifier: GPL-2.0-only
# Counters are samples of one cycle, exact when the fabric stands; counts since a mark begin at its
# cycle.
. "$(dirname "$0")/lib.sh"
needs soft 'it steps the clock to know what was counted: hw.sh has counters that wrap'

dir=/sys/class/seastar/st0

# step N [DEV]
step() {
	seastar clock step "${2:-st0}" "$1"
}

exactness() {
	local before after

	is 'the lifespan of a sample is 10 ms' 10 "$(cat $dir/stats_lifespan)"
	echo 10000 >$dir/stats_lifespan
	step 1000
	before=$(get .cycle stats show st0)
	step 1
	after=$(get .cycle stats show st0)
	is 'whatever the lifespan, who has stepped sees the last cycle' '1000 1001' "$before $after"
	seastar clock run st0 budget 20
	nap 0.1
	seastar clock stop st0
	is 'and who has stopped the clock too' "$(cycle_of st0)" "$(get .cycle stats show st0)"
	seastar clock run st0 budget 20
	before=$(get .cycle stats show st0)
	nap 0.3
	is 'a sample of a running fabric serves for its lifespan' "$before" "$(get .cycle stats show st0)"
	seastar age set st0 period 9
	isnt 'but not for settings it does not know' "$before" "$(get .cycle stats show st0)"
	echo 0 >$dir/stats_lifespan
	before=$(get .cycle stats show st0)
	nap 0.3
	isnt 'with a lifespan of 0 each reading has a sample' "$before" "$(get .cycle stats show st0)"
	seastar clock stop st0
	is 'counters have no gap' false "$(get .gap stats show st0)"
}

lifespans() {
	refused 'a lifespan of 10001 is refused' 1 'range' bash -c "echo 10001 >$dir/stats_lifespan"
	refused 'one that is no number too' 1 'invalid' bash -c "echo soon >$dir/stats_lifespan"
	chmod 666 $dir/stats_lifespan
	refused 'and any from an ordinary user' 1 'not permitted' \
		as_nobody bash -c "echo 5 >$dir/stats_lifespan"
	is 'it stays as it was' 0 "$(cat $dir/stats_lifespan)"
}

# Print "DIRECTORY/FILE:VALUE" of all counters, from netlink
counters_by_netlink() {
	jq -nr --argjson s "$(seastar -j stats show st0 by port)" \
		--argjson h "$(seastar -j hist show st0 by port)" '
		{ proc: "proc", "+x": "xp", "-x": "xm", "+y": "yp", "-y": "ym", "+z": "zp", "-z": "zm" } as $dir |
		($s.groups[] | $dir[.name] as $d | "\($d)/stalled:\(.stalled)",
			(range(4) as $v | .vc[$v] | "\($d)/vc\($v)_blocked:\(.blocked)",
				"\($d)/vc\($v)_pkts:\(.packets)", "\($d)/vc\($v)_flits:\(.flits)")),
		($h.groups[] | $dir[.name] as $d | (range(4) as $b | "\($d)/age_bin\($b):\(.bins[$b].count)"),
			(.arbitration | to_entries[] | select(.key != "granted") | "\($d)/\(.key):\(.value)"))'
}

counter_files() {
	is 'each file of a counter says what netlink says' "$(counters_by_netlink | sort)" \
		"$(cd $dir && grep -H . ./{proc,[xyz][pm]}/* | sed 's|^\./||' | sort)"
	isnt 'and not nought' 0 "$(($(cat $dir/xp/vc0_flits) + $(cat $dir/xp/vc1_flits)))"
}

# Return 0 if a reading fails; the driver's own sample may fail in its place
reading_fails() {
	step 10
	echo 1 >/sys/kernel/debug/seastar/fail_sample
	! seastar stats show st0 >/dev/null 2>"$tmp/stderr"
}

can_be_read() {
	seastar stats show st0 >/dev/null 2>&1
}

# A reading that fails is reported, and loses nothing.  There is no other for nine times as long as
# the failure took, which is long on a busy machine.
failures() {
	wait_until 10 reading_fails
	is 'a sample that cannot be given is refused with the reason' \
		'seastar: the performance registers cannot be read' "$(cat "$tmp/stderr")"
	wait_until 10 can_be_read
	is 'and the next is whole' "false $(cycle_of st0)" "$(get '"\(.gap) \(.cycle)"' stats show st0)"
}

# Print the packets of a histogram
binned() {
	get '[.groups[0].bins[].count] | add' hist show "$@"
}

marking() {
	compare '
		def binned: [.groups[0].bins[].count] | add;
		def packets: .all.packets;
		("a mark is made", "job-7", .[2].name),
		("nothing was counted since", 0, (.[3] | packets)),
		("then what was is the difference", (.[4] | packets) - (.[0] | packets), (.[5] | packets)),
		("which is not nought", true, (.[5] | packets > 0)),
		("a router has its own", (.[8].groups[5].packets), (.[9] | packets)),
		("a histogram too", (.[6] | binned) - (.[1] | binned), (.[7] | binned)),
		("the mark knows its cycle", "\(.[10].cycle - 5000) 5000", (.[5] | "\(.since_cycle) \(.cycle - .since_cycle)"))' <<-END
		stats show st0
		hist show st0
		mark add st0 job-7
		stats show st0 since job-7
		clock step st0 5000
		stats show st0
		stats show st0 since job-7
		hist show st0
		hist show st0 since job-7
		stats show st0 by router since job-7
		stats show st0 router 5 since job-7
		clock show st0
	END
	refused 'a name is not taken twice' 1 'already' seastar mark add st0 job-7
	refused 'nobody makes no mark' 1 'CAP_NET_ADMIN' as_nobody seastar mark add st0 mine
	is 'but reads since one' "$(seastar -j stats show st0 since job-7)" "$(as_nobody seastar -j stats show st0 since job-7)"
	refused 'an unknown mark is named' 1 'no mark' seastar stats show st0 since never
	refused 'an interval has no mark' 2 'since' seastar stats show st0 interval 1 since job-7
	is 'throughput is said to be since creation' ', since creation' "$(throughput_words)"
	is 'or is not' ' ' "$(throughput_words since job-7) $(throughput_words interval 0.01 2>/dev/null)"
}

# Print the text after the unit of throughput
throughput_words() {
	seastar stats show st0 "$@" | sed -n 's,^throughput: .* flits/node/cycle,,p'
}

is_gone() {
	[[ $(seastar -j mark show st0) != *"\"$1\""* ]]
}

leases() {
	is 'a lease is reported' 4000 "$(get .lease_seconds mark add st0 short lease 4000)"
	seastar mark del st0 short
	seastar mark add st0 short lease 1
	works 'and ends' wait_until 10 is_gone short
	printf 'mark add st0 m%d\n' {1..15} | seastar -b -
	compare '.[0] |
		("a device has 16 marks", 16, length),
		("each with an id of its own", 16, (map(.id) | unique | length))' <<<'mark show st0'
	refused 'and no more' 1 '16' seastar mark add st0 m16
	works 'one is deleted' seastar mark del st0 m3
	works 'then there is room' seastar mark add st0 m16
	refused 'a mark is not deleted twice' 1 'no mark' seastar mark del st0 m3
}

# The clock of an idle fabric is faster than the sampler's rounds allow, so it requests samples
# itself
no_gap_when_fast() {
	new_device st1 2
	step 20000000000 st1
	is 'a fabric that idles 2*10^10 cycles away has no gap' '20000000000 false' \
		"$(get '"\(.cycle) \(.gap)"' stats show st1)"
}

# Under KASAN and its like everything takes ten times as long
reads=$(extent 2000 1000000)
[ ! -e /sys/kernel/debug/kmemleak ] || reads=$((reads / 10))
dumps=$((reads / 200))

consistency() {
	new_device st2 2x2
	seastar -b - <<-END
		traffic set st2 pattern uniform load 0.3 lengths 1:3,2:1,5:1,9:2 requests 50
		age set st2 period 4
	END
	echo 0 >/sys/class/seastar/st2/stats_lifespan
	seastar clock run st2 budget 100
	works "$reads reads and $dumps dumps of a running fabric are possible ones" \
		"$here/consistency" st2 2 2 "$reads" "$dumps"
	sed 's/^/# /' "$tmp/printed"
	seastar clock stop st2
}

ended() {
	! kill -0 "$1" 2>/dev/null
}

# The device is replaced by another of the same name while a command waits for its second reading
replaced() {
	local what status counting

	for what in 'stats show st3 interval 600' 'hist show st3 interval 600' 'link show st3 interval 600' \
		'snapshot st3 interval 600'; do
		seastar -b - <<-END
			dev add st3 topology 2x2
			traffic set st3 pattern uniform load 0.1
			clock run st3 budget 1
		END
		# shellcheck disable=SC2086 # a list of words
		seastar $what >"$tmp/out" 2>"$tmp/stderr" &
		counting=$!
		wait_until 10 joined
		printf '%s\n' 'dev del st3' 'dev add st3 topology 2x2' | seastar -b -
		wait_until 3 ended $counting || kill $counting
		wait $counting
		status=$?
		is "$what notices that its device is gone" '1 seastar: st3 was removed between the two readings' \
			"$status $(cat "$tmp/stderr")"
		seastar dev del st3
	done
}

# A sample may serve for longer than the interval: the command waits for its end
short_intervals() {
	seastar -b - <<-END
		dev add st5 topology 2x2
		traffic set st5 pattern uniform load 0.1
		clock run st5 budget 10
	END
	echo 500 >/sys/class/seastar/st5/stats_lifespan
	is 'counters and sources of a short interval are not those of one sample' 'true true' \
		"$(get '"\(.counted.cycles > 0) \(.counted.sources.cycles > 0)"' snapshot st5 interval 0.01)"
	is 'nor are those of a link' true "$(get '.interval_cycles > 0' link show st5 interval 0.01)"
	seastar dev del st5
}

# Routers in order, and the first of them; the sum is of all
sorted() {
	local place

	compare '
		("routers are sorted by what they have", true, (.[1].groups | map(.blocked) | . == (sort | reverse))),
		("or by the least", true, (.[2].groups | map(.packets) | . == sort)),
		("the first of them are those of all", (.[0].groups | map(.wait) | sort | reverse | .[:3]), (.[3].groups | map(.wait))),
		("the sum is of all", .[0].all, .[4].all),
		("each has its place", "true [0,1,1]", (.[0].groups |
			"\(map(.name == "\(.router)" and (.coordinates | length == 3)) | all) \(.[3].coordinates)"))' <<-END
		stats show st0 by router
		stats show st0 by router sort blocked
		stats show st0 by router sort packets rising
		stats show st0 by router sort wait top 3
		stats show st0 by router top 2
	END
	place=$(seastar stats show st0 by router)
	[[ $place =~ $'\n3'\ +([0-9,]+)\  ]]
	is 'also in the text' '0,1,1' "${BASH_REMATCH[1]}"
}

plan 51
new_device st0 3x3x2
seastar traffic set st0 pattern uniform load 0.3 lengths 9 requests 50
exactness
lifespans
counter_files
failures
marking
sorted
short_intervals
leases
no_gap_when_fast
consistency
replaced
finish

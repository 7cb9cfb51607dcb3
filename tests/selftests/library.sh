#!/bin/bash
# SPDX-License-Identifier: GPL-2.0-only
# The library's example counts the same as the CLI; so do a monitor that uses libnl only, and a reader
# of statistics files.
. "$(dirname "$0")/lib.sh"
needs soft 'it compares counters of a fabric that stands, and hardware never does'

sent() {
	get '[.groups[].bins[].count] | add' hist show "$1" by port
}

# AGING_NTF, CLOCK_NTF
has_events() {
	[ "$(grep event "$tmp/monitor" | xargs)" = 'lib0: event 25 lib0: event 27 lib0: event 27' ]
}

plan 13
new_device lib0 4x4x4
new_device lib1 2x2
works 'traffic runs' seastar -b - <<-END
	traffic set lib0 pattern uniform window 4
	clock step lib0 2000
END
said=$("$here/library-example")
is 'the example ends well' 0 $?
isnt 'packets were sent' 0 "$(sent lib0)"
is 'it counts what the CLI counts' "lib0: $(sent lib0) packets" "$(grep lib0 <<<"$said")"
is 'nothing where nothing was sent' 'lib1: 0 packets' "$(grep lib1 <<<"$said")"

"$here/libnl-monitor" 1 >"$tmp/monitor" &
monitor=$!
works 'a monitor with libnl alone counts the same' wait_until 30 grep -qx "lib0: $(sent lib0) packets" "$tmp/monitor"
works 'and nothing where nothing was sent' wait_until 30 grep -qx 'lib1: 0 packets' "$tmp/monitor"
seastar -b - <<-END
	age set lib0 period 8
	clock step lib0 500
END
works 'it counts again' wait_until 30 grep -qx "lib0: $(sent lib0) packets" "$tmp/monitor"
works 'aging and the begin and end of a step are events, each once' wait_until 30 has_events
works 'and it goes on' kill $monitor

"$here/stats-reader" lib0 1 >"$tmp/reader" 2>"$tmp/gone" &
reader=$!
wait_until 30 grep -q age_bin3 "$tmp/reader"
is 'the reader of a statistics file counts the same' "$(sent lib0)" \
	"$(awk 'NR == 1 { print $6 + $8 + $10 + $12 }' "$tmp/reader")"
wait_until 30 grep -q 'cycle 0 gaps 0 age_bin0 0 age_bin1 0 age_bin2 0 age_bin3 0' "$tmp/reader"
is 'and then what is new' 0 $?
seastar dev del lib0
wait $reader
is 'it says that the device is gone' 'stats-reader: the device is gone, or does not answer: No such device' \
	"$(<"$tmp/gone")"
finish

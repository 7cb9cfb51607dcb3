#!/bin/bash
# SPDX-License-Identifier: GPL-2.0-only
# The library's example counts what the CLI counts, and says why it cannot.
. "$(dirname "$0")/lib.sh"
needs soft 'it compares counters of a fabric that stands, and hardware never does'

sent() {
	get '[.groups[].bins[].count] | add' hist show "$1" by port
}

plan 5
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
finish

#!/bin/bash
# SPDX-License-Identifier: GPL-2.0-only
# The module and the userland library are the same machine: after 100,000 cycles with a
# change of settings in between their state hashes are equal (statehash.c runs the same).
. "$(dirname "$0")/lib.sh"
needs soft 'hardware is not deterministic'

hash_of() {
	get '.[0].hash' dev show "$1" hash
}

userland() {
	sed -n "s/^$1 //p" "$tmp/userland"
}

loaded() {
	new_device "$1" 4x4x4 seed 2112
	seastar traffic set "$1" pattern uniform window 8 lengths 1:1,9:2 requests 50
}

change() {
	seastar age set "$1" period 8 select 0xffffffff00000000 bias 3/2/1 bias rsp proc 5
}

plan 6
"$here/statehash" >"$tmp/userland"
loaded det0
is 'equal before the first cycle' "$(userland 0)" "$(hash_of det0)"
seastar clock step det0 50000
is 'equal after 50,000 cycles' "$(userland 50000)" "$(hash_of det0)"
change det0
seastar clock step det0 50000
is 'equal after a change and 50,000 more' "$(userland 100000)" "$(hash_of det0)"

loaded det1
seastar clock step det1 100000
isnt 'another history has another hash' "$(userland 100000)" "$(hash_of det1)"

loaded det2
for cycles in 1 2 3 49993 1; do
	seastar clock step det2 $cycles
done
change det2
seastar clock step det2 50000 nowait
while [ "$(get .state clock show det2)" = stepping ]; do
	seastar stats show det2 by router >/dev/null
	seastar age show det2 >/dev/null
done
is 'neither the size of steps nor readers matter' "$(userland 100000)" "$(hash_of det2)"

new_device det3 4x4x4 seed 2113
seastar traffic set det3 pattern uniform window 8 lengths 1:1,9:2 requests 50
seastar clock step det3 50000
isnt 'another seed has another hash' "$(userland 50000)" "$(hash_of det3)"
finish

#!/bin/bash
# SPDX-License-Identifier: GPL-2.0-only
# The module and the userland library are the same machine: after 20,000 cycles with a
# change of settings in between their state hashes are equal (statehash.c runs the same).
. "$(dirname "$0")/lib.sh"
needs soft 'hardware is not deterministic'

hash_of() {
	get '.[0].hash' dev show "$1" hash
}

userland() {
	sed -n "s/^$1 //p" "$tmp/userland"
}

# loaded DEVICE SEED
loaded() {
	new_device "$1" 4x4x4 seed "$2"
	seastar traffic set "$1" pattern uniform window 8 lengths 1:1,9:2 requests 50
}

change() {
	seastar age set "$1" period 8 select 0xffffffff00000000 bias 3/2/1 bias rsp proc 5
}

is_stepping() {
	[[ $(seastar -j clock show "$1") = *'"stepping"'* ]]
}

plan 6
"$here/statehash" >"$tmp/userland"
loaded det0 2112
is 'equal before the first cycle' "$(userland 0)" "$(hash_of det0)"
seastar clock step det0 10000
is 'equal after 10,000 cycles' "$(userland 10000)" "$(hash_of det0)"
change det0
seastar clock step det0 10000
is 'equal after a change and 10,000 more' "$(userland 20000)" "$(hash_of det0)"

loaded det1 2112
seastar clock step det1 20000
isnt 'another history has another hash' "$(userland 20000)" "$(hash_of det1)"

loaded det2 2112
printf 'clock step det2 %d\n' 1 2 3 9993 1 | seastar -b -
change det2
seastar clock step det2 10000 nowait
while is_stepping det2; do
	seastar -b - <<<$'stats show det2 by router\nage show det2' >"$tmp/out"
done
is 'neither the size of steps nor readers matter' "$(userland 20000)" "$(hash_of det2)"

loaded det3 2113
seastar clock step det3 10000
isnt 'another seed has another hash' "$(userland 10000)" "$(hash_of det3)"
finish

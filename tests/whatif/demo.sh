#!/bin/bash
# SPDX-License-Identifier: GPL-2.0-only
# In the guest: a snapshot of the demo's fabric.
#	demo.sh				of 3,000 cycles
#	demo.sh AT FIRST LAST WORD...	from FIRST to LAST, after "age set" with these words at AT
set -eu

step() {
	seastar clock step xt "$1" budget 100
}

modprobe seastar
seastar dev add xt topology 11x12x16
seastar traffic set xt pattern uniform window 32 lengths 9
if [ $# = 0 ]; then
	step 2000
	seastar snapshot xt step 3000
	exit
fi
step "$1"
seastar age set xt "${@:4}"
step $(($2 - $1))
seastar latency reset xt
seastar snapshot xt step $(($3 - $2))

#!/bin/bash
# SPDX-License-Identifier: GPL-2.0-only
# debugfs, tracepoints, and failures of every allocation.
. "$(dirname "$0")/lib.sh"
needs soft 'it is software fabrics that run out of memory'

debug=/sys/kernel/debug/seastar

files() {
	local knob

	for knob in fail_commit fail_undo fail_write fail_read fail_sample fail_alloc stall_commit stall_restore stall_add \
		stall_copy stall_sample stall_list stall_file stall_locked; do
		is "$knob is for root only" '600 0' "$(stat -c '%a %u' $debug/$knob)"
	done
	new_device dbg0 4x4x4
	is 'a device has its files' 'internals registers' "$(cd $debug/devices/dbg0 && echo *)"
	is 'all routers have their registers dumped' 64 \
		"$(awk '$3 == "AGE_CLOCK_PERIOD"' $debug/devices/dbg0/registers | wc -l)"
	seastar age set dbg0 period 77
	seastar age set dbg0 bias req -x 5
	is 'as they stand' '0x000000000000004d 0xa400000000000000' \
		"$(awk '$1 == 9 && ($3 == "AGE_CLOCK_PERIOD" || $3 == "xm.PORT_CONFIG") { print $4 }' \
			$debug/devices/dbg0/registers | paste -sd' ')"
	seastar clock step dbg0 1000
	is 'the inside of the model shows' 'cycle 1000' "$(grep ^cycle $debug/devices/dbg0/internals)"
	seastar dev del dbg0
	works 'a device may be called as a knob' eval 'seastar dev add fail_alloc topology 2 && [ -d $debug/devices/fail_alloc ] && seastar dev del fail_alloc'
	is 'the files go with the device' 1 "$([ ! -e $debug/devices/dbg0 ]; echo $((! $?)))"
}

# Fail the first allocation of a command, then the second, and so on to the last; no failure may
# leave anything behind
until_it_works() {
	local n=0

	while [ $n -lt 50 ]; do
		n=$((n + 1))
		echo $n >$debug/fail_alloc
		if "$@" 2>"$tmp/stderr"; then
			[ "$(cat $debug/fail_alloc)" != 0 ] && break
			# the command survived the failure, or another task had it
			$begin_anew
			continue
		fi
		grep -qi 'memory' "$tmp/stderr" || {
			cat "$tmp/stderr"
			return 1
		}
		[ "$(seastar -j dev)" = "$before" ] || {
			echo "allocation $n: left a trace"
			return 1
		}
	done
	echo 0 >$debug/fail_alloc
	[ $n -gt 1 ] && [ $n -lt 50 ]
}

allocations() {
	before=$(seastar -j dev)
	begin_anew='seastar dev del dbg1'
	works 'a device is created whole or not at all' until_it_works \
		seastar dev add dbg1 topology 3x3x3
	devices+=(dbg1)
	before=$(seastar -j dev)
	begin_anew=
	works 'traffic is changed or not' until_it_works \
		seastar traffic set dbg1 pattern uniform load 0.2
}

trace_on() {
	echo >"$tracing/trace"
	echo 1 >"$tracing/events/seastar/$1/enable"
}

traced() {
	grep -c "$1: dev=$2" "$tracing/trace"
}

traces() {
	tracing=/sys/kernel/tracing
	[ -e $tracing/events ] || mount -t tracefs tracefs $tracing 2>/dev/null
	[ -e $tracing/events/seastar ] || {
		for _ in 1 2 3; do
			pass 'tracepoints # SKIP this kernel has no trace events'
		done
		return
	}
	new_device dbg2 2x1x1
	trace_on seastar_mmr_write
	seastar age set dbg2 period 1
	is 'a write of a register is traced' 2 "$(traced seastar_mmr_write dbg2)"
	trace_on seastar_epoch
	seastar traffic set dbg2 pattern complement load 0.5 lengths 9
	seastar clock step dbg2 20000
	isnt 'a switch of epochs is traced' 0 "$(traced seastar_epoch dbg2)"
	# the whole load goes one way, so that every packet waits longer than an epoch lasts
	trace_on seastar_inhibit_on
	trace_on seastar_inhibit_off
	new_device dbg3 8x1x1 eject 1/200
	seastar age set dbg3 period 1
	seastar traffic set dbg3 pattern all-to-one target 0 window 16 lengths 9
	seastar clock step dbg3 200000
	is 'and an inhibited clock, on and off' '1 1' \
		"$(($(traced seastar_inhibit_on dbg3) > 0)) $(($(traced seastar_inhibit_off dbg3) > 0))"
	echo 0 >$tracing/events/seastar/enable
}

plan 25
files
allocations
traces
finish

#!/bin/bash
# SPDX-License-Identifier: GPL-2.0-only
# Hardware has files a moment before it is announced. Whatever happens in that moment, the first
# event is the addition, and after a failure nothing goes on.
. "$(dirname "$0")/lib.sh"
needs mmio 'nothing happens to a software fabric before it is announced: see dev.sh'

dev=/sys/class/seastar/mmio0
debug=/sys/kernel/debug/seastar
stall=$debug/stall_add

is_stalled() {
	[ "$(<$stall)" = -1 ]
}

# Take a sample, as any user can once the last one has expired
count() {
	expire_sample mmio0
	cat $dev/proc/stalled >/dev/null
}

has_come() {
	grep -q '"event":"dev-add"' "$tmp/events"
}

announcement() {
	local coming

	host model new 2x2x2 0 none
	listen "$tmp/events" seastar -j monitor
	echo 1 >$stall
	bind_driver &
	coming=$!
	wait_until 20 is_stalled || bail 'no device comes'
	count
	host model jump 7 4294967296
	count
	echo 0 >$stall
	works 'a device comes' wait $coming
	is 'of which counts are missing since before it was announced' true "$(get .gap stats show mmio0)"
	wait_until 20 has_come
	is 'its coming is the first that listeners hear of it' dev-add \
		"$(jq -r 'select(.event != "listening").event' "$tmp/events" | sed -n 1p)"
	end_monitor
}

# A device cannot be added, when a sample has shown a reset: work that writes its settings again is
# due every second
failure() {
	local coming

	unbind_driver
	host model new 2x2x2 0 none
	echo 1 >$stall
	bind_driver &
	coming=$!
	wait_until 20 is_stalled || bail 'no device comes'
	count
	host model reset
	count
	echo 1 >$debug/fail_alloc
	echo 0 >$stall
	works 'a device may fail to come when it has files' eval '! wait $coming 2>/dev/null'
	nap 3
	works 'what a reader of these began has ended, and the device comes later' bind_driver
}

# Load the module, which finds hardware and then fails, and wait until the hardware is about to be
# announced. The knob for that exists a moment before: if that is missed, the load fails too early.
load_slowly() {
	for _ in {1..50}; do
		modprobe seastar fail_load=6 2>/dev/null &
		load=$!
		until echo 1 >$stall || ! kill -0 $load; do
			:
		done
		while kill -0 $load; do
			! is_stalled || return 0
		done
	done 2>/dev/null
	bail 'no device comes while the module is loaded'
}

# An open file would outlive a load that fails, and the code of the module
loading() {
	local load file

	unbind_driver
	host model new 4x4x4 0 none
	rmmod seastar
	load_slowly
	for file in $debug/devices/mmio0/{internals,registers}; do
		refused "${file##*/} is not opened while the module may fail to load" 1 'No such device' cat $file
	done
	echo 0 >$stall
	works 'it may fail when a device has come' eval '! wait $load 2>/dev/null && [ ! -e /sys/module/seastar ]'
	modprobe seastar
	works 'once it is loaded they are read' cat $debug/devices/mmio0/{internals,registers}
}

plan 9
announcement
failure
loading
finish

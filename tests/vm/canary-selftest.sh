#!/bin/bash
# SPDX-License-Identifier: GPL-2.0-only
# The debug kernel must report known faults, and none where there is none. TAP on stdout.
set -u
. "$(dirname "$0")/lib.sh"

scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT
number=0
failures=0

# expect FAULT STATUS PATTERN
expect() {
	local status=0

	"$vm/run" -k debug -t 120 -o "$scratch" -- modprobe canary "fault=$1" \
		>"$scratch/out" 2>&1 || status=$?
	number=$((number + 1))
	if [ $status = "$2" ] && grep -q "$3" "$scratch/kernel.log"; then
		echo "ok $number - $1"
	else
		echo "not ok $number - $1"
		echo "# expected status $2 and '$3' in the kernel log, saw status $status and:"
		sed 's/^/#   /' "$scratch/out"
		failures=$((failures + 1))
	fi
}

echo 'TAP version 13'
echo '1..7'
expect none 0 'seastar-vm: end'
expect overrun 1 'BUG: KASAN: slab-out-of-bounds in overrun'
expect use_after_free 1 'BUG: KASAN: .*use-after-free in use_after_free'
expect leak 1 'kmemleak: 1 new suspected memory leak'
expect sleep_in_atomic 1 'BUG: scheduling while atomic: modprobe'
expect lock_inversion 1 'possible circular locking dependency detected'
expect wide_shift 1 'UBSAN: shift-out-of-bounds'
exit $((failures > 0))

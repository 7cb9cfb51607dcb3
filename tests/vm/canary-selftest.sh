#!/bin/bash
# SPDX-License-Identifier: GPL-2.0-only
# The debug kernel must report known faults. One guest commits all of them; that each report alone
# is a failure is the claim of rig-selftest.sh, and that this kernel reports none where there is
# none that of all other tests on it. TAP on stdout.
set -u
. "$(dirname "$0")/lib.sh"

scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT
number=0
failures=0

# lockdep first, which is off after any report; last what leaves a task in disorder
faults=(lock_inversion wide_shift leak overrun use_after_free sleep_in_atomic)
declare -A reports=(
	[lock_inversion]='possible circular locking dependency detected'
	[wide_shift]='UBSAN: shift-out-of-bounds'
	[leak]='\] leak+.*\[canary\]'
	[overrun]='BUG: KASAN: slab-out-of-bounds in overrun'
	[use_after_free]='BUG: KASAN: .*use-after-free in use_after_free'
	[sleep_in_atomic]='BUG: scheduling while atomic: modprobe'
)

# expect CLAIM FILE PATTERN
expect() {
	number=$((number + 1))
	if grep -q -- "$3" "$scratch/$2"; then
		echo "ok $number - $1"
	else
		echo "not ok $number - $1"
		echo "# expected '$3' in:"
		sed 's/^/#   /' "$scratch/$2"
		failures=$((failures + 1))
	fi
}

echo 'TAP version 13'
echo "1..$((${#faults[@]} + 2))"
# KASAN reports but the first fault unless asked
list=${faults[*]}
VM_CMDLINE=kasan_multi_shot "$vm/run" -k debug -t 300 -o "$scratch" -- modprobe canary "fault=${list// /,}" \
	>"$scratch/out" 2>&1
echo "status $?" >>"$scratch/out"
for fault in "${faults[@]}"; do
	expect "$fault is reported" kernel.log "${reports[$fault]}"
done
expect 'leaks are searched for at the end, whatever was reported before' kernel.log 'kmemleak: [0-9]* new suspected memory leak'
expect 'the run fails' out '^status 1$'
exit $((failures > 0))

#!/bin/bash
# SPDX-License-Identifier: GPL-2.0-only
# The rig must report what happens in a guest, above all what goes wrong. TAP on stdout.
set -u
. "$(dirname "$0")/lib.sh"

series=${1:-6.12}
scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT
export TMPDIR=$scratch
number=0
failures=0

# report CLAIM: the claim holds if the command before it succeeded
report() {
	local held=$?

	number=$((number + 1))
	if [ $held = 0 ]; then
		echo "ok $number - $1"
	else
		echo "not ok $number - $1"
		sed 's/^/# stdout: /' "$scratch/out"
		sed 's/^/# stderr: /' "$scratch/err"
		echo "# status: $status"
		failures=$((failures + 1))
	fi
}

# in_guest SECONDS SCRIPT [OPTION...]
in_guest() {
	status=0
	"$vm/run" -k "$series" -t "$1" -o "$scratch/logs" "${@:3}" -- sh -c "$2" \
		>"$scratch/out" 2>"$scratch/err" || status=$?
}

# ended STATUS [REASON]: how the run ended, and what it said on standard error
ended() {
	[ "$status" = "$1" ] && { [ $# = 1 ] || grep -q "$2" "$scratch/err"; }
}

log() {
	echo "echo '<4>$1' >/dev/kmsg;"
}

test_results() {
	in_guest 60 'echo out; echo err >&2'
	ended 0 && [ "$(sort "$scratch/out")" = "$(printf 'err\nout')" ]
	report 'what a command writes arrives, and nothing else'

	in_guest 60 'exit 7'
	ended 7
	report 'the status of a failing command arrives'

	in_guest 60 'seq 1 20000; sleep 1000 & exit 0'
	ended 0 && seq 1 20000 | cmp -s - "$scratch/out"
	report 'the last of much output is not lost, whatever still runs in the guest'

	status=0
	"$vm/run" -k "$series" -t 60 -o "$scratch/logs" -- printf '<%s>' "a  b" '$HOME' "it's" '' \
		>"$scratch/out" 2>"$scratch/err" || status=$?
	# shellcheck disable=SC2016 # taken literally is what is asked
	[ "$(cat "$scratch/out")" = "<a  b><\$HOME><it's><>" ]
	report 'arguments arrive as they were given'

	in_guest 60 'setpriv --reuid nobody --regid nogroup --clear-groups sh -c "id -u; echo >/dev/kmsg"'
	ended 1 && grep -qx 65534 "$scratch/out"
	report 'a command can give up its privilege'
}

test_failures() {
	in_guest 60 'echo c >/proc/sysrq-trigger'
	ended 1 'panicked' && grep -q 'Kernel panic' "$scratch/err"
	report 'a panic is a failure'

	in_guest 6 'sleep 1000'
	ended 1 'longer than 6 s'
	report 'a command that hangs is a failure'

	in_guest 60 "$(log 'seastar-vm: end 0123456789abcdef01234567 status 0 taint 0') poweroff -f"
	ended 1 'stopped before'
	report 'an end mark without the nonce of the run is none'

	in_guest 60 "echo; $(log 'WARNING: CPU: 0 PID: 1 at net/core/dev.c:1 dev_open')"
	ended 1 'not clean' && grep -q 'dev_open' "$scratch/err"
	report 'a warning in the kernel log is a failure and is quoted'

	in_guest 60 'echo 512 >/proc/sys/kernel/tainted'
	ended 1 'tainted: 512'
	report 'a warning that only tainted the kernel is a failure'
}

# emulate SCRIPT: what QEMU does is up to this, which finds the number of its call in $call and
# QEMU's words in "$@"
emulate() {
	mkdir -p "$scratch/bin"
	rm -f "$scratch/calls"
	{
		echo '#!/bin/bash'
		echo "echo >>$scratch/calls; call=\$(wc -l <$scratch/calls); real() { exec $(command -v qemu-system-x86_64) \"\$@\"; }"
		echo "$1"
	} >"$scratch/bin/qemu-system-x86_64"
	chmod 755 "$scratch/bin/qemu-system-x86_64"
	PATH=$scratch/bin:$PATH in_guest 60 'echo up'
}

test_boot() {
	# shellcheck disable=SC2016 # the script's
	emulate '[ "$call" = 1 ] || real "$@"'
	ended 0 'booting it once more' && [ "$(cat "$scratch/out")" = up ]
	report 'a guest that ends before its init runs is booted again'

	# shellcheck disable=SC2016
	emulate '[ "$call" != 1 ] || real "${@/#console=ttyS0/console=ttyS0 BUG:}"; real "$@"'
	ended 0 'booting it once more' && [ "$(wc -l <"$scratch/calls")" = 2 ]
	report 'so is one whose kernel has a report before its init runs'

	emulate 'exit 3'
	ended 1 'status 3' && [ "$(wc -l <"$scratch/calls")" = 2 ]
	report 'once: a guest that never comes up is a failure'
}

# verdict_on STATUS TAINT LINE: the verdict on a log of that one line and an end mark
verdict_on() (
	tmp=$scratch
	nonce=abc
	vm_status=0
	# shellcheck source=verdict.sh
	. "$vm/verdict.sh"
	printf '[    1.0] %s\r\n' "$3" "seastar-vm: end $nonce status $1 taint $2" >"$scratch/kernel.log"
	verdict >"$scratch/out" 2>"$scratch/err"
)

test_verdict() {
	local line

	while read -r line; do
		status=0
		verdict_on 0 0 "$line" || status=$?
		ended 1 'not clean'
		report "a report: $line"
	done <<-'END'
	WARNING: CPU: 1 PID: 77 at kmod/dev.c:10 seastar_free+0x10/0x20 [seastar]
	BUG: kernel NULL pointer dereference, address: 0000000000000008
	BUG: KASAN: slab-use-after-free in seastar_free+0x10/0x20 [seastar]
	UBSAN: array-index-out-of-bounds in sim/core/fabric.c:10:20
	BUG: KCSAN: data-race in seastar_free [seastar] / seastar_new [seastar]
	WARNING: possible circular locking dependency detected
	INFO: possible recursive locking detected
	INFO: task seastar:77 blocked for more than 120 seconds.
	rcu: INFO: rcu_preempt self-detected stall on CPU
	watchdog: BUG: soft lockup - CPU#0 stuck for 22s! [seastar:77]
	BUG: scheduling while atomic: seastar/77/0x00000002
	BUG: sleeping function called from invalid context at mm/slab.h:10
	refcount_t: underflow; use-after-free.
	kmemleak: 1 new suspected memory leaks (see /sys/kernel/debug/kmemleak)
	general protection fault, probably for non-canonical address: 0000 [#1]
	Oops: 0000 [#1] PREEMPT SMP
	list_del corruption. prev->next should be ffff888, but was dead
	seastar[77]: segfault at 0 ip 000055 sp 00007f error 4 in seastar
	END
	while read -r line; do
		status=0
		verdict_on 0 4096 "$line" || status=$?
		ended 0
		report "no report: $line"
	done <<-'END'
	seastar: loading out-of-tree module taints kernel.
	mtrr: your CPUs had inconsistent fixed MTRR settings
	kmemleak: Kernel memory leak detector initialized (mem pool available: 15679)
	Lock dependency validator: Copyright (c) 2006 Red Hat, Inc., Ingo Molnar
	kasan: KernelAddressSanitizer initialized
	BUG: KCSAN: data-race in kernfs_refresh_inode / kernfs_refresh_inode
	END
}

in_debian() {
	in_guest 120 "$1" -r debian -m 1G
}

test_debian() {
	in_debian 'systemctl is-system-running; touch /etc/left; modprobe seastar && seastar dev show; exit 7'
	ended 7 && [ "$(cat "$scratch/out")" = running ]
	report 'Debian comes up whole, and the status of its command arrives'

	in_debian 'echo c >/proc/sysrq-trigger'
	ended 1 'panicked'
	report 'a panic of Debian is a failure'

	in_debian "$(log 'BUG: sleeping function called') sleep 1000 & seq 20000; [ ! -e /etc/left ] || echo left"
	ended 1 'not clean' && seq 20000 | cmp -s - "$scratch/out"
	report 'a report in its log is one, its disk is as new, and the last of much output is not lost'
}

# Is there a QEMU that writes to our scratch directory?
guest_runs() {
	grep -qs "[f]ile:$scratch" /proc/[0-9]*/cmdline
}

# Kill the run with a signal while its guest is up: the guest goes, too
killed_by() {
	local pid

	: >"$scratch/out"
	"$vm/run" -k "$series" -t 60 -o "$scratch/logs" -- sh -c 'echo up; sleep 1000' \
		>"$scratch/out" 2>"$scratch/err" &
	pid=$!
	for _ in $(seq 300); do
		grep -q up "$scratch/out" && break
		sleep 0.1
	done
	guest_runs || return 1
	kill "-$1" $pid
	wait $pid 2>/dev/null
	status=$?
	for _ in $(seq 80); do
		guest_runs || return 0
		sleep 0.1
	done
	return 1
}

test_cleaning() {
	killed_by TERM && [ -z "$(find "$scratch" -mindepth 1 -name 'tmp.*')" ]
	report 'a run that is terminated leaves no guest and no file'
	killed_by KILL
	report 'a run that is killed leaves no guest'
}

test_usage() {
	status=0
	"$vm/run" -k "$series" >"$scratch/out" 2>"$scratch/err" || status=$?
	ended 2 usage
	report 'a command must be named'
	status=0
	"$vm/run" -k 2.4 -- true >"$scratch/out" 2>"$scratch/err" || status=$?
	ended 1 'there is no guest'
	report 'a guest that was not made is refused'
	in_guest 60 true -r slackware
	ended 1 'there is no .*slackware'
	report 'a disk that was not made is refused'
	status=0
	VM_ACCEL=magic "$vm/run" -k "$series" -- true >"$scratch/out" 2>"$scratch/err" || status=$?
	ended 1 'VM_ACCEL'
	report 'an unknown accelerator is refused'
}

echo 'TAP version 13'
: >"$scratch/out"
test_results
test_failures
test_boot
test_verdict
test_debian
test_cleaning
test_usage
echo "1..$number"
exit $((failures > 0))

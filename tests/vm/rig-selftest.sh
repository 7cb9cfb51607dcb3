#!/bin/bash
# SPDX-License-Identifier: GPL-2.0-only
# The rig must report what happens in a guest, above all what goes wrong. TAP on stdout.
#	rig-selftest.sh [debian]	the same of the Debian guest
set -u
. "$(dirname "$0")/lib.sh"

series=6.12
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

# emulate SECONDS SCRIPT COMMAND...: a run for whose QEMU there is a script, which finds the number of
# its call in $call, QEMU's words in "$@" and the file of the kernel log in $log
emulate() {
	mkdir -p "$scratch/bin"
	rm -f "$scratch/calls"
	cat >"$scratch/bin/qemu-system-x86_64" <<-END
	#!/bin/bash
	echo >>$scratch/calls
	call=\$(wc -l <$scratch/calls)
	log=\$(printf '%s\n' "\$@" | sed -n 's/^file:\(.*kernel.log\)\$/\1/p')
	real() { exec $(command -v qemu-system-x86_64) "\$@"; }
	$2
	END
	chmod 755 "$scratch/bin/qemu-system-x86_64"
	status=0
	VM_ACCEL=${VM_ACCEL:-tcg} PATH=$scratch/bin:$PATH "$vm/run" -k "$series" -t "$1" -o "$scratch/logs" -- "${@:3}" \
		>"$scratch/out" 2>"$scratch/err" || status=$?
}

booted() {
	[ "$(wc -l <"$scratch/calls")" = "$1" ]
}

# A guest with all that may go well in one, after one that is no good
test_results() {
	local script='printf "<%s>" "$@"; echo; echo err >&2; id -u
		setpriv --reuid nobody --regid nogroup --clear-groups sh -c "id -u; echo >/dev/kmsg" 2>/dev/null; echo $?
		echo 2 >/proc/sys/kernel/tainted
		seq 20000; sleep 1000 & exit 7'

	# shellcheck disable=SC2016 # the script's
	emulate 600 '[ "$call" != 1 ] || real "${@/#console=ttyS0/console=ttyS0 BUG:}"; real "$@"' \
		sh -c "$script" script 'a  b' '$HOME' "it's" ''
	ended 7 'booting it once more' && booted 2
	report 'a guest whose kernel has a report before its init runs is booted once more'
	[ "$status" = 7 ]
	report 'the status of a failing command arrives'
	# shellcheck disable=SC2016 # taken literally is what is asked
	[ "$(head -n 1 "$scratch/out")" = "<a  b><\$HOME><it's><>" ]
	report 'arguments arrive as they were given'
	[ "$(sed -n 2,4p "$scratch/out" | xargs)" = 'err 0 65534' ]
	report 'what a command writes arrives, also as an error'
	[ "$(sed -n 4,5p "$scratch/out" | xargs)" = '65534 1' ]
	report 'a command can give up its privilege'
	sed 1,5d "$scratch/out" | cmp -s - <(seq 20000)
	report 'the last of much output is not lost, whatever still runs in the guest, and there is nothing else'
	grep -q 'seastar-vm: end [0-9a-f]\{24\} status 7 taint 2\b' "$scratch/logs/kernel.log"
	report 'the end mark has the taint of the kernel'
}

# What the verdict must not take for its end mark is in the log, too
test_failures() {
	in_guest 600 "$(log 'seastar-vm: end 0123456789abcdef01234567 status 0 taint 0')
		$(log 'WARNING: CPU: 0 PID: 1 at net/core/dev.c:1 dev_open')
		echo c >/proc/sysrq-trigger"
	ended 1 'panicked' && grep -q 'Kernel panic' "$scratch/err"
	report 'a panic is a failure'
	grep -q 'dev_open' "$scratch/err"
	report 'what the kernel reported is quoted'

	# shellcheck disable=SC2016
	emulate 10 'echo "seastar-vm: up" >"$log"; sleep 1000' true
	ended 1 'longer than 10 s' && booted 1
	report 'a command that hangs is a failure'

	emulate 60 'exit 3' true
	ended 1 'status 3' && booted 2
	report 'a guest that ends before its init runs is booted once more, and no more'
}

# verdict_on LINE...: the verdict on a log of these lines, in a run whose nonce is abc
verdict_on() {
	status=0
	(
		tmp=$scratch
		nonce=abc
		vm_status=0
		# shellcheck source=verdict.sh
		. "$vm/verdict.sh"
		printf '[    1.0] %s\r\n' "$@" >"$scratch/kernel.log"
		: >"$scratch/qemu.err"
		verdict >"$scratch/out" 2>"$scratch/err"
	) || status=$?
}

sound='seastar-vm: end abc status 0 taint 4096'

test_verdict() {
	local line

	verdict_on "$sound"
	ended 0
	report 'a log with an end mark is that of a success'
	verdict_on 'seastar-vm: end abc status 0 taint 512'
	ended 1 'tainted: 512'
	report 'a warning that only tainted the kernel is a failure'
	verdict_on 'seastar-vm: end 0123456789abcdef01234567 status 0 taint 0'
	ended 1 'stopped before'
	report 'an end mark without the nonce of the run is none'
	while read -r line; do
		verdict_on "$line" "$sound"
		ended 1 'not clean' && grep -qF "$line" "$scratch/err"
		report "a report: $line"
	done <<-'END'
	WARNING: CPU: 1 PID: 77 at kmod/dev.c:10 seastar_free+0x10/0x20 [seastar]
	BUG: kernel NULL pointer dereference, address: 0000000000000008
	BUG: KASAN: slab-use-after-free in seastar_free+0x10/0x20 [seastar]
	BUG: KASAN: slab-out-of-bounds in seastar_new+0x10/0x20 [seastar]
	UBSAN: shift-out-of-bounds in sim/core/fabric.c:10:20
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
		verdict_on "$line" "$sound"
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
	verdict_on 'BUG: KCSAN: data-race in a / b' 'read to 0xff of 8 bytes by interrupt on cpu 1:' ' a+0x1/0x2' \
		' asm_sysvec_apic_timer_interrupt+0x1/0x2' ' seastar_free+0x1/0x2 [seastar]' "$sound"
	ended 0
	report 'no report: a race in what interrupts the module'
	verdict_on 'BUG: KCSAN: data-race in a / b' ' asm_sysvec_apic_timer_interrupt+0x1/0x2' \
		'write to 0xff of 8 bytes by task 77 on cpu 0:' ' b+0x1/0x2' ' seastar_free+0x1/0x2 [seastar]' "$sound"
	ended 1 'not clean'
	report 'a report: a race with what the module calls, after one with an interrupt'
}

# A panic there is that of any guest: it has the same kernel, and no part in its end
test_debian() {
	local disk=$build/vm/debian/disk made

	made=$(stat -c %y "$disk")
	in_guest 600 "systemctl is-system-running; modprobe seastar && seastar dev show; touch /etc/left; sync
		$(log 'hello') sleep 1000 & seq 20000; exit 7" -r debian -m 1G
	ended 7 && [ "$(head -n 1 "$scratch/out")" = running ]
	report 'Debian comes up whole, and the status of its command arrives'
	sed 1d "$scratch/out" | cmp -s - <(seq 20000)
	report 'the last of much output is not lost'
	grep -q '\] hello' "$scratch/logs/kernel.log"
	report 'what its kernel reports arrives'
	[ "$(stat -c %y "$disk")" = "$made" ]
	report 'its disk is as it was'
}

# Is there a QEMU that writes to our scratch directory?
guest_runs() {
	grep -qs "[f]ile:$scratch" /proc/[0-9]*/cmdline
}

# Kill the run with a signal while its guest boots: the guest goes, too
killed_by() {
	local pid

	"$vm/run" -k "$series" -t 600 -o "$scratch/logs" -- sleep 1000 >"$scratch/out" 2>"$scratch/err" &
	pid=$!
	for _ in $(seq 3000); do
		grep -qs . "$scratch"/tmp.*/kernel.log && break
		sleep 0.1
	done
	guest_runs || return 1
	kill "-$1" $pid
	wait $pid 2>/dev/null
	status=$?
	for _ in $(seq 600); do
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

# offers SUITE VERSION [FIELD]: the archive of sources below has this kernel in that suite
offers() {
	local suite=$scratch/archive/dists/$1 index=main/binary-amd64/Packages

	mkdir -p "$suite/${index%/*}"
	cat >"$suite/$index" <<-END
	Package: linux-image-cloud-amd64
	Version: $2
	Architecture: amd64
	Depends: linux-base-cloud-amd64 (= $2), linux-image-${2%-*}-cloud-amd64 (= $2), linux-modules-cloud-amd64
	END
	cat >"$suite/Release" <<-END
	Origin: Debian
	Label: Debian
	Codename: $1
	${3:-Components: main}
	SHA256:
	 $(sha256sum "$suite/$index" | cut -d ' ' -f 1) $(stat -c %s "$suite/$index") $index
	END
}

# newest_is STATUS [ENTRY [REASON]]: of the kernels that the archive offers now
newest_is() {
	status=0
	rm -rf "$scratch/cache/apt"
	SEASTAR_CACHE=$scratch/cache APT_CONFIG=$scratch/apt.conf "$vm/kernel" newest \
		>"$scratch/out" 2>"$scratch/err" || status=$?
	ended "$1" ${3+"$3"} && [ "$(cat "$scratch/out")" = "${2:+$scratch/cache/kernels/newest_$2}" ]
}

# What the archive offers cannot be downloaded from there
test_newest() {
	local old=7.9.8-cloud-amd64_7.9.8-1 new=7.10.2-cloud-amd64_7.10.2-1~bpo13+1

	echo "deb file://$scratch/archive bookworm main" >"$scratch/sources"
	cat >"$scratch/apt.conf" <<-END
	Dir::Etc::sourcelist "$scratch/sources";
	Dir::Etc::sourceparts "/dev/null";
	Acquire::AllowInsecureRepositories "true";
	END
	offers bookworm 6.1.5-1
	newest_is 4 '' 'offers trixie-backports and sid'
	report 'a machine whose archive has no other suites cannot have the newest kernel, which is said'
	mkdir -p "$scratch/cache/kernels/newest_"{$old,$new}
	touch -d yesterday "$scratch/cache/kernels/newest_$old"
	offers sid 7.9.8-1
	newest_is 0 $old
	report 'a kernel that is in the cache is not downloaded, and one suite has the newest'
	offers trixie-backports 7.10.2-1~bpo13+1 'NotAutomatic: yes'
	newest_is 0 $new
	report 'the newest kernel is that of the highest version, whichever suite apt prefers'
	offers sid 7.10.3-1
	newest_is 0 $new '7.10.3-1 cannot be downloaded: using .*7.10.2'
	report 'when it cannot be downloaded, the last one in the cache is used'
	rm -r "$scratch/archive"
	newest_is 0 $new 'using .*7.10.2'
	report 'so it is without a network'
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
	in_guest 600 true -r slackware
	ended 1 'there is no .*slackware'
	report 'a disk that was not made is refused'
}

echo 'TAP version 13'
: >"$scratch/out"
if [ "${1-}" = debian ]; then
	test_debian
else
	test_results
	test_failures
	test_verdict
	test_cleaning
	test_newest
	test_usage
fi
echo "1..$number"
exit $((failures > 0))

#!/bin/bash
# SPDX-License-Identifier: GPL-2.0-only
# KVM runs a guest where it carries one, one probe finds out, and all else is emulated. TAP on stdout.
# shellcheck source=tests/lib/tap.sh
. "$(dirname "$0")/../lib/tap.sh"

export SEASTAR_CACHE=$work/cache TMPDIR=$work/tmp VM_KVM_SECONDS=2
export VM_KVM_DEVICE=/dev/null # a device that opens
unset VM_ACCEL VM_ICOUNT VM_CMDLINE
guest=$root/build/vm/accel-selftest
emulator=$(command -v qemu-system-x86_64)
PATH=$work/bin:$PATH

# A guest that no QEMU has to boot, and a QEMU that boots none. It adds a line to `starts`, what it was started
# for and how, then does what the variables ON_KVM and ON_TCG say. A probe is what has one serial port.
make_false() {
	mkdir -p "$guest" bin tmp
	echo kernel >"$guest/vmlinuz"
	: >"$guest/initrd"
	echo 'version 1' >version
	cat >bin/qemu-system-x86_64 <<-END
	#!/bin/bash
	[ "\$1" != --version ] || exec cat $work/version
	log=\$(printf '%s\n' "\$@" | sed -n 's/^file:\(.*kernel.log\)\$/\1/p')
	up() { echo 'seastar-vm: up' >"\$log"; }
	real() { exec $emulator "\$@"; }
	purpose=run
	[ "\${!#}" != "file:\$log" ] || purpose=probe
	case "\$*" in
	*'-accel kvm -cpu host '*) accel=kvm script=\$ON_KVM ;;
	*) accel=tcg script=\$ON_TCG ;;
	esac
	echo "\$purpose \$accel" >>$work/starts
	echo \$\$ >>$work/pids
	eval "\$script"
	END
	chmod 755 bin/qemu-system-x86_64
}

# What the false QEMU may do on KVM: a probe lasts a minute unless it is ended, a run no time
# shellcheck disable=SC2016 # its variables
{
	works='up; [ $purpose = run ] || exec sleep 60'
	hangs='trap "" TERM; exec sleep 60'
	aborts='echo "Assertion failed" >&2; kill -ABRT $$'
	reboots='exit 0'
	lets_down='[ $purpose = run ] || { up; exec sleep 60; }'
}

on_kvm='the guest runs on KVM'
on_tcg='the guest is emulated (TCG)'
known="$on_tcg: KVM does not carry this kernel"

forget() {
	rm -rf "$SEASTAR_CACHE"
}

# runs ON-KVM STARTS LINE...: a run with such a QEMU starts it for these (probe kvm, run kvm, run tcg; with
# commas between), first prints these lines on stderr, and leaves nothing
runs() {
	local starts=$2

	rm -f starts pids
	ON_KVM=$1 ON_TCG=${ON_TCG-up} "${through[@]}" "$root/tests/vm/run" -k accel-selftest -o "$work/logs" -- true 2>err || true
	cat starts err
	[ "$(paste -sd , starts)" = "$starts" ]
	shift 2
	printf 'run: %s\n' "$@" >wanted
	head -n $# err | diff wanted -
	gone
	! grep -E 'line [0-9]+:|Assertion' err
}
through=()

# No QEMU and no file is left; what was killed takes its time
gone() {
	local tries=0

	# shellcheck disable=SC2046 # a list
	while kill -0 $(cat pids); do
		tries=$((tries + 1))
		[ $tries -lt 100 ]
		sleep 0.1
	done
	[ -z "$(ls tmp)" ]
}

# A probe that goes on after the mark takes a minute
carried() {
	local start=$SECONDS

	forget
	VM_KVM_SECONDS=60 runs "$works" 'probe kvm,run kvm' "$on_kvm"
	[ $((SECONDS - start)) -lt 50 ]
}

remembered() {
	runs "$works" 'run kvm' "$on_kvm"
}

# not_carried QEMU REASON: the probe fails and says so; the next run knows
not_carried() {
	forget
	runs "$1" 'probe kvm,run tcg' "KVM does not carry a guest here ($2); guests are emulated; VM_ACCEL=kvm forces KVM" "$known"
	runs "$works" 'run tcg' "$known"
}

aborted() {
	ulimit -S -c "$(ulimit -H -c)"
	not_carried "$aborts" 'qemu ended with status 134'
	! ls core*
}

# A probe that takes ten times its bound is none that was ended
hung() {
	local start=$SECONDS

	not_carried "$hangs" 'its init did not run within 2 s'
	[ $((SECONDS - start)) -lt 20 ]
}

# One that is not there, one that is no device, one that exists but does not open: the terminal, where there is none
not_opened() {
	forget
	VM_KVM_DEVICE=$work/none runs "$works" 'run tcg' "$on_tcg: $work/none cannot be opened"
	[ ! -e "$work/none" ]
	VM_KVM_DEVICE=$work/version runs "$works" 'run tcg' "$on_tcg: $work/version cannot be opened"
	through=(setsid -w)
	VM_KVM_DEVICE=/dev/tty runs "$works" 'run tcg' "$on_tcg: /dev/tty cannot be opened"
	[ ! -e "$SEASTAR_CACHE" ]
}

# probed_anew CHANGE: after it the answer does not count
probed_anew() {
	carried
	eval "$1"
	runs "$works" 'probe kvm,run kvm' "$on_kvm"
}

# shellcheck disable=SC2016 # the false uname's
other_host() {
	printf '#!/bin/sh\n[ "$*" = -r ] && echo 99 || exec %s "$@"\n' "$(command -v uname)" >bin/uname
	chmod 755 bin/uname
}

# What is particular to a run has no part in a probe
# shellcheck disable=SC2016 # the false QEMU's
shared() {
	carried
	VM_CMDLINE=quiet remembered
	forget
	VM_CMDLINE=quiet runs '[[ $purpose == probe && $* == *quiet* ]] || { '"$works; }" 'probe kvm,run kvm' "$on_kvm"
	remembered
}

# The first is in its probe when the second starts
at_once() {
	local one

	forget
	rm -f starts pids
	export ON_KVM="sleep 1; $works"
	for one in 1 2; do
		"$root/tests/vm/run" -k accel-selftest -o "$work/logs.$one" -- true 2>"err.$one" &
	done
	wait
	cat starts err.?
	[ "$(paste -sd , starts)" = 'probe kvm,run kvm,run kvm' ]
	grep -qx "run: $on_kvm" err.1
	grep -qx "run: $on_kvm" err.2
}

decided() {
	forget
	VM_ACCEL=kvm runs "$works" 'run kvm' "$on_kvm"
	VM_KVM_DEVICE=$work/none VM_ACCEL=kvm runs "$works" 'run kvm' "$on_kvm"
	VM_ACCEL=tcg runs "$works" 'run tcg' "$on_tcg"
	VM_ICOUNT=1 runs "$works" 'run tcg' "$on_tcg"
	VM_ICOUNT=1 VM_ACCEL=tcg runs "$works" 'run tcg' "$on_tcg"
	[ ! -e "$SEASTAR_CACHE" ]
}

refused() {
	rm -f starts
	VM_ACCEL=magic refuses 1 "VM_ACCEL is 'magic'" "$root/tests/vm/run" -k accel-selftest -- true
	VM_ACCEL=kvm VM_ICOUNT=1 refuses 1 'KVM cannot count instructions' "$root/tests/vm/run" -k accel-selftest -- true
	[ ! -e starts ]
}

again='the guest ended before its init ran: booting it once more'

emulated_at_last() {
	forget
	runs "$lets_down" 'probe kvm,run kvm,run tcg' "$on_kvm" "$again, emulated"
	runs "$works" 'run tcg' "$known"
}

# Neither then, such as with too little memory: that says nothing about KVM
not_blamed() {
	forget
	ON_TCG='exit 0' runs "$lets_down" 'probe kvm,run kvm,run tcg' "$on_kvm" "$again, emulated"
	remembered
}

forced() {
	forget
	VM_ACCEL=kvm runs "$reboots" 'run kvm,run kvm' "$on_kvm" "$again"
}

terminated() {
	local answers

	forget
	rm -f starts pids
	ON_KVM=$hangs VM_KVM_SECONDS=1000 "$root/tests/vm/run" -k accel-selftest -- true 2>err &
	until [ -s pids ]; do
		sleep 0.1
	done
	kill $!
	wait $! || true
	gone
	answers=$(find "$SEASTAR_CACHE/kvm" -type f ! -name .lock)
	[ -z "$answers" ]
}

# The kernel, the KVM and the QEMU that are here, whatever comes of them; emulation would prove nothing
# shellcheck disable=SC2016 # the false QEMU's
here() {
	local start=$SECONDS

	forget
	unset VM_KVM_DEVICE
	export VM_KVM_SECONDS=15
	rm -f starts pids
	ON_KVM='real "$@"' ON_TCG=up "$root/tests/vm/run" -k 6.12 -o "$work/logs" -- true 2>err || true
	cat starts err
	[ $((SECONDS - start)) -lt 60 ]
	gone
	case $(paste -sd , starts) in
	'run tcg') grep "$on_tcg: /dev/kvm cannot be opened" err ;;
	'probe kvm,run tcg') grep 'KVM does not carry a guest here' err ;;
	'probe kvm,run kvm') [ "$(cat err)" = "run: $on_kvm" ] ;;
	*) false ;;
	esac
}

echo 'TAP version 13'
check 'there is a QEMU to try it with' make_false
check 'a guest runs on KVM where a probe comes as far as to its init' carried
check 'the next run knows, and probes no more' remembered
check 'where QEMU aborts, a sentence says so once, guests are emulated, and there is no core file' aborted
check 'where the guest hangs, the probe is ended within its bound' hung
check 'where the guest ends before its init, guests are emulated' not_carried "$reboots" 'qemu ended with status 0'
check 'a device that cannot be opened is not probed' not_opened
check 'another kernel is probed anew' probed_anew 'echo other >>$guest/vmlinuz'
check 'so is another QEMU' probed_anew 'echo "version 2" >version'
check 'so is another kernel of the host' probed_anew other_host
check 'a probe is for all runs of a kernel, whatever VM_CMDLINE they have' shared
check 'two runs at once start one probe' at_once
check 'VM_ACCEL and VM_ICOUNT decide without a probe' decided
check 'what is no accelerator is refused, and KVM that should count instructions' refused
check 'a guest that KVM fails before its init is emulated then, and so is the next' emulated_at_last
check 'one that fails by emulation, too, says nothing about KVM' not_blamed
check 'KVM that was asked for stays' forced
check 'a run that is terminated while it probes leaves no QEMU, no file and no answer' terminated
check 'the probe of this machine ends, and says what became of it' here
rm -r "$guest"
finish

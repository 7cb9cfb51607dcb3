# SPDX-License-Identifier: GPL-2.0-only
# shellcheck shell=bash disable=SC2034,SC2154 # variables of the scripts that source it
# Whether KVM runs a guest or TCG emulates it; sourced by guest.sh. VM_ACCEL=tcg|kvm decides. By default
# KVM runs a kernel that it has carried to our init before. One probe finds out, and $cache/kvm keeps
# the answer, in a file per kernel and machine.

kvm_device=${VM_KVM_DEVICE:-/dev/kvm}	# another for tests
kvm_seconds=${VM_KVM_SECONDS:-15}	# emulated, a stock kernel takes 4 s of CPU time

# The emulator's processors take turns on one of ours. With a thread each they are not reliable: a kernel
# that patches its code (jump labels) may have one execute the patch's breakpoint after the patch is complete,
# and one that does not may find its locks changed in its first milliseconds. Rarely; then it panics.
#
# Page tables of four levels are walked faster than those of five.
declare -A processor=([tcg]='-accel tcg,thread=single -cpu max,la57=off' [kvm]='-accel kvm -cpu host')

# choose_accelerator: sets `accel`, an index of `processor`, and `kvm_answer`: the file of the answer by
# which KVM was chosen, or empty
choose_accelerator() {
	local reason=

	kvm_answer=
	accel=tcg
	case ${VM_ACCEL:-${VM_ICOUNT:+tcg}} in
	tcg) ;;
	kvm)
		[ -z "${VM_ICOUNT-}" ] || die 'KVM cannot count instructions: unset VM_ACCEL or VM_ICOUNT'
		accel=kvm
		;;
	'')
		if ! kvm_opens; then
			reason=": $kvm_device cannot be opened"
		else
			ask_kvm
			[ -n "$kvm_answer" ] && accel=kvm || reason=': KVM does not carry this kernel'
		fi
		;;
	*) die "VM_ACCEL is '$VM_ACCEL': set it to tcg or kvm" ;;
	esac
	case $accel in
	kvm) say 'the guest runs on KVM' ;;
	tcg) say "the guest is emulated (TCG)$reason" ;;
	esac
}

# The redirection would create a file that is not there
kvm_opens() {
	[ -c "$kvm_device" ] && (: <>"$kvm_device") 2>/dev/null
}

# ask_kvm: sets `kvm_answer` if the answer is yes. Runs that lack it at the same time wait for one probe.
ask_kvm() {
	local file

	file=$cache/kvm/$(kvm_key)
	if [ ! -s "$file" ]; then
		mkdir -p "$cache/kvm" || die "cannot write to $cache: set SEASTAR_CACHE to a directory of yours"
		exec 9>"$cache/kvm/.lock"
		flock 9
		[ -s "$file" ] || probe_kvm
		exec 9>&-
	fi
	[ "$(cat "$file")" != yes ] || kvm_answer=$file
}

# The answer depends on the kernel, on what we start it with, and on the machine
kvm_key() {
	{
		cat "$build/vm/$series/vmlinuz"
		echo "${processor[kvm]} $cmdline"
		qemu-system-x86_64 --version
		uname -r
		grep -m 1 '^model name' /proc/cpuinfo
	} | sha256sum | cut -c 1-24
}

# Boot the kernel on KVM as far as to the mark of our init, and write the answer to $file. The first line
# on its console would prove less: processors, timers, interrupts and programs come after it. The memory,
# the files and the words that are particular to this run are left out: the answer is for others, too.
probe_kvm() {
	local accel=kvm memory=1G cpus=2 tree='' disk='' VM_CMDLINE='' qemu status=0 reason

	make_initrd </dev/null
	qemu_command
	: >"$tmp/kernel.log"
	(ulimit -c 0 && exec setpriv --pdeathsig TERM timeout -k 1 "$kvm_seconds" "${qemu[@]}") </dev/null >/dev/null 2>&1 9>&- &
	vm_pid=$!
	# of a program that a signal ends bash makes a report of its own
	{
		await_init
		! came_up || kill "$vm_pid" || true
		wait "$vm_pid" || status=$?
	} 2>/dev/null
	vm_pid=
	if came_up; then
		echo yes >"$file"
		return
	fi
	echo no >"$file"
	case $status in
	124 | 137) reason="its init did not run within $kvm_seconds s" ;;
	*) reason="qemu ended with status $status" ;;
	esac
	say "KVM does not carry a guest here ($reason); guests are emulated; VM_ACCEL=kvm forces KVM"
}

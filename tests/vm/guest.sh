# SPDX-License-Identifier: GPL-2.0-only
# shellcheck shell=bash disable=SC2034,SC2154 # variables of the scripts that source it
# How a guest is started; sourced after lib.sh by `run` and `shell`, which set `series`,
# `memory` and `cpus`.

. "$vm/accel.sh"

# On a busy machine the timer may miss the moment in which the kernel looks whether it works: it
# would panic, so it shall not look. The emulator translates a program anew wherever it is loaded: at the
# same addresses each time, programs start in a quarter of the time.
cmdline="console=ttyS0 loglevel=5 panic=-1 oops=panic mitigations=off no_timer_check norandmaps"

need_guest() {
	[ -r "$build/vm/$series/initrd" ] || die "there is no guest for $series: run \`make vm-$series\` first"
}

# What is particular to one run goes into a second archive behind the common one: the
# command, as a script on standard input, the nonce of the end mark, and what reports of the
# kernel look like; and behind that the files of $tree, if it is set, which are added to the root, or to that of the disk.
make_initrd() {
	local common=$build/vm/$series/initrd

	mkdir -p "$tmp/vm"
	cat >"$tmp/vm/command"
	echo "$nonce" >"$tmp/vm/nonce"
	echo "$reports" >"$tmp/vm/reports"
	[ -z "${tree:-}" ] || [ -z "${disk:-}" ] || cp -r "$tree" "$tmp/vm/tree"
	(cd "$tmp" && find vm | cpio -o -H newc -R 0:0 --quiet) | cat "$common" - >"$tmp/initrd"
	[ -z "${tree:-}" ] || [ -n "${disk:-}" ] || (cd "$tree" && find . -mindepth 1 | cpio -o -H newc -R 0:0 --quiet) >>"$tmp/initrd"
}

# What a guest's command shall know of our terminal
terminal=
if [ -t 1 ]; then
	read -r rows columns < <(stty -F /dev/tty size 2>/dev/null) || rows=0
	[ "$rows" = 0 ] || terminal="stty rows $rows cols $columns; "
	terminal+="export TERM=${TERM:-dumb}"
fi

# qemu_command: fills the array `qemu`; the caller adds what ttyS1 is. With VM_ICOUNT the guest's clock counts
# instructions, one a nanosecond, and the kernel of its second processor when programs enter and
# leave it, rather than where it finds them now and then.
qemu_command() {
	[ -z "${VM_ICOUNT-}" ] || cmdline+=' nohz_full=1'
	# shellcheck disable=SC2206 # a list of words
	qemu=(qemu-system-x86_64 ${processor[$accel]} -smp "$cpus" -m "$memory"
		-no-user-config -nodefaults -display none -no-reboot
		-kernel "$build/vm/$series/vmlinuz" -initrd "$tmp/initrd"
		-append "$cmdline ${VM_CMDLINE-}"
		-serial "file:$tmp/kernel.log")
	[ -z "${VM_ICOUNT-}" ] || qemu+=(-icount "shift=0,sleep=off")
}

# plug_hardware FABRIC: fills the array `hardware` with a PCI function whose BAR has the
# registers of such a fabric, a function beside it that has no driver, and a third serial port for
# the guest's wishes. See tests/hw.
plug_hardware() {
	mkfifo "$tmp"/{port,monitor}.{in,out}
	setpriv --pdeathsig TERM "$top/tests/hw/host" "$tmp" "$build/tests/hwmodel" "$1" &
	host_pid=$!
	until [ -e "$tmp/ready" ]; do
		kill -0 $host_pid 2>/dev/null || die "there is no hardware"
		sleep 0.05
	done
	# shellcheck disable=SC2054 # the commas are QEMU's
	hardware=(-chardev "pipe,id=port,path=$tmp/port" -serial chardev:port
		-chardev "pipe,id=monitor,path=$tmp/monitor" -mon "chardev=monitor,mode=control"
		-object "memory-backend-file,id=bar0,share=on,mem-path=$tmp/bar,size=$(stat -c %s "$tmp/bar")"
		-machine q35 -device "pcie-root-port,id=port0,chassis=1,addr=5"
		-device "ivshmem-plain,id=hw0,memdev=bar0,bus=port0,multifunction=on"
		-device "pci-testdev,bus=port0,addr=0.1")
}

# add_disk FILE: fills the array `storage` with a disk, for init to go on from. What is written to
# it goes to a temporary file.
add_disk() {
	[ -r "$1" ] || die "there is no $1: run \`make vm-debian\` first"
	# shellcheck disable=SC2054 # the commas are QEMU's
	storage=(-drive "file=$1,format=raw,if=none,id=disk,snapshot=on" -device nvme,drive=disk,serial=disk)
	cmdline+=" enter_disk systemd.show_status=no"
}

# Has the guest's init run?
came_up() {
	grep -qa 'seastar-vm: up' "$tmp/kernel.log"
}

# End a guest that is still without its init after five minutes
await_init() {
	local tries

	for ((tries = 0; tries < 600; tries++)); do
		! came_up && kill -0 "$vm_pid" 2>/dev/null || return 0
		sleep 0.5
	done
	kill "$vm_pid" || true
}

# A temporary directory and whatever runs in it end with us
guest_tmp() {
	tmp=$(mktemp -d)
	vm_pid=
	host_pid=
	trap clean_up EXIT
	trap 'exit 130' INT
	trap 'exit 143' TERM HUP
	nonce=$(od -A n -N 12 -t x1 /dev/urandom | tr -d ' ')
}

clean_up() {
	local pid

	for pid in $vm_pid $host_pid; do
		kill "$pid" 2>/dev/null || true
		wait "$pid" || true
	done
	rm -rf "$tmp"
}

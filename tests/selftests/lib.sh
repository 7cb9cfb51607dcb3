# SPDX-License-Identifier: GPL-2.0-only
# shellcheck shell=bash disable=SC2034 # scripts that source this file use the variables
# Functions that the tests share, for bash scripts to source: TAP, the module and refusals.
#
# A test calls `plan`, then the checks, then `finish`. Devices created with `new_device` and files
# in $tmp are removed when the test ends, in any way.
#
# In a guest, starts of programs and subshells take most of the time, so there are few here.
#
# With BACKEND=mmio the device is hardware: a PCI function that the host side of the
# test rig plays (tests/hw).

set -u
set -o pipefail

here=$(cd "${0%/*}" && pwd)
claims=0
planned=0
failed=0
devices=()
backend=${BACKEND:-soft}
pci=/sys/bus/pci
slot=${SLOT:-0000:01:00.0}	# of the PCI function
port=
tmp=$(mktemp -d)
exec {never}<> <(:)	# a pipe that nothing is written to, for nap

bail() {
	echo "Bail out! $*"
	exit 1
}

clean_up() {
	trap '' INT TERM
	# shellcheck disable=SC2046 # a list of processes
	kill $(jobs -p) 2>/dev/null
	wait
	[ ${#devices[@]} = 0 ] || printf 'dev del "%s"\n' "${devices[@]}" | seastar -f -b - 2>/dev/null
	! is_bound || unbind_driver
	rm -rf "$tmp"
}

trap clean_up EXIT
trap 'exit 130' INT
trap 'exit 143' TERM

# needs BACKEND WHY: skip the test, before its plan, with another backend
needs() {
	[ "$backend" = "$1" ] || {
		echo 'TAP version 13'
		echo "1..0 # SKIP $2"
		exit 4
	}
}

# plan N: begin a test of N claims
plan() {
	echo 'TAP version 13'
	[ $EUID = 0 ] || {
		echo '1..0 # SKIP needs root'
		exit 4
	}
	echo "1..$1"
	planned=$1
	modprobe seastar || bail 'cannot load the module: modprobe seastar failed'
}

finish() {
	[ "$claims" = "$planned" ] || bail "$claims of $planned claims were checked"
	exit "$failed"
}

pass() {
	claims=$((claims + 1))
	echo "ok $claims $1"
}

# skip CLAIM WHY
skip() {
	pass "$1 # SKIP $2"
}

# fail CLAIM [DIAGNOSTIC...]
fail() {
	claims=$((claims + 1))
	failed=1
	echo "not ok $claims $1"
	shift
	printf '%s\n' "$@" | sed -n '1,40s/^/# /p'
	echo "# rerun: $0"
}

# is CLAIM EXPECTED SEEN
is() {
	if [ "$2" = "$3" ]; then
		pass "$1"
	else
		fail "$1" "expected: $2" "seen:     $3"
	fi
}

# isnt CLAIM UNEXPECTED SEEN
isnt() {
	if [ "$2" != "$3" ]; then
		pass "$1"
	else
		fail "$1" "expected: anything but this" "seen:     $3"
	fi
}

# near CLAIM EXPECTED SEEN PERCENT: SEEN may differ by PERCENT of EXPECTED
near() {
	if awk -v e="$2" -v s="$3" -v p="$4" \
		'BEGIN { d = s - e; exit !(s != "" && (d < 0 ? -d : d) <= e * p / 100) }'; then
		pass "$1"
	else
		fail "$1" "expected: $2 within $4 %" "seen:     $3"
	fi
}

# works CLAIM COMMAND...
works() {
	local claim=$1 status

	shift
	"$@" >"$tmp/printed" 2>&1
	status=$?
	if [ $status = 0 ]; then
		pass "$claim"
	else
		fail "$claim" "expected: success of: $*" "seen:     status $status" "$(cat "$tmp/printed")"
	fi
}

# matches TEXT PATTERN: ignoring case
matches() {
	local status

	shopt -s nocasematch
	[[ $1 =~ $2 ]]
	status=$?
	shopt -u nocasematch
	return $status
}

# refused CLAIM STATUS PATTERN COMMAND...: the command ends with STATUS and one line on stderr that
# matches PATTERN
refused() {
	local claim=$1 expected=$2 pattern=$3 lines status

	shift 3
	"$@" >"$tmp/stdout" 2>"$tmp/stderr"
	status=$?
	mapfile -t lines <"$tmp/stderr"
	if [ "$status" = "$expected" ] && [ ${#lines[@]} = 1 ] && matches "${lines[0]}" "$pattern"; then
		pass "$claim"
	else
		fail "$claim" "expected: status $expected and one line like: $pattern" \
			"seen:     status $status and: $(cat "$tmp/stderr")" "of: $*"
	fi
}

# extent USUAL LONG: print USUAL or, with LONG=1 (`make check-long`), LONG
extent() {
	[ -z "${LONG-}" ] && echo "$1" || echo "$2"
}

# new_device NAME TOPOLOGY...: add a device, deleted at the end; $device is its name, which hardware
# chooses itself
new_device() {
	if [ "$backend" = mmio ]; then
		[ $# = 2 ] || bail "hardware has no $*"
		new_hardware "$2"
		device=mmio0
	else
		seastar dev add "$1" topology "${@:2}" || bail "cannot create $1: $*"
		device=$1
	fi
	devices+=("$device")
}

# new_hardware TOPOLOGY: give the function a fabric of this topology, just reset
new_hardware() {
	local x y z

	! is_bound || unbind_driver
	IFS=x read -r x y z <<<"$1"
	host model new "${x}x${y:-1}x${z:-1}"
	bind_driver || bail "cannot bind the driver to $slot"
}

is_bound() {
	[ -e "$pci/drivers/seastar/$slot" ]
}

# bind_driver, unbind_driver: bind the driver to the PCI function, whatever its ids, or unbind it
bind_driver() {
	echo seastar >"$pci/devices/$slot/driver_override" &&
		echo "$slot" 2>/dev/null >$pci/drivers/seastar/bind
}

unbind_driver() {
	echo "$slot" >$pci/drivers/seastar/unbind
}

# host COMMAND...: send a command to the host side of the hardware; see tests/hw/host
host() {
	local answer

	[ "$port" ] || {
		exec {port}<>/dev/ttyS2
		stty raw -echo <&"$port"
	}
	echo "$*" >&"$port"
	read -r -t 300 answer <&"$port" || bail "the host does not answer: $*"
	[ "$answer" = ok ] || bail "the host cannot: $*: $answer"
}

# get FILTER ARGUMENT...: print the JSON output of the CLI, through jq
get() {
	seastar -j "${@:2}" | jq -rc "$1"
}

# each_is <LINES: three lines per claim: the claim, the expected and the seen value
each_is() {
	local claim expected seen

	while read -r claim && read -r expected && read -r seen; do
		is "$claim" "$expected" "$seen"
	done
}

# compare FILTER <COMMANDS: FILTER makes the lines for each_is from the array of the commands'
# outputs; near(EXPECTED; SEEN; PERCENT) makes the last two
compare() {
	seastar -j -b - >"$tmp/answers" || bail 'cannot read what is compared'
	each_is < <(jq -rcs '
		def near($expected; $seen; $percent):
			if ($seen - $expected | fabs) * 100 <= $expected * $percent then ($seen, $seen)
			else ("\($expected) within \($percent) %", $seen) end;
		'"$1" "$tmp/answers")
}

cycle_of() {
	get .cycle clock show "$1"
}

# expire_sample DEVICE: let the next reader take a new sample. Without this a sample whose taking was
# slow serves readers for ten times as long.
expire_sample() {
	echo 0 >"/sys/class/seastar/$1/stats_lifespan"
}

as_nobody() {
	setpriv --reuid=65534 --regid=65534 --clear-groups --inh-caps=-all --bounding-set=-all -- "$@"
}

# joined [PID]: return 0 if a socket of this process, or of any, has joined a netlink group
joined() {
	local protocol pid groups _

	while read -r _ protocol pid groups _; do
		[ "$protocol $pid" != "16 ${1-$pid}" ] || [ "$groups" = 00000000 ] || return 0
	done </proc/net/netlink
	return 1
}

listens() {
	local first

	read -r first <"$1" && [[ $first = *'"event":"listening"'* ]]
}

# listen FILE COMMAND...: run a monitor that writes JSON to the file, as $monitor, and wait until it
# listens. The file alone does not show that: it may still have the output of another monitor.
listen() {
	: >"$1"
	"${@:2}" >"$1" 2>&1 &
	monitor=$!
	wait_until 10 listens "$1" || bail 'the monitor does not listen'
}

end_monitor() {
	kill $monitor
	wait $monitor 2>/dev/null
}

# nap SECONDS: sleep without starting a program
nap() {
	! read -r -t "$1" -u "$never"
}

# wait_until SECONDS COMMAND...: run the command until it succeeds; report a time-out in any case.
# The limit is ten times SECONDS, for machines that are slow or busy.
wait_until() {
	local tries=$(($1 * 100))

	while ! "${@:2}"; do
		tries=$((tries - 1))
		[ $tries -gt 0 ] || {
			echo "# waited $(($1 * 10)) s in vain for: ${*:2}"
			return 1
		}
		nap 0.1
	done
}

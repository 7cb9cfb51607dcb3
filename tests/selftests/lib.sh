# SPDX-License-Identifier: GPL-2.0-only
# shellcheck shell=bash disable=SC2034 # variables are for those who source it
# TAP, the module and refusals: what the tests share; sourced by bash scripts.
#
# A test calls `plan`, then the checks, then `finish`. Devices it creates with
# `new_device` and files in $tmp go when it ends, however it ends.
#
# Starts of programs, and subshells, are what most tests take their time for in a guest: here are few.
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
exec {never}<> <(:)	# of which there is nothing to read: see nap

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

# needs BACKEND WHY: before the plan, of a test that is for one of them
needs() {
	[ "$backend" = "$1" ] || {
		echo 'TAP version 13'
		echo "1..0 # SKIP $2"
		exit 4
	}
}

# plan N: begin; N claims follow
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

# near CLAIM EXPECTED SEEN PERCENT: of what is expected
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

# matches TEXT PATTERN: in capitals or not
matches() {
	local status

	shopt -s nocasematch
	[[ $1 =~ $2 ]]
	status=$?
	shopt -u nocasematch
	return $status
}

# refused CLAIM STATUS PATTERN COMMAND...: with one line on stderr that matches PATTERN
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

# extent USUAL LONG: how often, or how long: the second with LONG=1 (`make check-long`)
extent() {
	[ -z "${LONG-}" ] && echo "$1" || echo "$2"
}

# new_device NAME TOPOLOGY...: it goes at the end; $device is its name, hardware has its own
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

# new_hardware TOPOLOGY: the function becomes one of such a fabric, fresh from its reset
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

# bind_driver, unbind_driver: of the PCI function, whatever its ids
bind_driver() {
	echo seastar >"$pci/devices/$slot/driver_override" &&
		echo "$slot" 2>/dev/null >$pci/drivers/seastar/bind
}

unbind_driver() {
	echo "$slot" >$pci/drivers/seastar/unbind
}

# host COMMAND...: the other side of the hardware does it; see tests/hw/host
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

# get FILTER ARGUMENT...: the output of the CLI as JSON, through jq
get() {
	seastar -j "${@:2}" | jq -rc "$1"
}

# each_is <LINES: of each claim three: the claim, what is expected and what is seen
each_is() {
	local claim expected seen

	while read -r claim && read -r expected && read -r seen; do
		is "$claim" "$expected" "$seen"
	done
}

# compare FILTER <COMMANDS: FILTER makes the lines of several claims from what the commands print, an
# array; near(EXPECTED; SEEN; PERCENT) makes two of them
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

as_nobody() {
	setpriv --reuid=65534 --regid=65534 --clear-groups --inh-caps=-all --bounding-set=-all -- "$@"
}

# joined [PID]: a socket of this process, or of any, has joined a group
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
# listens. What another has said there is no answer: the process in the background may empty the file late.
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

# nap SECONDS: no program is started for it
nap() {
	! read -r -t "$1" -u "$never"
}

# wait_until SECONDS COMMAND...: poll until it succeeds; a wait in vain is reported, whoever minds. On a
# machine that is slow, or has other work, it may take ten times as long.
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

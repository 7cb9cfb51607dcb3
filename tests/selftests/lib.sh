# SPDX-License-Identifier: GPL-2.0-only
# TAP, the module and refusals: what the tests share; sourced by bash scripts.
#
# A test calls `plan`, then the checks, then `finish`. Devices it creates with
# `new_device` and files in $tmp go when it ends, however it ends.

set -u
set -o pipefail

here=$(cd "$(dirname "$0")" && pwd)
claims=0
planned=0
failed=0
devices=()
tmp=$(mktemp -d)

bail() {
	echo "Bail out! $*"
	exit 1
}

clean_up() {
	local dev

	trap '' INT TERM
	# shellcheck disable=SC2046 # a list of processes
	kill $(jobs -p) 2>/dev/null
	wait
	for dev in "${devices[@]}"; do
		seastar dev del "$dev" 2>/dev/null
	done
	rm -rf "$tmp"
}

trap clean_up EXIT
trap 'exit 130' INT
trap 'exit 143' TERM

# plan N: begin; N claims follow
plan() {
	echo 'TAP version 13'
	[ "$(id -u)" = 0 ] || {
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

# fail CLAIM [DIAGNOSTIC...]
fail() {
	claims=$((claims + 1))
	failed=1
	echo "not ok $claims $1"
	shift
	printf '%s\n' "$@" | head -n 40 | sed 's/^/# /'
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
	local claim=$1 output status

	shift
	output=$("$@" 2>&1)
	status=$?
	if [ $status = 0 ]; then
		pass "$claim"
	else
		fail "$claim" "expected: success of: $*" "seen:     status $status" "$output"
	fi
}

# refused CLAIM STATUS PATTERN COMMAND...: with one line on stderr that matches PATTERN
refused() {
	local claim=$1 expected=$2 pattern=$3 lines status

	shift 3
	"$@" >"$tmp/stdout" 2>"$tmp/stderr"
	status=$?
	lines=$(wc -l <"$tmp/stderr")
	if [ "$status" = "$expected" ] && [ "$lines" = 1 ] && grep -qiE -- "$pattern" "$tmp/stderr"; then
		pass "$claim"
	else
		fail "$claim" "expected: status $expected and one line like: $pattern" \
			"seen:     status $status and: $(cat "$tmp/stderr")" "of: $*"
	fi
}

# new_device NAME TOPOLOGY...: it is deleted at the end
new_device() {
	devices+=("$1")
	seastar dev add "$1" topology "${@:2}" || bail "cannot create $1: $*"
}

# get FILTER ARGUMENT...: the output of the CLI as JSON, through jq
get() {
	seastar -j "${@:2}" | jq -rc "$1"
}

cycle_of() {
	get .cycle clock show "$1"
}

as_nobody() {
	setpriv --reuid=65534 --regid=65534 --clear-groups --inh-caps=-all --bounding-set=-all -- "$@"
}

# The socket of process $1 has joined a group
joined() {
	awk -v pid="$1" '$2 == 16 && $3 == pid && $4 != "00000000" { found = 1 } END { exit !found }' \
		/proc/net/netlink
}

# wait_until SECONDS COMMAND...: poll until it succeeds
wait_until() {
	local tries=$(($1 * 10))

	while ! "${@:2}"; do
		tries=$((tries - 1))
		[ $tries -gt 0 ] || return 1
		sleep 0.1
	done
}

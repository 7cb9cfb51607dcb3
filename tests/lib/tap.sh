# SPDX-License-Identifier: GPL-2.0-only
# shellcheck shell=bash disable=SC2034 # variables are for those who source it
# Test points of shell scripts; sourced by them.  Sets `sim`, the simulator, which is a sanitized
# one with SANITIZED=1, and `work`, an empty directory, which stays for a look after a failure.

root=$(cd "$(dirname "${BASH_SOURCE[0]}")/../.." && pwd)
name=$(basename "$(dirname "$0")")/$(basename "$0")
sim=$root/build/${SANITIZED:+san/}seastar-sim
work=$root/build/tests/$name${SANITIZED:+-sanitized}
tested=0
failed=0
export PYTHONPATH=$root/tests/lib PYTHONDONTWRITEBYTECODE=1
rm -rf "$work"
mkdir -p "$work"
cd "$work" || exit 1

# check CLAIM COMMAND...: a test point
check() {
	local claim=$1 result=ok

	shift
	tested=$((tested + 1))
	# in the background, where errors end it as everywhere else
	(set -e; "$@") >"$work/output" 2>&1 &
	wait $! || result='not ok'
	echo "$result $tested $claim"
	[ "$result" = ok ] && return
	failed=$((failed + 1))
	echo "# $* said"
	tail -n 20 "$work/output" | sed 's/^/#   /'
	echo "# rerun: ${SANITIZED:+SANITIZED=1 }tests/$name; its files are in ${work#"$root/"}"
}

# finish: the plan, and the script's exit status
finish() {
	echo "1..$tested"
	exit $((failed > 0))
}

# prints PATTERN COMMAND...: it succeeds, and a line of what it prints matches the extended expression
prints() {
	local said

	said=$("${@:2}") || return
	echo "$said"
	grep -qE -- "$1" <<<"$said"
}

# fails COMMAND...: it does not succeed, but it runs.  `! COMMAND` ends no function that goes on behind it.
fails() {
	local status=0

	"$@" || status=$?
	[ "$status" -gt 0 ] && [ "$status" -lt 126 ] && return
	echo "expected to fail, but status $status: $*"
	return 1
}

# refuses STATUS TEXT COMMAND...: it ends with that status and one line on stderr, which has the text
refuses() {
	local status=0 wanted=$1 text=$2 said

	shift 2
	said=$("$@" 2>&1 >"$work/printed") || status=$?
	printf 'status %s, said: %s\n' "$status" "$said"
	[ "$status" = "$wanted" ] && [ ! -s "$work/printed" ] && [[ $said == *"$text"* ]] && [ "$(wc -l <<<"$said")" = 1 ]
}

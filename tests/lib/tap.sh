# SPDX-License-Identifier: GPL-2.0-only
# shellcheck shell=bash disable=SC2034 # scripts that source this file use the variables
# Test points, for shell scripts to source.  Sets `sim`, the simulator (the sanitized one with
# SANITIZED=1), and `work`, an empty directory, which is kept after a failure.

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

# check CLAIM COMMAND...: print a test point, which passes if the command succeeds
check() {
	local claim=$1 result=ok

	shift
	tested=$((tested + 1))
	# run in the background, where `set -e` stays in force
	(set -e; "$@") >"$work/output" 2>&1 &
	wait $! || result='not ok'
	echo "$result $tested $claim"
	[ "$result" = ok ] && return
	failed=$((failed + 1))
	echo "# $* said"
	tail -n 20 "$work/output" | sed 's/^/#   /'
	echo "# rerun: ${SANITIZED:+SANITIZED=1 }tests/$name; its files are in ${work#"$root/"}"
}

# finish: print the plan; return the script's exit status
finish() {
	echo "1..$tested"
	exit $((failed > 0))
}

# build_peak: make ./peak, which prints how much memory a command takes: see peak.c
build_peak() {
	"${CC:-cc}" -O1 -Wall -Wextra "$root/tests/lib/peak.c" -o peak
}

# prints PATTERN COMMAND...: the command succeeds, and a line of its output matches the extended
# expression
prints() {
	local said

	said=$("${@:2}") || return
	echo "$said"
	grep -qE -- "$1" <<<"$said"
}

# fails COMMAND...: the command runs and fails. `! COMMAND` would not end a function with `set -e`.
fails() {
	local status=0

	"$@" || status=$?
	[ "$status" -gt 0 ] && [ "$status" -lt 126 ] && return
	echo "expected to fail, but status $status: $*"
	return 1
}

# refuses STATUS TEXT COMMAND...: the command ends with STATUS and one line on stderr that contains
# TEXT
refuses() {
	local status=0 wanted=$1 text=$2 said

	shift 2
	said=$("$@" 2>&1 >"$work/printed") || status=$?
	printf 'status %s, said: %s\n' "$status" "$said"
	[ "$status" = "$wanted" ] && [ ! -s "$work/printed" ] && [[ $said == *"$text"* ]] && [ "$(wc -l <<<"$said")" = 1 ]
}

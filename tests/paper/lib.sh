# SPDX-License-Identifier: GPL-2.0-only
# shellcheck shell=bash
# What the tests of the papers' results share; sourced by them.

set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/../.."
sim=$PWD/build/seastar-sim
work=$PWD/build/tests/paper/${0##*/}
count=0
failed=0
rm -rf "$work"
mkdir -p "$work"

# check NAME COMMAND...: a test point
check() {
	local name=$1 result=ok

	shift
	count=$((count + 1))
	# in the background, where its errors end it as everywhere else
	"$@" >"$work/output" 2>&1 &
	wait $! || result='not ok'
	echo "$result $count $name"
	[ "$result" = ok ] && return
	tail -n 20 "$work/output" | sed 's/^/# /'
	failed=1
}

# finish: the plan, and the script's exit status
finish() {
	echo 1..$count
	exit $failed
}

# PAPER-RESULT of all that the program lists
names() {
	"$sim" paper | awk '/^[a-z]+: / { paper = substr($1, 1, length($1) - 1) } /^  [a-z]/ { print paper "-" $1 }'
}

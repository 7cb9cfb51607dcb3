#!/bin/bash
# SPDX-License-Identifier: GPL-2.0-only
# What a packet-hop takes in another revision and here, for each workload that is counted, and how
# many times faster this one is: the median of seven ratios of processor time, one run after the
# other.
#	against.sh REVISION
set -euo pipefail

[ $# -eq 1 ] || {
	echo 'usage: make bench-against REV=REVISION' >&2
	exit 2
}
cd "$(dirname "$0")/../.."
here=$PWD
out=$here/build/bench-against
programs='build/tests/count build/seastar-sim'

rm -rf "$out"
mkdir -p "$out"
git archive --prefix=before/ "$1" | tar -x -C "$out"
# shellcheck disable=SC2086
make -C "$out/before" SETUP=: $programs >"$out/build.log" 2>&1 || {
	tail -n 5 "$out/build.log" >&2
	exit 1
}

count() {
	"$1/tests/bench/count.sh" "$out/$2.json" >"$out/$2.log" 2>&1 || {
		tail -n 5 "$out/$2.log" >&2
		return 1
	}
}

count "$out/before" before
count "$here" now
python3 tests/bench/against.py "$out/before.json" "$out/now.json" "$out/before/build/seastar-sim" build/seastar-sim

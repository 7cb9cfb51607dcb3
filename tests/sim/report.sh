#!/bin/bash
# SPDX-License-Identifier: GPL-2.0-only
# seastar-sim report: a browser shows what the results say.  TAP on stdout.
# shellcheck source=tests/lib/tap.sh
. "$(dirname "$0")/../lib/tap.sh"

page() {
	python3 "$root/tests/sim/page.py" "$@"
}

simulate() {
	"$sim" run topology=4x3x2 warmup=1000 measure=4000 period=8 -j "$@"
}

simulate_all() {
	local select load

	simulate load=0.5 interval=500 >one.jsonl
	for select in age rr; do
		for load in 0.1 0.3 0.6; do
			simulate load=$load select=$select
		done
	done >sweep.jsonl
	"$sim" run topology=32 pattern=tornado vcs=1 deadlock=allowed load=1 warmup=2000 measure=10000 -j >deadlock.jsonl
	grep -q '"is":"deadlock"' deadlock.jsonl
}

# browse PAGE: its DOM once it is laid out.  As root, chromium runs without a sandbox only.
browse() {
	timeout 120 chromium --headless=new --no-sandbox --disable-gpu --user-data-dir="$work/chromium" \
		--dump-dom "file://$work/$1" 2>chromium.log
}

# shows RESULTS PICTURES: the page has the results' values, and so many pictures
shows() {
	local name=${1%.jsonl}

	"$sim" report "$1" -o "$name.html"
	page alone "$name.html"
	page probe "$name.html" >"probe-$name.html"
	browse "probe-$name.html" >"$name.dom"
	page numbers "$name.dom" "$1"
	page layout "$name.dom" "$2"
}

# What the test would not notice it could not claim
wrong_number_is_noticed() {
	sed 's/\(data-key="latency.mean" data-value="[0-9]*\)/\10/' one.dom >wrong.dom
	! cmp one.dom wrong.dom
	page numbers one.dom one.jsonl
	! page numbers wrong.dom one.jsonl
}

missing_number_is_noticed() {
	sed 's/data-key="fairness.jain"/data-key="fairness.min"/' one.dom >missing.dom
	! page numbers missing.dom one.jsonl
}

same_again() {
	LC_ALL=C.UTF-8 TZ=Asia/Tokyo "$sim" report sweep.jsonl -o again.html
	cmp sweep.html again.html
}

names_the_deadlock() {
	grep -q 'Deadlock of run 1 in cycle' deadlock.html
	[ "$(grep -c '<li>input buffer, router at x [0-9]*, y 0, z 0, port -x, virtual channel 0</li>' deadlock.html)" = 32 ]
}

hostile_text_is_text() {
	sed 's/"why":"/&<script>alert(1)<\/script>/g; s/"select":"age"/"select":"\\"><b>"/' one.jsonl >hostile.jsonl
	grep -q '<script>' hostile.jsonl
	"$sim" report hostile.jsonl -o hostile.html
	page alone hostile.html
	! grep -q '<b>' hostile.html
}

refused() {
	refuses 2 '-o FILE is missing' "$sim" report one.jsonl
	refuses 2 'files of results are needed' "$sim" report -o x.html
	refuses 1 'No such file' "$sim" report missing.json -o x.html
	mkdir -p none
	ln -sf "$(command -v env)" none/env
	refuses 1 'there is no gnuplot' env PATH="$PWD/none" "$sim" report one.jsonl -o x.html
	test ! -e x.html
}

check 'results can be made to report' simulate_all
check 'one result is shown as it is' shows one.jsonl 10
check 'a sweep is shown as it is' shows sweep.jsonl 15
check 'a deadlock is shown as it is' shows deadlock.jsonl 8
check 'the buffers of a deadlock are named' names_the_deadlock
check 'a wrong number would be noticed' wrong_number_is_noticed
check 'a missing number would be noticed' missing_number_is_noticed
check 'a page is the same bytes again' same_again
check 'text in a result is no markup' hostile_text_is_text
check 'what makes no page is refused in a line' refused
finish

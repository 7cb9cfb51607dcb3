#!/bin/bash
# SPDX-License-Identifier: GPL-2.0-only
# seastar-sim plot: what is drawn is what the results say.  TAP on stdout.
# shellcheck source=tests/lib/tap.sh
. "$(dirname "$0")/../lib/tap.sh"

picture() {
	python3 "$root/tests/sim/picture.py" "$@"
}

simulate() {
	"$sim" run topology=4x3x2 warmup=1000 measure=4000 period=8 -j "$@"
}

simulate_all() {
	local select load

	for select in age rr; do
		for load in 0.1 0.3 0.6; do
			simulate load=$load select=$select
		done
	done >loads.jsonl
	for load in 0.1 0.3; do
		simulate load=$load seed=1 detail=summary
		simulate load=$load seed=2 detail=summary
	done >seeds.jsonl
	simulate load=0.3 interval=200 >series.json
	simulate load=0.3 topology=4x3x3 mesh=x >mesh.json
}

# draws FILE KIND OPTION...: as SVG and PNG
draws() {
	local file=$1 kind=$2

	shift 2
	"$sim" plot "$kind" "$file" -o "$kind.svg" "$@"
	"$sim" plot "$kind" "$file" -o "$kind.png" "$@"
	picture png "$kind.png"
	xmllint --noout --nonet "$kind.svg"
}

# labelled FILE KIND X Y CURVE...
labelled() {
	draws "$1" "$2"
	picture axes "$2.svg" "$3" "$4"
	picture curves "$2.svg" "${@:5}"
}

unsteady='white inside: saturated or not in steady state'
latency='latency (cycles of 2 ns)'
load='load (flits/node/cycle)'
six=('load 0.1, select age' 'load 0.3, select age' 'load 0.6, select age'
     'load 0.1, select rr' 'load 0.3, select rr' 'load 0.6, select rr')

same_again() {
	printf 'set terminal dumb\nset title "mine"\n' >.gnuplot
	"$sim" plot latency loads.jsonl -o first.svg
	HOME=$PWD LC_ALL=C.UTF-8 GNUTERM=dumb TZ=Asia/Tokyo "$sim" plot latency loads.jsonl -o second.svg
	cmp first.svg second.svg
	! grep -E '20[0-9][0-9]-|Date' first.svg
}

draws_what_throughput_is() {
	"$sim" plot throughput loads.jsonl -o throughput.svg
	picture throughput throughput.svg loads.jsonl
}

seeds_are_one_curve() {
	"$sim" plot latency seeds.jsonl -o seeds.svg
	picture curves seeds.svg mean '99th percentile'
	"$sim" plot latency seeds.jsonl --by seed -o seeds.svg
	picture curves seeds.svg 'seed 1, mean' 'seed 1, 99th percentile' 'seed 2, mean' 'seed 2, 99th percentile'
}

against_another_key() {
	local period

	for period in 4 8 16; do
		simulate load=0.3 period=$period
	done >periods.jsonl
	"$sim" plot latency periods.jsonl --against period -o periods.svg
	picture axes periods.svg 'period (cycles)' "$latency"
}

some_of_them() {
	"$sim" plot histogram loads.jsonl --where select=age --where load=0.3 -o some.svg
	"$sim" plot histogram loads.jsonl --where select=age -o some.svg
	picture curves some.svg 'load 0.1' 'load 0.3' 'load 0.6'
}

maps_of_nodes() {
	local of

	for of in stalled blocked injected received latency; do
		"$sim" plot heat mesh.json --of $of -o $of.svg
		xmllint --noout $of.svg
	done
}

heat_tells_the_truth() {
	"$sim" plot heat mesh.json -o mesh.svg
	picture heat mesh.svg mesh.json
	picture axes mesh.svg '+x' '-z' 'z = 2' 'flits a cycle'
}

hostile_names_stay_names() {
	sed 's/"age"/"a'\''b`touch hostile`\\"<\&>\\nEOD\\nsystem(1)"/g; s/"port":"proc"/"port":"\\"\\nEOD\\n!touch hostile\\n"/' \
		loads.jsonl >hostile.jsonl
	"$sim" plot latency hostile.jsonl -o hostile.svg
	"$sim" plot ports hostile.jsonl -o hostile-ports.svg
	xmllint --noout hostile.svg hostile-ports.svg
	test ! -e hostile
}

# With a gnuplot of our own in front of it, or none at all
without_gnuplot() {
	mkdir -p none broken
	ln -sf "$(command -v env)" none/env
	ln -sf "$(command -v env)" broken/env
	printf '#!/bin/sh\necho "         line 7: it is broken" >&2\nexit 1\n' >broken/gnuplot
	chmod +x broken/gnuplot
	refuses 1 'there is no gnuplot: install the package gnuplot-nox' env PATH="$PWD/none" \
		"$sim" plot latency loads.jsonl -o x.svg
	refuses 1 'gnuplot failed: line 7: it is broken' env PATH="$PWD/broken:$PATH" \
		"$sim" plot latency loads.jsonl -o x.svg
	test ! -e x.svg
}

bad_files() {
	head -c 500 loads.jsonl >torn.jsonl
	printf '{"schema": 2}\n' >other.json
	printf '{"schema": 1, "experiment": {}}\n' >empty.json
	: >nothing.json
	refuses 1 'torn.jsonl:1: a result breaks off' "$sim" plot latency torn.jsonl -o x.svg
	refuses 1 'other.json:1: not a result' "$sim" plot latency other.json -o x.svg
	refuses 1 'nothing.json: there is no result' "$sim" plot latency nothing.json -o x.svg
	refuses 1 'missing.json: No such file' "$sim" plot latency missing.json -o x.svg
	refuses 1 "no key 'load'" "$sim" plot latency empty.json -o x.svg
	refuses 1 'no packet' "$sim" plot histogram empty.json -o x.svg
	refuses 1 'detail=full' "$sim" plot heat empty.json -o x.svg
	refuses 1 'interval=' "$sim" plot series empty.json -o x.svg
	refuses 1 'nothing to draw' "$sim" plot ports empty.json -o x.svg
	(cat loads.jsonl && head -c 100 loads.jsonl) >torn-late.jsonl
	refuses 1 'torn-late.jsonl:7:' "$sim" plot latency torn-late.jsonl -o x.svg
}

bad_words() {
	refuses 1 "unknown kind of plot 'latancy': did you mean 'latency'?" "$sim" plot latancy loads.jsonl -o x.svg
	refuses 1 "no key 'selekt': did you mean 'select'?" "$sim" plot latency loads.jsonl --by selekt -o x.svg
	refuses 1 "no key 'lode'" "$sim" plot latency loads.jsonl --against lode -o x.svg
	refuses 1 "no number as 'select'" "$sim" plot latency loads.jsonl --against select -o x.svg
	refuses 1 'not drawn against a key' "$sim" plot age loads.jsonl --against load -o x.svg
	refuses 1 'no result has load=7' "$sim" plot latency loads.jsonl --where load=7 -o x.svg
	refuses 1 "'load' is not key=value" "$sim" plot latency loads.jsonl --where load -o x.svg
	refuses 1 'choose with --where' "$sim" plot heat loads.jsonl -o x.svg
	refuses 1 "did you mean 'stalled'?" "$sim" plot heat mesh.json --of staled -o x.svg
	refuses 1 'ends in .svg or .png' "$sim" plot latency loads.jsonl -o x.jpg
	refuses 1 'No such file' "$sim" plot latency loads.jsonl -o nowhere/x.svg
	refuses 2 '-o FILE is missing' "$sim" plot latency loads.jsonl
	refuses 2 'a kind of plot and files' "$sim" plot -o x.svg
}

check 'results can be made to draw from' simulate_all
check 'latency is labelled, and has a line a curve for mean and tail' labelled loads.jsonl latency "$load" "$latency" \
	'select age, mean' 'select age, 99th percentile' 'select rr, mean' 'select rr, 99th percentile' "$unsteady"
check 'throughput is labelled, and has a curve a policy' labelled loads.jsonl throughput "$load" \
	'accepted load (flits/node/cycle)' 'select age' 'select rr' 'all that is offered' "$unsteady"
check 'fairness is labelled' labelled loads.jsonl fairness "$load" 'load injected by a node (flits/cycle)' \
	'select age, fastest sender' 'select age, slowest sender' 'select rr, fastest sender' \
	'select rr, slowest sender' "$unsteady"
check 'a histogram is labelled, and has a curve an experiment' labelled loads.jsonl histogram "$latency" \
	'packets in bins of 10 % (%)' "${six[@]}"
check 'the tail is labelled' labelled loads.jsonl tail "$latency" 'packets later than that (%)' "${six[@]}"
check 'latency by hops is labelled' labelled loads.jsonl hops 'links crossed (hops)' "mean $latency" "${six[@]}"
check 'ages are labelled' labelled loads.jsonl age 'age when granted (ticks of the age clock)' 'packets granted' "${six[@]}"
check 'ports are labelled' labelled loads.jsonl ports 'output port' 'stalled for credits (cycles/packet)' "${six[@]}"
check 'dimensions are labelled' labelled loads.jsonl dimensions dimension 'queueing Q (cycles/hop)' "${six[@]}"
check 'a time series is labelled' labelled series.json series 'time (cycles of 2 ns)' 'accepted load (flits/node/cycle)'
check 'a heat map is drawn in both formats' draws mesh.json heat
check 'the colours of a heat map are the use of the links' heat_tells_the_truth
check 'there are heat maps of all else' maps_of_nodes
check 'the points of a curve are where the values belong' draws_what_throughput_is
check 'seeds are one curve, or a curve each where asked for' seeds_are_one_curve
check 'other keys can be along the axis' against_another_key
check 'some of the results can be drawn' some_of_them
check 'a picture is the same bytes again, whatever the environment' same_again
check 'a name in a result is no command' hostile_names_stay_names
check 'what gnuplot lacks is said in a line' without_gnuplot
check 'what is no file of results is refused in a line' bad_files
check 'words that make no sense are refused in a line' bad_words
finish

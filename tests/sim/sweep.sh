#!/bin/bash
# SPDX-License-Identifier: GPL-2.0-only
# seastar-sim sweep: every point once, the same file whoever ran it.  TAP on stdout.
# shellcheck source=tests/lib/tap.sh
. "$(dirname "$0")/../lib/tap.sh"

common=(topology=4x3x2 warmup=1000 measure=2000 detail=summary)
lists=(load=0.1:0.5:0.2 "select=age,rr" seed=1:2)

# What a loop over `run` gives
as_single_runs() {
	local load select seed

	for load in 0.1 0.3 0.5; do
		for select in age rr; do
			for seed in 1 2; do
				"$sim" run "${common[@]}" load=$load select=$select seed=$seed -j
			done
		done
	done >single.jsonl
	"$sim" sweep "${common[@]}" "${lists[@]}" -o sweep.jsonl
	cmp single.jsonl sweep.jsonl
}

# points COUNT FIRST LAST WORD...
points() {
	"$sim" sweep -n "${@:4}" >points
	cat points
	[ "$(wc -l <points)" = "$1" ]
	[ "$(head -n 1 points)" = "$2" ]
	[ "$(tail -n 1 points)" = "$3" ]
}

lists_and_ranges() {
	points 9 load=0.1 load=0.9 load=0.1:0.9:0.1
	points 3 load=0.05 load=0.15 load=0.05:0.19:0.05
	points 5 'seed=18446744073709551615' seed=7 seed=18446744073709551615,3:5,7
	points 6 'period=4 bias=1' 'period=16 bias=3/2/1:1' period=4,8,16 bias=1,3/2/1:1
	points 2 lengths=9 lengths=1:3,9:1 lengths=9 lengths=1:3,9:1
	points 2 warmup=auto warmup=500 warmup=auto,500
	points 1 'the only point' 'the only point' load=0.3
	points 4 load=0.1 load=0.4 load=0.1,0.2 load=0.3:0.4:0.1
}

of_a_file() {
	printf 'topology = 4x3x2\nwarmup = 1000\nmeasure = 2000\ndetail = summary\n[at 2000]\nselect = rr\n' >common.sim
	"$sim" sweep common.sim load=0.1,0.2 -o file.jsonl
	"$sim" sweep - load=0.1,0.2 -o stdin.jsonl <common.sim
	cmp file.jsonl stdin.jsonl
	"$sim" run common.sim load=0.2 -j | cmp - <(tail -n 1 file.jsonl)
}

any_number_of_workers() {
	local workers

	for workers in 1 2 5; do
		rm -f other.jsonl
		"$sim" sweep "${common[@]}" "${lists[@]}" -o other.jsonl -j $workers
		cmp sweep.jsonl other.jsonl
	done
}

# A result that has been run already is kept as it is, even if it says something else
done_is_not_repeated() {
	sed -n '3s/"state_hash":"0x[0-9a-f]*"/"state_hash":"0x0000000000000000"/p; 7p' sweep.jsonl >again.jsonl
	sed '3s/"state_hash":"0x[0-9a-f]*"/"state_hash":"0x0000000000000000"/' sweep.jsonl >expected.jsonl
	head -n 1 sweep.jsonl | head -c 1000 >>again.jsonl
	"$sim" sweep "${common[@]}" "${lists[@]}" -o again.jsonl
	! cmp -s expected.jsonl sweep.jsonl || return 1
	cmp expected.jsonl again.jsonl
	"$sim" sweep "${common[@]}" "${lists[@]}" -o again.jsonl
	cmp expected.jsonl again.jsonl
}

# until COMMAND...: within a time that only something broken needs
until_true() {
	local tries=0

	until "$@"; do
		tries=$((tries + 1))
		[ $tries -lt 1200 ] || return 1
		sleep 0.05
	done
}

has_lines() {
	[ "$(wc -l <"$1")" -ge "$2" ]
}

long=(topology=4x4x4 load=0.3 warmup=1000 measure=20000 detail=summary seed=1:12)
endless=(topology=4x4x4 load=0.3 warmup=1000 measure=4000000000 detail=summary)

killed_sweep_goes_on() {
	local pid

	"$sim" sweep "${long[@]}" -o killed.jsonl -j 2 &
	pid=$!
	until_true has_lines killed.jsonl 2
	kill -9 $pid
	wait $pid || true
	head -n 2 killed.jsonl >before
	printf '{"schema":1,"vers' >>killed.jsonl
	# those it had started must end with it: they would hold the lock
	until_true flock -n killed.jsonl true
	"$sim" sweep "${long[@]}" -o killed.jsonl -j 2
	"$sim" sweep "${long[@]}" -o whole.jsonl -j 1
	cmp whole.jsonl killed.jsonl
	[ "$(sort before killed.jsonl | uniq -d | wc -l)" = 2 ]
}

dead_worker_is_a_failed_point() {
	local pid status=0

	"$sim" sweep "${endless[@]}" max_cycles=4294967295 measure=2000 -o dead.jsonl -j 1 2>dead.log &
	pid=$!
	until_true pgrep -P $pid >child
	kill -9 "$(head -n 1 child)"
	wait $pid || status=$?
	cat dead.log dead.jsonl | cut -c 1-200
	[ $status = 1 ]
	[ "$(cat dead.log)" = 'seastar-sim: measure=4000000000: killed by signal 9: out of memory?' ]
	[ "$(grep -c '"measured":2000}' dead.jsonl)" = 1 ]
	[ "$(wc -l <dead.jsonl)" = 1 ]
}

impossible=("topology=2,8" "vcs=1,2" warmup=1000 measure=2000)

impossible_point_is_told() {
	local status=0

	"$sim" sweep "${impossible[@]}" -o impossible.jsonl 2>said || status=$?
	cat said
	[ $status = 1 ]
	[ "$(wc -l <impossible.jsonl)" = 3 ]
	[ "$(wc -l <said)" = 1 ]
	grep -q '^seastar-sim: topology=8 vcs=1: .*deadlock' said
}

shows_progress_on_a_terminal() {
	script -qec "'$sim' sweep ${common[*]} ${lists[*]} -o terminal.jsonl" typescript >/dev/null
	tr '\r' '\n' <typescript | grep -E '^\[#+ *\] [0-9]+ of 12, ([0-9]+ min )?[0-9]+ s left'
	tr '\r' '\n' <typescript | grep -F '[##############################] 12 of 12'
	rm -f terminal.jsonl
	"$sim" sweep "${common[@]}" "${lists[@]}" -o terminal.jsonl >silent 2>&1
	[ ! -s silent ]
}

refused() {
	refuses 2 '-o FILE is missing' "$sim" sweep load=0.1
	refuses 2 'is a second file' "$sim" sweep a b -o x.jsonl
	refuses 2 'no number of workers' "$sim" sweep load=0.1 -j 0 -o x.jsonl
	refuses 1 "did you mean 'load'?" "$sim" sweep laod=0.1,0.2 -o x.jsonl
	refuses 1 'load' "$sim" sweep load=0.1,7 -o x.jsonl
	refuses 1 'a range is FIRST:LAST:STEP' "$sim" sweep load=0.1:0.9 -o x.jsonl
	refuses 1 'a range is FIRST:LAST:STEP' "$sim" sweep load=0.9:0.1:0.1 -o x.jsonl
	refuses 1 'a range is FIRST:LAST:STEP' "$sim" sweep load=0.1:0.9:0 -o x.jsonl
	refuses 1 'a range is FIRST:LAST:STEP' "$sim" sweep seed=1:2:3:4 -o x.jsonl
	refuses 1 'more than 100000' "$sim" sweep seed=1:100000000 -o x.jsonl
	refuses 1 'more than 100000 points' "$sim" sweep seed=1:1000 period=1:1000 -o x.jsonl
	refuses 1 'are the same experiment' "$sim" sweep seed=1,2,1 -o x.jsonl
	refuses 1 'missing.sim: No such file' "$sim" sweep missing.sim load=0.1 -o x.jsonl
	refuses 1 'sweep.jsonl:1: not a result of this sweep' "$sim" sweep load=0.7 -o sweep.jsonl
	refuses 1 'No such file' "$sim" sweep load=0.7 -o nowhere/x.jsonl
	sed 's/"version":"[^"]*"/"version":"0.0"/' single.jsonl >old.jsonl
	refuses 1 'old.jsonl:1: a result of another version' "$sim" sweep "${common[@]}" "${lists[@]}" -o old.jsonl
	cat single.jsonl single.jsonl >twice.jsonl
	refuses 1 'twice.jsonl:13: a second result of load=0.1' "$sim" sweep "${common[@]}" "${lists[@]}" -o twice.jsonl
	refuses 1 'another sweep is writing it' flock busy.jsonl "$sim" sweep load=0.7 -o busy.jsonl
	[ ! -e x.jsonl ]
}

full_disk_is_told() {
	refuses 1 'not a file by which' "$sim" sweep load=0.1 -o /dev/full
	# shellcheck disable=SC2016 # expanded by the inner shell
	refuses 1 'File too large' bash -c 'trap "" XFSZ; ulimit -f 1; exec "$@"' bash \
		"$sim" sweep "${common[@]}" seed=1:100 -o full.jsonl
	rm -f whole-again.jsonl
	"$sim" sweep "${common[@]}" seed=1:4 -o whole-again.jsonl
	head -c 1024 whole-again.jsonl | cmp - full.jsonl
}

under_mpi() {
	timeout 300 env OMPI_ALLOW_RUN_AS_ROOT=1 OMPI_ALLOW_RUN_AS_ROOT_CONFIRM=1 OMPI_MCA_btl_base_warn_component_unused=0 \
		mpirun --oversubscribe "$@" </dev/null
}

ranks_give_the_same_bytes() {
	local ranks

	for ranks in 1 2 3; do
		rm -f mpi.jsonl
		under_mpi -n $ranks "$root/build/seastar-sim" sweep "${common[@]}" "${lists[@]}" -o mpi.jsonl
		cmp sweep.jsonl mpi.jsonl
	done
}

ranks_share_the_work() {
	under_mpi -n 2 "$root/build/seastar-sim" sweep "${long[@]}" -o shared.jsonl &
	until_true has_lines shared.jsonl 1
	pgrep -x seastar-sim-mpi -d ' ' | sed 's/^/ranks and their workers: /'
	wait $!
	cmp whole.jsonl shared.jsonl
}

ranks_go_on() {
	sed -n '5p; 2p' sweep.jsonl >mpi-again.jsonl
	under_mpi -n 2 "$root/build/seastar-sim" sweep "${common[@]}" "${lists[@]}" -o mpi-again.jsonl
	cmp sweep.jsonl mpi-again.jsonl
}

ranks_tell_of_failures() {
	local status=0

	under_mpi -n 2 "$root/build/seastar-sim" sweep "${impossible[@]}" -o mpi-impossible.jsonl 2>said ||
		status=$?
	cat said
	[ $status = 1 ]
	[ "$(grep -c '^seastar-sim: ' said)" = 1 ]
	cmp impossible.jsonl mpi-impossible.jsonl
	status=0
	under_mpi -n 2 "$root/build/seastar-sim" sweep laod=0.1 -o x.jsonl 2>said || status=$?
	cat said
	[ $status = 1 ]
	[ "$(grep -c "^seastar-sim: .*did you mean 'load'" said)" = 1 ]
}

check 'a sweep is what a loop of runs is' as_single_runs
check 'lists and ranges make the points they say' lists_and_ranges
check 'a file says what the points have in common' of_a_file
check 'any number of workers gives the same bytes' any_number_of_workers
check 'what is done is not repeated, and a torn line is dropped' done_is_not_repeated
check 'a sweep that was killed goes on' killed_sweep_goes_on
check 'a worker that is killed is a failed point, and the rest goes on' dead_worker_is_a_failed_point
check 'keys that do not go together are a failed point, and the rest goes on' impossible_point_is_told
check 'progress is shown on a terminal only' shows_progress_on_a_terminal
check 'what makes no sense is refused in a line' refused
check 'a full disk is told' full_disk_is_told
check 'ranks of an MPI job give the same bytes' ranks_give_the_same_bytes
check 'ranks go on where processes were stopped' ranks_go_on
check 'ranks share long work' ranks_share_the_work
check 'ranks tell of failures once' ranks_tell_of_failures
finish

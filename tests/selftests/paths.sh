#!/bin/bash
# SPDX-License-Identifier: GPL-2.0-only
# Every operation of the driver, with few program starts: for kernels with checkers, where a start
# takes as long as a thousand requests. Other tests check the answers.
. "$(dirname "$0")/lib.sh"
needs soft 'its fabrics come and go'

sys=/sys/class/seastar/path0

# Read all state after each kind of change
read_all() {
	cat <<-END
		dev show $1
		age show $1
		age show $1 router 1
		clock show $1
		traffic show $1
		stats show $1
		stats show $1 by port
		stats show $1 by router
		stats show $1 interval 0.01
		mark show $1
		hist show $1 by dimension
		latency show $1
		latency show $1 router 1
		router show $1
		port show $1 router 1
		link show $1
		route show $1 router 1
		route trace $1 from 0 to 1 class response
		route check $1
		mmr show $1 router 0
		mmr dump $1 router 1 port +x
		mmr read $1 router 1 AGE_CLOCK_PERIOD
		config show $1
		commit show
		history show
		suggest $1 interval 0.01
	END
}

commands() {
	cat <<-'END'
		dev add path0 topology 4x3x2 mesh y seed 7 vcs 2 link_delay 7 eject 5/13 inject 2/3
		dev add path1 topology 2x2
		dev show path0 hash
	END
	read_all path0
	cat <<-'END'
		traffic set path0 pattern uniform load 0.3 queue 50 lengths 1:2,7:5 requests 60
		age set path0 period 8 select 0x123456789abcdef0 bias 3/2/1 router 3-5 period 5 select rr router 7 bias rsp +x 7
		clock step path0 3000
		mark add path0 early
		mark add path0 leased lease 3000
		clock step path0 500 budget 50 rate 100000
		stats show path0 since early
	END
	read_all path0
	cat <<-'END'
		latency show path0 since early
		latency show path0 router 5 since early
		mark del path0 leased
		latency reset path0
		latency show path0 since early
		mmr write path0 router 3 AGE_CLOCK_PERIOD 6543
		traffic set path1 pattern permutation 3,2,1,0 window 9 lengths 5
		clock run path1 budget 20
	END
	read_all path1
	cat <<-'END'
		traffic set path1 pattern all-to-one target 2 window 18
		traffic set path1 pattern none
		clock stop path1
		commit set dev path0 period 9 dev path1 bias 2 confirm 3600.5
		commit show
		commit extend 500
		commit confirm
		commit set dev path0 period 10 dev path1 select rr check
		commit set path1 router 3 period 11 confirm 600
		commit cancel
		link fail path0 router 3 port +z policy drop
		mmr write path0 router 2 LINK_CONTROL port -z 0
		route rebuild path0 assignment v3
		route rebuild path0 assignment v3 commit confirm 600 stranded reroute
		clock step path0 500
		commit cancel
		route rebuild path0 commit
		link restore path0 router 3 port +z
		route rebuild path0 assignment v1 commit
		route check path0
		route show path0 router 5
		clock step path0 500
		route rebuild path0 assignment rule commit
		snapshot path1 step 50
		dev add path2 topology 6
		clock run path2
		dev del path2
		age set path1 period 12 confirm 0.1
	END
}

# Print commands that are refused to root: impossible, unknown, stale, pending or too much
refused_commands() {
	cat <<-'END'
		dev add path0 topology 2x2
		dev add path9 topology 33x32x32
		dev show path9
		dev del path9
		age set path0 period 8 router 24
		age set path0 bias req 8
		commit set path0 period 8 generation 1
		commit set path0 period 8 dev path9 period 8
		commit confirm 999
		commit cancel 999
		traffic set path0 pattern uniform load 0.3 length 99
		traffic set path1 pattern permutation 0,0,1,2
		clock step path0 1 budget 101
		mark add path0 early
		stats show path0 since never
		latency show path0 since never
		mark del path0 never
		latency show path0 router 24
		mmr read path0 router 24 AGE_CLOCK_PERIOD
		mmr write path0 router 0 RTR_CYCLE 1
		route show path0 router 24
		link fail path0 router 0 port proc
		link fail path0 router 24 port +x
		route trace path0 from 0 to 24
	END
}

# Print commands that are refused to an ordinary user
forbidden_commands() {
	cat <<-'END'
		dev add path8 topology 2x2
		dev del path0
		age set path0 period 3
		commit set path0 period 3
		traffic set path0 pattern none
		clock step path0 1
		mark add path0 theirs
		latency reset path0
		mmr write path0 router 3 AGE_CLOCK_PERIOD 3
		link fail path0 router 0 port +x
		route rebuild path0 commit
	END
}

nothing_waits() {
	[ "$(seastar -j commit show)" = '[]' ]
}

# batch COMMAND...: run commands from stdin, also after errors; print "STATUS ERRORS"
batch() {
	local status

	"$@" -j -f -b - >"$tmp/out" 2>"$tmp/all"
	status=$?
	grep -v '^Warning: ' "$tmp/all" >"$tmp/err"
	echo "$status $(wc -l <"$tmp/err")"
}

# read_files MODE COMMAND...: read all files with this mode by this command
read_files() {
	"${@:2}" find "$sys/" /sys/kernel/debug/seastar/ -path "*/power" -prune -o -type f -perm "-$1" -exec cat {} + 2>&1 >/dev/null |
		grep -v '/sys/kernel/debug.*Permission denied'
}

write_files() {
	local file

	for file in "$sys"/aging/*; do
		echo 3 >"$file" || echo "$file"
		echo nonsense 2>/dev/null >"$file" && echo "$file takes nonsense"
	done
	echo 0 >"$sys/stats_lifespan" || echo lifespan
}

plan 12
listen "$tmp/events" seastar -j monitor
is 'whatever can be done and read works' '0 0' "$(commands | batch seastar)"
sed -n '1,20s/^/# /p' "$tmp/err"
works 'a commit that nobody confirms ends' wait_until 60 nothing_waits
isnt 'and all is reported' 1 "$(wc -l <"$tmp/events")"
count=$(refused_commands | wc -l)
is 'what cannot be is refused, a line each' "$count" "$(refused_commands | batch seastar | cut -d ' ' -f 2)"
count=$(forbidden_commands | wc -l)
is 'what an ordinary user may not do, too' "1 $count" "$(forbidden_commands | batch as_nobody seastar)"
is 'who may read all of both devices' '0 0' "$( (read_all path0; read_all path1) | batch as_nobody seastar)"
sed -n '1,20s/^/# /p' "$tmp/err"
# a file cannot be read where routers or ports differ
seastar age set path0 period 9 select age bias 1
is 'all files can be read by root' '' "$(read_files 400 env)"
is 'and those for everybody by anybody' '' "$(read_files 004 as_nobody)"
is 'those for settings can be written, but not with nonsense' '' "$(write_files)"
is 'and have what was written' '3 0x0000000000000003' "$(cat "$sys"/aging/age_{clock_period,rr_select} | xargs)"
seastar -b - <<<$'clock run path0\nclock run path1 budget 50\nage set path1 period 7 confirm 60'
works 'the module goes, with fabrics that run and a commit that waits' rmmod seastar
modprobe seastar
is 'and comes again without them' '[]' "$(seastar -j dev)"
finish

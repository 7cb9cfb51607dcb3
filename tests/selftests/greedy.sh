#!/bin/bash
# SPDX-License-Identifier: GPL-2.0-only
# Readers that take and keep all resources harm only themselves, not other readers or the sampler.
. "$(dirname "$0")/lib.sh"
needs soft 'a fabric that stands has registers to compare with'

reads=$(extent 600 20000)
[ ! -e /sys/kernel/debug/kmemleak ] || reads=$((reads / 4))
cgroups=$tmp/cgroups
tracing=/sys/kernel/tracing
knobs=/sys/kernel/debug/seastar

# A control group with little memory; it fails if the kernel has none
limit_memory() {
	mkdir "$cgroups" && mount -t cgroup2 none "$cgroups" &&
		echo +memory >"$cgroups/cgroup.subtree_control" &&
		mkdir "$cgroups/greedy" && echo 8M >"$cgroups/greedy/memory.max"
}

# greedy_in_group: run greedy in the group until $tmp/enough exists; restart it whenever the kernel
# kills it
greedy_in_group() {
	until [ -e "$tmp/enough" ]; do
		(echo $BASHPID >"$cgroups/greedy/cgroup.procs" && as_nobody "$here/greedy" gre0)
	done </dev/null >/dev/null 2>&1
}

# end_greedy PID: end all of the group: a new process may still join it, and the kernel may still be
# killing one
end_greedy() {
	touch "$tmp/enough"
	while kill -0 "$1" 2>/dev/null; do
		echo 1 >"$cgroups/greedy/cgroup.kill"
		nap 0.1
	done
	wait "$1"
	wait_until 60 grep -qx 'populated 0' "$cgroups/greedy/cgroup.events"
}

is_at_limit() {
	! grep -qx 'max 0' "$cgroups/greedy/memory.events"
}

# Mark the log, and keep the many reports of killed processes off the console
quiet() {
	echo seastar-greedy >/dev/kmsg
	dmesg -n 4
}

reports() {
	dmesg -n 5
	dmesg | sed '1,/seastar-greedy/d' | grep -E 'WARNING:|BUG|KASAN|UBSAN|ODEBUG|INFO:|possible |suspicious|refcount'
}

# as_user ID COMMAND...
as_user() {
	setpriv --reuid="$1" --regid="$1" --clear-groups --inh-caps=-all --bounding-set=-all -- "${@:2}"
}

# in_namespace OWNER COMMAND...: run it in a new user namespace of a user, as another id
in_namespace() {
	local pid status map

	(exec setpriv --reuid="$1" --regid="$1" --clear-groups -- unshare -U sleep 600 >/dev/null) &
	pid=$!
	wait_until 20 own_namespace $pid || return
	for map in uid_map gid_map; do
		echo '0 70000 2' >/proc/$pid/$map
	done
	nsenter -t $pid -U -S 1 -G 1 "${@:2}"
	status=$?
	kill $pid
	wait $pid
	return $status
}

own_namespace() {
	[ "$(readlink /proc/$1/ns/user)" != "$(readlink /proc/self/ns/user)" ]
}

# The sum of the packets of a channel over all routers, from sysfs and from the registers
in_files() {
	cat /sys/class/seastar/gre0/xp/vc{0,1,2,3}_pkts | paste -sd' '
}

in_registers() {
	local sum=(0 0 0 0) vc value

	while read -r vc value; do
		sum[vc]=$((sum[vc] + value))
	done < <(sed -nE 's/.* xp\.RTR_PERF_VC([0-3])_PKTS +(0x[0-9a-f]+).*/\1 \2/p' \
		/sys/kernel/debug/seastar/devices/gre0/registers)
	echo "${sum[*]}"
}

# A user whose memory is limited, and who never stops
memory() {
	local greedy

	seastar clock run gre0 budget 50
	quiet
	greedy_in_group &
	greedy=$!
	works 'a greedy reader takes all the memory of its group' wait_until 30 is_at_limit
	works "meanwhile another one gets $((reads + reads / 20)) samples, all of them possible" \
		"$here/consistency" gre0 8 8 "$reads" $((reads / 20))
	end_greedy $greedy
	is 'of which the kernel has nothing else to say' '' "$(reports)"
	seastar clock stop gre0
	is 'at the end each packet is counted' "$(in_registers)" "$(in_files)"
	isnt 'and there were some' 0 "$(in_files | cut -d ' ' -f 1)"
	is 'no counts are missing' false "$(get .gap stats show gre0)"
}

# beside_service COMMAND...: run it while a program in a user namespace of root holds all that it may
beside_service() {
	local service status

	rm -f "$tmp/held"
	in_namespace 0 "$here/greedy" gre1 1 <"$tmp/hold" >"$tmp/held" &
	service=$!
	exec 5>"$tmp/hold"
	wait_until 60 grep -qs refused "$tmp/held"
	"$@"
	status=$?
	exec 5>&-
	wait $service
	grep -q 'files: EBUSY' "$tmp/held" && return $status
}

# A user who holds as much as the quota allows, 64 MiB, of a fabric of 2,112 routers
quota() {
	local greedy

	new_device gre1 11x12x16
	seastar route rebuild gre1 assignment v3 commit >/dev/null
	echo 0 >/sys/class/seastar/gre1/stats_lifespan
	seastar clock run gre1 budget 100
	mkfifo "$tmp/hold"
	as_nobody "$here/greedy" gre1 1 <"$tmp/hold" >"$tmp/held" &
	greedy=$!
	exec 5>"$tmp/hold"
	wait_until 60 grep -qs refused "$tmp/held"
	is 'a user may hold so much only, of whatever there is' \
		'refused files: EBUSY counters: EBUSY latencies: EBUSY aging: EBUSY tables: EBUSY' "$(cat "$tmp/held")"
	refused 'with the reason' 1 'too many unfinished' as_nobody seastar stats show gre1
	refused 'nor does another id in a user namespace of his' 1 'too many unfinished' \
		in_namespace 65534 seastar stats show gre1
	works 'another user reads' as_user 65533 seastar stats show gre1
	works 'and so does an administrator' seastar stats show gre1
	exec 5>&-
	wait $greedy
	works 'of two services in user namespaces of root, one reads while the other is greedy' beside_service \
		in_namespace 0 seastar stats show gre1
	works 'and the greedy one again, once it lets go' as_nobody seastar stats show gre1
	is 'of tables, which others have paid for, he may hold 64 MiB, in however few dumps' \
		'refused tables: EBUSY, 15 held' "$(as_nobody "$here/greedy" gre1 1 tables </dev/null)"
	is 'a set-uid program that he lets read his files lends him no more' 'refused files: EBUSY' \
		"$("$here/greedy" gre1 1 files </dev/null | cut -d , -f 1)"
}

# traced COMMAND...: run it as an ordinary user; the trace has each request for the device's lock
# and each read of a source or of a router's registers
traced() {
	echo >$tracing/trace
	as_nobody seastar "$@" >/dev/null 2>>"$tmp/failures" || echo "$* failed" >>"$tmp/failures"
}

# locks COMMAND...: print how often it requests the lock
locks() {
	traced "$@"
	grep -c seastar_asked $tracing/trace
}

# locks_of DEVICE OBJECT...: print the most requests for the lock of any reading, while the clock
# runs; links are read one buffer at a time
locks_of() {
	local object

	seastar clock run "$1" budget 10
	for object in "${@:2}"; do
		locks $object show "$1"
	done | sort -n | tail -n 1
	seastar clock stop "$1"
}

# portions COMMAND...: for a reading that takes samples, print the requests for the lock, the routers
# read, and the most of them read between two requests
portions() {
	traced "$@"
	awk '/seastar_asked/ { asked++; now = 0 }
		/seastar_read/ { all++; if (++now > most) most = now }
		END { print asked + 0, all + 0, most + 0 }' $tracing/trace
}

# portions_of DEVICE: print the portions of all commands that read all routers, while the clock runs;
# a start of the clock lets the sample before expire, but a round of the driver may take the next one
portions_of() {
	local reading counts all _

	seastar mark add "$1" begun
	for reading in "latency show $1" "latency show $1 since begun" "stats show $1" "hist show $1"; do
		for _ in {1..10}; do
			seastar clock run "$1" budget 10
			# shellcheck disable=SC2086 # words of a command
			counts=$(portions $reading)
			seastar clock stop "$1"
			read -r _ all _ <<<"$counts"
			[ "$all" = 0 ] || break
		done
		echo "$counts"
	done
}

# stall KNOB COMMAND...: let COMMAND stop in the background where the knob says
stall() {
	echo 1 >"$knobs/$1"
	"${@:2}" >/dev/null &
	stopped=$!
	wait_until 20 is_stalled "$1" || bail "the knob $1 stops nobody"
}

is_stalled() {
	[ "$(<"$knobs/$1")" = -1 ]
}

let_go() {
	echo 0 >"$knobs/$1"
	wait $stopped
}

# crowd ANSWER: while a task holds the lock of gre4, let users read it in each way that there is; print
# how many readers wait, and how many of them have asked for the lock: one who takes a sample of the
# counters, one of latencies, and one who reads something else.  Answer the readers, then print how many
# were killed, and how many have got what they asked for.
crowd() {
	local line ids

	echo >$tracing/trace
	stall stall_locked cat $knobs/devices/gre4/internals
	coproc as_nobody "$here/crowd" gre4 begun 2>>"$tmp/failures"
	ids=("${COPROC[@]}")
	read -r line <&"${ids[0]}"
	# a dump of all devices has asked each of the others for its lock
	awk -v wait="$line" '/seastar_asked:/ && ++asked[$NF] > most { most = asked[$NF] }
		END { print wait ", " most + 0 " asked" }' $tracing/trace
	[ "$1" = kill ] || echo 0 >$knobs/stall_locked
	echo "$1" >&"${ids[1]}"
	read -r line <&"${ids[0]}"
	echo "$line"
	let_go stall_locked
}

is_locked() {
	[ "$(<$knobs/stall_locked)" = -1 ]
}

# crowded KNOB COMMAND...: let a user make a request 100 times, for a lock that is held.  Once 35 are refused
# let another user make it for a second, and release KNOB.  Print how many get an answer at last, how
# many are refused at once, and why the other one was.
crowded() {
	local knob=$1 crowd

	shift
	# refusals of an earlier crowd do not count
	: >"$tmp/crowded"
	# not by a program that splices into the pipe, whose lock would be held meanwhile; each message is
	# written at once, lest two of them mix
	as_nobody bash -c 'for _ in {1..100}; do
			{ why=$("$@" 2>&1 >/dev/null) && echo || echo "$why" >&2; } &
		done
		wait' - "$@" 2>"$tmp/crowded" | wc -l >"$tmp/answered" &
	crowd=$!
	wait_until 60 eval '[ "$(grep -c "64 requests of yours\|Too many users" "$tmp/crowded")" -ge 35 ]'
	timeout -s KILL 1 setpriv --reuid=65533 --regid=65533 --clear-groups "$@" >/dev/null 2>"$tmp/other"
	let_go "$knob"
	wait $crowd
	echo "$(<"$tmp/answered") answered, $(wc -l <"$tmp/crowded") refused, other: $(<"$tmp/other")"
}

waits_in_kernel() {
	grep -qs '^State:.D' "/proc/$1/status"
}

# overtaken_by USER: while 30 requests of a user wait for the lock of gre4, let USER make another one;
# print how many of the others ask for the lock of the device before that one
overtaken_by() {
	local filter=$tracing/events/kprobes/seastar_asked/filter usual crowd=() one

	usual=$(<"$filter")
	echo 'comm == "cat"' >"$filter"
	stall stall_locked cat $knobs/devices/gre4/internals
	echo >$tracing/trace
	for _ in {1..30}; do
		setpriv --reuid=65534 --regid=65534 --clear-groups cat /sys/class/seastar/gre4/cycle >/dev/null &
		crowd+=($!)
	done
	for one in "${crowd[@]}"; do
		wait_until 60 waits_in_kernel "$one"
	done
	setpriv --reuid="$1" --regid="$1" --clear-groups cat /sys/class/seastar/gre4/cycle >/dev/null &
	one=$!
	wait_until 60 waits_in_kernel $one
	let_go stall_locked
	wait "${crowd[@]}" $one
	awk -v one="cat-$one" '$1 == one { print before + 0 }
		/seastar_asked:/ { before++ }' $tracing/trace
	echo "$usual" >"$filter"
}

# copied_after DEVICE: write an entry of a table, and print the last request about the lock, or its
# release, before the tables are copied for that
copied_after() {
	seastar route rebuild "$1" assignment v3 commit >/dev/null
	echo >$tracing/trace
	seastar mmr write "$1" router 0 LUT port proc index 2 0xffffffffffffffff ||
		echo 'an entry cannot be written'
	awk '{ sub(":$", "", $5) }
		$5 == "seastar_copies" { print last }
		{ last = $5 }' $tracing/trace
}

# freed_after DEVICE: keep a change of tables, and print the last request about the lock of the list of
# commits, or its release, before the former ones are given back
freed_after() {
	local list id

	list=$(awk '$3 == "pending" && $4 == "[seastar]" { sub("^0*", "", $1); print "=0x" $1 "$" }' /proc/kallsyms)
	id=$(seastar -j route rebuild "$1" assignment v1 commit confirm 600 | jq .commit.id)
	echo >$tracing/trace
	seastar commit confirm "$id" >/dev/null || echo 'a commit cannot be confirmed'
	awk -v list="$list" '{ sub(":$", "", $5) }
		$NF ~ list { last = $5 }
		$5 == "seastar_frees" { print last }' $tracing/trace | sort -u
}

# sent_locked DEVICE: read it in each way that takes one answer, and print how many of these were sent
# while the lock was held
sent_locked() {
	local reading

	for reading in 'dev show' 'clock show' 'traffic show' 'route check' 'latency show'; do
		# shellcheck disable=SC2086 # words of a command
		traced $reading "$1"
		awk -v reading="$reading" '{ sub(":$", "", $5) }
			$5 == "seastar_sent" && asked { sent++; held += last ~ /asked/ }
			$5 == "seastar_asked" { asked = 1 }
			$5 != "seastar_sent" { last = $5 }
			END { print sent ? held + 0 : reading ": nothing was seen" }' $tracing/trace
	done | sort -u | xargs
}

# Stop a sample of gre1 for 3 s, and print whether readers get another one 10 s later
long_rest() {
	local before

	seastar clock run gre1 budget 10
	nap 1
	stall stall_sample seastar stats show gre1
	nap 3
	let_go stall_sample
	before=$(get .cycle stats show gre1)
	nap 10
	[ "$before" = "$(get .cycle stats show gre1)" ] && echo "that of cycle $before" || echo 'another one'
	seastar clock stop gre1
}

at_most_half() {
	[ "$1" -le 15 ]
}

few() {
	[ "$1" -ge 1 ] && [ "$1" -le 3 ]
}

# trace_of PROBE SYMBOL: trace the calls of a function, with its first argument
trace_of() {
	echo "p:$1 $2 \$arg1" >>$tracing/kprobe_events
	echo 'comm == "seastar" || comm == "crowd"' >"$tracing/events/kprobes/$1/filter"
	echo 1 >"$tracing/events/kprobes/$1/enable"
}

# Reading a large fabric delays its clock as often as reading a small one; a sample of all counters,
# or of the sources, delays it more often, but never for longer
clock() {
	local asked all most bad=''

	mount -t tracefs none $tracing 2>/dev/null
	if [ ! -e $tracing/kprobe_events ]; then
		skip 'a reading leaves the clock its lock' 'this kernel has no kprobes'
		skip 'so does one of a large fabric' 'this kernel has no kprobes'
		skip 'and one of all routers' 'this kernel has no kprobes'
		skip 'of many readers one of each kind asks for the lock at a time' 'this kernel has no kprobes'
		skip 'each can be killed' 'this kernel has no kprobes'
		skip 'of many requests of a user some are refused' 'this kernel has no kprobes'
		skip 'a request of another user waits for a few of them' 'this kernel has no kprobes'
		skip 'an administrator commits while commits are read' 'this kernel has no kprobes'
		skip 'and many requests for them are refused' 'this kernel has no kprobes'
		skip 'a sample that took long serves readers for 10 s at most' 'this kernel has no kprobes'
		skip 'an answer is sent when the lock is free' 'this kernel has no kprobes'
		skip 'tables are copied while the lock is free' 'this kernel has no kprobes'
		skip 'they are freed while the list of commits is free' 'this kernel has no kprobes'
		skip 'none fails' 'this kernel has no kprobes'
		return
	fi
	trace_of seastar_asked seastar_dev_lock
	trace_of seastar_asked_again seastar_dev_lock_always
	trace_of seastar_read_source ss_read_source
	trace_of seastar_read_regs ss_read_regs
	new_device gre2 2x2
	works 'a reading asks for the lock of the clock one to three times' few \
		"$(locks_of gre2 stats hist latency age router dev traffic clock)"
	works 'and so does one of 528 times as many routers' few \
		"$(locks_of gre1 age router dev traffic clock)"
	while read -r asked all most; do
		# 2,112 routers in portions of 32 or 64, once or twice
		[ "$all" -ge 2112 ] && [ "$most" -le 64 ] && [ "$asked" -le $((all / 32 + 5)) ] ||
			bad+=" $asked,$all,$most"
	done < <(portions_of gre1)
	is 'a sample of it is read 64 routers at a time at most, and the lock is free in between' '' "$bad"
	new_device gre4 4x4x4
	seastar mark add gre4 begun
	is 'of 22 users who read it in each way one of each kind asks for its lock, and all are served' \
		'22 wait, 3 asked 0 killed 22 read' "$(crowd go | xargs)"
	is 'and each of them can be killed meanwhile' '22 wait, 3 asked 22 killed 0 read' \
		"$(crowd kill | xargs)"
	stall stall_locked cat $knobs/devices/gre4/internals
	is 'of 100 requests of a user that wait the first ones have answers, and others are refused' \
		'65 answered, 35 refused, other: ' \
		"$(crowded stall_locked cat /sys/class/seastar/gre4/cycle)"
	works 'a request of another user waits for a few of them, however many there are' \
		at_most_half "$(overtaken_by 65533)"
	stall stall_list seastar commit show
	works 'while the list of commits is read an administrator commits' \
		timeout -s KILL 60 seastar commit set gre4 period 32
	is 'and many requests for it are refused' '64 answered, 36 refused, other: ' \
		"$(crowded stall_list seastar commit show)"
	is 'a sample that took long serves readers for 10 s at most' 'another one' "$(long_rest)"
	trace_of seastar_unlocked seastar_dev_unlock
	trace_of seastar_sent netlink_unicast
	is 'an answer is sent when the lock is free: how long that takes is up to its receiver' 0 "$(sent_locked gre4)"
	trace_of seastar_copies seastar_routes_new
	is 'the tables of all routers are copied for a write of an entry while the lock is free' \
		seastar_unlocked "$(copied_after gre4)"
	trace_of seastar_frees seastar_routes_put
	trace_of seastar_locked mutex_lock
	trace_of seastar_let_go mutex_unlock
	is 'those that a commit replaced are freed while the list of commits is free' \
		seastar_let_go "$(freed_after gre4)"
	echo 0 >$tracing/events/kprobes/enable
	echo >$tracing/kprobe_events
	is 'none of these readings fails' '' "$(cat "$tmp/failures")"
}

# A fabric in which nothing can move executes cycles at no cost, and a reader must not count all
# births of that time
stuck() {
	local port

	new_device gre3 2
	seastar traffic set gre3 pattern uniform load 0.5
	for port in +x -x; do
		seastar link fail gre3 router 0 port $port
	done
	seastar clock run gre3 budget 100
	nap 2
	works 'a user reads a fabric in which nothing has moved for a while' \
		as_nobody timeout -s KILL 30 seastar latency show gre3 router 0
	seastar clock stop gre3
	works 'and so does one who reads its sum' as_nobody timeout -s KILL 30 seastar latency show gre3
	seastar dev del gre3
}

plan 31
new_device gre0 8x8
seastar traffic set gre0 pattern uniform load 0.3 lengths 1:3,2:1,5:1,9:2 requests 50
echo 0 >/sys/class/seastar/gre0/stats_lifespan
if limit_memory 2>"$tmp/errors"; then
	memory
	rmdir "$cgroups/greedy"
	umount "$cgroups"
else
	sed 's/^/# /' "$tmp/errors"
	for _ in 1 2 3 4 5 6; do
		skip 'greed with limited memory' 'this kernel has no control groups of memory'
	done
fi
quota
clock
stuck
finish

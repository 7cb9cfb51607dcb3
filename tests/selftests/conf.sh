#!/bin/bash
# SPDX-License-Identifier: GPL-2.0-only
# Settings as a file: the shown settings can be applied, differences are one commit, errors change
# nothing.
. "$(dirname "$0")/lib.sh"
needs soft 'its files are about several devices, and there is one function'

export SEASTAR_STATE_DIR=$tmp/state SEASTAR_CONFIG_DIR=$tmp/etc
RANDOM=${SEED:-1}

# Print the generations, and all reported state of devices whose clocks stand
generations() {
	seastar -j dev show
}

# file NAME: write stdin to a file, print its path
file() {
	cat >"$tmp/$1"
	echo "$tmp/$1"
}

show() {
	seastar config show "$@"
}

# unchanged CLAIM STATUS PATTERN COMMAND...: the command is refused, and changes not even a
# generation
unchanged() {
	local before

	before=$(generations)
	refused "$@"
	[ "$before" = "$(generations)" ] || bail "generations moved: $1"
}

# scramble DEVICE: set its 24 routers to values drawn from $random
scramble() {
	local router words=() i

	for i in 1 2 3 4 5 6; do
		router=$((RANDOM % 24))
		words+=(router "$router-$((router + RANDOM % (24 - router)))")
		case $((RANDOM % 5)) in
		0) words+=(period $((1 + RANDOM))) ;;
		1) words+=(select $((RANDOM * RANDOM)) period $((1 + RANDOM % 3))) ;;
		2) words+=(bias req +x $((RANDOM % 8)) -z $((RANDOM % 8))) ;;
		3) words+=(bias rsp $((RANDOM % 8))) ;;
		4) words+=(select rr bias "$((RANDOM % 8))/$((RANDOM % 8))/$((RANDOM % 8))") ;;
		esac
	done
	random="age set $1 period $((1 + RANDOM % 100)) select age bias $((RANDOM % 8)) ${words[*]}"
}

scramble_both() {
	local both

	scramble conf0
	both=$random
	scramble conf1
	seastar -b - <<<"$both"$'\n'"$random" 2>/dev/null
}

round_trip() {
	local round shown before again=0 moved=0 differs=0 refused=0

	for ((round = 0; round < 5; round++)); do
		scramble_both
		shown=$(show)
		before=$(generations)
		[ "$(seastar config apply - <<<"$shown" 2>&1)" = 'no change' ] || refused=$((refused + 1))
		[ "$before" = "$(generations)" ] || moved=$((moved + 1))
		scramble_both
		show >"$tmp/patched"
		seastar config diff - <<<"$shown" | patch "$tmp/patched" >"$tmp/out" 2>&1
		[ "$(<"$tmp/patched")" = "$shown" ] || differs=$((differs + 1))
		seastar config apply - <<<"$shown" >"$tmp/out" 2>&1
		[ "$(show)" = "$shown" ] || again=$((again + 1))
	done
	is 'what is shown is taken back as it is' 0 $again
	is 'which changes nothing' 0 $refused
	is 'not even a generation' 0 $moved
	is 'a diff leads from one to the other' 0 $differs
}

form() {
	local f

	seastar age set conf0 period 8 select age bias 3/2/1 bias proc 1 \
		router 5-9 period 16 router 12 select 0xff bias req +x 5 router 20-22 period 16
	is 'routers that are alike share a section, which has what differs' "$(cat <<-X
		[conf0]
		topology = 2x3x4
		routes = rule
		period = 8
		select = age
		bias = proc 1 x 3 y 2 z 1

		[conf0 router 5-9,20-22]
		period = 16

		[conf0 router 12]
		select = 0x00000000000000ff
		bias.req = +x 5
	X
	)" "$(show conf0)"
	is 'and so it is in JSON' '[[null,8,7],[[[5,9],[20,22]],16,0],[[[12,12]],null,1]]' \
		"$(get '.devices[0].sections | map([(.routers // null | if . then map([.first, .last]) else . end),
			.age_clock_period, (.req_age_bias // {} | length)])' config show conf0)"
	f=$(file part <<-X
		# a comment
		  [ conf0 router 0 , 2 - 3 ]	# another
		bias.req = x 7 -y 0
		bias = 4
		[conf1]
		select=0x5
	X
	)
	seastar -j config apply "$f" >"$tmp/out"
	is 'a file need not say everything' '["committed",[["conf0",24,3,0,0,3,3],["conf1",24,24,0,24,0,0]]]' \
		"$(jq -c '[.state, (.changes | map([.device, .routers, .changed, .age_clock_period, .age_rr_select,
			.req_age_bias, .rsp_age_bias]))]' "$tmp/out")"
	is 'nor in any order' 'bias.req = proc 4 x 7 +y 4 -y 0 z 4' \
		"$(show conf0 | sed -n '/router 0,2-3/,/req/ { /req/p }')"
	f=$(file some <<<$'[conf0]\nperiod = 9\n[conf0 router 5]\nperiod = 16')
	is 'differences are reported' 'conf0: 23 of 24 routers changed (period of 23)' \
		"$(seastar config apply "$f" | tail -n 1)"
	is 'and nothing else is made' 'no change' "$(seastar config apply "$f")"
	is 'a byte order mark and the ends of lines of DOS are passed over' 'no change' \
		"$(printf '\xef\xbb\xbf[conf0]\r\nperiod = 9\r\n[conf0 router 5]\r\nperiod = 16\r\n' | seastar config apply -)"
}

difference() {
	local f before

	seastar age set conf0 period 8 select age bias 1
	f=$(file some <<<$'[conf0]\nperiod = 9')
	before=$(generations)
	is 'a diff has status 1' 1 "$(seastar config diff "$f" >"$tmp/diff"; echo $?)"
	is 'and is unified' "--- live +++ $f @@ -1,6 +1,6 @@  [conf0]  topology = 2x3x4  routes = rule -period = 8 +period = 9  select = age  bias = 1" \
		"$(tr '\n' ' ' <"$tmp/diff" | sed 's/ $//')"
	is 'in JSON too' "$(jq -Rnc '[inputs]' <"$tmp/diff")" "$(get .diff config diff "$f")"
	is 'a check reports what would change' 'conf0: 24 of 24 routers would change (period of 24)' \
		"$(seastar config check "$f" | tail -n 1)"
	is 'and both change nothing' "$before" "$(generations)"
	seastar config apply "$f" >"$tmp/out"
	is 'an error has status 2, as of diff(1)' 2 "$(seastar config diff "$tmp/none" 2>/dev/null; echo $?)"
	is 'where nothing differs status and diff are nought' ' 0' "$(seastar config diff "$f") $?"
	f=$(file warned <<<$'[conf0]\nselect = rr\nbias = 3')
	seastar config check "$f" 2>"$tmp/warning" >"$tmp/out"
	is 'a check warns as the kernel does' Warning "$(cut -d: -f1 "$tmp/warning")"
}

# wrong LINE:COLUMN PATTERN TEXT
wrong() {
	local text=${3//$'\n'/ / }

	printf '%s\n' "$3" >"$tmp/wrong"
	refused "${text:0:60}: $2" 1 "^seastar: $tmp/wrong:$1: .*$2" seastar config apply "$tmp/wrong"
}

mistakes() {
	local before

	before=$(generations)
	wrong 2:1 "unknown key 'perod': did you mean 'period'" $'[conf0]\nperod = 8'
	wrong 2:10 "period: '0' is not a number from 1 to 4294967295" $'[conf0]\nperiod = 0'
	wrong 2:10 'period: .*4294967296' $'[conf0]\nperiod = 4294967296'
	wrong 2:12 "'9' is one word too many" $'[conf0]\nperiod = 8 9'
	wrong 2:9 "value of 'period' is missing" $'[conf0]\nperiod ='
	wrong 2:8 "'=' is missing after 'period'" $'[conf0]\nperiod 8'
	wrong 2:10 "neither rr, age nor a mask.*did you mean 'age'" $'[conf0]\nselect = aeg'
	wrong 2:8 "bias: '8' is not a number from 0 to 7" $'[conf0]\nbias = 8'
	wrong 2:12 "bias: '9' is not a number from 0 to 7" $'[conf0]\nbias = 3/2/9'
	wrong 2:11 'a number of the three of X/Y/Z is missing' $'[conf0]\nbias = 3/2'
	wrong 2:8 "unknown port 'porc': did you mean 'proc'" $'[conf0]\nbias = porc 3'
	wrong 2:12 "port '\\+x' comes twice" $'[conf0]\nbias = x 3 +x 4'
	wrong 2:9 "bias of port 'x' is missing" $'[conf0]\nbias = x'
	wrong 3:1 "'period' comes twice in this section: first in line 2" $'[conf0]\nperiod = 8\nperiod = 8'
	wrong 2:1 'section \[conf0\] comes twice: first in line 1' $'[conf0]\n[conf0]'
	wrong 2:17 'router 7 of conf0 is named twice: first in line 1' $'[conf0 router 5-9]\n[conf0 router 1,7]'
	wrong 1:15 'range 9-5 runs backwards' '[conf0 router 9-5]'
	wrong 1:8 "unknown word 'ruoter': did you mean 'router'" '[conf0 ruoter 5]'
	wrong 1:14 'number of a router is missing' '[conf0 router]'
	wrong 1:7 "']' is missing" '[conf0'
	wrong 1:2 "'-x' is no name of a device" '[-x]'
	wrong 1:1 'comes before the first section' 'period = 8'
	wrong 3:2 "no device 'cnof1': did you mean 'conf1'" $'[conf0]\nperiod = 77\n[cnof1]\nperiod = 77'
	wrong 2:18 'no router 24 in conf1: its routers are 0 to 23' $'[conf0]\n[conf1 router 2, 3-24]\nperiod = 7'
	refused 'a file that is not there' 1 "cannot open $tmp/none: No such file" seastar config apply "$tmp/none"
	refused 'a directory is no file' 1 'cannot read .*Is a directory' seastar config check "$tmp"
	refused 'a word too many' 2 'did you mean .confirm.' seastar config apply "$tmp/some" cofirm 5
	is 'none of these changed anything' "$before" "$(generations)"
}

refusals() {
	local f before id i devices=()

	f=$(file both <<<$'[conf0]\nperiod = 300\n[conf1]\nperiod = 300')
	before=$(show)
	seastar commit set conf1 period 299 confirm 600 >"$tmp/out"
	refused 'a device that waits for a confirmation refuses the others, too' 1 "device 'conf1': .*waits to be confirmed" \
		seastar config apply "$f"
	refused 'and a check says so' 1 "device 'conf1': .*waits to be confirmed" seastar config check "$f"
	seastar commit cancel
	is 'and nothing is changed' "$before" "$(show)"
	refused 'nor is it in the history' 1 'nothing was applied yet' \
		env SEASTAR_STATE_DIR="$tmp/empty" seastar history rollback

	for ((i = 0; i < 33; i++)); do
		devices+=("many$i")
	done
	printf 'dev add %s topology 1\n' "${devices[@]}" | seastar -b - || bail 'cannot create 33 devices'
	printf '[%s]\nperiod = 5\n' "${devices[@]}" >"$tmp/many"
	refused 'a commit is of at most 32 devices' 1 'changes 33 devices, and a commit at most 32' \
		seastar config apply "$tmp/many"
	seastar age set many32 period 5
	is 'those that have nothing to change do not count' 32 "$(get '.changes|length' config apply "$tmp/many")"
	printf 'dev del %s\n' "${devices[@]}" | seastar -b -

	as_nobody seastar config show >"$tmp/out"
	is 'nobody may see the settings' "$(show)" "$(cat "$tmp/out")"
	refused 'but not apply' 1 "cannot make the directory $tmp/nobody: Permission denied" \
		as_nobody env SEASTAR_STATE_DIR="$tmp/nobody" seastar config apply - <"$f"
	refused 'nor check' 1 CAP_NET_ADMIN as_nobody seastar config check - <"$f"
}

ids() {
	local f before

	f=$(file both <<<$'[conf0]\nperiod = 310\n[conf1]\nperiod = 310')
	refused 'nothing waits' 1 'no commit waits' seastar commit confirm
	seastar config apply "$f" confirm 600 >"$tmp/out"
	is 'it says how a change is kept' "'seastar commit confirm $(get '.[0].id' commit show)' keeps it" "$(sed -n 2p "$tmp/out")"
	is 'what it is about is kept with it' "apply $f" "$(get '.[0].comment' commit show)"
	is 'what waits is shown as a comment' '# commit' "$(show conf1 | awk 'NR == 1 { print $1, $2 }')"
	works 'which is no obstacle' bash -c 'seastar config show | seastar config diff -'
	refused 'settings that may be undone are not there to stay' 1 'only until commit [0-9]+ is undone' \
		bash -c 'seastar config show | seastar config apply -'
	works 'the only commit is extended without its id' seastar commit extend 700
	is 'by so much' true "$(get '.[0].remaining > 650' commit show)"
	refused 'it is not saved' 1 'conf0: commit [0-9]+ waits to be confirmed, and nothing is saved' seastar config save
	is 'nor anything else' '' "$(ls "$tmp/etc" 2>/dev/null)"
	works 'the only commit is confirmed without its id' seastar commit confirm
	is 'and stays' 310 "$(get '.aging[0].age_clock_period' age show conf1)"
	seastar commit set conf0 period 311 confirm 600 >"$tmp/out"
	seastar commit set conf1 period 311 confirm 600 >"$tmp/out"
	refused 'of two, one has to be named' 1 '2 commits wait.*give the id' seastar commit cancel
	for id in $(get '.[].id' commit show); do seastar commit cancel "$id"; done
	# a comment has at most 63 bytes; jq reads invalid UTF-8 as U+FFFD
	for before in '' x xx; do
		f=$(file "$before$(printf '€%.0s' {1..30})" <<<$'[conf0]\nperiod = 312')
		seastar config apply "$f" confirm 600 >"$tmp/out"
		is "a comment that is cut has whole characters ($before)" '€ false' \
			"$(get '.[0].comment | "\(.[-1:]) \(contains("\ufffd"))"' commit show)"
		seastar commit cancel
	done
}

history() {
	local i before

	export SEASTAR_STATE_DIR=$tmp/state2
	seastar age set conf0 period 400
	seastar age set conf1 period 400
	before=$(show)
	refused 'without an apply there is nothing to go back to' 1 'nothing was applied yet' seastar history rollback
	printf '[conf0]\nperiod = 401\n' | seastar config apply - >"$tmp/out"
	printf '[conf1]\nperiod = 402\n' | seastar config apply - confirm 600 >"$tmp/out"
	seastar commit confirm
	printf '[conf0]\nperiod = 403\n' | seastar config apply - >"$tmp/out"
	seastar history rollback >"$tmp/out"
	is 'the last apply is taken back' '401 402' "$(periods)"
	seastar history rollback >"$tmp/out"
	is 'the next goes back further' '401 400' "$(periods)"
	is 'which the history shows' '[[null,"rollback to 2"],[null,"rollback to 3"],[null,"apply stdin"],[null,"apply stdin"],[1,"apply stdin"]] [2]' \
		"$(get '"\(map([.back, .what])) \(map(.lines) | unique)"' history show)"
	seastar config apply "$(get '.[0].file' history show)" >"$tmp/out"
	is 'what is undone is applied again' '401 402' "$(periods)"
	seastar history rollback 2 confirm 600 >"$tmp/out"
	is 'several are taken back' "$before" "$(show | grep -v '^#')"
	seastar commit cancel
	is 'also for a time' '401 402' "$(periods)"
	is 'after which they are in force' '[null,1,null,null,null,null,2]' "$(get 'map(.back)' history show)"
	printf '[conf0]\nperiod = 404\n' | seastar config apply - confirm 600 >"$tmp/out"
	seastar commit cancel
	seastar history rollback >"$tmp/out"
	is 'what nobody confirmed does not count' '401 400' "$(periods)"
	refused 'nor is there more to go back to than was applied' 1 'cannot go back by [0-9]+: .* 1 are in force' \
		seastar history rollback 2
	seastar history rollback >"$tmp/out"
	is 'back to the beginning' "$before" "$(show)"
	refused 'where it ends' 1 'cannot go back by [0-9]+: .* 0 are in force' seastar history rollback
	is 'of another device there is less' '["conf1"]' "$(get 'map(.devices[]) | unique - ["conf0"]' history show conf1)"
	refused 'nor without end' 2 'number from 1 to 10' seastar history rollback 11
	for ((i = 0; i < 12; i++)); do
		printf '[conf0]\nperiod = %d\n' $((500 + i)) | seastar config apply - >"$tmp/out"
	done
	is 'the last ten are kept' 10 "$(find "$SEASTAR_STATE_DIR" -name '*.conf' | wc -l)"
	seastar history rollback 10 >"$tmp/out"
	is 'and work' '501 400' "$(periods)"
	is 'nothing else is left there' 10 "$(find "$SEASTAR_STATE_DIR" -type f | wc -l)"
	export SEASTAR_STATE_DIR=$tmp/state
}

# Print the period of both devices, the same in all routers of a device
periods() {
	local of0 of1

	read -r of0 </sys/class/seastar/conf0/aging/age_clock_period
	read -r of1 </sys/class/seastar/conf1/aging/age_clock_period
	echo "$of0 $of1"
} 2>/dev/null

keeping() {
	local before f

	seastar age set conf0 period 600 router 3 bias 5
	before=$(show conf0)
	works 'all devices are saved' seastar config save
	is 'each to its file' "$before" "$(cat "$tmp/etc/conf0.conf")"
	is 'or together to one' "$(show)" "$(seastar config save to "$tmp/all" >"$tmp/out"; cat "$tmp/all")"
	refused 'where it can be' 1 "cannot write $tmp/none/x" seastar config save to "$tmp/none/x"
	mkdir -p "$tmp/partly/conf1.conf/full"
	refused 'a file that cannot be replaced is named' 1 "cannot write $tmp/partly/conf1.conf" \
		env SEASTAR_CONFIG_DIR="$tmp/partly" seastar -j config save
	is 'the JSON of what was saved before it is whole' conf0 "$(jq -r '.[].device' "$tmp/stdout")"
	seastar age set conf0 period 601 bias 1
	seastar age set conf1 period 601
	is 'a device is restored' 'conf0: 24 of 24 routers changed (period of 24, bias.req of 1, bias.rsp of 1)' \
		"$(seastar config restore conf0 | tail -n 1)"
	is 'and that alone' "$before 601" "$(show conf0) $(get '.aging[0].age_clock_period' age show conf1)"
	is 'or all of them' 'conf1' "$(get '.changes|map(.device)|join(" ")' config restore)"
	refused 'a device that is absent is named' 1 "no device 'conf9': did you mean 'conf0'" seastar config restore conf9
	refused 'also where there is none like it' 1 "no device 'quite-another': nothing" seastar config restore quite-another
	new_device conf2 4
	refused 'and what was never saved' 1 "no $tmp/etc/conf2.conf: nothing is restored; 'seastar config save conf2'" \
		seastar config restore conf2
	f=$tmp/etc/conf2.conf
	printf '[conf2]\nperiod = 6\n[conf1]\nperiod = 7\n' >"$f"
	unchanged 'a file is about its device' 1 "^seastar: $f:3:2: device 'conf1' does not belong in this file" \
		seastar config restore conf2
	printf '[conf2]\nbais = 6\n' >"$f"
	seastar age set conf0 period 602
	unchanged 'a broken file restores nothing' 1 "^seastar: $f:2:1: unknown key 'bais': did you mean 'bias'" \
		seastar config restore
	rm "$f"
	seastar dev del conf2
	rmmod seastar
	is 'without the module nothing is to be restored' 'no change 0' "$(seastar config restore) $?"
	modprobe seastar
	new_device conf0 2x3x4
	new_device conf1 2x3x4
	is 'after a new start all is as it was' "$before" "$(seastar config restore >"$tmp/out"; show conf0)"
}

# The tool is killed before, during and after its apply: all changes are made or none
killed() {
	local after mixed=0

	printf '[conf0]\nperiod = 700\n[conf1]\nperiod = 700\n' >"$tmp/one"
	printf '[conf0]\nperiod = 701\n[conf1]\nperiod = 701\n' >"$tmp/two"
	seastar config apply "$tmp/one" >"$tmp/out"
	for after in 0.01 0.015 0.02 0.025 0.03 0.035 0.04 0.05 0.1; do
		seastar config apply "$tmp/two" >"$tmp/out" 2>&1 &
		nap $after
		kill -KILL $! 2>/dev/null
		wait $! 2>/dev/null
		case $(periods) in
		'700 700' | '701 701') ;;
		*) mixed=$((mixed + 1)) ;;
		esac
		seastar config apply "$tmp/one" >"$tmp/out" || mixed=$((mixed + 1))
	done
	is 'kill -9 leaves the old settings or the new ones' 0 $mixed
	works 'and the history in order' seastar history rollback
}

# Change settings as fast as possible, until stopped
restless() {
	while [ ! -e "$tmp/stop" ]; do
		seastar age set conf1 select rr
		seastar age set conf1 select age
	done
}

# apply_racing FILE: apply it, and write the outcome to NAME.outcome
apply_racing() {
	seastar config apply "$1" >"$1.outcome" 2>&1 || echo "status $?" >>"$1.outcome"
}

# Two files are applied at once, repeatedly, while another process changes settings: the last change
# wins as a whole
racing() {
	local i mixed=0 odd gave_up pids

	for i in 0 1; do
		printf '[conf0]\nperiod = 80%d\nbias = %d\n[conf1]\nperiod = 80%d\nbias = %d\n' $i $i $i $i >"$tmp/race$i"
	done
	seastar config apply "$tmp/race0" >"$tmp/out"
	for ((i = 0; i < 6; i++)); do
		rm -f "$tmp/stop"
		restless 2>/dev/null &
		pids=($!)
		apply_racing "$tmp/race0" &
		pids+=($!)
		apply_racing "$tmp/race1" &
		wait "${pids[1]}" $!
		touch "$tmp/stop"
		wait "${pids[0]}"
		case "$(periods) $(show | sed -n 's/^bias = //p' | paste -sd' ')" in
		'800 800 0 0' | '801 801 1 1') ;;
		*) mixed=$((mixed + 1)) ;;
		esac
		cat "$tmp"/race?.outcome >>"$tmp/said"
	done
	gave_up=$(grep -c 'seastar:.* changed during each of 6' "$tmp/said")
	odd=$(($(grep -c seastar: "$tmp/said") - gave_up))
	is 'two that apply at once come one after the other' 0 $mixed
	is 'and say nothing but that they gave up' 0 $odd
	is 'which most did not' true "$([ $gave_up -lt 6 ] && echo true)"
}

large() {
	local before

	new_device large 11x12x16
	awk 'BEGIN {
		print "[large]\nselect = rr"
		for (r = 0; r < 2112; r++)
			printf "[large router %d]\nperiod = %d\nbias = x %d +y %d\n", r, r + 1, r % 8, r / 8 % 8
	}' </dev/null >"$tmp/large"
	is '2,112 routers are set, each its own way' 2112 "$(get '.changes[0].age_clock_period' config apply "$tmp/large" 2>/dev/null)"
	show large >"$tmp/shown"
	is 'and shown' 2112 "$(grep -c '^period' "$tmp/shown")"
	before=$(generations)
	is 'and taken back' "no change $before" "$(seastar config apply "$tmp/shown") $(generations)"
}

plan 113
new_device conf0 2x3x4
new_device conf1 2x3x4
round_trip
form
difference
mistakes
refusals
ids
history
keeping
killed
racing
large
finish

#!/bin/bash
# SPDX-License-Identifier: GPL-2.0-only
# The tool itself: its command line, JSON and exit status.
. "$(dirname "$0")/lib.sh"
needs soft 'its devices come and go, and have traffic: hardware does not for the asking'

# Wrong words: status 2, and one line that names the cause
usage_errors() {
	refused 'no object is refused' 2 'object is missing' seastar
	refused 'a mistyped object gets a hint' 2 "'dve': did you mean 'dev'" seastar dve
	refused 'a mistyped command gets a hint' 2 "'shwo': did you mean 'show'" seastar age shwo cli0
	refused 'a mistyped keyword gets a hint' 2 "'perod': did you mean 'period'" \
		seastar age set cli0 perod 8
	refused 'a far-fetched word gets no hint' 2 "unknown command 'xyzzy': there are show and set;" seastar age xyzzy
	refused 'an unknown option is refused' 2 'option' seastar -z dev
	refused 'a missing value is refused' 2 "value of 'period' is missing" seastar age set cli0 period
	refused 'a word too many is refused' 2 "'more' is one word too many" seastar dev del cli0 more
	refused 'a keyword twice is refused' 2 "'period' is given twice" \
		seastar age set cli0 period 8 period 9
	refused 'nothing to set is refused' 2 'nothing to set' seastar age set cli0
	refused 'a negative number is refused' 2 "'-8' is not a number" seastar age set cli0 period -8
	refused 'a signed number is refused' 2 "'\+8' is not a number" seastar age set cli0 period +8
	refused 'trailing letters are refused' 2 "'8k' is not a number" seastar age set cli0 period 8k
	refused 'a number beyond 32 bits is refused' 2 'not a number from 1 to 4294967295' \
		seastar age set cli0 period 4294967296
	refused 'a number beyond 64 bits is refused' 2 'not a number' \
		seastar age set cli0 select 0x10000000000000000
	refused 'a backward range is refused' 2 'runs backwards' \
		seastar age set cli0 router 5-3 period 2
	refused 'two of three biases are refused' 2 'not three numbers' seastar age set cli0 bias 3/2
	refused 'four dimensions are refused' 2 'is not KX, KXxKY or' seastar dev add x topology 2x2x2x2
	refused 'a bad mesh letter is refused' 2 'letters x, y and z' \
		seastar dev add x topology 2x2 mesh w
	refused 'a missing topology is refused' 2 'topology is missing' seastar dev add x
	refused 'a load finer than a millionth is refused' 2 'at most 6 digits' \
		seastar traffic set cli0 pattern uniform load 0.1234567
	refused 'load and window together are refused' 2 'give one of them' \
		seastar traffic set cli0 pattern uniform load 0.1 window 4
	refused 'a packet of 10 flits is refused' 2 'length' \
		seastar traffic set cli0 pattern uniform window 1 length 10
}

# The JSON of every command is one well-formed value: compact on one line, indented on several
json_forms() {
	local command compact pretty

	while read -r command; do
		# shellcheck disable=SC2086 # a list of words
		mapfile -t compact < <(seastar -j $command)
		# shellcheck disable=SC2086
		mapfile -t pretty < <(seastar -p $command)
		printf '%s\t%d %s\t%s\n' "$command" ${#compact[@]} "$((${#pretty[@]} > 1))" "${compact[*]}"
	done >"$tmp/forms" <<-END
		dev
		dev show
		dev show cli0 hash
		age show cli0
		age show cli0 router 3
		stats show cli0
		stats show cli0 router 1 port +x by port
		stats show cli0 by router interval 0.01
		hist show cli0 by dimension
		latency show cli0
		latency show cli0 router 0
		traffic show cli0
		clock show cli0
	END
	each_is < <(jq -Rr 'split("\t") | (.[2] | try (fromjson | "a value") catch .) as $json |
		"JSON of '\''\(.[0])'\'' is well-formed",
		"1 line, with -p more: 1: a value", "\(.[1] | sub(" "; " line, with -p more: ")): \($json)"' "$tmp/forms")
}

# Every number in the text of a command is in its JSON; a fraction may have fewer digits in the text
complete() {
	seastar "$@" >"$tmp/text"
	seastar -j "$@" >"$tmp/json"
	is "JSON of '$*' lacks no number of its text" '' "$(jq -r --rawfile text "$tmp/text" --rawfile json "$tmp/json" '
		[.. | numbers] as $numbers |
		[$text | gsub("vc[0-9]-blocked"; "") | scan("[0-9]+(?:[.][0-9]+)?") | . as $word |
			select(if contains(".") then all($numbers[]; . - ($word | tonumber) | fabs >= 0.006)
				else $json | test("(^|[^0-9])\($word)([^0-9]|$)") | not end)] | join(" ")' "$tmp/json")"
}

completeness() {
	complete dev show cli0
	complete stats show cli0 by port
	complete hist show cli0 by port
	complete traffic show cli0
	complete clock show cli0
}

# first_words N COMMAND...: print the first N words of each line of its output
first_words() {
	local words

	read -r -a words < <("${@:2}")
	echo "${words[*]:0:$1}"
}

help_texts() {
	local object

	for object in dev age stats hist latency traffic clock monitor; do
		is "'$object help' shows its usage" "usage: seastar $object" "$(first_words 3 seastar $object help)"
	done
	is "'age set help' shows the usage of one command" 'usage: seastar age set DEV' "$(first_words 5 seastar age set help)"
}

write_errors() {
	refused 'a full disk is an error' 1 'cannot write.*No space' \
		bash -c 'seastar -j stats show cli0 >/dev/full'
	# the reader >(:) has ended before the write
	is 'a closed pipe ends it as others, without a word' '141 ' \
		"$(bash -c 'exec 3> >(:); wait $!; seastar dev show >&3; echo $?' 2>&1) "
	is 'a batch, too' '141 ' \
		"$(bash -c 'exec 3> >(:); wait $!; seastar -b - <<<"dev show" >&3; echo $?' 2>&1) "
	refused 'where signals of pipes are ignored it is an error' 1 'cannot write.*Broken pipe' \
		bash -c 'trap "" PIPE; exec 3> >(:); wait $!; seastar dev show >&3'
}

plan 57
refused 'without the module there is a clear message' 1 'not loaded, or .*: modprobe seastar$' \
	bash -c 'rmmod seastar && seastar dev'
modprobe seastar
refused 'nor does another network namespace go without one' 1 "initial network namespace only: a container needs the host's" \
	unshare -n seastar dev
usage_errors
new_device cli0 4x4 mesh x
seastar -b - <<-END
	traffic set cli0 pattern uniform load 0.3 lengths 1:2,9:1 requests 62.5
	clock step cli0 3000
END
json_forms
completeness
help_texts
write_errors
is 'a device that is not there is the kernel'"'"'s to refuse' 1 \
	"$(seastar stats show nosuch >/dev/null 2>&1; echo $?)"
finish

#!/bin/bash
# SPDX-License-Identifier: GPL-2.0-only
# Commands from a file; options of all commands; help.
. "$(dirname "$0")/lib.sh"
needs soft 'it is about the command; its fabrics come and go'

# batch STATUS CLAIM PATTERN [OPTION...] <LINES: one line on stderr that matches, and the status
batch() {
	local status=$1 claim=$2 pattern=$3

	shift 3
	cat >"$tmp/batch"
	refused "$claim" "$status" "^seastar: $tmp/batch:$pattern" seastar "$@" -b "$tmp/batch"
}

devices_now() {
	get '[.[].name] | sort | join(" ")' dev
}

done_well() {
	cat >"$tmp/batch" <<-'END'
		# two fabrics
		dev add bat0 topology 2x2	# the first

		  dev add "bat1" topology '2x2' seed "0x10"
		seastar age set bat0 period 4\2
		dev show bat\1
	END
	printf 'age show "bat0"' >>"$tmp/batch" # a last line without a newline
	works 'a batch is done' seastar -b "$tmp/batch"
	devices+=(bat0 bat1)
	is 'all of it' 'bat0 bat1 42 16' "$(devices_now) $(get '.aging[0].age_clock_period' age show bat0) $(get '.[0].seed' dev show bat1)"
	is 'also from stdin, with lines that end as on other systems' 'bat0 bat1' \
		"$(printf 'dev show bat0\r\n\r\n dev show bat1\r\n' | seastar -j -b - | jq -rs '[.[][0].name] | join(" ")')"
	is 'a command does not eat what is left of it' 2 \
		"$(printf 'traffic set bat0 pattern permutation /dev/stdin\ndev show bat0\ndev show bat1\n' |
			seastar -j -f -b - 2>/dev/null | wc -l)"
	is 'each prints its own JSON' '["bat0","bat1"] 3' \
		"$(printf '%s\n' 'clock show bat0' 'clock show bat1' 'clock show bat0' | seastar -j -b - |
			jq -sc '[.[].device] | unique, length' | paste -sd' ')"
	is 'an empty file is an empty batch' 0 "$(seastar -b /dev/null; echo $?)"
	for _ in {1..40}; do
		echo 'age set bat0 period 7'
	done >"$tmp/batch"
	works 'a long one is done' seastar -b "$tmp/batch"
}

ended() {
	batch 2 'a typo ends it, with place, hint and count' \
		"2: unknown keyword 'perod': did you mean 'period'.*\(1 command done before it\)$" <<-END
			age set bat0 period 11
			age set bat0 perod 12
			age set bat0 period 13
		END
	is 'after what was before it, and before what is after it' 11 \
		"$(get '.aging[0].age_clock_period' age show bat0)"
	batch 1 'what the kernel refuses ends it' '5: device .nosuch.: there is no device.*\(2 commands done before it\)$' <<-END
		dev show bat0
		# a comment

		dev show bat0
		dev del nosuch
		dev del bat0
	END
	batch 2 'a quotation that does not end' '2: a quotation does not end' <<-END
		dev show bat0
		dev show "bat0
	END
	# shellcheck disable=SC1003 # no quote is meant
	batch 2 'a backslash at the end' '1: a backslash ends the line' <<<'dev show bat0\'
	batch 2 'a zero byte' '1: a zero byte is in the line' < <(printf 'dev sh\0ow\n')
	batch 2 'an option in a line' "1: '-j': options stand before '-b'" <<<'seastar -j dev show bat0'
	batch 2 'an unknown object' "1: unknown object 'dve': did you mean 'dev'" <<<'dve show'
	refused 'no file' 1 "cannot open $tmp/nosuch: No such file" seastar -b "$tmp/nosuch"
	refused 'a directory' 1 "cannot read $tmp: Is a directory" seastar -b "$tmp"
	refused 'words beside a file' 2 "'dev' is one word too many" seastar -b "$tmp/batch" dev
	refused 'force without a batch' 2 'force is for a batch' seastar -f dev
	refused 'a batch without its file' 2 "'-b' is without its value" seastar -b
}

forced() {
	printf '%s\n' 'age set bat0 period 21' 'dev del nosuch' 'age set bat0 period 22' >"$tmp/batch"
	refused 'with force it goes on, and fails in the end' 1 "^seastar: $tmp/batch:2: device 'nosuch': there is no device of this name$" \
		seastar -f -b "$tmp/batch"
	is 'after all commands' 22 "$(get '.aging[0].age_clock_period' age show bat0)"
	printf '%s\n' 'dve' 'dev del nosuch' 'age set bat0 period 23' >"$tmp/batch"
	is 'with the worst status' '2 2 23' \
		"$(seastar --force -b "$tmp/batch" 2>"$tmp/stderr"; echo $?) $(wc -l <"$tmp/stderr") $(get '.aging[0].age_clock_period' age show bat0)"
}

options() {
	is 'numbers instead of names' 'select 0xffffffffffffffff' "$(seastar -N age show bat0 | grep -o 'select [^ ]*')"
	is 'but not in JSON' "$(seastar -j clock show bat0)" "$(seastar -jN clock show bat0)"
	is 'no colours where there is no terminal' 0 "$(seastar link show bat0 | grep -c $'\e')"
	isnt 'but on demand' 0 "$(seastar -c=always link show bat0 | grep -c $'\e')"
	is 'and never if so said' 0 "$(seastar --color=never link show bat0 | grep -c $'\e')"
	refused 'a colour of its own' 2 "'pink' is not auto, always or never" seastar --colour=pink dev
	refused 'a mistyped option gets a hint' 2 "did you mean '--json'" seastar --jsno dev
	is 'the version as JSON' '["netlink_version","version"]' "$(seastar -jV | jq -c keys)"
}

# The help of every command of every object has its usage and its purpose
# shellcheck disable=SC2086 # lists of words
helps() {
	local words

	seastar -j help | jq -r '.[].object' >"$tmp/objects"
	sed 's/$/ help/' "$tmp/objects" | seastar -j -b - >"$tmp/help"
	is 'each command has a sentence of help' '' \
		"$(jq -r '.[] | select((.help | test("^[A-Z].*[^.]$") | not) or .usage == null) | "\(.object) \(.command)"' "$tmp/help")"
	jq -r '.[] | select(.command != "") | "\(.object) \(.command) help", "    \(.help)."' "$tmp/help" >"$tmp/sentences"
	is 'which its text has too' "$(grep '^    ' "$tmp/sentences")" \
		"$(grep -v '^    ' "$tmp/sentences" | seastar -b - | grep -xFf "$tmp/sentences")"
	is 'objects are those of the text' "$(sed -n 's/^  \([a-z]*\)  .*/\1/p' < <(seastar help | sed -n '/^objects/,$p'))" \
		"$(cat "$tmp/objects")"
	for words in 'help age set' 'age set --help' 'age set bat0 period 8 -h' 'age set bat0 --help'; do
		is "'$words' is the help of the command" "$(seastar age set help)" "$(seastar $words)"
	done
	for words in 'help trace' '-h trace' 'trace -h'; do
		is "'$words' is the help of the object" "$(seastar trace help)" "$(seastar $words)"
	done
	is 'also where the command has no name' "$(seastar help suggest)" "$(seastar suggest bat0 -h)"
}

plan 42
done_well
ended
forced
options
helps
finish

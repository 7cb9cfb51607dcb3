# SPDX-License-Identifier: GPL-2.0-only
# shellcheck shell=bash disable=SC2154 # tmp is of lib.sh
# A terminal in tmux, whose screen tests read; bash scripts source this file after lib.sh.

export LC_ALL=C.UTF-8	# tmux needs it
unset NO_COLOR		# tests of NO_COLOR set it

# needs_terminal: skip the test without tmux; call it before the plan
needs_terminal() {
	command -v tmux >/dev/null || {
		echo 'TAP version 13'
		echo '1..0 # SKIP needs tmux'
		exit 4
	}
}

mux() {
	tmux -f /dev/null -S "$tmp/tmux" "$@"
}

# open_terminal COLUMNS LINES: open a terminal with a shell
open_terminal() {
	mux new-session -d -s term -x "$1" -y "$2" 'PS1="$ " bash --norc --noprofile' ||
		bail 'tmux does not start'
	mux set-option -g status off
	mux resize-window -t term -x "$1" -y "$2"
	wait_until 20 prompts || bail 'there is no shell in the terminal'
}

prompts() {
	sees '^\$'
}

close_terminal() {
	mux kill-server
	wait_until 20 no_terminal || bail 'tmux does not end'
}

no_terminal() {
	! mux has-session 2>/dev/null
}

resize_terminal() {
	mux resize-window -t term -x "$1" -y "$2"
}

# keys KEY...: press keys, by tmux's names
keys() {
	mux send-keys -t term "$@"
}

# type_line TEXT
type_line() {
	mux send-keys -t term -l "$1" \; send-keys -t term Enter
}

# look: read the screen into the array $screen, line by line
look() {
	mapfile -t screen < <(mux capture-pane -p -t term)
}

# line_like PATTERN: return 0 if a line of the screen matches
line_like() {
	local line

	for line in "${screen[@]}"; do
		[[ ! $line =~ $1 ]] || return 0
	done
	return 1
}

# sees PATTERN...: return 0 if each matches a line
sees() {
	local pattern

	look
	for pattern; do
		line_like "$pattern" || return
	done
}

# shows {CLAIM PATTERN}...: wait until one screen has a matching line for each
shows() {
	local i texts=() patterns=()

	while [ $# -gt 0 ]; do
		texts+=("$1")
		patterns+=("$2")
		shift 2
	done
	wait_until 30 sees "${patterns[@]}"
	for i in "${!texts[@]}"; do
		if line_like "${patterns[i]}"; then
			pass "${texts[i]}"
		else
			fail "${texts[i]}" "expected: a line like: ${patterns[i]}" 'seen:' "${screen[@]}"
		fi
	done
}

# makes TEXT COMMAND...: return 0 if the command prints TEXT for the screen; else read the screen
# again
makes() {
	[ "$("${@:2}")" = "$1" ] || {
		look
		false
	}
}

# gives CLAIM TEXT COMMAND...: wait until the command prints TEXT for the screen
gives() {
	wait_until 30 makes "${@:2}"
	is "$1" "$2" "$("${@:3}")"
}

# lines_like PATTERN: print the number of lines of the screen that match
lines_like() {
	printf '%s\n' "${screen[@]}" | LC_ALL=C grep -cE -- "$1"
}

# colours: print the number of lines with colours
colours() {
	mux capture-pane -e -p -t term | grep -cE $'\033\\[([0-9;]*;)?3[0-8][;m]'
}

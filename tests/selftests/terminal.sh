# SPDX-License-Identifier: GPL-2.0-only
# shellcheck shell=bash disable=SC2154 # tmp is of lib.sh
# A terminal to look at, which tmux plays; sourced after lib.sh by bash scripts.

export LC_ALL=C.UTF-8	# tmux wants it
unset NO_COLOR		# a test says when it wants none

# needs_terminal: before the plan
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

# open_terminal COLUMNS LINES: with a shell in it
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

# keys KEY...: as tmux calls them
keys() {
	mux send-keys -t term "$@"
}

# type_line TEXT
type_line() {
	mux send-keys -t term -l "$1" \; send-keys -t term Enter
}

# look: what is seen are the lines of the array $screen
look() {
	mapfile -t screen < <(mux capture-pane -p -t term)
}

# line_like PATTERN: a line of the screen matches it
line_like() {
	local line

	for line in "${screen[@]}"; do
		[[ ! $line =~ $1 ]] || return 0
	done
	return 1
}

# sees PATTERN...: lines match them
sees() {
	local pattern

	look
	for pattern; do
		line_like "$pattern" || return
	done
}

# shows {CLAIM PATTERN}...: lines of one screen match them, sooner or later
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

# makes TEXT COMMAND...: of the screen; if not, it is looked at again
makes() {
	[ "$("${@:2}")" = "$1" ] || {
		look
		false
	}
}

# gives CLAIM TEXT COMMAND...: the command makes this of the screen, sooner or later
gives() {
	wait_until 30 makes "${@:2}"
	is "$1" "$2" "$("${@:3}")"
}

# lines_like PATTERN: how many of the screen match
lines_like() {
	printf '%s\n' "${screen[@]}" | LC_ALL=C grep -cE -- "$1"
}

# colours: how many lines have some
colours() {
	mux capture-pane -e -p -t term | grep -cE $'\033\\[([0-9;]*;)?3[0-8][;m]'
}

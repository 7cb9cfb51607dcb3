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
	mux send-keys -t term -l "$1"
	keys Enter
}

# What is seen
screen() {
	mux capture-pane -p -t term
}

sees() {
	screen >"$tmp/screen" && grep -qE -- "$1" "$tmp/screen"
}

# shows CLAIM PATTERN: a line of the screen matches it, sooner or later
shows() {
	if wait_until 30 sees "$2"; then
		pass "$1"
	else
		fail "$1" "expected: a line like: $2" 'seen:' "$(screen)"
	fi
}

# The fields of the first line of the screen whose first word is $1
line_of() {
	screen | awk -v word="$1" '$1 == word && !seen++ { $1 = $1; print }'
}

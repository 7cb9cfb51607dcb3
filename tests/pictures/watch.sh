#!/bin/bash
# SPDX-License-Identifier: GPL-2.0-only
# In a guest: what `seastar watch` shows of a fabric under load, with its colours, then the same
# counters as JSON. The fabric steps when it is asked to: its figures are the same each time.
set -eu
export LC_ALL=C.UTF-8	# tmux wants it
unset NO_COLOR

mux() {
	tmux -f /dev/null -S /tmp/tmux "$@"
}

# shown TEXT: until it is on the screen
shown() {
	local tries

	for ((tries = 0; tries < 600; tries++)); do
		[[ $(mux capture-pane -p -t term) != *"$1"* ]] || return 0
		sleep 0.2
	done
	return 1
}

{
	modprobe seastar
	seastar dev add net0 topology 8x8x8 mesh z
	seastar traffic set net0 pattern uniform window 32 lengths 9
	seastar age set net0 period 8 bias 3/2/1
	seastar clock step net0 1000 budget 100
	mux new-session -d -s term -x 100 -y 30 'seastar watch net0 interval 60'
	mux set-option -g status off
	mux resize-window -t term -x 100 -y 30
	shown 'at cycle 1000'
	seastar mark add net0 here
	mux send-keys -t term m
	shown 'since the mark'
	seastar clock step net0 2000 budget 100
	shown 'at cycle 3000'
} >&2
# what happened last has its time before it
mux capture-pane -e -N -p -t term | sed -E 's/^[0-9]{2}:[0-9]{2}:[0-9]{2} /12:00:00 /'
echo @@json
seastar -j stats show net0 since here

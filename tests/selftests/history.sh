#!/bin/bash
# SPDX-License-Identifier: GPL-2.0-only
# Rollbacks are offered for confirmed changes, on the device that was changed, and for no others.
. "$(dirname "$0")/lib.sh"
needs soft 'its fabrics come and go'

chmod 755 "$tmp"
export SEASTAR_STATE_DIR=$tmp/state SEASTAR_CONFIG_DIR=$tmp/etc

# apply PERIOD [WORD...]: apply the period to all routers of the fabric
apply() {
	printf '[v]\nperiod = %d\n' "$1" | seastar config apply - "${@:2}" >"$tmp/out" || bail "cannot apply: $*"
}

period() {
	get '.aging[0].age_clock_period' age show v
}

nothing_waits() {
	[ "$(seastar -j commit show)" = '[]' ]
}

# Print the state of each change, the last first
states() {
	get 'map("\(.state) \(.back // "-")") | join(", ")' history show
}

# fresh TOPOLOGY...: make another fabric of the same name, and clear the history
fresh() {
	seastar dev del v 2>/dev/null
	seastar dev add v topology "$@" || bail "cannot create v: $*"
	rm -rf "$SEASTAR_STATE_DIR"
}

unconfirmed() {
	fresh 4x4
	apply 21 confirm 1
	is 'what waits is said to, and is no step back' 'waiting -' "$(states)"
	wait_until 10 nothing_waits
	seastar age set v period 50
	refused 'what expired is not taken back' 1 'cannot go back by 1: of the applies in the history, 0 are in force' \
		seastar history rollback
	is 'and nothing is changed' 50 "$(period)"
	is 'the history says so' 'expired -' "$(states)"
	apply 22 confirm 60
	seastar commit cancel
	seastar age set v period 51
	refused 'nor what was cancelled' 1 'of the applies in the history, 0 are in force' seastar history rollback
	apply 23 confirm 60
	seastar commit confirm
	seastar age set v period 52
	apply 24 confirm 60
	seastar commit cancel
	is 'what was confirmed is in force' 'cancelled -, in force 1, cancelled -, expired -' "$(states)"
	seastar history rollback >"$tmp/out"
	is 'and is taken back' 51 "$(period)"
	is 'once' 'in force -, cancelled -, undone -, cancelled -, expired -' "$(states)"
	as_nobody seastar -j history show >"$tmp/nobody"
	is 'nobody may read that' "$(seastar -j history show)" "$(cat "$tmp/nobody")"
}

# A rollback leaves the device of a cancelled change alone
bystanders() {
	fresh 4x4
	seastar dev add w topology 4x4
	printf '[w]\nperiod = 11\n' | seastar config apply - >"$tmp/out"
	apply 71 confirm 60
	seastar commit cancel
	seastar age set v period 72
	is 'what was cancelled is no step' 'cancelled -, in force 1' "$(states)"
	seastar history rollback >"$tmp/out"
	is 'and its device is left alone when another is taken back' '4096 72' \
		"$(get '.aging[0].age_clock_period' age show w) $(period)"
	printf '[w]\nperiod = 12\n' | seastar config apply - >"$tmp/out"
	apply 73
	seastar history rollback >"$tmp/out"
	seastar age set v period 74
	seastar history rollback >"$tmp/out"
	is 'so is that of a change that was taken back before' '4096 74' \
		"$(get '.aging[0].age_clock_period' age show w) $(period)"
	printf '[w]\nperiod = 13\n' | seastar config apply - >"$tmp/out"
	apply 75 confirm 60
	seastar history rollback >"$tmp/out"
	is 'what waits keeps nobody from taking back what is of others' '4096 75' \
		"$(get '.aging[0].age_clock_period' age show w) $(period)"
	seastar commit cancel
	seastar dev del w
}

# Another program confirms: the tool sees only that nothing was undone
elsewhere() {
	fresh 4x4
	apply 31 confirm 60
	SEASTAR_STATE_DIR=$tmp/other seastar commit confirm
	is 'what another program confirmed is in force' 'in force 1' "$(states)"
	seastar age set v period 32
	is 'and stays so' 'in force 1' "$(states)"
	seastar history rollback >"$tmp/out"
	is 'until it is taken back' 4096 "$(period)"
}

another_device() {
	fresh 4x4
	apply 41
	seastar dev del v
	is 'of a fabric that is gone nothing is in force' 'gone -' "$(states)"
	seastar dev add v topology 4x4
	refused 'nor of another one of its name' 1 "'apply stdin' changed device v, which no longer exists.*$SEASTAR_STATE_DIR/1.conf has the settings before" \
		seastar history rollback
	is 'which keeps its settings' 4096 "$(period)"
	apply 42
	is 'whose own changes are' 'in force 1, gone -' "$(states)"
	refused 'the way back ends where the other one was' 1 'v, which no longer exists' seastar history rollback 2
	seastar history rollback >"$tmp/out"
	is 'and not before' 4096 "$(period)"
	rmmod seastar
	modprobe seastar
	seastar dev add v topology 4x4
	apply 43
	rmmod seastar
	modprobe seastar
	seastar dev add v topology 4x4
	refused 'another module has other fabrics' 1 'v, which no longer exists' seastar history rollback
	seastar config apply "$(get '.[0].file' history show)" >"$tmp/out"
	works 'the old settings can be given to it' test "$(period)" = 4096
	apply 44 confirm 60
	rmmod seastar
	modprobe seastar
	is 'what waited when the module went is gone with it' gone "$(get '.[0].state' history show)"
}

# command_of FILE: print the command that the output quotes
command_of() {
	sed -n "s/.*: '\(seastar [^']*\)'.*/\1/p" "$1"
}

# Kept settings name the topology that they were made for
kept() {
	fresh 4x4 mesh y
	seastar age set v period 51 router 15 period 52
	seastar config save v >"$tmp/out"
	is 'what is saved names the topology' 'topology = 4x4x1 mesh y' "$(sed -n 2p "$SEASTAR_CONFIG_DIR/v.conf")"
	printf '[v]\ntopology = 4x4x1 mesh yz\nperiod = 53\n' >"$tmp/all"
	is 'by links, however it is written' '' "$(seastar config apply "$tmp/all" 2>&1 >"$tmp/out")"
	fresh 4x2
	refused 'a router that the fabric of today lacks' 1 "no router 15 in v: its routers are 0 to 7; these settings are for a fabric 4x4x1 mesh y, and v is 4x2x1" \
		seastar config restore v
	is 'and the command that makes theirs' 'seastar dev add v topology 4x4x1 mesh y' "$(command_of "$tmp/stderr")"
	seastar config apply "$tmp/all" >"$tmp/out" 2>"$tmp/warning"
	is 'others are made' 53 "$(period)"
	is 'with a warning' 1 "$(grep -c "^Warning: $tmp/all: these settings are for a fabric 4x4x1 mesh y, and v is 4x2x1" "$tmp/warning")"
	works 'so does a check' grep -q 'for a fabric 4x4x1' <(seastar config check "$tmp/all" 2>&1)
	seastar dev del v
	works 'the command that is named' bash -c "$(command_of "$tmp/warning")"
	works 'makes what they are for' seastar config restore v
	is 'and they are back' '51 52' "$(get '.aging | map(.age_clock_period) | join(" ")' age show v)"
	is 'without a warning' '' "$(seastar config restore v 2>&1 >"$tmp/out")"
	printf '[v]\nperiod = 3\n[v router 3]\ntopology = 4x4\n' >"$tmp/misplaced"
	refused 'a router has no topology of its own' 1 ":4:11: the topology belongs in the section about every router" \
		seastar config apply "$tmp/misplaced"
	printf '[v]\ntopology = 4x4 mseh y\n' >"$tmp/misspelt"
	refused 'what is misspelt is named' 1 ":2:16: unknown word 'mseh': did you mean 'mesh'" seastar config check "$tmp/misspelt"
}

# Settings that a text of the history does not have
others() {
	fresh 4x4
	apply 61
	works 'the history says what it lacks' grep -q "age set.*not listed" <(seastar history show)
	works 'and so does the help' grep -q 'age set' <(seastar history show help)
}

plan 40
devices+=(v)
unconfirmed
bystanders
elsewhere
another_device
kept
others
finish

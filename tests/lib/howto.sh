# SPDX-License-Identifier: GPL-2.0-only
# shellcheck shell=bash disable=SC2154 # `root` is of tap.sh, `page` of the test
# A page that changes the program, done in a copy of the tree; sourced after tap.sh, with `page` set.
# The changes of the page are in blocks of diff, or in docs/examples as a patch of the page's name;
# its commands are indented.

export MAKEFLAGS='' CFLAGS=-O1	# a tree is built to be run once

mkdir tree
cp -r "$root"/{Makefile,Kbuild,include,kmod,sim,tools,tests,docs} tree

# changes: all of them, with a blank line between files
changes() {
	local patch

	patch=$root/docs/examples/$(basename "${page%.md}").patch
	awk '/^```/ { inside = /diff/; print ""; next } inside' "$page"
	[ ! -e "$patch" ] || cat "$patch"
}

# change FILE: the page's change of it
change() {
	changes | awk -v RS= -v file="$1" '$0 ~ "(^|\n)--- " file "\n"'
}

# files: those that the page changes
files() {
	changes | sed -n 's/^--- \([a-z].*\)/\1/p'
}

# apply FILE...: the page's changes of them
apply() {
	local file

	for file; do
		change "$file" >change.patch
		patch -p0 -d tree --fuzz=0 <change.patch
	done
}

# run_command PATTERN: the page's command that has it, in the tree
run_command() {
	local command

	command=$(sed -n 's/^    build/build/p' "$page" | grep -e "$1" | sed -n 1p)
	(cd tree && eval "$command")
}

# is_as_before KEYS: does the changed simulator do what it did? The same state at the end of a run
is_as_before() {
	local program

	for program in "$root" tree; do
		# shellcheck disable=SC2086 # a list of words
		"$program/build/seastar-sim" run $1 -j | jq -r .state_hash
	done >hashes
	[ "$(sort -u hashes | wc -l)" = 1 ]
}

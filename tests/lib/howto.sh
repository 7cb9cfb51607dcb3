# SPDX-License-Identifier: GPL-2.0-only
# shellcheck shell=bash disable=SC2154 # `root` is of tap.sh, `page` of the test
# Follow a how-to page in a copy of the tree; source this file after tap.sh, with `page` set. The
# page's changes are in diff blocks, or in docs/examples as a patch with the page's name; its
# commands are indented.

export MAKEFLAGS='' CFLAGS=-O1	# a tree is built to be run once

mkdir tree
cp -r "$root"/{Makefile,Kbuild,include,kmod,sim,tools,tests,docs} tree

# changes: print all changes of the page, with a blank line between files
changes() {
	local patch

	patch=$root/docs/examples/$(basename "${page%.md}").patch
	awk '/^```/ { inside = /diff/; print ""; next } inside' "$page"
	[ ! -e "$patch" ] || cat "$patch"
}

# change FILE: print the page's change of FILE
change() {
	changes | awk -v RS= -v file="$1" '$0 ~ "(^|\n)--- " file "\n"'
}

# files: list the files that the page changes
files() {
	changes | sed -n 's/^--- \([a-z].*\)/\1/p'
}

# apply FILE...: apply the page's changes of these files
apply() {
	local file

	for file; do
		change "$file" >change.patch
		patch -p0 -d tree --fuzz=0 <change.patch
	done
}

# run_command PATTERN: run the page's command that matches, in the tree
run_command() {
	local command

	command=$(sed -n 's/^    build/build/p' "$page" | grep -e "$1" | sed -n 1p)
	(cd tree && eval "$command")
}

# is_as_before KEYS: return 0 if a run of the changed simulator ends in the same state as before
is_as_before() {
	local program

	for program in "$root" tree; do
		# shellcheck disable=SC2086 # a list of words
		"$program/build/seastar-sim" run $1 -j | jq -r .state_hash
	done >hashes
	[ "$(sort -u hashes | wc -l)" = 1 ]
}

# SPDX-License-Identifier: GPL-2.0-only
# shellcheck shell=bash disable=SC2034,SC2154 # variables of the script that sources it
# Results of stages that passed, in the cache: passed/STAGE/KEY is the stage's directory of
# build/check. The key is a hash of all that the stage depends on:
#	- its description in tests/stages
#	- the files that it names as its inputs, as they are in the working tree
#	- the versions of the Debian packages that it names, the compiler among them
#	- the versions of its kernels, and of what else is downloaded for it
#	- the variables below, the architecture, and whether we are root
# Whether guests run on KVM is not among them unless VM_ACCEL decides: a stage claims the same either way, and
# a probe's answer may change while a stage runs, which would then not be kept. Its logs have it.
# Sourced by tests/run, after tests/vm/lib.sh.

knobs='CC|CFLAGS|LDFLAGS|VM_ACCEL|SEASTAR_[A-Z_]*_SECONDS'

tree_files() {
	git -c safe.directory='*' ls-files --cached --others --exclude-standard "$@"
}

# cache_look: remember modes and contents of all files, and versions of all packages, for the keys
# that are made next
cache_look() {
	installed=$(dpkg-query -W -f '${Package} ${Version}\n' 2>/dev/null | sort)
	surroundings=$(env | grep -E "^($knobs)=" | sort; uname -m; echo $(($(id -u) == 0)))
	tree=$(tree_files | while IFS= read -r file; do
		[ ! -f "$file" ] || printf '%s\n' "$file"
	done | xargs -r -d '\n' stat -c '%n %A' | sort)
	tree=$(join <(echo "$tree") <(cut -d ' ' -f 1 <<<"$tree" | xargs -r sha256sum | awk '{ print $2, $1 }' | sort))
}

# cache_inputs STAGE: its files, with their modes and hashes
cache_inputs() {
	# shellcheck disable=SC2086 # a list of pathspecs
	join <(tree_files -- ${inputs[$1]} | sort -u) <(echo "$tree")
}

# cache_version COMMAND...: sets `version` to the name of the directory of the cache that a script
# of the rig prints
declare -A cache_versions
cache_version() {
	[ -n "${cache_versions[$*]-}" ] || cache_versions[$*]=$(basename "$("$@" 2>/dev/null)")
	version=${cache_versions[$*]}
}

# cache_packages PURPOSE...: sets `wanted` to the names of their packages
declare -A cache_wanted
cache_packages() {
	wanted=
	[ $# != 0 ] || return 0
	[ -n "${cache_wanted[$*]-}" ] || cache_wanted[$*]=$(tools/setup list "$@")
	wanted=${cache_wanted[$*]}
}

# cache_key STAGE: sets `key`; empty where the tree is no git checkout, so that inputs are not known
cache_key() {
	local one versions=

	key=
	[ -n "$tree" ] || return 0
	for one in ${kernels[$1]}; do
		cache_version tests/vm/kernel "$one"
		versions+=" $version"
	done
	for one in ${provided[$1]}; do
		cache_version "$one"
		versions+=" $version"
	done
	# shellcheck disable=SC2086 # a list of words
	cache_packages ${packages[$1]}
	key=$({
		echo "$1: ${packages[$1]}: ${targets[$1]}:$versions"
		for one in ${programs[$1]}; do
			echo "$one: ${commands[$one]}"
		done
		cache_inputs "$1"
		join <(echo "$wanted") <(echo "$installed")
		echo "$surroundings"
	} | sha256sum)
	key=${key:0:24}
}

# cache_answer STAGE: copy the results that it had with these inputs, and set `passed_on`; or fail
cache_answer() {
	[ -d "$cache/passed/$1" ] || return
	cache_look
	cache_key "$1"
	[ -n "$key" ] && [ -d "$cache/passed/$1/$key" ] || return
	cp -r "$cache/passed/$1/$key/." "$results/$1"
	touch "$cache/passed/$1/$key"
	passed_on=$(date -r "$cache/passed/$1/$key/seconds" '+%F at %R')
}

# cache_store STAGE KEY: its results, if its inputs are still those of the key; the five that were used
# last are kept
cache_store() {
	local store=$cache/passed/$1 new

	cache_look
	cache_key "$1"
	[ -n "$key" ] && [ "$key" = "$2" ] || return 0
	mkdir -p "$store"
	new=$(mktemp -d "$store/.new.XXXXXX")
	cp -rp "$results/$1/." "$new"
	chmod 755 "$new"
	rm -rf "${store:?}/$key"
	mv -T "$new" "$store/$key"
	find "$store" -mindepth 1 -maxdepth 1 -printf '%T@ %p\n' | sort -rn | tail -n +6 | cut -d ' ' -f 2- | xargs -r rm -rf
}

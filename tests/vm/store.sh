# SPDX-License-Identifier: GPL-2.0-only
# shellcheck shell=bash disable=SC2034,SC2154 # variables of the scripts that source it
# A store of kernels in the cache: one directory a kernel, named by its version, with
#	vmlinuz		what QEMU boots
#	build		what external modules are built against
#	release		what `uname -r` says
# An entry appears by a rename, when it is complete.
#
# Sourced after lib.sh by a script that defines three functions: look_up sets `entry`, the
# name of the newest entry there could be, from what apt knows; download fetches packages
# to $tmp/deb; prepare makes $tmp the entry.

export LC_ALL=C

# Why there may be no entry at all, and the status to end with then; scripts may set their own
lack="check the network, and that Debian 12's security archive is among the package sources"
lack_status=1

# apt_use DIRECTORY [OPTION...]: where apt keeps its lists from now on
apt_use() {
	apt_dir=$1
	apt=(-o "APT::Sandbox::User=$(id -un)" -o "Dir::State::lists=$1/lists" -o "Dir::Cache=$1/cache" "${@:2}")
}

apt_use "$cache/apt"

# store_provide STORE PREFIX: print the directory of the newest entry that can be had
store_provide() {
	store=$cache/$1
	apt_lists
	if ! look_up || [ ! -d "$store/$entry" ]; then
		store_lock
		store_refresh "$2"
	fi
	echo "$store/$entry"
}

store_lock() {
	mkdir -p "$store"
	exec 9>"$store/.lock"
	flock -n 9 || { say "waiting for another run that prepares kernels"; flock 9; }
	rm -rf "$store"/.tmp.*
}

store_refresh() {
	if ! look_up && ! { apt_update; look_up; }; then
		store_fall_back "$1" "apt knows no kernel for ${1%_}"
	elif [ ! -d "$store/$entry" ]; then
		store_tmp
		say "downloading $entry"
		if download || { apt_update; look_up && download; }; then
			prepare
			store_add "$1"
		else
			store_fall_back "$1" "$entry cannot be downloaded"
		fi
	fi
}

# A place to prepare an entry in, removed on any exit
store_tmp() {
	tmp=$(mktemp -d "$store/.tmp.XXXXXX")
	trap 'rm -rf "$tmp"' EXIT
	trap 'exit 130' INT
	trap 'exit 143' TERM HUP
	chmod 755 "$tmp"
}

# Of the entries with a prefix the one before the newest stays too: another run may still
# be using it.
store_add() {
	[ -d "$store/$entry" ] || mv -T "$tmp" "$store/$entry"
	store_list "$1" | tail -n +3 | while read -r old; do
		rm -rf "${store:?}/$old"
	done
}

# The entries that begin with a prefix, newest first
store_list() {
	find "$store" -mindepth 1 -maxdepth 1 -name "$1*" -printf '%T@ %f\n' | sort -rn | cut -d' ' -f2
}

store_fall_back() {
	entry=$(store_list "$1" | sed -n 1p)
	[ -n "$entry" ] || { say "$2: $lack"; exit "$lack_status"; }
	say "$2: using $entry from the cache"
}

# Package lists of our own: those of the machine may be missing or old, and renewing them
# takes privilege. Once a day is often enough; a download that fails asks for more.
apt_lists() {
	local stamp=$apt_dir/stamp

	mkdir -p "$apt_dir/lists/partial" "$apt_dir/cache/archives/partial" ||
		die "cannot write to $cache: set SEASTAR_CACHE to a directory of yours"
	exec 8>"$apt_dir/lock"
	flock 8
	if [ -z "$(find "$stamp" -mtime -1 2>/dev/null)" ]; then
		touch "$stamp"
		apt_update
	fi
	exec 8>&-
}

# Where a list cannot be renewed, the others are, and its old one is used
apt_update() {
	apt-get "${apt[@]}" -qq update >&2 || say "not all package lists can be renewed now"
}

# apt_sources FORMAT [FILTER...]: a line of each of the package sources that is Debian's and has been reached
apt_sources() {
	apt-get "${apt[@]}" indextargets 'Created-By: Packages' 'Origin: Debian' --format "$1" "${@:2}" | sort -u
}

apt_version() {
	apt-cache "${apt[@]}" show --no-all-versions "$1" 2>/dev/null | sed -n 's/^Version: //p'
}

apt_depends() {
	apt-cache "${apt[@]}" depends "$1" 2>/dev/null | sed -n 's/^ *Depends: *\([^<].*\)/\1/p'
}

# apt_download PACKAGE...: to $tmp/deb
apt_download() {
	rm -rf "$tmp/deb"
	mkdir "$tmp/deb"
	(cd "$tmp/deb" && apt-get "${apt[@]}" -qq download "$@" >&2)
}

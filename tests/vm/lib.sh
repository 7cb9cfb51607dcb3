# SPDX-License-Identifier: GPL-2.0-only
# shellcheck shell=bash disable=SC2034,SC2154 # variables of the scripts that source it
# What the scripts of the rig share; sourced by bash scripts after `set -eu`.

me=${0##*/}
vm=$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)
top=$(cd "$vm/../.." && pwd)
build=$top/build
cache=${SEASTAR_CACHE:-${XDG_CACHE_HOME:-$HOME/.cache}/seastar}

# flags of a make that called this script are not for the makes that the script calls
unset MAKEFLAGS MFLAGS MAKELEVEL

say() {
	echo "$me: $*" >&2
}

die() {
	say "$@"
	exit 1
}

usage() {
	echo "usage: $1" >&2
	exit 2
}

# add_libraries FILE...: dynamic programs, if any are among them, need their libraries in the
# tree $root, where the loader looks
add_libraries() {
	{ ldd "$@" 2>/dev/null || true; } | sed -n 's/.*[[:space:]]\(\/[^ ]*\) (0x.*/\1/p' | sort -u |
		xargs -r cp -L --parents -t "$root"
}

# SPDX-License-Identifier: GPL-2.0-only
# shellcheck shell=bash disable=SC2034,SC2154 # variables of the scripts that source it
# What the scripts of the rig share; sourced by bash scripts after `set -eu`.

me=${0##*/}
vm=$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)
top=$(cd "$vm/../.." && pwd)
build=$top/build
cache=${SEASTAR_CACHE:-${XDG_CACHE_HOME:-$HOME/.cache}/seastar}

# what a make that called us told itself is not for the makes we call
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

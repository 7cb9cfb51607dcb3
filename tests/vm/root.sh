# SPDX-License-Identifier: GPL-2.0-only
# shellcheck shell=bash disable=SC2154 # variables of the scripts that source it
# A Debian's file system in a directory, and commands in it; sourced after lib.sh.

# become_root ARGUMENT...: run the script again with these as root, be it that of a user namespace
become_root() {
	[ -z "${SEASTAR_IS_ROOT-}" ] || return 0
	export SEASTAR_IS_ROOT=1
	[ "$(id -u)" != 0 ] || exec "$0" "$@"
	unshare --map-root-user --map-auto --mount true 2>/dev/null &&
		exec unshare --map-root-user --map-auto --mount "$0" "$@"
	exec sudo env SEASTAR_IS_ROOT=1 SEASTAR_CACHE="$cache" "$0" "$@"
}

# unpack_root DIR: the Debian of debian-root, fresh
unpack_root() {
	local archive

	archive=$("$vm/debian-root")/root.tar.zst
	mkdir -p "$1"
	tar --extract --zstd --preserve-permissions --numeric-owner --exclude='./dev/*' -f "$archive" -C "$1"
}

# put_headers DIR SERIES: of a kernel of the rig, as its package has them; sets `release`
put_headers() {
	local entry

	entry=$("$vm/kernel" "$2")
	release=$(cat "$entry/release")
	cp -a "$entry/usr" "$1"
	sed -i 's|/.*/usr/src/|/usr/src/|' "$1/usr/src/linux-headers-$release/Makefile"
	mkdir -p "$1/lib/modules/$release"
	ln -s "/usr/src/linux-headers-$release" "$1/lib/modules/$release/build"
}

# in_root DIR COMMAND...: with devices and processes, mounted for the command's time and for nobody else
in_root() {
	# shellcheck disable=SC2016 # of the shell in between
	env -i PATH=/usr/sbin:/usr/bin:/sbin:/bin HOME=/root LC_ALL=C.UTF-8 DEBIAN_FRONTEND=noninteractive \
		unshare --mount --propagation private sh -ec '
		mount --rbind /dev "$1/dev"
		mount --rbind /proc "$1/proc"
		exec chroot "$@"' sh "$@"
}

# install_packages DIR: those of `make deb`
install_packages() {
	mkdir "$1/tmp/debs"
	find "$build/deb" -maxdepth 1 -name '*.deb' ! -name '*-dbgsym_*' -exec cp -t "$1/tmp/debs" {} +
	in_root "$1" sh -c 'dpkg -i /tmp/debs/*.deb' </dev/null
	rm -r "$1/tmp/debs"
}

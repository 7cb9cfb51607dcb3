# SPDX-License-Identifier: GPL-2.0-only
# shellcheck shell=bash disable=SC2154 # variables of the scripts that source it
# A Debian's file system in a directory, commands in it, and a disk of it for a guest; sourced after
# lib.sh.

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

# be_quiet DIR: a first boot asks questions and makes keys, a console has a login, and timers come when
# they like: none of that
be_quiet() {
	echo 5ea57a65ea57a65ea57a65ea57a65ea5 >"$1/etc/machine-id"
	echo seastar >"$1/etc/hostname"
	echo 127.0.0.1 localhost seastar >"$1/etc/hosts"
	systemctl --quiet --root="$1" mask getty@.service getty-static.service serial-getty@.service console-getty.service \
		apt-daily.timer apt-daily-upgrade.timer dpkg-db-backup.timer e2scrub_all.timer e2scrub_reap.service fstrim.timer \
		man-db.timer systemd-pstore.service
	systemctl --quiet --root="$1" disable prometheus.service
}

# add_session DIR: systemd comes to the command of a guest when it has started everything else. The
# session is no session leader, lest it take its port for its controlling terminal; at its end it
# kills all but itself.
add_session() {
	cat >"$1/etc/systemd/system/seastar-vm.service" <<-'END'
	[Unit]
	Description=The command of the test rig
	After=multi-user.target

	[Service]
	ExecStart=/bin/sh -c '/vm/session & wait'
	KillMode=process
	Environment=HOME=/root PATH=/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin
	Environment=LC_ALL=C.UTF-8
	END
	cat >"$1/etc/systemd/system/seastar-vm.target" <<-'END'
	[Unit]
	Description=The guest of the test rig
	Requires=multi-user.target
	Wants=seastar-vm.service
	After=multi-user.target
	END
	ln -s seastar-vm.target "$1/etc/systemd/system/default.target"
}

# make_disk DIR NAME: of the guest of `run -r NAME`, of a Debian that is quiet and has a session. It
# is sparse, and what a guest writes is forgotten.
make_disk() {
	local out=$build/vm/$2

	mkdir -p "$out"
	mke2fs -q -t ext4 -O ^has_journal -m 0 -L debian -d "$1" "$out/.disk.$$" 4G >/dev/null
	[ -z "${SUDO_UID-}" ] || chown "$SUDO_UID:$SUDO_GID" "$out" "$out/.disk.$$"
	mv "$out/.disk.$$" "$out/disk"
}

#!/bin/bash
# SPDX-License-Identifier: GPL-2.0-only
# Install the Debian packages that a purpose needs and the machine lacks.
set -euo pipefail

packages() {
	case $1 in
	build)
		echo gcc libc6-dev pkg-config libmnl-dev libjson-c-dev libncurses-dev libtracefs-dev libtraceevent-dev python3-yaml
		;;
	exporter)
		echo libnl-3-dev libnl-genl-3-dev libmicrohttpd-dev libsystemd-dev
		;;
	monitoring)
		# what speaks HTTP, and what finds leaks; Prometheus is not installed: tests/exporter/prometheus
		echo curl jq python3 valgrind systemd
		;;
	unit)
		echo libcmocka-dev
		;;
	sim)
		# pictures and their letters; a browser that lays them out
		echo gnuplot-nox fonts-dejavu-core chromium libxml2-utils procps python3 python3-jsonschema
		;;
	bench)
		echo valgrind gnuplot-nox fonts-dejavu-core python3 curl jq
		;;
	cli)
		echo valgrind clang libclang-rt-dev binutils jq python3 python3-jsonschema
		;;
	clang)
		echo clang
		;;
	mpi)
		echo openmpi-bin libopenmpi-dev
		;;
	module)
		# the headers' own tools are linked with libelf and libcrypto
		echo gcc libelf1 libssl3
		;;
	vm)
		echo qemu-system-x86 busybox-static gojq jq cpio tmux
		;;
	debian)
		echo mmdebstrap zstd uidmap e2fsprogs
		;;
	deb)
		echo "$(packages build)" "$(packages exporter)" dpkg-dev debhelper dh-dkms lintian bash-completion
		;;
	debug)
		echo gcc bc bison flex libelf-dev libssl-dev xz-utils zstd
		;;
	lint)
		# the kernel's checkers are scripts: perl's, and coccinelle's with python
		echo shellcheck sparse coccinelle python3 perl git xz-utils mandoc man-db
		;;
	*)
		echo "usage: setup.sh PURPOSE..., of which there is none '$1'" >&2
		exit 2
		;;
	esac
}

die() {
	echo "setup: $*" >&2
	exit 1
}

installed() {
	dpkg-query -W -f '${db:Status-Status} ${Package}\n' "$@" 2>/dev/null | sed -n 's/^installed //p'
}

missing() {
	printf '%s\n' "$@" | sort -u | grep -vxF -e "$(installed "$@")" || true
}

# apt-get as root, asking for a password only where somebody can type it
as_root() {
	if [ "$(id -u)" = 0 ]; then
		"$@"
	elif ! command -v sudo >/dev/null; then
		return 1
	elif [ -t 0 ]; then
		sudo "$@"
	else
		sudo -n "$@"
	fi
}

install() {
	as_root env DEBIAN_FRONTEND=noninteractive apt-get -qq -o DPkg::Lock::Timeout=600 \
		-o Dpkg::Use-Pty=0 install -y --no-install-recommends "$@" >&2
}

update() {
	as_root apt-get -qq -o DPkg::Lock::Timeout=600 update >&2
}

wanted=$(for purpose; do packages "$purpose"; done)
command -v dpkg-query >/dev/null ||
	die "this is not Debian: install by hand what answers to its packages $(echo $wanted)"
# shellcheck disable=SC2086 # a list of names
lack=$(missing $wanted | tr '\n' ' ')
[ -n "$lack" ] || exit 0

# one installer at a time
exec 9<"$0"
flock 9
echo "setup: installing $lack" >&2
# shellcheck disable=SC2086
install $lack 2>/dev/null || { update && install $lack; } ||
	die "cannot install packages; as root, run: apt-get update && apt-get install $lack"

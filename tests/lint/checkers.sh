# SPDX-License-Identifier: GPL-2.0-only
# shellcheck shell=bash disable=SC2154 # variables of the scripts that source it
# The static checkers; sourced by bash scripts, which set `scripts` to the kernel's. Each
# prints what it finds in the files it is given, and nothing where there is nothing.

rig=$(cd "$(dirname "${BASH_SOURCE[0]}")/../vm" && pwd)

# in_parallel COUNT COMMAND...: for so many of the names on standard input at a time, on all processors
in_parallel() {
	xargs -0 -P "$(nproc)" -n "$@"
}

shell_findings() {
	printf '%s\0' "$@" | in_parallel 16 shellcheck -S warning -f gcc -x -P SCRIPTDIR
}

# selftest_findings FOLDER: scripts that its Makefile does not list, so that no guest has them
selftest_findings() {
	local listed one

	listed=$(make -s --no-print-directory -C "$1" --eval 'listed: ; @echo $(TEST_PROGS) $(TEST_FILES)' listed) || return
	for one in "$1"/*.sh; do
		[[ " $listed " == *" ${one##*/} "* ]] || echo "$one: in no list of $1/Makefile, such as DRIVER_PROGS"
	done
}

# early_reader_findings FILE...: readers behind a pipe that may leave before its end. What writes to
# the pipe then dies of SIGPIPE, or has written all before: that depends on the machine's load.
early_reader_findings() {
	perl -0777 -ne '
		BEGIN {
			$quoted = qr/\x27[^\x27]*\x27|"(?:[^"\\\n]|\\.)*"/s;
			$words = qr/(?:$quoted|\\.|[^\n\x27"\\|;&()`])*/s;
			$block = qr/(\{(?:[^{}]++|(?1))*\})/;
			%leaves = (
				grep => sub { s/$quoted/_/gr =~ m{ -[^-\sABCDdef]*[qmlL]| --(?:quiet|silent|max-count|files-with)|>\s*/dev/null} },
				head => sub { !/^\s+-(?:n|c) ?-/ },
				sed => sub { m%[\s\d;{}!\$/\x27"][qQ][\s\d]*(?:[;}\x27"]|$)% },
				awk => sub { s/\bEND\s*$block//gr =~ /\b(?:exit|nextfile)\b/ },
				read => sub { 1 },
			);
		}
		while (/(?<!\|)\|&?(?:\s|\\\n|#.*\n|[{(]|\w+=\S*\s)*[efgm]?(read|head|sed|awk|grep)(?![|\w-])(?=($words))/g) {
			my ($line, $reader) = (1 + $` =~ tr/\n//, $1);
			local $_ = $2;
			next unless $leaves{$reader}->();
			s/\n.*|\s+$//s;
			print "$ARGV:$line: \"$reader$_\" may leave before the end of its pipe\n";
		}' "$@"
}

# fixed_wait_findings FILE...: waits for a value that the shell reads once, before the first try
fixed_wait_findings() {
	awk '/wait_until [^ ]+ (test|\[\[?) .*[^\\]\$\([^(]/ { print FILENAME ":" FNR ": the value is read once: wait_until eval" }' "$@"
}

# lost_negation_findings FILE...: `! COMMAND` with lines of its function behind it. It never ends the
# function, also under `set -e`, so a test goes on.
lost_negation_findings() {
	awk '
		function report() {
			if (held)
				print held
			held = ""
		}
		FNR == 1 { report(); continues = 0 }
		/^[[:space:]]*(#|$)/ { next }
		{
			if (/^[[:space:]]*[})]/)
				held = ""
			report()
			begins = !continues
			continues = /\\$/
		}
		begins && (/^[[:space:]]*! / || /(&&|;) ! /) && !/\|\|/ && !/^[[:space:]]*(if|elif|while|until) / && !/[})][[:space:]]*$/ {
			held = FILENAME ":" FNR ": a failure of \"! COMMAND\" ends nothing here: write \"fails COMMAND\""
		}
		END { report() }' "$@"
}

# A file names its licence where the kernel's files do, at its beginning
licence_findings() {
	awk '
		FNR > 3 { nextfile }
		/SPDX-License-Identifier: .*GPL-2\.0(-only| WITH Linux-syscall-note)/ { named[FILENAME] }
		END {
			for (i = 1; i < ARGC; i++)
				if (!(ARGV[i] in named))
					print ARGV[i] ": no licence in the first three lines"
		}' "$@"
}

# manual_findings PAGE...: also references to pages of ours that do not exist, and names that `man -k` cannot tell
manual_findings() {
	local page name section

	mandoc -T lint -W warning "$@"
	for page; do
		lexgrog "$page" >/dev/null || echo "$page: its NAME has no name"
		sed -nE 's/^\.(It )?Xr (seastar[^ ]*) ([0-9]).*/\2 \3/p' "$page" | sort -u |
			while read -r name section; do
				[ -e "tools/man/man$section/$name.$section" ] || echo "$page: there is no $name($section)"
			done
	done
}

# Links within the tree that lead nowhere
link_findings() {
	"$rig/../lint/links.py" "$@"
}

# Files that name the Dragonfly, and are not among those of tests/lint/named, which have a reason
name_findings() {
	"$rig/../lint/named.py" "$rig/../lint/named" "$@"
}

# Words that are misspelt. Nd is mdoc's, Commun. a journal's.
spelling_findings() {
	codespell -L nd,commun,sortings,improbe "$@"
}

# habit_findings FILE...: the words that tests/lint/habits has, with what to write instead
habit_findings() {
	perl -e '
		open(my $list, "<", shift) or die "habits: $!";
		while (<$list>) {
			next if /^#/;
			chomp;
			my ($scope, $words, $advice) = split /\t/;
			push @habits, [$scope, qr/$words/i, $advice];
		}
		for my $file (@ARGV) {
			my $page = $file =~ m{\.md$|\.[1-8]$};
			open(my $in, "<", $file) or die "$file: $!";
			while (<$in>) {
				for my $habit (@habits) {
					next if $habit->[0] eq "pages" && !$page || !/$habit->[1]/;
					print "$file:$.: \"$&\": write $habit->[2]\n";
				}
			}
		}' "$rig/../lint/habits" "$@"
}

# comment_findings FILE...: comments of C files that have to be read twice
comment_findings() {
	"$rig/../lint/comments.py" "$@"
}

# module_findings SERIES [NAME FROM]: what compiler, modpost, and with C=2 sparse, say of a module
module_findings() {
	"$rig/module" "$@" 2>&1 >/dev/null | grep -v '^kernel: '
	return "${PIPESTATUS[0]}"
}

sparse_findings() {
	C=2 module_findings "$@"
}

# bare_findings SERIES: what they say of the module without faults on demand, or that it has them
bare_findings() {
	BARE=1 module_findings "$1" || return
	! grep -q fail_commit "$(BARE=1 "$rig/module" "$1" 2>/dev/null)" || echo 'the module has the knob fail_commit'
}

# unreached_findings SERIES [NAME FROM]: functions of a module that no code of it calls or points to.
# What the kernel calls has its address somewhere: in a table, or for the module loader.
unreached_findings() {
	local farm

	farm=$(CALLS=1 "$rig/module" "$@") || return
	farm=${farm%/*}
	# paths are absolute or, since Linux 6.13, relative
	sed -E "s|^([^/])|$farm/\1|" "$farm"/*.mod | xargs readelf -sWr |
		awk '
			/^File: / { file = $2; sub(/.*-calls\//, "", file) }
			/^Relocation section/ { code = $3 !~ /debug|orc_unwind|mcount|patchable|return_sites|call_sites|ibt_endbr|cfi_sites|eh_frame|discard/ }
			/^Symbol table/ { code = 0 }
			code && $1 ~ /^[0-9a-f]+$/ { called[$5] }
			$4 == "FUNC" && $5 == "GLOBAL" && $7 != "UND" { defined[$8] = file }
			END {
				for (name in defined)
					if (!(name in called) && name !~ /^(init_module|cleanup_module|__(pfx|cfi)_.*)$/)
						print defined[name] ": nothing calls " name "()"
			}' | sort
}

# kernel_doc_findings: the constants that end an enum of the ABI explain themselves
kernel_doc_findings() {
	"$scripts/kernel-doc" -none -Wall "$@" 2>&1 |
		grep -vE "Enum value '(__)?SEASTAR_(\w+_)?MAX' not described"
	return "${PIPESTATUS[0]}"
}

# layer_findings DIRECTORY: what is included in the driver there against tests/lint/layers
layer_findings() {
	(cd "$1" && grep -Hno '^#include "[^."][^"]*"' main.c ./*.[ch] ./*/*.[ch]) | sed 's|^\./||; s|:#include||' | sort -u |
		awk -v layers="$rig/../lint/layers" '
			function stem(path) { sub(/\.[ch]$/, "", path); return path }
			BEGIN {
				while ((getline line <layers) > 0) {
					if (line ~ /^#/)
						continue
					n = split(line, names, " ")
					height++
					for (i = 1; i <= n; i++)
						at[names[i]] = height
				}
			}
			{
				split($1, place, ":")
				gsub(/"/, "", $2)
				from = stem(place[1])
				to = stem($2)
				if (!(from in at))
					print place[1] ": in no layer"
				else if (!(to in at))
					print $1 ": " $2 " is in no layer"
				else if (at[to] >= at[from] && index(from, to) != 1)
					print $1 ": " $2 " is not below"
			}'
}

# The simulator's folders, the lowest first: a file includes its own folder's headers, and those of
# folders in lower lines, by their path; those of sim/core are found without one.  A folder
# within one, as sim/paper/measures, includes the headers beside it, sim/paper/*.h, by their path, too.
rooms='core
topology
parts
routers
base
route trace program graph500
archive
otf2 dimemas smpi
experiment
run
result
plot sweep
mpi report saturate
paper'

# room_findings DIRECTORY: what is included in the simulator there against its folders' order
room_findings() {
	(cd "$1" && find . -mindepth 2 -name '*.[ch]' -exec grep -HnoE '^#include "(sim|\.\.)/[^"]*"' {} +) | sed 's|^\./||; s|:#include||' | sort -u |
		awk -v rooms="$rooms" '
			BEGIN {
				n = split(rooms, lines, "\n")
				for (height = 1; height <= n; height++) {
					width = split(lines[height], names, " ")
					for (i = 1; i <= width; i++)
						at[names[i]] = height
				}
			}
			{
				depth = split($1, from, "/")
				gsub(/"/, "", $2)
				width = split($2, to, "/")
				if (!(from[1] in at))
					print $1 ": is in no room"
				else if (depth > 2 && width == depth && to[2] == from[1] && (depth == 3 || to[3] == from[2]))
					next
				else if (!(to[2] in at) || at[to[2]] >= at[from[1]])
					print $1 ": " $2 " is not below"
			}'
}

# The tools' folders, the lowest first: a file includes its own folder's headers, and those of folders
# in lower lines, by their path. Programs share tools/lib, and nothing of each other.
tool_rooms='lib
seastar/base seastar-exporter/base
seastar/netlink seastar-exporter/read
seastar/clock seastar/device seastar/mmr seastar/trace seastar-exporter/metrics
seastar/aging seastar/counters seastar/traffic seastar-exporter/serve
seastar/commit seastar/link seastar/map seastar/suggest
seastar/route seastar/watch
seastar/conf seastar/snapshot
seastar/whatif
seastar/tune
seastar/cmd
seastar seastar-exporter'

# crowded_folders: the folders with more than 25 of the files whose paths are on standard input
crowded_folders() {
	sed 's|/[^/]*$||' | sort | uniq -c | awk '$1 > 25 { print $2 ": " $1 " files are two folders" }'
}

# tool_room_findings DIRECTORY: what is included in the tools there against their folders' order, and
# folders of too many files
tool_room_findings() {
	(cd "$1" && find lib seastar seastar-exporter -name '*.[ch]' -exec grep -HnoE '^#include "(tools/[^"]*|\.\.[^"]*)"' {} +) | sed 's|:#include||' |
		sort -u | awk -v rooms="$tool_rooms" '
			function room(path) { sub(/\/[^\/]*$/, "", path); return path }
			function program(path) { sub(/\/.*/, "", path); return path }
			BEGIN {
				n = split(rooms, lines, "\n")
				for (height = 1; height <= n; height++) {
					width = split(lines[height], names, " ")
					for (i = 1; i <= width; i++)
						at[names[i]] = height
				}
			}
			{
				split($1, place, ":")
				gsub(/"/, "", $2)
				from = room(place[1])
				to = $2
				sub(/^tools\//, "", to)
				to = room(to)
				if (!(from in at))
					print $1 ": is in no room"
				else if (!(to in at) || at[to] >= at[from])
					print $1 ": " $2 " is not below"
				else if (program(to) != "lib" && program(to) != program(from))
					print $1 ": " $2 " is of another program"
			}'
	(cd "$1" && find lib seastar seastar-exporter -name '*.[ch]') | crowded_folders
}

# study_folder_findings DIRECTORY: folders of too many studies there
study_folder_findings() {
	find "$1" -name '*.study' | crowded_folders
}

# Functions that other files call and that no kernel-doc stands before
undocumented_functions() {
	awk '
		FNR == 1 { documented = "" }
		/^ \* [a-z][a-z0-9_]*\(\) - / { documented = substr($2, 1, length($2) - 2) }
		/^[a-z].*[ *][a-z0-9_]+\(/ && !/^(static|extern|typedef|module_)/ && !/;$/ {
			name = $0
			sub(/\(.*/, "", name)
			sub(/.*[ *]/, "", name)
			if (name != documented)
				print FILENAME ":" FNR ": " name "() has no kernel-doc"
		}' "$@"
}

# maintainers_findings: fields of MAINTAINERS that the kernel does not know or has in another order,
# paths that are not there, and parts of the driver that belong to nobody
maintainers_findings() {
	awk '
		BEGIN { split("M R L S W Q B C P T F X N K", order, ""); for (i = 1; i in order; i += 2) at[order[i]] = i }
		/^Maintainers List$/ { list = 1; getline; next }
		!list || /^$/ { last = 0; next }
		/^[A-Z][A-Z0-9 \/-]+$/ { entry = $0; last = 0; path = ""; next }
		!/^[A-Z]:\t[^ \t]/ || !(substr($0, 1, 1) in at) { print FILENAME ":" FNR ": no field: " $0; next }
		{
			field = substr($0, 1, 1)
			if (at[field] < last)
				print FILENAME ":" FNR ": " field ": comes too late"
			last = at[field]
		}
		field == "F" || field == "X" {
			sub(/^..[ \t]*/, "")
			if ($0 < path)
				print FILENAME ":" FNR ": not in order: " $0
			path = $0
		}' MAINTAINERS
	sed -n 's/^F:\t//p' MAINTAINERS | while read -r path; do
		[ -e "$path" ] || echo "MAINTAINERS: there is no $path"
		[ ! -d "$path" ] || [[ $path == */ ]] || echo "MAINTAINERS: $path is a directory: end it with /"
	done
	(sed -n 's/^seastar-.* += //p' Kbuild | tr ' ' '\n' | sed 's/o$/c/' && echo Kbuild && echo kmod/Kconfig) | while read -r file; do
		sed -n 's/^F:\t//p' MAINTAINERS | awk -v file="$file" 'index(file, $0) == 1 { found = 1 } END { exit !found }' ||
			echo "MAINTAINERS: $file belongs to nobody"
	done
}

# get_maintainer_findings FILE...: whom the kernel's script names for them, unless that is the maintainer and a list
get_maintainer_findings() {
	local file said

	for file; do
		said=$("$scripts/get_maintainer.pl" --no-tree --no-git --no-git-fallback --no-rolestats \
			--mpath="$PWD/MAINTAINERS" -f "$file" 2>&1)
		[ "$(wc -l <<<"$said")" = 2 ] && [[ $said == *'<seastar@'*'vger.kernel.org'* ]] || printf '%s: %s\n' "$file" "$said"
	done
}

# kconfig_findings SERIES: what the kernel's own parser says of kmod/Kconfig, and options of Kbuild that
# nothing defines. The driver is a module where all that can be is one, on 64 bits alone.
kconfig_findings() {
	local kernel work bits config

	kernel=$("$rig/kernel" "$1") || return
	work=$(mktemp -d)
	for bits in 64BIT 32BIT; do
		printf 'config MODULES\n\tbool\n\tmodules\n\tdefault y\nconfig NET\n\tdef_bool y\nconfig %s\n\tdef_bool y\nsource "%s"\n' \
			"$bits" "$PWD/kmod/Kconfig" >"$work/Kconfig"
		(cd "$work" && KCONFIG_CONFIG=$work/$bits "$kernel/build/scripts/kconfig/conf" --allmodconfig Kconfig 2>&1) |
			grep -E 'warning|error|:[0-9]+:'
	done
	grep -qx CONFIG_SEASTAR=m "$work/64BIT" || echo 'kmod/Kconfig: no module where all are modules'
	! grep -q CONFIG_SEASTAR= "$work/32BIT" || echo 'kmod/Kconfig: a driver for 32 bits, for which it does not build'
	for config in $(sed -nE 's/^(obj|seastar)-\$\(CONFIG_(\w+)\).*/\2/p' Kbuild | grep -vx PCI); do
		grep -qx "config $config" kmod/Kconfig || echo "Kbuild: kmod/Kconfig has no $config"
	done
	rm -r "$work"
}

# What checkpatch asks of a kernel's file and of no other: that it use the kernel's macros
# and types (ARRAY_SIZE, __printf, u8), which userland lacks; that constants look like
# the kernel's (PRIu64 does not); that macros be expressions or statements, where tests have lists
# of tests (X macros, initialisers). Nor are our messages broken to fit
# a line, and errno is positive.
userland=ARRAY_SIZE,PREFER_DEFINED_ATTRIBUTE_MACRO,PREFER_KERNEL_TYPES,VOLATILE
userland+=,CAMELCASE,COMPLEX_MACRO,MACRO_ARG_REUSE,MACRO_ARG_UNUSED,BRACKET_SPACE
userland+=,LONG_LINE_STRING,EMBEDDED_FUNCTION_NAME,USE_NEGATIVE_ERRNO

# exempt FILE: the types of findings that are none there
exempt() {
	case $1 in
	# tells kernels apart, some of which want less of an argument
	kmod/base/compat.h) echo LINUX_VERSION_CODE,MACRO_ARG_UNUSED ;;
	# is laid out as the kernel's tracepoints are
	kmod/base/trace.h) echo PARENTHESIS_ALIGNMENT,OPEN_ENDED_LINE ;;
	# gives userland what the kernel has, for which it must use what userland has
	include/seastar/types.h) echo PREFER_KERNEL_TYPES,BIT_MACRO ;;
	sim/core/port.h) echo PREFER_DEFINED_ATTRIBUTE_MACRO,COMPLEX_MACRO ;;
	# is included by userland, too, which lacks static_assert(), and must give constants
	include/seastar/packet.h) echo CAMELCASE,MACRO_ARG_REUSE ;;
	# is a table of texts, which are not broken to fit a line, for macros that others give it
	include/seastar/counters.h) echo LONG_LINE,COMPLEX_MACRO,MACRO_ARG_REUSE ;;
	# make fields and statements of its rows, one of each
	include/seastar/mmr.h | include/seastar/widen.h | sim/routers/seastar/read.c | sim/routers/seastar/router.h)
		echo TRAILING_SEMICOLON,MULTISTATEMENT_MACRO_USE_DO_WHILE,COMPLEX_MACRO,LINE_SPACING,MACRO_ARG_REUSE,MACRO_ARG_PRECEDENCE,MACRO_ARG_UNUSED ;;
	# and ranges of initialisers
	kmod/base/counters.c) echo MACRO_ARG_REUSE,MACRO_ARG_UNUSED ;;
	tools/seastar-exporter/read/counters.c | tools/seastar-exporter/read/fabric.h | tests/hw/hwmodel.c)
		echo "$userland,MACRO_ARG_REUSE,COMPLEX_MACRO" ;;
	# a table of initialisers, whose texts are not broken to fit a line
	sim/routers/seastar/mmr.c) echo LONG_LINE,MACRO_ARG_REUSE,ARRAY_SIZE,COMPLEX_MACRO,MACRO_ARG_UNUSED ;;
	# has a pointer to arrays, which checkpatch does not understand, in a prototype
	kmod/dev/dev.h) echo FUNCTION_ARGUMENTS ;;
	# returns sentences, which are not broken to fit a line
	kmod/base/lint.c) echo LONG_LINE ;;
	# has an iterator
	kmod/dev/commit.c) echo MACRO_ARG_REUSE ;;
	# are a list of rows, and a declaration for each
	sim/routers/dragonfly/routings/*.h) echo COMPLEX_MACRO,MACRO_ARG_REUSE,TRAILING_SEMICOLON,MACRO_ARG_UNUSED ;;
	sim/experiment/routers.h) echo "$userland,TRAILING_SEMICOLON" ;;
	# want some columns of a table
	kmod/backend/mmio.c | sim/routers/dragonfly/dragonfly.h | sim/routers/dragonfly/routings/table.c)
		echo MACRO_ARG_UNUSED ;;
	# has a type and variables that are called section
	sim/paper/study.c) echo "$userland,LONG_LINE,REPEATED_WORD" ;;
	# are studies, and lines of files
	tests/unit/paper.c | tests/unit/study.c) echo "$userland,LONG_LINE,SPLIT_STRING" ;;
	tests/unit/expression.c) echo "$userland,QUOTED_WHITESPACE_BEFORE_NEWLINE" ;;
	# have what the build puts into the program
	sim/paper/library.c | sim/result/places.c) echo "$userland,LONG_LINE,AVOID_EXTERNS" ;;
	sim/core/* | sim/topology/* | sim/parts/* | sim/routers/*) ;;
	# has a page's text
	tools/mmrdoc.c) echo "$userland,LONG_LINE" ;;
	# 128 bits have no name
	tools/seastar/counters/moments.h | sim/run/measure.h) echo "$userland,NEW_TYPEDEFS" ;;
	# are tables with sentences in them, which are not broken to fit a line
	sim/experiment/check.c | sim/experiment/keys.c | sim/paper/*/*.c | sim/paper/*.c | sim/route/plan.c | tests/unit/route_check.c | tests/unit/sim_keys.c) echo "$userland,LONG_LINE" ;;
	# has a pointer to arrays in a prototype
	tests/selftests/txn.h) echo "$userland,FUNCTION_ARGUMENTS" ;;
	# calls case_run(), which checkpatch takes for a label
	tests/oracle/fuzz.c) echo "$userland,SPACING" ;;
	# commits faults: the compiler shall not see through them
	tests/vm/canary/canary.c) echo VOLATILE,MSLEEP ;;
	# are called by libFuzzer, and by the linker in place of other functions
	tests/cli/fuzz-*.c | tests/bench/driver.c) echo "$userland,AVOID_EXTERNS,MULTISTATEMENT_MACRO_USE_DO_WHILE" ;;
	# has lists of calls, types of MPI, and says that a call is a call
	tools/seastar-mpi/*) echo "$userland,LONG_LINE,SPACING,TRAILING_SEMICOLON,MULTISTATEMENT_MACRO_USE_DO_WHILE,MACRO_ARG_PRECEDENCE,REPEATED_WORD,STRNCPY,OPEN_ENDED_LINE,LINE_SPACING" ;;
	# have sentences with numbers in them, which are not broken to fit a line, and OTF2's types
	sim/archive/*.c | sim/otf2/*.c | sim/dimemas/*.c | sim/smpi/*.c) echo "$userland,LONG_LINE,SPACING,UNSPECIFIED_INT" ;;
	tools/seastar-sim/convert.c) echo "$userland,LONG_LINE" ;;
	# has a type of 128 bits
	sim/program/replay.c) echo "$userland,LINE_SPACING" ;;
	# say "enum mutant mutant"
	tests/programs/*) echo "$userland,REPEATED_WORD" ;;
	docs/* | tests/* | tools/* | sim/*) echo "$userland" ;;
	esac
}

# long_line_findings FILE...: lines of C of more than 100 columns that do not end in a string. checkpatch
# refuses them as well, but `make check` does not run it.
long_line_findings() {
	local file
	local -a bounded

	mapfile -t bounded < <(for file; do
		echo "$file:"
		exempt "$file"
	done | awk -F : 'NF == 2 { name[++n] = $1 } /(^|,)LONG_LINE(,|$)/ { n-- } END { for (i = 1; i <= n; i++) print name[i] }')
	perl -ne '
		chomp;
		my $columns = 0;
		$columns += $_ eq "\t" ? 8 - $columns % 8 : 1 for split //;
		print "$ARGV:$.: $columns columns\n" if $columns > 100 && !/"[\s,;)}]*\\?$/;
		close ARGV if eof;' "${bounded[@]}"
}

# Files that are as they were when nothing was found in them are passed over, unless FRESH=1
checkpatch_findings() {
	local store=${SEASTAR_CACHE:-${XDG_CACHE_HOME:-$HOME/.cache}/seastar}/checkpatch
	local file types known hashes changed findings
	local -A files=()

	for file; do
		types=$(exempt "$file")
		files[${types:-NONE}]+=" $file"
	done
	mkdir -p "$store"
	for types in "${!files[@]}"; do
		known=$store/${scripts##*/}_$(sha256sum <<<"$types" | cut -c 1-12)
		touch "$known"
		# shellcheck disable=SC2086 # a list of names
		hashes=$(sha256sum ${files[$types]})
		changed=$hashes
		[ -n "${FRESH-}" ] || changed=$(grep -vxFf "$known" <<<"$hashes")
		[ -n "$changed" ] || continue
		findings=$(sed 's/^[^ ]* *//' <<<"$changed" | tr '\n' '\0' |
			in_parallel 48 "$scripts/checkpatch.pl" --no-tree --strict --terse --show-types --no-summary \
				--ignore "$types" --file 2>&1 | grep -v '^total: ')
		if [ -n "$findings" ]; then
			echo "$findings"
		else
			echo "$changed" >>"$known"
		fi
	done
	rm -f .checkpatch-camelcase.*	# its own cache
}

# Rules of these concerns, without those that need an OCaml compiler, and without those that
# recommend what userland, and so the model, lacks: min(), max(), ARRAY_SIZE().
cocci_rules() {
	find "$scripts"/coccinelle/{api,free,iterators,locks,misc,null,tests} -name '*.cocci' \
		-not -name minmax.cocci -not -name array_size.cocci -exec grep -LZ 'script:ocaml' {} +
}

# cocci_findings FILE...: a rule names the options it needs. Each file is a group of its own, as if
# found in a directory: spatch parses only those that have a word of the rule. Files that are
# named on its command line are one group, which it parses whole for every rule. It is linked
# with Debian's python: another that comes first in the PATH would give it a library of its own.
cocci_findings() {
	local groups status

	groups=$(mktemp)
	printf '%s\n\n' "$@" >"$groups"
	# shellcheck disable=SC2016 # expanded by the inner shell
	cocci_rules | in_parallel 1 bash -c '
		options=$(sed -n "s/^\/\/[/]* *Options: *//p" "$2")
		spatch --python /usr/bin/python3 -D report --no-show-diff --very-quiet $options --cocci-file "$2" \
			--file-groups "$1" 2>&1 | grep -v "^warning: line"
		exit "${PIPESTATUS[0]}"' cocci "$groups"
	status=$?
	rm "$groups"
	return $status
}

#!/bin/bash
# SPDX-License-Identifier: GPL-2.0-only
# Each checker must find what it is there to find. TAP on stdout.
set -u

cd "$(dirname "$0")/../.." || exit 1
. tests/lint/checkers.sh
scripts=$(tests/vm/kernel-scripts) || exit 1
mkdir -p build
scratch=$(mktemp -d "$PWD/build/lint.XXXXXX")
trap 'rm -rf "$scratch"' EXIT
bad=$scratch/bad.c
findings=
claims=0
failed=0

# check CHECKER ARGUMENT...: standard input is the bad file
check() {
	cat >"$bad"
	findings=$("$@" 2>&1)
}

# finds WHAT PATTERN: among the findings
finds() {
	claims=$((claims + 1))
	if grep -qE -- "$2" <<<"$findings"; then
		echo "ok $claims - $1"
		return
	fi
	failed=1
	echo "not ok $claims - $1"
	echo "# expected a finding like '$2'; saw:"
	printf '%s\n' "$findings" | sed 's/^/#   /'
}

# lacks WHAT PATTERN: it is not among them
lacks() {
	claims=$((claims + 1))
	if ! grep -qE -- "$2" <<<"$findings"; then
		echo "ok $claims - $1"
		return
	fi
	failed=1
	echo "not ok $claims - $1"
	echo "# expected no finding like '$2'; saw:"
	printf '%s\n' "$findings" | sed 's/^/#   /'
}

# A module of the bad file
in_module() {
	echo 'obj-m := bad.o' >"$scratch/Kbuild"
	"$1" 6.12 lint-selftest "$scratch"
}

echo 'TAP version 13'

check licence_findings "$bad" <<'END'
int x;
END
finds 'a file without a licence' 'no licence'

check long_line_findings "$bad" <<END
/* $(printf '%0100d' 0) */
	warn("$(printf '%0100d' 0)");
END
finds 'a line of C of more than 100 columns' 'bad.c:1: 106 columns'
lacks 'a long line that ends in a string' 'bad.c:2'

check shell_findings "$bad" <<'END'
#!/bin/bash
echo "$never_set"
END
finds 'shellcheck: a variable that is never set' SC2154

# behind COMMAND...: the findings when it reads from a pipe
behind() {
	printf 'producer | %s\n' "$*" >"$scratch/bad.sh"
	check early_reader_findings "$scratch/bad.sh" </dev/null
}

for reader in 'grep -q x' 'grep -viqx x' 'LC_ALL=C egrep -m1 x' 'grep -e x -l' 'grep --quiet x' 'grep x >/dev/null' head \
	'head -n 1 | cut -c 1' 'sed 5q' "sed -n '/x/ { p; q }'" "awk '/x/ { print; exit }'" "awk 'NR == 1 { nextfile }'" \
	'read -r x' '{ IFS= read -r x; }'; do
	behind "$reader"
	finds "readers: '$reader' leaves early" 'bad.sh:1: ".*" may leave before the end'
done
for reader in 'grep -c x' "grep -e '-q' >found" 'head -n -1' 'sed -n 1p' "sed 's/q/Q/'" 'while read -r x; do :; done' \
	"awk '{ n += \$1 } END { if (n) { exit 1 } }'" 'cat || head -n 1 file' 'tail -n 1'; do
	behind "$reader"
	lacks "readers: '$reader' reads to the end" .
done
behind $'\\\n\tsort |\n\t# of them all\n\tgrep -q x'
finds 'readers: one below its pipe' 'bad.sh:2: "grep -q x"'
pipe='|'	# not one of this script's own
behind "cat; bash -c \"dmesg $pipe grep -q 'x y' && true\""
finds 'readers: one in a command that is a word' "bad.sh:1: \"grep -q 'x y'\""
behind "cat; [ \"\$(dmesg $pipe grep -c \"\$(dmesg $pipe head -n 1)\")\" = 1 ]"
finds "readers: one within another one's words" 'bad.sh:1: "head -n 1"'

# with NOT for the negation, so that this script has none of them
check lost_negation_findings "$bad" < <(sed 's/NOT/!/' <<'END'
middle() {
	NOT grep -q x file
	# a comment
	grep -q y file
}
joined() {
	[ -e file ] && NOT grep -q x file
	grep -q y file
}
last() {
	grep -q y file
	NOT grep -q x file
}
handled() {
	NOT grep -q x file || return 1
	if [ -e file ] && NOT grep -q x file; then
		find . -type f \
			NOT -name x
	fi
	(cd folder && NOT grep -q x file)
	grep -q y file
}
END
)
finds 'negations: one with lines behind it' 'bad.c:2: a failure of "! COMMAND" ends nothing'
finds 'negations: one behind &&, likewise' 'bad.c:7: a failure'
lacks 'negations: the last one, or one that is handled, is none of them' 'bad.c:([13-689]|1[0-9]|2[0-9]):'

check fixed_wait_findings "$bad" < <(printf 'wait_until %s\n' '10 test "$(count)" -ge 2' \
	"10 eval '[ \"\$(count)\" -ge 2 ]'" '10 eval "[ \"\$(count)\" -ge 2 ]"' '$((60 * 2)) [ -e "$file" ]')
finds 'a wait for a value that is read once' 'bad.c:1: the value is read once'
lacks 'waits that read it each time, or no value' 'bad.c:[2-4]'

check manual_findings "$bad" <<'END'
.Dd November 21, 2026
.Dt BAD 8
.Os
.Sh NAME
.Nm bad page
.Sh SEE ALSO
.Xr seastar-nowhere 8
END
finds 'mandoc: a page without a description' 'NAME section without description'
finds 'mandoc: a reference to no page' 'there is no seastar-nowhere\(8\)'
finds "lexgrog: a page that \`man -k\` does not find" 'its NAME has no name'

cat >"$scratch/bad.md" <<'END'
# A page

[itself](#a-page), [a file](bad.md#nowhere), [no file](missing.md), `[code](is-none.md)`
END
check link_findings "$scratch/bad.md" </dev/null
finds 'links: one to a file that is not there' 'bad.md:3: missing.md leads nowhere'
finds 'links: one to a heading that is not there' 'bad.md:3: bad.md#nowhere leads nowhere'
lacks 'links: one that leads somewhere is none of them' 'a-page|is-none'

check name_findings "$bad" sim/plot/title.c sim/core/kind_config.h <<'END'
/* Of a dragonfly */
u32 routers = ss_dragonfly_routers(&shape);
const char *key = "dragonfly", *help = "dragonfly: PxAxH";
END
finds 'names: a symbol' 'bad.c:2: names the Dragonfly'
finds 'names: a word' 'bad.c:3: names the Dragonfly'
lacks 'names: a comment, or a file that has a reason, is none of them' 'bad.c:1|sim/'
check name_findings "$bad" </dev/null
lacks 'names: a file without it is none of them' .

check spelling_findings "$bad" <<'END'
/* A mesage */
END
finds 'codespell: a word that is misspelt' 'mesage ==> message'

check habit_findings "$bad" <<'END'
/* Flits a node a cycle, which are told */
END
finds 'habits: a rate without "per"' 'bad.c:1: "Flits a node": write "per"'
check habit_findings "$bad" <<'END'
static void tell_ports(void);
END
finds 'habits: a function that tells' 'bad.c:1: "tell_ports.": write "report_"'
cat >"$scratch/bad.1" <<'END'
The command tells the flits of each node.
END
check habit_findings "$scratch/bad.1" </dev/null
finds 'habits: a program that tells, on a manual page' 'bad.1:1: "command tells": write "report"'
cat >"$scratch/bad.1" <<'END'
All keys but for one are kept, for want of room, unless told otherwise, lest one wraps.
The key says nothing where it makes no sense; the curves are only drawn, and held against those.
A processor takes whatever comes.
END
check habit_findings "$scratch/bad.1" </dev/null
for words in 'but for' 'for want of' 'unless told' 'lest' 'says nothing where' 'makes no sense' \
	'are only drawn' 'held against' 'whatever comes'; do
	finds "habits: '$words'" "bad.1:[123]: \"$words\": write"
done

for word in Of Those That What Who Whose Which It Its They Whoever Whatever These Nobody; do
	check comment_findings "$bad" <<<"int a; /* $word the routers are run. */"
	finds "comments: one that opens with '$word'" "bad.c:1: a comment opens with \"$word\""
done
check comment_findings "$bad" <<'END'
/*
 * Return it, as "what" says, to its caller.
 *
 * @count: of them
 *
 * One two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen
 * seventeen eighteen nineteen twenty 21 22 23 24 25 26 27 28 29 30, and 31.
 *
 * It is so.
 *
 *	a lock
 *		It protects the routers. This is a sentence.
 *		They are run with it. Is there room?
 *		It comes with a grant.
 */
const char *what = "/* What it is */";
END
finds 'comments: a paragraph that opens so' 'bad.c:9: a comment opens with "It"'
finds 'comments: a line that opens so below a name' 'bad.c:12: a sentence of a comment opens with "It"'
finds 'comments: a line that opens so behind a sentence' 'bad.c:13: a sentence of a comment opens with "They"'
finds 'comments: a line that opens so behind a question' 'bad.c:14: a sentence of a comment opens with "It"'
finds 'comments: a sentence of more than 30 words' 'bad.c:6: 32 words from "One two three four five"'
lacks 'comments: nothing else' 'bad.c:([1-5]|1[015-9]):'

mkdir "$scratch/selftests"
touch "$scratch/selftests/"{listed,lib,unlisted}.sh
printf 'TEST_PROGS := listed.sh\nTEST_FILES := lib.sh\n' >"$scratch/selftests/Makefile"
check selftest_findings "$scratch/selftests"
finds 'selftests: a script that no guest has' 'selftests/unlisted.sh: in no list'
lacks 'selftests: nothing else' '/(listed|lib).sh'

mkdir -p "$scratch/kmod/dev"
cp kmod/main.c "$scratch/kmod"
# upward FILE INCLUDED: the findings when one file of the driver includes another one
upward() {
	echo "#include \"$2\"" >"$scratch/kmod/$1"
	check layer_findings "$scratch/kmod"
	rm "$scratch/kmod/$1"
}

upward dev/stats.c netlink/genl.h </dev/null
finds 'layers: an include that goes up' 'dev/stats.c:1: netlink/genl.h is not below'
upward dev/stats.c dev/mmr.h </dev/null
finds 'layers: an include of a neighbour' 'dev/stats.c:1: dev/mmr.h is not below'
upward dev/other.c dev/dev.h </dev/null
finds 'layers: a file that is in none' 'dev/other.c: in no layer'
upward dev/stats.c dev/dev.h </dev/null
lacks 'layers: an include that goes down is none of them' .

mkdir -p "$scratch/sim/run" "$scratch/sim/other"
# room FILE INCLUDED: the findings when one file of the simulator includes another one
room() {
	echo "#include \"$2\"" >"$scratch/sim/$1"
	check room_findings "$scratch/sim"
	rm "$scratch/sim/$1"
}

room run/run.c sim/plot/plot.h </dev/null
finds 'folders: an include that goes up' 'run/run.c:1: sim/plot/plot.h is not below'
room run/run.c sim/run/crew.h </dev/null
finds 'folders: an include of the same folder by its path' 'run/run.c:1: sim/run/crew.h is not below'
mkdir "$scratch/sim/run/one"
room run/one/a.c sim/run/one/b.h </dev/null
finds 'folders: an include of the same inner folder by its path' 'run/one/a.c:1: sim/run/one/b.h is not below'
room other/one.c sim/base/text.h </dev/null
finds 'folders: one that is in no line' 'other/one.c:1: is in no room'

mkdir -p "$scratch/tools/lib" "$scratch/tools/seastar/conf" "$scratch/tools/seastar/other" "$scratch/tools/seastar-exporter/read"
# tool_room FILE INCLUDED: the findings when one file of the tools includes another one
tool_room() {
	echo "#include \"$2\"" >"$scratch/tools/$1"
	check tool_room_findings "$scratch/tools"
	rm "$scratch/tools/$1"
}

tool_room seastar/conf/plan.c tools/seastar/cmd/cmd.h </dev/null
finds "tools' folders: an include that goes up" 'seastar/conf/plan.c:1: tools/seastar/cmd/cmd.h is not below'
tool_room seastar/conf/plan.c tools/seastar/conf/conf.h </dev/null
finds "tools' folders: an include of the same folder by its path" 'plan.c:1: tools/seastar/conf/conf.h is not below'
tool_room lib/names.c tools/seastar/base/print.h </dev/null
finds "tools' folders: a library that includes a program's header" 'lib/names.c:1: tools/seastar/base/print.h is not below'
tool_room seastar/conf/plan.c ../cmd/cmd.h </dev/null
finds "tools' folders: an include by a relative path" 'plan.c:1: ../cmd/cmd.h is not below'
tool_room seastar-exporter/read/fabric.c tools/seastar/base/print.h </dev/null
finds "tools' folders: an include of another program" 'fabric.c:1: tools/seastar/base/print.h is of another program'
tool_room seastar/other/one.c tools/lib/names.h </dev/null
finds "tools' folders: one that is in no line" 'other/one.c:1: is in no room'
touch "$scratch"/tools/seastar/conf/{1..26}.c
check tool_room_findings "$scratch/tools" </dev/null
finds "tools' folders: one of too many files" 'seastar/conf: 26 files are two folders'
mkdir -p "$scratch/paper/few" "$scratch/paper/many/of"
touch "$scratch"/paper/few/{1..25}.study "$scratch"/paper/many/of/{1..26}.study
check study_folder_findings "$scratch/paper" </dev/null
finds 'studies: a folder of too many' 'many/of: 26 files are two folders'

# owned: the entry on standard input is that of a driver of two files
owned() {
	mkdir -p "$scratch/owned/kmod/dev"
	touch "$scratch"/owned/kmod/{dev/a.c,Kconfig}
	echo 'seastar-y += kmod/dev/a.o' >"$scratch/owned/Kbuild"
	(printf 'Maintainers List\n----------------\n\n' && cat "$bad") >"$scratch/owned/MAINTAINERS"
	(cd "$scratch/owned" && maintainers_findings)
}
check owned <<'END'
BAD DRIVER
S:	Maintained
M:	somebody
F:	kmod/none.c
F:	kmod/dev
F:	Kbuild
Z:	what
END
finds 'MAINTAINERS: a field in another order than the kernel has' ':6: M: comes too late'
finds 'MAINTAINERS: a path that is not there' 'there is no kmod/none.c'
finds 'MAINTAINERS: a directory without its slash' 'kmod/dev is a directory'
finds 'MAINTAINERS: paths in another order' ':9: not in order: Kbuild'
finds 'MAINTAINERS: a field that the kernel does not know' ':10: no field: Z'
finds 'MAINTAINERS: a file that belongs to nobody' 'kmod/Kconfig belongs to nobody'
check owned <<'END'
GOOD DRIVER
M:	somebody
S:	Maintained
F:	Kbuild
F:	kmod/
END
lacks 'MAINTAINERS: but none of these where all is right' .

check in_module module_findings <<'END'
#include <linux/module.h>
int bad(void)
{
	return 0;
}
MODULE_LICENSE("GPL");
END
finds 'W=1: a function without a prototype' 'no previous prototype'

check in_module module_findings <<'END'
#include <linux/module.h>
MODULE_LICENSE("GPL");
END
finds 'modpost: a module without a description' 'missing MODULE_DESCRIPTION'
findings=$(in_module module_findings 2>&1)
finds 'modpost: the same, of a module that has been built' 'missing MODULE_DESCRIPTION'

check in_module unreached_findings <<'END'
#include <linux/module.h>
int bad_called(int n);
int bad_forgotten(int n);
int bad_called(int n)
{
	return n + 1;
}
int bad_forgotten(int n)
{
	return bad_called(n) + 1;
}
static int __init bad_init(void)
{
	return bad_called(0);
}
module_init(bad_init);
MODULE_DESCRIPTION("bad");
MODULE_LICENSE("GPL");
END
finds 'a function that nothing calls' 'nothing calls bad_forgotten'
lacks 'but not one that is called, or the entry of the module' 'bad_called|init_module|bad_init'

check in_module sparse_findings <<'END'
#include <linux/module.h>
#include <linux/spinlock.h>
static DEFINE_SPINLOCK(lock);
static int __init bad_init(void)
{
	int __user *p = NULL;

	spin_lock(&lock);
	if (jiffies & 1)
		return *p;
	spin_unlock(&lock);
	return 0;
}
module_init(bad_init);
MODULE_DESCRIPTION("bad");
MODULE_LICENSE("GPL");
END
finds 'sparse: a pointer to user memory that is followed' 'dereference of noderef'
finds 'sparse: a lock that one way out keeps' 'context imbalance'

check checkpatch_findings "$bad" <<'END'
// SPDX-License-Identifier: GPL-2.0-only
#define BAD(x)	((x) * (x))
int bad(int x)
{
	if ((x = 3))
		return 1;
	return 0;
}
END
finds 'checkpatch: an assignment in a condition' ASSIGN_IN_IF
finds 'checkpatch --strict: an argument that is used twice' MACRO_ARG_REUSE

check kernel_doc_findings "$bad" <<'END'
// SPDX-License-Identifier: GPL-2.0-only
/**
 * struct bad - half described
 * @a: described
 */
struct bad {
	int a;
	int b;
};
END
finds 'kernel-doc: a member that is not described' "'b' not described"

check undocumented_functions "$bad" <<'END'
// SPDX-License-Identifier: GPL-2.0-only
/**
 * good() - described
 */
int good(void)
{
	return 0;
}

/* Not kernel-doc. */
int bad(void)
{
	return 0;
}
END
finds 'kernel-doc: a function that is not described' 'bad\(\) has no kernel-doc'

check cocci_findings "$bad" <<'END'
// SPDX-License-Identifier: GPL-2.0-only
static int used_after_free(struct thing *t)
{
	kfree(t);
	return t->x;
}

static void locked_twice(struct thing *t)
{
	mutex_lock(&t->lock);
	t->x++;
	mutex_lock(&t->lock);
	mutex_unlock(&t->lock);
}

static int used_where_null(struct thing *t)
{
	if (!t)
		return t->x;
	return 0;
}
END
finds 'coccinelle: a use after free' 'reference preceded by free'
finds 'coccinelle: a lock that is taken twice' 'second lock'
finds 'coccinelle: a pointer that is used where it is NULL' 'NULL but dereferenced'

echo "1..$claims"
exit $failed

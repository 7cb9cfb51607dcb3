#!/bin/bash
# SPDX-License-Identifier: GPL-2.0-only
# The TAP reader on streams whose sum is known, good ones and broken ones. TAP on stdout.
set -u

tap=$(dirname "$0")/tap
number=0
failures=0

# expect CLAIM SUM: the stream on standard input gives that last line and exit status
expect() {
	local output status wanted=1

	output=$($tap)
	status=$?
	[[ $2 == *' 0 failed'* ]] && wanted=0
	number=$((number + 1))
	if [ "$(tail -n 1 <<<"$output")" = "$2" ] && [ $status = $wanted ]; then
		echo "ok $number - $1"
	else
		echo "not ok $number - $1"
		echo "# expected '$2' and status $wanted, saw status $status and:"
		sed 's/^/#   /' <<<"$output"
		failures=$((failures + 1))
	fi
}

echo 'TAP version 13'
echo '1..29'

expect 'a complete stream passes' '2 passed, 0 failed' <<'END'
TAP version 13
1..2
ok 1 - first
ok 2 - second
END
expect 'a plan at the end is a plan' '2 passed, 0 failed' <<'END'
ok 1
ok 2
1..2
END
expect 'lines may end as a terminal ends them' '1 passed, 0 failed' < <(printf '1..1\r\nok 1\r\n')
expect 'a failing test fails' '1 passed, 1 failed' <<'END'
1..2
ok 1 - first
not ok 2 - second
# expected 3, saw 4
END
expect 'a skipped test is neither' '1 passed, 0 failed, 1 skipped' <<'END'
1..2
ok 1 - first
ok 2 - second # SKIP no device
END
expect 'a failing test is not skipped' '0 passed, 1 failed' <<'END'
1..1
not ok 1 - first # SKIP no device
END
expect 'a failing test to do fails' '0 passed, 1 failed' <<'END'
1..1
not ok 1 - first # TODO later
END
expect 'a skipped stream is one skipped test' '0 passed, 0 failed, 1 skipped' <<'END'
1..0 # SKIP nothing to test here
END
expect 'a plan of nothing fails' '0 passed, 1 failed' <<'END'
1..0
END
expect 'nothing at all fails' '0 passed, 1 failed' </dev/null
expect 'no plan fails' '1 passed, 1 failed' <<'END'
ok 1
END
expect 'talk without tests fails' '0 passed, 1 failed' <<'END'
all is well
END
expect 'too few tests fail' '1 passed, 1 failed' <<'END'
1..2
ok 1
END
expect 'too many tests fail' '2 passed, 1 failed' <<'END'
1..1
ok 1
ok 2
END
expect 'a missing number fails' '2 passed, 2 failed' <<'END'
1..2
ok 1
ok 3
END
expect 'bailing out fails' '1 passed, 1 failed' <<'END'
1..3
ok 1
Bail out! no memory
END
expect 'two streams are summed' '3 passed, 0 failed' <<'END'
TAP version 13
1..1
ok 1
TAP version 13
1..2
ok 1
ok 2
END
expect 'a stream cut short is not mended by the next' '2 passed, 1 failed' <<'END'
TAP version 13
1..2
ok 1
TAP version 13
1..1
ok 1
END
expect 'a second plan begins a second stream' '2 passed, 0 failed' <<'END'
1..1
ok 1
1..1
ok 1
END
expect 'comments that look like results are comments' '1 passed, 0 failed' <<'END'
1..1
# not ok 7
ok 1
END
expect 'nested results count, their test does not' '2 passed, 0 failed, 1 skipped' <<'END'
TAP version 13
1..1
# selftests: seastar: a
# TAP version 13
# 1..3
# ok 1 first
# ok 2 # SKIP as kernels before 6.2 say it
# ok 3 third
ok 1 selftests: seastar: a
END
expect 'a skip with its name is a skip' '0 passed, 0 failed, 1 skipped' <<'END'
TAP version 13
1..1
# TAP version 13
# 1..1
# ok 1 global.first # SKIP as kernels since 6.2 say it
ok 1 selftests: seastar: a
END
expect 'a nested failure counts once' '1 passed, 1 failed' <<'END'
1..1
# TAP version 13
# 1..2
# ok 1 first
# # a.c:12:Expected 1 (1) == 2 (2)
# not ok 2 second
not ok 1 selftests: seastar: a # exit=1
END
expect 'a test that dies in its nested stream fails' '1 passed, 1 failed' <<'END'
1..1
# TAP version 13
# 1..2
# ok 1 first
not ok 1 selftests: seastar: a # TIMEOUT 45 seconds
END
expect 'a nested stream cut short fails, exit 0 or not' '1 passed, 1 failed' <<'END'
1..1
# TAP version 13
# 1..2
# ok 1 first
ok 1 selftests: seastar: a
END
expect 'a nested stream without an end fails twice' '1 passed, 2 failed' <<'END'
1..1
# TAP version 13
# 1..2
# ok 1 first
END
expect 'tests that nest nothing count themselves' '1 passed, 1 failed, 1 skipped' <<'END'
1..3
# selftests: seastar: a
ok 1 selftests: seastar: a
# selftests: seastar: b
# no module
ok 2 selftests: seastar: b # SKIP
# selftests: seastar: c
not ok 3 selftests: seastar: c # exit=1
END
expect 'a test that skips before its first result is skipped' '0 passed, 0 failed, 2 skipped' <<'END'
1..2
# TAP version 13
# 1..0 # SKIP not root
ok 1 selftests: seastar: a # SKIP
# TAP version 13
ok 2 selftests: seastar: b # SKIP
END

# an empty file among others has no first line to notice
good=$(mktemp)
empty=$(mktemp)
printf '1..1\nok 1\n' >"$good"
tap="$tap $good $empty" expect 'an empty file fails beside a good one' '1 passed, 1 failed'
rm -f "$good" "$empty"

exit $((failures > 0))

#!/bin/bash
# SPDX-License-Identifier: GPL-2.0-only
# Bring docs/performance.md up to date.
#	page.sh RESULTS
set -euo pipefail

cd "$(dirname "$0")/../.."
engine=(sim/core sim/topology sim/parts sim/routers/seastar sim/run/crew.c)
measured=
if git diff --quiet HEAD -- "${engine[@]}"; then
	measured=$(git log -1 --format='%cs | %s' -- "${engine[@]}" | sed 's/|/\//2g')
else
	echo "page.sh: ${engine[*]} have changes that are not committed, so nothing is added to the record" >&2
fi
mkdir -p docs/performance
build/tests/page "$1" docs/performance.md docs/performance "$measured" >build/performance.md
mv build/performance.md docs/performance.md

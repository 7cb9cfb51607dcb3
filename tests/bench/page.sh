#!/bin/bash
# SPDX-License-Identifier: GPL-2.0-only
# Bring docs/performance.md up to date.
#	page.sh RESULTS
set -euo pipefail

cd "$(dirname "$0")/../.."
mkdir -p docs/performance
build/tests/page "$1" docs/performance.md docs/performance >build/performance.md
mv build/performance.md docs/performance.md

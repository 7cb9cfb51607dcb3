# SPDX-License-Identifier: GPL-2.0-only
# shellcheck shell=bash disable=SC2034,SC2154 # variables of the scripts that source it
# How a run of the guest ended, read from its kernel log; sourced by `run`.

# What a kernel writes when it has found a fault: its own checks, the sanitizers, lockdep,
# the watchdogs, crashed programs.
reports='WARNING:|BUG:|kernel BUG|Oops|Kernel panic|Call Trace|general protection|segfault at'
reports+='|KASAN|KCSAN|UBSAN|KFENCE|ODEBUG|refcount_t|_(add|del) corruption|Objects remaining'
reports+='|kmemleak: [0-9]+ new|kmemleak: .*(disabled|error)|unreferenced object'
reports+='|scheduling while atomic|sleeping function|possible (circular|recursive|irq)'
reports+='|INFO: (task|possible|trying|lockdep|rcu|suspicious)|rcu: INFO|soft lockup|hard LOCKUP'
reports+='|blocked for more than|workqueue lockup|self-detected stall'

# A kernel with KCSAN reports many a race that is none of ours, since it does not name our
# module, or only as what an interrupt has interrupted: their titles are taken out, so that they are
# reports no more.
without_foreign_races() {
	awk '
		function print_report(	i) {
			for (i = ours ? 1 : 2; i <= lines; i++)
				print report[i]
			lines = ours = interrupted = 0
		}
		/BUG: KCSAN:/ { print_report(); report[++lines] = $0; ours = /\[seastar\]/; next }
		!lines { print; next }
		/ by (task|interrupt) / { interrupted = 0 }
		/ asm_(sysvec|common|exc)_/ { interrupted = 1 }
		{ report[++lines] = $0; ours = ours || /\[seastar\]/ && !interrupted }
		/====================$/ { print_report() }
		END { print_report() }'
}

# Taint bits that no guest may end with: B bad page, D died, W warned, L locked up
bad_taint=$((32 | 128 | 512 | 16384))

quote() {
	sed 's/^/    /' >&2
}

# Each report with what follows it, within reason
quote_reports() {
	grep -E -A 15 -e "$reports" "$tmp/kernel" | sed -n 1,60p | quote
}

# unfinished: why there is no end mark
unfinished() {
	if [ "$vm_status" = 124 ] || [ "$vm_status" = 137 ]; then
		say "the guest was stopped: it took longer than $seconds s"
	elif grep -q 'Kernel panic' "$tmp/kernel"; then
		say "the guest's kernel panicked"
	elif [ "$vm_status" != 0 ]; then
		say "QEMU failed with status $vm_status"
	else
		say "the guest stopped before the command ended"
	fi
	quote <"$tmp/qemu.err"
	if grep -qE -e "$reports" "$tmp/kernel"; then
		quote_reports
	else
		tail -n 5 "$tmp/kernel" | quote
	fi
}

# The command's exit status if the guest was sound to the end, else 1
verdict() {
	local mark status taint

	tr -d '\r' <"$tmp/kernel.log" | without_foreign_races >"$tmp/kernel"
	mark=$(grep -o "seastar-vm: end $nonce status [0-9]* taint [0-9]*\$" "$tmp/kernel") || {
		unfinished
		return 1
	}
	read -r _ _ _ _ status _ taint <<<"$mark"
	if grep -qE -e "$reports" "$tmp/kernel"; then
		say "the kernel log is not clean:"
		quote_reports
		return 1
	fi
	if [ $((taint & bad_taint)) != 0 ]; then
		say "the kernel is tainted: $taint"
		return 1
	fi
	return "$status"
}

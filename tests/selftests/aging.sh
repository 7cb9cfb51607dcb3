#!/bin/bash
# SPDX-License-Identifier: GPL-2.0-only
# Aging registers take the values written, in the routers and ports named, all or nothing.
. "$(dirname "$0")/lib.sh"

# Registers of one router, in jq: period select req... / rsp...
registers='def registers:
	def biases: [.["proc", "+x", "-x", "+y", "-y", "+z", "-z"]] | join("");
	.aging[0] | "\(.age_clock_period) \(.age_rr_select) \(.req_age_bias | biases) \(.rsp_age_bias | biases)";'

generation() {
	cat "/sys/class/seastar/$dev/generation"
}

# Print all settings except the generation: a refused change must not change them
unchanged() {
	local claim=$1 pattern=$2 before

	shift 2
	before=$(seastar age show "$dev")
	refused "$claim" 1 "$pattern" "$@"
	is "$claim: and nothing changed" "$before" "$(seastar age show "$dev")"
}

setting() {
	compare '
		'"$registers"'
		def blocks: .aging | map(.routers);
		. as [$new, $new0, $set, $set0, $alone, $alone5, $ports, $ports8, $router1, $router2, $apart] |
		("the defaults are period 0x1000, bias 1", "4096 1111111 1111111", ($new0 | registers | sub(" 0x[0-9a-f]*"; ""))),
		("a new fabric has one block of 24 routers", [[{first: 0, last: 23}]], ($new | blocks)),
		("a device is set as a whole", "8 0x0000000000000000 1332211 1332211", ($set0 | registers)),
		("in every router", [[{first: 0, last: 23}]], ($set | blocks)),
		("a router is set", "8192 0x123456789abcdef0 1332211 1332211", ($alone5 | registers)),
		("alone", [[{first: 0, last: 4}, {first: 6, last: 23}], [{first: 5, last: 5}]], ($alone | blocks)),
		("ports are set, of one class each", "8 0x0000000000000000 0732211 1332255", ($ports8 | registers)),
		("of a range of routers", [{first: 7, last: 9}], $ports.aging[2].routers),
		("several routers are set at once", [11, 12], ([$router1, $router2] | map(.aging[0].age_clock_period))),
		("what is not named stays", "1332211 1332211", ($router1 | registers | sub(".* 0x[0-9a-f]* "; ""))),
		("the registers of a router are apart from its biases", "12 0xffffffffffffffff 6666666 6666666",
			($apart | registers))' <<-END
		age show $dev
		age show $dev router 0
		age set $dev period 8 select rr bias 3/2/1
		age show $dev
		age show $dev router 0
		age set $dev router 5 period 0x2000 select 0x123456789abcdef0
		age show $dev
		age show $dev router 5
		age set $dev router 7-9 bias req +x 7 proc 0 bias rsp z 5
		age show $dev
		age show $dev router 8
		age set $dev router 1 period 11 router 2 period 12 bias 6
		age show $dev router 1
		age show $dev router 2
		age set $dev select age
		age show $dev router 2
	END
}

generations() {
	local before

	before=$(generation)
	seastar age set "$dev" period 9
	is 'a change moves the generation once' $((before + 1)) "$(generation)"
	works 'a change at the present generation is made' \
		seastar age set "$dev" period 10 generation "$(generation)"
	unchanged 'a change at an older generation is refused' 'generation|changed' \
		seastar age set "$dev" period 11 generation "$before"
	unchanged 'a change at a future generation is refused' 'generation|changed' \
		seastar age set "$dev" period 11 generation 999999
}

all_or_nothing() {
	unchanged 'one router too many spoils the whole change' '^seastar: router 24: the fabric has no' \
		seastar age set "$dev" period 99 bias 2 router 3 bias req y 7 router 24 bias rsp -z 3
	unchanged 'so does one of a range' '^seastar: router 24: ' \
		seastar age set "$dev" period 99 router 0-24 bias 2
}

sysfs_agrees() {
	seastar age set "$dev" period 321 select 0x8000000000000001 bias req proc 1 +x 2 -x 3 +y 4 -y 5 +z 6 -z 7 \
		bias rsp proc 7 +x 6 -x 5 +y 4 -y 3 +z 2 -z 1
	is 'sysfs shows the period set by netlink' 321 "$(($(cat $dir/age_clock_period)))"
	is 'sysfs shows the selection' 0x8000000000000001 "$(cat $dir/age_rr_select)"
	is 'sysfs shows the biases of requests' '1 2 3 4 5 6 7' \
		"$(cat $dir/req_age_bias_{proc,xp,xm,yp,ym,zp,zm} | xargs)"
	is 'sysfs shows the biases of responses' '7 6 5 4 3 2 1' \
		"$(cat $dir/rsp_age_bias_{proc,xp,xm,yp,ym,zp,zm} | xargs)"
	echo 64 >$dir/age_clock_period
	echo 0xff >$dir/age_rr_select
	echo 0 >$dir/req_age_bias_xm
	echo 3 >$dir/rsp_age_bias_proc
	is 'netlink shows what is written to sysfs' '64 0x00000000000000ff 1204567 3654321' \
		"$(get "$registers registers" age show "$dev" router 23)"
	is 'in every router' 1 "$(get '.aging | length' age show "$dev")"
	seastar age set "$dev" router 4 period 5
	is 'sysfs does not make up a value where routers differ' 'refused' \
		"$(cat $dir/age_clock_period 2>/dev/null || echo refused)"
	is 'but shows what they have in common' 0x00000000000000ff \
		"$(printf '0x%016x' "$(cat $dir/age_rr_select)")"
	seastar age set "$dev" period 64
}

# write FILE VALUE [as nobody]
sysfs_write_fails() {
	local claim=$1 before after

	before=$(seastar age show "$dev")
	(echo "$3" >"$dir/$2") 2>/dev/null && {
		fail "$claim" "expected: a refusal" "seen:     success"
		return
	}
	after=$(seastar age show "$dev")
	is "$claim" "$before" "$after"
}

sysfs_refusals() {
	sysfs_write_fails 'sysfs refuses a period of 0' age_clock_period 0
	sysfs_write_fails 'sysfs refuses a period beyond 32 bits' age_clock_period 4294967296
	sysfs_write_fails 'sysfs refuses a bias of 8' req_age_bias_xp 8
	sysfs_write_fails 'sysfs refuses a negative bias' req_age_bias_xp -1
	sysfs_write_fails 'sysfs refuses a word' rsp_age_bias_zm many
	sysfs_write_fails 'sysfs refuses nothing' age_rr_select ''
}

nobody() {
	unchanged 'nobody may not set aging' 'permi|CAP_NET_ADMIN|privilege' \
		as_nobody seastar age set "$dev" period 3
	works 'nobody may read aging' as_nobody seastar age show "$dev"
	is 'nobody reads what root reads' "$(seastar -j age show "$dev")" \
		"$(as_nobody seastar -j age show "$dev")"
	works 'nobody may read sysfs' as_nobody cat $dir/age_clock_period
	is 'nobody may not write sysfs' refused \
		"$(as_nobody bash -c "echo 3 >$dir/age_clock_period" 2>/dev/null || echo refused)"
	# root by file mode alone, without the capability
	is 'nor may root without CAP_NET_ADMIN' refused \
		"$(setpriv --bounding-set=-net_admin --inh-caps=-net_admin \
			bash -c "echo 3 >$dir/age_clock_period" 2>/dev/null || echo refused)"
	refused 'nor by netlink' 1 'permi|CAP_NET_ADMIN|privilege' \
		setpriv --bounding-set=-net_admin --inh-caps=-net_admin seastar age set "$dev" period 3
}

large_change() {
	[ "$backend" = soft ] || {
		skip 'a change may name each of 4,096 routers and their ports' 'the hardware has fewer'
		skip 'and reaches them all' 'the hardware has fewer'
		return
	}
	new_device age1 16x16x16
	works 'a change may name each of 4,096 routers and their ports' \
		seastar age set age1 router 0-4095 period 77 bias req x 1 bias rsp y 2 bias z 3
	is 'and reaches them all' '[[[{"first":0,"last":4095}],77,1,1,3]]' \
		"$(get '[.aging[] | [.routers, .age_clock_period, .req_age_bias["+x", "-y", "+z"]]]' age show age1)"
}

plan 45
new_device age0 2x3x4
dev=$device
dir=/sys/class/seastar/$dev/aging
setting
generations
all_or_nothing
sysfs_agrees
sysfs_refusals
nobody
large_change
finish

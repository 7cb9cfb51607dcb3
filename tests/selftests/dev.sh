#!/bin/bash
# SPDX-License-Identifier: GPL-2.0-only
# Devices are added, shown with the requested parameters, and deleted; sysfs shows the same.
. "$(dirname "$0")/lib.sh"
needs soft 'hardware is not created or deleted: hw.sh binds and unbinds it'

class=/sys/class/seastar
abi=$here/sysfs-class-seastar

shown() {
	get ".[0] | $1" dev show "$2"
}

creation() {
	new_device dev0 11x12x16
	is 'defaults are those of the hardware' \
		'{"ack_delay":33,"backend":"soft","cycle":0,"eject":[5,12],"inject":[1,1],"input_depth":96,"link_delay":8,"max_packet":9,"router_delay":25,"routers":2112,"staging_depth":16,"topology":"11x12x16 torus","vcs":2}' \
		"$(shown '{ack_delay,backend,cycle,eject,inject,input_depth,link_delay,max_packet,router_delay,routers,staging_depth,topology,vcs}' dev0)"
	new_device dev1 3x5 mesh y seed 77 vcs 1 input_depth 32 staging_depth 20 max_packet 4 \
		router_delay 7 link_delay 3 ack_delay 11 eject 2/3 inject 3/4
	is 'all that was asked for is shown' \
		'{"ack_delay":11,"eject":[2,3],"inject":[3,4],"input_depth":32,"link_delay":3,"max_packet":4,"router_delay":7,"routers":15,"seed":77,"staging_depth":20,"topology":"3x5x1 torus, mesh in y","vcs":1}' \
		"$(shown '{ack_delay,eject,inject,input_depth,link_delay,max_packet,router_delay,routers,seed,staging_depth,topology,vcs}' dev1)"
	new_device dev2 8 mesh x
	is 'one dimension is enough' '8x1x1 mesh' "$(shown .topology dev2)"
	is 'all devices are listed' 'dev0 dev1 dev2' \
		"$(get '[.[].name | select(startswith("dev"))] | sort | join(" ")' dev show)"
}

names() {
	new_device A.b-c_9 2
	works 'a name may have letters, digits, dot, dash and underline' seastar dev show A.b-c_9
	new_device abcdefghijklmnopqrstuvwxyz12345 2
	works 'a name may have 31 characters' seastar dev show abcdefghijklmnopqrstuvwxyz12345
	refused 'not 32' 2 'name of a device' seastar dev add abcdefghijklmnopqrstuvwxyz123456 topology 2
	refused 'nor none' 2 'name of a device' seastar dev add '' topology 2
	refused 'nor a slash' 2 'name of a device' seastar dev add a/b topology 2
	refused 'nor a space' 2 'name of a device' seastar dev add 'a b' topology 2
	refused 'nor a dot in front' 2 'name of a device' seastar dev add .a topology 2
	refused 'a name is not given twice' 1 'exist|already|taken' seastar dev add dev0 topology 2
	is 'the first of the name stays as it was' 2112 "$(shown .routers dev0)"
}

# List the files of a device in sysfs, except for those of the driver core
sysfs_files() {
	(cd "$class/$1" && find . -type f ! -path './power/*' ! -name uevent | sed 's|^\./||' | sort)
}

# List the files with a wrong mode
modes() {
	# shellcheck disable=SC2046 # a list of names
	(cd "$class/$1" && stat -c '%a %n' $(sysfs_files "$1")) | while read -r mode file; do
		case $file in
		aging/* | stats_lifespan) [ "$mode" = 644 ] || echo "$file has $mode" ;;
		*) [ "$mode" = 444 ] || echo "$file has $mode" ;;
		esac
	done
}

sysfs() {
	is 'sysfs has a directory a device' "$(get '.[].name' dev show | sort)" "$(cd $class && printf '%s\n' * | sort)"
	is 'its files of identity are right' 'soft 2112 0' \
		"$(cat $class/dev0/backend $class/dev0/routers $class/dev0/cycle | xargs)"
	is 'its topology is right' '11x12x16' "$(cat $class/dev0/topology)"
	is 'its generation is the device'"'"'s' "$(shown .generation dev0)" "$(cat $class/dev0/generation)"
	is 'its modes are right' '' "$(modes dev0)"
	is 'it has aging attributes of all seven ports' 14 "$(sysfs_files dev0 | grep -c '_age_bias_')"
}

# Every file is in the ABI document, and every file of the document exists
abi_document() {
	[ -r "$abi" ] || bail "$abi is missing"
	is 'the ABI document describes all files of sysfs and no others' "$(sysfs_files dev0)" \
		"$(sed -n 's|^What:[[:space:]]*/sys/class/seastar/<device>/\(..*\)|\1|p' "$abi" | sort)"
}

# Print id and generation of a device
identity() {
	shown '"\(.id) \(.generation)"' "$1"
}

identities() {
	local before after

	before=$(identity dev2)
	seastar dev del dev2
	seastar dev add dev2 topology 8
	after=$(identity dev2)
	is 'a device of an old name has an id and a generation of its own' 1 \
		"$((${after% *} > ${before% *} && ${after#* } > ${before#* }))"
	refused 'nobody may not hold a fabric up with its hash' 1 'CAP_NET_ADMIN' \
		as_nobody seastar dev show dev2 hash
}

deletion() {
	works 'a device is deleted' seastar dev del dev1
	refused 'it is gone' 1 'no.*device|device.*no' seastar dev show dev1
	is 'from sysfs too' 'gone' "$([ -e $class/dev1 ] || echo gone)"
	refused 'it is not deleted twice' 1 'no.*device|device.*no' seastar dev del dev1
	works 'its name is free again' seastar dev add dev1 topology 2x2
	works 'a running device is deleted' bash -c 'seastar clock run dev1 && seastar dev del dev1'
}

# Print the events of a device, in order
events_of() {
	jq -r "select(.detail | (.name // .device) == \"$1\").event" "$tmp/events" | paste -sd' '
}

# The files of a device exist before its first event
announcement() {
	local stall=/sys/kernel/debug/seastar/stall_add before coming

	listen "$tmp/events" seastar -j monitor
	before=$(</sys/kernel/uevent_seqnum)
	echo 1 >$stall
	seastar dev add late topology 2 &
	coming=$!
	wait_until 20 eval "[ \"\$(<$stall)\" = -1 ]"
	is 'a device is not changed before it is announced' 'refused 4096' \
		"$({ echo 77 >$class/late/aging/age_clock_period; } 2>/dev/null || echo refused) $(<$class/late/aging/age_clock_period)"
	is 'nor does udev know it' "$before" "$(</sys/kernel/uevent_seqnum)"
	echo 0 >$stall
	wait $coming
	is 'then udev does' $((before + 1)) "$(</sys/kernel/uevent_seqnum)"
	works 'and it is changed' eval "echo 77 >$class/late/aging/age_clock_period"
	wait_until 10 grep -q '"event":"age"' "$tmp/events"
	is 'of which listeners hear in this order' 'dev-add age' "$(events_of late)"
	end_monitor
}

plan 33
creation
announcement
names
sysfs
abi_document
identities
deletion
finish

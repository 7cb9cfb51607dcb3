#!/bin/bash
# SPDX-License-Identifier: GPL-2.0-only
# The model's predictions for other settings come true on the device, and the best settings are
# applied.
. "$(dirname "$0")/lib.sh"
needs soft 'its predictions are held against a fabric that is stepped, and hardware is not'

# Few runs, but enough for means: the guest's processor is slow. Where no figure is read, one run
model=(select age period 8 bias 3/2/1 seeds 3 cycles 10000)
fast=(select age period 8 bias 3/2/1 seeds 1 cycles 1000)

settings() {
	seastar age show wi3 | tail -n +2
}

pending() {
	get 'map(.id)|join(" ")' commit show
}

# count FILE: let the fabric settle, then count 20,000 cycles
count() {
	seastar clock step wi0 4000 budget 100
	seastar snapshot wi0 step 20000 >"$1"
}

refusals() {
	refused 'a snapshot needs a device' 1 'no device' seastar snapshot wi9
	refused 'and a clock that runs' 1 'stands still.*clock run wi1' seastar snapshot wi1 interval 0.1
	refused 'so does a question' 1 'stands still' seastar whatif wi1 interval 0.1
	seastar clock run wi1
	refused 'without traffic there is no question' 1 'no traffic.*traffic set wi1' \
		seastar whatif wi1 interval 0.1
	seastar clock stop wi1
	seastar clock step wi1 1000000000 rate 1000 nowait
	refused 'a clock that steps is not stepped' 1 'does not stand still' seastar snapshot wi1 step 5
	meanwhile 'clock stop wi1'
	refused 'a clock that is stopped meanwhile is reported' 1 'was stopped at cycle' \
		seastar snapshot wi1 cycles 1000000000
	seastar clock run wi1 rate 100
	meanwhile 'age set wi1 period 77' 'clock run wi1'
	refused 'so are settings that change' 1 'settings of wi1 changed' seastar snapshot wi1 cycles 10000
	seastar clock run wi1 rate 100
	meanwhile 'traffic set wi1 pattern tornado' 'clock run wi1'
	refused 'and traffic' 1 'traffic of wi1 changed' seastar snapshot wi1 cycles 10000
	wait
}

# meanwhile COMMAND...: run it in the background, as soon as a program counts
meanwhile() {
	wait
	{ wait_until 60 joined && printf '%s\n' "$@" | seastar -b -; } &
}

# Print the figures that FILTER $1 selects from the JSON of whatif, as lines of GROUP KEY VALUE
figures() {
	jq -r "$1"' | to_entries[] | .key as $g | .value | to_entries[] | "\($g) \(.key) \(.value.counted // .value.mean) \(.value.ci95 // 0)"'
}

# predicted CLAIM PREDICTION COUNTS: each count is within 10 %, or within the 95 % interval, of the
# prediction. Waits below one cycle per packet are not compared: too few packets wait
predicted() {
	local misses

	misses=$(printf '%s\n==\n%s\n' "$2" "$3" | awk '
		$1 == "==" { counted = 1; next }
		!counted { predicted[$1 " " $2] = $3; half[$1 " " $2] = $4; next }
		/^(dimension_wait|stalled)/ && $3 < 1 { next }
		{ judged++; p = predicted[$1 " " $2]; d = p - $3; bound = 0.1 * $3; h = half[$1 " " $2]; if (h > bound) bound = h }
		d < -bound || d > bound { print $1, $2, "predicted", p, "counted", $3 }
		END { if (judged < 5) print judged + 0, "figures were judged" }')
	is "$1" '' "$misses"
}

snapshot() {
	count "$tmp/before.json"
	is 'a snapshot is of all that is asked for' '4x4x4 torus 16 20000 true' \
		"$(jq -r '"\(.device.topology) \(.traffic.window) \(.counted.cycles) \(.counted.sources.packets.delivered > 50000)"' "$tmp/before.json")"
	is 'with the settings there are' "$(get '.aging[0].age_clock_period' age show wi0)" \
		"$(jq '.aging[0].age_clock_period' "$tmp/before.json")"
	works 'anybody may take one' as_nobody seastar snapshot wi1 cycles 0x1
}

# The driver answers from one sample for a while, and the clock goes on. Another reader makes the
# sample later than the first, but too old to cover the cycles
asked_cycles() {
	local reader

	seastar clock run wi8 rate 2000 budget 10
	yes 'stats show wi8' | seastar -b - >"$tmp/read" &
	reader=$!
	printf 'snapshot wi8 cycles %d\n' 200 200 200 200 200 200 | seastar -b - >"$tmp/snapshots"
	kill $reader
	is 'it covers the cycles that were asked for, whoever else reads' '6 true' \
		"$(jq -rs '"\(length) \(map(.counted.cycles >= 200) | all)"' "$tmp/snapshots")"
	seastar clock stop wi8
}

prediction() {
	local answer id

	answer=$(seastar -j whatif from "$tmp/before.json" "${model[@]}")
	predicted 'the model does what the fabric does' \
		"$(figures '.candidates[0].figures' <<<"$answer")" \
		"$(figures .reproduction <<<"$answer")"
	is 'and finds what is better' 'age 8 3/2/1' "$(jq -r .best <<<"$answer")"
	is 'which it says how to apply' true \
		"$(jq --argjson g "$(get .generation age show wi0)" \
			'.command == "seastar age set wi0 select age period 8 bias 3/2/1 generation \($g) confirm 60"' \
			<<<"$answer")"
	is 'settings that are applied wait to be confirmed' 'pending 600' \
		"$(get '"\(.commit.state) \(.commit.remaining | ceil)"' whatif wi0 "${fast[@]}" step 1000 \
			apply-best confirm 600 force)"
	is 'and are those' '8 3' "$(get '.aging[0] | "\(.age_clock_period) \(.req_age_bias["+x"])"' age show wi0)"
	id=$(pending)
	works 'they are confirmed' seastar commit confirm "$id"
	count "$tmp/after.json"
	predicted 'the fabric then does what was predicted' \
		"$(figures '.candidates[1].figures' <<<"$answer")" \
		"$(seastar -j whatif from "$tmp/after.json" select rr seeds 1 cycles 100 |
			figures .reproduction)"
}

# A fabric whose settings were all made in cycle 0 is in the model's state, and stays in it
replay() {
	local answer first last predicted counted

	seastar -b - <<-END
		age set wi2 period 64
		traffic set wi2 pattern uniform window 16 lengths 9
		clock step wi2 2000 budget 100
	END
	is 'a software fabric that stands is stepped, and replayed' 'true 4000' \
		"$(get '"\(.replay.exact) \(.replay.at)"' whatif wi2 select age period 8 step 2000 cycles 500)"
	seastar snapshot wi2 step 8000 >"$tmp/at.json"
	answer=$(seastar -j whatif from "$tmp/at.json" select age period 8 bias 3/2/1 cycles 4000)
	is 'so is its snapshot' 'true 12000' "$(jq -r '"\(.replay.exact) \(.replay.at)"' <<<"$answer")"
	read -r first last < <(jq -r '.replay | "\(.first_cycle) \(.last_cycle)"' <<<"$answer")
	seastar -b - <<-END
		age set wi2 select age period 8 bias 3/2/1
		clock step wi2 $((first - 12000)) budget 100
		latency reset wi2
	END
	seastar snapshot wi2 step $((last - first)) >"$tmp/after.json"
	predicted=$(figures '.candidates[1].figures' <<<"$answer")
	counted=$(seastar -j whatif from "$tmp/after.json" select rr seeds 1 cycles 100 | figures .reproduction)
	is 'what it predicts is what is counted, to the digit' '' \
		"$(grep -Fxvf <(echo "$predicted") <<<"$counted")"
	is 'throughput, latency, and by dimension waits for space and for credits' 9 \
		"$(wc -l <<<"$counted")"
	is 'so is the worst latency' "$(jq .candidates[1].figures.latency.max.mean <<<"$answer")" \
		"$(get .latency.max latency show wi2)"
	is 'so are least, most, who starves, and the oldest packet' \
		"$(jq -r '.candidates[1].figures | [.injected.least, .injected.most, .delivered.least, .delivered.most,
			.starvation.nodes, .starvation.oldest] | map(.mean) | join(" ")' <<<"$answer")" \
		"$(get '.nodes | "\(.injected.least) \(.injected.most) \(.delivered.least) \(.delivered.most) \(.starved) \(.oldest_cycles)"' \
			latency show wi2)"
}

# Text output, refusals to apply, and a rollback after applying
rollback() {
	local before id

	new_device wi3 4x4x4
	seastar traffic set wi3 pattern uniform window 16 lengths 9
	before=$(settings)
	seastar clock run wi3 rate 5000
	is 'nothing is exact of a clock that runs on' 'its clock runs on' \
		"$(get .replay.why whatif wi3 select age period 8 cycles 500 interval 0.2)"
	refused_after 'a model that fails is not followed' 'nothing was applied' \
		seastar whatif wi3 "${fast[@]}" interval 0.2 apply-best traffic pattern uniform window 32
	is 'and nothing is changed' "$before " "$(settings) $(pending)"
	id=$(get .id commit set wi3 period 4095 confirm 600)
	refused_after 'a commit may be refused' 'waits to be confirmed' \
		seastar -j whatif wi3 "${fast[@]}" interval 0.2 apply-best force
	is 'but not what was found out' '[null,"age 8 3/2/1"]' "$(jq -c '[.commit, .best]' "$tmp/stdout")"
	seastar commit cancel "$id"
	seastar whatif wi3 "${fast[@]}" interval 0.2 apply-best force >"$tmp/text"
	is 'how to confirm is said' "'seastar commit confirm $(pending)' keeps it" "$(tail -n 1 "$tmp/text")"
	isnt 'of what is changed' "$before" "$(settings)"
	seastar commit cancel "$(pending)"
	is 'and it can be undone' "$before" "$(settings)"
	refused_after 'the commit is of the settings that were read' 'generation' \
		bash -c "$(grep '^seastar age set' "$tmp/text")"
}

# refused_after CLAIM PATTERN COMMAND...: the command fails, and its last line on stderr matches
# PATTERN
refused_after() {
	local status=0

	"${@:3}" >"$tmp/stdout" 2>"$tmp/stderr" || status=$?
	if [ $status = 1 ] && [[ $(tail -n 1 "$tmp/stderr") =~ $2 ]]; then
		pass "$1"
	else
		fail "$1" "expected: status 1 and: $2" "seen:     status $status and: $(cat "$tmp/stderr")"
	fi
}

plan 34
new_device wi0 4x4x4
new_device wi1 4
new_device wi2 4x4x4
new_device wi8 10x10x10
refusals
seastar traffic set wi0 pattern uniform window 16 lengths 9
snapshot
asked_cycles
prediction
replay
rollback
finish

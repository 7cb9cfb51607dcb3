# SPDX-License-Identifier: GPL-2.0-only
# `make paper`, and the studies that the simulator contains; included by the Makefile.

curves := random bimodal transpose shuffle reversal
curves-random := 'pattern=uniform lengths=20 '
curves-bimodal := lengths=20:7,200:1
curves-transpose := pattern=transpose
curves-shuffle := pattern=shuffle
curves-reversal := pattern=bit-reversal
profiles := 1 2 3
searches := printed simulator measured
search_parts := min val two-min two-val five-min five-val
search-min := -w dragonfly=2 -w routing=min
search-val := -w dragonfly=2 -w routing=val
search-two-min := -w ranks=64 -w routing=min
search-two-val := -w ranks=64 -w routing=val
search-five-min := -w ranks=160 -w routing=min
search-five-val := -w ranks=160 -w routing=val
dragonfly_curves := $(foreach figure,3.2 3.7 3.11,$(addprefix $(figure)-,un adv advc)) $(addprefix 4.6-,un adv advh)
dragonfly-un := -w pattern=uniform
dragonfly-adv := -w pattern=adversarial -w groups=1 -w distance=1
dragonfly-advc := -w groups=3
dragonfly-advh := -w distance=6

# The papers' results, each after a line with its path
build/studies: sim/paper/papers $(wildcard sim/paper/*/*.study sim/paper/*/*/*.study) | needs-build
	@mkdir -p $(@D)
	awk 'FNR == 1 { printf "\f%s\n", FILENAME } 1' $^ >$@

$(foreach into,obj san tsan clang,build/$(into)/sim/paper/library.o): build/studies

# The schema of results
$(foreach into,obj san tsan clang,build/$(into)/sim/result/places.o): docs/sim-result.schema.json

build/tests/texts: build/obj/tests/paper/texts.o $(sim) $(core)
	@mkdir -p $(@D)
	$(call link,json-c)

# Who was stopped goes on with the runs that are done, unless the program is another one
.PRECIOUS: build/paper/%.json
build/paper/%.json: build/seastar-sim
	@mkdir -p $(@D)
	@[ $@l -nt $< ] || rm -f $@l
	$< paper --json -o $@l $(subst -, ,$*) >$@

# All runs of a part of bubble curves, to be plotted
build/paper/curves-%.jsonl: build/seastar-sim
	@mkdir -p $(@D)
	$< paper -n bubble curves | grep -v '^\#' | grep $(curves-$*) | while read -r _ run; do $< $$run --json; done >$@

# Routings of Table 3.% at one load, in a Dragonfly that runs in seconds; each stands there twice
build/paper/profiles-%.jsonl: build/seastar-sim
	@mkdir -p $(@D)
	$< paper -n dragonfly table3.$* dragonfly=4 groups=3 detail=full load=0.4 | grep -v '^\#' | awk 'NR % 2' | while read -r _ run; do $< $$run --json; done >$@

# The runs of a figure with curves over the load, except for single ones, to be plotted
build/paper/loads-%.jsonl: build/paper/dragonfly-figure%.json
	grep -v '"link_packets":1,' $<l >$@

# The searches of Figures 2.13 to 2.24 by a model of their edges at a scale that is soon searched
build/paper/searches-%.jsonl: build/seastar-sim
	@mkdir -p $(@D)
	@[ $@ -nt $< ] || rm -f $@
	$< paper --json -o $@ dragonfly figure2.13 scale=18 model=$* >/dev/null

# A curve's KIND of plot, FIGURE and TRAFFIC; Figure 3.7 has a run with transit first beside the others
dragonfly_plot = build/seastar-sim plot $(1) $(if $(filter latency,$(1)),--of mean) -b routing,misrouting,trigger,sensing $(dragonfly-$(3)) $(if $(filter 3.7,$(2)),-w transit=equal) \
		build/paper/loads-$(2).jsonl -o build/paper/dragonfly-$(1)-$(2)-$(3).svg || exit;

# The arbiters and the assignment of VCs that were the defaults at first
build/paper-former/%.json: build/seastar-sim
	@mkdir -p $(@D)
	$< paper --json $(subst -, ,$*) arbiter=flat assignment=lower >$@

build/paper/%.txt: build/paper/%.json
	build/seastar-sim paper $< >$@

# What the program lists, once it is built
paper: build/seastar-sim build/tests/texts	## the papers' results at full size, into build/paper, and their figures into docs/claims.tsv; many hours, and it goes on where it was stopped
	+@$(MAKE) --no-print-directory paper-results papers="$$(tests/paper/claims names | tr '\n ' ' -')"

paper-results: $(papers:%=build/paper/%.txt) $(curves:%=build/paper/curves-%.jsonl) $(profiles:%=build/paper/profiles-%.jsonl) $(patsubst %,build/paper/loads-%.jsonl,3.2 3.7 3.11 4.6) $(searches:%=build/paper/searches-%.jsonl) $(patsubst %,build/paper-former/%.json,$(filter age-%,$(papers)))
	for pattern in $(curves); do \
		build/seastar-sim plot throughput -b router,routing,crossbar build/paper/curves-$$pattern.jsonl -o build/paper/bubble-$$pattern.svg || exit; \
		build/seastar-sim plot latency --ns --of mean -a accepted -b router,routing,crossbar build/paper/curves-$$pattern.jsonl -o build/paper/bubble-$$pattern-ns.svg || exit; \
	done
	for table in $(profiles); do \
		build/seastar-sim plot profile -b routing,misrouting build/paper/profiles-$$table.jsonl -o build/paper/dragonfly-profiles-$$table.svg || exit; \
	done
	$(foreach curve,$(dragonfly_curves),$(foreach kind,throughput latency,$(call dragonfly_plot,$(kind),$(firstword $(subst -, ,$(curve))),$(lastword $(subst -, ,$(curve))))))
	for of in time use; do \
		$(foreach part,$(search_parts),build/seastar-sim plot search -f $$of -b cycle_time,model $(search-$(part)) -w speedup=2 $(searches:%=build/paper/searches-%.jsonl) -o build/paper/dragonfly-$$of-$(part).svg || exit;) \
	done
	for picture in $(notdir $(wildcard docs/pictures/dragonfly-*.svg docs/pictures/bubble-*.svg)); do cp build/paper/$$picture docs/pictures || exit; done
	tests/paper/claims update $(papers:%=build/paper/%.json) $(filter build/paper-former/%,$^)
	tests/paper/saturation >docs/validation.tsv

.PHONY: paper paper-results

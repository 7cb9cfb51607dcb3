# SPDX-License-Identifier: GPL-2.0-only
# `make help` lists the targets. The kernel's side of the build is in Kbuild.

KDIR ?= /lib/modules/$(shell uname -r)/build
CFLAGS ?= -O2 -g
cflags = -std=gnu11 -ffp-contract=off -Wall -Wextra -Werror -MMD -MP $(CFLAGS) -I. -Iinclude -Iinclude/uapi -Isim/core -Itests
link = $(CC) $(CFLAGS) $(LDFLAGS) $(filter %.o,$^) $(filter %.a,$^) $(foreach l,$(1),$(shell pkg-config --libs $(l))) -lm -o $@
objects = $(patsubst %.c,build/obj/%.o,$(wildcard $(1)))

comma := ,
core := build/libseastar-core.a
sim := build/libseastar-sim.a
sim_sources := $(filter-out sim/core/% sim/mpi/%,$(wildcard sim/*/*.c sim/paper/*/*.c))
core_sources := $(wildcard sim/core/*.c sim/routers/*/*.c sim/routers/*/*/*.c)
sanitized := -O1 -fsanitize=address,undefined -fno-sanitize-recover=all -DSS_FETCH_FROM=0
threads_seen := -O1 -fsanitize=thread -DSS_FETCH_FROM=0
unit_programs := $(patsubst %.c,build/obj/%,$(wildcard tests/unit/*.c))
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
oracle_programs := build/tests/fuzz build/tests/mutants build/tests/fuzz-mpi
oracle_objects := $(filter-out %/fuzz.o %/mutants.o,$(call objects,tests/oracle/*.c tests/oracle/*/*.c))
guests := vm-6.1 vm-6.12 vm-newest vm-debug vm-kcsan
purposes := bench browser build checkers clang cli deb debian debug exporter headers lint module monitoring mpi pictures selftests sim spec unit vm
checks := check check-full check-long

setup:					## install the packages that building needs (Debian)
all: build/seastar build/seastar-sim build/seastar-exporter $(core) build/libseastar.a	## the CLI, the simulator, the exporter and the router model's library
mpi: build/seastar-sim-mpi		## the simulator for the ranks of an MPI job
modules:				## the kernel module, for this machine or KDIR
check:					## the whole product works: for each change, ten minutes from nothing
check-full:				## every claim once: before you send a change, forty minutes
check-long:				## soaks, longer fuzzing, further kernels: before a release, hours
paper:					## the papers' results at full size, into build/paper, and their figures into docs/claims.tsv; many hours, and it goes on where it was stopped
demo:					## the fabric aged before your eyes
shell:					## a root shell in a guest
bench:					## what the model costs, and reading counters
bench-sim:				## what the model costs, four minutes
bench-page:				## the same, into docs/performance.md
bench-against:				## what a hop takes, and took in another revision: REV=REVISION
docs:					## the pages, and policies, that are generated
pictures:				## the pictures of docs/pictures, a minute
dashboard:				## what the Grafana dashboard's picture shows, recorded anew, three minutes
clean:					## remove what was built
help:					## this list
	@awk -F ':.*## ' '/^[a-z_-]+:.*## / { printf "  make %-15s %s\n", $$1, $$2 }' $(MAKEFILE_LIST)

# Userland

build/obj/%.o: %.c | needs-build
	@mkdir -p $(@D)
	$(CC) $(cflags) -c $< -o $@

build/san/%.o: %.c | needs-build needs-unit
	@mkdir -p $(@D)
	$(CC) $(cflags) $(sanitized) -c $< -o $@

build/tsan/%.o: %.c | needs-build
	@mkdir -p $(@D)
	$(CC) $(cflags) $(threads_seen) -c $< -o $@

# which it includes
$(foreach into,obj san tsan clang,build/$(into)/sim/report/map.o): $(wildcard sim/report/*.js)
$(foreach into,obj san tsan clang,build/$(into)/sim/paper/library.o): build/studies

# The papers' results, each after a line with its path
build/studies: sim/paper/papers $(wildcard sim/paper/*/*.study) | needs-build
	@mkdir -p $(@D)
	awk 'FNR == 1 { printf "\f%s\n", FILENAME } 1' $^ >$@

$(core): $(patsubst %.c,build/obj/%.o,$(core_sources))
	rm -f $@
	$(AR) rcs $@ $^

$(sim): $(patsubst %.c,build/obj/%.o,$(sim_sources))
	rm -f $@
	$(AR) rcs $@ $^

# What others build with: tools/lib/nl.h
library := $(addprefix tools/lib/,msg.o nl.o where.o)

build/libseastar.a: $(addprefix build/obj/,$(library))
	rm -f $@
	$(AR) rcs $@ $^

tool_libraries := libmnl smartcols json-c libtracefs ncursesw
tool_sources := $(library:.o=.c) tools/lib/names.c $(wildcard tools/seastar/*.c tools/seastar/*/*.c)

build/seastar: $(patsubst %.c,build/obj/%.o,$(tool_sources)) $(sim) $(core)
	$(call link,$(tool_libraries))

# For guests, where a program starts in half of the time without its libraries to look for
build/guest/seastar: $(patsubst %.c,build/obj/%.o,$(tool_sources)) $(sim) $(core)
	@mkdir -p $(@D)
	$(CC) $(CFLAGS) $(LDFLAGS) $(filter %.o %.a,$^) -Wl,-Bstatic $(shell pkg-config --libs $(filter-out smartcols,$(tool_libraries:libmnl=libtraceevent))) \
		-Wl,-Bdynamic -lmnl -lsmartcols -lm -o $@

# of the tracing libraries, which keep theirs in places of their own
build/%/tools/seastar/cmd/trace.o build/%/tools/seastar/trace/run.o build/%/tools/seastar/trace/print.o: \
	cflags += $(shell pkg-config --cflags libtracefs)

# Of the simulator only what is called: both have functions of the same name
build/san/libseastar-sim.a: $(patsubst %.c,build/san/%.o,$(core_sources) $(sim_sources))
	rm -f $@
	$(AR) rcs $@ $^

build/san/seastar: $(patsubst %.c,build/san/%.o,$(tool_sources)) build/san/libseastar-sim.a
	$(call link,$(tool_libraries)) $(sanitized)

exporter := $(patsubst %.c,%.o,$(wildcard tools/seastar-exporter/*.c tools/seastar-exporter/*/*.c))
exporter_shares := $(library) tools/lib/names.o sim/base/text.o

$(addprefix build/obj/,$(exporter)) $(addprefix build/san/,$(exporter)): | needs-exporter

build/seastar-exporter: $(addprefix build/obj/,$(exporter) $(exporter_shares))
	$(call link,libmnl libmicrohttpd libsystemd yaml-0.1 libcrypt)

build/san/seastar-exporter: $(addprefix build/san/,$(exporter) $(exporter_shares))
	$(call link,libmnl libmicrohttpd libsystemd yaml-0.1 libcrypt) $(sanitized)

build/seastar-sim: $(call objects,tools/seastar-sim/*.c) $(sim) $(core)
	$(call link,json-c)

# The same with its own kind of pool: ranks instead of processes
build/obj/sim/mpi/%.o: sim/mpi/%.c | needs-build needs-mpi
	@mkdir -p $(@D)
	mpicc $(cflags) -c $< -o $@

build/seastar-sim-mpi: $(call objects,tools/seastar-sim/*.c sim/mpi/*.c) $(sim) $(core)
	mpicc $(CFLAGS) $^ $(shell pkg-config --libs json-c) -lm -o $@

build/san/seastar-sim: $(patsubst %.c,build/san/%.o,$(wildcard tools/seastar-sim/*.c) $(core_sources) $(sim_sources))
	$(call link,json-c) $(sanitized)

# The same by another compiler, to be compared
build/clang/%.o: %.c | needs-build needs-clang
	@mkdir -p $(@D)
	clang $(cflags) -c $< -o $@

build/clang/seastar-sim: $(patsubst %.c,build/clang/%.o,$(wildcard tools/seastar-sim/*.c) $(core_sources) $(sim_sources))
	clang $(CFLAGS) $^ $(shell pkg-config --libs json-c) -lm -o $@

build/tsan/seastar-sim: $(patsubst %.c,build/tsan/%.o,$(wildcard tools/seastar-sim/*.c) $(core_sources) $(sim_sources))
	$(call link,json-c) $(threads_seen)

# libFuzzer watches the parser; what it calls is as it always is
fuzzed := $(patsubst %,build/fuzz/%.o,tests/cli/fuzz-conf $(addprefix tools/seastar/conf/,diff form parse scan unified))

build/fuzz/%.o: %.c | needs-build needs-clang
	@mkdir -p $(@D)
	clang $(cflags) -O1 -fsanitize=fuzzer-no-link,address,undefined -fno-sanitize-recover=all -c $< -o $@

# Of the tool, what they call
build/libseastar-tool.a: $(filter-out %/main.o,$(patsubst %.c,build/obj/%.o,$(tool_sources)))
	rm -f $@
	$(AR) rcs $@ $^

build/tests/fuzz-conf: $(fuzzed) build/libseastar-tool.a $(sim) $(core)
	@mkdir -p $(@D)
	clang $(filter %.o %.a,$^) -fsanitize=fuzzer,address,undefined $(shell pkg-config --libs $(tool_libraries)) -lm -o $@

# The whole tool, whose data is in sections of names that the linker makes symbols of
build/fuzz/tools/seastar/main.o: cflags += -Dmain=seastar_main
build/fuzz/seastar.o: $(patsubst %.c,build/fuzz/%.o,$(tool_sources))
	$(LD) -r -d $^ -o $@.whole
	objcopy --set-section-flags .bss=alloc,load,contents,data --rename-section .data=tool_data \
		--rename-section .bss=tool_bss $@.whole $@
	rm $@.whole

build/tests/fuzz-command: build/fuzz/tests/cli/fuzz-command.o build/fuzz/seastar.o $(sim) $(core)
	@mkdir -p $(@D)
	clang $(filter %.o %.a,$^) -fsanitize=fuzzer,address,undefined $(shell pkg-config --libs $(tool_libraries)) -lm \
		$(patsubst %,-Wl$(comma)--wrap=%,exit mnl_socket_open2 tracefs_tracing_dir fopen open fork signal sigaction atexit) -o $@

build/mmrdoc: build/obj/tools/mmrdoc.o $(core)
	$(call link)

build/simdoc: build/obj/tools/simdoc.o $(sim) $(core)
	$(call link,json-c)

# Unit tests, beside their objects: plain, and sanitized with only what is called of the simulator
# and the router model, which have functions of the same names
$(unit_programs): build/obj/%: build/obj/%.o $(sim) $(core)
	$(call link,cmocka smartcols json-c libmnl)

$(unit_programs:build/obj/%=build/san/%): build/san/%: build/san/%.o build/san/libseastar-sim.a
	$(call link,cmocka smartcols json-c libmnl) $(sanitized)

$(unit_programs:%=%.o): | needs-unit

# Those of the tool's parts
parts_of = $(foreach into,obj san,$(eval $(patsubst %,build/$(into)/tests/unit/%,$(1)): $(patsubst %,build/$(into)/tools/%.o,$(2))))
$(call parts_of,nl,lib/msg lib/names lib/nl lib/where seastar/base/print seastar/netlink/nl)
$(call parts_of,aging_words,lib/names $(addprefix seastar/,aging/bias aging/words base/args base/json base/out base/print))
$(call parts_of,out,lib/names $(addprefix seastar/base/,json out print))
$(call parts_of,words,seastar/base/words)
$(call parts_of,watch_worker,lib/names $(addprefix seastar/,base/print watch/worker))
$(call parts_of,suggest,seastar/suggest/rules seastar/suggest/steps)
$(call parts_of,whatif,lib/names $(addprefix seastar/,aging/words whatif/candidates whatif/figures whatif/judge))
$(call parts_of,watch,lib/msg lib/names lib/nl lib/where $(addprefix seastar/,base/args base/glyphs base/json base/out base/print counters/group \
	counters/moments counters/sample counters/sources counters/sums device/topology netlink/nl watch/model))

build/tests/fuzz build/tests/mutants: build/tests/%: build/obj/tests/oracle/%.o $(oracle_objects) $(sim) $(core)
	@mkdir -p $(@D)
	$(call link)

build/tests/routes: $(call objects,tests/routes/*.c) build/obj/tests/oracle/tap.o $(sim) $(core)
	@mkdir -p $(@D)
	$(call link,json-c)

build/tests/fuzz-mpi: build/obj/tests/oracle/fuzz.o $(oracle_objects) build/obj/sim/mpi/crew.o $(sim) $(core)
	@mkdir -p $(@D)
	mpicc $(CFLAGS) $^ -o $@

build/obj/tests/bench/machine.o: cflags += -DBENCH_CFLAGS='"$(CFLAGS)"'
build/obj/tests/bench/count.o: | needs-bench

build/tests/bench: $(patsubst %,build/obj/tests/bench/%.o,main machine measure memory results scale workload) $(sim) $(core)
	@mkdir -p $(@D)
	$(call link,json-c)

build/tests/page: $(patsubst %,build/obj/tests/bench/%.o,page page_plots page_tables workload) $(sim) $(core)
	@mkdir -p $(@D)
	$(call link,json-c)

build/tests/texts: build/obj/tests/paper/texts.o $(sim) $(core)
	@mkdir -p $(@D)
	$(call link,json-c)

build/tests/count: $(patsubst %,build/obj/tests/bench/%.o,count workload) $(sim) $(core)
	@mkdir -p $(@D)
	$(call link,json-c)

# The exporter with a driver in its own process
build/obj/tests/bench/driver.o: | needs-exporter

build/tests/scrape: $(addprefix build/obj/,$(exporter) $(filter tools/%,$(exporter_shares)) tests/bench/driver.o tests/bench/workload.o) $(sim) $(core)
	@mkdir -p $(@D)
	$(call link,libmnl libmicrohttpd libsystemd yaml-0.1 libcrypt json-c) \
		$(addprefix -Wl$(comma)--wrap=,open ioctl pread family_open family_ask)

build/tests/hwmodel: $(call objects,tests/hw/*.c) build/obj/tools/lib/names.o $(core)
	@mkdir -p $(@D)
	$(call link)

# The family's specification, as C programs read it

build/spec/uapi-names.h: docs/netlink/seastar.yaml include/uapi/linux/seastar.h tests/spec/flatten | needs-spec
	@mkdir -p $(@D)
	tests/spec/flatten names $(filter-out %/flatten,$^) >$@

build/%/tests/unit/uapi.o: cflags += -Ibuild/spec
build/obj/tests/unit/uapi.o build/san/tests/unit/uapi.o: build/spec/uapi-names.h

unit-programs: $(unit_programs)
unit-programs-sanitized: $(unit_programs:build/obj/%=build/san/%)
oracle-programs: $(oracle_programs)

selftests: $(core) | needs-build needs-spec needs-selftests
	$(MAKE) -C tests/selftests OUTPUT=$(CURDIR)/build/selftests all

-include $(shell find build/obj build/san build/tsan build/clang build/fuzz -name '*.d' 2>/dev/null)

# The module and guests. The rig builds a module of its own for each of its kernels.

modules: | needs-headers
	$(MAKE) -C $(KDIR) M=$(CURDIR) modules

vm-debug vm-kcsan: | needs-debug
$(guests): vm-%: build/guest/seastar build/tests/hwmodel selftests | needs-module needs-vm
	tests/vm/initramfs $*

vm-debian: | needs-debian
	tests/vm/debian

# What people type

$(checks):
	+@tests/run $(patsubst check-%,%,$@)

build/tests/heap.so: tests/exporter/heap.c | setup-build
	@mkdir -p $(@D)
	$(CC) $(cflags) -shared -fPIC $< -o $@

exporter-root: build/seastar-exporter build/san/seastar-exporter build/tests/heap.so
	tests/exporter/root

debian-tree: all
	tests/debian/tree

demo: vm-6.12
	@tests/vm/run -k 6.12 -m 1G -t 1800 -- /demo/demo.sh

shell: vm-6.12
	@tests/vm/shell 6.12

bench: bench-sim build/tests/scrape vm-6.12
	@tests/bench/scrape.sh build/bench.json
	@tests/bench/poll.sh build/bench.json

bench-sim: build/tests/bench build/tests/count | needs-bench
	@$< build/bench.json
	@tests/bench/count.sh build/bench.json

bench-against: build/tests/count build/seastar-sim | needs-bench
	@tests/bench/against.sh $(REV)

bench-page: bench-sim build/tests/page
	@tests/bench/page.sh build/bench.json

# Of each object of the command line
object_pages := $(filter-out %-exporter.8,$(wildcard tools/man/man8/seastar-*.8))

# Headers first: programs that make pages are built of them
docs:
	@mkdir -p build
	for file in $$(tools/counterdoc list); do tools/counterdoc $$file >build/page || exit; cmp -s build/page $$file || cat build/page >$$file; done
	tests/spec/flatten policy docs/netlink/seastar.yaml >kmod/netlink/policy.c
	tests/spec/flatten policy.h docs/netlink/seastar.yaml >kmod/netlink/policy.h
	tests/spec/flatten counters docs/netlink/seastar.yaml >kmod/base/names.c
	tests/spec/flatten enums docs/netlink/seastar.yaml >tools/lib/enums.h
	tests/spec/flatten attributes docs/netlink/seastar.yaml >tools/lib/attributes.h
	$(MAKE) pages

pages: build/mmrdoc build/simdoc build/seastar build/seastar-sim build/tests/texts
	for page in $(object_pages); do tools/synopsis build/seastar $$page >build/page && cat build/page >$$page || exit; done
	build/mmrdoc >docs/mmr.md
	build/simdoc >docs/sim-keys.md
	tests/paper/claims pages

pictures: all vm-6.12 | needs-pictures needs-browser needs-sim
	tests/pictures/draw build/pictures
	build/seastar-sim plot latency build/pictures/rr-age.jsonl -o docs/pictures/rr-age.svg
	cp build/pictures/*.svg docs/pictures

dashboard: exporter-root vm-6.12 | needs-monitoring
	tests/pictures/record >build/dashboard.jsonl
	mv build/dashboard.jsonl docs/pictures

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
paper: build/seastar-sim build/tests/texts
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
	tests/paper/saturation >docs/validation-results.md

clean:
	rm -rf build
	find . -path ./.git -prune -o \( -name '*.o' -o -name '*.ko' -o -name '*.mod' -o -name '*.mod.c' \
		-o -name '.*.cmd' -o -name modules.order -o -name Module.symvers \) -exec rm {} +

# Packages. Building only checks for them: first for those of all goals, so that one report lists
# everything, then for those that a rule needs besides. Tests and guests install what is missing.
# SETUP=: does neither.

SETUP ?= tools/setup check
$(checks) demo shell pictures dashboard bench bench-sim bench-page bench-against $(guests) vm-debian: export SETUP = tools/setup install
ensure = $(if $(1),@KDIR='$(KDIR)' $(SETUP) $(1))

needs-all := build exporter
needs-install := build exporter
needs-mpi := build mpi
needs-modules := headers
needs-modules_install := headers
needs-deb := deb
needs := $(sort $(foreach goal,$(or $(MAKECMDGOALS),all),$(needs-$(goal))))

needs: | $(filter setup setup-%,$(MAKECMDGOALS))
	$(call ensure,$(needs))

$(addprefix needs-,$(purposes)): needs-%: | needs
	$(call ensure,$(filter-out $(needs),$*))

setup:
	@KDIR='$(KDIR)' tools/setup install build exporter headers

$(addprefix setup-,$(purposes)): setup-%:
	@KDIR='$(KDIR)' tools/setup install $*

include tools/install.mk

.DEFAULT_GOAL := all
.DELETE_ON_ERROR:
.SECONDARY:
.PHONY: setup all mpi modules $(checks) paper paper-results demo shell bench bench-sim bench-page bench-against docs pages pictures dashboard clean help unit-programs \
	oracle-programs selftests exporter-root debian-tree $(guests) vm-debian needs $(addprefix needs-,$(purposes)) $(addprefix setup-,$(purposes))

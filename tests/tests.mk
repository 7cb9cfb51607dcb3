# SPDX-License-Identifier: GPL-2.0-only
# The checks, the programs that they run, and the products as they need them: sanitized, by another
# compiler, as libraries; included by the Makefile.

sanitized := -O1 -fsanitize=address,undefined -fno-sanitize-recover=all -DSS_FETCH_FROM=0
threads_seen := -O1 -fsanitize=thread -DSS_FETCH_FROM=0
unit_programs := $(patsubst %.c,build/obj/%,$(wildcard tests/unit/*.c))
oracle_programs := build/tests/fuzz build/tests/mutants build/tests/fuzz-mpi
oracle_objects := $(filter-out %/fuzz.o %/mutants.o,$(call objects,tests/oracle/*.c tests/oracle/*/*.c))
checks := check check-full check-long

check:			## the whole product works: for each change, ten minutes from nothing
check-full:		## every claim once: before you send a change, forty minutes
check-long:		## soaks, longer fuzzing, further kernels: before a release, hours
$(checks):
	+@tests/run $(patsubst check-%,%,$@)

$(checks): export SETUP = tools/setup install

build/san/%.o: %.c | needs-build needs-unit
	@mkdir -p $(@D)
	$(CC) $(cflags) $(sanitized) -c $< -o $@

build/tsan/%.o: %.c | needs-build
	@mkdir -p $(@D)
	$(CC) $(cflags) $(threads_seen) -c $< -o $@

# Of the simulator only what is called: both have functions of the same name
build/san/libseastar-sim.a: $(patsubst %.c,build/san/%.o,$(core_sources) $(sim_sources))
	rm -f $@
	$(AR) rcs $@ $^

build/san/seastar: $(patsubst %.c,build/san/%.o,$(tool_sources)) build/san/libseastar-sim.a
	$(call link,$(tool_libraries)) $(sanitized)

build/san/seastar-exporter: $(addprefix build/san/,$(exporter) $(exporter_shares))
	$(call link,libmnl libmicrohttpd libsystemd yaml-0.1 libcrypt) $(sanitized)

build/san/seastar-sim: $(patsubst %.c,build/san/%.o,$(wildcard tools/seastar-sim/*.c) $(core_sources) $(sim_sources))
	$(call link,json-c $(otf2)) $(sanitized)

# The same by another compiler, to be compared
build/clang/%.o: %.c | needs-build needs-clang
	@mkdir -p $(@D)
	clang $(cflags) -c $< -o $@

build/clang/seastar-sim: $(patsubst %.c,build/clang/%.o,$(wildcard tools/seastar-sim/*.c) $(core_sources) $(sim_sources))
	clang $(CFLAGS) $^ $(shell pkg-config --libs json-c $(otf2)) -lm -o $@

build/tsan/seastar-sim: $(patsubst %.c,build/tsan/%.o,$(wildcard tools/seastar-sim/*.c) $(core_sources) $(sim_sources))
	$(call link,json-c $(otf2)) $(threads_seen)

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
$(call parts_of,fabric,seastar/counters/fine)
$(call parts_of,watch_worker,lib/names $(addprefix seastar/,base/print watch/worker))
$(call parts_of,suggest,seastar/suggest/rules seastar/suggest/steps)
$(call parts_of,tune tune_guards,$(addprefix seastar/tune/,decide design measures run))
$(call parts_of,tune_hold,lib/msg lib/names $(addprefix seastar/,base/json base/out base/print commit/commit commit/show \
	netlink/replies tune/hold))
$(call parts_of,tune_undo,lib/msg lib/names lib/nl lib/where $(addprefix seastar/,aging/bias aging/registers aging/words base/args base/json \
	base/out base/print netlink/nl tune/undo))
$(call parts_of,whatif,lib/names $(addprefix seastar/,aging/words whatif/candidates whatif/figures whatif/judge))
$(call parts_of,watch,lib/msg lib/names lib/nl lib/where $(addprefix seastar/,base/args base/glyphs base/json base/out base/print counters/group \
	counters/moments counters/sample counters/sources counters/sums device/device device/topology netlink/nl \
	watch/model))

build/tests/fuzz build/tests/mutants: build/tests/%: build/obj/tests/oracle/%.o $(oracle_objects) $(sim) $(core)
	@mkdir -p $(@D)
	$(call link)

build/tests/routes: $(call objects,tests/routes/*.c) build/obj/tests/oracle/tap.o $(sim) $(core)
	@mkdir -p $(@D)
	$(call link,json-c)

build/tests/programs: $(call objects,tests/programs/*.c) build/obj/tests/oracle/tap.o $(sim) $(core)
	@mkdir -p $(@D)
	$(call link)

build/tests/fuzz-mpi: build/obj/tests/oracle/fuzz.o $(oracle_objects) build/obj/sim/mpi/crew.o $(sim) $(core)
	@mkdir -p $(@D)
	mpicc $(CFLAGS) $^ -o $@

# The family's specification, as C programs read it

build/spec/uapi-names.h: docs/netlink/seastar.yaml include/uapi/linux/seastar.h tests/spec/flatten | needs-spec
	@mkdir -p $(@D)
	tests/spec/flatten names $(filter-out %/flatten,$^) >$@

build/%/tests/unit/uapi.o: cflags += -Ibuild/spec
build/obj/tests/unit/uapi.o build/san/tests/unit/uapi.o: build/spec/uapi-names.h

unit-programs: $(unit_programs)
unit-programs-sanitized: $(unit_programs:build/obj/%=build/san/%)
oracle-programs: $(oracle_programs)

build/tests/heap.so: tests/exporter/heap.c | setup-build
	@mkdir -p $(@D)
	$(CC) $(cflags) -shared -fPIC $< -o $@

# Of the tracer one library for each MPI
mpi-trace-libraries: | needs-mpi-trace needs-mpi-trace-tests
	+$(MAKE) mpi-trace MPICC=mpicc.openmpi
	+$(MAKE) mpi-trace MPICC=mpicc.mpich

exporter-root: build/seastar-exporter build/san/seastar-exporter build/tests/heap.so
	tests/exporter/root

debian-tree: all
	tests/debian/tree

.PHONY: $(checks) unit-programs unit-programs-sanitized oracle-programs mpi-trace-libraries exporter-root debian-tree

# SPDX-License-Identifier: GPL-2.0-only
# `make help` lists the targets. The kernel's side of the build is in Kbuild. This file builds the
# products; it includes:
#	tests/tests.mk		the checks, and the programs that they run
#	sim/paper/paper.mk	the papers' results
#	tests/vm/vm.mk		guests
#	tests/bench/bench.mk	benches
#	tools/pages.mk		what is generated: pages, policies, pictures
#	tools/install.mk	install, and packages
#	tools/seastar-mpi/tracer.mk	the tracer of MPI programs

KDIR ?= /lib/modules/$(shell uname -r)/build
CFLAGS ?= -O2 -g
cflags = -std=gnu11 -ffp-contract=off -Wall -Wextra -Werror -MMD -MP $(CFLAGS) -I. -Iinclude -Iinclude/uapi -Isim/core -Itests
link = $(CC) $(CFLAGS) $(LDFLAGS) $(filter %.o,$^) $(filter %.a,$^) $(foreach l,$(1),$(shell pkg-config --libs $(l))) -lm -o $@
# Archives of MPI programs are read where their library is installed
otf2 := $(shell pkg-config --exists otf2 2>/dev/null && echo otf2)
objects = $(patsubst %.c,build/obj/%.o,$(wildcard $(1)))

comma := ,
core := build/libseastar-core.a
sim := build/libseastar-sim.a
sim_sources := $(filter-out sim/core/% sim/topology/% sim/mpi/%,$(wildcard sim/*/*.c sim/paper/*/*.c))
core_sources := $(wildcard sim/core/*.c sim/topology/*.c sim/routers/*/*.c sim/routers/*/*/*.c)
purposes := bench browser build checkers clang cli deb debian debug exporter headers hpcc lammps lint module monitoring mpi mpi-trace mpi-trace-tests otf2 pictures selftests sim smpi spec unit vm

setup:					## install the packages that building needs (Debian)
all: build/seastar build/seastar-sim build/seastar-exporter $(core) build/libseastar.a	## the CLI, the simulator, the exporter and the router model's library
mpi: build/seastar-sim-mpi		## the simulator for the ranks of an MPI job
modules:				## the kernel module, for this machine or KDIR
clean:					## remove what was built
help:					## this list
	@awk -F ':.*## ' '/^[a-z_-]+:.*## / { printf "  make %-15s %s\n", $$1, $$2 }' $(MAKEFILE_LIST)

# Userland

build/obj/%.o: %.c | needs-build
	@mkdir -p $(@D)
	$(CC) $(cflags) -c $< -o $@

# which it includes
$(foreach into,obj san tsan clang,build/$(into)/sim/report/map.o): $(wildcard sim/report/*.js)

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

# of the tracing libraries, which keep theirs in places of their own
build/%/tools/seastar/cmd/trace.o build/%/tools/seastar/trace/run.o build/%/tools/seastar/trace/print.o: \
	cflags += $(shell pkg-config --cflags libtracefs)

exporter := $(patsubst %.c,%.o,$(wildcard tools/seastar-exporter/*.c tools/seastar-exporter/*/*.c))
exporter_shares := $(library) tools/lib/names.o sim/base/text.o

$(addprefix build/obj/,$(exporter)) $(addprefix build/san/,$(exporter)): | needs-exporter

build/seastar-exporter: $(addprefix build/obj/,$(exporter) $(exporter_shares))
	$(call link,libmnl libmicrohttpd libsystemd yaml-0.1 libcrypt)

build/seastar-sim: $(call objects,tools/seastar-sim/*.c) $(sim) $(core)
	$(call link,json-c $(otf2))

# Their reader is compiled anew when the library has come, or has gone
build/otf2: look | needs-build
	@mkdir -p $(@D)
	@echo '$(otf2)' | cmp -s - $@ || echo '$(otf2)' >$@

$(foreach into,obj san tsan clang,build/$(into)/sim/otf2/read.o): build/otf2
$(foreach into,obj san tsan clang,build/$(into)/sim/otf2/read.o): cflags += $(if $(otf2),-DSIM_OTF2 $(shell pkg-config --cflags $(otf2)))

# The same with its own kind of pool: ranks instead of processes
build/obj/sim/mpi/%.o: sim/mpi/%.c | needs-build needs-mpi
	@mkdir -p $(@D)
	mpicc $(cflags) -c $< -o $@

build/seastar-sim-mpi: $(call objects,tools/seastar-sim/*.c sim/mpi/*.c) $(sim) $(core)
	mpicc $(CFLAGS) $^ $(shell pkg-config --libs json-c $(otf2)) -lm -o $@

-include $(shell find build/obj build/san build/tsan build/clang build/fuzz -name '*.d' 2>/dev/null)

modules: | needs-headers
	$(MAKE) -C $(KDIR) M=$(CURDIR) modules

clean:
	rm -rf build
	find . -path ./.git -prune -o \( -name '*.o' -o -name '*.ko' -o -name '*.mod' -o -name '*.mod.c' \
		-o -name '.*.cmd' -o -name modules.order -o -name Module.symvers \) -exec rm {} +

# Packages. Building only checks for them: first for those of all goals, so that one report lists
# everything, then for those that a rule needs besides. Tests and guests install what is missing.
# SETUP=: does neither.

SETUP ?= tools/setup check
ensure = $(if $(1),@KDIR='$(KDIR)' $(SETUP) $(1))

needs-all := build exporter
needs-install := build exporter
needs-mpi := build mpi
needs-mpi-trace := build mpi-trace
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

# The sources of a release are without tests, and those of the module alone are without papers, too
include $(wildcard tests/tests.mk sim/paper/paper.mk tests/vm/vm.mk tests/bench/bench.mk tools/pages.mk tools/seastar-mpi/tracer.mk) tools/install.mk

.DEFAULT_GOAL := all
.DELETE_ON_ERROR:
.SECONDARY:
.PHONY: setup look all mpi modules clean help needs $(addprefix needs-,$(purposes)) $(addprefix setup-,$(purposes))

# SPDX-License-Identifier: GPL-2.0-only
# What the model and reading counters cost; included by the Makefile.

build/obj/tests/bench/machine.o: cflags += -DBENCH_CFLAGS='"$(CFLAGS)"'
build/obj/tests/bench/count.o: | needs-bench

build/tests/bench: $(patsubst %,build/obj/tests/bench/%.o,main machine measure memory results scale workload) $(sim) $(core)
	@mkdir -p $(@D)
	$(call link,json-c)

build/tests/page: $(patsubst %,build/obj/tests/bench/%.o,page page_plots page_tables workload) $(sim) $(core)
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

bench: bench-sim build/tests/scrape vm-6.12	## what the model costs, and reading counters
	@tests/bench/scrape.sh build/bench.json
	@tests/bench/poll.sh build/bench.json

bench-sim: build/tests/bench build/tests/count | needs-bench	## what the model costs, four minutes
	@$< build/bench.json
	@tests/bench/count.sh build/bench.json

bench-page: bench-sim build/tests/page	## the same, into docs/performance.md
	@tests/bench/page.sh build/bench.json

bench-against: build/tests/count build/seastar-sim | needs-bench	## what a hop takes, and took in another revision: REV=REVISION
	@tests/bench/against.sh $(REV)

bench bench-sim bench-page bench-against: export SETUP = tools/setup install

.PHONY: bench bench-sim bench-page bench-against

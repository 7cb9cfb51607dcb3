# SPDX-License-Identifier: GPL-2.0-only
# What is generated: pages, policies and pictures; included by the Makefile.

build/mmrdoc: build/obj/tools/mmrdoc.o $(core)
	$(call link)

build/simdoc: build/obj/tools/simdoc.o $(sim) $(core)
	$(call link,json-c)

# Of each object of the command line
object_pages := $(filter-out %-exporter.8,$(wildcard tools/man/man8/seastar-*.8))

# Headers first: programs that make pages are built of them
docs:					## the pages, and policies, that are generated
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

pictures: all vm-6.12 | needs-pictures needs-browser needs-sim	## the pictures of docs/pictures, a minute
	tests/pictures/draw build/pictures
	build/seastar-sim plot latency build/pictures/rr-age.jsonl -o docs/pictures/rr-age.svg
	cp build/pictures/*.svg docs/pictures

dashboard: exporter-root vm-6.12 | needs-monitoring	## what the Grafana dashboard's picture shows, recorded anew, three minutes
	tests/pictures/record >build/dashboard.jsonl
	mv build/dashboard.jsonl docs/pictures

pictures dashboard: export SETUP = tools/setup install

.PHONY: docs pages pictures dashboard

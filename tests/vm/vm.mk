# SPDX-License-Identifier: GPL-2.0-only
# The guests, and what is built for them; included by the Makefile.

guests := vm-6.1 vm-6.12 vm-newest vm-debug vm-kcsan

selftests: $(core) | needs-build needs-spec needs-selftests
	$(MAKE) -C tests/selftests OUTPUT=$(CURDIR)/build/selftests all

# For guests, where a program starts in half of the time without its libraries to look for
build/guest/seastar: $(patsubst %.c,build/obj/%.o,$(tool_sources)) $(sim) $(core)
	@mkdir -p $(@D)
	$(CC) $(CFLAGS) $(LDFLAGS) $(filter %.o %.a,$^) -Wl,-Bstatic $(shell pkg-config --libs $(filter-out smartcols,$(tool_libraries:libmnl=libtraceevent))) \
		-Wl,-Bdynamic -lmnl -lsmartcols -lm -o $@

# The rig builds a module of its own for each of its kernels.
vm-debug vm-kcsan: | needs-debug
$(guests): vm-%: build/guest/seastar build/tests/hwmodel selftests | needs-module needs-vm
	tests/vm/initramfs $*

vm-debian: | needs-debian
	tests/vm/debian

build/tests/hwmodel: $(call objects,tests/hw/*.c) build/obj/tools/lib/names.o $(core)
	@mkdir -p $(@D)
	$(call link)

demo: vm-6.12			## the fabric aged before your eyes
	@tests/vm/run -k 6.12 -m 1G -t 1800 -- /demo/demo.sh

shell: vm-6.12			## a root shell in a guest
	@tests/vm/shell 6.12

demo shell $(guests) vm-debian: export SETUP = tools/setup install

.PHONY: selftests demo shell $(guests) vm-debian

# SPDX-License-Identifier: GPL-2.0-only
# The library that traces MPI programs (docs/mpi-trace.md); included by the Makefile. Its binary
# interface is that of one MPI: MPICC=mpicc.mpich builds build/libseastar-mpi.mpich.so.

MPICC ?= mpicc
tracer_kind := $(patsubst mpicc%,%,$(notdir $(MPICC)))
tracer_name := libseastar-mpi$(tracer_kind).so
tracer := build/$(tracer_name)
tracer_objects := $(patsubst %.c,build/tracer$(tracer_kind)/%.o,$(wildcard tools/seastar-mpi/*.c))

mpi-trace: $(tracer)		## the library that traces MPI programs, for MPICC=mpicc

$(tracer_objects): build/tracer$(tracer_kind)/%.o: %.c | needs-build needs-mpi-trace
	@mkdir -p $(@D)
	$(MPICC) $(cflags) -fPIC -fvisibility=hidden -DLIBRARY='"$(tracer_name)"' $(shell pkg-config --cflags otf2) -c $< -o $@

$(tracer): $(tracer_objects)
	$(MPICC) -shared $(CFLAGS) $(LDFLAGS) -Wl,-z,defs -Wl,-soname,$(tracer_name) $^ $(shell pkg-config --libs otf2) -ldl -lpthread -o $@

-include $(tracer_objects:.o=.d)

install-mpi-trace: mpi-trace	## install that library: PREFIX=/usr/local, DESTDIR=, MPICC=
	$(check_directories)$(INSTALL) -d '$(DESTDIR)$(libdir)'
	$(INSTALL) -m 755 $(tracer) '$(DESTDIR)$(libdir)'

uninstall-mpi-trace:		## remove it
	rm -f '$(DESTDIR)$(libdir)/$(tracer_name)'

.PHONY: mpi-trace install-mpi-trace uninstall-mpi-trace

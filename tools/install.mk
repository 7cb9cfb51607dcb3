# SPDX-License-Identifier: GPL-2.0-only
# `make install` and its kin; included by the Makefile. DESTDIR comes before every directory.

PREFIX ?= /usr/local
bindir ?= $(PREFIX)/bin
datadir ?= $(PREFIX)/share
mandir ?= $(datadir)/man
docdir ?= $(datadir)/doc/seastar
includedir ?= $(PREFIX)/include
libdir ?= $(PREFIX)/lib
unitdir ?= $(PREFIX)/lib/systemd/system
rulesdir ?= $(PREFIX)/lib/udev/rules.d
bashdir ?= $(datadir)/bash-completion/completions
zshdir ?= $(datadir)/zsh/site-functions
fishdir ?= $(datadir)/fish/vendor_completions.d
# the page that runbook_urls of alerts lead to, such as https://wiki.example.org/alerts
RUNBOOKS ?= file://$(subst $(blank),%20,$(subst %,%25,$(prometheus.where)))/alerts.md
# where DKMS looks
srcdir ?= /usr/src

version := $(shell sed -n 's/^\#define SEASTAR_VERSION[[:space:]]*"\(.*\)"/\1/p' include/seastar/version.h)
INSTALL ?= install

# Kinds of files: what goes where, with which mode
manuals := man1 man4 man5 man7 man8
bin.where = $(bindir)
bin.what := build/seastar build/seastar-sim build/seastar-exporter
bin.mode := 755
$(foreach s,1 4 5 7 8,$(eval man$(s).where = $$(mandir)/man$(s))$(eval man$(s).what := $(wildcard tools/man/man$(s)/*)))
header.where = $(includedir)/linux
header.what := include/uapi/linux/seastar.h
library_header.where = $(includedir)/seastar
library_header.what := tools/lib/nl.h
library.where = $(libdir)
library.what := build/libseastar.a
pkgconfig.where = $(libdir)/pkgconfig
pkgconfig.what := build/libseastar.pc
unit.where = $(unitdir)
unit.what := $(wildcard tools/systemd/*.service tools/systemd/*.socket)
rules.where = $(rulesdir)
rules.what := $(wildcard tools/systemd/*.rules)
programs := seastar seastar-sim seastar-exporter
$(foreach s,bash zsh fish,$(eval $(s).where = $$($(s)dir)))
bash.what := $(programs:%=build/completion/%)
zsh.what := $(programs:%=build/completion/_%)
fish.what := $(programs:%=build/completion/%.fish)
grafana.where = $(datadir)/seastar/grafana
grafana.what := $(wildcard tools/grafana/*.json)
python.where = $(datadir)/seastar/python
python.what := $(wildcard tools/python/*.py tools/python/*.ipynb)
prometheus.where = $(datadir)/seastar/prometheus
prometheus.what := $(wildcard tools/prometheus/*.yml) docs/alerts.md

kinds := $(foreach k,bin $(manuals) header library_header library pkgconfig unit rules bash zsh fish grafana python prometheus,$(if $($(k).what),$(k)))
docs := README.md CHANGELOG.md CONTRIBUTING.md SECURITY.md $(shell find docs -type f | sort)
module_sources := $(shell find Kbuild kmod sim/core sim/topology sim/parts sim/routers/seastar include -name Kbuild -o -name '*.[ch]' | sort)
dkms = $(srcdir)/seastar-$(version)

# Directories may have blanks. What quotes, or begins a comment, would have to be escaped otherwise in each
# kind of file that names one: such directories are refused.
blank := $() $()
directories := bindir datadir mandir docdir includedir libdir unitdir rulesdir bashdir zshdir fishdir srcdir
unquotable := ' " \ ` $$ \#
check_directories = $(foreach d,$(directories),$(foreach c,$(unquotable),$(if $(findstring $(c),$($(d))),\
	$(error $(d) is '$($(d))': a directory of an installation has no $(c) in its name))))
has_blank = $(filter-out 1,$(words x$(1)x))
# in the replacement of sed's s|||
replacement = $(subst |,\|,$(subst &,\&,$(1)))
# a program of a unit, where % begins a specifier
program_of_unit = $(if $(call has_blank,$(bindir)),")$(call replacement,$(subst %,%%,$(bindir)))/\3$(if $(call has_blank,$(bindir)),")

define newline


endef

# The directories are those of each installation
build/libseastar.pc: tools/lib/libseastar.pc.in FORCE
	@mkdir -p $(@D)
	$(check_directories)sed 's|@includedir@|$(call replacement,$(includedir))|; s|@libdir@|$(call replacement,$(libdir))|; s|@version@|$(version)|' $< >$@

# One source for each shell, which looks for a file for each program; zsh and fish call bash's
completion = @mkdir -p $(@D) && sed 's|@program@|$*|g; s|@completions@|$(call replacement,$(bashdir))|' $< >$@

$(bash.what): build/completion/%: tools/completion/bash FORCE
	$(completion)

$(zsh.what): build/completion/_%: tools/completion/zsh FORCE
	$(completion)

$(fish.what): build/completion/%.fish: tools/completion/fish FORCE
	$(completion)

# A unit names its program by its path, which PREFIX decides
install: all build/libseastar.pc $(bash.what) $(zsh.what) $(fish.what)	## install the tools: PREFIX=/usr/local, DESTDIR=
	$(check_directories)$(foreach k,$(kinds),$(INSTALL) -d '$(DESTDIR)$($(k).where)' && \
		$(INSTALL) -m $(or $($(k).mode),644) $($(k).what) '$(DESTDIR)$($(k).where)'$(newline))
	sed -i -E 's|^(Exec[[:alpha:]]+)=([^ ]*/)?(seastar[^ ]*)|\1=$(program_of_unit)|' \
		$(foreach u,$(notdir $(filter %.service,$(unit.what))),'$(DESTDIR)$(unitdir)/$(u)')
	sed -i 's|file:///usr/share/seastar/prometheus/alerts.md|$(call replacement,$(RUNBOOKS))|' '$(DESTDIR)$(prometheus.where)/seastar.rules.yml'
	$(foreach f,$(docs),$(INSTALL) -D -m 644 $(f) '$(DESTDIR)$(docdir)/$(f)'$(newline))

uninstall:				## remove what install has installed
	rm -f $(foreach k,$(kinds),$(foreach f,$(notdir $($(k).what)),'$(DESTDIR)$($(k).where)/$(f)'))
	rm -rf '$(DESTDIR)$(docdir)' '$(DESTDIR)$(datadir)/seastar'

modules_install: modules		## install the module, for this machine or KDIR
	$(MAKE) -C $(KDIR) M=$(CURDIR) modules_install

install-dkms:				## install the module's source for DKMS, which builds it for every kernel
	$(foreach f,$(module_sources),$(INSTALL) -D -m 644 $(f) '$(DESTDIR)$(dkms)/$(f)'$(newline))
	sed 's/\#MODULE_VERSION\#/$(version)/' tools/dkms.conf >'$(DESTDIR)$(dkms)/dkms.conf'

uninstall-dkms:				## remove it
	rm -rf '$(DESTDIR)$(dkms)'

# What packages are made of, but what kbuild may have left there
deb_sources := $(shell find COPYING Kbuild Makefile README.md CHANGELOG.md CONTRIBUTING.md SECURITY.md docs include kmod sim tools -type f ! -name '*.o' \
	! -name '*.ko' ! -name '*.mod' ! -name '*.mod.c' ! -name '.*.cmd')

deb: build/deb/made			## Debian packages, in build/deb

build/deb/made: $(deb_sources) | needs-deb
	tools/debian/build

.PHONY: FORCE deb install uninstall modules_install install-dkms uninstall-dkms

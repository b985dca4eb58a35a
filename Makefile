# Cairn. `make run` and `make test` are all a newcomer needs; both install what the system lacks.
#
#   make run [ARGS="recipes --fresh"]   build and open the app
#   make test [FILTER=Store]            all tests, the terminal ones included
#   make check                          format, lint, layers, warnings as errors, documentation
#   make bench [ROWS=100000]            speed, as ratios against the peers that are installed
#   make torture [TIMES=50]             the searching tests, so many times as long
#   make monkey [KEYS=10000]            any keys on any screen, so many for each of 20 seeds
#   make fuzz [TARGET=json] [SECONDS=60]  foreign bytes, grown by libFuzzer
#   make sanitize                       the tests again, watched for races and stray memory
#   make coverage                       tests, then the lines that they reach
#   make docs                           a book of all screens as text, in .build
#   make api                            the listing of the public API, written again
#   make docc                           the documentation of the libraries, in .build/docc
#   make outside                        a package of another author, with the code of each guide
#   make install [PREFIX=/usr/local]    the static binary, its manual page, the shells' completions
#   make deb                            the same as a Debian package, in .build
#   make tarball                        the same as an archive, in .build
#   make bare                           both packages, installed and used in a bare Debian; needs root
#   make clean

SHELL := /bin/bash
.SHELLFLAGS := -eu -o pipefail -c
.DEFAULT_GOAL := help

SWIFT ?= swift
PREFIX ?= /usr/local
ROWS ?= 100000
TIMES ?= 50
KEYS ?= 10000
ARGS ?=
FILTER ?=

BINARY := .build/release/cairn
STATIC := -Xswiftc -static-executable

# What loads SQLite's library when it runs can't be static; a folder of its own, as one folder
# holds the modules for one way of linking.
BENCH := .build/bench
LOADING := --static-swift-stdlib --scratch-path $(BENCH)

# For a build of whole modules: each is compiled by one job, without debug information, which no
# released binary has, and without the check of the compiler's own intermediate code.
WHOLE := -c release -debug-info-format none -Xswiftc -no-emit-module-separately-wmo \
  -Xswiftc -Xfrontend -Xswiftc -disable-llvm-verify

# The build of checks and tests. It is incremental: only the files that a change reaches compile. CI
# builds once, from nothing, so it compiles whole modules: that takes half the processor time.
ifeq ($(CI),true)
check test docc outside: export CAIRN_WHOLE_MODULES := tests
TESTING := $(WHOLE) --scratch-path .build/whole

# The tests start the program many thousand times. A static program starts in a fifth of the time, so
# the objects of that build are linked once more.
define link-statically
	@cd .build/whole/release; \
	$(SWIFT)c -static-executable @cairn.product/Objects.LinkFileList -o cairn.static \
	  -l_FoundationCShims -l_FoundationCollections -Xlinker --defsym=main=cairn_main 2>&1 \
	  | { grep -vE "$(KNOWN_LINKER_WARNINGS)" || true; }; \
	mv cairn.static cairn
endef
else
TESTING :=
link-statically :=
endif

# What the static linker says of glibc and FoundationEssentials, on every machine; any other
# warning fails the build.
KNOWN_LINKER_WARNINGS := ld: .*: in function |'dlopen' in statically|'getpwuid_r' in statically|'getpwnam_r' in statically|'getgrgid_r' in statically|'getgrnam_r' in statically|use of .mktemp' is dangerous

.PHONY: help run build test check bench torture monkey fuzz sanitize coverage docs api docc outside install deb tarball bare clean

help:
	@sed -n '3,20s/^#//p' Makefile

# Builds product $(1) with options $(2), hides the known linker warnings, fails on any other.
define release
	@log=$$(mktemp); trap 'rm -f "$$log"' EXIT; \
	$(SWIFT) build $(WHOLE) $(2) --product $(1) 2>&1 \
	  | { grep --line-buffered -vE "$(KNOWN_LINKER_WARNINGS)" || true; } | tee "$$log"; \
	if grep -q 'warning:' "$$log"; then echo "make: a new warning, see above" >&2; exit 1; fi
endef

# Writes the documentation of the libraries from the built modules; a broken link fails.
define document
	@SWIFT='$(SWIFT)' .ci/docc "$$($(SWIFT) build $(TESTING) --show-bin-path)/Modules" .build/docc
endef

# Builds and runs a package that depends on this one, with the modules of the build before.
define depend
	@SWIFT='$(SWIFT)' .ci/outside $(or $(TESTING),--scratch-path .build)
endef

# Says again what failed, which thousands of lines of what passed may hide.
define failures
	echo; echo "What failed:"; \
	grep -aA 40 -E '^✘ .* (recorded an issue|failed)|: error: |[Ff]atal error' "$$log" \
	  | grep -avE '^(✔|◇|◎)|^--$$' | head -n 400
endef

build bench: export CAIRN_WHOLE_MODULES := program

build:
	@.ci/packages build
	$(call release,cairn,$(STATIC))

run: build
	@exec $(BINARY) $(ARGS)

test:
	@.ci/packages build test
	$(SWIFT) build --build-tests $(TESTING)
	$(link-statically)
	@log=$$(mktemp); trap 'rm -f "$$log"' EXIT; \
	SWIFT_BACKTRACE=enable=no $(SWIFT) test --skip-build --disable-xctest $(TESTING) $(if $(FILTER),--filter '$(FILTER)') \
	  2>&1 | tee "$$log" || { $(call failures); exit 1; }

check:
	@.ci/packages build
	$(SWIFT) format lint --strict --parallel --recursive Package.swift Sources Tests
	.ci/layers
	$(SWIFT) build --build-tests $(TESTING) --explicit-target-dependency-import-check error
	@SWIFT='$(SWIFT)' .ci/api "$$($(SWIFT) build $(TESTING) --show-bin-path)/Modules"
	$(document)
	$(depend)

bench: build
	@.ci/packages bench
	$(call release,cairn-bench,$(LOADING))
	@ln -sf "$(abspath $(BINARY))" $(BENCH)/release/cairn
	@$(BENCH)/release/cairn-bench $(ROWS)

torture:
	@.ci/packages build test
	CAIRN_TORTURE=$(TIMES) SWIFT_BACKTRACE=enable=no $(SWIFT) test -c release -Xswiftc -enable-testing \
	  --scratch-path .build/torture --disable-xctest $(if $(FILTER),--filter '$(FILTER)')

monkey:
	@CAIRN_MONKEY='$(KEYS)' $(MAKE) test FILTER='MonkeyTests'

fuzz:
	@.ci/packages build
	@SWIFT='$(SWIFT)' .ci/fuzz '$(SECONDS)' $(TARGET)

sanitize:
	@.ci/packages build test
	@SWIFT='$(SWIFT)' .ci/sanitize

coverage:
	@.ci/packages build test
	$(SWIFT) test --disable-xctest --enable-code-coverage
	@.ci/coverage

docs:
	@.ci/docs .build/screens.md

api:
	$(SWIFT) build --build-tests
	@SWIFT='$(SWIFT)' .ci/api "$$($(SWIFT) build --show-bin-path)/Modules" --update

docc:
	@.ci/packages build
	$(SWIFT) build $(TESTING)
	$(document)

outside:
	@.ci/packages build
	$(SWIFT) build $(TESTING)
	$(depend)

install: build
	@.ci/install $(BINARY) "$(DESTDIR)$(PREFIX)"

deb: build
	@.ci/deb $(BINARY) .build

tarball: build
	@.ci/tarball $(BINARY) .build

bare: build
	@.ci/bare "$$(.ci/deb $(BINARY) .build)" "$$(.ci/tarball $(BINARY) .build)"

clean:
	rm -rf .build

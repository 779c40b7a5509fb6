# All builds use the same flags, so that no command compiles again what another has compiled.
SWIFT_FLAGS := --configuration release
# Tests use no @testable imports, which would require compiling everything a second time.
TEST_FLAGS := $(SWIFT_FLAGS) --disable-testable-imports --disable-xctest
# SwiftPM orders a package's traits among the compiler's arguments by their hashes. With other hashes in each run, the
# next build would compile the same sources again.
BUILD := env SWIFT_DETERMINISTIC_HASHING=1 swift
# The number of parallel tests: with more, tests starve each other until unrelated deadlines pass.
RUN_FLAGS := --skip-build --experimental-maximum-parallelization-width 8
# The products that can be built alone, each with product-NAME.
PRODUCTS := purser torture benchmark SQLiteFaults SpoofedNames
BINARIES := .build/release
SHELL := /bin/bash
.SHELLFLAGS := -eu -o pipefail -c
MAKEFLAGS += --no-print-directory
.DEFAULT_GOAL := help
.ONESHELL:

# Published samples for tests; without them these tests are skipped.
ifeq ($(origin PURSER_VECTORS), undefined)
ifneq ($(wildcard ../shared/vectors/.),)
PURSER_VECTORS := $(abspath ../shared/vectors)
endif
endif
ifdef PURSER_VECTORS
export PURSER_VECTORS
endif

# One phase at a time, in the order written.
.NOTPARALLEL:
.PHONY: help demo test test-full torture torture-cluster fuzz bench docs build build-tests format lint clean setup
.PHONY: $(PRODUCTS:%=product-%)

help: ## List what can be made
	@sed -nE 's/^([a-z-]+):.*## (.*)$$/\1|\2/p' Makefile | while IFS='|' read -r name what; do
	    printf '  make %-15s %s\n' "$$name" "$$what"
	done

demo: product-purser ## Play a shop's year, then stay open with the dashboard (ARGS=--once ends instead)
	@scripts/phase demo $(BINARIES)/purser demo $(ARGS)

test: SETUP_ARGS := --tests
test: lint build-tests ## Check the format, build everything, run every test
	@exec scripts/phase --last --again '^(✘|↳) ' test swift test $(TEST_FLAGS) $(RUN_FLAGS) $(ARGS)

test-full: export PURSER_TEST_SCALE := full
test-full: test ## Run every test with more seeds and longer histories

torture torture-cluster: product-purser product-torture

torture: product-SQLiteFaults product-SpoofedNames ## Kill and starve the real server for three minutes, and check what it kept (ARGS="--seed 2")
	@scripts/phase torture $(BINARIES)/torture $(ARGS)

torture-cluster: ## Kill, cut and freeze a cluster under two servers for ten minutes; as root, for its networks
	@if ((EUID != 0)); then
	    echo "Not root, so the nodes share the loopback interface, and faults that need a cut are left out." >&2
	fi
	scripts/phase torture-cluster $(BINARIES)/torture cluster $(ARGS)

fuzz: setup ## Let libFuzzer search for an hour for bytes that crash a reader (ARGS="--minutes 5 --reader json")
	@scripts/fuzz $(ARGS)

bench: product-purser product-benchmark ## Measure every number of the benchmarks page in one run
	@scripts/phase bench $(BINARIES)/benchmark $(ARGS)

docs: setup ## Write the documentation of the libraries into .build/docs, and check its links
	@scripts/phase 'build of the libraries' $(BUILD) build $(SWIFT_FLAGS) --target AppStoreSimulator
	scripts/phase docs scripts/docs

build: product-purser ## Build the server, optimized

$(PRODUCTS:%=product-%): product-%: setup
	@scripts/phase 'build of $*' $(BUILD) build $(SWIFT_FLAGS) --product $*

# Builds the tests and every program that they start; the expression lets none of them run yet.
build-tests: setup
	@scripts/phase build $(BUILD) test $(TEST_FLAGS) --filter '^$$'

format: ## Rewrite the sources into the project's format
	@swift format --in-place --parallel --recursive Sources Tests Tools Package.swift

lint: setup ## Check the format without changing anything
	@scripts/phase lint swift format lint --strict --parallel --recursive Sources Tests Tools Package.swift

clean: ## Remove what was built
	@rm -rf .build

setup:
	@scripts/phase setup scripts/setup $(SETUP_ARGS)

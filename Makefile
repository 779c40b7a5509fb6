# Everything shares one build: the same flags here mean that tests, demonstration and benchmark never rebuild each other.
SWIFT_FLAGS := --configuration release
# So many tests at once: all of them at once starve each other until deadlines pass that no test is about.
TEST_FLAGS := --skip-build --disable-xctest --experimental-maximum-parallelization-width 8
BINARIES := .build/release
SHELL := /bin/bash
.SHELLFLAGS := -eu -o pipefail -c
MAKEFLAGS += --no-print-directory
.DEFAULT_GOAL := help
.ONESHELL:

# Published samples that tests read when they are there; without them those tests report themselves as skipped.
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
.PHONY: help demo test test-full torture torture-cluster fuzz bench build format lint clean setup

help: ## List what can be made
	@sed -nE 's/^([a-z-]+):.*## (.*)$$/\1|\2/p' Makefile | while IFS='|' read -r name what; do
	    printf '  make %-15s %s\n' "$$name" "$$what"
	done

demo: build ## Play a subscriber's year, then stay open (ARGS=--once ends instead)
	@scripts/phase demo $(BINARIES)/purser demo $(ARGS)

test: SETUP_ARGS := --tests
test: lint build ## Check the format, build, run every test
	@exec scripts/phase --last --again '^(✘|↳) ' test swift test $(SWIFT_FLAGS) $(TEST_FLAGS) $(ARGS)

test-full: export PURSER_TEST_SCALE := full
test-full: test ## The same with more seeds and longer histories

torture: build ## Kill and starve the real server for three minutes, and judge what is left (ARGS="--seed 2")
	@scripts/phase torture $(BINARIES)/torture $(ARGS)

torture-cluster: build ## Kill, cut and freeze a cluster under two servers for ten minutes; as root, for its networks
	@if ((EUID != 0)); then
	    echo "Not root, so the nodes share the loopback interface, and faults that need a cut are left out." >&2
	fi
	scripts/phase torture-cluster $(BINARIES)/torture cluster $(ARGS)

fuzz: setup ## Let libFuzzer look for an hour for bytes that a reader cannot bear (ARGS="--minutes 5 --reader json")
	@scripts/fuzz $(ARGS)

bench: build ## Measure every figure of the performance page in one run
	@scripts/phase bench $(BINARIES)/benchmark $(ARGS)

build: setup ## Build server, tests and benchmark once, optimised
	@scripts/phase build swift build $(SWIFT_FLAGS) --build-tests

format: ## Rewrite the sources into the project's format
	@swift format --in-place --parallel --recursive Sources Tests Package.swift

lint: setup ## Check the format without changing anything
	@scripts/phase lint swift format lint --strict --parallel --recursive Sources Tests Package.swift

clean: ## Remove what was built
	@rm -rf .build

setup:
	@scripts/phase setup scripts/setup $(SETUP_ARGS)

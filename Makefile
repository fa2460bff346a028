# Two commands do everything: `make build` and `make test`. `make` alone lists the rest.

CARGO ?= cargo
TIME  ?= 60
# Where cargo builds, wherever the user has told it to.
BUILT := $(or $(CARGO_TARGET_DIR),target)

.DEFAULT_GOAL := help
.PHONY: help build test tools test-format test-lint test-rust test-erlang bench fuzz fmt lint repl clean

help: ## Print this list
	@awk -F ':.*## ' '/^[a-z-]+:.*## / { printf "  make %-8s %s\n", $$1, $$2 }' $(MAKEFILE_LIST)

build: ## Build the optimised command and leave it in bin/beamtalk
	$(CARGO) build --release -p beamtalk
	@mkdir -p bin
	@cp $(BUILT)/release/beamtalk bin/.beamtalk.new && mv bin/.beamtalk.new bin/beamtalk
	@echo "bin/beamtalk is ready; try: bin/beamtalk --help"

# One after another, whatever `-j` says: the first failure should be the last thing printed.
test: ## Install what is needed, then run every check and every test
	@$(MAKE) --no-print-directory tools
	@$(MAKE) --no-print-directory test-format
	@$(MAKE) --no-print-directory test-lint
	@$(MAKE) --no-print-directory test-rust
	@$(MAKE) --no-print-directory test-erlang
	@echo && echo "All tests pass."

tools:
	@echo "== Tools"
	@scripts/install-tools.sh

test-format:
	@echo && echo "== Format"
	@$(CARGO) fmt --all --check

test-lint:
	@echo && echo "== Clippy"
	@$(CARGO) clippy --locked --workspace --all-targets -- -D warnings

test-rust:
	@echo && echo "== Rust tests, literate cases, and the command end to end"
	@$(CARGO) test --locked --workspace

test-erlang:
	@echo && echo "== Erlang tests"
	@escript runtime/build.escript test

bench: ## Measure, print a table, write bench/out/results.json
	$(CARGO) run --release -p bench

fuzz: ## Feed the parser random text for TIME seconds (60)
	scripts/fuzz.sh $(TIME)

fmt: ## Format the Rust sources
	$(CARGO) fmt --all

lint: test-format test-lint ## Check format and lints only

repl: ## Start the prompt (not there yet)
	@echo "The prompt is not there yet. 'make build' gives you the compiler's front end: bin/beamtalk --help"

clean: ## Remove everything that was built
	$(CARGO) clean
	rm -rf bin bench/out fuzz/target

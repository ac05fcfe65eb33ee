# `make run` starts the main job, `make test` runs all tests; both install what they need into .venv.
PYTHON ?= python3
VENV := .venv
BIN := $(VENV)/bin
STATIC := src/houseway/web/static
SCRIPTS := tests/web/scripts
PIP := PIP_CONSTRAINT=constraints.txt $(BIN)/python -m pip --disable-pip-version-check --quiet

.PHONY: help run play test postgres chromium faketime test-slow lint check bench golden simulate-house clean

help: ## what can be made
	@grep -E '^[a-z-]+:.*##' $(MAKEFILE_LIST) | sed -E 's/:[^#]*## /\t/' | expand -t 14

run: $(VENV)/run ## serve the tables on this machine and open them in a browser
	@$(BIN)/houseway serve

play: $(VENV)/run ## play in the terminal
	@$(BIN)/houseway play

test: $(VENV)/dev postgres chromium faketime ## all tests but the slow ones
	$(BIN)/deno test --quiet --config $(SCRIPTS)/deno.json --allow-read=docs,src/houseway/web $(SCRIPTS)
	$(BIN)/python -m pytest -n auto

postgres: # found, or installed where we may; the tests that need it say what to do where it is missing
	-@tools/postgres.sh > /dev/null

chromium: # the same
	-@tools/chromium.sh > /dev/null

faketime: # the same
	-@tools/faketime.sh > /dev/null

test-slow: $(VENV)/dev ## what takes minutes: the generated tables are made again and compared
	$(BIN)/python -m pytest -m slow

lint: $(VENV)/dev ## style, types and the import contract
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(BIN)/mypy
	$(BIN)/lint-imports
	$(BIN)/python tools/make_types.py --check
	$(BIN)/deno fmt --check --config $(STATIC)/deno.json $(STATIC)
	$(BIN)/deno lint --config $(STATIC)/deno.json $(STATIC)
	$(BIN)/deno check --config $(STATIC)/deno.json $(STATIC)/*.js
	$(BIN)/deno fmt --check --config $(SCRIPTS)/deno.json $(SCRIPTS)
	$(BIN)/deno lint --config $(SCRIPTS)/deno.json $(SCRIPTS)
	$(BIN)/deno check --config $(SCRIPTS)/deno.json $(SCRIPTS)/*.js

check: test lint ## tests, style, types and the import contract

bench: $(VENV)/dev ## how fast it is on this machine, beside public peers
	@$(PIP) install -e '.[bench]'
	$(BIN)/python bench/settle.py
	$(BIN)/python bench/analyze.py
	$(BIN)/python bench/simulate.py
	$(BIN)/python bench/house_log.py
	$(BIN)/python bench/house_tables.py
	$(BIN)/python bench/audit.py
	$(BIN)/python bench/web.py

golden: $(VENV)/dev ## write the golden playthroughs again, to be reviewed as a diff
	$(BIN)/python tools/make_golden.py

SEEDS ?= 1000
simulate-house: $(VENV)/dev ## simulated houses with faults and crashes, SEEDS=1000 of them
	$(BIN)/python tools/simulate_house.py --seeds $(SEEDS)

clean: ## remove the virtual environment and caches
	rm -rf $(VENV) .venv-bootstrap .pytest_cache .mypy_cache .ruff_cache .hypothesis .import_linter_cache

# Where python3 comes without its venv module, virtualenv makes the environment instead.
$(BIN)/python:
	@$(PYTHON) -m venv $(VENV) 2>/dev/null || { \
	  rm -rf $(VENV); \
	  $(PYTHON) -m pip install --quiet --target .venv-bootstrap virtualenv && \
	  PYTHONPATH=.venv-bootstrap $(PYTHON) -m virtualenv --quiet $(VENV); }

$(VENV)/run: pyproject.toml constraints.txt | $(BIN)/python
	@echo "installing houseway into $(VENV)"
	@$(PIP) install -e .
	@touch $@

$(VENV)/dev: pyproject.toml constraints.txt | $(BIN)/python
	@echo "installing houseway and its test tools into $(VENV)"
	@$(PIP) install -e '.[dev]'
	@touch $@ $(VENV)/run

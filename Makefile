# Milkwood. Every target does its own set-up; all that a machine needs is git, make and Python 3.11 or newer.
# Paths are relative and quoted, so that the folder may have spaces and any script in its name.

SHELL := /bin/sh
.DEFAULT_GOAL := help
.NOTPARALLEL:
.PHONY: help setup up test check bench web towns proof lock wheel clean

export PYTHONUTF8 := 1

PREPARE := python=$$(sh tools/find-python) && "$$python" -m tools.prepare
PYTHON := .venv/bin/python

help: ## List the targets
	@echo "make up        then open the address it prints. Also:"
	@sed -n 's/^\([a-z]*\):.*## \(.*\)/  make \1|\2/p' Makefile | awk -F'|' '{ printf "%-14s %s\n", $$1, $$2 }'

setup: ## Set up everything: environment, front end, and a browser for the tests where possible
	@$(PREPARE) dev web browser

up: ## Open the town in your browser (ARGS="gull_quay --port 9000" goes to milkwood up)
	@$(PREPARE) run web
	@$(PYTHON) -m milkwood up $(ARGS)

test: ## Run the tests (ARGS="tests/town -x" goes to pytest)
	@$(PREPARE) dev web browser
	@$(PYTHON) -m pytest -n auto --dist loadfile --no-loadscope-reorder $(ARGS)

check: ## Check formatting, types, import rules, dead code, sizes, docs, locks, front end
	@$(PREPARE) dev npm
	@$(PYTHON) -m tools.check

bench: ## Run the benchmarks and print their table
	@$(PREPARE) dev
	@$(PYTHON) -m tools.proof bench

web: ## Build the front end into the package
	@$(PREPARE) web

towns: ## Redraw the bundled towns from their blueprints
	@$(PREPARE) run
	@$(PYTHON) -m tools.towns

proof: ## Run the benchmarks and the long tests, and write docs/measured.md
	@$(PREPARE) dev web browser
	@$(PYTHON) -m tools.proof write

lock: ## Rewrite the locked requirements (ARGS="--upgrade" takes newer versions)
	@$(PREPARE) dev
	@$(PYTHON) -m tools.lock $(ARGS)

wheel: ## Build a wheel and a source distribution into dist/
	@$(PREPARE) dev web
	@$(PYTHON) -m hatchling build

clean: ## Remove all generated files, the environment too
	rm -rf .venv .milkwood-setup web/node_modules src/milkwood/server/static dist build
	rm -rf .mypy_cache .pytest_cache .ruff_cache .hypothesis .import_linter_cache tests/artefacts
	find . -name __pycache__ -type d -prune -exec rm -rf {} +

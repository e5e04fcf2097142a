# The verbs of the project. Each makes the environment first where it needs it.

# The first Python that is new enough, has venv, and really runs (a shim may not).
NEW_ENOUGH := import sys, venv, ensurepip; assert sys.version_info >= (3, 11)
PYTHON ?= $(eval PYTHON := $(shell for name in python3.13 python3.12 python3.11 python3; do \
	$$name -c "$(NEW_ENOUGH)" 2>/dev/null && echo $$name && break; done))$(PYTHON)

# Whoever did not make .venv gets an environment of their own beside it.
VENV ?= $(shell if [ ! -e .venv ] || [ -O .venv ]; then echo .venv; else echo .venv-$$(id -u); fi)
VENV := $(VENV)
RUN = $(VENV)/bin/python

# What the tools remember lies in the environment too.
export RUFF_CACHE_DIR := $(VENV)/cache/ruff
export MYPY_CACHE_DIR := $(VENV)/cache/mypy
export HYPOTHESIS_STORAGE_DIRECTORY := $(VENV)/cache/hypothesis
export COVERAGE_FILE := $(VENV)/cache/coverage

.PHONY: help setup run test coverage check audit fmt perft golden crosscheck smallpacks following bench study spec sdk sdk-all migrate image clean

help:   ## list the verbs
	@sed -n 's/^\([a-z-]*\): .*## /\1\t/p' $(MAKEFILE_LIST)

setup:  ## make the environment and compile the engine
	@[ -n "$(PYTHON)" ] || { echo "Python 3.11 or newer with venv is needed" \
		"(Debian, Ubuntu: apt-get install python3-venv)"; exit 1; }
	@$(PYTHON) .ci/environment.py $(VENV)

run: setup  ## serve on http://127.0.0.1:8080 with an embedded Postgres, or DATABASE_URL
	@exec $(RUN) -m service.command run

test: setup  ## run all tests; ARGS="-k name" chooses
	@$(RUN) -m pytest -n auto --dist worksteal -o cache_dir=$(VENV)/cache/pytest $(ARGS)

coverage: setup  ## how much of the service its tests reach; child processes are not seen
	@$(RUN) -m pytest -n auto --dist worksteal -o cache_dir=$(VENV)/cache/pytest --cov=service \
		--cov-fail-under=88 tests/api tests/service tests/web tests/test_readme.py

check: setup  ## lint, format, types, imports, spec, audit
	$(RUN) -m ruff check .
	$(RUN) -m ruff format --check .
	$(RUN) -m mypy
	$(VENV)/bin/lint-imports --cache-dir $(VENV)/cache/imports
	$(RUN) -m service.command spec --check
	$(RUN) -m openapi.breaking
	$(RUN) .ci/lint_openapi.py
	$(RUN) .ci/audit.py

audit: setup  ## ask whether published advisories name a package that is installed
	@$(RUN) .ci/audit.py

fmt: setup  ## format the sources
	$(RUN) -m ruff check --fix-only .
	$(RUN) -m ruff format .

perft: setup  ## count positions: make perft ARGS="freecell:617 4 --split"
	@$(RUN) -m engine.perft $(ARGS)

golden: setup  ## write the recorded counts and games anew: make golden VARIANT=freecell
	@$(RUN) -m tests.engine.golden $(VARIANT)

crosscheck: setup  ## play random games beside the reference: make crosscheck ARGS="--games 200"
	@$(RUN) -m tests.engine.crosscheck $(ARGS)

smallpacks: setup  ## judge small packs beside a plain search: make smallpacks VARIANT=freecell
	@$(RUN) -m tests.engine.small_packs $(VARIANT) $(ARGS)

following: setup  ## follow hints on deals that can be won: make following VARIANT=freecell
	@$(RUN) -m tests.engine.following $(VARIANT) $(ARGS)

bench: setup  ## measure side by side: make bench ARGS=engine
	@$(RUN) -m bench.$(ARGS)

study: setup  ## what hints are worth: make study VARIANT=klondike ARGS="--deals 2000"
	@$(RUN) -m bench.study $(VARIANT) $(ARGS)

spec: setup  ## write openapi/openapi.json and docs/problems.md from the code
	$(RUN) -m service.command spec
	$(RUN) -m docs.problems

sdk: setup  ## generate clients, build them, and let them play against the service
	@$(RUN) -m tests.sdk.smoke

sdk-all: sdk  ## generate clients in six languages too, build those that can be built here
	@$(RUN) -m tests.sdk.generators

migrate: setup  ## bring the database at DATABASE_URL up to date
	$(RUN) -m service.command migrate

image:  ## build the container image
	docker build --tag longcase .

clean:  ## remove the environment and everything built; no data
	rm -rf .venv* build dist *.egg-info
	find engine -name '*.so' -delete
	find engine service tests -name __pycache__ -type d -prune -exec rm -rf {} +

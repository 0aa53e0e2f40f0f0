# Tablewright: everything from one command. `make help` explains.
#
# Works from any folder: `make -f /path/to/tablewright/Makefile stl CONFIG=my.yaml`, or with `make -C`.
# CONFIG and OUTPUT are read from where make was called.

ROOT := $(shell cd "$$(dirname "$(strip $(MAKEFILE_LIST))")" && pwd)
# `make -C` changes the folder and adds w to the flags (or was told not to); where it was called from is in PWD.
FROM := $(if $(and $(PWD),$(findstring w,$(firstword -$(MAKEFLAGS))$(if $(filter --no-print-directory,$(MAKEFLAGS)),w))),$(PWD),$(CURDIR))
PYTHON ?= python3
VENV ?= $(ROOT)/.venv
CONFIG ?= $(ROOT)/config.yaml
OUTPUT ?= $(ROOT)/output
GAME ?=
JOBS ?=
ONLY ?=
SLICE ?=
FRESH ?=
DRY ?=
EXAMPLES ?= 200
PROTOGRAF ?=
PYTEST_ARGS ?=

TABLEWRIGHT := "$(VENV)/bin/tablewright"
WHERE := --config "$(CONFIG)" --output "$(OUTPUT)" $(foreach game,$(GAME),--game $(game))
BUILD := cd "$(FROM)" && $(TABLEWRIGHT) build $(WHERE) $(if $(JOBS),--jobs $(JOBS)) $(foreach piece,$(ONLY),--only '$(piece)') $(if $(DRY),--dry-run)

.DEFAULT_GOAL := help
.PHONY: help setup all stl 3mf step beds coupon calibration pdf svg dxf booklet printhouse images check bill prove test test-full exhaustive property printers lint format gallery house bench wheel clean

help: ## Explain these targets
	@echo 'Tablewright makes a board game from its rules. Targets:'
	@echo
	@sed -n 's/^\([a-z0-9-]*\):.*## \(.*\)/  make \1|\2/p' "$(ROOT)/Makefile" | awk -F'|' '{ printf "%-16s %s\n", $$1, $$2 }'
	@echo
	@echo 'Variables: GAME=geometric-chamber  CONFIG=my.yaml  OUTPUT=folder  JOBS=2  SLICE=1  FRESH=1  DRY=1  PYTHON=python3.12'
	@echo '           ONLY="penalty-marker.gold=2 connector.left" makes lost pieces again, into only/ in the output folder'
	@echo '           DRY=1 says which files would be made and why, and makes none'

setup: ## Make the virtual environment and install what is pinned (done by the others when needed)
	@sh "$(ROOT)/setup.sh" "$(ROOT)" "$(VENV)" "$(PYTHON)"

all: setup ## Build every output, read it again and print the table of counts
	@$(BUILD)

stl: setup ## Build the parts for a 3D printer
	@$(BUILD) --medium stl

3mf: setup ## Build the parts in colours, and the list of filament changes for one nozzle
	@$(BUILD) --medium 3mf

step: setup ## Build the parts for CAD programs
	@$(BUILD) --medium step

beds: setup ## Build the same parts laid out on the printer's beds, and the list of filaments
	@$(BUILD) --medium beds

pdf: setup ## Build the sheets to print and cut
	@$(BUILD) --medium pdf

svg: setup ## Build the same sheets for a cutting machine
	@$(BUILD) --medium svg

dxf: setup ## Build the same outlines to cut and fold as DXF
	@$(BUILD) --medium dxf

booklet: setup ## Build the rule sheet as a booklet to fold
	@$(BUILD) --medium booklet

printhouse: setup ## Build the cards for a print house: a page a card, with bleed, in CMYK (not part of all)
	@$(BUILD) --medium printhouse

images: setup ## Draw each face as an image, decks for Tabletop Simulator, and a contact sheet (not part of all)
	@$(BUILD) --medium images

coupon: setup ## Make the fit coupon: small prints that show which clearances your printer needs
	@cd "$(FROM)" && $(TABLEWRIGHT) coupon --config "$(CONFIG)" --output "$(OUTPUT)"

calibration: setup ## Make the sheet that shows how far your printer puts backs beside their fronts
	@cd "$(FROM)" && $(TABLEWRIGHT) calibrate --config "$(CONFIG)" --output "$(OUTPUT)"

check: setup ## Read the files on disk again and compare them with the rules; with SLICE=1 slice the parts too, with FRESH=1 read every file anew
	@cd "$(FROM)" && $(TABLEWRIGHT) check $(WHERE) $(if $(SLICE),--slice) $(if $(FRESH),--fresh)

bill: setup ## Print what each game needs and why
	@cd "$(FROM)" && $(TABLEWRIGHT) bill --config "$(CONFIG)" $(foreach game,$(GAME),--game $(game))

prove: setup ## Explore play to prove that the pieces suffice; Ctrl-C stops, the same again goes on
	@cd "$(FROM)" && $(TABLEWRIGHT) prove --output "$(OUTPUT)" $(foreach game,$(GAME),--game $(game))

test: setup ## Run the tests, but those that take long (five minutes); no program beyond Python is needed
	@cd "$(ROOT)" && "$(VENV)/bin/python" -m pytest -n auto --dist worksteal -m 'not exhaustive and not slow' $(PYTEST_ARGS)

test-full: setup ## Run all tests, as CI does
	@cd "$(ROOT)" && "$(VENV)/bin/python" -m pytest -n auto --dist worksteal $(PYTEST_ARGS)

exhaustive: setup ## Run the tests that explore every round of three players, within two minutes and 2 GiB a game
	@cd "$(ROOT)" && "$(VENV)/bin/python" -m pytest -m exhaustive $(PYTEST_ARGS) tests/rules/play/test_sufficiency.py

property: setup ## Draw 200 configurations from the whole range: each ends in sound parts or in problems that say what to do
	@cd "$(ROOT)" && PROPERTY_EXAMPLES="$(EXAMPLES)" "$(VENV)/bin/python" -m pytest -n 2 -rP $(PYTEST_ARGS) \
		tests/whole/test_configurations.py tests/whole/test_sheet_configurations.py

printers: setup ## Build, check and slice with every printer preset and four nozzles (an hour)
	@cd "$(ROOT)" && TABLEWRIGHT="$(VENV)/bin/tablewright" bash tests/whole/printers.sh

lint: setup ## Check style, types, who may import whom, and that nothing is unused
	@cd "$(ROOT)" && "$(VENV)/bin/ruff" check . && "$(VENV)/bin/ruff" format --check . \
		&& "$(VENV)/bin/mypy" && PATH="$(VENV)/bin:$$PATH" lint-imports && "$(VENV)/bin/vulture"

format: setup ## Bring the code into shape
	@cd "$(ROOT)" && "$(VENV)/bin/ruff" check --fix . && "$(VENV)/bin/ruff" format .

gallery: all ## Draw the pictures of the documentation
	@cd "$(FROM)" && $(TABLEWRIGHT) check --slice $(WHERE)
	@cd "$(ROOT)" && $(TABLEWRIGHT) gallery --config "$(CONFIG)" --output "$(OUTPUT)"

house: setup ## Draw the picture of packages, floors and rooms for docs/architecture.md
	@cd "$(ROOT)" && "$(VENV)/bin/python" docs/house.py

bench: setup ## Measure the speed beside others, as ratios, into docs/benchmarks.md (a quarter of an hour; PROTOGRAF=python names one that has protograf)
	@cd "$(ROOT)" && "$(VENV)/bin/python" -m tests.support.bench --write $(if $(PROTOGRAF),--protograf "$(PROTOGRAF)")

wheel: setup ## Build a wheel into dist/
	@cd "$(ROOT)" && "$(VENV)/bin/pip" wheel --quiet --no-deps --no-build-isolation --wheel-dir dist .

clean: ## Remove what the build listed in the output folder's manifest
	@cd "$(FROM)" && if [ -x $(TABLEWRIGHT) ]; then $(TABLEWRIGHT) clean --output "$(OUTPUT)"; fi

# Everything a developer runs. The virtual environment is .venv unless VENV says otherwise.
VENV ?= .venv
PYTHON := $(VENV)/bin/python
PIP := $(PYTHON) -m pip install --quiet
# The tests start Python a thousand times, so what it has compiled is kept.
unexport PYTHONDONTWRITEBYTECODE
SOURCES := $(shell find crates -name '*.rs' -o -name Cargo.toml) Cargo.toml pyproject.toml

.PHONY: all test test-all long-test tiers other-processors verified modules fuzz sanitize sanitize-kernels format lint types rust-test python-test bench prove frontier frontier-status frontier-stop atlas notebook locale man notices release archive openapi pictures site memcheck clean

all: $(VENV)/dev format lint types rust-test python-test

# The README's second command: with Python, a Rust toolchain and a C compiler it passes; tests/needs.py knows the rest.
test: $(VENV)/test rust-test
	$(MAKE) python-test TESTS=--short

# After it: the long tests, and those whose packages may have been missing (tests/tiers.py).
test-all: test sanitize-kernels long-test

long-test: $(VENV)/test
	$(MAKE) python-test TESTS='--long --all-packages'

# Measures again which tests are long.
tiers: $(VENV)/test
	$(MAKE) python-test TESTS=--measure

$(PYTHON):
	python3 -m venv $(VENV)

# The first pip that knows groups of dependencies.
$(VENV)/pip: $(PYTHON)
	$(PIP) 'pip>=25.1'
	touch $@

$(VENV)/test: $(VENV)/pip $(SOURCES)
	$(PIP) --editable . --group test
	touch $@

$(VENV)/dev: $(VENV)/pip $(SOURCES)
	$(PIP) --editable . --group dev
	touch $@ $(VENV)/test

$(VENV)/release: $(VENV)/pip pyproject.toml
	$(PIP) --group release
	touch $@

format: $(VENV)/dev
	cargo fmt --all --check
	$(PYTHON) -m ruff format --check

lint: $(VENV)/dev
	cargo clippy --workspace --all-targets --release -- -D warnings
	$(PYTHON) -m ruff check
	$(VENV)/bin/zizmor --offline --persona=pedantic .github

types: $(VENV)/dev
	$(PYTHON) -m mypy

rust-test:
	cargo test --workspace --release
	cargo test --release -p sito-core --no-default-features --lib kernel

# The vectors of processors that this one is not: ARM under qemu-user (with gcc-aarch64-linux-gnu), WebAssembly in Node; both need
# the target from rustup.
other-processors: export CARGO_TARGET_AARCH64_UNKNOWN_LINUX_GNU_LINKER = aarch64-linux-gnu-gcc
other-processors: export CARGO_TARGET_AARCH64_UNKNOWN_LINUX_GNU_RUNNER = qemu-aarch64 -L /usr/aarch64-linux-gnu
other-processors: export CARGO_TARGET_WASM32_WASIP1_RUNNER = node --no-warnings $(CURDIR)/tests/wasi.mjs
other-processors:
	cargo test --release -p sito-core --target aarch64-unknown-linux-gnu --lib kernel
	cargo test --release -p sito-core --target wasm32-wasip1 --lib kernel -- --test-threads=1

# The core, the puzzles and the checker as modules for pages; they need the target wasm32-unknown-unknown. Less code put inside
# other code makes the core a quarter smaller, and its searches hardly slower; the checker would be slower by a fourth.
WEB := --profile web --target wasm32-unknown-unknown
SMALLER := --config 'target.wasm32-unknown-unknown.rustflags=["-Cllvm-args=-inline-threshold=25"]'
modules:
	cargo build $(WEB) -p sito-browser -p sito-puzzles $(SMALLER)
	cargo rustc $(WEB) -p sito-certificate --lib --crate-type cdylib

# Has Coq check the proof of a checker of certificates, which then proves these games; with Debian's coq and ocaml-nox.
PROVEN ?= 3x4 4x5 4x6
verified: $(VENV)/test
	$(PYTHON) -m verified $(PROVEN)

# Looks for bytes that do harm: so many runs for each target, with cargo-fuzz and a nightly Rust.
RUNS ?= 2000000
TARGETS ?= $(basename $(notdir $(wildcard crates/fuzz/targets/*.rs)))
FUZZ := target/fuzz
fuzz:
	cargo run --release --quiet -p sito-fuzz --bin seeds $(FUZZ)
	cd crates/fuzz && for target in $(TARGETS); do \
	  cargo +nightly fuzz run --fuzz-dir . --features libfuzzer $$target $(CURDIR)/$(FUZZ)/$$target -- -runs=$(RUNS) -max_len=4096 -print_final_stats=1 || exit 1; \
	done

# Looks for memory errors, AVX-512 included, and for threads that disturb each other; the last needs rust-src.
SANITIZED := --target x86_64-unknown-linux-gnu --release -p sito-core
SANITIZE := RUSTC_BOOTSTRAP=1 RUSTFLAGS=-Zsanitizer
sanitize:
	$(SANITIZE)=address CARGO_TARGET_DIR=target/address cargo test $(SANITIZED) --lib --tests
	$(SANITIZE)=thread CARGO_TARGET_DIR=target/thread cargo test -Zbuild-std $(SANITIZED) --lib --test exact threads

# The part of it that is quick: the kernels of the exact search with all vectors of this processor, where there is a sanitizer.
sanitize-kernels:
ifeq ($(shell uname -sm),Linux x86_64)
	$(SANITIZE)=address CARGO_TARGET_DIR=target/address cargo test $(SANITIZED) --lib kernel
endif

python-test: $(VENV)/test
	$(PYTHON) -m pytest --numprocesses=logical --dist=worksteal $(TESTS)

# For translators: gathers the sentences, brings the catalogs up to date and compiles them.
locale: $(VENV)/test
	$(PYTHON) -m tests.catalogs

# Writes what a wheel installs beside the package: the manual and the scripts of completion, both made from the help.
SHARE := installed/data/share
man: $(VENV)/test
	mkdir -p $(SHARE)/man/man1 $(SHARE)/bash-completion/completions $(SHARE)/zsh/site-functions $(SHARE)/fish/vendor_completions.d
	LANGUAGE=en $(PYTHON) -m sito help --man > $(SHARE)/man/man1/sito.1
	$(PYTHON) -m sito completion bash > $(SHARE)/bash-completion/completions/sito
	$(PYTHON) -m sito completion zsh > $(SHARE)/zsh/site-functions/_sito
	$(PYTHON) -m sito completion fish > $(SHARE)/fish/vendor_completions.d/sito.fish

# Writes the licenses of what is linked, which a wheel installs.
notices: $(VENV)/release
	$(PYTHON) -m release.notices

# Builds into dist/ what is published, twice, and checks it; the wheel is tried on each of PYTHONS (docs/releasing.md).
PYTHONS ?= $(PYTHON)
release: $(VENV)/release
	rustup target add x86_64-unknown-linux-musl aarch64-unknown-linux-gnu aarch64-unknown-linux-musl
	$(PYTHON) -m release --twice --python $(PYTHONS)

# Gathers atlas, trees, certificates, checkers and SHA256SUMS into one file in dist/, fit to be deposited.
archive: $(VENV)/test
	$(PYTHON) -m release.archive

# Executes the tour in docs/ and writes its outputs back.
notebook: $(VENV)/test
	$(PYTHON) -m tests.notebook

# Builds the documentation, which works without a network: target/site/index.html.
site: $(VENV)/test modules
	$(PYTHON) -m codespell_lib *.md docs
	$(PYTHON) -m sphinx --quiet --fail-on-warning docs target/site

# Takes the pictures of the page that the README shows.
pictures: $(VENV)/test
	$(PYTHON) -m tests.web.pictures

# Writes docs/openapi.json, and what is answered to its examples.
openapi: $(VENV)/test
	$(PYTHON) -m tests.web.openapi

bench: $(VENV)/test
	$(PYTHON) -m benchmarks

prove: $(VENV)/test
	$(PYTHON) -m benchmarks.prove
	$(PYTHON) -m benchmarks.atlas verify
	$(PYTHON) -m benchmarks.certificates --long
	$(PYTHON) -m benchmarks.words --rows salet narrow least least-2022 least-2023 least-hard least-2022-hard least-2023-hard
	$(PYTHON) -m benchmarks.first_words --all
	$(PYTHON) -m benchmarks.duels --long
	$(PYTHON) -m benchmarks.values
	$(PYTHON) -m benchmarks.kills
	$(PYTHON) -m benchmarks.cluster --kills 20
	$(PYTHON) -m benchmarks.kills_web
	$(PYTHON) -m benchmarks.hostile_web
	$(PYTHON) -m benchmarks.web_load page

# Goes on with the proof of a game that is open, beside all other work and outlasting the terminal; see benchmarks/frontier.py.
GAME ?= 5x8
OPTIONS ?= --threads 2
export FRONTIER REBUILD
frontier:
	python3 -m benchmarks.frontier start $(GAME) $(OPTIONS)
frontier-status frontier-stop:
	python3 -m benchmarks.frontier $(@:frontier-%=%)

# Writes docs/atlas from the data in src/sito/atlas/atlas.json.
atlas: $(VENV)/test
	$(PYTHON) -m benchmarks.atlas

# Looks for memory errors in the core's unsafe code. Valgrind knows no AVX-512, so these are the paths for AVX2 and below.
MEMCHECK := PROPTEST_CASES=6 CARGO_TARGET_X86_64_UNKNOWN_LINUX_GNU_RUNNER='valgrind --quiet --error-exitcode=9' \
	cargo test --package sito-core --release
memcheck:
	$(MEMCHECK) --lib sieve
	$(MEMCHECK) --lib exact::kernel
	$(MEMCHECK) --test look_ahead rankings
	$(MEMCHECK) --test pegs

clean:
	rm -rf $(VENV) target

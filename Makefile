SHELL := /bin/bash
.DEFAULT_GOAL := help
.PHONY: help setup run test lint bench soak wasm web

help: ## list the targets
	@awk -F ':.*## ' '/^[a-z]+:.*## / { printf "make %-6s %s\n", $$1, $$2 }' Makefile

setup: # install what the machine lacks
	@scripts/setup

run: web ## build everything and serve it at http://127.0.0.1:8080
	cargo build --release --locked --package qaissa
	@target/release/qaissa serve

wasm: setup # rules and engine for the browser
	@scripts/wasm

web: wasm ## build the web app into web/dist
	npm --prefix web run build

test: lint web ## check and test everything
	if cargo nextest --version >/dev/null 2>&1; \
	then cargo nextest run --locked --workspace --no-fail-fast; \
	else cargo test --locked --workspace --no-fail-fast --lib --bins --tests; fi
	cargo test --locked --workspace --doc
	cd web && npm run check && npm test && npm run test:browser

lint: setup ## formatting, clippy and the links of the documentation, warnings denied
	cargo fmt --all --check
	cargo clippy --locked --workspace --all-targets -- --deny warnings
	RUSTDOCFLAGS="--deny warnings" cargo doc --locked --workspace --no-deps --quiet

bench: web ## the figures that the README quotes
	cargo build --release --locked --package qaissa
	target/release/qaissa bench core
	target/release/qaissa bench wave
	target/release/qaissa bench search
	node web/bench.js target/release/qaissa
	cd web && node bench-page.js ../target/release/qaissa
	target/release/qaissa bench serve

soak: setup ## the tests at full size: ten and more times as many games and texts, fifty kills of the server
	QAISSA_SOAK=1 cargo test --locked --workspace --no-fail-fast

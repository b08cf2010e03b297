#!/usr/bin/env bash
# Builds the comparison with other actor runtimes, and has every contestant do every measure once: their answers are checked.
# Takes some minutes, most of them for building the rivals. The contest itself: `cargo run --release` in engine/bench.
set -euo pipefail
cd "$(dirname "$0")/../bench"

export CARGO_TARGET_DIR="${AGON_TARGET_DIR:-${TMPDIR:-/tmp}/agon-engine-bench}"
cargo test --release --locked -- "$@"
cargo bench --locked --no-run

#!/usr/bin/env bash
# Model-checks the protocols between threads (inbox, gate, claim, vigil): every interleaving that loom can tell apart.
# Takes a minute or two. LOOM_MAX_PREEMPTIONS=n overrides the bound of the larger models.
set -euo pipefail
cd "$(dirname "$0")/.."

export RUSTFLAGS="${RUSTFLAGS:-} --cfg agon_loom"
export CARGO_TARGET_DIR="${AGON_TARGET_DIR:-${TMPDIR:-/tmp}/agon-engine-loom}"
cargo test --release --package agon-actor --lib models -- "$@"

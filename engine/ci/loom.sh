#!/usr/bin/env bash
# Model-checks the protocols between threads (inbox, gate and shutdown, moves, claim, vigil, permits, replies): every interleaving that loom can tell
# apart. Takes some minutes; with --brief, which lets fewer threads be interrupted, one or two.
# LOOM_MAX_PREEMPTIONS=n overrides the bound of the larger models.
set -euo pipefail
cd "$(dirname "$0")/.."

if [ "${1:-}" = --brief ]; then
    shift
    export LOOM_MAX_PREEMPTIONS="${LOOM_MAX_PREEMPTIONS:-2}"
fi
export RUSTFLAGS="${RUSTFLAGS:-} --cfg agon_loom"
. ci/common/target.sh loom
# Models are compiled fast; they are not measured.
export CARGO_PROFILE_RELEASE_LTO=off CARGO_PROFILE_RELEASE_CODEGEN_UNITS=16
cargo test --release --package agon-actor --lib models -- "$@"

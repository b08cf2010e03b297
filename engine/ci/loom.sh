#!/usr/bin/env bash
# Model-checks the protocols between threads (inbox, epoch and shutdown, moves, ownership, permits, replies): every interleaving that
# loom distinguishes. Takes some minutes; with --brief, which lets fewer threads be interrupted, one or two.
# LOOM_MAX_PREEMPTIONS=n overrides the bound of the larger models.
set -euo pipefail
cd "$(dirname "$0")/.."

if [ "${1:-}" = --brief ]; then
    shift
    export LOOM_MAX_PREEMPTIONS="${LOOM_MAX_PREEMPTIONS:-2}"
fi
export RUSTFLAGS="${RUSTFLAGS:-} --cfg agon_loom"
. ci/common/target.sh loom
cargo test --profile quick --locked --package agon-actor --lib models -- "$@"

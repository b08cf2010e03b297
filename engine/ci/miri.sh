#!/usr/bin/env bash
# Runs the tests of the modules with `unsafe` in them, and the life of an actor, under Miri, which finds undefined behaviour, and
# leaks. Budget: about five minutes.
# Needs a nightly toolchain with the miri component; without one it says so and exits with status 77 ('skipped').
set -euo pipefail
cd "$(dirname "$0")/.."

if ! cargo +nightly miri --version >/dev/null 2>&1; then
    echo "miri.sh: SKIPPED, nothing was checked: no nightly toolchain with Miri here." >&2
    echo "miri.sh: get it with: rustup toolchain install nightly --component miri,rust-src" >&2
    exit 77
fi
echo "miri.sh: some five minutes"
export CARGO_TARGET_DIR="${AGON_TARGET_DIR:-${TMPDIR:-/tmp}/agon-engine-miri}"
modules=(ring entry batch inbox table cell claim timers gate)
MIRIFLAGS="-Zmiri-disable-isolation -Zmiri-strict-provenance" \
    cargo +nightly miri test --package agon-actor --lib -- "${modules[@]/#/runtime::}" "$@"
# References to a worker are derived from a pointer that is used in between: fine under tree borrows.
MIRIFLAGS="-Zmiri-disable-isolation -Zmiri-tree-borrows" \
    cargo +nightly miri test --package agon-actor --test smoke -- "$@"

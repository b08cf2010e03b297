#!/usr/bin/env bash
# Runs the tests of the modules with `unsafe` in them under Miri, which finds undefined behaviour, and leaks.
# Needs a nightly toolchain with the miri component; without one it says so and exits with status 77 ('skipped').
set -euo pipefail
cd "$(dirname "$0")/.."

if ! cargo +nightly miri --version >/dev/null 2>&1; then
    echo "miri.sh: SKIPPED, nothing was checked: no nightly toolchain with Miri here." >&2
    echo "miri.sh: get it with: rustup toolchain install nightly --component miri,rust-src" >&2
    exit 77
fi
export CARGO_TARGET_DIR="${AGON_TARGET_DIR:-${TMPDIR:-/tmp}/agon-engine-miri}"
# Tagged pointers keep their provenance here; the run queues come from crossbeam, whose collector frees late: hence the leaks.
export MIRIFLAGS="${MIRIFLAGS:-} -Zmiri-strict-provenance"
cargo +nightly miri test --package agon-actor --lib mailbox -- "$@"
MIRIFLAGS="-Zmiri-disable-isolation -Zmiri-ignore-leaks -Zmiri-permissive-provenance" \
    cargo +nightly miri test --package agon-actor --test smoke -- "$@"

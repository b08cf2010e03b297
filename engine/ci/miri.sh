#!/usr/bin/env bash
# Runs the tests of the modules with `unsafe` in them, and small systems in which actors do all that they can, under Miri. It finds
# undefined behaviour by the strictest rules there are (pointers keep their provenance; stacked borrows), data races, and leaks.
# Takes some ten minutes; with --brief, which tries one order of the threads instead of several, about two.
# Needs a nightly toolchain with the miri component, and fails without one, unless AGON_SKIP_CHECKERS names `miri`.
set -euo pipefail
cd "$(dirname "$0")/.."
. ci/common/missing.sh

if ! cargo +nightly miri --version >/dev/null 2>&1; then
    missing miri "no nightly toolchain with Miri" "rustup toolchain install nightly --component miri,rust-src"
fi
orders="-Zmiri-many-seeds=0..8"
if [ "${1:-}" = --brief ]; then
    shift
    orders=""
fi
. ci/common/target.sh miri
export MIRIFLAGS="-Zmiri-disable-isolation -Zmiri-strict-provenance"
cargo +nightly miri test --package agon-actor --lib -- memory:: sync:: worker::timers worker::slots worker::threads::blocking_types sched::run_loop api::cell "$@"
MIRIFLAGS="$MIRIFLAGS $orders" cargo +nightly miri test --package agon-actor --test smoke --test small -- "$@"

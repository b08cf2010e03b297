#!/usr/bin/env bash
# Runs tests under ThreadSanitizer, which finds data races. Takes some ten minutes, two of them for building the standard library; with
# --brief, which leaves out the long tests, two minutes in addition.
# It does not understand fences and system calls that order threads: hence `agon_tsan`, which takes the processor's.
# Needs a nightly toolchain with rust-src, and fails without one, unless AGON_SKIP_CHECKERS names `tsan`.
set -euo pipefail
cd "$(dirname "$0")/.."
. ci/common/missing.sh

host="$(rustc -vV | sed -n 's/^host: //p')"
if ! [ -d "$(rustc +nightly --print sysroot 2>/dev/null)/lib/rustlib/src/rust/library" ]; then
    missing tsan "no nightly toolchain with the standard library's source" "rustup toolchain install nightly --component rust-src"
fi
tests=(smoke small delivery panics lifecycle links timers bounded backpressure futures shutdown stress supervision_stress)
if [ "${1:-}" = --brief ]; then
    shift
    tests=(smoke small bounded backpressure futures shutdown)
fi
export RUSTFLAGS="${RUSTFLAGS:-} -Zsanitizer=thread --cfg agon_tsan"
. ci/common/target.sh tsan
for test in "${tests[@]}"; do
    cargo +nightly test -Zbuild-std --target "$host" --package agon-actor --test "$test" -- "$@"
done

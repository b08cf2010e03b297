#!/usr/bin/env bash
# Builds the comparison with other actor runtimes, and has every contestant do every micro workload and every ordinary line once
# (`ordinary --check`, by its test): their answers are checked. Takes some minutes, most of them for building the rivals. The contests
# themselves: `cargo run --release` and `cargo run --release --bin ordinary` in engine/bench.
set -euo pipefail
cd "$(dirname "$0")/../bench"

. ../ci/common/target.sh
cargo test --profile quick --locked -- "$@"
cargo bench --profile quick --locked --no-run

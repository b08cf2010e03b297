#!/usr/bin/env bash
# A hundred million messages on 2, 3, 4 and 7 workers each, while actors are moved between them all the time: order, exactness,
# exclusion. AGON_STRESS_MESSAGES=n for another number. Budget: about a minute per number of workers on two cores.
set -euo pipefail
cd "$(dirname "$0")/.."

echo "stress.sh: ${AGON_STRESS_MESSAGES:-100000000} messages for each number of workers; some five minutes"
export CARGO_TARGET_DIR="${AGON_TARGET_DIR:-${TMPDIR:-/tmp}/agon-engine-stress}"
cargo test --release --package agon-actor --test stress very_many_messages -- --ignored --nocapture "$@"
